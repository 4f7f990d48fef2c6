import { hour } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const KINDS = [
  ['compute', { computePoolReservation: { numCpuCores: 4 } }, { numCpuCores: 4 }],
  ['network', { networkReservation: { numPublicIps: 2 } }, { numPublicIps: 2 }],
  ['storage', { storagePoolReservation: { storageSize: 4 } }, { storageSize: 4 }],
] as const;

const WINDOW = { startTime: hour(8), endTime: hour(10) };
let network = 0;

async function zoneWithAll(): Promise<{ zone: string; provider: string }> {
  const zone = newZone();
  const { provider } = await service.provider({ cores: 10, gigabytes: 10 }, { zone });
  const publicIps = [`192.0.2.${8 * network++}/29`];
  const more = { source: provider, capacity: { addresses: 6 }, publicIps };
  expect(await service.operation('increase-capacity', more)).toMatchObject({ result: 'ok' });
  return { zone, provider };
}

describe('a northbound dry run', () => {
  it.each(KINDS)(
    'W13 of a %s reservation answers as the real one, without an id',
    async (kind, asked, capacity) => {
      const { zone, provider } = await zoneWithAll();
      const create = (more: object) =>
        service.http.post(`/reservation/${kind}/create`).send({ ...WINDOW, zoneId: zone, ...asked, ...more });
      const dry = await create({ dryRun: true }).expect(201);
      const real = await create({}).expect(201);
      const { reservationId, ...data } = real.body.reservationData;
      expect(reservationId).toEqual(expect.any(String));
      expect(dry.body).toEqual({
        reservationData: data,
        dryRun: true,
        placement: { zoneId: zone, claims: [{ providerId: provider, capacity }] },
      });
    },
  );

  it.each(KINDS)(
    'W14 of an update and a termination of a %s reservation changes nothing',
    async (kind, asked) => {
      const { zone } = await zoneWithAll();
      const body = { ...WINDOW, zoneId: zone, ...asked };
      const made = await service.http.post(`/reservation/${kind}/create`).send(body).expect(201);
      const { reservationId } = made.body.reservationData;
      const update = (more: object) =>
        service.http.post(`/reservation/${kind}/update`).send({ reservationId, endTime: hour(9), ...more });
      const dry = await update({ dryRun: true }).expect(201);
      expect(dry.body).toMatchObject({ dryRun: true, reservationData: { reservationId, endTime: hour(9) } });
      for (const parameter of ['dryRun=true', 'dry-run=true']) {
        const ended = await service.http
          .delete(`/reservation/${kind}/${reservationId}?${parameter}`)
          .expect(200);
        expect(ended.body).toEqual({ reservationId, dryRun: true });
      }
      const misplaced = await service.http
        .delete(`/reservation/${kind}/${reservationId}`)
        .send({ dryRun: true })
        .expect(400);
      expect(misplaced.body).toMatchObject({ code: 'invalid-request', errors: [{ pointer: '/dryRun' }] });
      const { body: record } = await service.http.get(`/reservations/${reservationId}`);
      expect(record).toMatchObject({ state: 'initialized', end: hour(10) });
      const real = await update({}).expect(201);
      expect(real.body).toEqual({ reservationData: dry.body.reservationData });
    },
  );

  it('W2 refuses with the problem of the real one', async () => {
    const { zone } = await zoneWithAll();
    const asked = { ...WINDOW, zoneId: zone, computePoolReservation: { numCpuCores: 11 } };
    const create = async (more: object) => {
      const { body } = await service.http
        .post('/reservation/compute/create')
        .send({ ...asked, ...more })
        .expect(409);
      return { ...body, requestId: undefined };
    };
    const real = await create({});
    expect(real).toMatchObject({
      code: 'capacity-insufficient',
      offer: { maxCapacity: { numCpuCores: 10 } },
    });
    expect(await create({ dryRun: true })).toEqual({ ...real, dryRun: true });
    expect(await create({ 'dry-run': true })).toEqual({ ...real, dryRun: true });
    const unknown = await service.http.delete(`/reservation/compute/nothing?dryRun=true`).expect(404);
    expect(unknown.body).toMatchObject({ code: 'unknown-reservation', dryRun: true });
    const wrong = await service.http.delete(`/reservation/compute/nothing?dryRun=maybe`).expect(400);
    expect(wrong.body).toMatchObject({ code: 'invalid-request', errors: [{ pointer: '/dryRun' }] });
  });
});
