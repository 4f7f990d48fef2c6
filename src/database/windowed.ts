import type { ListWindow } from '../kernel/listed.js';
import { timestamp } from './columns.js';
import type { Criterion } from './narrowing.js';
import { all, sql, sqlWord } from './sql.js';
import { inZones } from './zoned.js';

/** Rows in force at some instant of a window. The table needs an index by zone and end. */
export function inForce(table: string, window: ListWindow, zoneId?: string): Criterion | undefined {
  const { from, to } = window;
  const isLate = from === undefined ? [] : [sql`t.ends_at > ${timestamp(from)}::timestamptz`];
  const isEarly = to === undefined ? [] : [sql`t.starts_at < ${timestamp(to)}::timestamptz`];
  if (isLate.length + isEarly.length === 0) return undefined;
  const ahead = sql`select t.id as key from ${sqlWord(table)} t where ${all([inZones(zoneId), ...isLate])}`;
  // No index serves a start before an instant alone: such rows only grow in number.
  return {
    where: all([sqlWord('t.starts_at < t.ends_at'), ...isLate, ...isEarly]),
    among: isLate.length > 0 ? ahead : undefined,
  };
}
