import { createHeadroom, formatTime } from '@headroom/client';
import { newZone, service } from '../support/shared-service.js';

const client = () => createHeadroom({ baseUrl: service.baseUrl });

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('a list through the client', () => {
  it('is read to its end, page by page, with the same filters', async () => {
    const zone = newZone();
    await service.provider({ cores: 8 }, { zone });
    for (let count = 0; count < 5; count++) {
      await service.operation('create-reservation', {
        zone,
        capacity: { cores: 1 },
        labels: { n: String(count) },
      });
    }
    const pages = await all(client().pages('/reservations', { zone, limit: 2, order: 'desc' }));
    expect(pages.map((page) => page.map(({ labels }) => labels?.n))).toEqual([['4', '3'], ['2', '1'], ['0']]);
    const items = await all(client().items('/reservations', { zone, label: ['n:3'] }));
    expect(items.map(({ labels }) => labels)).toEqual([{ n: '3' }]);
  });

  it('of a record takes its id', async () => {
    const zone = newZone();
    const { provider } = await service.provider({ addresses: 2 }, { zone });
    const ranges = { source: provider, capacity: { addresses: 2 }, publicIps: ['203.0.113.0/29'] };
    expect(await service.operation('increase-capacity', ranges)).toMatchObject({ result: 'ok' });
    const found = await all(client().items('/zones/{id}/addresses', { id: zone }));
    expect(found).toEqual([expect.objectContaining({ range: '203.0.113.0/29' })]);
  });
});

describe('a time line through the client', () => {
  it('has a row for each change, and goes on where an answer ends', async () => {
    const zone = newZone();
    await service.provider({ cores: 8 }, { zone });
    const at = (hour: number): string => formatTime(new Date((service.clock.now() + 3600 * hour) * 1000));
    const reservation = { zone, start: at(1), end: at(2), capacity: { cores: 5 } };
    expect(await service.operation('create-reservation', reservation)).toMatchObject({ result: 'ok' });
    const query = { zoneId: zone, computeResourceTypeId: 'cpuCores', 'timePeriod.stopTime': at(3) } as const;
    const rows = await all(client().timeline('compute', query));
    expect(
      rows.map(({ startTime, capacityInformation }) => [startTime, capacityInformation.available]),
    ).toEqual([
      [at(0), 8],
      [at(1), 3],
      [at(2), 8],
    ]);
  });

  it('asks again from where rows were left out', async () => {
    const asked: (string | null)[] = [];
    const row = (startTime: string) => ({ startTime, capacityInformation: { available: 1 } });
    const answers = [{ timeline: [row('a'), row('b')], timelineOmittedFrom: 'c' }, { timeline: [row('c')] }];
    const { timeline } = createHeadroom({
      baseUrl: service.baseUrl,
      fetch: ({ url }) => {
        asked.push(new URL(url).searchParams.get('timePeriod.startTime'));
        return Promise.resolve(Response.json(answers[asked.length - 1]));
      },
    });
    const rows = await all(timeline('storage', { storageResourceTypeId: 'volumes' }));
    expect(rows.map(({ startTime }) => startTime)).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual([null, 'c']);
  });
});
