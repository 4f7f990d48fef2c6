import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { DatabaseFigures } from './database-figures.js';

/** Never answers. */
const hang = () => new Promise<never>(() => undefined);

function figuresOf(query: () => Promise<unknown>): DatabaseFigures {
  return new DatabaseFigures({ query } as unknown as DataSource);
}

/** A scrape, to its end or until it is given up. */
async function scrape(figures: DatabaseFigures): Promise<void> {
  const scraped = figures.refresh();
  await jest.advanceTimersByTimeAsync(2_000);
  await scraped;
}

describe('figures that the database counts', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['performance'] }));
  afterEach(() => jest.useRealTimers());

  it('lacks only the one that takes too long', async () => {
    const figures = figuresOf(() => Promise.resolve([]));
    const quick = figures.keep(() => Promise.resolve(1));
    const slow = figures.keep(hang);
    await scrape(figures);
    expect([figures.isUp, quick(), slow()]).toEqual([true, 1, undefined]);
  });

  // Regression: a figure that always takes longer than a scrape waits was never there.
  it('has the earlier answer of one that takes too long, for a minute', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const reads = [() => new Promise<number>((resolve) => setTimeout(resolve, 3_000, 1)), hang];
    const figures = figuresOf(() => Promise.resolve([]));
    const slow = figures.keep(() => (reads.shift() ?? hang)(), 5);
    await scrape(figures);
    expect(slow()).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1_000);
    for (const seconds of [15, 64, 65]) {
      now.mockReturnValue(seconds * 1000);
      await scrape(figures);
      expect(slow()).toBe(seconds < 65 ? 1 : undefined);
    }
    now.mockRestore();
  });

  it('lacks only the one for which a node of the cluster does not answer', async () => {
    const figures = figuresOf(() => Promise.resolve([]));
    const away = figures.keep(() => Promise.reject(Object.assign(new Error(), { code: '08006' })));
    const later = figures.keep(() => Promise.resolve(1));
    await scrape(figures);
    expect([figures.isUp, away(), later()]).toEqual([true, undefined, 1]);
  });

  it('has none while the database does not answer', async () => {
    let isAway = false;
    const figures = figuresOf(() => (isAway ? hang() : Promise.resolve([])));
    const quick = figures.keep(() => Promise.resolve(1));
    await scrape(figures);
    isAway = true;
    await scrape(figures);
    expect([figures.isUp, quick()]).toEqual([false, undefined]);
  });
});
