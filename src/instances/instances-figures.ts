import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { InstanceState } from '../allocation/records.js';
import { Clock } from '../kernel/clock.js';
import { ReconciliationService, type ReconciliationFigures } from './reconciliation.service.js';

export interface InstanceFigures {
  /** How many instances are in each state. */
  readonly byState: Readonly<Partial<Record<InstanceState, number>>>;
  /** For how long the platform worker has owed something to the instance that waits longest; 0: to none. */
  readonly oldestDueSeconds: number;
  /** For how long the instance that is overdue longest has been so; 0: none is. */
  readonly oldestOverdueSeconds: number;
  /** For how long the provider that waits longest has not been reconciled; 0: there is none. */
  readonly oldestReconciliationSeconds: number;
  /** How many providers could not be reconciled the last time. */
  readonly unreconciled: number;
}

const BY_STATE = `select state, count(*)::int as count from instances group by state`;

/** $1 now, by the service's clock */
const AGES = `
select greatest(0, extract(epoch from $1::timestamptz - (select min(due_at) from instances where due_at is not null)))::float8
         as "oldestDueSeconds",
       greatest(0, extract(epoch from $1::timestamptz - (select min(ends_at) from instances where state in ('pending', 'active'))))::float8
         as "oldestOverdueSeconds",
       greatest(0, extract(epoch from clock_timestamp() - (select min(ended_at) from reconciliations)))::float8
         as "oldestReconciliationSeconds",
       (select count(*) from reconciliations where failure is not null)::int as unreconciled`;

/** What an operator wants to see of the instances at a glance. */
@Injectable()
export class InstancesFigures {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly service: ReconciliationService,
  ) {}

  /** Counted by this process since it was started. */
  get reconciliation(): Readonly<ReconciliationFigures> {
    return this.service.figures;
  }

  /** Reads all instances' states: not for every scrape. */
  async read(): Promise<InstanceFigures> {
    const states = await this.dataSource.query<{ state: InstanceState; count: number }[]>(BY_STATE);
    const [ages] = await this.dataSource.query<Omit<InstanceFigures, 'byState'>[]>(AGES, [
      new Date(this.clock.now() * 1000),
    ]);
    return { byState: Object.fromEntries(states.map(({ state, count }) => [state, count])), ...ages };
  }
}
