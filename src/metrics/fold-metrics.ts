import { Injectable } from '@nestjs/common';
import { FoldCheck } from '../self-check/fold-check.service.js';
import { counter, gauge, type Family, type MetricSource } from './metric-source.js';

/** What this process found when it compared its folds with the ledger. */
@Injectable()
export class FoldMetrics implements MetricSource {
  constructor(private readonly folds: FoldCheck) {}

  families(): readonly Family[] {
    return [
      counter('fold_checks', 'Folds that were compared with ones made anew from the ledger.', () => [
        { value: this.folds.figures.zones },
      ]),
      counter(
        'fold_differences',
        'Figures in which a fold differed from the ledger; 0 unless there is a defect.',
        () => [{ value: this.folds.figures.differences }],
      ),
      gauge('fold_check_age_seconds', 'Time since this process last compared all its folds.', () => {
        const { endedAt } = this.folds.figures;
        return endedAt === undefined ? [] : [{ value: (performance.now() - endedAt) / 1000 }];
      }),
    ];
  }
}
