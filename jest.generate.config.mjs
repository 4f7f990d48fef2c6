import base from './jest.config.mjs';

// The workers inherit the environment.
process.env.CLIENT_TYPES = 'write';

/** Writes the generated types of the client, from the sources of the service as they are. */
export default {
  ...base,
  testRegex: ['/client/src/generated/openapi\\.spec\\.ts$'],
  globalSetup: undefined,
  globalTeardown: undefined,
};
