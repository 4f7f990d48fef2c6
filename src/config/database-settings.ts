import { databaseUrl } from './database-url.js';
import { filePath, integer, oneOf } from './parsers.js';
import { secret, withDefault } from './setting.js';

/** Which database to use, and with how many connections: all that a migration needs to know. */
export const DATABASE_SETTINGS = {
  databaseUrl: secret(
    'DATABASE_URL',
    'embedded PostgreSQL',
    databaseUrl,
    'PostgreSQL to use. It may list the hosts of a cluster, as `postgres://user:password@one:5432,two:5432/headroom?target_session_attrs=read-write`: each connection uses the host that accepts writes. Unset, a PostgreSQL is started along with the service and keeps its data in `DATA_DIR`.',
  ),
  databasePool: withDefault(
    'DATABASE_POOL',
    '10',
    integer(2, 1000),
    'Database connections at most, per process; at least 2.',
  ),
  databaseSettings: withDefault(
    'DATABASE_SETTINGS',
    'connection',
    oneOf('connection', 'role'),
    'Where timeouts of statements and locks are set: `connection` sets them on every connection, which PgBouncer refuses; `role` expects them on the database role, as deploy/postgres/roles.sql sets them.',
  ),
  dataDirectory: withDefault(
    'DATA_DIR',
    './data',
    filePath,
    'Directory of the embedded PostgreSQL and of its credential key. Unused with `DATABASE_URL`.',
  ),
} as const;
