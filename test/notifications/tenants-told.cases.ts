import { ReservationChangesRepository } from '../../src/notifications/telling/reservation-changes.repository.js';
import { fromNow } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { toldTo } from './told.js';

const filterOf = (ids: readonly string[]) => ({
  inputFilter: ids.map((reservationId) => ({ reservationId })),
});

describe('a subscription made for a tenant', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 100 });
  });
  afterAll(() => service.stop());

  function ask(method: 'post' | 'patch', path: string, body: object, tenant?: string) {
    const request = service.http[method](path);
    if (tenant !== undefined) void request.set('Headroom-Tenant', tenant);
    return request.send(body);
  }

  async function reserve(tenant?: string): Promise<string> {
    const window = { start: fromNow(service, 1000), end: fromNow(service, 2000) };
    const body = { zone: 'z1', capacity: { cores: '1' }, ...window };
    return (await ask('post', '/create-reservation', body, tenant)).body['reservation-id'] as string;
  }
  const subscribe = (ids: readonly string[], tenant?: string) =>
    ask('post', '/reservation/subscribe', filterOf(ids), tenant);

  async function watch(tenant?: string): Promise<string> {
    const { body } = await subscribe([], tenant).expect(201);
    return body.reservationChangeSubscriptionId as string;
  }

  /** Reservation and change type of each notification. */
  async function heard(id: string): Promise<[string, string][]> {
    const bodies = await toldTo(service, id);
    return bodies.map(({ reservationId, changeType }) => [reservationId as string, changeType as string]);
  }
  it('to all reservations gets those of the tenant; one without a tenant gets all', async () => {
    const [red, blue, all] = [await watch('red'), await watch('blue'), await watch()];
    const reserved = { red: await reserve('red'), blue: await reserve('blue'), nobody: await reserve() };
    await service.operation('cancel-reservation', { 'reservation-id': reserved.blue });
    const created = (id: string): [string, string] => [id, 'Reservation created'];
    expect(await heard(red)).toEqual([created(reserved.red)]);
    expect(await heard(blue)).toEqual([created(reserved.blue), [reserved.blue, 'Reservation terminated']]);
    expect(await heard(all)).toHaveLength(4);
  });

  // Regression: with each hundred reservations, the subscriptions of all tenants were read.
  it('is not read for reservations of others', async () => {
    const [red, blue, all] = [await watch('red'), await watch('blue'), await watch()];
    const changes = service.app.get(ReservationChangesRepository, { strict: false });
    const readFor = async (tenant?: string): Promise<string[]> => {
      const watchers = await changes.watchers(service.dataSource.manager, [
        { id: await reserve(tenant), tenant },
      ]);
      return watchers.map(({ id }) => id).filter((id) => [red, blue, all].includes(id));
    };
    expect(new Set(await readFor('red'))).toEqual(new Set([red, all]));
    expect(await readFor()).toEqual([all]);
  });

  it('names its tenant', async () => {
    const of = async (id: string) => (await service.http.get(`/subscriptions/${id}`).expect(200)).body;
    expect(await of(await watch('red'))).toMatchObject({ tenant: 'red' });
    expect(await of(await watch())).not.toHaveProperty('tenant');
    const body = { computeResourceTypeId: 'cpuCores' };
    const capacity = await ask('post', '/capacity/compute/subscribe', body, 'red').expect(201);
    expect(await of(capacity.body.capacityChangeSubscriptionId)).toMatchObject({ tenant: 'red' });
  });

  it('cannot watch a reservation of another, when it is made or changed', async () => {
    const [mine, other, nobodys] = [await reserve('red'), await reserve('blue'), await reserve()];
    const { body: made } = await subscribe([mine], 'red').expect(201);
    const path = `/subscriptions/${made.reservationChangeSubscriptionId}`;
    for (const id of [other, nobodys]) {
      expect((await subscribe([mine, id], 'red').expect(404)).body.code).toBe('unknown-reservation');
      await ask('patch', path, filterOf([id])).expect(404);
    }
    await subscribe([mine, other, nobodys]).expect(201);
  });

  it('is refused where the name is none', async () => {
    const { body } = await subscribe([], 'r d').expect(400);
    expect(body.detail).toContain('Headroom-Tenant');
  });
});
