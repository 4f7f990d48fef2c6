import { BUILT_IN_CLASSES, type ResourceClass } from './resource-amounts.js';

/** The three kinds of the northbound interface. */
export type NorthboundKind = 'compute' | 'network' | 'storage';

/** The type ids of each kind and their classes; the members of reservations are aliases. */
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

/** The members that name the classes in reservations of the northbound interface (semantics §2). */
export const NORTHBOUND_MEMBER: Readonly<Record<ResourceClass, string>> = {
  cores: 'numCpuCores',
  ram: 'virtualMemSize',
  instances: 'numVcInstances',
  addresses: 'numPublicIps',
  gigabytes: 'storageSize',
  volumes: 'numVolumes',
  snapshots: 'numSnapshots',
};

export const NORTHBOUND_KINDS = Object.keys(CLASS_OF_TYPE) as readonly NorthboundKind[];

/** The built-in classes each kind can carry. */
export const CLASSES_OF_KIND: Readonly<Record<NorthboundKind, readonly ResourceClass[]>> = {
  compute: classesIn('compute'),
  network: classesIn('network'),
  storage: classesIn('storage'),
};

function classesIn(kind: NorthboundKind): ResourceClass[] {
  return [...new Set(Object.values(CLASS_OF_TYPE[kind]))];
}

/** True if a kind can carry a class. A class that is not built in is the operator's own and counts as compute. */
export function isClassOfKind(name: ResourceClass, kind: NorthboundKind): boolean {
  return CLASSES_OF_KIND[kind].includes(name) || (kind === 'compute' && !BUILT_IN_CLASSES.has(name));
}
