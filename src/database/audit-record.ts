import type { EntityManager } from 'typeorm';
import { timestamp } from './columns.js';
import type { Instant } from '../kernel/time-window.js';

/** Who did what. The members have the names of the columns. */
export interface AuditRecord {
  readonly id: string;
  /** The id of a principal. */
  readonly principal: string;
  /** Whom it was done for. */
  readonly tenant?: string;
  /** Method and route: `POST /create-reservation`. */
  readonly operation: string;
  /** The id of what was made or changed. */
  readonly target?: string;
  readonly request_id?: string;
}

const STORE = `
insert into audit_log (id, zone_id, at, principal, tenant, operation, target, request_id)
select n.id, '', $2, n.principal, n.tenant, n.operation, n.target, n.request_id
  from jsonb_to_record($1::jsonb)
       as n(id uuid, principal text, tenant text, operation text, target text, request_id text)`;

export async function storeAudit(tx: EntityManager, record: AuditRecord, now: Instant): Promise<void> {
  await tx.query(STORE, [JSON.stringify(record), timestamp(now)]);
}
