import { setImmediate as nextTurn } from 'node:timers/promises';
import { decideInTurns } from './decide-in-turns.js';

/** Takes the processor. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

// Regression: ninety refusals in a full calendar were decided without a pause, for seconds.
describe('decisions in turns', () => {
  it('let others run after one that takes long, and keep their order', async () => {
    const seen: string[] = [];
    const other = nextTurn().then(() => seen.push('other'));
    const outcomes = await decideInTurns(['a', 'b'], { charge: () => undefined }, (request) => {
      work(30);
      seen.push(request);
      return request.toUpperCase();
    });
    await other;
    expect(seen).toEqual(['a', 'other', 'b']);
    expect(outcomes).toEqual(['A', 'B']);
  });

  it('charge what takes long', async () => {
    const charged: number[] = [];
    const heavyWork = { charge: (milliseconds: number) => void charged.push(milliseconds) };
    await decideInTurns([0, 5], heavyWork, work);
    expect(charged).toEqual([expect.any(Number)]);
    expect(charged[0]).toBeGreaterThanOrEqual(5);
  });
});
