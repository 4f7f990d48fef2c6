import { setTimeout as pause } from 'node:timers/promises';
import { foldDifferences } from '../process/service-process.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { onServer } from '../support/postgres.js';
import { Scrape } from '../metrics/scrape.js';
import { missingPrograms, unsafePatroni } from './programs.js';
import type { Figures } from './journal.js';
import type { DatabaseNode } from './node.js';
import { Report } from './report.js';
import { firstOfEach, untold } from './told.js';
import { compare } from './verify.js';
import { World } from './world.js';

/** Guarantee: the time from the start of the new leader until every zone accepts writes again. */
const WRITES_AGAIN_MS = 5_000;
/** The longest time to an answer that the service guarantees and HAProxy enforces. */
const MAX_ANSWER_SECONDS = 45;

const missing = missingPrograms();
if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')} (see .ci/run)`);

const unsafe = unsafePatroni();
if (unsafe)
  console.warn(
    `Patroni ${unsafe} loses writes when its leader freezes: not tried (docs/high-availability.md)`,
  );
const withSafePatroni = unsafe ? it.skip : it;

let world: World;
let hasFailed = true;
const report = new Report();

beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  console.log(report.text());
  await world.stop(hasFailed);
});

/** Causes a failure under load, then waits for a new leader, for writes, and for the complete cluster. */
async function failOver(event: string, strike: (leader: DatabaseNode) => Promise<void>): Promise<void> {
  const { cluster, load } = world;
  const former = await cluster.leaderNow();
  const begun = performance.now();
  await strike(former);
  await cluster.successorOf(former);
  const up = performance.now();
  const again = await load.writesAgain(up);
  await load.goOn(20);
  note(event, begun, { upSeconds: (up - begun) / 1000, againSeconds: (again - up) / 1000 });
  expect(again - up).toBeLessThan(WRITES_AGAIN_MS);
}

/** Starts a former leader or standby again, which no client may notice. */
async function comeBack(event: string, start: () => void): Promise<void> {
  const begun = performance.now();
  start();
  await world.cluster.whole();
  noteUnseen(event, begun);
}

/** Records what clients saw since an instant, and checks the guarantees that always hold. */
function note(event: string, begun: number, more: object = {}): Figures {
  const { journal } = world.load;
  const figures = journal.since(begun);
  report.add({ event, ...figures, ...more });
  expect(journal.violations).toEqual([]);
  expect(figures.slowestSeconds).toBeLessThan(MAX_ANSWER_SECONDS);
  return figures;
}

/** Records an event that clients must not notice: no request is refused. */
function noteUnseen(event: string, begun: number): void {
  expect(note(event, begun).refusals).toEqual({});
}

it('serves, each process some of the zones', async () => {
  const begun = performance.now();
  await world.load.goOn(50);
  noteUnseen('nothing', begun);
  for (const { url } of world.replicas) {
    const served = (await Scrape.of(url)).all('zone_requests_total').map(({ value }) => value);
    expect(served.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(20);
  }
});

it('follows a switchover', async () => {
  await failOver('switchover', () => world.cluster.switchOver());
  await world.cluster.whole();
});

it.each([1, 2, 3])(
  'loses nothing when the machine of the leader dies, time %i, and comes back',
  async (time) => {
    const leader = await world.cluster.leaderNow();
    try {
      await failOver(`crash of the leader's machine ${time}`, () => leader.killAll());
    } finally {
      await comeBack(`its return ${time}`, () => leader.start());
    }
  },
);

it('loses nothing when the PostgreSQL of the leader dies alone', async () => {
  await failOver(`crash of the leader's PostgreSQL`, (leader) => leader.killPostgres());
  await world.cluster.whole();
});

it('loses nothing when the synchronous standby dies, and comes back', async () => {
  const { cluster, load } = world;
  const standby = await cluster.synchronousStandby();
  const begun = performance.now();
  await standby.killAll();
  try {
    await load.writesAgain(performance.now());
    await load.goOn(20);
    note('crash of the synchronous standby', begun);
  } finally {
    await comeBack('its return', () => standby.start());
  }
});

withSafePatroni('is not misled by a leader that freezes and wakes', async () => {
  const leader = await world.cluster.leaderNow();
  try {
    await failOver('freeze of the leader', () => Promise.resolve(leader.signalAll('SIGSTOP')));
  } finally {
    await comeBack('its waking', () => leader.signalAll('SIGCONT'));
  }
});

it('loses nothing when the machine that leads etcd freezes and wakes', async () => {
  const { cluster, load } = world;
  const begun = performance.now();
  const member = await cluster.etcd.leader();
  member.signal('SIGSTOP');
  try {
    // Until after the leases would have ended that it renewed last.
    await pause(25_000);
  } finally {
    member.signal('SIGCONT');
  }
  await load.goOn(20);
  await cluster.whole();
  await load.writesAgain(performance.now());
  note('freeze of the leader of etcd', begun);
});

it.each([
  ['one process', [0]],
  ['the other process', [1]],
  ['both processes', [0, 1]],
])('survives a network cut between %s and the database', async (event, cut) => {
  const { load, networks } = world;
  const begun = performance.now();
  for (const which of cut) for (const network of networks[which]) network.cut();
  await pause(20_000);
  for (const which of cut) for (const network of networks[which]) network.mend();
  const mended = performance.now();
  const again = await load.writesAgain(mended);
  await load.goOn(20);
  note(`network cut of ${event}`, begun, { againSeconds: (again - mended) / 1000 });
  expect(again - mended).toBeLessThan(WRITES_AGAIN_MS);
});

it('is restarted process by process, and no client sees it', async () => {
  const begun = performance.now();
  for (const replica of world.replicas) await replica.restart();
  await world.load.goOn(20);
  noteUnseen('rolling restart', begun);
});

it('is upgraded process by process, and moved behind PgBouncer, and no client sees it', async () => {
  const begun = performance.now();
  const directory = world.installRelease();
  await world.migrate();
  await world.pooler.start();
  for (const replica of world.replicas) {
    await replica.restart({ directory, environment: world.throughPooler() });
  }
  await world.load.goOn(20);
  noteUnseen('rolling upgrade', begun);
});

it.each([1, 2])('survives a restart of PgBouncer, time %i', async (time) => {
  const begun = performance.now();
  await world.pooler.restart();
  const up = performance.now();
  const again = await world.load.writesAgain(up);
  await world.load.goOn(20);
  note(`restart of PgBouncer (${world.pooler.mode} mode) ${time}`, begun, {
    againSeconds: (again - up) / 1000,
  });
  expect(again - up).toBeLessThan(WRITES_AGAIN_MS);
});

it('follows a switchover behind PgBouncer', async () => {
  await failOver('switchover behind PgBouncer', () => world.cluster.switchOver());
  await world.cluster.whole();
});

it('has kept every acknowledged change, and notified each one in order', async () => {
  const { load, receiver, replicas } = world;
  await load.stop();
  const { lost, doubled } = await compare(load.caller, load.clients);
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });

  const url = await world.databaseUrl();
  expect(await auditFindings(url)).toEqual([]);
  expect(await inconsistencies(url, Math.floor(Date.now() / 1000))).toEqual([]);
  for (const replica of replicas) {
    expect(await foldDifferences(replica.url)).toEqual([]);
  }

  await eventually(async () => {
    const waiting = `select count(*)::int as waiting from notifications where state = 'waiting'`;
    const { rows } = await onServer(url, (client) => client.query<{ waiting: number }>(waiting));
    expect(rows[0].waiting).toBe(0);
  }, 60_000);
  for (const { url: process } of replicas) {
    // A process runs its first audit half a minute after its start.
    const audited = async (): Promise<void> =>
      expect((await Scrape.of(process)).value('ledger_audit_violations')).toBe(0);
    await eventually(audited, 90_000, 1_000);
  }
  const reservations = load.clients.flatMap((client) => client.reservations);
  expect(untold(receiver.received, reservations)).toEqual([]);
  const told = firstOfEach(receiver.received).length;
  report.add({
    event: `in all: ${reservations.length} reservations, ${told} notifications, ${receiver.received.length - told} repeated`,
    ...load.journal.since(0),
  });
  hasFailed = false;
});
