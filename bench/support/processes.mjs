import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CREDENTIAL_KEYS = `k1:${randomBytes(32).toString('base64')}`;

/** Starts a server script and waits until it listens. `stop` lets it end by itself. */
async function startServer(script, { environment = {}, execArgv = [] } = {}) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, { execArgv, env: { ...process.env, NODE_ENV: 'production', ...environment } });
  const exited = once(child, 'exit');
  const started = await Promise.race([once(child, 'message'), exited.then(() => undefined)]);
  if (!started) throw new Error(`${script} ended before it listened`);
  return {
    pid: child.pid,
    port: started[0].port,
    stop: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** The service as built, in a process of its own. */
export function startService(databaseUrl, execArgv = []) {
  const environment = { DATABASE_URL: databaseUrl, CREDENTIAL_KEYS, LOG_LEVEL: 'silent' };
  return startServer('./service.mjs', { environment, execArgv });
}

/** The framework with nothing in it, in a process of its own. */
export function startFloor() {
  return startServer('./floor.mjs');
}

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/**
 * Processor seconds used by a process and, with `children`, by those it started (a PostgreSQL server's connections).
 * Undefined where the system does not tell.
 */
export function processorSeconds(pid, { children = false } = {}) {
  const own = statOf(pid);
  if (!own) return undefined;
  let ticks = own.ticks + (children ? own.ticksOfEndedChildren : 0);
  if (children) {
    for (const other of readdirSync('/proc')) {
      const stat = /^\d+$/.test(other) ? statOf(other) : undefined;
      if (stat?.parent === pid) ticks += stat.ticks;
    }
  }
  return ticks / TICKS_PER_SECOND;
}

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces: the fields are counted from behind it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ').map(Number);
    return { parent: fields[1], ticks: fields[11] + fields[12], ticksOfEndedChildren: fields[13] + fields[14] };
  } catch {
    return undefined;
  }
}
