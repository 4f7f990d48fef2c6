import fc from 'fast-check';
import { LAST_SECOND, smallWindow } from '../../../test/support/folds.js';
import { type TimeWindow } from '../../kernel/time-window.js';
import { AddressBook } from './address-book.js';
import { AddressRoom } from './address-room.js';
import { runs } from '../../../test/support/runs.js';

/** Four usable addresses. */
const RANGES = ['192.0.2.8/30', '192.0.2.0/30'];

const step = fc.record({
  reservation: fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5'),
  count: fc.integer({ min: 1, max: 3 }),
  window: smallWindow,
});
const steps = fc.array(step, { maxLength: 10 });
type Steps = readonly { reservation: string; count: number; window: TimeWindow }[];

function bookOf(made: Steps, spare = 0): AddressBook {
  const book = new AddressBook(RANGES, [], spare);
  for (const { reservation, count, window } of made) book.assign(reservation, count, window, [], 0);
  return book;
}

/** True if `count` addresses can be assigned, found by trying. */
function canHave(made: Steps, id: string, count: number, window: TimeWindow): boolean {
  const book = bookOf(made);
  const keep = book.assignmentsOf(id).map(({ address }) => address);
  return typeof book.assign(id, count, window, keep, 0) !== 'string';
}

function roomFor(book: AddressBook, id: string): AddressRoom {
  return new AddressRoom(
    book,
    id,
    book.assignmentsOf(id).map(({ address }) => address),
  );
}

describe('the room for addresses', () => {
  it.each(['new', 'r1'])('is as many as can be assigned to %s, and no more', (id) => {
    fc.assert(
      fc.property(steps, smallWindow, (made, window) => {
        const most = roomFor(bookOf(made), id).most(window, 9);
        expect(canHave(made, id, most, window)).toBe(true);
        expect(canHave(made, id, most + 1, window)).toBe(false);
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each(['new', 'r1'])('is first there at the earliest second at which %s can have them', (id) => {
    fc.assert(
      fc.property(steps, smallWindow, fc.nat(5), fc.nat(LAST_SECOND), (made, { start, end }, count, from) => {
        const length = end - start;
        const search = roomFor(bookOf(made), id).startSearch(count, length, Math.min(start, from));
        let earliest: number | undefined = from;
        while (earliest <= LAST_SECOND + 1) {
          if (canHave(made, id, count, { start: earliest, end: earliest + length })) break;
          earliest++;
        }
        expect(search(from)).toBe(earliest > LAST_SECOND + 1 ? undefined : earliest);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('counts up to the limit only', () => {
    const room = new AddressRoom(new AddressBook(['10.0.0.0/8'], []), 'new', []);
    expect(room.most({ start: 0, end: 1 }, 5)).toBe(5);
  });

  it('includes the addresses that the zone can still be given', () => {
    const window = { start: 0, end: 10 };
    const book = bookOf([{ reservation: 'r1', count: 3, window }], 5);
    expect(roomFor(book, 'new').most(window, 99)).toBe(6);
    expect(roomFor(book, 'new').startSearch(6, 10, 0)(0)).toBe(0);
    expect(roomFor(book, 'new').startSearch(7, 10, 0)(0)).toBe(10);
    expect(roomFor(book, 'new').startSearch(10, 10, 0)(0)).toBeUndefined();
    expect(book.assign('new', 6, window, [], 0)).toBe('too-few');
  });
});
