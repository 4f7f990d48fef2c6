import { FOREVER, overlaps, type Instant, type TimeWindow } from '../kernel/time-window.js';
import { addressesIn, boundsOf, spanOf, toNumber, toText, type Span } from './address-span.js';
import { HeldOverTime, type HeldOverTimeView } from './held-over-time.js';

/** One address held by a reservation over a window. */
export interface AddressAssignment {
  readonly reservationId: string;
  readonly address: string;
  readonly window: TimeWindow;
}

interface Holding {
  readonly reservationId: string;
  readonly window: TimeWindow;
}

/** A range of the zone: where it begins and ends, and which of its addresses can be given away. */
interface Range {
  readonly text: string;
  readonly first: number;
  readonly end: number;
  readonly span: Span;
}

/** A zone's addresses for reading: what a look gets, which has no mutators. */
export type AddressView = Readonly<Pick<AddressBook, 'own' | 'spare' | 'heldIn' | 'overTime'>>;

/**
 * Who holds which concrete IPv4 address of a zone, and when. Addresses are given lowest first, so that windows that
 * don't meet share an address and the others stay free for long ones. The database refuses whatever this gets wrong.
 */
export class AddressBook {
  private ranges: readonly Range[] = [];
  private owned = 0;
  private unassigned: number;
  private readonly holdings = new Map<number, Holding[]>();
  private readonly byReservation = new Map<string, AddressAssignment[]>();
  /** Made when it is first asked for, and kept up to date from then on. */
  private heldOverTime?: HeldOverTime;

  /** @param spare how many addresses the zone can still be given: nobody holds them, but they can't be assigned yet */
  constructor(ranges: readonly string[], assignments: readonly AddressAssignment[], spare = 0) {
    this.unassigned = spare;
    this.setRanges(ranges.map(rangeOf));
    for (const assignment of assignments) this.hold(assignment);
  }

  /** How many addresses the zone has. */
  get own(): number {
    return this.owned;
  }

  /** How many addresses there are, with those that the zone can still be given. */
  get size(): number {
    return this.own + this.spare;
  }

  /** How many addresses the zone can still be given. */
  get spare(): number {
    return this.unassigned;
  }

  /** Those of the zone's ranges that share addresses with another. */
  rangesOverlapping(range: string): string[] {
    const { first, end } = boundsOf(range);
    return this.ranges.filter((own) => own.first < end && first < own.end).map(({ text }) => text);
  }

  /** Gives the zone a range that its operator has named: from then on it is given no other. Returns what undoes it. */
  addRange(range: string): () => void {
    const { ranges, spare } = this;
    this.setRanges([...ranges, rangeOf(range)]);
    this.unassigned = 0;
    return () => {
      this.setRanges(ranges);
      this.unassigned = spare;
    };
  }

  assignmentsOf(reservationId: string): readonly AddressAssignment[] {
    return this.byReservation.get(reservationId) ?? [];
  }

  /**
   * Gives a reservation `count` addresses that nobody else holds in the window. Those in `keep` stay: an address never
   * changes under a reservation. Nothing is changed when it can't be done: `kept-taken` when somebody else holds one
   * that would have to stay, `too-few` when too few are free.
   */
  assign(
    reservationId: string,
    count: number,
    window: TimeWindow,
    keep: readonly string[],
  ): readonly string[] | 'kept-taken' | 'too-few' {
    const staying = keep.filter((address) => this.isFree(toNumber(address), window, reservationId));
    if (staying.length < Math.min(count, keep.length)) return 'kept-taken';
    const addresses = staying.slice(0, count);
    for (const number of this.candidates()) {
      if (addresses.length === count) break;
      const address = toText(number);
      if (!keep.includes(address) && this.isFree(number, window, reservationId)) addresses.push(address);
    }
    if (addresses.length < count) return 'too-few';
    this.restore(
      reservationId,
      addresses.map((address) => ({ reservationId, address, window })),
    );
    return addresses;
  }

  /** How many addresses are held by anyone at all, now or later. */
  get held(): number {
    return this.holdings.size;
  }

  /** For each address that others than a reservation hold: in which windows. */
  *heldByOthers(reservationId: string): Iterable<{ address: string; windows: readonly TimeWindow[] }> {
    for (const [number, holdings] of this.holdings) {
      const others = holdings.filter((held) => held.reservationId !== reservationId);
      if (others.length > 0) yield { address: toText(number), windows: others.map(({ window }) => window) };
    }
  }

  /**
   * How many addresses are held at some instant of a window. O(log n) where nothing begins to be held within it, as in a second or a
   * quiet hour; else all that are held are looked at, as one may be held in several parts of the window.
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

  /** Replaces whatever a reservation holds. */
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

  /** Lets go of what is over. */
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
