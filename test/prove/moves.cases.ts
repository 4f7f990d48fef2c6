import type { Line } from './checker.js';
import { findings, asked, heard, HOT, ledgers, negative, SPLIT, WINDOW, type Entered } from './made-up.js';

const BEFORE = { cores: 4, ram: 100_001, instances: 2 };
const AFTER = { cores: 3, ram: 100_002, instances: 1 };

const reservation = { zone: HOT, form: 'pool', tag: 100_001, ...WINDOW, amounts: BEFORE };
const made = asked(1, 'create', reservation, { id: 'r' });
const toMove = { zone: HOT, to: SPLIT, id: 'r', form: 'pool', tag: 100_002, ...WINDOW, amounts: AFTER };
const told = heard('Reservation resource change', {
  zoneId: SPLIT,
  computePoolReserved: { virtualMemSize: 100_002 },
});

const held: Entered = { z: HOT, p: 'h', x: BEFORE, at: 1 };
const left: Entered = { z: HOT, p: 'h', x: negative(BEFORE), at: 2 };
const arrived: Entered = { z: SPLIT, p: 's', x: AFTER, at: 2 };
const gone: Entered = { z: SPLIT, p: 's', x: negative(AFTER), at: 4 };

/** The findings when a reservation was made in one zone and these requests followed. */
function verdictOn(more: readonly Line[], ...entered: readonly Entered[]) {
  return findings([...made, ...more], ledgers(held, ...entered));
}

const moved = [...asked(2, 'move', toMove, {}), told];
const cancelled = (op: number, answer: Line = {}) => asked(op, 'cancel', { zone: HOT, id: 'r' }, answer);
const ended = heard('Reservation terminated');
const isRead = (amounts: Line) =>
  asked(
    3,
    'reading',
    { zone: HOT, id: 'r', form: 'pool' },
    { answer: { state: 'initialized', ...WINDOW, amounts } },
  );
const listed = (op: number, zone: string, answer: readonly string[]) =>
  asked(op, 'listing', { zone, ...WINDOW }, { answer });
const refusal = { out: 'error', why: 'no reservation found for specified identifier' };

describe('verdicts of the checker on moves between zones', () => {
  it('finds nothing where a reservation is moved, read, listed and ended where it is', async () => {
    const more = [
      ...moved,
      ...isRead(AFTER),
      ...listed(5, HOT, []),
      ...cancelled(4),
      ended,
      ...cancelled(6, refusal),
    ];
    expect(await verdictOn(more, left, arrived, gone)).toEqual([]);
  });

  it('finds nothing where a reservation goes back to where it was', async () => {
    const back = { ...toMove, zone: SPLIT, to: HOT, tag: 100_003, amounts: { ...BEFORE, ram: 100_003 } };
    const again = heard('Reservation resource change', {
      zoneId: HOT,
      computePoolReserved: { virtualMemSize: 100_003 },
    });
    const more = [...moved, ...asked(4, 'move', back, {}), again];
    const there: Entered = { z: HOT, p: 'h', x: back.amounts, at: 4 };
    expect(await verdictOn(more, left, there, arrived, gone)).toEqual([]);
  });

  it('finds a move told without its zone, or with another', async () => {
    for (const zoneId of [undefined, HOT]) {
      const other = { ...told, data: { ...(told.data as Line), zoneId } };
      const found = await verdictOn([...asked(2, 'move', toMove, {}), other], left, arrived);
      expect(found.map(({ property }) => property)).toContain('P6');
    }
  });

  it('finds a reservation held in both zones', async () => {
    expect(await verdictOn(moved, arrived)).toContainEqual({
      property: 'P2',
      text: 'a reservation was moved and not given up where it was',
    });
  });

  it('finds a reservation made for elements and moved without naming them', async () => {
    const tied = asked(1, 'create', { ...reservation, elements: ['ResourceProvider:h'] }, { id: 'r' });
    const entries = ledgers(held, left, arrived);
    expect(await findings([...tied, ...moved], entries)).toMatchObject([
      { property: 'P2', text: 'a reservation was moved away from its elements' },
    ]);
    const said = asked(2, 'move', { ...toMove, elements: [] }, {});
    expect(await findings([...tied, ...said, told], entries)).toEqual([]);
  });

  it('finds a reservation held in neither zone', async () => {
    const properties = (await verdictOn(moved, left)).map(({ property }) => property);
    expect(properties).toContain('P2');
    expect(properties).toContain('P4');
  });

  it('finds a reservation moved with other amounts than requested', async () => {
    const otherwise = { ...arrived, x: { ...AFTER, cores: 4 } };
    expect(await verdictOn(moved, left, otherwise)).toMatchObject([
      { property: 'P2', text: 'a reservation was moved otherwise than asked' },
    ]);
  });

  it('finds a move that was refused and done', async () => {
    const refused = asked(2, 'move', toMove, { out: 'conflict' });
    const found = await verdictOn([...refused, told], left, arrived);
    expect(found.map(({ property }) => property)).toContain('P4');
  });

  it('finds a move that was refused although it fits', async () => {
    expect(await verdictOn(asked(2, 'move', toMove, { out: 'conflict', offer: {} }))).toMatchObject([
      { property: 'P3' },
    ]);
  });

  it('finds a reservation reported as unknown because it was in another zone', async () => {
    const found = await verdictOn([...moved, ...cancelled(3, refusal)], left, arrived);
    expect(found).toMatchObject([{ property: 'P3' }]);
  });

  it('finds a read of the state before the move', async () => {
    expect(await verdictOn([...moved, ...isRead(BEFORE)], left, arrived)).toMatchObject([{ property: 'P2' }]);
  });

  it.each([
    [HOT, ['r']],
    [SPLIT, []],
  ])('finds a list of %s that says where it was before', async (zone, answer) => {
    const found = await verdictOn([...moved, ...listed(3, zone, answer)], left, arrived);
    expect(found).toMatchObject([{ property: 'P2' }]);
  });

  it('finds a move that is not notified', async () => {
    const [call, answer] = moved;
    expect(await verdictOn([call, answer], left, arrived)).toMatchObject([{ property: 'P6' }]);
  });
});
