import { formatInstant } from '../../src/kernel/time-window.js';
import { boot, hour, reserve, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('the worst instant of a period', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => stopSound(service));

  const figures = async (
    zoneId: string | undefined,
    from?: number,
    to?: number,
  ): Promise<Record<string, number>> => {
    const at = (hours?: number) => (hours === undefined ? undefined : hour(hours));
    const timePeriod = { startTime: at(from), stopTime: at(to) };
    const filter = { zoneId, computeResourceTypeId: 'cpuCores', timePeriod };
    const { status, body } = await service.http.get('/capacity/compute/query').send(filter);
    expect(status).toBe(200);
    const { total, reserved, allocated, available } = body.capacityInformation;
    expect(total).toBe(reserved + allocated + available);
    return body.capacityInformation as Record<string, number>;
  };

  it('gives four figures of one instant, so that they add up, not four extremes', async () => {
    const { provider } = await service.provider({ cores: 10 }, { zone: 'one' });
    await reserve(service, 'one', [hour(8), hour(9)], { cores: 5 });
    await service.operation('decrease-capacity', {
      source: provider,
      start: hour(10),
      end: hour(11),
      capacity: { cores: 8 },
    });
    expect(await figures('one', 7, 12)).toEqual({ total: 2, reserved: 0, allocated: 0, available: 2 });
    expect(await figures('one', 7, 10)).toEqual({ total: 10, reserved: 5, allocated: 0, available: 5 });
  });

  it('is the earliest on a tie', async () => {
    const { provider } = await service.provider({ cores: 10 }, { zone: 'tie' });
    await reserve(service, 'tie', [hour(8), hour(9)], { cores: 4 });
    await service.operation('decrease-capacity', {
      source: provider,
      start: hour(10),
      end: hour(11),
      capacity: { cores: 4 },
    });
    expect(await figures('tie', 7, 12)).toEqual({ total: 10, reserved: 4, allocated: 0, available: 6 });
  });

  it('lies in the period, whose end is not in it; an absent end is for ever, an absent start now', async () => {
    await service.provider({ cores: 10 }, { zone: 'bounds' });
    await reserve(service, 'bounds', [hour(8), hour(9)], { cores: 4 });
    expect((await figures('bounds', 7, 8)).available).toBe(10);
    expect((await figures('bounds', 9, 10)).available).toBe(10);
    expect((await figures('bounds', 7)).available).toBe(6);
    expect((await figures('bounds', undefined, 9)).available).toBe(6);
    expect((await figures('bounds', undefined, 8)).available).toBe(10);
  });

  it('of the whole service counts what each zone has throughout', async () => {
    const whole = await startService();
    try {
      for (const zone of ['a', 'b']) await whole.provider({ cores: 10 }, { zone });
      await reserve(whole, 'a', [hour(8), hour(10)], { cores: 9 });
      await reserve(whole, 'b', [hour(12), hour(14)], { cores: 9 });
      const timePeriod = { startTime: hour(7), stopTime: hour(15) };
      const filter = { computeResourceTypeId: 'cpuCores', timePeriod };
      const { body } = await whole.http.get('/capacity/compute/query').send(filter);
      expect(body.capacityInformation).toEqual({ total: 20, reserved: 18, allocated: 0, available: 2 });
      expect(body.zones).toEqual([
        { zoneId: 'a', capacityInformation: { total: 10, reserved: 9, allocated: 0, available: 1 } },
        { zoneId: 'b', capacityInformation: { total: 10, reserved: 9, allocated: 0, available: 1 } },
      ]);
    } finally {
      await whole.stop();
    }
  });

  it('is safe to reserve in a zone of one provider: exactly what is available fits', async () => {
    await service.provider({ cores: 10, ram: 8192, instances: 9 }, { zone: 'safe' });
    const held = await reserved(service, 'safe', [undefined, hour(9)], { cores: 3, ram: 1024, instances: 2 });
    await boot(service, { 'reservation-id': held });
    const { available } = await figures('safe', 8, 12);
    expect(await reserve(service, 'safe', [hour(8), hour(12)], { cores: available + 1 })).toMatchObject({
      result: 'conflict',
    });
    expect(await reserve(service, 'safe', [hour(8), hour(12)], { cores: available })).toMatchObject({
      result: 'ok',
    });
  });

  it('is safe to reserve where two providers are taken by turns', async () => {
    const providers = [];
    for (const tenant of ['a', 'b']) {
      const registered = { zone: 'turns', tenant: { id: tenant } };
      providers.push((await service.provider({ cores: 10 }, registered)).provider);
    }
    for (const [index, provider] of providers.entries()) {
      const half = [hour(8 + 6 * index), hour(14 + 6 * index)] as const;
      const elements = [`ResourceProvider:${provider}`];
      expect(await reserve(service, 'turns', half, { cores: 6 }, { elements })).toMatchObject({
        result: 'ok',
      });
    }
    expect((await figures('turns', 8, 14)).available).toBe(14);
    expect(await figures('turns', 8, 20)).toEqual({ total: 20, reserved: 12, allocated: 0, available: 8 });
    const day = [hour(8), hour(20)] as const;
    expect(await reserve(service, 'turns', day, { cores: 9 })).toMatchObject({
      result: 'conflict',
      message: 'requested cores=9 exceeds available 8 that are free throughout the window',
      offer: { maxCapacity: { cores: 8 } },
    });
    const window = { start: hour(8), end: hour(20) };
    const asked = { zone: 'turns', capacity: 'available', window };
    const { utilization } = (await service.operation('query-capacity', asked)) as {
      utilization: { timestamp: string; capacity: object }[];
    };
    expect(utilization.map(({ timestamp, capacity }) => [timestamp, capacity])).toEqual([
      [hour(8), { cores: 14 }],
      [hour(14), { cores: 14 }],
    ]);
    const filter = {
      computeResourceTypeId: 'cpuCores',
      zoneId: 'turns',
      timePeriod: { startTime: hour(8), stopTime: hour(20) },
      showTimeline: true,
    };
    const { body } = await service.http.get('/capacity/compute/query').send(filter);
    expect(body.timeline).toEqual(
      [hour(8), hour(14)].map((startTime) => ({
        startTime,
        capacityInformation: { total: 20, reserved: 6, allocated: 0, available: 14 },
      })),
    );
    expect(await reserve(service, 'turns', day, { cores: 8 })).toMatchObject({ result: 'ok' });
  });

  it('is answered for a past period as it was', async () => {
    await service.provider({ cores: 10 }, { zone: 'past' });
    await reserve(service, 'past', [hour(0), hour(1)], { cores: 7 });
    service.clock.advance(36 * 3600);
    expect((await figures('past', -1, 2)).available).toBe(3);
    expect((await figures('past', 3, 4)).available).toBe(10);
  });

  // Regression: what had ended before now made the figures smaller than what a create got.
  it('is looked for from now on if only the start is past, except by a time line', async () => {
    await service.provider({ cores: 10 }, { zone: 'begun' });
    const now = service.clock.now();
    const at = (seconds: number) => formatInstant(now + seconds);
    await reserve(service, 'begun', [at(0), at(60)], { cores: 10 });
    service.clock.advance(120);
    const filter = {
      zoneId: 'begun',
      computeResourceTypeId: 'cpuCores',
      timePeriod: { startTime: at(0), stopTime: at(3600) },
    };
    const query = async (more: object) =>
      (await service.http.get('/capacity/compute/query').send({ ...filter, ...more })).body;
    expect((await query({})).capacityInformation.available).toBe(10);
    const { timeline } = await query({ showTimeline: true });
    expect(timeline.map(({ startTime }: any) => startTime as string)).toEqual([at(0), at(60)]);
  });
});
