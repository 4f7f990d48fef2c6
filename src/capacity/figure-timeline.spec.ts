import fc from 'fast-check';
import { foldOf, LAST_SECOND, smallWindow, smallWorld, entry } from '../../test/support/folds.js';
import type { LedgerEntry } from '../allocation/fold/entry.js';
import { FOREVER } from '../kernel/time-window.js';
import { MAX_TIMELINE_ROWS, sumOfFigures, timelineOf, type FigureTimeline } from './figure-timeline.js';

const ALL = { start: 0, end: FOREVER };

/** The figures of a class at a second, added up from the entries without any timeline. */
function figuresAt(entries: readonly LedgerEntry[], name: string, second: number) {
  const sumOf = (moves: string): number =>
    entries
      .filter(({ window, ...each }) => each.moves === moves && window.start <= second && second < window.end)
      .reduce((sum, { amounts }) => sum + (amounts[name] ?? 0), 0);
  const [total, reserved, allocated] = [sumOf('total'), sumOf('reserved'), sumOf('allocated')];
  return { total, reserved, allocated, available: total - reserved - allocated };
}

function ofClass(entries: readonly LedgerEntry[], name: string, window = ALL): FigureTimeline {
  return timelineOf(foldOf(entries).whole(), [name], window, (classes) => classes[name]);
}

/** The figures at a second, according to the rows. */
function at({ rows }: FigureTimeline, second: number) {
  return rows.findLast((row) => row.at <= second)?.figures;
}

it('has the figures of every second, and no row that changes nothing', () => {
  fc.assert(
    fc.property(smallWorld({ cores: 4 }), smallWindow, (entries, window) => {
      const timeline = ofClass(entries, 'cores', window);
      const { rows, omittedFrom } = timeline;
      expect([rows[0].at, omittedFrom]).toEqual([window.start, undefined]);
      for (let second = window.start; second < Math.min(window.end, LAST_SECOND + 2); second++) {
        expect(at(timeline, second)).toEqual(figuresAt(entries, 'cores', second));
      }
      rows.slice(1).forEach((row, index) => {
        expect(row.at).toBeGreaterThan(rows[index].at);
        expect(row.at).toBeLessThan(window.end);
        expect(row.figures).not.toEqual(rows[index].figures);
      });
    }),
  );
});

it('adds up: the providers of a zone make the zone', () => {
  fc.assert(
    fc.property(smallWorld({ cores: 4 }), smallWindow, (entries, window) => {
      const fold = foldOf(entries);
      const each = [...fold.providerIds()].map((id) =>
        timelineOf(fold.provider(id), ['cores'], window, ({ cores }) => cores),
      );
      const sum = sumOfFigures(each, window);
      const changes = sum.rows.filter(({ figures }, index) => {
        const before = index > 0 ? sum.rows[index - 1].figures : undefined;
        return JSON.stringify(figures) !== JSON.stringify(before);
      });
      expect(changes.map(({ at: instant, figures }) => ({ at: instant, figures }))).toEqual(
        ofClass(entries, 'cores', window).rows.map(({ at: instant, figures }) => ({ at: instant, figures })),
      );
    }),
  );
});

it('begins a row where one part has less and another one more', () => {
  const window = { start: 0, end: 24 };
  const day = (id: string, taken: { start: number; end: number }): FigureTimeline =>
    timelineOf(
      foldOf([entry(id, 'total', window, { cores: 10 }), entry(id, 'reserved', taken, { cores: 6 })]).whole(),
      ['cores'],
      window,
      ({ cores }) => cores,
    );
  const { rows } = sumOfFigures([day('a', { start: 0, end: 12 }), day('b', { start: 12, end: 24 })], window);
  expect(rows.map(({ at: instant, figures: { available } }) => [instant, available])).toEqual([
    [0, 14],
    [12, 14],
  ]);
});

it('is one row of nothing where there is nothing', () => {
  const nothing = { rows: [{ at: 0, figures: { total: 0, reserved: 0, allocated: 0, available: 0 } }] };
  expect(ofClass([], 'cores')).toEqual(nothing);
  expect(sumOfFigures([], ALL)).toEqual(nothing);
});

describe('with more changes than it may have rows', () => {
  const steps = (provider: string, count: number, first: number): LedgerEntry[] =>
    Array.from({ length: count }, (_, i) =>
      entry(provider, 'total', { start: first + 2 * i, end: FOREVER }, { cores: 1 }),
    );

  it('names the instant from which rows are omitted, and continues there', () => {
    const entries = steps('a', 2500, 0);
    let window = ALL;
    const lengths: number[] = [];
    for (;;) {
      const { rows, omittedFrom } = ofClass(entries, 'cores', window);
      lengths.push(rows.length);
      expect(rows[0].figures.total).toBe(1 + window.start / 2);
      if (omittedFrom === undefined) break;
      window = { start: omittedFrom, end: FOREVER };
    }
    expect(lengths).toEqual([1000, 1000, 500]);
  });

  it('is complete with exactly the maximum of rows', () => {
    const { rows, omittedFrom } = ofClass(steps('a', MAX_TIMELINE_ROWS, 0), 'cores');
    expect([rows.length, omittedFrom]).toEqual([MAX_TIMELINE_ROWS, undefined]);
  });

  it('is omitted as a sum from where one part is, although another one goes on', () => {
    const [a, b] = [steps('a', 1500, 0), [...steps('b', 900, 0), ...steps('b', 9, 2101)]];
    const sum = sumOfFigures([ofClass(a, 'cores'), ofClass(b, 'cores')], ALL);
    expect([sum.rows.length, sum.omittedFrom]).toEqual([MAX_TIMELINE_ROWS, 2000]);
    const later = sumOfFigures([ofClass(b, 'cores'), ofClass(a, 'cores')], ALL);
    expect(later).toEqual(sum);
  });

  it('is omitted as a sum from where the last part is, although later changes of the others are dropped', () => {
    const late = Array.from({ length: 4 }, (_, i) => ofClass(steps('a', 900, 10_000 + 1800 * i), 'cores'));
    const cut = ofClass(steps('b', 1500, 0), 'cores');
    expect(sumOfFigures([...late, cut], ALL).omittedFrom).toBe(cut.omittedFrom);
  });

  it('is correct up to that instant, also as the sum of a cut and a complete one', () => {
    const [a, b] = [steps('a', 1500, 0), steps('b', 700, 1801)];
    const sum = sumOfFigures([ofClass(a, 'cores'), ofClass(b, 'cores')], ALL);
    expect(sum.omittedFrom).toBeLessThanOrEqual(2000);
    for (let second = 0; second < (sum.omittedFrom ?? Infinity); second += 7) {
      expect(at(sum, second)).toEqual(figuresAt([...a, ...b], 'cores', second));
    }
  });
});
