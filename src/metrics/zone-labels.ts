import { Injectable } from '@nestjs/common';
import type { ZoneLoop } from '../allocation/loop/zone-loop.js';
import type { MetricLabels, Sample } from './metric-source.js';

/** Maximum number of zones with series of their own: each series costs the scraper memory. */
const ZONES_TOLD_APART = 100;

/** Stands for all the other zones together, and for a zone of this name: a scraper refuses two samples of one series. */
const THE_REST = 'other';

export interface ZoneSample {
  readonly labels?: MetricLabels;
  readonly value: number;
}

/**
 * The zones with series of their own. A zone keeps them: if another one replaced it, the counters of the rest could fall, which
 * a scraper takes for a restart of the process.
 */
@Injectable()
export class ZoneLabels {
  private readonly toldApart = new Set<string>();

  /** The samples of each loop under the name of its zone. While series are left, those with most decisions come first. */
  byZone(loops: readonly ZoneLoop[], samplesOf: (loop: ZoneLoop) => Iterable<ZoneSample>): Sample[] {
    // One that has decided nothing yet may be for a name that is no zone.
    const known = loops.filter(({ figures, lastSeen }) => figures.batches > 0 || lastSeen);
    const busiest = known.sort((a, b) => b.figures.requests - a.figures.requests);
    const told: Sample[] = [];
    const rest: ZoneSample[] = [];
    for (const loop of busiest) {
      if (loop.zoneId !== THE_REST && this.toldApart.size < ZONES_TOLD_APART) this.toldApart.add(loop.zoneId);
      if (!this.toldApart.has(loop.zoneId)) rest.push(...samplesOf(loop));
      else for (const sample of samplesOf(loop)) told.push(under(loop.zoneId, sample));
    }
    return [...told, ...summed(rest).map((sample) => under(THE_REST, sample))];
  }
}

function under(zone: string, { labels, value }: ZoneSample): Sample {
  return { labels: { zone, ...labels }, value };
}

function summed(samples: readonly ZoneSample[]): ZoneSample[] {
  const sums = new Map<string, { readonly labels?: MetricLabels; value: number }>();
  for (const { labels, value } of samples) {
    const key = labels ? Object.values(labels).join('\n') : '';
    const sum = sums.get(key);
    if (sum) sum.value += value;
    else sums.set(key, { labels, value });
  }
  return [...sums.values()];
}
