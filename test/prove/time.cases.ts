import { check, type Line } from './checker.js';
import { answered, header, ledgerOf, newsOf, T, zoneNamed } from './lines.js';

const ZONE = 'r1-brief';
const AMOUNTS = { cores: 2, ram: 100_001, instances: 2 };
const FLAVOR = { cores: 1, ram: 512, instances: 1 };

/** A reservation of twenty seconds that lapses after five, made one second after its provider got capacity. */
function asked(end: number | null): Line[] {
  const total = { cores: 10, ram: 1_000_000, instances: 10 };
  return [
    header([zoneNamed(ZONE, ['p'])], { capacity: { id: 'c', zone: 'r1-live' } }),
    ...called(1, T, 'increase', { provider: 'p', amounts: total }, { id: 'pool' }),
    ...called(
      2,
      T + 1,
      'create',
      { form: 'pool', tag: 100_001, end, expiry: 5, amounts: AMOUNTS },
      { id: 'r' },
    ),
  ];
}

function called(op: number, w: number, k: string, p: Line, answer: Line): Line[] {
  return answered(op, w, k, { zone: ZONE, ...p }, answer);
}

const heard = (type: string): Line => ({ e: 'heard', r: 'r', id: type, type, data: newsOf(type) });
const closing = (w: number): Line[] => [
  { e: 'note', closing: ZONE, w: w * 1000 },
  { e: 'note', empty: ZONE, w: w * 1000 },
];

/** The ledger, with the amounts and the time of each entry. */
function ledger(end: number | null, ...more: Line[]): Line[] {
  const entries: Line[] = [
    { m: 'total', o: 'pool', s: T, t: null, x: { cores: 10, ram: 1_000_000, instances: 10 }, w: T },
    { m: 'reserved', o: 'r', s: T + 1, t: end, x: AMOUNTS, w: T + 1 },
    ...more,
  ];
  const instance = { e: 'instance', z: ZONE, o: 'i', name: 'i100002', r: 'r' };
  return [
    ...ledgerOf(
      ZONE,
      entries.map((entry) => ({ p: 'p', ...entry })),
    ),
    instance,
  ];
}

const lapse = (w: number, end: number | null, x: Line): Line => ({
  m: 'reserved',
  o: 'r',
  s: w,
  t: end,
  x: Object.fromEntries(Object.entries(x).map(([name, value]) => [name, -Number(value)])),
  w,
});

/** The entries of an instance that is drawn from the reservation. */
function drawn(w: number, end: number): Line[] {
  return [lapse(w, end, FLAVOR), { m: 'allocated', o: 'i', s: w, t: end, x: FLAVOR, w }];
}

const making = (more: Line = {}): Line[] =>
  called(
    3,
    T + 3,
    'instance',
    { reservation: 'r', name: 'i100002', flavor: 'm1.tiny', ...more },
    { id: 'i' },
  );
const over = (w: number): Line => ({ m: 'allocated', p: null, o: 'i', s: w, t: w + 1, x: {}, w });

describe('verdicts of the checker on changes by the clock', () => {
  it('finds nothing where a reservation lapses on time', async () => {
    const end = T + 20;
    const history = [...asked(end), heard('Reservation expired'), ...closing(T + 60)];
    expect(await check(history, ledger(end, lapse(T + 6, end, AMOUNTS)))).toEqual([]);
  });

  it('finds nothing where an instance is destroyed with the end of its reservation', async () => {
    const end = T + 20;
    const history = [...asked(end), ...making(), heard('Reservation expired'), ...closing(T + 60)];
    expect(await check(history, ledger(end, ...drawn(T + 3, end), over(T + 20)))).toEqual([]);
  });

  it.each([
    [{ flavor: 'm1.medium' }, 'an instance uses other amounts than those of its flavor'],
    [{ provider: 'other' }, 'an instance lies on another provider than the requested one'],
  ])('finds an instance that is not as the request with %j', async (request, text) => {
    const end = T + 20;
    const history = [...asked(end), ...making(request), heard('Reservation expired'), ...closing(T + 60)];
    const found = await check(history, ledger(end, ...drawn(T + 3, end), over(T + 20)));
    expect(found).toMatchObject([{ property: 'P2', text }]);
  });

  it('finds a reservation that lapses too early', async () => {
    const end = T + 20;
    const history = [...asked(end), heard('Reservation expired'), ...closing(T + 60)];
    const found = await check(history, ledger(end, lapse(T + 4, end, AMOUNTS)));
    expect(found.map(({ text }) => text)).toContain('a reservation that was ended that nobody asked for');
  });

  it('finds a reservation that lapses although something was taken from it', async () => {
    const end = T + 20;
    const rest = { cores: 1, ram: 99_489, instances: 1 };
    const history = [...asked(end), ...making(), heard('Reservation expired'), ...closing(T + 60)];
    const found = await check(
      history,
      ledger(end, ...drawn(T + 3, end), lapse(T + 6, end, rest), over(T + 20)),
    );
    expect(found).toMatchObject([
      { property: 'P2', text: 'a reservation lapsed although something was taken from it in time' },
    ]);
  });

  it('finds nothing where it is cancelled after its expiry and the answer is lost', async () => {
    const end = T + 20;
    const rest = { cores: 1, ram: 99_489, instances: 1 };
    const call = { a: 4, op: 4, n: 40, w: (T + 7) * 1000, s: 0 };
    const cancelled: Line[] = [
      { e: 'call', ...call, k: 'cancel', p: { zone: ZONE, id: 'r' } },
      { e: 'return', ...call, n: 41, out: 'unknown' },
    ];
    const history = [
      ...asked(end),
      ...making(),
      ...cancelled,
      heard('Reservation terminated'),
      ...closing(T + 60),
    ];
    const row = { e: 'reservation', z: ZONE, o: 'r', status: 'terminated', addresses: [] };
    const entries = ledger(end, ...drawn(T + 3, end), lapse(T + 7, end, rest), over(T + 20));
    expect(await check(history, [...entries, row])).toEqual([]);
  });

  it('finds a reservation that does not lapse', async () => {
    const history = [...asked(null), heard('Reservation expired'), ...closing(T + 60)];
    const found = await check(history, ledger(null, lapse(T + 50, null, AMOUNTS)));
    expect(found).toMatchObject([{ property: 'P2', text: 'a reservation outlived its expiry' }]);
  });

  it('allows for the time in which the only process was down', async () => {
    const kill = { e: 'note', fault: 'kill-service', service: 0 };
    const [down, up] = [
      { ...kill, n: 15, w: (T + 5) * 1000, lasts: 1000 },
      { ...kill, n: 16, w: (T + 40) * 1000, over: true },
    ];
    const history = [...asked(null), heard('Reservation expired'), down, up, ...closing(T + 60)];
    expect(await check(history, ledger(null, lapse(T + 50, null, AMOUNTS)))).toEqual([]);
  });

  it('finds an instance that is destroyed before its time, and one that is not', async () => {
    const end = T + 20;
    const history = [...asked(end), ...making(), heard('Reservation expired'), ...closing(T + 90)];
    const early = await check(history, ledger(end, ...drawn(T + 3, end), over(T + 15)));
    expect(early).toMatchObject([{ property: 'P2', text: 'an instance was ended before its time' }]);
    const late = await check(history, ledger(end, ...drawn(T + 3, end), over(T + 80)));
    expect(late).toMatchObject([{ property: 'P2', text: 'an instance outlived its reservation' }]);
  });

  it('finds an end that is not notified, and a reservation that is read after it', async () => {
    const end = T + 20;
    const history = [...asked(end), ...closing(T + 60)];
    const evidence = ledger(end, lapse(T + 6, end, AMOUNTS));
    expect(await check(history, evidence)).toMatchObject([{ property: 'P6' }]);
    const answer = { state: 'active', start: T + 1, end, amounts: AMOUNTS };
    const reading = called(4, T + 20, 'reading', { id: 'r', form: 'pool' }, { answer });
    const told = await check(
      [...asked(end), ...reading, heard('Reservation expired'), ...closing(T + 60)],
      ledger(end),
    );
    expect(told).toMatchObject([{ property: 'P2' }]);
  });
});
