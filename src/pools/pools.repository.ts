import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { PoolEntryRecord } from '../allocation/admission/records.js';
import { lookUp } from '../database/across-zones.js';
import { entitiesById, rowsById } from '../database/entities-by-id.js';
import { inOrder, listKeys } from '../database/key-list.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { PoolEntryEntity } from '../allocation/ledger/pool-entry.entity.js';
import { POOL_ENTRIES, poolEntriesWith, type PoolFilter } from './pool-list.js';

@Injectable()
export class PoolsRepository {
  constructor(@InjectRepository(PoolEntryEntity) private readonly poolEntries: Repository<PoolEntryEntity>) {}

  async find(id: string): Promise<PoolEntryRecord | undefined> {
    const { manager } = this.poolEntries;
    const rows = await lookUp(manager, [id], (zoneIds) =>
      entitiesById(manager, PoolEntryEntity, [id], { zoneIds }),
    );
    return rows.at(0)?.toRecord();
  }

  async list(filter: PoolFilter, range: ListRange): Promise<Listed<PoolEntryRecord>> {
    const keys = await listKeys(this.poolEntries, POOL_ENTRIES, poolEntriesWith(filter), range);
    return inOrder(
      keys,
      await rowsById(this.poolEntries.manager, PoolEntryEntity, keys.rows, (entity) => entity.toRecord()),
    );
  }
}
