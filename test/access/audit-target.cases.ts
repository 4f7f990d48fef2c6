import { bearer, startGuarded, type GuardedService } from './guarded-service.js';

type Method = 'post' | 'patch' | 'delete';

const SERVER = { name: 'n', image: 'i', flavor: 'm1.tiny' };

describe('the target in the audit log', () => {
  let service: GuardedService;
  let operator: string;
  let notifier: string;

  beforeAll(async () => {
    service = await startGuarded({ environment: { CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8' } });
    ({ key: operator } = await service.makeKey({ role: 'operator' }));
    ({ key: notifier } = await service.makeKey({ role: 'machine', scopes: ['notify'] }));
    const login = { 'provider-type': 'simulated', username: 'u', password: 'p', zone: 'z' };
    const added = await send('post', '/add-provider', { ...login, endpoint: 'http://audit.example' });
    const capacity = { cores: 8, ram: 100_000, instances: 8 };
    await send('post', '/increase-capacity', { source: added['provider-id'], capacity });
  });
  afterAll(() => service.stop());

  const send = async (method: Method, path: string, body: object = {}, key = operator) => {
    const answer = await service.http[method](path).set(bearer(key)).send(body);
    expect(answer.status).toBeLessThan(300);
    expect(answer.body.result ?? 'ok').toBe('ok');
    return answer.body as Record<string, string>;
  };

  const reserved = async () => {
    const capacity = { cores: 1, ram: 512, instances: 1 };
    return (await send('post', '/create-reservation', { zone: 'z', capacity }))['reservation-id'];
  };

  /** The operations that the log has of an id, the newest first. */
  const done = async (target: string): Promise<string[]> => {
    const query = { order: 'desc', limit: 100, target };
    const { body } = await service.http.get('/audit').query(query).set(bearer(service.admin));
    return body.items.map(({ operation }: { operation: string }) => operation);
  };

  it('is what was changed, whatever else the body names', async () => {
    const [id, decoy] = [await reserved(), await reserved()];
    const others = { 'instance-id': decoy, 'pool-id': decoy, providerId: decoy };
    await send('post', '/update-reservation', { ...others, 'reservation-id': id, name: 'n' });
    await send('post', '/cancel-reservation', { ...others, 'reservation-id': id });
    expect((await done(id)).slice(0, 2)).toEqual(['POST /cancel-reservation', 'POST /update-reservation']);
    expect(await done(decoy)).toEqual(['POST /create-reservation']);
  });

  it('is the reservation that a search for windows holds', async () => {
    const search = { zone: 'z', capacity: { cores: 1 }, duration: 60, hold: 60 };
    const { held } = (await send('post', '/find-windows', search)) as unknown as {
      held: { reservationId: string };
    };
    expect(await done(held.reservationId)).toEqual(['POST /find-windows']);
  });

  it('is the bare id, however the request spells it', async () => {
    const id = await reserved();
    await send('post', '/update-reservation', { 'reservation-id': id.toUpperCase(), name: 'n' });
    await send('post', '/cancel-reservation', { 'reservation-id': `ResourceReservation:${id}` });
    const { 'instance-id': instance } = await send('post', '/create-instance', SERVER);
    await send('post', '/destroy-instance', { 'instance-id': `ResourceAllocation:${instance}` });
    expect((await done(id)).slice(0, 2)).toEqual(['POST /cancel-reservation', 'POST /update-reservation']);
    expect((await done(instance)).at(0)).toBe('POST /destroy-instance');
  });

  it('is what the path names, also if the answer names something else first', async () => {
    const drawn = { ...SERVER, 'reservation-id': await reserved() };
    const { 'instance-id': id } = await send('post', '/create-instance', drawn);
    await send('patch', `/instances/${id.toUpperCase()}`, { name: 'other' });
    expect((await done(id)).at(0)).toBe('PATCH /instances/:id');
  });

  it('is a series, if the request names that', async () => {
    const series = {
      start: '2036-01-01T00:00:00Z',
      end: '2036-01-01T01:00:00Z',
      repeat: 'FREQ=DAILY;COUNT=2',
    };
    const made = await send('post', '/create-reservation', { zone: 'z', capacity: { cores: 1 }, ...series });
    await send('post', '/cancel-reservation', { 'series-id': made['series-id'] });
    expect(await done(made['series-id'])).toEqual(['POST /cancel-reservation', 'POST /create-reservation']);
    const { reservationData } = (await send('post', '/reservation/compute/create', {
      zoneId: 'z',
      computePoolReservation: { numCpuCores: 1 },
      startTime: series.start,
      endTime: series.end,
      repeat: series.repeat,
    })) as unknown as { reservationData: { seriesId: string; reservationId: string } };
    expect(await done(reservationData.seriesId)).toEqual(['POST /reservation/compute/create']);
    const { reservationId } = reservationData;
    await send('post', '/reservation/compute/update', { reservationId, endTime: '2036-01-01T00:30:00Z' });
    expect(await done(reservationId)).toEqual(['POST /reservation/compute/update']);
  });

  it('is cut between two characters, so that a notification with a long id is accepted', async () => {
    const start = 'a'.repeat(1023);
    await send('post', '/capacity/compute/notification', { reservationId: `${start}\u{1F600}` }, notifier);
    expect(await done(start)).toEqual(['POST /capacity/compute/notification']);
  });
});
