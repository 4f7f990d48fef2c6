import type { ListTable } from '../../database/key-list.js';
import { ifGiven, narrowing, type Narrowing } from '../../database/narrowing.js';
import { timestamp } from '../../database/columns.js';
import { sql } from '../../database/sql.js';
import type { ListWindow } from '../../kernel/listed.js';

/** Filters of the audit log; all must match. */
export interface AuditFilter extends ListWindow {
  readonly principal?: string;
  readonly tenant?: string;
  readonly target?: string;
}

export const AUDIT_LOG: ListTable = { name: 'audit_log', key: 'id', type: 'uuid' };

/** All filters walk along the list: an index more would cost every write of every caller. */
export function auditWith({ from, to, principal, tenant, target }: AuditFilter): Narrowing {
  return narrowing([
    ifGiven(from, (instant) => ({ where: sql`t.at >= ${timestamp(instant)}::timestamptz` })),
    ifGiven(to, (instant) => ({ where: sql`t.at < ${timestamp(instant)}::timestamptz` })),
    ifGiven(principal, (id) => ({ where: sql`t.principal = ${id}::text` })),
    ifGiven(tenant, (name) => ({ where: sql`t.tenant = ${name}::text` })),
    ifGiven(target, (id) => ({ where: sql`t.target = ${id}::text` })),
  ]);
}
