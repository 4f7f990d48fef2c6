import type { Admission } from '../allocation/admission/admission.js';
import { together } from '../allocation/admission/together.js';
import type { Draft } from '../allocation/admission/draft.js';
import { isLive, type ReservationRecord } from '../allocation/admission/records.js';
import { unknownReservation, ZoneLimitReached } from '../allocation/admission/refusals.js';
import { admitUnbackedAfter } from '../allocation/placement/waiting.js';
import { DomainError } from '../kernel/domain-error.js';
import { joined } from '../kernel/message.js';
import { classesOf, type ResourceAmounts } from '../kernel/resource-amounts.js';
import { formatInstant, type TimeWindow } from '../kernel/time-window.js';
import { createReservation } from './create-reservation.js';
import type { Expiry } from './reservation.js';
import type { ResolvedRequest } from './resolved-request.js';
import type { ReservationPolicy } from './reservation-policy.js';

/** A new reservation of a series. */
export interface Occurrence extends TimeWindow {
  readonly id: string;
  readonly expiry?: Expiry | null;
}

/** Admits all occurrences of a series together, or none. The refusal names the first one that does not fit. */
export function createSeries(
  seriesId: string,
  occurrences: readonly Occurrence[],
  request: ResolvedRequest,
  policy: ReservationPolicy,
): Admission<readonly ReservationRecord[]> {
  return together(
    occurrences.map((occurrence, index) => {
      const { id, ...own } = occurrence;
      const admission = createReservation(id, { ...request, ...own, seriesId }, policy);
      const place = `${index + 1} of ${occurrences.length}`;
      return { ...admission, decide: (draft) => naming(occurrence, place, () => admission.decide(draft)) };
    }),
  );
}

/** The order in which reservations of a series are decided: a decision may depend on those before it. */
type Order = (draft: Draft, ids: readonly string[]) => readonly string[];

/** Those that give capacity back come first: another one, which overlaps them, may need it. */
export function shrinkingFirst(amounts: ResourceAmounts = {}): Order {
  return (draft, ids) => {
    const shrinks = (id: string): boolean => {
      const record = draft.reservation(id)?.record;
      return (
        record?.status === 'admitted' &&
        classesOf(amounts).some((name) => amounts[name] < (record.amounts[name] ?? 0))
      );
    };
    const [first, others] = [ids.filter(shrinks), ids.filter((id) => !shrinks(id))];
    return [...first, ...others];
  };
}

/** Each comes after those that protect it: they end as well. */
export function protectorsFirst(draft: Draft, ids: readonly string[]): readonly string[] {
  const [seen, ordered] = [new Set<string>(), new Set<string>()];
  const add = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const protector of draft.protectorsOf(id)) if (ids.includes(protector.id)) add(protector.id);
    ordered.add(id);
  };
  ids.forEach(add);
  return [...ordered];
}

/**
 * Carries out the admission of each reservation that is live and has not begun when it is decided.
 *
 * @param field the member that names the series
 * @throws DomainError `unknown-reservation` if there is none any more
 */
export function forThoseAhead(
  admissions: ReadonlyMap<ReservationRecord, Admission<ReservationRecord>>,
  field: string,
  inOrder: Order,
): Admission<readonly ReservationRecord[]> {
  const { needs, addresses } = together([...admissions.values()]);
  const places = [...admissions].map(([record, admission], index) => ({
    record,
    decide: (draft: Draft) =>
      naming(record.window, `${index + 1} of ${admissions.size} ahead`, () => admission.decide(draft)),
  }));
  return {
    needs,
    addresses,
    decide: (draft) => {
      const ahead = places.filter(({ record }) => isAhead(draft, record));
      if (ahead.length === 0) throw unknownReservation(field);
      const decisions = new Map(ahead.map(({ record, decide }) => [record.id, decide]));
      return admitUnbackedAfter(draft, () => {
        const order = inOrder(draft, [...decisions.keys()]);
        const decided = new Map(order.map((id) => [id, decisions.get(id)?.(draft)]));
        return [...decisions.keys()].flatMap((id) => decided.get(id) ?? []);
      });
    },
  };
}

/** Whether it is live and has not begun. One that is not in the zone any more has moved: its admission reads again. */
function isAhead(draft: Draft, { id }: ReservationRecord): boolean {
  const held = draft.reservation(id);
  return !held || (isLive(held.record, draft.now) && held.record.window.start > draft.now);
}

/** Runs a decision; a refusal says which occurrence it is of. */
function naming<T>(occurrence: TimeWindow, place: string, decision: () => T): T {
  try {
    return decision();
  } catch (error) {
    throw ofOccurrence(error, occurrence, place);
  }
}

function ofOccurrence(error: unknown, { start, end }: TimeWindow, place: string): unknown {
  const where = `(occurrence ${place}, from ${formatInstant(start)})`;
  if (error instanceof ZoneLimitReached)
    return new ZoneLimitReached(joined([error.said, where], ' '), error.fields);
  // Another class of its own means more than its message: the caller catches it.
  if (!(error instanceof DomainError) || error.constructor !== DomainError) return error;
  const { kind, code, said, fields, offer, dependents } = error;
  return new DomainError(kind, code, joined([said, where], ' '), {
    fields,
    dependents,
    offer: offer && { ...offer, occurrence: { start, end } },
    cause: error,
  });
}
