import { setTimeout as pause } from 'node:timers/promises';
import { planFaults } from '../faults/schedule.mjs';
import { Random } from '../random.mjs';
import { Client } from './client.mjs';
import { send } from './http.mjs';
import { Keys } from './keys.mjs';
import { meaningOf } from './meanings.mjs';
import { instancesOf, inTurns, providersOf, reservationsOf } from './leftovers.mjs';
import { requestFor, requestIds } from './requests.mjs';
import { everythingForgotten, everythingTold } from './told.mjs';
import { TENANT_LIMITS, TENANT_LIMITS_ALL_ZONES } from './tenant-limits.mjs';
import { planZones, zonesOf } from './zones.mjs';

const TWO_HOURS = 7_200;
/** A service follows its clock no further than five minutes ahead of the database's. */
const FOUR_MINUTES = 240;
const SETTLE_MS = 60_000;
const QUIET_MS = 250;
/** How long a request whose client has given up may still take effect: on a busy machine a zone is slow while faults last. */
const LATE_MS = 20_000;
/** Available cores in the `live` zone below which the condition of its subscription is true. */
const LITTLE = 8;
/** Limit of passes that end everything. A protected record can be ended only after its protector. A broken service may never finish. */
const MAX_PASSES = 10;
/** Seconds that the reports cover on either side of the first window on the grid. */
const REPORTED_SECONDS = 5 * 86_400;
/** Limit of reservations of a zone that are read one by one at the end, besides the list of all. */
const READ_AT_END = 60;

/** The clock shifts, in seconds, of one to four processes. In half of the rounds with several processes one clock is wrong. */
export function planShifts(seed, round, most = 4) {
  const random = new Random(seed, round, 'processes');
  const shifts = Array.from({ length: random.integer(1, most) }, () => 0);
  if (shifts.length > 1 && random.chance(0.5))
    shifts[shifts.length - 1] = random.pick([FOUR_MINUTES, -TWO_HOURS]);
  return shifts;
}

/** A round. Clients work on its own zones while faults are injected. The end of the round has no faults. */
export class Round {
  #system;
  #faults;
  #options;
  #tags = 0;
  #channels = 0;
  #ranges = 0;
  #isOver = false;
  #zones;
  history;

  /** @param options `seed`, `number`, `clients`, `reads`, `only` (kinds of zones), `milliseconds`, `calls`, `shifts`, `faultsPerMinute`, `receiver` */
  constructor(system, faults, history, options) {
    this.#system = system;
    this.#faults = faults;
    this.#options = options;
    this.history = history;
  }

  async run() {
    const { seed, number, clients, reads, only, milliseconds, shifts, faultsPerMinute } = this.#options;
    const hasEarlierZones = this.#system.services.length > 0;
    await this.#system.use(shifts);
    const isShifted = shifts.some((shift) => shift !== 0);
    this.#zones = planZones(seed, number, Date.now() / 1000, { isShifted, reads, only });
    for (const zone of this.#zones) Object.assign(zone, nothingYet());
    await this.#subscribeToChanges();
    for (const zone of this.#zones) await this.#open(zone);
    const capacity = await this.#subscribeToCapacity();
    const zones = this.#zones.map(describe);
    const { ids: principals } = this.#system.principals;
    const limits = { limits: TENANT_LIMITS, limitsAllZones: TENANT_LIMITS_ALL_ZONES };
    this.history.note({ round: number, seed, shifts, zones, capacity, ...limits, principals });
    const note = (fields) => this.history.note(fields);
    const plan = faultsPerMinute > 0 ? planFaults(seed, number, milliseconds, faultsPerMinute) : [];
    const breaking = this.#faults.run(this.#system, plan, note);
    const shared = this.#shared(hasEarlierZones);
    const running = Array.from({ length: clients }, (_, index) =>
      new Client(shared, index, zonesOf(this.#zones, index, clients)).run(),
    );
    await this.#enough(milliseconds);
    this.#isOver = true;
    await breaking;
    await this.#faults.settle();
    await Promise.all(running);
    await this.#allReady();
    await Promise.all(this.#zones.map((zone) => this.#close(zone)));
    await this.#hearTheRest();
    await Promise.all(this.#zones.map((zone) => this.#withdraw(zone)));
    this.history.flush();
    return this.#zones;
  }

  /** Waits until the time is up or the requested number of calls is reached. */
  async #enough(milliseconds) {
    const { calls = Infinity } = this.#options;
    const end = Date.now() + milliseconds;
    while (Date.now() < end && this.history.attempts < calls) await pause(Math.min(50, end - Date.now()));
  }

  #shared(hasEarlierZones) {
    const { seed, number } = this.#options;
    return {
      seed,
      number,
      /** Whether there are zones of earlier rounds. A request without a zone may wait in one of them, for which there is no evidence. */
      hasEarlierZones,
      history: this.history,
      services: this.#system.services,
      principals: this.#system.principals,
      faults: this.#faults,
      isOver: () => this.#isOver,
      nextTag: () => ++this.#tags,
      nextChannel: () => `r${number}s${++this.#channels}`,
      nextRange: (bits) => rangeNumber(number * RANGES_A_ROUND + this.#ranges++, bits),
      /** Live subscriptions that were made during the round. */
      subscriptions: [],
      keys: new Keys(),
      receiver: this.#options.receiver.uri,
    };
  }

  /** Subscribes to all changes of all reservations. */
  async #subscribeToChanges() {
    this.#options.receiver.hearFor(this.history);
    await this.#subscribe('/reservation/subscribe', { inputFilter: [] });
  }

  /** Subscribes to the cores of the `live` zone: once with a condition on those available, and once to every change. */
  async #subscribeToCapacity() {
    const { zone } = this.#zones.find(({ kind }) => kind === 'live');
    const condition = { capacity_info: 'available', condition: 'lt', value: LITTLE };
    const threshold = { thresholdType: 'absoluteValue', threshold: condition };
    const asked = { zoneId: zone, computeResourceTypeId: 'cpuCores', threshold };
    const made = await this.#subscribe('/capacity/compute/subscribe', asked);
    const every = await this.#subscribe('/capacity/compute/subscribe', { ...asked, threshold: undefined });
    const everyChange = every.capacityChangeSubscriptionId;
    return {
      id: made.capacityChangeSubscriptionId,
      everyChange,
      zone,
      name: 'cores',
      figure: 'available',
      below: LITTLE,
    };
  }

  async #subscribe(path, asked) {
    const body = { ...asked, callbackUri: this.#options.receiver.uri };
    const {
      status,
      body: made,
      lost,
    } = await this.#send(this.#system.services[0].port, { method: 'POST', path, body });
    if (status !== 201) throw new Error(`no subscription: ${lost ?? JSON.stringify(made)}`);
    return made;
  }

  /** Waits for pending notifications and ends the subscriptions. The next round has its own. */
  async #hearTheRest() {
    const { receiver } = this.#options;
    receiver.isPatient = true;
    const isShifted = this.#options.shifts.some((shift) => shift !== 0);
    const isAll = await everythingTold(this.#system.postgres, this.#zones, isShifted);
    receiver.isPatient = false;
    this.history.note({ isAllTold: isAll });
    await this.#unsubscribe();
    await everythingForgotten(this.#system.postgres);
  }

  /** Ends all subscriptions, also those whose answer was lost. */
  async #unsubscribe() {
    const { port } = this.#system.services[0];
    const list = () => this.#send(port, { method: 'GET', path: '/subscriptions?limit=100' });
    for (let found = await list(); found.body?.items.length > 0; found = await list()) {
      for (const { subscriptionId: id } of found.body.items)
        await this.#send(port, { method: 'DELETE', path: `/subscriptions/${id}` });
    }
  }

  /** Registers the zone's providers and declares their capacity, before any fault. */
  async #open(zone) {
    for (const [index, amounts] of zone.capacities.entries()) {
      const endpoint = `http://${zone.zone}-${index}.example:5000/v3`;
      const asked = { zone: zone.zone, endpoint, traits: zone.traits[index] };
      const { out, id: provider } = await this.#call('provider', asked);
      if (out !== 'ok') throw new Error(`no provider: ${out}`);
      zone.providers.push(provider);
      const publicIps = index === 0 ? zone.publicIps : undefined;
      const made = await this.#call('increase', {
        zone: zone.zone,
        provider,
        start: undefined,
        end: null,
        amounts,
        publicIps,
      });
      if (made.out !== 'ok') throw new Error(`no capacity: ${JSON.stringify(made)}`);
      zone.pools.push({ id: made.id, provider, isFirst: true });
    }
  }

  /** Ends all faults and waits until every process answers. */
  async #allReady() {
    for (const { process, proxy, clientProxy } of this.#system.services) {
      proxy.thaw();
      clientProxy.thaw();
      process.thaw();
      if (!process.isRunning) await process.start();
    }
    const deadline = Date.now() + SETTLE_MS;
    for (const service of this.#system.services) {
      for (const { zone, base } of this.#zones) {
        while (!ANSWERS.has((await this.#call('listing', { zone, start: base, end: null }, service)).out)) {
          if (Date.now() > deadline) throw new Error(`service ${service.index} does not answer any more`);
          await pause(200);
        }
      }
    }
    const quietFrom = this.history.lastTimeout + LATE_MS;
    await pause(Math.max(QUIET_MS, quietFrom - Date.now()));
  }

  /** Reads the zone, ends everything in it, and reads it again: only capacity is left. */
  async #close(zone) {
    const { zone: name } = zone;
    this.history.note({ closing: name });
    const { answer: live = [] } = await this.#surely('listing', { zone: name, start: zone.base, end: null });
    const forms = new Map(zone.reservations.map(({ id, form }) => [id, form]));
    const readable = live.filter((id) => READABLE.has(forms.get(id))).slice(0, READ_AT_END);
    await inTurns(readable, (id) => this.#surely('reading', { zone: name, id, form: forms.get(id) }));
    await this.#report(zone);
    for (let pass = 1; pass <= MAX_PASSES; pass++) {
      const instances = await this.#system.postgres.withClient((client) => instancesOf(client, name));
      const left = await this.#left(zone);
      if (instances.length + left.length === 0) break;
      await inTurns(instances, (id) => this.#surely('destroy', { zone: name, id }));
      await inTurns(left, (id) => this.#surely('cancel', { zone: name, id, side: 'operations' }));
    }
    this.history.note({ empty: name });
    for (const metric of ['total', 'available', 'reserved', 'usage']) {
      const asked = { zone: name, metric, start: zone.base, end: null, closed: true };
      await this.#surely('utilization', asked);
    }
  }

  /** Reads the reports from before the round until after it, so that they cover past and planned use. */
  async #report({ zone, base }) {
    const [from, to] = [base - REPORTED_SECONDS, base + REPORTED_SECONDS];
    for (const by of ['zone', 'provider', 'reservation', 'tenant', 'class'])
      await this.#surely('report', { zone, by, since: from, until: to });
  }

  /** Ids of the reservations that were not ended and do not end by themselves. */
  async #left({ zone, kind, base }) {
    const own = await this.#system.postgres.withClient((client) => reservationsOf(client, zone));
    if (kind === 'brief') return own;
    // This list has no waiting reservations.
    const { answer = [] } = await this.#surely('listing', { zone, start: base, end: null });
    return [...new Set([...own, ...answer])];
  }

  /** Withdraws the zone's capacity, so that queries of later rounds about the whole service find none here. */
  async #withdraw({ zone }) {
    const providers = await this.#system.postgres.withClient((client) => providersOf(client, zone));
    for (const provider of providers) {
      const { out } = await this.#surely('withdraw', { zone, provider, isClosing: true });
      if (out !== 'ok') throw new Error(`the capacity of ${provider} was not withdrawn: ${out}`);
    }
  }

  /** Repeats a call until the service answers it, 20 times at most. */
  async #surely(kind, parameters) {
    for (let tries = 1; ; tries++) {
      const meaning = await this.#call(
        kind,
        parameters,
        this.#system.services[tries % this.#system.services.length],
      );
      if (ANSWERS.has(meaning.out) || tries === 20) return meaning;
      await pause(100);
    }
  }

  async #call(kind, parameters, service = this.#system.services[0]) {
    const { number } = this.#options;
    const operation = this.history.operation();
    const fields = { c: -1, s: service.index, k: kind, p: parameters };
    const attempt = this.history.called(operation, fields);
    const headers = { 'X-Request-Id': requestIds(number) + operation };
    const request = { ...requestFor(kind, parameters), headers };
    const meaning = meaningOf(kind, parameters, await this.#send(service.port, request));
    this.history.returned(attempt, kind, meaning);
    return meaning;
  }

  #send(port, request) {
    return send(port, this.#system.principals.signed(request));
  }
}

function describe({ zone, kind, base, slots, ledger }) {
  return { zone, kind, base, slots, ledger };
}

/** The records of a zone that all its clients share. */
function nothingYet() {
  return { providers: [], pools: [], ranges: [], reservations: [], instances: [], series: [] };
}

/** Number of address ranges of a round, so that rounds do not share one. */
const RANGES_A_ROUND = 5_000;

/** A range of eight addresses, or of four, that no other number has. */
function rangeNumber(number, bits) {
  const block = (number % 2 ** 21) * 8;
  return `11.${block >> 16}.${(block >> 8) & 255}.${block & 255}/${bits}`;
}

/** Forms that the northbound interface shows with all their amounts. */
const READABLE = new Set(['pool', 'storage', 'network']);

const ANSWERS = new Set(['ok', 'conflict', 'error']);
