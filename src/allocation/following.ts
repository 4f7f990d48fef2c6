import type { ZoneLoop } from './zone-loop.js';

/** Entries read in a round, of all zones together: some milliseconds' work. */
const MOST_READ = 250;

/** A zone in which nothing is new costs a statement too. */
const MOST_LOOKED_AT = 8;

type Followed = Pick<ZoneLoop, 'decider' | 'follow' | 'takeOver'>;

/**
 * Keeps the folds of zones that other processes decide from falling far behind, so that little is left to be read when one of them
 * has to be decided here. A process has so much time for it, however many those zones are: they are looked at in turn.
 */
export class Following {
  private next = 0;

  constructor(private readonly loops: () => Iterable<Followed>) {}

  async round(): Promise<void> {
    const followed = [...this.loops()].filter(({ decider }) => decider.elsewhere !== undefined);
    for (const loop of followed) if (loop.decider.isToTakeOver) await loop.takeOver();
    let left = MOST_READ;
    for (let looks = Math.min(MOST_LOOKED_AT, followed.length); looks > 0 && left > 0; looks--) {
      this.next = (this.next + 1) % followed.length;
      left -= await followed[this.next].follow(left);
    }
  }
}
