import type { Exemplar } from '../kernel/distribution.js';
import type { Instant } from '../kernel/time-window.js';

export type MetricLabels = Readonly<Record<string, string | number>>;

export interface Sample {
  readonly labels?: MetricLabels;
  readonly value: number;
  /** Where it differs from the family's: the parts of a histogram have names of their own. */
  readonly metricName?: string;
  readonly exemplar?: Exemplar;
}

/** A metric with all its labels. Its samples are made when it is read, so that it costs nothing in between. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  samples(): Iterable<Sample>;
}

/** Has the metrics of one part of the service. Those listed in metrics.module.ts are served. */
export interface MetricSource {
  families(): readonly Family[];
}

/** Injects all sources that are served. */
export const METRIC_SOURCES = Symbol('METRIC_SOURCES');

export function gauge(name: string, help: string, samples: () => Iterable<Sample>): Family {
  return { name: `headroom_${name}`, help, type: 'gauge', samples };
}

/** Something that only grows while the process lives. By custom its name ends in `_total`. */
export function counter(name: string, help: string, samples: () => Iterable<Sample>): Family {
  return { name: `headroom_${name}_total`, help, type: 'counter', samples };
}

/** Seconds since an instant that PostgreSQL told; 0 if there is none, or if its clock is ahead. */
export function ageAt(now: Instant, instant: Instant | null): number {
  return instant === null ? 0 : Math.max(now - instant, 0);
}
