import { changedRuns } from './changed-runs';

const step = (start: number, total: number) => ({
  start,
  total,
  allocated: 0,
  reserved: 0,
  available: total,
});

describe('the dashed line of a plan', () => {
  it('is not drawn where the plan changes nothing, such as before there was any capacity', () => {
    const steps = [step(0, 0), step(10, 8), step(50, 6)];
    const planned = [step(0, 0), step(10, 8), step(20, 3), step(30, 8), step(50, 6)];
    const [run, ...others] = changedRuns(steps, planned);
    expect(others).toEqual([]);
    expect(run.steps.map(({ start, total }) => [start, total])).toEqual([
      [20, 8],
      [20, 3],
      [30, 8],
    ]);
    expect(run.end).toBe(30);
  });

  it('goes on to the border where the plan has no end', () => {
    expect(changedRuns([step(0, 8)], [step(0, 8), step(5, 9)])).toEqual([
      { steps: [{ ...step(5, 9), total: 8 }, step(5, 9)], end: Infinity },
    ]);
  });
});
