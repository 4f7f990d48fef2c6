import base from './jest.config.mjs';

/** docker-compose.yml, run by a real engine. DOCKER names the command if it is not `docker`; its words are separated by spaces. */
export default {
  ...base,
  roots: ['<rootDir>/test/containers'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: undefined,
  globalTeardown: undefined,
  testTimeout: 900_000,
  maxWorkers: 1,
};
