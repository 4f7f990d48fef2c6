import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const [DOCKER, ...BEFORE] = (process.env.DOCKER ?? 'docker').split(' ');

/** Images and ports that no other project on the machine uses. */
const ENVIRONMENT: Record<string, string> = {
  COMPOSE_PROJECT_NAME: 'headroom-test',
  HEADROOM_IMAGE: 'headroom:test',
  HAPROXY_IMAGE: 'headroom-test-haproxy',
  PROMETHEUS_IMAGE: 'headroom-test-prometheus',
  PGBOUNCER_IMAGE: 'headroom-test-pgbouncer',
  HEADROOM_PORT: '13000',
  HEADROOM_PROXY_PORT: '18080',
  PROMETHEUS_PORT: '19090',
};

/** From the next command on. */
export function useDatabaseVia(pooler: 'pgbouncer'): void {
  ENVIRONMENT.DATABASE_VIA = pooler;
}

export const SERVICE = `http://127.0.0.1:${ENVIRONMENT.HEADROOM_PORT}`;
export const PROXY = `http://127.0.0.1:${ENVIRONMENT.HEADROOM_PROXY_PORT}`;
export const PROMETHEUS = `http://127.0.0.1:${ENVIRONMENT.PROMETHEUS_PORT}`;

/** @throws Error with the output of the command */
export async function docker(...words: string[]): Promise<string> {
  // DOCKER may begin with a command that drops the environment, so `env` sets the variables after it.
  const settings = Object.entries(ENVIRONMENT).map(([name, value]) => `${name}=${value}`);
  const parameters = [...BEFORE.slice(0, -1), 'env', ...settings, BEFORE.at(-1) ?? DOCKER, ...words];
  const [command, rest] = BEFORE.length > 0 ? [DOCKER, parameters] : ['env', parameters];
  const { stdout } = await run(command, rest, { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

export function compose(...words: string[]): Promise<string> {
  const profiles = ['replicas', 'observability', 'pgbouncer'].flatMap((profile) => ['--profile', profile]);
  return docker('compose', ...profiles, ...words);
}
