import { AllocationService } from '../../src/allocation/allocation.service.js';
import { formatInstant } from '../../src/kernel/time-window.js';
import { subscribe, toldTo } from '../notifications/told.js';
import { alone, boot, fromNow, hour, reserve, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('GET /capacity/compute/query by resource type', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    const { provider } = await service.provider({ cores: 10, ram: 10_240, instances: 10 });
    const capacity = { cores: 4, ram: 4096, instances: 4 };
    const held = await reserved(service, 'z1', [undefined, hour(12)], capacity);
    await boot(service, { 'reservation-id': held });
    await boot(service, { 'provider-id': provider });
    await service.provider({ cores: 5 }, { zone: 'z2' });
  });
  afterAll(() => stopSound(service));

  const query = (filter: object, parameters: object = {}) =>
    service.http.get('/capacity/compute/query').query(parameters).send(filter);

  describe('200', () => {
    it('answers zone, last update and the four figures of now', async () => {
      const response = await query({ zoneId: 'z1', computeResourceTypeId: 'vcInstances' });
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toMatch(/^application\/json/);
      expect(response.body).toMatchObject({
        zoneId: 'z1',
        lastUpdate: '2030-01-01T00:00:00Z',
        capacityInformation: { total: 10, reserved: 3, allocated: 2, available: 5 },
      });
    });

    it.each([
      ['cpuCores', 5],
      ['numCpuCores', 5],
      ['vcInstances', 5],
      ['numVcInstances', 5],
      ['virtualMemSize', 10_240 - 4096 - 512],
    ])('knows the type %s', async (computeResourceTypeId, available) => {
      const { body } = await query({ zoneId: 'z1', computeResourceTypeId });
      expect(body.capacityInformation.available).toBe(available);
    });

    it('answers for the worst instant of a period: the one with the least available', async () => {
      const period = { startTime: hour(11), stopTime: hour(20) };
      const { body } = await query({ zoneId: 'z1', computeResourceTypeId: 'cpuCores', timePeriod: period });
      expect(body.capacityInformation).toEqual({ total: 10, reserved: 3, allocated: 2, available: 5 });
      const later = { ...period, startTime: hour(12) };
      const after = await query({ zoneId: 'z1', computeResourceTypeId: 'cpuCores', timePeriod: later });
      expect(after.body.capacityInformation).toEqual({ total: 10, reserved: 0, allocated: 1, available: 9 });
    });

    const NOTHING = { startTime: null, stopTime: null };
    it.each([{}, null, undefined, NOTHING, { stopTime: null }])(
      'answers for now where the period is %j',
      async (timePeriod) => {
        const { body } = await query({ zoneId: 'z1', computeResourceTypeId: 'cpuCores', timePeriod });
        expect(body.capacityInformation).toEqual({ total: 10, reserved: 3, allocated: 2, available: 5 });
        await reserve(service, 'z1', [hour(1000), hour(1001)], { cores: 8 });
        const later = await query({ zoneId: 'z1', computeResourceTypeId: 'cpuCores', timePeriod });
        expect(later.body.capacityInformation).toEqual(body.capacityInformation);
      },
    );

    it('selects figures, one or several', async () => {
      const of = async (attributeSelector: unknown) =>
        (await query({ zoneId: 'z1', computeResourceTypeId: 'cpuCores', attributeSelector })).body
          .capacityInformation;
      expect(await of('available')).toEqual({ available: 5 });
      expect(await of(['total', 'allocated'])).toEqual({ total: 10, allocated: 2 });
    });

    it('is zero throughout for a type the zone has never had', async () => {
      const { body } = await query({ zoneId: 'z2', computeResourceTypeId: 'vcInstances' });
      expect(body.capacityInformation).toEqual({ total: 0, reserved: 0, allocated: 0, available: 0 });
    });

    it('says when the figures last changed', async () => {
      const lastUpdate = async () =>
        (await query({ zoneId: 'z2', computeResourceTypeId: 'cpuCores' })).body.lastUpdate;
      service.clock.advance(100);
      expect(await lastUpdate()).toBe('2030-01-01T00:00:00Z');
      const [start, end] = ['2030-01-01T00:02:00Z', '2030-01-01T00:02:30Z'];
      await reserve(service, 'z2', [start, end], { cores: 1 });
      expect(await lastUpdate()).toBe('2030-01-01T00:01:40Z');
      service.clock.advance(25);
      expect(await lastUpdate()).toBe(start);
      service.clock.advance(30);
      expect(await lastUpdate()).toBe(end);
    });

    it.each([[1], ['1'], [1000]])('takes a limit of %j, which bounds the zones listed', async (limit) => {
      const { status, body } = await query({ computeResourceTypeId: 'cpuCores' }, { limit });
      expect(status).toBe(200);
      expect(body.capacityInformation.total).toBe(15);
      expect(body.zones).toHaveLength(Math.min(2, Number(limit)));
      expect(body.zonesOmitted).toBe(Number(limit) === 1 ? 1 : undefined);
    });

    it('lists ten zones by default', async () => {
      for (let number = 0; number < 10; number++)
        await service.provider({ volumes: 1 }, { zone: `v${number}` });
      const { body } = await query({ computeResourceTypeId: 'cpuCores' });
      expect([body.zones.length, body.zonesOmitted]).toEqual([10, 2]);
      expect((await query({ computeResourceTypeId: 'cpuCores' }, { limit: 100 })).body.zones).toHaveLength(
        12,
      );
    });
  });

  describe('400', () => {
    it.each([
      [{}, '/computeResourceTypeId'],
      [{ zoneId: 'z1' }, '/computeResourceTypeId'],
      [{ computeResourceTypeId: 'publicIps' }, '/computeResourceTypeId'],
      [{ computeResourceTypeId: 'toString' }, '/computeResourceTypeId'],
      [{ computeResourceTypeId: 7 }, '/computeResourceTypeId'],
      [{ computeResourceTypeId: 'cpuCores', resourceCriteria: {} }, '/computeResourceTypeId'],
      [{ computeResourceTypeId: 'cpuCores', attributeSelector: 'usage' }, '/attributeSelector'],
      [{ computeResourceTypeId: 'cpuCores', timePeriod: 'today' }, '/timePeriod'],
      [{ computeResourceTypeId: 'cpuCores', timePeriod: { startTime: 'soon' } }, '/timePeriod/startTime'],
      [
        { computeResourceTypeId: 'cpuCores', timePeriod: { startTime: hour(2), stopTime: hour(1) } },
        '/timePeriod/stopTime',
      ],
      [
        { computeResourceTypeId: 'cpuCores', timePeriod: { startTime: hour(2), stopTime: hour(2) } },
        '/timePeriod/stopTime',
      ],
      [{ computeResourceTypeId: 'cpuCores', showTimeline: 'perhaps' }, '/showTimeline'],
      [
        { computeResourceTypeId: 'cpuCores', timePeriod: { stopTime: '2029-01-01T00:00:00Z' } },
        '/timePeriod/stopTime',
      ],
    ])('for %j, pointing at %s', async (filter, pointer) => {
      const { status, body } = await query(filter);
      expect(status).toBe(400);
      expect(body.errors).toEqual([expect.objectContaining({ pointer })]);
    });

    it.each([0, 1001, -1, 1.5, 'ten', ''])('for a limit of %j', async (limit) => {
      const { status, body } = await query({ zoneId: 'z1', computeResourceTypeId: 'cpuCores' }, { limit });
      expect([status, body.errors?.[0].pointer]).toEqual([400, '/limit']);
    });
  });

  it.each([
    ['compute', ', or resourceCriteria; '],
    ['network', undefined],
    ['storage', ', or resourceCriteria; '],
  ])('400 says that the type of %s is missing', async (kind, more) => {
    const { body } = await service.http.get(`/capacity/${kind}/query`).send({ zoneId: 'z1' }).expect(400);
    const member = `${kind}ResourceTypeId`;
    const said = `must provide '${member}' parameter`;
    expect(body).toMatchObject({ code: 'invalid-request', errors: [{ pointer: `/${member}` }] });
    expect(body.detail).toMatch(more ? new RegExp(`^${said}${more}`) : new RegExp(`^${said}$`));
  });

  it('404 for an unknown zone', async () => {
    const { status, body } = await query({ zoneId: 'atlantis', computeResourceTypeId: 'cpuCores' });
    expect(status).toBe(404);
    expect(body).toMatchObject({ status: 404, code: 'unknown-zone', errors: [{ pointer: '/zoneId' }] });
  });
});

// Regression: it was the time at which subscribers were told that an end comes near, which changes no figure.
it('lastUpdate of capacity does not move with what subscribers are told', () =>
  alone(async (service) => {
    await service.provider({ cores: 1 });
    await reserve(service, 'z1', [undefined, fromNow(service, 400)], { cores: 1 });
    const changed = formatInstant(service.clock.now());
    const all = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
    const lastUpdate = async () => {
      const query = { zoneId: 'z1', computeResourceTypeId: 'cpuCores' };
      return (await service.http.get('/capacity/compute/query').send(query)).body.lastUpdate as string;
    };
    service.clock.advance(110);
    expect(await toldTo(service, all)).not.toEqual([]);
    expect(await lastUpdate()).toBe(changed);
    service.app.get(AllocationService).dropFold('z1');
    expect(await lastUpdate()).toBe(changed);
    expect((await service.http.get('/zones/z1')).body.changedAt).toBe(changed);
  }));

// Regression: once the fold had forgotten the window, it was the time at which that was reserved.
it('lastUpdate of capacity stays when an hour has passed since', () =>
  alone(async (service) => {
    await service.provider({ cores: 1 });
    await reserve(service, 'z1', [fromNow(service, 60), fromNow(service, 120)], { cores: 1 });
    const end = fromNow(service, 120);
    const lastUpdate = async () => {
      const query = { zoneId: 'z1', computeResourceTypeId: 'cpuCores' };
      return (await service.http.get('/capacity/compute/query').send(query)).body.lastUpdate as string;
    };
    service.clock.advance(7_200);
    expect([await lastUpdate(), await lastUpdate()]).toEqual([end, end]);
  }));
