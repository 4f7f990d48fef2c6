import { AllocationService } from '../../src/allocation/allocation.service.js';
import { KEPT } from '../../src/allocation/fold/capacity-timelines.js';
import { Random } from '../support/random.js';
import { fromNow, reservation } from '../support/readings.js';
import { runs } from '../support/runs.js';
import { newZone, service } from '../support/shared-service.js';

type Body = Record<string, any>;

const ALL = { cores: 8, ram: 8192, instances: 8 };
const EVER = { start: 0, end: Infinity };
const REQUESTS = 20;

/** Every step of every timeline in this process's fold of the zone. */
function foldOf(zone: string): unknown {
  const loop = service.app
    .get(AllocationService)
    .activeLoops()
    .find(({ zoneId }) => zoneId === zone);
  const fold = loop?.lastSeen;
  if (!fold) throw new Error(`no fold of ${zone}`);
  const steps = [...fold.providerIds()].flatMap((id) =>
    KEPT.flatMap((kept) =>
      [...fold.provider(id).keptClasses(kept)].map((name) => [
        id,
        kept,
        name,
        [...(fold.provider(id).timeline(kept, name)?.steps(EVER) ?? [])],
      ]),
    ),
  );
  // The fold makes an empty timeline of a class at its first entry, and keeps it.
  return [fold.head, fold.changedAt, steps.filter(([, , , each]) => (each as unknown[]).length > 1)];
}

/** Random requests of every kind that can be a dry run, on the objects of earlier ones. */
class Requests {
  readonly reservations: string[] = [];

  /** @param elsewhere a zone that reservations move to, and come back from */
  constructor(
    private readonly random: Random,
    private readonly zone: string,
    private readonly elsewhere: string,
    private readonly providers: readonly string[],
  ) {}

  next(): [operation: string, body: Body] {
    const { random, zone, reservations } = this;
    const draw = random.integer(1, 100);
    const window = this.window();
    const id = reservations.length > 0 ? random.pick(reservations) : undefined;
    if (draw <= 35 || id === undefined) {
      return ['create-reservation', { zone, ...window, capacity: this.amounts(), ...this.beyond() }];
    }
    const reference = { 'reservation-id': id };
    if (draw <= 48) return ['update-reservation', { ...reference, ...window, capacity: this.amounts() }];
    if (draw <= 55)
      return ['update-reservation', { ...reference, zone: random.pick([zone, this.elsewhere]) }];
    if (draw <= 63) return ['cancel-reservation', reference];
    if (draw <= 80) {
      const flavor = random.chance(0.5) ? 'm1.tiny' : 'm1.small';
      const place = random.chance(0.6) ? reference : { 'provider-id': random.pick(this.providers) };
      return ['create-instance', { ...place, name: 'n', image: 'i', flavor }];
    }
    const change = { source: random.pick(this.providers), ...window, capacity: this.amounts() };
    if (draw <= 87) return ['increase-capacity', change];
    return ['decrease-capacity', { ...change, force: random.chance(0.7) }];
  }

  /** A hold of some seconds, `wait`, or neither. */
  private beyond(): Body {
    const draw = this.random.integer(1, 10);
    if (draw <= 2) return { hold: this.random.integer(1, 60) };
    return draw <= 5 ? { wait: true } : {};
  }

  private window(): Body {
    const start = this.random.integer(0, 8);
    const end = this.random.chance(0.2) ? undefined : start + this.random.integer(1, 6);
    const at = (hours: number) => fromNow(service, hours * 3600);
    return { start: start === 0 ? undefined : at(start), end: end === undefined ? undefined : at(end) };
  }

  private amounts(): Body {
    const { random } = this;
    return { cores: random.integer(1, 5), ram: 512 * random.integer(1, 5), instances: random.integer(1, 3) };
  }
}

/** The members that both answers share, without ids. */
function common({
  'dry-run': _mark,
  'reservation-id': _reservation,
  'instance-id': _instance,
  'pool-id': _pool,
  placement: _placement,
  'held-until': _heldUntil,
  displaced: _displaced,
  moved: _moved,
  'in-conflict': _conflict,
  'admitted-again': _again,
  admitted: _admitted,
  ...answer
}: Body): Body {
  return answer;
}

/** The real answer to an update doesn't say until when the reservation is held. */
async function expectHold(operation: string, dry: Body, id: string): Promise<void> {
  if (!['create-reservation', 'update-reservation'].includes(operation) || dry.result !== 'ok') return;
  expect(dry['held-until']).toBe((await reservation(service, id)).heldUntil);
}

async function expectEffects(dry: Body, real: Body): Promise<void> {
  for (const id of dry.admitted ?? []) expect((await reservation(service, id)).state).not.toBe('waiting');
  if (real['reservation-id']) {
    const { claims, zone } = await reservation(service, real['reservation-id'] as string);
    const placed = claims.map(({ providerId, capacity }: Body) => ({ 'provider-id': providerId, capacity }));
    expect(dry.placement).toEqual({ zone, claims: expect.arrayContaining(placed) });
    expect(dry.placement.claims).toHaveLength(placed.length);
  }
  if (real['pool-id']) {
    const displaced: string[] = real.displaced ?? [];
    expect([...dry.moved, ...dry['in-conflict']].sort()).toEqual([...displaced].sort());
    for (const [list, state] of [
      [dry.moved, false],
      [dry['admitted-again'], false],
      [dry['in-conflict'], true],
    ]) {
      for (const id of list) expect((await reservation(service, id)).state === 'conflict').toBe(state);
    }
  }
}

describe('a dry run, and then the real request', () => {
  it.each(Array.from({ length: runs(20) }, (_, index) => index + 1))(
    'W18 W19 are answered alike, and the dry run leaves the fold as it was: %d',
    async (seed) => {
      const zones = [newZone(), newZone()];
      const [zone, elsewhere] = zones;
      const providers: string[] = [];
      for (let count = 0; count < 2; count++)
        providers.push((await service.provider(ALL, { zone })).provider);
      await service.provider(ALL, { zone: elsewhere });
      const random = new Random(seed);
      const requests = new Requests(random, zone, elsewhere, providers);
      for (let count = 0; count < REQUESTS; count++) {
        const [operation, body] = requests.next();
        if (random.chance(0.2)) service.clock.advance(random.integer(1, 90));
        // The next request would store what is due by the clock, so this query does so before the comparison.
        for (const each of zones) await service.operation('query-capacity', { zone: each });
        const before = zones.map(foldOf);
        const dry = await service.operation(operation, { ...body, 'dry-run': true });
        expect(zones.map(foldOf)).toEqual(before);
        const real = await service.operation(operation, body);
        expect({ operation, body, answer: common(dry) }).toEqual({ operation, body, answer: common(real) });
        expect(dry['dry-run']).toBe(true);
        await expectHold(operation, dry, String(real['reservation-id'] ?? body['reservation-id']));
        if (real['reservation-id']) requests.reservations.push(real['reservation-id'] as string);
        await expectEffects(dry, real);
      }
    },
  );
});
