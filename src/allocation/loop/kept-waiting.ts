import type { Draft } from '../admission/draft.js';
import { isLive, needsTraits, type HeldReservation } from '../admission/records.js';

/**
 * Cache of a zone's waiting reservations, in the order in which they are tried. Every change of one is an entry of the
 * ledger, so the cache is current at the head at which it was read, and at those that this process appends after it.
 */
export class KeptWaiting {
  private head?: number;
  private waiting = new Map<string, HeldReservation>();

  /** The waiting reservations at this head; undefined if they have to be read. */
  at(head: number): ReadonlyMap<string, HeldReservation> | undefined {
    return this.head === head ? this.waiting : undefined;
  }

  /** Whether any of them requires traits of its providers. */
  get requireTraits(): boolean {
    for (const { record } of this.waiting.values()) {
      if (needsTraits(record)) return true;
    }
    return false;
  }

  /** Keeps what was read at this head, if it was all. */
  keep(head: number, waiting: ReadonlyMap<string, HeldReservation>, isAll: boolean): void {
    this.head = isAll ? head : undefined;
    this.waiting = new Map(isAll ? waiting : []);
  }

  /** Moves on to the head of a draft that has been stored. */
  moveOn({ reservations, now }: Draft, from: number, to: number): void {
    if (this.head !== from) return;
    this.head = to;
    for (const held of reservations.values()) {
      const { id, status, createdAt } = held.record;
      if (status !== 'waiting' || !isLive(held.record, now)) this.waiting.delete(id);
      // One that has moved here may be older than those that are known.
      else if (createdAt < now && !this.waiting.has(id)) this.head = undefined;
      else this.waiting.set(id, held);
    }
  }

  drop(): void {
    this.head = undefined;
    this.waiting.clear();
  }
}
