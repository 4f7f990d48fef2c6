import { Injectable } from '@nestjs/common';
import { InstancesFigures, type InstanceFigures } from '../instances/instances-figures.js';
import { ReconciliationService, type ReconciliationFigures } from '../instances/reconciliation.service.js';
import { DatabaseFigures } from './database-figures.js';
import { counter, gauge, type Family, type MetricSource, type Sample } from './metric-source.js';

/** All instances in error there have ever been are counted. */
const KEPT_SECONDS = 60;

const STATES = ['pending', 'active', 'deleting', 'error'] as const;

@Injectable()
export class InstanceMetrics implements MetricSource {
  private readonly last: () => InstanceFigures | undefined;

  constructor(
    database: DatabaseFigures,
    instances: InstancesFigures,
    private readonly reconciliation: ReconciliationService,
  ) {
    this.last = database.keep(() => instances.read(), KEPT_SECONDS);
  }

  families(): readonly Family[] {
    return [
      gauge('instances', 'Instances by state, without the deleted ones.', () => this.states()),
      gauge(
        'providers_unreconciled',
        'Providers whose last comparison with the records was not finished, or left a server.',
        () => this.unreconciled(),
      ),
      counter('reconciliations', 'Comparisons of a platform with the records, by how they ended.', () =>
        this.counted('ended', 'unfinished'),
      ),
      counter('reconciled', 'What they found: servers removed, instances lost, instances failed.', () =>
        this.counted('removed', 'lost', 'failed'),
      ),
    ];
  }

  private states(): Sample[] {
    const last = this.last();
    return last ? STATES.map((state) => ({ labels: { state }, value: last.byState[state] ?? 0 })) : [];
  }

  private unreconciled(): Sample[] {
    const last = this.last();
    return last ? [{ value: last.unreconciled }] : [];
  }

  private counted(...outcomes: (keyof ReconciliationFigures)[]): Sample[] {
    const { figures } = this.reconciliation;
    return outcomes.map((outcome) => ({ labels: { outcome }, value: figures[outcome] }));
  }
}
