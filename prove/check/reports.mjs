/**
 * Reports, as sums over all entries at every second of change. There are three sums: the amounts promised to reservations (their
 * remainders and the draws of their instances), the used part of these, and the use outside of reservations.
 */

const FIGURES = ['reservedHours', 'usedHours', 'unreservedHours', 'peak'];
/** Tolerance in hours: half of the sixth decimal, to which hours are rounded, and the error of floating-point sums. */
const ROUNDING = 6e-7;

export function isReported(context) {
  const { operation, answer } = context;
  const levels = levelsOf(context);
  const wrong = answer.find((row) => !isSame(row, levels.get(keyOf(row, operation.p.by)), operation.p));
  if (wrong)
    return { wrong, figures: figuresOf(levels.get(keyOf(wrong, operation.p.by)) ?? [], operation.p) };
  const rows = new Set(answer.map((row) => keyOf(row, operation.p.by)));
  const missing = [...levels].find(
    ([key, changes]) => !rows.has(key) && isSomething(figuresOf(changes, operation.p)),
  );
  return missing === undefined || { missing: missing[0] };
}

const KEY = { reservation: 'reservationId', tenant: 'tenant', zone: 'zone', provider: 'providerId' };

function keyOf(row, by) {
  return `${row[KEY[by]] ?? ''} ${row.class}`;
}

/** Row and class → changes `[start, end, promised, used, besides]`; `besides`: used outside of reservations. */
function levelsOf({ zone, walk, operation, done }) {
  const last = walk.groups[done - 1]?.entries.at(-1).q ?? 0;
  const levels = new Map();
  for (const entry of zone.entries.slice(0, last)) {
    if (entry.m === 'total' || entry.p === null) continue;
    const owner = ownerOf(zone, entry);
    if (operation.p.by === 'reservation' && owner.reservation === undefined) continue;
    const row = rowOf(zone, walk, operation.p.by, entry, owner);
    for (const [name, amount] of Object.entries(entry.x)) {
      const key = `${row} ${name}`;
      const isDrawn = owner.isDrawn && !(name in owner.borrowed);
      const promised = entry.m === 'reserved' || isDrawn ? amount : 0;
      const change = [promised, isDrawn ? amount : 0, entry.m === 'allocated' && !isDrawn ? amount : 0];
      levels.set(key, [...(levels.get(key) ?? []), [entry.s, entry.t, ...change]]);
    }
  }
  return levels;
}

function ownerOf(zone, { m, o }) {
  if (m === 'reserved') return { reservation: o, borrowed: {} };
  const { r, borrowed } = zone.instanceRows.get(o) ?? {};
  return { reservation: r ?? undefined, isDrawn: Boolean(r), borrowed: borrowed ?? {} };
}

function rowOf(zone, walk, by, { p }, { reservation }) {
  if (by === 'zone') return zone.zone;
  if (by === 'provider') return p;
  if (by === 'reservation') return reservation;
  return (by === 'tenant' && walk.round.tenants.of(reservation)) || '';
}

function figuresOf(parts, { since, until }) {
  const within = parts
    .map(([s, t, ...change]) => [Math.max(s, since), Math.min(t, until), change])
    .filter(([s, t]) => s < t);
  const instants = [...new Set(within.flatMap(([s, t]) => [s, t]))].sort((a, b) => a - b);
  const sums = [0, 0, 0];
  let peak = -Infinity;
  const edges = new Map(instants.map((at) => [at, [0, 0, 0]]));
  for (const [s, t, change] of within)
    change.forEach((amount, index) => {
      edges.get(s)[index] += amount;
      edges.get(t)[index] -= amount;
    });
  const level = [0, 0, 0];
  instants.forEach((at, place) => {
    const seconds = (instants[place + 1] ?? at) - at;
    edges.get(at).forEach((amount, index) => (sums[index] += (level[index] += amount) * seconds));
    peak = Math.max(peak, level[0]);
  });
  const [reservedHours, usedHours, unreservedHours] = sums.map((sum) => sum / 3600);
  return { reservedHours, usedHours, unreservedHours, peak };
}

function isSame(row, parts, asked) {
  if (parts === undefined) return false;
  const figures = figuresOf(parts, asked);
  const isIdle =
    Math.abs(row.idleHours - (row.reservedHours - row.usedHours)) < 2 * ROUNDING + slack(row.reservedHours);
  return (
    isIdle && FIGURES.every((name) => Math.abs(row[name] - figures[name]) < ROUNDING + slack(figures[name]))
  );
}

function slack(hours) {
  return Math.abs(hours) * 1e-12;
}

function isSomething({ reservedHours, unreservedHours }) {
  return reservedHours !== 0 || unreservedHours !== 0;
}
