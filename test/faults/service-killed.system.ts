import { randomBytes } from 'node:crypto';
import { endAll, startProcess, type ServiceProcess } from '../process/service-process.js';
import { Caller } from '../support/calls.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { moreAnswers, promisedClients, totalOf, underLoad } from '../support/promises.js';
import { Random } from '../support/random.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const ZONE = 'killed';

describe('a service killed under load', () => {
  let database: TestDatabase;
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    database = await createTestDatabase();
    environment = {
      DATABASE_URL: database.url,
      CREDENTIAL_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      LOG_LEVEL: 'info',
    };
  });
  afterAll(async () => {
    endAll();
    await database.drop();
  });

  it('has kept every acknowledged change, and none in part, after each restart', async () => {
    let service: ServiceProcess = await startProcess(environment);
    let caller = new Caller(service.baseUrl);
    const provider = await firstProvider(caller);
    const clients = promisedClients(16, ZONE, provider, (index) => new Random(index));
    for (let kill = 1; kill <= 3; kill++) {
      await underLoad(clients, caller, async () => {
        await moreAnswers(clients, 200);
        await service.end('SIGKILL');
      });
      caller.close();
      expect(totalOf(clients, 'unanswered')).toBeGreaterThan(0);

      service = await startProcess(environment);
      caller = new Caller(service.baseUrl);
      for (const client of clients) expect(await client.broken(caller)).toEqual([]);
      expect(await auditFindings(database.url)).toEqual([]);
      // Statements of the killed process have ended with its connections by now.
      expect(await inconsistencies(database.url, Math.floor(Date.now() / 1000))).toEqual([]);
    }
    caller.close();
    await service.end('SIGTERM');
  });
});

async function firstProvider(caller: Caller): Promise<string> {
  const added = await caller.post('/add-provider', {
    'provider-type': 'simulated',
    endpoint: 'http://cloud.example:5000/v3',
    username: 'operator',
    password: 'secret',
    zone: ZONE,
    tenant: { id: 't1', name: 'Tenant' },
  });
  const source = added.body['provider-id'] as string;
  const capacity = { cores: 30_000, ram: 2_000_000_000, instances: 30_000 };
  expect((await caller.post('/increase-capacity', { source, capacity })).body.result).toBe('ok');
  return source;
}
