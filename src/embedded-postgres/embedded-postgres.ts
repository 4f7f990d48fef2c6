import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { ClusterFiles, SUPERUSER } from './postgres-cluster.js';
import { clearLeftovers } from './postgres-leftovers.js';
import { PostgresProcess } from './postgres-process.js';

export const EMBEDDED_DATABASE = 'headroom';

/**
 * Failures worth a retry. Another process may take the port between the kernel's choice and PostgreSQL's start; and the
 * children of a killed PostgreSQL end with a delay.
 */
const TRANSIENT_FAILURES = /could not create any TCP\/IP sockets|pre-existing shared memory block/;
const ATTEMPTS = 50;
const RETRY_PAUSE_MS = 200;

export interface EmbeddedPostgresOptions {
  /** The directory of its files; created if absent. */
  readonly directory: string;
  /** False trades durability for speed: for tests only. Default true. */
  readonly durable?: boolean;
  /** Default 100. */
  readonly maxConnections?: number;
  /** Called when the server ends without having been stopped. */
  readonly onLost?: (reason: Error) => void;
}

/** A private PostgreSQL, on loopback and on a port chosen by the kernel. Its data outlives it. */
export class EmbeddedPostgres {
  private constructor(
    private readonly server: PostgresProcess,
    private readonly port: number,
    private readonly password: string,
  ) {}

  /** @throws Error when it can't start or when another live process uses the directory */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const files = new ClusterFiles(resolve(options.directory));
    await clearLeftovers(files.cluster, files.owner());
    const password = await files.prepare(options.durable ?? true);
    const { server, port } = await startOnFreePort(files, options);
    const postgres = new EmbeddedPostgres(server, port, password);
    try {
      await postgres.createDatabase(EMBEDDED_DATABASE);
    } catch (error) {
      await server.stop();
      throw error;
    }
    if (options.onLost) server.onLost(options.onLost);
    return postgres;
  }

  /** The URL of the service's database. It contains the password: don't log it. */
  get url(): string {
    return this.urlOf(EMBEDDED_DATABASE);
  }

  get pid(): number | undefined {
    return this.server.pid;
  }

  urlOf(database: string): string {
    return `postgres://${SUPERUSER}:${this.password}@127.0.0.1:${this.port}/${database}`;
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  private async createDatabase(name: string): Promise<void> {
    const client = new Client({ connectionString: this.urlOf('postgres') });
    await client.connect();
    try {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
      if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
    } finally {
      await client.end();
    }
  }
}

async function startOnFreePort(
  files: ClusterFiles,
  options: EmbeddedPostgresOptions,
): Promise<{ server: PostgresProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const parameters = ['-D', files.dataDirectory, ...settings(port, options)];
    const command = {
      program: files.program('postgres'),
      parameters,
      cluster: files.cluster,
      account: files.account,
    };
    const previousOwner = files.owner();
    files.recordOwner(process.pid);
    try {
      return { server: await PostgresProcess.start(command), port };
    } catch (error) {
      // Another process may have started the server at the same time; it stays the owner.
      if (previousOwner !== undefined && files.owner() === process.pid) files.recordOwner(previousOwner);
      const isPassing = error instanceof Error && TRANSIENT_FAILURES.test(error.message);
      if (!isPassing || attempt === ATTEMPTS) throw error;
      await pause(RETRY_PAUSE_MS);
    }
  }
}

/** Loopback only and no unix socket: its path may be too long, and no other program needs it. */
function settings(port: number, { durable = true, maxConnections = 100 }: EmbeddedPostgresOptions): string[] {
  const safety = durable ? 'on' : 'off';
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    fsync: safety,
    synchronous_commit: safety,
    full_page_writes: safety,
    // A database of a test lives for seconds: statistics would change its plans at any moment.
    autovacuum: safety,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The service logs notices and failed statements; the server logs only its own state.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolvePort(port));
    });
  });
}
