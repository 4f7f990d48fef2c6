import { gridWindow, shapeFor } from './draws.mjs';

/** Queries about zones that are born while the clients work, and about the whole service. */

/** The last class is defined by the operator. */
export const CLASSES = ['cores', 'instances', 'addresses', 'volumes', 'snapshots', 'gpus'];
const KIND_OF = { cores: 'compute', instances: 'compute', gpus: 'compute', addresses: 'network' };

/** @param where the zone to query; undefined: the whole service */
export const QUESTIONS = {
  figures: (random, where, zone) => {
    const name = random.pick(CLASSES);
    const window = random.chance(0.35) ? {} : gridWindow(random, zone);
    return {
      kind: 'figures',
      parameters: { zone: where, kind: KIND_OF[name] ?? 'storage', name, ...window },
    };
  },
  shapes: (random, where, zone) => {
    const kind = random.pick(['compute', 'storage']);
    const shape = shapeFor(random, { kind });
    return { kind: 'shapes', parameters: { zone: where, kind, ...shape, ...gridWindow(random, zone) } };
  },
  utilization: (random, where, zone) => {
    const metric = random.pick(['total', 'reserved', 'available', 'usage']);
    const parts = partsNamed(random, zone, 0.25);
    const isWhole = Object.values(parts).every((part) => part === undefined);
    const parameters = { zone: isWhole ? where : zone.zone, metric, ...parts, ...gridWindow(random, zone) };
    return { kind: 'utilization', parameters };
  },
  listing: (random, where, zone) => {
    const parameters = { zone: where, ...partsNamed(random, zone, 0.2), ...gridWindow(random, zone) };
    return { kind: 'listing', parameters };
  },
};

function partsNamed(random, zone, chance) {
  // Everything on a left-out provider is left out, too. Only a query that leaves out nothing else shows this.
  const { providers } = zone;
  if (random.chance(chance) && providers.length > 0) {
    return { without: [`ResourceProvider:${random.pick(providers)}`] };
  }
  const parts = ['some', 'every', 'without'].map((part) => {
    const [one, isNamed] = [named(random, zone), random.chance(chance)];
    return [part, isNamed ? one : undefined];
  });
  return Object.fromEntries(parts);
}

/** One or two elements of a zone. Each kind is equally likely, however few elements it has. */
function named(random, { providers, pools, reservations, instances }) {
  const kinds = [
    providers.map((id) => `ResourceProvider:${id}`),
    pools.map(({ id }) => `ResourcePool:${id}`),
    reservations.map(({ id }) => `ResourceReservation:${id}`),
    instances.map((id) => `ResourceAllocation:${id}`),
  ].filter((all) => all.length > 0);
  const places = [1, 2].map(() => [random.fraction(), random.fraction()]);
  const isTwo = random.chance(0.3);
  const chosen = places.slice(0, isTwo ? 2 : 1).flatMap(([kind, place]) => {
    const all = at(kinds, kind);
    return all ? [at(all, place)] : [];
  });
  return chosen.length > 0 ? [...new Set(chosen)] : undefined;
}

function at(all, fraction) {
  return all[Math.floor(fraction * all.length)];
}
