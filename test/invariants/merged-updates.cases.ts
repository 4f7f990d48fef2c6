import { Caller, wire } from '../support/calls.js';
import { startService, type RunningService } from '../support/service.js';

describe('updates of different members of one reservation at once', () => {
  let service: RunningService;
  let caller: Caller;
  beforeAll(async () => {
    service = await startService();
    caller = new Caller(service.baseUrl);
  });
  afterAll(async () => {
    caller.close();
    await service.stop();
  });

  it('all take effect: what is omitted keeps the value it has by then', async () => {
    const { provider, pool } = await service.provider({ cores: 100, ram: 100 });
    const now = service.clock.now();
    const created = await service.operation('create-reservation', {
      zone: 'z1',
      capacity: { cores: 1, ram: 1 },
    });
    const id = { 'reservation-id': created['reservation-id'] as string };
    const protectable = [`ResourceProvider:${provider}`, `ResourcePool:${pool}`];
    for (let round = 1; round <= 10; round++) {
      const elements = [protectable[round % 2]];
      const { end } = wire({ start: now, end: now + 100 * round });
      const updates = [{ elements }, { end }, { capacity: { cores: round } }, { capacity: { ram: round } }];
      const answers = await Promise.all(
        updates.map((update) => caller.post('/update-reservation', { ...id, ...update })),
      );
      for (const { body } of answers) expect(body.result).toBe('ok');
      const { body } = await caller.get(`/reservations/${id['reservation-id']}`);
      expect(body).toMatchObject({ elements, end, capacity: { cores: round, ram: round } });
    }
  });
});
