import type { Admission } from '../allocation/admission/admission.js';
import type { Draft } from '../allocation/admission/draft.js';
import type { Backing } from '../allocation/admission/needs.js';
import { displaceAndAdmit } from '../allocation/placement/waiting.js';
import { isOver, type PoolEntryRecord } from '../allocation/admission/records.js';
import { protectedElement } from '../allocation/admission/refusals.js';
import { DomainError } from '../kernel/domain-error.js';
import { formatReference } from '../kernel/identifiers.js';
import { only } from '../kernel/resource-amounts.js';
import { fromNow } from '../kernel/time-window.js';
import { checkDecrease } from './change-capacity.js';
import { enterEnd } from './pool-entry.js';

/** A request to end a pool entry early. */
export interface Ending {
  readonly id: string;
  /** It may end even if its capacity is promised to these: they are placed again or marked `conflict`. */
  readonly displaceable?: Backing;
}

/** The ended entry, and the affected reservations. */
export interface EndedPoolEntry {
  readonly poolEntry: PoolEntryRecord;
  /** Reservations that were placed again, or are in conflict now. */
  readonly displaced: readonly string[];
}

/**
 * Ends a pool entry now, or altogether if it has not begun. The end of an increase is checked like a decrease for the
 * rest of its window. The end of a decrease gives capacity back, to reservations in conflict first.
 */
export function endPoolEntry(ending: Ending): Admission<EndedPoolEntry> {
  return {
    needs: {
      poolEntries: [ending.id],
      protectorsOf: [formatReference('ResourcePool', ending.id)],
      unbacked: true,
      backedBy: ending.displaceable ? [ending.displaceable] : [],
    },
    decide: (draft) => decide(draft, ending),
  };
}

function decide(draft: Draft, { id, displaceable }: Ending): EndedPoolEntry {
  const entry = draft.poolEntry(id);
  if (!entry || isOver(entry, draft.now)) throw endedPool();
  const [protector] = draft.protectorsOf(id);
  if (protector) throw protectedElement('id', id, protector);
  const rest = fromNow(entry.window, draft.now);
  const adds = only(entry.amounts, (name) => entry.amounts[name] > 0);
  checkDecrease(draft, { providerId: entry.providerId, amounts: adds, displaceable }, rest);
  const poolEntry = enterEnd(draft, entry);
  const displaced = displaceAndAdmit(draft, displaceable, rest);
  return { poolEntry, displaced };
}

/** The refusal of an entry that is over. */
function endedPool(): DomainError {
  return new DomainError('unknown', 'unknown-pool', 'the pool entry is over already');
}
