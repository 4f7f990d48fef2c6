import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The user that PostgreSQL runs as, if other than this process's user. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. Under root it runs as the owner of the existing cluster, else as `postgres`, else
 * as `nobody`. Undefined under any other user: PostgreSQL runs as that user.
 */
export function postgresAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = ownerOf(cluster) ?? accountNamed('postgres') ?? accountNamed('nobody');
  if (account) return account;
  throw new Error(
    'PostgreSQL does not run as root and there is neither a user postgres nor a user nobody: start the service as another user or set DATABASE_URL',
  );
}

function ownerOf(directory: string): Account | undefined {
  const owner = statSync(directory, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
}

function accountNamed(name: string): Account | undefined {
  try {
    return { uid: idOf('-u', name), gid: idOf('-g', name) };
  } catch {
    return undefined;
  }
}

function idOf(which: '-u' | '-g', name: string): number {
  const text = execFileSync('id', [which, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return Number.parseInt(text, 10);
}
