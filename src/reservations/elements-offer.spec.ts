import fc from 'fast-check';
import { entry, foldOf, LAST_SECOND, roomIn, smallWindow, smallWorld } from '../../test/support/folds.js';
import { runs } from '../../test/support/runs.js';
import { demandOf } from '../allocation/placement/demand.js';
import { FOREVER, LAST_INSTANT, overlaps, type TimeWindow } from '../kernel/time-window.js';
import { offerAround } from './elements-offer.js';

const ALWAYS = { start: 0, end: FOREVER };

function nextWindow(
  fold: ReturnType<typeof foldOf>,
  amounts: Record<string, number>,
  window: TimeWindow,
  taken: readonly TimeWindow[],
): TimeWindow | undefined {
  const wanted = { demand: demandOf(amounts), window, options: {} };
  return offerAround(fold, wanted, taken).nextWindow;
}

describe('the offer for elements that other reservations have', () => {
  it('is the earliest window without them in which the whole demand fits', () => {
    fc.assert(
      fc.property(
        smallWorld({ cores: 4 }),
        fc.array(smallWindow, { maxLength: 4 }),
        smallWindow,
        fc.nat(3),
        (world, taken, window, cores) => {
          const entries = world.filter(({ providerId }) => providerId === 'a');
          const length = window.end - window.start;
          let earliest: TimeWindow | undefined;
          for (let start = window.start; start <= LAST_SECOND + 1 && !earliest; start++) {
            const tried = { start, end: start + length };
            const isFree = !taken.some((other) => overlaps(other, tried));
            if (isFree && (cores === 0 || roomIn(entries, 'a', 'cores', tried) >= cores)) earliest = tried;
          }
          expect(nextWindow(foldOf(entries), cores > 0 ? { cores } : {}, window, taken)).toEqual(earliest);
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('skips windows that follow each other, in whatever order they are named', () => {
    const taken = [
      { start: 10, end: 20 },
      { start: 0, end: 10 },
    ];
    expect(nextWindow(foldOf([]), {}, { start: 0, end: 5 }, taken)).toEqual({ start: 20, end: 25 });
  });

  it('looks on from where the amounts fit, if the elements are taken there', () => {
    const fold = foldOf([entry('a', 'total', { start: 10, end: FOREVER }, { cores: 1 })]);
    const offered = nextWindow(fold, { cores: 1 }, { start: 0, end: 5 }, [{ start: 12, end: 15 }]);
    expect(offered).toEqual({ start: 15, end: 20 });
  });

  it('offers no amount', () => {
    const wanted = { demand: demandOf({ cores: 2, ram: 3 }), window: { start: 0, end: 5 }, options: {} };
    const offer = offerAround(foldOf([entry('a', 'total', ALWAYS, { cores: 9, ram: 9 })]), wanted, []);
    expect(offer.maxCapacity).toEqual({ cores: 0, ram: 0 });
  });

  it('never ends later than a time can be written', () => {
    const offered = (end: number) => nextWindow(foldOf([]), {}, { start: 0, end }, [{ start: 0, end: 10 }]);
    expect(offered(LAST_INSTANT - 10)).toEqual({ start: 10, end: LAST_INSTANT });
    expect(offered(LAST_INSTANT - 9)).toBeUndefined();
    expect(offered(FOREVER)).toEqual({ start: 10, end: FOREVER });
  });
});
