import fc from 'fast-check';
import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import { wire } from '../support/calls.js';
import { expiresAt, isOn, type Known, type Span } from '../support/rules-model.js';
import { amounts, LIMIT, RulesZone, time } from './rules-zone.js';

type Body = Record<string, any>;

/** How often each kind of act occurs, in proportion. */
const WEIGHTS = {
  create: 6,
  hold: 1,
  confirm: 1,
  cancel: 1,
  update: 3,
  move: 3,
  boot: 3,
  destroy: 1,
  increase: 1,
  decrease: 1,
  force: 2,
  end: 1,
  withdraw: 0.4,
  advance: 2,
};

const kinds = Object.entries(WEIGHTS).map(([kind, weight]) => ({
  weight: 10 * weight,
  arbitrary: fc.constant(kind as keyof typeof WEIGHTS),
}));

/** A request, or time that passes. Numbers select existing objects, and one of the processes. */
export const ACT = fc.record({
  kind: fc.oneof(...kinds),
  start: fc.integer({ min: -3, max: 20 }),
  length: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 30 }) }, fc.constant(Infinity)),
  units: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.integer({ min: 1, max: 6 })),
  wait: fc.constantFrom('no', 'yes', 'until'),
  expiry: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 2 }),
  parts: fc.record({ start: fc.boolean(), end: fc.boolean(), units: fc.boolean() }),
  force: fc.boolean(),
  which: fc.nat(1000),
  isElsewhere: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, fc.constant(true)),
});

export type Act = typeof ACT extends fc.Arbitrary<infer T> ? T : never;

/** The result of a request that is wrong, or else whether it can be met. */
function expected(isWrong: boolean, isMet: boolean): 'error' | 'ok' | 'conflict' {
  if (isWrong) return 'error';
  return isMet ? 'ok' : 'conflict';
}

/** A zone in which acts are carried out. */
export class ActingZone extends RulesZone {
  /** Another zone, to which reservations move. */
  elsewhere?: ActingZone;
  /** The reservation that the present act names. */
  private about?: string;

  async act(act: Act): Promise<void> {
    const { model } = this;
    this.which = act.which;
    this.dry = undefined;
    const before = new Map(model.reservations.map((known) => [known, known.status]));
    await this.carryOut(act);
    await this.settled(act);
    if (this.elsewhere) {
      this.elsewhere.which = act.which;
      await this.elsewhere.settled(act);
    }
    if (act.kind !== 'move') this.expectListed(before);
  }

  /** The dry run listed the reservations that the request has then admitted, or put in conflict. */
  private expectListed(before: ReadonlyMap<Known, string>): void {
    const { dry } = this;
    if (!dry) return;
    const others = [...before].filter(([{ id }]) => id !== this.about);
    const from = (was: string, is: string) =>
      others.filter(([known, status]) => status === was && known.status === is).map(([{ id }]) => id);
    const again = dry['admitted-again'] ?? dry.admittedAgain ?? [];
    const lost = dry['in-conflict'] ?? dry.inConflict ?? [];
    expect([again, dry.admitted ?? [], lost].map((ids: string[]) => [...ids].sort())).toEqual([
      from('conflict', 'admitted').sort(),
      from('waiting', 'admitted').sort(),
      from('admitted', 'conflict').sort(),
    ]);
  }

  private async carryOut(act: Act): Promise<void> {
    const { model } = this;
    this.about = undefined;
    const live = model.reservations.filter((known) => model.isLive(known));
    const known = live.at(act.which % Math.max(live.length, 1));
    const start = Math.max(model.now + act.start, model.now);
    const end = Math.max(model.now + act.start + act.length, model.now + 1);
    const asked = { start, end };
    if (act.kind === 'advance') return this.advance(act);
    if (act.kind === 'move' && known && this.elsewhere) return this.move(act, known, this.elsewhere);
    if (act.kind === 'create' || act.kind === 'hold') return this.create(act, asked);
    if (act.kind === 'update' && known) return this.update(act, known);
    if (act.kind === 'cancel' && known) {
      this.about = known.id;
      await this.decided('cancel-reservation', { 'reservation-id': known.id }, 'ok');
      known.status = 'terminated';
      known.endedAt = model.now;
      model.settle();
    } else if (act.kind === 'confirm' && known) {
      await this.decided(
        'confirm-reservation',
        { 'reservation-id': known.id },
        known.status === 'waiting' ? 'error' : 'ok',
      );
      known.heldUntil = undefined;
      model.settle();
    } else if (act.kind === 'boot') {
      await this.boot(act.force ? undefined : known);
    } else if (act.kind === 'destroy') {
      await this.destroy(act);
    } else if (['increase', 'decrease', 'force'].includes(act.kind)) {
      await this.change(act, asked);
    } else if (act.kind === 'end') {
      await this.endPool(act);
    } else if (act.kind === 'withdraw') {
      await this.withdraw(asked);
    }
  }

  private async advance({ units, which }: Act): Promise<void> {
    const { model, service } = this;
    const seconds = which % 4 === 0 ? units * 5 : units;
    const due = [
      ...model.overdue(model.now + seconds),
      ...(this.elsewhere?.model.overdue(model.now + seconds) ?? []),
    ];
    // Those that expire in the same second are released in no particular order.
    if (new Set(due.map(expiresAt)).size < due.length) return;
    service.clock.advance(seconds);
    await service.app.get(ReservationsClock).tick();
    await this.post('query-capacity', { zone: this.zone, 'show-utilization': false });
    model.pass(seconds);
    if (!this.elsewhere) return;
    await this.post('query-capacity', { zone: this.elsewhere.zone, 'show-utilization': false });
    this.elsewhere.model.pass(seconds);
  }

  private async move({ parts, units: asked, start: from }: Act, known: Known, to: ActingZone): Promise<void> {
    const { model } = this;
    this.about = known.id;
    const units = parts.units ? asked : known.units;
    const start = parts.start ? model.now + from : known.start;
    const window = { start: Math.max(start, model.now), end: known.end };
    const body = {
      'reservation-id': known.id,
      zone: to.zone,
      ...(parts.start ? { start: time(start) } : {}),
      ...(parts.units ? { capacity: amounts(units) } : {}),
    };
    const isUsed = model.drawn(known, model.now) > 0;
    const isBeyond = known.tenant !== undefined && to.model.peak(known.tenant, window) + units > LIMIT;
    const isWrong = (parts.start && start >= known.end) || isBeyond || isUsed;
    const fits = to.model.fits(units, window);
    const waits = known.status === 'waiting';
    if (isUsed && !fits) return;
    const { result } = await this.decided('update-reservation', body, expected(isWrong, fits || waits));
    if (result !== 'ok') return;
    model.reservations.splice(model.reservations.indexOf(known), 1);
    to.model.reservations.push(known);
    to.model.reservations.sort((a, b) => (a.id < b.id ? -1 : 1));
    if (known.wasDrawn || (known.expiry !== undefined && !waits && expiresAt(known) <= model.now))
      known.expiry = undefined;
    known.start = window.start;
    known.units = units;
    known.status = fits ? 'admitted' : 'waiting';
    if (fits) known.waitUntil = undefined;
    to.model.note(known);
    model.settle();
  }

  private async create({ kind, units, wait, expiry, start: from, which }: Act, asked: Span): Promise<void> {
    const { model } = this;
    const tenant = which % 2 === 1 ? 'red' : undefined;
    const isHold = kind === 'hold';
    const until = model.now + 1 + (which % 15);
    const waits = { no: {}, yes: { wait: true }, until: { 'wait-until': time(until) } }[isHold ? 'no' : wait];
    const hold = 1 + (which % 12);
    const more = expiry === null ? {} : { expiry };
    const body = {
      zone: this.zone,
      ...wire({ start: model.now + from, end: asked.end }),
      capacity: amounts(units),
      ...(isHold ? { hold } : waits),
      ...more,
    };
    const isBeyond = tenant !== undefined && model.peak(tenant, asked) + units > LIMIT;
    const isWrong = (expiry !== null && asked.start + expiry > asked.end) || isBeyond;
    const fits = model.fits(units, asked);
    const mayWait = Object.keys(waits).length > 0;
    const answer = await this.decided('create-reservation', body, expected(isWrong, fits || mayWait), tenant);
    if (answer.result === 'conflict') this.expectOffer(answer.offer as Body, units, asked, tenant);
    if (answer.result !== 'ok') return;
    const known: Known = {
      id: answer['reservation-id'] as string,
      tenant,
      start: fits ? asked.start : Math.max(model.now + from, model.now),
      end: asked.end,
      units,
      status: fits ? 'admitted' : 'waiting',
      heldUntil: isHold ? Math.min(model.now + hold, asked.end) : undefined,
      waitUntil: !fits && wait === 'until' ? until : undefined,
      expiry: expiry ?? undefined,
      claims: {},
      states: [fits ? (isHold ? 'held' : 'initialized') : 'waiting'],
      reservedSeconds: 0,
      usedSeconds: 0,
    };
    expect(answer.state).toBe(fits ? undefined : 'waiting');
    model.reservations.push(known);
    model.note(known);
  }

  private async update(act: Act, known: Known): Promise<void> {
    const { model } = this;
    const { parts } = act;
    this.about = known.id;
    const from = model.now + act.start;
    const to = Math.max(from + act.length, model.now + 1);
    const times = wire({ start: from, end: to });
    const body = {
      'reservation-id': known.id,
      ...(parts.start ? { start: times.start } : {}),
      ...(parts.end ? { end: times.end } : {}),
      ...(parts.units ? { capacity: amounts(act.units) } : {}),
    };
    const asked = parts.start ? from : known.start;
    const start = asked > model.now ? asked : known.start <= model.now ? known.start : model.now;
    const end = parts.end ? to : known.end;
    const units = parts.units ? act.units : known.units;
    const mine = model.instances.filter((instance) => instance.of === known && isOn(instance, model.now));
    const isWrong =
      end <= start ||
      (parts.start && !parts.end && from >= known.end) ||
      (start > model.now && mine.length > 0);
    if (isWrong) {
      await this.decided('update-reservation', body, 'error');
      return;
    }
    const rest = units - mine.length;
    const before = { ...known };
    const oldEnd = known.end;
    for (const instance of mine) instance.end = end;
    known.status = known.status === 'admitted' ? 'conflict' : known.status;
    const stay =
      end <= oldEnd || mine.every(({ provider }) => model.roomOf(provider, { start: oldEnd, end }) >= 0);
    const fits = stay && model.fits(rest, { start, end });
    known.status = before.status;
    const isWaiting = known.status === 'waiting';
    const isBeyond =
      known.tenant !== undefined && model.peak(known.tenant, { start, end }, known) + units > LIMIT;
    const isRefused = stay && (isBeyond || units < mine.length);
    const { result } = await this.decided('update-reservation', body, expected(isRefused, fits || isWaiting));
    if (result !== 'ok') {
      for (const instance of mine) instance.end = oldEnd;
      return;
    }
    known.start = start;
    known.end = end;
    known.units = units;
    if (known.heldUntil !== undefined) known.heldUntil = Math.min(known.heldUntil, end);
    if (fits) model.admit(known);
    model.note(known);
    model.settle();
  }
}
