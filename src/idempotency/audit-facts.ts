import type { AuditRecord } from '../database/audit-record.js';
import { newId } from '../kernel/identifiers.js';

/** Audit record of a request, without the parts that follow from its answer. */
export type AuditFacts = Omit<AuditRecord, 'id' | 'target'> & {
  /** The id of what the request names in its path or its body. */
  readonly named: () => string | undefined;
};

export type Plain = Readonly<Record<string, unknown>>;

/** Members that hold the id of what an operation makes or changes. */
const MADE = [
  'instance-id',
  'pool-id',
  'reservation-id',
  'series-id',
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

/** @param answer what the caller is answered */
export function auditRecord({ named, ...facts }: AuditFacts, answer: object): AuditRecord {
  const plain = answer as Plain;
  const target = idIn(plain) ?? idIn(plain.reservationData as Plain | undefined) ?? named();
  return { id: newId(), ...facts, target };
}

/** The id in a body of what it is about. */
export function idIn(body: Plain | undefined): string | undefined {
  for (const member of MADE) {
    const id = shortText(body?.[member]);
    if (id !== undefined) return id;
  }
  return undefined;
}

export function shortText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, 1024) : undefined;
}
