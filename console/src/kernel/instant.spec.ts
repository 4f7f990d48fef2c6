import { DAY, endFromWire, endToWire, FOREVER, fromWire, HOUR, toWire, zoomed } from './instant';

describe('instants', () => {
  it('reads and writes what the interface writes', () => {
    expect(toWire(fromWire('2030-06-01T10:00:00Z'))).toBe('2030-06-01T10:00:00Z');
    expect(toWire(fromWire('2030-06-01T10:00:00+02:00'))).toBe('2030-06-01T08:00:00Z');
  });

  it('treats an absent end as open', () => {
    expect(endFromWire(undefined)).toBe(FOREVER);
    expect(endToWire(FOREVER)).toBeUndefined();
  });

  it('zooms around an instant', () => {
    const window = { start: 0, end: 4 * DAY };
    expect(zoomed(window, 0.5, 2 * DAY)).toEqual({ start: DAY, end: 3 * DAY });
    expect(zoomed(window, 0.5, 0)).toEqual({ start: 0, end: 2 * DAY });
  });

  it('never zooms to less than five minutes', () => {
    const { start, end } = zoomed({ start: 0, end: HOUR }, 0.0001, 0);
    expect(end - start).toBe(300);
  });
});
