import { findings, asked, ledgers, SPLIT, WINDOW } from './made-up.js';

const HOUR = WINDOW.end - WINDOW.start;
const [FIRST, SECOND] = [WINDOW, { start: WINDOW.end, end: WINDOW.end + HOUR }];
const BOTH = { start: FIRST.start, end: SECOND.end };

/** The findings when six cores are taken at `s` in the first hour and at `t` in the second, and then this is answered. */
function verdictOn(available: number, reserved: number) {
  const [one, other] = [100_001, 100_002].map((ram) => ({ cores: 6, ram }));
  const create = { zone: SPLIT, form: 'pool' };
  const history = [
    ...asked(1, 'create', { ...create, tag: one.ram, ...FIRST, amounts: one }, { id: 'r' }),
    ...asked(2, 'create', { ...create, tag: other.ram, ...SECOND, amounts: other }, { id: 'q' }),
    ...asked(
      3,
      'figures',
      { zone: SPLIT, kind: 'compute', name: 'cores', ...BOTH },
      { answer: { total: 20, allocated: 0, available, reserved } },
    ),
  ];
  const taken = { z: SPLIT, p: 't', o: 'q', x: other, s: SECOND.start, t: SECOND.end, at: 2 };
  return findings(history, ledgers({ z: SPLIT, p: 's', x: one, at: 1 }, taken));
}

describe('verdicts of the checker on what is available throughout a window', () => {
  it('finds nothing where only what each provider has throughout counts', async () => {
    expect(await verdictOn(8, 12)).toEqual([]);
  });

  it('finds an amount that is free at one provider first and at another one later', async () => {
    expect(await verdictOn(14, 6)).toMatchObject([{ property: 'P1' }]);
  });
});
