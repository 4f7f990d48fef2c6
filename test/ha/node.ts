import { chownSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../../src/embedded-postgres/postgres-account.js';
import { isAlive, numberIn } from '../../src/embedded-postgres/postgres-leftovers.js';
import { eventually } from '../support/eventually.js';
import { Daemon, shippedEnvironment } from './daemon.js';

export const SUPERUSER_PASSWORD = 'superuser-secret';
export const BINARIES = '/usr/lib/postgresql/15/bin';

export interface Ports {
  readonly postgres: number;
  readonly patroni: number;
}

export interface Member {
  readonly name: string;
  readonly ports: Ports;
}

/** One machine of the cluster: Patroni and the PostgreSQL that it runs, as deploy/patroni configures them. */
export class DatabaseNode {
  private patroni?: Daemon;
  private readonly directory: string;

  constructor(
    private readonly self: Member,
    private readonly etcdHosts: string,
    directory: string,
    private readonly account: Account | undefined,
  ) {
    this.directory = join(directory, self.name);
    mkdirSync(this.directory);
    if (account) chownSync(this.directory, account.uid, account.gid);
    // With `mode: automatic`, a watchdog device would reset this machine when Patroni is killed.
    const shipped = readFileSync('deploy/patroni/patroni.yml', 'utf8');
    writeFileSync(this.configuration, shipped.replace('mode: automatic', 'mode: off'));
  }

  get name(): string {
    return this.self.name;
  }

  get port(): number {
    return this.self.ports.postgres;
  }

  get patroniPort(): number {
    return this.self.ports.patroni;
  }

  get configuration(): string {
    return join(this.directory, 'patroni.yml');
  }

  /** The URL of a database, for the superuser. */
  urlOf(database: string): string {
    return `postgres://postgres:${SUPERUSER_PASSWORD}@127.0.0.1:${this.port}/${database}`;
  }

  /** Patroni starts PostgreSQL. */
  start(): void {
    const log = join(this.directory, 'patroni.log');
    const options = { env: this.patroniEnvironment, log, account: this.account };
    this.patroni = Daemon.start('patroni', [this.configuration], options);
  }

  /** Also used by `patronictl`. */
  get patroniEnvironment(): NodeJS.ProcessEnv {
    const { name } = this.self;
    const own = `127.0.0.1:${this.port}`;
    const api = `127.0.0.1:${this.patroniPort}`;
    return shippedEnvironment('deploy/patroni/patroni.env', {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: this.etcdHosts,
      PATRONI_POSTGRESQL_LISTEN: own,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: own,
      PATRONI_POSTGRESQL_DATA_DIR: this.data,
      PATRONI_POSTGRESQL_BIN_DIR: BINARIES,
      PATRONI_POSTGRESQL_PGPASS: join(this.directory, 'pgpass'),
      PATRONI_RESTAPI_LISTEN: api,
      PATRONI_RESTAPI_CONNECT_ADDRESS: api,
      PATRONI_SUPERUSER_PASSWORD: SUPERUSER_PASSWORD,
    });
  }

  /** Kills all processes of PostgreSQL at once, and nothing else. */
  async killPostgres(): Promise<void> {
    const pids = this.postgresProcesses();
    for (const pid of pids) signal(pid, 'SIGKILL');
    await eventually(() => Promise.resolve(expect(pids.filter(isAlive)).toEqual([])));
  }

  /** Simulates a loss of power. Patroni is killed first, so that it does not restart PostgreSQL. */
  async killAll(): Promise<void> {
    await this.patroni?.end('SIGKILL');
    await this.killPostgres();
  }

  /** Suspends or continues every process. While suspended, connections stay open and get no answers. */
  signalAll(name: 'SIGSTOP' | 'SIGCONT'): void {
    const patroni = this.patroni ? [this.patroni.pid] : [];
    for (const pid of [...patroni, ...this.postgresProcesses()]) signal(pid, name);
  }

  tail(): string {
    return this.patroni?.tail() ?? '';
  }

  private get data(): string {
    return join(this.directory, 'data');
  }

  private postgresProcesses(): number[] {
    const postmaster = numberIn(join(this.data, 'postmaster.pid'));
    return postmaster === undefined || !isAlive(postmaster) ? [] : [postmaster, ...childrenOf(postmaster)];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
