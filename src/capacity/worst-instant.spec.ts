import fc from 'fast-check';
import { entry, foldOf, LAST_SECOND, smallWindow, smallWorld } from '../../test/support/folds.js';
import { capacityOf, handovers, worstOf } from './worst-instant.js';

const DAY = { start: 0, end: 24 };

/** Two providers of ten each; six are taken at one in the first half of the day, and at the other in the second. */
const BY_TURNS = [
  entry('a', 'total', DAY, { cores: 10 }),
  entry('b', 'total', DAY, { cores: 10 }),
  entry('a', 'reserved', { start: 0, end: 12 }, { cores: 6 }),
  entry('b', 'reserved', { start: 12, end: 24 }, { cores: 6 }),
];

describe('what is available throughout a window', () => {
  it('does not count what is free at one provider first and at another one later', () => {
    const zone = capacityOf(foldOf(BY_TURNS));
    const most = { total: 20, reserved: 12, allocated: 0, available: 8 };
    expect(worstOf([zone], 'cores', DAY)).toEqual(most);
    expect(worstOf([zone], 'cores', { start: 0, end: 12 }).available).toBe(14);
    expect([...handovers(zone.providers, 'cores', DAY)]).toEqual([12, 12]);
  });

  it('does not count what is free in one zone first and in another one later', () => {
    const [a, b] = ['a', 'b'].map((id) =>
      capacityOf(foldOf(BY_TURNS.filter(({ providerId }) => providerId === id))),
    );
    expect(worstOf([a, b], 'cores', DAY).available).toBe(8);
  });

  it('is what the providers have throughout, never more than at the worst instant, and adds up', () => {
    fc.assert(
      fc.property(smallWorld({ cores: 4 }), smallWindow, (world, asked) => {
        const window = { start: asked.start, end: Math.min(asked.end, LAST_SECOND + 2) };
        const fold = foldOf(world);
        const { total, reserved, allocated, available } = worstOf([capacityOf(fold)], 'cores', window);
        const seconds = Array.from({ length: window.end - window.start }, (_, i) => window.start + i);
        const leastOf = (view: ReturnType<typeof fold.whole>): number =>
          Math.min(...seconds.map((second) => view.figuresAt('cores', second).available));
        const ids = [...fold.providerIds()];
        const backed = ids.reduce((sum, id) => sum + Math.max(0, leastOf(fold.provider(id))), 0);
        const least = leastOf(fold.whole());
        expect(available).toBe(ids.length > 1 ? Math.min(least, backed) : least);
        expect(total).toBe(reserved + allocated + available);
      }),
    );
  });
});
