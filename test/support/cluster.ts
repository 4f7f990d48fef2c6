import { onServer, urlOf } from './postgres.js';

/** Environment variable with the nodes of a Citus cluster, for the test files: the coordinator's URL, then the workers'. */
const NODES_VARIABLE = 'HEADROOM_TEST_NODES';

/** The nodes that hold a test database: all nodes of a Citus cluster, otherwise the server. */
export function nodesOf(serverUrl: string): readonly string[] {
  return process.env[NODES_VARIABLE]?.split(' ') ?? [serverUrl];
}

export function isCluster(): boolean {
  return process.env[NODES_VARIABLE] !== undefined;
}

/**
 * A suite about one server: about its plans, as the coordinator's show nothing of the nodes (test/citus/plans.citus.ts), or with means
 * that a cluster does not have.
 */
export function describeOnServer(name: string, suite: () => void): void {
  (isCluster() ? describe.skip : describe)(name, suite);
}

/** Reads the workers of a coordinator from the database of its URL. */
export async function findCluster(serverUrl: string): Promise<void> {
  const workers = await onServer(serverUrl, async (client) => {
    const found = await client.query(`select 1 from pg_extension where extname = 'citus'`);
    if (found.rows.length === 0) return [];
    const nodes = await client.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and noderole = 'primary' order by groupid`,
    );
    return nodes.rows;
  });
  if (workers.length === 0) return;
  const urls = workers.map(({ host, port }) => {
    const url = new URL(serverUrl);
    url.hostname = host;
    url.port = String(port);
    return url.toString();
  });
  process.env[NODES_VARIABLE] = [serverUrl, ...urls].join(' ');
}

/**
 * Creates a database of this name on each node, and in it the same cluster as in the database of the coordinator's URL.
 *
 * @param addressOf the address under which the nodes reach a worker, if not its own; undefined: the worker is not added yet
 */
export async function createClusterDatabase(
  serverUrl: string,
  name: string,
  addressOf: (worker: URL) => Promise<URL | undefined> = (worker) => Promise.resolve(worker),
): Promise<void> {
  const [coordinator, ...workers] = nodesOf(serverUrl).map((node) => new URL(node));
  for (const node of [coordinator, ...workers]) {
    await onServer(node.toString(), (client) => client.query(`create database ${name}`));
    await onServer(urlOf(node.toString(), name), (client) => client.query('create extension citus'));
  }
  await onServer(urlOf(serverUrl, name), async (client) => {
    const { hostname, port } = coordinator;
    await client.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port)]);
    for (const worker of workers) {
      const address = await addressOf(worker);
      if (address)
        await client.query('select citus_add_node($1, $2)', [address.hostname, Number(address.port)]);
    }
  });
}

/**
 * Ends all connections to a database, on each node, and refuses new ones. Citus keeps its own, and a template must have none.
 * Citus also opens new ones while a database is dropped, and the drop then fails.
 */
export async function closeDatabase(serverUrl: string, name: string): Promise<void> {
  for (const node of nodesOf(serverUrl)) {
    await onServer(node, async (client) => {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
      if (!rowCount) return;
      await client.query(`alter database ${name} allow_connections false`);
      await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`, [
        name,
      ]);
    });
  }
}
