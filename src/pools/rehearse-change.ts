import { dryRun, type RunAs } from '../allocation/admission/dry-run.js';
import type { ChangedCapacity } from './change-capacity.js';

/** What a change of capacity would do to reservations; ids, in the order in which they would be dealt with. */
export interface RehearsedChange {
  readonly changed: ChangedCapacity;
  /** Placed anew in their zone. */
  readonly moved: readonly string[];
  /** Marked `conflict`. */
  readonly inConflict: readonly string[];
  /** In conflict now, and admitted again. */
  readonly admittedAgain: readonly string[];
}

/** A change of capacity as a dry run. */
export const rehearseChange: RunAs<ChangedCapacity, RehearsedChange> = dryRun(
  ({ value: changed, draft, changes }) => {
    const isInConflict = (id: string): boolean => draft.reservation(id)?.record.status === 'conflict';
    const { displaced } = changed;
    const admitted = changes.flatMap(({ id, change }) =>
      change?.before.status === 'conflict' && !displaced.includes(id) && !isInConflict(id) ? [id] : [],
    );
    return {
      changed,
      moved: displaced.filter((id) => !isInConflict(id)),
      inConflict: displaced.filter(isInConflict),
      admittedAgain: [...new Set(admitted)],
    };
  },
);
