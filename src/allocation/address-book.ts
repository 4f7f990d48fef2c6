import { overlaps, type Instant, type TimeWindow } from '../kernel/time-window.js';
import { addressesIn, spanOf, toNumber, toText, type Span } from './address-span.js';

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

/**
 * Who holds which concrete IPv4 address of a zone, and when. Addresses are given lowest first, so that windows that
 * don't meet share an address and the others stay free for long ones. The database refuses whatever this gets wrong.
 */
export class AddressBook {
  private readonly spans: Span[];
  private readonly holdings = new Map<number, Holding[]>();
  private readonly byReservation = new Map<string, AddressAssignment[]>();
  /** How many addresses there are, with those that the zone can still be given. */
  readonly size: number;

  /** @param spare how many addresses the zone can still be given: nobody holds them, but they can't be assigned yet */
  constructor(ranges: readonly string[], assignments: readonly AddressAssignment[], spare = 0) {
    this.spans = ranges.map(spanOf).sort((a, b) => a.first - b.first);
    this.size = this.spans.reduce((size, span) => size + addressesIn(span), spare);
    for (const assignment of assignments) this.hold(assignment);
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

  /** Replaces whatever a reservation holds. */
  restore(reservationId: string, assignments: readonly AddressAssignment[]): void {
    for (const { address } of this.assignmentsOf(reservationId)) {
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
    const number = toNumber(address);
    const held = this.holdings.get(number);
    if (held) held.push({ reservationId, window });
    else this.holdings.set(number, [{ reservationId, window }]);
    const own = this.byReservation.get(reservationId);
    if (own) own.push(assignment);
    else this.byReservation.set(reservationId, [assignment]);
  }

  private isFree(address: number, window: TimeWindow, reservationId: string): boolean {
    const held = this.holdings.get(address) ?? [];
    return !held.some((other) => other.reservationId !== reservationId && overlaps(other.window, window));
  }

  private *candidates(): Iterable<number> {
    for (const { first, last } of this.spans) {
      for (let address = first; address <= last; address++) yield address;
    }
  }
}
