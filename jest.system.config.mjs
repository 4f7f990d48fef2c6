import config from './jest.config.mjs';

/** Tests that start and kill processes, run benchmarks or the proof. */
export default {
  ...config,
  // Most wait for processes that they start: on two processors three workers took 570 seconds, two 691.
  maxWorkers: 3,
  testRegex: ['\\.system\\.ts$'],
  testTimeout: 300_000,
  // Of the deliberate mistakes: each waits for a third of its time.
  maxConcurrency: 2,
};
