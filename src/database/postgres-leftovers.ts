import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ORDERLY_STOP_MILLISECONDS = 15_000;
const IMMEDIATE_STOP_MILLISECONDS = 5_000;

/**
 * Clears away what a killed run left of a cluster: a PostgreSQL that still runs is stopped in order, and a lock file no
 * longer stands in the way when its process is dead or when its number meanwhile belongs to something else.
 *
 * @param owner process number of the program that last started this cluster
 * @throws Error when that program is alive: two of them can't share a data directory
 */
export async function clearLeftovers(cluster: string, owner: number | undefined): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid');
  const pid = numberIn(lockFile);
  if (pid === undefined) return;
  if (!isAlive(pid) || !servesCluster(pid, cluster)) return adopt(lockFile);
  // An orphan gets another parent, so a parent that still is the one recorded is alive.
  if (owner !== undefined && parentOf(pid) === owner) {
    throw new Error(
      `the data directory ${cluster} is in use by process ${owner}: stop it first, or set another DATA_DIR`,
    );
  }
  await stopOrphan(pid);
}

/**
 * PostgreSQL refuses to start while the process named in the lock file exists, be it only as a zombie or as a stranger
 * with the same number; but never because of its own parent, which we are about to be. The file is kept, for it also
 * names the shared memory by which PostgreSQL tells that a part of its predecessor still runs.
 */
function adopt(lockFile: string): void {
  const [, ...rest] = readFileSync(lockFile, 'utf8').split('\n');
  writeFileSync(lockFile, [process.pid, ...rest].join('\n'));
}

/** The number on the first line of a file; undefined when there is no such file or number. */
export function numberIn(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const number = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Where nobody collects the dead, as in a container without an init, an ended process stays listed: it isn't alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return processState(pid)?.[0] !== 'Z';
}

async function stopOrphan(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  if (await isGoneWithin(pid, ORDERLY_STOP_MILLISECONDS)) return;
  process.kill(pid, 'SIGQUIT');
  if (await isGoneWithin(pid, IMMEDIATE_STOP_MILLISECONDS)) return;
  throw new Error(`PostgreSQL process ${pid}, left by an earlier run, does not stop`);
}

async function isGoneWithin(pid: number, milliseconds: number): Promise<boolean> {
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline;) {
    if (!isAlive(pid)) return true;
    await pause(20);
  }
  return false;
}

function servesCluster(pid: number, cluster: string): boolean {
  try {
    if (!existsSync('/proc/self/cwd')) return ps(pid, 'args=').includes(`postgres -D ${cluster} `);
    // The server's working directory is its data directory.
    const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
    return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

function parentOf(pid: number): number {
  const [, parent] = processState(pid) ?? ['', ps(pid, 'ppid=')];
  return Number.parseInt(parent, 10);
}

/** State letter and parent from /proc, behind the name in parentheses that may itself hold anything. */
function processState(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string {
  return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' });
}
