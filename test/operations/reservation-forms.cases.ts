import { capacityAt, hour, reservation, reserved } from '../support/readings.js';
import { service } from '../support/shared-service.js';

const DISKS = { cores: 20, ram: 32_768, instances: 20, gigabytes: 900, volumes: 9 };
const AMPLE = { ...DISKS, addresses: 9 };
const MIXED = { cores: 4, ram: 4096, instances: 2, addresses: 2, gigabytes: 100, volumes: 2 };

describe('the form of a reservation', () => {
  const change = (kind: string, body: object) => service.http.post(`/reservation/${kind}/update`).send(body);
  const update = (id: string, members: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...members });
  const mixed = async (zone: string): Promise<string> => {
    await service.provider(AMPLE, { zone });
    return reserved(service, zone, [hour(8), hour(9)], MIXED);
  };
  const containers = async (zone: string): Promise<string> => {
    await service.provider(DISKS, { zone });
    const flavor = {
      virtualCpu: { numVirtualCpu: 2 },
      virtualMemory: { virtualMemSize: 1024 },
      storageAttributes: { typeOfStorage: 'volume', sizeOfStorage: 20 },
    };
    const virtualizationContainerReservation = [{ containerId: 'c1', containerFlavor: flavor }];
    const body = { zoneId: zone, startTime: hour(8), virtualizationContainerReservation };
    const made = await service.http.post('/reservation/compute/create').send(body);
    return made.body.reservationData.reservationId as string;
  };
  const ONE_CONTAINER = { cores: 2, ram: 1024, instances: 1, gigabytes: 20, volumes: 1 };

  it.each([
    ['compute', { computePoolReservation: { numCpuCores: 6 } }, { cores: 6 }],
    ['network', { networkReservation: { numPublicIps: 3 } }, { addresses: 3 }],
    ['storage', { storagePoolReservation: { storageSize: 200 } }, { gigabytes: 200 }],
  ])('an update of %s leaves the rest of a mixed one alone', async (kind, members, changed) => {
    const zone = `mixed-${kind}`;
    const reservationId = await mixed(zone);
    expect((await change(kind, { reservationId, ...members })).status).toBe(201);
    const after = { ...MIXED, ...changed };
    expect(await reservation(service, reservationId)).toMatchObject({ kind: 'mixed', capacity: after });
    expect(await capacityAt(service, zone, hour(8), 'reserved')).toEqual(after);
  });

  it('mixed amounts are not replaced by containers, which would drop addresses and storage', async () => {
    const reservationId = await mixed('to-containers');
    const containerFlavor = { virtualCpu: { numVirtualCpu: 1 } };
    const body = { reservationId, virtualizationContainerReservation: [{ containerFlavor }] };
    const { status, body: refused } = await change('compute', body);
    expect([status, refused.errors[0].pointer]).toEqual([400, '/virtualizationContainerReservation']);
    expect(refused.detail).toMatch(/pool of amounts/);
    expect(await capacityAt(service, 'to-containers', hour(8), 'reserved')).toEqual(MIXED);
  });

  it('containers are not replaced by a pool, which would hold storage that no answer shows', async () => {
    const reservationId = await containers('to-pool');
    const { status, body } = await change('compute', {
      reservationId,
      computePoolReservation: { numCpuCores: 4 },
    });
    expect([status, body.errors[0].pointer]).toEqual([400, '/computePoolReservation']);
    expect(body.detail).toMatch(/containers/);
    expect(await capacityAt(service, 'to-pool', hour(8), 'reserved')).toEqual(ONE_CONTAINER);
  });

  it('containers are not replaced by the capacity of Group A, which says so', async () => {
    const id = await containers('to-capacity');
    for (const members of [{ capacity: { cores: 4 } }, { capacity: { addresses: '1' } }]) {
      expect(await update(id, members)).toMatchObject({
        result: 'error',
        message: expect.stringMatching(/^capacity .*containers/),
        errors: [{ pointer: '/capacity' }],
      });
    }
    expect(await update(id, { traits: { cpuArchitecture: 'x86' } })).toMatchObject({
      result: 'error',
      errors: [{ pointer: '/traits' }],
    });
    expect(await update(id, { end: hour(12), capacity: {} })).toMatchObject({ result: 'ok' });
    expect(await reservation(service, id)).toMatchObject({
      kind: 'containers',
      end: hour(12),
      capacity: ONE_CONTAINER,
    });
  });

  it('goes along to another zone, where storage counts as that zone tracks it', async () => {
    const id = await containers('moved-from');
    await service.provider({ cores: 8, ram: 8192, instances: 8 }, { zone: 'diskless' });
    await service.provider(DISKS, { zone: 'with-disks' });
    expect(await update(id, { zone: 'diskless', capacity: { cores: 1 } })).toMatchObject({ result: 'error' });
    expect(await update(id, { zone: 'diskless' })).toMatchObject({ result: 'ok' });
    expect(await reservation(service, id)).toMatchObject({
      kind: 'containers',
      capacity: { cores: 2, ram: 1024, instances: 1 },
    });
    expect(await update(id, { zone: 'with-disks' })).toMatchObject({ result: 'ok' });
    expect(await capacityAt(service, 'with-disks', hour(8), 'reserved')).toEqual(ONE_CONTAINER);
    const filter = { queryReservationFilter: [{ reservationId: id }] };
    const { body } = await service.http.get('/reservation/compute/query').send(filter);
    expect(body.queryResult.virtualizationContainerReserved).toMatchObject([
      { containerId: 'c1', virtualDisks: { sizeOfStorage: 20 } },
    ]);
  });

  it('of mixed amounts goes along to another zone', async () => {
    const id = await mixed('mixed-from');
    await service.provider(AMPLE, { zone: 'mixed-to' });
    expect(await update(id, { zone: 'mixed-to', capacity: { cores: 5 } })).toMatchObject({ result: 'ok' });
    expect(await capacityAt(service, 'mixed-to', hour(8), 'reserved')).toEqual({ ...MIXED, cores: 5 });
    expect((await reservation(service, id)).publicIps).toHaveLength(2);
  });
});
