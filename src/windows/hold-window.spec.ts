import { entry, foldOf } from '../../test/support/folds.js';
import { Draft } from '../allocation/admission/draft.js';
import { FOREVER } from '../kernel/time-window.js';
import type { ReservationPolicy } from '../reservations/reservation-policy.js';
import { holdFirst } from './hold-window.js';

const POLICY = { maxHoldSeconds: 60, maxHolds: 9, largestAmounts: new Map() } as unknown as ReservationPolicy;
const ASKED = { amounts: { cores: 2 }, duration: 10, end: 100, limit: 5 };

/** Holds the first window of a zone with room from `from` on, where another zone was found to have room from `elsewhere` on. */
function held(from: number, elsewhere: number, { now = 0, limit = 5, latestStart = elsewhere } = {}) {
  const draft = new Draft(foldOf([entry('a', 'total', { start: from, end: FOREVER }, { cores: 2 })]), now);
  // A name that comes before that of the zone.
  const other = { zoneId: '', start: elsewhere, latestStart, free: {} };
  const others = [{ windows: [other], isMore: false }];
  const { record, found } = holdFirst({ ...ASKED, limit }, { seconds: 10 }, others, POLICY).decide(draft);
  return { at: record?.window.start, in: record?.zoneId, shown: found.windows[0] };
}

describe('the hold of the first window', () => {
  it('is in the zone that has it when it is decided', () => {
    expect(held(20, 30).at).toBe(20);
    expect(held(20, 20).at).toBe(20);
  });

  // Regression: the answer showed a window of another zone with the same start, and not the one that was held.
  it('is the first of the windows that are shown', () => {
    const { at, in: zoneId, shown } = held(20, 20, { limit: 1 });
    expect(shown).toMatchObject({ start: at, zoneId });
  });

  // Regression: a window of another zone that begins now seemed to be the earlier one once a second had passed.
  it('is made also where time has passed since the other zones were searched', () => {
    expect(held(0, 0, { now: 2, latestStart: 50 })).toMatchObject({ at: 2, shown: { start: 2 } });
    expect(held(20, 0, { now: 2 }).at).toBe(20);
  });

  it('has all zones searched again where another one has an earlier window now', () => {
    expect(() => held(31, 30)).toThrow('changed by somebody else');
    expect(() => held(95, 30)).toThrow('changed by somebody else');
  });
});
