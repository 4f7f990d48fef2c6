import { startReceiver, type Receiver } from '../notifications/receiver.js';
import { newSubscriber, notification, startTelling, tell } from '../notifications/telling.js';
import { eventually } from '../support/eventually.js';
import { wholeList } from '../support/pages.js';
import type { RunningService } from '../support/service.js';

describe('others', () => {
  let service: RunningService;
  let receiver: Receiver;

  beforeAll(async () => {
    service = await startTelling();
    receiver = await startReceiver();
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const listed = async (path: string, member: string): Promise<unknown[]> =>
    (await wholeList(service, path)).items.map((item) => item[member]);

  it('GET /providers is filtered by zone, tenant, state and kind', async () => {
    const add = async (zone: string, tenant: object): Promise<string> =>
      (await service.provider({ cores: 1 }, { zone, tenant })).provider;
    const one = await add('north', { id: 'p1', name: 'blue' });
    const two = await add('north', { id: 'p2', name: 'red' });
    const three = await add('south', { name: 'blue' });
    const found = (query: string) => listed(`/providers?${query}`, 'providerId');
    expect(await found('zone=north')).toEqual([one, two]);
    expect(await found('zone=north&order=desc&limit=1')).toEqual([two, one]);
    expect(await found('tenant=blue')).toEqual([one, three]);
    expect(await found('tenant=p2')).toEqual([two]);
    expect(await found('tenant=blue&zone=south&state=active&kind=simulated')).toEqual([three]);
    expect(await found('state=error')).toEqual([]);
    expect(await found('kind=openstack')).toEqual([]);
  });

  it('GET /zones comes in either order of the names', async () => {
    const names = (await listed('/zones', 'zone')) as string[];
    expect(names).toEqual(expect.arrayContaining(['north', 'south']));
    expect(await listed('/zones?order=desc&limit=1', 'zone')).toEqual([...names].reverse());
  });

  it('GET /subscriptions is filtered by zone, tenant, kind and state', async () => {
    await service.provider({ cores: 1 }, { zone: 'north' });
    const subscribe = async (path: string, body: object): Promise<string> => {
      const asked = service.http
        .post(path)
        .set('Headroom-Tenant', path.startsWith('/reservation') ? 'red' : 'blue');
      const made = (await asked.send(body).expect(201)).body;
      return (made.capacityChangeSubscriptionId ?? made.reservationChangeSubscriptionId) as string;
    };
    const compute = { computeResourceTypeId: 'cpuCores' };
    const inNorth = await subscribe('/capacity/compute/subscribe', { ...compute, zoneId: 'north' });
    const everywhere = await subscribe('/capacity/compute/subscribe', compute);
    const reservations = await subscribe('/reservation/subscribe', { inputFilter: [] });
    const found = (query: string) => listed(`/subscriptions?${query}`, 'subscriptionId');
    expect(await found('zone=north')).toEqual([inNorth]);
    expect(await found('kind=compute')).toEqual([inNorth, everywhere]);
    expect(await found('kind=reservation')).toEqual([reservations]);
    expect(await found('tenant=red')).toEqual([reservations]);
    expect(await found('tenant=blue&zone=north')).toEqual([inNorth]);
    expect(await found('zone=north&kind=network')).toEqual([]);
    await service.dataSource.query(
      `update subscriptions set disabled_at = now(), disabled_reason = 'gone' where id = $1`,
      [everywhere],
    );
    expect(await found('state=disabled')).toEqual([everywhere]);
    expect(await found('state=active&order=desc')).toEqual([reservations, inNorth]);
    for (const id of [inNorth, everywhere, reservations]) await service.http.delete(`/subscriptions/${id}`);
  });

  it('GET /deliveries is of all subscriptions, or of one, filtered by state and by creation', async () => {
    const [to, other] = [await newSubscriber(service, receiver.url), await newSubscriber(service)];
    const early = [notification(to), notification(other)];
    await tell(service, ...early);
    await eventually(async () =>
      expect(await listed('/deliveries?state=delivered', 'deliveryId')).toEqual([early[0].id]),
    );
    service.clock.advance(3_600);
    const since = new Date(service.clock.now() * 1000).toISOString();
    const late = [notification(other), notification(to)];
    await tell(service, ...late);
    const found = (query: string) => listed(`/deliveries?${query}`, 'deliveryId');
    const all = [...early, ...late].map(({ id }) => id).sort();
    expect(await found('limit=3')).toEqual(all);
    expect(await found('order=desc&limit=1')).toEqual([...all].reverse());
    expect(await found('state=kept')).toEqual([early[1].id, late[0].id]);
    expect(await found(`subscription=${to.id}`)).toEqual([early[0].id, late[1].id]);
    expect(await found(`subscription=${to.id.toUpperCase()}&order=desc&limit=1`)).toEqual([
      late[1].id,
      early[0].id,
    ]);
    expect(await found(`from=${since}`)).toEqual(late.map(({ id }) => id).sort());
    expect(await found(`to=${since}&state=kept`)).toEqual([early[1].id]);
    expect(await found('tenant=nobody')).toEqual([]);
    expect(await found(`tenant=nobody&subscription=${to.id}`)).toEqual([]);
    expect(await listed(`/subscriptions/${other.id}/deliveries?order=desc`, 'deliveryId')).toEqual([
      late[0].id,
      early[1].id,
    ]);
  });

  it('GET /deliveries is filtered by the tenant of the subscription', async () => {
    const made = await service.http
      .post('/reservation/subscribe')
      .set('Headroom-Tenant', 'green')
      .send({ inputFilter: [] })
      .expect(201);
    const green = { id: made.body.reservationChangeSubscriptionId as string, secret: '' };
    const own = [notification(green), notification(green)];
    await tell(service, own[0], notification(await newSubscriber(service)), own[1]);
    const ids = own.map(({ id }) => id).sort();
    expect(await listed('/deliveries?tenant=green&limit=1', 'deliveryId')).toEqual(ids);
    const more = `subscription=${green.id}&state=kept&order=desc`;
    expect((await listed(`/deliveries?tenant=green&${more}`, 'deliveryId')).sort()).toEqual(ids);
    expect(await listed('/deliveries?tenant=green&state=dead', 'deliveryId')).toEqual([]);
  });

  it('GET /notifications is filtered by kind and by arrival', async () => {
    for (const path of ['compute', 'network', 'compute']) {
      await service.http.post(`/capacity/${path}/notification`).send({ path }).expect(204);
    }
    expect(await listed('/notifications?kind=network', 'notification')).toEqual([{ path: 'network' }]);
    expect(await listed('/notifications?kind=compute&limit=1', 'kind')).toEqual(['compute', 'compute']);
    expect(await listed('/notifications?order=desc&limit=2', 'kind')).toEqual([
      'compute',
      'network',
      'compute',
    ]);
    service.clock.advance(3_600);
    const since = new Date(service.clock.now() * 1000).toISOString();
    await service.http.post('/capacity/compute/notification').send({ path: 'late' }).expect(204);
    expect(await listed(`/notifications?from=${since}`, 'notification')).toEqual([{ path: 'late' }]);
    expect(await listed(`/notifications?to=${since}&kind=compute&limit=1`, 'kind')).toHaveLength(2);
    const { body } = await service.http.get(`/notifications?from=${since}&to=${since}`).expect(400);
    expect(body.errors).toMatchObject([{ pointer: '/to' }]);
  });
});
