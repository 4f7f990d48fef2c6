import type { ZoneLoop } from '../allocation/loop/zone-loop.js';
import { byZone } from './zone-labels.js';

/** A loop with only the members that the labels need. */
function loopOf(zoneId: string, requests: number, queued: number): ZoneLoop {
  return { zoneId, queued, figures: { requests, batches: requests } } as unknown as ZoneLoop;
}

describe('byZone', () => {
  it('labels the hundred busiest zones, and sums up the others', () => {
    const loops = Array.from({ length: 250 }, (_, index) => loopOf(`z${index}`, index + 1, 2));
    const samples = byZone(loops, ({ queued }) => [
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

  it('leaves out a name under which nothing was ever decided', () => {
    expect(byZone([loopOf('made up by a caller', 0, 1)], () => [{ value: 1 }])).toEqual([]);
  });
});
