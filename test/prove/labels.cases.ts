import type { Line } from './checker.js';
import { T } from './lines.js';
import {
  AMOUNTS,
  asked,
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

describe('verdicts of the checker on labels', () => {
  const row = (labels: Line | null, q: number): Line => ({
    e: 'version',
    z: HOT,
    o: 'r',
    q,
    addresses: [],
    labels,
    ended: false,
    held: null,
    waits: null,
  });
  const call = asked(1, 'create', { ...FIRST, labels: { made: 'l1' } }, { id: 'r' });
  const mark = asked(2, 'mark', { zone: HOT, id: 'r', labels: { made: 'l2', mark: 'm1' } }, {});
  const note: Entered = { ...made, x: {}, at: 2 };
  const evidence = [...ledgers(made, note), row({ made: 'l1' }, 2), row({ made: 'l2', mark: 'm1' }, 3)];
  const listed = (label: string, ...answer: string[]) =>
    asked(3, 'labelled', { zone: HOT, label }, { answer });

  it('finds nothing where lists use the last labels', async () => {
    expect(await findings([...call, ...mark, ...listed('l2', 'r')], evidence)).toEqual([]);
  });

  describe('and on moves between zones', () => {
    const amounts = { cores: 2, ram: 100_002 };
    const move = { zone: SPLIT, to: HOT, id: 'r', form: 'pool', tag: 100_002, ...WINDOW, amounts };
    /** Requests before and after a move between the zones. Before the later ones, another reservation is created. */
    const moved = (before: Line[], after: Line[]) => [
      ...asked(1, 'create', { ...FIRST, zone: SPLIT, labels: { made: 'l1' } }, { id: 'r' }),
      ...before,
      ...asked(3, 'move', move, {}),
      heard('Reservation resource change', {
        zoneId: HOT,
        computePoolReserved: { virtualMemSize: 100_002 },
      }),
      ...asked(4, 'create', { ...FIRST, tag: 100_004, amounts: { cores: 1, ram: 100_004 } }, { id: 'q' }),
      ...after,
    ];
    const confirmed = (op: number, zone: string) => asked(op, 'confirm', { zone, id: 'r' }, {});
    const there: Entered = { ...made, z: SPLIT, p: 's' };
    const entries = ledgers(
      there,
      { ...there, x: {}, at: 2 },
      { ...there, x: negative(AMOUNTS), at: 3 },
      { ...made, x: amounts, at: 3 },
      { ...made, o: 'q', x: { cores: 1, ram: 100_004 }, at: 4 },
      { ...made, x: {}, at: 5 },
    );
    const rows = (before: Line, after: Line) => [
      row(after, 2),
      row(after, 4),
      { ...row(before, 3), z: SPLIT },
      { ...row(after, 4), z: SPLIT },
    ];

    it('distinguishes a confirmation from a change of labels', async () => {
      const mark = asked(2, 'mark', { zone: SPLIT, id: 'r', labels: { made: 'l2', mark: 'm1' } }, {});
      const all = [...entries, ...rows({ made: 'l1' }, { made: 'l2', mark: 'm1' })];
      expect(await findings(moved(mark, confirmed(5, HOT)), all)).toEqual([]);
    });

    it('distinguishes confirmations in the former and in the present zone', async () => {
      const all = [...entries, ...rows({ made: 'l1' }, { made: 'l1' })];
      expect(await findings(moved(confirmed(2, SPLIT), confirmed(5, HOT)), all)).toEqual([]);
    });
  });

  it('distinguishes confirmations by the zone that the caller named', async () => {
    const other = { cores: 1, ram: 100_003 };
    const amounts = { cores: 2, ram: 100_002 };
    const move = { zone: SPLIT, to: HOT, id: 'r', form: 'pool', tag: 100_002, ...WINDOW, amounts };
    const history = [
      ...asked(1, 'create', { ...FIRST, zone: SPLIT }, { id: 'r' }),
      ...asked(2, 'confirm', { zone: SPLIT, id: 'r' }, {}),
      ...asked(3, 'create', { ...FIRST, zone: SPLIT, tag: 100_003, amounts: other }, { id: 'q' }),
      ...asked(4, 'move', move, {}),
      heard('Reservation resource change', {
        zoneId: HOT,
        computePoolReserved: { virtualMemSize: 100_002 },
      }),
      ...asked(5, 'confirm', { zone: HOT, id: 'r' }, {}),
    ];
    const there: Entered = { ...made, z: SPLIT, p: 's' };
    const entries = ledgers(
      there,
      { ...there, x: {}, at: 2 },
      { ...there, o: 'q', x: other, at: 3 },
      { ...there, x: negative(AMOUNTS), at: 4 },
      { ...made, x: amounts, at: 4 },
      { ...made, x: {}, at: 5 },
    );
    const rows = [row(null, 2), row(null, 3), ...[3, 4, 6].map((q) => ({ ...row(null, q), z: SPLIT }))];
    expect(await findings(history, [...entries, ...rows])).toEqual([]);
  });

  it('assigns confirmations by their possible times, whatever zone was named', async () => {
    const [amounts, other] = [
      { cores: 2, ram: 100_002 },
      { cores: 1, ram: 100_005 },
    ];
    const move = { zone: SPLIT, to: HOT, id: 'r', form: 'pool', tag: 100_002, ...WINDOW, amounts };
    const confirm = (op: number, n: number, zone: string): Line => ({
      ...{ e: 'call', a: op, op, n, w: (T + 4) * 1000, s: 0, k: 'confirm', p: { zone, id: 'r' } },
    });
    const returned = (a: number, n: number, w: number): Line => ({
      e: 'return',
      a,
      n,
      w: w * 1000,
      out: 'ok',
    });
    const history = [
      ...asked(1, 'create', { ...FIRST, zone: SPLIT }, { id: 'r' }),
      ...asked(3, 'move', move, {}),
      heard('Reservation resource change', {
        zoneId: HOT,
        computePoolReserved: { virtualMemSize: 100_002 },
      }),
      confirm(4, 40, SPLIT),
      confirm(6, 41, HOT),
      returned(4, 42, T + 4),
      ...asked(5, 'create', { ...FIRST, tag: 100_005, amounts: other }, { id: 'q' }),
      returned(6, 65, T + 6),
    ];
    const there: Entered = { ...made, z: SPLIT, p: 's' };
    const entries = ledgers(
      there,
      { ...there, x: negative(AMOUNTS), at: 3 },
      { ...made, x: amounts, at: 3 },
      { ...made, x: {}, at: 4 },
      { ...made, o: 'q', x: other, at: 5 },
      { ...made, x: {}, at: 6 },
    );
    const rows = [row(null, 2), row(null, 3), row(null, 5), { ...row(null, 3), z: SPLIT }];
    expect(await findings(history, [...entries, ...rows])).toEqual([]);
  });

  it('finds a reservation listed under its former labels, and one that is not listed', async () => {
    for (const wrong of [listed('l1', 'r'), listed('l2')])
      expect(await findings([...call, ...mark, ...wrong], evidence)).toMatchObject([{ property: 'P2' }]);
  });
});
