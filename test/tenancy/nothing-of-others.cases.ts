import { startGuarded, type GuardedService } from '../access/guarded-service.js';
import { startReceiver, type Receiver } from '../notifications/receiver.js';
import { eventually } from '../support/eventually.js';
import { Random } from '../support/random.js';
import { runs } from '../support/runs.js';
import { SMALL_ZONE } from './ahead-acts.js';
import { RandomTenant } from './random-tenant.js';

const TENANTS = ['red', 'blue'] as const;
const SEED = 20_301;
const ACTS = runs(600);

/** The ids of all objects that have a tenant, with the tenant. */
const OWNED = `
select id::text as id, tenant from reservations where tenant is not null
union all select series_id::text, tenant from reservations where tenant is not null and series_id is not null
union all select id::text, tenant from instances where tenant is not null
union all select id::text, tenant from subscriptions where tenant is not null
union all select id::text, tenant from notifications where tenant is not null`;

/** The answer to a key that was used for another request. Each tenant uses a key for one request only. */
const KEY_OF_ANOTHER = 'was used for a different request';

/** Texts in answers that prove that acts had an effect. */
const MUST_BE_HEARD = [
  '"held-until"',
  '"heldUntil"',
  '"state":"waiting"',
  '"series-id"',
  '"windows":[{',
  '"dry-run":true',
  '"dryRun":true',
  'reservation confirmed',
  '"idempotency-replayed"',
];

describe('tenants that do everything at random', () => {
  let service: GuardedService;
  let receivers: Receiver[];

  beforeAll(async () => {
    service = await startGuarded({ environment: { CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8' } });
    receivers = [await startReceiver(), await startReceiver()];
    const { key } = await service.makeKey({ role: 'operator' });
    const post = async (path: string, body: object) => {
      const answer = await service.http.post(path).set('Authorization', `Bearer ${key}`).send(body);
      expect(answer.body).toMatchObject({ result: 'ok' });
      return answer.body as Record<string, string>;
    };
    const addZone = async (zone: string, endpoint: string, more: object) => {
      const login = { 'provider-type': 'simulated', endpoint, username: 'u', password: 'p' };
      const added = await post('/add-provider', { ...login, zone });
      await post('/increase-capacity', { source: added['provider-id'], ...more });
    };
    await addZone('z1', 'http://cloud.example:5000/v3', {
      capacity: { cores: 200, ram: 500_000, instances: 200, gigabytes: 2_000, addresses: 200 },
      publicIps: ['203.0.113.0/24'],
    });
    await addZone(SMALL_ZONE, 'http://small.example:5000/v3', { capacity: { cores: 2 } });
  });

  afterAll(async () => {
    await service.stop();
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  });

  /** Number of objects of a tenant, per list. */
  async function countsOf(tenant: string): Promise<Record<string, number>> {
    const [counts] = await service.dataSource.query<Record<string, number>[]>(
      `select (select count(*)::int from reservations where tenant = $1) as reservations,
              (select count(*)::int from instances where tenant = $1) as instances,
              (select count(*)::int from subscriptions where tenant = $1) as subscriptions,
              (select count(*)::int from notifications where tenant = $1) as deliveries`,
      [tenant],
    );
    return counts;
  }

  it(`receive nothing of each other's: no id, no name, no text, no address (seed ${SEED})`, async () => {
    const tenants: RandomTenant[] = [];
    for (const [index, tenant] of TENANTS.entries()) {
      const { key } = await service.makeKey({ role: 'consumer', tenant });
      const others = () => tenants.filter(({ name }) => name !== tenant);
      const random = new Random(SEED + index);
      tenants.push(new RandomTenant(tenant, service, key, random, receivers[index].url, others));
    }
    for (let act = 0; act < ACTS; act++) await Promise.all(tenants.map((tenant) => tenant.act()));
    await eventually(async () => {
      const [{ waiting }] = await service.dataSource.query(
        `select count(*)::int as waiting from notifications where state = 'waiting'`,
      );
      expect(waiting).toBe(0);
    });

    const owned = await service.dataSource.query<{ id: string; tenant: string }[]>(OWNED);
    for (const [index, { name, heard }] of tenants.entries()) {
      const foreign = owned.filter(({ tenant }) => tenant !== name).map(({ id }) => id);
      expect(foreign.length).toBeGreaterThan(ACTS / 10);
      const other = TENANTS.find((tenant) => tenant !== name) ?? '';
      const secrets = [...foreign, `${other}-text-`, `"${other}"`, receivers[1 - index].url, KEY_OF_ANOTHER];
      const told = receivers[index].received.map(({ path, headers, text }) => ({
        request: `notification ${path}`,
        bytes: `${JSON.stringify(headers)} ${path} ${text}`,
      }));
      expect(told.length).toBeGreaterThan(0);
      const leaks = [...heard, ...told].filter(({ bytes }) =>
        secrets.some((secret) => bytes.includes(secret)),
      );
      expect(leaks).toEqual([]);
      const missed = MUST_BE_HEARD.filter((word) => !heard.some(({ bytes }) => bytes.includes(word)));
      expect(missed).toEqual([]);
      // A hold that lapses between the two counts adds deliveries.
      await eventually(async () => expect(await tenants[index].counts()).toEqual(await countsOf(name)));
    }
  }, 120_000);
});
