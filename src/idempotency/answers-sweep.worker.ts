import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PollingWorker } from '../database/polling-worker.js';
import { Clock } from '../kernel/clock.js';

const INTERVAL_MS = 600_000;
const RETENTION_SECONDS = 48 * 3600;
const BATCH = 10_000;

/** On a cluster a newer answer may have the same key in another zone, and one key may have several that are old. */
const SWEEP = `
delete from idempotency_keys
 where (scope, key) in (select scope, key from idempotency_keys where created_at < $1 limit ${BATCH})
   and created_at < $1`;

/** Deletes answers to requests with an `Idempotency-Key` after RETENTION_SECONDS. */
@Injectable()
export class AnswersSweep extends PollingWorker {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super(INTERVAL_MS, 'old idempotency keys are swept later');
  }

  protected async round(): Promise<void> {
    const before = new Date((this.clock.now() - RETENTION_SECONDS) * 1000);
    for (let swept = BATCH; swept >= BATCH && !this.isStopping;)
      [, swept] = await this.dataSource.query<[unknown[], number]>(SWEEP, [before]);
  }
}
