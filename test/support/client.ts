import { wire, type Answer, type Caller } from './calls.js';
import type { History, Presence } from './history.js';
import type { Amounts, Window, ZoneModel } from './model.js';
import type { Random } from './random.js';

/** The flavor of a simulated provider that the clients use, in zones that track disks. */
const FLAVOR = 'm1.tiny';
const FLAVOR_AMOUNTS: Amounts = { cores: 1, ram: 512, instances: 1, gigabytes: 1 };
/** No client reserves disk, so an instance takes its disk from the pool. */
const FLAVOR_DRAWN: Amounts = { cores: 1, ram: 512, instances: 1 };

/** The possible results of a request. Any other result fails the test. */
type Ending = 'ok' | 'conflict' | 'error';

export interface ClientOptions {
  readonly zone: string;
  readonly providers: readonly string[];
  /** The services to choose from, at random, for every request. */
  readonly callers: readonly Caller[];
  readonly history: History;
  readonly random: Random;
  /** All windows lie within this many seconds from now. */
  readonly horizon: number;
  readonly force?: boolean;
}

/** A client that sends random requests for its own objects, one at a time, and records the answers. */
export class Client {
  private readonly reservations: string[] = [];
  private readonly instances: string[] = [];
  private readonly presences = new Map<string, Presence[]>();

  constructor(private readonly options: ClientOptions) {}

  async act(): Promise<void> {
    const { random, force } = this.options;
    const draw = random.integer(1, 100);
    if (draw <= 40 || this.reservations.length === 0) await this.create();
    else if (draw <= 55) await this.update();
    else if (draw <= 67) await this.cancel();
    else if (draw <= 85) await this.createInstance();
    else if (draw <= 90) await this.destroyInstance();
    else if (draw <= (force ? 97 : 95)) await this.changeCapacity('decrease');
    else await this.changeCapacity('increase');
  }

  /** Destroys its instances and cancels its reservations. */
  async leave(): Promise<void> {
    while (this.instances.length > 0) await this.destroyInstance();
    while (this.reservations.length > 0) await this.cancel();
  }

  private async create(): Promise<void> {
    const { zone, history } = this.options;
    const window = this.window();
    const amounts = this.amounts();
    const called = history.moment();
    const answer = await this.post('create-reservation', { zone, ...wire(window), capacity: amounts });
    const returned = history.moment();
    if (this.ending('create', answer, ['ok', 'conflict']) === 'ok') {
      const id = answer.body['reservation-id'] as string;
      history.model.reservations.set(id, { window, amounts, holds: true });
      this.reservations.push(id);
      this.present(id, { since: called, until: Infinity, window, amounts });
    } else {
      history.refusals.push({ amounts, window, called, returned });
    }
  }

  private async update(): Promise<void> {
    const { random, history } = this.options;
    const id = random.pick(this.reservations);
    const before = this.reservation(id);
    const isInUse = Object.keys(history.model.drawnFrom(id)).length > 0;
    const amounts = random.chance(0.7) ? this.amounts() : undefined;
    const moved = random.chance(0.6) ? this.window() : undefined;
    const window = {
      start: (isInUse ? undefined : moved?.start) ?? before.window.start,
      end: moved?.end ?? before.window.end,
    };
    if (window.end <= Math.max(window.start, history.model.now)) return;
    const after = { window, amounts: { ...before.amounts, ...amounts } };
    const since = history.moment();
    const body = { 'reservation-id': id, ...wire(window), capacity: amounts };
    const answer = await this.post('update-reservation', body);
    const allowed: Ending[] = isInUse ? ['ok', 'conflict', 'error'] : ['ok', 'conflict'];
    if (this.ending('update', answer, allowed) !== 'ok') return;
    history.model.reservations.set(id, { ...after, holds: true });
    this.present(id, { since, until: Infinity, ...after });
  }

  private async cancel(): Promise<void> {
    const { random, history } = this.options;
    const id = random.pick(this.reservations);
    const answer = await this.post('cancel-reservation', { 'reservation-id': id });
    this.ending('cancel', answer, ['ok']);
    this.reservation(id).holds = false;
    this.reservations.splice(this.reservations.indexOf(id), 1);
    const stays = Object.keys(history.model.drawnFrom(id)).length > 0;
    if (!stays) this.gone(id);
  }

  private async createInstance(): Promise<void> {
    const { random, history, providers, force } = this.options;
    const active = this.reservations.filter((id) => this.reservation(id).window.start <= history.model.now);
    const reservation = active.length > 0 && random.chance(0.8) ? random.pick(active) : undefined;
    const since = history.moment();
    const draws = {
      'reservation-id': reservation,
      'provider-id': reservation ? undefined : random.pick(providers),
    };
    const answer = await this.post('create-instance', { ...draws, name: 'n', image: 'i', flavor: FLAVOR });
    const allowed: Ending[] = reservation && force ? ['ok', 'conflict', 'error'] : ['ok', 'conflict'];
    if (this.ending('create-instance', answer, allowed) !== 'ok') return;
    const id = answer.body['instance-id'] as string;
    const drawn = reservation ? FLAVOR_DRAWN : {};
    history.model.instances.set(id, { reservation, amounts: FLAVOR_AMOUNTS, drawn });
    this.instances.push(id);
    if (!reservation) {
      const window = { start: history.model.now, end: Infinity };
      this.present(id, { since, until: Infinity, window, amounts: FLAVOR_AMOUNTS });
    }
  }

  private async destroyInstance(): Promise<void> {
    const { random, history } = this.options;
    if (this.instances.length === 0) return;
    const id = random.pick(this.instances);
    const answer = await this.post('destroy-instance', { 'instance-id': id });
    this.ending('destroy-instance', answer, ['ok']);
    history.model.instances.delete(id);
    this.instances.splice(this.instances.indexOf(id), 1);
    this.gone(id);
  }

  private async changeCapacity(direction: 'increase' | 'decrease'): Promise<void> {
    const { random, history, providers, force } = this.options;
    const window = this.window();
    const amounts = {
      cores: random.integer(1, 4),
      ram: 512 * random.integer(1, 4),
      instances: random.integer(1, 3),
    };
    const forced = direction === 'decrease' && force === true;
    const body = { source: random.pick(providers), ...wire(window), capacity: amounts, force: forced };
    const answer = await this.post(`${direction}-capacity`, body);
    const allowed: Ending[] = direction === 'increase' ? ['ok'] : ['ok', 'conflict'];
    if (this.ending(`${direction}`, answer, allowed) !== 'ok') return;
    const sign = direction === 'increase' ? 1 : -1;
    const signed = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, sign * amount]));
    history.model.pools.push({ window, amounts: signed });
  }

  /** Repeats a request that was refused because all places for heavy requests are taken. Such a refusal has no effect. */
  private async post(operation: string, body: object): Promise<Answer> {
    for (;;) {
      const answer = await this.options.random.pick(this.options.callers).post(`/${operation}`, body);
      if (answer.body.code !== 'heavy-requests-busy') return answer;
    }
  }

  private ending(name: string, { status, body }: Answer, allowed: readonly Ending[]): Ending {
    const result = body.result as Ending;
    this.options.history.count(`${name} ${status} ${result}`);
    if (status === 200 && allowed.includes(result)) return result;
    throw new Error(`${name} was answered ${status} ${JSON.stringify(body)}`);
  }

  private reservation(id: string): ReturnType<ZoneModel['reservations']['get']> & object {
    const found = this.options.history.model.reservations.get(id);
    if (!found) throw new Error(`no reservation ${id}`);
    return found;
  }

  /** All that an object may have held counts until the object is gone. */
  private present(id: string, presence: Presence): void {
    this.options.history.presences.push(presence);
    this.presences.set(id, [...(this.presences.get(id) ?? []), presence]);
  }

  private gone(id: string): void {
    for (const presence of this.presences.get(id) ?? []) presence.until = this.options.history.moment();
  }

  private window(): Window {
    const { random, horizon, history } = this.options;
    const start =
      history.model.now + (random.chance(0.4) ? random.integer(-5, 0) : random.integer(1, horizon - 1));
    const length = random.chance(0.1) ? Infinity : random.integer(1, Math.ceil(horizon / 4));
    const end = Math.min(start + length, length === Infinity ? Infinity : history.model.now + horizon);
    return { start, end: Math.max(end, history.model.now + 1) };
  }

  private amounts(): Amounts {
    const { random } = this.options;
    return { cores: random.integer(1, 8), ram: 512 * random.integer(1, 8), instances: random.integer(1, 4) };
  }
}
