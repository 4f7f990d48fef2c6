import { addressesIn, spanOf } from '../../kernel/address-span.js';
import type { Remember } from '../../database/remembered-request.js';
import { sees, type Principal } from '../../kernel/principal.js';
import type { Admission } from './admission.js';
import type { Draft } from './draft.js';
import type { ReservationRecord } from './records.js';

/** How a request is carried out: turns the admission it makes into the one to submit. */
export type RunAs<T, R> = (admission: Admission<T>) => Admission<R>;

/** For real, with the answer kept for the request's idempotency key, if it has one. */
export function forReal<T>(remember?: Remember<T>, hasKey = true): RunAs<T, T> {
  return (admission) => ({ ...admission, remember, hasKey });
}

/** What a dry run has changed, before it is undone. */
export interface Rehearsed<T> {
  readonly value: T;
  readonly draft: Draft;
  /** The changes of reservations that subscriptions would be notified of. */
  readonly changes: Draft['changes'];
}

/** Reservations that hold nothing, and that a decision would admit; ids, in the order in which they were tried. */
export interface Admitted {
  /** In conflict now. */
  readonly again: readonly string[];
  readonly waiting: readonly string[];
}

/**
 * The reservations that a dry run would admit, beside those that it is about.
 *
 * @param caller who sees them; absent: sees all
 */
export function admittedBy(
  { draft, changes }: Rehearsed<unknown>,
  caller?: Principal,
  about: readonly string[] = [],
): Admitted {
  const before = new Map<string, ReservationRecord>();
  // A decision may change one several times.
  for (const { id, change } of changes) if (change && !before.has(id)) before.set(id, change.before);
  const admitted = [...before.values()].filter(
    ({ id, tenant }) =>
      !about.includes(id) &&
      (!caller || sees(caller, tenant)) &&
      draft.reservation(id)?.record.status === 'admitted',
  );
  const from = (status: ReservationRecord['status']): string[] =>
    admitted.filter((record) => record.status === status).map(({ id }) => id);
  return { again: from('conflict'), waiting: from('waiting') };
}

/**
 * As a dry run (semantics §9): decided in its turn on the zone's draft, like the real one, then undone. Nothing is
 * stored and nothing is notified.
 *
 * @param view reads the result from the draft
 */
export function dryRun<T, R>(view: (rehearsed: Rehearsed<T>) => R): RunAs<T, R> {
  return (admission) => ({
    needs: admission.needs,
    addresses: admission.addresses,
    departure: admission.departure,
    isDryRun: true,
    decide: (draft) => {
      const since = draft.changes.length;
      const value = admission.decide(draft);
      return view({ value, draft, changes: draft.changes.slice(since) });
    },
  });
}

/** A dry run as if the zone had taken these blocks of the configured address ranges before. */
export function withBlocks<T>(admission: Admission<T>, blocks: readonly string[]): Admission<T> {
  if (blocks.length === 0) return admission;
  return {
    ...admission,
    decide: (draft) => {
      for (const block of blocks) {
        const left = draft.zoneAddresses.spare - addressesIn(spanOf(block));
        draft.saveAddressRange(block, Math.max(left, 0));
      }
      return admission.decide(draft);
    },
  };
}
