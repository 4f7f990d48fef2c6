import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { BINARIES } from './node.js';

/** What the suite runs beside the service; each is in Debian's package of its name. */
const PROGRAMS = ['etcd', 'patroni', 'patronictl', 'haproxy', 'pgbouncer', 'psql'];

export function missingPrograms(): string[] {
  const missing = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);
  return existsSync(BINARIES) ? missing : [...missing, BINARIES];
}
