import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { BINARIES } from './node.js';

/** Programs that the suite runs besides the service. Debian packages each under its name. */
const PROGRAMS = ['etcd', 'patroni', 'patronictl', 'haproxy', 'pgbouncer', 'psql'];

export function missingPrograms(): string[] {
  const missing = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);
  return existsSync(BINARIES) ? missing : [...missing, BINARIES];
}
