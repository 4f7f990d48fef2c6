import { Always, Described, Part, Word } from './members.js';

/** The version of the interface; the package's is the same. */
export const API_VERSION = '0.1.0';

/** The answer of `/`: where to go on from the address of the service alone. */
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

@Described({ description: 'The two interfaces.' })
class Interfaces {
  @Word('Group A.') operations!: string;
  @Word('Group B.') northbound!: string;
}

/** The schema of that answer. */
export class Signpost {
  @Always(SIGNPOST.service) service!: string;
  @Word('The version of the interface.') version!: string;
  @Word('This document for people.') documentation!: string;
  @Word('This document.') description!: string;
  @Word('Whether the process answers.') liveness!: string;
  @Word('Whether it is ready for traffic.') readiness!: string;
  @Word('What Prometheus scrapes.') metrics!: string;
  @Part(Interfaces) interfaces!: Interfaces;
}
