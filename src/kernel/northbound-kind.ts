import type { ResourceClass } from './resource-amounts.js';

/** The three kinds the northbound interface speaks of. */
export type NorthboundKind = 'compute' | 'network' | 'storage';

/** The type ids of each kind and the classes they stand for; the members that reservations use are aliases. */
export const CLASS_OF_TYPE: Readonly<Record<NorthboundKind, Readonly<Record<string, ResourceClass>>>> = {
  compute: {
    cpuCores: 'cores',
    vcInstances: 'instances',
    virtualMemSize: 'ram',
    numCpuCores: 'cores',
    numVcInstances: 'instances',
  },
  network: { publicIps: 'addresses', numPublicIps: 'addresses' },
  storage: {
    storageSize: 'gigabytes',
    volumes: 'volumes',
    snapshots: 'snapshots',
    numVolumes: 'volumes',
    numSnapshots: 'snapshots',
  },
};

export const NORTHBOUND_KINDS = Object.keys(CLASS_OF_TYPE) as readonly NorthboundKind[];

/** The classes each kind can carry. */
export const CLASSES_OF_KIND: Readonly<Record<NorthboundKind, readonly ResourceClass[]>> = {
  compute: classesIn('compute'),
  network: classesIn('network'),
  storage: classesIn('storage'),
};

function classesIn(kind: NorthboundKind): ResourceClass[] {
  return [...new Set(Object.values(CLASS_OF_TYPE[kind]))];
}
