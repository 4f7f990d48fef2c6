import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../random.mjs';
import { send } from './http.mjs';
import { Plans } from './plans.mjs';
import { meaningOf, requestFor } from './requests.mjs';

const MOST_ATTEMPTS = 6;
/** How often a client goes over to another process, as it does when no answer comes. */
const ROAMING = 0.03;

/** One client of a zone. It asks, waits for the answer and asks the next; what it asks is drawn from its own stream. */
export class Client {
  #random;
  #zone;
  #round;
  #index;
  #service;
  #plans;

  /** @param round what all clients share: `history`, `services`, `isOver()`, `nextTag()`, `seed`, `number`, `faults` */
  constructor(round, index, zone) {
    this.#round = round;
    this.#index = index;
    this.#zone = zone;
    this.#random = new Random(round.seed, round.number, 'client', index);
    this.#service = this.#random.pick(round.services);
    this.#plans = new Plans(this.#random, zone, round.nextTag);
  }

  async run() {
    while (!this.#round.isOver()) await this.act();
  }

  async act() {
    const act = this.#random.weighted(this.#zone.acts);
    const planned = this.#plans.plan(act);
    if (planned) await this.#perform(planned.kind, planned.parameters);
  }

  /** An operation with the attempts it takes, under one key; without a key a repetition is an operation of its own. */
  async #perform(kind, planned) {
    const random = this.#random;
    const isWrite = WRITES.has(kind);
    const isKeyed = isWrite && random.chance(0.4);
    const repeats = isWrite && !isKeyed && random.chance(0.4) ? 1 : 0;
    for (let again = 0; again <= repeats; again++) {
      const parameters = typeof planned === 'function' ? planned() : planned;
      const meaning = await this.#attempts(kind, parameters, isKeyed);
      this.#learn(kind, parameters, meaning);
      if (meaning.out !== 'unknown') break;
    }
  }

  async #attempts(kind, parameters, isKeyed) {
    const { history, seed, number } = this.#round;
    const operation = history.operation();
    const request = requestFor(kind, parameters);
    if (isKeyed)
      request.headers = { ...request.headers, 'Idempotency-Key': `prove-${seed}-${number}-${operation}` };
    for (let attempt = 1; ; attempt++) {
      const meaning = await this.#once(operation, kind, parameters, request, isKeyed);
      const isOpen = meaning.out === 'unknown' || meaning.out === 'unavailable';
      if (!isOpen) return meaning;
      if (this.#round.isOver()) return meaning;
      await pause(this.#random.integer(50, 250) * attempt);
      if (!isKeyed || attempt === MOST_ATTEMPTS) return meaning;
    }
  }

  async #once(operation, kind, parameters, request, isKeyed) {
    const random = this.#random;
    const { history, services, faults } = this.#round;
    if (random.chance(ROAMING)) this.#service = random.pick(services);
    const service = this.#service;
    const port = random.chance(0.2) ? service.proxyPort : service.port;
    const leaveAfter = random.chance(0.004) ? random.integer(0, 25) : undefined;
    const fields = { c: this.#index, s: service.index, k: kind, key: isKeyed || undefined, p: parameters };
    const attempt = history.called(operation, fields);
    const answer = await send(port, request, leaveAfter);
    const meaning = meaningOf(kind, parameters, answer);
    history.returned(attempt, kind, meaning);
    if (answer.lost) this.#service = random.pick(services);
    if (answer.lost === 'left') faults.clientsThatLeft += 1;
    return meaning;
  }

  #learn(kind, { id, form }, { out, id: made }) {
    const { reservations, instances } = this.#zone;
    if (kind === 'create' && out === 'ok') reservations.push({ id: made, form });
    if (this.#zone.kind === 'brief' && reservations.length > MOST_BRIEF) reservations.shift();
    if (kind === 'instance' && out === 'ok') instances.push(made);
    if (out !== 'ok' && out !== 'error') return;
    if (kind === 'cancel' || (kind === 'move' && out === 'ok')) drop(reservations, (one) => one.id === id);
    if (kind === 'move' && out === 'ok') this.#zone.partner.reservations.push({ id, form });
    if (kind === 'destroy') drop(instances, (one) => one === id);
  }
}

/** Of reservations that end by themselves the latest are kept in mind. */
const MOST_BRIEF = 40;

const WRITES = new Set(['create', 'update', 'move', 'cancel', 'increase', 'decrease', 'instance', 'destroy']);

function drop(list, isIt) {
  const at = list.findIndex(isIt);
  if (at >= 0) list.splice(at, 1);
}
