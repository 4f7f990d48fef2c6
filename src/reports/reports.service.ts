import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { timestamp } from '../database/columns.js';
import { layoutOf } from '../database/layout.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Instant } from '../kernel/time-window.js';
import { ZonesRepository } from '../zones/zones.repository.js';
import { IDLE, IDLE_SETTINGS } from './idle.statement.js';
import { ReportPlaces } from './report-places.js';
import { reportRows } from './report-rows.js';
import { usageClasses, usageStatement, type UsageKey } from './usage.statement.js';

/** What a usage report covers if it doesn't say. */
const DEFAULT_SECONDS = 30 * 86_400;

export interface UsageAsked {
  readonly by: UsageKey;
  /** Absent: 30 days before the end. */
  readonly from?: Instant;
  /** Absent: now. */
  readonly to?: Instant;
  readonly zoneId?: string;
}

export interface UsageRow {
  /** Of the reservation, tenant, zone or provider; null: of none. */
  readonly key?: string | null;
  readonly name?: string | null;
  readonly tenant?: string | null;
  readonly class: string;
  readonly reservedHours: number;
  readonly usedHours: number;
  readonly idleHours: number;
  readonly unreservedHours: number;
  readonly peak: number;
  /** Null where nothing was reserved. */
  readonly idleShare: number | null;
}

export interface UsageReport {
  readonly by: UsageKey;
  readonly from: Instant;
  readonly to: Instant;
  /** In batches, in the order of their keys. It must be read to its end, or be ended. */
  readonly rows: AsyncGenerator<UsageRow[]>;
}

export interface IdleAsked {
  /** A share from 0 to 1. */
  readonly threshold: number;
  readonly limit: number;
  readonly zoneId?: string;
}

export interface IdleReport {
  readonly rows: readonly IdleRow[];
  /** The limit leaves out others. */
  readonly isMore: boolean;
}

export interface IdleRow {
  readonly reservationId: string;
  readonly name: string | null;
  readonly tenant: string | null;
  readonly zone: string;
  readonly start: Date;
  readonly usedShare: number;
  readonly idleHours: number;
}

export interface ReportReader {
  /** Whose share of the places a report takes. */
  readonly client: string;
  /** Aborted when it has gone: its report ends. */
  readonly gone: AbortSignal;
}

/** Reports on what was reserved, and what was made of it: integrals over the ledger. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly zones: ZonesRepository,
    private readonly clock: Clock,
    private readonly places: ReportPlaces,
  ) {}

  /**
   * @param tenant whose reservations count; absent: all do
   * @throws DomainError `invalid-request`, `unknown-zone`, `too-many-reports`
   */
  async usage(asked: UsageAsked, { client, gone }: ReportReader, tenant?: string): Promise<UsageReport> {
    await this.zones.requireIfGiven(asked.zoneId);
    const to = asked.to ?? this.clock.now();
    const from = asked.from ?? Math.max(0, to - DEFAULT_SECONDS);
    if (from >= to) {
      throw asked.to === undefined
        ? DomainError.invalidField(['from'], 'must lie in the past: to is now by default')
        : DomainError.invalidField(['to'], 'must be later than from');
    }
    const { isDistributed } = layoutOf(this.dataSource);
    const covered = { from, to, zoneId: asked.zoneId, tenant, isDistributed };
    const makeStatement = async (runner: QueryRunner) => {
      const used = (await runner.query(...usageClasses(covered).toQuery())) as { class: string }[];
      const classes = used.map((row) => row.class);
      return classes.length === 0 ? undefined : usageStatement(asked.by, classes, covered).toQuery();
    };
    const rows = this.places.rowsOf(client, (pace) =>
      reportRows<UsageRow>(this.dataSource, makeStatement, pace, gone),
    );
    return { by: asked.by, from, to, rows };
  }

  /**
   * @param tenant as for `usage`
   * @throws DomainError `unknown-zone`, `too-many-reports`
   */
  async idle(
    { threshold, limit, zoneId }: IdleAsked,
    { client, gone }: ReportReader,
    tenant?: string,
  ): Promise<IdleReport> {
    await this.zones.requireIfGiven(zoneId);
    const now = timestamp(this.clock.now());
    const parameters = [now, threshold, limit + 1, zoneId ?? null, tenant ?? null];
    return this.places.run(client, async () => {
      const rows: IdleRow[] = [];
      const makeStatement = async (runner: QueryRunner) => {
        await runner.query(IDLE_SETTINGS);
        return [IDLE, parameters] as const;
      };
      const batches = reportRows<IdleRow>(this.dataSource, makeStatement, (step) => step(), gone);
      for await (const batch of batches) rows.push(...batch);
      return { rows: rows.slice(0, limit), isMore: rows.length > limit };
    });
  }
}
