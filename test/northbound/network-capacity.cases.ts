import { hour, reserve, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('GET /capacity/network/query', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ addresses: 20 }, { zone: 'z1' });
    await service.provider({ addresses: 30 }, { zone: 'z2' });
    await reserve(service, 'z1', [hour(8), hour(9)], { addresses: 5 });
  });
  afterAll(() => stopSound(service));

  const query = (filter: object) => service.http.get('/capacity/network/query').send(filter);
  const timePeriod = { startTime: hour(7), stopTime: hour(10) };

  describe('200', () => {
    it.each(['publicIps', 'numPublicIps'])(
      'answers %s for the whole service, without naming a zone',
      async (type) => {
        const { status, body } = await query({ networkResourceTypeId: type, timePeriod });
        expect(status).toBe(200);
        expect(body).toMatchObject({
          lastUpdate: '2030-01-01T00:00:00Z',
          capacityInformation: { total: 50, reserved: 5, allocated: 0, available: 45 },
        });
        expect(body).not.toHaveProperty('zoneId');
      },
    );

    it('takes a zone all the same', async () => {
      const { body } = await query({ networkResourceTypeId: 'publicIps', zoneId: 'z1', timePeriod });
      expect(body).toMatchObject({ zoneId: 'z1', capacityInformation: { total: 20, available: 15 } });
    });

    it('answers for now without a period', async () => {
      const { body } = await query({ networkResourceTypeId: 'publicIps' });
      expect(body.capacityInformation).toMatchObject({ reserved: 0, available: 50 });
    });
  });

  it.each([
    [{}, '/networkResourceTypeId'],
    [{ networkResourceTypeId: 'cpuCores' }, '/networkResourceTypeId'],
    [{ networkResourceTypeId: 'publicIps', timePeriod: { stopTime: 'late' } }, '/timePeriod/stopTime'],
  ])('400 for %j', async (filter, pointer) => {
    const { status, body } = await query(filter);
    expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
  });

  it('404 for an unknown zone', async () => {
    expect((await query({ networkResourceTypeId: 'publicIps', zoneId: 'atlantis' })).status).toBe(404);
  });
});
