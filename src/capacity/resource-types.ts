import { DomainError } from '../kernel/domain-error.js';
import { CLASS_OF_TYPE, type NorthboundKind } from '../kernel/northbound-kind.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';

/** The member that names the type, per kind. */
export const TYPE_MEMBER: Readonly<Record<NorthboundKind, string>> = {
  compute: 'computeResourceTypeId',
  network: 'networkResourceTypeId',
  storage: 'storageResourceTypeId',
};

/** @throws DomainError `invalid-request` when the type is missing or unknown */
export function classOf(kind: NorthboundKind, typeId: string | undefined): ResourceClass {
  const known = CLASS_OF_TYPE[kind];
  if (typeId === undefined || !Object.hasOwn(known, typeId)) {
    throw DomainError.invalidField([TYPE_MEMBER[kind]], `must be one of ${Object.keys(known).join(', ')}`);
  }
  return known[typeId];
}
