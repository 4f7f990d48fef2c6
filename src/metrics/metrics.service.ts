import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry, type Gauge } from 'prom-client';
import { DatabaseFigures } from './database-figures.js';
import { MetricSource, type Family } from './metric-source.js';

/** Collecting costs as much as a hundred admissions, so scrapes that come faster wait for each other and share one. */
const INTERVAL_MS = 1_000;

/** The metrics of this process as Prometheus reads them. */
@Injectable()
export class MetricsService {
  private readonly registry = new Registry();
  private watchesProcess = false;
  private collectedAt = -Infinity;
  /** The collection that has not begun yet. */
  private next?: Promise<string>;

  constructor(
    @Inject(MetricSource) sources: readonly MetricSource[],
    private readonly database: DatabaseFigures,
  ) {
    for (const family of sources.flatMap((source) => source.families())) this.register(family);
  }

  /**
   * All metrics, as text, not older than the call. A database that doesn't answer leaves out what comes from it, and
   * delays little.
   */
  read(): Promise<string> {
    this.next ??= this.collectNext();
    return this.next;
  }

  private async collectNext(): Promise<string> {
    await pause(Math.max(0, this.collectedAt + INTERVAL_MS - performance.now()));
    this.next = undefined;
    this.collectedAt = performance.now();
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
