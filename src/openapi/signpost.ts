/** The version of the interface; the package's is the same. */
export const API_VERSION = '0.1.0';

/** What `/` answers: where to go on from the address of the service alone. */
export const SIGNPOST = {
  service: 'Headroom',
  version: API_VERSION,
  documentation: '/docs',
  description: '/openapi.json',
  liveness: '/livez',
  readiness: '/readyz',
  metrics: '/metrics',
  interfaces: {
    operations: 'Group A: POST /create-reservation and its like; the outcome is in `result`',
    northbound: 'Group B: below /capacity and /reservation; the status tells the outcome',
  },
} as const;
