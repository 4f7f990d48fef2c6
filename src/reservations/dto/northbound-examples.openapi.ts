import { example, SAMPLE, type Examples } from '../../openapi/samples.js';
import type { NorthboundKind } from '../../kernel/northbound-kind.js';

const CONTAINER_FLAVOR = {
  flavorId: 'small',
  virtualCpu: { numVirtualCpu: '2', cpuArchitecture: 'x86' },
  virtualMemory: { numaEnabled: 'false', virtualMemSize: '4096' },
  storageAttributes: { typeOfStorage: 'volume', sizeOfStorage: '20' },
};

export const CREATE_EXAMPLES: Readonly<Record<NorthboundKind, Examples>> = {
  compute: {
    pool: {
      summary: 'A pool of compute resources, for a day',
      value: {
        startTime: SAMPLE.start,
        endTime: SAMPLE.end,
        zoneId: SAMPLE.zone,
        computePoolReservation: { numCpuCores: '4', numVcInstances: '2', virtualMemSize: '8192' },
      },
    },
    containers: {
      summary: 'Virtualization containers, with no end',
      value: {
        startTime: SAMPLE.start,
        virtualizationContainerReservation: [{ containerId: 'web', containerFlavor: CONTAINER_FLAVOR }],
      },
    },
  },
  network: {
    example: { value: { startTime: SAMPLE.start, networkReservation: { numPublicIps: '2' } } },
    dryRun: {
      summary: 'Which addresses it would hold',
      value: { startTime: SAMPLE.start, networkReservation: { numPublicIps: '2' }, dryRun: true },
    },
  },
  storage: example({
    startTime: SAMPLE.start,
    storagePoolReservation: { storageSize: '100', numSnapshots: '2', numVolumes: '1' },
  }),
};

interface ReservedExample {
  readonly name: string;
  readonly value: (status: string) => object;
}

/** What each of those is answered with. */
export const RESERVED_EXAMPLES: Readonly<Record<NorthboundKind, readonly ReservedExample[]>> = {
  compute: [
    reserved('pool', {
      endTime: SAMPLE.end,
      computePoolReserved: { numCpuCores: 4, numVcInstances: 2, virtualMemSize: 8192, zoneId: SAMPLE.zone },
    }),
    reserved('containers', {
      virtualizationContainerReserved: [
        {
          containerId: 'web',
          flavorId: 'small',
          virtualCpu: { numVirtualCpu: 2, cpuArchitecture: 'x86' },
          virtualMemory: { numaEnabled: 'false', virtualMemSize: 4096 },
          virtualDisks: {
            storageId: SAMPLE.disk,
            flavourId: 'small',
            typeOfStorage: 'volume',
            sizeOfStorage: 20,
            operationalState: 'enabled',
          },
        },
      ],
    }),
  ],
  network: [reserved('example', { publicIps: ['203.0.113.10', '203.0.113.11'] })],
  storage: [
    reserved('example', { storagePoolReserved: { storageSize: 100, numSnapshots: 2, numVolumes: 1 } }),
  ],
};

function reserved(name: string, part: object): ReservedExample {
  const value = (reservationStatus: string) => ({
    reservationId: SAMPLE.reservation,
    startTime: SAMPLE.start,
    reservationStatus,
    zoneId: SAMPLE.zone,
    ...part,
  });
  return { name, value };
}
