import type { Line } from './checker.js';
import { findings, asked, AHEAD, heard, HOT, ledgers, negative, WINDOW, type Entered } from './made-up.js';

const first = { cores: 4, ram: 100_001 };
const second = { cores: 3, ram: 100_002 };

function reservation(amounts: Line, tenant?: string) {
  return { zone: HOT, form: 'pool', tag: amounts.ram, ...WINDOW, tenant, amounts };
}

/** The findings for a request for a second reservation. Tenant `ada` already holds four cores of the six it may hold. */
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

describe('verdicts of the checker on tenants', () => {
  it('accepts a refusal that keeps a tenant within its limit', async () => {
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

describe('verdicts of the checker on an offer to a tenant', () => {
  // All of the ten cores but one are free; the tenant may hold six.
  const offerTo = (tenant: string | undefined, cores: number) =>
    findings(
      [
        ...asked(1, 'create', reservation({ cores: 1, ram: 999_000 }, 'ada'), { id: 'r' }),
        ...asked(2, 'create', reservation({ cores: 2, ram: 100_002 }, tenant), {
          out: 'conflict',
          offer: { maxCapacity: { cores, ram: 1000 }, next: { start: WINDOW.end, end: null } },
        }),
      ],
      ledgers({ z: HOT, p: 'h', x: { cores: 1, ram: 999_000 }, at: 1 }),
    );
  const mosts = async (tenant: string | undefined, cores: number) =>
    (await offerTo(tenant, cores)).filter(({ text }) => text.includes('at most'));

  it('accepts one that keeps it within its limit, and finds one beyond it', async () => {
    expect(await mosts('ada', 5)).toEqual([]);
    expect(await mosts('ada', 9)).toHaveLength(1);
    expect(await mosts(undefined, 9)).toEqual([]);
    expect(await mosts(undefined, 5)).toHaveLength(1);
  });
});

describe('verdicts of the checker on a tenant whose reservation comes back from conflict', () => {
  const [HELD, WAITS] = [
    { cores: 6, ram: 100_001 },
    { cores: 5, ram: 100_004 },
  ];
  const [LESS, MORE] = [
    { cores: 6, ram: 100_002 },
    { cores: 12, ram: 200_005 },
  ];
  const change = { zone: HOT, provider: 'h', ...WINDOW };
  const wait = { ...reservation(WAITS, 'ada'), wait: true, name: 'w100004' };
  const total = (o: string, x: Line, at: number): Entered => ({ z: HOT, p: 'h', m: 'total', o, x, at });
  const row = {
    e: 'reservation',
    z: HOT,
    o: 'w',
    name: 'w100004',
    status: 'admitted',
    addresses: [],
    created: 4,
  };
  const told = (r: string, type: string, id: string): Line => ({ ...heard(type), r, id });
  const shown = ({ cores, ram }: Line): Line => ({
    computePoolReserved: { numCpuCores: cores, virtualMemSize: ram },
  });

  /** The findings, also for a change of the amounts of the one that waited. */
  function verdictAfter(amounts?: Line, answer: Line = {}) {
    const isMade = amounts !== undefined && answer.out === undefined;
    const history = [
      ...asked(1, 'create', reservation(HELD, 'ada'), { id: 'r' }),
      ...asked(2, 'decrease', { ...change, amounts: LESS, tag: LESS.ram, force: true }, { id: 'less' }),
      told('r', 'Reservation conflict', 'conflict r'),
      ...asked(4, 'create', wait, { id: 'w', isWaiting: true }),
      ...asked(5, 'increase', { ...change, amounts: MORE, tag: MORE.ram }, { id: 'more' }),
      told('r', 'Reservation status change', 'back r'),
      told('w', 'Reservation status change', 'admitted w'),
      ...(amounts ? asked(6, 'update', { zone: HOT, id: 'w', tag: amounts.ram, amounts }, answer) : []),
      ...(isMade ? [{ ...heard('Reservation resource change', shown(amounts)), r: 'w' }] : []),
    ];
    const entries = ledgers(
      { z: HOT, p: 'h', x: HELD, at: 1 },
      total('less', negative(LESS), 2),
      { z: HOT, p: 'h', x: negative(HELD), at: 2 },
      { z: HOT, p: 'h', o: 'w', x: {}, at: 4 },
      total('more', MORE, 5),
      { z: HOT, p: 'h', x: HELD, at: 5 },
      { z: HOT, p: 'h', o: 'w', x: WAITS, at: 5 },
      ...(isMade
        ? [
            { z: HOT, p: 'h', o: 'w', x: negative(WAITS), at: 6 },
            { z: HOT, p: 'h', o: 'w', x: amounts, at: 6 },
          ]
        : []),
    );
    const changes = new Set(['less', 'more']);
    const lines = entries.map((line) =>
      changes.has(line.o as string) ? { ...line, s: WINDOW.start, t: WINDOW.end } : line,
    );
    return findings(history, [...lines, row]);
  }

  it('accepts a reservation that waited meanwhile and is admitted above the limit', async () => {
    expect(await verdictAfter()).toEqual([]);
  });

  it('accepts that it is given less, and that it is refused more', async () => {
    expect(await verdictAfter({ cores: 4, ram: 100_006 })).toEqual([]);
    expect(await verdictAfter({ cores: 6, ram: 100_006 }, { out: 'error' })).toEqual([]);
  });

  it('finds that it is given more, and that it is refused less', async () => {
    expect(await verdictAfter({ cores: 6, ram: 100_006 })).toMatchObject([{ property: 'P1' }]);
    expect(await verdictAfter({ cores: 4, ram: 100_006 }, { out: 'error' })).toMatchObject([
      { property: 'P3' },
    ]);
  });
});

describe('verdicts of the checker on what subscriptions of tenants receive', () => {
  /** The findings where a tenant subscribes to all its reservations, or to some, before one is made for `ada`. */
  function verdictOnHearing(tenant: string | undefined, isHeard: boolean, ids: readonly string[] = []) {
    const created = { zoneId: HOT, computePoolReserved: { virtualMemSize: first.ram } };
    return findings(
      [
        ...asked(1, 'subscribe', { of: 'reservation', ids, tenant, channel: 'c' }, { id: 's' }),
        ...asked(2, 'create', reservation(first, 'ada'), { id: 'r' }),
        ...(isHeard ? [{ ...heard('Reservation created', created), ch: 'c', n: 30 }] : []),
      ],
      ledgers({ z: HOT, p: 'h', x: first, at: 2 }),
    );
  }

  it.each([
    ['its own reservation', 'ada', true],
    ['nothing of another tenant', 'bob', false],
    ['all, without a tenant', undefined, true],
  ])('accept %s', async (_, tenant, isHeard) => {
    expect(await verdictOnHearing(tenant, isHeard)).toEqual([]);
  });

  it.each([
    ['a change of another tenant', 'bob', true, []],
    ['a change of a reservation that its filter leaves out', undefined, true, ['other']],
    ['a change of its own that is not told', 'ada', false, []],
  ])('find %s', async (_, tenant, isHeard, ids) => {
    expect(await verdictOnHearing(tenant, isHeard, ids)).toMatchObject([{ property: 'P6' }]);
  });
});
