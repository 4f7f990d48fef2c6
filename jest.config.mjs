/** Nest 12 is ESM only; Jest runs it as CommonJS by transforming its packages too. */
export default {
  testEnvironment: 'node',
  roots: [
    '<rootDir>/src',
    '<rootDir>/client/src',
    '<rootDir>/cli/src',
    '<rootDir>/console/src',
    '<rootDir>/test',
  ],
  testRegex: '\\.(spec|test)\\.ts$',
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(openstack|containers|ha)/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@headroom/client$': '<rootDir>/client/src/index.ts',
  },
  transform: {
    '^.+\\.[tj]s$': [
      '@swc/jest',
      {
        // Beside the code instead of inside it: each test file reads and compiles some thousand modules.
        sourceMaps: true,
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2022',
          keepClassNames: true,
        },
      },
    ],
  },
  transformIgnorePatterns: [
    '^(?!.*/openapi-typescript/node_modules/).*/node_modules/(?!(@nestjs|uid|iterare|uuid|jose|index-to-position|change-case|string-width|get-east-asian-width|strip-ansi|ansi-regex)/)',
  ],
  // Many tests wait more than they compute: on two processors three workers took 253 seconds, two 314.
  maxWorkers: 3,
  // A worker keeps memory of every test file that it has run. Without a limit it grew to 2.6 GB, and a fifth of the processor time
  // went into collecting its garbage.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/test/support/slowest-first.mjs',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  setupFiles: process.env.FAST_CHECK_SEED === undefined ? [] : ['<rootDir>/test/support/fast-check-seed.ts'],
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // More runs of the random tests take longer.
  testTimeout: process.env.FAST_CHECK_RUNS === undefined ? 30_000 : 300_000,
};
