import { edgeRefusals, text } from './answers.js';
import { read } from './builders.js';
import type { ApiPart } from './operation.js';
import { object, ref } from './schema.js';

const OK = { example: { value: { status: 'ok' } } };

/** What an orchestrator asks, and this document itself. */
export const SERVICE_API: ApiPart = {
  paths: {
    '/livez': read({
      id: 'live',
      tag: 'Service',
      summary: 'The process answers; the database is left out on purpose',
      says: 'Alive.',
      answer: ref('Health'),
      answers: OK,
    }),
    '/readyz': read({
      id: 'ready',
      tag: 'Service',
      summary:
        'Ready for traffic: the database answers, its schema is up to date, and nobody has asked to stop',
      says: 'Ready.',
      answer: ref('Health'),
      answers: OK,
      refusals: {
        503: {
          description: 'Not ready (`draining`, `migrations-pending`, `database-unavailable`).',
          code: 'database-unavailable',
          detail: 'the database does not answer',
        },
      },
    }),
    '/metrics': {
      get: {
        operationId: 'readMetrics',
        tags: ['Service'],
        summary: 'What Prometheus scrapes; also while the database does not answer',
        responses: { ...edgeRefusals('', false), 200: text('Metrics in the text format of Prometheus.') },
      },
    },
    '/openapi.json': read({
      id: 'readDocument',
      tag: 'Service',
      summary: 'This document; `/docs` shows it in a browser',
      says: 'An OpenAPI 3.1 document.',
      answer: { type: 'object' },
      answers: {},
    }),
  },
  schemas: {
    Health: object({ status: { const: 'ok' } }, { required: ['status'] }),
  },
};
