import { In, type FindOperator } from 'typeorm';

/** Removes nulls, for types that have absent members instead. */
export function withoutNulls<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;
}

/** Conditions on the row of an id; with a tenant, it must be its own. */
export function ownRow(id: string, tenant: string | undefined): { id: string; tenant?: string } {
  return tenant === undefined ? { id } : { id, tenant };
}

/** The condition that a row lies in one of some zones; none if they are not given. */
export function inZones(zoneIds: readonly string[] | undefined): { zoneId?: FindOperator<string> } {
  return zoneIds ? { zoneId: In([...zoneIds]) } : {};
}
