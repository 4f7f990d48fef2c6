import { T } from './lines.js';
import {
  asked,
  findings,
  FIRST,
  heard,
  HOT,
  ledgers,
  made,
  negative,
  WINDOW,
  type Entered,
} from './made-up.js';

/** The findings for these rows, where capacity was taken by force until an instance alone uses more than is left. */
function told(rows: readonly object[], { zone }: { readonly zone?: string } = { zone: HOT }) {
  const amounts = { cores: 2, ram: 100_001, instances: 1 };
  const drawn = { cores: 1, ram: 512, instances: 1 };
  const lost = { cores: 10, ram: 200_001 };
  const create = { zone: HOT, form: 'pool', tag: amounts.ram, end: WINDOW.end, amounts };
  const decrease = { zone: HOT, provider: 'h', amounts: lost, tag: lost.ram, force: true };
  const entry = (at: number, x: object, more: Partial<Entered> = {}): Entered => ({
    ...{ z: HOT, p: 'h', at, s: T + at, t: WINDOW.end, x: { ...x } },
    ...more,
  });
  const history = [
    ...asked(1, 'create', create, { id: 'r' }),
    ...asked(3, 'instance', { zone: HOT, reservation: 'r', name: 'i1', flavor: 'm1.tiny' }, { id: 'i' }),
    ...asked(5, 'decrease', { ...decrease, start: T + 5, end: WINDOW.end }, { id: 'less' }),
    heard('Reservation conflict'),
    ...asked(7, 'utilization', { zone, metric: 'available', ...WINDOW }, { answer: rows }),
  ];
  const entries = ledgers(
    entry(1, amounts),
    entry(3, negative(drawn)),
    entry(3, drawn, { m: 'allocated', o: 'i' }),
    entry(5, negative(lost), { m: 'total', o: 'less' }),
    entry(5, { cores: -1, ram: -99_489 }),
  );
  return findings(history, [...entries, { e: 'instance', z: HOT, o: 'i', name: 'i1', r: 'r' }]);
}

describe('verdicts of the checker on rows of what is available', () => {
  const FOUND = [{ property: 'P1' }];
  const capacity = { cores: -1, ram: 799_487, instances: 9 };
  const row = { at: WINDOW.start, count: 3, capacity };
  const whole = { ...row, capacity: { cores: 19, ram: 2_799_487, instances: 29 } };

  it('find nothing in the figures of the ledger, also where an instance uses more than is left', async () => {
    expect(await told([row])).toEqual([]);
    expect(await told([whole], {})).toEqual([]);
  });

  it.each([0, 1, -2, undefined])('find that less than nothing is told as %p', async (cores) => {
    expect(await told([{ ...row, capacity: { ...capacity, cores } }])).toMatchObject(FOUND);
  });

  it('find that a row is missing', async () => {
    expect(await told([])).toMatchObject(FOUND);
    expect(await told([], {})).toMatchObject(FOUND);
  });

  it('find that the answer about the whole service keeps silent about a class', async () => {
    const { cores, ram } = whole.capacity;
    expect(await told([{ ...whole, capacity: { cores, ram } }], {})).toMatchObject(FOUND);
    expect(await told([{ ...whole, capacity: {} }], {})).toMatchObject(FOUND);
  });

  it.each([2, undefined])('find that the number of collections is told as %p', async (count) => {
    expect(await told([{ ...row, count }])).toMatchObject(FOUND);
  });
});

describe('verdicts of the checker on a list of reservations', () => {
  const listed = (answer: readonly string[]) =>
    findings(
      [
        ...asked(1, 'create', FIRST, { id: 'r' }),
        ...asked(2, 'listing', { zone: HOT, ...WINDOW }, { answer }),
      ],
      ledgers(made),
    );

  it('find one that is missing, that is in it twice, or that does not exist', async () => {
    expect(await listed(['r'])).toEqual([]);
    for (const answer of [[], ['r', 'r'], ['r', 'x']])
      expect(await listed(answer)).toMatchObject([{ property: 'P2' }]);
  });
});
