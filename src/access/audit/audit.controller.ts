import { Controller, Get, Query } from '@nestjs/common';
import { Allow } from '../../http/allow.js';
import { listPage, listRequest } from '../../http/wire/list-parameters.js';
import { AuditLog } from './audit-log.js';
import { auditEntry, auditFilter, AuditListParameters, ListAudit } from './dto/audit.dto.js';

/** Additive: who did what. */
@Controller('audit')
export class AuditController {
  constructor(private readonly audit: AuditLog) {}

  @Get()
  @Allow('auditor', 'operator', 'admin')
  @ListAudit()
  async list(@Query() query: AuditListParameters) {
    const request = listRequest('audit', query);
    return listPage(await this.audit.list(auditFilter(query), request), request, auditEntry);
  }
}
