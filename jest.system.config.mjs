import config from './jest.config.mjs';

/** Tests that take a minute each: the proof of a service that is broken on purpose. */
export default {
  ...config,
  roots: ['<rootDir>/test'],
  testRegex: '/prove/breaks\\.test\\.ts$',
  testPathIgnorePatterns: ['/node_modules/'],
};
