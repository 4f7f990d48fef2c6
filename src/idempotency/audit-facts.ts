import type { AuditRecord } from '../database/audit-record.js';
import { newId, parseReference } from '../kernel/identifiers.js';
import { isPlainObject } from '../kernel/plain-object.js';

/** Audit record of a request, without the parts that follow from its answer. */
export type AuditFacts = Omit<AuditRecord, 'id' | 'target'> & {
  /** The reference in the path, to what the request is about. */
  readonly inPath?: string;
  /** Reads the reference in the body, for a request with none in its path or its answer. */
  readonly inBody: () => string | undefined;
};

/** Members of an answer with the id of what the operation makes or changes. */
const MADE = [
  'instance-id',
  'pool-id',
  'reservation-id',
  'provider-id',
  'reservationId',
  'instanceId',
  'poolId',
  'providerId',
  'subscriptionId',
  'capacityChangeSubscriptionId',
  'reservationChangeSubscriptionId',
  'keyId',
] as const;

/** Those of a series, in an answer about all of it: one about an occurrence names the series, too. */
const SERIES: readonly string[] = ['series-id', 'seriesId'];

const TENANT: readonly string[] = ['tenant'];

const RESERVATION: readonly string[] = ['reservation-id', 'series-id'];

/** Members of a body that name what the operation changes. All others are the caller's own, and may name anything. */
const NAMED: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['/update-reservation', RESERVATION],
  ['/confirm-reservation', RESERVATION],
  ['/cancel-reservation', RESERVATION],
  ['/destroy-instance', ['instance-id']],
  ['/capacity/compute/notification', ['reservationId']],
]);

const MAX_TARGET = 1024;

/**
 * @param answer what the caller is answered
 * @param result what was made or changed: its tenant counts, because an operator need not name it
 */
export function auditRecord(
  { inPath, inBody, ...facts }: AuditFacts,
  answer: object,
  result: unknown,
): AuditRecord {
  const { reservationData, held, occurrences } = answer as Readonly<Record<string, unknown>>;
  const members = occurrences === undefined ? MADE : SERIES;
  const made = [answer, reservationData, held].map((part) => textIn(part, members));
  const reference = inPath ?? made.find((id) => id !== undefined) ?? inBody();
  const [owned] = [result].flat();
  const tenant = textIn(owned, TENANT) ?? textIn(answer, TENANT) ?? facts.tenant;
  return { id: newId(), ...facts, tenant, target: reference === undefined ? undefined : targetOf(reference) };
}

/** The reference in a body to what the operation on a path changes. */
export function namedIn(body: unknown, path: string): string | undefined {
  return textIn(body, NAMED.get(path) ?? []);
}

function textIn(object: unknown, members: readonly string[]): string | undefined {
  const plain = isPlainObject(object) ? object : {};
  return members.map((member) => plain[member]).find((value) => typeof value === 'string');
}

/** The bare id, as the answers spell it, so that a search for it finds all that was done. */
function targetOf(reference: string): string {
  // PostgreSQL doesn't store the half of a surrogate pair that a cut may leave.
  return parseReference(reference)?.id ?? reference.slice(0, MAX_TARGET).replace(/\p{Surrogate}$/u, '');
}
