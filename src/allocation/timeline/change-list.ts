import { FOREVER, type Instant, type TimeWindow } from '../../kernel/time-window.js';

/** The changes from which a timeline is built, in any order: two growing columns of numbers. */
export class ChangeList {
  times = new Float64Array(16);
  deltas = new Float64Array(16);
  count = 0;

  push(at: Instant, delta: number): void {
    if (this.count === this.times.length) this.grow();
    this.times[this.count] = at;
    this.deltas[this.count++] = delta;
  }

  /** Adds `amount` to the value throughout the window. */
  add({ start, end }: TimeWindow, amount: number): void {
    this.push(start, amount);
    if (end < FOREVER) this.push(end, -amount);
  }

  private grow(): void {
    const times = new Float64Array(this.count * 2);
    const deltas = new Float64Array(this.count * 2);
    times.set(this.times);
    deltas.set(this.deltas);
    this.times = times;
    this.deltas = deltas;
  }
}
