import { AllocationService } from '../../src/allocation/allocation.service.js';
import { fromNow, hour, reserve, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('GET /capacity/storage/query', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider(
      { gigabytes: 100, volumes: 10, snapshots: 3 },
      { traits: { typeOfStorage: 'volume' } },
    );
    await service.provider(
      { gigabytes: 1000, volumes: 5 },
      { zone: 'z2', traits: { typeOfStorage: 'object', rdmaSupported: 'true' } },
    );
    await reserve(service, 'z1', [hour(8), hour(9)], { gigabytes: 40, volumes: 4 });
  });
  afterAll(() => stopSound(service));

  const query = (filter: object) => service.http.get('/capacity/storage/query').send(filter);
  const timePeriod = { startTime: hour(7), stopTime: hour(10) };

  describe('200 by resource type', () => {
    it.each([
      ['storageSize', { total: 1100, reserved: 40, allocated: 0, available: 1060 }],
      ['volumes', { total: 15, reserved: 4, allocated: 0, available: 11 }],
      ['numVolumes', { total: 15, reserved: 4, allocated: 0, available: 11 }],
      ['snapshots', { total: 3, reserved: 0, allocated: 0, available: 3 }],
      ['numSnapshots', { total: 3, reserved: 0, allocated: 0, available: 3 }],
    ])('%s', async (storageResourceTypeId, figures) => {
      const { status, body } = await query({ storageResourceTypeId, timePeriod });
      expect(status).toBe(200);
      expect(body).toMatchObject({ lastUpdate: '2030-01-01T00:00:00Z', capacityInformation: figures });
    });

    it('in a zone', async () => {
      const { body } = await query({ storageResourceTypeId: 'volumes', zoneId: 'z2' });
      expect(body).toMatchObject({ zoneId: 'z2', capacityInformation: { total: 5 } });
    });
  });

  describe('200 by attributes', () => {
    const available = async (resourceCriteria: object, more: object = {}): Promise<number> => {
      const { status, body } = await query({ resourceCriteria, attributeSelector: 'available', ...more });
      expect([status, Object.keys(body.capacityInformation as object)]).toEqual([200, ['available']]);
      return body.capacityInformation.available as number;
    };

    it('counts volumes of the size, one volume each', async () => {
      expect(await available({ sizeOfStorage: '30' })).toBe(3 + 5);
      expect(await available({ sizeOfStorage: 1 })).toBe(10 + 5);
    });

    it('leaves out providers without the traits', async () => {
      expect(await available({ typeOfStorage: 'volume', sizeOfStorage: 30 })).toBe(3);
      expect(await available({ typeOfStorage: 'object', sizeOfStorage: 30, rdmaSupported: 'true' })).toBe(5);
      expect(await available({ typeOfStorage: 'volume', sizeOfStorage: 30, rdmaSupported: true })).toBe(0);
      expect(await available({ typeOfStorage: 'tape', sizeOfStorage: 30 })).toBe(0);
    });

    it('asks for nothing with rdmaSupported false', async () => {
      expect(await available({ sizeOfStorage: 30, rdmaSupported: 'false' })).toBe(8);
    });

    it('answers for the worst instant of the period', async () => {
      expect(await available({ typeOfStorage: 'volume', sizeOfStorage: 30 }, { timePeriod })).toBe(2);
    });

    it('takes storage of an unknown type for volumes', async () => {
      await service.provider({ gigabytes: 2000, volumes: 100 }, { zone: 'unsaid' });
      const criteria = { typeOfStorage: 'volume', sizeOfStorage: '20', rdmaSupported: 'False' };
      expect(await available(criteria, { zoneId: 'unsaid' })).toBe(100);
      expect(await available({ ...criteria, typeOfStorage: 'object' }, { zoneId: 'unsaid' })).toBe(0);
    });
  });

  describe('traits', () => {
    const SSD = { zone: 'late', traits: { typeOfStorage: 'ssd' } };
    const resourceCriteria = { typeOfStorage: 'ssd', sizeOfStorage: 1 };
    const total = async (more: object): Promise<unknown> =>
      (await query({ resourceCriteria, zoneId: 'late', ...more })).body.capacityInformation;

    // Regression: traits were read before the zone. The capacity of a provider that was registered between the two was left out, but not
    // what other providers got later.
    it('are those of all providers whose capacity is counted', async () => {
      await service.provider({ gigabytes: 100, volumes: 7 }, SSD);
      const allocation = service.app.get(AllocationService);
      const read = allocation.readTraitsWithin.bind(allocation);
      jest.spyOn(allocation, 'readTraitsWithin').mockImplementationOnce(async (...asked) => {
        await service.provider({ gigabytes: 100, volumes: 3 }, SSD);
        return read(...asked);
      });
      expect(await total({})).toMatchObject({ total: 10, available: 10 });
    });

    it('count in a window in the past that this process no longer has in memory', async () => {
      const past = { startTime: fromNow(service, 0), stopTime: fromNow(service, 60) };
      service.clock.advance(7_200);
      await service.provider({ gigabytes: 100, volumes: 90 }, SSD);
      service.app.get(AllocationService).dropFold('late');
      expect(await total({ timePeriod: past })).toMatchObject({ total: 10 });
      expect(await total({})).toMatchObject({ total: 100 });
    });
  });

  it.each([
    [{}, '/storageResourceTypeId'],
    [{ storageResourceTypeId: 'publicIps' }, '/storageResourceTypeId'],
    [{ storageResourceTypeId: 'volumes', resourceCriteria: {} }, '/storageResourceTypeId'],
    [{ resourceCriteria: { rdmaSupported: 'perhaps' } }, '/resourceCriteria/rdmaSupported'],
    [{ resourceCriteria: { sizeOfStorage: 'big' } }, '/resourceCriteria/sizeOfStorage'],
  ])('400 for %j', async (filter, pointer) => {
    const { status, body } = await query(filter);
    expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
  });

  it('404 for an unknown zone', async () => {
    expect((await query({ storageResourceTypeId: 'volumes', zoneId: 'atlantis' })).status).toBe(404);
  });
});
