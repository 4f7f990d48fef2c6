import { DEFAULT_LIMIT, MAX_LIMIT } from '../../http/paging.js';
import {
  amount,
  booleanText,
  endTime,
  instant,
  integer,
  list,
  object,
  oneOf,
  ref,
  requestList,
  startTime,
  text,
  word,
  type Members,
  type Schema,
} from '../../http/openapi/schema.js';
import { INT16_MAX, INT32_MAX } from '../../kernel/resource-amounts.js';
import { CLASS_OF_TYPE, type NorthboundKind } from '../../kernel/northbound-kind.js';
import { MAX_TIMELINE_ROWS } from '../figure-timeline.js';
import { FIGURES } from './northbound.dto.js';

export function typeId(kind: NorthboundKind): Schema {
  // Its custom classes are configuration, which only the shared schemas know.
  if (kind === 'compute') return ref('ComputeResourceTypeId', 'The type of compute resource.');
  return oneOf(
    Object.keys(CLASS_OF_TYPE[kind]),
    'The type of resource; the names that begin with `num` are aliases.',
  );
}

export const FIGURE = oneOf(FIGURES, 'A figure.');

export const FILTER: Members = {
  zoneId: text('Only this zone; by default the whole service.', 255),
  timePeriod: ref('TimePeriod'),
  attributeSelector: {
    anyOf: [FIGURE, requestList(FIGURE, 'Several figures.')],
    description: 'The figures that are wanted; by default all four.',
  },
  showTimeline: booleanText('Whether `timeline` is wanted: how the figures go over the period.', {
    default: false,
  }),
  limit: { ...amount('Zones in the breakdown at most.', MAX_LIMIT, 1), default: DEFAULT_LIMIT },
};

export const CPU: Members = {
  cpuArchitecture: text('Only providers of this architecture; `x86` equals `x86_64`.'),
  numVirtualCpu: amount('Virtual CPUs of one.', INT16_MAX),
};
export const MEMORY: Members = { virtualMemSize: amount('Memory of one in MB.', INT32_MAX) };
export const STORAGE: Members = {
  typeOfStorage: text('Only providers with this sort of storage.'),
  sizeOfStorage: amount('Size of one in GB.', INT32_MAX),
  rdmaSupported: booleanText('Only providers whose storage supports RDMA.'),
};

const ONE_FORM = (member: string): Partial<Schema> => ({
  oneOf: [{ required: [member] }, { required: ['resourceCriteria'] }],
});

export const CAPACITY_SCHEMAS: Readonly<Record<string, Schema>> = {
  TimePeriod: object(
    { startTime: startTime('Its start.'), stopTime: endTime('Its end; absent or null: open.') },
    { description: 'The period that is asked about; absent or empty: now.' },
  ),
  VirtualCpuCriteria: object(CPU),
  VirtualMemoryCriteria: object(MEMORY),
  ComputeCriteria: object(
    {
      virtualCPU: ref('VirtualCpuCriteria'),
      virtualCpu: ref('VirtualCpuCriteria', 'The same as `virtualCPU`, which goes before it.'),
      virtualMemory: ref('VirtualMemoryCriteria'),
    },
    { description: 'The shape of one: an instance with these.' },
  ),
  StorageCriteria: object(STORAGE, { description: 'The shape of one: a volume with these.' }),
  ComputeCapacityFilter: object(
    { ...FILTER, computeResourceTypeId: typeId('compute'), resourceCriteria: ref('ComputeCriteria') },
    ONE_FORM('computeResourceTypeId'),
  ),
  NetworkCapacityFilter: object(
    { ...FILTER, networkResourceTypeId: typeId('network') },
    { required: ['networkResourceTypeId'] },
  ),
  StorageCapacityFilter: object(
    { ...FILTER, storageResourceTypeId: typeId('storage'), resourceCriteria: ref('StorageCriteria') },
    ONE_FORM('storageResourceTypeId'),
  ),
  CapacityAnswer: object(
    {
      zoneId: word('The zone that was asked about.'),
      lastUpdate: instant('When the figures last changed.'),
      capacityInformation: ref('CapacityInformation'),
      zones: list(
        object({ zoneId: word('A zone.'), capacityInformation: ref('CapacityInformation') }),
        'The same per zone, at most `limit` of them.',
      ),
      zonesOmitted: integer('How many zones are not among `zones`; absent where all are.'),
      timeline: list(
        object(
          { startTime: instant('From when on.'), capacityInformation: ref('CapacityInformation') },
          { required: ['startTime', 'capacityInformation'] },
        ),
        'With `showTimeline`: a row at the start of the period and one per instant at which one of the selected figures ' +
          'changes, for all zones that were asked about together.',
        MAX_TIMELINE_ROWS,
      ),
      timelineOmittedFrom: instant(
        'From when on the time line has no rows because they would be too many; absent where it is whole. To go on, ask ' +
          'again with this as `timePeriod.startTime`.',
      ),
    },
    { required: ['lastUpdate', 'capacityInformation', 'zones'] },
  ),
};
