import { availableParallelism, cpus } from 'node:os';
import { median, setting } from './report.mjs';

const SAMPLE_MS = 500;

/**
 * The share of the machine that is in use while nothing of ours runs. Where it is much, measurements are to be taken
 * again: processes that wait for each other suffer more from a busy machine than one that works alone.
 */
export async function shareInUse() {
  const before = busySeconds();
  await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  return (busySeconds() - before) / (SAMPLE_MS / 1000) / availableParallelism();
}

/** Processor seconds that all programs together have used since the machine started. */
function busySeconds() {
  const busy = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return busy.reduce((sum, time) => sum + time, 0) / 1000;
}

const PIECES = setting('BENCH_PIECES', 9);

/**
 * Milliseconds that a fixed piece of arithmetic takes now, at the median. A virtual machine shares its processors with
 * others that it does not see; when this differs, so does all that is measured, and not all of it by as much.
 */
export function paceMilliseconds() {
  const times = [];
  for (let piece = 0; piece < PIECES; piece++) {
    const begun = performance.now();
    let sum = 0;
    for (let i = 0; i < 50_000_000; i++) sum += i % 7;
    if (sum < 0) throw new Error('unreachable: keeps the sum from being left out');
    times.push(performance.now() - begun);
  }
  return median(times);
}
