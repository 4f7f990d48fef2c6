import { Injectable } from '@nestjs/common';
import type { InstanceRecord } from '../allocation/admission/records.js';
import { unknownInstance } from '../allocation/admission/refusals.js';
import { storeRequest, type Remember } from '../database/remembered-request.js';
import { Transactions } from '../database/transactions.js';
import { Clock } from '../kernel/clock.js';
import { idOf } from '../kernel/identifiers.js';
import { tenantScope, type Principal } from '../kernel/principal.js';
import type { InstanceMarks } from './instance.js';
import { InstancesRepository } from './instances.repository.js';

/** Changes the name and labels of instances, on which no decision depends. */
@Injectable()
export class InstanceMarksService {
  constructor(
    private readonly instances: InstancesRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `unknown-instance` */
  async mark(
    caller: Principal,
    reference: string,
    change: InstanceMarks,
    remember?: Remember<InstanceRecord>,
  ): Promise<InstanceRecord> {
    const id = idOf('ResourceAllocation', reference);
    return this.transactions.run(async (tx) => {
      const marked = id && (await this.instances.mark(tx, tenantScope(caller), id, change));
      if (!marked) throw unknownInstance('id');
      await storeRequest(tx, remember?.(marked), this.clock.now());
      return marked;
    });
  }
}
