import { HeldInAllZones } from '../../src/allocation/loop/held-in-all-zones.js';
import { formatInstant } from '../../src/kernel/time-window.js';
import { inconsistencies } from '../support/consistency.js';
import { startService, type RunningService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

describe('processes whose clocks are two hours apart', () => {
  let fast: RunningService;
  let slow: RunningService;

  beforeEach(async () => {
    fast = await startService();
    slow = await startService({
      database: fast.database,
      clock: new TestClock(fast.clock.instant - 7_200),
    });
    await fast.provider({ cores: 36, ram: 100_000, instances: 50 });
  });
  afterEach(async () => {
    await slow.stop();
    await fast.stop();
  });

  const at = (seconds: number): string => formatInstant(fast.clock.now() + seconds);

  async function reserve(cores: string): Promise<string> {
    const capacity = { cores, ram: '20000', instances: '4' };
    const body = { zone: 'z1', start: at(-10_000), end: at(20_000), capacity };
    const answer = await fast.operation('create-reservation', body);
    expect(answer).toMatchObject({ result: 'ok' });
    return answer['reservation-id'] as string;
  }

  /** The least available cores at any instant at which they change, over the time ranges of both clocks. */
  async function leastAvailable(): Promise<number> {
    const [{ least }] = await fast.dataSource.query<{ least: number }[]>(
      `select min(sum)::int as least
       from (select sum(case moves when 'total' then 1 else -1 end * (amounts ->> 'cores')::int)
                    filter (where e.starts_at <= i.at and i.at < e.ends_at)
               from (select distinct starts_at as at from ledger_entries) i, ledger_entries e
              group by i.at) sums(sum)`,
    );
    return least;
  }
  it('free no more than was taken when the slow process destroys an instance of the fast process', async () => {
    const reservation = await reserve('36');
    const created = await fast.operation('create-instance', {
      'reservation-id': reservation,
      name: 'one',
      image: 'image',
      flavor: 'm1.small',
      networks: [],
    });
    expect(created).toMatchObject({ result: 'ok' });
    const destroyed = await slow.operation('destroy-instance', { 'instance-id': created['instance-id'] });
    expect(destroyed).toMatchObject({ result: 'ok' });
    expect(await leastAvailable()).toBe(0);
    expect(await inconsistencies(fast.database.url, fast.clock.now())).toEqual([]);
  });

  it('give back no more than is held when the slow process cancels what the fast process has enlarged', async () => {
    const reservation = await reserve('10');
    const change = { 'reservation-id': reservation, capacity: { cores: '36' } };
    expect(await fast.operation('update-reservation', change)).toMatchObject({ result: 'ok' });
    const canceled = await slow.operation('cancel-reservation', { 'reservation-id': reservation });
    expect(canceled).toMatchObject({ result: 'ok' });
    const [{ negative }] = await fast.dataSource.query<{ negative: number }[]>(
      `select count(*)::int as negative
         from (select sum((amounts ->> 'cores')::int) filter (where e.starts_at <= i.at and i.at < e.ends_at) as reserved
                 from (select distinct starts_at as at from ledger_entries) i,
                      (select * from ledger_entries where moves = 'reserved') e
                group by i.at) sums
        where reserved < 0`,
    );
    expect(negative).toBe(0);
    expect(await inconsistencies(fast.database.url, fast.clock.now())).toEqual([]);
  });
});

// Regression: the fold did not know what ended while the clock was ahead, so its capacity was promised twice.
describe('after a clock that was hours ahead has been set right', () => {
  let service: RunningService;
  let begun: RunningService;

  beforeEach(async () => {
    service = await startService();
    await service.provider({ cores: 10 });
    expect(await reserve(service, 1_800)).toMatchObject({ result: 'ok' });
    begun = await startService({
      database: service.database,
      clock: new TestClock(service.clock.instant + 7_200),
    });
  });
  afterEach(async () => {
    await begun.stop();
    await service.stop();
  });

  function reserve(by: RunningService, seconds: number) {
    const end = formatInstant(by.clock.now() + seconds);
    return by.operation('create-reservation', { zone: 'z1', end, capacity: { cores: 10 } });
  }

  async function setRight(by: RunningService, ahead: number): Promise<void> {
    const { clock } = by;
    const window = { start: formatInstant(clock.now()), end: formatInstant(clock.now() + 60) };
    const answer = await by.operation('query-capacity', { zone: 'z1', capacity: 'available', window });
    expect(answer).toMatchObject({ result: 'ok' });
    clock.advance(60 - ahead);
  }

  it('the process promises nothing that is held', async () => {
    service.clock.advance(7_200);
    await setRight(service, 7_200);
    expect(await reserve(service, 1_200)).toMatchObject({ result: 'conflict' });
    expect(await inconsistencies(service.database.url, service.clock.now())).toEqual([]);
  });

  it('a process that was started meanwhile promises nothing that is held', async () => {
    await setRight(begun, 7_200);
    expect(await reserve(begun, 1_200)).toMatchObject({ result: 'conflict' });
    expect(await inconsistencies(service.database.url, service.clock.now())).toEqual([]);
  });

  it('what a tenant holds in all zones is read anew', async () => {
    const { dataSource, clock } = service;
    const end = formatInstant(clock.now() + 600);
    const order = {
      zone: 'z1',
      start: formatInstant(clock.now() + 60),
      end,
      capacity: { cores: 4 },
      wait: true,
    };
    const asked = service.http.post('/create-reservation').set('Headroom-Tenant', 'red');
    expect((await asked.send(order)).body).toMatchObject({ result: 'ok' });
    const now = clock.now();
    const known = new HeldInAllZones(0);
    await known.keep(dataSource.manager, 'red', now + 2 * 86_400);
    const held = await dataSource.transaction((tx) => known.upToDate(tx, ['red'], now));
    const peak = held.peak('red', 'cores', { start: now + 60, end: now + 61 }, { now });
    expect(peak.value).toBe(4);
  });
});
