import { createDataSource } from '../../src/database/data-source.js';
import { migrateUp } from '../../src/database/migrate.js';
import { createDeployedDatabase, type DeployedDatabase } from '../process/deployed-database.js';
import { onServer } from '../support/postgres.js';
import { startService, type RunningService } from '../support/service.js';

describe('under the role of the service', () => {
  let database: DeployedDatabase;
  let service: RunningService;
  beforeAll(async () => {
    database = await createDeployedDatabase();
    await migrateUp(createDataSource(database.ownerUrl, { poolSize: 2 }));
    service = await startService({ database: { url: database.serviceUrl, drop: () => database.drop() } });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  it('the ledger takes what is admitted', async () => {
    await service.provider({ cores: 8 }, { zone: 'north' });
    const reserved = await service.operation('create-reservation', { zone: 'north', capacity: { cores: 2 } });
    expect(reserved).toMatchObject({ result: 'ok' });
    const cancelled = await service.operation('cancel-reservation', {
      'reservation-id': reserved['reservation-id'],
    });
    expect(cancelled).toMatchObject({ result: 'ok' });
  });

  it.each([
    `update ledger_entries set amounts = '{}'`,
    'delete from ledger_entries',
    'truncate ledger_entries',
    'truncate zones cascade',
    'alter table ledger_entries disable trigger all',
    `update ledger_entries set recorded_at = now() where zone_id = 'north'`,
  ])('nobody may %s', async (statement) => {
    const count = () =>
      onServer(database.ownerUrl, (client) =>
        client.query('select count(*)::int as count from ledger_entries'),
      );
    const before = await count();
    const attempt = onServer(database.serviceUrl, (client) => client.query(statement));
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
    expect((await count()).rows).toEqual(before.rows);
  });
});
