import { admittedBy, type Admitted, type Rehearsed } from '../allocation/admission/dry-run.js';

/** What a change of capacity would do to reservations; ids, in the order in which they would be dealt with. */
export interface RehearsedChange<T> extends Admitted {
  readonly changed: T;
  /** Placed anew in their zone. */
  readonly moved: readonly string[];
  /** Marked `conflict`. */
  readonly inConflict: readonly string[];
}

/** A change of capacity as a dry run. */
export function rehearsedChange<T extends { readonly displaced: readonly string[] }>(
  rehearsed: Rehearsed<T>,
): RehearsedChange<T> {
  const { value: changed, draft } = rehearsed;
  const isInConflict = (id: string): boolean => draft.reservation(id)?.record.status === 'conflict';
  const { displaced } = changed;
  return {
    changed,
    moved: displaced.filter((id) => !isInConflict(id)),
    inConflict: displaced.filter(isInConflict),
    ...admittedBy(rehearsed, displaced),
  };
}
