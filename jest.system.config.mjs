import config from './jest.config.mjs';

/** Tests that start and kill processes, run benchmarks or the proof. */
export default {
  ...config,
  // On two processors three workers take 570 seconds and two 691. But with three a service had to wait for a second for a processor,
  // in one of four runs, and HAProxy took it for dead.
  maxWorkers: 2,
  testRegex: ['\\.system\\.ts$'],
  testTimeout: 300_000,
  // Of the deliberate mistakes: each waits for a third of its time.
  maxConcurrency: 2,
};
