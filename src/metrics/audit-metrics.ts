import { Injectable } from '@nestjs/common';
import { gauge, type Family, type MetricSource } from './metric-source.js';
import { LedgerAudit, type AuditFigures } from './ledger-audit.js';

/** What the last audit of the ledger found; absent until this process made one or knows of one. */
@Injectable()
export class AuditMetrics implements MetricSource {
  constructor(private readonly audit: LedgerAudit) {}

  families(): readonly Family[] {
    return [
      this.figure(
        'ledger_audit_violations',
        'Findings of the last audit: 0 unless capacity was taken by force.',
        ({ violations }) => violations,
      ),
      this.figure(
        'ledger_audit_age_seconds',
        'Time since the last audit ended.',
        ({ endedAt }) => (performance.now() - endedAt) / 1000,
      ),
      this.figure(
        'ledger_audit_duration_seconds',
        'How long it took, rests between zones included.',
        ({ seconds }) => seconds,
      ),
      this.figure('ledger_audit_zones', 'Zones it looked at.', ({ zones }) => zones),
      this.figure(
        'ledger_audit_zones_skipped',
        'Zones it gave up on because they took too long.',
        ({ skipped }) => skipped,
      ),
    ];
  }

  private figure(name: string, help: string, pick: (figures: AuditFigures) => number): Family {
    return gauge(name, help, () => (this.audit.last ? [{ value: pick(this.audit.last) }] : []));
  }
}
