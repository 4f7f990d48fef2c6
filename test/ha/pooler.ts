import { spawnSync } from 'node:child_process';
import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually } from '../support/eventually.js';
import { Daemon } from './daemon.js';

const SHIPPED = 'deploy/pgbouncer/pgbouncer.ini';

/** Minor version. Before 1.21, transaction mode loses prepared statements. */
const TRANSACTION_MODE_SINCE = 21;

const WAITS_SINCE = 23;

export interface PoolerTarget {
  readonly port: number;
  readonly database: string;
  /** Names of roles, which all have the same password. */
  readonly users: readonly string[];
  readonly password: string;
}

/** PgBouncer as configured by deploy/pgbouncer, but in session mode if its version is too old for transaction mode. */
export class Pooler {
  readonly mode: 'session' | 'transaction';
  private readonly minor: number;
  private readonly file: string;
  private readonly log: string;
  private daemon?: Daemon;

  constructor(
    readonly port: number,
    private readonly target: PoolerTarget,
    directory: string,
  ) {
    const version = spawnSync('pgbouncer', ['--version']).stdout.toString();
    this.minor = Number(/PgBouncer 1\.(\d+)/.exec(version)?.[1]);
    this.mode = this.minor < TRANSACTION_MODE_SINCE ? 'session' : 'transaction';
    this.file = join(directory, 'pgbouncer.ini');
    this.log = join(directory, 'pgbouncer.log');
    const users = join(directory, 'pgbouncer-users.txt');
    writeFileSync(users, target.users.map((user) => `"${user}" "${target.password}"\n`).join(''));
    writeFileSync(this.file, this.adapted(readFileSync(SHIPPED, 'utf8'), users));
  }

  urlOf(user: string): string {
    const { database, password } = this.target;
    return `postgres://${user}:${password}@127.0.0.1:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    // PgBouncer refuses to run as root.
    const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    this.daemon = Daemon.start('pgbouncer', [...asNobody, this.file], { env: {}, log: this.log });
    await eventually(async () => {
      const client = new Client(this.urlOf(this.target.users[0]));
      await client.connect();
      await client.end();
    });
  }

  /** Ends all client connections at once, as `systemctl restart` does. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    // Since version 1.23, SIGTERM waits for all clients to disconnect, which clients with a pool never do.
    await this.daemon?.end(this.minor < WAITS_SINCE ? 'SIGTERM' : 'SIGQUIT');
  }

  private adapted(shipped: string, users: string): string {
    const { port, database } = this.target;
    const changes: [RegExp, string][] = [
      [/^headroom = .*$/m, `${database} = host=127.0.0.1 port=${port} dbname=${database}`],
      [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1'],
      [/^listen_port = .*$/m, `listen_port = ${this.port}`],
      [/^auth_file = .*$/m, `auth_file = ${users}`],
      [/^pool_mode = .*$/m, `pool_mode = ${this.mode}`],
      [/^max_prepared_statements = .*$/m, this.mode === 'session' ? '' : '$&'],
    ];
    for (const [line] of changes) if (!line.test(shipped)) throw new Error(`${SHIPPED} has no line ${line}`);
    return changes.reduce((text, [line, changed]) => text.replace(line, changed), shipped);
  }
}
