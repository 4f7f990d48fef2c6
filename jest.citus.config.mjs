import base from './jest.config.mjs';

/** The tests of the service on a Citus cluster: TEST_DATABASE_URL names a database of its coordinator that knows the workers. */
if (!process.env.TEST_DATABASE_URL)
  throw new Error('TEST_DATABASE_URL is not set: it names a Citus coordinator');

export default {
  ...base,
  // The nodes of a cluster on the same machine take much of its processors.
  maxWorkers: 2,
  roots: ['<rootDir>/test', '<rootDir>/src'],
  testRegex: ['\\.test\\.ts$', '\\.citus\\.ts$'],
};
