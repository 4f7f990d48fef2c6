import type { Line } from './checker.js';
import { findings, asked, AHEAD, HOT, ledgers, WINDOW } from './made-up.js';

const first = { cores: 4, ram: 100_001 };
const second = { cores: 3, ram: 100_002 };

function reservation(amounts: Line, tenant?: string) {
  return { zone: HOT, form: 'pool', tag: amounts.ram, ...WINDOW, tenant, amounts };
}

/** What the checker finds when a second reservation is asked for, for a tenant that has four cores of the six it may have. */
function verdictOn(tenant: string | undefined, answer: Line, window: Line = {}) {
  const isMade = answer.out === undefined;
  const history = [
    ...asked(1, 'create', reservation(first, 'ada'), { id: 'r' }),
    ...asked(2, 'create', { ...reservation(second, tenant), ...window }, answer),
  ];
  const entries = [{ z: HOT, p: 'h', x: first, at: 1 }];
  return findings(
    history,
    ledgers(...entries, ...(isMade ? [{ z: HOT, p: 'h', o: 'q', x: second, at: 2 }] : [])),
  );
}

describe('what the checker thinks of tenants', () => {
  it('takes a refusal for justified that keeps a tenant within its limit', async () => {
    expect(await verdictOn('ada', { out: 'error', why: 'too much' })).toEqual([]);
  });

  it.each([
    ['of another tenant', 'bob', {}],
    ['of nobody', undefined, {}],
    ['of the same tenant, when it has nothing', 'ada', { start: WINDOW.end, end: AHEAD + 100_000 }],
  ])('finds a refusal without reason: %s', async (_, tenant, window) => {
    expect(await verdictOn(tenant, { out: 'error' }, window)).toMatchObject([{ property: 'P3' }]);
  });

  it('finds a tenant that has more than it may', async () => {
    expect(await verdictOn('ada', { id: 'q' })).toMatchObject([
      { property: 'P1', text: expect.stringMatching(/^tenant ada holds 7 cores at .*, and may hold 6$/) },
    ]);
  });

  it('finds nothing where another tenant has as much', async () => {
    expect(await verdictOn('bob', { id: 'q' })).toEqual([]);
  });
});
