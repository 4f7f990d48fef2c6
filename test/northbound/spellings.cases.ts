import { stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

/** Members that the contract itself spells two ways. */
describe('a member with two spellings', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 12, ram: 1e5, instances: 12 });
  });
  afterAll(() => stopSound(service));

  const shapes = async (query: string, body: object = {}) => {
    const { status, body: answer } = await service.http.get(`/capacity/compute/query${query}`).send(body);
    return [status, answer.warnings, answer.capacityInformation?.available];
  };
  const criteria = (member: string) => ({ resourceCriteria: { [member]: { numVirtualCpu: 3 } } });

  it.each(['virtualCPU', 'virtualCpu'])('asks for a shape as %s', async (member) => {
    expect(await shapes('', criteria(member))).toEqual([200, undefined, 4]);
    expect(await shapes(`?resourceCriteria.${member}.numVirtualCpu=3`)).toEqual([200, undefined, 4]);
  });

  it.each(['virtualCPU', 'virtualCpu'])('is named as it was spelled when it is wrong: %s', async (member) => {
    const body = { resourceCriteria: { [member]: { numVirtualCpu: 'x' } } };
    const { body: refused } = await service.http.get('/capacity/compute/query').send(body);
    expect(refused.errors[0].pointer).toBe(`/resourceCriteria/${member}/numVirtualCpu`);
    expect(refused.detail).toContain(`resourceCriteria.${member}.numVirtualCpu `);
  });

  it.each([
    ['flavorId', 'virtualCpu'],
    ['flavourId', 'virtualCPU'],
  ])('describes a container as %s and %s', async (flavorId, virtualCpu) => {
    const containerFlavor = { [flavorId]: 'small', [virtualCpu]: { numVirtualCpu: 3 } };
    const body = { virtualizationContainerReservation: [{ containerFlavor }] };
    const created = await service.http.post('/reservation/compute/create').send(body).expect(201);
    expect(created.body).not.toHaveProperty('warnings');
    const { reservationId, virtualizationContainerReserved } = created.body.reservationData;
    expect(virtualizationContainerReserved[0]).toMatchObject({
      flavorId: 'small',
      virtualCpu: { numVirtualCpu: 3 },
    });
    expect((await shapes('', criteria('virtualCpu')))[2]).toBe(3);
    await service.http.delete(`/reservation/compute/${reservationId}`).expect(200);
  });

  it.each(['window', 'wndow'])('bounds a query of reservations as %s', async (member) => {
    const answer = await service.operation('query-reservation', { [member]: { end: 'soon' } });
    expect(answer).toMatchObject({
      result: 'error',
      message: expect.stringMatching(new RegExp(`^${member}\\.end `)),
    });
    expect(
      await service.operation('query-reservation', { [member]: { scope: 'exclusive' } }),
    ).not.toHaveProperty('warnings');
  });

  describe('is refused where the two differ, as one of them would have no effect', () => {
    const flavored = (containerFlavor: object) => ({
      virtualizationContainerReservation: [{ containerFlavor }],
    });

    it.each<[string, string, object]>([
      [
        'reservation/compute/create',
        '/virtualizationContainerReservation/0/containerFlavor/flavourId',
        flavored({ flavorId: 'small', flavourId: 'large' }),
      ],
      [
        'reservation/compute/create',
        '/virtualizationContainerReservation/0/containerFlavor/virtualCPU',
        flavored({ virtualCpu: { numVirtualCpu: 1 }, virtualCPU: { numVirtualCpu: 2 } }),
      ],
      [
        'capacity/compute/query',
        '/resourceCriteria/virtualCpu',
        { resourceCriteria: { virtualCPU: { numVirtualCpu: 1 }, virtualCpu: { numVirtualCpu: 2 } } },
      ],
      [
        'query-reservation',
        '/wndow',
        { window: { end: '2030-01-01T00:00:00Z' }, wndow: { end: '2031-01-01T00:00:00Z' } },
      ],
      ['query-reservation', '/wndow', { window: { scope: 'inclusive' }, wndow: { scope: 'exclusive' } }],
    ])('POST /%s at %s', async (path, pointer, body) => {
      const { status, body: refused } = await service.http.post(`/${path}`).send(body);
      expect(status).toBe(path === 'query-reservation' ? 200 : 400);
      expect(refused.errors).toEqual([
        { pointer, detail: expect.stringMatching(/ must not differ from \w+, which is given too$/) },
      ]);
      expect(refused.result).toBe(path === 'query-reservation' ? 'error' : undefined);
    });

    it('but the same value twice, or a part in each, is accepted', async () => {
      const virtualCPU = { numVirtualCpu: '3' };
      const both = {
        resourceCriteria: { virtualCPU, virtualCpu: { numVirtualCpu: 3, cpuArchitecture: 'arm64' } },
      };
      expect(await shapes('', both)).toEqual([200, undefined, 0]);
      const flavor = { flavorId: 'a', flavourId: 'a', virtualCPU, virtualCpu: { cpuArchitecture: 'x86' } };
      const created = await service.http
        .post('/reservation/compute/create')
        .send(flavored(flavor))
        .expect(201);
      const { reservationId, virtualizationContainerReserved } = created.body.reservationData;
      expect(virtualizationContainerReserved[0]).toMatchObject({
        flavorId: 'a',
        virtualCpu: { numVirtualCpu: 3, cpuArchitecture: 'x86' },
      });
      await service.http.delete(`/reservation/compute/${reservationId}`).expect(200);
      const parts = { window: { start: '2030-06-01T00:00:00Z' }, wndow: { end: '2030-05-01T00:00:00Z' } };
      expect(await service.operation('query-reservation', parts)).toMatchObject({
        result: 'error',
        message: 'wndow.end must be later than start',
      });
    });
  });
});
