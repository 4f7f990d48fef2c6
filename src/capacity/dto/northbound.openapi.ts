import type { NorthboundKind } from '../../kernel/northbound-kind.js';
import { capital, Question } from '../../openapi/operations.js';
import { malformed, UNKNOWN_ZONE_ID } from '../../openapi/refusals.js';
import { SAMPLE } from '../../openapi/samples.js';
import { TYPE_MEMBER } from '../resource-types.js';
import { CapacityAnswerBody } from './capacity-answers.js';
import { ComputeCapacityFilter, NetworkCapacityFilter, StorageCapacityFilter } from './northbound.dto.js';

const FIGURES = { available: 60, reserved: 30, total: 100, allocated: 10 };

const ANSWER_EXAMPLE = {
  zoneId: SAMPLE.zone,
  lastUpdate: SAMPLE.now,
  capacityInformation: FIGURES,
  zones: [{ zoneId: SAMPLE.zone, capacityInformation: FIGURES }],
};

const TIMELINE_EXAMPLE = {
  ...ANSWER_EXAMPLE,
  timeline: [
    { startTime: SAMPLE.start, capacityInformation: FIGURES },
    { startTime: '2030-06-01T12:00:00Z', capacityInformation: { ...FIGURES, available: 90, reserved: 0 } },
  ],
};

const SELECTED_EXAMPLE = {
  zoneId: SAMPLE.zone,
  lastUpdate: SAMPLE.now,
  capacityInformation: { available: 30 },
  zones: [{ zoneId: SAMPLE.zone, capacityInformation: { available: 30 } }],
};

const BOTH_FORMS =
  'a member is missing or wrong, or neither or both of the two forms were given (`invalid-request`).';

const PERIOD = { startTime: SAMPLE.start, stopTime: SAMPLE.end };

const FIGURES_TOLD =
  'By type: the figures of the period’s worst instant, that with the least available. Over a period `available` is what ' +
  'a reservation of all of it could have, which providers must have free throughout, and `reserved` is the rest.';
const SHAPES_TOLD =
  'By attributes: how many resources of that shape fit; a criterion on a trait excludes providers without it. Each of ' +
  'the four figures is then a whole number of shapes by itself, summed over providers at the worst instant of each: they ' +
  'need not add up.';

interface QuestionOf {
  readonly kind: NorthboundKind;
  readonly filter: new () => object;
  readonly type: string;
  readonly criteria?: object;
}

function questionOf({ kind, filter, type, criteria }: QuestionOf): MethodDecorator {
  const member = TYPE_MEMBER[kind];
  const byAttributes = {
    summary: 'By attributes',
    value: {
      zoneId: SAMPLE.zone,
      resourceCriteria: criteria,
      attributeSelector: 'available',
      timePeriod: PERIOD,
    },
  };
  return Question({
    id: `query${capital(kind)}Capacity`,
    tag: 'Capacity',
    summary: `How much ${kind} capacity there is`,
    description: criteria ? `${FIGURES_TOLD} ${SHAPES_TOLD} One of the two forms.` : FIGURES_TOLD,
    filter,
    examples: {
      type: { summary: 'By type', value: { zoneId: SAMPLE.zone, [member]: type, timePeriod: PERIOD } },
      timeline: {
        summary: 'By type, with its time line',
        value: { zoneId: SAMPLE.zone, [member]: type, timePeriod: PERIOD, showTimeline: true },
      },
      ...(criteria ? { attributes: byAttributes } : {}),
    },
    answer: CapacityAnswerBody,
    answers: {
      type: { value: ANSWER_EXAMPLE },
      selected: { value: SELECTED_EXAMPLE },
      timeline: { value: TIMELINE_EXAMPLE },
    },
    refusals: {
      400: malformed(member, `${member} must be one of the known types`, BOTH_FORMS),
      404: UNKNOWN_ZONE_ID,
    },
  });
}

export const QueryComputeCapacity = () =>
  questionOf({
    kind: 'compute',
    filter: ComputeCapacityFilter,
    type: 'cpuCores',
    criteria: { virtualCPU: { cpuArchitecture: 'x86', numVirtualCpu: '2' } },
  });

export const QueryNetworkCapacity = () =>
  questionOf({ kind: 'network', filter: NetworkCapacityFilter, type: 'publicIps' });

export const QueryStorageCapacity = () =>
  questionOf({
    kind: 'storage',
    filter: StorageCapacityFilter,
    type: 'storageSize',
    criteria: { sizeOfStorage: '20', rdmaSupported: 'false' },
  });
