/** Limit of remembered ids of each kind. A new id replaces any of them. */
const REMEMBERED = 120;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const REFERENCE = /^(Resource\w+):([0-9a-f-]{36})$/;
const MAX_DEPTH = 6;
const MAX_ITEMS = 20;

/** The member of an answer → the kind of thing its id names. */
const KINDS = {
  'provider-id': 'provider',
  'pool-id': 'pool',
  'reservation-id': 'reservation',
  'instance-id': 'instance',
  providerId: 'provider',
  poolId: 'pool',
  reservationId: 'reservation',
  instanceId: 'instance',
  reservations: 'reservation',
  displaced: 'reservation',
  subscriptionId: 'subscription',
  capacityChangeSubscriptionId: 'subscription',
  reservationChangeSubscriptionId: 'subscription',
  deliveryId: 'delivery',
  id: 'received',
};

const KIND_OF_COLLECTION = {
  ResourceProvider: 'provider',
  ResourcePool: 'pool',
  ResourceReservation: 'reservation',
  ResourceAllocation: 'instance',
};

/** The member of a reservation → the kind of the reservation. */
const KIND_OF_MEMBER = {
  computePoolReserved: 'compute',
  virtualizationContainerReserved: 'compute',
  publicIps: 'network',
  storagePoolReserved: 'storage',
};

/** Kind → the prefix of its references in the interface. */
export const COLLECTION_OF_KIND = Object.fromEntries(
  Object.entries(KIND_OF_COLLECTION).map(([collection, kind]) => [kind, collection]),
);

/** Ids and cursors from answers, with which later requests name existing records. */
export class Memory {
  #random;
  #known = new Map();

  constructor(random) {
    this.#random = random;
  }

  /** Remembers all ids and cursors of an answer. */
  learn(value, name = '', depth = 0) {
    if (depth > MAX_DEPTH || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_ITEMS)) this.learn(item, name, depth + 1);
    } else if (typeof value === 'object') {
      for (const member of Object.keys(value)) this.learn(value[member], member, depth + 1);
      this.#learnKind(value);
    } else if (typeof value === 'string') this.#learnText(value, name);
  }

  #learnText(text, name) {
    const [, collection, id] = REFERENCE.exec(text) ?? [];
    if (collection in KIND_OF_COLLECTION) this.#keep(KIND_OF_COLLECTION[collection], id);
    else if (name in KINDS && UUID.test(text)) this.#keep(KINDS[name], text);
    else if (name === 'next' || name === 'cursor') this.#keep('cursor', text);
  }

  #learnKind(value) {
    const member = Object.keys(KIND_OF_MEMBER).find((each) => each in value);
    if (member && UUID.test(value.reservationId))
      this.#keep(`${KIND_OF_MEMBER[member]} reservation`, value.reservationId);
  }

  /** Forgets most of the ids in a request that ended something. */
  forget(text) {
    for (const [id] of text.matchAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)) {
      for (const [kind, ids] of this.#known) {
        if (ids.includes(id) && this.#random.chance(0.8))
          this.#known.set(
            kind,
            ids.filter((other) => other !== id),
          );
      }
    }
  }

  #keep(kind, id) {
    const ids = this.#known.get(kind) ?? [];
    this.#known.set(kind, ids);
    if (ids.includes(id)) return;
    if (ids.length < REMEMBERED) ids.push(id);
    else ids[this.#random.integer(0, ids.length - 1)] = id;
  }

  get kinds() {
    return [...this.#known.keys()].filter((kind) => kind !== 'cursor');
  }

  /** A remembered id of a kind, most often one of the newest; undefined: none. */
  recall(kind, random) {
    const ids = this.#known.get(kind);
    if (!ids?.length) return undefined;
    return random.chance(0.6) ? ids.at(-random.integer(1, Math.min(8, ids.length))) : random.pick(ids);
  }
}
