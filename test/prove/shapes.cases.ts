import type { Line } from './checker.js';
import { findings, asked, ledgers, negative, SPLIT, WINDOW } from './made-up.js';

const AMOUNTS = { cores: 5, ram: 100_001, instances: 1 };

/** The findings for an answer about instances of three cores. Half the cores of `s` are reserved. */
function verdictOn(answer: Line, more: Line = {}) {
  const p = { zone: SPLIT, shape: { instances: 1, cores: 3, ram: 100 }, traits: {}, ...WINDOW, ...more };
  const history = [
    ...asked(
      1,
      'create',
      { zone: SPLIT, form: 'pool', tag: 100_001, ...WINDOW, amounts: AMOUNTS },
      { id: 'r' },
    ),
    ...asked(2, 'shapes', p, { answer }),
  ];
  return findings(history, ledgers({ z: SPLIT, p: 's', x: AMOUNTS, at: 1 }));
}

const BOTH = { total: 6, available: 4, reserved: 1, allocated: 0 };

describe('verdicts of the checker on answers by attributes', () => {
  it.each<[string, Line, Line]>([
    ['of all', BOTH, {}],
    [
      'of providers with a trait',
      { total: 3, available: 3, reserved: 0, allocated: 0 },
      { traits: { cpuArchitecture: 'arm64' } },
    ],
    [
      'of a trait that nobody has',
      { total: 0, available: 0, reserved: 0, allocated: 0 },
      { traits: { cpuArchitecture: 'risc' } },
    ],
    ['of one figure', { available: 4 }, { select: ['available'] }],
    ['of a time when all is free', { ...BOTH, available: 6, reserved: 0 }, { start: WINDOW.end, end: null }],
  ])('finds nothing in an answer %s', async (_, answer, more) => {
    expect(await verdictOn(answer, more)).toEqual([]);
  });

  it.each<[string, Line, Line]>([
    ['one too many', { ...BOTH, available: 5 }, {}],
    ['pieces put together from several providers', { ...BOTH, available: 5, total: 6 }, {}],
    ['providers without the trait', BOTH, { traits: { cpuArchitecture: 'x86' } }],
    ['more than was selected', BOTH, { select: ['available'] }],
    ['what was before', { ...BOTH, available: 6, reserved: 0 }, {}],
  ])('finds %s', async (_, answer, more) => {
    expect(await verdictOn(answer, more)).toMatchObject([{ property: 'P1' }]);
  });
});

describe('verdicts of the checker on answers by attributes over a period', () => {
  /** Cores are scarcest at `s` while a reservation lasts, instances in the hour after it. */
  function verdictOn(answer: Line) {
    const LESS = { instances: 8, ram: 100_002 };
    const later = { start: WINDOW.end, end: 2 * WINDOW.end - WINDOW.start };
    const shape = { zone: SPLIT, shape: { instances: 1, cores: 3 }, traits: { cpuArchitecture: 'x86' } };
    const decrease = { zone: SPLIT, provider: 's', ...later, amounts: LESS, tag: LESS.ram };
    const create = { zone: SPLIT, form: 'pool', tag: AMOUNTS.ram, ...WINDOW, amounts: AMOUNTS };
    const history = [
      ...asked(1, 'create', create, { id: 'r' }),
      ...asked(2, 'decrease', decrease, { id: 'less' }),
      ...asked(3, 'shapes', { ...shape, start: WINDOW.start, end: later.end }, { answer }),
    ];
    const less = { z: SPLIT, p: 's', m: 'total', o: 'less', x: negative(LESS), at: 2 };
    const lines = ledgers({ z: SPLIT, p: 's', x: AMOUNTS, at: 1 }, less);
    const window = { s: later.start, t: later.end };
    return findings(
      history,
      lines.map((line) => (line.o === 'less' ? { ...line, ...window } : line)),
    );
  }

  it('finds nothing where all figures are of the instant at which the fewest fit', async () => {
    expect(await verdictOn({ total: 3, available: 1, reserved: 1, allocated: 0 })).toEqual([]);
  });

  it('finds figures that mix the worst instants of several classes', async () => {
    const mixed = { total: 2, available: 1, reserved: 0, allocated: 0 };
    expect(await verdictOn(mixed)).toMatchObject([{ property: 'P1' }]);
  });
});
