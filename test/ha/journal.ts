/** A request as its client saw it. Times are those of `performance.now()`. */
interface Entry {
  readonly zone: string;
  readonly isWrite: boolean;
  readonly begun: number;
  readonly ended: number;
  /** `ok`, or the status and code of a refusal that may be repeated. */
  readonly outcome: string;
}

/** How one zone fared from an instant on. */
export interface Figures {
  /** Requests that were answered as they should be. */
  readonly served: number;
  /** Status and code of each refusal → how many. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly slowestSeconds: number;
  /** Longest time between two acknowledged writes of a zone, the worst zone's. */
  readonly gapSeconds: number;
}

/** What all clients saw. */
export class Journal {
  private readonly entries: Entry[] = [];
  /** What must not happen, in words. */
  readonly violations: string[] = [];

  constructor(private readonly zones: readonly string[]) {}

  note(entry: Entry): void {
    this.entries.push(entry);
  }

  acknowledgedWrites(zone: string): number {
    return this.writes(zone).length;
  }

  /** When the first write of each zone that began after an instant was acknowledged; the last zone's. Undefined until all have one. */
  writesSince(instant: number): number | undefined {
    const firsts = this.zones.map((zone) => this.writes(zone).find(({ ended }) => ended > instant)?.ended);
    return firsts.every((first) => first !== undefined) ? Math.max(...firsts) : undefined;
  }

  since(instant: number): Figures {
    const entries = this.entries.filter(({ ended }) => ended >= instant);
    const refusals: Record<string, number> = {};
    for (const { outcome } of entries) {
      if (outcome !== 'ok') refusals[outcome] = (refusals[outcome] ?? 0) + 1;
    }
    const now = performance.now();
    const gaps = this.zones.map((zone) => {
      const ends = this.writes(zone).map(({ ended }) => ended);
      const times = [instant, ...ends.filter((ended) => ended >= instant), now];
      return Math.max(...times.slice(1).map((time, index) => time - times[index]));
    });
    return {
      served: entries.filter(({ outcome }) => outcome === 'ok').length,
      refusals,
      slowestSeconds: Math.max(0, ...entries.map(({ begun, ended }) => ended - begun)) / 1000,
      gapSeconds: Math.max(...gaps) / 1000,
    };
  }

  private writes(zone: string): Entry[] {
    return this.entries.filter((entry) => entry.isWrite && entry.outcome === 'ok' && entry.zone === zone);
  }
}
