import { hour, reserve } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const NAMED = ['203.0.113.0/24', '100.64.0.4/30', '192.0.2.1/32', '198.51.100.0/31'];
/** In numeric order, not in the order of their text. */
const IN_ORDER = ['100.64.0.4/30', '192.0.2.1/32', '198.51.100.0/31', '203.0.113.0/24'];

describe('GET /zones/{id}/addresses', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ environment: { PUBLIC_IP_RANGES: '198.18.0.0/23' } });
    const { provider: source } = await service.provider({ cores: 1 }, { zone: 'named' });
    const body = { source, capacity: { addresses: 100 }, publicIps: NAMED };
    expect(await service.operation('increase-capacity', body)).toMatchObject({ result: 'ok' });
    await service.provider({ addresses: 10 }, { zone: 'other' });
  });
  afterAll(() => service.stop());

  const list = async (zone: string, query = '') => {
    const { status, body, headers } = await service.http.get(`/zones/${zone}/addresses${query}`);
    return { status, body: body as Record<string, any>, link: headers.link as string | undefined };
  };

  it('200: each range of the zone, what it holds, and what of that is free', async () => {
    await reserve(service, 'named', [undefined, hour(2)], { addresses: 2 });
    await reserve(service, 'named', [hour(8), undefined], { addresses: 3 });
    const { body } = await list('named');
    const shown = { origin: 'named', createdAt: '2030-01-01T00:00:00Z' };
    expect(body).toEqual({
      items: [
        { range: '100.64.0.4/30', addresses: 2, freeNow: 0, freeFromNowOn: 0, ...shown },
        { range: '192.0.2.1/32', addresses: 1, freeNow: 1, freeFromNowOn: 0, ...shown },
        { range: '198.51.100.0/31', addresses: 2, freeNow: 2, freeFromNowOn: 2, ...shown },
        { range: '203.0.113.0/24', addresses: 254, freeNow: 254, freeFromNowOn: 254, ...shown },
      ],
    });
  });

  it('200: the blocks that a zone has taken of the configured ranges, once it has', async () => {
    expect((await list('other')).body).toEqual({ items: [] });
    const made = await reserve(service, 'other', [undefined, undefined], { addresses: 4 });
    expect((await list('other')).body.items).toMatchObject([
      { range: '198.18.0.0/24', origin: 'configured', addresses: 254, freeNow: 250, freeFromNowOn: 250 },
    ]);
    await service.operation('cancel-reservation', { 'reservation-id': made['reservation-id'] });
    expect((await list('other')).body.items).toMatchObject([{ freeNow: 254, freeFromNowOn: 254 }]);
  });

  it('200: page by page, in either order', async () => {
    for (const [order, wanted] of [
      ['asc', IN_ORDER],
      ['desc', [...IN_ORDER].reverse()],
    ] as const) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const more = cursor === undefined ? '' : `&cursor=${cursor}`;
        const { body, link } = await list('named', `?limit=1&order=${order}${more}`);
        found.push(...(body.items as { range: string }[]).map(({ range }) => range));
        cursor = body.next as string | undefined;
        expect(link === undefined).toBe(cursor === undefined);
      } while (cursor !== undefined);
      expect(found).toEqual(wanted);
    }
  });

  it.each(['?limit=0', '?cursor=x', '?zone=named', `?cursor=${forged('203.0.113.7/24')}`])(
    '400 for %s',
    async (query) => {
      expect(await list('named', query)).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    },
  );

  it('404 for an unknown zone', async () => {
    for (const zone of ['nowhere', '%00', 'z'.repeat(5_000)])
      expect(await list(zone)).toMatchObject({ status: 404, body: { code: 'unknown-zone' } });
  });
});

function forged(key: string): string {
  return Buffer.from(`1:${key}`, 'utf8').toString('base64url');
}
