/** A trace, as Prometheus names it in exemplars and OpenTelemetry in log lines of other formats. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/** An example of the values of a bucket. */
export interface Exemplar {
  readonly labelSet: TraceIds;
  readonly value: number;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** Counts values by size. Adding one allocates nothing, unlike an observation of the metrics library's histogram. */
export class Distribution {
  private readonly counts: number[];
  /** The last exemplar per bucket, once there is one. */
  private exemplars?: (Exemplar | undefined)[];
  private total = 0;

  /** @param bounds upper bounds, inclusive and ascending; larger values are counted in a last bucket */
  constructor(private readonly bounds: readonly number[]) {
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  /** The sum of all values. */
  get sum(): number {
    return this.total;
  }

  add(value: number, times = 1, exemplar?: TraceIds): void {
    let bucket = 0;
    while (bucket < this.bounds.length && value > this.bounds[bucket]) bucket += 1;
    this.counts[bucket] += times;
    this.total += value * times;
    if (!exemplar) return;
    this.exemplars ??= [];
    this.exemplars[bucket] = { labelSet: exemplar, value, timestamp: Date.now() / 1000 };
  }

  /** The number of values at or below each bound; that of the last bucket is the number of all. */
  *buckets(): Generator<{ upTo: number; count: number; exemplar?: Exemplar }> {
    let count = 0;
    for (const [bucket, held] of this.counts.entries()) {
      count += held;
      yield { upTo: this.bounds.at(bucket) ?? Infinity, count, exemplar: this.exemplars?.[bucket] };
    }
  }
}
