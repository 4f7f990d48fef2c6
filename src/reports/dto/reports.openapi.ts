import { Read } from '../../openapi/operations.js';
import { UNKNOWN_ZONE } from '../../openapi/refusals.js';
import { example, SAMPLE } from '../../openapi/samples.js';
import { Idle, Usage } from './report-answers.js';

const INVALID = {
  description: 'A query parameter is missing, wrong or not known (`invalid-request`).',
  code: 'invalid-request',
  detail: 'by must be one of reservation, tenant, zone, provider, class',
  field: 'by',
};

const CSV = '`Accept: text/csv` the same rows as CSV (RFC 4180)';

export const ReportUsage = () =>
  Read({
    id: 'reportUsage',
    summary: 'What was reserved in a period, and what was made of it',
    description:
      'Integrals over the ledger, exact to the second, per row and resource class: hours times units. With ' +
      `${CSV}. The answer is streamed.`,
    alsoText: ['text/csv'],
    says: 'The report.',
    answer: Usage,
    answers: example({
      from: SAMPLE.now,
      to: SAMPLE.start,
      by: 'zone',
      rows: [
        {
          zone: SAMPLE.zone,
          class: 'cores',
          reservedHours: 96,
          usedHours: 24.5,
          idleHours: 71.5,
          unreservedHours: 0,
          peak: 4,
          idleShare: 0.744792,
        },
      ],
    }),
    refusals: { 400: INVALID, 404: UNKNOWN_ZONE },
  });

export const ReportIdle = () =>
  Read({
    id: 'reportIdle',
    summary: 'Live reservations that little is drawn on, the longest idle first',
    description: `With ${CSV}; the header \`Headroom-More\` then has the value of \`more\`.`,
    alsoText: ['text/csv'],
    says: 'Those drawn on less than the threshold since their start.',
    answer: Idle,
    answers: example({
      reservations: [
        {
          reservationId: SAMPLE.reservation,
          zone: SAMPLE.zone,
          start: SAMPLE.now,
          usedShare: 0.25,
          idleHours: 18,
        },
      ],
      more: false,
    }),
    refusals: {
      400: { ...INVALID, detail: 'threshold must be a number from 0 to 1', field: 'threshold' },
      404: UNKNOWN_ZONE,
    },
  });
