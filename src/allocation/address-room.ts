import { overlaps, type Instant, type TimeWindow } from '../kernel/time-window.js';
import type { AddressBook } from './address-book.js';
import { Timeline } from './timeline.js';

/** Gives the earliest start from an instant on; undefined: never. */
export type StartSearch = (from: Instant) => Instant | undefined;

/**
 * How many single addresses a reservation could have throughout a window, and from when on: what an offer may promise.
 * It keeps those it has, as `AddressBook.assign` does. Addresses that the zone can still be given count as free.
 */
export class AddressRoom {
  private readonly keep: ReadonlySet<string>;

  constructor(
    private readonly book: AddressBook,
    private readonly reservationId: string,
    keep: readonly string[],
  ) {
    this.keep = new Set(keep);
  }

  /** Counted up to `limit`, which spares a look at those that are held where plenty are not. */
  most(window: TimeWindow, limit: number): number {
    const { book, keep } = this;
    if (keep.size === 0 && limit <= book.size - book.held) return limit;
    if (book.assignmentsOf(this.reservationId).length === 0) {
      return Math.min(limit, book.size - book.heldIn(window));
    }
    let taken = 0;
    let takenOfOwn = 0;
    for (const { address, windows } of book.heldByOthers(this.reservationId)) {
      if (!windows.some((held) => overlaps(held, window))) continue;
      taken += 1;
      if (keep.has(address)) takenOfOwn += 1;
    }
    // An address never changes under a reservation: in place of one of its own it gets no other.
    return Math.min(limit, takenOfOwn > 0 ? keep.size - takenOfOwn : book.size - taken);
  }

  /** The search for a window of a length, starting at `since` or later, in which so many can be had. O(n log n) to make. */
  startSearch(count: number, length: number, since: Instant): StartSearch {
    const { book, keep } = this;
    if (keep.size === 0 && count <= book.size - book.held) return (from) => from;
    const all = new Blocked(length, since);
    const own = new Blocked(length, since);
    for (const { address, windows } of book.heldByOthers(this.reservationId)) {
      all.add(windows);
      if (keep.has(address)) own.add(windows);
    }
    const [taken, takenOfOwn] = [all.timeline(), own.timeline()];
    const isGrowing = count > keep.size;
    return (from) => {
      for (let start: Instant | undefined = from; start !== undefined;) {
        const found = takenOfOwn.firstAtLeast(Math.min(count - keep.size, 0), start);
        if (found === undefined || !isGrowing) return found;
        start = taken.firstAtLeast(count - book.size, found);
        if (start === found) return found;
      }
      return undefined;
    };
  }
}

/** Counts, for each start, the addresses that are held somewhere in the window that starts there: one less for each. */
class Blocked {
  private readonly times: number[] = [];
  private readonly deltas: number[] = [];

  constructor(
    private readonly length: number,
    private readonly since: Instant,
  ) {}

  /** One address is held in these windows: whatever would start in or shortly before one of them meets it. */
  add(windows: readonly TimeWindow[]): void {
    let until = this.since;
    for (const { start, end } of [...windows].sort((a, b) => a.start - b.start)) {
      const from = Math.max(start - this.length + 1, until);
      if (end <= from) continue;
      this.times.push(from, end);
      this.deltas.push(-1, 1);
      until = end;
    }
  }

  timeline(): Timeline {
    return Timeline.fromChanges(
      Float64Array.from(this.times),
      Float64Array.from(this.deltas),
      this.times.length,
    );
  }
}
