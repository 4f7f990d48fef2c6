import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const FAST_STOP_TIMEOUT_MS = 15_000;
const IMMEDIATE_STOP_TIMEOUT_MS = 5_000;

/**
 * Cleans up after a killed run: stops a PostgreSQL that still runs, and takes over a lock file whose process has ended
 * or whose process id now belongs to another program.
 *
 * @param owner process id of the program that last started this cluster
 * @throws Error when that program is alive: two can't share a data directory
 */
export async function clearLeftovers(cluster: string, owner: number | undefined): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid');
  const pid = numberIn(lockFile);
  if (pid === undefined) return;
  if (!isAlive(pid) || !servesCluster(pid, cluster)) return adopt(lockFile);
  // An orphan gets another parent, so a recorded parent that is still the parent is alive.
  if (owner !== undefined && parentOf(pid) === owner) {
    throw new Error(
      `the data directory ${cluster} is in use by process ${owner}: stop it first, or set another DATA_DIR`,
    );
  }
  await stopOrphan(pid);
}

/**
 * PostgreSQL refuses to start while the process in the lock file exists, even as a zombie or as another program with
 * the same id. It ignores its own parent, so the service writes its own process id. The rest of the file is kept: it
 * names the shared memory by which PostgreSQL detects live children of its predecessor.
 */
function adopt(lockFile: string): void {
  const [, ...rest] = readFileSync(lockFile, 'utf8').split('\n');
  writeFileSync(lockFile, [process.pid, ...rest].join('\n'));
}

/** The number on the first line of a file; undefined if there is no such file or number. */
export function numberIn(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const number = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** A zombie counts as ended: in a container without an init, ended processes stay listed. */
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
  if (await isGoneWithin(pid, FAST_STOP_TIMEOUT_MS)) return;
  process.kill(pid, 'SIGQUIT');
  if (await isGoneWithin(pid, IMMEDIATE_STOP_TIMEOUT_MS)) return;
  throw new Error(`PostgreSQL process ${pid}, left by an earlier run, does not stop`);
}

async function isGoneWithin(pid: number, milliseconds: number): Promise<boolean> {
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline;) {
    if (!isAlive(pid)) return true;
    await pause(20);
  }
  return false;
}

/** @param cluster an absolute path */
export function servesCluster(pid: number, cluster: string): boolean {
  try {
    if (!existsSync('/proc/self/cwd')) return ps(pid, 'args=').includes(`postgres -D ${cluster} `);
    // The server's working directory is its data directory.
    const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
    return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    // Root without CAP_SYS_PTRACE, as in a container, can't read this link of a server that runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

function parentOf(pid: number): number {
  const [, parent] = processState(pid) ?? ['', ps(pid, 'ppid=')];
  return Number.parseInt(parent, 10);
}

/** State and parent from /proc, after the name in parentheses, which may contain any character. */
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
