import type { ListTable } from '../../database/key-list.js';
import { ifGiven, narrowing, type Narrowing } from '../../database/narrowing.js';
import { sql, sqlWord } from '../../database/sql.js';
import type { Role } from '../../kernel/principal.js';

/** Filters of a list of keys; all must match. */
export interface KeyFilter {
  readonly tenant?: string;
  readonly role?: Role;
}

export const KEYS: ListTable = { name: 'api_keys', key: 'id', type: 'uuid' };

/** The keys of a tenant have an index in the order of the list; a role walks along the list. */
export function keysWith({ tenant, role }: KeyFilter): Narrowing {
  return narrowing([
    ifGiven(tenant, (name) => ({ along: { column: sqlWord('t.tenant'), value: sql`${name}::text` } })),
    ifGiven(role, (wanted) => ({ where: sql`t.role = ${wanted}::text` })),
  ]);
}
