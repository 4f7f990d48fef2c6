import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { InstanceState } from '../allocation/records.js';
import { ReconciliationService, type ReconciliationFigures } from './reconciliation.service.js';

export interface InstanceFigures {
  /** How many instances are in each state. */
  readonly byState: Readonly<Partial<Record<InstanceState, number>>>;
  /** How many providers could not be reconciled the last time. */
  readonly unreconciled: number;
}

const BY_STATE = `select state, count(*)::int as count from instances group by state`;

const UNRECONCILED = `select count(*)::int as unreconciled from reconciliations where failure is not null`;

/** What an operator wants to see of the instances at a glance. */
@Injectable()
export class InstancesFigures {
  constructor(
    private readonly dataSource: DataSource,
    private readonly service: ReconciliationService,
  ) {}

  /** Counted by this process since it was started. */
  get reconciliation(): Readonly<ReconciliationFigures> {
    return this.service.figures;
  }

  /** Reads all instances' states: not for every scrape. */
  async read(): Promise<InstanceFigures> {
    const states = await this.dataSource.query<{ state: InstanceState; count: number }[]>(BY_STATE);
    const [{ unreconciled }] = await this.dataSource.query<{ unreconciled: number }[]>(UNRECONCILED);
    return { byState: Object.fromEntries(states.map(({ state, count }) => [state, count])), unreconciled };
  }
}
