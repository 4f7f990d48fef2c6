import { FOREVER, type Instant } from '../../kernel/time-window.js';
import { Timeline } from './timeline.js';

/** A pool of this capacity, less the given spans. */
function availableOf(capacity: number, spans: [start: Instant, end: Instant, amount: number][]): Timeline {
  const timeline = new Timeline();
  timeline.add({ start: 0, end: FOREVER }, capacity);
  for (const [start, end, amount] of spans) timeline.add({ start, end }, -amount);
  return timeline;
}

describe('a timeline, for example', () => {
  const flux = () => availableOf(10, [[1, 1001, 5], [2000, 3001, 10], [10, 2000, 1]]); // prettier-ignore

  /** The earliest fit, then the next one from each later change on. */
  const allFits = (timeline: Timeline, threshold: number, length: number): Instant[] => {
    const found: Instant[] = [];
    for (let from: Instant | undefined = 0; from !== undefined; from = timeline.nextChange(from)) {
      from = timeline.earliestFit(threshold, length, from);
      if (from === undefined) break;
      found.push(from);
    }
    return found;
  };

  it('has the values between overlapping spans (case 7)', () => {
    const values = [1, 10, 1500, 2000, 2500, 3000, 3001].map((at) => flux().valueAt(at));
    expect(values).toEqual([5, 4, 9, 0, 0, 0, 10]);
  });

  it('finds every start of 5 units for 9 seconds (case 9)', () => {
    expect(allFits(flux(), 5, 9)).toEqual([0, 1, 1001, 3001]);
  });

  it('finds every start of 9 units for 10 seconds (case 10)', () => {
    expect(allFits(flux(), 9, 10)).toEqual([1001, 3001]);
  });

  it('finds the least among overlapping spans (case 11)', () => {
    const timeline = availableOf(100, [[100, 250, 10], [150, 170, 50], [190, 300, 10], [210, 300, 20]]); // prettier-ignore
    const values = [0, 110, 160, 180, 200, 220, 260, 310].map((at) => timeline.valueAt(at));
    expect(values).toEqual([100, 90, 40, 90, 80, 60, 70, 100]);
    expect(timeline.least({ start: 0, end: FOREVER })).toEqual({ at: 150, value: 40 });
  });

  it('lets the second of two spans begin where the first ends (case 12)', () => {
    const timeline = availableOf(100, [[100, 200, 10], [200, 300, 20]]); // prettier-ignore
    expect([150, 199, 200, 299, 300].map((at) => timeline.valueAt(at))).toEqual([90, 90, 80, 80, 100]);
    expect(timeline.least({ start: 0, end: FOREVER })).toEqual({ at: 200, value: 80 });
  });

  it('never sees the value at the end of a window', () => {
    const timeline = availableOf(10, [[20, 30, 7]]);
    expect(timeline.least({ start: 0, end: 20 })).toEqual({ at: 0, value: 10 });
    expect(timeline.firstBelow(5, { start: 0, end: 20 })).toBeUndefined();
    expect(timeline.firstBelow(5, { start: 0, end: 21 })).toBe(20);
  });

  it('clips what it finds to the start of the window', () => {
    const timeline = availableOf(10, [[20, 30, 7]]);
    expect(timeline.firstBelow(5, { start: 25, end: 50 })).toBe(25);
    expect(timeline.lastBelow(5, { start: 25, end: 50 })).toBe(25);
    expect(timeline.least({ start: 25, end: 50 })).toEqual({ at: 25, value: 3 });
    expect([...timeline.steps({ start: 25, end: 50 })]).toEqual([{ at: 25, value: 3 }, { at: 30, value: 10 }]); // prettier-ignore
  });

  it('drops an instant at which two windows cancel out', () => {
    const timeline = new Timeline();
    timeline.add({ start: 10, end: 20 }, 4);
    timeline.add({ start: 20, end: 30 }, 4);
    expect(timeline.size).toBe(2);
    expect([...timeline.steps({ start: 0, end: FOREVER })]).toEqual([
      { at: 0, value: 0 },
      { at: 10, value: 4 },
      { at: 30, value: 0 },
    ]);
  });

  it('keeps the values from the forgotten instant on, and holds nothing before it', () => {
    const timeline = flux();
    timeline.forgetBefore(1500);
    expect([1500, 1999, 2000, 3001].map((at) => timeline.valueAt(at))).toEqual([9, 9, 0, 10]);
    expect(timeline.nextChange(-Infinity)).toBe(2000);
    expect(timeline.size).toBe(2);
  });

  // Regression: the time of the last change went back when an hour had passed since.
  it('still knows when the value last changed before the forgotten instant', () => {
    const timeline = flux();
    const before = timeline.lastChangeBy(1500);
    timeline.forgetBefore(1500);
    timeline.forgetBefore(1600);
    expect(before).toBeDefined();
    expect([timeline.lastChangeBy(1999), timeline.lastChangeBy(2000)]).toEqual([before, 2000]);
  });

  it('adds nothing for an empty window', () => {
    const timeline = new Timeline();
    timeline.add({ start: 10, end: 10 }, 4);
    timeline.add({ start: 10, end: 5 }, 4);
    expect(timeline.size).toBe(0);
    expect(timeline.firstBelow(1, { start: 10, end: 10 })).toBeUndefined();
    expect(timeline.lastBelow(1, { start: 10, end: 10 })).toBeUndefined();
  });

  it('counts in sums far beyond 32 bits', () => {
    const timeline = new Timeline();
    for (let i = 0; i < 3000; i++) timeline.add({ start: i, end: FOREVER }, 2_147_483_647);
    expect(timeline.greatest({ start: 0, end: FOREVER })).toEqual({ at: 2999, value: 3000 * 2_147_483_647 });
  });
});
