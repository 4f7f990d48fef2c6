import { alone, fromNow, hour, reserve } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';
import type { RunningService } from '../support/service.js';

const HOUR = 3600;
const DAY = [hour(8), hour(9)] as const;

describe('an offer is never beyond the largest amount of a request', () => {
  const large = async () => {
    const zone = newZone();
    const most = { cores: 32_767, instances: 32_767 };
    const { provider } = await service.provider({ ...most, ram: 1000 }, { zone });
    await service.operation('increase-capacity', { source: provider, capacity: most });
    return { zone, provider };
  };

  it('that of a reservation', async () => {
    const { zone } = await large();
    const refused = await reserve(service, zone, DAY, { cores: 1, ram: 1001, instances: 1 });
    const { maxCapacity } = refused.offer;
    expect(maxCapacity).toEqual({ cores: 32_767, ram: 1000, instances: 32_767 });
    expect(await reserve(service, zone, DAY, maxCapacity)).toMatchObject({ result: 'ok' });
  });

  it('that of an update', async () => {
    const { zone } = await large();
    const made = await reserve(service, zone, DAY, { cores: 1, ram: 1000 });
    const update = (capacity: object) =>
      service.operation('update-reservation', { 'reservation-id': made['reservation-id'], capacity });
    const { offer } = await update({ ram: 1001 });
    expect(offer.maxCapacity).toEqual({ cores: 32_767, ram: 1000 });
    expect(await update(offer.maxCapacity)).toMatchObject({ result: 'ok' });
  });

  it.each([false, true])('that of a decrease, with force: %p', async (force) => {
    const { provider } = await large();
    const decrease = (capacity: object) =>
      service.operation('decrease-capacity', { source: provider, capacity, force });
    const { offer } = await decrease({ cores: 1, ram: 1001 });
    expect(offer.maxCapacity).toEqual({ cores: 32_767, ram: 1000 });
    expect(await decrease(offer.maxCapacity)).toMatchObject({ result: 'ok' });
  });

  it('that of a custom class', () =>
    alone(
      async (own) => {
        const { provider } = await own.provider({ gpus: 8, ram: 1000 });
        await own.operation('increase-capacity', { source: provider, capacity: { gpus: 8 } });
        const refused = await reserve(own, 'z1', DAY, { gpus: 1, ram: 1001 });
        expect(refused.offer.maxCapacity).toEqual({ gpus: 8, ram: 1000 });
      },
      { environment: { CUSTOM_CLASSES: 'gpus:8' } },
    ));
});

describe('an offer is within the limits of the operator', () => {
  const ask = async (own: RunningService, tenant: string, body: object) =>
    (await own.http.post('/create-reservation').set('Headroom-Tenant', tenant).send(body)).body as Record<
      string,
      any
    >;
  const window = (own: RunningService, start: number, end: number) => ({
    start: fromNow(own, start * HOUR),
    end: fromNow(own, end * HOUR),
  });

  it('names the amounts that the tenant may still hold in the window, in the zone and in all zones', () =>
    alone(
      async (own) => {
        await own.provider({ cores: 20, ram: 1000, instances: 20 });
        await own.provider({ instances: 20 }, { zone: 'z2' });
        const held = { ...window(own, 1, 3), capacity: { cores: 3 } };
        expect(await ask(own, 'red', { zone: 'z1', ...held })).toMatchObject({ result: 'ok' });
        const there = { zone: 'z2', ...window(own, 1, 3), capacity: { instances: 2 } };
        expect(await ask(own, 'red', there)).toMatchObject({ result: 'ok' });
        const short = { zone: 'z1', ...window(own, 2, 4), capacity: { cores: 1, ram: 1001, instances: 1 } };
        const { offer } = await ask(own, 'red', short);
        expect(offer.maxCapacity).toEqual({ cores: 5, ram: 1000, instances: 4 });
        const offered = { ...short, capacity: offer.maxCapacity, 'dry-run': true };
        expect(await ask(own, 'red', offered)).toMatchObject({ result: 'ok' });
        expect((await ask(own, 'free', short)).offer.maxCapacity).toEqual({
          cores: 17,
          ram: 1000,
          instances: 20,
        });
      },
      {
        environment: {
          TENANT_LIMITS: 'cores:8,free/cores:100',
          TENANT_LIMITS_ALL_ZONES: 'red/instances:6',
        },
      },
    ));

  it('names no later window in which the tenant may not hold as much', () =>
    alone(
      async (own) => {
        await own.provider({ cores: 20 });
        const taken = { zone: 'z1', ...window(own, 1, 2), capacity: { cores: 16 } };
        expect(await ask(own, 'blue', taken)).toMatchObject({ result: 'ok' });
        const own8 = { zone: 'z1', ...window(own, 2, 3), capacity: { cores: 8 } };
        expect(await ask(own, 'red', own8)).toMatchObject({ result: 'ok' });
        const short = { zone: 'z1', ...window(own, 1, 2), capacity: { cores: 5 } };
        expect((await ask(own, 'red', short)).offer).toEqual({ maxCapacity: { cores: 4 } });
        expect((await ask(own, 'green', short)).offer.nextWindow).toEqual(window(own, 2, 3));
      },
      { environment: { TENANT_LIMITS: 'red/cores:8' } },
    ));

  it.each(['MAX_START_AHEAD_SECONDS', 'MAX_END_AHEAD_SECONDS'])('names no window beyond %s', (setting) =>
    alone(
      async (own) => {
        await own.provider({ cores: 4 });
        const take = (start: number, end: number) =>
          reserve(own, 'z1', [fromNow(own, start * HOUR), fromNow(own, end * HOUR)], { cores: 4 });
        expect(await take(0, 1)).toMatchObject({ result: 'ok' });
        expect((await take(0, 1)).offer).toEqual({
          maxCapacity: { cores: 0 },
          nextWindow: window(own, 1, 2),
        });
        expect(await take(1, 3)).toMatchObject({ result: 'ok' });
        expect((await take(1, 2)).offer).toEqual({ maxCapacity: { cores: 0 } });
      },
      { environment: { [setting]: String(2.5 * HOUR + (setting.includes('END') ? HOUR : 0)) } },
    ),
  );
});

it('an offer of a later window is not made to a request whose expiry time lies before it', async () => {
  const zone = newZone();
  await service.provider({ cores: 4 }, { zone });
  await reserve(service, zone, [hour(1), hour(4)], { cores: 4 });
  const ask = (more: object) =>
    service.http.post('/reservation/compute/create').send({
      zoneId: zone,
      computePoolReservation: { numCpuCores: 1 },
      startTime: hour(3),
      endTime: hour(6),
      ...more,
    });
  const nextWindow = { start: hour(4), end: hour(7) };
  const nextOf = async (more: object) => (await ask(more).expect(409)).body.offer.nextWindow as object;
  expect(await nextOf({})).toEqual(nextWindow);
  expect(await nextOf({ expiryTime: hour(5) })).toEqual(nextWindow);
  expect(await nextOf({ expiryTime: hour(4) })).toBeUndefined();
});
