import { hour, reserve, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('GET /capacity/compute/query by attributes', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 10, ram: 8192, instances: 4 }, { zone: 'mixed' });
    await service.provider({ cores: 9, ram: 999_999, instances: 40 }, { zone: 'mixed' });
    await service.provider(
      { cores: 64, ram: 999_999, instances: 64 },
      { zone: 'mixed', traits: { cpuArchitecture: 'aarch64' } },
    );
  });
  afterAll(() => stopSound(service));

  const query = (filter: object) => service.http.get('/capacity/compute/query').send(filter);
  const available = async (virtualCPU: object, more: object = {}): Promise<number> => {
    const filter = {
      zoneId: 'mixed',
      resourceCriteria: { virtualCPU },
      attributeSelector: 'available',
      ...more,
    };
    const { status, body } = await query(filter);
    expect([status, Object.keys(body.capacityInformation as object)]).toEqual([200, ['available']]);
    return body.capacityInformation.available as number;
  };

  describe('200', () => {
    it('counts whole resources of the shape per provider, and adds the providers up', async () => {
      expect(await available({ cpuArchitecture: 'x86', numVirtualCpu: '4' })).toBe(2 + 2);
      expect(await available({ cpuArchitecture: 'x86', numVirtualCpu: 2 })).toBe(4 + 4);
    });

    it('needs one instance for each, also where no other amount is requested', async () => {
      expect(await available({ cpuArchitecture: 'x86', numVirtualCpu: 1 })).toBe(4 + 9);
      expect(await available({ cpuArchitecture: 'x86' })).toBe(4 + 40);
    });

    it('counts memory as well', async () => {
      const criteria = {
        virtualCPU: { cpuArchitecture: 'x86', numVirtualCpu: 1 },
        virtualMemory: { virtualMemSize: 4096 },
      };
      const { body } = await query({
        zoneId: 'mixed',
        resourceCriteria: criteria,
        attributeSelector: 'available',
      });
      expect(body.capacityInformation).toEqual({ available: 2 + 9 });
    });

    it('leaves out providers without the trait; x86_64 is x86 by another name', async () => {
      expect(await available({ cpuArchitecture: 'x86_64', numVirtualCpu: 4 })).toBe(4);
      expect(await available({ cpuArchitecture: 'aarch64', numVirtualCpu: 4 })).toBe(16);
      expect(await available({ cpuArchitecture: 'sparc', numVirtualCpu: 4 })).toBe(0);
      expect(await available({ numVirtualCpu: 4 })).toBe(20);
    });

    it('answers for the worst instant of the period', async () => {
      await service.provider({ cores: 8, instances: 8 }, { zone: 'worst' });
      await reserve(service, 'worst', [hour(8), hour(9)], { cores: 5 });
      const at = (from: number, to: number) =>
        available(
          { numVirtualCpu: 2 },
          { zoneId: 'worst', timePeriod: { startTime: hour(from), stopTime: hour(to) } },
        );
      expect([await at(0, 8), await at(0, 24), await at(9, 24)]).toEqual([4, 1, 4]);
    });

    it('answers the figures of one instant, though cores and instances are scarcest at different ones', async () => {
      const { provider } = await service.provider({ cores: 10, instances: 10 }, { zone: 'instant' });
      await reserve(service, 'instant', [hour(10), hour(11)], { cores: 6, instances: 2 });
      await service.operation('decrease-capacity', {
        source: provider,
        start: hour(12),
        end: hour(13),
        capacity: { instances: 7 },
      });
      const { body } = await query({
        zoneId: 'instant',
        resourceCriteria: { virtualCPU: { numVirtualCpu: 2 } },
        timePeriod: { startTime: hour(10), stopTime: hour(13) },
      });
      expect(body.capacityInformation).toEqual({ total: 5, reserved: 2, allocated: 0, available: 2 });
    });

    it('answers all four figures where none is selected, zone and last update beside them', async () => {
      const { body } = await query({
        zoneId: 'worst',
        resourceCriteria: { virtualCPU: { numVirtualCpu: 2 } },
      });
      expect(body).toMatchObject({
        zoneId: 'worst',
        lastUpdate: '2030-01-01T00:00:00Z',
        capacityInformation: { total: 4, reserved: 0, allocated: 0, available: 4 },
      });
    });

    it('never reports more available than can then be reserved', async () => {
      await service.provider({ cores: 7, ram: 4096, instances: 9 }, { zone: 'safe' });
      const count = await available({ numVirtualCpu: 2 }, { zoneId: 'safe' });
      expect(count).toBe(3);
      const capacity = { cores: 2 * count, instances: count };
      expect(await reserve(service, 'safe', [undefined, hour(1)], capacity)).toMatchObject({ result: 'ok' });
      expect(await available({ numVirtualCpu: 2 }, { zoneId: 'safe' })).toBe(0);
    });
  });

  describe('400', () => {
    it.each([
      [
        { resourceCriteria: { virtualCPU: { numVirtualCpu: -1 } } },
        '/resourceCriteria/virtualCPU/numVirtualCpu',
      ],
      [{ resourceCriteria: { virtualCPU: 4 } }, '/resourceCriteria/virtualCPU'],
      [{ resourceCriteria: [] }, '/resourceCriteria'],
      [{ resourceCriteria: {}, computeResourceTypeId: 'cpuCores' }, '/computeResourceTypeId'],
      [{ resourceCriteria: {}, attributeSelector: ['available', 'used'] }, '/attributeSelector'],
      [{ attributeSelector: 'available' }, '/computeResourceTypeId'],
    ])('for %j', async (filter, pointer) => {
      const { status, body } = await query({ zoneId: 'mixed', ...filter });
      expect(status).toBe(400);
      expect(body.errors[0].pointer).toContain(pointer);
    });
  });

  it('404 for an unknown zone', async () => {
    const { status, body } = await query({
      zoneId: 'atlantis',
      resourceCriteria: { virtualCPU: { numVirtualCpu: 1 } },
    });
    expect([status, body.code]).toEqual([404, 'unknown-zone']);
  });
});
