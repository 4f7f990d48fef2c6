import { FOREVER, overlaps, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import type { AddressBook } from './address-book.js';
import { ChangeList } from '../timeline/change-list.js';
import { Timeline } from '../timeline/timeline.js';

/** Returns the earliest start from an instant on; undefined if there is none. */
export type StartSearch = (from: Instant) => Instant | undefined;

/** Starts from which enough single addresses are free throughout. */
export interface AddressStarts {
  /** The earliest one from an instant on. */
  readonly next: StartSearch;
  /** The first instant after a start that is none; undefined if there is none. */
  readonly end: StartSearch;
}

/**
 * The number of single addresses a reservation could get throughout a window, and the earliest start for a number of
 * them: the basis of offers. It keeps its own addresses, as `AddressBook.assign` does. Addresses that the zone can
 * still get count as free.
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

  /** Counts up to `limit`, which avoids a scan of the held addresses while many are free. */
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
    // An address never changes under a reservation: it gets no substitute for an address of its own that is taken.
    return Math.min(limit, takenOfOwn > 0 ? keep.size - takenOfOwn : book.size - taken);
  }

  /**
   * As `startSearch`, with the end of each run of starts, for a reservation that has no addresses yet. O(n log n).
   */
  freeStarts(count: number, length: number, since: Instant): AddressStarts {
    const { book } = this;
    if (count <= book.size - book.held) return { next: (from) => from, end: () => undefined };
    const all = new Blocked(length, since);
    for (const { windows } of book.heldByOthers(this.reservationId)) all.add(windows);
    const taken = all.timeline();
    const most = count - book.size;
    return {
      next: (from) => taken.firstAtLeast(most, from),
      end: (start) => taken.firstBelow(most, { start, end: FOREVER }),
    };
  }

  /** Prepares the search for a window of a length, starting at `since` or later, with `count` addresses. O(n log n). */
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

/** For each start, minus the number of addresses that are held somewhere in the window that begins there. */
class Blocked {
  private readonly changes = new ChangeList();

  constructor(
    private readonly length: number,
    private readonly since: Instant,
  ) {}

  /**
   * Adds an address that is held in these windows. A window that begins in one of them, or less than `length` before
   * it, overlaps it.
   */
  add(windows: readonly TimeWindow[]): void {
    let until = this.since;
    for (const { start, end } of [...windows].sort((a, b) => a.start - b.start)) {
      const from = Math.max(start - this.length + 1, until);
      if (end <= from) continue;
      this.changes.add({ start: from, end }, -1);
      until = end;
    }
  }

  timeline(): Timeline {
    return Timeline.fromChanges(this.changes);
  }
}
