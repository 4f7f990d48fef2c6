import { startService, type RunningService } from '../support/service.js';
import { eventually } from '../support/eventually.js';
import { subscribe, threshold, toldTo } from './told.js';

/** The process that evaluates knows its own commits without reading them; these are the cases where that may go wrong. */
describe('commits of the process that evaluates', () => {
  let first: RunningService;
  let second: RunningService;
  let subscription: string;
  beforeEach(async () => {
    first = await startService();
    await first.provider({ cores: 100 });
    subscription = await subscribe(first, '/capacity/compute/subscribe', {
      zoneId: 'z1',
      computeResourceTypeId: 'cpuCores',
      threshold: threshold('available', 'lt', 50),
    });
    // From here on the first has the zone.
    expect(await toldTo(first, subscription)).toEqual([]);
    second = await startService({ database: first.database, clock: first.clock });
  });
  afterEach(async () => {
    await second.stop();
    await first.stop();
  });

  async function reserve(on: RunningService, cores: number): Promise<string> {
    const answer = await on.operation('create-reservation', { zone: 'z1', capacity: { cores: `${cores}` } });
    expect(answer).toMatchObject({ result: 'ok' });
    return answer['reservation-id'] as string;
  }

  const cancel = (on: RunningService, id: string) =>
    on.operation('cancel-reservation', { 'reservation-id': id });

  async function available(on: RunningService): Promise<number[]> {
    const told = await toldTo(on, subscription);
    return told.map(({ capacityInformation }) => (capacityInformation as { available: number }).available);
  }

  it('are taken in between those of another, whichever round sees them', async () => {
    await reserve(first, 45);
    const crossings: number[] = [];
    for (let step = 0; step < 12; step++) {
      // Twice each, so that the two follow each other in every order.
      const [down, up] = [step & 1 ? first : second, step & 2 ? first : second];
      const id = await reserve(down, 6 + step);
      crossings.push(49 - step);
      if (step % 3 === 0) expect(await available(first)).toEqual(crossings);
      await cancel(up, id);
      if (step % 3 === 1) expect(await available(first)).toEqual(crossings);
    }
    expect(await available(first)).toEqual(crossings);
  });

  it('are retraced, and told once, by the process that goes on after they told nothing', async () => {
    const id = await reserve(first, 60);
    expect(await available(first)).toEqual([40]);
    await cancel(first, id);
    expect(await available(first)).toEqual([40]);
    await reserve(first, 45);
    expect(await available(first)).toEqual([40]);
    await first.app.close();
    await reserve(second, 10);
    await eventually(async () => expect(await available(second)).toEqual([40, 45]));
    expect(await available(second)).toEqual([40, 45]);
  });

  it('are not known to have been told before that is stored', async () => {
    await reserve(first, 45);
    expect(await available(first)).toEqual([]);
    await first.dataSource.query(`alter table notifications add constraint none check (false) not valid`);
    await reserve(first, 10);
    await expect(toldTo(first, subscription)).rejects.toThrow('none');
    const id = await reserve(first, 10);
    await cancel(first, id);
    await first.dataSource.query(`alter table notifications drop constraint none`);
    expect(await eventually(() => available(first))).toEqual([45]);
  });

  it('are forgotten when the database has lost them', async () => {
    const marks = () => first.dataSource.query(`select heads from capacity_watermarks`);
    const [{ heads }] = await marks();
    await reserve(first, 40);
    expect(await available(first)).toEqual([]);
    await replaceLastEntry(heads as object);
    await reserve(first, 35);
    await eventually(async () => expect(await available(first)).toEqual([45]));
  });

  /** After a failover to a replica that was behind, another process wrote under the number; the mark was where it was. */
  async function replaceLastEntry(heads: object): Promise<void> {
    await first.dataSource.transaction(async (tx) => {
      await tx.query(
        `update ledger_entries e set batch = gen_random_uuid(), amounts = '{"cores": 20}'
           from zones z where e.zone_id = z.zone_id and e.sequence = z.head`,
      );
      await tx.query(`update capacity_watermarks set heads = $1`, [JSON.stringify(heads)]);
    });
  }
});
