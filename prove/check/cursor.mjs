import { isGain, isNothing, plus, scaled } from './amounts.mjs';

/** A position in a zone's ledger. Its users advance it. */
export class Cursor {
  at = 0;
  #entries;
  #batch;
  #reservationOf;

  /** @param reservationOf function from the id of an instance to the reservation it draws on */
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

  /** The entry just before the position. */
  get passed() {
    return this.#entries[this.at - 1];
  }

  /** Restricts `peek` to the batch of the current entry, until the next call. Returns the position. */
  begin() {
    this.#batch = this.here.b;
    return this.at;
  }

  /** The current entry, or the one `further` places ahead; undefined if it is not in the current batch. */
  peek(further = 0) {
    const entry = this.#entries[this.at + further];
    return entry?.b === this.#batch ? entry : undefined;
  }

  since(from) {
    return this.#entries.slice(from, this.at);
  }

  /** Consumes consecutive entries of one reservation, all gains or all losses. Returns provider → amounts; losses are positive. */
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

  /** Whether an instance takes the released amounts in the next entry: such a draw is another effect. */
  #isDrawn(id) {
    const next = this.peek(1);
    return next?.m === 'allocated' && isGain(next.x) && this.#reservationOf(next.o) === id;
  }
}
