import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TENANT_LIMITS, TENANT_LIMITS_ALL_ZONES } from '../workload/tenant-limits.mjs';
import { awaitFree } from './ports.mjs';

const CREDENTIAL_KEYS = `k1:${randomBytes(32).toString('base64')}`;
const CLOCK = new URL('../faults/clock.mjs', import.meta.url).href;
const READY_MS = 120_000;
/** Few: a query over all zones has a part for each. */
const SHARDS = '8';

/** A limit so low that the process at this place refuses some requests. Clients retry on the same connection. A caller gets a quarter. */
const SCARCE = { index: 3, REQUEST_LIMIT: '24' };
/** High enough for all requests of the operator, the caller of most clients. */
const REQUEST_LIMIT = '1024';

/** A higher limit of heavy queries than by default, which would refuse half of them. */
const AMPLE = { HEAVY_REQUEST_LIMIT: '8' };

/** Directory of the built service. PROVE_BUILD names another build for comparison. */
export const BUILT = process.env.PROVE_BUILD ?? fileURLToPath(new URL('../../dist', import.meta.url));

function environment(databaseUrl, more = {}) {
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    CREDENTIAL_KEYS,
    AUTH: 'keys',
    REQUEST_LIMIT,
    SIMULATED_BOOT_MILLISECONDS: '0',
    PUBLIC_IP_RANGES: 'none',
    TENANT_LIMITS: limitsText(TENANT_LIMITS),
    TENANT_LIMITS_ALL_ZONES: Object.entries(TENANT_LIMITS_ALL_ZONES)
      .map(([tenant, limits]) => limitsText(limits, `${tenant}/`))
      .join(),
    CUSTOM_CLASSES: 'gpus:1000',
    HOLD_LIMIT: '10000',
    WAIT_LIMIT: '20000',
    DRAIN_SECONDS: '0',
    CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8',
    CALLBACK_RETRY_SECONDS: '1,1,1,1,2,2,2,2,2,2,2,2,2,2,2',
    CALLBACK_TIMEOUT_MILLISECONDS: '3000',
    LOG_LEVEL: 'warn',
    ...more,
  };
}

function limitsText(limits, tenant = '') {
  return Object.entries(limits)
    .map(([name, most]) => `${tenant}${name}:${most}`)
    .join();
}

/** Brings the schema up to date with the service's own command. */
export function migrate(databaseUrl) {
  return runCommand(databaseUrl, 'src/database/migrate.cli.js', 'up');
}

/** Distributes the tables over the workers of a Citus cluster with the service's own command. */
export function distribute(databaseUrl) {
  return runCommand(databaseUrl, 'src/sharding/migrate-citus.cli.js', SHARDS);
}

async function runCommand(databaseUrl, program, ...words) {
  const child = spawn(process.execPath, [join(BUILT, program), ...words], {
    env: environment(databaseUrl),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error(`${program} ended with status ${status}`);
}

/** A place for a service process: the port stays the same when the process is restarted. */
export class Service {
  #options;
  #child;
  #exited;
  /** Seconds by which its clock is off. */
  shift = 0;
  stopped = false;

  /** @param options `index`, `port`, `databaseUrl`, the `build` that it runs, the `directory` its log goes to, and `more` variables */
  constructor(options) {
    this.#options = options;
  }

  get port() {
    return this.#options.port;
  }

  get index() {
    return this.#options.index;
  }

  get isRunning() {
    return this.#child !== undefined;
  }

  async start(shift = this.shift) {
    const { port, databaseUrl, build = BUILT, directory, index, more } = this.#options;
    this.shift = shift;
    this.stopped = false;
    await awaitFree(port);
    // As `npm start` does.
    const flags = ['--max-semi-space-size=64'];
    const child = spawn(process.execPath, [...flags, '--import', CLOCK, join(build, 'src/main.js')], {
      env: environment(databaseUrl, {
        PORT: String(port),
        PROVE_CLOCK_SHIFT: String(shift),
        ...(index === SCARCE.index ? { REQUEST_LIMIT: SCARCE.REQUEST_LIMIT } : AMPLE),
        ...more,
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(directory, `service-${index}.log`), { flags: 'a' });
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    this.#child = child;
    this.#exited = new Promise((resolve) => {
      child.once('exit', (status, signal) => {
        if (this.#child === child) this.#child = undefined;
        resolve(signal ?? status);
      });
    });
    await this.#listening(child);
    if (shift !== 0) child.kill('SIGUSR2');
  }

  async #listening(child) {
    const deadline = Date.now() + READY_MS;
    while (Date.now() < deadline && this.#child === child) {
      try {
        const answer = await fetch(`http://127.0.0.1:${this.port}/livez`, {
          signal: AbortSignal.timeout(2_000),
        });
        if (answer.status < 600) return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    throw new Error(`service ${this.index} does not listen; its log is in ${this.#options.directory}`);
  }

  async kill() {
    this.#child?.kill('SIGKILL');
    await this.#exited;
  }

  abandon() {
    this.#child?.kill('SIGKILL');
  }

  freeze() {
    this.stopped = this.#child?.kill('SIGSTOP') ?? false;
  }

  thaw() {
    this.#child?.kill('SIGCONT');
    this.stopped = false;
  }

  /** Shuts the process down. It finishes the requests that it has begun. */
  async stop() {
    this.thaw();
    this.#child?.kill('SIGTERM');
    await this.#exited;
  }
}
