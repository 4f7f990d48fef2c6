/** A request as its client saw it. Times are those of `performance.now()`. */
interface Entry {
  readonly zone: string;
  readonly isWrite: boolean;
  readonly begun: number;
  readonly ended: number;
  /** `ok`, or the status and code of a refusal after which the client may retry. */
  readonly outcome: string;
}

/** Figures of all zones since an instant. */
export interface Figures {
  /** Number of requests with the expected answer. */
  readonly served: number;
  /** Status and code of a refusal → number of refusals. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly slowestSeconds: number;
  /** Longest time between two acknowledged writes of the same zone. */
  readonly gapSeconds: number;
}

/** The requests of all clients, as the clients saw them. */
export class Journal {
  private readonly entries: Entry[] = [];
  /** Zone → times at which its writes were acknowledged. */
  private readonly writes: ReadonlyMap<string, number[]>;
  /** Descriptions of violated guarantees. */
  readonly violations: string[] = [];

  constructor(zones: readonly string[]) {
    this.writes = new Map(zones.map((zone) => [zone, []]));
  }

  note(entry: Entry): void {
    const { zone, isWrite, ended, outcome } = entry;
    this.entries.push(entry);
    if (isWrite && outcome === 'ok') this.writes.get(zone)?.push(ended);
  }

  /** Number of acknowledged writes since an instant in the zone with the fewest. */
  fewestWrites(since: number): number {
    return Math.min(...this.timesOfZones((ended) => ended > since).map(({ length }) => length));
  }

  /** The time at which the last zone had its first acknowledged write after an instant; undefined until all have one. */
  firstWrites(since: number): number | undefined {
    const firsts = this.timesOfZones((ended) => ended > since).map(([first]) => first);
    return firsts.every((first) => first !== undefined) ? Math.max(...firsts) : undefined;
  }

  since(instant: number): Figures {
    const entries = this.entries.filter(({ ended }) => ended >= instant);
    const refusals: Record<string, number> = {};
    for (const { outcome } of entries) {
      if (outcome !== 'ok') refusals[outcome] = (refusals[outcome] ?? 0) + 1;
    }
    const now = performance.now();
    const gaps = this.timesOfZones((ended) => ended >= instant).flatMap((ends) => {
      const times = [instant, ...ends, now];
      return times.slice(1).map((time, index) => time - times[index]);
    });
    return {
      served: entries.filter(({ outcome }) => outcome === 'ok').length,
      refusals,
      slowestSeconds: Math.max(0, ...entries.map(({ begun, ended }) => ended - begun)) / 1000,
      gapSeconds: Math.max(...gaps) / 1000,
    };
  }

  private timesOfZones(isMeant: (ended: number) => boolean): number[][] {
    return [...this.writes.values()].map((ends) => ends.filter(isMeant));
  }
}
