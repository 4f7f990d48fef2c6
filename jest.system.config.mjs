import config from './jest.config.mjs';

// All runs of the properties: `npm test` has time for some. The workers inherit the environment.
process.env.FAST_CHECK_RUNS ??= '100';

/** Tests that start and kill processes, run benchmarks or the proof (`*.system.ts`), and all runs of what tries at random. */
export default {
  ...config,
  // These start processes of their own, which keep two processors busy.
  maxWorkers: 2,
  testRegex: [
    '\\.system\\.ts$',
    '/src/allocation/.*\\.spec\\.ts$',
    '/test/invariants/\\w+\\.test\\.ts$',
    '/test/(http/requests|http/service|notifications/capacity)\\.test\\.ts$',
  ],
  testTimeout: 300_000,
  // Of the deliberate mistakes: each waits for a third of its time.
  maxConcurrency: 2,
};
