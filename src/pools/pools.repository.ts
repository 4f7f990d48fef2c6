import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan, type Repository } from 'typeorm';
import type { PoolEntryRecord } from '../allocation/records.js';
import { PoolEntryEntity } from './pool-entry.entity.js';

@Injectable()
export class PoolsRepository {
  private readonly poolEntries: Repository<PoolEntryEntity>;

  constructor(dataSource: DataSource) {
    this.poolEntries = dataSource.getRepository(PoolEntryEntity);
  }

  async find(id: string): Promise<PoolEntryRecord | undefined> {
    return (await this.poolEntries.findOneBy({ id }))?.toRecord();
  }

  async page(limit: number, cursor?: string): Promise<PoolEntryRecord[]> {
    const found = await this.poolEntries.find({
      where: cursor === undefined ? {} : { id: MoreThan(cursor) },
      order: { id: 'ASC' },
      take: limit,
    });
    return found.map((entity) => entity.toRecord());
  }
}
