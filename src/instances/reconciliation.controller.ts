import { Controller, Param, Post } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { AnsweredRequests } from '../idempotency/answered-requests.js';
import { IdempotencyKey, ofOneZone, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { reconciliationAnswer } from './dto/instance-answers.js';
import type { Reconciliation } from './reconciler.js';
import { ReconciliationService } from './reconciliation.service.js';
import { ReconcileProvider } from './dto/instances.openapi.js';

/** Additive: has a provider's platform compared with the records now. */
@Controller('providers')
export class ReconciliationController {
  constructor(
    private readonly service: ReconciliationService,
    private readonly answered: AnsweredRequests,
  ) {}

  @Post(':id/reconcile')
  @Allow('operator', 'admin')
  @ReconcileProvider()
  reconcile(@Param('id') id: string, @IdempotencyKey() key?: KeyedRequest): Promise<object> {
    return this.answered.once<Reconciliation>(
      ofOneZone(key),
      (remember) => this.service.reconcile(id, remember),
      reconciliationAnswer,
    );
  }
}
