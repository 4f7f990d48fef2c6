import { addressesTold, addressFigures } from './addresses.mjs';
import { same } from './amounts.mjs';
import { figuresElsewhere } from './earlier.mjs';
import { areInWindow } from './reads.mjs';
import { countedIn } from './shapes.mjs';
import { throughout, worstIn } from './throughout.mjs';

/**
 * Answers about the whole service. The service reads the zones one after the other while they change. So an answer is true if it
 * is the sum over all zones, each at some point between the call and the return.
 */

const FIGURES = ['total', 'available', 'reserved', 'allocated'];
const FIGURE_OF = { usage: 'allocated' };
/** Those of which an answer about the whole service may not keep silent. How many addresses others had is not known. */
const CLASSES = ['cores', 'ram', 'instances', 'gigabytes', 'volumes', 'snapshots', 'gpus'];
/** Limit of sums to try. An answer that needs more is counted as undecided. */
const MAX_SUMS = 400;

export class Joint {
  #elsewhere;
  #asked = new Map();

  /**
   * @param elsewhere figures of the zones of earlier rounds: class → `[instant, total, reserved, allocated]`, each in force until
   *   the next
   */
  constructor(elsewhere) {
    this.#elsewhere = elsewhere;
  }

  isJoint({ kind }) {
    return kind in CANDIDATES;
  }

  /** A question that records the possible values of this zone's part of the answer. */
  question(context, operation, attempt, times) {
    const asked = this.#asked.get(attempt) ?? { operation, attempt, zones: new Map() };
    this.#asked.set(attempt, asked);
    const candidates = CANDIDATES[operation.kind](operation.p, times, attempt.returned.answer);
    asked.candidates = candidates;
    const parts = candidates.map(() => new Map());
    asked.zones.set(context.zone.zone, parts);
    return {
      isPart: true,
      holds: (state, done) => {
        for (const [index, { partOf }] of candidates.entries()) {
          const part = partOf({ ...context, state, done });
          parts[index].set(JSON.stringify(part), part);
        }
        return false;
      },
      failure: () => undefined,
    };
  }

  problems(count) {
    return [...this.#asked.values()].flatMap(({ operation, attempt, zones, candidates }) => {
      const verdicts = candidates.map((candidate, index) => {
        const parts = [...zones.values()].map((all) => [...all[index].values()]);
        const elsewhere = candidate.elsewhere(this.#elsewhere);
        return elsewhere && this.#isPossible(candidate, [...parts, [elsewhere]]);
      });
      const needed = operation.kind === 'utilization' ? 'every' : 'some';
      if (verdicts.includes(undefined)) count(`undecided: ${operation.kind} of the whole service`);
      if (verdicts[needed]((verdict) => verdict !== false)) {
        count(`reads: ${operation.kind} of the whole service`);
        return [];
      }
      const { answer } = attempt.returned;
      const text = `${operation.kind} of the whole service told what was never so: ${JSON.stringify(answer).slice(0, 400)}`;
      return [{ property: 'P1', zone: 'all', text, operations: [operation] }];
    });
  }

  /** Undefined where there are too many sums. */
  #isPossible({ isAnswer }, parts) {
    let sums = new Map([['', []]]);
    for (const choices of parts.sort((a, b) => a.length - b.length)) {
      const next = new Map();
      for (const sum of sums.values()) {
        for (const choice of choices) {
          const added = addSteps(sum, choice);
          next.set(JSON.stringify(added), added);
          if (next.size > MAX_SUMS) return undefined;
        }
      }
      sums = next;
    }
    return [...sums.values()].some(isAnswer);
  }
}

/**
 * The ways in which the service may have computed an answer. A part is a list of `[instant, ...values]`, each in force until the
 * next.
 */
const CANDIDATES = {
  /** The figures at the instant with the least available; without a window, at any second of the call. */
  figures: ({ name, start, end }, times, answer) =>
    windowsOf(start, end, times).map((window) => ({
      partOf: (context) =>
        name === 'addresses' ? addressSteps(context, window) : figureSteps(context, name, window),
      elsewhere: (all) => {
        const steps = stepsElsewhere(all, name, window, ({ total, allocated, available }) => [
          total,
          allocated,
          available,
          available,
        ]);
        // How the zones shared the sum is not known, so it has to stay the same.
        return steps?.length === 1 ? steps : undefined;
      },
      isAnswer: (steps) => {
        const [, total, allocated, , available] = steps.reduce((least, step) =>
          step[3] < least[3] ? step : least,
        );
        return same({ total, allocated, available, reserved: total - allocated - available }, answer);
      },
    })),
  shapes: ({ start, end, select = FIGURES, ...asked }, _, answer) => {
    const window = [start, end ?? Infinity];
    const isSelected = Object.keys(answer).length === select.length;
    return [
      {
        partOf: ({ state, zone }) => {
          const counted = countedIn(zone, state, asked, window);
          return [[start, ...FIGURES.map((one) => counted[one])]];
        },
        elsewhere: () => [[start, 0, 0, 0, 0]],
        isAnswer: ([step]) =>
          isSelected && select.every((one) => step[FIGURES.indexOf(one) + 1] === answer[one]),
      },
    ];
  },
  /** Each class in the rows of the answer on its own. */
  utilization: ({ metric, start, end }, _, answer) => {
    const window = [start, end ?? Infinity];
    const figure = FIGURE_OF[metric] ?? metric;
    const isInWindow = areInWindow(answer, start, end);
    const names = new Set([...CLASSES, ...answer.flatMap(({ capacity }) => Object.keys(capacity))]);
    return [...names].map((name) => ({
      partOf: (context) =>
        stepsOf(context.state, window, (index, at) => {
          const whole = context.state.whole(name, index);
          return [name === 'addresses' ? addressesTold(context, whole, at)[metric] : whole[figure]];
        }),
      elsewhere: (all) => stepsElsewhere(all, name, window, (figures) => [figures[figure]]),
      isAnswer: (steps) =>
        isInWindow &&
        [...steps, ...answer.map(({ at }) => [at])].every(([at]) => {
          const [, value] = steps.findLast(([from]) => from <= at);
          return valueAt(answer, name, at) === value;
        }),
    }));
  },
};

function windowsOf(start, end, { earliest, latest }) {
  if (start !== undefined) return [[start, end ?? Infinity]];
  const step = Math.max(1, Math.floor((latest - earliest) / 20));
  const windows = [];
  for (let now = earliest; now <= latest; now += step) windows.push([now, now + 1]);
  return windows;
}

/** The steps within a window, the first at its start. A step without a change is omitted. */
function stepsOf(state, [start, end], valuesAt) {
  const steps = [];
  for (const index of state.places(start, end)) {
    const at = Math.max(start, state.instants[index] ?? start);
    note(steps, [at, ...valuesAt(index, at)]);
  }
  return steps;
}

/** In each step `total`, `allocated`, `available`, and last what is available in the zone throughout the window. */
function figureSteps({ state }, name, window) {
  const { available: most } = throughout(state, name, worstIn(state, name, window), ...window);
  return stepsOf(state, window, (index) => {
    const { total, allocated, available } = state.whole(name, index);
    return [total, allocated, available, most];
  });
}

/** Each zone counts at its own worst instant, because a reservation lies in one zone. */
function addressSteps(context, window) {
  const { total, allocated, available } = addressFigures(context, ...window);
  return [[window[0], total, allocated, available, available]];
}

/** Undefined for addresses, unless there are none: how many of them exist, and which are held, is in no figure of the ledger. */
function stepsElsewhere(all, name, window, valuesOf) {
  const steps = [];
  for (const { at, figures } of figuresElsewhere(all, name, window)) {
    if (name === 'addresses' && figures.total !== 0) return undefined;
    note(steps, [at, ...valuesOf(figures)]);
  }
  return steps;
}

function note(steps, [at, ...values]) {
  const last = steps.at(-1);
  if (!last || values.some((value, index) => value !== last[index + 1])) steps.push([at, ...values]);
}

function addSteps(a, b) {
  if (a.length === 0) return b;
  const sum = [];
  for (let i = 0, j = 0; ;) {
    const at = Math.max(a[i][0], b[j][0]);
    note(sum, [at, ...a[i].slice(1).map((value, index) => value + b[j][index + 1])]);
    const [next, other] = [a[i + 1]?.[0] ?? Infinity, b[j + 1]?.[0] ?? Infinity];
    if (next === Infinity && other === Infinity) return sum;
    if (next <= other) i += 1;
    if (other <= next) j += 1;
  }
}

function valueAt(rows, name, at) {
  return rows.findLast((row) => row.at <= at)?.capacity[name] ?? 0;
}
