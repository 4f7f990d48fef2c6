import { findings, asked, ledgers, SPLIT, WINDOW } from './made-up.js';

const AMOUNTS = { cores: 4, ram: 100_001, instances: 2 };
const reservation = { zone: SPLIT, form: 'pool', tag: 100_001, ...WINDOW, amounts: AMOUNTS };

/** What the checker finds when a reservation made for some elements is held on a provider. */
function heldOn(provider: string, elements: readonly string[]) {
  const history = [...asked(1, 'create', { ...reservation, elements }, { id: 'r' })];
  return findings(history, ledgers({ z: SPLIT, p: provider, x: AMOUNTS, at: 1 }));
}

/** What it finds when one is refused; eight of ten cores of `s` are taken, `t` is empty. */
function refused(elements: readonly string[], maxCapacity: object) {
  const taken = { cores: 8, ram: 100_002, instances: 1 };
  const offer = { maxCapacity, next: { start: WINDOW.end, end: 2 * WINDOW.end - WINDOW.start } };
  const first = { ...reservation, tag: 100_002, amounts: taken };
  const history = [
    ...asked(1, 'create', first, { id: 'q' }),
    ...asked(2, 'create', { ...reservation, elements }, { out: 'conflict', offer }),
  ];
  return findings(history, ledgers({ z: SPLIT, p: 's', o: 'q', x: taken, at: 1 }));
}

describe('what the checker thinks of reservations for elements', () => {
  it.each(['ResourceProvider:t', 'ResourcePool:pool-t'])(
    'finds nothing where it is on %s',
    async (element) => {
      expect(await heldOn('t', [element])).toEqual([]);
    },
  );

  it('finds what is held on a provider that its elements leave out', async () => {
    expect(await heldOn('s', ['ResourcePool:pool-t'])).toMatchObject([
      { property: 'P1', text: 'a reservation holds on a provider that its elements leave out' },
    ]);
  });

  it('takes a refusal for justified where the elements are full, be there room elsewhere', async () => {
    const most = { cores: 2, ram: 899_998, instances: 9 };
    expect(await refused(['ResourceProvider:s'], most)).toEqual([]);
  });

  it('finds an offer of more than the elements have', async () => {
    const most = { cores: 10, ram: 1_000_000, instances: 10 };
    expect(await refused(['ResourceProvider:s'], most)).toMatchObject([{ property: 'P5' }]);
  });

  it.each([[[]], [['ResourceProvider:t']], [['ResourceProvider:s', 'ResourcePool:pool-t']]])(
    'finds a refusal without reason: there is room on %j',
    async (elements) => {
      expect(await refused(elements, {})).toMatchObject([{ property: 'P3' }]);
    },
  );
});
