import fc from 'fast-check';
import { formatInstant } from '../../src/kernel/time-window.js';
import { runs } from '../support/runs.js';
import { alone, availableCores } from '../support/readings.js';
import type { RunningService } from '../support/service.js';

const CORES = 8;

interface Act {
  readonly kind: 'create' | 'cancel' | 'shrink' | 'increase' | 'advance';
  readonly start: number;
  readonly length: number;
  readonly cores: number;
  readonly wait: boolean;
  readonly which: number;
}

const ACT: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(
    'create',
    'create',
    'create',
    'create',
    'cancel',
    'cancel',
    'shrink',
    'increase',
    'advance',
  ),
  start: fc.nat(20),
  length: fc.integer({ min: 1, max: 30 }),
  cores: fc.integer({ min: 1, max: CORES }),
  wait: fc.boolean(),
  which: fc.nat(1000),
});

interface Known {
  readonly id: string;
  start: number;
  readonly end: number;
  cores: number;
  isWaiting: boolean;
  isEnded: boolean;
}

/** The rules in plain loops over seconds. */
class Model {
  readonly all: Known[] = [];
  total = CORES;

  constructor(public now: number) {}

  fits({ start, end, cores }: { start: number; end: number; cores: number }, without?: Known): boolean {
    for (let at = Math.max(start, this.now); at < end; at++) {
      const held = this.all
        .filter((other) => other !== without && !other.isWaiting && !other.isEnded)
        .filter((other) => other.start <= at && at < other.end)
        .reduce((sum, other) => sum + other.cores, 0);
      if (held + cores > this.total) return false;
    }
    return true;
  }

  /** The oldest first, each if it fits at that moment. */
  tryWaiting(): void {
    for (const known of this.all.filter(({ isWaiting, isEnded }) => isWaiting && !isEnded)) {
      if (known.end <= this.now || !this.fits(known)) continue;
      known.isWaiting = false;
      known.start = Math.max(known.start, this.now);
    }
  }

  stateOf({ isWaiting, isEnded, start, end }: Known): string {
    if (isEnded) return 'terminated';
    if (end <= this.now) return 'expired';
    if (isWaiting) return 'waiting';
    return start <= this.now ? 'active' : 'initialized';
  }
}

interface Place {
  readonly zone: string;
  readonly provider: string;
}

async function carryOut(
  service: RunningService,
  model: Model,
  act: Act,
  { zone, provider }: Place,
): Promise<void> {
  const { kind, cores } = act;
  const live = model.all.filter((known) => !known.isEnded && known.end > model.now);
  const chosen = live.at(act.which % Math.max(live.length, 1));
  if (kind === 'advance') {
    service.clock.advance(act.length);
    // A list alone would show it a second later.
    await availableCores(service, zone);
    model.now += act.length;
    model.tryWaiting();
  } else if (kind === 'create') {
    const [start, end] = [model.now + act.start, model.now + act.start + act.length];
    const answer = await service.operation('create-reservation', {
      zone,
      start: formatInstant(start),
      end: formatInstant(end),
      capacity: { cores },
      wait: act.wait,
    });
    const isFitting = model.fits({ start, end, cores });
    expect([answer.result, answer.state]).toEqual([
      isFitting || act.wait ? 'ok' : 'conflict',
      isFitting || !act.wait ? undefined : 'waiting',
    ]);
    if (answer.result !== 'ok') return;
    const id = answer['reservation-id'] as string;
    model.all.push({ id, start, end, cores, isWaiting: !isFitting, isEnded: false });
  } else if (kind === 'increase') {
    await service.operation('increase-capacity', { source: provider, capacity: { cores: 1 } });
    model.total += 1;
    model.tryWaiting();
  } else if (chosen && kind === 'cancel') {
    await service.operation('cancel-reservation', { 'reservation-id': chosen.id });
    chosen.isEnded = true;
    model.tryWaiting();
  } else if (chosen && kind === 'shrink' && chosen.cores > 1) {
    const update = { 'reservation-id': chosen.id, capacity: { cores: chosen.cores - 1 } };
    expect(await service.operation('update-reservation', update)).toMatchObject({ result: 'ok' });
    chosen.cores -= 1;
    // A waiting one is tried by its own update, out of turn.
    if (chosen.isWaiting && model.fits(chosen, chosen)) chosen.isWaiting = false;
    if (!chosen.isWaiting) model.tryWaiting();
  }
}

describe('reservations that wait', () => {
  it('Q31: are admitted as a model of plain loops admits them', async () => {
    await alone(async (service) => {
      let zones = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(ACT, { minLength: 5, maxLength: 40 }), async (acts) => {
          const zone = `model-${++zones}`;
          const { provider } = await service.provider({ cores: CORES }, { zone });
          const model = new Model(service.clock.now());
          for (const act of acts) {
            await carryOut(service, model, act, { zone, provider });
            const { body } = await service.http.get(`/reservations?zone=${zone}&limit=100`);
            const states = body.items.map(({ reservationId, state }: Record<string, string>) => [
              reservationId,
              state,
            ]);
            expect(states).toEqual(model.all.map((known) => [known.id, model.stateOf(known)]));
          }
        }),
        { numRuns: runs(30), endOnFailure: true },
      );
    });
  });
});
