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

  it('the audit log takes what is done', async () => {
    const record = `insert into audit_log (id, at, principal, operation) values (gen_random_uuid(), now(), 'a', 'b')`;
    await onServer(database.serviceUrl, (client) => client.query(record));
    expect(await rowsIn('audit_log')).toBe(1);
  });

  it.each([
    ['ledger_entries', `update ledger_entries set amounts = '{}'`],
    ['ledger_entries', 'delete from ledger_entries'],
    ['ledger_entries', 'truncate ledger_entries'],
    ['ledger_entries', 'truncate zones cascade'],
    ['ledger_entries', 'alter table ledger_entries disable trigger all'],
    ['ledger_entries', `update ledger_entries set recorded_at = now() where zone_id = 'north'`],
    ['audit_log', `update audit_log set principal = 'other'`],
    ['audit_log', 'delete from audit_log'],
    ['audit_log', 'truncate audit_log'],
    ['audit_log', 'alter table audit_log disable trigger all'],
  ])('%s: nobody may %s', async (table, statement) => {
    const before = await rowsIn(table);
    const attempt = onServer(database.serviceUrl, (client) => client.query(statement));
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
    expect(await rowsIn(table)).toBe(before);
  });

  it('no statement is compiled just because it has to read a whole table', async () => {
    const rows = await service.dataSource.query<{ setting: string; source: string }[]>(
      `select setting, source from pg_settings where name = 'jit'`,
    );
    expect(rows).toEqual([{ setting: 'off', source: 'client' }]);
    // Behind a pooler, only the settings of the role apply.
    const ofRole = await onServer(database.serviceUrl, (client) =>
      client.query<{ source: string }>(`select source from pg_settings where name = 'jit'`),
    );
    expect(ofRole.rows).toEqual([{ source: 'user' }]);
  });

  async function rowsIn(table: string): Promise<number> {
    const { rows } = await onServer(database.ownerUrl, (client) =>
      client.query<{ count: number }>(`select count(*)::int as count from ${table}`),
    );
    return rows[0].count;
  }
});
