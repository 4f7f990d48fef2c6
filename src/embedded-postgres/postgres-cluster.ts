import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { keptSecret } from '../kernel/kept-secret.js';
import { postgresAccount, type Account } from './postgres-account.js';
import { installedBinaries, runnableBinaries } from './postgres-binaries.js';
import { isAlive, numberIn } from './postgres-leftovers.js';
import { POSTGRES_ENVIRONMENT } from './postgres-process.js';

export const SUPERUSER = 'headroom';

const MAJOR_VERSION = '18';
const UNFINISHED = 'cluster.new-';
const INITDB_PASSWORD = 'initdb.password-';
const PROC_CWD = '/proc/self/cwd';

/**
 * The files of an embedded PostgreSQL: `cluster` (its data), `superuser.password`, `owner.pid` and, if the binaries had
 * to be copied, `binaries.path`.
 */
export class ClusterFiles {
  readonly cluster: string;
  readonly account: Account | undefined;
  private binaries = '';

  constructor(private readonly home: string) {
    this.cluster = join(home, 'cluster');
    this.account = postgresAccount(this.cluster);
  }

  /**
   * The server's data directory parameter. The server's user may not be allowed to traverse the parent directories (a
   * DATA_DIR below /root). The service therefore sets the working directory before it changes the user, and passes
   * /proc/self/cwd, which Linux resolves without traversal.
   */
  get dataDirectory(): string {
    return this.account && existsSync(PROC_CWD) ? PROC_CWD : this.cluster;
  }

  program(name: 'initdb' | 'postgres'): string {
    return join(this.binaries, 'bin', name);
  }

  /** The process that last started this cluster. */
  owner(): number | undefined {
    return numberIn(join(this.home, 'owner.pid'));
  }

  recordOwner(pid: number): void {
    writeFileSync(join(this.home, 'owner.pid'), `${pid}\n`);
  }

  /** Creates the cluster on the first start, and returns the superuser's password. */
  async prepare(durable: boolean): Promise<string> {
    mkdirSync(this.home, { recursive: true });
    chmodSync(this.home, 0o700);
    this.handOver(this.home);
    this.sweepUnfinished();
    this.binaries = runnableBinaries(installedBinaries(), this.account, join(this.home, 'binaries.path'));
    const passwordFile = join(this.home, 'superuser.password');
    const password = keptSecret(passwordFile, () => randomBytes(24).toString('hex'));
    if (!existsSync(this.cluster)) await this.initialise(password, durable);
    this.checkVersion();
    return password;
  }

  /** Created under another name and renamed when complete, so that a killed run leaves no partial cluster. */
  private async initialise(password: string, durable: boolean): Promise<void> {
    const unfinished = join(this.home, `${UNFINISHED}${process.pid}`);
    const passwordFile = join(this.home, `${INITDB_PASSWORD}${process.pid}`);
    try {
      mkdirSync(unfinished, { mode: 0o700 });
      this.handOver(unfinished);
      writeFileSync(passwordFile, password, { mode: 0o600 });
      this.handOver(passwordFile);
      await this.runInitdb(unfinished, passwordFile, durable);
      this.putInPlace(unfinished);
    } finally {
      rmSync(passwordFile, { force: true });
      rmSync(unfinished, { recursive: true, force: true });
    }
  }

  /** @throws Error when another start has made the cluster meanwhile */
  private putInPlace(unfinished: string): void {
    try {
      renameSync(unfinished, this.cluster);
    } catch (error) {
      if (!existsSync(this.cluster)) throw error;
      throw new Error(
        `the data directory ${this.cluster} is in use by another process that was started at the same time: stop it first, or set another DATA_DIR`,
        { cause: error },
      );
    }
  }

  /**
   * Removes the files of killed runs; another run that is alive keeps its own. Those of this process id are of an
   * earlier process: in a container, each run has the same one.
   */
  private sweepUnfinished(): void {
    for (const name of readdirSync(this.home)) {
      const prefix = [UNFINISHED, INITDB_PASSWORD].find((known) => name.startsWith(known));
      const pid = Number(name.slice(prefix?.length));
      if (prefix === undefined || (pid !== process.pid && isAlive(pid))) continue;
      rmSync(join(this.home, name), { recursive: true, force: true });
    }
  }

  private runInitdb(directory: string, passwordFile: string, durable: boolean): Promise<void> {
    const standsInside = this.dataDirectory === PROC_CWD;
    const parameters = [
      `--pgdata=${standsInside ? PROC_CWD : directory}`,
      `--pwfile=${standsInside ? join('..', basename(passwordFile)) : passwordFile}`,
      `--username=${SUPERUSER}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ];
    const options = { ...this.account, cwd: directory, env: POSTGRES_ENVIRONMENT };
    return new Promise((resolve, reject) => {
      const child = spawn(this.program('initdb'), parameters, {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let complaints = '';
      child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
      child.once('error', reject);
      child.once('close', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`PostgreSQL could not create a cluster in ${directory}:\n${complaints}`));
      });
    });
  }

  private checkVersion(): void {
    const file = join(this.cluster, 'PG_VERSION');
    const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown';
    if (version === MAJOR_VERSION) return;
    throw new Error(
      `${this.cluster} holds data of PostgreSQL ${version}, this is ${MAJOR_VERSION}: dump and load it`,
    );
  }

  private handOver(path: string): void {
    if (this.account) chownSync(path, this.account.uid, this.account.gid);
  }
}
