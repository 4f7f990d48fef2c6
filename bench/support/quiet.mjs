import { availableParallelism, cpus } from 'node:os';
import { setting } from './report.mjs';

/** The share of the machine that other programs may take in a round before it is measured again. */
const DISTURBED = 0.1;

/** How many times as many rounds are tried at most to find enough that nothing disturbed. */
const PATIENCE = setting('BENCH_PATIENCE', 3);

/** Processor seconds that all programs together have used since the machine started. */
export function machineSeconds() {
  const busy = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return busy.reduce((sum, time) => sum + time, 0) / 1000;
}

/** The share of the machine that others used during a measurement. */
export function shareElsewhere(machine, ours, seconds) {
  return Math.max(0, machine - ours) / (seconds * availableParallelism());
}

/**
 * Measures until enough rounds were left in peace, and gives the quietest. A machine that does something else at the
 * same time shows in processes that wait for each other far more than in one that works alone.
 *
 * @param {(round: number) => Promise<{elsewhere: number}>} measure
 */
export async function quietRounds(rounds, measure) {
  const measured = [];
  const isEnough = () => measured.filter(({ elsewhere }) => elsewhere <= DISTURBED).length >= rounds;
  for (let round = 1; round <= rounds * PATIENCE && !isEnough(); round++) measured.push(await measure(round));
  return measured.sort((a, b) => a.elsewhere - b.elsewhere).slice(0, rounds);
}
