import { threshold } from '../notifications/told.js';
import { startService, type RunningService } from '../support/service.js';

describe('PATCH /subscriptions/{id}', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 10 });
  });
  afterAll(() => service.stop());

  const change = (id: string, body: object) => service.http.patch(`/subscriptions/${id}`).send(body);
  const read = async (id: string) => (await service.http.get(`/subscriptions/${id}`).expect(200)).body;
  const subscribe = async (path: string, body: object) =>
    (await service.http.post(path).send(body).expect(201)).body as Record<string, string>;
  const capacity = async (more: object = {}) => {
    const body = { zoneId: 'z1', computeResourceTypeId: 'cpuCores', ...more };
    return (await subscribe('/capacity/compute/subscribe', body)).capacityChangeSubscriptionId;
  };
  const reservations = async (ids: readonly string[] = []) => {
    const inputFilter = ids.map((reservationId) => ({ reservationId }));
    return (await subscribe('/reservation/subscribe', { inputFilter })).reservationChangeSubscriptionId;
  };
  const reservation = async () => {
    const made = await service.operation('create-reservation', { zone: 'z1', capacity: { cores: '1' } });
    return made['reservation-id'] as string;
  };

  it('changes what is named and leaves the rest', async () => {
    const low = threshold('available', 'lt', 5);
    const id = await capacity({ threshold: low, callbackUri: 'https://one.example/a' });
    const before = await read(id);
    const { body } = await change(id, { callbackUri: 'https://two.example/b' }).expect(200);
    expect(body).toEqual({ ...before, callbackUri: 'https://two.example/b' });
    const high = threshold('reserved', 'ge', 12.5, 'percentageOfTotal');
    expect((await change(id, { threshold: high }).expect(200)).body).toEqual({ ...body, threshold: high });
    expect(await read(id)).toEqual({ ...body, threshold: high });
    expect((await change(id, {}).expect(200)).body).toEqual({ ...body, threshold: high });
  });

  it('removes an address and a threshold with null', async () => {
    const id = await capacity({ threshold: threshold('total', 'eq', 1), callbackUri: 'https://one.example' });
    const { body } = await change(id, { callbackUri: null, threshold: null }).expect(200);
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['callbackUri', 'threshold']));
    expect(await read(id)).toEqual(body);
  });

  it('changes which reservations are watched, as a subscribe says them', async () => {
    const [a, b] = [await reservation(), await reservation()];
    const id = await reservations();
    const filter = [a, `ResourceReservation:${b}`, a].map((reservationId) => ({ reservationId }));
    const { body } = await change(id, { inputFilter: filter }).expect(200);
    expect(body.inputFilter).toEqual([{ reservationId: a }, { reservationId: b }]);
    expect((await change(id, { inputFilter: [] }).expect(200)).body.inputFilter).toEqual([]);
  });

  // Regression: a filter could not be sent as it was read, once a reservation in it had ended.
  it('keeps what it watches already, also if that has ended', async () => {
    const [a, b, ended] = [await reservation(), await reservation(), await reservation()];
    const id = await reservations([a]);
    for (const one of [a, ended]) await service.operation('cancel-reservation', { 'reservation-id': one });
    const { inputFilter } = await read(id);
    expect((await change(id, { inputFilter }).expect(200)).body.inputFilter).toEqual(inputFilter);
    const more = (reservationId: string) => ({ inputFilter: [...inputFilter, { reservationId }] });
    expect((await change(id, more(b)).expect(200)).body.inputFilter).toEqual(more(b).inputFilter);
    const { body } = await change(id, more(ended)).expect(404);
    expect(body.errors).toMatchObject([{ pointer: '/inputFilter/1/reservationId' }]);
  });

  it('keeps the id, the secret and when it was made', async () => {
    const { reservationChangeSubscriptionId: id } = await subscribe('/reservation/subscribe', {
      inputFilter: [],
    });
    const stored = () =>
      service.dataSource.query('select sealed_secret, created_at, since from subscriptions where id = $1', [
        id,
      ]);
    const before = await stored();
    service.clock.advance(60);
    const { body } = await change(id, { callbackUri: 'https://one.example' }).expect(200);
    expect(body).not.toHaveProperty('secret');
    expect(await stored()).toEqual(before);
  });

  it('accepts the watched resource as it was read', async () => {
    const id = await capacity();
    const { zoneId, computeResourceTypeId, threshold } = await read(id);
    const watched = { zoneId, computeResourceTypeId, threshold };
    const { body } = await change(id, { ...watched, callbackUri: 'https://one.example' }).expect(200);
    expect(body.callbackUri).toBe('https://one.example');
  });

  it.each([
    [{ callbackUri: 'ftp://one.example' }, '/callbackUri'],
    [{ callbackUri: 'http://127.0.0.1/x' }, '/callbackUri'],
    [{ callbackUri: 5 }, '/callbackUri'],
    [{ threshold: 5 }, '/threshold'],
    [{ threshold: threshold('free', 'lt', 5) }, '/threshold/threshold/capacity_info'],
    [{ threshold: threshold('available', 'lt', -1, 'percentageOfTotal') }, '/threshold/threshold/value'],
    [{ threshold: threshold('available', 'lt', 101, 'percentageOfTotal') }, '/threshold/threshold/value'],
    [{ inputFilter: [] }, '/inputFilter'],
    [{ zoneId: 'z2' }, '/zoneId'],
    [{ computeResourceTypeId: 'vcInstances' }, '/computeResourceTypeId'],
    [{ storageResourceTypeId: 'volumes' }, '/storageResourceTypeId'],
  ])('400 of one to capacity, and nothing changed: %j', async (body, pointer) => {
    const id = await capacity({ threshold: threshold('available', 'lt', 5) });
    const before = await read(id);
    const both = { callbackUri: 'https://other.example', ...body };
    const refused = (await change(id, both).expect(400)).body;
    expect(refused).toMatchObject({ code: 'invalid-request', errors: [{ pointer }] });
    expect(await read(id)).toEqual(before);
  });

  it.each([
    [{ threshold: threshold('available', 'lt', 5) }, '/threshold'],
    [{ threshold: null }, '/threshold'],
    [{ inputFilter: null }, '/inputFilter'],
    [{ inputFilter: [{}] }, '/inputFilter/0/reservationId'],
    [{ zoneId: 'z1' }, '/zoneId'],
  ])('400 of one to reservations: %j', async (body, pointer) => {
    const refused = (await change(await reservations(), body).expect(400)).body;
    expect(refused).toMatchObject({ code: 'invalid-request', errors: [{ pointer }] });
  });

  it('404: neither it nor a reservation it is to watch may be unknown', async () => {
    const unknown = '0190d3a5-7e07-7b5c-9c1e-2f5a3b1c0000';
    for (const id of ['x', unknown]) {
      expect((await change(id, {}).expect(404)).body).toMatchObject({ code: 'unknown-subscription' });
    }
    const inputFilter = [{ reservationId: unknown }];
    const { body } = await change(await reservations(), { inputFilter }).expect(404);
    expect(body).toMatchObject({
      code: 'unknown-reservation',
      errors: [{ pointer: '/inputFilter/0/reservationId' }],
    });
  });

  it('applies changes of different members that come in the same moment', async () => {
    const id = await capacity();
    const low = threshold('available', 'lt', 5);
    const callbackUri = 'https://one.example';
    await Promise.all([change(id, { threshold: low }), change(id, { callbackUri })]);
    expect(await read(id)).toMatchObject({ threshold: low, callbackUri });
  });
});
