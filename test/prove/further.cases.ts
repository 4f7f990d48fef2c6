import type { Line } from './checker.js';
import {
  AHEAD,
  AMOUNTS,
  asked,
  DAY,
  findings,
  FIRST,
  heard,
  HOT,
  ledgers,
  made,
  negative,
  SPLIT,
  WINDOW,
  type Entered,
} from './made-up.js';

const created = (r: string, ram = 100_001): Line => ({
  ...heard('Reservation created', { zoneId: HOT, computePoolReserved: { virtualMemSize: ram } }),
  r,
  id: `created ${r}`,
});

describe('verdicts of the checker on a series', () => {
  const SERIES = { ...FIRST, repeat: { freq: 'DAILY', interval: 1, count: 2 } };
  const later: Entered = { ...made, o: 'q', s: WINDOW.start + DAY, t: WINDOW.end + DAY };
  const call = [...asked(1, 'create', SERIES, { out: 'ok', id: ['r', 'q'] }), created('r'), created('q')];

  it('finds nothing where all of it is admitted in one batch', async () => {
    expect(await findings(call, ledgers(made, later))).toEqual([]);
  });

  it.each([
    ['only the first is admitted', [made]],
    ['the second comes later', [made, { ...later, at: 2 }]],
    [
      'the second lies on another day',
      [made, { ...later, s: WINDOW.start + 2 * DAY, t: WINDOW.end + 2 * DAY }],
    ],
  ])('finds that %s', async (_, entered) => {
    const found = await findings(call, ledgers(...entered));
    expect(found.map(({ property }) => property)).toContain('P2');
  });

  it('accepts a refusal that names the first occurrence that does not fit', async () => {
    const other = {
      ...FIRST,
      tag: 100_002,
      amounts: { cores: 6, ram: 100_002 },
      start: WINDOW.start + DAY,
      end: WINDOW.end + DAY,
    };
    const offer = {
      maxCapacity: { cores: 4, ram: 899_998 },
      next: { start: other.end, end: other.end + 3_600 },
    };
    const named = (occurrence: number) => [
      ...asked(1, 'create', other, { id: 'q' }),
      ...asked(2, 'create', SERIES, { out: 'conflict', offer: { ...offer, occurrence } }),
    ];
    const entries = ledgers({ ...later, x: other.amounts });
    expect(await findings(named(other.start), entries)).toEqual([]);
    expect(await findings(named(WINDOW.start), entries)).toMatchObject([{ property: 'P5' }]);
  });

  it('finds an acknowledged change of a series that only one occurrence has had', async () => {
    const amounts = { cores: 5, ram: 100_003 };
    const p = { zone: HOT, series: 's', occurrences: ['r', 'q'], form: 'pool', tag: 100_003, amounts };
    const change = asked(2, 'update-series', p, { concerned: ['r', 'q'] });
    const told = {
      ...heard('Reservation resource change', { computePoolReserved: { virtualMemSize: 100_003 } }),
    };
    const changed: Entered[] = [
      { ...made, x: negative(AMOUNTS), at: 2 },
      { ...made, x: amounts, at: 2 },
    ];
    expect(await findings([...call, ...change, told], ledgers(made, later, ...changed))).toMatchObject([
      { property: 'P2', text: 'update-series was acknowledged and was done in part, or in several steps' },
    ]);
  });
});

describe('verdicts of the checker on windows that were found', () => {
  const SEARCH = {
    zone: HOT,
    form: 'pool',
    tag: 100_005,
    amounts: { cores: 6, ram: 100_005 },
    start: AHEAD,
    end: AHEAD + 4 * 3_600,
    duration: 3_600,
    limit: 2,
  };
  const free = { cores: 4, ram: 899_995 };
  const after = { zone: HOT, start: WINDOW.end, end: WINDOW.end + 3_600, latest: AHEAD + 3 * 3_600, free };
  const first = asked(1, 'create', FIRST, { id: 'r' });
  const told = (...windows: Line[]) => [
    ...first,
    ...asked(2, 'find', SEARCH, { answer: { windows, isMore: false } }),
  ];

  it('finds nothing where they are the earliest', async () => {
    expect(await findings(told(after), ledgers(made))).toEqual([]);
  });

  it.each([
    ['begins too early', [{ ...after, start: after.start - 1, end: after.end - 1 }]],
    ['begins too late', [{ ...after, start: after.start + 1, end: after.end + 1 }]],
    ['ends too early', [{ ...after, latest: after.latest - 1 }]],
    ['leaves less', [{ ...after, free: { ...free, cores: 5 } }]],
    ['is missing', []],
  ])('finds one that %s', async (_, windows) => {
    expect(await findings(told(...windows), ledgers(made))).toMatchObject([{ property: 'P5' }]);
  });

  it('finds a held window later than the earliest', async () => {
    const hold = { ...SEARCH, hold: 60 };
    const held = (start: number): Line[] => [
      ...first,
      ...asked(2, 'hold-window', hold, { id: 'q', answer: { windows: [{ start, end: start + 3_600 }] } }),
      created('q', 100_005),
    ];
    const entries = (s: number) =>
      ledgers(made, { ...made, o: 'q', x: hold.amounts, s, t: s + 3_600, at: 2 });
    expect(await findings(held(WINDOW.end), entries(WINDOW.end))).toEqual([]);
    expect(await findings(held(WINDOW.end + 5), entries(WINDOW.end + 5))).toMatchObject([{ property: 'P5' }]);
  });
});

describe('verdicts of the checker on an offer of several zones', () => {
  const LONGER = { start: WINDOW.start, end: WINDOW.end + 3_600 };
  const BOTH = { cores: 18, ram: 100_002 };
  const demand = { form: 'pool', tag: 100_003, ...WINDOW, amounts: { cores: 8, ram: 100_003 } };
  const most = { cores: 4, ram: 899_999 };
  const next = { start: WINDOW.end, end: WINDOW.end + 3_600 };
  const entered = ledgers(
    { ...made, s: LONGER.start, t: LONGER.end },
    { z: SPLIT, p: 's', o: 'q', x: { cores: 9, ram: 100_002 }, at: 2 },
    { z: SPLIT, p: 't', o: 'q', x: { cores: 9 }, at: 2 },
  );
  const refused = (offer: Line) => [
    ...asked(1, 'create', { ...FIRST, ...LONGER }, { id: 'r' }),
    ...asked(2, 'create', { ...FIRST, zone: SPLIT, tag: 100_002, amounts: BOTH }, { id: 'q' }),
    ...asked(3, 'create', demand, { out: 'conflict', offer }),
  ];

  it('finds nothing where one has the most and another the earliest window', async () => {
    expect(await findings(refused({ maxCapacity: most, next }), entered)).toEqual([]);
  });

  it.each([
    ['more than any has', { maxCapacity: { ...most, cores: 5 }, next }],
    [
      'a window in which it fits in none',
      { maxCapacity: most, next: { start: next.start - 60, end: next.end - 60 } },
    ],
    [
      'a later window than one has',
      { maxCapacity: most, next: { start: LONGER.end, end: LONGER.end + 3_600 } },
    ],
  ])('finds %s', async (_, offer) => {
    expect(await findings(refused(offer), entered)).toMatchObject([{ property: 'P5' }]);
  });
});

describe('verdicts of the checker on reports', () => {
  const asking = { zone: HOT, by: 'zone', since: AHEAD - DAY, until: AHEAD + DAY };
  const rows = (cores: number): Line[] =>
    [
      ['cores', cores],
      ['ram', 100_001],
    ].map(([name, hours]) => ({
      zone: HOT,
      class: name,
      reservedHours: hours,
      usedHours: 0,
      idleHours: hours,
      unreservedHours: 0,
      peak: name === 'cores' ? 6 : 100_001,
    }));
  const reported = (cores: number) => [
    ...asked(1, 'create', FIRST, { id: 'r' }),
    ...asked(2, 'report', asking, { answer: rows(cores) }),
  ];

  it('finds nothing where the hours are those of the ledger', async () => {
    expect(await findings(reported(6), ledgers(made))).toEqual([]);
  });

  it('finds hours that are off by a second, and a row that is missing', async () => {
    expect(await findings(reported(6 + 1 / 3_600), ledgers(made))).toMatchObject([{ property: 'P1' }]);
    const none = [
      ...asked(1, 'create', FIRST, { id: 'r' }),
      ...asked(2, 'report', asking, { answer: rows(6).slice(0, 1) }),
    ];
    expect(await findings(none, ledgers(made))).toMatchObject([{ property: 'P1' }]);
  });

  it('counts a reservation for its tenant although its creation was never answered', async () => {
    const lost = asked(1, 'create', { ...FIRST, tenant: 'ada' }, { out: 'unknown' });
    const tenants = rows(6).map((row) => ({ ...row, tenant: 'ada' }));
    const report = asked(2, 'report', { ...asking, by: 'tenant' }, { answer: tenants });
    expect(await findings([...lost, created('r'), ...report], ledgers(made))).toEqual([]);
  });
});
