import { DomainError } from '../kernel/domain-error.js';
import { CLASS_OF_TYPE, type NorthboundKind } from '../kernel/northbound-kind.js';
import type { ResourceClass } from '../kernel/resource-amounts.js';

/** The member that names the type, per kind. */
export const TYPE_MEMBER: Readonly<Record<NorthboundKind, string>> = {
  compute: 'computeResourceTypeId',
  network: 'networkResourceTypeId',
  storage: 'storageResourceTypeId',
};

/**
 * The class that a request's type id stands for. A custom class is a compute type under its own name.
 *
 * @throws DomainError `invalid-request` when the type is missing or unknown
 */
export function classOf(
  kind: NorthboundKind,
  typeId: string | undefined,
  customClasses: Iterable<ResourceClass> = [],
): ResourceClass {
  const known = [...Object.keys(CLASS_OF_TYPE[kind]), ...(kind === 'compute' ? customClasses : [])];
  if (typeId !== undefined && known.includes(typeId)) return storedClassOf(kind, typeId);
  throw DomainError.invalidField([TYPE_MEMBER[kind]], `must be one of ${known.join(', ')}`);
}

/** The same for a type id that was accepted once, even if its custom class is no longer declared. */
export function storedClassOf(kind: NorthboundKind, typeId: string): ResourceClass {
  const known = CLASS_OF_TYPE[kind];
  return Object.hasOwn(known, typeId) ? known[typeId] : typeId;
}
