import type { ZoneLoop } from '../allocation/loop/zone-loop.js';
import type { MetricLabels, Sample } from './metric-source.js';

/** Maximum number of zones with series of their own, those with most decisions: each series costs the scraper memory. */
const ZONES_TOLD_APART = 100;

/** Stands for all the other zones together. */
const THE_REST = 'other';

export interface ZoneSample {
  readonly labels?: MetricLabels;
  readonly value: number;
}

/** The samples of each loop under the name of its zone. */
export function byZone(
  loops: readonly ZoneLoop[],
  samplesOf: (loop: ZoneLoop) => Iterable<ZoneSample>,
): Sample[] {
  // One that has decided nothing yet may be for a name that is no zone.
  const known = loops.filter(({ figures, lastSeen }) => figures.batches > 0 || lastSeen);
  const busiest = known.sort((a, b) => b.figures.requests - a.figures.requests);
  const told = busiest
    .slice(0, ZONES_TOLD_APART)
    .flatMap((loop) => [...samplesOf(loop)].map((sample) => under(loop.zoneId, sample)));
  const rest = busiest.slice(ZONES_TOLD_APART).flatMap((loop) => [...samplesOf(loop)]);
  return [...told, ...summed(rest).map((sample) => under(THE_REST, sample))];
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
