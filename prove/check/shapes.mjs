import { suits } from './traits.mjs';

/**
 * How many of a shape each figure holds. On each provider the scarcest class decides, at the earliest instant at which the fewest are
 * available. The numbers of the providers with the requested traits add up. The answer has only the selected figures.
 */
export function shapes({ zone, operation, state, answer }) {
  const { select, start, end } = operation.p;
  const counted = countedIn(zone, state, operation.p, [start, end ?? Infinity]);
  return isSame(counted, answer, select) || counted;
}

const FIGURES = ['total', 'available', 'reserved', 'allocated'];

export function countedIn(zone, state, { shape, traits }, [start, end]) {
  const sum = { total: 0, available: 0, reserved: 0, allocated: 0 };
  for (const provider of zone.providers) {
    if (!suits(zone.traitsOf.get(provider), traits)) continue;
    let worst;
    for (const index of state.places(start, end)) {
      const there = timesAt(state, provider, shape, index);
      if (!worst || there.available < worst.available) worst = there;
    }
    for (const figure of FIGURES) sum[figure] += worst[figure];
  }
  return sum;
}

/** How many of a shape each figure of a provider holds at an index of the state. */
function timesAt(state, provider, shape, index) {
  const times = FIGURES.map((figure) => {
    const fits = Object.keys(shape).map((name) => {
      const amount = index < 0 ? 0 : state.figuresOf(provider, name)[figure][index];
      return Math.floor(Math.max(0, amount) / shape[name]);
    });
    return [figure, Math.min(...fits)];
  });
  return Object.fromEntries(times);
}

function isSame(counted, answer, selected = FIGURES) {
  const names = Object.keys(answer);
  return names.length === selected.length && selected.every((name) => answer[name] === counted[name]);
}
