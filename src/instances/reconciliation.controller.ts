import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { reconciliationAnswer } from './dto/instance-answers.js';
import { ReconciliationService } from './reconciliation.service.js';

/** Additive: has a provider's platform compared with the records now. */
@Controller('providers')
export class ReconciliationController {
  constructor(private readonly service: ReconciliationService) {}

  @Post(':id/reconcile')
  @HttpCode(200)
  async reconcile(@Param('id') id: string): Promise<object> {
    return reconciliationAnswer(await this.service.reconcile(id));
  }
}
