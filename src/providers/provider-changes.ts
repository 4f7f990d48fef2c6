import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import { HeavyWork } from '../kernel/heavy-work.js';

/** Those of one provider wait for its row, each with one of the connections that appends need. */
const PLACES = 2;

/** Transactions in which requests change providers, a few at a time. A platform has answered before they begin. */
@Injectable()
export class ProviderChanges {
  private readonly places: HeavyWork;

  constructor(
    private readonly transactions: Transactions,
    heavyWork: HeavyWork,
  ) {
    this.places = heavyWork.sibling(PLACES, { kind: 'provider', maxWaiting: Infinity, isNested: true });
  }

  /** @throws DomainError as `Transactions.run`; `heavy-requests-busy` */
  run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.places.runCharged(() => this.transactions.run(work));
  }
}
