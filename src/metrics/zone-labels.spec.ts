import type { ZoneLoop } from '../allocation/loop/zone-loop.js';
import { ZoneLabels } from './zone-labels.js';

/** A loop with only the members that the labels need. */
function loopOf(zoneId: string, requests: number, queued: number): ZoneLoop {
  return { zoneId, queued, figures: { requests, batches: requests } } as unknown as ZoneLoop;
}

describe('labels of zones', () => {
  it('labels the hundred busiest zones, and sums up the others', () => {
    const loops = Array.from({ length: 250 }, (_, index) => loopOf(`z${index}`, index + 1, 2));
    const samples = new ZoneLabels().byZone(loops, ({ queued }) => [
      { labels: { class: 'a' }, value: queued },
      { labels: { class: 'b' }, value: 1 },
    ]);
    expect(samples).toHaveLength(202);
    expect(samples[0]).toEqual({ labels: { zone: 'z249', class: 'a' }, value: 2 });
    expect(samples.slice(-2)).toEqual([
      { labels: { zone: 'other', class: 'a' }, value: 300 },
      { labels: { zone: 'other', class: 'b' }, value: 150 },
    ]);
  });

  it('stay with a zone, so that no counter falls when another one is busier later', () => {
    const labels = new ZoneLabels();
    const requestsBy = (requests: (zone: number) => number) => {
      const loops = Array.from({ length: 102 }, (_, index) => loopOf(`z${index}`, requests(index), 0));
      const samples = labels.byZone(loops, ({ figures }) => [{ value: figures.requests }]);
      return new Map(samples.map(({ labels: of, value }) => [of?.zone, value]));
    };
    const before = requestsBy(() => 10);
    const after = requestsBy((zone) => 10 + zone);
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    expect([before.get('other'), after.get('other')]).toEqual([20, 221]);
  });

  // Regression: there were two samples of each series, and a scraper refuses all of them.
  it('has one sample of the rest, also if a zone has its name', () => {
    const loops = Array.from({ length: 102 }, (_, index) =>
      loopOf(index === 50 ? 'other' : `z${index}`, 1, 0),
    );
    const samples = new ZoneLabels().byZone(loops, () => [{ value: 1 }]);
    expect(samples.map(({ labels }) => labels?.zone).filter((zone) => zone === 'other')).toHaveLength(1);
    expect(samples.at(-1)).toEqual({ labels: { zone: 'other' }, value: 2 });
  });

  it('leaves out a name under which nothing was ever decided', () => {
    expect(new ZoneLabels().byZone([loopOf('made up by a caller', 0, 1)], () => [{ value: 1 }])).toEqual([]);
  });
});
