import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from '../../migrations/index.js';
import { entities } from './entities.js';

export const MIGRATIONS_TABLE = 'schema_migrations';

const CONNECT_MILLISECONDS = 3_000;
const STATEMENT_MILLISECONDS = 10_000;
export const LOCK_MILLISECONDS = 5_000;
/** Less than others wait for a lock: who stops in the middle of a transaction holds up those who wait, but fails none. */
const IDLE_IN_TRANSACTION_MILLISECONDS = 3_000;
/** Longer than any statement may take: a connection silent for that long has lost its other end. */
const SILENCE_MILLISECONDS = 15_000;
/**
 * Every statement here is a lookup. A plan that is kept may have been made while a table was empty, when reading all of it
 * looks cheapest, and would go on reading all of it as it grows, until the table is analysed the next time.
 */
const LOOK_UP = '-c enable_seqscan=off';

export interface DataSourceOptions {
  /** Connections at most. */
  readonly poolSize: number;
  /** What the database's own views call these connections. Default `headroom`. */
  readonly applicationName?: string;
  /** Told of the loss of a connection nobody was using. */
  readonly onIdleLoss?: (error: Error) => void;
}

/**
 * The service's TypeORM data source, not yet initialised. Every wait is bounded: for a connection, a statement, a lock,
 * and for an answer that never comes.
 */
export function createDataSource(url: string, options: DataSourceOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    entities: [...entities],
    migrations: [...migrations],
    migrationsTableName: MIGRATIONS_TABLE,
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    logging: false,
    poolSize: options.poolSize,
    applicationName: options.applicationName ?? 'headroom',
    connectTimeoutMS: CONNECT_MILLISECONDS,
    // Without a handler the loss of an idle connection would be an unhandled 'error' event and end the process.
    poolErrorHandler: (error: Error) => options.onIdleLoss?.(error),
    extra: {
      Client: SteadyClient,
      statement_timeout: STATEMENT_MILLISECONDS,
      lock_timeout: LOCK_MILLISECONDS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MILLISECONDS,
      options: LOOK_UP,
      keepAlive: true,
      // Statements sent without waiting for one another go out at once; else the driver would hold them back.
      pipeline: true,
      stream: impatientSocket,
    },
  });
}

/**
 * A connection can be ended in the very moment in which it is made, before the pool has handed it over and somebody listens:
 * without a listener that would end the process. Whoever is given it then is told by his first statement.
 */
class SteadyClient extends Client {
  constructor(config?: ClientConfig | string) {
    super(config);
    this.on('error', () => undefined);
  }
}

/**
 * A socket that gives up on a silent peer. The timeouts above are the server's; when a network swallows packets they
 * never arrive, and a statement would wait for as long as the operating system tries again: many minutes.
 */
function impatientSocket(): Socket {
  const socket = new Socket();
  socket.setTimeout(SILENCE_MILLISECONDS, () => {
    socket.destroy(new Error(`Connection terminated: no answer for ${SILENCE_MILLISECONDS / 1000} s`));
  });
  return socket;
}
