import { check } from './checker.js';
import { answered, header, ledgerOf, T, zoneNamed } from './lines.js';

const [HOT, SPLIT] = ['r1-hot', 'r1-split'];

/** Both zones have ten cores. The subscription is made after them, and then the first zone gets one more. */
function verdict(condition: object | undefined, ...heard: readonly { total: number; z?: string }[]) {
  const increase = (op: number, zone: string, cores: number) =>
    answered(op, T + op, 'increase', { zone, provider: zone, amounts: { cores } }, { id: `pool-${op}` });
  const p = { of: 'capacity', kind: 'compute', name: 'cores', condition, channel: 'c' };
  const history = [
    header([zoneNamed(HOT, [HOT]), zoneNamed(SPLIT, [SPLIT])], { capacity: { zone: 'none' }, limits: {} }),
    ...increase(1, HOT, 10),
    ...increase(2, SPLIT, 10),
    ...answered(3, T + 3, 'subscribe', p, { id: 's' }),
    ...increase(4, HOT, 1),
    ...heard.map(({ total, z }, index) => ({
      ...{ e: 'heard', ch: 'c', id: `h${index}`, r: 's', z, n: 50 + index },
      figures: { total, available: total, reserved: 0, allocated: 0 },
    })),
  ];
  const pool = (op: number, p: string, cores: number) => ({
    ...{ p, m: 'total', o: `pool-${op}`, x: { cores } },
    ...{ s: T + op, t: null, w: T + op },
  });
  const ledgers = [
    ...ledgerOf(HOT, [pool(1, HOT, 10), pool(4, HOT, 1)]),
    ...ledgerOf(SPLIT, [pool(2, SPLIT, 10)]),
  ];
  return check(history, ledgers);
}

describe('verdicts of the checker on a subscription to the capacity of the whole service', () => {
  const atLeast = (value: number) => ({
    ...{ type: 'absoluteValue', figure: 'total', comparison: 'ge', value },
  });
  const FOUND = [{ property: 'P6' }];

  it('finds nothing in sums over all zones', async () => {
    expect(await verdict(undefined, { total: 21 })).toEqual([]);
    expect(await verdict(atLeast(20), { total: 20 })).toEqual([]);
    expect(await verdict(atLeast(21), { total: 21 })).toEqual([]);
    expect(await verdict(atLeast(22))).toEqual([]);
  });

  it('finds the figures of a single zone, with its name and without', async () => {
    expect(await verdict(undefined, { total: 11, z: HOT }, { total: 10, z: SPLIT })).toMatchObject(FOUND);
    expect(await verdict(undefined, { total: 11 })).toMatchObject(FOUND);
    expect(await verdict(atLeast(5), { total: 10 })).toMatchObject(FOUND);
  });

  it('finds sums that name a zone', async () => {
    expect(await verdict(undefined, { total: 21, z: HOT })).toMatchObject(FOUND);
  });

  it('finds an end that is not told, and a condition that is true in the end and not told', async () => {
    expect(await verdict(undefined, { total: 20 })).toMatchObject(FOUND);
    expect(await verdict(atLeast(21))).toMatchObject(FOUND);
  });
});
