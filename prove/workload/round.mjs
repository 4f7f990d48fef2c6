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
import { TENANT_LIMITS } from './tenant-limits.mjs';
import { planZones, zonesOf } from './zones.mjs';

const TWO_HOURS = 7_200;
const SETTLE_MILLISECONDS = 60_000;
const QUIET_MILLISECONDS = 250;
/** Of the cores of the zone whose windows begin at once: what its subscriber takes for little. */
const LITTLE = 8;
/** A sound service has nothing left after some – what is protected goes after what protects it –, a broken one may never. */
const MOST_PASSES = 10;
/** On either side of the first window on the grid. */
const REPORTED_SECONDS = 5 * 86_400;
/** Reservations read one by one at the end, per zone, beside the lists of all. */
const READ_AT_END = 60;

/** One to four processes; in every second round the clock of one is two hours off. */
export function planShifts(seed, round, most = 4) {
  const random = new Random(seed, round, 'processes');
  const shifts = Array.from({ length: random.integer(1, most) }, () => 0);
  if (shifts.length > 1 && random.chance(0.5))
    shifts[shifts.length - 1] = random.pick([TWO_HOURS, -TWO_HOURS]);
  return shifts;
}

/** A round: zones of its own, clients that work on them while things break, and then an end in which nothing does. */
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

  /** @param options `seed`, `number`, `clients`, `reads`, `milliseconds`, `calls`, `shifts`, `faultsPerMinute`, `receiver` */
  constructor(system, faults, history, options) {
    this.#system = system;
    this.#faults = faults;
    this.#options = options;
    this.history = history;
  }

  async run() {
    const { seed, number, clients, reads, milliseconds, shifts, faultsPerMinute } = this.#options;
    const hasEarlierZones = this.#system.services.length > 0;
    await this.#system.use(shifts);
    const isShifted = shifts.some((shift) => shift !== 0);
    this.#zones = planZones(seed, number, Date.now() / 1000, { isShifted, reads });
    for (const zone of this.#zones) Object.assign(zone, nothingYet());
    await this.#subscribeToChanges();
    for (const zone of this.#zones) await this.#open(zone);
    const capacity = await this.#subscribeToCapacity();
    const zones = this.#zones.map(describe);
    const { ids: principals } = this.#system.principals;
    this.history.note({ round: number, seed, shifts, zones, capacity, limits: TENANT_LIMITS, principals });
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

  /** Until time is up, or as many calls have been made as were asked for. */
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
      /** A request that names no zone may wait in one of them, of which there is no evidence. */
      hasEarlierZones,
      history: this.history,
      services: this.#system.services,
      principals: this.#system.principals,
      faults: this.#faults,
      isOver: () => this.#isOver,
      nextTag: () => ++this.#tags,
      nextChannel: () => `r${number}s${++this.#channels}`,
      nextRange: (bits) => rangeNumber(number * RANGES_A_ROUND + this.#ranges++, bits),
      /** Those that were made during the round and have not been ended. */
      subscriptions: [],
      keys: new Keys(),
      receiver: this.#options.receiver.uri,
    };
  }

  /** To all that happens to any reservation. */
  async #subscribeToChanges() {
    this.#options.receiver.hearFor(this.history);
    await this.#subscribe('/reservation/subscribe', { inputFilter: [] });
  }

  /** To when little is available in the zone whose windows begin at once, and to whatever changes there. */
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

  /** Waits for what is still on its way, and ends the subscriptions: the next round has its own. */
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

  /** Also subscriptions whose answer was lost. */
  async #unsubscribe() {
    const { port } = this.#system.services[0];
    const list = () => this.#send(port, { method: 'GET', path: '/subscriptions?limit=100' });
    for (let found = await list(); found.body?.items.length > 0; found = await list()) {
      for (const { subscriptionId: id } of found.body.items)
        await this.#send(port, { method: 'DELETE', path: `/subscriptions/${id}` });
    }
  }

  /** Registers the zone's providers and gives them their capacity, before anything breaks. */
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

  /** Every process answers, whatever has happened to it. */
  async #allReady() {
    for (const { process, proxy, clientProxy } of this.#system.services) {
      proxy.thaw();
      clientProxy.thaw();
      process.thaw();
      if (!process.isRunning) await process.start();
    }
    const deadline = Date.now() + SETTLE_MILLISECONDS;
    for (const service of this.#system.services) {
      for (const { zone, base } of this.#zones) {
        while (!ANSWERS.has((await this.#call('listing', { zone, start: base, end: null }, service)).out)) {
          if (Date.now() > deadline) throw new Error(`service ${service.index} does not answer any more`);
          await pause(200);
        }
      }
    }
    await pause(QUIET_MILLISECONDS);
  }

  /** Reads what there is, ends all of it, and reads what is left: nothing but capacity. */
  async #close(zone) {
    const { zone: name } = zone;
    this.history.note({ closing: name });
    const { answer: live = [] } = await this.#surely('listing', { zone: name, start: zone.base, end: null });
    const forms = new Map(zone.reservations.map(({ id, form }) => [id, form]));
    const readable = live.filter((id) => READABLE.has(forms.get(id))).slice(0, READ_AT_END);
    await inTurns(readable, (id) => this.#surely('reading', { zone: name, id, form: forms.get(id) }));
    await this.#report(zone);
    for (let pass = 1; pass <= MOST_PASSES; pass++) {
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

  /** What was reserved and used, from before the round on, and what is planned. */
  async #report({ zone, base }) {
    const [from, to] = [base - REPORTED_SECONDS, base + REPORTED_SECONDS];
    for (const by of ['zone', 'provider', 'reservation', 'tenant', 'class'])
      await this.#surely('report', { zone, by, since: from, until: to });
  }

  /** What has not been ended yet, and does not end by itself. */
  async #left({ zone, kind, base }) {
    const own = await this.#system.postgres.withClient((client) => reservationsOf(client, zone));
    if (kind === 'brief') return own;
    // Waiting reservations are in no list of this kind.
    const { answer = [] } = await this.#surely('listing', { zone, start: base, end: null });
    return [...new Set([...own, ...answer])];
  }

  /** Nothing is to be found here by what later rounds ask of the whole service. */
  async #withdraw({ zone }) {
    const providers = await this.#system.postgres.withClient((client) => providersOf(client, zone));
    for (const provider of providers) {
      const { out } = await this.#surely('withdraw', { zone, provider, isClosing: true });
      if (out !== 'ok') throw new Error(`the capacity of ${provider} was not withdrawn: ${out}`);
    }
  }

  /** Until it has been answered one way or the other. */
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

/** What all clients of a zone know of it. */
function nothingYet() {
  return { providers: [], pools: [], ranges: [], reservations: [], instances: [], series: [] };
}

/** Address ranges that a round can make without meeting those of another one. */
const RANGES_A_ROUND = 5_000;

/** Of eight addresses, or of four, that no other number stands for. */
function rangeNumber(number, bits) {
  const block = (number % 2 ** 21) * 8;
  return `11.${block >> 16}.${(block >> 8) & 255}.${block & 255}/${bits}`;
}

/** Forms that can be read over the northbound interface with all that they hold. */
const READABLE = new Set(['pool', 'storage', 'network']);

const ANSWERS = new Set(['ok', 'conflict', 'error']);
