import fc from 'fast-check';
import type { LedgerEntry } from '../allocation/fold/entry.js';
import { FOREVER, type TimeWindow } from '../kernel/time-window.js';
import { MAX_UTILIZATION_ROWS, Utilization, type UtilizationRows } from './utilization.js';

const ALL: TimeWindow = { start: 0, end: FOREVER };

/** What is reserved: part of an entry that the figures read. */
type Reserved = Pick<LedgerEntry, 'moves' | 'window' | 'amounts'>;

const reservedCores = (start: number, end: number, cores = 1): Reserved => ({
  moves: 'reserved',
  window: { start, end },
  amounts: { cores },
});

function sumOf(entries: readonly Reserved[], window = ALL, most = MAX_UTILIZATION_ROWS): Utilization {
  const sum = new Utilization('reserved', window, most);
  sum.addClass('cores');
  sum.beginRows([window.start]);
  for (const entry of entries) {
    sum.addEntry(entry as LedgerEntry, 1);
    sum.addCollection(entry.window);
  }
  return sum;
}

function rowsOf(sum: Utilization): UtilizationRows {
  const reading = sum.rows();
  for (;;) {
    const part = reading.next();
    if (part.done) return part.value;
  }
}

/** An answer with few rows is the beginning of one with all, and says where the rest begins. */
function expectBeginning(cut: UtilizationRows, whole: UtilizationRows, most: number): void {
  expect(whole.omittedFrom).toBeUndefined();
  const { omittedFrom = FOREVER } = cut;
  expect(cut.rows).toEqual(whole.rows.filter(({ at }) => at < omittedFrom));
  expect(cut.rows.length).toBeLessThanOrEqual(most);
  if (whole.rows.length > most) expect(omittedFrom).toBeLessThan(FOREVER);
}

const ENTRIES = fc.array(
  fc
    .record({
      start: fc.nat(40),
      length: fc.constantFrom(1, 3, 20, FOREVER),
      cores: fc.integer({ min: 1, max: 5 }),
    })
    .map(({ start, length, cores }) => reservedCores(start, start + length, cores)),
  { maxLength: 30 },
);
const MOST = fc.integer({ min: 1, max: 12 });

describe('rows of utilization', () => {
  it('are the first ones, in whatever order the entries come', () => {
    fc.assert(
      fc.property(ENTRIES, MOST, (entries, most) => {
        expectBeginning(rowsOf(sumOf(entries, ALL, most)), rowsOf(sumOf(entries)), most);
      }),
    );
  });

  it('are the first ones of a sum over zones', () => {
    fc.assert(
      fc.property(fc.array(ENTRIES, { minLength: 1, maxLength: 4 }), MOST, (zones, most) => {
        const total = new Utilization('reserved', ALL, most);
        for (const entries of zones) Array.from(total.addAll(sumOf(entries, ALL, most)));
        expectBeginning(rowsOf(total), rowsOf(sumOf(zones.flat())), most);
      }),
    );
  });

  it('are the first ones where another sum is the limit', () => {
    fc.assert(
      fc.property(ENTRIES, ENTRIES, MOST, (entries, limits, most) => {
        const [cut, whole] = [most, undefined].map((rows) => {
          const sum = sumOf(entries, ALL, rows);
          sum.limitTo(sumOf(limits, ALL, rows));
          return rowsOf(sum);
        });
        expectBeginning(cut, whole, most);
      }),
    );
  });

  it('are all read part after part', () => {
    fc.assert(
      fc.property(ENTRIES, MOST, (entries, most) => {
        const whole = rowsOf(sumOf(entries));
        const read = new Map<number, unknown>();
        for (let start = 0; ;) {
          const { rows, omittedFrom } = rowsOf(sumOf(entries, { start, end: FOREVER }, most));
          for (const row of rows) read.set(row.at, row);
          if (omittedFrom === undefined) break;
          expect(omittedFrom).toBeGreaterThan(start);
          start = omittedFrom;
        }
        for (const row of whole.rows) expect(read.get(row.at)).toEqual(row);
      }),
    );
  });

  it('are complete with exactly the maximum', () => {
    const entries = Array.from({ length: MAX_UTILIZATION_ROWS - 1 }, (_, index) =>
      reservedCores(index + 1, FOREVER),
    );
    const { rows, omittedFrom } = rowsOf(sumOf(entries));
    expect([rows.length, omittedFrom]).toEqual([MAX_UTILIZATION_ROWS, undefined]);
    const more = rowsOf(sumOf([...entries, reservedCores(MAX_UTILIZATION_ROWS, FOREVER)]));
    expect([more.rows.length, more.omittedFrom]).toEqual([MAX_UTILIZATION_ROWS, MAX_UTILIZATION_ROWS]);
  });
});
