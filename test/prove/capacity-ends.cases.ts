import type { Line } from './checker.js';
import { T } from './lines.js';
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

describe('verdicts of the checker on capacity that ends', () => {
  const MORE = { cores: 5, ram: 200_001 };
  const increase = { zone: HOT, provider: 'h', ...WINDOW, amounts: MORE, tag: 200_001 };
  const more = asked(1, 'increase', increase, { id: 'more' });
  const added: Entered = {
    z: HOT,
    p: 'h',
    m: 'total',
    o: 'more',
    x: MORE,
    s: WINDOW.start,
    t: WINDOW.end,
    at: 1,
  };
  const ended: Entered = { ...added, x: negative(MORE), at: 3 };
  const end = { zone: HOT, pool: 'more', provider: 'h' };
  const withWindow = (lines: Line[]): Line[] =>
    lines.map((line) => (line.o === 'more' ? { ...line, s: WINDOW.start, t: WINDOW.end } : line));

  it('finds nothing where a pool entry is ended as it was made', async () => {
    const history = [...more, ...asked(3, 'end-pool', end, {})];
    expect(await findings(history, withWindow(ledgers(added, ended)))).toEqual([]);
  });

  it('finds an end with other amounts, and an end without a request', async () => {
    const history = [...more, ...asked(3, 'end-pool', end, {})];
    const other = withWindow(ledgers(added, { ...ended, x: { cores: -4, ram: -200_001 } }));
    expect((await findings(history, other)).map(({ property }) => property)).toContain('P2');
    const found = await findings(more, withWindow(ledgers(added, ended)));
    expect(found.map(({ property }) => property)).toContain('P4');
  });

  it('finds an entry that was not ended although nothing was in the way', async () => {
    const refused = asked(3, 'end-pool', end, { out: 'conflict', offer: {} });
    expect(await findings([...more, ...refused], withWindow(ledgers(added)))).toMatchObject([
      { property: 'P3' },
    ]);
  });

  it('finds a provider that was retired while a reservation lay on it', async () => {
    const total = { cores: 10, ram: 1_000_000, instances: 10 };
    const history = [
      ...asked(1, 'create', FIRST, { id: 'r' }),
      ...asked(2, 'retire', { zone: HOT, provider: 'h' }, {}),
    ];
    const entries = ledgers(
      made,
      { z: HOT, p: 'h', m: 'total', o: 'pool-h', x: negative(total), at: 2 },
      { z: HOT, p: 'h', m: 'total', o: 'h', x: {}, at: 2 },
    );
    const lines = entries.map((line) => {
      if (line.m !== 'total' || line.w === entries[0].w || line.z !== HOT) return line;
      return line.o === 'h' ? { ...line, k: 'provider', p: null } : { ...line, s: line.w };
    });
    expect((await findings(history, lines)).map(({ text }) => text)).toContain(
      'a provider was retired that is in use',
    );
  });
});

describe('verdicts of the checker on a forced decrease that is refused', () => {
  const beyond = { cores: 11, ram: 100_009 };
  const decrease = { zone: HOT, provider: 'h', ...WINDOW, amounts: beyond, tag: beyond.ram, force: true };
  const refusedWith = (maxCapacity: Line) =>
    findings(
      [
        ...asked(1, 'create', FIRST, { id: 'r' }),
        ...asked(2, 'decrease', decrease, { out: 'conflict', offer: { maxCapacity } }),
      ],
      ledgers(made),
    );

  it('accepts the offer of all that is left of the total, and finds one of the available part', async () => {
    const [all, left] = [{ cores: 10, ram: 1_000_000 }, 10 - AMOUNTS.cores];
    expect(await refusedWith(all)).toEqual([]);
    expect(await refusedWith({ ...all, cores: left })).toMatchObject([{ property: 'P5' }]);
  });
});

describe('verdicts of the checker on a cancellation in the batch of a forced decrease', () => {
  const amounts = { cores: 2, ram: 100_001, instances: 1 };
  const drawn = { cores: 1, ram: 512, instances: 1 };
  const left = { cores: 1, ram: 99_489 };
  const now = { start: T, end: WINDOW.end };
  const lost = { instances: 10, ram: 200_001 };
  const decrease = { zone: HOT, provider: 'h', ...WINDOW, amounts: lost, tag: lost.ram, force: true };
  const at = (entry: Entered): Entered => ({ ...entry, s: T + entry.at, t: WINDOW.end });

  // Regression: the checker took it for a displacement, because the provider had promised too many instances.
  it('is no displacement if the reservation holds nothing of what is missing', async () => {
    const history = [
      ...asked(1, 'create', { ...FIRST, ...now, start: undefined, amounts }, { id: 'r' }),
      ...asked(3, 'instance', { zone: HOT, reservation: 'r', name: 'i1', flavor: 'm1.tiny' }, { id: 'i' }),
      ...asked(5, 'decrease', decrease, { id: 'less' }),
      ...asked(6, 'cancel', { zone: HOT, id: 'r' }, {}),
      heard('Reservation terminated'),
      ...asked(7, 'destroy', { zone: HOT, id: 'i' }, {}),
    ];
    const entries = ledgers(
      at({ z: HOT, p: 'h', x: amounts, at: 1 }),
      at({ z: HOT, p: 'h', x: negative(drawn), at: 3 }),
      at({ z: HOT, p: 'h', m: 'allocated', o: 'i', x: drawn, at: 3 }),
      { z: HOT, p: 'h', m: 'total', o: 'less', x: negative(lost), s: WINDOW.start, t: WINDOW.end, at: 5 },
      at({ z: HOT, p: 'h', x: negative(left), at: 5 }),
      at({ z: HOT, p: 'h', m: 'allocated', o: 'i', x: negative(drawn), at: 7 }),
    );
    const row = { e: 'instance', z: HOT, o: 'i', name: 'i1', r: 'r' };
    expect(await findings(history, [...entries, row])).toEqual([]);
  });
});

describe('verdicts of the checker on a unit that a forced decrease has divided', () => {
  const amounts = { cores: 2, ram: 100_001, instances: 1 };
  const drawn = { cores: 1, ram: 512, instances: 1 };
  const left = { cores: 1, ram: 99_489 };
  const lost = { cores: 9, ram: 200_001 };
  const zone = SPLIT;
  const create = { zone, form: 'pool', tag: 100_001, end: WINDOW.end, amounts };
  const decrease = {
    zone,
    provider: 's',
    ...WINDOW,
    start: T + 5,
    amounts: lost,
    tag: lost.ram,
    force: true,
  };
  const on = (p: string, x: Line, at: number, more: Partial<Entered> = {}): Entered => ({
    ...{ z: zone, p, x, at, s: T + at, t: WINDOW.end },
    ...more,
  });
  const history = [
    ...asked(1, 'create', create, { id: 'r' }),
    ...asked(3, 'instance', { zone, reservation: 'r', name: 'i1', flavor: 'm1.tiny' }, { id: 'i' }),
    ...asked(5, 'decrease', decrease, { id: 'less' }),
    ...asked(7, 'destroy', { zone, id: 'i' }, {}),
  ];
  const divided = [
    on('s', amounts, 1),
    on('s', negative(drawn), 3),
    on('s', drawn, 3, { m: 'allocated', o: 'i' }),
    on('s', negative(lost), 5, { m: 'total', o: 'less' }),
    on('s', negative(left), 5),
    on('t', left, 5),
    on('s', negative(drawn), 7, { m: 'allocated', o: 'i' }),
    on('s', drawn, 7),
  ];
  const row = { e: 'instance', z: zone, o: 'i', name: 'i1', r: 'r' };
  const released = [on('s', negative(drawn), 7), on('t', negative(left), 7)];
  const foundAfter = (...entered: Entered[]) => findings(history, [...ledgers(...divided, ...entered), row]);

  it('accepts that it stays divided, and that it is whole again when its last instance is gone', async () => {
    expect(await foundAfter()).toEqual([]);
    expect(await foundAfter(...released, on('t', amounts, 7))).toEqual([]);
  });

  it('finds one that is divided again', async () => {
    const [cores, rest] = [{ cores: 1 }, { cores: 1, ram: 100_001, instances: 1 }];
    expect(await foundAfter(...released, on('s', cores, 7), on('t', rest, 7))).toMatchObject([
      { property: 'P1', text: 'a reserved instance is cut over providers' },
    ]);
  });

  it('finds one that is placed again with less', async () => {
    const less = { ...amounts, cores: 1 };
    expect(await foundAfter(...released, on('t', less, 7))).toMatchObject([{ property: 'P4' }]);
  });
});

describe('verdicts of the checker on a withdrawal', () => {
  const [LESS, REST] = [
    { cores: 9, ram: 899_999, instances: 10 },
    { cores: 1, ram: 100_001 },
  ];
  const decrease = { zone: HOT, provider: 'h', ...WINDOW, amounts: LESS, tag: LESS.ram, force: true };
  const rest = { zone: HOT, provider: 'h', start: AHEAD, end: AHEAD + DAY, amounts: REST, tag: REST.ram };
  const all = { zone: HOT, provider: 'h', start: AHEAD, end: AHEAD + DAY };
  const total = (o: string, x: Line, at: number, s: number, t: number): Entered => ({
    ...{ z: HOT, p: 'h', m: 'total', o, x, at, s, t },
  });
  const WHOLE = { cores: 10, ram: 1_000_000, instances: 10 };

  it('takes what is left for a part of it, although a decrease had asked for as much', async () => {
    const history = [
      ...asked(1, 'decrease', { ...rest, start: AHEAD - DAY, end: AHEAD }, { id: 'early' }),
      ...asked(2, 'decrease', decrease, { id: 'less' }),
      ...asked(3, 'withdraw', all, {}),
    ];
    const entered = [
      total('early', negative(REST), 1, AHEAD - DAY, AHEAD),
      total('less', negative(LESS), 2, WINDOW.start, WINDOW.end),
      total('w1', negative(REST), 3, WINDOW.start, WINDOW.end),
      total('w2', negative(WHOLE), 3, WINDOW.end, AHEAD + DAY),
    ];
    const windows = new Map(entered.map(({ o, s, t }) => [o, { s, t }]));
    const lines = ledgers(...entered).map((line) => ({ ...line, ...windows.get(line.o as string) }));
    expect(await findings(history, lines)).toEqual([]);
  });

  it('distinguishes overlapping withdrawals by their ends', async () => {
    const [at, hour] = [AHEAD + 3_600, 3_600];
    const windows = [
      { start: at, end: at + hour },
      { start: at, end: at + 2 * hour },
      { start: at + hour / 2, end: at + 3 * hour },
    ];
    const history = windows.flatMap((window, index) =>
      asked(2 + index, 'withdraw', { zone: HOT, provider: 'h', ...window }, {}),
    );
    const entered = ledgers(
      ...windows.map(({ end }, index) => total(`w${index}`, negative(WHOLE), 2 + index, end - hour, end)),
    );
    expect(await findings(history, entered)).toEqual([]);
  });

  it('distinguishes one without an answer from a later one of everything', async () => {
    const now = AHEAD - 100_000;
    const history = [
      ...asked(2, 'withdraw', { zone: HOT, provider: 'h', start: now, end: AHEAD }, { out: 'unknown' }),
      ...asked(3, 'create', FIRST, { id: 'r' }),
      ...asked(4, 'cancel', { zone: HOT, id: 'r' }, {}),
      heard('Reservation terminated'),
      ...asked(5, 'withdraw', { zone: HOT, provider: 'h' }, {}),
    ];
    const entered = ledgers(
      total('w1', negative(WHOLE), 2, now + 2, AHEAD),
      { ...made, at: 3 },
      { ...made, x: negative(AMOUNTS), at: 4 },
      total('w2', negative(WHOLE), 5, AHEAD, Infinity),
    );
    expect(await findings(history, entered)).toEqual([]);
  });
});

describe('verdicts of the checker on a move onto a provider', () => {
  const total = { cores: 10, ram: 1_000_000, instances: 10 };
  const amounts = { cores: 2, ram: 100_002 };
  const move = { zone: HOT, to: SPLIT, id: 'r', form: 'pool', tag: 100_002, ...WINDOW, amounts };
  const refused = asked(
    3,
    'move',
    { ...move, elements: ['ResourceProvider:t'] },
    { out: 'error', why: 'elements names provider t, which is retired' },
  );
  const first = asked(1, 'create', FIRST, { id: 'r' });

  it('accepts a refusal where the provider was retired', async () => {
    const retired = asked(2, 'retire', { zone: SPLIT, provider: 't' }, {});
    const entries = ledgers(
      made,
      { z: SPLIT, p: 't', m: 'total', o: 'pool-t', x: negative(total), at: 2 },
      { z: SPLIT, p: 't', m: 'total', o: 't', x: {}, at: 2 },
    );
    const lines = entries.map((line) => {
      if (line.m !== 'total' || line.w === entries[0].w || line.z !== SPLIT) return line;
      return line.o === 't' ? { ...line, k: 'provider', p: null } : { ...line, s: line.w };
    });
    expect(await findings([...first, ...retired, ...refused], lines)).toEqual([]);
  });

  it('finds a refusal where it was not retired', async () => {
    expect(await findings([...first, ...refused], ledgers(made))).toMatchObject([{ property: 'P3' }]);
  });
});
