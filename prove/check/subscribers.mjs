import { livesOf } from './lives.mjs';
import { dueOf } from './walk/terms.mjs';

const KINDS = new Set(['subscribe', 'resubscribe', 'unsubscribe']);

/**
 * P3: a subscription is made, changed and ended whenever that is asked for, unless its zone may not exist yet, it may have ended, or
 * its filter names a reservation that may have ended or is another tenant's.
 */
export function* subscriberProblems({ header, walks, orders, operations, round }, count) {
  const lives = livesOf(walks);
  const endings = operations.filter(({ kind, outcome }) => kind === 'unsubscribe' && outcome !== 'refused');
  for (const operation of operations.filter(({ kind }) => KINDS.has(kind))) {
    const refused = operation.attempts.filter((attempt) => isUnjust(operation, attempt));
    count('answers to subscribers', operation.attempts.length);
    if (refused.length === 0) continue;
    const text = `${operation.kind} was refused: ${refused[0].returned.why}`;
    yield { property: 'P3', zone: operation.p.zone ?? 'all', text, operations: [operation] };
  }

  function isUnjust({ p }, attempt) {
    const { n, returned } = attempt;
    if (returned?.out !== 'error' && returned?.out !== 'conflict') return false;
    const isEnded = endings.some(({ p: { id }, called }) => id === p.id && called < returned.n);
    const latest = returned.w / 1000 + Math.max(...header.shifts);
    const isOver = (state) =>
      Math.min(state.end, dueOf(state)) <= latest ||
      (state.status === 'ended' && state.group < orders.get(state.zone).between(n, returned.n).most);
    const isLost = (id) =>
      (p.tenant !== undefined && round.tenants.of(id) !== p.tenant) ||
      (lives.get(id)?.history.some(isOver) ?? true);
    return !isEnded && !round.births.mayBeUnknown(p.zone, attempt) && !(p.ids ?? []).some(isLost);
  }
}
