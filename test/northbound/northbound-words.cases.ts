import { boot, hour, reserve, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

/** Group B names classes by its own members, not by their internal names. */
describe('the refusals of Group B speak its own words', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ environment: { TENANT_LIMITS: 'cores:10,addresses:2' } });
  });
  afterAll(() => stopSound(service));

  const send = (path: string, body: object, tenant?: string) => {
    const request = service.http.post(`/reservation/${path}`);
    return (tenant === undefined ? request : request.set('Headroom-Tenant', tenant)).send(body);
  };
  const ALL = { cores: 3, ram: 1024, instances: 2, gigabytes: 5, volumes: 1, snapshots: 1 };
  const times = (zoneId: string) => ({ zoneId, startTime: hour(8), endTime: hour(9) });

  it('in what is short and in the offer of a pool', async () => {
    await service.provider(ALL, { zone: 'pool' });
    const computePoolReservation = { numCpuCores: 4, virtualMemSize: 2048, numVcInstances: 3 };
    const { status, body } = await send('compute/create', { ...times('pool'), computePoolReservation });
    expect(status).toBe(409);
    expect(body.detail).toMatch(/numCpuCores=4 .* 3 .*; .*virtualMemSize=2048 .*; .*numVcInstances=3 /);
    expect(body.detail).not.toMatch(/\b(cores|ram|instances)=/);
    const members = Object.keys(body.offer.maxCapacity as object).sort();
    expect(members).toEqual(['numCpuCores', 'numVcInstances', 'virtualMemSize']);
  });

  it('for containers, storage and addresses', async () => {
    await service.provider(ALL, { zone: 'others' });
    const containerFlavor = { virtualCpu: { numVirtualCpu: 9 }, storageAttributes: { sizeOfStorage: 6 } };
    const virtualizationContainerReservation = [{ containerFlavor }];
    const containers = { ...times('others'), virtualizationContainerReservation };
    expect((await send('compute/create', containers)).body).toMatchObject({
      detail: expect.stringMatching(/numCpuCores=9 .*; requested storageSize=6 exceeds available 5 /),
      offer: { maxCapacity: { numCpuCores: 3, storageSize: 5, numVolumes: 1 } },
    });
    const storagePoolReservation = { storageSize: 1, numVolumes: 2, numSnapshots: 2 };
    expect((await send('storage/create', { ...times('others'), storagePoolReservation })).body).toMatchObject(
      {
        detail: expect.stringMatching(/^requested numVolumes=2 .*; requested numSnapshots=2 /),
        offer: { maxCapacity: { storageSize: 5, numVolumes: 1, numSnapshots: 1 } },
      },
    );
    const networkReservation = { numPublicIps: 1 };
    expect((await send('network/create', { ...times('others'), networkReservation })).body).toMatchObject({
      detail: expect.stringMatching(/^requested numPublicIps=1 exceeds available 0 /),
      offer: { maxCapacity: { numPublicIps: 0 } },
    });
  });

  it('in the limit of a tenant, with a pointer to the member', async () => {
    await service.provider({ cores: 99, ram: 99, instances: 99 }, { zone: 'limit' });
    const computePoolReservation = { numCpuCores: 11 };
    const refused = await send('compute/create', { ...times('limit'), computePoolReservation }, 'red');
    expect([refused.status, refused.body.code]).toEqual([400, 'policy-violated']);
    expect(refused.body.detail).toMatch(/^computePoolReservation\.numCpuCores: the tenant would hold 11 /);
    expect(refused.body.errors).toEqual([
      { pointer: '/computePoolReservation/numCpuCores', detail: refused.body.detail },
    ]);
    const containerFlavor = { virtualCpu: { numVirtualCpu: 11 } };
    const containers = { virtualizationContainerReservation: [{ containerFlavor }] };
    const listed = await send('compute/create', { ...times('limit'), ...containers }, 'red');
    expect(listed.body.errors[0].pointer).toBe('/virtualizationContainerReservation');
  });

  it('in an update below what instances use', async () => {
    await service.provider({ cores: 4, ram: 4096, instances: 4 }, { zone: 'used' });
    const capacity = { cores: 2, ram: 2048, instances: 2 };
    const id = await reserved(service, 'used', [undefined, hour(9)], capacity);
    expect(await boot(service, { 'reservation-id': id })).toMatchObject({ result: 'ok' });
    const members = { reservationId: id, computePoolReservation: { virtualMemSize: 256 } };
    const { status, body } = await send('compute/update', members);
    expect([status, body.code]).toEqual([409, 'in-use']);
    expect(body.detail).toBe(
      'computePoolReservation.virtualMemSize must not be less than the 512 its instances use',
    );
    expect(body.errors[0].pointer).toBe('/computePoolReservation/virtualMemSize');
    const shrunk = { 'reservation-id': id, capacity: { ram: 256 } };
    expect(await service.operation('update-reservation', shrunk)).toMatchObject({
      result: 'error',
      message: 'capacity.ram must not be less than the 512 its instances use',
      errors: [{ pointer: '/capacity/ram' }],
    });
  });

  it('while Group A and the records keep the names of the classes', async () => {
    await service.provider(ALL, { zone: 'classes' });
    expect(await reserve(service, 'classes', [hour(8), hour(9)], { cores: 4, ram: 1 })).toMatchObject({
      message: expect.stringMatching(/^requested cores=4 exceeds available 3 /),
      offer: { maxCapacity: { cores: 3, ram: 1024 } },
    });
  });

  it('says that a zone has no capacity at all in the window, not that 0 is exceeded, in both groups', async () => {
    const message = 'no resource capacity available during requested start/end time';
    const ends = { start: hour(1), end: hour(2) };
    await service.provider({ cores: 4 }, { zone: 'empty', ...ends });
    expect(await reserve(service, 'empty', [hour(8), hour(9)], { cores: 1 })).toMatchObject({
      result: 'conflict',
      message,
      offer: { maxCapacity: { cores: 0 } },
    });
    const body = { ...times('empty'), networkReservation: { numPublicIps: 1 } };
    expect((await send('network/create', body)).body).toMatchObject({ status: 409, detail: message });
    const partly = await reserve(service, 'empty', [hour(1), hour(3)], { cores: 1 });
    expect(partly.message).toMatch(/^requested cores=1 exceeds available 0 between/);
  });
});
