import type { Line } from './checker.js';
import { answered, T } from './lines.js';
import { asked, findings, heard, HOT, ledgers, negative, SPLIT, WINDOW, type Entered } from './made-up.js';

/** The zone has 10 cores. The first takes them all, so the others wait. */
const ALL = { cores: 10, ram: 100_001 };
const FIRST = { zone: HOT, form: 'pool', tag: 100_001, ...WINDOW, amounts: ALL };

/** The request and the row of a waiting reservation, by its number. */
function waiter(number: number, cores: number) {
  const [id, tag] = [`w${number}`, 100_000 + number];
  const amounts = { cores, ram: tag };
  const p = { zone: HOT, form: 'pool', tag, ...WINDOW, amounts, wait: true, name: `w${tag}` };
  const note: Entered = { z: HOT, p: 'h', o: id, x: {}, at: number };
  const held: Entered = { ...note, x: amounts };
  const row = {
    e: 'reservation',
    z: HOT,
    o: id,
    name: `w${tag}`,
    status: 'admitted',
    addresses: [],
    created: number,
  };
  return { id, amounts, note, held, row, call: asked(number, 'create', p, { id, isWaiting: true }) };
}

const OLD = waiter(2, 6);
const YOUNG = waiter(4, 4);
const BIG = waiter(3, 8);
const cancelled: Entered = { z: HOT, p: 'h', x: negative(ALL), at: 9 };
const taken: Entered = { z: HOT, p: 'h', x: ALL, at: 1 };
const isAdmitted = (id: string): Line => ({
  ...heard('Reservation status change'),
  r: id,
  id: `admitted ${id}`,
});

/** The findings when the first reservation is cancelled while others wait, and these are admitted with it in this order. */
function findingsOf(
  waiters: readonly ReturnType<typeof waiter>[],
  admitted: readonly ReturnType<typeof waiter>[],
) {
  const history = [
    ...asked(1, 'create', FIRST, { id: 'r' }),
    ...waiters.flatMap(({ call }) => call),
    ...asked(9, 'cancel', { zone: HOT, id: 'r' }, {}),
    heard('Reservation terminated'),
    ...admitted.map(({ id }) => isAdmitted(id)),
  ];
  const after = admitted.map(({ held }) => ({ ...held, at: 9 }));
  const evidence = ledgers(taken, ...waiters.map(({ note }) => note), cancelled, ...after);
  return findings(history, [...evidence, ...waiters.map(({ row }) => row)]);
}

describe('verdicts of the checker on reservations that wait', () => {
  it('finds nothing where those that fit are admitted, the oldest first', async () => {
    expect(await findingsOf([OLD, YOUNG], [OLD, YOUNG])).toEqual([]);
  });

  it('finds nothing where a small one passes a large one that does not fit beside an older one', async () => {
    expect(await findingsOf([OLD, BIG, YOUNG], [OLD, YOUNG])).toEqual([]);
  });

  it('finds one that is left although it fits', async () => {
    expect(await findingsOf([OLD, YOUNG], [OLD])).toMatchObject([
      { property: 'P3', text: 'a waiting reservation was passed over when it fitted: w4' },
    ]);
  });

  it('finds one that is admitted before an older one', async () => {
    expect(await findingsOf([OLD, BIG], [BIG])).toMatchObject([
      { property: 'P3', text: 'a waiting reservation was passed over when its turn was before w3: w2' },
    ]);
  });

  it('finds one that is admitted twice', async () => {
    const found = await findingsOf([YOUNG], [YOUNG, YOUNG]);
    expect(found.map(({ property }) => property)).toContain('P4');
  });

  it('finds one that waits although it fits', async () => {
    const found = await findings(OLD.call, [...ledgers(OLD.note), OLD.row]);
    expect(found).toMatchObject([
      { property: 'P3', text: 'a waiting reservation was passed over when it fitted: w2' },
    ]);
  });

  it('finds that one was refused which may wait', async () => {
    const p = { ...FIRST, tag: 100_005, amounts: { ...ALL, ram: 100_005 }, wait: true, name: 'w100005' };
    const refused = asked(2, 'create', p, { out: 'conflict', offer: {} });
    const history = [...asked(1, 'create', FIRST, { id: 'r' }), ...refused];
    expect(await findings(history, ledgers(taken))).toMatchObject([{ property: 'P3' }]);
  });
});

describe('verdicts of the checker on changes of a waiting reservation', () => {
  const LATER = { start: WINDOW.start, end: WINDOW.end + 10 };
  const [FEWER, MORE] = [
    { cores: 5, ram: 100_005 },
    { cores: 7, ram: 100_007 },
  ];
  const change = { form: 'pool', id: OLD.id, ...LATER };
  const noted = (at: number): Entered => ({ ...OLD.note, s: LATER.start, t: LATER.end, at });
  const version = (q: number, x: Line, labels: Line | null = null): Line => ({
    ...{ e: 'version', z: HOT, o: OLD.id, q, x, labels },
    ...{ addresses: [], ended: false, held: null, waits: null },
  });
  const waits = [...asked(1, 'create', FIRST, { id: 'r' }), ...OLD.call];
  const changed = (number: number, amounts: Line) =>
    asked(number, 'update', { zone: HOT, ...change, tag: amounts.ram, amounts }, {});

  /** Without P6, because these rounds contain no notifications of the changes. */
  const findingsButTold = async (history: readonly Line[], evidence: readonly Line[]) =>
    (await findings(history, evidence)).filter(({ property }) => property !== 'P6');

  it('treats a move to its own zone as a change', async () => {
    const move = { zone: SPLIT, to: HOT, ...change, tag: FEWER.ram, amounts: FEWER };
    const evidence = [...ledgers(taken, OLD.note, noted(3)), OLD.row, version(3, OLD.amounts)];
    const history = [...waits, ...asked(3, 'move', move, {})];
    expect(await findingsButTold(history, [...evidence, version(4, FEWER)])).toEqual([]);
  });

  it('recognizes a change of amounts alone by its row', async () => {
    const update = { zone: HOT, id: OLD.id, form: 'pool', tag: FEWER.ram, amounts: FEWER };
    const evidence = [...ledgers(taken, OLD.note, { ...OLD.note, at: 3 }), OLD.row, version(3, OLD.amounts)];
    const history = [...waits, ...asked(3, 'update', update, {})];
    expect(await findingsButTold(history, [...evidence, version(4, FEWER)])).toEqual([]);
  });

  it('expects to hear no other start where amounts alone are changed in a window that has begun', async () => {
    const began = { start: T + 2, end: WINDOW.end };
    const { id, note, row } = OLD;
    const p = { zone: HOT, form: 'pool', tag: 100_002, ...began, amounts: OLD.amounts, wait: true };
    const update = { zone: HOT, id, form: 'pool', tag: FEWER.ram, amounts: FEWER };
    const data = { computePoolReserved: { virtualMemSize: FEWER.ram } };
    const history = [
      ...asked(1, 'create', FIRST, { id: 'r' }),
      ...asked(2, 'create', { ...p, name: 'w100002' }, { id, isWaiting: true }),
      ...asked(5, 'update', update, {}),
      { ...heard('Reservation resource change', data), r: id },
    ];
    const entries = [2, 5].map((at) => ({ ...note, s: T + at, t: WINDOW.end, at }));
    const versions = [version(3, OLD.amounts), version(4, FEWER)];
    expect(await findings(history, [...ledgers(taken, ...entries), row, ...versions])).toEqual([]);
  });

  /** Two changes in one batch. Afterwards the row only shows the second. */
  const findingsOfTwo = (first: Line, later: Line, ...batch: Entered[]) =>
    findingsButTold(
      [...waits, ...answered(5, T + 5, 'update', first, {}), ...answered(6, T + 5, 'update', later, {})],
      [...ledgers(taken, OLD.note, ...batch), OLD.row, version(3, OLD.amounts), version(5, MORE)],
    );
  const ofAmounts = (amounts: Line): Line => {
    return { zone: HOT, id: OLD.id, form: 'pool', tag: amounts.ram, amounts };
  };
  const ofWindow = (amounts: Line): Line => ({ ...ofAmounts(amounts), ...LATER });

  it('recognizes a change of amounts alone that another change followed in its batch', async () => {
    const batch = [{ ...OLD.note, at: 5 }, noted(5)];
    expect(await findingsOfTwo(ofAmounts(FEWER), ofWindow(MORE), ...batch)).toEqual([]);
  });

  it.each([
    ['in the order of their calls', FEWER, MORE],
    ['in the other order', MORE, FEWER],
  ])('recognizes two changes of amounts alone in one batch, %s', async (_, first, later) => {
    const asksAtOnce = [
      ...answered(5, T + 5, 'update', ofAmounts(first), {}),
      ...answered(6, T + 5, 'update', ofAmounts(later), {}),
    ].map((line) => (line.e === 'return' ? { ...line, n: Number(line.n) + 10 } : line));
    const batch = [5, 5].map((at) => ({ ...OLD.note, at }));
    const rows = [OLD.row, version(3, OLD.amounts), version(5, MORE)];
    expect(
      await findingsButTold([...waits, ...asksAtOnce], [...ledgers(taken, OLD.note, ...batch), ...rows]),
    ).toEqual([]);
  });

  it('recognizes a change of window that a change of amounts alone followed in its batch', async () => {
    expect(await findingsOfTwo(ofWindow(FEWER), ofAmounts(MORE), noted(5), noted(5))).toEqual([]);
  });

  it('distinguishes other labels from a later change for the same time', async () => {
    const mark = { made: 'l2', mark: 'm1' };
    const history = [
      ...waits,
      ...changed(3, FEWER),
      ...asked(4, 'mark', { zone: HOT, id: OLD.id, labels: mark }, {}),
      ...changed(6, MORE),
    ];
    const evidence = [
      ...ledgers(taken, OLD.note, noted(3), noted(4), noted(6)),
      ...[
        OLD.row,
        version(3, OLD.amounts),
        version(4, FEWER),
        version(5, FEWER, mark),
        version(6, MORE, mark),
      ],
    ];
    expect(await findingsButTold(history, evidence)).toEqual([]);
  });
});

describe('verdicts of the checker on a hold', () => {
  const HOLD = { ...FIRST, hold: 5 };
  const made = asked(1, 'create', HOLD, { id: 'r' });
  const other = { ...FIRST, tag: 100_002, amounts: { cores: 1, ram: 100_002 } };
  const lapsed: Entered = { z: HOT, p: 'h', x: negative(ALL), at: 6 };
  const later: Entered = { z: HOT, p: 'h', o: 'q', x: other.amounts, at: 6 };

  it('finds nothing where it is released to the second', async () => {
    const history = [...made, heard('Reservation expired'), ...asked(6, 'create', other, { id: 'q' })];
    expect(await findings(history, ledgers(taken, lapsed, later))).toEqual([]);
  });

  it('finds that it outlived its time', async () => {
    const early = { ...later, p: 'h' };
    const small = { ...HOLD, amounts: { cores: 2, ram: 100_001 } };
    const history = [...asked(1, 'create', small, { id: 'r' }), ...asked(6, 'create', other, { id: 'q' })];
    expect(await findings(history, ledgers({ ...taken, x: small.amounts }, early))).toMatchObject([
      { property: 'P2', text: 'a hold outlived its time: r' },
    ]);
  });

  it('finds that it was released too early', async () => {
    const history = [...made, heard('Reservation expired')];
    const found = await findings(history, ledgers(taken, { ...lapsed, at: 4 }));
    expect(found.map(({ property }) => property)).toContain('P4');
  });

  it('finds that an instance drew on it', async () => {
    const drawn = { cores: 1, ram: 512, instances: 1 };
    const amounts = { cores: 2, ram: 100_001, instances: 2 };
    const history = [
      ...asked(1, 'create', { ...HOLD, amounts }, { id: 'r' }),
      ...asked(3, 'instance', { zone: HOT, reservation: 'r', name: 'i1', flavor: 'm1.tiny' }, { id: 'i' }),
    ];
    const entries = ledgers(
      { ...taken, x: amounts },
      { z: HOT, p: 'h', x: negative(drawn), at: 3 },
      { z: HOT, p: 'h', m: 'allocated', o: 'i', x: drawn, at: 3 },
    );
    const row = { e: 'instance', z: HOT, o: 'i', name: 'i1', r: 'r' };
    expect(await findings(history, [...entries, row])).toContainEqual({
      property: 'P2',
      text: 'an instance drew on a held reservation',
    });
  });
});

describe('verdicts of the checker on a dry run', () => {
  const dry = { ...FIRST, of: 'create' };
  const claims = [['h', ALL]];

  it('finds nothing where it says what would happen, and nothing does', async () => {
    const answer = { answer: { isDry: true, claims } };
    expect(await findings(asked(1, 'dry', dry, answer), ledgers())).toEqual([]);
  });

  it.each([
    [
      'that it would fit where it does not',
      { ...dry, amounts: { cores: 11, ram: 100_001 } },
      { isDry: true, claims },
    ],
    ['a place with less than was asked for', dry, { isDry: true, claims: [['h', { cores: 1 }]] }],
    [
      'that it would wait where it fits',
      { ...dry, wait: true },
      { isDry: true, isWaiting: true, claims: [] },
    ],
  ])('finds that it says %s', async (_, p, answer) => {
    expect(await findings(asked(1, 'dry', p, { answer }), ledgers())).toMatchObject([{ property: 'P5' }]);
  });

  it('finds that it has left an entry', async () => {
    const answer = { answer: { isDry: true, claims } };
    const found = await findings(asked(1, 'dry', dry, answer), ledgers(taken));
    expect(found).toContainEqual({ property: 'P4', text: 'a reservation, although it was a dry run' });
  });

  it('finds an answer that has an id', async () => {
    const answer = { answer: { isDry: true, claims, id: 'r' } };
    expect(await findings(asked(1, 'dry', dry, answer), ledgers())).toMatchObject([{ property: 'P4' }]);
  });

  it('finds nothing where it names a reservation that was in another zone before', async () => {
    const amounts = { cores: 2, ram: 100_002 };
    const move = { zone: SPLIT, to: HOT, id: 'r', form: 'pool', tag: 100_002, ...WINDOW, amounts };
    const tied = { ...WINDOW, zone: HOT, form: 'nothing', tag: WINDOW.start, amounts: {}, of: 'create' };
    const history = [
      ...asked(1, 'create', { ...FIRST, zone: SPLIT }, { id: 'r' }),
      ...asked(2, 'move', move, {}),
      heard('Reservation resource change', { zoneId: HOT, computePoolReserved: { virtualMemSize: 100_002 } }),
      ...asked(
        3,
        'dry',
        { ...tied, elements: ['ResourceReservation:r'] },
        { answer: { isDry: true, claims: [] } },
      ),
    ];
    const there: Entered = { z: SPLIT, p: 's', x: ALL, at: 1 };
    const arrived: Entered = { z: HOT, p: 'h', x: amounts, at: 2 };
    expect(await findings(history, ledgers(there, { ...there, x: negative(ALL), at: 2 }, arrived))).toEqual(
      [],
    );
  });
});
