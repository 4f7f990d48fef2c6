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
