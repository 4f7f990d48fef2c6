import { mutate, otherId } from './mutations.mjs';
import { ODD_BODIES, ODD_HEADERS, ODD_METHODS, ODD_PATHS, ODD_QUERIES } from './oddities.mjs';
import { toJson } from './raw.mjs';

const FROM_EXAMPLE = 0.4;
const MUTATED = 0.45;
const ODD_BODY = 0.03;
const ODD_HEADER = 0.15;
const ODD_METHOD = 0.015;
const ODD_PATH = 0.02;
const ODD_QUERY = 0.08;
const IDEMPOTENT = 0.2;
const TENANT = 0.2;
const REPEATED = 0.02;
const KEYS = 400;
/** Characters. A request head above 16 KiB is refused whatever its content. */
const MAX_QUERY = 8000;

/**
 * One request, drawn from the operation's description.
 *
 * `isRouted`: method and path are those of the operation, so the answer has to be one of those it documents.
 */
export function drawRequest(operation, number, values, previous) {
  const { random } = values;
  if (previous && random.chance(REPEATED)) return { ...previous, number };
  const request = {
    number,
    operation,
    method: operation.method,
    path: pathOf(operation, values),
    query: [],
    headers: headersOf(operation, number, values),
    isRouted: true,
  };
  drawBody(request, values);
  if (random.chance(ODD_QUERY)) request.query.push(random.pick(ODD_QUERIES));
  if (random.chance(ODD_METHOD)) bend(request, { method: random.pick(ODD_METHODS) });
  if (random.chance(ODD_PATH)) bend(request, { path: random.pick(ODD_PATHS)(request.path) });
  if (random.chance(ODD_HEADER)) {
    const name = random.pick(Object.keys(ODD_HEADERS));
    request.headers[name] = random.pick(ODD_HEADERS[name]);
  }
  return request;
}

function bend(request, changes) {
  request.isRouted = false;
  Object.assign(request, changes);
}

function pathOf({ path }, values) {
  const { random } = values;
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const id = random.chance(0.85)
      ? values.inPath(path, name)
      : random.pick([otherId(values), 'x', '%00', '%ff', '..', 'a%2fb', '%F0%9F%98%80']);
    return id.includes('%') ? id : encodeURIComponent(id);
  });
}

function headersOf({ parameters }, number, { random }) {
  const headers = { Accept: 'application/json', 'X-Request-Id': `fuzz-${number}` };
  const names = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  if (names.includes('Idempotency-Key') && random.chance(IDEMPOTENT))
    headers['Idempotency-Key'] = `key-${random.integer(1, KEYS)}`;
  if (names.includes('Headroom-Tenant') && random.chance(TENANT))
    headers['Headroom-Tenant'] = random.pick(['t1', 't2']);
  return headers;
}

/** Puts the members into the body, the query or both, as far as the operation accepts both. */
function drawBody(request, values) {
  const { random } = values;
  const { body, parameters } = request.operation;
  const members = body ? membersOf(body, values) : {};
  const queried = parameters.filter((parameter) => parameter.in === 'query');
  if (!body) {
    for (const { name, schema } of queried) if (random.chance(0.4)) members[name] = values.of(schema, name);
  }
  if (random.chance(MUTATED)) mutate(members, values);
  const place = !body ? 'query' : queried.length > 0 ? random.pick(['body', 'query', 'both']) : 'body';
  if (place !== 'body')
    request.query.push(...fitting(pairsOf(members), random.chance(0.99) ? MAX_QUERY : Infinity));
  if (place === 'query' && !random.chance(0.02)) return;
  request.headers['Content-Type'] = 'application/json';
  request.body = random.chance(ODD_BODY)
    ? Buffer.from(random.pick(ODD_BODIES))
    : Buffer.from(bodyText(members, random));
}

function membersOf({ schema, examples }, values) {
  const { random } = values;
  const samples = Object.values(examples ?? {}).filter(({ value }) => value !== undefined);
  if (samples.length > 0 && random.chance(FROM_EXAMPLE)) return values.refreshed(random.pick(samples).value);
  return values.of(schema);
}

/** The body as text, sometimes with a duplicate member. */
function bodyText(members, random) {
  const text = toJson(members);
  const [name] = Object.keys(members);
  if (name === undefined || !random.chance(0.03)) return text;
  const twice = toJson({ [name]: random.pick([members[name], null, 'x', {}]) });
  return `${text.slice(0, -1)},${twice.slice(1)}`;
}

/** The pairs that fit into a query of `most` characters. */
function fitting(pairs, most) {
  let length = 0;
  return pairs.filter((pair) => (length += pair.length + 1) <= most);
}

/** Query parameters in the notation of the interface: dotted for nested members, repeated for lists. */
function pairsOf(value, name = '') {
  if (Array.isArray(value)) return value.slice(0, 200).flatMap((item) => pairsOf(item, name));
  if (typeof value === 'object' && value !== null) {
    return Object.keys(value).flatMap((member) =>
      pairsOf(value[member], name ? `${name}.${member}` : member),
    );
  }
  return [`${encoded(name)}=${encoded(String(value))}`];
}

function encoded(text) {
  return encodeURIComponent(text.toWellFormed?.() ?? text.replace(/\p{Surrogate}/gu, '\ufffd')).slice(
    0,
    8000,
  );
}
