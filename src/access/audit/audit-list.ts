import type { ListTable } from '../../database/key-list.js';
import { equal, within } from '../../database/criteria.js';
import { narrowing, type Narrowing } from '../../database/narrowing.js';
import type { ListWindow } from '../../kernel/listed.js';

/** Filters of the audit log; all must match. */
export interface AuditFilter extends ListWindow {
  readonly principal?: string;
  readonly tenant?: string;
  readonly target?: string;
}

export const AUDIT_LOG: ListTable = { name: 'audit_log', key: 'id', type: 'uuid' };

/** All filters walk along the list: an index more would cost every write of every caller. */
export function auditWith({ principal, tenant, target, ...window }: AuditFilter): Narrowing {
  return narrowing([
    { where: within('t.at', window) },
    equal('t.principal', principal),
    equal('t.tenant', tenant),
    equal('t.target', target),
  ]);
}
