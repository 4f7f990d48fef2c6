import { jest } from '@jest/globals';
import { layoutOf } from '../../src/database/layout.js';
import { consumer } from '../support/principals.js';
import { ZONE, startWorld, type Belongings, type World } from './world.js';

interface Asked {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly body?: object;
}

type Texts = Readonly<Record<string, string>>;
type Of = (id: string) => Asked;

const get = (path: string, body?: object): Asked => ({ method: 'get', path, body });
const post = (path: string, body: object = {}): Asked => ({ method: 'post', path, body });
const patch = (path: string, body: object): Asked => ({ method: 'patch', path, body });
const remove = (path: string): Asked => ({ method: 'delete', path });

const server = { name: 'n', image: 'i', flavor: 'm1.tiny' };
const reservation = (id: string): string => `ResourceReservation:${id}`;
const allocation = (id: string): string => `ResourceAllocation:${id}`;

/** Every request that can name an object, by kind of object. */
const NAMING: Partial<Record<keyof Belongings, Readonly<Record<string, Of>>>> = {
  compute: {
    'GET /reservations/{id}': (id) => get(`/reservations/${id}`),
    'GET /instances?reservation': (id) => get(`/instances?reservation=${id}`),
    'POST /update-reservation': (id) => post('/update-reservation', { 'reservation-id': id, name: 'n' }),
    'POST /update-reservation of amounts': (id) =>
      post('/update-reservation', { 'reservation-id': reservation(id), capacity: { cores: 5 } }),
    'POST /cancel-reservation': (id) => post('/cancel-reservation', { 'reservation-id': id }),
    'POST /create-instance': (id) => post('/create-instance', { ...server, 'reservation-id': id }),
    'POST /create-reservation protecting it': (id) =>
      post('/create-reservation', { zone: ZONE, capacity: { cores: 1 }, elements: [reservation(id)] }),
    'POST /query-reservation without it': (id) => post('/query-reservation', { without: [id] }),
    'POST /query-reservation with some': (id) => post('/query-reservation', { elements: { some: [id] } }),
    'POST /query-reservation with every': (id) =>
      post('/query-reservation', { elements: { every: [reservation(id)] } }),
    'POST /query-capacity without it': (id) => post('/query-capacity', { without: [id] }),
    'POST /query-capacity without its kind': (id) =>
      post('/query-capacity', { capacity: 'reserved', without: [reservation(id)] }),
    'POST /query-capacity with some': (id) => post('/query-capacity', { elements: { some: [id] } }),
    'POST /query-capacity reserved with some': (id) =>
      post('/query-capacity', { capacity: 'reserved', elements: { some: [reservation(id)] } }),
    'POST /query-capacity from a cursor': (id) =>
      post('/query-capacity', { limit: 1, cursor: cursor(`${reservation(zero(id))}@${ZONE}`) }),
    'GET /reservation/compute/query': (id) =>
      get('/reservation/compute/query', { queryReservationFilter: [{ reservationId: id }] }),
    'POST /reservation/compute/update': (id) =>
      post('/reservation/compute/update', { reservationId: id, startTime: '2031-01-01T00:00:00Z' }),
    'DELETE /reservation/compute/{id}': (id) => remove(`/reservation/compute/${id}`),
    'POST /reservation/subscribe': (id) =>
      post('/reservation/subscribe', { inputFilter: [{ reservationId: id }] }),
  },
  network: {
    'GET /reservation/network/query': (id) =>
      get('/reservation/network/query', { queryReservationFilter: [{ reservationId: id }] }),
    'POST /reservation/network/update': (id) =>
      post('/reservation/network/update', { reservationId: id, startTime: '2031-01-01T00:00:00Z' }),
    'DELETE /reservation/network/{id}': (id) => remove(`/reservation/network/${id}`),
    'DELETE /reservation/compute/{id} of another kind': (id) => remove(`/reservation/compute/${id}`),
  },
  storage: {
    'GET /reservation/storage/query': (id) =>
      get('/reservation/storage/query', { queryReservationFilter: [{ reservationId: id }] }),
    'POST /reservation/storage/update': (id) =>
      post('/reservation/storage/update', { reservationId: id, startTime: '2031-01-01T00:00:00Z' }),
    'DELETE /reservation/storage/{id}': (id) => remove(`/reservation/storage/${id}`),
  },
  held: {
    'POST /confirm-reservation': (id) => post('/confirm-reservation', { 'reservation-id': id }),
    'POST /reservation/compute/confirm': (id) => post('/reservation/compute/confirm', { reservationId: id }),
    'POST /update-reservation as a dry run': (id) =>
      post('/update-reservation', { 'reservation-id': id, capacity: { cores: 2 }, 'dry-run': true }),
    'POST /cancel-reservation as a dry run': (id) =>
      post('/cancel-reservation', { 'reservation-id': id, 'dry-run': true }),
    'POST /reservation/compute/update as a dry run': (id) =>
      post('/reservation/compute/update', {
        reservationId: id,
        startTime: '2031-01-01T00:00:00Z',
        dryRun: true,
      }),
  },
  series: {
    'GET /reservations?series': (id) => get(`/reservations?series=${id}`),
    'POST /update-reservation of a series': (id) =>
      post('/update-reservation', { 'series-id': id, capacity: { cores: 2 } }),
    'POST /update-reservation of a series as a dry run': (id) =>
      post('/update-reservation', { 'series-id': id, capacity: { cores: 2 }, 'dry-run': true }),
    'POST /cancel-reservation of a series': (id) => post('/cancel-reservation', { 'series-id': id }),
    'POST /cancel-reservation of a series as a dry run': (id) =>
      post('/cancel-reservation', { 'series-id': id, 'dry-run': true }),
  },
  instance: {
    'GET /instances/{id}': (id) => get(`/instances/${id}`),
    'PATCH /instances/{id}': (id) => patch(`/instances/${id}`, { name: 'n' }),
    'POST /destroy-instance': (id) => post('/destroy-instance', { 'instance-id': id }),
    'POST /create-reservation protecting it': (id) =>
      post('/create-reservation', { zone: ZONE, capacity: { cores: 1 }, elements: [allocation(id)] }),
    'POST /query-capacity without it': (id) => post('/query-capacity', { without: [allocation(id)] }),
    'POST /query-capacity usage with some': (id) =>
      post('/query-capacity', { capacity: 'usage', elements: { some: [id] } }),
    'POST /query-reservation with some': (id) => post('/query-reservation', { elements: { some: [id] } }),
  },
  free: {
    'GET /instances/{id}': (id) => get(`/instances/${id}`),
    'POST /destroy-instance': (id) => post('/destroy-instance', { 'instance-id': allocation(id) }),
    'POST /query-capacity without it': (id) => post('/query-capacity', { capacity: 'usage', without: [id] }),
  },
  watching: {
    'GET /subscriptions/{id}': (id) => get(`/subscriptions/${id}`),
    'PATCH /subscriptions/{id}': (id) => patch(`/subscriptions/${id}`, { callbackUri: null }),
    'PATCH /subscriptions/{id} with nonsense': (id) => patch(`/subscriptions/${id}`, { threshold: null }),
    'DELETE /subscriptions/{id}': (id) => remove(`/subscriptions/${id}`),
    'POST /subscriptions/{id}/rotate-secret': (id) => post(`/subscriptions/${id}/rotate-secret`),
    'POST /subscriptions/{id}/enable': (id) => post(`/subscriptions/${id}/enable`),
    'POST /subscriptions/{id}/test': (id) => post(`/subscriptions/${id}/test`),
    'POST /subscriptions/{id}/redeliver': (id) => post(`/subscriptions/${id}/redeliver`),
    'GET /subscriptions/{id}/deliveries': (id) => get(`/subscriptions/${id}/deliveries`),
    'GET /deliveries?subscription': (id) => get(`/deliveries?subscription=${id}`),
    'GET /deliveries?subscription waiting': (id) => get(`/deliveries?subscription=${id}&state=waiting`),
    'GET /deliveries?subscription dead': (id) => get(`/deliveries?subscription=${id}&state=dead`),
  },
  capacity: {
    'GET /subscriptions/{id}': (id) => get(`/subscriptions/${id}`),
    'DELETE /subscriptions/{id}': (id) => remove(`/subscriptions/${id}`),
  },
  delivery: {
    'GET /deliveries/{id}': (id) => get(`/deliveries/${id}`),
    'POST /deliveries/{id}/redeliver': (id) => post(`/deliveries/${id}/redeliver`),
  },
};

const TABLE = Object.entries(NAMING).flatMap(([what, requests]) =>
  Object.entries(requests).map(([title, of]) => ({ title, what: what as keyof Belongings, of })),
);

const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';

/** A cursor points to a position in an order, so both ids need the same position. */
function zero(id: string): string {
  return id.replace(/[0-9a-f]/g, '0');
}

function cursor(key: string): string {
  return Buffer.from(`1:${key}`).toString('base64url');
}

describe('what belongs to another tenant', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.service.stop());

  async function ask({ method, path, body }: Asked, id: string): Promise<object> {
    const answer = await world.service.http[method](path).set(consumer('two')).send(body);
    // The length of an answer depends on the ids in it.
    const { date, 'x-request-id': requestId, 'content-length': length, ...headers } = answer.headers as Texts;
    expect([date, requestId, length]).toEqual(Array(3).fill(expect.any(String)));
    const text = withoutTimes(answer.text.replaceAll(id, '<id>'));
    return { status: answer.status, headers, text };
  }

  /** Removes what differs between any two answers. */
  function withoutTimes(text: string): string {
    return text
      .replace(/"created":"[^"]*"/g, '"created":""')
      .replace(/"(reservationChangeSubscriptionId|secret|requestId)":"[^"]*"/g, '"$1":""');
  }

  /** All rows. Notifications of capacity are left out, because they may be added meanwhile and are not tested here. */
  async function everything(): Promise<unknown> {
    const { dataSource } = world.service;
    const tables = ['reservations', 'claims', 'instances', 'subscriptions', 'told', 'ledger_entries'];
    const rows = tables.map((table) =>
      dataSource.query(`
        with told as (select * from notifications where not newest_only)
        select to_jsonb(t) as row from ${table} t order by 1`),
    );
    return Promise.all(rows);
  }

  /** As on a cluster with a node that does not answer, which has none of the objects. */
  function withNodeAway(): { restore(): void } {
    const layout = layoutOf(world.service.dataSource);
    const spies = [
      jest.spyOn(layout, 'isDistributed', 'get').mockReturnValue(true),
      jest.spyOn(layout, 'zonesInReach', 'get').mockReturnValue([ZONE]),
    ];
    return { restore: () => spies.forEach((spy) => spy.mockRestore()) };
  }

  describe.each([
    { owner: 'one', isNodeAway: false },
    { owner: 'nobody', isNodeAway: false },
    { owner: 'one', isNodeAway: true },
  ] as const)('(of $owner, with a node away: $isNodeAway)', ({ owner, isNodeAway }) => {
    let before: unknown;
    let away: ReturnType<typeof withNodeAway> | undefined;
    beforeAll(async () => {
      before = await everything();
      if (isNodeAway) away = withNodeAway();
    });
    afterAll(async () => {
      away?.restore();
      expect(await everything()).toEqual(before);
    });

    it.each(TABLE)('is answered as what does not exist: $title', async ({ what, of }) => {
      const id = world[owner][what];

      const foreign = await ask(of(id), id);
      const unknown = await ask(of(UNKNOWN), UNKNOWN);

      expect(foreign).toEqual(unknown);
    });
  });

  it.each(TABLE.filter(({ of }) => of('').method === 'get' && !of('').path.includes('state=')))(
    'is there for its own tenant: $title',
    async ({ what, of }) => {
      const { path, body } = of(world.one[what]);
      const answer = await world.service.http.get(path).set(consumer('one')).send(body);
      expect({ status: answer.status, text: answer.text }).toEqual({
        status: 200,
        text: expect.stringContaining(world.one[what]),
      });
    },
  );
});
