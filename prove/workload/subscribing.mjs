import { TENANTS } from '../system/principals.mjs';

/** Subscriptions of every kind, made and ended while the clients work. */

/** Limits of live subscriptions, and of those to all reservations, which receive every change. */
const MAX_SUBSCRIPTIONS = 24;
const MAX_TO_ALL = 3;

const NAMES = {
  compute: ['cores', 'instances', 'gpus'],
  network: ['addresses'],
  storage: ['volumes', 'snapshots', 'gigabytes'],
};

export class Subscribing {
  #random;
  #round;

  /** @param round `subscriptions`, the live ones: `{ id, channel, isToAll }`; `nextChannel()` */
  constructor(random, round) {
    this.#random = random;
    this.#round = round;
  }

  /** Every attempt has its own channel: a subscription whose answer was lost stays in force. */
  subscribe(zone) {
    const random = this.#random;
    const live = this.#round.subscriptions;
    const isToReservations = random.chance(0.4);
    const isToAll = random.chance(0.4) && live.filter((one) => one.isToAll).length < MAX_TO_ALL;
    const asked = isToReservations ? this.#reservations(zone, isToAll) : this.#capacity(zone);
    if (live.length >= MAX_SUBSCRIPTIONS) return this.unsubscribe(zone);
    return asked && { kind: 'subscribe', parameters: () => this.#owned(asked, zone) };
  }

  /** Half of them belong to tenants, which receive changes of their own reservations only. Not drawn: seeds repeat what they did. */
  #owned(asked, { reservations }) {
    const channel = this.#round.nextChannel();
    const number = Number(/\d+$/.exec(channel));
    if (number % 2 === 0) return { ...asked, channel };
    const tenantOf = (id) => reservations.find((one) => one.id === id)?.tenant;
    const [first] = asked.ids ?? [];
    const tenant = first ? tenantOf(first) : TENANTS[Math.floor(number / 4) % TENANTS.length];
    if (tenant === undefined) return { ...asked, channel };
    const ids = asked.ids?.filter((id) => tenantOf(id) === tenant);
    return { ...asked, ids, channel, tenant, isOwn: number % 4 === 1 };
  }

  unsubscribe() {
    const at = this.#random.fraction();
    const { subscriptions } = this.#round;
    const one = subscriptions[Math.floor(at * subscriptions.length)];
    if (!one) return undefined;
    const { zone, tenant, id, channel } = one;
    return { kind: 'unsubscribe', parameters: { zone, tenant, id, channel } };
  }

  /** A subscription is changed once at most: its channel, the condition or filter, or both. */
  resubscribe(zone) {
    const random = this.#random;
    const left = this.#round.subscriptions.filter(({ isChanged }) => !isChanged);
    const one = left[Math.floor(random.fraction() * left.length)];
    const [isReaddressed, isOther, isAll] = [random.chance(0.5), random.chance(0.7), random.chance(0.2)];
    const condition = random.chance(0.7) ? this.#condition() : null;
    const ids = this.#reservations(zone, isAll)?.ids;
    if (!one) return undefined;
    one.isChanged = true;
    const other = one.of === 'reservation' ? { ids } : { condition };
    return {
      kind: 'resubscribe',
      parameters: {
        of: one.of,
        zone: one.zone,
        tenant: one.tenant,
        id: one.id,
        channel: one.channel,
        ...((isReaddressed || !isOther) && { newChannel: this.#round.nextChannel() }),
        ...(isOther && other),
      },
    };
  }

  #reservations({ zone, reservations }, isToAll) {
    const random = this.#random;
    const places = Array.from({ length: random.integer(1, 3) }, () => random.fraction());
    if (isToAll) return { of: 'reservation', ids: [] };
    const ids = places.map((at) => reservations[Math.floor(at * reservations.length)]?.id).filter(Boolean);
    return ids.length > 0 ? { of: 'reservation', zone, ids: [...new Set(ids)] } : undefined;
  }

  #capacity({ zone }) {
    const random = this.#random;
    const kind = random.pick(['compute', 'compute', 'network', 'storage']);
    const name = random.pick(NAMES[kind]);
    const where = random.chance(0.4) ? undefined : zone;
    const isConditional = random.chance(0.6);
    const condition = this.#condition();
    return { of: 'capacity', zone: where, kind, name, condition: isConditional ? condition : undefined };
  }

  #condition() {
    const random = this.#random;
    const isShare = random.chance(0.3);
    return {
      type: isShare ? 'percentageOfTotal' : 'absoluteValue',
      figure: random.pick(['available', 'available', 'reserved', 'total', 'allocated']),
      comparison: random.pick(['lt', 'le', 'gt', 'ge']),
      value: isShare ? random.pick([25, 50, 75]) : random.integer(0, 20),
    };
  }
}
