import { Client } from 'pg';
import { GroupCommit } from '../../src/allocation/ledger/group-commit.js';
import { Caller, type Answer } from '../support/calls.js';
import { isCluster } from '../support/cluster.js';
import { inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { locksAwaited, untilLockIsAwaited, whileZoneIsHeld } from '../support/held-zone.js';
import { onServer } from '../support/postgres.js';
import { startService, type RunningService } from '../support/service.js';

const ZONES = Array.from({ length: 12 }, (_, number) => `zone-${number}`);

describe('reservations in many zones at once', () => {
  let service: RunningService;
  let caller: Caller;
  const providers = new Map<string, string>();
  beforeAll(async () => {
    service = await startService();
    caller = new Caller(service.baseUrl);
    for (const zone of ZONES) {
      providers.set(zone, (await service.provider({ cores: 10 }, { zone })).provider);
    }
  });
  afterAll(async () => {
    caller.close();
    await service.stop();
  });

  const reserve = (zone: string): Promise<Answer> =>
    caller.post('/create-reservation', { zone, capacity: { cores: 1 } });

  /** Sends requests and releases them once all of them wait: some for the database, the others in the queue behind those. */
  async function released(send: () => Promise<Answer>[]): Promise<Answer[]> {
    const groupCommit = service.app.get(GroupCommit);
    const holder = new Client({ connectionString: service.database.url });
    await holder.connect();
    let answers: Promise<Answer>[] = [];
    try {
      await holder.query('begin');
      await holder.query('lock table reservations in exclusive mode');
      answers = send();
      if (isCluster()) {
        await eventually(async () => expect(await locksAwaited(service.database.url)).toBeGreaterThan(1));
        await holder.query('rollback');
        return await Promise.all(answers);
      }
      await eventually(() => {
        const { underWay, queued } = groupCommit.figures;
        return Promise.resolve(expect(underWay + queued).toBe(answers.length));
      });
      expect(groupCommit.figures.queued).toBeGreaterThan(1);
      await untilLockIsAwaited(service.database.url, groupCommit.figures.underWay);
    } finally {
      await holder.end();
    }
    return Promise.all(answers);
  }

  // Zones on different nodes share no commit, and on a cluster no zones do.
  (isCluster() ? it.skip : it)('share commits when they wait for the database', async () => {
    const answers = await released(() => ZONES.map((zone) => reserve(zone)));
    expect(answers.map(({ body }) => body.result)).toEqual(ZONES.map(() => 'ok'));
    const commits = `select count(distinct xmin::text)::int as commits, count(distinct zone_id)::int as zones
                       from ledger_entries where moves = 'reserved'`;
    const [stored] = await onServer(
      service.database.url,
      async (client) => (await client.query(commits)).rows,
    );
    expect(stored.zones).toBe(ZONES.length);
    expect(stored.commits).toBeLessThan(ZONES.length);
    expect(await inconsistencies(service.database.url, service.clock.now())).toEqual([]);
  });

  it('are stored although the database refuses one of them', async () => {
    const [first, second, ...others] = [...ZONES].reverse();
    const name = async (zone: string): Promise<Answer> =>
      caller.post('/increase-capacity', {
        source: providers.get(zone),
        capacity: { addresses: 2 },
        publicIps: ['100.64.0.0/30'],
      });
    const answers = await released(() => [...others.map((zone) => reserve(zone)), name(first), name(second)]);
    const named = answers.splice(-2).map(({ body }) => body.result);
    expect(named.sort()).toEqual(['conflict', 'ok']);
    expect(answers.map(({ body }) => body.result)).toEqual(others.map(() => 'ok'));
    const sql = `select count(*)::int as count from pool_entries where amounts ->> 'addresses' = '2'`;
    const [{ count }] = await onServer(
      service.database.url,
      async (client) => (await client.query(sql)).rows,
    );
    expect(count).toBe(1);
    expect(await inconsistencies(service.database.url, service.clock.now())).toEqual([]);
  });

  it('do not wait for zones that another transaction locks', async () => {
    const { url } = service.database;
    const [first, second, ...others] = ZONES;
    const held = [first, second];
    let waiting: Promise<Answer>[] = [];
    await whileZoneIsHeld(url, first, () =>
      whileZoneIsHeld(url, second, async () => {
        waiting = held.map((zone) => reserve(zone));
        await untilLockIsAwaited(url, held.length);
        const answers = await Promise.all(others.map((zone) => reserve(zone)));
        expect(answers.map(({ body }) => body.result)).toEqual(others.map(() => 'ok'));
      }),
    );
    const answers = await Promise.all(waiting);
    expect(answers.map(({ body }) => body.result)).toEqual(held.map(() => 'ok'));
  });
});
