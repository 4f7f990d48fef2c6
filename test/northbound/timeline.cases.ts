import { boot, hour, reserve, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

type Row = { startTime: string; capacityInformation: Record<string, number> };

describe('showTimeline', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({
      cores: 10,
      ram: 10_240,
      instances: 10,
      addresses: 8,
      gigabytes: 10,
      volumes: 5,
    });
    const held = await reserved(service, 'z1', [undefined, hour(12)], { cores: 4, ram: 4096, instances: 4 });
    await boot(service, { 'reservation-id': held });
    await reserve(service, 'z1', [hour(14), hour(16)], { cores: 6, gigabytes: 4, volumes: 1 });
    await service.provider({ cores: 5 }, { zone: 'z2', end: hour(15) });
  });
  afterAll(() => stopSound(service));

  const query = async (kind: string, filter: object, parameters: object = {}) =>
    (await service.http.get(`/capacity/${kind}/query`).query(parameters).send(filter)).body;
  const rows = ({ timeline }: { timeline: Row[] }, figure = 'available') =>
    timeline.map(({ startTime, capacityInformation }) => [startTime, capacityInformation[figure]]);
  const timePeriod = { startTime: hour(9), stopTime: hour(20) };
  const CORES = { computeResourceTypeId: 'cpuCores', timePeriod, showTimeline: true };

  it('answers a row per instant at which something changes, the first at the start of the period', async () => {
    const answer = await query('compute', { ...CORES, zoneId: 'z1' });
    expect(answer.timeline).toEqual([
      { startTime: hour(9), capacityInformation: { total: 10, reserved: 3, allocated: 1, available: 6 } },
      { startTime: hour(12), capacityInformation: { total: 10, reserved: 0, allocated: 0, available: 10 } },
      { startTime: hour(14), capacityInformation: { total: 10, reserved: 6, allocated: 0, available: 4 } },
      { startTime: hour(16), capacityInformation: { total: 10, reserved: 0, allocated: 0, available: 10 } },
    ]);
    expect(answer.capacityInformation).toEqual(answer.timeline[2].capacityInformation);
    expect(answer).not.toHaveProperty('timelineOmittedFrom');
  });

  it('adds the zones up for the whole service', async () => {
    expect(rows(await query('compute', CORES))).toEqual([
      [hour(9), 11],
      [hour(12), 15],
      [hour(14), 9],
      [hour(15), 4],
      [hour(16), 10],
    ]);
  });

  it('shows the selected figures only, and a row only where one of them changes', async () => {
    const { timeline } = await query('compute', { ...CORES, attributeSelector: 'total' });
    expect(timeline).toEqual([
      { startTime: hour(9), capacityInformation: { total: 15 } },
      { startTime: hour(15), capacityInformation: { total: 10 } },
    ]);
  });

  it('of a network or a storage type', async () => {
    const more = { timePeriod, showTimeline: 'true', zoneId: 'z1' };
    expect(rows(await query('network', { ...more, networkResourceTypeId: 'publicIps' }))).toEqual([
      [hour(9), 8],
    ]);
    // The disk of the instance is used until its reservation ends.
    expect(rows(await query('storage', { ...more, storageResourceTypeId: 'storageSize' }))).toEqual([
      [hour(9), 9],
      [hour(12), 10],
      [hour(14), 6],
      [hour(16), 10],
    ]);
  });

  it('by attributes: how many of the shape fit from each instant on', async () => {
    const resourceCriteria = { virtualCPU: { numVirtualCpu: 2 } };
    const answer = await query('compute', { resourceCriteria, timePeriod, showTimeline: true, zoneId: 'z1' });
    expect(rows(answer)).toEqual([
      [hour(9), 3],
      [hour(12), 5],
      [hour(14), 2],
      [hour(16), 5],
    ]);
    expect(answer.capacityInformation.available).toBe(2);
  });

  it('travels as a query parameter too, and is not there where it is not wanted', async () => {
    expect(
      (await query('compute', { ...CORES, showTimeline: undefined }, { showTimeline: 'true' })).timeline,
    ).toHaveLength(5);
    for (const showTimeline of [false, 'false', undefined]) {
      expect(await query('compute', { ...CORES, showTimeline })).not.toHaveProperty('timeline');
    }
  });

  describe('with a resolution', () => {
    const coarse = { ...CORES, resolution: 4 * 3600 };

    it('has a row per part of the period, with the figures and the time of its worst instant', async () => {
      const { timeline } = await query('compute', { ...coarse, zoneId: 'z1' });
      expect(timeline).toEqual([
        {
          startTime: hour(9),
          worstTime: hour(9),
          capacityInformation: { total: 10, reserved: 3, allocated: 1, available: 6 },
        },
        {
          startTime: hour(12),
          worstTime: hour(14),
          capacityInformation: { total: 10, reserved: 6, allocated: 0, available: 4 },
        },
        {
          startTime: hour(16),
          worstTime: hour(16),
          capacityInformation: { total: 10, reserved: 0, allocated: 0, available: 10 },
        },
      ]);
    });

    it('adds the zones up for the whole service', async () => {
      const { timeline } = await query('compute', coarse);
      expect(rows({ timeline })).toEqual([
        [hour(9), 11],
        [hour(12), 4],
        [hour(16), 10],
      ]);
    });

    it.each([
      ['by attributes', { computeResourceTypeId: undefined, resourceCriteria: {} }, 'resourceCriteria'],
      ['without a time line', { showTimeline: false }, 'needs showTimeline'],
      ['of a period without an end', { timePeriod: { startTime: hour(9) } }, 'needs timePeriod.stopTime'],
      ['finer than the rows of an answer', { resolution: 30 }, 'must be at least 40'],
    ])('is refused %s', async (_, change, reason) => {
      const answer = await query('compute', { ...coarse, ...change });
      expect(answer).toMatchObject({ status: 400, detail: expect.stringContaining(reason) });
      expect(answer.errors[0].pointer).toBe('/resolution');
    });
  });

  it('stops where there would be too many rows, and goes on from there', async () => {
    await service.provider({ volumes: 1 }, { zone: 'long' });
    const starts = Array.from({ length: 520 }, (_, index) => 100 + 2 * index);
    for (let from = 0; from < starts.length; from += 40) {
      await Promise.all(
        starts
          .slice(from, from + 40)
          .map((start) => reserve(service, 'long', [hour(start), hour(start + 1)], { volumes: 1 })),
      );
    }
    const filter = { zoneId: 'long', storageResourceTypeId: 'volumes', showTimeline: true };
    const first = await query('storage', { ...filter, timePeriod: { startTime: hour(0) } });
    expect([first.timeline.length, first.timelineOmittedFrom]).toEqual([1000, hour(100 + 999)]);
    const rest = await query('storage', { ...filter, timePeriod: { startTime: first.timelineOmittedFrom } });
    expect([rest.timeline.length, rest.timelineOmittedFrom]).toEqual([41, undefined]);
  });
});
