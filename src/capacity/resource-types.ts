import type { NorthboundKind } from '../reservations/reservation.js';
import { DomainError } from '../kernel/domain-error.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';

/** Group B's resource type ids and the classes they stand for; the reservation members are accepted as aliases. */
const CLASS_OF: Readonly<Record<NorthboundKind, Readonly<Record<string, ResourceClass>>>> = {
  compute: {
    cpuCores: 'cores',
    numCpuCores: 'cores',
    vcInstances: 'instances',
    numVcInstances: 'instances',
    virtualMemSize: 'ram',
  },
  network: { publicIps: 'addresses', numPublicIps: 'addresses' },
  storage: {
    storageSize: 'gigabytes',
    volumes: 'volumes',
    numVolumes: 'volumes',
    snapshots: 'snapshots',
    numSnapshots: 'snapshots',
  },
};

/** The member that names the type, per kind. */
export const TYPE_MEMBER: Readonly<Record<NorthboundKind, string>> = {
  compute: 'computeResourceTypeId',
  network: 'networkResourceTypeId',
  storage: 'storageResourceTypeId',
};

/** @throws DomainError `invalid-request` when the type is missing or unknown */
export function classOf(kind: NorthboundKind, typeId: string | undefined): ResourceClass {
  const known = CLASS_OF[kind];
  if (typeId === undefined || !Object.hasOwn(known, typeId)) {
    throw DomainError.invalidField([TYPE_MEMBER[kind]], `must be one of ${Object.keys(known).join(', ')}`);
  }
  return known[typeId];
}
