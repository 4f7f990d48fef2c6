import { wholeList } from '../support/pages.js';
import { hour, reserved } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

const idsOf = (items: Record<string, any>[]): string[] => items.map(({ reservationId }) => reservationId);

describe('paging', () => {
  let service: RunningService;
  let ids: string[];

  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 100 }, { zone: 'z1' });
    await service.provider({ cores: 100 }, { zone: 'z2' });
    const zones = ['z1', 'z2', 'z1', 'z1', 'z2', 'z1'];
    ids = [];
    for (const zone of zones) ids.push(await reserved(service, zone, [hour(1), hour(2)], { cores: 1 }));
  });

  afterAll(() => service.stop());
  const get = async (path: string, status = 200) => (await service.http.get(path).expect(status)).body;

  describe('a list', () => {
    it('is the oldest first unless it is asked for the other way round', async () => {
      expect(idsOf((await wholeList(service, '/reservations?limit=4')).items)).toEqual(ids);
      expect(idsOf((await wholeList(service, '/reservations?limit=4&order=desc')).items)).toEqual(
        [...ids].reverse(),
      );
    });

    it('says that it was cut, in the body and in a header, and only then', async () => {
      const cut = await service.http.get('/reservations?limit=5').expect(200);
      expect(cut.body.next).toEqual(expect.any(String));
      expect(cut.headers.link).toBe(`</reservations?limit=5&cursor=${cut.body.next}>; rel="next"`);
      const whole = await service.http.get('/reservations?limit=6').expect(200);
      expect(whole.body).not.toHaveProperty('next');
      expect(whole.headers).not.toHaveProperty('link');
    });

    it.each(['zone=z1', 'order=desc', 'zone=z1&state=initialized'])(
      'goes on by its cursor, which means nothing in a list with other filters: %s',
      async (query) => {
        const { next } = await get(`/reservations?limit=1&${query}`);
        const on = await get(`/reservations?${query}&cursor=${next}`);
        expect(on.items.length).toBeGreaterThan(0);
        for (const other of ['', 'zone=z2', 'order=desc&zone=z1']) {
          const refused = await get(`/reservations?cursor=${next}&${other}`, 400);
          expect(refused).toMatchObject({
            code: 'invalid-request',
            detail: 'cursor must be the next of a page of the same list, filters and order',
            errors: [{ pointer: '/cursor' }],
          });
        }
      },
    );

    it('refuses the cursor of another list', async () => {
      const { next } = await get('/reservations?limit=1');
      for (const list of ['instances', 'providers', 'pools', 'subscriptions', 'reservation/compute/query']) {
        expect(await get(`/${list}?cursor=${next}`, 400)).toMatchObject({
          detail: 'cursor must be the next of a page of the same list, filters and order',
          errors: [{ pointer: '/cursor' }],
        });
      }
      const ofKind = await get('/reservation/compute/query?limit=1');
      await get(`/reservation/compute/query?cursor=${ofKind.next}`);
      await get(`/reservation/storage/query?cursor=${ofKind.next}`, 400);
    });

    it('goes on whatever the size of its pages, and the order in which its filters are written', async () => {
      const { next } = await get('/reservations?limit=2&zone=z1&state=initialized');
      const on = await get(`/reservations?order=asc&state=initialized&limit=9&zone=z1&cursor=${next}`);
      expect(idsOf(on.items)).toEqual([ids[3], ids[5]]);
    });
  });

  describe('GET /reservations?state=conflict&zone=nowhere', () => {
    it('answers that the zone does not exist, not with the whole list', async () => {
      for (const list of ['reservations', 'instances', 'pools', 'providers', 'subscriptions']) {
        const refused = await get(`/${list}?zone=nowhere`, 404);
        expect(refused).toMatchObject({ code: 'unknown-zone', errors: [{ pointer: '/zone' }] });
      }
      expect(await get('/reservations?state=conflict&zone=z1')).toEqual({ items: [] });
    });

    it('finds nothing by an id that names nothing', async () => {
      const nothing = '01890a5d-ac96-774b-bcce-b302099a8057';
      expect(await get(`/reservations?provider=${nothing}`)).toEqual({ items: [] });
      expect(await get(`/instances?reservation=ResourceReservation:${nothing}`)).toEqual({ items: [] });
      expect(await get(`/deliveries?subscription=${nothing}`)).toEqual({ items: [] });
    });
  });

  describe('refused, naming the parameter', () => {
    it.each([
      ['/reservations?sate=conflict', 'sate', 'sate is not known here'],
      ['/zones?tenant=t', 'tenant', 'tenant is not known here'],
      ['/pools?state=active', 'state', 'is not known here'],
      ['/reservations?__proto__=x', '__proto__', 'is not known here'],
      ['/reservations?state=lost', 'state', 'state must be one of initialized, active,'],
      ['/reservations?state=active&state=conflict', 'state', 'state must be one of'],
      ['/reservations?kind=', 'kind', 'kind must be one of compute,'],
      ['/instances?state=initialized', 'state', 'state must be one of pending, active,'],
      ['/providers?kind=cloud', 'kind', 'kind must be one of openstack,'],
      ['/subscriptions?state=on', 'state', 'state must be one of active, disabled'],
      ['/deliveries?subscription=x', 'subscription', 'subscription must be an id'],
      [
        '/reservations?provider=ResourcePool:01890a5d-ac96-774b-bcce-b302099a8057',
        'provider',
        'ResourceProvider:<id>',
      ],
      ['/reservations?zone=', 'zone', 'zone must be a non-empty string'],
      ['/reservations?tenant=a%00b', 'tenant', 'tenant must not contain NUL'],
      ['/reservations?label=a b', 'label', 'label must be key or key:value'],
      ['/reservations?label=a&label=:b', 'label/1', 'label[1] must be key or key:value'],
      ['/reservations?order=up', 'order', 'order must be one of asc, desc'],
      ['/reservations?from=tomorrow', 'from', 'from must be'],
      ['/reservations?from=2030-01-02T00:00:00Z&to=2030-01-02T00:00:00Z', 'to', 'to must be later than from'],
      ['/pools?limit=0', 'limit', 'limit must be an integer from 1 to 1000'],
    ])('%s', async (path, pointer, detail) => {
      const refused = await get(path, 400);
      expect(refused).toMatchObject({ code: 'invalid-request', errors: [{ pointer: `/${pointer}` }] });
      expect(refused.detail).toContain(detail);
    });
  });
});
