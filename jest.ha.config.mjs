import base from './jest.config.mjs';

/** The service and its database while parts of them fail: PostgreSQL under Patroni, HAProxy, PgBouncer (Debian packages). */
export default {
  ...base,
  roots: ['<rootDir>/test/ha'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: undefined,
  globalTeardown: undefined,
  testTimeout: 300_000,
  maxWorkers: 1,
};
