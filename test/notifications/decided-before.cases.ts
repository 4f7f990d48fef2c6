import { ReservationChangesRepository } from '../../src/notifications/telling/reservation-changes.repository.js';
import { startService, type RunningService } from '../support/service.js';

describe('decided before', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  async function lastRecordedAt(): Promise<number> {
    const [{ at }] = await service.dataSource.query<{ at: number }[]>(
      `select extract(epoch from max(recorded_at))::float8 as at from ledger_entries where zone_id = 'told'`,
    );
    return at;
  }

  it('repeats a decision made before an instant whose events were already evaluated', async () => {
    await service.provider({ cores: 10 }, { zone: 'told' });
    const order = { zone: 'told', capacity: { cores: '1' } };
    expect(await service.operation('create-reservation', order)).toMatchObject({ result: 'ok' });
    const told = service.clock.now() + 100;
    await service.app.get(ReservationChangesRepository, { strict: false }).advanceZoneClock('told', told);
    expect(await service.operation('create-reservation', order)).toMatchObject({ result: 'ok' });
    expect(await lastRecordedAt()).toBe(told);
  });
});
