/**
 * When each zone was created: with its first provider. This leaves no ledger entry. So the checker only knows the earliest call
 * and the earliest answer, and that the creation lies between them.
 */
export class Births {
  #zones = new Map();

  constructor(zones, operations) {
    for (const { zone, isThere } of zones) {
      const moment = isThere ? 0 : Infinity;
      this.#zones.set(zone, { called: moment, acknowledged: moment });
    }
    for (const { kind, p, called, acknowledged, outcome } of operations) {
      if (kind !== 'provider' || outcome === 'refused') continue;
      const birth = this.#zones.get(p.zone);
      birth.called = Math.min(birth.called, called);
      birth.acknowledged = Math.min(birth.acknowledged, acknowledged);
    }
  }

  /** Whether the zone may still have been unknown when a call was decided. */
  mayBeUnknown(zone, attempt) {
    return zone !== undefined && !(this.#zones.get(zone).acknowledged < attempt.n);
  }

  /** Whether the zone may have been known already when a call was decided. */
  mayBeKnown(zone, attempt) {
    return zone === undefined || this.#zones.get(zone).called < attempt.returned.n;
  }

  get count() {
    return [...this.#zones.values()].filter(({ called }) => called < Infinity).length;
  }
}

/** P2 and P4 for providers: an acknowledged provider exists under its id, an endpoint has one provider, and each was requested. */
export function providerProblems(zones, operations) {
  const asked = operations.filter(({ kind }) => kind === 'provider');
  const problems = [];
  for (const { zone, endpoints, traitsOf } of zones) {
    const own = asked.filter(({ p }) => p.zone === zone);
    for (const operation of own) {
      const { p, outcome, ids } = operation;
      const id = endpoints.get(p.endpoint);
      if (id !== undefined) traitsOf.set(id, p.traits ?? {});
      if (outcome === 'ok' && ids.some((answered) => answered !== id))
        problems.push(problem('P2', zone, 'a provider was acknowledged and is not there', operation));
    }
    for (const endpoint of endpoints.keys()) {
      if (!own.some(({ p, outcome }) => p.endpoint === endpoint && outcome !== 'refused'))
        problems.push(problem('P4', zone, `a provider at ${endpoint} that nobody asked for`));
    }
  }
  return problems;
}

function problem(property, zone, text, operation) {
  return { property, zone, text, operations: operation ? [operation] : [] };
}
