import { isNothing, minus, scaled, sum } from './amounts.mjs';

/**
 * Whether a demand fits by the rule of the contract. `true` and `false` are certain. `undefined`: if at all, it fits only in pieces of
 * different sizes on several providers, and there are so many ways to divide it that the service may miss one
 * (`docs/architecture.md`).
 */

/** Classes that may be spread over all providers of a zone. */
const LOOSE = new Set(['addresses', 'volumes', 'snapshots']);
const MAX_ASSIGNMENTS = 5_000;
/** Up to so many the service finds each that fits. */
const MAX_FOUND = 500;

export function fits(state, demand, start, end, givenBack) {
  const names = Object.keys(demand.amounts).filter((name) => demand.amounts[name] > 0);
  const rooms = state.providers.map((provider) =>
    Object.fromEntries(names.map((name) => [name, state.room(provider, name, start, end, givenBack)])),
  );
  const wanted = Object.fromEntries(names.map((name) => [name, demand.amounts[name]]));
  if (rooms.some((room) => covers(room, wanted))) return true;
  if (rooms.length === 1) return false;
  return fitsSplit(rooms, { amounts: wanted, containers: demand.containers });
}

export function covers(room, amounts) {
  for (const name in amounts) if ((room[name] ?? 0) < amounts[name]) return false;
  return true;
}

function fitsSplit(rooms, { amounts, containers }) {
  if (containers) return fitsContainers(rooms, containers);
  const instances = amounts.instances ?? 0;
  const loose = pick(amounts, (name) => instances === 0 || LOOSE.has(name));
  const bound = pick(amounts, (name) => instances > 0 && !LOOSE.has(name));
  for (const name in loose) {
    const free = rooms.reduce((total, room) => total + Math.max(0, room[name]), 0);
    if (free < loose[name]) return false;
  }
  if (isNothing(bound)) return true;
  const smallest = unit(bound, instances, Math.floor);
  const largest = unit(bound, instances, Math.ceil);
  if (unitsIn(rooms, smallest) < instances) return false;
  if (unitsIn(rooms, largest) >= instances) return true;
  return rooms.length ** instances <= MAX_FOUND ? deal(rooms, unitsOf(bound, instances), 0) : undefined;
}

/** The first units get the remainders. */
function unitsOf(bound, count) {
  const share = (value, index) => Math.floor(value / count) + (index < value % count ? 1 : 0);
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(Object.entries(bound).map(([name, value]) => [name, share(value, index)])),
  );
}

function pick(amounts, isWanted) {
  return Object.fromEntries(Object.entries(amounts).filter(([name]) => isWanted(name)));
}

function unit(amounts, count, round) {
  return Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, round(value / count)]));
}

function unitsIn(rooms, one) {
  return rooms.reduce((total, room) => total + Math.max(0, timesIn(room, one)), 0);
}

function timesIn(room, one) {
  let least = Infinity;
  for (const name in one) if (one[name] > 0) least = Math.min(least, Math.floor(room[name] / one[name]));
  return least;
}

/** Tries every assignment of containers to providers. `undefined`: the service may miss the one that fits, or there are too many. */
function fitsContainers(rooms, containers) {
  const assignments = rooms.length ** containers.length;
  if (assignments > MAX_ASSIGNMENTS) return undefined;
  const isUniform = containers.every(({ cores }) => cores === containers[0].cores);
  const found = deal(
    rooms,
    containers.map((one) => ({ ...one, instances: 1 })),
    0,
  );
  return found && !isUniform && assignments > MAX_FOUND ? undefined : found;
}

function deal(rooms, containers, from) {
  if (from === containers.length) return true;
  return rooms.some((room, index) => {
    if (!covers(room, containers[from])) return false;
    return deal(rooms.with(index, minus(room, containers[from])), containers, from + 1);
  });
}

/** Whether each provider's claim consists of whole units. */
export function isWhole({ amounts, containers }, claims) {
  if (claims.size < 2) return true;
  const parts = [...claims.values()];
  if (containers) return dealsOut(parts, containers);
  const { instances = 0, cores = 0 } = amounts;
  if (instances === 0 || cores % instances !== 0) return true;
  return parts.every((part) => same(part.cores ?? 0, (cores / instances) * (part.instances ?? 0)));
}

function same(a, b) {
  return a === b;
}

function dealsOut(parts, containers) {
  const whole = sum(parts);
  const rest = minus(whole, sum(containers.map((one) => ({ ...one, instances: 1 }))));
  return (
    isNothing(rest) &&
    deal(
      parts,
      containers.map((one) => ({ ...one, instances: 1 })),
      0,
    )
  );
}

export { scaled };
