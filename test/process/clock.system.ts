import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { endAll, startProcess, type ServiceProcess } from './service-process.js';

const TEN_YEARS = 10 * 365 * 86_400;
const JUMP = join(process.cwd(), 'prove/faults/clock.mjs');
const ZONE = 'z1';

let database: TestDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await startProcess({
    DATABASE_URL: database.url,
    CREDENTIAL_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    NODE_OPTIONS: `--import=${JUMP}`,
    PROVE_CLOCK_SHIFT: String(TEN_YEARS),
  });
});
afterAll(async () => {
  endAll();
  await database.drop();
});

async function ask(path: string, body?: object): Promise<Record<string, any>> {
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, any>;
}

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

async function reserve(end: string): Promise<string> {
  const answer = await ask('/create-reservation', { zone: ZONE, end, capacity: { cores: 1 } });
  expect(answer).toMatchObject({ result: 'ok' });
  return answer['reservation-id'] as string;
}

const stateOf = async (id: string): Promise<unknown> => (await ask(`/reservations/${id}`)).state;

it('a machine’s clock that jumps ahead by ten years ends nothing that lasts longer than five minutes', async () => {
  const added = await ask('/add-provider', {
    'provider-type': 'simulated',
    endpoint: 'http://cloud.example:5000/v3',
    username: 'operator',
    password: 'secret',
    region: ZONE,
    zone: ZONE,
  });
  const source = added['provider-id'] as string;
  await ask('/increase-capacity', { source, capacity: { cores: 10 } });
  const brief = await reserve(inSeconds(200));
  const long = await reserve(inSeconds(3_600));

  service.child.kill('SIGUSR2');
  await eventually(async () => expect(await stateOf(brief)).toBe('expired'));
  await eventually(() => Promise.resolve(expect(service.stdout()).toContain('one of the two is wrong')));
  expect(await stateOf(long)).toBe('active');
  // The zone's time has not gone ahead either.
  expect(await stateOf(await reserve(inSeconds(86_400)))).toBe('active');
  await service.end('SIGTERM');
});
