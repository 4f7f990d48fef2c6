import { DEMO_ZONE } from '../demo/demo-requests.js';

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export type Examples = Readonly<Record<string, Example>>;

/** The only example of a body. */
export function example(value: unknown): Examples {
  return { example: { value } };
}

/** The operations of the service itself, such as probes. */
export const SERVICE_TAG = 'Service';

/**
 * What the examples of the document name. Ids are the caller's to replace; times lie well ahead; the zone is the demo's, so
 * that they work unchanged on a service that was just started.
 */
export const SAMPLE = {
  provider: '0199f7c2-5a3e-7c41-9d53-6d0f6b0d8f11',
  pool: '0199f7c2-7b10-7f02-8c11-52f7a0b4e6a2',
  reservation: '0199f7c2-9c44-7a8e-b6d5-1f3e8d2c7b93',
  series: '0199f7c2-ad55-7b1f-9a67-83d2f5c6e1a4',
  instance: '0199f7c2-bd6e-7d15-a0f8-94c6e1b75d34',
  subscription: '0199f7c2-de98-7e63-8b27-c05d4f9a1e85',
  notification: '0199f7c2-ffa1-7042-9e3c-7a8b6c5d4e96',
  network: '3f1c9a52-8d0b-4e6f-a7c3-5b2d1e0f9a87',
  disk: '0199f7c3-20c3-7b6a-8f4d-e1d2c3b4a507',
  zone: DEMO_ZONE,
  start: '2030-06-01T08:00:00Z',
  end: '2030-06-01T18:00:00Z',
  laterEnd: '2030-06-02T18:00:00Z',
  now: '2026-11-21T06:00:00Z',
} as const;

/** Examples of outcomes, for the operations that can have them. */
export const REFUSED_EXAMPLES = {
  error: {
    summary: 'Something in the request is wrong',
    value: {
      result: 'error',
      message: 'end must lie in the future',
      errors: [{ pointer: '/end', detail: 'end must lie in the future' }],
    },
  },
  conflict: {
    summary: 'Capacity does not suffice',
    value: {
      result: 'conflict',
      message: `requested cores=4 exceeds available 2 between ${SAMPLE.start} and ${SAMPLE.end}`,
      offer: {
        maxCapacity: { cores: 2, ram: 4096, instances: 1 },
        nextWindow: { start: '2030-06-02T08:00:00Z', end: '2030-06-02T18:00:00Z' },
      },
    },
  },
} as const;
