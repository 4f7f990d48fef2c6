import fc from 'fast-check';
import { SEGMENT, spansWithout } from './segments.js';

describe('spansWithout', () => {
  it('has each entry once, in order, but for those of the segments left out', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6 * SEGMENT }),
        fc.uniqueArray(fc.integer({ min: 0, max: 7 })),
        fc.integer({ min: 1, max: 3 * SEGMENT }),
        (head, segments, most) => {
          const over = segments.toSorted((a, b) => a - b);
          const spans = [...spansWithout(over, head, most)];
          expect(spans.every(({ after, upTo }) => after < upTo && upTo - after <= most)).toBe(true);
          const read = spans.flatMap(({ after, upTo }) =>
            Array.from({ length: upTo - after }, (_, index) => after + index + 1),
          );
          const wanted = Array.from({ length: head }, (_, index) => index + 1).filter(
            (sequence) => !over.includes(Math.floor((sequence - 1) / SEGMENT)),
          );
          expect(read).toEqual(wanted);
        },
      ),
    );
  });
});
