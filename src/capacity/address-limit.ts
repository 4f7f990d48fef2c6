import type { AddressView } from '../allocation/addresses/address-book.js';
import { KEPT, type CapacityView } from '../allocation/fold/capacity-timelines.js';
import type { LedgerEntry } from '../allocation/fold/entry.js';
import type { Instant, TimeWindow } from '../kernel/time-window.js';
import { addressPartsOf, type AddressParts } from './limited-addresses.js';

/** A change of the held addresses: the difference, and how many holdings begin. */
interface Held {
  by: number;
  begun: number;
}

export interface LimitedStep {
  readonly parts: AddressParts;
  /** Number of the zone's free addresses at that instant. */
  readonly free: number;
  /** Whether a new row begins although its amounts equal the previous ones. */
  readonly isNew: boolean;
}

/**
 * Limits the rows of a timeline to a zone's free addresses. A row applies until the next one begins, so its available
 * addresses must be free until then. A new row begins where addresses change hands and that could make a difference.
 */
export class AddressLimit {
  private readonly changes = new Map<Instant, Held>();
  private readonly own: number;
  private readonly spare: number;
  private held = 0;
  /** Maximum of addresses held at some instant of the row. */
  private heldInRow = 0;
  private shown = 0;

  /** @param isOfFree whether held addresses are subtracted */
  constructor(
    addresses: AddressView,
    private readonly window: TimeWindow,
    private readonly isOfFree: boolean,
  ) {
    this.own = addresses.own;
    this.spare = addresses.spare;
    if (!isOfFree) return;
    const { held, begun } = addresses.overTime;
    let before = 0;
    for (const { at, value } of held.steps(window)) {
      this.at(at).by += value - before;
      before = value;
    }
    let earlier = begun.valueAt(window.start);
    for (const { at, value } of begun.steps(window)) {
      this.at(at).begun += value - earlier;
      earlier = value;
    }
  }

  /** Adds an entry, or removes it with `sign` -1. */
  addEntry({ moves, amounts, window }: LedgerEntry, sign: 1 | -1): void {
    const count = (amounts.addresses ?? 0) * sign;
    const from = Math.max(window.start, this.window.start);
    const end = Math.min(window.end, this.window.end);
    if (!this.isOfFree || moves !== 'reserved' || count === 0 || from >= end) return;
    this.at(from).by += count;
    if (window.start > this.window.start) this.at(from).begun += count;
    if (window.end < this.window.end) this.at(window.end).by -= count;
  }

  /**
   * Takes out what reservations hold on a provider. Where one ends and another one begins, only the difference is known: a row
   * may begin there although none has to.
   */
  leaveOut(provider: CapacityView): void {
    if (!this.isOfFree) return;
    const changes = new Map<Instant, number>();
    for (const kept of KEPT) {
      const sign = kept === 'total' ? -1 : 1;
      let before = 0;
      for (const { at, value } of provider.timeline(kept, 'addresses')?.steps(this.window) ?? []) {
        changes.set(at, (changes.get(at) ?? 0) + (value - before) * sign);
        before = value;
      }
    }
    for (const [at, by] of changes) {
      this.at(at).by += by;
      if (at > this.window.start) this.at(at).begun += Math.min(0, by);
    }
  }

  instants(): Iterable<Instant> {
    return this.changes.keys();
  }

  /** The limited amount from an instant on. Call it in the order of instants. */
  next(at: Instant, amount: number): LimitedStep {
    const { by = 0, begun = 0 } = this.changes.get(at) ?? {};
    this.held += by;
    this.heldInRow += Math.max(0, begun);
    const free = this.own - this.held;
    const parts = addressPartsOf(amount, free, this.spare);
    const most = parts.own + parts.shared;
    const isNew = begun > 0 && most > this.own + this.spare - this.heldInRow;
    if (isNew || most !== this.shown) this.heldInRow = this.held;
    this.shown = most;
    return { parts, free, isNew };
  }

  private at(instant: Instant): Held {
    let change = this.changes.get(instant);
    if (!change) {
      change = { by: 0, begun: 0 };
      this.changes.set(instant, change);
    }
    return change;
  }
}
