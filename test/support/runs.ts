/** Percentage of the runs that `npm test` has time for; `.ci/run` does all of them. */
const DEFAULT_PERCENT = 20;

/** Number of runs of a random test: `all` if FAST_CHECK_RUNS is 100, in proportion otherwise, at least one. */
export function runs(all: number): number {
  const percent = Number(process.env.FAST_CHECK_RUNS ?? DEFAULT_PERCENT);
  return Math.max(1, Math.ceil((all * percent) / 100));
}
