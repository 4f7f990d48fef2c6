import { COLLECTION_OF_KIND } from './memory.mjs';
import { ODD_NAMES, ODD_TEXTS, ODD_TIMES, ODD_VALUES, SPELLINGS } from './oddities.mjs';
import { UNKNOWN_ID } from './values.mjs';

const TIME = /^(start|end|startTime|endTime|stopTime|expiryTime|from|to|until|.*[tT]ime|created.*)$/;
const LENGTHS = [0, 1, 2, 1000, 1001];
const NUMBERS_AS_TEXT = [
  '-1',
  '+1',
  '1.0',
  '1e1',
  ' 1',
  '1 ',
  '01',
  '',
  '0',
  '32767',
  '32768',
  '2147483647',
  '2147483648',
  '18446744073709551616',
];

/** Changes of a member of a body, with their weights. */
const CHANGES = {
  remove: 2,
  odd: 4,
  oddText: 3,
  number: 2,
  time: 3,
  length: 1,
  twice: 1,
  otherId: 3,
  spelling: 1,
  added: 2,
  fromElsewhere: 1,
};

/** Changes a body in one to three places, so that it is hardly ever valid. */
export function mutate(body, values) {
  const { random } = values;
  for (let left = random.pick([1, 1, 1, 2, 3]); left > 0; left--) {
    const places = placesIn(body);
    const place = places.length > 0 ? random.pick(places) : undefined;
    const change = random.weighted(CHANGES);
    if (!place || change === 'added') addMember(random.pick(objectsIn(body)), random);
    else APPLY[change](place, values, body);
  }
  return body;
}

const APPLY = {
  remove: ({ holder, name }) => (Array.isArray(holder) ? holder.splice(name, 1) : delete holder[name]),
  odd: (place, { random }) => set(place, copyOf(random.pick(ODD_VALUES))),
  oddText: (place, { random }) => set(place, random.pick(ODD_TEXTS)),
  number: (place, { random }) => set(place, random.pick(NUMBERS_AS_TEXT)),
  time: (_, { random }, body) => {
    const times = placesIn(body).filter(({ name }) => TIME.test(String(name)));
    if (times.length > 0) set(random.pick(times), random.pick(ODD_TIMES));
    else
      set(
        { holder: body, name: random.pick(['start', 'end', 'startTime', 'endTime', 'expiryTime']) },
        random.pick(ODD_TIMES),
      );
  },
  length: (place, { random }) => {
    const value = place.holder[place.name];
    const [item] = Array.isArray(value) ? value : [value];
    set(
      place,
      Array.from({ length: random.pick(LENGTHS) }, () => item ?? 'x'),
    );
  },
  twice: ({ holder, name }) => {
    const value = holder[name];
    if (Array.isArray(value)) value.push(...value.slice(0, 1), ...value.slice(0, 1));
    else if (Array.isArray(holder)) holder.push(value);
    else set({ holder, name }, [value, value]);
  },
  otherId: (place, values, body) => {
    const ids = placesIn(body).filter(({ holder, name }) => isId(holder[name]));
    set(ids.length > 0 ? values.random.pick(ids) : place, otherId(values));
  },
  spelling: (_, { random }, body) => {
    for (const holder of objectsIn(body)) {
      for (const [one, two] of SPELLINGS) {
        if (Object.hasOwn(holder, one) === Object.hasOwn(holder, two)) continue;
        const [there, missing] = Object.hasOwn(holder, one) ? [one, two] : [two, one];
        set({ holder, name: missing }, random.chance(0.5) ? holder[there] : copyOf(random.pick(ODD_VALUES)));
        if (random.chance(0.5)) delete holder[there];
      }
    }
  },
  fromElsewhere: (place, { random }, body) => {
    const other = random.pick(placesIn(body));
    set(place, copyOf(other.holder[other.name]));
  },
};

/** An id of any kind, in a notation that the service may or may not accept. */
export function otherId({ random, memory }) {
  const kind = memory.kinds.length > 0 ? random.pick(memory.kinds) : 'none';
  const id = memory.recall(kind, random) ?? UNKNOWN_ID;
  return random.pick([
    id,
    id,
    UNKNOWN_ID,
    id.toUpperCase(),
    id.replaceAll('-', ''),
    `{${id}}`,
    `urn:uuid:${id}`,
    ` ${id}`,
    id.slice(1),
    `${random.pick(Object.values(COLLECTION_OF_KIND))}:${id}`,
    `${random.pick(Object.values(COLLECTION_OF_KIND)).toLowerCase()}:${id}`,
    `ResourceProvider:ResourceProvider:${id}`,
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ]);
}

function addMember(holder, random) {
  const name = random.chance(0.5)
    ? random.pick(ODD_NAMES)
    : misspelled(random.pick([...Object.keys(holder), 'capacity']), random);
  set({ holder, name }, copyOf(random.pick([...ODD_VALUES, 'x', 1, 'demo'])));
}

function misspelled(name, random) {
  return random.pick([
    `${name}s`,
    name.toUpperCase(),
    name.replaceAll('-', '_'),
    `${name} `,
    name.slice(0, -1),
  ]);
}

/** A copy: a shared value would carry a later change to both places. */
function copyOf(value) {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** Sets an own member, whatever its name. */
function set({ holder, name }, value) {
  if (Array.isArray(holder)) holder[name] = value;
  else Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}

function placesIn(value) {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [...value.keys()].slice(0, 20) : Object.keys(value);
  return names.flatMap((name) => [{ holder: value, name }, ...placesIn(value[name])]);
}

function objectsIn(value) {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : [value];
  return [...own, ...Object.values(value).slice(0, 20).flatMap(objectsIn)];
}

function isId(value) {
  return typeof value === 'string' && /[0-9a-f]{8}-/.test(value);
}
