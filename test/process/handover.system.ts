import { eventually } from '../support/eventually.js';
import { FakeOpenstack } from '../support/fake-openstack.js';
import { onServer } from '../support/postgres.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { SilentServer } from './silent-server.js';
import { endAll, startProcess, MAX_STOP_MS } from './service-process.js';

let database: TestDatabase;
let cloud: FakeOpenstack;
let receiver: SilentServer;
beforeAll(async () => {
  database = await createTestDatabase();
  cloud = await FakeOpenstack.start();
  receiver = await SilentServer.start();
});
afterAll(async () => {
  endAll();
  await Promise.all([cloud.stop(), receiver.stop()]);
  await database.drop();
});

/** Number of leases of each kind of work, by which a process excludes all others. */
const HELD = `
select (select count(*)::int from instances where leased_until > clock_timestamp()) as instances,
       (select count(*)::int from providers where leased_until > clock_timestamp()) as providers,
       (select count(*)::int from reconciliations where leased_until > clock_timestamp()) as reconciliations,
       (select count(*)::int from delivery_lanes where leased_until > clock_timestamp()) as lanes,
       (select count(*)::int from capacity_watermarks where held_until > clock_timestamp()) as watermarks`;

async function held(): Promise<Record<string, number>> {
  const { rows } = await onServer(database.url, (client) => client.query<Record<string, number>>(HELD));
  return rows[0];
}

it('gives its leases back, so that another process can go on at once', async () => {
  const service = await startProcess({
    DATABASE_URL: database.url,
    CREDENTIAL_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    DRAIN_SECONDS: '0',
    PROVIDER_ALLOWED_NETWORKS: '127.0.0.0/8',
    CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  const post = async (path: string, body: object): Promise<any> => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(service.baseUrl + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const added = await post('/add-provider', {
    'provider-type': 'openstack',
    endpoint: cloud.endpoint,
    username: 'operator',
    password: cloud.password,
    tenant: { name: 'demo' },
    zone: 'z',
  });
  const capacity = { cores: 8, ram: 16384, instances: 8 };
  await post('/increase-capacity', { source: added['provider-id'], capacity });
  // From here on neither the platform nor the receiver answers.
  cloud.intercept = () => new Promise(() => undefined);
  const callbackUri = receiver.url;
  const threshold = {
    thresholdType: 'absoluteValue',
    threshold: { capacity_info: 'available', condition: 'lt', value: 8 },
  };
  await post('/capacity/compute/subscribe', {
    computeResourceTypeId: 'cpuCores',
    zoneId: 'z',
    callbackUri,
    threshold,
  });
  await post('/create-instance', { name: 'n', image: 'i', flavor: 'm1.tiny' });
  await eventually(async () => {
    expect(await held()).toMatchObject({ instances: 1, lanes: 1, watermarks: 1 });
  }, 60_000);
  const before = performance.now();

  expect(await service.end('SIGTERM')).toMatchObject({ status: 0 });

  expect(performance.now() - before).toBeLessThan(MAX_STOP_MS);
  expect(await held()).toEqual({ instances: 0, providers: 0, reconciliations: 0, lanes: 0, watermarks: 0 });
});
