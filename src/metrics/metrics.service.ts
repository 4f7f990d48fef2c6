import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry, type Gauge, type RegistryContentType } from 'prom-client';
import { Tracing } from '../tracing/tracing.js';
import { DatabaseFigures } from './database-figures.js';
import { METRIC_SOURCES, type Family, type MetricSource } from './metric-source.js';

/** Collecting costs as much as a hundred admissions, so scrapes that come faster wait for each other and share one. */
const INTERVAL_MS = 1_000;

/** The metrics of this process as Prometheus reads them. */
@Injectable()
export class MetricsService {
  private readonly text: Exposition;
  /** Shows exemplars. Without traces there are none, and the text format says all. */
  private readonly openMetrics?: Exposition;

  constructor(
    @Inject(METRIC_SOURCES) sources: readonly MetricSource[],
    database: DatabaseFigures,
    tracing: Tracing,
  ) {
    const families = sources.flatMap((source) => source.families());
    this.text = new Exposition(Registry.PROMETHEUS_CONTENT_TYPE, families, database);
    if (tracing.isOn)
      this.openMetrics = new Exposition(Registry.OPENMETRICS_CONTENT_TYPE, families, database);
  }

  /** The format to answer with. */
  exposition(acceptsOpenMetrics: boolean): Exposition {
    return (acceptsOpenMetrics && this.openMetrics) || this.text;
  }
}

/** The metrics in one format. */
export class Exposition {
  private readonly registry = new Registry<RegistryContentType>();
  private watchesProcess = false;
  private collectedAt = -Infinity;
  /** The collection that has not begun yet. */
  private next?: Promise<string>;

  constructor(
    readonly contentType: RegistryContentType,
    families: readonly Family[],
    private readonly database: DatabaseFigures,
  ) {
    this.registry.setContentType(contentType);
    for (const family of families) this.register(family);
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

  /**
   * Registers what the registry asks of a metric: its name and its samples. The library's own classes with `collect()` can't do
   * it: a histogram of theirs takes single observations, each of which allocates, and neither buckets counted elsewhere nor their
   * exemplars. A gauge or counter of theirs would be filled and emptied label by label at every scrape.
   */
  private register(family: Family): void {
    const { help, type } = family;
    // OpenMetrics names a counter without its suffix; the library adds the suffix to the samples.
    const isBare = this.contentType === Registry.OPENMETRICS_CONTENT_TYPE && type === 'counter';
    const name = isBare ? family.name.replace(/_total$/, '') : family.name;
    const get = () => Promise.resolve({ name, help, type, values: [...family.samples()] });
    this.registry.registerMetric({ name, get } as unknown as Gauge);
  }

  /** Memory, processor time, event loop. Collecting them costs a little, so it starts with the first scrape. */
  private watchProcess(): void {
    if (this.watchesProcess) return;
    this.watchesProcess = true;
    collectDefaultMetrics({ register: this.registry });
  }
}
