import type { Line } from './checker.js';
import { findings, asked, AHEAD, heard, HOT, ledgers, negative, SPLIT, WINDOW } from './made-up.js';

const [FIRST, SECOND] = [
  { cores: 4, ram: 100_001 },
  { cores: 5, ram: 100_002 },
];

function reservation(zone: string, amounts: Line, tenant = 'nomad'): Line {
  return { zone, form: 'pool', tag: amounts.ram, ...WINDOW, tenant, amounts };
}

/** The findings for a request in a second zone. Its tenant holds four cores in the first one, and may hold eight in all. */
function verdictOn(
  answer: Line,
  { before = [], ...more }: { before?: Line[]; [name: string]: unknown } = {},
) {
  const history = [
    ...asked(1, 'create', reservation(HOT, FIRST), { id: 'r' }),
    ...before,
    ...asked(3, 'create', { ...reservation(SPLIT, SECOND), ...more }, answer),
  ];
  const isEnded = before.length > 0;
  const isMade = answer.out === undefined;
  return findings(
    history,
    ledgers(
      { z: HOT, p: 'h', x: FIRST, at: 1 },
      ...(isEnded ? [{ z: HOT, p: 'h', x: negative(FIRST), at: 2 }] : []),
      ...(isMade ? [{ z: SPLIT, p: 's', o: 'q', x: SECOND, at: 3 }] : []),
    ),
  );
}

const OTHER_TIME = { start: WINDOW.end, end: AHEAD + 100_000 };

describe('verdicts of the checker on a tenant with a limit over all zones', () => {
  it('accepts a refusal that keeps it within the limit', async () => {
    expect(await verdictOn({ out: 'error', why: 'too much' })).toEqual([]);
  });

  it.each([
    ['at another time', OTHER_TIME],
    ['of a tenant without such a limit', { tenant: 'ada' }],
  ])('finds a refusal without reason: %s', async (_, more) => {
    expect(await verdictOn({ out: 'error' }, more)).toMatchObject([{ property: 'P3' }]);
  });

  it('finds a tenant that holds more in all zones than it may', async () => {
    expect(await verdictOn({ id: 'q' })).toMatchObject([
      {
        property: 'P1',
        text: expect.stringMatching(/^tenant nomad holds in all zones 9 cores at .*, and may hold 8$/),
      },
    ]);
  });

  it('finds nothing wrong with what it holds after the first reservation has ended', async () => {
    const ended = [
      ...asked(2, 'cancel', { zone: HOT, id: 'r' }, {}),
      heard('Reservation terminated', { reservationStatus: 'terminated' }),
    ];
    expect(await verdictOn({ id: 'q' }, { before: ended })).toEqual([]);
  });
});
