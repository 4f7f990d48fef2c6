import { Random } from '../random.mjs';
import { NOTHING_OF, OTHER_FORM, someOf, traitsFor, traitsOf } from './born-draws.mjs';
import { beyondFor, rehearsed, rehearsedIn } from './beyond.mjs';
import {
  addressWindow,
  amountsOfForm,
  containersFor,
  FIRST_TAG,
  FLAVORS,
  gridWindow,
  liveWindow,
  sumOf,
  tenantFor,
} from './draws.mjs';
import { isFurther, planFurther } from './further.mjs';
import { labelsFor } from './marks.mjs';
import { repeatFor } from './series.mjs';
import { HOUR } from './zones.mjs';
import { CLASSES, QUESTIONS } from './questions.mjs';
import { Subscribing } from './subscribing.mjs';

/** More than the reservations of a round can hold of the plentiful class, whose amounts identify requests. */
const PLENTY = 50_000_000;
const MAX_PROVIDERS = 4;
const FORMS = { pool: 24, containers: 16, storage: 16, network: 14, mixed: 22, nothing: 6 };
/** Forms that only the operations interface accepts. */
const OPERATIONS_ONLY = new Set(['mixed', 'nothing']);
/** Share of queries about the whole service, and of reservations for any zone. */
const EVERYWHERE = 0.35;
const ANY_ZONE = 0.12;

/**
 * Plans requests to the zones that are born while the clients work. A client changes between zones, so that each zone is queried
 * before it exists, while it is empty, and when it has records.
 */
export class BornPlans {
  #random;
  #round;
  #zones;
  #zone;
  #subscribing;

  /** @param round shared by all clients: `seed`, `number`, `nextTag()`, `subscriptions` */
  constructor(random, zones, round) {
    this.#random = random;
    this.#zones = zones;
    this.#round = round;
    this.#subscribing = new Subscribing(random, round);
  }

  /** An operation's `kind` and `parameters`, or a function that draws these for each repetition; undefined: no request. */
  plan(act, zone) {
    this.#zone = zone;
    if (act === 'provider') return this.#provider();
    if (act === 'increase' || act === 'decrease') return this.#change(act);
    if (act === 'create') return this.#create();
    if (act === 'instance') return this.#instance();
    if (act === 'destroy') return this.#destroy();
    if (act === 'subscribe') return this.#subscribing.subscribe(zone);
    if (act === 'resubscribe') return this.#subscribing.resubscribe(zone);
    if (act === 'unsubscribe') return this.#subscribing.unsubscribe(zone);
    if (act === 'dry') return rehearsed(this.plan(this.#random.weighted(rehearsedIn(zone)), zone));
    if (act in QUESTIONS) return QUESTIONS[act](this.#random, this.#where(EVERYWHERE), zone);
    const reservation = this.#any(zone.reservations);
    if (isFurther(act)) return planFurther(act, this.#context(reservation));
    if (!reservation) return this.#create();
    if (act === 'confirm') return this.#confirm(reservation);
    if (act === 'update') return this.#update(reservation);
    if (act === 'move') return this.#move(reservation);
    if (act === 'cancel') return this.#cancel(reservation);
    return this.#reading(reservation);
  }

  #context(reservation) {
    const random = this.#random;
    const draw = (form) => {
      const { tag, amounts } = this.#asked(form in FORMS ? form : random.pick(['pool', 'storage']), false);
      return { form: amounts.ram === tag ? 'pool' : 'storage', tag, amounts };
    };
    const where = () => this.#where(EVERYWHERE);
    return { random, zone: this.#zone, reservation, nextTag: () => this.#round.nextTag(), where, draw };
  }

  /** An endpoint may be registered twice: it is the same provider again. */
  #provider() {
    const { seed, number } = this.#round;
    const { zone } = this.#zone;
    const place = this.#random.integer(0, MAX_PROVIDERS - 1);
    const traits = traitsOf(new Random(seed, number, zone, 'provider', place));
    const parameters = { zone, endpoint: `http://${zone}-${place}.example:5000/v3`, traits };
    return { kind: 'provider', parameters };
  }

  #change(kind) {
    const random = this.#random;
    const zone = this.#zone;
    const provider = this.#any(zone.providers);
    const pool = this.#any(zone.pools);
    const names = CLASSES.filter(() => random.chance(0.65));
    const window = random.chance(0.55) ? { start: undefined, end: null } : gridWindow(random, zone);
    const force = kind === 'decrease' && zone.isForced && random.chance(0.6);
    const isByPool = random.chance(0.25) && pool !== undefined;
    const isRanged = kind === 'increase' && names.includes('addresses') && random.chance(0.8);
    if (!provider) return undefined;
    const source = isByPool ? { provider: pool.provider, pool: pool.id } : { provider };
    return {
      kind,
      parameters: () => {
        const tag = this.#tag() + (kind === 'increase' ? PLENTY : 0);
        const scarce = Object.fromEntries(names.map((name) => [name, someOf(random, name, kind)]));
        const plenty = kind === 'increase' ? { gigabytes: PLENTY } : {};
        const publicIps = isRanged ? this.#ranges() : undefined;
        const amounts = { ...scarce, ...plenty, ram: tag };
        return { zone: zone.zone, ...source, ...window, amounts, tag, force, publicIps };
      },
    };
  }

  /** New ranges, some named twice; ranges of this zone, or a part of one; and, to be refused, ranges of another zone. */
  #ranges() {
    const random = this.#random;
    const others = this.#zones.filter((zone) => zone !== this.#zone).flatMap(({ ranges }) => ranges);
    const [other, before] = [this.#any(others), this.#any(this.#zone.ranges)];
    const made = this.#round.nextRange(random.pick([30, 29]));
    const which = random.weighted({ made: 55, twice: 10, before: 12, part: 8, other: 15 });
    if (which === 'other' && other !== undefined) return [made, other];
    if (which === 'before' && before !== undefined) return [before, made];
    if (which === 'part' && before !== undefined) return [before.replace(/\/29$/, '/30'), made];
    return which === 'twice' ? [made, made] : [made];
  }

  #create() {
    const random = this.#random;
    const zone = this.#zone;
    const form = random.weighted(FORMS);
    const isFromNow = form !== 'network' && form !== 'nothing' && random.chance(0.45);
    const side = this.#side(form);
    const elements = this.#elements(side, form === 'nothing');
    const traits = traitsFor(random, form, side);
    const made = tenantFor(random, elements);
    const labels = labelsFor(random);
    const repeat = repeatFor(random, { form, side, isFromNow });
    const beyond = repeat ? () => ({ repeat }) : beyondFor(random, zone, { form, elements });
    if (form === 'nothing' && elements === undefined) return undefined;
    const where = made.tenant === undefined && elements === undefined ? this.#where(ANY_ZONE) : zone.zone;
    return {
      kind: 'create',
      parameters: () => {
        const asked = this.#asked(form, isFromNow);
        if (repeat) asked.end ??= asked.start + HOUR;
        const more = beyond(asked.tag);
        // The request could wait in a zone of an earlier round, for which there is no evidence.
        const mayBeLost = more.wait && this.#round.hasEarlierZones;
        const to = mayBeLost ? zone.zone : where;
        return { zone: to, form, side, ...made, traits, ...asked, elements, labels, ...more };
      },
    };
  }

  /** Amounts and a window, with a tag that no other request has. */
  #asked(form, isFromNow) {
    const random = this.#random;
    const tag = this.#tag();
    const containers = form === 'containers' ? containersFor(random, tag) : undefined;
    const amounts = containers ? sumOf(containers) : amountsOfForm(random, form, tag);
    const isTold = form === 'network' || form === 'nothing';
    const apart = () => addressWindow(random, this.#zone, tag);
    const near = () => (isFromNow ? liveWindow(random, this.#zone) : gridWindow(random, this.#zone));
    const window = isTold ? apart() : near();
    return { tag: isTold ? window.start : tag, ...window, amounts, containers };
  }

  #confirm(reservation) {
    const { zone, reservations } = this.#zone;
    const { id, form } = this.#any(reservations.filter(({ isHeld }) => isHeld)) ?? reservation;
    return {
      kind: 'confirm',
      parameters: { zone, id, form, side: OPERATIONS_ONLY.has(form) ? 'operations' : this.#side(form) },
    };
  }

  #update(reservation) {
    const { id, form, isFromNow } = reservation;
    const random = this.#random;
    if (form === 'nothing') return undefined;
    if (reservation.isWaiting) return this.#updateWaiting(reservation);
    const isShifted = !isFromNow && random.chance(0.4);
    const side = this.#side(form);
    const elements = random.chance(0.3) ? (this.#elements(side) ?? []) : undefined;
    const isPart = random.chance(0.3);
    const isOther = random.chance(0.15);
    const traits = form === 'containers' ? traitsFor(random, form, side) : undefined;
    if (isOther && form === 'mixed') return this.#ofOneKind(id);
    if (isOther && form in OTHER_FORM) return this.#otherForm(id, OTHER_FORM[form]);
    return {
      kind: 'update',
      parameters: () => {
        const { start, end, amounts, ...asked } = this.#asked(form, false);
        const window = form === 'network' || isShifted ? { start, end } : {};
        const part = isPart && amounts.ram && form !== 'containers' ? { ram: amounts.ram } : amounts;
        const said = side === 'operations' ? { elements } : {};
        return { zone: this.#zone.zone, id, form, side, traits, ...asked, amounts: part, ...window, ...said };
      },
    };
  }

  /** While a reservation waits, the ledger shows which request has changed it only by its window. */
  #updateWaiting({ id, form }) {
    const side = this.#side(form);
    const traits = form === 'containers' ? traitsFor(this.#random, form, side) : undefined;
    return {
      kind: 'update',
      parameters: () => {
        const asked = this.#asked(form, false);
        const window = addressWindow(this.#random, this.#zone, asked.tag);
        return { zone: this.#zone.zone, id, form, side, traits, ...asked, ...window };
      },
    };
  }

  /** The northbound interface changes the part of a mixed reservation that it shows. The other parts stay unchanged. */
  #ofOneKind(id) {
    const shown = this.#random.pick(['pool', 'storage']);
    return {
      kind: 'update',
      parameters: () => {
        const { tag, amounts } = this.#asked(shown, false);
        return { zone: this.#zone.zone, id, form: 'mixed', shown, side: 'northbound', tag, amounts };
      },
    };
  }

  /** To be refused: containers can be replaced only by containers, and a pool only by a pool. */
  #otherForm(id, form) {
    return {
      kind: 'update',
      parameters: () => {
        const { tag, amounts, containers } = this.#asked(form, false);
        const asked = { tag, amounts, containers };
        return { zone: this.#zone.zone, id, form, side: 'northbound', isOtherForm: true, ...asked };
      },
    };
  }

  /** A move states all terms except, sometimes, the elements, which may tie the reservation to its zone. */
  #move({ id, form, isWaiting }) {
    const random = this.#random;
    const from = this.#zone;
    const to = random.pick(this.#zones.filter((zone) => zone !== from));
    if (form === 'nothing') return undefined;
    const side = this.#side(form);
    this.#zone = to;
    const drawn = this.#elements(side) ?? [];
    const tying = isWaiting ? drawn.filter((one) => one.startsWith('ResourceProvider:')) : drawn;
    const elements = random.chance(0.25) || side !== 'operations' ? undefined : tying;
    const traits = form === 'containers' ? traitsFor(random, form, side) : undefined;
    return {
      kind: 'move',
      partner: to,
      parameters: () => {
        const { amounts, ...asked } = this.#asked(form, false);
        const all = form === 'containers' ? amounts : { ...NOTHING_OF[form], ...amounts };
        const window = isWaiting ? addressWindow(random, to, asked.tag) : {};
        return {
          zone: from.zone,
          to: to.zone,
          id,
          form,
          side,
          traits,
          ...asked,
          ...window,
          amounts: all,
          elements,
        };
      },
    };
  }

  #cancel({ id, form }) {
    const side = OPERATIONS_ONLY.has(form) ? 'operations' : this.#side(form);
    return { kind: 'cancel', parameters: { zone: this.#zone.zone, id, form, side } };
  }

  #reading({ id, form }) {
    const isWhole = OPERATIONS_ONLY.has(form) || form === 'containers' || this.#random.chance(0.3);
    return { kind: 'reading', parameters: { zone: this.#zone.zone, id, form: isWhole ? 'whole' : form } };
  }

  /** An instance on a reservation, or on the free capacity of a provider, which may have no capacity at all. */
  #instance() {
    const random = this.#random;
    const zone = this.#zone;
    const reservation = this.#any(zone.reservations.filter(({ isFromNow }) => isFromNow));
    const provider = this.#any(zone.providers);
    const isFree = random.chance(0.3) || reservation === undefined;
    if (isFree && !provider) return undefined;
    return {
      kind: 'instance',
      parameters: () => ({
        zone: zone.zone,
        name: `i${this.#tag()}`,
        flavor: NO_DISK,
        ...(isFree ? { provider } : { reservation: reservation.id }),
      }),
    };
  }

  #destroy() {
    const id = this.#any(this.#zone.instances);
    return id && { kind: 'destroy', parameters: { zone: this.#zone.zone, id } };
  }

  #side(form) {
    const isNorthbound = this.#random.chance(0.5);
    if (OPERATIONS_ONLY.has(form)) return 'operations';
    return form === 'containers' || isNorthbound ? 'northbound' : 'operations';
  }

  /** Elements of each kind: those that the reservation is tied to, and those that it protects. */
  #elements(side, isNeeded = false) {
    const random = this.#random;
    const { providers, pools, reservations, instances } = this.#zone;
    const chosen = [
      [0.12, providers, (id) => `ResourceProvider:${id}`],
      [0.08, pools, ({ id }) => `ResourcePool:${id}`],
      [isNeeded ? 0.7 : 0.12, reservations, ({ id }) => `ResourceReservation:${id}`],
      [isNeeded ? 0.5 : 0.15, instances, (id) => `ResourceAllocation:${id}`],
    ].flatMap(([chance, list, named]) => {
      const [one, isChosen] = [this.#any(list), random.chance(chance)];
      return isChosen && one !== undefined ? [named(one)] : [];
    });
    return side === 'operations' && chosen.length > 0 ? chosen : undefined;
  }

  /** This zone; undefined: all zones. */
  #where(chance) {
    return this.#random.chance(chance) ? undefined : this.#zone.zone;
  }

  #any(list) {
    const at = this.#random.fraction();
    return list[Math.floor(at * list.length)];
  }

  #tag() {
    return FIRST_TAG + this.#round.nextTag();
  }
}

const [NO_DISK] = Object.keys(FLAVORS).filter((name) => name.startsWith('sim.'));
