import { Injectable } from '@nestjs/common';
import type { Listed, ListRange } from '../../kernel/listed.js';
import type { Instant } from '../../kernel/time-window.js';
import type { AuditFilter } from './audit-list.js';
import { AuditRepository } from './audit.repository.js';

/** Who did what, as the log shows it. */
export interface Audited {
  readonly id: string;
  readonly at: Instant;
  readonly principal: string;
  readonly tenant: string | null;
  readonly operation: string;
  readonly target: string | null;
  readonly requestId: string | null;
}

/** Reads the audit log. It is written with the effects of requests: src/database/audit-record.ts. */
@Injectable()
export class AuditService {
  constructor(private readonly records: AuditRepository) {}

  list(filter: AuditFilter, range: ListRange): Promise<Listed<Audited>> {
    return this.records.list(filter, range);
  }
}
