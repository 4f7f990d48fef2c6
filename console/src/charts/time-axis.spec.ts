import { DAY, fromWire, HOUR } from '../kernel/instant';
import { ticks, timeScale } from './time-axis';

const start = Math.floor(new Date(2030, 5, 10, 0, 0).getTime() / 1000);

describe('the time axis', () => {
  it('maps instants to pixels and back', () => {
    const scale = timeScale({ start: 0, end: 1000 }, 174, 60, 14);
    expect([scale.x(0), scale.x(500), scale.x(1000)]).toEqual([60, 110, 160]);
    expect(scale.instant(110)).toBe(500);
  });

  it('puts ticks at round local times', () => {
    const found = ticks({ start, end: start + DAY }, 800);
    expect(found[0]).toMatchObject({ at: start, isMajor: true });
    expect(found.map(({ at }) => (at - start) / HOUR)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24]);
  });

  it('keeps ticks apart, and few', () => {
    const year = { start: fromWire('2030-01-01T00:00:00Z'), end: fromWire('2031-01-01T00:00:00Z') };
    expect(ticks(year, 1000).length).toBeLessThanOrEqual(13);
    expect(ticks(year, 300).length).toBeLessThanOrEqual(5);
  });

  it('keeps a tick where it is while one pans', () => {
    const at = (from: number) => ticks({ start: from, end: from + 12 * DAY }, 600).map((tick) => tick.at);
    const shared = at(start + DAY).filter((instant) => instant <= start + 12 * DAY);
    expect(at(start)).toEqual(expect.arrayContaining(shared));
  });
});
