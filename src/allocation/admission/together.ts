import type { Admission } from './admission.js';
import { combineNeeds } from './needs.js';

/**
 * Several admissions as one: decided in their order, stored together or not at all. The first refusal refuses all of
 * them. None may have a departure.
 */
export function together<T>(admissions: readonly Admission<T>[]): Admission<readonly T[]> {
  return {
    needs: combineNeeds(admissions.map(({ needs = {} }) => needs)),
    addresses: Math.max(0, ...admissions.map(({ addresses = 0 }) => addresses)) || undefined,
    decide: (draft) => admissions.map((admission) => admission.decide(draft)),
  };
}
