import { check } from './checker.js';
import { answered, header, ledgerOf, T, zoneNamed } from './lines.js';

const ZONE = 'r1-live';

/** A provider gets one core, three times. `totals` are the totals of the notifications received. */
function verdictOnHearing(...totals: readonly number[]) {
  const capacity = { id: 'c', everyChange: 'e', zone: ZONE, name: 'cores', figure: 'available', below: 0 };
  const p = { zone: ZONE, provider: 'p', amounts: { cores: 1 } };
  const changes = [1, 2, 3].flatMap((op) => answered(op, T, 'increase', p, { id: `pool-${op}` }));
  const heard = totals.map((total, index) => ({
    e: 'heard',
    r: 'e',
    id: `h${index}`,
    figures: { total, available: total, reserved: 0, allocated: 0 },
  }));
  const entries = [1, 2, 3].map((q) => ({
    ...{ b: String(q), p: 'p', m: 'total', o: `pool-${q}` },
    ...{ s: T, t: null, x: { cores: 1 }, w: T },
  }));
  const opening = header([zoneNamed(ZONE, ['p'])], { capacity });
  return check([opening, ...changes, ...heard], ledgerOf(ZONE, entries));
}

describe('verdicts of the checker on notifications of every change of capacity', () => {
  it.each([[[1, 2, 3]], [[1, 3]], [[3]]])(
    'finds nothing in %j: it may be told of the newest only',
    async (totals) => {
      expect(await verdictOnHearing(...totals)).toEqual([]);
    },
  );

  it.each([
    ['figures that never were', [2, 4, 3]],
    ['figures told a second time', [2, 2, 3]],
    ['figures in another order', [2, 1, 3]],
    ['an end that is not told', [1, 2]],
    ['nothing told at all', []],
  ])('finds %s', async (_, totals) => {
    expect(await verdictOnHearing(...totals)).toMatchObject([{ property: 'P6' }]);
  });
});
