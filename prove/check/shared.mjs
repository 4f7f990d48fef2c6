/**
 * Questions about what may have been decided in more than one zone: an answer is justified if it is in one of them. Each
 * zone is replayed on its own, so what none of them has justified is known after the last.
 */
export class Shared {
  #verdicts = new Map();

  /** The question as one zone is to put it. */
  question(attempt, asked) {
    const verdict = this.#verdicts.get(attempt) ?? { isAnswered: false, failures: [] };
    this.#verdicts.set(attempt, verdict);
    return {
      ...asked,
      holds: (...point) => (verdict.isAnswered ||= asked.holds(...point)),
      failure: (...point) => {
        verdict.failures.push(asked.failure(...point));
        return undefined;
      },
    };
  }

  problems() {
    return [...this.#verdicts.values()]
      .filter(({ isAnswered }) => !isAnswered)
      .map(({ failures }) => {
        // Refused with reason and a wrong offer in one zone is refused without reason in the other.
        const told = failures.find(({ property }) => property === 'P5') ?? failures[0];
        return { zone: told.operations[0].p.zone, ...told };
      });
  }
}

/**
 * Questions about what was looked for in all zones: a refusal has to be justified in each of them. Its offer is made of
 * those of all zones: see `offerFaults`.
 */
export class Everywhere {
  #verdicts = new Map();

  /** The question as one zone is to put it. */
  question(attempt, asked) {
    const verdict = this.#verdicts.get(attempt) ?? { isTrue: false, zones: [], failures: [] };
    this.#verdicts.set(attempt, verdict);
    verdict.zones.push(asked);
    return {
      ...asked,
      holds: (...point) => {
        const isTrue = asked.holds(...point);
        verdict.isTrue ||= isTrue;
        return isTrue;
      },
      failure: (...point) => {
        verdict.failures.push({ problem: asked.failure(...point), hasPart: asked.parts?.noEarlier });
        return undefined;
      },
    };
  }

  problems() {
    return [...this.#verdicts.values()].flatMap((verdict) => {
      const told = problemOf(verdict);
      return told ? [{ zone: 'any', ...told.problem }] : [];
    });
  }
}

function problemOf({ isTrue, zones, failures }) {
  const told = failures.find(({ problem, hasPart }) => problem.property !== 'P5' || hasPart === false);
  const isSomewhere = (part) => zones.some(({ parts }) => parts?.[part]);
  const isMade = isTrue || (isSomewhere('most') && isSomewhere('next'));
  return told ?? (isMade ? undefined : failures[0]);
}
