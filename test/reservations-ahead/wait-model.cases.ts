import fc from 'fast-check';
import { formatInstant } from '../../src/kernel/time-window.js';
import { runs } from '../support/runs.js';
import { alone, availableCores } from '../support/readings.js';
import type { RunningService } from '../support/service.js';

const CORES = 8;

interface Act {
  readonly kind: 'create' | 'hold' | 'confirm' | 'cancel' | 'shrink' | 'increase' | 'take' | 'advance';
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
    'hold',
    'confirm',
    'cancel',
    'cancel',
    'shrink',
    'increase',
    'take',
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
  /** Ended because its hold expired. */
  hasLapsed?: boolean;
  isInConflict?: boolean;
  heldUntil?: number;
}

/** The rules in plain loops over seconds. */
class Model {
  readonly all: Known[] = [];
  total = CORES;

  constructor(public now: number) {}

  fits({ start, end, cores }: Pick<Known, 'start' | 'end' | 'cores'>, without?: Known): boolean {
    for (let at = Math.max(start, this.now); at < end; at++) {
      if (this.heldAt(at, without) + cores > this.total) return false;
    }
    return true;
  }

  /** Called after time has passed or capacity has become free. Holds expire, then reservations in conflict are tried, then waiting ones. */
  settle(): void {
    for (const known of this.all.filter(({ isEnded }) => !isEnded)) {
      known.hasLapsed = known.heldUntil !== undefined && known.heldUntil <= this.now;
      known.isEnded = known.hasLapsed;
    }
    const live = this.all.filter(({ isEnded, end }) => !isEnded && end > this.now);
    for (const known of live.filter(({ isInConflict }) => isInConflict)) {
      if (this.fits(known)) known.isInConflict = false;
    }
    for (const known of live.filter(({ isWaiting }) => isWaiting)) {
      if (!this.fits(known)) continue;
      known.isWaiting = false;
      known.start = Math.max(known.start, this.now);
    }
  }

  /** Takes a core by force. Reservations that no longer fit are put in conflict, the latest created first. */
  take(): void {
    this.total -= 1;
    for (const known of this.all.toReversed()) {
      if (this.isHolding(known) && known.end > this.now && this.isShortIn(known)) known.isInConflict = true;
    }
    this.settle();
  }

  private isShortIn({ start, end }: Known): boolean {
    for (let at = Math.max(start, this.now); at < end; at++) if (this.heldAt(at) > this.total) return true;
    return false;
  }

  private heldAt(at: number, without?: Known): number {
    return this.all
      .filter((other) => other !== without && this.isHolding(other) && other.start <= at && at < other.end)
      .reduce((sum, { cores }) => sum + cores, 0);
  }

  private isHolding({ isWaiting, isEnded, isInConflict }: Known): boolean {
    return !isWaiting && !isEnded && !isInConflict;
  }

  stateOf(known: Known): string {
    const { isWaiting, isEnded, hasLapsed, isInConflict, heldUntil, start, end } = known;
    if (isEnded) return hasLapsed ? 'expired' : 'terminated';
    if (end <= this.now) return 'expired';
    if (isWaiting) return 'waiting';
    if (isInConflict) return 'conflict';
    if (heldUntil !== undefined) return 'held';
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
    // This query applies what is due. A list alone would show it a second later.
    await availableCores(service, zone);
    model.now += act.length;
    model.settle();
  } else if (kind === 'create' || kind === 'hold') {
    const [start, end] = [model.now + act.start, model.now + act.start + act.length];
    const more = kind === 'hold' ? { hold: act.length } : { wait: act.wait };
    const answer = await service.operation('create-reservation', {
      zone,
      start: formatInstant(start),
      end: formatInstant(end),
      capacity: { cores },
      ...more,
    });
    const isFitting = model.fits({ start, end, cores });
    const mayWait = kind === 'create' && act.wait;
    expect(answer.result).toBe(isFitting || mayWait ? 'ok' : 'conflict');
    expect(answer.state).toBe(isFitting || !mayWait ? undefined : 'waiting');
    if (answer.result !== 'ok') return;
    const id = answer['reservation-id'] as string;
    const heldUntil = kind === 'hold' ? Math.min(model.now + act.length, end) : undefined;
    model.all.push({ id, start, end, cores, isWaiting: !isFitting, isEnded: false, heldUntil });
  } else if (kind === 'take') {
    const body = { source: provider, capacity: { cores: 1 }, force: true };
    const { result } = await service.operation('decrease-capacity', body);
    expect(result).toBe(model.total > 0 ? 'ok' : 'conflict');
    if (model.total > 0) model.take();
  } else if (chosen && kind === 'confirm') {
    const { result } = await service.operation('confirm-reservation', { 'reservation-id': chosen.id });
    expect(result).toBe(chosen.isWaiting ? 'error' : 'ok');
    chosen.heldUntil = undefined;
  } else if (kind === 'increase') {
    await service.operation('increase-capacity', { source: provider, capacity: { cores: 1 } });
    model.total += 1;
    model.settle();
  } else if (chosen && kind === 'cancel') {
    await service.operation('cancel-reservation', { 'reservation-id': chosen.id });
    chosen.isEnded = true;
    model.settle();
  } else if (chosen && kind === 'shrink' && chosen.cores > 1) {
    const update = { 'reservation-id': chosen.id, capacity: { cores: chosen.cores - 1 } };
    const isFitting = model.fits({ ...chosen, cores: chosen.cores - 1 }, chosen);
    const { result } = await service.operation('update-reservation', update);
    // A reservation in conflict can only be changed to amounts that fit.
    expect(result).toBe(isFitting || !chosen.isInConflict ? 'ok' : 'conflict');
    if (result !== 'ok') return;
    chosen.cores -= 1;
    // A reservation that waits, or is in conflict, is tried by its own update, out of turn.
    if (isFitting) chosen.isWaiting = chosen.isInConflict = false;
    if (!chosen.isWaiting && !chosen.isInConflict) model.settle();
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
