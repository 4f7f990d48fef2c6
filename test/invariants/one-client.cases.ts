import { Caller, wire } from '../support/calls.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { differences } from '../support/figures.js';
import { ZoneModel, type Amounts, type Window } from '../support/model.js';
import { Random } from '../support/random.js';
import { startService, type RunningService } from '../support/service.js';
import { runs } from '../support/runs.js';

const CAPACITY = { cores: 10, ram: 10, instances: 10 };
const HORIZON = 60;
const TURNS = runs(250);
const OFFERS = runs(150);

/** With a single client, every request has exactly one correct answer. */
describe('one client on one provider', () => {
  let service: RunningService;
  let caller: Caller;
  beforeAll(async () => {
    service = await startService();
    caller = new Caller(service.baseUrl);
  });
  afterAll(async () => {
    caller.close();
    await service.stop();
  });

  it.each([
    { seed: 11, time: 'stands still', unit: 1, pause: 0 },
    { seed: 12, time: 'stands still', unit: 1, pause: 0 },
    { seed: 13, time: 'goes by in seconds', unit: 1, pause: 2 },
    // Long enough for the service to drop the past several times.
    { seed: 14, time: 'goes by in minutes', unit: 60, pause: 120 },
  ])(
    'is refused when, and only when, it does not fit, while time $time (seed $seed)',
    async ({ seed, unit, pause }) => {
      const zone = `zone-${seed}`;
      const { provider } = await service.provider(CAPACITY, { zone });
      const random = new Random(seed);
      const model = new ZoneModel(service.clock.now());
      model.pools.push({ window: { start: model.now, end: Infinity }, amounts: CAPACITY });
      const outcomes = { ok: 0, conflict: 0 };

      const window = (): Window => {
        const start = model.now + unit * random.integer(-3, HORIZON);
        const end = random.chance(0.1) ? Infinity : start + unit * random.integer(1, 30);
        return end > model.now ? { start, end } : { start, end: model.now + 1 };
      };
      const amounts = (): Amounts => ({
        cores: random.integer(0, 6),
        ram: random.integer(0, 6),
        instances: random.integer(1, 4),
      });
      const decided = async (
        operation: string,
        body: object,
        fits: boolean,
      ): Promise<Record<string, any>> => {
        const answer = await caller.post(`/${operation}`, body);
        const expected = fits ? 'ok' : 'conflict';
        expect({ operation, ...body, result: answer.body.result }).toEqual({
          operation,
          ...body,
          result: expected,
        });
        outcomes[expected]++;
        return answer.body;
      };

      const create = async (): Promise<void> => {
        const asked = { window: window(), amounts: amounts() };
        const body = { zone, ...wire(asked.window), capacity: asked.amounts };
        const fits = model.fits(asked.amounts, asked.window);
        const answer = await decided('create-reservation', body, fits);
        if (fits) model.reservations.set(answer['reservation-id'], { ...asked, holds: true });
      };
      const update = async (): Promise<void> => {
        const [id, before] = random.pick([...model.reservations]);
        const after = { window: window(), amounts: amounts(), holds: true };
        // The check leaves out what the reservation itself holds.
        model.reservations.delete(id);
        const fits = model.fits(after.amounts, after.window);
        const body = { 'reservation-id': id, ...wire(after.window), capacity: after.amounts };
        await decided('update-reservation', body, fits);
        model.reservations.set(id, fits ? after : before);
      };
      const cancel = async (): Promise<void> => {
        const [id] = random.pick([...model.reservations]);
        await decided('cancel-reservation', { 'reservation-id': id }, true);
        model.reservations.delete(id);
      };
      const decrease = async (): Promise<void> => {
        const asked = {
          window: window(),
          amounts: { cores: random.integer(1, 3), ram: random.integer(1, 3) },
        };
        const fits = model.fits(asked.amounts, asked.window);
        await decided(
          'decrease-capacity',
          { source: provider, ...wire(asked.window), capacity: asked.amounts },
          fits,
        );
        if (!fits) return;
        const taken = Object.fromEntries(
          Object.entries(asked.amounts).map(([name, amount]) => [name, -amount]),
        );
        model.pools.push({ window: asked.window, amounts: taken });
      };

      const pass = (seconds: number): void => {
        service.clock.advance(seconds);
        model.now = service.clock.now();
        for (const [id, { window: held }] of model.reservations) {
          if (held.end <= model.now) model.reservations.delete(id);
        }
      };

      for (let turn = 0; turn < TURNS; turn++) {
        pass(random.integer(0, pause));
        const draw = random.integer(1, 100);
        if (draw <= 55 || model.reservations.size === 0) await create();
        else if (draw <= 75) await update();
        else if (draw <= 97) await cancel();
        else await decrease();
      }
      expect(outcomes.ok).toBeGreaterThan(TURNS / 5);
      expect(outcomes.conflict).toBeGreaterThan(TURNS / 5);
      expect(await differences(caller, zone, model, Object.keys(CAPACITY))).toEqual([]);
      expect(await auditFindings(service.database.url)).toEqual([]);
      expect(await inconsistencies(service.database.url, model.now)).toEqual([]);
    },
  );

  it('is offered what then succeeds', async () => {
    const zone = 'offers';
    await service.provider({ cores: 8, instances: 4 }, { zone });
    await service.provider({ cores: 5, instances: 5 }, { zone });
    const random = new Random(21);
    const now = service.clock.now();
    let accepted = 0;
    for (let turn = 0; turn < OFFERS; turn++) {
      const start = now + random.integer(0, HORIZON);
      const length = random.integer(5, 30);
      const capacity = { cores: random.integer(1, 9), instances: random.integer(0, 3) };
      const body = { zone, ...wire({ start, end: start + length }), capacity };
      const answer = (await caller.post('/create-reservation', body)).body;
      if (answer.result === 'ok') continue;
      expect(answer.result).toBe('conflict');
      const { maxCapacity, nextWindow } = answer.offer;
      const isSomething = Object.values<number>(maxCapacity).some((amount) => amount > 0);
      const offered =
        nextWindow && (random.chance(0.5) || !isSomething)
          ? { ...body, ...nextWindow }
          : isSomething
            ? { ...body, capacity: maxCapacity }
            : undefined;
      if (!offered) continue;
      const second = (await caller.post('/create-reservation', offered)).body;
      expect({ ...offered, result: second.result }).toEqual({ ...offered, result: 'ok' });
      accepted++;
      if (random.chance(0.6)) {
        const id = { 'reservation-id': second['reservation-id'] };
        expect((await caller.post('/cancel-reservation', id)).body.result).toBe('ok');
      }
    }
    expect(accepted).toBeGreaterThan(OFFERS / 8);
    expect(await auditFindings(service.database.url)).toEqual([]);
  });
});
