import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../random.mjs';
import {
  amountsFor,
  changeFor,
  containersFor,
  elementsFor,
  FLAVORS,
  gridWindow,
  protectedFor,
  shapeFor,
  tenantFor,
  windowFor,
} from './draws.mjs';
import { send } from './http.mjs';
import { meaningOf, requestFor } from './requests.mjs';

const MOST_ATTEMPTS = 6;
/** How often a client goes over to another process, as it does when no answer comes. */
const ROAMING = 0.03;
/** Requests carry it in their plentiful class, so it has to be more than instances of that size can use up. */
const FIRST_TAG = 100_000;

/** One client of a zone. It asks, waits for the answer and asks the next; what it asks is drawn from its own stream. */
export class Client {
  #random;
  #zone;
  #round;
  #index;
  #service;

  /** @param round what all clients share: `history`, `services`, `isOver()`, `seed`, `number`, `faults` */
  constructor(round, index, zone) {
    this.#round = round;
    this.#index = index;
    this.#zone = zone;
    this.#random = new Random(round.seed, round.number, 'client', index);
    this.#service = this.#random.pick(round.services);
  }

  async run() {
    while (!this.#round.isOver()) await this.act();
  }

  async act() {
    const act = this.#random.weighted(this.#zone.acts);
    const planned = this.#plan(act);
    if (planned) await this.#perform(planned.kind, planned.parameters);
  }

  #plan(act) {
    if (act === 'create') return this.#create();
    if (act === 'change') return this.#change();
    if (act === 'figures') return this.#figures();
    if (act === 'utilization') return this.#utilization();
    if (act === 'shapes') return this.#shapes();
    if (act === 'listing') return this.#listing();
    if (act === 'destroy') return this.#destroy();
    const reservation = this.#any(this.#zone.reservations);
    if (act === 'instance') return this.#instance(reservation);
    if (!reservation) return this.#create();
    const { id, form } = reservation;
    if (act === 'update') return this.#update(reservation);
    if (act === 'move') return this.#move(reservation);
    if (act === 'cancel')
      return { kind: 'cancel', parameters: { zone: this.#zone.zone, id, form, side: this.#side(form) } };
    if (form === 'containers') return undefined;
    return { kind: 'reading', parameters: { zone: this.#zone.zone, id, form: form ?? 'pool' } };
  }

  #create() {
    const random = this.#random;
    const { zone, kind } = this.#zone;
    const form = this.#form(kind);
    // Only operations say an expiry in seconds.
    const side = kind === 'brief' ? 'operations' : this.#side(form);
    const elements = side === 'operations' ? this.#elements() : undefined;
    const tenant = tenantFor(random);
    return {
      kind: 'create',
      parameters: () => {
        const tag = this.#tag();
        const containers = form === 'containers' ? containersFor(random, tag) : undefined;
        const amounts = containers ? sumOf(containers) : amountsFor(random, this.#zone, tag);
        const window = windowFor(random, this.#zone, tag);
        return { zone, form, side, tenant, tag, ...window, amounts, containers, elements };
      },
    };
  }

  #elements() {
    return elementsFor(this.#random, this.#zone) ?? protectedFor(this.#random, this.#zone);
  }

  #form(kind) {
    if (kind === 'addresses') return 'network';
    if (kind === 'storage') return 'storage';
    if (kind === 'split' && this.#random.chance(0.25)) return 'containers';
    return 'pool';
  }

  /** Containers can't be said in operations. */
  #side(form) {
    return form === 'containers' || this.#random.chance(0.5) ? 'northbound' : 'operations';
  }

  #update({ id, form }) {
    const random = this.#random;
    const zone = this.#zone;
    if (form === 'containers') return undefined;
    const isShifted = !FROM_NOW.has(zone.kind) && random.chance(0.4);
    return {
      kind: 'update',
      parameters: () => {
        const tag = this.#tag();
        const amounts = amountsFor(random, zone, tag);
        const some = random.chance(0.3) ? { [zone.ledger]: amounts[zone.ledger] } : amounts;
        const window = isShifted ? gridWindow(random, zone) : {};
        const side = this.#side(form);
        const elements = side === 'operations' ? this.#otherElements(zone) : undefined;
        return { zone: zone.zone, id, form, side, tag, amounts: some, ...window, elements };
      },
    };
  }

  /** Most changes leave a reservation's elements as they are; some give it others, or none. */
  #otherElements(zone) {
    return this.#random.chance(0.3) ? (elementsFor(this.#random, zone) ?? []) : undefined;
  }

  /** To another zone. All is said, so that what is asked for does not depend on what the reservation was like there. */
  #move({ id, form }) {
    if (form === 'containers') return undefined;
    const random = this.#random;
    const { zone, partner } = this.#zone;
    return {
      kind: 'move',
      parameters: () => {
        const tag = this.#tag();
        const side = this.#side(form);
        const amounts = { instances: 0, ...amountsFor(random, partner, tag) };
        const elements = side === 'operations' ? (elementsFor(random, partner) ?? []) : undefined;
        return {
          zone,
          to: partner.zone,
          id,
          form,
          side,
          tag,
          amounts,
          ...gridWindow(random, partner),
          elements,
        };
      },
    };
  }

  #change() {
    const { kind, ...fields } = changeFor(this.#random, this.#zone, 0);
    const amounts = () => {
      const tag = this.#tag();
      return { tag, amounts: { ...fields.amounts, [this.#zone.ledger]: tag } };
    };
    return { kind, parameters: () => ({ zone: this.#zone.zone, ...fields, ...amounts() }) };
  }

  #instance(reservation) {
    const random = this.#random;
    const isFree = !reservation || random.chance(0.2);
    const flavor = random.pick(Object.keys(FLAVORS));
    return {
      kind: 'instance',
      parameters: () => ({
        zone: this.#zone.zone,
        name: `i${this.#tag()}`,
        flavor,
        ...(isFree ? { provider: this.#zone.providers[0] } : { reservation: reservation.id }),
      }),
    };
  }

  #destroy() {
    const id = this.#any(this.#zone.instances);
    return id && { kind: 'destroy', parameters: { zone: this.#zone.zone, id } };
  }

  #figures() {
    const { zone, kind, capacities } = this.#zone;
    const names = Object.keys(capacities[0]).filter((name) => name !== this.#zone.ledger);
    const of = { addresses: 'network', storage: 'storage' }[kind] ?? 'compute';
    const isNow = kind === 'brief' || (kind === 'live' && this.#random.chance(0.4));
    const asked = isNow ? {} : this.#asked();
    return { kind: 'figures', parameters: { zone, kind: of, name: this.#random.pick(names), ...asked } };
  }

  #utilization() {
    const metric = this.#random.pick(['total', 'reserved', 'available', 'usage']);
    return { kind: 'utilization', parameters: { zone: this.#zone.zone, metric, ...this.#asked() } };
  }

  #shapes() {
    const { zone, kind } = this.#zone;
    const of = kind === 'storage' ? 'storage' : 'compute';
    return {
      kind: 'shapes',
      parameters: { zone, kind: of, ...shapeFor(this.#random, this.#zone), ...this.#asked() },
    };
  }

  /** Of all, or of those made for some elements. */
  #listing() {
    const some = this.#random.chance(0.3) ? elementsFor(this.#random, this.#zone) : undefined;
    return { kind: 'listing', parameters: { zone: this.#zone.zone, some, ...this.#asked() } };
  }

  /** A window to look at. */
  #asked() {
    const { start, end } = gridWindow(this.#random, this.#zone);
    return { start, end };
  }

  #any(list) {
    const at = this.#random.fraction();
    return list[Math.floor(at * list.length)];
  }

  #tag() {
    return FIRST_TAG + this.#round.nextTag();
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

/** Zones in which reservations begin at once. */
const FROM_NOW = new Set(['live', 'brief']);
/** Of reservations that end by themselves the latest are kept in mind. */
const MOST_BRIEF = 40;

const WRITES = new Set(['create', 'update', 'move', 'cancel', 'increase', 'decrease', 'instance', 'destroy']);

function drop(list, isIt) {
  const at = list.findIndex(isIt);
  if (at >= 0) list.splice(at, 1);
}

function sumOf(containers) {
  const cores = containers.reduce((sum, one) => sum + one.cores, 0);
  const ram = containers.reduce((sum, one) => sum + one.ram, 0);
  return { cores, ram, instances: containers.length };
}
