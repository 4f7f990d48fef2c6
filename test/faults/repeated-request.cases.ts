import { randomBytes } from 'node:crypto';
import { endAll, startProcess } from '../process/service-process.js';
import { Caller, NoAnswer, type Answer } from '../support/calls.js';
import { inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { onServer } from '../support/postgres.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const CLIENTS = 16;

describe('a request repeated under its key because its service died', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    endAll();
    await database.drop();
  });

  it('has its effect once, whichever process answers', async () => {
    const environment = {
      DATABASE_URL: database.url,
      CREDENTIAL_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    };
    const [dying, staying] = await Promise.all([startProcess(environment), startProcess(environment)]);
    const [first, second] = [new Caller(dying.baseUrl), new Caller(staying.baseUrl)];
    const zone = 'repeated';
    const added = await second.post('/add-provider', {
      'provider-type': 'simulated',
      endpoint: 'http://cloud.example:5000/v3',
      username: 'operator',
      password: 'secret',
      zone,
    });
    const source = added.body['provider-id'] as string;
    await second.post('/increase-capacity', { source, capacity: { ram: 2_000_000_000 } });

    const told = new Map<number, string>();
    const create = (caller: Caller, ram: number): Promise<Answer> =>
      caller.post('/create-reservation', { zone, capacity: { ram } }, { 'Idempotency-Key': `key-${ram}` });
    const client = async (index: number): Promise<void> => {
      let isOver = false;
      for (let turn = 1; !isOver; turn++) {
        const ram = index * 10_000 + turn;
        const answer = await create(first, ram).catch((error: unknown) => {
          if (!(error instanceof NoAnswer)) throw error;
          isOver = true;
          return create(second, ram);
        });
        expect({ status: answer.status, body: answer.body }).toMatchObject({
          status: 200,
          body: { result: 'ok' },
        });
        told.set(ram, answer.body['reservation-id']);
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index + 1)));
    await eventually(() => Promise.resolve(expect(told.size).toBeGreaterThan(300)));
    await dying.end('SIGKILL');
    await clients;

    const stored = await onServer(database.url, async (client) => {
      const sql = `select id, (amounts ->> 'ram')::int as ram from reservations order by 2`;
      return (await client.query<{ id: string; ram: number }>(sql)).rows.map(({ id, ram }) => [ram, id]);
    });
    expect(stored).toEqual([...told].sort(([a], [b]) => a - b));
    expect(await inconsistencies(database.url, Math.floor(Date.now() / 1000))).toEqual([]);
    for (const caller of [first, second]) caller.close();
    await staying.end('SIGTERM');
  });
});
