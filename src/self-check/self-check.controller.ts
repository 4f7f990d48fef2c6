import { Controller, HttpCode, Post } from '@nestjs/common';
import { selfCheckAnswer } from './dto/self-check-answers.js';
import { FoldCheck } from './fold-check.service.js';

/** Added to the interface for operators: the comparison that is made at intervals, now. */
@Controller('self-check')
export class SelfCheckController {
  constructor(private readonly folds: FoldCheck) {}

  @Post()
  @HttpCode(200)
  async run() {
    return selfCheckAnswer(await this.folds.run());
  }
}
