import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../kernel/clock.js';
import { storeRequest, type RequestRecord } from '../database/remembered-request.js';
import { Transactions } from '../database/transactions.js';
import { queryZones, writeAcrossZones, zonesRead, zonesWrite } from '../database/across-zones.js';
import { hidden, queryPrepared, type PreparedStatement } from '../database/prepared.js';
import { isFree } from '../database/leases.js';
import type { Provider } from '../providers/provider.js';

/** A provider that one process may reconcile until its lease expires. */
export interface LeasedProvider {
  readonly zoneId: string;
  readonly providerId: string;
  /** The end of the lease, as the database writes it. */
  readonly lease: string;
  /** The same by `performance.now()`, or a little earlier: measured from before the query. */
  readonly endsAt: number;
}

/** A lease as the database writes it, which a process repeats: a `Date` would drop its microseconds. */
const LEASED = `select zone_id as "zoneId", provider_id as "providerId", leased_until::text as lease from leased`;

/** A retired provider is never due, so the index on that finds it. */
const FORGET_RETIRED = zonesRead(
  'forget-retired-reconciliations',
  0,
  ({ inReach }) => `
delete from reconciliations r
 using providers p
 where p.zone_id = r.zone_id and p.id = r.provider_id and p.state = 'retired' and p.due_at = 'infinity'
   ${inReach('r.zone_id')}${inReach('p.zone_id')}`,
);

/** Adds new providers; $1 seconds until their first run. */
const ENROL = zonesRead(
  'enrol-reconciliations',
  1,
  ({ inReach }) => `
insert into reconciliations (provider_id, zone_id, due_at)
select p.id, p.zone_id, statement_timestamp() + make_interval(secs => $1)
  from providers p
 where p.state <> 'retired'
   and not exists (select from reconciliations r
                    where r.zone_id = p.zone_id and r.provider_id = p.id${inReach('r.zone_id')})${inReach('p.zone_id')}
on conflict do nothing`,
);

/** Makes every provider due early; $1 minimum seconds after its last run. */
const HASTEN = zonesRead(
  'hasten-reconciliations',
  1,
  ({ inReach }) => `
with early as materialized (
  select zone_id, provider_id, greatest(statement_timestamp(), ended_at + make_interval(secs => $1)) as due_at
    from reconciliations
   where true${inReach('zone_id')})
update reconciliations r
   set due_at = e.due_at
  from early e
 where r.zone_id = e.zone_id and r.provider_id = e.provider_id and r.due_at > e.due_at${inReach('r.zone_id')}`,
);

/** $1 how many at most, $2 seconds */
const LEASE_DUE = zonesWrite(
  'lease-due-reconciliations',
  zonesRead(
    'zones-with-due-reconciliations',
    0,
    ({ inReach }) =>
      `select distinct zone_id from reconciliations where due_at <= statement_timestamp() and ${isFree()}${inReach('zone_id')}`,
  ),
  3,
  (inZone) => `
with due as (
  select provider_id from reconciliations
   where due_at <= statement_timestamp() and ${isFree()}${inZone('zone_id')}
   order by due_at
   limit ${hidden(1, 'int')}
     for update skip locked),
leased as (
  update reconciliations
     set leased_until = statement_timestamp() + make_interval(secs => $2)
   where provider_id = any (array(select provider_id from due))${inZone('zone_id')}
  returning zone_id, provider_id, leased_until)
${LEASED}`,
);

/** $1 zone, $2 provider, $3 seconds */
const LEASE_ONE: PreparedStatement = {
  name: 'lease-one-reconciliation',
  text: `
with leased as (
  update reconciliations
     set leased_until = statement_timestamp() + make_interval(secs => $3)
   where zone_id = $1 and provider_id = $2 and ${isFree()}
  returning zone_id, provider_id, leased_until)
${LEASED}`,
};

/**
 * Also renews an expired lease, unless another process has leased it since; $1 zone, $2 provider, $3 lease, $4 seconds
 */
const RENEW: PreparedStatement = {
  name: 'renew-reconciliation',
  text: `
with leased as (
  update reconciliations
     set leased_until = statement_timestamp() + make_interval(secs => $4)
   where zone_id = $1 and provider_id = $2 and leased_until = $3::timestamptz
  returning zone_id, provider_id, leased_until)
${LEASED}`,
};

/** $1 zone, $2 provider, $3 lease, $4 seconds until the next run, $5 reason if it did not finish */
const SETTLE = `
update reconciliations
   set leased_until = null, due_at = t.now + make_interval(secs => $4),
       failure = $5, ended_at = case when $5::text is null then t.now else ended_at end
  from (select statement_timestamp() as now) t
 where zone_id = $1 and provider_id = $2 and leased_until = $3::timestamptz`;

const DATABASE_NOW = `select floor(extract(epoch from clock_timestamp()))::float8 as now`;

/** When each platform is compared with the records, by the database's clock, which all processes share. */
@Injectable()
export class ReconciliationsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async forgetRetired(): Promise<void> {
    await queryZones(this.dataSource.manager, FORGET_RETIRED, []);
  }

  /** Adds new providers, whose first run is so many seconds away. It reads all providers. */
  async enrol(seconds: number): Promise<void> {
    await queryZones(this.dataSource.manager, ENROL, [seconds]);
  }

  async hasten(peaceSeconds: number): Promise<void> {
    await queryZones(this.dataSource.manager, HASTEN, [peaceSeconds]);
  }

  leaseDue(count: number, seconds: number): Promise<LeasedProvider[]> {
    return timed(seconds, () =>
      writeAcrossZones(this.dataSource.manager, LEASE_DUE, count, (wanted) => [wanted, seconds]),
    );
  }

  /** Undefined while another process has the lease. */
  async leaseOne(
    { id, zoneId }: Pick<Provider, 'id' | 'zoneId'>,
    seconds: number,
  ): Promise<LeasedProvider | undefined> {
    return this.lease(LEASE_ONE, [zoneId, id], seconds);
  }

  /** Undefined when another process has, or has had, the lease meanwhile. */
  async renew(
    { zoneId, providerId, lease }: LeasedProvider,
    seconds: number,
  ): Promise<LeasedProvider | undefined> {
    return this.lease(RENEW, [zoneId, providerId, lease], seconds);
  }

  /** Ends the lease, and stores the reason if the run did not finish, or the request that asked for it. */
  async settle(
    { zoneId, providerId, lease }: LeasedProvider,
    nextInSeconds: number,
    { failure, request }: { failure?: string; request?: RequestRecord } = {},
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      await tx.query(SETTLE, [zoneId, providerId, lease, nextInSeconds, failure]);
      await storeRequest(tx, request, this.clock.now());
    });
  }

  async databaseNow(): Promise<number> {
    const [{ now }] = await this.dataSource.query<{ now: number }[]>(DATABASE_NOW);
    return now;
  }

  private async lease(
    statement: PreparedStatement,
    what: readonly unknown[],
    seconds: number,
  ): Promise<LeasedProvider | undefined> {
    const parameters = [...what, seconds];
    const leased = await timed(seconds, () =>
      queryPrepared<StoredLease>(this.dataSource.manager, statement, parameters),
    );
    return leased.at(0);
  }
}

type StoredLease = Omit<LeasedProvider, 'endsAt'>;

async function timed(seconds: number, lease: () => Promise<StoredLease[]>): Promise<LeasedProvider[]> {
  const endsAt = performance.now() + seconds * 1_000;
  return (await lease()).map((row) => ({ ...row, endsAt }));
}
