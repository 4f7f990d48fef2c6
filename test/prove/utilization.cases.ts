import { forced } from './forced.js';
import { asked, findings, FIRST, HOT, ledgers, made, WINDOW } from './made-up.js';

/** The findings for these rows, where an instance alone uses more than is left. */
function told(rows: readonly object[], { zone }: { readonly zone?: string } = { zone: HOT }) {
  const { history, evidence } = forced(10, false);
  const question = asked(7, 'utilization', { zone, metric: 'available', ...WINDOW }, { answer: rows });
  return findings([...history, ...question], evidence);
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
