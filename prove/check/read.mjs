import { readFileSync } from 'node:fs';

/**
 * Reads what a round has left behind: what was asked and answered, and what the database holds. An operation is looked at
 * in each zone in which it may have been decided.
 */
export function readRound({ history, evidence }) {
  const operations = new Map();
  const attempts = new Map();
  const emptied = new Map();
  const closing = new Map();
  const heard = new Map();
  let told = true;
  let header;
  for (const line of lines(history)) {
    if (line.e === 'call') called(operations, attempts, line);
    else if (line.e === 'return') attempts.get(line.a).returned = line;
    else if (line.e === 'heard') hear(heard, line);
    else if (line.zones) header = line;
    else if (line.isAllTold !== undefined) told = line.isAllTold;
    else if (line.empty) emptied.set(line.empty, Math.floor(line.w / 1000));
    else if (line.closing) closing.set(line.closing, Math.floor(line.w / 1000));
  }
  for (const operation of operations.values()) conclude(operation);
  const zones = new Map(
    header.zones.map((zone) => [zone.zone, { ...zone, ...emptyTables(), itself: new Set([zone.zone]) }]),
  );
  for (const line of lines(evidence)) keep(zones.get(line.z), line);
  const homes = homesOf(zones.values());
  for (const operation of operations.values()) assign(zones, homes, operation);
  for (const zone of zones.values()) {
    zone.emptiedAt = emptied.get(zone.zone);
    zone.closedAt = closing.get(zone.zone);
  }
  const all = [...operations.values()];
  return { header, zones: [...zones.values()], operations: all, attempts: attempts.size, heard, told };
}

function hear(heard, line) {
  const all = heard.get(line.r);
  if (all) all.push(line);
  else heard.set(line.r, [line]);
}

function* lines(file) {
  const text = readFileSync(file, 'utf8');
  for (let from = 0; from < text.length;) {
    const to = text.indexOf('\n', from);
    yield JSON.parse(text.slice(from, to));
    from = to + 1;
  }
}

/** Reservation → the zones whose ledgers know of it. */
function homesOf(zones) {
  const homes = new Map();
  for (const { zone, entries } of zones) {
    for (const { m, o } of entries) {
      if (m !== 'reserved') continue;
      const known = homes.get(o);
      if (known) known.add(zone);
      else homes.set(o, new Set([zone]));
    }
  }
  return homes;
}

/** What names a reservation goes where that is, whatever zone the client took it to be in. */
function assign(zones, homes, operation) {
  const { zone, id, to } = operation.p;
  operation.homes = homes.get(id) ?? zones.get(zone).itself;
  const all = to === undefined ? operation.homes : new Set([...operation.homes, to]);
  for (const one of all) zones.get(one).operations.push(operation);
  for (const made of operation.ids) zones.get(zone).operationOf.set(made, operation);
}

function emptyTables() {
  return {
    operationOf: new Map(),
    operations: [],
    entries: [],
    reservationRows: new Map(),
    instanceRows: new Map(),
    head: undefined,
  };
}

function called(operations, attempts, line) {
  const operation = operations.get(line.op) ?? { op: line.op, kind: line.k, p: line.p, attempts: [] };
  operations.set(line.op, operation);
  const attempt = { a: line.a, n: line.n, w: line.w, service: line.s };
  operation.attempts.push(attempt);
  attempts.set(line.a, attempt);
}

/** What came of an operation, all its attempts taken together. */
function conclude(operation) {
  const { attempts } = operation;
  operation.called = attempts[0].n;
  const acknowledged = attempts.filter(({ returned }) => returned?.out === 'ok');
  operation.acknowledged = Math.min(Infinity, ...acknowledged.map(({ returned }) => returned.n));
  const refused = ({ returned }) => ['conflict', 'error', 'unavailable'].includes(returned?.out);
  if (acknowledged.length > 0) operation.outcome = 'ok';
  else operation.outcome = attempts.every(refused) ? 'refused' : 'unknown';
  operation.ids = [...new Set(acknowledged.flatMap(({ returned }) => returned.id ?? []))];
  operation.addresses = acknowledged.find(({ returned }) => returned.addresses)?.returned.addresses;
}

function keep(zone, line) {
  if (line.e === 'entry') zone.entries.push({ ...line, t: line.t ?? Infinity });
  else if (line.e === 'reservation') zone.reservationRows.set(line.o, line);
  else if (line.e === 'instance') zone.instanceRows.set(line.o, line);
  else zone.head = line.q;
}
