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
import { covers, withoutZeros } from '../../kernel/resource-amounts.js';
import { FOREVER, type TimeWindow } from '../../kernel/time-window.js';
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
});
