import type { EntityManager } from 'typeorm';
import { storeAudit, type AuditRecord } from './audit-record.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Instant } from '../kernel/time-window.js';
import { timestamp } from './columns.js';
import { commitInTwoPhases } from './two-phases.js';
import { columnsOf, tableOf } from './entity-columns.js';
import { RememberedRequestEntity } from './remembered-request.entity.js';

/**
 * The record of an answered request, which lets the service replay the answer. It is stored in the transaction of the
 * effect, so neither exists without the other.
 */
export interface RememberedRequest {
  /** The caller that the key belongs to: equal keys of different callers are unrelated. */
  readonly scope: string;
  readonly key: string;
  /**
   * Fingerprint of the request, to refuse another request under the same key. Absent if it is sealed with the answer.
   */
  readonly fingerprint?: string;
  /** JSON text, so that a replay sends the members in their original order. */
  readonly answer?: string;
  /** Fingerprint and answer, encrypted if one of them contains a secret. */
  readonly sealed?: string;
}

/** What is stored with the effect of a request. */
export interface RequestRecord {
  /** Of a request under an `Idempotency-Key`. */
  readonly answered?: RememberedRequest;
  /** Of a request by a caller that has authenticated. */
  readonly audit?: AuditRecord;
}

/** Creates the record of a request from its result. */
export type Remember<T> = (value: T) => RequestRecord;

/**
 * An `insert` of records from JSON whose members are all text: an answer is stored with its original bytes.
 *
 * @param given expressions for the columns that the records don't have
 * @param expanded the `from` clause up to the function that expands the JSON
 */
export function insertRequests(
  given: Readonly<Record<'zone_id' | 'created_at', string>>,
  expanded: string,
): string {
  const columns = columnsOf(RememberedRequestEntity).filter(
    ({ name, isInserted }) => isInserted && !(name in given),
  );
  const names = [...columns.map(({ name }) => name), ...Object.keys(given)];
  const values = [...columns.map(({ name, type }) => `n.${name}::${type}`), ...Object.values(given)];
  return `
insert into ${tableOf(RememberedRequestEntity)} (${names.join(', ')})
select ${values.join(', ')}
  from ${expanded} as n(${columns.map(({ name }) => `${name} text`).join(', ')})`;
}

const STORE = insertRequests({ zone_id: `''`, created_at: '$2' }, 'jsonb_to_record($1::jsonb)');

/**
 * Stores the record of a request, if given. Call it last in the transaction that has the effect. If another transaction
 * is storing the same key, PostgreSQL waits for it, and rejects this transaction as a whole if that one commits.
 */
export async function storeRequest(
  tx: EntityManager,
  { answered, audit }: RequestRecord = {},
  now: Instant,
): Promise<void> {
  if (audit ?? answered) await commitInTwoPhases(tx);
  if (audit) await storeAudit(tx, audit, now);
  if (answered) await tx.query(STORE, [JSON.stringify(answered), timestamp(now)]);
}

type Key = Pick<RememberedRequest, 'scope' | 'key'>;

/** Which of these keys are stored. */
export async function storedKeys(db: EntityManager, keys: readonly Key[]): Promise<Key[]> {
  return db.query<Key[]>(
    `select k.scope, k.key from idempotency_keys k
       join unnest($1::text[], $2::text[]) as n(scope, key) on k.scope = n.scope and k.key = n.key`,
    [keys.map(({ scope }) => scope), keys.map(({ key }) => key)],
  );
}

export function isSameKey(a: Key, b: Key): boolean {
  return a.key === b.key && a.scope === b.scope;
}

/** Another request has stored this key: the service replays its answer. */
export const KEY_TAKEN = {
  kind: 'conflict',
  code: 'idempotency-key-taken',
  message: 'a request with this Idempotency-Key was answered meanwhile',
} as const;

export function keyTaken(): DomainError {
  return new DomainError(KEY_TAKEN.kind, KEY_TAKEN.code, KEY_TAKEN.message);
}
