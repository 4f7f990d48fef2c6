import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../kernel/clock.js';
import { storeRequest, type RequestRecord } from '../database/remembered-request.js';
import { Transactions } from '../database/transactions.js';
import { hidden, queryPrepared, type PreparedStatement } from '../database/prepared.js';

/** A provider that one process may reconcile until its lease expires. */
export interface LeasedProvider {
  readonly providerId: string;
  /** The end of the lease, as the database writes it. */
  readonly lease: string;
  /** The same by `performance.now()`, or a little earlier: measured from before the query. */
  readonly endsAt: number;
}

/** Adds new providers and removes retired ones; $1 seconds until the first run of the new ones. */
const ENROL = {
  name: 'enrol-reconciliations',
  text: `
with retired as (
  delete from reconciliations r
   using providers p
   where p.id = r.provider_id and p.zone_id = r.zone_id and p.state = 'retired')
insert into reconciliations (provider_id, zone_id, due_at)
select p.id, p.zone_id, clock_timestamp() + make_interval(secs => $1)
  from providers p
 where p.state <> 'retired'
   and not exists (select from reconciliations r where r.provider_id = p.id)
on conflict do nothing`,
};

/** Makes every provider due early; $1 minimum seconds after its last run. */
const HASTEN = `
update reconciliations
   set due_at = least(due_at, greatest(clock_timestamp(), ended_at + make_interval(secs => $1)))`;

/** $1 how many at most, $2 seconds */
const LEASE_DUE = {
  name: 'lease-due-reconciliations',
  text: `
update reconciliations
   set leased_until = clock_timestamp() + make_interval(secs => $2)
 where provider_id in (
       select provider_id from reconciliations
        where due_at <= clock_timestamp() and (leased_until is null or leased_until <= clock_timestamp())
        order by due_at
        limit ${hidden(1, 'int')}
          for update skip locked)
returning provider_id as "providerId", leased_until::text as lease`,
};

/** $1 provider, $2 seconds */
const LEASE_ONE = {
  name: 'lease-one-reconciliation',
  text: `
update reconciliations
   set leased_until = clock_timestamp() + make_interval(secs => $2)
 where provider_id = $1 and (leased_until is null or leased_until <= clock_timestamp())
returning provider_id as "providerId", leased_until::text as lease`,
};

/** Also renews an expired lease, unless another process has leased it since; $1 provider, $2 lease, $3 seconds */
const RENEW = {
  name: 'renew-reconciliation',
  text: `
update reconciliations
   set leased_until = clock_timestamp() + make_interval(secs => $3)
 where provider_id = $1 and leased_until = $2::timestamptz
returning provider_id as "providerId", leased_until::text as lease`,
};

/** $1 provider, $2 lease, $3 seconds until the next run, $4 reason if it did not finish */
const SETTLE = `
update reconciliations
   set leased_until = null, due_at = clock_timestamp() + make_interval(secs => $3),
       failure = $4, ended_at = case when $4::text is null then clock_timestamp() else ended_at end
 where provider_id = $1 and leased_until = $2::timestamptz`;

const DATABASE_NOW = `select floor(extract(epoch from clock_timestamp()))::float8 as now`;

/** When each platform is compared with the records, by the database's clock, which all processes share. */
@Injectable()
export class ReconciliationsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async enrol(seconds: number): Promise<void> {
    await queryPrepared(this.dataSource.manager, ENROL, [seconds]);
  }

  async hasten(peaceSeconds: number): Promise<void> {
    await this.dataSource.query(HASTEN, [peaceSeconds]);
  }

  leaseDue(count: number, seconds: number): Promise<LeasedProvider[]> {
    return this.lease(LEASE_DUE, [count], seconds);
  }

  /** Undefined while another process has the lease. */
  async leaseOne(providerId: string, seconds: number): Promise<LeasedProvider | undefined> {
    return (await this.lease(LEASE_ONE, [providerId], seconds)).at(0);
  }

  /** Undefined when another process has, or has had, the lease meanwhile. */
  async renew({ providerId, lease }: LeasedProvider, seconds: number): Promise<LeasedProvider | undefined> {
    return (await this.lease(RENEW, [providerId, lease], seconds)).at(0);
  }

  /** Ends the lease, and stores the reason if the run did not finish, or the request that asked for it. */
  async settle(
    { providerId, lease }: LeasedProvider,
    nextInSeconds: number,
    { failure, request }: { failure?: string; request?: RequestRecord } = {},
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      await tx.query(SETTLE, [providerId, lease, nextInSeconds, failure]);
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
  ): Promise<LeasedProvider[]> {
    const endsAt = performance.now() + seconds * 1_000;
    const parameters = [...what, seconds];
    const { manager } = this.dataSource;
    const rows = await queryPrepared<Omit<LeasedProvider, 'endsAt'>>(manager, statement, parameters);
    return rows.map((row) => ({ ...row, endsAt }));
  }
}
