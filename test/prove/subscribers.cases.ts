import type { Line } from './checker.js';
import { asked, findings, FIRST, heard, HOT, ledgers, made } from './made-up.js';

const TO_ALL = { of: 'reservation', ids: [], channel: 'c' };
const created = heard('Reservation created', {
  zoneId: HOT,
  computePoolReserved: { virtualMemSize: FIRST.tag },
});

/** The findings where a subscription is made, and ended after or before a reservation is made. */
function verdict(isHeard: boolean, isEndedBefore: boolean) {
  const [first, second] = isEndedBefore ? [2, 3] : [3, 2];
  return findings(
    [
      ...asked(0, 'subscribe', TO_ALL, { id: 's' }),
      ...asked(first, 'unsubscribe', { id: 's', channel: 'c' }, {}),
      ...asked(second, 'create', FIRST, { id: 'r' }),
      ...(isHeard ? [{ ...created, ch: 'c', n: 50 }] : []),
    ],
    ledgers({ ...made, at: second }),
  );
}

describe('verdicts of the checker on a subscription that was ended', () => {
  it('accept that a change before its end is heard late, or not', async () => {
    expect(await verdict(true, false)).toEqual([]);
    expect(await verdict(false, false)).toEqual([]);
  });

  it('accept silence after its end, and find a later change', async () => {
    expect(await verdict(false, true)).toEqual([]);
    expect(await verdict(true, true)).toMatchObject([{ property: 'P6' }]);
  });
});

describe('verdicts of the checker on answers to subscribers', () => {
  const answered = (kind: string, p: Line, answer: Line) =>
    findings([...asked(1, kind, p, answer), ...asked(2, 'create', FIRST, { id: 'r' })], ledgers(made));

  it.each([
    ['a subscription that is refused', 'subscribe', TO_ALL],
    ['a zone that is said not to exist', 'subscribe', { of: 'capacity', zone: HOT, name: 'cores' }],
    ['a subscription that is not ended', 'unsubscribe', { id: 's' }],
  ])('find %s', async (_, kind, p) => {
    expect(await answered(kind, p, { out: 'error' })).toMatchObject([{ property: 'P3' }]);
    expect(await answered(kind, p, { out: 'broken' })).toMatchObject([{ property: 'P3' }]);
  });

  it('accept that a subscription is ended once', async () => {
    const ended = asked(2, 'unsubscribe', { id: 's' }, {});
    const again = asked(3, 'unsubscribe', { id: 's' }, { out: 'error' });
    const history = [...asked(1, 'subscribe', TO_ALL, { id: 's' }), ...ended, ...again];
    expect(await findings(history, ledgers())).toEqual([]);
  });
});

describe('verdicts of the checker on creations', () => {
  it('find one of a reservation that is in no ledger', async () => {
    const invented = { ...created, r: 'x' };
    const history = [...asked(1, 'create', FIRST, { id: 'r' }), invented];
    expect(await findings(history, ledgers(made))).toMatchObject([{ property: 'P6' }]);
  });
});
