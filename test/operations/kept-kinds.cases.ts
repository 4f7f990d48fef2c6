import { hour, reservation, reserved } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const AMPLE = {
  cores: 20,
  ram: 32_768,
  instances: 20,
  addresses: 9,
  gigabytes: 900,
  volumes: 9,
  snapshots: 9,
};
const MIXED = { cores: 4, addresses: 2, gigabytes: 100, volumes: 2 };

describe('a reservation keeps its kinds where the last amount of one is taken to zero', () => {
  const change = (kind: string, body: object) => service.http.post(`/reservation/${kind}/update`).send(body);
  const update = (id: string, members: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...members });
  const query = (kind: string, id?: string) => {
    const filter = id === undefined ? {} : { queryReservationFilter: [{ reservationId: id }] };
    return service.http.get(`/reservation/${kind}/query`).send({ ...filter, limit: 1000 });
  };
  const made = async (capacity: object, hasElement = false): Promise<string> => {
    const zone = newZone();
    const { provider } = await service.provider(AMPLE, { zone });
    const elements = hasElement ? [`ResourceProvider:${provider}`] : undefined;
    const answer = await service.operation('create-reservation', {
      zone,
      start: hour(8),
      end: hour(9),
      capacity,
      elements,
    });
    return answer['reservation-id'] as string;
  };

  it('network: the addresses of a mixed one are given back and taken again', async () => {
    const reservationId = await made(MIXED);
    const none = await change('network', { reservationId, networkReservation: { numPublicIps: 0 } });
    expect([none.status, none.body.reservationData.publicIps]).toEqual([201, []]);
    const found = await query('network', reservationId);
    expect([found.status, found.body.queryResult.publicIps]).toEqual([200, []]);
    const listed = (await query('network')).body.queryResult as { reservationId: string }[];
    expect(listed.map((each) => each.reservationId)).toContain(reservationId);
    expect(await reservation(service, reservationId)).toMatchObject({
      kind: 'mixed',
      capacity: { ...MIXED, addresses: 0 },
    });
    const again = await change('network', { reservationId, networkReservation: { numPublicIps: 3 } });
    expect([again.status, again.body.reservationData.publicIps.length]).toEqual([201, 3]);
    expect((await reservation(service, reservationId)).capacity).toEqual({ ...MIXED, addresses: 3 });
  });

  it('storage: also after further updates in either group', async () => {
    const reservationId = await made(MIXED);
    const storagePoolReservation = { numVolumes: 0, storageSize: 0 };
    expect((await change('storage', { reservationId, storagePoolReservation })).status).toBe(201);
    expect(await update(reservationId, { capacity: { cores: '5' } })).toMatchObject({ result: 'ok' });
    const { status, body } = await query('storage', reservationId);
    expect([status, body.queryResult.storagePoolReserved]).toEqual([
      200,
      { storageSize: 0, numSnapshots: 0, numVolumes: 0 },
    ]);
    const more = { reservationId, storagePoolReservation: { numSnapshots: 1 } };
    expect((await change('storage', more)).body.reservationData.storagePoolReserved.numSnapshots).toBe(1);
    expect((await reservation(service, reservationId)).capacity).toEqual({
      cores: 5,
      addresses: 2,
      snapshots: 1,
    });
  });

  it('a storage reservation that Group A turns into cores is of both kinds', async () => {
    const reservationId = await made({ volumes: 2 });
    expect(await update(reservationId, { capacity: { volumes: '0', cores: '1' } })).toMatchObject({
      result: 'ok',
    });
    expect((await reservation(service, reservationId)).kind).toBe('mixed');
    expect((await query('compute', reservationId)).body.queryResult.computePoolReserved.numCpuCores).toBe(1);
    expect((await query('storage', reservationId)).body.queryResult.storagePoolReserved.numVolumes).toBe(0);
    expect((await query('network', reservationId)).status).toBe(404);
  });

  it('one of elements alone stays what it was', async () => {
    const reservationId = await made({ addresses: 2 }, true);
    const none = { reservationId, networkReservation: { numPublicIps: 0 } };
    expect((await change('network', none)).status).toBe(201);
    expect((await reservation(service, reservationId)).kind).toBe('network');
    expect((await query('network', reservationId)).status).toBe(200);
  });

  it('along to another zone, but never without any amount', async () => {
    const id = await made(MIXED);
    const zone = newZone();
    await service.provider(AMPLE, { zone });
    const nothing = { cores: 0, addresses: 0, gigabytes: 0, volumes: 0 };
    expect(await update(id, { zone, capacity: nothing })).toMatchObject({
      result: 'error',
      errors: [{ pointer: '/capacity' }],
    });
    expect(await update(id, { zone, capacity: { addresses: 0 } })).toMatchObject({ result: 'ok' });
    expect((await query('network', id)).body.queryResult).toMatchObject({ zoneId: zone, publicIps: [] });
    expect(await update(id, { capacity: { addresses: 1 } })).toMatchObject({ result: 'ok' });
    expect((await query('network', id)).body.queryResult.publicIps).toHaveLength(1);
  });

  it('a create that names a class with zero is not of its kind', async () => {
    const zone = newZone();
    await service.provider(AMPLE, { zone });
    const id = await reserved(service, zone, [hour(8), hour(9)], { cores: 1, addresses: 0 });
    expect((await query('network', id)).status).toBe(404);
  });
});
