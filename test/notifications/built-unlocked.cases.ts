import { ScopeBuilder } from '../../src/notifications/telling/scope-builder.js';
import { TellingWorker } from '../../src/notifications/telling/telling.worker.js';
import { isCluster } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import { untilLockIsAwaited } from '../support/held-zone.js';
import { onServer } from '../support/postgres.js';
import { startService, type RunningService } from '../support/service.js';
import { stored, subscribe, tellWhenAsked, threshold, toldTo } from './told.js';

const WATCH = '/capacity/compute/subscribe';

describe('the first evaluation of a scope', () => {
  let service: RunningService;
  let second: RunningService | undefined;
  beforeEach(async () => {
    service = await startService();
    await tellWhenAsked(service);
    for (const zone of ['z1', 'z2', 'z3']) await service.provider({ cores: 8, ram: 8 }, { zone });
  });
  afterEach(async () => {
    await second?.stop();
    second = undefined;
    await service.stop();
  });

  const watch = (zoneId: string, computeResourceTypeId = 'cpuCores') =>
    subscribe(service, WATCH, { zoneId, computeResourceTypeId, threshold: threshold('total', 'ge', 8) });

  // Regression: the state of a large zone was built in the transaction that holds its watermark. PostgreSQL ended that as idle, every time.
  (isCluster() ? it.skip : it)('builds the state of the scope outside of a transaction', async () => {
    const id = await watch('z1');
    await onServer(service.database.url, async (other) => {
      await other.query('begin');
      await other.query('lock table ledger_entries in access exclusive mode');
      const telling = toldTo(service, id);
      await untilLockIsAwaited(service.database.url);
      expect((await other.query('select from capacity_watermarks for update nowait')).rowCount).toBe(1);
      await other.query('rollback');
      expect(await telling).toHaveLength(1);
    });
  });

  // Regression: processes whose builds took longer than a lease took scopes from each other and built them without end.
  it('leaves only scopes without state to other processes', async () => {
    second = await startService({ database: service.database, clock: service.clock });
    await tellWhenAsked(second);
    const told = [await watch('z1')];
    await toldTo(service, told[0]);
    for (const zone of ['z2', 'z3']) told.push(await watch(zone));
    const intervals = jest.spyOn(globalThis, 'setInterval');
    const { scope, finish } = await beginToBuild();
    for (const [renew, milliseconds] of intervals.mock.calls) if (milliseconds === 3_000) renew();
    intervals.mockRestore();
    await eventually(async () => expect(await leased()).toContain(scope));
    expect(await leased()).toEqual(['z1', scope]);
    await second.app.get(TellingWorker).tick();
    await finish();
    const shared = `select string_agg(scope, ' ' order by scope) as scopes from capacity_watermarks group by holder order by 1`;
    const others = ['z2', 'z3'].filter((zone) => zone !== scope);
    expect(await service.dataSource.query(shared)).toEqual([
      { scopes: `z1 ${scope}` },
      { scopes: others.join(' ') },
    ]);
    for (const id of told) expect(await stored(service, id)).toHaveLength(1);
  });

  it('renews the lease of a scope that had to wait for the builds of others', async () => {
    for (const zone of ['z1', 'z2']) await watch(zone);
    const { scope, finish } = await beginToBuild();
    await finish();
    expect(await leased()).toEqual(['z1', 'z2'].filter((zone) => zone !== scope));
  });

  /** Lets the leases of all scopes expire while a round builds one. Returns which, and what ends the round. */
  async function beginToBuild(): Promise<{ scope: string; finish: () => Promise<void> }> {
    const builder = service.app.get(ScopeBuilder);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const build = builder.build.bind(builder);
    const begun = jest.spyOn(builder, 'build').mockImplementation(async (...scope) => {
      await gate;
      return build(...scope);
    });
    const round = service.app.get(TellingWorker).tick();
    await eventually(() => Promise.resolve(expect(begun).toHaveBeenCalled()));
    await service.dataSource.query(`update capacity_watermarks set held_until = '-infinity'`);
    const finish = () => {
      open();
      return round;
    };
    return { scope: begun.mock.calls[0][0], finish };
  }

  async function leased(): Promise<string[]> {
    const held = 'select scope from capacity_watermarks where held_until > now() order by scope';
    return (await service.dataSource.query<{ scope: string }[]>(held)).map(({ scope }) => scope);
  }

  // Regression: the scopes behind one that failed were never evaluated.
  it('of the others is not prevented by a scope that fails each time', async () => {
    const [first, second] = [await watch('z1'), await watch('z2')];
    await service.dataSource.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse before update of heads on capacity_watermarks for each row when (new.scope = 'z1') execute function refuse()`);
    const worker = service.app.get(TellingWorker);
    for (let round = 0; round < 3; round++) await worker.tick().catch(() => undefined);
    await service.dataSource.query('drop trigger refuse on capacity_watermarks');
    const rows = await service.dataSource.query('select subscription_id as id from notifications');
    expect(rows).toEqual([{ id: second }]);
    expect(await toldTo(service, first)).toHaveLength(1);
  });

  // Regression: only the classes watched at first were kept, and with each other class all was read again.
  it('is enough for a subscription to another class', async () => {
    await toldTo(service, await watch('z1'));
    await service.http.delete(`/subscriptions/${await watch('z1')}`);
    await onServer(service.database.url, async (other) => {
      const id = await watch('z1', 'virtualMemSize');
      await other.query('begin');
      await other.query('lock table ledger_entries in access exclusive mode');
      expect(await toldTo(service, id)).toHaveLength(1);
    });
  });
});
