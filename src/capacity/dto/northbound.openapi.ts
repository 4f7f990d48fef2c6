import { question, type Refusals } from '../../http/openapi/builders.js';
import { queryParameter, type ApiPart, type Parameter } from '../../http/openapi/operation.js';
import { SAMPLE } from '../../http/openapi/samples.js';
import { endTime, list, startTime, type Members } from '../../http/openapi/schema.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import {
  CAPACITY_SCHEMAS,
  CPU,
  FIGURE,
  FILTER,
  MEMORY,
  STORAGE,
  typeId,
} from './northbound-schemas.openapi.js';

const COMMON_PARAMETERS: readonly Parameter[] = [
  queryParameter('zoneId', FILTER.zoneId),
  queryParameter('timePeriod.startTime', startTime('Start of the period.')),
  queryParameter('timePeriod.stopTime', { ...endTime('End of the period; absent: open.'), type: 'string' }),
  queryParameter('attributeSelector', list(FIGURE, 'The figures that are wanted; by default all four.')),
  queryParameter('showTimeline', FILTER.showTimeline),
  queryParameter('limit', FILTER.limit),
];

/** The dotted parameters of a nested member. */
function nested(path: string, members: Members): Parameter[] {
  return Object.entries(members).map(([name, schema]) => queryParameter(`${path}.${name}`, schema));
}

const ANSWER_EXAMPLE = {
  zoneId: SAMPLE.zone,
  lastUpdate: SAMPLE.now,
  capacityInformation: { available: 60, reserved: 30, total: 100, allocated: 10 },
  zones: [
    { zoneId: SAMPLE.zone, capacityInformation: { available: 60, reserved: 30, total: 100, allocated: 10 } },
  ],
};

const TIMELINE_EXAMPLE = {
  ...ANSWER_EXAMPLE,
  timeline: [
    {
      startTime: SAMPLE.start,
      capacityInformation: { available: 60, reserved: 30, total: 100, allocated: 10 },
    },
    {
      startTime: '2030-06-01T12:00:00Z',
      capacityInformation: { available: 90, reserved: 0, total: 100, allocated: 10 },
    },
  ],
};

const SELECTED_EXAMPLE = {
  zoneId: SAMPLE.zone,
  lastUpdate: SAMPLE.now,
  capacityInformation: { available: 30 },
  zones: [{ zoneId: SAMPLE.zone, capacityInformation: { available: 30 } }],
};

function refusalsOf(member: string): Refusals {
  return {
    400: {
      description:
        'The body is malformed (`malformed-json`, `body-not-an-object`), a member is missing or wrong, or neither or ' +
        'both of the two forms were given (`invalid-request`).',
      code: 'invalid-request',
      detail: `${member} must be one of the known types`,
      field: member,
      title: 'Invalid request',
    },
    404: {
      description: 'No provider is in the zone (`unknown-zone`).',
      code: 'unknown-zone',
      detail: "zoneId 'nowhere' is not known",
      field: 'zoneId',
    },
  };
}

const PERIOD = { startTime: SAMPLE.start, stopTime: SAMPLE.end };

const FIGURES_TOLD =
  'By type: the figures of the period’s worst instant, that with the least available, so that `available` is safe ' +
  'to reserve.';
const SHAPES_TOLD =
  'By attributes: how many resources of that shape fit; a criterion on a trait excludes providers without it. Each of ' +
  'the four figures is then a whole number of shapes by itself, summed over providers at the worst instant of each: they ' +
  'need not add up.';

interface QuestionOf {
  readonly kind: NorthboundKind;
  readonly member: string;
  readonly type: string;
  readonly criteria?: object;
  readonly parameters?: readonly Parameter[];
}

function questionOf({ kind, member, type, criteria, parameters = [] }: QuestionOf): ApiPart['paths'] {
  const name = kind[0].toUpperCase() + kind.slice(1);
  const byAttributes = {
    summary: 'By attributes',
    value: {
      zoneId: SAMPLE.zone,
      resourceCriteria: criteria,
      attributeSelector: 'available',
      timePeriod: PERIOD,
    },
  };
  const path = question({
    id: `query${name}Capacity`,
    tag: 'Capacity',
    summary: `How much ${kind} capacity there is`,
    description: criteria ? `${FIGURES_TOLD} ${SHAPES_TOLD} One of the two forms.` : FIGURES_TOLD,
    filter: `${name}CapacityFilter`,
    examples: {
      type: { summary: 'By type', value: { zoneId: SAMPLE.zone, [member]: type, timePeriod: PERIOD } },
      timeline: {
        summary: 'By type, with its time line',
        value: { zoneId: SAMPLE.zone, [member]: type, timePeriod: PERIOD, showTimeline: true },
      },
      ...(criteria ? { attributes: byAttributes } : {}),
    },
    parameters: [queryParameter(member, typeId(kind)), ...parameters, ...COMMON_PARAMETERS],
    answer: 'CapacityAnswer',
    answers: {
      type: { value: ANSWER_EXAMPLE },
      selected: { value: SELECTED_EXAMPLE },
      timeline: { value: TIMELINE_EXAMPLE },
    },
    refusals: refusalsOf(member),
  });
  return { [`/capacity/${kind}/query`]: path };
}

export const CAPACITY_NORTHBOUND_API: ApiPart = {
  paths: {
    ...questionOf({
      kind: 'compute',
      member: 'computeResourceTypeId',
      type: 'cpuCores',
      criteria: { virtualCPU: { cpuArchitecture: 'x86', numVirtualCpu: '2' } },
      parameters: [
        ...nested('resourceCriteria.virtualCPU', CPU),
        ...nested('resourceCriteria.virtualCpu', CPU),
        ...nested('resourceCriteria.virtualMemory', MEMORY),
      ],
    }),
    ...questionOf({ kind: 'network', member: 'networkResourceTypeId', type: 'publicIps' }),
    ...questionOf({
      kind: 'storage',
      member: 'storageResourceTypeId',
      type: 'storageSize',
      criteria: { sizeOfStorage: '20', rdmaSupported: 'false' },
      parameters: nested('resourceCriteria', STORAGE),
    }),
  },
  schemas: CAPACITY_SCHEMAS,
};
