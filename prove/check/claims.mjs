import { plus } from './amounts.mjs';

/** Claims: provider → amounts. */

export function total(claims) {
  let sum = {};
  for (const amounts of claims.values()) sum = plus(sum, amounts);
  return sum;
}

export function merged(a, b) {
  const all = new Map(a);
  for (const [provider, amounts] of b) all.set(provider, plus(all.get(provider) ?? {}, amounts));
  return all;
}
