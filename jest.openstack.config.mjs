import base from './jest.config.mjs';

/** The driver against a real OpenStack, told by the variables of its openrc file. */
if (!process.env.OS_AUTH_URL)
  throw new Error('OS_AUTH_URL is not set: source the openrc file of an OpenStack first');

export default {
  ...base,
  roots: ['<rootDir>/test/openstack'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 400_000,
  // They share a tenant with a quota of its own.
  maxWorkers: 1,
};
