import { FOREVER, fromNow, overlaps, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import { addressesIn, boundsOf, spanOf, toNumber, toText, type Span } from '../../kernel/address-span.js';
import { HeldOverTime, type HeldOverTimeView } from '../timeline/held-over-time.js';

/** One address held by a reservation over a window. */
export interface AddressAssignment {
  readonly reservationId: string;
  readonly address: string;
  readonly window: TimeWindow;
}

/** The same each time, so that a draft sees that nothing has changed. */
const NO_ASSIGNMENTS: readonly AddressAssignment[] = [];

interface Holding {
  readonly reservationId: string;
  readonly window: TimeWindow;
}

/** A range of the zone: its bounds, and the span of addresses that can be assigned. */
interface Range {
  readonly text: string;
  readonly first: number;
  readonly end: number;
  readonly span: Span;
}

/** Read-only view of a zone's addresses. */
export type AddressView = Readonly<
  Pick<AddressBook, 'own' | 'spare' | 'size' | 'held' | 'heldIn' | 'overTime' | 'rangesOverlapping'>
>;

/**
 * Which reservation holds which IPv4 address of a zone, and when. Addresses are assigned lowest first: disjoint windows
 * share an address, and the others stay free for long windows. A database constraint rejects any double assignment.
 */
export class AddressBook {
  private ranges: readonly Range[] = [];
  private owned = 0;
  private unassigned: number;
  private readonly holdings = new Map<number, Holding[]>();
  private readonly byReservation = new Map<string, AddressAssignment[]>();
  /** Built on first use, then kept up to date. */
  private heldOverTime?: HeldOverTime;

  /** @param spare addresses that the zone can still get from the configured ranges; they can't be assigned yet */
  constructor(ranges: readonly string[], assignments: readonly AddressAssignment[], spare = 0) {
    this.unassigned = spare;
    this.setRanges(ranges.map(rangeOf));
    for (const assignment of assignments) this.hold(assignment);
  }

  /** Addresses in the zone's ranges. */
  get own(): number {
    return this.owned;
  }

  /** Addresses in the zone's ranges and those that it can still get. */
  get size(): number {
    return this.own + this.spare;
  }

  /** Addresses that the zone can still get. */
  get spare(): number {
    return this.unassigned;
  }

  /** The zone's ranges that overlap another range. */
  rangesOverlapping(range: string): string[] {
    const { first, end } = boundsOf(range);
    return this.ranges.filter((own) => own.first < end && first < own.end).map(({ text }) => text);
  }

  /**
   * Adds a range. Returns an undo function.
   *
   * @param left addresses that the zone can still get afterwards: none if its operator has named the range
   */
  addRange(range: string, left = 0): () => void {
    const { ranges, spare } = this;
    this.setRanges([...ranges, rangeOf(range)]);
    this.unassigned = left;
    return () => {
      this.setRanges(ranges);
      this.unassigned = spare;
    };
  }

  assignmentsOf(reservationId: string): readonly AddressAssignment[] {
    return this.byReservation.get(reservationId) ?? NO_ASSIGNMENTS;
  }

  /**
   * Assigns `count` addresses to a reservation that no other one holds in what is left of the window. Addresses in
   * `keep` stay: an address never changes under a reservation. Nothing changes on failure: `kept-taken` if another
   * reservation holds an address that must stay, `too-few` if too few are free.
   */
  assign(
    reservationId: string,
    count: number,
    whole: TimeWindow,
    keep: readonly string[],
    now: Instant,
  ): readonly string[] | 'kept-taken' | 'too-few' {
    const window = fromNow(whole, now);
    const staying = keep.filter((address) => this.isFree(toNumber(address), window, reservationId));
    if (staying.length < Math.min(count, keep.length)) return 'kept-taken';
    const addresses = staying.slice(0, count);
    const kept = new Set(keep.map(toNumber));
    for (const number of this.candidates()) {
      if (addresses.length === count) break;
      if (!kept.has(number) && this.isFree(number, window, reservationId)) addresses.push(toText(number));
    }
    if (addresses.length < count) return 'too-few';
    const heldSince = new Map(
      this.assignmentsOf(reservationId).map((one) => [one.address, one.window.start]),
    );
    const assignments = addresses.map((address) => {
      const since = window.start > now ? undefined : heldSince.get(address);
      const start = Math.min(since ?? window.start, window.start);
      return { reservationId, address, window: { start, end: window.end } };
    });
    this.restore(reservationId, assignments);
    return addresses;
  }

  /** Ends the assignments of a reservation: what has passed of them stays. */
  end(reservationId: string, now: Instant): void {
    const passed = this.assignmentsOf(reservationId).flatMap(({ window: { start, end }, ...one }) =>
      start < now ? [{ ...one, window: { start, end: Math.min(end, now) } }] : [],
    );
    this.restore(reservationId, passed);
  }

  /** Addresses held by any reservation, now or later. */
  get held(): number {
    return this.holdings.size;
  }

  /** Each address that other reservations hold, and in which windows. */
  *heldByOthers(reservationId: string): Iterable<{ address: string; windows: readonly TimeWindow[] }> {
    for (const [number, holdings] of this.holdings) {
      const others = holdings.filter((held) => held.reservationId !== reservationId);
      if (others.length > 0) yield { address: toText(number), windows: others.map(({ window }) => window) };
    }
  }

  /**
   * The number of addresses held at some instant of a window. O(log n) if no holding begins within it, as in a second
   * or a quiet hour. Otherwise it scans all held addresses, because one may be held in several parts of the window.
   */
  heldIn(window: TimeWindow): number {
    const { held: heldAt, begun } = this.overTime;
    if ((begun.nextChange(window.start) ?? FOREVER) >= window.end) return heldAt.valueAt(window.start);
    let held = 0;
    for (const holdings of this.holdings.values()) {
      if (holdings.some((holding) => overlaps(holding.window, window))) held += 1;
    }
    return held;
  }

  get overTime(): HeldOverTimeView {
    this.heldOverTime ??= HeldOverTime.of(this.windows());
    return this.heldOverTime;
  }

  /** Replaces the assignments of a reservation. */
  restore(reservationId: string, assignments: readonly AddressAssignment[]): void {
    for (const { address, window } of this.assignmentsOf(reservationId)) {
      this.heldOverTime?.add(window, -1);
      const number = toNumber(address);
      const others = (this.holdings.get(number) ?? []).filter((held) => held.reservationId !== reservationId);
      if (others.length > 0) this.holdings.set(number, others);
      else this.holdings.delete(number);
    }
    this.byReservation.delete(reservationId);
    for (const assignment of assignments) this.hold(assignment);
  }

  /** Removes the assignments of reservations that ended by an instant. */
  forgetBefore(instant: Instant): void {
    for (const [reservationId, assignments] of this.byReservation) {
      if (assignments.every(({ window }) => window.end <= instant)) this.restore(reservationId, []);
    }
  }

  private hold(assignment: AddressAssignment): void {
    const { reservationId, address, window } = assignment;
    this.heldOverTime?.add(window, 1);
    const number = toNumber(address);
    const held = this.holdings.get(number);
    if (held) held.push({ reservationId, window });
    else this.holdings.set(number, [{ reservationId, window }]);
    const own = this.byReservation.get(reservationId);
    if (own) own.push(assignment);
    else this.byReservation.set(reservationId, [assignment]);
  }

  private setRanges(ranges: readonly Range[]): void {
    this.ranges = [...ranges].sort((a, b) => a.first - b.first);
    this.owned = ranges.reduce((sum, { span }) => sum + addressesIn(span), 0);
  }

  private *windows(): Iterable<TimeWindow> {
    for (const holdings of this.holdings.values()) {
      for (const { window } of holdings) yield window;
    }
  }

  private isFree(address: number, window: TimeWindow, reservationId: string): boolean {
    const held = this.holdings.get(address) ?? [];
    return !held.some((other) => other.reservationId !== reservationId && overlaps(other.window, window));
  }

  private *candidates(): Iterable<number> {
    for (const {
      span: { first, last },
    } of this.ranges) {
      for (let address = first; address <= last; address++) yield address;
    }
  }
}

function rangeOf(text: string): Range {
  return { text, ...boundsOf(text), span: spanOf(text) };
}
