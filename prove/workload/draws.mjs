import { TENANTS } from '../system/principals.mjs';
import { HOUR } from './zones.mjs';

/** Draws for the next request of a client, all from its own stream and independent of the answers so far. */

const LONGEST_SLOTS = 8;
const OPEN_ENDED = 0.05;

/** The first tag. A tag is an amount of the plentiful class, so it has to exceed the use of a reservation's instances. */
export const FIRST_TAG = 100_000;

export const FLAVORS = {
  'm1.tiny': { cores: 1, ram: 512, instances: 1 },
  'm1.medium': { cores: 2, ram: 4096, instances: 1 },
  /** The only flavor without a disk. */
  'sim.nano': { cores: 1, ram: 128, instances: 1 },
};

/** A window on the zone's grid of hours, so that many windows meet exactly end to start. */
export function gridWindow(random, { base, slots }) {
  const first = random.integer(0, slots - 1);
  const length = Math.min(random.integer(1, LONGEST_SLOTS), slots - first);
  const isOpen = random.chance(OPEN_ENDED);
  return { start: base + first * HOUR, end: isOpen ? null : base + (first + length) * HOUR };
}

/** A window from now on: without a start, and with an end on the grid or none. */
export function liveWindow(random, { base, slots }) {
  const isOpen = random.chance(0.2);
  const end = base + random.integer(1, slots) * HOUR;
  return { start: undefined, end: isOpen ? null : end };
}

/** A window from now on for some seconds, or with an expiry after some seconds. */
function briefWindow(random) {
  const end = Math.floor(Date.now() / 1000) + random.integer(2, 20);
  if (random.chance(0.5)) return { start: undefined, end };
  return { start: undefined, end: random.chance(0.4) ? null : end, expiry: random.integer(1, 8) };
}

/** A window for addresses. It starts at a second that no other request has, which identifies the request in the ledger. */
export function addressWindow(random, { base, slots }, tag) {
  const { start, end } = gridWindow(random, { base, slots });
  const spread = base + (start - base) * 40 + tag;
  return { start: spread, end: end === null ? null : spread + (end - start) * 40 };
}

export function windowFor(random, zone, tag) {
  if (zone.kind === 'brief') return briefWindow(random);
  if (zone.kind === 'live') return liveWindow(random, zone);
  if (zone.kind === 'addresses') return addressWindow(random, zone, tag);
  return gridWindow(random, zone);
}

/** Amounts for a zone; the plentiful class carries the tag. */
export function amountsFor(random, { kind }, tag) {
  if (kind === 'addresses') return { addresses: random.integer(1, 3) };
  if (kind === 'storage') {
    return { gigabytes: tag, volumes: random.integer(1, 6), snapshots: random.integer(0, 4) };
  }
  const instances = random.weighted({ 0: 15, 1: 25, 2: 30, 3: 20, 4: 10 }) | 0;
  const each = random.integer(1, instances > 2 ? 3 : 4);
  const cores = instances === 0 ? random.integer(1, 12) : each * instances + (random.chance(0.15) ? 1 : 0);
  return { cores, ram: tag, ...(instances > 0 ? { instances } : {}) };
}

/** Probability of a demand for a class that the operator has defined. */
const GPUS = 0.15;

/** Amounts of a form in a zone with classes of all kinds; the plentiful class carries the tag. */
export function amountsOfForm(random, form, tag) {
  if (form === 'nothing') return {};
  if (form === 'network') return amountsFor(random, { kind: 'addresses' }, tag);
  if (form === 'storage') return amountsFor(random, { kind: 'storage' }, tag);
  const [hasGpus, gpus] = [random.chance(GPUS), random.integer(1, 4)];
  const compute = { ...amountsFor(random, { kind: 'pool' }, tag), ...(hasGpus && { gpus }) };
  if (form === 'pool') return compute;
  const volumes = random.integer(0, 3);
  const addresses = random.integer(0, 2);
  return {
    ...compute,
    gigabytes: random.integer(1, 50),
    ...(volumes && { volumes }),
    ...(addresses && { addresses }),
  };
}

export function containersFor(random, tag) {
  const cores = random.integer(1, 5);
  const isUniform = random.chance(0.6);
  return Array.from({ length: random.integer(1, 4) }, (_, index) => ({
    cores: isUniform ? cores : random.integer(1, 6),
    ram: index === 0 ? tag : 0,
  }));
}

/** Probability that a reservation has elements: with several providers, and with one. */
const FOR_ELEMENTS = 0.25;
const FOR_THE_ONLY_ONE = 0.05;

/** The providers and pools that a reservation is tied to; mostly none. */
export function elementsFor(random, { providers, pools }) {
  if (!random.chance(providers.length > 1 ? FOR_ELEMENTS : FOR_THE_ONLY_ONE)) return undefined;
  const all = [
    ...providers.map((id) => `ResourceProvider:${id}`),
    ...pools.map(({ id }) => `ResourcePool:${id}`),
  ];
  const first = random.pick(all);
  return random.chance(0.3) ? [...new Set([first, random.pick(all)])] : [first];
}

/** Some reservations protect another one, which then can't be ended. */
export function protectedFor(random, { reservations, protects }) {
  if (!protects || !random.chance(0.12)) return undefined;
  // Drawn even if there is no reservation, so that later draws do not depend on it.
  const chosen = reservations[Math.floor(random.fraction() * reservations.length)];
  return chosen && [`ResourceReservation:${chosen.id}`];
}

/**
 * Some reservations are for a tenant, which has a limit. The tenant makes half of them itself. The operator makes those with
 * elements, because a tenant sees no providers.
 */
export function tenantFor(random, elements) {
  const [isOne, tenant, isOwn] = [random.chance(0.2), random.pick(TENANTS), random.chance(0.5)];
  if (!isOne) return {};
  return { tenant, isOwn: isOwn && elements === undefined };
}

const FIGURES = ['available', 'reserved', 'total', 'allocated'];

/** The amounts of one unit of a shape, and the traits that its provider has to have. */
export function shapeFor(random, { kind }) {
  const select = random.chance(0.4) ? FIGURES.filter(() => random.chance(0.5)) : [];
  const selected = select.length > 0 ? { select } : {};
  if (kind === 'storage') {
    const traits = random.pick([
      {},
      { typeOfStorage: 'ssd' },
      { typeOfStorage: 'hdd' },
      { rdmaSupported: true },
    ]);
    return { shape: { volumes: 1, gigabytes: random.integer(1, 500) }, traits, ...selected };
  }
  const traits = random.pick([{}, {}, { cpuArchitecture: 'x86' }, { cpuArchitecture: 'arm64' }]);
  return { shape: { instances: 1, cores: random.integer(1, 5), ram: 4096 }, traits, ...selected };
}

/** A change of a provider's capacity for some time, by the operator. */
export function changeFor(random, zone, tag) {
  const { start, end } = gridWindow(random, zone);
  const amounts =
    zone.kind === 'storage' ? { volumes: random.integer(1, 5) } : { cores: random.integer(1, 5) };
  const isDecrease = random.chance(0.62);
  const force = isDecrease && zone.kind === 'forced' && random.chance(0.6);
  return {
    kind: isDecrease ? 'decrease' : 'increase',
    provider: random.pick(zone.providers),
    start,
    end,
    amounts: { ...amounts, [zone.ledger]: tag },
    force,
  };
}

export function sumOf(containers) {
  const cores = containers.reduce((sum, one) => sum + one.cores, 0);
  const ram = containers.reduce((sum, one) => sum + one.ram, 0);
  return { cores, ram, instances: containers.length };
}
