import { check } from './checker.js';
import { answered, header, ledgerOf, T, zoneNamed } from './lines.js';

const ZONE = 'r1-hot';
const START = T + 3_600;
const WINDOW = { start: START, end: START + 3_600 };
const AMOUNTS = { cores: 6, ram: 100_005 };
const SEARCH = {
  ...{
    zone: ZONE,
    form: 'pool',
    tag: 100_005,
    amounts: AMOUNTS,
    ...WINDOW,
    duration: 3_600,
    limit: 2,
    hold: 60,
  },
};

/** The capacity of a provider, declared by an operation. */
const declared = (op: number) => ({
  zone: ZONE,
  provider: 'p',
  tag: op,
  amounts: { cores: 4, ram: 900_000 },
});

describe('verdicts of the checker on a search that is repeated under its key', () => {
  it('lets it hold a window after it has found none', async () => {
    const held = { id: 'q', answer: { windows: [WINDOW], isMore: false } };
    const data = { zoneId: ZONE, computePoolReserved: { virtualMemSize: AMOUNTS.ram } };
    const history = [
      header([zoneNamed(ZONE, ['p'])], { capacity: { zone: 'none' }, limits: {} }),
      ...answered(1, T, 'increase', declared(1), { id: 'pool-1' }),
      ...answered(2, T, 'hold-window', SEARCH, { answer: { windows: [], isMore: false } }),
      ...answered(3, T + 1, 'increase', declared(3), { id: 'pool-3' }),
      // Another attempt of the second operation.
      ...answered(4, T + 2, 'hold-window', SEARCH, held).map((line) => ({ ...line, op: 2 })),
      { e: 'heard', r: 'q', id: 'created', type: 'Reservation created', data },
    ];
    const pool = (o: string, w: number) => ({
      p: 'p',
      m: 'total',
      o,
      s: w,
      t: null,
      x: declared(0).amounts,
      w,
    });
    const entries = [
      pool('pool-1', T),
      pool('pool-3', T + 1),
      {
        p: 'p',
        m: 'reserved',
        k: 'reservation',
        o: 'q',
        s: WINDOW.start,
        t: WINDOW.end,
        x: AMOUNTS,
        w: T + 2,
      },
    ];
    const found = await check(history, ledgerOf(ZONE, entries));
    // The round ends early, so the finding that it is incomplete (P7) is left out.
    expect(found.filter(({ property }) => property !== 'P7').map(({ text }) => text)).toEqual([]);
  });
});
