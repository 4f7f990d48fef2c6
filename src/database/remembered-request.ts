import type { EntityManager } from 'typeorm';
import { DomainError } from '../kernel/domain-error.js';
import type { Instant } from '../kernel/time-window.js';
import { timestamp } from './columns.js';

/**
 * The record that lets a repetition of a request be answered without a second effect. It is stored in the transaction of the
 * effect, so there is no moment at which one of them is there without the other.
 */
export interface RememberedRequest {
  /** Whose key it is: callers that choose the same key have nothing to do with each other. */
  readonly scope: string;
  readonly key: string;
  /** Of what was asked: another request under the same key is a mistake. Absent where it is sealed with the answer. */
  readonly fingerprint?: string;
  /** As JSON text: its members are sent again in the order in which they were sent. */
  readonly answer?: string;
  /** Fingerprint and answer, encrypted, where one of them would give a secret away. */
  readonly sealed?: string;
}

/** Makes the record of a request from what it has come to. */
export type Remember<T> = (value: T) => RememberedRequest;

/** The table `idempotency_keys`, as the append statement and `storeRequest` fill it from JSON. */
export const REQUEST_COLUMNS = 'scope text, key text, fingerprint text, answer text, sealed text';
export const REQUEST_VALUES = 'n.scope, n.key, n.fingerprint, n.answer::json, n.sealed';

const STORE = `
insert into idempotency_keys (scope, key, fingerprint, answer, sealed, created_at)
select ${REQUEST_VALUES}, $2 from jsonb_to_record($1::jsonb) as n(${REQUEST_COLUMNS})`;

/**
 * Stores the record of a request, if it is to be remembered. To be called last in the transaction that has the effect: where
 * another request has the key, that one is waited for, and if it is stored the database refuses this one with all it has done.
 */
export async function storeRequest(
  tx: EntityManager,
  request: RememberedRequest | undefined,
  now: Instant,
): Promise<void> {
  if (request) await tx.query(STORE, [JSON.stringify(request), timestamp(now)]);
}

export function isSameKey(a: RememberedRequest, b: RememberedRequest): boolean {
  return a.key === b.key && a.scope === b.scope;
}

/** Another request has taken the key meanwhile: its answer is this one's. */
export const KEY_TAKEN = {
  kind: 'conflict',
  code: 'idempotency-key-taken',
  message: 'a request with this Idempotency-Key was answered meanwhile',
} as const;

export function keyTaken(): DomainError {
  return new DomainError(KEY_TAKEN.kind, KEY_TAKEN.code, KEY_TAKEN.message);
}
