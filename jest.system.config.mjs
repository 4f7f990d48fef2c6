import config from './jest.config.mjs';

/** Tests that start and kill processes, run benchmarks or the proof. */
export default {
  ...config,
  // These start processes of their own, which keep two processors busy.
  maxWorkers: 2,
  testRegex: ['\\.system\\.ts$'],
  testTimeout: 300_000,
  // Of the deliberate mistakes: each waits for a third of its time.
  maxConcurrency: 2,
};
