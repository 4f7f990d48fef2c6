import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Configuration } from '../../config/configuration.js';
import { timestamp } from '../../database/columns.js';
import { PollingWorker } from '../../database/polling-worker.js';
import { Clock } from '../../kernel/clock.js';
import type { Instant } from '../../kernel/time-window.js';

const INTERVAL_MS = 60_000;
const BATCH = 1_000;
/** Batches of one kind in a row, so that a large sweep doesn't delay the other kind for long. */
const MAX_BATCHES = 50;
/** Between two rows of batches, so that other work has the database most of the time. */
const REST_MS = 500;
const DAY_SECONDS = 86_400;

/** $1 the instant before which they were settled, $2 how many at most */
const FORGET_SETTLED = `
with old as (
  select id from notifications where settled_at < $1 order by settled_at limit $2 for update skip locked)
delete from notifications n using old o where n.id = o.id`;

/** $1 the instant before which they came, $2 how many at most */
const FORGET_RECEIVED = `
with old as (
  select id from received_notifications where received_at < $1 order by received_at limit $2 for update skip locked)
delete from received_notifications r using old o where r.id = o.id`;

/** Deletes notifications that were settled or received before the retention period. */
@Injectable()
export class Retention extends PollingWorker {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {
    super(INTERVAL_MS, 'old notifications could not be removed');
  }

  protected async round(): Promise<void> {
    while ((await this.forgetSome()) && !this.isStopping) await pause(REST_MS);
  }

  /** Whether there is more to forget. */
  private async forgetSome(): Promise<boolean> {
    const before = this.clock.now() - this.configuration.notificationRetentionDays * DAY_SECONDS;
    const isMoreSettled = await this.forget(FORGET_SETTLED, before);
    const isMoreReceived = await this.forget(FORGET_RECEIVED, before);
    return isMoreSettled || isMoreReceived;
  }

  /** Whether there is more to forget. */
  private async forget(statement: string, before: Instant): Promise<boolean> {
    for (let batch = 0; batch < MAX_BATCHES && !this.isStopping; batch++) {
      const parameters = [timestamp(before), BATCH];
      const [, count] = await this.dataSource.query<[unknown, number]>(statement, parameters);
      if (count < BATCH) return false;
    }
    return true;
  }
}
