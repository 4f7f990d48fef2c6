import fc from 'fast-check';
import { entry, LAST_SECOND, smallWindow } from '../../test/support/folds.js';
import { runs } from '../../test/support/runs.js';
import { AddressBook, type AddressAssignment } from '../allocation/addresses/address-book.js';
import type { Movement } from '../allocation/fold/entry.js';
import { overlaps, type TimeWindow } from '../kernel/time-window.js';
import { AddressLimit, type LimitedStep } from './address-limit.js';

/** Four usable addresses. */
const RANGES = ['192.0.2.8/30', '192.0.2.0/30'];

const holding = fc.record({ count: fc.integer({ min: 1, max: 2 }), window: smallWindow });
type Holding = Readonly<{ count: number; window: TimeWindow }>;

function bookOf(holdings: readonly Holding[]): AddressBook {
  const book = new AddressBook(RANGES, [], 1);
  for (const [index, { count, window }] of holdings.entries()) book.assign(`r${index}`, count, window, [], 0);
  return book;
}

function stepsOf(limit: AddressLimit, { start, end }: TimeWindow): LimitedStep[] {
  return Array.from({ length: Math.min(end, LAST_SECOND + 1) - start }, (_, second) =>
    limit.next(start + second, 4),
  );
}

function entryOf({ count, window }: Holding, moves: Movement = 'reserved') {
  return entry('a', moves, window, { addresses: count });
}

describe('the limit of a timeline by the free addresses of a zone', () => {
  const property = (check: (holdings: readonly Holding[], more: Holding, window: TimeWindow) => void) =>
    fc.assert(fc.property(fc.array(holding, { maxLength: 3 }), holding, smallWindow, check), {
      numRuns: runs(1000),
    });

  it('leaves what is free at each second, and in a row only what is free until the next one begins', () => {
    const assignment = fc.record({
      address: fc.constantFrom('192.0.2.1', '192.0.2.2', '192.0.2.9', '192.0.2.10'),
      start: fc.nat(LAST_SECOND - 1),
      length: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(assignment, { maxLength: 8 }), fc.nat(2), smallWindow, (wanted, spare, window) => {
        const assignments: AddressAssignment[] = [];
        for (const { address, start, length } of wanted) {
          const each = { reservationId: `r${start}`, address, window: { start, end: start + length } };
          const isTaken = assignments.some(
            (other) => other.address === address && overlaps(other.window, each.window),
          );
          if (!isTaken) assignments.push(each);
        }
        const book = new AddressBook(RANGES, assignments, spare);
        let row = { start: window.start, most: -1 };
        for (const [index, step] of stepsOf(new AddressLimit(book, window, true), window).entries()) {
          const second = { start: window.start + index, end: window.start + index + 1 };
          const most = step.parts.own + step.parts.shared;
          expect(step.free).toBe(4 - book.heldIn(second));
          expect(most).toBe(Math.min(4, step.free + spare));
          if (step.isNew || most !== row.most) row = { start: second.start, most };
          expect(most).toBeLessThanOrEqual(book.size - book.heldIn({ start: row.start, end: second.end }));
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is the same with an entry as with a book that has its addresses', () => {
    property((holdings, more, window) => {
      const book = bookOf([...holdings, more]);
      fc.pre(book.assignmentsOf(`r${holdings.length}`).length > 0);
      const limit = new AddressLimit(bookOf(holdings), window, true);
      limit.addEntry(entryOf(more), 1);
      expect(stepsOf(limit, window)).toEqual(stepsOf(new AddressLimit(book, window, true), window));
    });
  });

  it('is as before when the entry is removed again', () => {
    property((holdings, more, window) => {
      const limit = new AddressLimit(bookOf(holdings), window, true);
      limit.addEntry(entryOf(more), 1);
      limit.addEntry(entryOf(more), -1);
      const before = new AddressLimit(bookOf(holdings), window, true);
      expect(stepsOf(limit, window)).toEqual(stepsOf(before, window));
    });
  });

  it('does not depend on entries of other figures, nor on any if the held addresses count', () => {
    property((holdings, more, window) => {
      const ofFree = new AddressLimit(bookOf(holdings), window, true);
      for (const moves of ['total', 'allocated'] as const) ofFree.addEntry(entryOf(more, moves), 1);
      ofFree.addEntry(entry('a', 'reserved', more.window, { cores: 1 }), 1);
      expect([...ofFree.instants()]).toEqual([
        ...new AddressLimit(bookOf(holdings), window, true).instants(),
      ]);
      const ofAll = new AddressLimit(bookOf(holdings), window, false);
      ofAll.addEntry(entryOf(more), 1);
      expect([...ofAll.instants()]).toEqual([]);
      expect(stepsOf(ofAll, window).map(({ free }) => free)).toEqual(stepsOf(ofAll, window).map(() => 4));
    });
  });
});
