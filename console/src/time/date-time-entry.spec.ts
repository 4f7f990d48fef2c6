import { entryOf } from './date-time-entry';

const field = (value: string, validity: Partial<ValidityState> = {}) => ({
  value,
  validity: { badInput: false, valueMissing: false, ...validity } as ValidityState,
});

describe('what a time field contains', () => {
  it('is a time once all of it is filled', () => {
    expect(entryOf(field('2027-10-31T02:30'))).toBe('time');
  });

  it('tells a half-filled field from an empty one', () => {
    expect(entryOf(field('', { badInput: true }))).toBe('incomplete');
    expect(entryOf(field('0203-10-31T02:30', { rangeUnderflow: true }))).toBe('incomplete');
    expect(entryOf(field(''))).toBe('empty');
  });

  it('is incomplete if the field may not be empty', () => {
    expect(entryOf(field('', { valueMissing: true }))).toBe('incomplete');
  });
});
