import type { Admission } from './admission.js';
import type { Needs } from './needs.js';

/**
 * Several admissions as one: decided in their order, stored together or not at all. The first refusal refuses all of
 * them. None may have a departure.
 */
export function together<T>(admissions: readonly Admission<T>[]): Admission<readonly T[]> {
  return {
    needs: mergeNeeds(admissions.map(({ needs = {} }) => needs)),
    addresses: Math.max(0, ...admissions.map(({ addresses = 0 }) => addresses)) || undefined,
    decide: (draft) => admissions.map((admission) => admission.decide(draft)),
  };
}

/** What all of them need. */
function mergeNeeds(all: readonly Needs[]): Needs {
  const merged = new Map<string, unknown>();
  for (const needs of all) {
    for (const [name, value] of Object.entries(needs)) merged.set(name, both(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

function both(a: unknown, b: unknown): unknown {
  if (Array.isArray(a) && Array.isArray(b)) return a.concat(b);
  return b || a;
}
