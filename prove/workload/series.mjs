import { DAY } from './zones.mjs';

/** Reservations that repeat. The windows of a zone are shorter than a day, so occurrences do not overlap. */

const SERIES = 0.06;
const STEPS = { DAILY: 1, WEEKLY: 7 };

/** The rule of a series; undefined: the reservation occurs once. */
export function repeatFor(random, { form, side, isFromNow }) {
  const [isSeries, freq] = [random.chance(SERIES), random.pick(['DAILY', 'DAILY', 'WEEKLY'])];
  const [interval, count] = [random.integer(1, 2), random.integer(2, 5)];
  const isTold = form === 'network' || form === 'nothing' || form === 'containers';
  return isSeries && !isTold && !isFromNow && side !== undefined ? { freq, interval, count } : undefined;
}

export function ruleOf({ freq, interval, count }) {
  return `FREQ=${freq};INTERVAL=${interval};COUNT=${count}`;
}

/** The windows of a series. */
export function occurrencesOf({ freq, interval, count }, { start, end }) {
  const step = STEPS[freq] * interval * DAY;
  return Array.from({ length: count }, (_, index) => ({
    start: start + index * step,
    end: end + index * step,
  }));
}

/** A change or a cancellation of all occurrences of a series. */
export function seriesAct(random, { zone, series }, draw) {
  const one = series[Math.floor(random.fraction() * series.length)];
  const isCancel = random.chance(0.4);
  if (!one) return undefined;
  const { id, ids, form } = one;
  if (isCancel) return { kind: 'cancel-series', parameters: { zone, series: id, occurrences: ids } };
  return {
    kind: 'update-series',
    parameters: () => ({ zone, series: id, occurrences: ids, form, side: 'operations', ...draw(form) }),
  };
}
