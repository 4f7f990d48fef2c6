import type { EntityManager } from 'typeorm';
import { isUnavailable } from './constraints.js';
import { layoutOf, zoneAway } from './layout.js';
import { hidden, queryPrepared, type PreparedStatement } from './prepared.js';

/** What differs in the text of a statement between one server and a cluster. */
export interface Reach {
  readonly isCluster: boolean;
  /** A parameter. One server must not plan for its value; a cluster evaluates a subquery on its own before the rest. */
  readonly value: (place: number, type: string) => string;
  /**
   * An additional condition on the zone's column, where the zones of some nodes are left out. Each relation needs it, also
   * in joins and subqueries: Citus seldom carries it over from one to another.
   */
  readonly inReach: (column: string) => string;
}

/** A read over all zones. On a cluster it goes to every node, so it is one that Citus can split. */
export interface ZonesRead {
  readonly onServer: PreparedStatement;
  readonly onCluster: PreparedStatement;
  /** Its last parameter is the zones. */
  readonly inReach: PreparedStatement;
}

/** @param parameters their number */
export function zonesRead(name: string, parameters: number, text: (reach: Reach) => string): ZonesRead {
  const onCluster = {
    isCluster: true,
    value: (place: number, type: string) => `$${place}::${type}`,
    inReach: () => '',
  };
  const inReach = (column: string): string => ` and ${column} = any ($${parameters + 1}::text[])`;
  return {
    onServer: { name, text: text({ isCluster: false, value: hidden, inReach: () => '' }) },
    onCluster: { name: `${name}-on-cluster`, text: text(onCluster) },
    inReach: { name: `${name}-in-reach`, text: text({ ...onCluster, inReach }) },
  };
}

/** The rows of all zones; on a cluster without those of nodes that do not answer, which `LayoutWatch` finds. */
export async function queryZones<R extends object>(
  db: EntityManager,
  read: ZonesRead,
  values: unknown[],
): Promise<R[]> {
  const layout = layoutOf(db.dataSource);
  if (!layout.isDistributed) return queryPrepared<R>(db, read.onServer, values);
  const inReach = layout.zonesInReach;
  if (inReach) return queryPrepared<R>(db, read.inReach, [...values, inReach]);
  return queryPrepared<R>(db, read.onCluster, values);
}

/**
 * Looks up rows by their ids, which name no zone. While the node of a zone does not answer, the other zones are asked.
 *
 * @param look finds the rows, given the zones to look in; undefined: in all. It leaves out what does not exist for the
 *   caller, which is answered as what is not found
 * @throws DomainError `database-unavailable` if one is not found, and may lie in a zone whose node does not answer
 */
export async function lookUp<R>(
  db: EntityManager,
  ids: readonly string[],
  look: (zoneIds?: readonly string[]) => Promise<R[]>,
): Promise<R[]> {
  const { zonesInReach } = layoutOf(db.dataSource);
  const found = await look(zonesInReach);
  if (zonesInReach && found.length < new Set(ids).size) throw zoneAway();
  return found;
}

/** For a statement that has arrays with a value per zone on one server: runs a statement per zone and joins the rows. */
export async function oneByOne<R>(
  arrays: readonly (readonly unknown[])[],
  query: (...zone: unknown[]) => Promise<R[]>,
): Promise<R[]> {
  const [zones] = arrays;
  const rows: R[] = [];
  for (const index of zones.keys()) rows.push(...(await query(...arrays.map((array) => array[index]))));
  return rows;
}

/**
 * A statement that writes to rows of any zone. A cluster has it for one zone at a time, so that it locks and writes on
 * one node.
 */
export interface ZonesWrite {
  readonly inAll: PreparedStatement;
  /** Its last parameter is the zone. */
  readonly inOne: PreparedStatement;
  /** Selects `zone_id` of the zones where it has something to write. */
  readonly zones: ZonesRead;
}

/**
 * @param zones selects the zones
 * @param parameters the number of parameters, the zone included
 * @param text gets the condition that a column has the zone's value, as an addition to others
 */
export function zonesWrite(
  name: string,
  zones: ZonesRead,
  parameters: number,
  text: (inZone: (column: string) => string) => string,
): ZonesWrite {
  return {
    inAll: { name, text: text(() => '') },
    inOne: { name: `${name}-in-zone`, text: text((column) => ` and ${column} = $${parameters}`) },
    zones,
  };
}

/**
 * Runs the statement on one server once. On a cluster it runs zone by zone, until `most` rows are found; a zone whose
 * node does not answer is left to a later call.
 *
 * @param values the parameters, given the number of rows that are still wanted
 * @param ofZones the parameters of what selects the zones
 */
export async function writeAcrossZones<R extends object>(
  db: EntityManager,
  { inAll, inOne, zones }: ZonesWrite,
  most: number,
  values: (wanted: number) => unknown[],
  ofZones: unknown[] = [],
): Promise<R[]> {
  if (!layoutOf(db.dataSource).isDistributed) return queryPrepared<R>(db, inAll, values(most));
  const rows: R[] = [];
  for (const { zone_id } of await queryZones<{ zone_id: string }>(db, zones, ofZones)) {
    if (rows.length >= most) break;
    try {
      rows.push(...(await queryPrepared<R>(db, inOne, [...values(most - rows.length), zone_id])));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
  return rows;
}
