import { Injectable } from '@nestjs/common';
import { timestamp } from '../database/columns.js';
import { Clock } from '../kernel/clock.js';
import { DatabaseFigures } from './database-figures.js';
import { gauge, type Family, type MetricSource } from './metric-source.js';

/**
 * When the oldest work of each worker was due; $1 now, by the service's clock. Where the database's clock counts, what
 * it says is moved to ours. PostgreSQL before 17 has no difference to the infinite end of an instance.
 */
const OLDEST_DUE = `
with oldest (worker, due_at) as (
  select 'instances', min(due_at) from instances where due_at is not null
  union all
  select 'ending-instances', min(ends_at) from instances where state in ('pending', 'active')
  union all
  select 'providers', min(due_at) from providers where due_at < 'infinity'
  union all
  select 'reconciliations', min(due_at) - clock_timestamp() + $1::timestamptz from reconciliations
  union all
  select 'deliveries', min(due_at) from delivery_lanes)
select worker,
       greatest(coalesce(extract(epoch from $1::timestamptz - case when isfinite(due_at) then due_at end), 0), 0)::float8 as seconds
  from oldest`;

interface WorkerRow {
  readonly worker: string;
  readonly seconds: number;
}

/** Whether the background work keeps up. */
@Injectable()
export class WorkerMetrics implements MetricSource {
  private readonly oldest: () => readonly WorkerRow[];

  constructor(database: DatabaseFigures, clock: Clock) {
    this.oldest = database.keepRows<WorkerRow>(OLDEST_DUE, () => [timestamp(clock.now())]);
  }

  families(): readonly Family[] {
    const help = 'How overdue the oldest work of each worker is, in whichever process it will be done.';
    return [
      gauge('worker_lag_seconds', help, () =>
        this.oldest().map(({ worker, seconds }) => ({ labels: { worker }, value: seconds })),
      ),
    ];
  }
}
