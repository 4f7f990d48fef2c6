import { startService, type RunningService } from '../support/service.js';

describe('a reservation that another one protects', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    for (const zone of ['north', 'south']) await service.provider({ cores: 10 }, { zone });
  });
  afterAll(() => service.stop());

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
});
