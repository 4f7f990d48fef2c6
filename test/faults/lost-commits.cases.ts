import { startService, type RunningService } from '../support/service.js';

/** Simulates a failover to a lagging replica: the last commits are lost, and their numbers are assigned again. */
describe('a database that has lost its last commits', () => {
  let service: RunningService;
  beforeEach(async () => {
    service = await startService();
    await service.provider({ cores: 10 });
  });
  afterEach(() => service.stop());

  const reserve = (cores: number) =>
    service.operation('create-reservation', { zone: 'z1', capacity: { cores } });
  const loseLastEntry = async (): Promise<void> => {
    await service.dataSource.transaction(async (tx) => {
      const [{ head }] = await tx.query(`select head from zones where zone_id = 'z1'`);
      await tx.query(`delete from ledger_entries where zone_id = 'z1' and sequence = $1`, [head]);
      await tx.query(`delete from claims; `);
      await tx.query(`delete from reservations`);
      await tx.query(`update zones set head = head - 1 where zone_id = 'z1'`);
    });
  };

  it('is noticed, and the capacity of lost reservations is free again', async () => {
    expect(await reserve(6)).toMatchObject({ result: 'ok' });
    await loseLastEntry();
    expect(await reserve(8)).toMatchObject({ result: 'ok' });
    expect(await service.dataSource.query('select * from ledger_audit()')).toEqual([]);
  });

  // Regression: every request to such a zone failed with 500 until the process was restarted.
  it('is noticed also where it has lost the zone, which can be registered again', async () => {
    expect(await reserve(6)).toMatchObject({ result: 'ok' });
    await service.dataSource.transaction(async (tx) => {
      const tables = ['ledger_entries', 'claims', 'reservations', 'pool_entries', 'providers', 'zones'];
      await tx.query(`set local session_replication_role = replica`);
      for (const table of tables) await tx.query(`delete from ${table}`);
    });
    const lost = await reserve(1);
    expect(lost).toMatchObject({ result: 'error', message: "zone 'z1' is not known" });
    await service.provider({ cores: 3 });
    expect(await reserve(4)).toMatchObject({ result: 'conflict', offer: { maxCapacity: { cores: 3 } } });
  });

  it('is noticed also where another process has written under the same number since', async () => {
    expect(await reserve(2)).toMatchObject({ result: 'ok' });
    await loseLastEntry();
    const other = await startService({ database: service.database, clock: service.clock });
    try {
      const body = { zone: 'z1', capacity: { cores: 7 } };
      expect(await other.operation('create-reservation', body)).toMatchObject({ result: 'ok' });
    } finally {
      await other.stop();
    }
    expect(await reserve(5)).toMatchObject({ result: 'conflict', offer: { maxCapacity: { cores: 3 } } });
    expect(await service.dataSource.query('select * from ledger_audit()')).toEqual([]);
  });
});
