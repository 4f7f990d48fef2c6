import type { Line } from './checker.js';
import { asked, findings, heard, HOT, ledgers, negative, SPLIT, WINDOW, type Entered } from './made-up.js';

const AMOUNTS = { cores: 2, ram: 100_001, instances: 1 };
const OTHER = { cores: 1, ram: 100_002 };
const LATER = { start: WINDOW.end, end: 2 * WINDOW.end - WINDOW.start };

const reservation = { zone: SPLIT, form: 'pool', tag: 100_001, ...WINDOW, amounts: AMOUNTS };
const other = { ...reservation, tag: 100_002, amounts: OTHER };
const held: Entered = { z: SPLIT, p: 's', x: AMOUNTS, at: 1 };

describe('verdicts of the checker on an instance that two reservations want', () => {
  const INSTANCE = { elements: ['ResourceAllocation:i'] };

  /** The findings when the first reservation is refused an extension into the window of a second. The extension names no elements. */
  function extended(second: Line) {
    const longer = { zone: SPLIT, id: 'r', form: 'pool', tag: 100_003, end: LATER.end };
    const amounts = { ...AMOUNTS, ram: 100_003 };
    const history = [
      ...asked(1, 'create', { ...reservation, ...INSTANCE }, { id: 'r' }),
      ...asked(2, 'create', { ...other, ...LATER, ...second }, { id: 'q' }),
      ...asked(3, 'update', { ...longer, amounts }, { out: 'conflict', offer: {} }),
    ];
    const after = { s: LATER.start, t: LATER.end };
    return findings(history, ledgers(held, { z: SPLIT, p: 't', o: 'q', x: OTHER, at: 2, ...after }));
  }

  it('accepts the refusal of an update that keeps an instance that is protected later', async () => {
    expect(await extended(INSTANCE)).toEqual([]);
  });

  it.each([{}, { elements: ['ResourceAllocation:j'] }])(
    'finds that it was refused without reason where the second is made for %j',
    async (second) => {
      expect(await extended(second)).toMatchObject([{ property: 'P3' }]);
    },
  );

  it('finds that both protect it at one time', async () => {
    const history = [
      ...asked(1, 'create', { ...reservation, ...INSTANCE }, { id: 'r' }),
      ...asked(2, 'create', { ...other, ...INSTANCE }, { id: 'q' }),
    ];
    expect(await findings(history, ledgers(held, { ...held, o: 'q', x: OTHER, at: 2 }))).toMatchObject([
      { property: 'P1', text: 'an instance is protected by two reservations at one time' },
    ]);
  });
});

describe('verdicts of the checker on a reservation that protects another', () => {
  const PROTECTOR = { elements: ['ResourceReservation:r'] };
  const AWAY = { property: 'P2', text: 'a reservation protects one that is in another zone' };

  /** The findings when a reservation in zone `here` protects one that was made in zone `there`. */
  function protecting(here: string, there: string) {
    const [at, from] = [here, there].map((zone) => ({ z: zone, p: zone === HOT ? 'h' : 's' }));
    const history = [
      ...asked(1, 'create', { ...reservation, zone: there }, { id: 'r' }),
      ...asked(2, 'create', { ...other, zone: here, ...PROTECTOR }, { id: 'q' }),
    ];
    return findings(history, ledgers({ ...held, ...from }, { ...at, o: 'q', x: OTHER, at: 2 }));
  }

  it('finds nothing where both are in one zone', async () => {
    expect(await protecting(SPLIT, SPLIT)).toEqual([]);
  });

  it('finds that it protects one of another zone', async () => {
    expect(await protecting(HOT, SPLIT)).toContainEqual(AWAY);
  });

  it('finds that it protects one that has left', async () => {
    const amounts = { ...AMOUNTS, ram: 100_003 };
    const move = { zone: SPLIT, to: HOT, id: 'r', form: 'pool', tag: 100_003, ...WINDOW, amounts };
    const history = [
      ...asked(1, 'create', reservation, { id: 'r' }),
      ...asked(2, 'move', move, {}),
      heard('Reservation resource change', { computePoolReserved: { virtualMemSize: 100_003 } }),
      ...asked(3, 'create', { ...other, ...PROTECTOR }, { id: 'q' }),
    ];
    const left: Entered = { ...held, x: negative(AMOUNTS), at: 2 };
    const arrived: Entered = { z: HOT, p: 'h', x: amounts, at: 2 };
    const protector: Entered = { ...held, o: 'q', x: OTHER, at: 3 };
    expect(await findings(history, ledgers(held, left, arrived, protector))).toContainEqual(AWAY);
  });
});
