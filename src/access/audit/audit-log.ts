import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditRecordEntity } from '../../database/audit-record.entity.js';
import { rowsById } from '../../database/entities-by-id.js';
import { inOrder, listKeys } from '../../database/key-list.js';
import type { Listed, ListRange } from '../../kernel/listed.js';
import { AUDIT_LOG, auditWith, type AuditFilter } from './audit-list.js';

/** Reads the audit log. It is written with the effects of requests: src/database/audit-record.ts. */
@Injectable()
export class AuditLog {
  constructor(@InjectRepository(AuditRecordEntity) private readonly records: Repository<AuditRecordEntity>) {}

  /** By id, which is the order in which the effects were decided. */
  async list(filter: AuditFilter, range: ListRange): Promise<Listed<AuditRecordEntity>> {
    const keys = await listKeys(this.records, AUDIT_LOG, auditWith(filter), range);
    const found = await rowsById(this.records.manager, AuditRecordEntity, keys.rows, (record) => record);
    return inOrder(keys, found);
  }
}
