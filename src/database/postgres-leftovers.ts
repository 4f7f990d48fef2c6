import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ORDERLY_STOP_MILLISECONDS = 15_000;
const IMMEDIATE_STOP_MILLISECONDS = 5_000;

/**
 * Clears away what a killed run left of a cluster: a PostgreSQL that still runs is stopped in order, a lock file whose
 * process number meanwhile belongs to something else is removed. (A lock file of a dead process PostgreSQL itself mends.)
 *
 * @param owner process number of the program that last started this cluster
 * @throws Error when that program is alive: two of them can't share a data directory
 */
export async function clearLeftovers(cluster: string, owner: number | undefined): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid');
  const pid = numberIn(lockFile);
  if (pid === undefined || !isAlive(pid)) return;
  if (!servesCluster(pid, cluster)) {
    rmSync(lockFile, { force: true });
    return;
  }
  // An orphan gets another parent, so a parent that still is the one recorded is alive.
  if (owner !== undefined && parentOf(pid) === owner) {
    throw new Error(
      `the data directory ${cluster} is in use by process ${owner}: stop it first, or set another DATA_DIR`,
    );
  }
  await stopOrphan(pid);
}

/** The number on the first line of a file; undefined when there is no such file or number. */
export function numberIn(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const number = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
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
    if (!isAlive(pid) || isZombie(pid)) return true;
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

/** Where nobody collects the dead, as in a container without an init, a stopped orphan stays listed. */
function isZombie(pid: number): boolean {
  return processState(pid)?.[0] === 'Z';
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
