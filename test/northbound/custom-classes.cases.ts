import { subscribe, tellWhenAsked, threshold, toldTo } from '../notifications/told.js';
import { capacityAt, hour, reserve, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const GPUS = { computeResourceTypeId: 'gpus', zoneId: 'z1' };

describe('a custom class northbound', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ environment: { CUSTOM_CLASSES: 'gpus:64,licences' } });
    await tellWhenAsked(service);
    await service.provider({ cores: 8, gpus: 4, addresses: 9 });
  });
  afterAll(() => stopSound(service));

  const create = (computePoolReservation: object, more: object = {}) =>
    service.http
      .post('/reservation/compute/create')
      .send({ zoneId: 'z1', startTime: hour(1), endTime: hour(2), computePoolReservation, ...more });
  const figures = async (filter: object) =>
    (await service.http.get('/capacity/compute/query').send({ ...GPUS, ...filter })).body.capacityInformation;
  const terminate = (id: string) => service.http.delete(`/reservation/compute/${id}`).expect(200);

  it('is a compute type under its own name', async () => {
    expect(await figures({})).toEqual({ total: 4, reserved: 0, allocated: 0, available: 4 });
    for (const kind of ['network', 'storage']) {
      const query = await service.http
        .get(`/capacity/${kind}/query`)
        .query({ [`${kind}ResourceTypeId`]: 'gpus' });
      expect([query.status, query.body.errors[0].pointer]).toEqual([400, `/${kind}ResourceTypeId`]);
    }
  });

  it.each(['tpus', 'constructor', 'cores'])('that is not configured, as %s, is no type', async (name) => {
    for (const path of ['/capacity/compute/query', '/capacity/compute/subscribe']) {
      const { status, body } = await service.http.post(path).send({ computeResourceTypeId: name });
      expect([status, body.errors[0].pointer]).toEqual([400, '/computeResourceTypeId']);
      expect(body.detail).toContain('gpus, licences');
    }
  });

  it('can be subscribed to, and is notified', async () => {
    const asked = { ...GPUS, threshold: threshold('total', 'ge', 6) };
    const id = await subscribe(service, '/capacity/compute/subscribe', asked);
    const { provider } = await service.provider({ gpus: 2 });
    const told = await toldTo(service, id);
    expect(told).toMatchObject([
      { resourceDescriptor: { computeResourceTypeId: 'gpus' }, capacityInformation: { total: 6 } },
    ]);
    expect((await service.http.get(`/subscriptions/${id}`)).body.computeResourceTypeId).toBe('gpus');
    await service.operation('decrease-capacity', { source: provider, capacity: { gpus: 2 } });
  });

  it('is reserved, shown, changed and given back', async () => {
    const made = await create({ numCpuCores: 2, customResources: { gpus: '3' } }).expect(201);
    const { reservationId } = made.body.reservationData;
    const reserved = {
      numCpuCores: 2,
      numVcInstances: 0,
      virtualMemSize: 0,
      customResources: { gpus: 3 },
      zoneId: 'z1',
    };
    expect(made.body.reservationData.computePoolReserved).toEqual(reserved);
    const { body } = await service.http.get('/reservation/compute/query').query({ reservationId });
    expect(body.queryResult.computePoolReserved).toEqual(reserved);
    expect(await capacityAt(service, 'z1', hour(1))).toMatchObject({ cores: 6, gpus: 1 });

    const id = await subscribe(service, '/reservation/subscribe', { inputFilter: [{ reservationId }] });
    const update = { reservationId, computePoolReservation: { customResources: { gpus: 1 } } };
    const updated = await service.http.post('/reservation/compute/update').send(update).expect(201);
    expect(updated.body.reservationData.computePoolReserved).toEqual({
      ...reserved,
      customResources: { gpus: 1 },
    });
    expect(await toldTo(service, id)).toMatchObject([
      { changedReservationData: { computePoolReserved: { customResources: { gpus: 1 } } } },
    ]);
    const none = { reservationId, computePoolReservation: { customResources: { gpus: 0 } } };
    const without = await service.http.post('/reservation/compute/update').send(none).expect(201);
    expect(without.body.reservationData.computePoolReserved).not.toHaveProperty('customResources');
    await terminate(reservationId);
    expect(await capacityAt(service, 'z1', hour(1))).toMatchObject({ cores: 8, gpus: 4 });
  });

  it('is a compute reservation where nothing else is reserved, by whichever interface', async () => {
    const alone = (await create({ customResources: { gpus: 1 } }).expect(201)).body.reservationData
      .reservationId;
    const operations = await reserve(service, 'z1', [hour(1), hour(2)], { gpus: 1 });
    const mixed = await reserve(service, 'z1', [hour(1), hour(2)], { gpus: 1, addresses: 1 });
    const ids = [alone, operations['reservation-id'], mixed['reservation-id']];
    for (const reservationId of ids) {
      const { status } = await service.http.get('/reservation/compute/query').query({ reservationId });
      expect(status).toBe(200);
    }
    const { body } = await service.http.get('/reservation/compute/query');
    expect(body.queryResult.map((each: any) => each.reservationId)).toEqual(ids);
    await Promise.all(ids.map(terminate));
  });

  it('409 where it does not fit, with the offer', async () => {
    const { status, body } = await create({ customResources: { gpus: 5 } });
    expect([status, body.offer.maxCapacity.gpus]).toEqual([409, 4]);
    expect(body.detail).toContain('gpus=5 exceeds available 4');
  });

  it.each([
    [{ tpus: 1 }, '/computePoolReservation/customResources/tpus'],
    [{ gpus: 1, cores: 1 }, '/computePoolReservation/customResources/cores'],
    [{ gpus: 65 }, '/computePoolReservation/customResources/gpus'],
    [{ gpus: -1 }, '/computePoolReservation/customResources/gpus'],
    [['gpus'], '/computePoolReservation/customResources'],
    [3, '/computePoolReservation/customResources'],
  ])('400 for customResources %j, naming the member', async (customResources, pointer) => {
    const { status, body } = await create({ numCpuCores: 1, customResources });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ pointer })]]);
    expect(body.detail).toContain(pointer.slice(1).replaceAll('/', '.'));
  });
});
