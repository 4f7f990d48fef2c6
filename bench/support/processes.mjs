import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const CREDENTIAL_KEYS = `k1:${randomBytes(32).toString('base64')}`;
const LISTENING = /listening at http:\/\/127\.0\.0\.1:(\d+)/;

/** Node's options as `npm start` gives them. */
function startOptions() {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const [, options = ''] = /\bnode (.*)dist\/src\/main\.js/.exec(scripts.start) ?? [];
  return options.split(' ').filter(Boolean);
}

/**
 * The service as built, in a process of its own, on a database that has the schema already. It does not audit the ledger, which it
 * else does once an hour, and first within a minute of its start: that would fall into any one round.
 */
export async function startService(databaseUrl, { execArgv = [], settings = {} } = {}) {
  const main = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    CREDENTIAL_KEYS,
    AUTH: 'none',
    PORT: '0',
    LEDGER_AUDIT_SECONDS: '0',
    FOLD_CHECK_SECONDS: '0',
    // The load generator stands for many clients.
    REQUEST_LIMIT_PER_ADDRESS: '100000',
    SUBSCRIPTIONS_PER_TENANT: '1000000',
    SUBSCRIPTIONS_PER_ORIGIN: '1000000',
    ...settings,
  };
  const parameters = [...startOptions(), ...execArgv, main];
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const endWithUs = () => child.kill('SIGTERM');
  process.once('exit', endWithUs);
  const port = await Promise.race([portIn(child.stdout), exited.then(() => undefined)]);
  if (port === undefined) throw new Error('the service ended before it listened');
  return {
    pid: child.pid,
    port,
    stop: async () => {
      process.off('exit', endWithUs);
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** The port that the service's log names; what it logs after is thrown away, but read. */
function portIn(log) {
  return new Promise((resolve) => {
    createInterface({ input: log }).on('line', (line) => {
      const found = LISTENING.exec(line);
      if (found) resolve(Number(found[1]));
    });
  });
}

/** The framework with nothing in it, in a process of its own and with the same options. */
export async function startFloor(execArgv = []) {
  const child = fork(fileURLToPath(new URL('./floor.mjs', import.meta.url)), {
    execArgv: [...startOptions(), ...execArgv],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const exited = once(child, 'exit');
  const started = await Promise.race([once(child, 'message'), exited.then(() => undefined)]);
  if (!started) throw new Error('the floor ended before it listened');
  return {
    pid: child.pid,
    port: started[0].port,
    stop: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
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

/** The process that started a process; undefined where the system does not tell. */
export function parentOf(pid) {
  return statOf(pid)?.parent;
}

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces: the fields are counted from behind it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return {
      parent: fields[1],
      ticks: fields[11] + fields[12],
      ticksOfEndedChildren: fields[13] + fields[14],
    };
  } catch {
    return undefined;
  }
}

/** Bytes of memory that a process holds; undefined where the system does not tell. */
export function residentBytes(pid) {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes && Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
