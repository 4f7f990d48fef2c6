import { availableCores, hour, reserve } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

type Span = readonly [from: number, to: number, cores: number];

describe('windows are half-open', () => {
  /** A new zone with this many cores and these reservations. */
  const zoneWith = async (cores: number, spans: readonly Span[]): Promise<string> => {
    const zone = newZone();
    await service.provider({ cores }, { zone });
    for (const [from, to, amount] of spans) {
      expect(await reserve(service, zone, [hour(from), hour(to)], { cores: amount })).toMatchObject({
        result: 'ok',
      });
    }
    return zone;
  };
  const availableAt = async (zone: string, instants: readonly number[]): Promise<number[]> => {
    const found: number[] = [];
    for (const instant of instants) found.push(await availableCores(service, zone, hour(instant)));
    return found;
  };
  const attempt = async (zone: string, [from, to, cores]: Span): Promise<string> =>
    (await reserve(service, zone, [hour(from), hour(to)], { cores })).result as string;

  it('so back to back ones do not meet', async () => {
    const zone = await zoneWith(10, [[9, 12, 10]]);
    expect([await attempt(zone, [12, 15, 10]), await attempt(zone, [6, 9, 10])]).toEqual(['ok', 'ok']);
    expect(await availableAt(zone, [5, 6, 9, 12, 15])).toEqual([10, 0, 0, 0, 10]);
  });

  it.each([
    ['inside', [20, 30, 1]],
    ['around', [5, 110, 1]],
    ['with its start', [10, 200, 1]],
    ['with its end', [5, 100, 1]],
    ['of its very window', [10, 100, 1]],
  ] as const)('refuses a window %s of a full one', async (_, span) => {
    const zone = await zoneWith(10, [[10, 100, 10]]);
    expect(await attempt(zone, span)).toBe('conflict');
  });

  it('is full for the hours that are taken, not for the day', async () => {
    const zone = await zoneWith(10, [[9, 17, 10]]);
    for (let count = 0; count < 5; count++) expect(await attempt(zone, [9, 17, 10])).toBe('conflict');
    expect(await attempt(zone, [17, 24, 10])).toBe('ok');
  });
});
