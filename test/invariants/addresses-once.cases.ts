import { Caller, wire } from '../support/calls.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import type { Window } from '../support/model.js';
import { Random } from '../support/random.js';
import { startService, type RunningService } from '../support/service.js';

/** Five usable addresses: two in each /30, without network and broadcast addresses, and the single /32. */
const RANGES = ['192.0.2.0/30', '192.0.2.8/30', '192.0.2.20/32'];
const USABLE = ['192.0.2.1', '192.0.2.10', '192.0.2.2', '192.0.2.20', '192.0.2.9'];
const HORIZON = 50;

interface Held {
  readonly id: string;
  readonly window: Window;
  readonly addresses: readonly string[];
}

describe('concrete addresses, wanted by many through three processes', () => {
  const zone = 'addresses';
  const services: RunningService[] = [];
  let callers: Caller[];
  let now: number;
  beforeAll(async () => {
    const environment = { PUBLIC_IP_RANGES: 'none' };
    services.push(await startService({ environment }));
    const [{ database, clock }] = services;
    while (services.length < 3) services.push(await startService({ database, clock, environment }));
    callers = services.map(({ baseUrl }) => new Caller(baseUrl));
    now = clock.now();
    const { provider } = await services[0].provider({ addresses: 1 }, { zone });
    const more = { source: provider, capacity: { addresses: 4 }, publicIps: RANGES };
    expect((await services[0].operation('increase-capacity', more)).result).toBe('ok');
  });
  afterEach(async () => {
    const [{ database }] = services;
    expect(await auditFindings(database.url)).toEqual([]);
    expect(await inconsistencies(database.url, now)).toEqual([]);
  });
  afterAll(async () => {
    callers.forEach((caller) => caller.close());
    for (const service of services.reverse()) await service.stop();
  });

  async function reserve(caller: Caller, window: Window, count: number): Promise<Held | undefined> {
    const { start, end } = wire(window);
    const body = {
      zoneId: zone,
      startTime: start,
      endTime: end,
      networkReservation: { numPublicIps: count },
    };
    const answer = await caller.post('/reservation/network/create', body);
    expect([201, 409]).toContain(answer.status);
    if (answer.status !== 201) return undefined;
    const { reservationId, publicIps } = answer.body.reservationData;
    expect(new Set(publicIps).size).toBe(count);
    return { id: reservationId, window, addresses: publicIps };
  }

  async function release(caller: Caller, { id }: Held): Promise<void> {
    expect((await caller.post('/cancel-reservation', { 'reservation-id': id })).body.result).toBe('ok');
  }

  it('are never held by two reservations at one instant', async () => {
    const held: Held[] = [];
    let refused = 0;
    const client = async (index: number): Promise<void> => {
      const random = new Random(index);
      for (let turn = 0; turn < 8; turn++) {
        const start = now + random.integer(0, HORIZON);
        const window = { start, end: start + random.integer(1, 20) };
        const got = await reserve(random.pick(callers), window, random.integer(1, 2));
        if (!got) refused++;
        else if (random.chance(0.4)) await release(random.pick(callers), got);
        else held.push(got);
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, index) => client(index)));
    expect(held.length).toBeGreaterThan(10);
    expect(refused).toBeGreaterThan(10);
    for (let second = now; second < now + HORIZON + 20; second++) {
      const inUse = held.filter(({ window }) => window.start <= second && second < window.end);
      const addresses = inUse.flatMap((one) => one.addresses);
      expect(new Set(addresses).size).toBe(addresses.length);
      for (const address of addresses) expect(USABLE).toContain(address);
    }
    await Promise.all(held.map((one, index) => release(callers[index % callers.length], one)));
  });

  it.each([1, 3])(
    'can all be had again once they have been given back, through %i of them',
    async (processes) => {
      const always = { start: now, end: Infinity };
      for (let round = 0; round < 6; round++) {
        const got = await Promise.all(
          USABLE.map((_, index) => reserve(callers[(index + round) % processes], always, 1)),
        );
        expect(got.flatMap((one) => one?.addresses ?? []).sort()).toEqual(USABLE);
        expect(await reserve(callers[round % processes], always, 1)).toBeUndefined();
        await Promise.all(
          got.map(async (one, index) => one && release(callers[(index + 2 * round) % processes], one)),
        );
      }
    },
  );

  it.each([1, 3])(
    'go to a running reservation as soon as others give them back, through %i',
    async (processes) => {
      const [{ clock }] = services;
      const window = { start: clock.now(), end: clock.now() + 1_000 };
      const early = await reserve(callers[0], window, 4);
      clock.advance(5);
      const running = await reserve(callers[1 % processes], window, 1);
      clock.advance(5);
      now = clock.now();
      if (!early || !running) throw new Error('not reserved');
      await release(callers[2 % processes], early);
      const update = { 'reservation-id': running.id, capacity: { addresses: 3 } };
      const answer = await callers[2 % processes].post('/update-reservation', update);
      expect(answer.body).toMatchObject({ result: 'ok' });
      const { body } = await callers[0].get(`/reservations/${running.id}`);
      expect(body.publicIps).toEqual([...running.addresses, ...early.addresses.slice(0, 2)]);
      await release(callers[0], running);
    },
  );

  it('stay the same while a reservation changes, and go to others when it shrinks', async () => {
    const window = { start: now, end: now + 10 };
    const first = await reserve(callers[0], window, 2);
    const second = await reserve(callers[1], window, 3);
    expect(await reserve(callers[2], window, 1)).toBeUndefined();
    const update = {
      'reservation-id': first?.id,
      capacity: { addresses: 1 },
      end: wire({ start: now, end: now + 20 }).end,
    };
    expect((await callers[1].post('/update-reservation', update)).body.result).toBe('ok');
    const { body } = await callers[2].get(`/reservations/${first?.id}`);
    expect(body.publicIps).toEqual(first?.addresses.slice(0, 1));
    const third = await reserve(callers[0], window, 1);
    expect(third?.addresses).toEqual(first?.addresses.slice(1));
    for (const one of [first, second, third]) if (one) await release(callers[0], one);
  });
});
