import * as fc from 'fast-check';
import { rowsOf, visibleBars, type Bar } from './gantt-rows';

function bar(start: number, end: number, id = `${start}-${end}`): Bar {
  return { id, start, end, state: 'active', label: '' };
}

function lanes(bars: Bar[]): (readonly Bar[])[] {
  return rowsOf([{ name: 'g', bars }]).flatMap((row) => ('bars' in row ? [row.bars] : []));
}

const anyBars = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 20 }))
    .map(([start, length]) => bar(start, start + length)),
);

describe('the rows of the Gantt', () => {
  it('has a heading and as few lanes as can be', () => {
    const rows = rowsOf([{ name: 'north', bars: [bar(0, 5), bar(5, 9), bar(3, 6)] }]);
    expect(rows[0]).toEqual({ heading: 'north', count: 3 });
    expect(rows).toHaveLength(3);
  });

  it('never lets bars of a lane overlap, and needs no more lanes than bars at one instant', () => {
    fc.assert(
      fc.property(anyBars, (bars) => {
        const made = lanes(bars);
        expect(made.flat()).toHaveLength(bars.length);
        for (const lane of made) {
          lane.slice(1).forEach((next, index) => expect(next.start).toBeGreaterThanOrEqual(lane[index].end));
        }
        const fullest = Math.max(
          0,
          ...bars.map(({ start }) => bars.filter((one) => one.start <= start && start < one.end).length),
        );
        expect(made).toHaveLength(fullest);
      }),
    );
  });

  it('finds the bars of a lane that are seen', () => {
    fc.assert(
      fc.property(
        anyBars,
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 30 }),
        (bars, start, length) => {
          for (const lane of lanes(bars)) {
            const expected = lane.filter((one) => one.start < start + length && start < one.end);
            expect(visibleBars(lane, start, start + length)).toEqual(expected);
          }
        },
      ),
    );
  });
});
