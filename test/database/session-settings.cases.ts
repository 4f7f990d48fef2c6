import { createDataSource } from '../../src/database/data-source.js';
import { checkRoleSettings } from '../../src/database/pooler.js';
import { nodesOf } from '../support/cluster.js';
import { onServer } from '../support/postgres.js';
import { startService } from '../support/service.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

async function databaseWith(settings: Readonly<Record<string, string>>): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  for (const node of nodesOf(database.url)) {
    await onServer(node, async (client) => {
      for (const [setting, value] of Object.entries(settings))
        await client.query(`alter database ${name} set ${setting} = '${value}'`);
    });
  }
  return database;
}

describe('settings of the database that change what statements mean', () => {
  it('do not reach the service: times are answered as they were given', async () => {
    const database = await databaseWith({
      datestyle: 'German, DMY',
      array_nulls: 'off',
      extra_float_digits: '-15',
    });
    const service = await startService({ database });
    await service.provider({ cores: 4 }, { zone: 'german' });
    const window = { start: '2131-03-28T23:30:00Z', end: '2131-04-28T01:30:01Z' };
    const made = await service.operation('create-reservation', {
      zone: 'german',
      ...window,
      capacity: { cores: 1 },
    });
    expect(made).toMatchObject({ result: 'ok' });
    const { body } = await service.http.get(`/reservations/${made['reservation-id']}`);
    expect(body).toMatchObject({ ...window, state: 'initialized' });
    await service.stop();
    await database.drop();
  });

  // Regression: east of UTC the year 9999 ends with a local time of five digits in its year. Such a reservation protected
  // nothing, and could not be cancelled.
  it.each(['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'])(
    'do not matter: the time zone %s, up to the last instant',
    async (timezone) => {
      const database = await databaseWith({ timezone });
      const service = await startService({ database });
      const { provider } = await service.provider({ cores: 4, addresses: 4 }, { zone: 'z' });
      const window = { start: '9999-12-31T00:00:00Z', end: '9999-12-31T23:59:59Z' };
      const capacity = { cores: 1, addresses: 1 };
      const made = await service.operation('create-reservation', { zone: 'z', ...window, capacity });
      const id = made['reservation-id'] as string;
      const rename = { 'reservation-id': id, name: 'late' };
      expect(await service.operation('update-reservation', rename)).toMatchObject({ result: 'ok' });
      const { body } = await service.http.get(`/reservations/${id}`);
      expect(body).toMatchObject({ ...window, state: 'initialized', name: 'late' });
      const more = await service.operation('increase-capacity', { source: provider, ...window, capacity });
      await service.http.delete(`/pools/${more['pool-id']}`).expect(200);
      expect(await service.operation('cancel-reservation', { 'reservation-id': id })).toMatchObject({
        result: 'ok',
      });
      await service.stop();
      await database.drop();
    },
  );

  it('do not reach the service: a limit of a tenant in all zones holds under repeatable read', async () => {
    const database = await databaseWith({ default_transaction_isolation: 'repeatable read' });
    const environment = { TENANT_LIMITS_ALL_ZONES: 'cores:10' };
    const services = await Promise.all([1, 2].map(() => startService({ database, environment })));
    const zones = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const zone of zones) await services[0].provider({ cores: 100 }, { zone });
    const answers = await Promise.all(
      Array.from({ length: 72 }, (_, index) =>
        services[index % 2].http
          .post('/create-reservation')
          .set('Headroom-Tenant', 'blue')
          .send({ zone: zones[index % zones.length], capacity: { cores: 1 } }),
      ),
    );
    expect(answers.filter(({ body }) => body.result === 'ok')).toHaveLength(10);
    for (const service of services) await service.stop();
    await database.drop();
  });

  it.each([
    ['datestyle', 'SQL, DMY', `DateStyle is 'SQL, DMY'`],
    ['extra_float_digits', '-6', `extra_float_digits is '-6'`],
    ['enable_seqscan', 'on', `enable_seqscan is 'on'`],
    ['jit', 'on', `jit is 'on'`],
    [
      'default_transaction_isolation',
      'repeatable read',
      `default_transaction_isolation is 'repeatable read'`,
    ],
  ])('are named where the service sets none itself: %s', async (setting, value, text) => {
    const database = await databaseWith({
      statement_timeout: '10s',
      lock_timeout: '5s',
      idle_in_transaction_session_timeout: '3s',
      enable_seqscan: 'off',
      jit: 'off',
      [setting]: value,
    });
    const dataSource = await createDataSource(database.url, { poolSize: 1, settings: 'role' }).initialize();
    await expect(checkRoleSettings(dataSource)).rejects.toThrow(text);
    await dataSource.destroy();
    await database.drop();
  });
});

describe('options in DATABASE_URL', () => {
  it('are added to those of the service, and do not replace them', async () => {
    const database = await createTestDatabase();
    const url = new URL(database.url);
    url.searchParams.set(
      'options',
      '-c search_path=public,extra -c enable_seqscan=on -c idle_session_timeout=9',
    );
    const dataSource = await createDataSource(url.toString(), { poolSize: 1 }).initialize();
    const names = ['enable_seqscan', 'search_path', 'default_transaction_isolation', 'idle_session_timeout'];
    const rows = await dataSource.query<{ name: string; setting: string }[]>(
      'select name, setting from pg_settings where name = any ($1) order by name',
      [names],
    );
    expect(rows).toEqual([
      { name: 'default_transaction_isolation', setting: 'read committed' },
      { name: 'enable_seqscan', setting: 'off' },
      { name: 'idle_session_timeout', setting: '0' },
      { name: 'search_path', setting: 'public,extra' },
    ]);
    await dataSource.destroy();
    await database.drop();
  });
});
