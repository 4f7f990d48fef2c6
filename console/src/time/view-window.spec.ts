import { DAY, fromWire } from '../kernel/instant';
import { parseWindow, searchOf, windowOf } from './view-window';

const now = fromWire('2030-06-01T12:34:56Z');

describe('the window of a page', () => {
  it('holds now and the range that was chosen', () => {
    const { start, end } = windowOf({ range: 'day' }, now);
    expect(start).toBeLessThan(now);
    expect(end).toBeGreaterThanOrEqual(now + 0.9 * DAY);
  });

  it('moves in steps', () => {
    const seconds = Array.from({ length: 300 }, (_, index) => now + index);
    const windows = new Set(seconds.map((second) => JSON.stringify(windowOf({ range: 'day' }, second))));
    expect(windows.size).toBe(2);
  });

  it('is what the address bar says, past or future', () => {
    const window = { start: fromWire('2020-01-01T00:00:00Z'), end: fromWire('2020-02-01T00:00:00Z') };
    expect(windowOf(searchOf(window), now)).toEqual(window);
  });

  it('ignores nonsense in the address bar', () => {
    for (const range of ['eon', 'constructor']) {
      const search = parseWindow({ range, from: 'yesterday', to: 12 });
      expect(search).toEqual({ range: undefined, from: undefined, to: undefined });
    }
    const backwards = { from: '2020-02-01T00:00:00Z', to: '2020-01-01T00:00:00Z' };
    expect(windowOf(backwards, now)).toEqual(windowOf({}, now));
  });
});
