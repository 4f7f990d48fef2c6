import type { EntityManager } from 'typeorm';
import { layoutOf } from './data-source.js';
import { hidden, queryPrepared, type PreparedStatement } from './prepared.js';

/** What differs in the text of a statement between one server and a cluster. */
export interface Reach {
  /** A parameter. One server must not plan for its value; a cluster evaluates a subquery on its own before the rest. */
  readonly value: (place: number, type: string) => string;
  readonly isCluster: boolean;
}

/** A read over all zones. On a cluster it goes to every node, so it is one that Citus can split. */
export interface ZonesRead {
  readonly onServer: PreparedStatement;
  readonly onCluster: PreparedStatement;
}

export function zonesRead(name: string, text: (reach: Reach) => string): ZonesRead {
  return {
    onServer: { name, text: text({ value: hidden, isCluster: false }) },
    onCluster: {
      name: `${name}-on-cluster`,
      text: text({ value: (place, type) => `$${place}::${type}`, isCluster: true }),
    },
  };
}

export function queryZones<R extends object>(
  db: EntityManager,
  read: ZonesRead,
  values: unknown[],
): Promise<R[]> {
  return queryPrepared<R>(db, layoutOf(db.dataSource).isDistributed ? read.onCluster : read.onServer, values);
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
  readonly zones: PreparedStatement;
}

/**
 * @param zonesText what selects the zones
 * @param place the number of parameters, the zone included
 * @param text gets the condition that a column has the zone's value, as an addition to others
 */
export function zonesWrite(
  name: string,
  zonesText: string,
  place: number,
  text: (inZone: (column: string) => string) => string,
): ZonesWrite {
  return {
    inAll: { name, text: text(() => '') },
    inOne: { name: `${name}-in-zone`, text: text((column) => ` and ${column} = $${place}`) },
    zones: { name: `${name}-zones`, text: zonesText },
  };
}

/**
 * Runs the statement on one server once. On a cluster it runs zone by zone, until `most` rows are found.
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
  for (const { zone_id } of await queryPrepared<{ zone_id: string }>(db, zones, ofZones)) {
    if (rows.length >= most) break;
    rows.push(...(await queryPrepared<R>(db, inOne, [...values(most - rows.length), zone_id])));
  }
  return rows;
}
