import { resolve } from './api.mjs';
import { COLLECTION_OF_KIND } from './memory.mjs';

/** The zones that providers are registered in; the examples of the document name the first. */
export const ZONES = ['demo', 'east', 'west', 'north'];
const OPTIONAL = 0.45;
const MAX_ITEMS = 3;
const DAY = 86_400;

/** Members that hold the two ends of a window. */
const WINDOWS = [
  ['start', 'end'],
  ['startTime', 'endTime'],
  ['startTime', 'stopTime'],
  ['startTime', 'expiryTime'],
  ['from', 'to'],
];

const ANY = ['provider', 'pool', 'reservation', 'instance'];
/** The member of a request → the kinds of things it may name. */
const REFERENCES = {
  'provider-id': ['provider'],
  'pool-id': ['pool'],
  'reservation-id': ['reservation'],
  'instance-id': ['instance'],
  providerId: ['provider'],
  poolId: ['pool'],
  instanceId: ['instance'],
  reservationId: ['reservation'],
  reservation_id: ['reservation'],
  source: ['provider', 'pool'],
  elements: ANY,
  some: ANY,
  every: ANY,
  without: ANY,
};

/** The first part of a path → the kind of thing that `{id}` names in it. */
const KIND_OF_PATH = {
  providers: 'provider',
  pools: 'pool',
  reservations: 'reservation',
  instances: 'instance',
  subscriptions: 'subscription',
  deliveries: 'delivery',
  notifications: 'received',
};

const NAMED = {
  zone: ({ random }) => random.pick(ZONES),
  zoneId: ({ random }) => random.pick(ZONES),
  region: ({ random }) => random.pick(ZONES),
  flavor: ({ random }) => random.pick(['m1.tiny', 'm1.small', 'm1.medium', 'm1.large']),
  image: () => 'debian-13',
  networks: ({ random }) => `net-${random.integer(1, 3)}`,
  'provider-type': ({ random }) =>
    random.chance(0.93) ? 'simulated' : random.pick(['OpenStack', 'openstack', 'hp', 'AZURE']),
  endpoint: ({ random }) => `http://cloud-${random.integer(1, 6)}.invalid:5000/v3`,
  callbackUri: ({ random, callback }) =>
    random.weighted({
      [callback]: 6,
      'http://nowhere.invalid/a': 1,
      'http://10.0.0.1/': 1,
      'https://127.0.0.1:9': 1,
    }),
  publicIps: ({ random }) =>
    `198.51.${random.integer(100, 101)}.${random.integer(0, 15) * 16}/${random.pick([28, 30, 32])}`,
  cpuArchitecture: ({ random }) => random.pick(['x86', 'x86_64', 'aarch64', 'riscv64']),
  typeOfStorage: ({ random }) => random.pick(['volume', 'ssd', 'object']),
  cursor: ({ random, memory }) => memory.recall('cursor', random) ?? 'AAAA',
  limit: ({ random }) => random.pick([1, 2, 10, '10', 1000]),
};

/** Draws values that a schema of the document allows. */
export class Values {
  #document;
  #path;
  memory;
  random;
  callback;

  /**
   * @param path the path of the operation
   * @param callback an address that accepts notifications
   */
  constructor(document, path, { memory, random, callback }) {
    this.#document = document;
    this.#path = path;
    this.memory = memory;
    this.random = random;
    this.callback = callback;
  }

  /** A value for a schema; `name`: the member it is for. */
  of(schema, name = '') {
    const resolved = resolve(this.#document, schema);
    if (resolved === undefined) return null;
    const named = this.#named(name, resolved);
    if (named !== undefined) return named;
    if ('const' in resolved) return resolved.const;
    if (resolved.enum) return this.random.pick(resolved.enum);
    if (resolved.anyOf) return this.of(this.#formOf(resolved.anyOf), name);
    return this.#ofType(resolved, this.random.pick([resolved.type ?? 'object'].flat()), name);
  }

  /** One of several forms. A string of digits has the bounds of the integer form beside it. */
  #formOf(forms) {
    const { minimum, maximum } = forms.find(({ type }) => type === 'integer') ?? {};
    const form = this.random.pick(forms);
    return form.pattern ? { minimum, maximum, ...form } : form;
  }

  #ofType(schema, type, name) {
    if (type === 'object') return this.#object(schema);
    if (type === 'array') return this.#array(schema, name);
    if (type === 'integer') return this.integer(schema);
    if (type === 'number')
      return this.random.chance(0.5) ? this.integer(schema) : this.random.integer(0, 1000) / 10;
    if (type === 'boolean') return this.random.chance(0.5);
    if (type === 'string') return this.#text(schema);
    return null;
  }

  #named(name, schema) {
    const isList = schema.type === 'array';
    if (name in REFERENCES && !isList && schema.type !== 'object') return this.reference(this.#kindsOf(name));
    const types = [schema.type].flat();
    if (types.includes('null') && this.random.chance(0.1)) return null;
    const isText = types.includes('string') || name === 'limit';
    if (name in NAMED && isText) return NAMED[name](this);
    return undefined;
  }

  #object({ properties = {}, required = [], oneOf, additionalProperties }) {
    const needed = new Set([...required, ...(oneOf ? (this.random.pick(oneOf).required ?? []) : [])]);
    const rivals = (oneOf ?? [])
      .flatMap((each) => each.required ?? [])
      .filter((member) => !needed.has(member));
    const optional = Object.keys(properties).filter(
      (member) => !needed.has(member) && !rivals.includes(member),
    );
    const members = [...needed, ...optional.filter(() => this.random.chance(OPTIONAL))];
    // Few bodies may be empty.
    if (members.length === 0 && optional.length > 0) members.push(this.random.pick(optional));
    const value = Object.fromEntries(members.map((member) => [member, this.of(properties[member], member)]));
    this.#order(value);
    if (typeof additionalProperties !== 'object') return value;
    for (let left = this.random.integer(0, MAX_ITEMS); left > 0; left--) {
      value[this.random.pick(['team', 'env', 'cost', 'gpus'])] = this.of(additionalProperties);
    }
    return value;
  }

  /** Makes most windows end after they begin. */
  #order(value) {
    for (const [first, last] of WINDOWS) {
      if (value[first] > value[last] && this.random.chance(0.9))
        [value[first], value[last]] = [value[last], value[first]];
    }
  }

  #array({ items, minItems = 0, maxItems = MAX_ITEMS }, name) {
    const length = this.random.integer(minItems, Math.min(maxItems, Math.max(MAX_ITEMS, minItems)));
    return Array.from({ length }, () => this.of(items, name));
  }

  /** Mostly small, so that capacity is left for later requests. */
  integer({ minimum = 0, maximum = 1_000_000 }) {
    const most = this.random.pick([1, 4, 8, 8, 64, 1024, maximum]);
    const least = minimum === 0 && this.random.chance(0.9) ? 1 : minimum;
    return this.random.integer(least, Math.max(least, Math.min(most, maximum)));
  }

  #text(schema) {
    const { format, pattern = '', maxLength = 20, minLength = 1 } = schema;
    if (format === 'date-time') return this.time();
    if (format === 'uri') return 'http://nowhere.invalid/';
    if (pattern.includes('[0-9]+$')) return String(this.integer(schema));
    if (pattern.includes('[Tt][Rr]')) return this.random.pick(['true', 'false', 'TRUE']);
    if (pattern.includes('[.][0-9]')) return '12.5';
    return `text-${this.random.integer(1, 9)}`.slice(0, Math.max(maxLength, minLength));
  }

  /** A time near now, mostly on the grid of hours, so that windows meet. */
  time() {
    const hour = Math.floor(Date.now() / 3_600_000) * 3600;
    const at = this.random.weighted({ now: 1, soon: 2, hours: 5, days: 3, far: 1 });
    const span = { now: 0, soon: this.random.integer(1, 90), hours: this.random.integer(-2, 24) * 3600 }[at];
    const days = { days: this.random.integer(1, 60) * DAY, far: this.random.integer(1, 70) * 365 * DAY }[at];
    const from = at === 'now' || at === 'soon' ? Math.floor(Date.now() / 1000) : hour;
    return instantText(from + (span ?? days));
  }

  /** Under `/reservation/network` most are network reservations, and so on. */
  #kindsOf(name) {
    const [, kind] = /^\/reservation\/(compute|network|storage)\//.exec(this.#path) ?? [];
    const isOfKind = kind && REFERENCES[name][0] === 'reservation' && this.random.chance(0.8);
    return isOfKind ? [`${kind} reservation`] : REFERENCES[name];
  }

  /** An id of one of the kinds, bare or with the prefix of its kind. */
  reference(kinds) {
    const kind = this.random.pick(kinds);
    const id = this.memory.recall(kind, this.random) ?? UNKNOWN_ID;
    return this.random.chance(0.3) && kind in COLLECTION_OF_KIND ? `${COLLECTION_OF_KIND[kind]}:${id}` : id;
  }

  /** A value of a path parameter. */
  inPath(path, name) {
    const first = path.split('/')[1];
    if (first === 'zones') return this.random.pick(ZONES);
    return this.reference(name in REFERENCES ? this.#kindsOf(name) : [KIND_OF_PATH[first] ?? 'reservation']);
  }

  /** An example of the document, with most of its ids, zones and times replaced by those of this run. */
  refreshed(value, name = '') {
    if (Array.isArray(value)) return value.map((item) => this.refreshed(item, name));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([member, inner]) => [member, this.refreshed(inner, member)]),
      );
    }
    if (name in REFERENCES) return this.reference(this.#kindsOf(name));
    if ((name in NAMED && typeof value === 'string') || name === 'limit')
      return this.random.chance(0.8) ? NAMED[name](this) : value;
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))
      return this.random.chance(0.5) ? this.time() : value;
    return value;
  }
}

/** An id that no record has. */
export const UNKNOWN_ID = '0199f7c2-0000-7000-8000-000000000000';

function instantText(seconds) {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
