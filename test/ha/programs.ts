import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { BINARIES } from './node.js';

/** Programs that the suite runs besides the service. Debian packages each under its name. */
const PROGRAMS = ['etcd', 'patroni', 'patronictl', 'haproxy', 'pgbouncer', 'psql'];

export function missingPrograms(): string[] {
  const missing = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);
  return existsSync(BINARIES) ? missing : [...missing, BINARIES];
}

/** From this version on a leader that wakes does not overwrite the lock of its successor. */
const SAFE_PATRONI = [3, 1];

/** The version of Patroni if it is one whose leader must not freeze. */
export function unsafePatroni(): string | undefined {
  const { stdout } = spawnSync('patroni', ['--version'], { encoding: 'utf8' });
  const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? '0.0';
  const [major, minor] = version.split('.').map(Number);
  const isSafe = major > SAFE_PATRONI[0] || (major === SAFE_PATRONI[0] && minor >= SAFE_PATRONI[1]);
  return isSafe ? undefined : version;
}
