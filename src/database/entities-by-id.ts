import { Any, type EntityManager, type FindOptionsSelect, type FindOptionsWhere } from 'typeorm';
import { memoized } from '../kernel/memoized.js';
import {
  entityFromJson,
  selectedOf,
  tableOf,
  type EntityClass,
  type EntityColumn,
  type JsonRow,
} from './entity-columns.js';
import { layoutOf } from './layout.js';
import { foundById, queryPrepared, type PreparedStatement } from './prepared.js';
import { inZones } from './rows.js';

interface WithId {
  readonly id: string;
}

/** Limits what is read. */
export interface Reading {
  /** The zones in which all entities lie, if they are known: a cluster asks only their nodes. */
  readonly zoneIds?: readonly string[];
  /** A property that is left out. */
  readonly without?: string;
}

/**
 * The entities of some ids, in no order. On one server by a prepared statement: TypeORM would build the text of a `find`, and
 * PostgreSQL plan it, each time, which takes longer than reading. A cluster must see the zones, and can't split the statement.
 */
export async function entitiesById<E extends WithId>(
  db: EntityManager,
  entity: EntityClass<E>,
  ids: readonly string[],
  { zoneIds, without }: Reading = {},
): Promise<E[]> {
  if (zoneIds || layoutOf(db.dataSource).isDistributed) {
    const columns = columnsRead(entity, without).map(({ property }) => [property, true] as const);
    const where = { id: Any([...ids]), ...inZones(zoneIds) } as unknown as FindOptionsWhere<E>;
    return db.find<E>(entity, { select: Object.fromEntries(columns) as FindOptionsSelect<E>, where });
  }
  const rows = await queryPrepared<{ row: JsonRow }>(db, byId(entity)(without), [[...new Set(ids)]]);
  return rows.map(({ row }) => entityFromJson(entity, row));
}

/** The rows of some ids, by id. */
export async function rowsById<E extends WithId, R>(
  db: EntityManager,
  entity: EntityClass<E>,
  ids: readonly string[],
  of: (row: E) => R,
): Promise<Map<string, R>> {
  const rows = await entitiesById(db, entity, ids);
  return new Map(rows.map((row) => [row.id, of(row)]));
}

/** $1 ids */
const byId = memoized((entity: EntityClass) =>
  memoized((without: string | undefined): PreparedStatement => {
    const table = tableOf(entity);
    const columns = columnsRead(entity, without).map(({ name }) => name);
    return {
      name: without === undefined ? `${table}-by-id` : `${table}-by-id-without-${without}`,
      text: `select to_json(found) as row from ${foundById(columns.join(', '), table)}`,
    };
  }),
);

function columnsRead(entity: EntityClass, without: string | undefined): EntityColumn[] {
  return selectedOf(entity).filter(({ property }) => property !== without);
}
