import { LedgerAudit } from '../../src/self-check/ledger-audit.js';
import { timestamp } from '../../src/database/columns.js';
import { eventually } from '../support/eventually.js';
import { fromNow } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { Scrape } from './scrape.js';

describe('ledger audit', () => {
  let service: RunningService;
  let audit: LedgerAudit;
  beforeAll(async () => {
    service = await startService({ tampersWithLedger: true });
    audit = service.app.get(LedgerAudit, { strict: false });
    await service.provider({ cores: 10 }, { zone: 'a' });
    await service.provider({ cores: 10 }, { zone: 'b' });
  });
  afterAll(() => service.stop());

  it('reports nothing before its first round', async () => {
    const scrape = await Scrape.of(service.baseUrl);
    expect(scrape.all('ledger_audit_violations')).toEqual([]);
  });

  it('finds a sound ledger sound', async () => {
    await service.operation('create-reservation', { zone: 'a', capacity: { cores: 10 } });
    await audit.auditAfter(0);
    const scrape = await Scrape.of(service.baseUrl);
    expect(scrape.value('ledger_audit_violations')).toBe(0);
    expect(scrape.value('ledger_audit_zones')).toBe(2);
    expect(scrape.value('ledger_audit_zones_skipped')).toBe(0);
    expect(scrape.value('ledger_audit_age_seconds')).toBeLessThan(60);
  });

  it('finds promises beyond the total, and a head without an entry', async () => {
    await service.dataSource.query(`
    update ledger_entries set amounts = '{"cores": 11}' where moves = 'reserved' and zone_id = 'a'`);
    await service.dataSource.query(`update zones set head = head + 1 where zone_id = 'b'`);
    await audit.auditAfter(0);
    expect((await Scrape.of(service.baseUrl)).value('ledger_audit_violations')).toBe(2);
  });

  it('is not made again by another process while it is new, which tells what was found', async () => {
    const other = await startService({ database: service.database, clock: service.clock });
    const following = other.app.get(LedgerAudit, { strict: false });
    await audit.auditAfter(0);
    await following.auditAfter(3_240);
    expect(following.last).toMatchObject({
      violations: 2,
      zones: 2,
      skipped: 0,
      seconds: audit.last?.seconds,
    });
    expect((await Scrape.of(other.baseUrl)).value('ledger_audit_age_seconds')).toBeLessThan(60);

    await service.dataSource.query(`update ledger_audits set ended_at = ended_at - interval '54 min'`);
    await service.dataSource.query(`update zones set head = head - 1 where zone_id = 'b'`);
    await following.auditAfter(3_240);
    expect(following.last).toMatchObject({ violations: 1 });
    await other.stop();
  });

  it('goes on with the other zones where one cannot be read, and counts it as skipped', async () => {
    await service.dataSource.query(`update zones set head = head + 1 where zone_id = 'b'`);
    const isAway = `raise 'the node of the zone does not answer' using errcode = '08006'`;
    await whileAuditOfA(isAway, () => audit.auditAfter(0));
    expect(audit.last).toMatchObject({ violations: 1, zones: 2, skipped: 1 });
    await service.dataSource.query(`update zones set head = head - 1 where zone_id = 'b'`);
  });

  it('is left to another process that is at it, whose last one is told meanwhile', async () => {
    const other = await startService({ database: service.database, clock: service.clock });
    await audit.auditAfter(0);
    const runner = service.dataSource.createQueryRunner();
    await runner.query('select pg_advisory_lock(7162009)');
    const following = other.app.get(LedgerAudit, { strict: false });
    await following.auditAfter(0);
    expect(following.last).toMatchObject({ violations: 1, seconds: audit.last?.seconds });
    await runner.query('select pg_advisory_unlock(7162009)');
    await runner.release();
    await other.stop();
  });

  it('is given up when the service stops', async () => {
    const other = await startService({ database: service.database, clock: service.clock });
    await whileAuditOfA('perform pg_sleep(60)', async () => {
      const waiting = other.app
        .get(LedgerAudit, { strict: false })
        .auditAfter(0)
        .catch((error: unknown) => error);
      await eventually(async () => {
        const sleeping = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
        expect(await service.dataSource.query(sleeping)).toHaveLength(1);
      });
      await other.stop();
      expect(await waiting).toBeInstanceOf(Error);
      await service.dataSource.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event = 'PgSleep'`);
    });
  });

  // Regression: every entry of a zone was sorted, so an audit took longer and longer, until it gave up on the zone.
  it('leaves out the entries that ended before the day on which it looks back', async () => {
    const { clock, dataSource } = service;
    const reserve = (cores: number): Promise<unknown> =>
      service.operation('create-reservation', {
        zone: 'b',
        end: fromNow(service, 3_600),
        capacity: { cores },
      });
    await reserve(4);
    clock.advance(2 * 86_400);
    await reserve(5);
    const since = timestamp(clock.now() - 86_400);
    const steps = (from: unknown = '-infinity'): Promise<unknown> =>
      dataSource.query(`select reserved::int from ledger_steps('b', $1) order by at`, [from]);
    expect(await steps()).toEqual([4, 0, 5, 0].map((reserved) => ({ reserved })));
    expect(await steps(since)).toEqual([0, 5, 0].map((reserved) => ({ reserved })));

    await dataSource.query(
      `update ledger_entries set amounts = '{"cores": 11}' where moves = 'reserved' and zone_id = 'b' and ends_at > $1`,
      [since],
    );
    const found = await dataSource.query(`select finding from ledger_audit('b', $1)`, [since]);
    expect(found).toEqual([{ finding: 'available is negative' }]);
  });

  // Regression: its locks on tables were kept from the first zone to the last, so no migration could alter one for hours.
  it('keeps no lock on a table while it is at the next zone', async () => {
    await service.provider({ cores: 10 }, { zone: '0' });
    await whileAuditOfA('perform pg_sleep(60)', async () => {
      const waiting = audit.auditAfter(0).catch((error: unknown) => error);
      const locked = `
      select l.relation::regclass::text as name
        from pg_stat_activity a
        join pg_locks l on l.pid = a.pid and l.relation is not null
        join pg_class c on c.oid = l.relation and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
       where a.datname = current_database() and a.wait_event = 'PgSleep'`;
      const stop = `
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event = 'PgSleep'`;
      await eventually(async () => {
        const asleep = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
        expect(await service.dataSource.query(asleep)).toHaveLength(1);
      });
      expect(await service.dataSource.query(locked)).toEqual([{ name: 'ledger_audits' }]);
      await service.dataSource.query(stop);
      await waiting;
    });
  });

  /** Runs `work` while the audit of zone a does something else. */
  async function whileAuditOfA(statement: string, work: () => Promise<void>): Promise<void> {
    const { dataSource } = service;
    await dataSource.query(`alter function ledger_audit rename to whole_audit`);
    await dataSource.query(`
    create function ledger_audit(zone text, since timestamptz) returns table (finding text) language plpgsql as $$
    begin
      if zone = 'a' then ${statement}; end if;
      return query select found.finding from whole_audit(zone, since) found;
    end $$`);
    await work();
    await dataSource.query(`drop function ledger_audit`);
    await dataSource.query(`alter function whole_audit rename to ledger_audit`);
  }
});
