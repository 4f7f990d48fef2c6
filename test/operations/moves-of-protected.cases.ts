import { BestZone } from '../../src/allocation/best-zone.js';
import { service } from '../support/shared-service.js';

describe('a reservation that another one protects', () => {
  beforeAll(async () => {
    for (const zone of ['north', 'south']) await service.provider({ cores: 10 }, { zone });
  });

  it('can neither be cancelled nor moved to another zone', async () => {
    const made = await service.operation('create-reservation', { zone: 'north', capacity: { cores: 2 } });
    const id = made['reservation-id'] as string;
    const guard = { zone: 'north', elements: [`ResourceReservation:${id}`] };
    expect(await service.operation('create-reservation', guard)).toMatchObject({ result: 'ok' });
    const cancel = { 'reservation-id': id };
    expect(await service.operation('cancel-reservation', cancel)).toMatchObject({ result: 'conflict' });
    const move = { ...cancel, zone: 'south' };
    expect(await service.operation('update-reservation', move)).toMatchObject({ result: 'conflict' });
    expect((await service.http.get(`/reservations/${id}`)).body).toMatchObject({ zone: 'north' });
  });

  it('is refused as protected, without an offer, also where the new zone is short of capacity', async () => {
    await service.provider({ cores: 1 }, { zone: 'narrow' });
    const made = await service.operation('create-reservation', { zone: 'north', capacity: { cores: 2 } });
    const id = made['reservation-id'] as string;
    const guard = { zone: 'north', elements: [`ResourceReservation:${id}`] };
    const { 'reservation-id': guardId } = await service.operation('create-reservation', guard);
    for (const isDryRun of [true, false]) {
      const move = { 'reservation-id': id, zone: 'narrow', 'dry-run': isDryRun };
      const answer = await service.operation('update-reservation', move);
      expect(answer).toMatchObject({
        result: 'conflict',
        message: expect.stringContaining(`is protected by reservation ${guardId as string}`),
      });
      expect(answer).not.toHaveProperty('offer');
    }
  });

  it('cannot be protected in a zone that it has left since it was looked up', async () => {
    const made = await service.operation('create-reservation', { zone: 'north', capacity: { cores: 2 } });
    const id = made['reservation-id'] as string;
    const bestZone = service.app.get(BestZone);
    const admit = bestZone.admit.bind(bestZone);
    jest.spyOn(bestZone, 'admit').mockImplementationOnce(async (...asked) => {
      await service.operation('update-reservation', { 'reservation-id': id, zone: 'south' });
      return admit(...asked);
    });
    const guard = { zone: 'north', elements: [`ResourceReservation:${id}`] };
    expect(await service.operation('create-reservation', guard)).toMatchObject({
      result: 'error',
      message: expect.stringContaining('another zone'),
    });
    expect(await service.operation('cancel-reservation', { 'reservation-id': id })).toMatchObject({
      result: 'ok',
    });
  });
});
