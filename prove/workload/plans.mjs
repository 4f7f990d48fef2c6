import { beyondFor, rehearsed, rehearsedIn } from './beyond.mjs';
import {
  addressWindow,
  amountsFor,
  changeFor,
  containersFor,
  elementsFor,
  FIRST_TAG,
  FLAVORS,
  gridWindow,
  protectedFor,
  shapeFor,
  sumOf,
  tenantFor,
  windowFor,
} from './draws.mjs';

import { isFurther, planFurther } from './further.mjs';
import { labelsFor } from './marks.mjs';
import { repeatFor } from './series.mjs';
import { HOUR } from './zones.mjs';

const WITH_DISK = Object.keys(FLAVORS).filter((name) => name.startsWith('m1.'));
/** Zones in which reservations begin at once. */
const FROM_NOW = new Set(['live', 'brief']);

/** Plans the next request of a client of a zone: drawn from its stream, about the records that all clients of the zone have made. */
export class Plans {
  #random;
  #zone;
  #nextTag;

  constructor(random, zone, nextTag) {
    this.#random = random;
    this.#zone = zone;
    this.#nextTag = nextTag;
  }

  /** An operation's `kind` and `parameters`, or a function that draws these for each repetition; undefined: no request. */
  plan(act) {
    if (act === 'create') return this.#create();
    if (act === 'change') return this.#change();
    if (act === 'figures') return this.#figures();
    if (act === 'utilization') return this.#utilization();
    if (act === 'shapes') return this.#shapes();
    if (act === 'listing') return this.#listing();
    if (act === 'destroy') return this.#destroy();
    if (act === 'dry') return rehearsed(this.plan(this.#random.weighted(rehearsedIn(this.#zone))));
    const reservation = this.#any(this.#zone.reservations);
    if (isFurther(act)) return planFurther(act, this.#context(reservation));
    if (act === 'instance') return this.#instance(reservation);
    if (!reservation) return this.#create();
    const { id, form } = reservation;
    if (act === 'confirm') return this.#confirm(reservation);
    if (act === 'update') return this.#update(this.#lastWaiting() ?? reservation);
    if (act === 'move') return this.#move(reservation);
    if (act === 'cancel')
      return { kind: 'cancel', parameters: { zone: this.#zone.zone, id, form, side: this.#side(form) } };
    if (form === 'containers') return undefined;
    return { kind: 'reading', parameters: { zone: this.#zone.zone, id, form: form ?? 'pool' } };
  }

  #context(reservation) {
    const { zone } = this.#zone;
    const draw = () => {
      const tag = this.#tag();
      return { form: this.#form(this.#zone.kind), tag, amounts: amountsFor(this.#random, this.#zone, tag) };
    };
    return {
      random: this.#random,
      zone: this.#zone,
      reservation,
      nextTag: this.#nextTag,
      where: () => zone,
      draw,
    };
  }

  #create() {
    const random = this.#random;
    const { zone, kind } = this.#zone;
    const form = this.#form(kind);
    // Only the operations interface accepts an expiry in seconds.
    const side = kind === 'brief' ? 'operations' : this.#side(form);
    const elements = side === 'operations' ? this.#elements() : undefined;
    const made = tenantFor(random, elements);
    const labels = labelsFor(random);
    const repeat = repeatFor(random, { form, side, isFromNow: FROM_NOW.has(kind) });
    const beyond = repeat ? () => ({ repeat }) : beyondFor(random, this.#zone, { form, elements });
    return {
      kind: 'create',
      parameters: () => {
        const tag = this.#tag();
        const containers = form === 'containers' ? containersFor(random, tag) : undefined;
        const amounts = containers ? sumOf(containers) : amountsFor(random, this.#zone, tag);
        const window = windowFor(random, this.#zone, tag);
        if (repeat) window.end ??= window.start + HOUR;
        const asked = { zone, form, side, ...made, tag, ...window, amounts, containers, elements, labels };
        return { ...asked, ...beyond(tag) };
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

  /** The operations interface has no containers. */
  #side(form) {
    return form === 'containers' || this.#random.chance(0.5) ? 'northbound' : 'operations';
  }

  #confirm(reservation) {
    const { zone, reservations } = this.#zone;
    const { id, form } = this.#any(reservations.filter(({ isHeld }) => isHeld)) ?? reservation;
    return { kind: 'confirm', parameters: { zone, id, form, side: this.#side(form) } };
  }

  /** In a `brief` zone a reservation waits for seconds only, so half of the updates are for the last that began to wait. */
  #lastWaiting() {
    const { kind, reservations } = this.#zone;
    if (kind !== 'brief' || this.#random.chance(0.5)) return undefined;
    return reservations.findLast(({ isWaiting }) => isWaiting);
  }

  #update(reservation) {
    const { id, form } = reservation;
    const random = this.#random;
    const zone = this.#zone;
    if (reservation.isWaiting) return this.#updateWaiting(reservation);
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

  /**
   * While a reservation waits, the ledger shows which request has changed it only by its window. The amounts, which its row
   * shows, will do where the window of a waiting reservation has begun: an update may then admit it late.
   */
  #updateWaiting({ id, form }) {
    const random = this.#random;
    const zone = this.#zone;
    if (form === 'containers') return undefined;
    const keepsWindow = zone.kind === 'brief' || (zone.kind === 'live' && random.chance(0.5));
    return {
      kind: 'update',
      parameters: () => {
        const tag = this.#tag();
        const amounts = amountsFor(random, zone, tag);
        const window = keepsWindow ? {} : addressWindow(random, zone, tag);
        return { zone: zone.zone, id, form, side: this.#side(form), tag, amounts, ...window };
      },
    };
  }

  /** Most updates leave a reservation's elements unchanged; some replace or remove them. */
  #otherElements(zone) {
    return this.#random.chance(0.3) ? (elementsFor(this.#random, zone) ?? []) : undefined;
  }

  /** A move to another zone. It states all terms, so that they do not depend on those in the old zone. */
  #move({ id, form, isWaiting }) {
    if (form === 'containers') return undefined;
    const random = this.#random;
    const { zone, partner } = this.#zone;
    return {
      kind: 'move',
      partner,
      parameters: () => {
        const tag = this.#tag();
        const side = this.#side(form);
        const amounts = { instances: 0, ...amountsFor(random, partner, tag) };
        const drawn = side === 'operations' ? (elementsFor(random, partner) ?? []) : undefined;
        const window = isWaiting ? addressWindow(random, partner, tag) : gridWindow(random, partner);
        const elements = isWaiting ? drawn?.filter((one) => one.startsWith('ResourceProvider:')) : drawn;
        return {
          zone,
          to: partner.zone,
          id,
          form,
          side,
          tag,
          amounts,
          ...window,
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
    const flavor = random.pick(WITH_DISK);
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

  /** A list of all reservations, or of those with some elements. */
  #listing() {
    const some = this.#random.chance(0.3) ? elementsFor(this.#random, this.#zone) : undefined;
    return { kind: 'listing', parameters: { zone: this.#zone.zone, some, ...this.#asked() } };
  }

  /** A window to query. */
  #asked() {
    const { start, end } = gridWindow(this.#random, this.#zone);
    return { start, end };
  }

  #any(list) {
    const at = this.#random.fraction();
    return list[Math.floor(at * list.length)];
  }

  #tag() {
    return FIRST_TAG + this.#nextTag();
  }
}
