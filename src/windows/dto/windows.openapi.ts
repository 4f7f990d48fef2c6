import { Command } from '../../openapi/operations.js';
import { UNKNOWN_ZONE } from '../../openapi/refusals.js';
import { example, SAMPLE } from '../../openapi/samples.js';
import { WindowsFound } from './window-answers.js';

const EXAMPLES = {
  held: {
    summary: 'Held for five minutes as soon as it is found',
    value: { capacity: { cores: 4 }, duration: 86_400, hold: 300 },
  },
  anywhere: {
    summary: 'A day for a batch job, in whichever zone',
    value: { capacity: { cores: 4, instances: 2 }, duration: 86_400 },
  },
  zone: {
    summary: 'Four hours in a given week',
    value: {
      zone: SAMPLE.zone,
      capacity: { cores: 4 },
      duration: 14_400,
      window: { start: SAMPLE.start, end: SAMPLE.laterEnd },
      limit: 1,
    },
  },
  containers: {
    summary: 'Containers',
    value: {
      containers: [{ containerFlavor: { virtualCpu: { numVirtualCpu: 2 } } }],
      duration: 3600,
    },
  },
};

export const FindWindows = () =>
  Command({
    id: 'findWindows',
    forTenant: true,
    tag: 'Capacity',
    summary: 'The earliest windows in which something fits',
    description:
      'Stretches of starts from which the whole demand fits for the duration, the earliest first. What is found can be ' +
      'reserved as it is, or held in the same step by `hold`. A demand that only fits when split over providers is looked for ' +
      'with a limited number of trials; `more` says when they were used up.',
    examples: EXAMPLES,
    says: 'What was found.',
    answer: WindowsFound,
    answers: example({
      windows: [
        {
          zone: SAMPLE.zone,
          start: SAMPLE.start,
          end: SAMPLE.end,
          latestStart: SAMPLE.end,
          free: { cores: 12 },
        },
      ],
      more: false,
    }),
    refusals: {
      400: {
        description: 'A member is missing, wrong or not known (`invalid-request`).',
        code: 'invalid-request',
        detail: "must provide 'duration' parameter",
        field: 'duration',
      },
      404: UNKNOWN_ZONE,
    },
  });
