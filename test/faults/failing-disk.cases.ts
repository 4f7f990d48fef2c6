import { describeOnServer } from '../support/cluster.js';
import { auditFindings } from '../support/consistency.js';
import { startService, type RunningService } from '../support/service.js';

// Citus has no triggers.
describeOnServer('a database whose disk fails', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 9 }, { zone: 'z1' });
  });
  afterAll(() => service.stop());

  it.each([
    ['53100', 'No space left on device'],
    ['58030', 'Input/output error'],
    ['42501', 'Read-only file system'],
    ['XX000', 'Disk quota exceeded'],
  ])('is unavailable, stores nothing, and is used again afterwards: %s %s', async (state, text) => {
    const query = (sql: string) => service.dataSource.query<unknown[]>(sql);
    const message = `could not extend file "base/5/1": ${text}`;
    await query(`create function fail() returns trigger language plpgsql as
                 $$ begin raise exception using message = '${message}', errcode = '${state}'; end $$`);
    await query('create trigger disk_fails before insert on ledger_entries execute function fail()');
    const create = (name: string) =>
      service.http.post('/create-reservation').send({ zone: 'z1', name, capacity: { cores: 1 } });
    const failed = await Promise.all([create('lost'), create('lost')]);
    await query('drop function fail cascade');
    for (const { status, headers, body } of failed) {
      expect([status, headers['retry-after'], body.code]).toEqual([503, '1', 'database-unavailable']);
    }
    expect(await query(`select from reservations where name = 'lost'`)).toEqual([]);
    expect((await create('kept')).body).toMatchObject({ result: 'ok' });
    expect(await auditFindings(service.database.url)).toEqual([]);
  });
});
