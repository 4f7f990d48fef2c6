import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry, type Gauge } from 'prom-client';
import { DatabaseFigures } from './database-figures.js';
import { MetricSource, type Family } from './metric-source.js';

/** The metrics of this process as Prometheus reads them. */
@Injectable()
export class MetricsService {
  private readonly registry = new Registry();
  private watchesProcess = false;

  constructor(
    @Inject(MetricSource) sources: readonly MetricSource[],
    private readonly database: DatabaseFigures,
  ) {
    for (const family of sources.flatMap((source) => source.families())) this.register(family);
  }

  /** All metrics, as text. A database that doesn't answer leaves out what comes from it, and delays little. */
  async read(): Promise<string> {
    this.watchProcess();
    await this.database.refresh();
    return this.registry.metrics();
  }

  /** The library asks no more of a metric than its samples; only its types ask for one of its own. */
  private register(family: Family): void {
    const { name, help, type } = family;
    const get = () => Promise.resolve({ name, help, type, values: [...family.samples()] });
    this.registry.registerMetric({ name, get } as unknown as Gauge);
  }

  /** Memory, processor time, event loop: watching them costs a little, so it begins when somebody looks. */
  private watchProcess(): void {
    if (this.watchesProcess) return;
    this.watchesProcess = true;
    collectDefaultMetrics({ register: this.registry });
  }
}
