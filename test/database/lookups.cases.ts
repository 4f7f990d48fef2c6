import { newId } from '../../src/kernel/identifiers.js';
import { LEASE } from '../../src/instances/leases.statement.js';
import { CLAIM } from '../../src/notifications/delivery/lanes.statement.js';
import { OLDEST_UNTOLD } from '../../src/metrics/telling-metrics.js';
import { MANY_UNTOLD } from '../../src/notifications/telling/reservation-changes.statement.js';
import { startReceiver, type Receiver } from '../notifications/receiver.js';
import { lanes, newSubscriber, notification, startTelling, tell } from '../notifications/telling.js';
import { describeOnServer } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import { lengthen } from '../support/ledger-rows.js';
import { keptStatements, nodesOf, type PlanNode } from '../support/kept-statements.js';
import { boot, fromNow } from '../support/readings.js';
import type { RunningService } from '../support/service.js';

/** Tables that grow with reservations and notifications. No request or notification may read one of them as a whole. */
const GROWING = [
  'ledger_entries',
  'reservations',
  'claims',
  'pool_entries',
  'address_assignments',
  'address_entries',
  'instances',
  'subscriptions',
  'notifications',
  'delivery_lanes',
];

/** Indexes whose look-ups return few rows, however large the table is. */
const LOOK_UP = /_pkey$|^reservations_elements$|^ledger_entries_owner$/;

/** Indexes of those rows that have something to wait for. */
const OF_FEW = /^reservations_(waiting|held|overdue)/;

/** Whether a node reads a whole table, a whole index, or a part of an index that grows with the table. */
function readsThrough(node: PlanNode): boolean {
  if (!GROWING.includes(node['Relation Name'] ?? '')) return false;
  switch (node['Node Type']) {
    case 'Seq Scan':
      return true;
    case 'Index Only Scan':
      // Of the other tables it is one of a partial index, or of its first row.
      return node['Relation Name'] === 'delivery_lanes' && isOfAll(node);
    case 'Index Scan':
      return (!OF_FEW.test(node['Index Name'] ?? '') && isOfAll(node)) || isOfOthers(node);
    case 'Bitmap Heap Scan':
      return [...nodesOf(node)].some(
        ({ 'Index Name': name }) => name && !LOOK_UP.test(name) && !OF_FEW.test(name),
      );
    default:
      return false;
  }
}

/** Whether an index has no condition for the node but the zone. */
function isOfAll({ 'Index Cond': condition }: PlanNode): boolean {
  return condition === undefined || /^\(zone_id = [^ ]+\)$/.test(condition);
}

/** Whether it reads the lanes of other endpoints or tenants, to leave them out. */
function isOfOthers({ 'Relation Name': table, Filter: filter }: PlanNode): boolean {
  return table === 'delivery_lanes' && filter !== undefined && /\b(endpoint|tenant)\b/.test(filter);
}

function readThrough(plan: PlanNode): string[] {
  return [...nodesOf(plan)]
    .filter(readsThrough)
    .map((node) => `${node['Node Type']} of ${node['Relation Name']}`);
}

/** Statements executed once per round, notification, read of an object or server, besides those that decide and append. */
const EXPECTED = [
  'read-commits',
  'present-zones',
  'lock-scope',
  'add-notifications',
  'claim-lanes',
  'begin-turns',
  'record-attempts',
  'move-lanes-on',
  'overdue-instances',
  'lease-instances',
  'due-to-lapse',
  'zones-in-conflict',
  'zones-awaited',
  'overdue-waits',
  'reservations-by-id',
  'reservation-details',
  'declared-of-providers',
  'collections-ResourceReservation',
  'collections-ResourceProvider',
  'offers-of-providers',
  'platforms-of-providers',
  'give-back-instance',
];

describeOnServer('lookups', () => {
  let service: RunningService;
  let receiver: Receiver;

  beforeAll(async () => {
    service = await startTelling({ environment: { TENANT_LIMITS: 'cores:100' } });
    receiver = await startReceiver();
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  async function reserveAndMove(): Promise<void> {
    await service.provider({ cores: 100, addresses: 10 });
    const end = fromNow(service, 3_600);
    const body = { end, capacity: { cores: '1' } };
    const { body: made } = await service.http
      .post('/create-reservation')
      .set('Headroom-Tenant', 'red')
      .send(body);
    const id = made['reservation-id'];
    const later = fromNow(service, 7_200);
    await service.operation('update-reservation', { 'reservation-id': id, end: later });
    await service.operation('cancel-reservation', { 'reservation-id': id });
    await service.http.get(`/reservations/${id as string}`).expect(200);
  }

  /** Has a server made for an instance that draws on a reservation. */
  async function useReservation(): Promise<void> {
    const { provider } = await service.provider({ cores: 1, ram: 1_024, instances: 1 });
    const made = await service.operation('create-reservation', {
      capacity: { cores: '1', ram: '512', instances: '1' },
    });
    const drawn = { 'reservation-id': made['reservation-id'], 'provider-id': provider };
    expect(await boot(service, drawn)).toMatchObject({ result: 'ok' });
    await service.http.get(`/providers/${provider}`).expect(200);
  }

  /** Causes a change of capacity and waits for its notification. */
  async function hear(): Promise<void> {
    const body = { computeResourceTypeId: 'cpuCores', zoneId: 'z1', callbackUri: receiver.url };
    await service.http.post('/capacity/compute/subscribe').send(body).expect(201);
    const told = receiver.received.length;
    await service.operation('create-reservation', { capacity: { cores: '1' } });
    await eventually(() => Promise.resolve(expect(receiver.received.length).toBeGreaterThan(told)));
  }

  /** Stores several notifications in one lane, so that the lane moves on. */
  async function deliver(): Promise<void> {
    const to = await newSubscriber(service, receiver.url);
    const lane = newId();
    await tell(service, ...[1, 2, 3].map(() => notification(to, { lane })));
    await eventually(async () => expect(await lanes(service)).toEqual([]));
  }

  /** Rows in the tables, and their number in the catalogue, but nothing of what they contain: as after a restored backup, or a new index. */
  async function count(): Promise<void> {
    const { dataSource } = service;
    await lengthen(dataSource.manager, 100);
    await dataSource.query(`
      insert into reservations
      select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
        from reservations r, generate_series(1, 100)`);
    await dataSource.query('vacuum');
  }

  /** With few notifications of a subscription, to read them all would cost as much as to look some up. */
  async function analyze(): Promise<void> {
    await service.dataSource.query(`
      insert into notifications (id, subscription_id, lane, path, body, newest_only, state, created_at, settled_at)
      select gen_random_uuid(), s.id, s.id, 'compute', '{}', false, 'kept', now(), now()
        from subscriptions s, generate_series(1, 500)`);
    await service.dataSource.query('analyze');
  }

  describe.each([
    ['without statistics', () => Promise.resolve()],
    ['that knows how many rows its small tables have', count],
    ['with statistics', analyze],
  ])('a database %s', (_statistics, prepare) => {
    it('is never scanned by the statements for decisions, appends, notifications, deliveries and due work', async () => {
      await prepare();
      await reserveAndMove();
      await useReservation();
      await hear();
      await deliver();
      const kept = await eventually(async () => {
        const found = await keptStatements(service.dataSource);
        const names = found.map(({ name }) => name);
        expect(names).toEqual(expect.arrayContaining(EXPECTED));
        return found;
      });
      const names = new Set(kept.map(({ name }) => name));
      expect([...names].filter((name) => name.startsWith('append-draft')).length).toBeGreaterThan(1);
      for (const { name, plan } of kept)
        expect({ name, read: readThrough(plan) }).toEqual({ name, read: [] });
    });

    it('is not scanned by the figure of the notification lag', async () => {
      const [explained] = await service.dataSource.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
        `explain (format json) ${OLDEST_UNTOLD.onServer.text}`,
      );
      expect(readThrough(explained['QUERY PLAN'][0].Plan)).toEqual([]);
    });

    // Regression: both were looked for among all entries and changes of the zone, 0.4 ms for each reservation.
    it('finds the entries and the later changes of each reservation that is notified by its id', async () => {
      const [explained] = await service.dataSource.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
        `explain (generic_plan, format json) ${MANY_UNTOLD}`,
      );
      const nodes = [...nodesOf(explained['QUERY PLAN'][0].Plan)];
      const indexesOf = (condition: RegExp) =>
        nodes
          .filter((node) => condition.test(node['Index Cond'] ?? ''))
          .map(({ 'Index Name': name }) => name);
      expect(indexesOf(/owner_id = /)).toEqual(['ledger_entries_owner']);
      expect(indexesOf(/reservation_id = /)).toEqual(['reservation_changes_reservation']);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('BitmapAnd');
    });
  });

  // Regression: each step from endpoint to endpoint read all lanes, 3 s per claim with 30,000 due.
  it('claims lanes by their indexes after a backlog of which few lanes are left', async () => {
    const { dataSource } = service;
    const to = await newSubscriber(service, receiver.url);
    await dataSource.query(
      `insert into delivery_lanes (subscription_id, lane, endpoint, tenant, due_at)
       select $1, gen_random_uuid(), 'http://' || n || '.example', '', now() + interval '1 day' from generate_series(1, 5000) n`,
      [to.id],
    );
    await dataSource.query(`delete from delivery_lanes where endpoint <> 'http://5000.example'`);
    await dataSource.query('vacuum analyze delivery_lanes');
    const [explained] = await dataSource.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
      `explain (generic_plan, format json) ${CLAIM.text}`,
    );
    expect(readThrough(explained['QUERY PLAN'][0].Plan)).toEqual([]);
  });

  // Regression: each lease read and sorted all instances that waited at a provider, 4 ms with 2,000.
  it('leases the first instances of a provider by their index, however many wait', async () => {
    await service.provider({ cores: 1 });
    await service.dataSource.transaction(async (tx) => {
      await tx.query(`
        insert into instances (id, zone_id, provider_id, name, image, flavor, networks, amounts, borrowed, state, starts_at, ends_at,
                               due_at, attempts, created_at, updated_at)
        select gen_random_uuid(), p.zone_id, p.id, 'i', 'i', 'f', '[]', '{}', '{}', 'pending', now(), 'infinity', now(), 0, now(), now()
          from (select * from providers limit 1) p, generate_series(1, 2000)`);
      const [explained] = await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
        `explain (generic_plan, format json) ${LEASE.inAll.text}`,
      );
      expect(readThrough(explained['QUERY PLAN'][0].Plan)).toEqual([]);
      await tx.query('delete from instances');
    });
  });
});
