import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { InstanceState } from '../allocation/admission/records.js';

export interface InstanceFigures {
  readonly byState: Readonly<Partial<Record<InstanceState, number>>>;
  /** Number of providers whose last reconciliation failed. */
  readonly unreconciled: number;
}

/** Each part has a partial index. Deleted instances are kept for ever, so they are not counted. */
export const BY_STATE = `
select state, count(*)::int as count from instances where state in ('pending', 'active') group by state
union all
select 'deleting', count(*)::int from instances where due_at is not null and state = 'deleting'
union all
select 'error', count(*)::int from instances where state || '' = 'error'`;

const UNRECONCILED = `select count(*)::int as unreconciled from reconciliations where failure is not null`;

/** Figures on instances for the metrics. */
@Injectable()
export class InstancesFigures {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads all instances in error there have ever been, so it is too expensive for every scrape. */
  async read(): Promise<InstanceFigures> {
    const states = await this.dataSource.query<{ state: InstanceState; count: number }[]>(BY_STATE);
    const [{ unreconciled }] = await this.dataSource.query<{ unreconciled: number }[]>(UNRECONCILED);
    return { byState: Object.fromEntries(states.map(({ state, count }) => [state, count])), unreconciled };
  }
}
