import fc from 'fast-check';
import { amountsUpTo, entry, foldOf, LAST_SECOND, smallWorld } from '../../../test/support/folds.js';
import { runs } from '../../../test/support/runs.js';
import { fitsSomehow } from '../../../test/support/splits.js';
import { AddressBook } from '../addresses/address-book.js';
import { AddressRoom } from '../addresses/address-room.js';
import type { LedgerEntry } from '../fold/entry.js';
import { FOREVER } from '../../kernel/time-window.js';
import { demandOf } from './demand.js';
import { findRoom, leftFree, type Stretch } from './room-search.js';

const END = LAST_SECOND + 4;
const world = smallWorld({ cores: 6, instances: 3, volumes: 3 });
const anyDemand = amountsUpTo({ cores: 8, instances: 4, volumes: 4 })
  .filter((amounts) => Object.keys(amounts).length > 0)
  .map((amounts) => demandOf(amounts));
const anyAsked = fc.record({ from: fc.nat(4), length: fc.integer({ min: 1, max: 7 }) });

const providersOf = (entries: readonly LedgerEntry[]): string[] => [
  ...new Set(entries.flatMap(({ providerId }) => providerId ?? [])),
];

/** Ranges of the starts that fit, found by trying every second. */
function stretchesOf(from: number, last: number, fits: (start: number) => boolean): Stretch[] {
  const stretches: { start: number; latestStart: number }[] = [];
  for (let start = from; start <= last; start++) {
    if (!fits(start)) continue;
    const before = stretches.at(-1);
    if (before?.latestStart === start - 1) before.latestStart = start;
    else stretches.push({ start, latestStart: start });
  }
  return stretches;
}

describe('the search for room', () => {
  it('F15 finds every start that trying each second finds', () => {
    fc.assert(
      fc.property(world, anyDemand, anyAsked, (entries, demand, { from, length }) => {
        const asked = { length, within: { start: from, end: END }, limit: 100 };
        const found = findRoom(foldOf(entries), demand, asked, {});
        const tried = stretchesOf(from, END - length, (start) =>
          fitsSomehow(entries, demand, { start, end: start + length }, providersOf(entries)),
        );
        expect(found).toEqual({ stretches: tried, isMore: false });
      }),
      { numRuns: runs(2000) },
    );
  });

  it('F5 gives the earliest ones, and says that there are more', () => {
    fc.assert(
      fc.property(
        world,
        anyDemand,
        anyAsked,
        fc.integer({ min: 1, max: 2 }),
        (entries, demand, { from, length }, limit) => {
          const asked = { length, within: { start: from, end: END }, limit: 100 };
          const fold = foldOf(entries);
          const { stretches } = findRoom(fold, demand, asked, {});
          expect(findRoom(fold, demand, { ...asked, limit }, {})).toEqual({
            stretches: stretches.slice(0, limit),
            isMore: stretches.length > limit,
          });
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('F5 says that there may be more where it gives up', () => {
    const fold = foldOf([entry('a', 'total', { start: 0, end: FOREVER }, { cores: 1 })]);
    for (let start = 0; start < 6000; start += 2)
      fold.apply(entry('a', 'reserved', { start, end: start + 1 }, { cores: 1 }));
    const asked = { length: 1, within: { start: 0, end: 6000 }, limit: 5000 };
    const { stretches, isMore } = findRoom(fold, demandOf({ cores: 1 }), asked, {});
    expect([stretches.length, isMore]).toEqual([2000, true]);
    const { isMore: isMoreLater } = findRoom(
      fold,
      demandOf({ cores: 1 }),
      { ...asked, within: { start: 3000, end: 6000 } },
      {},
    );
    expect(isMoreLater).toBe(false);
  });

  it('F15 finds no split that fits only after the window to look in', () => {
    const fold = foldOf([
      entry('a', 'total', { start: 0, end: FOREVER }, { cores: 1, instances: 9 }),
      entry('b', 'total', { start: 50, end: FOREVER }, { cores: 1, instances: 9 }),
    ]);
    const found = (end: number) =>
      findRoom(
        fold,
        demandOf({ cores: 2, instances: 2 }),
        { length: 5, within: { start: 0, end }, limit: 5 },
        {},
      );
    expect(found(53)).toEqual({ stretches: [], isMore: false });
    expect(found(55)).toEqual({ stretches: [{ start: 50, latestStart: 50 }], isMore: false });
  });

  it.each([
    { changes: 1_900, isMore: false },
    { changes: 2_100, isMore: true },
  ])('F5 after $changes changes without a split that fits: $isMore that there may be more', (row) => {
    const always = { start: 0, end: FOREVER };
    const fold = foldOf([
      entry('a', 'total', always, { cores: 3, instances: 9 }),
      entry('b', 'total', always, { cores: 1, instances: 9 }),
    ]);
    for (let start = 0; start < row.changes; start += 2)
      fold.apply(entry('a', 'reserved', { start, end: start + 1 }, { instances: 1 }));
    const asked = { length: 1, within: { start: 0, end: 3000 }, limit: 5 };
    const found = findRoom(fold, demandOf({ cores: 4, instances: 2 }), asked, {});
    expect(found).toEqual({ stretches: [], isMore: row.isMore });
  });

  it('F11 waits until single addresses are free throughout', () => {
    const held = fc.record({
      start: fc.nat(LAST_SECOND),
      length: fc.integer({ min: 1, max: 5 }),
      address: fc.integer({ min: 1, max: 2 }),
    });
    fc.assert(
      fc.property(
        fc.array(held, { maxLength: 4 }),
        fc.integer({ min: 1, max: 2 }),
        anyAsked,
        (taken, count, { from, length }) => {
          // One reservation may hold an address in several windows, but two reservations never hold it at the same time.
          const assignments = taken.map(({ start, length: seconds, address }, index) => ({
            reservationId: `r${index}`,
            address: `192.0.2.${address}`,
            window: { start, end: start + seconds },
          }));
          const room = new AddressRoom(new AddressBook(['192.0.2.0/30'], assignments), 'new', []);
          const fold = foldOf([entry('a', 'total', { start: 0, end: FOREVER }, { addresses: 9 })]);
          const asked = { length, within: { start: from, end: END }, limit: 100 };
          const found = findRoom(fold, demandOf({ addresses: count }), asked, {}, room);
          const tried = stretchesOf(from, END - length, (start) => {
            const busy = assignments.filter(
              ({ window }) => window.start < start + length && start < window.end,
            );
            return 2 - new Set(busy.map(({ address }) => address)).size >= count;
          });
          expect(found.stretches).toEqual(tried);
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('F8 says what would be left, of addresses only what single ones allow', () => {
    const fold = foldOf([
      entry('a', 'total', { start: 0, end: FOREVER }, { cores: 7, addresses: 9 }),
      entry('b', 'total', { start: 0, end: FOREVER }, { cores: 2 }),
    ]);
    const held = { reservationId: 'r', address: '192.0.2.1', window: { start: 5, end: 6 } };
    const room = new AddressRoom(new AddressBook(['192.0.2.0/29'], [held]), 'new', []);
    const demand = demandOf({ cores: 2, addresses: 3 });
    expect(leftFree(fold, demand, { start: 0, end: 5 }, room)).toEqual({ cores: 7, addresses: 3 });
    expect(leftFree(fold, demand, { start: 0, end: 6 }, room)).toEqual({ cores: 7, addresses: 2 });
    expect(leftFree(fold, demand, { start: 0, end: 6 })).toEqual({ cores: 7, addresses: 6 });
  });
});
