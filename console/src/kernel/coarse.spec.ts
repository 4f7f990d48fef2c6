import { coarsened, instantOf, isCoarse, MAX_STEPS } from './coarse';
import { stepAt } from './worst';

/** A step each ten seconds, whose available amount goes up and down. */
const steps = Array.from({ length: 5000 }, (_, index) => ({
  start: index * 10,
  available: 500 + ((index * 7919) % 400) - (index === 4321 ? 450 : 0),
}));
const window = { start: 0, end: 50_000 };

describe('steps for a picture', () => {
  it('are left as they are while a chart has pixels for them', () => {
    const few = steps.slice(0, MAX_STEPS);
    expect(coarsened(few, window, 0)).toBe(few);
    expect(isCoarse(few)).toBe(false);
  });

  it('keep the worst of each part, to the last one', () => {
    const coarse = coarsened(steps, window, -1);
    expect(coarse.length).toBeLessThanOrEqual(MAX_STEPS + 1);
    expect(isCoarse(coarse)).toBe(true);
    coarse.forEach((step, index) => {
      const end = coarse[index + 1]?.start ?? window.end;
      const own = steps.filter(({ start }) => start + 10 > step.start && start < end);
      expect(step.available).toBe(Math.min(...own.map(({ available }) => available)));
      expect(stepAt(steps, instantOf(step))?.available).toBe(step.available);
    });
    expect(coarse.at(-1)?.start).toBeGreaterThan(49_900);
  });

  it('do not take an instant before now for one after it', () => {
    const now = 43_225;
    const coarse = coarsened(steps, window, now);
    const after = coarse.filter(({ start }) => start >= now);
    expect(after[0].start).toBe(now);
    expect(after.every((step) => instantOf(step) >= now)).toBe(true);
  });
});
