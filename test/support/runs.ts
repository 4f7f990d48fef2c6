/** Percent of the runs of a property that `npm test` has time for; `npm run test:system` does all of them. */
const DEFAULT_PERCENT = 20;

/** How often to try something random: `all` times where FAST_CHECK_RUNS is 100, in proportion otherwise, at least once. */
export function runs(all: number): number {
  const percent = Number(process.env.FAST_CHECK_RUNS ?? DEFAULT_PERCENT);
  return Math.max(1, Math.ceil((all * percent) / 100));
}
