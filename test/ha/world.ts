import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReceiver, type Receiver } from '../notifications/receiver.js';
import { runProgram } from '../process/service-process.js';
import { freePorts } from '../support/ports.js';
import { onServer } from '../support/postgres.js';
import { Cluster } from './cluster.js';
import type { Daemon } from './daemon.js';
import { startHaproxy } from './haproxy.js';
import { Load } from './load.js';
import { Network } from './network.js';
import { SUPERUSER_PASSWORD } from './node.js';
import { Pooler } from './pooler.js';
import { Replica, startFront } from './replicas.js';

const DATABASE = 'headroom';
const OWNER = 'headroom_owner';
const SERVICE = 'headroom_service';
const PASSWORD = 'secret';
const ZONES = ['north', 'east', 'south', 'west', 'centre', 'harbour'];

/**
 * Clients → HAProxy → two processes of the service → PostgreSQL under Patroni. One process reaches the leader through HAProxy, the other
 * through the list of all nodes. The network between each process and the database can be cut.
 */
export class World {
  readonly cluster: Cluster;
  readonly replicas: readonly [Replica, Replica];
  readonly receiver: Receiver;
  readonly load: Load;
  readonly pooler: Pooler;
  /** The network paths between each replica and the database. */
  readonly networks: readonly [readonly Network[], readonly Network[]];

  private constructor(private readonly parts: Parts) {
    this.cluster = parts.cluster;
    this.replicas = parts.replicas;
    this.receiver = parts.receiver;
    this.load = parts.load;
    this.pooler = parts.pooler;
    this.networks = parts.networks;
  }

  static async start(): Promise<World> {
    const directory = mkdtempSync(join(tmpdir(), 'headroom-ha-'));
    chmodSync(directory, 0o755);
    const endings: Ending[] = [];
    try {
      return new World(await startParts(directory, endings));
    } catch (error) {
      for (const end of endings.toReversed()) await end();
      throw new Error(`not started, see ${directory}`, { cause: error });
    }
  }

  /** Runs the pending migrations, through HAProxy. */
  migrate(): Promise<void> {
    return migrate(this.parts.database);
  }

  /** Installs another copy of the service, as an upgrade does. */
  installRelease(): string {
    const release = join(this.parts.directory, 'release');
    mkdirSync(release);
    cpSync('package.json', join(release, 'package.json'));
    cpSync('dist', join(release, 'dist'), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(release, 'node_modules'));
    return join(release, 'dist');
  }

  throughPooler(): NodeJS.ProcessEnv {
    return { ...environmentOf(this.pooler.urlOf(SERVICE)), DATABASE_SETTINGS: 'role' };
  }

  /** The leader's database, as superuser. */
  async databaseUrl(): Promise<string> {
    return (await this.cluster.leaderNow()).urlOf(DATABASE);
  }

  /** @param keepsFiles whether logs and data stay, to analyse a failure */
  async stop(keepsFiles: boolean): Promise<void> {
    const { endings, directory } = this.parts;
    for (const end of endings.toReversed()) await end();
    if (keepsFiles) console.warn(`logs and data are kept in ${directory}`);
    else rmSync(directory, { recursive: true });
  }
}

type Ending = () => Promise<unknown>;

interface Parts {
  readonly directory: string;
  readonly endings: readonly Ending[];
  readonly cluster: Cluster;
  /** The port on which HAProxy listens for connections to the database. */
  readonly database: number;
  readonly replicas: readonly [Replica, Replica];
  readonly networks: readonly [readonly Network[], readonly Network[]];
  readonly receiver: Receiver;
  readonly load: Load;
  readonly pooler: Pooler;
}

/** @param endings receives a function that ends a part, as soon as the part runs */
async function startParts(directory: string, endings: Ending[]): Promise<Parts> {
  const cluster = await Cluster.start(directory);
  endings.push(() => cluster.stop());
  const [front, database, pool, ...replicaPorts] = await freePorts(5);
  const databaseProxy = startDatabaseProxy(cluster, database, directory);
  endings.push(() => databaseProxy.end('SIGTERM'));
  await prepareDatabase(cluster, directory);
  await migrate(database);

  const toProxy = await Network.to(database);
  const toNodes = await Promise.all(cluster.nodes.map(({ port }) => Network.to(port)));
  for (const network of [toProxy, ...toNodes]) endings.push(() => network.stop());
  const list = toNodes.map(({ port }) => `127.0.0.1:${port}`).join();
  const urls = [
    urlOf(SERVICE, `127.0.0.1:${toProxy.port}`),
    `${urlOf(SERVICE, list)}?target_session_attrs=read-write`,
  ];
  const [one, other] = urls.map((url, index) => {
    const options = { port: replicaPorts[index], environment: environmentOf(url) };
    return new Replica(options, join(directory, `service-${index + 1}.log`));
  });
  for (const replica of [one, other]) endings.push(() => replica.kill());
  await Promise.all([one.start(), other.start()]);
  const proxy = await startFront(front, [one, other], directory);
  endings.push(() => proxy.end('SIGTERM'));

  const receiver = await startReceiver();
  endings.push(() => receiver.stop());
  const target = { port: database, database: DATABASE, users: [OWNER, SERVICE], password: PASSWORD };
  const pooler = new Pooler(pool, target, directory);
  endings.push(() => pooler.stop());
  const load = await Load.prepare(`http://127.0.0.1:${front}`, ZONES, receiver.url);
  endings.push(() => load.stop().then(() => load.caller.close()));
  return {
    directory,
    endings,
    cluster,
    database,
    replicas: [one, other],
    networks: [[toProxy], toNodes],
    receiver,
    load,
    pooler,
  };
}

function startDatabaseProxy(cluster: Cluster, port: number, directory: string): Daemon {
  const nodes = cluster.nodes.flatMap((node, index) => [
    [`DATABASE_NODE_${index + 1}`, `127.0.0.1:${node.port}`],
    [`PATRONI_PORT_${index + 1}`, String(node.patroniPort)],
  ]);
  const env = { DATABASE_BIND: `127.0.0.1:${port}`, ...Object.fromEntries(nodes) };
  return startHaproxy('deploy/patroni/haproxy.cfg', env, join(directory, 'haproxy-database.log'));
}

/** Creates a database and its two roles, as an operator does once. */
async function prepareDatabase(cluster: Cluster, directory: string): Promise<void> {
  const secrets = join(directory, 'secrets');
  mkdirSync(secrets);
  for (const role of ['owner', 'service']) writeFileSync(join(secrets, `${role}_password`), PASSWORD);
  const leader = await cluster.leaderNow();
  await onServer(leader.urlOf('postgres'), (client) => client.query(`create database ${DATABASE}`));
  const connection = ['-h', '127.0.0.1', '-p', String(leader.port), '-U', 'postgres', '-d', DATABASE];
  execFileSync('psql', ['-q', ...connection, '-f', 'deploy/postgres/roles.sql'], {
    env: { PATH: process.env.PATH, PGPASSWORD: SUPERUSER_PASSWORD, SECRETS_DIRECTORY: secrets },
  });
}

/** Runs the migrations twice at the same time, because such runs must take turns. */
async function migrate(port: number): Promise<void> {
  const environment = { DATABASE_URL: urlOf(OWNER, `127.0.0.1:${port}`) };
  const runs = [1, 2].map(() => runProgram('src/database/migrate.cli.js', ['up'], environment));
  for (const ended of await Promise.all(runs)) expect(ended).toMatchObject({ status: 0 });
}

function urlOf(role: string, hosts: string): string {
  return `postgres://${role}:${PASSWORD}@${hosts}/${DATABASE}`;
}

function environmentOf(url: string): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: url,
    CREDENTIAL_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8',
    LEDGER_AUDIT_SECONDS: '20',
    FOLD_CHECK_SECONDS: '20',
  };
}
