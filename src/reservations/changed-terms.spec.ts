import { foldOf } from '../../test/support/folds.js';
import { reservationRecord } from '../../test/support/reservations.js';
import { changedDemand, checkStart } from './changed-terms.js';
import { OPERATIONS_SPELLING } from './reservation.js';

describe('the start that a change asks for', () => {
  const record = reservationRecord('r', { start: 10, end: 20 }, { cores: 1 });
  const check = (change: { start?: number; end?: number }) => () =>
    checkStart(record, { ...change, elements: undefined, spelling: OPERATIONS_SPELLING });

  it('leaves some of the window, if the change gives no end', () => {
    expect(check({ start: 19 })).not.toThrow();
    expect(check({ start: 20, end: 30 })).not.toThrow();
    expect(check({ end: 5 })).not.toThrow();
    expect(check({ start: 20 })).toThrow('start must be earlier than the end of the reservation');
  });
});

describe('the addresses that a change asks for', () => {
  const demanded = (addresses: number, had: number) => () => {
    const record = reservationRecord('r', { start: 10, end: 20 }, { addresses: had });
    const change = { amounts: { addresses }, spelling: OPERATIONS_SPELLING };
    return changedDemand(foldOf([]), record, change).demand.amounts.addresses;
  };

  it('are 10,000 at most, or as many as the reservation has', () => {
    expect(demanded(10_000, 1)()).toBe(10_000);
    expect(demanded(10_001, 1)).toThrow('capacity.addresses must not be more than 10000');
    expect(demanded(40_000, 40_000)()).toBe(40_000);
    expect(demanded(39_999, 40_000)()).toBe(39_999);
    expect(demanded(40_001, 40_000)).toThrow('capacity.addresses must not be more than 10000');
  });
});
