import fc from 'fast-check';
import {
  amountsUpTo,
  entry,
  foldOf,
  LAST_SECOND,
  roomIn,
  smallWindow,
  smallWorld,
} from '../../../test/support/folds.js';
import { fitsSomehow } from '../../../test/support/splits.js';
import { covers, sumOf, withoutZeros } from '../../kernel/resource-amounts.js';
import { FOREVER, type TimeWindow } from '../../kernel/time-window.js';
import { traitsOf } from '../../kernel/traits.js';
import { AddressBook } from '../addresses/address-book.js';
import { AddressRoom } from '../addresses/address-room.js';
import { demandOf, type Demand } from './demand.js';
import type { LedgerEntry } from '../fold/entry.js';
import { nextWindow } from './next-window.js';
import { mostThatFits, refusal } from './offer.js';
import { place } from './placement.js';
import { runs } from '../../../test/support/runs.js';

const ALWAYS = { start: 0, end: FOREVER };
const world = smallWorld({ cores: 6, instances: 3, volumes: 3 });
const anyDemand = amountsUpTo({ cores: 8, instances: 4, volumes: 4 })
  .filter((amounts) => Object.keys(amounts).length > 0)
  .map((amounts) => demandOf(amounts));

const providersOf = (entries: readonly LedgerEntry[]): string[] => [
  ...new Set(entries.flatMap(({ providerId }) => providerId ?? [])),
];

/** Tries every second up to the last change. */
function earliestStart(
  entries: readonly LedgerEntry[],
  demand: Demand,
  window: TimeWindow,
  providers: readonly string[],
): number | undefined {
  const length = window.end - window.start;
  for (let start = window.start; start <= LAST_SECOND + 1; start++) {
    if (fitsSomehow(entries, demand, { start, end: start + length }, providers)) return start;
  }
  return undefined;
}

describe('the next window of an offer', () => {
  it('starts at the earliest second at which the whole demand fits, and is absent only when none does', () => {
    fc.assert(
      fc.property(world, anyDemand, smallWindow, (entries, demand, window) => {
        const offered = nextWindow(foldOf(entries), demand, window);
        const start = earliestStart(entries, demand, window, providersOf(entries));
        const length = window.end - window.start;
        expect(offered).toEqual(start === undefined ? undefined : { start, end: start + length });
      }),
      { numRuns: runs(1500) },
    );
  });

  it('looks only at the providers the demand is restricted to', () => {
    fc.assert(
      fc.property(
        world,
        anyDemand,
        smallWindow,
        fc.subarray(['a', 'b', 'c']),
        (entries, demand, window, only) => {
          const offered = nextWindow(foldOf(entries), demand, window, { only: new Set(only) });
          const known = providersOf(entries).filter((id) => only.includes(id));
          expect(offered?.start).toBe(earliestStart(entries, demand, window, known));
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('never ends later than a time can be written', () => {
    const lastInstant = Date.parse('9999-12-31T23:59:59Z') / 1000;
    const fold = foldOf([
      entry('a', 'total', ALWAYS, { cores: 4 }),
      entry('a', 'reserved', { start: 0, end: 1000 }, { cores: 2 }),
    ]);
    const offered = (end: number) => nextWindow(fold, demandOf({ cores: 4 }), { start: 0, end });
    expect(offered(lastInstant - 1000)).toEqual({ start: 1000, end: lastInstant });
    expect(offered(lastInstant - 999)).toBeUndefined();
  });
});

describe('the search for a window in which a demand fits if it is split', () => {
  /** Whole units fit on both providers together from `split` on, and on one of them from `whole` on. */
  function offeredAfter(changes: number, split: number, whole: number): number | undefined {
    const fold = foldOf([
      entry('a', 'total', ALWAYS, { cores: 3, instances: 9 }),
      entry('b', 'total', ALWAYS, { cores: 1, instances: 9 }),
      entry('b', 'total', { start: split, end: FOREVER }, { cores: 1 }),
      entry('a', 'total', { start: whole, end: FOREVER }, { cores: 1 }),
    ]);
    for (let change = 0; change < changes; change += 2)
      fold.apply(entry('a', 'reserved', { start: change, end: change + 1 }, { instances: 1 }));
    return nextWindow(fold, demandOf({ cores: 4, instances: 2 }), { start: 0, end: 1 })?.start;
  }

  it('is on the other providers where one is overdrawn, which the sum of the zone would rule out', () => {
    const fold = foldOf([
      entry('a', 'total', ALWAYS, { cores: 1, instances: 9 }),
      entry('b', 'total', ALWAYS, { cores: 1, instances: 9 }),
      entry('c', 'reserved', ALWAYS, { cores: 1 }),
    ]);
    const window = { start: 0, end: 5 };
    expect(nextWindow(fold, demandOf({ cores: 2, instances: 2 }), window)).toEqual(window);
  });

  it('finds the first split that fits after many changes', () => {
    expect(offeredAfter(1_900, 1_900, 9_000)).toBe(1_900);
  });

  it('names the earliest window on a single provider after too many', () => {
    expect(offeredAfter(2_100, 2_100, 9_000)).toBe(9_000);
  });
});

describe('the next window of an offer with single addresses', () => {
  it('starts where amounts and addresses fit, also if they do so in turns for longer than a search lasts', () => {
    const turns = Array.from({ length: 600 }, (_, turn) => 20 * turn);
    const fold = foldOf([
      entry('a', 'total', ALWAYS, { cores: 1, addresses: 1 }),
      ...turns.map((start) => entry('a', 'reserved', { start, end: start + 10 }, { cores: 1 })),
    ]);
    const held = turns.map((start) => ({
      reservationId: `r${start}`,
      address: '192.0.2.1',
      window: { start: start + 10, end: start + 20 },
    }));
    const room = new AddressRoom(new AddressBook(['192.0.2.1/32'], held), 'new', []);
    const demand = demandOf({ cores: 1, addresses: 1 });
    const offered = (start: number) => nextWindow(fold, demand, { start, end: start + 5 }, {}, room);
    expect(offered(11_000)).toEqual({ start: 12_000, end: 12_005 });
    expect(offered(0)).toEqual({ start: 12_000, end: 12_005 });
  });
});

describe('the most that fits', () => {
  it('would be admitted if it were asked for, and is less than what was refused', () => {
    fc.assert(
      fc.property(world, anyDemand, smallWindow, (entries, demand, window) => {
        const fold = foldOf(entries);
        const most = mostThatFits(fold, demand, window);
        expect(Object.keys(most).sort()).toEqual(Object.keys(demand.amounts).sort());
        for (const amount of Object.values(most)) expect(amount).toBeGreaterThanOrEqual(0);
        expect(place(fold, demandOf(withoutZeros(most)), window)).toBeDefined();
        if (!place(fold, demand, window)) expect(covers(most, demand.amounts)).toBe(false);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('adds to the whole units of several providers what is loose, wherever it lies', () => {
    const fold = foldOf([
      entry('a', 'total', ALWAYS, { cores: 5, instances: 9, volumes: 1 }),
      entry('b', 'total', ALWAYS, { cores: 3, instances: 9, volumes: 2 }),
    ]);
    const most = (amounts: Record<string, number>) => mostThatFits(fold, demandOf(amounts), ALWAYS);
    expect(most({ cores: 6, instances: 3, volumes: 4 })).toEqual({ cores: 6, instances: 3, volumes: 3 });
    expect(most({ cores: 8, instances: 4, volumes: 2 })).toEqual({ cores: 6, instances: 3, volumes: 2 });
  });

  it('is the whole room of the only provider', () => {
    fc.assert(
      fc.property(world, anyDemand, smallWindow, (entries, demand, window) => {
        const own = entries.filter(({ providerId }) => providerId === 'a');
        const names = Object.keys(demand.amounts);
        const room = names.map((name) => [name, Math.max(roomIn(own, 'a', name, window), 0)]);
        const most = mostThatFits(foldOf(own), demand, window);
        const isAll = names.every((name) => most[name] >= demand.amounts[name]);
        if (!isAll) expect(most).toEqual(Object.fromEntries(room));
      }),
    );
  });
});

describe('a refusal', () => {
  it('names each short class with what is available and from when to when', () => {
    const fold = foldOf([
      entry('a', 'total', ALWAYS, { cores: 10, ram: 10 }),
      entry('a', 'reserved', { start: 60, end: 120 }, { cores: 7, ram: 4 }),
    ]);
    const refused = refusal(fold, demandOf({ ram: 7, cores: 5 }), { start: 0, end: 300 });
    expect(refused.message).toBe(
      'requested cores=5 exceeds available 3 between 1970-01-01T00:01:00Z and 1970-01-01T00:02:00Z; ' +
        'requested ram=7 exceeds available 6 between 1970-01-01T00:01:00Z and 1970-01-01T00:02:00Z',
    );
    expect(refused.offer).toEqual({
      maxCapacity: { cores: 3, ram: 6 },
      nextWindow: { start: 120, end: 420 },
    });
  });

  const x86 = traitsOf({ given: {}, discovered: {} });
  const arm64 = traitsOf({ given: { cpuArchitecture: 'arm64' }, discovered: {} });
  const providerTraits = new Map([
    ['a', x86],
    ['b', arm64],
  ]);
  const containers = (...list: readonly [cores: number, cpuArchitecture: string][]) => {
    const units = list.map(([cores, cpuArchitecture]) => ({
      amounts: { cores, instances: 1 },
      traits: { cpuArchitecture },
    }));
    return demandOf(sumOf(units.map(({ amounts }) => amounts)), { units });
  };
  const mixed = foldOf([
    entry('a', 'total', ALWAYS, { cores: 9, instances: 9 }),
    entry('b', 'total', ALWAYS, { cores: 2, instances: 9 }),
  ]);
  const untilOpen = 'between 1970-01-01T00:00:00Z and open end';

  it.each([
    {
      demand: containers([1, 'x86'], [4, 'arm64']),
      why: `requested cores=4 exceeds available 2 ${untilOpen} on providers with cpuArchitecture arm64`,
    },
    {
      demand: containers([12, 'arm64']),
      why: `requested cores=12 exceeds available 2 ${untilOpen} on providers with cpuArchitecture arm64`,
    },
    {
      demand: containers([1, 'x86'], [1, 'mips']),
      why: 'no resource capacity available during requested start/end time: no provider with capacity has cpuArchitecture mips',
    },
    {
      demand: demandOf({ cores: 10, instances: 1 }),
      why: 'no resource capacity available during requested start/end time at the same provider for each whole instance or container',
    },
    { demand: demandOf({ gpus: 1 }), why: `requested gpus=1 exceeds available 0 ${untilOpen}` },
  ])('names the traits that the short providers have: $why', ({ demand, why }) => {
    expect(refusal(mixed, demand, ALWAYS, { providerTraits }).message).toBe(why);
  });

  it('says so where no pool entry is in force', () => {
    const fold = foldOf([entry('a', 'total', { start: 0, end: 10 }, { cores: 4 })]);
    const message = (start: number) => refusal(fold, demandOf({ cores: 5 }), { start, end: 20 }).message;
    expect(message(10)).toBe('no resource capacity available during requested start/end time');
    expect(message(9)).toMatch(/^requested cores=5 exceeds available 0 between/);
  });

  it('counts what the instances of the reservation use, as the caller does', () => {
    const fold = foldOf([
      entry('a', 'total', { start: 0, end: 10 }, { cores: 4 }),
      entry('b', 'total', { start: 10, end: FOREVER }, { cores: 4 }),
    ]);
    const message = (cores: number) =>
      refusal(fold, demandOf({ cores }), { start: 0, end: 20 }, {}, undefined, { cores: 2 }).message;
    expect(message(3)).toBe('requested cores=5 exceeds available 2 that are free throughout the window');
    expect(message(6)).toBe('requested cores=8 exceeds available 2 that are free throughout the window');
  });
});
