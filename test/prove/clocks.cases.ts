import { check, type Line, type Violation } from './checker.js';
import { answered, header, ledgerOf, T, zoneNamed } from './lines.js';

/** Seconds by which the clock of the second process is ahead. */
const AHEAD = 7_200;
const ZONE = 'r1-live';
const TOTAL = { cores: 10, ram: 1_000_000, instances: 10 };
const HELD = { cores: 4, ram: 100_001 };
/** The end of the reservation. */
const END = T + AHEAD + 5;

/** The processes, by the state of their clocks. */
const RIGHT = 0;
const FAST = 1;

/** A call, `w` seconds after the start of the round. */
function asked(op: number, w: number, s: number, k: string, p: Line, answer: Line): Line[] {
  return answered(op, T + w, k, { zone: ZONE, ...p }, answer, s);
}

const increase = (op: number, w: number, amounts: Line) =>
  asked(op, w, FAST, 'increase', { provider: 'p', amounts, tag: amounts.ram }, { id: `pool-${op}` });

/** An entry recorded by the clock that is ahead, `w` seconds after the start of the round. */
function entered(w: number, entry: Line): Line {
  const at = T + AHEAD + w;
  return { p: 'p', s: at, t: null, w: at, ...entry };
}

/**
 * The findings when the process whose clock is behind refuses eleven cores, with an offer that counts the reservation as over. By that
 * clock the reservation lasts two more hours. The last entry before the refusal was recorded at second 1.
 *
 * @param at second of the round at which the request is sent
 * @param next second of the round at which the clock that is ahead records its next entry
 */
async function verdictOn(at: number, next: number): Promise<Violation[]> {
  const more = { cores: 1, ram: 100_003 };
  const offer = { maxCapacity: { cores: TOTAL.cores, ram: TOTAL.ram } };
  const demand = { form: 'pool', tag: 100_002, end: null, amounts: { cores: 11, ram: 100_002 } };
  const history = [
    header([zoneNamed(ZONE, ['p'])], { shifts: [0, AHEAD], capacity: { zone: 'none' } }),
    ...increase(1, 0, TOTAL),
    ...asked(2, 1, FAST, 'create', { form: 'pool', tag: HELD.ram, end: END, amounts: HELD }, { id: 'r' }),
    ...asked(3, at, RIGHT, 'create', demand, { out: 'conflict', offer }),
    ...increase(4, next, more),
  ];
  const entries = [
    entered(0, { m: 'total', o: 'pool-1', x: TOTAL }),
    entered(1, { m: 'reserved', o: 'r', t: END, x: HELD }),
    entered(next, { m: 'total', o: 'pool-4', x: more }),
  ];
  const found = await check(history, ledgerOf(ZONE, entries));
  return found.filter(({ property }) => property !== 'P7');
}

describe('verdicts of the checker on clocks that differ', () => {
  it('accepts a refusal decided at a time to which the fast clock may have moved the zone', async () => {
    expect(await verdictOn(8, 9)).toEqual([]);
  });

  it('finds an offer that was true only after the next entry', async () => {
    expect(await verdictOn(3, 4)).toMatchObject([{ property: 'P5' }]);
  });

  it('finds an offer that was true only later than the fast clock', async () => {
    expect(await verdictOn(3, 9)).toMatchObject([{ property: 'P5' }]);
  });

  it('accepts the end of a pool entry at the time of the zone, which the slow clock has not reached', async () => {
    const zone = 'r1-grid';
    const at = (op: number, w: number, s: number, k: string, p: Line, answer: Line) =>
      asked(op, w, s, k, { zone, ...p }, answer);
    const more = { cores: 4, ram: 100_004 };
    const [forever, brief] = [
      { cores: 12, ram: 100_002 },
      { cores: 1, ram: 100_003 },
    ];
    const create = { form: 'pool', start: T + AHEAD + 1 };
    const end = { pool: 'pool-2', provider: 'p' };
    const offer = { maxCapacity: { cores: 2, ram: TOTAL.ram + more.ram - forever.ram } };
    const history = [
      header([zoneNamed(zone, ['p'])], { shifts: [0, AHEAD], capacity: { zone: 'none' } }),
      ...at(1, 0, FAST, 'increase', { provider: 'p', amounts: TOTAL, tag: TOTAL.ram }, { id: 'pool-1' }),
      ...at(2, 1, FAST, 'increase', { provider: 'p', amounts: more, tag: more.ram }, { id: 'pool-2' }),
      ...at(3, 1, FAST, 'create', { ...create, tag: forever.ram, end: null, amounts: forever }, { id: 'q' }),
      ...at(4, 1, FAST, 'create', { ...create, tag: brief.ram, end: END, amounts: brief }, { id: 'r' }),
      ...at(
        5,
        9,
        FAST,
        'increase',
        { provider: 'p', amounts: { ram: 100_005 }, tag: 100_005 },
        { id: 'pool-5' },
      ),
      ...at(6, 10, RIGHT, 'end-pool', end, {
        out: 'conflict',
        offer: { maxCapacity: { ...offer.maxCapacity, ram: offer.maxCapacity.ram + 100_005 } },
      }),
    ];
    const entries = [
      entered(0, { m: 'total', o: 'pool-1', x: TOTAL }),
      entered(1, { m: 'total', o: 'pool-2', x: more }),
      entered(1, { m: 'reserved', o: 'q', x: forever }),
      entered(1, { m: 'reserved', o: 'r', t: END, x: brief }),
      entered(9, { m: 'total', o: 'pool-5', x: { ram: 100_005 } }),
    ];
    const found = await check(history, ledgerOf(zone, entries));
    expect(found.filter(({ property }) => property !== 'P7')).toEqual([]);
  });

  it('accepts that a hold is over by the time of the zone to which a slow process moves it', async () => {
    const SLOW = 1;
    const to = 'r1-split';
    const increased = (op: number, zone: string, provider: string, w: number, s: number) =>
      asked(op, w, s, 'increase', { zone, provider, amounts: TOTAL, tag: 1_000_000 }, { id: `pool-${op}` });
    const held = { form: 'pool', tag: HELD.ram, end: END, amounts: HELD };
    const history = [
      header([zoneNamed(ZONE, ['p']), zoneNamed(to, ['q'])], {
        shifts: [0, -7_200],
        capacity: { zone: 'none' },
      }),
      ...increased(1, ZONE, 'p', 0, RIGHT),
      ...increased(2, to, 'q', 0, RIGHT),
      ...asked(3, 1, RIGHT, 'create', { ...held, hold: 5 }, { id: 'r' }),
      ...asked(4, 10, SLOW, 'move', { ...held, to, id: 'r', tag: 100_002 }, { out: 'error' }),
      ...increased(5, ZONE, 'p', 11, SLOW),
    ];
    const entry = (o: string, w: number, more: Line): Line => ({
      p: 'p',
      m: 'total',
      o,
      s: T + w,
      t: null,
      w: T + w,
      x: TOTAL,
      ...more,
    });
    const entries = [
      entry('pool-1', 0, {}),
      entry('r', 1, { m: 'reserved', t: END, x: HELD }),
      // The time of the zone does not go backwards.
      entry('pool-5', 1, { b: 'later' }),
    ];
    const ledgers = [...ledgerOf(ZONE, entries), ...ledgerOf(to, [entry('pool-2', 0, { p: 'q' })])];
    const found = await check(history, ledgers);
    expect(found.filter(({ property }) => property !== 'P7')).toEqual([]);
  });

  it('accepts a withdrawal of nothing where the fast clock has ended everything from a later time on', async () => {
    const zone = 'r1-grid';
    const at = (op: number, w: number, s: number, k: string, p: Line, answer: Line) =>
      asked(op, w, s, k, { zone, ...p }, answer);
    const history = [
      header([zoneNamed(zone, ['p'])], { shifts: [0, AHEAD], capacity: { zone: 'none' } }),
      ...at(1, 0, RIGHT, 'increase', { provider: 'p', amounts: TOTAL, tag: TOTAL.ram }, { id: 'pool-1' }),
      ...at(2, 1, FAST, 'withdraw', { provider: 'p' }, {}),
      ...at(3, 2, RIGHT, 'withdraw', { provider: 'p' }, {}),
    ];
    const negative = Object.fromEntries(Object.entries(TOTAL).map(([name, amount]) => [name, -amount]));
    const entries = [
      { p: 'p', m: 'total', o: 'pool-1', s: T, t: null, w: T, x: TOTAL },
      entered(1, { m: 'total', o: 'w', x: negative }),
    ];
    expect(await check(history, ledgerOf(zone, entries))).toEqual([]);
  });
});
