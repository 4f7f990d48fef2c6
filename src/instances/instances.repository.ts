import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import type { InstanceRecord, InstanceState } from '../allocation/admission/records.js';
import { timestamp } from '../database/columns.js';
import { entitiesById } from '../database/entities-by-id.js';
import { entityFromJson, selectedOf, type JsonRow } from '../database/entity-columns.js';
import { boundedPage, listKeys } from '../database/key-list.js';
import { layoutOf } from '../database/layout.js';
import { isFree } from '../database/leases.js';
import { inZones, ownRow } from '../database/rows.js';
import { lookUp, queryZones, writeAcrossZones, zonesRead, zonesWrite } from '../database/across-zones.js';
import { hidden, queryPrepared, type PreparedStatement } from '../database/prepared.js';
import type { Listed, ListRange } from '../kernel/listed.js';
import { isInView } from '../kernel/principal.js';
import { changedMarks } from '../kernel/marks.js';
import type { Provider } from '../providers/provider.js';
import type { Instant } from '../kernel/time-window.js';
import type { InstanceMarks } from './instance.js';
import { INSTANCES, instancesWith, type InstanceFilter } from './instance-list.js';
import { InstanceEntity } from '../allocation/ledger/instance.entity.js';

/** An instance that one worker holds for a while. */
export interface LeasedInstance extends InstanceRecord {
  /** The end of the lease as the database writes it; it identifies the lease. */
  readonly lease: string;
  /** No worker had it before, so its platform was never asked for a server. */
  readonly isUntouched: boolean;
  /** How often its platform refused to create its server. */
  readonly refusals: number;
}

type LeaseRow = Pick<LeasedInstance, 'lease' | 'isUntouched' | 'refusals'> & { readonly row: JsonRow };

/** What a lease led to. */
export interface Outcome {
  /** Seconds until what is left to do is due. */
  readonly pause?: number;
  /** The server of the instance. */
  readonly serverId?: string;
  /** Why an attempt failed, which is stored and counted. */
  readonly failure?: string;
  /** Whether the platform refused to create a server. */
  readonly isRefusal?: boolean;
}

/**
 * The first due instances of provider `a` that meet a condition, locked, in the order of the index. Work may pile up, so the index must
 * lead to the first: with one condition for both kinds of work, PostgreSQL reads and sorts all of it.
 */
function firstDue(condition: string, most: string, inZone: string): string {
  return `
          select i.ctid as place, i.id, i.due_at, i.leased_until
            from instances i
           where i.provider_id = a.provider_id and i.due_at is not null and ${condition}${inZone}
           order by i.leased_until nulls first, i.due_at
           limit ${most}
             for update skip locked`;
}

/**
 * Leases due instances, with a limit per provider so that none delays the others. New work comes first, then the
 * instance whose last lease or pause ended first: repeated work, as on a server that boots, delays no other work. Finds
 * the providers by the index of due instances, an entry each: there may be many providers, most without work.
 *
 * $1 provider → how many of its instances at most, as an object; $2 how many for every other; $3 how many in all; $4
 * seconds
 */
export const LEASE = zonesWrite(
  'lease-instances',
  zonesRead(
    'zones-with-due-instances',
    0,
    ({ inReach }) => `
select distinct zone_id
  from instances
 where due_at is not null and ${isFree()}${inReach('zone_id')}`,
  ),
  5,
  (inZone) => `
with recursive asking as (
  (select i.provider_id from instances i where i.due_at is not null${inZone('i.zone_id')} order by i.provider_id limit 1)
   union all
  select (select i.provider_id from instances i
           where i.due_at is not null and i.provider_id > a.provider_id${inZone('i.zone_id')}
           order by i.provider_id limit 1)
    from asking a
   where a.provider_id is not null),
due as (
  select due.place, due.id, due.leased_until is null as untouched
    from asking a
   cross join lateral (select coalesce((${hidden(1, 'jsonb')} ->> a.provider_id::text)::int, ${hidden(2, 'int')}) as most) room
   cross join lateral (
          with untouched as (${firstDue('i.leased_until is null', 'room.most', inZone('i.zone_id'))}),
          again as (${firstDue(
            'i.leased_until <= statement_timestamp()',
            'room.most - (select count(*) from untouched)',
            inZone('i.zone_id'),
          )})
          select * from untouched union all select * from again) due
   order by due.leased_until nulls first, due.due_at
   limit ${hidden(3, 'int')}),
leased as (
  update instances i
     set leased_until = statement_timestamp() + make_interval(secs => $4)
   where i.ctid = any (array(select place from due))${inZone('i.zone_id')}
  returning ${selectedOf(InstanceEntity)
    .map(({ name }) => `i.${name}`)
    .join(', ')}, i.leased_until, i.refusals)
select to_json(leased) as row, leased_until::text as lease, refusals, due.untouched as "isUntouched"
  from leased
  join due using (id)`,
);

/**
 * Gives a lease back with a pause of some seconds, unless the instance was ended meanwhile. The reason of an error is
 * kept when removing its server fails too. The end of the pause comes from a subquery, because Citus allows no clock in a `case`.
 *
 * $1 id, $2 zone, $3 the lease, $4 the state it was leased in, $5 seconds, $6 what went wrong, if anything did, $7
 * whether that was a refusal, $8 the server, if it is known
 */
const GIVE_BACK: PreparedStatement = {
  name: 'give-back-instance',
  text: `
update instances
   set leased_until = case when state = $4 then pause.resumes_at end,
       failure      = case when state = 'error' or state <> $4 then failure else coalesce($6, failure) end,
       attempts     = case when state = $4 and $6::text is not null then attempts + 1 else attempts end,
       refusals     = refusals + $7::boolean::int,
       server_id    = coalesce(server_id, $8)
  from (select statement_timestamp() + make_interval(secs => $5) as resumes_at) pause
 where id = $1 and zone_id = $2 and leased_until = $3::timestamptz
returning id`,
};

/** Instances ended per turn. */
const MOST_OVERDUE = 500;

/** Instances whose time is over: while they run, they use the capacity of the next reservation. $1 now */
const OVERDUE = zonesRead(
  'overdue-instances',
  1,
  ({ value, inReach }) => `
select id, zone_id as "zoneId"
  from instances
 where state in ('pending', 'active') and ends_at <= ${value(1, 'timestamptz')}${inReach('zone_id')}
 order by ends_at
 limit ${MOST_OVERDUE}`,
);

function existsAtProvider(condition: string): string {
  return `exists (select from instances where zone_id = $1 and provider_id = $2 and ${condition})`;
}

/** $1 zone, $2 provider, $3 now, $4 since when */
const IS_CLEARING = `
select ${existsAtProvider(`due_at is not null and state = 'deleting'`)}
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

  /** Instances of some ids, and whether the zones of all nodes were asked for them. */
  async findInReach(ids: readonly string[]): Promise<{ found: InstanceRecord[]; isComplete: boolean }> {
    const { zonesInReach } = layoutOf(this.instances.manager.dataSource);
    return { found: await this.findAll(ids, zonesInReach), isComplete: zonesInReach === undefined };
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

  overdue(now: Instant): Promise<{ id: string; zoneId: string }[]> {
    return queryZones(this.instances.manager, OVERDUE, [timestamp(now)]);
  }

  /** @param room provider → how many of its instances may be leased, where it is not `usual` */
  async lease(
    room: Readonly<Record<string, number>>,
    usual: number,
    inAll: number,
    seconds: number,
  ): Promise<LeasedInstance[]> {
    const leased = await writeAcrossZones<LeaseRow>(this.instances.manager, LEASE, inAll, (wanted) => [
      JSON.stringify(room),
      usual,
      wanted,
      seconds,
    ]);
    return leased.map(({ row, ...lease }) => ({
      ...entityFromJson(InstanceEntity, row).toRecord(),
      ...lease,
    }));
  }

  /** Ends a lease. If another worker has it by now, only the server is stored. */
  async giveBack(
    instance: LeasedInstance,
    { pause = 0, serverId, failure, isRefusal = false }: Outcome = {},
  ): Promise<void> {
    const { id, zoneId, lease, state } = instance;
    const values = [id, zoneId, lease, state, pause, failure, isRefusal, serverId];
    const given = await queryPrepared(this.instances.manager, GIVE_BACK, values);
    if (given.length === 0 && serverId !== undefined)
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
  async isClearing({ zoneId, providerId }: InstanceRecord, now: Instant, since: Instant): Promise<boolean> {
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
