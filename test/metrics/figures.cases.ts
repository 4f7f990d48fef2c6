import { readFileSync } from 'node:fs';
import { queryZones } from '../../src/database/across-zones.js';
import { METRIC_SOURCES, type MetricSource } from '../../src/metrics/metric-source.js';
import { OLDEST_UNTOLD } from '../../src/metrics/telling-metrics.js';
import { formatInstant } from '../../src/kernel/time-window.js';
import { eventually } from '../support/eventually.js';
import { whileZoneIsHeld } from '../support/held-zone.js';
import { startService, type RunningService } from '../support/service.js';
import { Scrape } from './scrape.js';

const ZONE = { zone: 'z"1\\' };

/** Absent while there is nothing to count, or before the first run of the audit or of the fold check. */
const MAY_BE_ABSENT = /_beyond_quota$|_ledger_audit_|_fold_check_age_|_zone_away$/;

describe('figures', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 10, ram: 1000 }, { zone: 'z"1\\' });
  });
  afterAll(() => service.stop());

  it('has a sample of every metric it knows', async () => {
    const scrape = await Scrape.of(service.baseUrl);
    const families = service.app
      .get<MetricSource[]>(METRIC_SOURCES, { strict: false })
      .flatMap((source) => source.families());
    const silent = families
      .filter(({ name }) => !MAY_BE_ABSENT.test(name))
      .filter(({ name }) => !scrape.samples.some((sample) => sample.name.startsWith(name)));
    expect(silent.map(({ name }) => name)).toEqual([]);
    expect(families.length).toBeGreaterThan(30);
    expect(scrape.types.get('process_cpu_seconds_total')).toBe('counter');
  });

  it('reports the four figures of each class, which add up', async () => {
    await service.operation('create-reservation', { ...ZONE, capacity: { cores: 3 } });
    const scrape = await Scrape.of(service.baseUrl);
    const figure = (name: string) => scrape.value('capacity', { ...ZONE, class: 'cores', figure: name });
    expect(['total', 'available', 'reserved', 'allocated'].map(figure)).toEqual([10, 7, 3, 0]);
  });

  // Regression: the alert stayed for ever.
  it('counts reservations in conflict until they end', async () => {
    const own = await startService();
    try {
      const { provider } = await own.provider({ cores: 10 });
      const end = formatInstant(own.clock.now() + 100);
      await own.operation('create-reservation', { zone: 'z1', end, capacity: { cores: 8 } });
      const loss = { source: provider, capacity: { cores: 9 }, force: true };
      expect(await own.operation('decrease-capacity', loss)).toMatchObject({ result: 'ok' });
      const inConflict = async () => (await Scrape.of(own.baseUrl)).value('reservations_in_conflict');
      expect(await inConflict()).toBe(1);
      own.clock.advance(100);
      await eventually(async () => expect(await inConflict()).toBe(0), 20_000);
    } finally {
      await own.stop();
    }
  });

  it('counts the lag of a zone that its watermark does not name yet', async () => {
    const { dataSource } = service;
    await dataSource.query(`
    insert into capacity_watermarks (scope, heads, reached, holder, held_until)
    values ('', '{}', now(), gen_random_uuid(), 'infinity')`);
    const rows = await queryZones<{ of: string; recorded: number | null }>(
      dataSource.manager,
      OLDEST_UNTOLD,
      [],
    );
    await dataSource.query('delete from capacity_watermarks');
    expect(rows).toContainEqual({ of: 'capacity', recorded: expect.any(Number) });
  });

  it('reports by how much its clock differs from that of the database', async () => {
    const scrape = await Scrape.of(service.baseUrl);
    // The database has the clock of this machine, and the figure is kept for some seconds.
    const expected = service.clock.instant - Date.now() / 1000;
    expect(Math.abs((scrape.value('clock_ahead_seconds') ?? 0) - expected)).toBeLessThan(60);
  });

  it('reports the work of the loops', async () => {
    const before = await Scrape.of(service.baseUrl);
    await service.operation('create-reservation', { ...ZONE, capacity: { cores: 1 } });
    const after = await Scrape.of(service.baseUrl);
    for (const name of ['zone_requests_total', 'zone_batches_total', 'zone_head']) {
      const grown = (after.value(name, ZONE) ?? 0) - (before.value(name, ZONE) ?? 0);
      expect([name, grown]).toEqual([name, expect.any(Number)]);
      expect(grown).toBeGreaterThanOrEqual(1);
    }
    expect(after.value('zone_misses_total', ZONE)).toBe(0);
    expect(after.value('zone_queue_depth', ZONE)).toBe(0);
    expect(after.value('zone_fold_instants', ZONE)).toBeGreaterThan(0);
  });

  it('reports how many admissions shared a commit', async () => {
    const create = () => service.operation('create-reservation', { ...ZONE, capacity: { ram: 1 } });
    // While the zone is locked, all requests after the first wait in the queue.
    let created: Promise<unknown> | undefined;
    await whileZoneIsHeld(service.database.url, ZONE.zone, async () => {
      created = Promise.all(Array.from({ length: 20 }, create));
      await eventually(async () => {
        expect((await Scrape.of(service.baseUrl)).value('zone_queue_depth', ZONE)).toBeGreaterThan(1);
      });
    });
    await created;
    const scrape = await Scrape.of(service.baseUrl);
    const sum = (name: string) => scrape.all(name).reduce((all, { value }) => all + value, 0);
    expect(scrape.value('zone_batch_size_count')).toBe(sum('zone_batches_total'));
    expect(scrape.value('zone_batch_size_sum')).toBe(sum('zone_requests_total'));
    const alone = scrape.value('zone_batch_size_bucket', { le: '1' }) ?? 0;
    expect(alone).toBeLessThan(sum('zone_batches_total'));
  });

  it('is named in the runbook, metric by metric', () => {
    const runbook = readFileSync('docs/runbook.md', 'utf8');
    const families = service.app
      .get<MetricSource[]>(METRIC_SOURCES, { strict: false })
      .flatMap((source) => source.families());
    expect(families.map(({ name }) => name).filter((name) => !runbook.includes(name))).toEqual([]);
  });

  it('reports the lag of each worker', async () => {
    const hourAgo = new Date((service.clock.now() - 3600) * 1000);
    const { provider } = await service.provider({ instances: 1 }, { zone: 'z2' });
    // Leased for longer than the test lasts, so that no worker does the work.
    await service.dataSource.query(
      `update providers set due_at = $1, leased_until = now() + interval '1 hour' where id = $2`,
      [hourAgo, provider],
    );
    await eventually(async () => {
      const scrape = await Scrape.of(service.baseUrl);
      expect(scrape.value('worker_lag_seconds', { worker: 'providers' })).toBe(3600);
    });
  });
});
