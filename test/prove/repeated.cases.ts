import type { Line } from './checker.js';
import { AHEAD, asked, DAY, findings, FIRST, HOT, ledgers, made, negative, WINDOW } from './made-up.js';
import { T } from './lines.js';

const OTHER = { cores: 2, ram: 100_002 };
const other = { zone: HOT, form: 'pool', tag: 100_002, ...WINDOW, amounts: OTHER };

/** The first attempt takes effect but gets no answer. After the answer to another request, the second attempt is refused. */
function refusedLater(more: Line): Line[] {
  const call = { e: 'call', op: 1, s: 0, k: 'create', p: FIRST, ...more };
  const offer = { maxCapacity: { cores: 2, ram: 1_000_000 - 200_003 } };
  const next = { start: WINDOW.end, end: 2 * WINDOW.end - WINDOW.start };
  return [
    { ...call, a: 1, n: 10, w: (T + 1) * 1000 },
    { e: 'return', a: 1, n: 11, w: (T + 1) * 1000, out: 'unknown' },
    ...asked(2, 'create', other, { id: 'r2' }),
    { ...call, a: 3, n: 30, w: (T + 3) * 1000 },
    { e: 'return', a: 3, n: 31, w: (T + 3) * 1000, out: 'conflict', offer: { ...offer, next } },
  ];
}

const evidence = ledgers(made, { ...made, o: 'r2', x: OTHER, at: 2 });
const findingsOf = async (more: Line) => {
  const found = await findings(refusedLater(more), evidence);
  return found.filter(({ property }) => property === 'P3' || property === 'P5');
};

describe('verdicts of the checker on a request repeated after it was carried out', () => {
  it('finds that it was refused under its key', async () => {
    expect(await findingsOf({ key: 'k' })).toMatchObject([{ property: 'P3' }]);
  });

  it('lets it be refused without a key, as a request of its own', async () => {
    expect(await findingsOf({})).toEqual([]);
  });
});

describe('verdicts of the checker on a withdrawal that found nothing, repeated when there was something', () => {
  const all = { zone: HOT, provider: 'h', start: AHEAD, end: AHEAD + DAY };
  const amounts = { cores: 5, ram: 200_001 };
  const entry = { z: HOT, p: 'h', m: 'total', s: AHEAD, t: AHEAD + DAY };
  const evidenceOfBoth = ledgers(
    { ...entry, o: 'w', x: negative({ cores: 10, ram: 1_000_000, instances: 10 }), at: 1 },
    { ...entry, o: 'more', x: amounts, at: 3 },
  );

  /** Both attempts are answered that nothing was withdrawn. */
  const repeated = (more: Line): Line[] => {
    const call = { e: 'call', op: 2, s: 0, k: 'withdraw', p: all, ...more };
    return [
      ...asked(1, 'withdraw', all, {}),
      { ...call, a: 2, n: 20, w: (T + 2) * 1000 },
      { e: 'return', a: 2, n: 21, w: (T + 2) * 1000, out: 'ok' },
      ...asked(3, 'increase', { ...all, amounts, tag: amounts.ram }, { id: 'more' }),
      { ...call, a: 4, n: 40, w: (T + 4) * 1000 },
      { e: 'return', a: 4, n: 41, w: (T + 4) * 1000, out: 'ok' },
    ];
  };

  it('lets it have the first answer under its key', async () => {
    expect(await findings(repeated({ key: 'k' }), evidenceOfBoth)).toEqual([]);
  });

  it('finds that without a key it withdrew nothing', async () => {
    expect(await findings(repeated({}), evidenceOfBoth)).toMatchObject([{ property: 'P2' }]);
  });
});
