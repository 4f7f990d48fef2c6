import type { Line } from './checker.js';
import { asked, findings, FIRST, HOT, ledgers, made } from './made-up.js';

const PRINCIPALS = { operator: 'o', ada: 'a' };
const BY_ADA = { ...FIRST, tenant: 'ada', isOwn: true };
const logged = { e: 'audit', op: 1, z: HOT, principal: 'key:a', tenant: 'ada', target: 'r' };

/** The audit records of the opening of each such round. */
const opening = [100_000, 100_001, 100_002].map((op) => ({
  e: 'audit',
  op,
  z: HOT,
  principal: 'key:o',
  target: 'p',
}));

/** The findings when a tenant makes a reservation and the audit log has these records. */
const loggedAs = (...log: readonly Line[]) =>
  findings(asked(1, 'create', BY_ADA, { id: 'r' }), [...ledgers(made), ...opening, ...log], {
    principals: PRINCIPALS,
  });

describe('verdicts of the checker on the audit log', () => {
  it('finds nothing where it has what was done, by whom, for whom', async () => {
    expect(await loggedAs(logged)).toEqual([]);
  });

  it.each<[string, readonly Line[]]>([
    ['an effect is missing', []],
    ['an effect is there twice', [logged, logged]],
    ['it names somebody else', [{ ...logged, principal: 'key:o' }]],
    ['it names another tenant', [{ ...logged, tenant: null }]],
    ['it names another reservation', [{ ...logged, target: 'r2' }]],
    ['it has what nobody asked for', [logged, { ...logged, op: 2 }]],
  ])('finds that %s', async (_, log) => {
    expect(await loggedAs(...log)).toMatchObject([{ property: 'P4' }]);
  });

  it.each([
    ['finds nothing where', 'ada', []],
    ['complains unless', undefined, [expect.stringContaining('instead of ada')]],
  ])('%s what an operator does has the tenant of the reservation', async (_, tenant, texts) => {
    const marked = { e: 'audit', op: 2, z: HOT, principal: 'key:o', tenant, target: 'r' };
    const calls = [
      ...asked(1, 'create', BY_ADA, { id: 'r' }),
      ...asked(2, 'mark', { zone: HOT, id: 'r' }, { out: 'ok' }),
    ];
    const log = [...ledgers(made), ...opening, logged, marked];
    const found = await findings(calls, log, { principals: PRINCIPALS });
    expect(found.filter(({ property }) => property === 'P4').map(({ text }) => text)).toEqual(texts);
  });
});

describe('verdicts of the checker on a tenant that does not own a reservation', () => {
  const trespass = (answer: Line) =>
    findings(
      [
        ...asked(1, 'create', FIRST, { id: 'r' }),
        ...asked(2, 'trespass', { zone: HOT, of: 'update' }, answer),
      ],
      ledgers(made),
    );

  it('accepts a refusal', async () => {
    expect(await trespass({ out: 'error' })).toEqual([]);
  });

  it('finds that it was not refused', async () => {
    expect(await trespass({ out: 'ok' })).toMatchObject([{ property: 'P3' }]);
  });
});
