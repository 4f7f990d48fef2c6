import { check } from './checker.js';
import { answered, header, ledgerOf, T, zoneNamed } from './lines.js';

const ZONE = 'r1-hot';

/** Of a subscription for when at least 13 cores are available. 20 are, and its condition is changed to at least `value`. */
function verdictOnChange(value: number, timesHeard: number) {
  const atLeast = (cores: number) => ({
    ...{ type: 'absoluteValue', figure: 'available', comparison: 'ge', value: cores },
  });
  const of = { of: 'capacity', zone: ZONE, channel: 'c' };
  const figures = { total: 20, available: 20, reserved: 0, allocated: 0 };
  const heard = Array.from({ length: timesHeard }, (_, index) => ({
    ...{ e: 'heard', ch: 'c', id: `h${index}`, r: 's', figures, z: ZONE, n: 40 + index },
  }));
  const history = [
    header([zoneNamed(ZONE, ['p'])], { capacity: { zone: 'none' }, limits: {} }),
    ...answered(1, T, 'increase', { zone: ZONE, provider: 'p', amounts: { cores: 20 } }, { id: 'pool' }),
    ...answered(
      2,
      T,
      'subscribe',
      { ...of, kind: 'compute', name: 'cores', condition: atLeast(13) },
      { id: 's' },
    ),
    ...answered(3, T, 'resubscribe', { ...of, id: 's', condition: atLeast(value) }, {}),
    ...heard,
  ];
  const pool = { b: '1', p: 'p', m: 'total', o: 'pool', s: T, t: null, x: { cores: 20 }, w: T };
  return check(history, ledgerOf(ZONE, [pool]));
}

describe('verdicts of the checker on a condition that is changed', () => {
  it('expects another notification if the new condition is true', async () => {
    expect(await verdictOnChange(12, 2)).toEqual([]);
    expect(await verdictOnChange(12, 0)).toMatchObject([{ property: 'P6' }]);
  });

  it('expects no other notification if it is the same condition once more', async () => {
    expect(await verdictOnChange(13, 1)).toEqual([]);
    expect(await verdictOnChange(13, 2)).toMatchObject([{ property: 'P6' }]);
    expect(await verdictOnChange(13, 0)).toMatchObject([{ property: 'P6' }]);
  });
});
