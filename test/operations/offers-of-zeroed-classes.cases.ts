import { hour, reservation, reserve, reserved } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

const DAY = [hour(8), hour(9)] as const;
const POOL = { cores: 9, instances: 6, volumes: 4 };

describe('the offer of an update lists the classes that the request sets to zero', () => {
  const update = (id: string, members: object) =>
    service.operation('update-reservation', { 'reservation-id': id, ...members });

  it('so that it is admitted as it stands', async () => {
    const zone = newZone();
    await service.provider(POOL, { zone });
    const id = await reserved(service, zone, DAY, { cores: 5, instances: 5, volumes: 1 });
    await reserve(service, zone, DAY, { cores: 2, instances: 1 });
    const refused = await update(id, { capacity: { instances: 0, volumes: 5 } });
    expect(refused).toMatchObject({ result: 'conflict' });
    expect(refused.offer.maxCapacity).toEqual({ cores: 7, instances: 0, volumes: 4 });
    expect(await update(id, { capacity: refused.offer.maxCapacity })).toMatchObject({ result: 'ok' });
    expect(await reservation(service, id)).toMatchObject({ capacity: { cores: 7, volumes: 4 } });
  });

  it('also that of a move to another zone, and in Group B', async () => {
    const [zone, other] = [newZone(), newZone()];
    await service.provider(POOL, { zone });
    await service.provider({ cores: 3, volumes: 4 }, { zone: other });
    const id = await reserved(service, zone, DAY, { cores: 5, instances: 5 });
    const refused = await update(id, { zone: other, capacity: { instances: 0 } });
    expect(refused.offer.maxCapacity).toEqual({ cores: 3, instances: 0 });
    const answer = await service.http.post('/reservation/compute/update').send({
      reservationId: id,
      computePoolReservation: { numCpuCores: 10, numVcInstances: 0 },
    });
    expect(answer.status).toBe(409);
    expect(answer.body.offer.maxCapacity).toEqual({ numCpuCores: 9, numVcInstances: 0 });
    const taken = { zone: other, capacity: refused.offer.maxCapacity };
    expect(await update(id, taken)).toMatchObject({ result: 'ok' });
  });
});
