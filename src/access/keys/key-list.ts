import type { ListTable } from '../../database/key-list.js';
import { along, equal } from '../../database/criteria.js';
import { narrowing, type Narrowing } from '../../database/narrowing.js';
import type { Role } from '../../kernel/principal.js';

/** Filters of a list of keys; all must match. */
export interface KeyFilter {
  readonly tenant?: string;
  readonly role?: Role;
}

export const KEYS: ListTable = { name: 'api_keys', key: 'id', type: 'uuid' };

/** The keys of a tenant have an index in the order of the list; a role walks along the list. */
export function keysWith({ tenant, role }: KeyFilter): Narrowing {
  return narrowing([along('t.tenant', tenant), equal('t.role', role)]);
}
