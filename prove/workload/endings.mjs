import { HOUR } from './zones.mjs';

/** Early ends of pool entries, retirements of providers, and withdrawals of their capacity for some time. */

/** Ends a pool entry that clients have made; undefined: there is none. */
export function endPool(random, { zone, pools, isForced }) {
  const made = pools.filter(({ isFirst }) => !isFirst);
  const pool = made[Math.floor(random.fraction() * made.length)];
  const force = isForced === true && random.chance(0.6);
  return pool && { kind: 'end-pool', parameters: { zone, pool: pool.id, provider: pool.provider, force } };
}

export function retire(random, { zone, providers }) {
  const provider = providers[Math.floor(random.fraction() * providers.length)];
  return provider && { kind: 'retire', parameters: { zone, provider } };
}

/** Each withdrawal starts at a second of its own, which identifies it in the ledger. */
export function withdrawal(random, { zone, providers, base, slots }, nextTag) {
  const provider = providers[Math.floor(random.fraction() * providers.length)];
  const [slot, hours] = [random.integer(0, slots - 1), random.integer(1, 4)];
  if (provider === undefined) return undefined;
  return {
    kind: 'withdraw',
    parameters: () => {
      const start = base + slot * HOUR + (nextTag() % HOUR);
      return { zone, provider, start, end: start + hours * HOUR };
    },
  };
}
