import { Client } from 'pg';
import request, { type Response } from 'supertest';
import { CLOUD, startProviders, type ProvidersApp } from './providers-app.js';
const ids: string[] = [];

describe('GET /providers and GET /zones', () => {
  let running: ProvidersApp;

  beforeAll(async () => {
    running = await startProviders();
    for (const zone of ['alpha', 'beta', 'beta', 'gamma/1', 'Ω']) {
      const endpoint = `http://cloud-${ids.length}.example`;
      const answer = await get()
        .post('/add-provider')
        .send({ ...CLOUD, zone, endpoint });
      ids.push(answer.body['provider-id']);
    }
  });

  afterAll(async () => {
    await running.stop();
    await running.database.drop();
  });

  function get() {
    return request(running.app.getHttpServer());
  }
  it('leads through the providers in the order of their registration', async () => {
    const seen: string[] = [];
    let path: string | undefined = '/providers?limit=2';
    for (let pages = 0; path; pages += 1) {
      expect(pages).toBeLessThan(3);
      const response: Response = await get().get(path).expect(200);
      for (const item of response.body.items) {
        expect(item).not.toHaveProperty('flavors');
        seen.push(item.providerId);
      }
      path = /^<(.+)>; rel="next"$/.exec(response.headers.link ?? '')?.[1];
      expect(path !== undefined).toBe('next' in response.body);
    }
    expect(seen).toEqual(ids);
  });

  it('leads through the zones, each with the number of its providers', async () => {
    const first = await get().get('/zones?limit=3').expect(200);
    const second = await get().get(`/zones?limit=3&cursor=${first.body.next}`).expect(200);
    const zones = [...first.body.items, ...second.body.items];
    expect(zones.map(({ zone, providers }) => [zone, providers]).sort()).toEqual([
      ['alpha', 1],
      ['beta', 2],
      ['gamma/1', 1],
      ['Ω', 1],
    ]);
    expect(second.body).not.toHaveProperty('next');
  });

  it('reads one zone, whatever its name', async () => {
    const { body } = await get()
      .get(`/zones/${encodeURIComponent('gamma/1')}`)
      .expect(200);
    expect(body).toEqual({
      zone: 'gamma/1',
      providers: 1,
      createdAt: '2030-01-01T00:00:00Z',
      changedAt: '2030-01-01T00:00:00Z',
    });
  });

  it.each(['providers', 'zones'])(
    'asks as often for a page of one of the %s as for one of many',
    async (path) => {
      const asked = jest.spyOn(Client.prototype, 'query');
      const counts: number[] = [];
      for (const limit of [1, 4]) {
        asked.mockClear();
        const { body } = await get().get(`/${path}?limit=${limit}`).expect(200);
        expect(body.items).toHaveLength(limit);
        counts.push(asked.mock.calls.length);
      }
      asked.mockRestore();
      const queries = path === 'zones' ? 2 : 3;
      expect(counts).toEqual([queries, queries]);
    },
  );

  it.each([
    '/providers?limit=0',
    '/providers?limit=1001',
    '/providers?limit=x',
    '/providers?cursor=x',
    `/providers?cursor=${Buffer.from('1:no id').toString('base64url')}`,
    `/zones?cursor=${Buffer.from('1:a\0b').toString('base64url')}`,
  ])('answers 400 to %s', async (path) => {
    const { body } = await get().get(path).expect(400);
    expect(body).toMatchObject({ code: 'invalid-request', errors: [{ pointer: expect.any(String) }] });
  });

  it.each([
    '/providers/0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000',
    '/providers/no-id',
    '/providers/ResourcePool:0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000',
    '/zones/nowhere',
    '/zones/a%00b',
  ])('answers 404 to %s', async (path) => {
    const { body } = await get().get(path).expect(404);
    expect(body.code).toMatch(/^unknown-(provider|zone)$/);
  });
});
