import { Socket } from 'node:net';
import type { Client as PostgresClient } from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from '../../migrations/index.js';
import { databaseUrls } from '../config/database-url.js';
import { DatabaseClient, DatabaseHosts, type DatabaseClientConfig } from './database-client.js';
import type { EntityClass } from './entity-columns.js';
import { DatabaseLayout } from './layout.js';

export const MIGRATIONS_TABLE = 'schema_migrations';

export const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;
export const LOCK_TIMEOUT_MS = 5_000;
/** Less than the lock timeout: a transaction that stalls delays the waiting ones but fails none of them. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 3_000;
/** Longer than any statement may take: a connection silent for this long has lost its peer. */
export const SILENCE_TIMEOUT_MS = 15_000;
/**
 * A prepared statement keeps its plan. A plan made while a table was empty is a sequential scan, and the connection
 * would use it on the grown table until the next `analyze` (docs/decisions/0018).
 *
 * Where a sequential scan is the only way, PostgreSQL before 18 adds 10,000,000,000 to the cost of the plan. That is reason enough
 * for its JIT compiler, which then takes seconds for statements of milliseconds.
 */
const PLANNING = '-c enable_seqscan=off -c jit=off';
/**
 * What statements rely on, whatever the database or the role has. The driver reads timestamps in the ISO format only.
 * Under `repeatable read` a statement after a wait for a lock would not see the commit that it has waited for. With fewer digits
 * the seconds of a time are rounded.
 */
const MEANING =
  '-c DateStyle=ISO -c default_transaction_isolation=read\\ committed -c array_nulls=on -c extra_float_digits=1';
/** Idle connections belong to the pool. */
const IDLENESS = '-c idle_session_timeout=0';

/** Settings that each connection asks for when it starts. PgBouncer refuses them: it would have to reset them between clients. */
const CONNECTION_SETTINGS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  options: `${PLANNING} ${MEANING} ${IDLENESS}`,
};

export type DatabaseSettings = 'connection' | 'role';

export interface DataSourceOptions {
  /** Maximum number of connections. */
  readonly poolSize: number;
  /** Default: none, until `DatabaseModule` adds those of the modules. */
  readonly entities?: readonly EntityClass[];
  /** The connections' `application_name` in PostgreSQL's views. Default `headroom`. */
  readonly applicationName?: string;
  /** Where statement and lock timeouts are set: by each connection, or by an operator on the database role. Default `connection`. */
  readonly settings?: DatabaseSettings;
  /** Called when an idle connection is lost. */
  readonly onIdleLoss?: (error: Error) => void;
}

/**
 * The service's TypeORM data source, not yet initialised. Every wait has a timeout: for a connection, a statement, a
 * lock and an answer.
 */
export function createDataSource(url: string, options: DataSourceOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url: databaseUrls(url)[0],
    entities: [...(options.entities ?? [])],
    migrations: [...migrations],
    migrationsTableName: MIGRATIONS_TABLE,
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    logging: false,
    poolSize: options.poolSize,
    applicationName: options.applicationName ?? 'headroom',
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    // Without a handler, the loss of an idle connection is an unhandled 'error' event and ends the process.
    poolErrorHandler: (error: Error) => options.onIdleLoss?.(error),
    extra: {
      ...routeTo(url),
      layout: new DatabaseLayout(),
      ...(options.settings === 'role' ? {} : CONNECTION_SETTINGS),
      keepAlive: true,
      // Sends pipelined statements at once; by default the driver waits for the previous answer.
      pipeline: true,
      stream: socketWithTimeout,
    },
  });
}

/** How connections reach the server that takes writes. */
interface Route {
  readonly Client: typeof DatabaseClient;
  readonly hosts?: DatabaseHosts;
}

function routeTo(url: string): Route {
  return { Client: DatabaseClient, hosts: DatabaseHosts.of(url) };
}

/** That of a data source made here, for another one to the same database. */
export function routeOf({ options }: DataSource): Route {
  const { Client, hosts } = (options as { readonly extra: Route }).extra;
  return { Client, hosts };
}

/** A connection of its own to the database of a data source, not yet connected. */
export function clientOf(dataSource: DataSource, config: DatabaseClientConfig): PostgresClient {
  const { Client, hosts } = routeOf(dataSource);
  const { url } = dataSource.options as { readonly url?: string };
  return new Client({ connectionString: url, hosts, ...config });
}

/**
 * A socket with a timeout for a silent peer. The timeouts above run in the server. If the network drops packets, they
 * never arrive, and a statement would wait for the operating system's retransmissions: many minutes.
 *
 * The connection is reset. After a close the operating system would go on retransmitting: an append arrived 38 seconds later, when
 * its client had been answered that the outcome is unknown, and may have read that nothing was stored.
 */
function socketWithTimeout(): Socket {
  const socket = new Socket();
  socket.setTimeout(SILENCE_TIMEOUT_MS);
  socket.on('timeout', () => {
    const error = new Error(`Connection terminated: no answer for ${(socket.timeout ?? 0) / 1000} s`);
    // Only a connected TCP socket can be reset, and has a remote address.
    if (socket.remoteAddress === undefined) socket.destroy(error);
    else socket.resetAndDestroy().emit('error', error);
  });
  return socket;
}
