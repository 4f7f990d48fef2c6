import { isGain, isNothing, plus, scaled } from './amounts.mjs';

/** A place in a zone's ledger, moved on by whoever reads it. */
export class Cursor {
  at = 0;
  #entries;
  #batch;
  #reservationOf;

  /** @param reservationOf the reservation an instance draws on, by its id */
  constructor(entries, reservationOf) {
    this.#entries = entries;
    this.#reservationOf = reservationOf;
  }

  get isAtEnd() {
    return this.at >= this.#entries.length;
  }

  get here() {
    return this.#entries[this.at];
  }

  /** The entry that has just been passed. */
  get passed() {
    return this.#entries[this.at - 1];
  }

  /** Until this is called again only entries of the batch that is reached now are looked at. */
  begin() {
    this.#batch = this.here.b;
    return this.at;
  }

  /** The entry reached, or one some places further on, if it belongs to the same batch. */
  peek(further = 0) {
    const entry = this.#entries[this.at + further];
    return entry?.b === this.#batch ? entry : undefined;
  }

  since(from) {
    return this.#entries.slice(from, this.at);
  }

  /** Entries of one reservation in a row, all gains or all losses, as provider → amounts; losses are given positive. */
  gather(id, gains) {
    const sums = new Map();
    for (let entry = this.peek(); entry; entry = this.peek()) {
      const { o, m, p, x } = entry;
      if (o !== id || m !== 'reserved' || isNothing(x) || isGain(x) !== gains) break;
      if (!gains && sums.size > 0 && this.#isDrawn(id)) break;
      sums.set(p, plus(sums.get(p) ?? {}, gains ? x : scaled(x, -1)));
      this.at += 1;
    }
    return sums;
  }

  /** What a reservation gives up here is what an instance takes next: that is another effect. */
  #isDrawn(id) {
    const next = this.peek(1);
    return next?.m === 'allocated' && isGain(next.x) && this.#reservationOf(next.o) === id;
  }
}
