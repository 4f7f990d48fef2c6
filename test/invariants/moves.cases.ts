import { Caller } from '../support/calls.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { worstInstant } from '../support/figures.js';
import { startService, type RunningService } from '../support/service.js';

const ZONES = ['east', 'west'];
const COUNT = 8;

describe('reservations that move between zones both ways at once', () => {
  const services: RunningService[] = [];
  let callers: Caller[];
  beforeAll(async () => {
    services.push(await startService());
    const [{ database, clock }] = services;
    services.push(await startService({ database, clock }));
    callers = services.map(({ baseUrl }) => new Caller(baseUrl));
  });
  afterAll(async () => {
    callers.forEach((caller) => caller.close());
    for (const service of services.reverse()) await service.stop();
  });

  it('are in exactly one of them, and nothing is lost or held twice', async () => {
    const [{ clock, database }] = services;
    for (const zone of ZONES)
      await services[0].provider({ cores: COUNT + 2, addresses: COUNT + 2 }, { zone });
    const ids = await Promise.all(
      Array.from({ length: COUNT }, async (_, index) => {
        const body = { zone: ZONES[index % 2], capacity: { cores: 1, addresses: 1 } };
        return (await callers[0].post('/create-reservation', body)).body['reservation-id'] as string;
      }),
    );
    const move = async (index: number): Promise<void> => {
      for (let turn = 1; turn <= 3; turn++) {
        const body = { 'reservation-id': ids[index], zone: ZONES[(index + turn) % 2] };
        const { status, body: answer } = await callers[(index + turn) % callers.length].post(
          '/update-reservation',
          body,
        );
        expect({ status, answer }).toMatchObject({ status: 200, answer: { result: 'ok' } });
      }
    };
    await Promise.all(ids.map((_, index) => move(index)));

    const zonesNow = await Promise.all(
      ids.map(async (id) => (await callers[0].get(`/reservations/${id}`)).body.zone as string),
    );
    expect(zonesNow).toEqual(ids.map((_, index) => ZONES[(index + 3) % 2]));
    for (const zone of ZONES) {
      const held = zonesNow.filter((each) => each === zone).length;
      for (const caller of callers) {
        const seen = await worstInstant(caller, zone, 'cpuCores', { start: clock.now(), end: Infinity });
        expect(seen).toEqual({ total: COUNT + 2, reserved: held, allocated: 0, available: COUNT + 2 - held });
      }
    }
    expect(await auditFindings(database.url)).toEqual([]);
    expect(await inconsistencies(database.url, clock.now())).toEqual([]);
  });

  it('are not in their own way when two requests move them to the same zone', async () => {
    const zones = ['north', 'south'];
    for (const zone of zones) await services[0].provider({ cores: 4 }, { zone });
    const made = await callers[0].post('/create-reservation', { zone: zones[0], capacity: { cores: 4 } });
    for (let turn = 1; turn <= 12; turn++) {
      const body = { 'reservation-id': made.body['reservation-id'] as string, zone: zones[turn % 2] };
      const moves = await Promise.all(callers.map((caller) => caller.post('/update-reservation', body)));
      expect(moves.map(({ body: answer }) => answer.result as string)).toEqual(['ok', 'ok']);
    }
  });

  it('are never reported as unknown or ended meanwhile', async () => {
    const [zone] = ZONES;
    const create = async (): Promise<string> => {
      const made = await callers[0].post('/create-reservation', { zone, capacity: { cores: 1 } });
      return made.body['reservation-id'] as string;
    };
    const ids = [await create(), await create()];
    const update = async (index: number, more: object): Promise<void> => {
      const body = { 'reservation-id': ids[index % 2], ...more };
      const { status, body: answer } = await callers[index % callers.length].post(
        '/update-reservation',
        body,
      );
      // 503: other requests have changed the reservation five times in a row.
      if (status !== 503) expect({ status, answer }).toMatchObject({ status: 200, answer: { result: 'ok' } });
    };
    for (let turn = 1; turn <= 12; turn++) {
      const moves = ids.map((_, index) => update(index, { zone: ZONES[turn % 2] }));
      const others = Array.from({ length: 8 }, (_, index) => update(index, { capacity: { cores: 1 } }));
      await Promise.all([...moves, ...others]);
    }
    const ends = ids.map(async (id, index) => {
      const cancel = callers[index].post('/cancel-reservation', { 'reservation-id': id });
      await Promise.all([update(index, { zone: ZONES[1] }).catch(() => undefined), cancel]);
      expect((await cancel).body).toMatchObject({ result: 'ok' });
    });
    await Promise.all(ends);
    expect(await auditFindings(services[0].database.url)).toEqual([]);
  });
});
