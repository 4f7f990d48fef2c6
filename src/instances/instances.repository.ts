import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import type { InstanceRecord, InstanceState } from '../allocation/admission/records.js';
import { timestamp } from '../database/columns.js';
import { entitiesById } from '../database/entities-by-id.js';
import { entityFromJson, type JsonRow } from '../database/entity-columns.js';
import { boundedPage, listKeys } from '../database/key-list.js';
import { layoutOf } from '../database/layout.js';
import { inZones, ownRow } from '../database/rows.js';
import { lookUp, queryZones, writeAcrossZones, zonesRead } from '../database/across-zones.js';
import { queryPrepared } from '../database/prepared.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { isInView } from '../kernel/principal.js';
import { changedMarks } from '../kernel/marks.js';
import type { Provider } from '../providers/provider.js';
import type { Instant } from '../kernel/time-window.js';
import type { InstanceMarks } from './instance.js';
import { INSTANCES, instancesWith, type InstanceFilter } from './instance-list.js';
import { GIVE_BACK, LEASE } from './leases.statement.js';
import { InstanceEntity } from '../allocation/ledger/instance.entity.js';

/** An instance that one worker holds for a while. */
export interface LeasedInstance extends InstanceRecord {
  /** The end of the lease as the database writes it; it identifies the lease. */
  readonly lease: string;
  /** When the lease was asked for, by `performance.now()`. */
  readonly leasedAt: number;
  /** No worker had it before, so its platform was never asked for a server. */
  readonly isUntouched: boolean;
  /** How often its platform refused to create its server. */
  readonly refusals: number;
  /** Its platform may still carry out a creation that it has not answered. */
  readonly isUnanswered: boolean;
}

type LeaseRow = Pick<LeasedInstance, 'lease' | 'isUntouched' | 'refusals' | 'isUnanswered'> & {
  readonly row: JsonRow;
};

/** What a lease led to. */
interface LeaseOutcome {
  /** Seconds until what is left to do is due. */
  readonly pause?: number;
  /** The server of the instance. */
  readonly serverId?: string;
  /** Why an attempt failed, which is stored and counted. */
  readonly failure?: string;
  /** Whether the platform refused to create a server. */
  readonly isRefusal?: boolean;
  /** Whether the platform may still carry out a creation that it has not answered. */
  readonly isUnanswered?: boolean;
}

/** Instances ended per turn. */
const MAX_OVERDUE = 500;

/** Instances whose time is over: while they run, they use the capacity of the next reservation. $1 now, $2 zones left out */
const OVERDUE = zonesRead(
  'overdue-instances',
  2,
  ({ value, inReach }) => `
select id, zone_id as "zoneId"
  from instances
 where state in ('pending', 'active') and ends_at <= ${value(1, 'timestamptz')}
   and zone_id <> all (${value(2, 'text[]')})${inReach('zone_id')}
 order by ends_at
 limit ${MAX_OVERDUE}`,
);

function existsAtProvider(condition: string): string {
  return `exists (select from instances where zone_id = $1 and provider_id = $2 and ${condition})`;
}

/** $1 zone, $2 provider, $3 now, $4 since when */
const IS_CLEARING = `
select ${existsAtProvider(`due_at is not null and (state = 'deleting' or state = 'error' and server_id is not null)`)}
    or ${existsAtProvider(`state in ('pending', 'active') and ends_at <= $3`)}
    or ${existsAtProvider(`state = 'deleted' and updated_at >= $4`)} as clearing`;

@Injectable()
export class InstancesRepository {
  constructor(@InjectRepository(InstanceEntity) private readonly instances: Repository<InstanceEntity>) {}

  /** With `tenant` only one of its own. */
  async find(tenant: string | undefined, id: string): Promise<InstanceRecord | undefined> {
    const own = await lookUp(this.instances.manager, [id], async (zoneIds) => {
      const found = await this.findAll([id], zoneIds);
      return found.filter((instance) => isInView(tenant, instance.tenant));
    });
    return own.at(0);
  }

  /** @param zoneIds if it is known: the zones in which all of them lie */
  async findAll(ids: readonly string[], zoneIds?: readonly string[]): Promise<InstanceRecord[]> {
    const found = await entitiesById(this.instances.manager, InstanceEntity, ids, { zoneIds });
    return found.map((entity) => entity.toRecord());
  }

  /** Instances by their ids, and whether the zones of all nodes were asked for them. */
  async findInReach(
    ids: readonly string[],
  ): Promise<{ records: Map<string, InstanceRecord>; isComplete: boolean }> {
    const { zonesInReach } = layoutOf(this.instances.manager.dataSource);
    const found = await this.findAll(ids, zonesInReach);
    return {
      records: new Map(found.map((record) => [record.id, record])),
      isComplete: zonesInReach === undefined,
    };
  }

  /** Instances that have, or will soon have, a server at a provider. */
  async liveAt({ id, zoneId }: Pick<Provider, 'id' | 'zoneId'>): Promise<InstanceRecord[]> {
    const atProvider = { zoneId, providerId: id };
    const found = await this.instances.findBy({ ...atProvider, state: In(['pending', 'active']) });
    return found.map((entity) => entity.toRecord());
  }

  /** Instances by their ids, destroyed ones included; with `tenant` only its own. */
  async list(
    tenant: string | undefined,
    filter: InstanceFilter,
    range: ListRange,
  ): Promise<Listed<InstanceRecord>> {
    const keys = await listKeys(this.instances, INSTANCES, instancesWith(filter, tenant), range);
    return boundedPage(keys, async (some) => {
      const found = await this.findAll(some);
      return new Map(found.map((instance) => [instance.id, instance]));
    });
  }

  /** @param except zones to leave out */
  overdue(now: Instant, except: readonly string[]): Promise<{ id: string; zoneId: string }[]> {
    return queryZones(this.instances.manager, OVERDUE, [timestamp(now), except]);
  }

  /** @param room provider → how many of its instances may be leased, where it is not `usual` */
  async lease(
    room: Readonly<Record<string, number>>,
    usual: number,
    inAll: number,
    seconds: number,
  ): Promise<LeasedInstance[]> {
    const leasedAt = performance.now();
    const leased = await writeAcrossZones<LeaseRow>(this.instances.manager, LEASE, inAll, (wanted) => [
      JSON.stringify(room),
      usual,
      wanted,
      seconds,
    ]);
    return leased.map(({ row, ...lease }) => ({
      ...entityFromJson(InstanceEntity, row).toRecord(),
      ...lease,
      leasedAt,
    }));
  }

  /** Ends a lease. If another worker has it by now, only the server is stored. */
  async giveBack(
    instance: LeasedInstance,
    { pause = 0, serverId, failure, isRefusal = false, isUnanswered = false }: LeaseOutcome = {},
  ): Promise<void> {
    const { id, zoneId, lease, state } = instance;
    const values = [id, zoneId, lease, state, pause, failure, isRefusal, serverId, isUnanswered];
    const given = await queryPrepared(this.instances.manager, GIVE_BACK, values);
    if (given.length === 0 && serverId !== undefined) await this.claimServer(instance, serverId);
  }

  /** Stores the server of an instance that knows none. */
  async claimServer(instance: InstanceRecord, serverId: string): Promise<void> {
    await this.change(instance, [], `server_id = coalesce(server_id, $3)`, [serverId]);
  }

  /** Drops a failed server; the next attempt may create another. */
  async forgetServer(instance: InstanceRecord): Promise<void> {
    await this.change(instance, ['pending'], `server_id = null`, []);
  }

  /** False when it was ended meanwhile. */
  markActive(instance: InstanceRecord, serverId: string, now: Instant): Promise<boolean> {
    return this.change(
      instance,
      ['pending'],
      `state = 'active', server_id = $3, failure = null, attempts = 0, updated_at = $4,
       due_at = null, leased_until = null`,
      [serverId, timestamp(now)],
    );
  }

  /**
   * Keeps the time of the last change, because name and labels are not part of the lifecycle. Undefined: there is no
   * such instance, with `tenant` none of its own.
   */
  async mark(
    tx: EntityManager,
    tenant: string | undefined,
    id: string,
    change: InstanceMarks,
  ): Promise<InstanceRecord | undefined> {
    const labels = change.labels === undefined ? undefined : (changedMarks(change).labels ?? null);
    const instances = tx.getRepository(InstanceEntity);
    const [found] = await lookUp(tx, [id], (zoneIds) =>
      instances.findBy({ ...ownRow(id, tenant), ...inZones(zoneIds) }),
    );
    if (!found) return undefined;
    const own = { ...ownRow(id, tenant), zoneId: found.zoneId };
    await instances.update(own, { name: change.name, labels });
    return (await instances.findOneBy(own))?.toRecord();
  }

  async markDeleted(instance: InstanceRecord, now: Instant): Promise<void> {
    await this.change(
      instance,
      ['deleting'],
      `state = 'deleted', failure = null, updated_at = $3, due_at = null, leased_until = null`,
      [timestamp(now)],
    );
  }

  /** Ends the work on an instance in error. */
  async markSettled(instance: InstanceRecord): Promise<void> {
    await this.change(instance, ['error'], `due_at = null, leased_until = null`, []);
  }

  /**
   * Whether a provider's platform still has servers to remove, or has removed one since an instant, so that it has, or
   * will soon have, more room than it reported.
   */
  async isClearing(
    { zoneId, providerId }: Pick<InstanceRecord, 'zoneId' | 'providerId'>,
    now: Instant,
    since: Instant,
  ): Promise<boolean> {
    const rows = await this.instances.query<{ clearing: boolean }[]>(IS_CLEARING, [
      zoneId,
      providerId,
      timestamp(now),
      timestamp(since),
    ]);
    return rows[0].clearing;
  }

  /** Changes columns of an instance if it is in one of some states (none given: in any). Returns whether it was. */
  private async change(
    { id, zoneId }: InstanceRecord,
    states: readonly InstanceState[],
    columns: string,
    values: readonly unknown[],
  ): Promise<boolean> {
    const inState = states.length === 0 ? '' : ` and state in ('${states.join("', '")}')`;
    const sql = `update instances set ${columns} where id = $1 and zone_id = $2${inState}`;
    const [, count] = await this.instances.query<[unknown, number]>(sql, [id, zoneId, ...values]);
    return count === 1;
  }
}
