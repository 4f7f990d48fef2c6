import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan, type Repository } from 'typeorm';
import type { InstanceRecord } from '../allocation/records.js';
import type { Instant } from '../kernel/time-window.js';
import { InstanceEntity } from './instance.entity.js';

/** Takes due instances for some seconds, so that no two workers call the platform for one at the same time. */
const CLAIM_DUE = `
update instances
   set due_at = $2, attempts = attempts + 1
 where (id, zone_id) in (
       select id, zone_id from instances
        where due_at <= $1
        order by due_at
        limit $3
          for update skip locked)
returning id`;

/** Instances whose time is over: letting them run would break the next reservation. */
const OVERDUE = `
select id, zone_id as "zoneId"
  from instances
 where state in ('pending', 'active') and ends_at <= $1
 order by ends_at
 limit $2`;

@Injectable()
export class InstancesRepository {
  private readonly instances: Repository<InstanceEntity>;

  constructor(private readonly dataSource: DataSource) {
    this.instances = dataSource.getRepository(InstanceEntity);
  }

  async find(id: string): Promise<InstanceRecord | undefined> {
    return (await this.instances.findOneBy({ id }))?.toRecord();
  }

  async ofReservation(zoneId: string, reservationId: string): Promise<InstanceRecord[]> {
    const found = await this.instances.find({ where: { zoneId, reservationId }, order: { id: 'ASC' } });
    return found.map((entity) => entity.toRecord());
  }

  async page(limit: number, cursor?: string): Promise<InstanceRecord[]> {
    const found = await this.instances.find({
      where: cursor === undefined ? {} : { id: MoreThan(cursor) },
      order: { id: 'ASC' },
      take: limit,
    });
    return found.map((entity) => entity.toRecord());
  }

  overdue(now: Instant, limit: number): Promise<{ id: string; zoneId: string }[]> {
    return this.dataSource.query(OVERDUE, [time(now), limit]);
  }

  async claimDue(now: Instant, until: Instant, limit: number): Promise<InstanceRecord[]> {
    const [claimed] = await this.dataSource.query<[{ id: string }[], number]>(CLAIM_DUE, [
      time(now),
      time(until),
      limit,
    ]);
    const found = await Promise.all(claimed.map(({ id }) => this.find(id)));
    return found.filter((instance) => instance !== undefined);
  }

  /** The platform has accepted an instance; look again when it may be up. False when it was ended meanwhile. */
  async noteServer(id: string, serverId: string, dueAt: Instant): Promise<boolean> {
    return (await this.instances.update({ id, state: 'pending' }, { serverId, dueAt })).affected === 1;
  }

  async markActive(id: string, now: Instant): Promise<void> {
    await this.instances.update(
      { id, state: 'pending' },
      { state: 'active', dueAt: null, attempts: 0, updatedAt: now },
    );
  }

  async markDeleted(id: string, now: Instant): Promise<void> {
    await this.instances.update({ id, state: 'deleting' }, { state: 'deleted', dueAt: null, updatedAt: now });
  }

  async markSettled(id: string): Promise<void> {
    await this.instances.update({ id, state: 'error' }, { dueAt: null });
  }

  async postpone(id: string, dueAt: Instant): Promise<void> {
    await this.instances.update({ id }, { dueAt });
  }
}

function time(instant: Instant): Date {
  return new Date(instant * 1000);
}
