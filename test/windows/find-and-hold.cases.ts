import { availableCores, fromNow, hour, reservation, reserved } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

type Body = Record<string, any>;

const HOUR = 3600;
const DAY = { start: hour(8), end: hour(24) };

describe('POST /find-windows with hold', () => {
  const ask = async (
    zone: string,
    more: object = {},
    key?: string,
  ): Promise<{ status: number; body: Body }> => {
    const request = service.http.post('/find-windows');
    if (key !== undefined) request.set('Idempotency-Key', key);
    return request.send({ zone, capacity: { cores: 1 }, duration: HOUR, window: DAY, hold: 60, ...more });
  };

  async function zoneOfOne(): Promise<string> {
    const zone = newZone();
    await service.provider({ cores: 1 }, { zone });
    return zone;
  }

  it('F16 holds the first window in the same step', async () => {
    const zone = await zoneOfOne();
    await reserved(service, zone, [hour(8), hour(10)], { cores: 1 });
    const { status, body } = await ask(zone);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      windows: [{ zone, start: hour(10), latestStart: hour(23) }],
      held: { heldUntil: fromNow(service, 60) },
    });
    expect(await reservation(service, body.held.reservationId)).toMatchObject({
      state: 'held',
      start: hour(10),
      end: hour(11),
    });
    expect(await availableCores(service, zone, hour(10))).toBe(0);
  });

  it('F17 can be confirmed', async () => {
    const zone = await zoneOfOne();
    const { body } = await ask(zone);
    const id = body.held.reservationId as string;
    expect(await service.operation('confirm-reservation', { 'reservation-id': id })).toMatchObject({
      result: 'ok',
    });
    expect(await reservation(service, id)).toMatchObject({ state: 'initialized' });
  });

  it('F18 holds nothing where nothing is found', async () => {
    const zone = await zoneOfOne();
    const { status, body } = await ask(zone, { capacity: { cores: 2 } });
    expect([status, body]).toEqual([200, { windows: [], more: false }]);
  });

  it('F19 gives each of twenty at once a window of its own', async () => {
    const zone = await zoneOfOne();
    const answers = await Promise.all([...Array(20)].map(() => ask(zone, { limit: 1 })));
    const ids = answers.flatMap(({ body }) => (body.held ? [body.held.reservationId as string] : []));
    const starts = await Promise.all(ids.map(async (id) => (await reservation(service, id)).start as string));
    // Sixteen hours have room for sixteen reservations.
    expect(new Set(starts).size).toBe(16);
    expect(ids).toHaveLength(16);
  });

  it('F20 has its effect once under an Idempotency-Key', async () => {
    const zone = await zoneOfOne();
    const first = await ask(zone, {}, zone);
    expect((await ask(zone, {}, zone)).body).toEqual(first.body);
    expect((await service.http.get(`/reservations?zone=${zone}`)).body.items).toHaveLength(1);
  });

  it('F20 searches again under the same Idempotency-Key if it has held nothing', async () => {
    const zone = newZone();
    await service.provider({ ram: 512 }, { zone });
    expect((await ask(zone, {}, zone)).body).toEqual({ windows: [], more: false });
    await service.provider({ cores: 1 }, { zone });
    const { body } = await ask(zone, {}, zone);
    expect(body.held).toBeDefined();
    expect((await ask(zone, {}, zone)).body).toEqual(body);
  });

  it('F21 is refused for a hold that is longer than allowed', async () => {
    const zone = await zoneOfOne();
    const { status, body } = await ask(zone, { hold: 3601 });
    expect([status, body.code]).toEqual([400, 'policy-violated']);
    expect((await ask(zone, { hold: 0 })).status).toBe(400);
  });

  it('F22 holds in the zone that has the earliest window', async () => {
    const [busy, free] = [newZone(), newZone()];
    const cpu = { cpuArchitecture: `arch-${busy}` };
    for (const zone of [busy, free]) await service.provider({ cores: 1 }, { zone, traits: cpu });
    await reserved(service, busy, [hour(8), hour(10)], { cores: 1 });
    const { body } = await ask(busy, {
      zone: undefined,
      traits: cpu,
      window: { start: hour(8), end: hour(12) },
    });
    expect(body.windows).toMatchObject([
      { zone: free, start: hour(8) },
      { zone: busy, start: hour(10) },
    ]);
    expect(await reservation(service, body.held.reservationId)).toMatchObject({
      zone: free,
      start: hour(8),
    });
  });
});
