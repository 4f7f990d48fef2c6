import { DomainError, type ErrorKind } from '../kernel/domain-error.js';
import { KEY_TAKEN } from './remembered-request.js';

interface Refusal {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
}

const UNKNOWN_ZONE: Refusal = { kind: 'unknown', code: 'unknown-zone', message: 'the zone is not known' };
const UNKNOWN_PROVIDER: Refusal = {
  kind: 'unknown',
  code: 'unknown-provider',
  message: 'the provider is not known',
};
const EMPTY_WINDOW: Refusal = { kind: 'invalid', code: 'empty-window', message: 'end must be after start' };

const RANGE_TAKEN: Refusal = {
  kind: 'conflict',
  code: 'address-range-overlap',
  message: 'publicIps overlaps a range that was taken meanwhile',
};

/**
 * The error a caller gets for a constraint violation. The service checks the rules before it writes; a violation means
 * that another request wrote between the check and the write. Constraints that only a bug can violate are not listed,
 * so that the violation shows as an internal error; test/database/constraints.cases.ts gives the reason for each.
 */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  providers_zone_exists: UNKNOWN_ZONE,
  instances_zone_exists: UNKNOWN_ZONE,
  address_ranges_zone_exists: UNKNOWN_ZONE,
  address_entries_zone_exists: UNKNOWN_ZONE,
  pool_entries_provider_exists: UNKNOWN_PROVIDER,
  ledger_entries_window_not_empty: EMPTY_WINDOW,
  pool_entries_window_not_empty: EMPTY_WINDOW,
  reservations_window_not_empty: EMPTY_WINDOW,
  address_assignments_window_not_empty: EMPTY_WINDOW,
  address_entries_window_not_empty: EMPTY_WINDOW,
  providers_registered_once: {
    kind: 'conflict',
    code: 'provider-already-registered',
    message: 'a provider with this endpoint, region and tenant is registered already',
  },
  address_ranges_pkey: RANGE_TAKEN,
  address_ranges_disjoint: RANGE_TAKEN,
  idempotency_keys_pkey: KEY_TAKEN,
  delivery_lanes_subscription_exists: {
    kind: 'unknown',
    code: 'unknown-subscription',
    message: 'no subscription found for specified identifier',
  },
  address_assigned_once: {
    kind: 'conflict',
    code: 'address-taken',
    message: 'a public address was given to another reservation meanwhile',
  },
};

const UNAVAILABLE = 'the database cannot serve the request at the moment';

/** A write on a server that became a standby, or a connection to one. */
export const READ_ONLY_STATE = '25006';
/** A connection that could not be opened. */
export const UNREACHABLE_STATE = '08001';

const RETRYABLE_STATES: ReadonlySet<string> = new Set(['40001', '40P01']);

const PERMISSION_DENIED_STATE = '42501';

/** What Citus can't plan. */
export const NOT_SUPPORTED_STATE = '0A000';
/** In its place, where the tables have just been distributed: the process reads the new layout within seconds. */
export const LAYOUT_CHANGED_STATE = 'HR001';

/** Statement or lock timeout, out of memory or disk, a failing disk, and a server that became a read-only replica: nothing was written. */
const BUSY_STATES: ReadonlySet<string> = new Set([
  '57014',
  '55P03',
  LAYOUT_CHANGED_STATE,
  READ_ONLY_STATE,
  '25P03',
  '53000',
  '53100',
  '53200',
  '53400',
  '58000',
  '58030',
]);

/**
 * A file system that became read-only, or a quota that is used up. Their states are also those of a missing right and of a
 * defect in PostgreSQL: only the message tells.
 */
const FILE_STATES: ReadonlySet<string> = new Set([PERMISSION_DENIED_STATE, 'XX000']);
const FILE_MESSAGES = /^could not \w+ (?:\w+ )*(?:file|directory) "/;

/** The address refuses connections, the name is not resolved, no server takes writes, or the server is starting or stopping. */
const CONNECT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  UNREACHABLE_STATE,
  '57P03',
]);

/** Shut down, crashed, idle or in a transaction for too long, out of connections. Class 08 (connection exception) is added by its prefix. */
const LOSS_STATES: ReadonlySet<string> = new Set(['57P01', '57P02', '57P05', '25P04', '53300']);

const LOSS_CODES: ReadonlySet<string> = new Set(
  'ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH'.split(' '),
);

const CONNECT_TIMEOUT = /timeout exceeded when trying to connect/;

/** The driver has no codes for errors that it detects itself; nor has Citus, where a node is lost in the middle of a statement. */
const LOSS_MESSAGES =
  /connection terminated|terminating connection|not queryable|client was closed|timeout expired|query read timeout|timeout exceeded when trying to connect|query runner .*already released|server closed the connection|connection not open|no connection to the server|EOF detected|could not (receive data from|send data to) server/i;

/** On a Citus cluster the constraints of a shard carry its number. */
const SHARD_SUFFIX = /_\d{6,}$/;

/** SQLSTATE class 23 (integrity constraint violation), or what Citus makes of it where it copies rows to another node. */
const VIOLATION_STATE = /^(23[0-9A-Z]{3}|XX000)$/;
const VIOLATED_CONSTRAINT = /violates (?:unique|exclusion|foreign key|check) constraint "([^"]+)"/;

/** The name of the constraint that rejected a write; undefined for any other error. */
export function constraintOf(error: unknown): string | undefined {
  return causes(error)
    .map((cause) => (textOf(cause, 'constraint') ?? constraintNamedBy(cause))?.replace(SHARD_SUFFIX, ''))
    .find(Boolean);
}

/** Citus passes the message of another node on, but not the field with the name. */
function constraintNamedBy(error: object): string | undefined {
  if (!VIOLATION_STATE.test(textOf(error, 'code') ?? '')) return undefined;
  return VIOLATED_CONSTRAINT.exec(textOf(error, 'message') ?? '')?.[1];
}

/** True when the whole transaction can be retried (serialization failure, deadlock). */
export function isRetryable(error: unknown): boolean {
  return codesOf(error).some((code) => RETRYABLE_STATES.has(code));
}

/** True when the connection was lost or its address could not be reached. The outcome of a COMMIT in progress is unknown then. */
export function isConnectionLoss(error: unknown): boolean {
  if (codesOf(error).some(isLossCode)) return true;
  return causes(error).some((cause) => LOSS_MESSAGES.test(textOf(cause, 'message') ?? ''));
}

/** Marks the error of a connection that could not be opened. Its code alone doesn't say so: a statement may have the same. */
const REFUSED_LOGIN = Symbol('refused login');

/** Notes that the server has refused a connection, as for a database that takes none, or a role that may not log in. */
export function noteRefusedLogin(error: unknown): void {
  if (error instanceof Error) Object.assign(error, { [REFUSED_LOGIN]: true });
}

/** True when no connection could be opened: nothing was sent to the database. */
export function isConnectFailure(error: unknown): boolean {
  return (
    causes(error).some((cause) => REFUSED_LOGIN in cause) ||
    codesOf(error).some((code) => CONNECT_CODES.has(code)) ||
    causes(error).some((cause) => textOf(cause, 'syscall') === 'connect') ||
    causes(error).some((cause) => CONNECT_TIMEOUT.test(textOf(cause, 'message') ?? ''))
  );
}

/** True when the server takes no writes: it is a standby, or an administrator has made it read-only. */
export function isReadOnly(error: unknown): boolean {
  return codesOf(error).includes(READ_ONLY_STATE);
}

/** True when the database role lacks a right. */
export function isPermissionDenied(error: unknown): boolean {
  return codesOf(error).includes(PERMISSION_DENIED_STATE) && !isFileTrouble(error);
}

/** True when PostgreSQL cannot use one of its files. */
function isFileTrouble(error: unknown): boolean {
  return causes(error).some(
    (cause) =>
      FILE_STATES.has(textOf(cause, 'code') ?? '') && FILE_MESSAGES.test(textOf(cause, 'message') ?? ''),
  );
}

/** True when there is no connection: it was lost, or could not be opened for whatever reason. */
export function isAway(error: unknown): boolean {
  return isConnectionLoss(error) || isConnectFailure(error);
}

/** True when the database cannot serve a request at the moment, whatever the request is. */
export function isUnavailable(error: unknown): boolean {
  const isBusy = isRetryable(error) || codesOf(error).some((code) => BUSY_STATES.has(code));
  return isBusy || isFileTrouble(error) || isAway(error);
}

/** What the database, its driver or the system said, and its SQLSTATE or code. */
export interface DatabaseReason {
  readonly code: string;
  readonly message: string;
}

/** The innermost reason of an error; undefined if it has none of another error. */
export function reasonOf({ cause }: Error): DatabaseReason | undefined {
  const innermost = causes(cause).at(-1);
  if (!innermost) return undefined;
  return { code: textOf(innermost, 'code') ?? '', message: messageOf(innermost) };
}

/** Where a name has several addresses, the message is in the errors for each of them. */
export function messageOf(error: unknown): string {
  const parts = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return parts.map((part) => (part instanceof Error ? part.message : String(part))).join(', ');
}

/** Maps a database error to a domain error; returns any other error unchanged. */
export function asDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const refusal = REFUSALS[constraintOf(error) ?? ''];
  if (refusal) return new DomainError(refusal.kind, refusal.code, refusal.message, { cause: error });
  if (!isUnavailable(error)) return error;
  return new DomainError('unavailable', 'database-unavailable', UNAVAILABLE, { retryAfter: 1, cause: error });
}

function isLossCode(code: string): boolean {
  const isKnown = [CONNECT_CODES, LOSS_STATES, LOSS_CODES].some((codes) => codes.has(code));
  return isKnown || /^08[0-9A-Z]{3}$/.test(code);
}

function codesOf(error: unknown): string[] {
  return causes(error)
    .map((cause) => textOf(cause, 'code'))
    .filter((code) => code !== undefined);
}

/** The error and the errors that it wraps: TypeORM keeps the driver's error in `driverError`. */
function causes(error: unknown): object[] {
  const found: object[] = [];
  for (let next = error; typeof next === 'object' && next !== null && !found.includes(next);) {
    found.push(next);
    next = 'driverError' in next ? next.driverError : 'cause' in next ? next.cause : undefined;
  }
  return found;
}

function textOf(error: object, member: string): string | undefined {
  const value: unknown = Reflect.get(error, member);
  return typeof value === 'string' ? value : undefined;
}
