import type { Instant } from '../../kernel/time-window.js';
import type { Draft } from '../admission/draft.js';
import type { LoadedRows } from '../admission/loaded-rows.js';
import { isLive, needsTraits, type HeldReservation } from '../admission/records.js';

type Reservations = ReadonlyMap<string, HeldReservation>;

/** The reservations of a zone that hold nothing. */
export interface UnbackedReservations {
  readonly inConflict: Reservations;
  /** In the order in which they are tried. */
  readonly waiting: Reservations;
}

/** Containers, elements and addresses of all reservations in conflict beyond which they are not kept: some KiB each. */
const MAX_PARTS = 20_000;

/**
 * Cache of a zone's reservations that hold nothing. Every change of one, or of its instances that matters to a decision, is an
 * entry of the ledger, so the cache is current at the head at which it was read, and at those that this process appends after it.
 */
export class KeptUnbacked {
  private head?: number;
  private readonly inConflict = new Map<string, HeldReservation>();
  private readonly waiting = new Map<string, HeldReservation>();

  /**
   * Those at this head that have not ended by now; undefined if they have to be read. The end of one in conflict by the clock is no entry.
   *
   * @param knownFrom nothing is decided for a time before it. Until then a clock may have been ahead, and is set right.
   */
  at(head: number, now: Instant, knownFrom: Instant): UnbackedReservations | undefined {
    if (this.head !== head) return undefined;
    for (const [id, { record }] of this.inConflict)
      if (!isLive(record, knownFrom)) this.inConflict.delete(id);
    return { inConflict: liveAt(this.inConflict, now), waiting: this.waiting };
  }

  /** Whether any of them requires traits of its providers. */
  get requireTraits(): boolean {
    for (const reservations of [this.inConflict, this.waiting]) {
      for (const { record } of reservations.values()) if (needsTraits(record)) return true;
    }
    return false;
  }

  /** Keeps what was read at this head, if it was all. */
  keep(head: number, { reservations, waiting, areAllInConflict, isAllWaiting }: LoadedRows): void {
    this.drop();
    if (!areAllInConflict || !isAllWaiting) return;
    for (const [id, held] of reservations) if (isInConflict(held)) this.inConflict.set(id, held);
    for (const [id, held] of waiting) this.waiting.set(id, held);
    this.head = isTooMuch(this.inConflict.values()) ? undefined : head;
  }

  /** Moves on to the head of a draft that has been stored. */
  moveOn(draft: Draft, from: number, to: number): void {
    if (this.head !== from) return;
    this.head = to;
    const { now } = draft;
    for (const held of draft.reservations.values()) {
      const { id, status, createdAt } = held.record;
      const isKept = isLive(held.record, now);
      if (!isKept || !isInConflict(held)) this.inConflict.delete(id);
      // There may be too many of them.
      else if (!this.inConflict.has(id)) this.head = undefined;
      else this.inConflict.set(id, held);
      if (!isKept || status !== 'waiting') this.waiting.delete(id);
      // One that has moved here may be older than those that are known.
      else if (createdAt < now && !this.waiting.has(id)) this.head = undefined;
      else this.waiting.set(id, held);
    }
    // An instance of one in conflict that has ended.
    for (const { reservationId = '' } of draft.instances.values()) {
      const held = this.inConflict.has(reservationId) ? draft.reservation(reservationId) : undefined;
      if (held) this.inConflict.set(reservationId, held);
    }
  }

  drop(): void {
    this.head = undefined;
    this.inConflict.clear();
    this.waiting.clear();
  }
}

function isInConflict({ record }: HeldReservation): boolean {
  return record.status === 'conflict';
}

function liveAt(reservations: Reservations, now: Instant): Reservations {
  const live = [...reservations].filter(([, { record }]) => isLive(record, now));
  return live.length === reservations.size ? reservations : new Map(live);
}

function isTooMuch(reservations: Iterable<HeldReservation>): boolean {
  let parts = 0;
  for (const { record } of reservations)
    parts += (record.containers?.length ?? 0) + record.elements.length + record.addresses.length;
  return parts > MAX_PARTS;
}
