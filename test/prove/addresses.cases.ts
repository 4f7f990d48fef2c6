import { check, type Line } from './checker.js';
import { answered, header, ledgerOf, T, zoneNamed } from './lines.js';

const ZONE = 'r1-addresses';
const WINDOW = { start: T + 100_000, end: T + 103_600 };
const AFTER = { start: WINDOW.end, end: 2 * WINDOW.end - WINDOW.start };
const TOTAL = { addresses: 6, ram: 1_000_000 };
/** The RAM left beside the second reservation. */
const RAM_LEFT = 1_000_000 - 100_002;

/** The amounts of the reservation with this number and so many addresses. */
const amountsOf = (number: number, addresses: number): Line => ({ ram: 100_000 + number, addresses });

const asked = (op: number, k: string, p: Line, answer: Line): Line[] =>
  answered(op, T + op, k, { zone: ZONE, form: 'mixed', ...p }, answer);

const create = (number: number, addresses: number, answer: Line, more: Line = {}): Line[] =>
  asked(
    number,
    'create',
    { tag: 100_000 + number, ...WINDOW, amounts: amountsOf(number, addresses), ...more },
    answer,
  );

const cancel = (op: number, id: string): Line[] => asked(op, 'cancel', { id }, {});

const entry = (number: number, sign: 1 | 0 | -1, addresses: number, at: number): Line => {
  const x = Object.entries(amountsOf(number, addresses)).map(([name, value]) => [name, Number(value) * sign]);
  const { start: s, end: t } = WINDOW;
  return {
    m: 'reserved',
    p: 'h',
    o: `r${number}`,
    s,
    t,
    x: sign === 0 ? {} : Object.fromEntries(x),
    w: T + at,
  };
};

const version = (
  number: number,
  count: number,
  q: number,
  addresses: readonly number[],
  isEnded = false,
) => ({
  ...{ e: 'version', z: ZONE, o: `r${number}`, q, x: amountsOf(number, count), labels: null },
  ...{ addresses: addresses.map((last) => `10.0.0.${last}`), ended: isEnded, held: null, waits: null },
});

const row = (number: number, status: string, addresses: readonly number[]) => ({
  ...{ e: 'reservation', z: ZONE, o: `r${number}`, name: `w${100_000 + number}`, status, created: number },
  addresses: addresses.map((last) => `10.0.0.${last}`),
});

/**
 * Six addresses: two reservations hold three each, and a third waits for four. In one batch, the first is cancelled, a request is refused,
 * and the second is cancelled, which admits the third.
 */
function refusedBetween(maxCapacity: Line): [Line[], Line[]] {
  const zone = { ...zoneNamed(ZONE, ['h'], WINDOW.start), publicIps: ['10.0.0.0/29'] };
  const pools = [{ id: 'pool-h', provider: 'h' }];
  const opened = answered(
    0.5,
    T,
    'increase',
    { zone: ZONE, provider: 'h', end: null, amounts: TOTAL },
    {
      id: 'pool-h',
    },
  );
  const wait = { wait: true, name: 'w100003' };
  const history = [
    header([{ ...zone, pools, traits: [{}] }], { capacity: { zone: 'none' } }),
    ...opened,
    ...create(1, 3, { id: 'r1' }),
    ...create(2, 3, { id: 'r2' }),
    ...create(3, 4, { id: 'r3', isWaiting: true }, wait),
    ...cancel(4, 'r1'),
    ...create(5, 4, { out: 'conflict', offer: { maxCapacity, next: AFTER } }),
    ...cancel(6, 'r2'),
  ];
  const total = { m: 'total', p: 'h', o: 'pool-h', s: T, t: null, x: TOTAL, w: T };
  const batch = [entry(1, -1, 3, 6), entry(2, -1, 3, 6), entry(3, 1, 4, 6)];
  const entries = [total, entry(1, 1, 3, 1), entry(2, 1, 3, 2), entry(3, 0, 4, 3), ...batch];
  const evidence = [
    ...ledgerOf(ZONE, entries),
    ...[version(1, 3, 2, [1, 2, 3]), version(2, 3, 3, [4, 5, 6]), version(3, 4, 4, [])],
    ...[version(1, 3, 7, [1, 2, 3], true), version(2, 3, 7, [4, 5, 6], true), version(3, 4, 7, [1, 2, 3, 4])],
    ...[row(1, 'terminated', [1, 2, 3]), row(2, 'terminated', [4, 5, 6]), row(3, 'admitted', [1, 2, 3, 4])],
  ];
  return [history, evidence];
}

describe('verdicts of the checker on addresses in the middle of a batch', () => {
  const offersOf = async (maxCapacity: Line) => {
    const found = await check(...refusedBetween(maxCapacity));
    return found.filter(({ property }) => property !== 'P6' && property !== 'P7').map(({ text }) => text);
  };

  it('does not yet assign them to a reservation that a later entry admits', async () => {
    expect(await offersOf({ ram: RAM_LEFT, addresses: 3 })).toEqual([]);
  });

  it('finds an offer that was true at no entry of the batch', async () => {
    expect(await offersOf({ ram: RAM_LEFT, addresses: 5 })).toHaveLength(1);
  });
});

describe('verdicts of the checker on the figures of addresses over a period', () => {
  /** Both addresses of the zone are held first, then fewer are declared. */
  async function verdictOn(answer: Line): Promise<string[]> {
    const declared = { addresses: 10, ram: 1_000_000 };
    const fewer = { addresses: 9, ram: 100_002 };
    const zone = { ...zoneNamed(ZONE, ['h'], WINDOW.start), publicIps: ['10.0.0.0/30'] };
    const pool = { zone: ZONE, provider: 'h' };
    const opening = header([{ ...zone, pools: [{ id: 'pool-h', provider: 'h' }], traits: [{}] }], {
      capacity: { zone: 'none' },
    });
    const question = { kind: 'network', name: 'addresses', start: WINDOW.start, end: AFTER.end };
    const history = [
      opening,
      ...answered(0.5, T, 'increase', { ...pool, end: null, amounts: declared }, { id: 'pool-h' }),
      ...create(1, 2, { id: 'r1' }),
      ...asked(2, 'decrease', { ...pool, ...AFTER, amounts: fewer, tag: fewer.ram }, { id: 'less' }),
      ...asked(3, 'figures', question, { answer }),
    ];
    const total = { m: 'total', p: 'h', o: 'pool-h', s: T, t: null, x: declared, w: T };
    const less = Object.fromEntries(Object.entries(fewer).map(([name, value]) => [name, -value]));
    const decreased = { ...total, o: 'less', s: AFTER.start, t: AFTER.end, x: less, w: T + 2 };
    const evidence = [
      ...ledgerOf(ZONE, [total, entry(1, 1, 2, 1), decreased]),
      ...[version(1, 2, 2, [1, 2]), row(1, 'admitted', [1, 2])],
    ];
    const found = await check(history, evidence);
    return found.filter(({ property }) => property === 'P1').map(({ text }) => text);
  }

  it('finds nothing where all are of the instant with the fewest free addresses', async () => {
    expect(await verdictOn({ total: 2, available: 0, reserved: 2, allocated: 0 })).toEqual([]);
  });

  it('finds the total of another instant', async () => {
    expect(await verdictOn({ total: 1, available: 0, reserved: 1, allocated: 0 })).toHaveLength(1);
  });
});
