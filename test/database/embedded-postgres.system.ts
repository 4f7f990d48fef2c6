import { Logger } from '@nestjs/common';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../src/app.database.js';
import { readConfiguration } from '../../src/config/configuration.js';
import { CONNECT_TIMEOUT_MS } from '../../src/database/data-source.js';
import { DatabaseClient } from '../../src/database/database-client.js';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { postgresAccount } from '../../src/embedded-postgres/postgres-account.js';
import { installedBinaries, runnableBinaries } from '../../src/embedded-postgres/postgres-binaries.js';
import { isAlive } from '../../src/embedded-postgres/postgres-leftovers.js';
import { STOP_WHEN_ABANDONED } from '../../src/embedded-postgres/postgres-process.js';
import { runningPostgresUrl } from '../../src/embedded-postgres/running-postgres.js';
import { onServer } from '../support/postgres.js';

const isRoot = process.getuid?.() === 0;
const asRootOnLinux = isRoot && process.platform === 'linux' ? it : it.skip;
const onLinux = process.platform === 'linux' ? it : it.skip;

const root = mkdtempSync(join(tmpdir(), 'headroom-embedded-'));
const running = new Set<EmbeddedPostgres>();

beforeAll(() => Logger.overrideLogger(false));

afterAll(async () => {
  for (const postgres of running) await postgres.stop();
  rmSync(root, { recursive: true, force: true });
});

function inDirectory(name: string): string {
  return join(root, name, 'postgres');
}

async function start(directory: string): Promise<EmbeddedPostgres> {
  const postgres = await EmbeddedPostgres.start({ directory, durable: false });
  running.add(postgres);
  return postgres;
}

async function stop(postgres: EmbeddedPostgres): Promise<void> {
  running.delete(postgres);
  await postgres.stop();
}

async function until(condition: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 20_000; !condition();) {
    if (Date.now() > deadline) throw new Error('the condition did not come about');
    await pause(10);
  }
}

/** Keeps the process busy, without the processor. */
function blockFor(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Starts the server of a directory again as an orphaned process, as a killed run leaves it. */
async function leaveOrphan(directory: string, port: string): Promise<number> {
  const cluster = join(directory, 'cluster');
  const command = [
    join(installedBinaries(), 'bin', 'postgres'),
    '-D',
    '/proc/self/cwd',
    '-p',
    port,
    '-k',
    '',
    '-h',
    '127.0.0.1',
  ];
  const shell = spawn('/bin/sh', ['-c', '"$@" >/dev/null 2>&1 &', 'orphan', ...command], {
    ...postgresAccount(cluster),
    cwd: cluster,
    detached: true,
    stdio: 'ignore',
  });
  await once(shell, 'exit');
  const lockFile = join(cluster, 'postmaster.pid');
  await until(() => existsSync(lockFile) && readFileSync(lockFile, 'utf8').includes('ready'));
  return Number.parseInt(readFileSync(lockFile, 'utf8'), 10);
}

describe('embedded PostgreSQL', () => {
  it('keeps its data over a restart', async () => {
    const first = await start(inDirectory('kept'));
    await onServer(first.url, (client) => client.query('create table kept as select 42 as answer'));
    await stop(first);

    const second = await start(inDirectory('kept'));
    const { rows } = await onServer(second.url, (client) => client.query('select answer from kept'));

    expect(rows).toEqual([{ answer: 42 }]);
    await stop(second);
  });

  it('listens on loopback only, wants the password, and keeps it to its owner', async () => {
    const postgres = await start(inDirectory('closed'));

    const { rows } = await onServer(postgres.url, (client) =>
      client.query(
        `select current_setting('listen_addresses') as hosts, current_setting('unix_socket_directories') as sockets`,
      ),
    );
    expect(rows).toEqual([{ hosts: '127.0.0.1', sockets: '' }]);
    expect(statSync(join(inDirectory('closed'), 'superuser.password')).mode & 0o777).toBe(0o600);
    const wrong = new URL(postgres.url);
    wrong.password = 'guess';
    await expect(onServer(wrong.toString(), (client) => client.query('select'))).rejects.toMatchObject({
      code: '28P01',
    });
    await stop(postgres);
  });

  it('refuses a directory that a running process uses, and does not affect that process', async () => {
    const postgres = await start(inDirectory('shared'));

    await expect(start(inDirectory('shared'))).rejects.toThrow(`in use by process ${process.pid}`);

    await onServer(postgres.url, (client) => client.query('select'));
    await stop(postgres);
  });

  onLinux('stops what a killed run left running, then starts with its data', async () => {
    const killed = await start(inDirectory('orphaned'));
    await stop(killed);
    const orphan = await leaveOrphan(inDirectory('orphaned'), new URL(killed.url).port);

    const postgres = await start(inDirectory('orphaned'));

    expect(isAlive(orphan)).toBe(false);
    await onServer(postgres.url, (client) => client.query('select'));
    await stop(postgres);
  });

  it.each(['another process id', 'the same process id'])(
    'removes what a run with %s has left that was killed during initdb',
    async (which) => {
      const directory = inDirectory(which);
      const ended = spawn('true');
      await once(ended, 'exit');
      const pid = which === 'the same process id' ? process.pid : ended.pid;
      const left = [join(directory, `initdb.password-${pid}`), join(directory, `cluster.new-${pid}`)];
      mkdirSync(left[1], { recursive: true });
      writeFileSync(left[0], 's3cret');

      const postgres = await start(directory);

      expect(left.filter((path) => existsSync(path))).toEqual([]);
      await stop(postgres);
    },
  );

  it('says so when another start makes the cluster at the same time, and removes its own', async () => {
    const directory = inDirectory('raced');
    const refused = expect(start(directory)).rejects.toThrow('is in use by another process');
    await until(() => existsSync(join(directory, `cluster.new-${process.pid}`, 'base')));
    cpSync(join(directory, 'superuser.password'), join(directory, 'cluster', 'of the other'));

    await refused;

    expect(readdirSync(directory).toSorted()).toEqual(['cluster', 'superuser.password']);
  });

  it('removes the password of a run that was killed after its cluster had been created', async () => {
    const directory = inDirectory('created');
    await stop(await start(directory));
    const left = join(directory, `initdb.password-${process.pid}`);
    writeFileSync(left, 's3cret');
    await stop(await start(directory));
    expect(existsSync(left)).toBe(false);
  });

  it('ignores a lock file whose process id now belongs to another program', async () => {
    await stop(await start(inDirectory('stale')));
    writeFileSync(join(inDirectory('stale'), 'cluster', 'postmaster.pid'), `${process.pid}\n`);

    const postgres = await start(inDirectory('stale'));

    await stop(postgres);
  });

  it('is found by a program beside the service only while it runs', async () => {
    const directory = inDirectory('beside');
    const postgres = await start(directory);
    const lockFile = join(directory, 'cluster', 'postmaster.pid');
    const [, ...rest] = readFileSync(lockFile, 'utf8').split('\n');
    expect(runningPostgresUrl(directory)).toBe(postgres.url);
    await stop(postgres);
    expect(runningPostgresUrl(directory)).toBeUndefined();

    // A killed run leaves the file, and its process id may now belong to another program.
    writeFileSync(lockFile, [process.pid, ...rest].join('\n'));

    expect(runningPostgresUrl(directory)).toBeUndefined();
  });

  it('remembers the process that runs the server when another start fails', async () => {
    const directory = inDirectory('owned');
    await stop(await start(directory));
    writeFileSync(join(directory, 'owner.pid'), '4711\n');
    rmSync(join(directory, 'cluster', 'global', 'pg_control'));

    await expect(start(directory)).rejects.toThrow('could not start');

    expect(readFileSync(join(directory, 'owner.pid'), 'utf8')).toBe('4711\n');
  });

  it('accepts as many connections as DATABASE_POOL allows the service', async () => {
    const configuration = readConfiguration({ DATA_DIR: join(root, 'many'), DATABASE_POOL: '150' });
    const database = await openDatabase(configuration, () => undefined);
    const dataSource = await database.dataSource.initialize();

    const [{ max_connections: most }] = await dataSource.query('show max_connections');

    expect(Number(most)).toBeGreaterThan(150);
    await dataSource.destroy();
    await database.stop();
  });

  it('connects again if the process was too busy to complete a connection in time', async () => {
    const configuration = readConfiguration({ DATA_DIR: join(root, 'busy'), DATABASE_POOL: '2' });
    const connect = Reflect.get(DatabaseClient.prototype, 'connect') as () => void;
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    jest.spyOn(DatabaseClient.prototype, 'connect').mockImplementationOnce(function (
      this: DatabaseClient,
      ...parameters
    ) {
      setImmediate(() => blockFor(CONNECT_TIMEOUT_MS + 100));
      return Reflect.apply(connect, this, parameters);
    });
    try {
      const database = await openDatabase(configuration, () => undefined);
      await database.stop();
      expect(warn).toHaveBeenCalledWith(expect.stringMatching(/trying again: .*timeout/));
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('reports when the server ends unexpectedly', async () => {
    const lost = new Promise<Error>((onLost) => {
      void EmbeddedPostgres.start({ directory: inDirectory('lost'), durable: false, onLost }).then(
        ({ pid }) => {
          if (pid) process.kill(pid, 'SIGINT');
        },
      );
    });

    expect((await lost).message).toContain('PostgreSQL has ended unexpectedly');
  });

  it('ends with the program that started it, however that program dies', async () => {
    const child = spawn('/bin/sh', ['-c', STOP_WHEN_ABANDONED, 'abandoned', 'sleep', '1000'], {
      stdio: ['pipe'],
    });
    const exited = once(child, 'exit');

    child.stdin.destroy();

    expect(await exited).toEqual([null, 'SIGINT']);
  });

  asRootOnLinux('works below a directory that only root may enter', async () => {
    const secluded = join(root, 'secluded');
    const directory = join(secluded, 'deeper', 'postgres');
    const first = await start(directory);
    chmodSync(secluded, 0o700);
    await stop(first);

    await stop(await start(directory));
  });

  asRootOnLinux('copies binaries that only root can reach, once', () => {
    const secluded = mkdtempSync(join(root, 'binaries-'));
    const memory = join(secluded, 'memory');
    cpSync(installedBinaries(), join(secluded, 'native'), { recursive: true, verbatimSymlinks: true });

    const copy = runnableBinaries(join(secluded, 'native'), postgresAccount(secluded), memory);

    expect(copy).not.toContain(secluded);
    expect(runnableBinaries(join(secluded, 'native'), postgresAccount(secluded), memory)).toBe(copy);
    rmSync(copy, { recursive: true });
  });
});
