import { randomBytes } from 'node:crypto';
import { createDataSource } from '../../src/database/data-source.js';
import { layoutOf, NO_ZONE } from '../../src/database/layout.js';
import { migrateCitus } from '../../src/sharding/migrate-citus.js';
import { createClusterDatabase } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import { dropDatabase, onServer, SERVER_VARIABLE, urlOf } from '../support/postgres.js';
import { DatabaseProxy } from '../support/proxy.js';
import { startService, type RunningService } from '../support/service.js';

export const ZONES = Array.from({ length: 8 }, (_, index) => `zone-${index}`);

/** Statements that wait for a worker that hangs hold the few connections of the service for ten seconds each. */
export const PATIENCE_MS = 90_000;

const NOWHERE = 'postgres://127.0.0.1:1/';

/** What a coordinator may wait for a worker that accepts no connection. */
const NODE_TIMEOUT_MS = 1_000;

interface Worker {
  readonly proxy: DatabaseProxy;
  readonly url: string;
  readonly zones: readonly string[];
}

/** A service on a database of a cluster, one of whose workers can go away and come back. */
export class WorkerAway {
  private constructor(
    private readonly name: string,
    readonly service: RunningService,
    private readonly away: Worker,
    private readonly proxies: readonly DatabaseProxy[],
  ) {}

  static async start(): Promise<WorkerAway> {
    const server = serverUrl();
    const name = `test_${randomBytes(8).toString('hex')}`;
    const proxied = new Map<DatabaseProxy, string>();
    await createClusterDatabase(server, name, async (worker) => {
      const proxy = await DatabaseProxy.start(worker.toString());
      proxied.set(proxy, worker.toString());
      return new URL(proxy.url);
    });
    const url = urlOf(server, name);
    await onServer(url, (client) =>
      client.query(`alter database ${name} set citus.node_connection_timeout = ${NODE_TIMEOUT_MS}`),
    );
    const dataSource = await createDataSource(url, { poolSize: 2 }).initialize();
    await migrateCitus(dataSource, 4).finally(() => dataSource.destroy());
    const service = await serviceOf(name);
    for (const zone of ZONES) await service.provider({ cores: 100 }, { zone });
    // What it looks at again and again includes them all.
    await eventually(() =>
      Promise.resolve(expect(layoutOf(service.dataSource).zones.toSorted()).toEqual(ZONES)),
    );
    const rows = await service.dataSource.query<{ zone_id: string; port: string }[]>(
      `select z.zone_id, s.nodeport::text as port
         from unnest($1::text[]) as z(zone_id)
         join citus_shards s on s.shardid = get_shard_id_for_distribution_column('zones', z.zone_id)
        where s.table_name = 'zones'::regclass`,
      [[...ZONES, NO_ZONE]],
    );
    const workers = [...proxied].map(([proxy, of]): Worker => {
      const zones = rows.filter(({ port }) => port === new URL(proxy.url).port);
      return { proxy, url: of, zones: zones.map(({ zone_id }) => zone_id) };
    });
    // Requests under a key need the worker of the empty zone.
    const away = workers.find(({ zones }) => zones.length > 0 && !zones.includes(NO_ZONE));
    if (!away) throw new Error('all zones lie on one worker');
    return new WorkerAway(name, service, away, [...proxied.keys()]);
  }

  /** The zones of the worker that goes away. */
  get hit(): readonly string[] {
    return this.away.zones;
  }

  get others(): readonly string[] {
    return ZONES.filter((zone) => !this.hit.includes(zone));
  }

  /** Another process of the service. */
  startAnother(): Promise<RunningService> {
    return serviceOf(this.name);
  }

  async ready(): Promise<{ status: string; zonesAway?: number }> {
    const { body } = await this.service.http.get('/readyz').expect(200);
    return body as { status: string; zonesAway?: number };
  }

  /** The service has seen it when it resolves. */
  async goAway(how: 'refuses connections' | 'hangs' = 'refuses connections'): Promise<void> {
    const { proxy } = this.away;
    if (how === 'hangs') proxy.intercept = () => true;
    else {
      proxy.redirect(NOWHERE);
      proxy.cut();
    }
    await eventually(
      async () => expect((await this.ready()).zonesAway).toBe(this.hit.length),
      PATIENCE_MS / 2,
    );
  }

  async comeBack(): Promise<void> {
    const { proxy, url } = this.away;
    proxy.intercept = () => false;
    proxy.redirect(url);
    proxy.cut();
    await eventually(async () => expect((await this.ready()).zonesAway).toBeUndefined());
  }

  async stop(): Promise<void> {
    await this.service.stop();
    // A database with a transaction that was cut off between its two phases can't be dropped.
    const url = urlOf(serverUrl(), this.name);
    await onServer(url, (client) => client.query('select recover_prepared_transactions()'));
    for (const proxy of this.proxies) await proxy.stop();
    await dropDatabase(serverUrl(), this.name);
  }
}

function serverUrl(): string {
  return process.env[SERVER_VARIABLE] ?? '';
}

function serviceOf(name: string): Promise<RunningService> {
  const database = { url: urlOf(serverUrl(), name), drop: () => Promise.resolve() };
  return startService({ database, losesDatabase: true });
}
