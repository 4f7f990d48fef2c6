const DAY = 86_400;
const DAYS = { DAILY: 1, WEEKLY: 7 };

/** The windows of a series by its rule: each as long as the first. */
export function occurrencesOf({ start, end, repeat: { freq, interval, count } }) {
  const step = DAYS[freq] * interval * DAY;
  return Array.from({ length: count }, (_, index) => ({
    start: start + index * step,
    end: end + index * step,
  }));
}
