import { entry, foldOf } from '../../../test/support/folds.js';
import { FOREVER } from '../../kernel/time-window.js';
import { CapacityTimelines } from './capacity-timelines.js';
import { ZoneFold } from './zone-fold.js';

const UNBACKED = { from: 100, wantAddresses: false };

describe('the next wake of a zone', () => {
  const foldKnownFrom = (since: number) => new ZoneFold('z', 1, 1000, since, new Map(), []);

  // Regression: after an outage of hours, a loss that had ended meanwhile woke nobody.
  it('is at once when the fold lacks the time since the last try', () => {
    const fold = foldKnownFrom(5000);
    fold.expectWake(1000, { unbacked: UNBACKED });
    expect(fold.nextWake).toBe(1001);
  });

  it('is never while nothing changes by itself', () => {
    const fold = foldKnownFrom(500);
    fold.expectWake(1000, { unbacked: UNBACKED });
    expect(fold.nextWake).toBe(Infinity);
  });

  it('follows entries that are applied and undone, also after a try by a clock that is behind', () => {
    const [early, late] = [3000, 4000].map((end) =>
      entry('p', 'reserved', { start: 100, end }, { cores: 1 }),
    );
    const fold = new ZoneFold('z', 1, 1000, 500, new Map(), []);
    fold.apply(late);
    const wakeAfter = (tried: number) => {
      fold.expectWake(tried, { unbacked: UNBACKED });
      return fold.nextWake;
    };
    expect(wakeAfter(2000)).toBe(4000);
    fold.apply(early);
    expect(wakeAfter(2000)).toBe(3000);
    expect(wakeAfter(3000)).toBe(4000);
    expect(wakeAfter(2500)).toBe(3000);
    fold.apply(early, -1);
    expect(wakeAfter(2500)).toBe(4000);
    expect(wakeAfter(4000)).toBe(Infinity);
  });
});

describe('the sum over the providers of a zone', () => {
  const ALWAYS = { start: 0, end: FOREVER };
  const total = (providerId: string, cores: number) => entry(providerId, 'total', ALWAYS, { cores });
  const coresOf = (fold: ZoneFold) => fold.wholeIfKept()?.leastAvailable('cores', ALWAYS).value;

  // Regression: it was made at the first question for it, a pause of seconds in a zone that had become large by then.
  it('is there as soon as there are two, and follows every entry', () => {
    const fold = foldOf([total('a', 3)]);
    expect(coresOf(fold)).toBe(3);
    fold.apply(total('b', 4));
    expect(coresOf(fold)).toBe(7);
    fold.apply(total('c', 5));
    fold.apply(entry('a', 'reserved', ALWAYS, { cores: 1 }));
    expect(coresOf(fold)).toBe(11);
  });

  it('is made part by part for a fold that was built', () => {
    const fold = new ZoneFold('z', 0, 0, 0, new Map(foldOfEach(['a', 'b'])), []);
    expect(coresOf(fold)).toBeUndefined();
    expect([...fold.sumUp()].length).toBeGreaterThan(0);
    expect(coresOf(fold)).toBe(4);
  });

  it('is made part by part before the first entry of a second provider', () => {
    const fold = foldOf([total('a', 3)]);
    expect([fold.hasSumFor(['a']), fold.hasSumFor(['b'])]).toEqual([true, false]);
    expect([...fold.sumUp(['b'])].length).toBeGreaterThan(0);
    expect(fold.hasSumFor(['b'])).toBe(true);
    fold.apply(total('a', 1));
    expect(coresOf(fold)).toBe(4);
    fold.apply(total('b', 4));
    expect(coresOf(fold)).toBe(8);
  });

  function foldOfEach(ids: readonly string[]): [string, CapacityTimelines][] {
    return ids.map((id) => {
      const timelines = new CapacityTimelines();
      timelines.apply(total(id, 2));
      return [id, timelines];
    });
  }
});
