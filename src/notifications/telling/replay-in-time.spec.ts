import { resultOf } from '../../kernel/pace.js';
import { replayInTime } from './replay-in-time.js';

const commits = Array.from({ length: 10 }, (_, index) => ({
  zoneId: 'z',
  sequence: index + 1,
  recordedAt: index,
  entries: [],
}));

/** Applies the commits with a clock that advances by some milliseconds at every reading. */
function replayed(step: number): { sequence?: number; applied: number } {
  const heads = new Map<string, number>();
  let time = 0;
  let applied = 0;
  const capacity = { apply: () => ++applied > 0 };
  resultOf(replayInTime(capacity, commits, heads, 100, () => (time += step)));
  return { sequence: heads.get('z'), applied };
}

describe('replayInTime', () => {
  // Regression: a round over a thousand zones took longer than PostgreSQL lets a transaction idle, and started again.
  it('leaves to the next round what does not fit into a second, and applies at least one commit', () => {
    expect(replayed(1)).toEqual({ sequence: 10, applied: 10 });
    expect(replayed(300)).toEqual({ sequence: 4, applied: 4 });
    expect(replayed(5_000)).toEqual({ sequence: 1, applied: 1 });
  });

  it('lets others go first after each commit', () => {
    const parts = replayInTime({ apply: () => true }, commits, new Map(), 100);
    expect(parts.next().done).toBe(false);
  });
});
