import fc from 'fast-check';
import { entry, foldOf, smallWindow, smallWorld } from '../../test/support/folds.js';
import { FOREVER } from '../kernel/time-window.js';
import { resultOf } from '../kernel/pace.js';
import { partsTimeline, stretchesOf } from './parts-timeline.js';
import { capacityOf, worstOf } from './worst-instant.js';

const ALL = { start: 0, end: FOREVER };

describe('a time line in parts', () => {
  it('has the same figures for each part as a query for that part alone', () => {
    fc.assert(
      fc.property(
        smallWorld({ cores: 4 }),
        smallWindow,
        fc.integer({ min: 1, max: 9 }),
        (world, asked, size) => {
          const window = { start: asked.start, end: Math.min(asked.end, asked.start + 500) };
          const zone = capacityOf(foldOf(world));
          const parts = stretchesOf(window, size);
          const { rows } = resultOf(partsTimeline([zone], 'cores', parts));
          for (const part of parts) {
            const row = rows.findLast(({ at }) => at <= part.start);
            expect(row?.figures).toEqual(worstOf([zone], 'cores', part));
          }
          for (const [index, { at, figures }] of rows.entries()) {
            const end = rows[index + 1]?.at ?? window.end;
            if (end > at)
              expect(worstOf([zone], 'cores', { start: at, end }).available).toBe(figures.available);
          }
          for (const { worstAt = -1, figures } of rows)
            expect(zone.whole.figuresAt('cores', worstAt)).toMatchObject({ total: figures.total });
        },
      ),
    );
  });

  // Regression: two parts had one row, but nothing could be reserved across the two.
  it('has a row where what is available changes hands, although the figures stay', () => {
    const [first, second] = [
      { start: 0, end: 10 },
      { start: 10, end: 20 },
    ];
    const zone = capacityOf(
      foldOf([
        ...['a', 'b'].map((id) => entry(id, 'total', ALL, { cores: 10 })),
        entry('a', 'reserved', first, { cores: 6 }),
        entry('b', 'reserved', second, { cores: 6 }),
      ]),
    );
    const { rows } = resultOf(partsTimeline([zone], 'cores', stretchesOf({ start: 0, end: 20 }, 5)));
    expect(rows.map(({ at, figures }) => [at, figures.available])).toEqual([
      [0, 14],
      [10, 14],
    ]);
  });

  it('divides at the same instants wherever the window begins', () => {
    const startsIn = (start: number) => stretchesOf({ start, end: 500 }, 100).map((part) => part.start);
    expect(startsIn(130)).toEqual([130, 200, 300, 400]);
    expect(startsIn(200)).toEqual([200, 300, 400]);
  });

  it('pauses after so many searches, in the parts of all providers', () => {
    const zone = capacityOf(
      foldOf([entry('a', 'total', ALL, { cores: 1 }), entry('b', 'total', ALL, { cores: 1 })]),
    );
    const parts = stretchesOf({ start: 0, end: 900 }, 1);
    const pausesOf = (zones: (typeof zone)[]): number => {
      let pauses = 0;
      for (const work = partsTimeline(zones, 'cores', parts); !work.next().done;) pauses += 1;
      return pauses;
    };
    expect(pausesOf([zone])).toBeGreaterThan(0);
    expect(pausesOf([zone, zone])).toBeGreaterThanOrEqual(2 * pausesOf([zone]));
  });

  it('refuses more parts than an answer has rows, and says how long they must be', () => {
    expect(stretchesOf({ start: 7, end: 7 + 999_000 }, 1_000)).toHaveLength(1_000);
    expect(stretchesOf({ start: 0, end: 1_000_000 }, 1_000)).toHaveLength(1_000);
    expect(() => stretchesOf({ start: 7, end: 1_000_007 }, 1_000)).toThrow(
      'resolution must be at least 1001',
    );
    expect(() => stretchesOf({ start: 0, end: Infinity }, 1_000)).toThrow(
      'resolution needs timePeriod.stopTime',
    );
  });
});
