import { suits } from './traits.mjs';

/**
 * How many of a shape each figure holds. On each provider the scarcest class decides, each class at its own worst instant. The
 * numbers of the providers with the requested traits add up. The answer has only the selected figures.
 */
export function shapes({ zone, operation, state, answer }) {
  const { select, start, end } = operation.p;
  const counted = countedIn(zone, state, operation.p, [start, end ?? Infinity]);
  return isSame(counted, answer, select) || counted;
}

const FIGURES = ['total', 'available', 'reserved', 'allocated'];

export function countedIn(zone, state, { shape, traits }, window) {
  const sum = { total: 0, available: 0, reserved: 0, allocated: 0 };
  for (const provider of zone.providers) {
    if (!suits(zone.traitsOf.get(provider), traits)) continue;
    const worst = Object.keys(shape).map((name) => [name, worstOf(state, provider, name, window)]);
    for (const figure of FIGURES) {
      const times = worst.map(([name, figures]) => Math.max(0, figures[figure]) / shape[name]);
      sum[figure] += Math.floor(Math.min(...times));
    }
  }
  return sum;
}

/** A class' figures at the instant at which least of it is available, the earliest if there are several. */
function worstOf(state, provider, name, [start, end]) {
  const figures = state.figuresOf(provider, name);
  let worst;
  for (const index of state.places(start, end)) {
    const there = Object.fromEntries(
      FIGURES.map((figure) => [figure, index < 0 ? 0 : figures[figure][index]]),
    );
    if (!worst || there.available < worst.available) worst = there;
  }
  return worst;
}

function isSame(counted, answer, selected = FIGURES) {
  const names = Object.keys(answer);
  return names.length === selected.length && selected.every((name) => answer[name] === counted[name]);
}
