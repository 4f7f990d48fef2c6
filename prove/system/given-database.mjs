import { onDatabase, untilItAnswers } from './connections.mjs';

/** The workers of a coordinator; none where Citus is not installed. */
const WORKERS = `
select nodename as host, nodeport as port
  from pg_dist_node where groupid <> 0 and noderole = 'primary' order by groupid`;

const HAS_CITUS = `select from pg_extension where extname = 'citus'`;

const END_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`;

/**
 * A database of its own on a server that somebody else runs (TEST_DATABASE_URL): a PostgreSQL, or the coordinator of a Citus
 * cluster. The server is not killed; all connections of the database to one of its nodes are ended instead.
 */
export class GivenDatabase {
  #servers;
  #name = `headroom_prove_${process.pid}`;
  #template;
  /** Whether its tables are distributed over nodes. */
  isCluster = false;
  #ended = 0;

  /**
   * @param url of a database of the server, or of the coordinator
   * @param template a database to copy; not on a cluster
   */
  constructor(url, template) {
    this.#servers = [url];
    this.#template = template;
  }

  /** Whether it has its tables already. */
  get isCopy() {
    return this.#template !== undefined && !this.isCluster;
  }

  async start() {
    const [url] = this.#servers;
    const workers = await onDatabase(url, workersOf);
    this.isCluster = workers.length > 0;
    for (const { host, port } of workers) this.#servers.push(at(url, { hostname: host, port }));
    const origin = this.isCopy ? `template ${this.#template} strategy file_copy` : '';
    for (const server of this.#servers) {
      await onDatabase(server, (client) => client.query(`create database ${this.#name} ${origin}`));
      if (this.isCluster)
        await onDatabase(this.#own(server), (client) => client.query('create extension citus'));
    }
    if (this.isCluster) await this.#join(workers);
  }

  /** The database makes a cluster of its own of the same nodes. */
  async #join(workers) {
    const { hostname, port } = new URL(this.url);
    await this.withClient(async (client) => {
      await client.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port)]);
      for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port]);
    });
  }

  get url() {
    return this.#own(this.#servers[0]);
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  /** The URL at another port, such as that of a proxy. */
  urlAt(port) {
    return at(this.url, { hostname: '127.0.0.1', port });
  }

  /** Ends all connections to a node, each node in turn. */
  async kill() {
    const server = this.#servers[this.#ended++ % this.#servers.length];
    await onDatabase(server, (client) => client.query(END_CONNECTIONS, [this.#name]));
  }

  launch() {
    return untilItAnswers(this.url);
  }

  async stop() {
    for (const server of this.#servers)
      await onDatabase(server, (client) =>
        client.query(`drop database if exists ${this.#name} with (force)`),
      );
  }

  abandon() {
    return undefined;
  }

  /** Runs `work` on its own connection, without a proxy. */
  withClient(work) {
    return onDatabase(this.url, work);
  }

  /** Runs `work` on each node that has tables of zones. Returns what each gives. */
  async onEachNode(work) {
    const nodes = this.isCluster ? this.#servers.slice(1) : this.#servers;
    return Promise.all(nodes.map((server) => onDatabase(this.#own(server), work)));
  }

  #own(server) {
    return at(server, { pathname: `/${this.#name}` });
  }
}

async function workersOf(client) {
  const { rowCount } = await client.query(HAS_CITUS);
  return rowCount > 0 ? (await client.query(WORKERS)).rows : [];
}

function at(url, parts) {
  return Object.assign(new URL(url), parts).toString();
}
