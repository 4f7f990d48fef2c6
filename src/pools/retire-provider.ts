import type { Admission } from '../allocation/admission/admission.js';
import type { Draft } from '../allocation/admission/draft.js';
import { isLive, type PoolEntryRecord } from '../allocation/admission/records.js';
import { MAX_DEPENDENTS, MAX_INSTANCES_AT } from '../allocation/ledger/snapshot.parts.js';
import { DomainError } from '../kernel/domain-error.js';
import { formatReference } from '../kernel/identifiers.js';
import { enterEnd } from './pool-entry.js';

/** A provider that is retired now, and the pool entries that ended with it. */
export interface RetiredProvider {
  readonly zoneId: string;
  readonly providerId: string;
  readonly poolEntries: readonly PoolEntryRecord[];
}

/** Maximum of dependents that a refusal names. */
const MAX_NAMED = 100;

/**
 * Retires a provider without live dependents. Its pool entries end with it, so nothing can be placed on it from then
 * on. The same append removes its password; its record and history stay.
 */
export function retireProvider(providerId: string): Admission<RetiredProvider> {
  const ids = [providerId];
  return {
    needs: { providers: ids, dependentsOf: ids, instancesAt: ids, poolEntriesOf: ids },
    decide: (draft) => decide(draft, providerId),
  };
}

function decide(draft: Draft, providerId: string): RetiredProvider {
  if (draft.isRetired(providerId)) {
    throw new DomainError('unknown', 'unknown-provider', 'the provider is retired already');
  }
  const reservations = reservationsOn(draft, providerId);
  const instances = draft.instancesAt(providerId).map(({ id }) => id);
  if (reservations.length + instances.length > 0) throw inUse(reservations, instances);
  // In the order in which they were declared.
  const live = draft.poolEntriesOf(providerId).sort((a, b) => (a.id < b.id ? -1 : 1));
  const poolEntries = live.map((entry) => enterEnd(draft, entry));
  draft.retireProvider(providerId);
  noteRetired(draft, providerId);
  return { zoneId: draft.zoneId, providerId, poolEntries };
}

/**
 * Live reservations that it backs, or that an element ties to it, as the earlier decisions of this batch left them; at most
 * `MAX_DEPENDENTS` stored ones. If the batch has ended that many, further ones are not known, and none may be passed over.
 */
function reservationsOn({ rows, reservations, now }: Draft, providerId: string): string[] {
  const stored = rows.dependents.get(providerId) ?? [];
  const unchanged = stored.filter((id) => !reservations.has(id));
  if (unchanged.length === 0 && stored.length >= MAX_DEPENDENTS) return [...stored];
  const changed = [...reservations.values()].filter(
    ({ record, claims }) =>
      isLive(record, now) &&
      (claims.some((claim) => claim.providerId === providerId) || record.restrictedTo.includes(providerId)),
  );
  return [...new Set([...unchanged, ...changed.map(({ record }) => record.id)])];
}

/** Enters the retirement in the ledger and moves the head, so concurrent decisions conflict and are made again. */
function noteRetired(draft: Draft, providerId: string): void {
  const { now } = draft;
  draft.post({
    moves: 'total',
    ownerKind: 'provider',
    ownerId: providerId,
    window: { start: now, end: now + 1 },
    amounts: {},
  });
}

function inUse(reservations: readonly string[], instances: readonly string[]): DomainError {
  const dependents = [
    ...instances.map((id) => formatReference('ResourceAllocation', id)),
    ...reservations.map((id) => formatReference('ResourceReservation', id)),
  ];
  const named = dependents.slice(0, MAX_NAMED);
  const message =
    `the provider is in use by ${counted(reservations, 'live reservation', MAX_DEPENDENTS)} ` +
    `and ${counted(instances, 'instance', MAX_INSTANCES_AT)}`;
  return new DomainError('conflict', 'provider-in-use', message, { dependents: named });
}

function counted({ length }: readonly string[], what: string, most: number): string {
  return `${length < most ? '' : 'at least '}${length} ${what}${length === 1 ? '' : 's'}`;
}
