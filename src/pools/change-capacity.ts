import type { Admission } from '../allocation/admission/admission.js';
import { demandOf } from '../allocation/placement/demand.js';
import type { Draft } from '../allocation/admission/draft.js';
import { admittedBy, type Admitted, type Rehearsed } from '../allocation/admission/dry-run.js';
import type { CapacityView } from '../allocation/fold/capacity-timelines.js';
import { displaceAndAdmit } from '../allocation/placement/waiting.js';
import { windowFrom } from '../allocation/placement/next-window.js';
import { offerFor } from '../allocation/placement/offer.js';
import { earliestFit } from '../allocation/placement/place-search.js';
import type { PoolEntryRecord } from '../allocation/admission/records.js';
import { retiredProvider } from '../allocation/admission/refusals.js';
import type { Backing } from '../allocation/admission/needs.js';
import { shortageText } from '../allocation/placement/shortage.js';
import { contains, lengthOf } from '../kernel/address-span.js';
import { DomainError, type CounterOffer } from '../kernel/domain-error.js';
import { joined } from '../kernel/message.js';
import {
  atMost,
  classesOf,
  type ResourceAmounts,
  type ResourceClass,
  negated,
} from '../kernel/resource-amounts.js';
import { FOREVER, type Instant, type TimeWindow } from '../kernel/time-window.js';
import { checkAhead, windowAhead } from '../kernel/window-rules.js';
import { enterPoolEntry } from './pool-entry.js';

/** Maximum alternations between classes: the search blocks the other requests of the zone. */
const MAX_TURNS = 500;

/** A change of a provider's total, as an operator declares it. Amounts are positive; `direction` gives the sign. */
export interface PoolChange {
  readonly direction: 'increase' | 'decrease';
  readonly providerId: string;
  readonly start?: Instant;
  readonly end?: Instant;
  readonly amounts: ResourceAmounts;
  /** A decrease may take capacity promised to these: they are placed again or marked `conflict`. Absent: it is not forced. */
  readonly displaceable?: Backing;
  /** Largest amount of each class in a request, which an offer must not exceed. */
  readonly largestAmounts?: ReadonlyMap<ResourceClass, number>;
  /** CIDRs that become addresses of the zone. */
  readonly publicIps: readonly string[];
}

/** The new pool entry and its effects. */
export interface ChangedCapacity {
  readonly poolEntry: PoolEntryRecord;
  /** Warnings that the declared capacity exceeds the platform's quota, or the addresses of the zone's ranges. */
  readonly warnings: readonly string[];
  /** Reservations a forced decrease displaced. */
  readonly displaced: readonly string[];
}

/** What a change of capacity would do to reservations; ids, in the order in which they would be dealt with. */
export interface RehearsedChange<T> extends Admitted {
  readonly changed: T;
  /** Placed anew in their zone. */
  readonly moved: readonly string[];
  /** Marked `conflict`. */
  readonly inConflict: readonly string[];
}

/** Enters a change of capacity. A decrease must leave all promises covered, unless it is forced. */
export function changeCapacity(
  id: string,
  change: PoolChange,
  limits: ResourceAmounts,
): Admission<ChangedCapacity> {
  return {
    needs: {
      unbacked: true,
      backedBy: change.displaceable ? [change.displaceable] : [],
      addresses: isOfAddresses(change),
      providers: [change.providerId],
    },
    decide: (draft) => decide(draft, id, change, limits),
  };
}

function decide(draft: Draft, id: string, change: PoolChange, limits: ResourceAmounts): ChangedCapacity {
  const { now } = draft;
  const { providerId, displaceable } = change;
  if (draft.isRetired(providerId)) throw retiredProvider('source', providerId);
  const window = windowAhead(change, now);
  checkAhead(window, now);
  const isDecrease = change.direction === 'decrease';
  if (isDecrease) checkDecrease(draft, change, window);
  const amounts = isDecrease ? negated(change.amounts) : change.amounts;
  const poolEntry = enterPoolEntry(draft, { id, providerId, window, amounts });
  nameRanges(draft, change.publicIps);
  const displaced = displaceAndAdmit(draft, displaceable, window);
  return { poolEntry, warnings: isDecrease ? [] : warningsOf(draft, poolEntry, limits), displaced };
}

/** Whether the change names ranges, or its warning depends on those of the zone. */
function isOfAddresses({ direction, amounts, publicIps }: PoolChange): boolean {
  return publicIps.length > 0 || (direction === 'increase' && (amounts.addresses ?? 0) > 0);
}

/**
 * Force breaks promises, not arithmetic: no total can fall below zero.
 *
 * @throws DomainError `capacity-insufficient` with an offer
 */
export function checkDecrease(
  draft: Draft,
  change: Pick<PoolChange, 'providerId' | 'amounts' | 'displaceable' | 'largestAmounts'>,
  window: TimeWindow,
): void {
  const { providerId, amounts, displaceable, largestAmounts = new Map() } = change;
  const provider = draft.fold.provider(providerId);
  const short = classesOf(amounts).flatMap((name) => {
    const timeline = displaceable ? provider.total(name) : provider.available(name);
    const wanted = amounts[name];
    const first = timeline ? timeline.firstBelow(wanted, window) : window.start;
    if (first === undefined) return [];
    const until = timeline?.firstAtLeast(wanted, first) ?? FOREVER;
    return [shortageText(name, wanted, timeline?.valueAt(first) ?? 0, first, Math.min(until, window.end))];
  });
  if (short.length === 0) return;
  const offer = displaceable
    ? forcedOffer(provider, amounts, window)
    : offerFor(draft.fold, demandOf(amounts), window, { only: new Set([providerId]) });
  throw new DomainError('conflict', 'capacity-insufficient', joined(short, '; '), {
    offer: { ...offer, maxCapacity: atMost(offer.maxCapacity, largestAmounts) },
  });
}

/** The offer of a forced decrease, which can take all of a total, whatever is promised. */
function forcedOffer(
  provider: CapacityView,
  amounts: ResourceAmounts,
  { start, end }: TimeWindow,
): CounterOffer {
  const maxCapacity: Record<string, number> = {};
  for (const name in amounts) maxCapacity[name] = provider.total(name)?.leastValue({ start, end }) ?? 0;
  const length = end - start;
  const next = earliestFit((name) => provider.total(name), amounts, length, start, MAX_TURNS);
  return { maxCapacity, nextWindow: next === undefined ? undefined : windowFrom(next, length) };
}

/**
 * Adds the ranges that an operator names to a zone (semantics §4). A range that the zone has already, alone or as part
 * of another, adds nothing, so an increase can be repeated with all ranges of a zone. The order does not matter.
 *
 * @throws DomainError `invalid-request` for a range that contains one of the zone's and more: its network and broadcast
 *   addresses differ, so it can't replace a range whose addresses may be held
 */
function nameRanges(draft: Draft, ranges: readonly string[]): void {
  const named = ranges.map((range, index) => ({ range, index }));
  for (const { range, index } of named.sort((a, b) => lengthOf(a.range) - lengthOf(b.range))) {
    const overlapping = draft.zoneAddresses.rangesOverlapping(range);
    if (overlapping.some((own) => contains(own, range))) continue;
    if (overlapping.length > 0) throw coversOwn(index, range, overlapping[0]);
    draft.saveAddressRange(range);
  }
}

function coversOwn(index: number, range: string, own: string): DomainError {
  const detail = `${range} covers ${own}, which the zone has already; name the rest of it without that`;
  return DomainError.invalidField(['publicIps', index], detail);
}

function warningsOf(draft: Draft, poolEntry: PoolEntryRecord, limits: ResourceAmounts): string[] {
  return [beyondPlatform(draft, poolEntry, limits), beyondRanges(draft, poolEntry)].filter(
    (warning) => warning !== undefined,
  );
}

/** The peak of the totals in the window, where it exceeds the discovered quota. */
function beyondPlatform(
  draft: Draft,
  { providerId, amounts, window }: PoolEntryRecord,
  limits: ResourceAmounts,
): string | undefined {
  const provider = draft.fold.provider(providerId);
  const parts = classesOf(amounts).flatMap((name) => {
    const peak = provider.total(name)?.greatest(window).value ?? 0;
    const limit = limits[name];
    return limit !== undefined && peak > limit ? [`${name}=${peak} (the platform says ${limit})`] : [];
  });
  return parts.length > 0 ? `more is declared than was discovered: ${parts.join(', ')}` : undefined;
}

/** More addresses can be declared than exist, because ranges may be named later. Only existing ones are assigned. */
function beyondRanges(draft: Draft, { amounts, window }: PoolEntryRecord): string | undefined {
  if (amounts.addresses === undefined) return undefined;
  const declared = draft.fold.whole().total('addresses')?.greatest(window).value ?? 0;
  const { own, spare } = draft.zoneAddresses;
  if (declared <= own + spare) return undefined;
  return `more is declared than the zone's ranges hold: addresses=${declared} (the ranges hold ${own + spare})`;
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
    // Whoever may change capacity sees the reservations of all.
    ...admittedBy(rehearsed),
  };
}
