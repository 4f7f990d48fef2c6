import * as fc from 'fast-check';
import type { Step } from '../api/capacity';
import { stepAt } from '../kernel/worst';
import { freeStretches } from './free-stretches';

function steps(...rows: (readonly [start: number, available: number])[]): Step[] {
  return rows.map(([start, available]) => ({
    start,
    available,
    total: available,
    reserved: 0,
    allocated: 0,
  }));
}

const window = { start: 0, end: 100 };

describe('free stretches', () => {
  it('need every class throughout', () => {
    const cores = { amount: 4, steps: steps([0, 10], [20, 3], [40, 8]) };
    const ram = { amount: 100, steps: steps([0, 50], [10, 200]) };
    expect(freeStretches([cores, ram], window, 5)).toEqual([
      { start: 10, end: 20 },
      { start: 40, end: 100 },
    ]);
    expect(freeStretches([cores, ram], window, 30)).toEqual([{ start: 40, end: 100 }]);
  });

  it('are none before anything is declared', () => {
    expect(freeStretches([{ amount: 1, steps: steps([50, 5]) }], window, 10)).toEqual([
      { start: 50, end: 100 },
    ]);
    expect(freeStretches([{ amount: 1, steps: [] }], window, 10)).toEqual([]);
  });

  it('are exactly the instants at which all fits', () => {
    const anySteps = fc
      .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 5 })), {
        selector: ([at]) => at,
      })
      .map((rows) => steps(...rows.sort(([a], [b]) => a - b)));
    fc.assert(
      fc.property(anySteps, anySteps, (a, b) => {
        const found = freeStretches(
          [
            { amount: 2, steps: a },
            { amount: 3, steps: b },
          ],
          window,
          1,
        );
        for (let at = 0; at < 100; at++) {
          const fits = (stepAt(a, at)?.available ?? -1) >= 2 && (stepAt(b, at)?.available ?? -1) >= 3;
          expect(found.some(({ start, end }) => start <= at && at < end)).toBe(fits);
        }
      }),
    );
  });
});
