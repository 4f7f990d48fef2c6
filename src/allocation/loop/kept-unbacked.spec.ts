import { reservationRecord } from '../../../test/support/reservations.js';
import { NO_ROWS } from '../admission/loaded-rows.js';
import { KeptUnbacked } from './kept-unbacked.js';

const HEAD = 7;
const END = 100;

describe('the kept reservations that hold nothing', () => {
  let kept: KeptUnbacked;
  beforeEach(() => {
    const record = reservationRecord('r', { start: 0, end: END }, {}, { status: 'conflict' });
    kept = new KeptUnbacked();
    kept.keep(HEAD, { ...NO_ROWS, reservations: new Map([['r', { record, claims: [], instances: [] }]]) });
  });
  const idsAt = (now: number, knownFrom = 0): string[] | undefined => {
    const known = kept.at(HEAD, now, knownFrom);
    return known && [...known.inConflict.keys()];
  };

  it('are without those in conflict that have ended', () => {
    expect(idsAt(END - 1)).toEqual(['r']);
    expect(idsAt(END)).toEqual([]);
  });

  // Regression: those that had ended by the clock that was ahead were tried again only after another entry of their zone.
  it('include those that had ended by a clock that was ahead and has been set right', () => {
    expect(idsAt(2 * END)).toEqual([]);
    expect(idsAt(END - 1)).toEqual(['r']);
  });

  it('do not include for ever those that have ended', () => {
    idsAt(2 * END, END);
    expect(idsAt(END - 1)).toEqual([]);
  });

  it('are known at their head alone', () => {
    expect(kept.at(HEAD + 1, 0, 0)).toBeUndefined();
  });
});
