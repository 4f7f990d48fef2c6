import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../random.mjs';
import { BornPlans } from './born.mjs';
import { send } from './http.mjs';
import { learn } from './learned.mjs';
import { Plans } from './plans.mjs';
import { meaningOf } from './meanings.mjs';
import { requestFor, requestIds } from './requests.mjs';

const MAX_ATTEMPTS = 6;
/** Probability that a client changes to another process. It also does so when no answer comes. */
const ROAMING = 0.03;

/** Probability that an answered request is sent once more under its key, as by a client that restarts. */
const REPEATED = 0.08;
/** Probability of a key that another tenant has used, and of another request under the client's own used key. */
const SHARED = 0.1;
const CLASHING = 0.08;
/** Share of requests that the stranger sends first. */
const TRESPASSED = 0.03;

/**
 * A client of one or several zones. It sends a request, waits for the answer and sends the next. All requests are drawn from its
 * own stream.
 */
export class Client {
  #random;
  #zones;
  #round;
  #index;
  #service;
  #plans;

  /**
   * @param round shared by all clients: `history`, `services`, `principals`, `isOver()`, `nextTag()`, `seed`, `number`, `faults`
   * @param zones the zone it works on, or several from which it draws one for each request
   */
  constructor(round, index, zones) {
    this.#round = round;
    this.#index = index;
    this.#zones = zones;
    this.#random = new Random(round.seed, round.number, 'client', index);
    this.#service = this.#random.pick(round.services);
    this.#plans =
      zones.length > 1
        ? new BornPlans(this.#random, zones, round)
        : new Plans(this.#random, zones[0], round.nextTag);
  }

  async run() {
    while (!this.#round.isOver()) await this.act();
  }

  async act() {
    const zone = this.#zones.length > 1 ? this.#random.pick(this.#zones) : this.#zones[0];
    const act = this.#random.weighted(zone.acts);
    const planned = this.#plans.plan(act, zone);
    if (planned) await this.#perform(zone, planned);
  }

  /** An operation with all its attempts under one key. Without a key, a repetition is a new operation. */
  async #perform(zone, { kind, parameters: planned, partner }) {
    const random = this.#random;
    const isWrite = WRITES.has(kind);
    const isKeyed = isWrite && random.chance(0.4);
    const repeats = isWrite && !isKeyed && random.chance(0.4) ? 1 : 0;
    for (let again = 0; again <= repeats; again++) {
      const parameters = typeof planned === 'function' ? planned() : planned;
      if (random.chance(TRESPASSED) && isForeign(kind, parameters)) await this.#trespass(kind, parameters);
      const meaning = await this.#attempts(kind, parameters, isKeyed);
      learn({ zone, partner, subscriptions: this.#round.subscriptions }, kind, parameters, meaning);
      const isClash = random.chance(CLASHING);
      if (isClash && meaning.out === 'ok' && meaning.key && kind === 'create')
        await this.#clash(kind, planned(), meaning.key);
      if (meaning.out !== 'unknown') break;
    }
  }

  async #attempts(kind, parameters, isKeyed) {
    const operation = this.#round.history.operation();
    const request = this.#request(operation, kind, parameters);
    const key = isKeyed ? this.#key(operation, parameters) : undefined;
    if (key) request.headers['Idempotency-Key'] = key;
    for (let attempt = 1; ; attempt++) {
      const meaning = await this.#once(operation, kind, parameters, request, key);
      const isOpen = meaning.out === 'unknown' || meaning.out === 'unavailable';
      if (meaning.out === 'ok' && isKeyed && this.#random.chance(REPEATED))
        await this.#once(operation, kind, parameters, request, key);
      if (meaning.out === 'ok' && key) this.#round.keys.used(key, parameters.tenant);
      if (!isOpen) return meaning;
      if (this.#round.isOver()) return meaning;
      await pause(this.#random.integer(50, 250) * attempt);
      if (!isKeyed || attempt === MAX_ATTEMPTS) return meaning;
    }
  }

  /** A new key, or one that another tenant has used: tenants do not share keys. */
  #key(operation, { tenant }) {
    const { seed, number, keys } = this.#round;
    const [at, isShared] = [this.#random.fraction(), this.#random.chance(SHARED)];
    return (isShared && keys.take(at, tenant)) || `prove-${seed}-${number}-${operation}`;
  }

  /** Sends another request under a used key. The service has to refuse it. */
  async #clash(kind, parameters, key) {
    const operation = this.#round.history.operation();
    const request = this.#request(operation, kind, parameters);
    request.headers['Idempotency-Key'] = key;
    const { zone, tenant, tag } = parameters;
    await this.#once(operation, 'clash', { zone, tenant, of: kind, tag }, request, key);
  }

  /** Sends the request as the stranger. The service has to refuse it, or answer an empty list. */
  async #trespass(kind, parameters) {
    const { history, principals, receiver } = this.#round;
    const request = principals.asStranger(requestFor(kind, parameters, receiver));
    await this.#once(history.operation(), 'trespass', { zone: parameters.zone, of: kind }, request);
  }

  /** The request, with the id that the audit log records. */
  #request(operation, kind, parameters) {
    const { principals, receiver, number } = this.#round;
    const request = principals.signed(requestFor(kind, parameters, receiver));
    request.headers['X-Request-Id'] = requestIds(number) + operation;
    return request;
  }

  async #once(operation, kind, parameters, request, key) {
    const random = this.#random;
    const { history, services, faults } = this.#round;
    if (random.chance(ROAMING)) this.#service = random.pick(services);
    const service = this.#service;
    const port = random.chance(0.2) ? service.proxyPort : service.port;
    const leaveAfter = random.chance(0.004) ? random.integer(0, 25) : undefined;
    const fields = { c: this.#index, s: service.index, k: kind, key, p: parameters };
    const attempt = history.called(operation, fields);
    const answer = await send(port, request, leaveAfter);
    const meaning = meaningOf(kind, parameters, answer);
    history.returned(attempt, kind, meaning);
    if (key) meaning.key = key;
    if (answer.lost) this.#service = random.pick(services);
    if (answer.lost === 'left') faults.clientsThatLeft += 1;
    return meaning;
  }
}

/** Operations with an effect. A repetition under the same key is the same request. */
const WRITES = new Set([
  'provider',
  'subscribe',
  'create',
  'update',
  'move',
  'cancel',
  'confirm',
  'update-series',
  'cancel-series',
  'hold-window',
  'end-pool',
  'retire',
  'withdraw',
  'mark',
  'increase',
  'decrease',
  'instance',
  'destroy',
]);

/** Requests that a tenant may make for itself, whatever other tenants have. */
const OF_ITS_OWN = new Set(['subscribe', 'create', 'hold-window']);
/** Other requests that name records, or list them. */
const NAMING = new Set(['resubscribe', 'unsubscribe', 'reading', 'labelled', 'listing']);

/** Whether the service has to refuse the stranger, or answer an empty list. */
function isForeign(kind, { of = kind, reservation }) {
  if (of === 'instance') return reservation !== undefined;
  return NAMING.has(of) || (WRITES.has(of) && !OF_ITS_OWN.has(of));
}
