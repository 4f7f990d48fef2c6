import {
  CapacityWatermarksRepository,
  WHOLE_SERVICE,
} from '../../src/notifications/telling/capacity-watermarks.repository.js';
import { eventually } from '../support/eventually.js';
import { hour, reserve } from '../support/readings.js';
import { untilLockIsAwaited } from '../support/held-zone.js';
import { onServer } from '../support/postgres.js';
import { startService, type RunningService } from '../support/service.js';
import { subscribe, tellWhenAsked, toldTo } from './told.js';

describe('the watermark of the whole service', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await tellWhenAsked(service);
  });
  afterAll(() => service.stop());

  it('is kept if its only subscription is resumed while it is about to be forgotten', async () => {
    const id = await subscribe(service, '/capacity/storage/subscribe', {
      storageResourceTypeId: 'numVolumes',
    });
    expect(await toldTo(service, id)).toEqual([]);
    const { dataSource } = service;
    await dataSource.query(`update subscriptions set disabled_at = now()`);
    const watermarks = service.app.get(CapacityWatermarksRepository);
    await onServer(service.database.url, async (client) => {
      // As a request that resumes it.
      await client.query('begin');
      await client.query('update subscription_changes set number = number + 1');
      await client.query('update subscriptions set disabled_at = null');
      const forgotten = watermarks.forgetUnwatched();
      await untilLockIsAwaited(service.database.url);
      await client.query('commit');
      await forgotten;
    });
    expect(await dataSource.query('select scope from capacity_watermarks')).toEqual([
      { scope: WHOLE_SERVICE },
    ]);
    await dataSource.query(`update subscriptions set disabled_at = now()`);
    await watermarks.forgetUnwatched();
    expect(await dataSource.query('select scope from capacity_watermarks')).toEqual([]);
  });
});

// Regression: the new subscription had the number of the lost one, so a process that knew this one told nothing of the new one.
it('a subscription that is made after a failover has lost the last one is told', async () => {
  const service = await startService();
  await tellWhenAsked(service);
  await service.provider({ cores: 10 }, { zone: 'z' });
  const watched = { zoneId: 'z', computeResourceTypeId: 'cpuCores' };
  const made = () => subscribe(service, '/capacity/compute/subscribe', watched);
  await toldTo(service, await made());
  const { dataSource } = service;
  const [{ number }] = await dataSource.query<{ number: string }[]>(
    'select number from subscription_changes',
  );
  const lost = await made();
  await toldTo(service, lost);
  await dataSource.query('delete from subscriptions where id = $1', [lost]);
  await dataSource.query('update subscription_changes set number = $1', [number]);
  const id = await made();
  await reserve(service, 'z', [undefined, hour(1)], { cores: 4 });
  expect(await toldTo(service, id)).toHaveLength(1);
  await service.stop();
});

describe('a watermark that is earlier than a process knows, as after a failover that lost commits', () => {
  let service: RunningService;
  let id: string;
  beforeEach(async () => {
    service = await startService();
    await tellWhenAsked(service);
    await service.provider({ cores: 10 }, { zone: 'z' });
    const watched = { zoneId: 'z', computeResourceTypeId: 'cpuCores' };
    id = await subscribe(service, '/capacity/compute/subscribe', watched);
    await toldTo(service, id);
    await service.dataSource.query(
      'create table earlier as select scope, heads, reached, spare from capacity_watermarks',
    );
    await reserve(service, 'z', [undefined, hour(1)], { cores: 4 });
    expect(await reservedTold()).toEqual([4]);
    await service.dataSource.query(
      `update capacity_watermarks w set (heads, reached, spare) = (select e.heads, e.reached, e.spare from earlier e where e.scope = w.scope)`,
    );
  });
  afterEach(() => service.stop());

  async function reservedTold(): Promise<number[]> {
    const told = await toldTo(service, id);
    return told.map(({ capacityInformation }) => capacityInformation.reserved as number);
  }

  // Regression: a process that knew the last of the lost commits took as many new ones for those.
  it('is evaluated from again though the head is the same', async () => {
    await eventually(async () => expect(await reservedTold()).toEqual([4, 4]));
  });

  it('is evaluated from again before the lease is renewed', async () => {
    await reserve(service, 'z', [undefined, hour(1)], { cores: 2 });
    // The first round drops the state, the next one builds it again.
    await toldTo(service, id);
    expect((await reservedTold()).at(-1)).toBe(6);
  });
});
