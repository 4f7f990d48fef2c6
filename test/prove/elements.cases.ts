import type { Line } from './checker.js';
import { asked, findings, heard, ledgers, negative, SPLIT, WINDOW } from './made-up.js';

const AMOUNTS = { cores: 4, ram: 100_001, instances: 2 };
const OTHER = { cores: 1, ram: 100_002 };
const PROTECTOR = { elements: ['ResourceReservation:r'] };
const reservation = { zone: SPLIT, form: 'pool', tag: 100_001, ...WINDOW, amounts: AMOUNTS };

/** The findings when a reservation made for some elements is held on this provider. */
function heldOn(provider: string, elements: readonly string[]) {
  const history = [...asked(1, 'create', { ...reservation, elements }, { id: 'r' })];
  return findings(history, ledgers({ z: SPLIT, p: provider, x: AMOUNTS, at: 1 }));
}

/** The findings when a reservation is refused. Eight of ten cores of `s` are taken; `t` is empty. */
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

/** The findings when a reservation that another reservation protects is cancelled. */
function cancelled(protector: Line, answer: Line) {
  const history = [
    ...asked(1, 'create', reservation, { id: 'r' }),
    ...asked(2, 'create', { ...reservation, tag: 100_002, amounts: OTHER, ...protector }, { id: 'q' }),
    ...asked(3, 'cancel', { zone: SPLIT, id: 'r' }, answer),
    ...(answer.out === undefined ? [heard('Reservation terminated')] : []),
  ];
  const both = [
    { z: SPLIT, p: 's', x: AMOUNTS, at: 1 },
    { z: SPLIT, p: 's', o: 'q', x: OTHER, at: 2 },
  ];
  const end = answer.out === undefined ? [{ z: SPLIT, p: 's', x: negative(AMOUNTS), at: 3 }] : [];
  return findings(history, ledgers(...both, ...end));
}

describe('verdicts of the checker on reservations for elements', () => {
  it.each(['ResourceProvider:t', 'ResourcePool:pool-t'])(
    'finds nothing where it is on %s',
    async (element) => {
      expect(await heldOn('t', [element])).toEqual([]);
    },
  );

  it('finds a reservation held on a provider that its elements exclude', async () => {
    expect(await heldOn('s', ['ResourcePool:pool-t'])).toMatchObject([
      { property: 'P1', text: 'a reservation holds on a provider that its elements leave out' },
    ]);
  });

  it('accepts a refusal where the elements are full, even with room elsewhere', async () => {
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

  it('accepts that a protected reservation was not cancelled', async () => {
    expect(await cancelled(PROTECTOR, { out: 'conflict' })).toEqual([]);
  });

  it('finds a reservation that was not cancelled although nothing protects it', async () => {
    expect(await cancelled({}, { out: 'conflict' })).toMatchObject([{ property: 'P3' }]);
  });

  it('finds a protected reservation that was cancelled', async () => {
    expect(await cancelled({}, {})).toEqual([]);
    expect(await cancelled(PROTECTOR, {})).toMatchObject([
      { property: 'P2', text: 'a reservation was ended that another one protects' },
    ]);
  });

  it.each([
    ['has ended', true, []],
    ['is live', false, [{ property: 'P3' }]],
  ])('judge a refusal to name a reservation that %s', async (_state, isCancelled, found) => {
    const named = { ...reservation, tag: 100_002, amounts: OTHER, ...PROTECTOR };
    const history = [
      ...asked(1, 'create', reservation, { id: 'r' }),
      ...(isCancelled
        ? [...asked(2, 'cancel', { zone: SPLIT, id: 'r' }, {}), heard('Reservation terminated')]
        : []),
      ...asked(3, 'create', named, { out: 'error' }),
    ];
    const taken = { z: SPLIT, p: 's', x: AMOUNTS, at: 1 };
    const freed = { z: SPLIT, p: 's', x: negative(AMOUNTS), at: 2 };
    const entries = isCancelled ? [taken, freed] : [taken];
    expect(await findings(history, ledgers(...entries))).toMatchObject(found);
  });
});
