import fc from 'fast-check';
import { LAST_SECOND, smallWindow } from '../../../test/support/folds.js';
import { overlaps, type TimeWindow } from '../../kernel/time-window.js';
import { AddressBook } from './address-book.js';
import { AddressRoom } from './address-room.js';
import { runs } from '../../../test/support/runs.js';

const RANGES = ['192.0.2.8/30', '192.0.2.0/30'];
/** Usable addresses, lowest first. */
const USABLE = ['192.0.2.1', '192.0.2.2', '192.0.2.9', '192.0.2.10'];

interface Step {
  readonly reservation: string;
  readonly count: number;
  readonly window: TimeWindow;
}

const step = fc.record({
  reservation: fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5'),
  count: fc.nat(3),
  window: smallWindow,
});

type Held = Map<string, { addresses: readonly string[]; window: TimeWindow }>;

/** The addresses that no reservation other than `self` holds in a window. */
function freeIn(held: Held, window: TimeWindow, self: string): string[] {
  return USABLE.filter((address) =>
    [...held].every(
      ([id, other]) => id === self || !other.addresses.includes(address) || !overlaps(other.window, window),
    ),
  );
}

function freeCount(book: AddressBook, window: TimeWindow): number {
  return new AddressRoom(book, '', []).most(window, 1000);
}

describe('the address book', () => {
  it('gives the lowest free addresses beside those a reservation has, which stay, and never one twice', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps: Step[]) => {
        const book = new AddressBook(RANGES, []);
        const held: Held = new Map();
        for (const { reservation, count, window } of steps) {
          const free = freeIn(held, window, reservation);
          const keep = held.get(reservation)?.addresses ?? [];
          const staying = keep.filter((address) => free.includes(address));
          const others = free.filter((address) => !keep.includes(address));
          const wanted = [...staying, ...others].slice(0, count);
          const isKeptTaken = staying.length < Math.min(count, keep.length);

          const assigned = book.assign(reservation, count, window, keep, 0);
          const isTooFew = wanted.length < count;
          expect(assigned).toEqual(isKeptTaken ? 'kept-taken' : isTooFew ? 'too-few' : wanted);
          if (typeof assigned !== 'string') held.set(reservation, { addresses: assigned, window });
          expect(book.assignmentsOf(reservation).map(({ address }) => address)).toEqual(
            held.get(reservation)?.addresses ?? [],
          );
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  // Regression: each address of the zone was searched among those kept. With 40,000 of them the process stood still for 3 s.
  it('does not search the addresses that a reservation keeps for each address of the zone', () => {
    const book = new AddressBook(['10.0.0.0/24'], []);
    const window = { start: 0, end: 10 };
    const kept = book.assign('r1', 100, window, [], 0) as string[];
    const searches = jest.spyOn(kept, 'includes');
    expect(book.assign('r1', 101, window, kept, 0)).toEqual([...kept, '10.0.0.101']);
    expect(searches.mock.calls.length).toBeLessThan(10);
  });

  it('is unchanged after a reservation is restored to its former assignments', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), step, smallWindow, (steps, last, window) => {
        const before = new AddressBook(RANGES, []);
        const book = new AddressBook(RANGES, []);
        for (const each of steps) {
          for (const one of [before, book]) one.assign(each.reservation, each.count, each.window, [], 0);
        }
        const had = book.assignmentsOf(last.reservation);
        book.assign(last.reservation, last.count, last.window, [], 0);
        book.restore(last.reservation, had);
        expect(freeCount(book, window)).toBe(freeCount(before, window));
        expect(book.assign('new', 2, window, [], 0)).toEqual(before.assign('new', 2, window, [], 0));
      }),
    );
  });

  it('gives the same answers for the future after it has dropped the past', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 10 }),
        fc.nat(LAST_SECOND),
        smallWindow,
        (steps, now, window) => {
          const book = new AddressBook(RANGES, []);
          for (const { reservation, count, window: wanted } of steps)
            book.assign(reservation, count, wanted, [], 0);
          const ahead = { start: Math.max(window.start, now), end: Math.max(window.end, now + 1) };
          const before = freeCount(book, ahead);
          book.forgetBefore(now);
          expect(freeCount(book, ahead)).toBe(before);
        },
      ),
    );
  });

  it('gives a running reservation an address that another one has just given back, from now on', () => {
    const book = new AddressBook(['192.0.2.0/30'], []);
    expect(book.assign('ended', 1, { start: 0, end: 90 }, [], 0)).toEqual(['192.0.2.1']);
    expect(book.assign('running', 1, { start: 10, end: 80 }, [], 0)).toEqual(['192.0.2.2']);
    book.end('ended', 20);
    const both = ['192.0.2.2', '192.0.2.1'];
    expect(book.assign('running', 2, { start: 10, end: 80 }, ['192.0.2.2'], 20)).toEqual(both);
    expect(book.assignmentsOf('running').map(({ window }) => window)).toEqual([
      { start: 10, end: 80 },
      { start: 20, end: 80 },
    ]);
    expect(book.assignmentsOf('ended').map(({ window }) => window)).toEqual([{ start: 0, end: 20 }]);
    expect(book.heldIn({ start: 0, end: 10 })).toBe(1);
    book.end('running', 5);
    expect(book.assignmentsOf('running')).toEqual([]);
  });

  it('gives a reservation its addresses anew if its start is moved into the future', () => {
    const book = new AddressBook(['192.0.2.0/30'], []);
    book.assign('moved', 1, { start: 10, end: 80 }, [], 0);
    book.assign('moved', 1, { start: 40, end: 90 }, ['192.0.2.1'], 20);
    expect(book.assignmentsOf('moved').map(({ window }) => window)).toEqual([{ start: 40, end: 90 }]);
  });

  it('counts the addresses that are held in a window, whatever has changed since it first counted', () => {
    const change = fc.record({
      act: fc.constantFrom('assign', 'assign', 'assign', 'end', 'forget'),
      now: fc.nat(LAST_SECOND),
      step,
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 10 }), (changes) => {
        const book = new AddressBook(RANGES, []);
        for (const {
          act,
          now,
          step: { reservation, count, window },
        } of changes) {
          // Builds the counts over time, which each change then has to keep up to date.
          book.heldIn(window);
          if (act === 'assign') book.assign(reservation, count, window, [], 0);
          else if (act === 'end') book.end(reservation, now);
          else book.forgetBefore(now);
        }
        const stored = ['r1', 'r2', 'r3', 'r4', 'r5'].flatMap((id) => book.assignmentsOf(id));
        const countOf = (some: typeof stored) => new Set(some.map(({ address }) => address)).size;
        expect(book.held).toBe(countOf(stored));
        for (let start = 0; start <= LAST_SECOND; start++) {
          for (const end of [start + 1, start + 4]) {
            const held = stored.filter((each) => overlaps(each.window, { start, end }));
            expect(book.heldIn({ start, end })).toBe(countOf(held));
          }
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('keeps all assignments of a reservation while one of them lasts', () => {
    const assignment = (address: string, end: number) => ({
      reservationId: 'r',
      address,
      window: { start: 0, end },
    });
    const both = [assignment('192.0.2.1', 10), assignment('192.0.2.2', 20)];
    const book = new AddressBook(RANGES, both);
    book.forgetBefore(15);
    expect(book.heldIn({ start: 15, end: 16 })).toBe(1);
    book.forgetBefore(20);
    expect(book.held).toBe(0);
  });

  it('has no address of a range that was taken back, and again those that it could still get', () => {
    const book = new AddressBook(RANGES, [], 5);
    const takeBack = book.addRange('198.51.100.0/30', 3);
    expect([book.own, book.spare]).toEqual([6, 3]);
    expect(book.rangesOverlapping('198.51.100.3/32')).toEqual(['198.51.100.0/30']);
    expect(book.rangesOverlapping('198.51.100.4/30')).toEqual([]);
    expect(book.rangesOverlapping('198.51.99.0/24')).toEqual([]);
    expect(book.rangesOverlapping('192.0.2.0/24')).toEqual(['192.0.2.0/30', '192.0.2.8/30']);
    takeBack();
    expect([book.own, book.spare]).toEqual([4, 5]);
    expect(book.rangesOverlapping('198.51.100.3/32')).toEqual([]);
  });

  it.each([
    ['198.51.100.0/24', '198.51.100.1', 254],
    ['198.51.100.4/31', '198.51.100.4', 2],
    ['198.51.100.7/32', '198.51.100.7', 1],
    ['255.255.255.0/24', '255.255.255.1', 254],
  ])('uses of %s from %s on %i addresses', (range, first, size) => {
    const book = new AddressBook([range], []);
    expect(book.size).toBe(size);
    expect(freeCount(book, { start: 0, end: 1 })).toBe(size);
    expect(book.assign('r', 1, { start: 0, end: 1 }, [], 0)).toEqual([first]);
  });
});
