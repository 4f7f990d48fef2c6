import { Injectable } from '@nestjs/common';
import { FoldCheck } from '../self-check/fold-check.service.js';
import { LedgerAudit, type AuditFigures } from '../self-check/ledger-audit.js';
import { counter, gauge, type Family, type MetricSource } from './metric-source.js';

/** What the last audit of the ledger found, and what this process found when it compared its folds with the ledger. */
@Injectable()
export class SelfCheckMetrics implements MetricSource {
  constructor(
    private readonly audit: LedgerAudit,
    private readonly folds: FoldCheck,
  ) {}

  families(): readonly Family[] {
    return [
      this.audited(
        'ledger_audit_violations',
        'Findings of the last audit: 0 unless capacity was taken by force.',
        ({ violations }) => violations,
      ),
      this.audited('ledger_audit_age_seconds', 'Time since the last audit ended.', ({ endedAt }) =>
        secondsSince(endedAt),
      ),
      this.audited(
        'ledger_audit_duration_seconds',
        'How long it took, rests between zones included.',
        ({ seconds }) => seconds,
      ),
      this.audited('ledger_audit_zones', 'Zones it looked at.', ({ zones }) => zones),
      this.audited(
        'ledger_audit_zones_skipped',
        'Zones it gave up on because they took too long or could not be read.',
        ({ skipped }) => skipped,
      ),
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
        return endedAt === undefined ? [] : [{ value: secondsSince(endedAt) }];
      }),
    ];
  }

  /** Absent until this process made an audit or knows of one. */
  private audited(name: string, help: string, pick: (figures: AuditFigures) => number): Family {
    return gauge(name, help, () => (this.audit.last ? [{ value: pick(this.audit.last) }] : []));
  }
}

/** @param instant by `performance.now()` */
function secondsSince(instant: number): number {
  return (performance.now() - instant) / 1000;
}
