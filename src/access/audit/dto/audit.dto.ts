import type { AuditRecordEntity } from '../../../database/audit-record.entity.js';
import { ListParameters, listWindow } from '../../../http/wire/list-parameters.js';
import { Omittable } from '../../../http/wire/wire-members.js';
import { IsText, IsWireTime } from '../../../http/wire/wire-types.js';
import { formatInstant } from '../../../kernel/time-window.js';
import { Id, OPTIONAL, pageSchemaOf, Time, Word } from '../../../openapi/members.js';
import { Paged } from '../../../openapi/operations.js';
import { SAMPLE } from '../../../openapi/samples.js';
import type { AuditFilter } from '../audit-list.js';

/** Query of GET /audit. */
export class AuditListParameters extends ListParameters {
  @Omittable('Only changes at this time or later.', IsWireTime('end')) from?: string;
  @Omittable('Only changes before this time.', IsWireTime('end')) to?: string;
  @Omittable('Only changes by this principal.', IsText()) principal?: string;
  @Omittable('Only changes for this tenant.', IsText(255)) tenant?: string;
  @Omittable(
    'Only changes of the object with this id. What was done to a series as a whole is under its own.',
    IsText(),
  )
  target?: string;
}

export class AuditEntry {
  @Id('Its id.') auditId!: string;
  @Time('When it was done.') at!: string;
  @Word('The principal that did it.') principal!: string;
  @Word('The tenant it was done for.', OPTIONAL) tenant?: string;
  @Word('The method and the route: `POST /create-reservation`.') operation!: string;
  @Word('The id of what was made or changed.', OPTIONAL) target?: string;
  @Word('The `X-Request-Id` of the request.', OPTIONAL) requestId?: string;
}

const AuditPage = pageSchemaOf(AuditEntry, 'AuditPage');

/** @throws DomainError `invalid-request` for a window that is empty */
export function auditFilter(query: AuditListParameters): AuditFilter {
  const { principal, tenant, target } = query;
  return { principal, tenant, target, ...listWindow(query) };
}

export function auditEntry({ id, at, tenant, target, requestId, ...record }: AuditRecordEntity): AuditEntry {
  return {
    auditId: id,
    at: formatInstant(at),
    principal: record.principal,
    tenant: tenant ?? undefined,
    operation: record.operation,
    target: target ?? undefined,
    requestId: requestId ?? undefined,
  };
}

export const ListAudit = () =>
  Paged({
    id: 'listAudit',
    tag: 'Access',
    summary: 'The audit log: each change with its principal',
    description:
      'Every change by a caller that has authenticated, stored with its effect. Refused requests are in the log of the service.',
    answer: AuditPage,
    item: {
      auditId: '0199f7c4-91b2-7c3d-8e4f-50a1b2c3d4e5',
      at: SAMPLE.now,
      principal: 'key:0199f7c3-4d5e-7a6f-8b70-91a2b3c4d5e6',
      tenant: 'red',
      operation: 'POST /create-reservation',
      target: SAMPLE.reservation,
      requestId: '4f1b9c0e7a2d5f3861-2s',
    },
  });
