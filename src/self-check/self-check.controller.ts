import { Controller, Post } from '@nestjs/common';
import { Allow } from '../http/allow.js';
import { SelfCheck, selfCheckAnswer } from './dto/self-check-answers.js';
import { FoldCheck } from './fold-check.service.js';
import { Command } from '../openapi/operations.js';
import { NOT_AN_OBJECT } from '../openapi/refusals.js';
import { SERVICE_TAG } from '../openapi/samples.js';

/** Added to the interface for operators: the comparison that is made at intervals, now. */
@Controller('self-check')
export class SelfCheckController {
  constructor(private readonly folds: FoldCheck) {}

  @Post()
  @Allow('operator', 'admin')
  @Command({
    id: 'checkFolds',
    repeatable: false,
    tag: SERVICE_TAG,
    summary: 'Compare what this process holds in memory with the ledger, now',
    description:
      'Zone by zone, at the same entry of the ledger. What differs is listed, logged, counted in ' +
      '`headroom_fold_differences_total` and rebuilt. The same is done every `FOLD_CHECK_SECONDS`.',
    status: 200,
    says: 'Compared.',
    answer: SelfCheck,
    answers: { sound: { value: { zones: 3, differences: [] } } },
    refusals: { 400: NOT_AN_OBJECT },
  })
  async run() {
    return selfCheckAnswer(await this.folds.run());
  }
}
