import { availableCores, hour, reserve, second } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

type Span = readonly [from: number, to: number, cores: number];

describe('admission arithmetic', () => {
  /** A new zone with this many cores and these reservations. */
  const zoneWith = async (cores: number, spans: readonly Span[], unit = hour): Promise<string> => {
    const zone = newZone();
    await service.provider({ cores }, { zone });
    for (const [from, to, amount] of spans) {
      expect(await reserve(service, zone, [unit(from), unit(to)], { cores: amount })).toMatchObject({
        result: 'ok',
      });
    }
    return zone;
  };
  const availableAt = async (zone: string, instants: readonly number[], unit = hour): Promise<number[]> => {
    const found: number[] = [];
    for (const instant of instants) found.push(await availableCores(service, zone, unit(instant)));
    return found;
  };
  const attempt = async (zone: string, [from, to, cores]: Span, unit = hour): Promise<string> =>
    (await reserve(service, zone, [unit(from), unit(to)], { cores })).result as string;

  it('takes the peak, not the sum, of reservations that follow one another', async () => {
    const zone = await zoneWith(3, [
      [8, 11, 2],
      [12, 14, 3],
    ]);
    expect(await attempt(zone, [8, 11, 1])).toBe('ok');
  });

  it('adds up reservations that overlap, where they overlap', async () => {
    const zone = await zoneWith(5, [
      [8, 11, 2],
      [10, 14, 3],
    ]);
    expect(await availableAt(zone, [9, 10, 11, 14])).toEqual([3, 0, 2, 5]);
    expect(await attempt(zone, [8, 14, 1])).toBe('conflict');
  });

  it('counts two reservations of the same window and the same amount as two', async () => {
    const zone = await zoneWith(100, [[8, 11, 60]]);
    expect(await attempt(zone, [8, 11, 60])).toBe('conflict');
    expect(await attempt(zone, [8, 11, 40])).toBe('ok');
  });

  it('finds each class at its own worst instant', async () => {
    await service.provider({ cores: 10, ram: 10_000, gigabytes: 100 }, { zone: 'vectors' });
    const spans = [
      [8, 11, 2, 3072, 20],
      [10, 14, 1, 1024, 10],
      [15, 17, 4, 2048, 40],
    ];
    for (const [from, to, cores, ram, gigabytes] of spans) {
      await reserve(service, 'vectors', [hour(from), hour(to)], { cores, ram, gigabytes });
    }
    const refused = await reserve(service, 'vectors', [hour(8), hour(17)], {
      cores: 7,
      ram: 5905,
      gigabytes: 61,
    });
    expect(refused.offer.maxCapacity).toEqual({ cores: 6, ram: 5904, gigabytes: 60 });
  });

  it('changes at the second at which a window starts or ends, and at no other', async () => {
    const zone = await zoneWith(
      10,
      [
        [1, 1001, 5],
        [2000, 3001, 10],
        [10, 2000, 1],
      ],
      second,
    );
    const instants = [0, 1, 9, 10, 1500, 1999, 2000, 2500, 3000, 3001];
    expect(await availableAt(zone, instants, second)).toEqual([10, 5, 5, 4, 9, 9, 0, 0, 0, 10]);
    expect(await attempt(zone, [10, 3001, 1], second)).toBe('conflict');
    expect(await attempt(zone, [10, 2000, 1], second)).toBe('ok');
  });

  it('keeps staggered spans apart', async () => {
    const zone = await zoneWith(
      100,
      [
        [100, 250, 10],
        [150, 170, 50],
        [190, 300, 10],
        [210, 300, 20],
      ],
      second,
    );
    const instants = [0, 110, 160, 180, 200, 220, 260, 310];
    expect(await availableAt(zone, instants, second)).toEqual([100, 90, 40, 90, 80, 60, 70, 100]);
    expect(await attempt(zone, [0, 400, 41], second)).toBe('conflict');
    expect(await attempt(zone, [0, 400, 40], second)).toBe('ok');
  });

  it('takes a hundred equal spans, and not one more', async () => {
    const zone = await zoneWith(10_000, []);
    const window = [second(0), second(4)] as const;
    const asked = Array.from({ length: 100 }, () => reserve(service, zone, window, { cores: 100 }));
    expect((await Promise.all(asked)).map(({ result }) => result as string)).toEqual(asked.map(() => 'ok'));
    const refused = await reserve(service, zone, window, { cores: 100 });
    expect(refused).toMatchObject({
      result: 'conflict',
      offer: { nextWindow: { start: second(4), end: second(8) } },
    });
  });

  it('multiplies nothing: amounts are those of the whole reservation', async () => {
    await service.provider({ cores: 8, instances: 8 }, { zone: 'whole' });
    const results: string[] = [];
    for (const cores of [8, 6, 4, 2]) {
      results.push(
        (await reserve(service, 'whole', [hour(8), hour(9)], { cores, instances: 2 })).result as string,
      );
    }
    expect(results).toEqual(['ok', 'conflict', 'conflict', 'conflict']);
  });

  it('counts an open-ended hold against every later window', async () => {
    await service.provider({ cores: 1 }, { zone: 'open' });
    await reserve(service, 'open', [undefined, undefined], { cores: 1 });
    expect(await attempt('open', [8760, 8761, 1])).toBe('conflict');
  });
});
