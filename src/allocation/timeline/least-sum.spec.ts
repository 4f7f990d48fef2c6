import { jest } from '@jest/globals';
import fc from 'fast-check';
import { FOREVER, type TimeWindow } from '../../kernel/time-window.js';
import { ChangeList } from './change-list.js';
import { leastSum } from './least-sum.js';
import { Timeline } from './timeline.js';
import { runs } from '../../../test/support/runs.js';

const LAST = 40;
const window = fc
  .record({ start: fc.nat(LAST), length: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(FOREVER)) })
  .map(({ start, length }): TimeWindow => ({ start, end: start + length }));
const timeline = fc
  .array(fc.record({ window, amount: fc.integer({ min: -3, max: 3 }) }), { maxLength: 12 })
  .map((adds) => {
    const made = new Timeline();
    for (const { window, amount } of adds) made.add(window, amount);
    return made;
  });
/** Changes all the time, so that a search has many parts to choose from. */
const BUSY = 200;
const busyTimeline = fc
  .array(fc.integer({ min: -9, max: 9 }), { minLength: BUSY, maxLength: BUSY })
  .map(changingEverySecond);

function changingEverySecond(deltas: readonly number[]): Timeline {
  const changes = new ChangeList();
  for (const [at, delta] of deltas.entries()) changes.push(at, delta);
  return Timeline.fromChanges(changes);
}

function bySecond(timelines: readonly Timeline[], { start, end }: TimeWindow) {
  let least = { at: start, value: Infinity };
  for (let at = start; at < Math.min(end, BUSY); at++) {
    const value = timelines.reduce((sum, one) => sum + one.valueAt(at), 0);
    if (value < least.value) least = { at, value };
  }
  return least;
}

/** Searches all timelines, however few steps they have. */
const SEARCHED = 0;

describe('the least sum of several timelines', () => {
  it.each([
    ['added up', undefined],
    ['searched', SEARCHED],
  ])('is that of the earliest second that has it: %s', (_, maxAddedUp) => {
    fc.assert(
      fc.property(fc.array(timeline, { minLength: 1, maxLength: 4 }), window, (timelines, within) => {
        expect(leastSum(timelines, within, maxAddedUp)).toEqual(bySecond(timelines, within));
      }),
      { numRuns: runs(300) },
    );
  });

  it('is that of the earliest second also among many parts with low bounds', () => {
    fc.assert(
      fc.property(fc.array(busyTimeline, { minLength: 2, maxLength: 4 }), (timelines) => {
        const within = { start: 0, end: FOREVER };
        expect(leastSum(timelines, within, SEARCHED)).toEqual(bySecond(timelines, within));
      }),
      { numRuns: runs(500) },
    );
  });

  it('of many timelines with few steps takes no search', () => {
    const searched = jest.spyOn(Timeline.prototype, 'leastValue');
    const least = jest.spyOn(Timeline.prototype, 'least');
    const many = Array.from({ length: 100 }, (_, index) => {
      const one = new Timeline();
      for (let at = index; at < 20_000; at += 1_000) one.add({ start: at, end: at + 500 }, -1 - (index % 3));
      return one;
    });
    const within = { start: 5_000, end: 15_000 };
    expect(leastSum(many, within)).toEqual(leastSum(many, within, SEARCHED));
    least.mockClear();
    searched.mockClear();
    leastSum(many, within);
    expect([searched.mock.calls.length, least.mock.calls.length]).toEqual([0, 1]);
    jest.restoreAllMocks();
  });

  it('is found although timelines have their lows in turn, all the time', () => {
    const ticks = Array.from({ length: 20_000 }, (_, at) => at);
    const wave = (phase: number): Timeline =>
      changingEverySecond(ticks.map((at) => (at === 0 ? 1 + phase : (at + phase) % 2 === 0 ? 1 : -1)));
    const low = { start: 15_001, end: 15_002 };
    const [even, odd] = [wave(0), wave(1)];
    const usual = leastSum([even, odd], { start: 0, end: FOREVER });
    expect(usual).toEqual({ at: 0, value: even.valueAt(0) + odd.valueAt(0) });
    even.add(low, -1);
    expect(leastSum([even, odd], { start: 0, end: 19_000 })).toEqual({ at: 15_001, value: usual.value - 1 });
  });

  it('of no timeline is zero', () => {
    expect(leastSum([], { start: 5, end: FOREVER })).toEqual({ at: 5, value: 0 });
  });
});

describe('a timeline that was cut', () => {
  it('is the same within the window, and stays so', () => {
    fc.assert(
      fc.property(timeline, window, (whole, within) => {
        const expected = [...whole.steps(within)];
        const cut = whole.cut(within);
        whole.add({ start: 0, end: FOREVER }, 5);
        expect([...cut.steps(within)]).toEqual(expected);
        expect([...cut.steps({ start: 0, end: FOREVER })].slice(1)).toEqual(expected.slice(1));
      }),
    );
  });
});
