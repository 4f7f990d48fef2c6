import { reservationRecord } from '../../test/support/reservations.js';
import { checkStart } from './changed-terms.js';
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
