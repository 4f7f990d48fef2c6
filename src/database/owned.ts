import type { Criterion } from './narrowing.js';
import { sql, sqlWord } from './sql.js';

/**
 * Rows of a tenant, in an index in the order of the list. As the first criterion of a list it limits the view of a
 * caller: the list then reads no row of another owner, and no cursor names one.
 */
export function ofTenant(tenant: string): Criterion {
  return { along: { column: sqlWord(`t.tenant || ''`), value: sql`${tenant}::text` } };
}

/** Conditions on the row of an id; with a tenant, it must be its own. */
export function ownRow(id: string, tenant: string | undefined): { id: string; tenant?: string } {
  return tenant === undefined ? { id } : { id, tenant };
}
