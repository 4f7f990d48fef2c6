import { Client } from 'pg';
import { AllocationService } from '../../src/allocation/allocation.service.js';
import type { Draft } from '../../src/allocation/admission/draft.js';
import { GroupCommit } from '../../src/allocation/ledger/group-commit.js';
import { newId } from '../../src/kernel/identifiers.js';
import { FOREVER } from '../../src/kernel/time-window.js';
import { enterPoolEntry } from '../../src/pools/pool-entry.js';
import { describeOnServer } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import { loopOf } from '../support/loops.js';
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
  const loseAll = (): Promise<void> =>
    service.dataSource.transaction(async (tx) => {
      const tables = ['ledger_entries', 'claims', 'reservations', 'pool_entries', 'providers', 'zones'];
      await tx.query(`set local session_replication_role = replica`);
      for (const table of tables) await tx.query(`delete from ${table}`);
    });

  it('is noticed, and the capacity of lost reservations is free again', async () => {
    expect(await reserve(6)).toMatchObject({ result: 'ok' });
    await loseLastEntry();
    expect(await reserve(8)).toMatchObject({ result: 'ok' });
    expect(await service.dataSource.query('select * from ledger_audit()')).toEqual([]);
  });

  // Regression: every request to such a zone failed with 500 until the process was restarted.
  it('is noticed also where it has lost the zone, which can be registered again', async () => {
    expect(await reserve(6)).toMatchObject({ result: 'ok' });
    await loseAll();
    const lost = await reserve(1);
    expect(lost).toMatchObject({ result: 'error', message: "zone 'z1' is not known" });
    await service.provider({ cores: 3 });
    expect(await reserve(4)).toMatchObject({ result: 'conflict', offer: { maxCapacity: { cores: 3 } } });
  });

  // Zones share no commit on a cluster.
  describeOnServer('whose zone is registered again while its former loop has requests', () => {
    // Regression: the shared commit of both loops stored one of two drafts for the zone, and both were acknowledged.
    it('stores all that it acknowledges', async () => {
      expect(await reserve(1)).toMatchObject({ result: 'ok' });
      const former = loopOf(service, 'z1');
      await loseAll();
      expect(await reserve(1)).toMatchObject({ result: 'error' });
      expect(loopOf(service, 'z1')).toBeUndefined();
      const source = (await service.provider({ cores: 1 })).provider;
      const others = [
        await service.provider({ cores: 1 }, { zone: 'z2' }),
        await service.provider({ cores: 1 }, { zone: 'z3' }),
      ];
      const amounts = { cores: 1 };
      const decide = (draft: Draft): string => {
        const window = { start: draft.now, end: FOREVER };
        return enterPoolEntry(draft, { id: newId(), providerId: source, window, amounts }).id;
      };
      const groupCommit = service.app.get(GroupCommit);
      const holder = new Client({ connectionString: service.database.url });
      await holder.connect();
      const made: Promise<string | undefined>[] = [];
      try {
        await holder.query('begin');
        await holder.query('lock table pool_entries in exclusive mode');
        for (const { provider } of others)
          void service.operation('increase-capacity', { source: provider, capacity: amounts });
        await eventually(() => Promise.resolve(expect(groupCommit.figures.underWay).toBe(2)));
        made.push(
          Promise.resolve(former?.submit({ decide })),
          service.app.get(AllocationService).admit('z1', { decide }),
        );
        await eventually(() => Promise.resolve(expect(groupCommit.figures.queued).toBe(2)));
      } finally {
        await holder.end();
      }
      const ids = await Promise.all(made);
      const stored = await service.dataSource.query('select id from pool_entries where id = any ($1)', [ids]);
      expect(stored).toHaveLength(2);
    });
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
