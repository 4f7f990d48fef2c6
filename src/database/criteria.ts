import type { ListWindow } from '../kernel/listed.js';
import type { LabelFilter } from '../kernel/marks.js';
import type { Instant } from '../kernel/time-window.js';
import { timestamp } from './columns.js';
import type { Criterion } from './narrowing.js';
import { all, sql, sqlWord, type Sql } from './sql.js';

/** The zone's id, concatenated with an empty text as in the indexes that only lists use: no other statement takes those. */
const LISTED_ZONE = `t.zone_id || ''`;

/** Rows with a value in a column, checked row by row; undefined for no value. */
export function equal(column: string, value: string | undefined): Criterion | undefined {
  return value === undefined ? undefined : { where: sql`${sqlWord(column)} = ${value}::text` };
}

/** Rows with a value in a column, along its index in the order of the list; undefined for no value. */
export function along(column: string, value: string | undefined): Criterion | undefined {
  return value === undefined ? undefined : { along: { column: sqlWord(column), value: sql`${value}::text` } };
}

/** Rows that a condition's index leads to. */
export function byIndex(table: string, where: Sql): Criterion {
  return { where, among: sql`select t.id as key from ${sqlWord(table)} t where ${where}` };
}

/**
 * Rows of a tenant, in an index in the order of the list. As the first criterion of a list it limits the view of a
 * caller: the list then reads no row of another owner, and no cursor names one.
 */
export function ofTenant(tenant: string | undefined): Criterion | undefined {
  return along(`t.tenant || ''`, tenant);
}

export function inZone(zoneId: string | undefined): Criterion | undefined {
  return along(LISTED_ZONE, zoneId);
}

/** A provider serves one zone. */
export function inZoneOf(providerId: string): Criterion {
  const value = sql`(select p.zone_id from providers p where p.id = ${providerId}::uuid)`;
  return { along: { column: sqlWord(LISTED_ZONE), value } };
}

/** One zone, or each zone in turn: for an index that begins with the zone. */
export function zoneIs(zoneId: string | undefined): Sql {
  return zoneId === undefined
    ? sqlWord('t.zone_id = any (array(select z.zone_id from zones z))')
    : sql`t.zone_id = ${zoneId}::text`;
}

/** Rows that have all the given labels; undefined for an empty list. */
export function labelled(table: string, labels: readonly LabelFilter[]): Criterion | undefined {
  if (labels.length === 0) return undefined;
  const where = all(labels.map(hasLabel));
  return { ...byIndex(table, sql`t.labels is not null and ${where}`), where };
}

function hasLabel({ key, value }: LabelFilter): Sql {
  return value === undefined
    ? sql`t.labels ? ${key}::text`
    : sql`t.labels @> ${JSON.stringify({ [key]: value })}::jsonb`;
}

export function instant(at: Instant): Sql {
  return sql`${timestamp(at)}::timestamptz`;
}

/** A comparison with an instant; undefined for no instant. */
export function bound(
  column: string,
  comparison: '>=' | '>' | '<',
  at: Instant | undefined,
): Sql | undefined {
  return at === undefined ? undefined : sql`${sqlWord(`${column} ${comparison}`)} ${instant(at)}`;
}

/** A column whose instant lies in a window; undefined for a window without bounds. */
export function within(column: string, { from, to }: ListWindow): Sql | undefined {
  if (from === undefined && to === undefined) return undefined;
  return all([bound(column, '>=', from), bound(column, '<', to)]);
}

/** Rows in force at some instant of a window. The table needs an index by zone and end. */
export function inForce(table: string, { from, to }: ListWindow, zoneId?: string): Criterion | undefined {
  if (from === undefined && to === undefined) return undefined;
  const isLate = bound('t.ends_at', '>', from);
  // No index serves a start before an instant alone: such rows only grow in number.
  const isReal = sqlWord('t.starts_at < t.ends_at');
  // The index of instances has this condition.
  const { among } = isLate ? byIndex(table, all([zoneIs(zoneId), isLate, isReal])) : {};
  return { where: all([isReal, isLate, bound('t.starts_at', '<', to)]), among };
}
