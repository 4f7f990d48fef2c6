import { startService, type RunningService } from '../support/service.js';

/** Runs `work` just before a process reads the address assignments without a lock, so many times, after it has read everything else. */
function beforeBookIsRead({ dataSource }: RunningService, times: number, work: () => Promise<unknown>): void {
  const { manager } = dataSource;
  const query = manager.query.bind(manager);
  let left = times;
  manager.query = (async (text: string, values?: unknown[]) => {
    if (text.includes('address_assignments')) {
      left -= 1;
      if (left === 0) manager.query = query;
      await work();
    }
    return query(text, values);
  }) as typeof manager.query;
}

describe('address book late', () => {
  let first: RunningService;
  let second: RunningService;

  beforeAll(async () => {
    first = await startService();
    const { database, clock } = first;
    second = await startService({ database, clock });
  });
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });

  // Regression: a refusal was decided on a fold and a later address book, so its offer was never true.
  it('decides again when another process has written before the address book was read', async () => {
    const { provider } = await first.provider({ addresses: 2 });
    const held = await second.operation('create-reservation', { capacity: { addresses: '2' } });
    beforeBookIsRead(first, 1, async () => {
      const increase = { source: provider, capacity: { addresses: '2' } };
      expect(await second.operation('increase-capacity', increase)).toMatchObject({ result: 'ok' });
    });
    const more = { 'reservation-id': held['reservation-id'], capacity: { addresses: '3' } };
    expect(await first.operation('update-reservation', more)).toMatchObject({ result: 'ok' });
  });

  // Regression: a read was decided again for as long as another process wrote, and all requests to the zone waited.
  it('answers a read of addresses after two misses, however often another process writes', async () => {
    const zone = 'written';
    const { provider } = await second.provider({ addresses: 2 }, { zone });
    let writes = 0;
    beforeBookIsRead(first, 5, async () => {
      const increase = { source: provider, capacity: { addresses: '1' } };
      expect(await second.operation('increase-capacity', increase)).toMatchObject({ result: 'ok' });
      writes += 1;
    });
    await first.http
      .get('/capacity/network/query')
      .query({ zoneId: zone, networkResourceTypeId: 'numPublicIps' })
      .expect(200);
    expect(writes).toBe(2);
  });
});
