import type { Socket } from 'node:net';
import { Client, type ClientConfig, type Connection } from 'pg';
import { databaseUrls } from '../config/database-url.js';
import {
  LAYOUT_CHANGED_STATE,
  noteRefusedLogin,
  NOT_SUPPORTED_STATE,
  READ_ONLY_STATE,
  UNREACHABLE_STATE,
} from './constraints.js';
import type { DatabaseLayout } from './layout.js';

/** Shorter than the pool's timeout for a new connection, which covers the search and the connection that follows it. */
const PROBE_TIMEOUT_MS = 2_000;

/** What a client is made with: the pool hands over all of its options. */
export interface DatabaseClientConfig extends ClientConfig {
  /** Of a cluster with several servers. */
  readonly hosts?: DatabaseHosts;
  /** That of the data source. */
  readonly layout?: DatabaseLayout;
}

/** What PostgreSQL reports of itself at the start of each connection: `in_hot_standby` since version 14. */
interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/**
 * A connection to a server that takes writes. A standby is refused: what it answers may lack what was committed already. A
 * connection on which the server refuses a write as read-only is closed after its statement, so that the pool opens another.
 */
export class DatabaseClient extends Client {
  private readonly hosts?: DatabaseHosts;
  private readonly layout?: DatabaseLayout;
  /** Taken before TLS, which puts a socket of its own in front of it: this one has the timeout for a silent peer. */
  private readonly socket = this.connection.stream as Socket;
  private isStandby = false;

  constructor(config: DatabaseClientConfig) {
    super(withOptionsOfUrl(config));
    this.hosts = config.hosts;
    this.layout = config.layout;
    // PostgreSQL can close a connection before the pool has added its error listener, which would end the process. The next
    // user of the connection gets the error from its first statement.
    this.on('error', () => undefined);
    this.watch(this.connection);
  }

  /** Milliseconds; for as long as a statement may take longer than usual. */
  setSilenceTimeout(milliseconds: number): void {
    this.socket.setTimeout(milliseconds);
  }

  override connect(): Promise<this>;
  override connect(callback: (error?: Error) => void): void;
  override connect(callback?: (error?: Error) => void): Promise<this> | undefined {
    const connected = this.open();
    if (!callback) return connected;
    connected.then(
      () => callback(),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  private async open(): Promise<this> {
    if (this.hosts) await this.aimAtPrimary(this.hosts);
    try {
      await super.connect();
      if (!this.isStandby) return this;
      void this.end();
      throw new UnusableServer(`${this.host}:${this.port} is a standby`, READ_ONLY_STATE);
    } catch (error) {
      this.hosts?.forget();
      noteRefusedLogin(error);
      throw error;
    }
  }

  private async aimAtPrimary(hosts: DatabaseHosts): Promise<void> {
    try {
      Object.assign(this, await hosts.findPrimary());
    } catch (error) {
      hosts.forget();
      noteRefusedLogin(error);
      // Its timeout for a silent peer runs since it was made.
      this.connection.stream.destroy();
      throw error;
    }
  }

  private watch(connection: Connection): void {
    connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
    connection.on('errorMessage', (message: { code?: string }) => {
      if (message.code === READ_ONLY_STATE) this.once('drain', () => void this.end());
      // At any other time it is a mistake, which must not look like a moment's trouble.
      if (message.code === NOT_SUPPORTED_STATE && this.layout?.isChanging)
        message.code = LAYOUT_CHANGED_STATE;
    });
  }
}

/** The driver takes the `options` of the URL in place of those of the configuration. Both apply; the latter come last, so they win. */
function withOptionsOfUrl(config: DatabaseClientConfig): DatabaseClientConfig {
  const { connectionString, options } = config;
  if (connectionString === undefined || options === undefined) return config;
  const url = new URL(connectionString);
  const ofUrl = url.searchParams.get('options');
  if (ofUrl === null) return config;
  url.searchParams.set('options', `${ofUrl} ${options}`);
  return { ...config, connectionString: url.toString() };
}

/** The servers of a cluster, of which one takes writes. */
export class DatabaseHosts {
  /** Kept until a connection to it fails, so that most connections need no search. */
  private primary?: Promise<Pick<Client, 'host' | 'port'>>;

  private constructor(private readonly urls: readonly string[]) {}

  /** Undefined if the URL names one server. */
  static of(url: string): DatabaseHosts | undefined {
    const urls = databaseUrls(url);
    return urls.length > 1 ? new DatabaseHosts(urls) : undefined;
  }

  /**
   * The server that took writes last, else the first that now does. All are asked at once, because one that hangs must not delay
   * the others. Connections that are opened at the same time share the search.
   */
  findPrimary(): Promise<Pick<Client, 'host' | 'port'>> {
    this.primary ??= this.ask();
    return this.primary;
  }

  /** The next connection asks all servers again. */
  forget(): void {
    this.primary = undefined;
  }

  private async ask(): Promise<Pick<Client, 'host' | 'port'>> {
    try {
      return await Promise.any(this.urls.map(probe));
    } catch (error) {
      throw reasonOf((error as AggregateError).errors as Error[]);
    }
  }
}

/** The host and port of a server that takes writes. */
async function probe(url: string): Promise<Pick<Client, 'host' | 'port'>> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: PROBE_TIMEOUT_MS });
  const { host, port } = client;
  try {
    await client.connect();
    return { host, port };
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string };
    const text = message.includes(`${host}:${port}`) ? message : `${host}:${port}: ${message}`;
    throw new UnusableServer(text, code ?? UNREACHABLE_STATE);
  } finally {
    void client.end();
  }
}

/** A server that refuses for good, as for a wrong password, is the reason, and otherwise that no server takes writes. */
function reasonOf(errors: readonly Error[]): Error {
  const refusal = errors.find((error) => error instanceof UnusableServer && /^(28|3D)/.test(error.code));
  if (refusal) return refusal;
  const isAnyStandby = errors.some(
    (error) => error instanceof UnusableServer && error.code === READ_ONLY_STATE,
  );
  const reasons = errors.map(({ message }) => message).join('; ');
  return new UnusableServer(
    `no server takes writes: ${reasons}`,
    isAnyStandby ? READ_ONLY_STATE : UNREACHABLE_STATE,
  );
}

class UnusableServer extends Error {
  constructor(
    message: string,
    /** A SQLSTATE, or a code of Node's. */
    readonly code: string,
  ) {
    super(message);
  }
}
