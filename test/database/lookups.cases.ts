import { newId } from '../../src/kernel/identifiers.js';
import { OLDEST_UNTOLD } from '../../src/metrics/telling-metrics.js';
import { startReceiver, type Receiver } from '../notifications/receiver.js';
import { lanes, newSubscriber, notification, startTelling, tell } from '../notifications/telling.js';
import { eventually } from '../support/eventually.js';
import { keptStatements, nodesOf, type PlanNode } from '../support/kept-statements.js';
import { fromNow } from '../support/readings.js';
import type { RunningService } from '../support/service.js';

/** What grows with what is reserved or told: none of it may be read as a whole for one request or one notification. */
const GROWING = [
  'ledger_entries',
  'reservations',
  'claims',
  'address_assignments',
  'address_entries',
  'instances',
  'subscriptions',
  'notifications',
  'delivery_lanes',
];

/** Indexes that lead to few rows, however many there are. */
const LOOK_UP = /_pkey$|^reservations_elements$/;

/** Also by way of another index: all that it has, or a part of it that grows with the table. */
function readsThrough(node: PlanNode): boolean {
  if (!GROWING.includes(node['Relation Name'] ?? '')) return false;
  switch (node['Node Type']) {
    case 'Seq Scan':
      return true;
    case 'Index Scan':
      return node['Index Cond'] === undefined;
    case 'Bitmap Heap Scan':
      return [...nodesOf(node)].some(({ 'Index Name': name }) => name && !LOOK_UP.test(name));
    default:
      return false;
  }
}

function readThrough(plan: PlanNode): string[] {
  return [...nodesOf(plan)]
    .filter(readsThrough)
    .map((node) => `${node['Node Type']} of ${node['Relation Name']}`);
}

/** What is asked for once a round or once a notification, beside what decides and appends; of that, what is read of one held before. */
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
];

describe('lookups', () => {
  let service: RunningService;
  let receiver: Receiver;

  beforeAll(async () => {
    service = await startTelling();
    receiver = await startReceiver();
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  async function reserveAndMove(): Promise<void> {
    await service.provider({ cores: 100, addresses: 10 });
    const end = fromNow(service, 3_600);
    const made = await service.operation('create-reservation', { end, capacity: { cores: '1' } });
    const id = made['reservation-id'];
    const later = fromNow(service, 7_200);
    await service.operation('update-reservation', { 'reservation-id': id, end: later });
    await service.operation('cancel-reservation', { 'reservation-id': id });
  }

  /** A change of capacity that is told. */
  async function hear(): Promise<void> {
    const body = { computeResourceTypeId: 'cpuCores', zoneId: 'z1', callbackUri: receiver.url };
    await service.http.post('/capacity/compute/subscribe').send(body).expect(201);
    const told = receiver.received.length;
    await service.operation('create-reservation', { capacity: { cores: '1' } });
    await eventually(() => Promise.resolve(expect(receiver.received.length).toBeGreaterThan(told)));
  }

  /** Several of one lane, so that it goes on. */
  async function deliver(): Promise<void> {
    const to = await newSubscriber(service, receiver.url);
    const lane = newId();
    await tell(service, ...[1, 2, 3].map(() => notification(to, { lane })));
    await eventually(async () => expect(await lanes(service)).toEqual([]));
  }

  describe.each(['without statistics', 'with statistics of empty tables'])('a database %s', (statistics) => {
    it('is asked for rows, never read through, by what decides, appends, tells, delivers and is due', async () => {
      if (statistics !== 'without statistics') await service.dataSource.query('analyze');
      await reserveAndMove();
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

    it('is asked for rows by the figure of how far those who are subscribed are behind', async () => {
      const [explained] = await service.dataSource.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
        `explain (format json) ${OLDEST_UNTOLD.onServer.text}`,
      );
      expect(readThrough(explained['QUERY PLAN'][0].Plan)).toEqual([]);
    });
  });
});
