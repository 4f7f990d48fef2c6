import type { Exemplar, Family, Labels, Sample } from './metric-source.js';

/** The trace of a value. */
export interface ExemplarLabels {
  readonly trace_id: string;
  readonly span_id: string;
}

/** Counts values by size. Adding one allocates nothing, unlike an observation of the metrics library's histogram. */
export class Distribution {
  private readonly counts: number[];
  /** The last exemplar per bucket, once there is one. */
  private exemplars?: (Exemplar | undefined)[];
  private sum = 0;

  /** @param bounds upper bounds, inclusive and ascending; what exceeds them all is counted beyond the last */
  constructor(private readonly bounds: readonly number[]) {
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  add(value: number, times = 1, exemplar?: ExemplarLabels): void {
    let bucket = 0;
    while (bucket < this.bounds.length && value > this.bounds[bucket]) bucket += 1;
    this.counts[bucket] += times;
    this.sum += value * times;
    if (!exemplar) return;
    this.exemplars ??= [];
    this.exemplars[bucket] = { labelSet: { ...exemplar }, value, timestamp: Date.now() / 1000 };
  }

  /** As a histogram has them: each bucket counts what is below its bound, those of the smaller ones included. */
  *samples(name: string, labels: Labels = {}): Generator<Sample> {
    let count = 0;
    for (const [bucket, held] of this.counts.entries()) {
      count += held;
      const le = this.bounds.at(bucket) ?? '+Inf';
      const exemplar = this.exemplars?.[bucket];
      yield { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count, exemplar };
    }
    yield { metricName: `${name}_sum`, labels, value: this.sum };
    yield { metricName: `${name}_count`, labels, value: count };
  }
}

/** Several distributions of one kind, told apart by labels. */
export function histogram(
  name: string,
  help: string,
  distributions: () => Iterable<readonly [Labels, Distribution]>,
): Family {
  const fullName = `headroom_${name}`;
  return {
    name: fullName,
    help,
    type: 'histogram',
    *samples() {
      for (const [labels, distribution] of distributions()) yield* distribution.samples(fullName, labels);
    },
  };
}
