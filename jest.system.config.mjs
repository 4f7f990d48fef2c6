import config from './jest.config.mjs';

/** Tests that start and kill processes, run benchmarks or the proof. */
export default {
  ...config,
  testRegex: ['\\.system\\.ts$'],
  testTimeout: 300_000,
  // Of the deliberate mistakes: each waits for a third of its time.
  maxConcurrency: 2,
};
