import { answer, edgeRefusals, emptyAnswer, text } from './answers.js';
import { read } from './builders.js';
import { SERVICE_TAG, type ApiPart } from './operation.js';
import { SIGNPOST } from './signpost.js';
import { object, ref, word } from './schema.js';

const OK = { example: { value: { status: 'ok' } } };

/** What an orchestrator asks, and this document itself. */
export const SERVICE_API: ApiPart = {
  paths: {
    '/': {
      get: {
        operationId: 'readRoot',
        tags: [SERVICE_TAG],
        summary: 'Where to find what',
        description: 'A browser, which asks for `text/html`, is sent to `/docs`.',
        responses: {
          ...edgeRefusals('', false),
          200: answer('Where to go on.', ref('Signpost'), { example: { value: SIGNPOST } }),
          302: emptyAnswer('To `/docs`.'),
        },
      },
    },
    '/livez': read({
      id: 'live',
      tag: SERVICE_TAG,
      summary: 'The process answers; the database is left out on purpose',
      says: 'Alive.',
      answer: ref('Health'),
      answers: OK,
    }),
    '/readyz': read({
      id: 'ready',
      tag: SERVICE_TAG,
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
        tags: [SERVICE_TAG],
        summary: 'What Prometheus scrapes; also while the database does not answer',
        responses: { ...edgeRefusals('', false), 200: text('Metrics in the text format of Prometheus.') },
      },
    },
    '/openapi.json': read({
      id: 'readDocument',
      tag: SERVICE_TAG,
      summary: 'This document; `/docs` shows it in a browser',
      says: 'An OpenAPI 3.1 document.',
      answer: { type: 'object' },
      answers: {},
    }),
  },
  schemas: {
    Signpost: object(
      {
        service: { const: SIGNPOST.service },
        version: word('The version of the interface.'),
        documentation: word('This document for people.'),
        description: word('This document.'),
        liveness: word('Whether the process answers.'),
        readiness: word('Whether it is ready for traffic.'),
        metrics: word('What Prometheus scrapes.'),
        interfaces: object(
          { operations: word('Group A.'), northbound: word('Group B.') },
          { description: 'The two interfaces.' },
        ),
      },
      { required: Object.keys(SIGNPOST) },
    ),
    Health: object({ status: { const: 'ok' } }, { required: ['status'] }),
  },
};
