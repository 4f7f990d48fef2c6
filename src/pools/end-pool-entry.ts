import type { Admission } from '../allocation/admission.js';
import type { Draft } from '../allocation/draft.js';
import { displaceFrom, readmitConflicted } from '../allocation/holding.js';
import { isOver, type PoolEntryRecord } from '../allocation/records.js';
import { protectedElement } from '../allocation/refusals.js';
import { DomainError } from '../kernel/domain-error.js';
import { formatReference } from '../kernel/identifiers.js';
import { isNothing, negated, only } from '../kernel/resource-amounts.js';
import { fromNow } from '../kernel/time-window.js';
import { checkDecrease } from './change-capacity.js';

/** A pool entry that is to end before its time. */
export interface Ending {
  readonly id: string;
  readonly providerId: string;
  /** It ends although what it adds is promised: reservations are placed anew or marked `conflict`. */
  readonly force: boolean;
}

/** The entry as it is now, and which reservations that hit. */
export interface EndedPoolEntry {
  readonly poolEntry: PoolEntryRecord;
  /** Reservations placed anew, or in conflict now. */
  readonly displaced: readonly string[];
}

/**
 * Ends a pool entry now, or altogether where it has not begun. What it adds is checked as a decrease for the rest of its
 * window is; what it takes away is there again, for reservations in conflict first.
 */
export function endPoolEntry(ending: Ending): Admission<EndedPoolEntry> {
  return {
    needs: {
      poolEntries: [ending.id],
      protectorsOf: [formatReference('ResourcePool', ending.id)],
      conflicted: 'oldest',
      backedBy: ending.force ? [ending.providerId] : [],
    },
    decide: (draft) => decide(draft, ending),
  };
}

function decide(draft: Draft, { id, providerId, force }: Ending): EndedPoolEntry {
  const entry = draft.poolEntry(id);
  if (!entry || isOver(entry, draft.now)) throw endedPool();
  const [protector] = draft.protectorsOf(id);
  if (protector) throw protectedElement('id', id, protector.id);
  const rest = fromNow(entry.window, draft.now);
  const adds = only(entry.amounts, (name) => entry.amounts[name] > 0);
  checkDecrease(draft, { providerId, amounts: adds, force }, rest);
  const poolEntry = enterEnd(draft, entry);
  const displaced = isNothing(adds) ? [] : displaceFrom(draft, providerId, rest);
  readmitConflicted(draft);
  return { poolEntry, displaced };
}

/** Enters the counter-entry for the rest of a pool entry's window, and gives its record as it is then. */
export function enterEnd(draft: Draft, entry: PoolEntryRecord): PoolEntryRecord {
  const { id, providerId, window, amounts } = entry;
  const rest = fromNow(window, draft.now);
  draft.post({
    providerId,
    moves: 'total',
    ownerKind: 'pool',
    ownerId: id,
    window: rest,
    amounts: negated(amounts),
  });
  const ended = { ...entry, window: { start: window.start, end: rest.start }, endedAt: draft.now };
  draft.savePoolEntry(ended);
  return ended;
}

/** There is nothing left of it to end. */
function endedPool(): DomainError {
  return new DomainError('unknown', 'unknown-pool', 'the pool entry is over already');
}
