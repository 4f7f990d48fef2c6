/** Nest 12 is ESM only; Jest runs it as CommonJS by transforming its packages too. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testRegex: '\\.(spec|test)\\.ts$',
  // What breaks the service on purpose takes a minute each: `npm run test:system`.
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/openstack/',
    '<rootDir>/test/prove/breaks.test.ts',
  ],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.[tj]s$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2022',
          keepClassNames: true,
        },
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs|uid|iterare|uuid)/)'],
  // Many tests wait more than they compute: two share even a small machine well, more would be in each other's way.
  maxWorkers: 2,
  testSequencer: '<rootDir>/test/support/slowest-first.mjs',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Enough on a machine that is ten times slower and busy; what hangs does so for longer.
  testTimeout: 300000,
  // A test that fails half-way may leave a service running; the run must end all the same.
  forceExit: true,
};
