import { setTimeout as pause } from 'node:timers/promises';
import { Caller, type Answer } from '../support/calls.js';
import type { Random } from '../support/random.js';
import type { Journal } from './journal.js';

/** Longer than the time to an answer that the service and HAProxy guarantee. */
export const CLIENT_TIMEOUT_MS = 50_000;
const THINKING_MS = 60;
const MAX_LIVE = 20;

/** What a client knows of a reservation it made. */
export interface Known {
  readonly id: string;
  readonly name: string;
  /** Its amounts of memory, in the order in which the service acknowledged them. */
  readonly amounts: number[];
  isCancelled: boolean;
  /** Set if the outcome of the last request on it is unknown: the amount, or the cancellation, that may have taken effect. */
  doubt?: number | 'cancelled';
}

export interface ClientOptions {
  readonly name: string;
  readonly zone: string;
  readonly provider: string;
  readonly proxyUrl: string;
  readonly random: Random;
  readonly journal: Journal;
  /** Whether it keeps its connection, or opens one per request. */
  readonly keepsAlive: boolean;
  /** Whether it sends an `Idempotency-Key`, and repeats a request until it has been answered. */
  readonly isPersistent: boolean;
}

type Outcome = Answer['body'] | 'nothing done' | 'unknown';

/** Reserves, updates, cancels, enlarges the zone and reads, one request at a time, and records the answers. */
export class LoadClient {
  readonly reservations: Known[] = [];
  /** Names of creations that may have taken effect (`doubtful`), and of those that must not have (`refused`). */
  readonly doubtful: string[] = [];
  readonly refused: string[] = [];
  readonly pools = { acknowledged: 0, doubtful: 0 };
  private requests = 0;
  private phase: 'running' | 'ending' | 'given up' = 'running';
  private readonly caller: Caller;

  constructor(readonly options: ClientOptions) {
    const { proxyUrl, keepsAlive } = options;
    this.caller = new Caller(proxyUrl, { keepAlive: keepsAlive, timeout: CLIENT_TIMEOUT_MS });
  }

  /** Sends requests until `end` or `giveUp` is called. */
  async run(): Promise<void> {
    while (this.phase === 'running') {
      await this.act();
      await pause(this.options.random.integer(THINKING_MS / 2, 2 * THINKING_MS));
    }
    this.caller.close();
  }

  /** Stops after the answer to the last request, which is still repeated if necessary. */
  end(): void {
    this.phase = 'ending';
  }

  /** Stops without further repetitions. */
  giveUp(): void {
    this.phase = 'given up';
  }

  private async act(): Promise<void> {
    const { random } = this.options;
    const live = this.reservations.filter(({ isCancelled, doubt }) => !isCancelled && doubt === undefined);
    const draw = random.integer(1, 100);
    if (live.length === 0 || (draw <= 30 && live.length < MAX_LIVE)) await this.create();
    else if (draw <= 55) await this.update(random.pick(live));
    else if (draw <= 70) await this.cancel(random.pick(live));
    else if (draw <= 73) await this.enlarge();
    else if (draw <= 88) await this.read(random.pick(live));
    else await this.queryCapacity();
  }

  private async create(): Promise<void> {
    const { name: own, zone, random } = this.options;
    const name = `${own}-${this.requests}`;
    const amount = random.integer(1, 1_000_000);
    const capacity = { cores: 1, instances: 1, ram: amount };
    const outcome = await this.effect('create-reservation', { zone, name, start: TOMORROW, capacity });
    if (outcome === 'unknown') this.doubtful.push(name);
    else if (outcome === 'nothing done') this.refused.push(name);
    else
      this.reservations.push({ id: outcome['reservation-id'], name, amounts: [amount], isCancelled: false });
  }

  private async update(known: Known): Promise<void> {
    const ram = this.options.random.integer(1, 1_000_000);
    if (ram === known.amounts.at(-1)) return;
    const body = { 'reservation-id': known.id, capacity: { ram } };
    const outcome = await this.effect('update-reservation', body);
    if (outcome === 'unknown') known.doubt = ram;
    else if (outcome !== 'nothing done') known.amounts.push(ram);
  }

  private async cancel(known: Known): Promise<void> {
    const outcome = await this.effect('cancel-reservation', { 'reservation-id': known.id });
    if (outcome === 'unknown') known.doubt = 'cancelled';
    else if (outcome !== 'nothing done') known.isCancelled = true;
  }

  /** Each increase adds a pool entry, so a request that took effect twice is visible. */
  private async enlarge(): Promise<void> {
    const body = { source: this.options.provider, capacity: { cores: 1 } };
    const outcome = await this.effect('increase-capacity', body);
    if (outcome === 'unknown') this.pools.doubtful += 1;
    else if (outcome !== 'nothing done') this.pools.acknowledged += 1;
  }

  /** An acknowledged change must be readable at once, also after a failover. */
  private async read({ id, amounts }: Known): Promise<void> {
    const answer = await this.ask(false, () => this.caller.get(`/reservations/${id}`));
    if (answer?.status !== 200) return;
    const { state, capacity } = answer.body;
    if (state === 'initialized' && capacity.ram === amounts.at(-1)) return;
    const known = amounts.at(-1);
    this.options.journal.violations.push(
      `${id} is read as ${state} ${capacity.ram}, not as initialized ${known}`,
    );
  }

  private async queryCapacity(): Promise<void> {
    const query = { zoneId: this.options.zone, computeResourceTypeId: 'cpuCores' };
    await this.ask(false, () => this.caller.get('/capacity/compute/query', query));
  }

  private async effect(operation: string, body: object): Promise<Outcome> {
    const { name, isPersistent } = this.options;
    const headers: Record<string, string> = isPersistent
      ? { 'Idempotency-Key': `${name}-${this.requests}` }
      : {};
    this.requests += 1;
    for (;;) {
      const answer = await this.ask(true, () => this.caller.post(`/${operation}`, body, headers));
      if (answer?.status === 200) return answer.body;
      await pause(1000 * Number(answer?.headers['retry-after'] ?? 1));
      if (isPersistent && this.phase !== 'given up') continue;
      return answer && answer.body.code !== 'outcome-unknown' ? 'nothing done' : 'unknown';
    }
  }

  /** The answer if the service may give it. Otherwise records a violation and returns undefined. */
  private async ask(isWrite: boolean, send: () => Promise<Answer>): Promise<Answer | undefined> {
    const { zone, journal, name } = this.options;
    const begun = performance.now();
    const answer = await send().catch((error: unknown) => String(error));
    const ended = performance.now();
    const took = `after ${((ended - begun) / 1000).toFixed(1)} s`;
    if (typeof answer === 'string') {
      journal.violations.push(`${name} got no answer ${took}: ${answer}`);
      return undefined;
    }
    const { status, headers, body } = answer;
    const isServed = status === 200 && (body.result ?? 'ok') === 'ok';
    if (isServed || (status === 503 && headers['retry-after'] !== undefined)) {
      journal.note({ zone, isWrite, begun, ended, outcome: isServed ? 'ok' : `${status} ${body.code}` });
      return answer;
    }
    journal.violations.push(`${name} got ${status} ${JSON.stringify(body)} ${took}`);
    return undefined;
  }
}

/** The start of all reservations. It lies in the future, so that the clock changes none of them. */
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, '');
