import { DEFAULT_LIMIT, MAX_LIMIT } from '../../http/paging.js';
import { INT16_MAX, INT32_MAX } from '../../kernel/resource-amounts.js';
import {
  MARKED,
  MARKS,
  amount,
  booleanText,
  endTime,
  id,
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
import { RESERVATION_STATES } from '../reservation.js';

const TIMES: Members = {
  startTime: startTime('When consumption can begin.'),
  endTime: endTime('When consumption should end; absent or null: open.'),
  expiryTime: endTime(
    'When the reservation is released unless something was taken from it; not after its end. An update with null takes it away.',
  ),
  zoneId: text('The zone it has to lie in; by default the one with the most room that fits.', 255),
  ...MARKS,
};

const ID: Members = { reservationId: text('The reservation, bare or as `ResourceReservation:<id>`.') };

const COMPUTE: Members = {
  ...TIMES,
  computePoolReservation: ref('ComputePoolReservation'),
  virtualizationContainerReservation: requestList(
    ref('ContainerReservation'),
    'Containers, each of which counts as one instance; not together with `computePoolReservation`.',
  ),
};
const NETWORK: Members = { ...TIMES, networkReservation: ref('NetworkReservation') };
const STORAGE: Members = { ...TIMES, storagePoolReservation: ref('StoragePoolReservation') };

const REQUIRE_ID = { required: ['reservationId'] };

const CONTAINER_SCHEMAS: Readonly<Record<string, Schema>> = {
  ContainerReservation: object({
    containerId: text('The caller’s name for it; made up when absent.'),
    containerFlavor: ref('ContainerFlavor'),
  }),
  ContainerFlavor: object({
    flavorId: text('The caller’s name for the flavor.'),
    flavourId: text('The same as `flavorId`, which goes before it.'),
    virtualCpu: ref('VirtualCpu'),
    virtualCPU: ref('VirtualCpu', 'The same as `virtualCpu`, which goes before it.'),
    virtualMemory: ref('VirtualMemory'),
    storageAttributes: {
      anyOf: [ref('StorageAttributes'), requestList(ref('StorageAttributes'), 'Several disks.')],
      description: 'Its disk, or a list of its disks; answered in the form it was sent in.',
    },
  }),
  VirtualCpu: object({
    numVirtualCpu: amount('Virtual CPUs.', INT16_MAX),
    cpuArchitecture: text('Their architecture; the container lies on a provider that has it.'),
  }),
  VirtualMemory: object({
    numaEnabled: booleanText('Kept and answered.'),
    virtualMemSize: amount('Memory in MB.', INT32_MAX),
  }),
  StorageAttributes: object({
    typeOfStorage: text('Sort of storage; the container lies on a provider that has it.'),
    sizeOfStorage: amount('Size in GB.', INT32_MAX),
  }),
};

const REQUEST_SCHEMAS: Readonly<Record<string, Schema>> = {
  ComputePoolReservation: object({
    numCpuCores: amount('Cores.', INT16_MAX),
    numVcInstances: amount('Instances.', INT16_MAX),
    virtualMemSize: amount('Memory in MB.', INT32_MAX),
    customResources: ref('CustomAmounts', 'An amount per custom resource class.'),
  }),
  NetworkReservation: object({ numPublicIps: amount('Public IPv4 addresses.', INT32_MAX) }),
  StoragePoolReservation: object({
    storageSize: amount('Storage in GB.', INT32_MAX),
    numSnapshots: amount('Snapshots.', INT16_MAX),
    numVolumes: amount('Volumes.', INT16_MAX),
  }),
  CreateComputeBody: object(COMPUTE),
  CreateNetworkBody: object(NETWORK),
  CreateStorageBody: object(STORAGE),
  UpdateComputeBody: object({ ...ID, ...COMPUTE }, REQUIRE_ID),
  UpdateNetworkBody: object({ ...ID, ...NETWORK }, REQUIRE_ID),
  UpdateStorageBody: object({ ...ID, ...STORAGE }, REQUIRE_ID),
  FilteredReservation: object(ID, REQUIRE_ID),
  ReservationFilter: object({
    queryReservationFilter: requestList(ref('FilteredReservation'), 'The reservations that are asked for.'),
    limit: {
      ...amount('Reservations on a page, where none is named.', MAX_LIMIT, 1),
      default: DEFAULT_LIMIT,
    },
    cursor: { type: 'string', description: 'The `next` of an earlier page.' },
  }),
};

/** What every kind of reservation answers. */
const ANSWERED: Members = {
  reservationId: id('Its id.'),
  startTime: instant('When it begins.'),
  endTime: instant('When it ends; absent: open.'),
  expiryTime: instant('When it is released unless something was taken from it.'),
  reservationStatus: oneOf(RESERVATION_STATES, 'Its state.'),
  zoneId: word('Its zone.'),
  ...MARKED,
};

const REQUIRED = ['reservationId', 'startTime', 'reservationStatus', 'zoneId'];

const VIRTUAL_DISK = object({
  storageId: id('Its id.'),
  flavourId: word('The flavor of its container.'),
  typeOfStorage: word('Sort of storage.'),
  sizeOfStorage: integer('Size in GB.'),
  operationalState: { const: 'enabled', description: 'Its state.' },
});

const CONTAINER_RESERVED = object({
  containerId: word('The name of the container.'),
  flavorId: word('The name of its flavor.'),
  virtualCpu: object(
    { numVirtualCpu: integer('Virtual CPUs.'), cpuArchitecture: word('Their architecture.') },
    { description: 'Its processors, as they were asked for.' },
  ),
  virtualMemory: object(
    { numaEnabled: word('Boolean text.'), virtualMemSize: integer('Memory in MB.') },
    { description: 'Its memory, as it was asked for.' },
  ),
  virtualDisks: { anyOf: [VIRTUAL_DISK, list(VIRTUAL_DISK, 'Several disks.')], description: 'Its disks.' },
});

const COMPUTE_RESERVED: Members = {
  computePoolReserved: object(
    {
      numCpuCores: integer('Cores.'),
      numVcInstances: integer('Instances.'),
      virtualMemSize: integer('Memory in MB.'),
      customResources: ref('Amounts', 'Per custom resource class; absent where none is reserved.'),
      zoneId: word('Its zone.'),
    },
    { description: 'What is reserved of compute resources.' },
  ),
  virtualizationContainerReserved: list(
    CONTAINER_RESERVED,
    'Per container; instead of `computePoolReserved`.',
  ),
};

const STORAGE_RESERVED: Members = {
  storagePoolReserved: object(
    {
      storageSize: integer('Storage in GB.'),
      numSnapshots: integer('Snapshots.'),
      numVolumes: integer('Volumes.'),
    },
    { description: 'What is reserved of storage resources.' },
  ),
};

/** A reservation of a kind, alone in an answer, and as the result of a query. */
function answerSchemas(
  kind: string,
  reserved: Members,
  required: string[],
): Readonly<Record<string, Schema>> {
  const name = `${kind}Reserved`;
  const several = list(ref(name), 'Where not exactly one was asked for.');
  return {
    [name]: object({ ...ANSWERED, ...reserved }, { required: [...REQUIRED, ...required] }),
    [`${kind}ReservationAnswer`]: object({ reservationData: ref(name) }, { required: ['reservationData'] }),
    [`${kind}ReservationsFound`]: object(
      {
        queryResult: { anyOf: [ref(name), several], description: 'The reservation or the reservations.' },
        next: word('The `cursor` of the next page, if there is one.'),
      },
      { required: ['queryResult'] },
    ),
  };
}

export const NORTHBOUND_SCHEMAS: Readonly<Record<string, Schema>> = {
  ...CONTAINER_SCHEMAS,
  ...REQUEST_SCHEMAS,
  ...answerSchemas('Compute', COMPUTE_RESERVED, []),
  ...answerSchemas('Network', { publicIps: list(word('An IPv4 address.'), 'The addresses it holds.') }, [
    'publicIps',
  ]),
  ...answerSchemas('Storage', STORAGE_RESERVED, ['storagePoolReserved']),
  ReservationTerminated: object({ reservationId: id('Its id.') }, { required: ['reservationId'] }),
};
