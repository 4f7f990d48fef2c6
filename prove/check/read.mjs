import { readFileSync } from 'node:fs';
import { Latency } from './latency.mjs';
import { isNever } from './never.mjs';

/**
 * Reads the history of a round and its evidence from the database. An operation is assigned to each zone in which it may have
 * been decided.
 */
export function readRound({ history, evidence }) {
  const operations = new Map();
  const attempts = new Map();
  const emptied = new Map();
  const closing = new Map();
  const heard = { all: new Map(), channels: new Map() };
  const outages = new Outages();
  const latency = new Latency();
  const audited = new Map();
  let told = true;
  let toldAt;
  let header;
  for (const line of lines(history)) {
    if (line.e === 'call') called(operations, attempts, line);
    else if (line.e === 'return') attempts.get(line.a).returned = line;
    else if (line.e === 'heard') hear(line.ch ? heard.channels : heard.all, line.ch ?? line.r, line);
    else if (line.zones) header = line;
    else if (line.isAllTold !== undefined) [told, toldAt] = [line.isAllTold, Math.floor(line.w / 1000)];
    else if (line.empty) emptied.set(line.empty, Math.floor(line.w / 1000));
    else if (line.fault) for (const noted of [outages, latency]) noted.note(line);
    else if (line.closing) closing.set(line.closing, Math.floor(line.w / 1000));
  }
  for (const operation of operations.values()) conclude(operation);
  const zones = new Map(header.zones.map((zone) => [zone.zone, zoneOf(zone)]));
  let elsewhere = {};
  for (const line of lines(evidence)) {
    if (line.e === 'elsewhere') elsewhere = line.steps;
    else if (line.e === 'audit') hear(audited, line.op, line);
    else keep(zones.get(line.z), line);
  }
  const homes = homesOf(zones.values());
  for (const operation of operations.values()) assign(zones, homes, operation);
  for (const zone of zones.values()) {
    zone.emptiedAt = emptied.get(zone.zone);
    zone.closedAt = closing.get(zone.zone);
  }
  const all = [...operations.values()];
  const rows = rowsOf(zones.values());
  const found = { rows, header, zones: [...zones.values()], operations: all, homes, elsewhere };
  const latencies = latency.counts(all.flatMap((operation) => operation.attempts));
  return {
    ...found,
    attempts: attempts.size,
    latencies,
    audited,
    heard,
    told,
    toldAt,
    outages: outages.all,
  };
}

/** The times, in seconds, in which a process or the database was down, in the order of their ends. On a busy machine a start takes long. */
class Outages {
  static #KINDS = new Set(['kill-service', 'stop-service', 'kill-postgres', 'freeze-database']);
  #began = new Map();
  all = [];

  note({ fault, service, over, w }) {
    const key = `${fault} ${service}`;
    if (!over && Outages.#KINDS.has(fault)) this.#began.set(key, w);
    if (!over || !this.#began.has(key)) return;
    this.all.push({ from: this.#began.get(key) / 1000, to: w / 1000 });
    this.#began.delete(key);
  }
}

/** A zone as the header describes it, before the evidence is added. If the header names its providers, it existed from the beginning. */
function zoneOf({ providers = [], traits = [], ...zone }) {
  const traitsOf = new Map(providers.map((provider, index) => [provider, traits[index] ?? {}]));
  const isThere = providers.length > 0;
  return {
    ...zone,
    isThere,
    providers: [...providers],
    traitsOf,
    ...emptyTables(),
    itself: new Set([zone.zone]),
  };
}

function hear(heard, key, line) {
  const all = heard.get(key);
  if (all) all.push(line);
  else heard.set(key, [line]);
}

function* lines(file) {
  const text = readFileSync(file, 'utf8');
  for (let from = 0; from < text.length;) {
    const to = text.indexOf('\n', from);
    yield JSON.parse(text.slice(from, to));
    from = to + 1;
  }
}

/** Reservation → its row, in the zone it was in last. */
function rowsOf(zones) {
  return new Map([...zones].flatMap(({ reservationRows }) => [...reservationRows]));
}

/** Reservation or instance → the zones whose ledgers name it. */
function homesOf(zones) {
  const homes = new Map();
  for (const { zone, entries } of zones) {
    for (const { m, o } of entries) {
      if (m === 'total') continue;
      const known = homes.get(o);
      if (known) known.add(zone);
      else homes.set(o, new Set([zone]));
    }
  }
  return homes;
}

/**
 * Assigns an operation to zones. An operation that names a reservation or an instance goes to the zones of that, whichever zone
 * the client assumed. An operation without a zone goes to all. Subscriptions belong to no zone.
 */
function assign(zones, homes, operation) {
  const { zone, id, to, reservation, occurrences = [] } = operation.p;
  if (isNever(operation) || SUBSCRIBING.has(operation.kind)) return;
  const known = homes.get(id) ?? homes.get(reservation) ?? homesOfAll(homes, occurrences);
  operation.isEverywhere = known === undefined && zone === undefined;
  operation.homes = known ?? zones.get(zone)?.itself ?? new Set(zones.keys());
  const all = to === undefined ? operation.homes : new Set([...operation.homes, to]);
  for (const one of all) zones.get(one).operations.push(operation);
  for (const made of operation.ids) {
    const places = zone === undefined ? (homes.get(made) ?? []) : [zone];
    for (const place of places) zones.get(place).operationOf.set(made, operation);
  }
}

const SUBSCRIBING = new Set(['subscribe', 'resubscribe', 'unsubscribe']);

/** The zones of all occurrences of a series; undefined: there are none. */
function homesOfAll(homes, ids) {
  const all = new Set(ids.flatMap((id) => [...(homes.get(id) ?? [])]));
  return all.size > 0 ? all : undefined;
}

function emptyTables() {
  return {
    operationOf: new Map(),
    operations: [],
    entries: [],
    reservationRows: new Map(),
    instanceRows: new Map(),
    endpoints: new Map(),
    versions: new Map(),
    head: 0,
  };
}

function called(operations, attempts, line) {
  const operation = operations.get(line.op) ?? {
    op: line.op,
    kind: line.k,
    p: line.p,
    key: line.key,
    attempts: [],
  };
  operations.set(line.op, operation);
  const attempt = { a: line.a, n: line.n, w: line.w, service: line.s };
  operation.attempts.push(attempt);
  attempts.set(line.a, attempt);
}

/** Derives the outcome of an operation from all its attempts. */
function conclude(operation) {
  const { attempts } = operation;
  const tried = attempts.find((attempt) => !hadNoEffect(operation, attempt)) ?? attempts[0];
  operation.called = tried.n;
  const answered = attempts.filter(({ returned }) => returned?.out === 'ok');
  const effective = answered.filter((attempt) => !hadNoEffect(operation, attempt));
  const acknowledged = effective.length > 0 ? effective : answered;
  operation.acknowledged = Math.min(Infinity, ...acknowledged.map(({ returned }) => returned.n));
  const refused = ({ returned }) => ['conflict', 'error', 'unavailable'].includes(returned?.out);
  if (acknowledged.length > 0) operation.outcome = 'ok';
  else operation.outcome = attempts.every(refused) ? 'refused' : 'unknown';
  operation.ids = [...new Set(acknowledged.flatMap(({ returned }) => returned.id ?? []))];
  operation.answers = acknowledged.map(({ returned }) => returned);
  operation.concerned = acknowledged[0]?.returned.concerned;
  operation.isWaiting = acknowledged[0]?.returned.isWaiting;
  operation.addresses = acknowledged.find(({ returned }) => returned.addresses)?.returned.addresses;
}

/** A search that held nothing is not stored under its key: it may be repeated, and hold something then. */
function hadNoEffect({ kind }, { returned }) {
  if (returned?.out === 'unavailable') return true;
  return kind === 'hold-window' && returned?.out === 'ok' && returned.id === undefined;
}

function keep(zone, line) {
  if (line.e === 'entry') zone.entries.push({ ...line, t: line.t ?? Infinity, tx: line.tx ?? line.b });
  else if (line.e === 'provider') registered(zone, line);
  else if (line.e === 'version') hear(zone.versions, line.o, line);
  else if (line.e === 'reservation') zone.reservationRows.set(line.o, line);
  else if (line.e === 'instance') zone.instanceRows.set(line.o, line);
  else zone.head = line.q;
}

function registered(zone, { p, endpoint }) {
  if (!zone.providers.includes(p)) zone.providers.push(p);
  zone.endpoints.set(endpoint, p);
}
