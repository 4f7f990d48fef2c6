import { boot, capacityAt, hour, reserve, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

describe('two groups, one ledger', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({
      cores: 10,
      ram: 10_240,
      instances: 10,
      addresses: 10,
      gigabytes: 100,
      volumes: 10,
    });
  });
  afterAll(() => stopSound(service));

  const post = async (path: string, body: object) => {
    const response = await service.http.post(path).send(body);
    expect(response.status).toBe(201);
    return response.body.reservationData as Record<string, any>;
  };
  const figures = async (kind: string, filter: object) =>
    (await service.http.get(`/capacity/${kind}/query`).send({ zoneId: 'z1', ...filter })).body
      .capacityInformation;
  const timePeriod = { startTime: hour(8), stopTime: hour(10) };

  it('shows what Group A reserves in the figures and queries of Group B', async () => {
    const capacity = { cores: 4, ram: 1024, instances: 2, addresses: 3 };
    const id = await reserved(service, 'z1', [hour(8), hour(10)], capacity);
    expect(await figures('compute', { computeResourceTypeId: 'cpuCores', timePeriod })).toMatchObject({
      reserved: 4,
    });
    expect(await figures('network', { networkResourceTypeId: 'publicIps', timePeriod })).toMatchObject({
      reserved: 3,
      available: 7,
    });
    const filter = { queryReservationFilter: [{ reservationId: id }] };
    const { body } = await service.http.get('/reservation/compute/query').send(filter);
    expect(body.queryResult.computePoolReserved).toMatchObject({
      numCpuCores: 4,
      numVcInstances: 2,
      virtualMemSize: 1024,
    });
    expect((await service.http.delete(`/reservation/compute/${id}`)).status).toBe(200);
    expect(await figures('compute', { computeResourceTypeId: 'cpuCores', timePeriod })).toMatchObject({
      reserved: 0,
    });
    const again = await service.operation('cancel-reservation', { 'reservation-id': id });
    const message = 'no reservation found for specified identifier';
    expect(again).toMatchObject({ result: 'error', message });
  });

  it('shows what Group B reserves in the figures and queries of Group A, which may draw on it and cancel it', async () => {
    const compute = await post('/reservation/compute/create', {
      endTime: hour(10),
      computePoolReservation: { numCpuCores: '2', numVcInstances: '2', virtualMemSize: '1024' },
    });
    const network = await post('/reservation/network/create', {
      endTime: hour(10),
      networkReservation: { numPublicIps: 2 },
    });
    const storage = await post('/reservation/storage/create', {
      endTime: hour(10),
      storagePoolReservation: { storageSize: 30, numVolumes: 3 },
    });
    const ids = [compute, network, storage].map(({ reservationId }) => reservationId as string);
    const queried = await service.operation('query-reservation', { zone: 'z1', 'show-utilization': false });
    expect(queried.reservations).toEqual(ids);
    const reserved = { cores: 2, ram: 1024, instances: 2, addresses: 2, gigabytes: 30, volumes: 3 };
    expect(await capacityAt(service, 'z1', undefined, 'reserved')).toEqual(reserved);

    const booted = await boot(service, { 'reservation-id': ids[0] });
    expect(booted).toMatchObject({ result: 'ok' });
    expect(await figures('compute', { computeResourceTypeId: 'vcInstances' })).toEqual({
      total: 10,
      reserved: 1,
      allocated: 1,
      available: 8,
    });
    await service.operation('destroy-instance', { 'instance-id': booted['instance-id'] });
    for (const id of ids) {
      const cancelled = await service.operation('cancel-reservation', { 'reservation-id': id });
      expect(cancelled).toMatchObject({ result: 'ok' });
    }
    expect((await service.http.get('/reservation/network/query').send({})).body.queryResult).toEqual([]);
  });

  it('lets neither group take what the other holds', async () => {
    await reserve(service, 'z1', [hour(20), hour(21)], { cores: 7 });
    const body = { startTime: hour(20), endTime: hour(21), computePoolReservation: { numCpuCores: 4 } };
    expect((await service.http.post('/reservation/compute/create').send(body)).status).toBe(409);
    await post('/reservation/compute/create', { ...body, computePoolReservation: { numCpuCores: 3 } });
    expect(await reserve(service, 'z1', [hour(20), hour(21)], { cores: 1 })).toMatchObject({
      result: 'conflict',
    });
  });
});
