/**
 * Questions about operations that may have been decided in more than one zone. An answer is justified if one zone justifies it.
 * Each zone is replayed on its own, so the verdict is known after the last.
 */
export class Shared {
  #verdicts = new Map();

  /** The question for one zone. */
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
        // A refusal that one zone justifies with a wrong offer is unjustified in the others. The wrong offer is reported.
        const told = failures.find(({ property }) => property === 'P5') ?? failures[0];
        return { zone: told.operations[0].p.zone, ...told };
      });
  }
}

/**
 * Questions about requests that were tried in all zones. A refusal has to be justified in each of them. Its offer is made of the
 * offers of all zones: see `offerFaults`.
 */
export class Everywhere {
  #verdicts = new Map();

  /** The question for one zone. */
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
