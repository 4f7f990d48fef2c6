import { entry, foldOf } from '../../test/support/folds.js';
import { Draft } from '../allocation/admission/draft.js';
import { FOREVER } from '../kernel/time-window.js';
import type { ReservationPolicy } from '../reservations/reservation-policy.js';
import { holdFirst } from './hold-window.js';

const POLICY = { maxHoldSeconds: 60, maxHolds: 9, largestAmounts: new Map() } as unknown as ReservationPolicy;
const ASKED = { amounts: { cores: 2 }, duration: 10, end: 100, limit: 5 };

/** Holds the first window of a zone with room from `from` on, where another zone was found to have room from `elsewhere` on. */
function held(from: number, elsewhere: number): number | undefined {
  const draft = new Draft(foldOf([entry('a', 'total', { start: from, end: FOREVER }, { cores: 2 })]), 0);
  const other = { zoneId: 'other', start: elsewhere, latestStart: elsewhere, free: {} };
  const others = [{ windows: [other], isMore: false }];
  return holdFirst(ASKED, { seconds: 10 }, others, POLICY).decide(draft).record?.window.start;
}

describe('the hold of the first window', () => {
  it('is in the zone that has it when it is decided', () => {
    expect(held(20, 30)).toBe(20);
    expect(held(20, 20)).toBe(20);
  });

  it('has all zones searched again where another one has an earlier window now', () => {
    expect(() => held(31, 30)).toThrow('changed by somebody else');
    expect(() => held(95, 30)).toThrow('changed by somebody else');
  });
});
