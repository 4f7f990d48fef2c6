import { reservationRecord } from '../../../test/support/reservations.js';
import { NO_ROWS } from '../admission/loaded-rows.js';
import { KeptUnbacked } from './kept-unbacked.js';

const HEAD = 7;

function keptUntil(end: number): KeptUnbacked {
  const record = reservationRecord('r', { start: 0, end }, {}, { status: 'conflict' });
  const kept = new KeptUnbacked();
  kept.keep(HEAD, { ...NO_ROWS, reservations: new Map([['r', { record, claims: [], instances: [] }]]) });
  return kept;
}

describe('the kept reservations that hold nothing', () => {
  it('are without those in conflict that have ended', () => {
    const kept = keptUntil(100);
    expect([...(kept.at(HEAD, 99)?.inConflict.keys() ?? [])]).toEqual(['r']);
    expect(kept.at(HEAD, 100)?.inConflict.size).toBe(0);
  });

  // Regression: they were not tried again before another entry of their zone.
  it('are read again after a clock that was ahead, by which some had ended', () => {
    const kept = keptUntil(100);
    kept.at(HEAD, 200);
    expect(kept.at(HEAD, 50)).toBeUndefined();
  });

  it('are known at their head alone', () => {
    expect(keptUntil(100).at(HEAD + 1, 50)).toBeUndefined();
  });
});
