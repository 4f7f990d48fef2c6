import fc from 'fast-check';
import type { LedgerEntry, Movement } from '../../src/allocation/fold/entry.js';
import { ZoneFold } from '../../src/allocation/fold/zone-fold.js';
import type { ResourceAmounts } from '../../src/kernel/resource-amounts.js';
import { FOREVER, type TimeWindow } from '../../src/kernel/time-window.js';

/** A world small enough to try everything: few seconds, few providers, small amounts. */
export const LAST_SECOND = 12;

const OWNER_OF = { total: 'pool', reserved: 'reservation', allocated: 'instance' } as const;

export function entry(
  providerId: string,
  moves: Movement,
  window: TimeWindow,
  amounts: ResourceAmounts,
  ownerId = 'owner',
): LedgerEntry {
  return { providerId, moves, ownerKind: OWNER_OF[moves], ownerId, window, amounts };
}

export function foldOf(entries: readonly LedgerEntry[]): ZoneFold {
  const fold = new ZoneFold('z', 0, 0, 0, new Map(), []);
  for (const each of entries) fold.apply(each);
  return fold;
}

/** The available amount of a class at one second, added up from the entries without any timeline. */
export function availableAt(
  entries: readonly LedgerEntry[],
  providerId: string,
  name: string,
  second: number,
): number {
  let available = 0;
  for (const each of entries) {
    if (each.providerId !== providerId || each.window.start > second || each.window.end <= second) continue;
    available += (each.amounts[name] ?? 0) * (each.moves === 'total' ? 1 : -1);
  }
  return available;
}

/** The least available amount in a window, second by second; nothing changes after the last second. */
export function roomIn(
  entries: readonly LedgerEntry[],
  providerId: string,
  name: string,
  { start, end }: TimeWindow,
): number {
  let least = Infinity;
  for (let second = start; second < end && second <= Math.max(start, LAST_SECOND + 1); second++) {
    least = Math.min(least, availableAt(entries, providerId, name, second));
  }
  return least;
}

export const smallWindow: fc.Arbitrary<TimeWindow> = fc
  .record({
    start: fc.nat(LAST_SECOND - 1),
    length: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(FOREVER)),
  })
  .map(({ start, length }) => ({
    start,
    end: length === FOREVER ? FOREVER : Math.min(start + length, LAST_SECOND),
  }));

/** Amounts of some classes, each up to its bound; zeros are left out. */
export function amountsUpTo(bounds: Readonly<Record<string, number>>): fc.Arbitrary<ResourceAmounts> {
  const members = Object.fromEntries(Object.entries(bounds).map(([name, max]) => [name, fc.nat(max)]));
  return fc
    .record(members)
    .map((amounts) => Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount > 0)));
}

/** Some pools and promises on up to three providers. Promises may exceed the capacity. */
export function smallWorld(bounds: Readonly<Record<string, number>>): fc.Arbitrary<LedgerEntry[]> {
  const provider = fc.constantFrom('a', 'b', 'c');
  const pool = fc
    .tuple(provider, fc.oneof(fc.constant({ start: 0, end: FOREVER }), smallWindow), amountsUpTo(bounds))
    .map(([id, window, amounts]) => entry(id, 'total', window, amounts));
  const promise = fc
    .tuple(
      provider,
      fc.constantFrom('reserved' as const, 'allocated' as const),
      smallWindow,
      amountsUpTo(bounds),
    )
    .map(([id, moves, window, amounts]) => entry(id, moves, window, amounts));
  return fc
    .tuple(fc.array(pool, { minLength: 1, maxLength: 5 }), fc.array(promise, { maxLength: 5 }))
    .map(([pools, promises]) => [...pools, ...promises]);
}
