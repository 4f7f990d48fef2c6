import { availableParallelism, cpus } from 'node:os';

const SAMPLE_MILLISECONDS = 500;

/**
 * The share of the machine that is in use while nothing of ours runs. Where it is much, measurements are to be taken
 * again: processes that wait for each other suffer more from a busy machine than one that works alone.
 */
export async function shareInUse() {
  const before = busySeconds();
  await new Promise((resolve) => setTimeout(resolve, SAMPLE_MILLISECONDS));
  return (busySeconds() - before) / (SAMPLE_MILLISECONDS / 1000) / availableParallelism();
}

/** Processor seconds that all programs together have used since the machine started. */
function busySeconds() {
  const busy = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return busy.reduce((sum, time) => sum + time, 0) / 1000;
}
