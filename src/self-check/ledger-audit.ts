import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { Configuration } from '../config/configuration.js';
import { timestamp } from '../database/columns.js';
import { clientOf } from '../database/data-source.js';
import { layoutOf } from '../database/layout.js';
import { PollingWorker } from '../database/polling-worker.js';
import { Clock } from '../kernel/clock.js';

/** What an audit found, and what it took. */
export interface AuditFigures {
  readonly violations: number;
  readonly zones: number;
  /** Zones that took longer than an audit may, or could not be read, so that nothing is known of them. */
  readonly skipped: number;
  readonly seconds: number;
  /** By `performance.now()`. */
  readonly endedAt: number;
}

/** Not at once, when there is much else to do, and not in all processes at the same moment. */
const FIRST_AFTER_MS = 30_000;

/** A million entries took 134 s on two cores that were busy otherwise, and every one of them was a finding. */
const MAX_PER_ZONE_MS = 300_000;

/** The pause between two zones, in multiples of the time that the last one took: other work has the database most of the time. */
const PAUSE_FACTOR = 4;
const MAX_PAUSE_MS = 500;

/** Share of the time between two audits in which another process makes none. */
const MAX_AGE_SHARE = 0.9;

/** Violations that are over are reported for a day. */
const LOOKS_BACK_SECONDS = 86_400;

/** Key of the advisory lock that keeps the audit to one process at a time; no other lock may use it. */
const AUDIT_LOCK_KEY = 7_162_009;

/** How much later than its timeout a statement ends at the latest. */
const SILENCE_MS = 5_000;

// The level is named: one snapshot for all of an audit would keep the database from forgetting old versions for hours.
const BEGIN = `
begin isolation level read committed;
set local statement_timeout = ${MAX_PER_ZONE_MS};
set local lock_timeout = ${MAX_PER_ZONE_MS};
set local idle_in_transaction_session_timeout = 0`;

/** $1 its maximum age in seconds */
const READ_LAST = `
select violations, zones, skipped, seconds, age
  from ledger_audits
 cross join lateral (select extract(epoch from clock_timestamp() - ended_at)::float8 as age) since
 where age < $1::float8`;

const STORE = `
insert into ledger_audits (violations, zones, skipped, seconds, ended_at)
values ($1, $2, $3, $4, clock_timestamp())
on conflict (only_row) do update
   set violations = excluded.violations, zones = excluded.zones, skipped = excluded.skipped,
       seconds = excluded.seconds, ended_at = excluded.ended_at`;

/**
 * Runs the database's audit of the ledger at intervals, zone by zone. It reads the whole history of a zone, so it has a connection of its
 * own with a longer timeout. One process audits at a time, and the others report its result.
 */
@Injectable()
export class LedgerAudit extends PollingWorker {
  private first?: NodeJS.Timeout;
  private client?: Client;
  /** The last one that this process made or knows of. */
  last?: AuditFigures;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {
    super(configuration.ledgerAuditSeconds * 1000, 'the ledger is audited later');
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    if (this.configuration.ledgerAuditSeconds === 0) return;
    this.first = setTimeout(() => this.rounds.wake(), FIRST_AFTER_MS * (1 + Math.random()));
    this.first.unref();
  }

  /** An audit under way is given up. */
  override async onModuleDestroy(): Promise<void> {
    clearTimeout(this.first);
    const ended = super.onModuleDestroy();
    await this.client?.end().catch(() => undefined);
    await ended;
  }

  protected round(): Promise<void> {
    return this.auditAfter(MAX_AGE_SHARE * this.configuration.ledgerAuditSeconds);
  }

  /** Audits, unless there is an audit that is not older. */
  async auditAfter(ageSeconds: number): Promise<void> {
    const client = clientOf(this.dataSource, {
      application_name: 'headroom audit',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      // A server that does not answer any more would keep the audit waiting for hours.
      query_timeout: MAX_PER_ZONE_MS + SILENCE_MS,
    });
    try {
      await client.connect();
      if (this.isStopping) throw new Error('the service is stopping');
      this.client = client;
      // Settings and lock end with the transaction: a pooler may give the connection to another client after it.
      await client.query(BEGIN);
      if (await takeTurn(client))
        this.last = (await lastOf(client, ageSeconds)) ?? (await this.auditZones(client));
      else this.last = await lastOf(client, Infinity);
      await client.query('commit');
    } finally {
      this.client = undefined;
      await client.end().catch(() => undefined);
    }
  }

  private async auditZones(client: Client): Promise<AuditFigures> {
    const started = performance.now();
    const { zonesAway, zonesInReach } = layoutOf(this.dataSource);
    const zoneIds = zonesInReach ?? (await allZones(client));
    let violations = 0;
    let skipped = zonesAway.length;
    let pauseMs = 0;
    for (const zoneId of zoneIds) {
      await pause(pauseMs, undefined, { ref: false });
      const begun = performance.now();
      const found = await this.auditZone(client, zoneId);
      if (found === undefined) skipped += 1;
      else violations += found;
      if (this.isStopping) throw new Error('the service is stopping');
      pauseMs = Math.min(PAUSE_FACTOR * (performance.now() - begun), MAX_PAUSE_MS);
    }
    const endedAt = performance.now();
    const seconds = (endedAt - started) / 1000;
    const zones = zoneIds.length + zonesAway.length;
    await client.query(STORE, [violations, zones, skipped, seconds]);
    return { violations, zones, skipped, seconds, endedAt };
  }

  /** The number of findings; undefined when the zone takes too long, or can't be read. */
  private async auditZone(client: Client, zoneId: string): Promise<number | undefined> {
    const since = timestamp(this.clock.now() - LOOKS_BACK_SECONDS);
    const audited = await leavingNoLocks<{ count: number; finding: string | null }>(
      client,
      `select count(*)::int as count, min(finding) as finding from ledger_audit($1, $2)`,
      [zoneId, since],
    );
    if (audited.status === 'rejected') {
      this.log.warn(`the ledger of zone '${zoneId}' is not audited: ${String(audited.reason)}`);
      return undefined;
    }
    const [{ count, finding }] = audited.value;
    if (count > 0)
      this.log.error(`the ledger of zone '${zoneId}' has ${count} findings, such as: ${finding}`);
    return count;
  }
}

/** False while another process audits, which may take hours: the next round reads its result. */
async function takeTurn(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
    AUDIT_LOCK_KEY,
  ]);
  return rows[0].taken;
}

/**
 * Reads within a subtransaction that is rolled back: the audit is one transaction, and its locks on tables would keep a migration from
 * altering them for hours.
 *
 * @throws what ends the whole transaction, such as a lost connection
 */
async function leavingNoLocks<R extends object>(
  client: Client,
  sql: string,
  values: readonly unknown[] = [],
): Promise<PromiseSettledResult<R[]>> {
  await client.query('savepoint before_read');
  const [read] = await Promise.allSettled([client.query<R>(sql, [...values])]);
  await client.query('rollback to savepoint before_read; release savepoint before_read');
  return read.status === 'fulfilled' ? { ...read, value: read.value.rows } : read;
}

/** @throws the error of the database */
async function allZones(client: Client): Promise<string[]> {
  const read = await leavingNoLocks<{ zone_id: string }>(
    client,
    'select zone_id from zones order by zone_id',
  );
  if (read.status === 'rejected') throw read.reason;
  return read.value.map(({ zone_id }) => zone_id);
}

async function lastOf(client: Client, ageSeconds: number): Promise<AuditFigures | undefined> {
  const { rows } = await client.query<Omit<AuditFigures, 'endedAt'> & { age: number }>(READ_LAST, [
    ageSeconds,
  ]);
  return rows.map(({ age, ...figures }) => ({ ...figures, endedAt: performance.now() - age * 1000 })).at(0);
}
