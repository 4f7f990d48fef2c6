import { check } from './checker.js';
import { answered, header, ledgerOf, T, zoneNamed } from './lines.js';

const ZONE = 'r2-hot';

/** The findings for this answer to a query over the whole service, given while an earlier zone still held capacity. */
function told(answer: object, kind = 'compute', name = 'cores', earlier = [20, 3, 1]) {
  const now = T + 10;
  const question = answered(1, now, 'figures', { kind, name }, { answer });
  const elsewhere = {
    e: 'elsewhere',
    steps: {
      [name]: [
        [T, ...earlier],
        [now + 7200, 0, 0, 0],
      ],
    },
  };
  const opening = header([zoneNamed(ZONE, ['h'])], { capacity: { zone: 'none' }, limits: {} });
  return check([opening, ...question], [...ledgerOf(ZONE, []), elsewhere]);
}

/**
 * The findings for these notifications, of cores, to a subscription to the whole service.
 *
 * @param toldAt when there were no others to send
 * @param earlierUntil the end of the earlier zone's cores
 */
function heard(notified: readonly object[], toldAt = T + 8, earlierUntil = T + 5) {
  const increase = (op: number, cores: number) =>
    answered(op, T + op, 'increase', { zone: ZONE, provider: 'h', amounts: { cores } }, { id: `pool-${op}` });
  const pool = (op: number, cores: number) => ({
    ...{ p: 'h', m: 'total', o: `pool-${op}`, x: { cores } },
    ...{ s: T + op, t: null, w: T + op },
  });
  const history = [
    header([zoneNamed(ZONE, ['h'])], { capacity: { zone: 'none' }, limits: {} }),
    ...increase(1, 10),
    ...answered(
      3,
      T + 3,
      'subscribe',
      { of: 'capacity', kind: 'compute', name: 'cores', channel: 'c' },
      { id: 's' },
    ),
    ...increase(6, 1),
    ...notified.map((figures, index) => ({
      e: 'heard',
      ch: 'c',
      id: `h${index}`,
      r: 's',
      n: 70 + index,
      figures,
    })),
    { e: 'note', n: 90, w: toldAt * 1000 + 122, isAllTold: true },
    ...answered(12, T + 12, 'figures', { kind: 'compute', name: 'cores' }, { out: 'unavailable' }),
  ];
  const elsewhere = {
    e: 'elsewhere',
    steps: {
      cores: [
        [T, 20, 3, 1],
        [earlierUntil, 0, 0, 0],
      ],
    },
  };
  return check(history, [...ledgerOf(ZONE, [pool(1, 10), pool(6, 1)]), elsewhere]);
}

describe('verdicts of the checker on notifications of the whole service', () => {
  const before = { total: 30, available: 26, reserved: 3, allocated: 1 };
  const after = { total: 11, available: 11, reserved: 0, allocated: 0 };

  // Regression: the checker took the figures at the end of the round for those of the whole round.
  it('counts capacity of earlier zones until it ends during the round', async () => {
    expect(await heard([before, after])).toEqual([]);
  });

  it('finds figures that are too high, and an end with capacity that is gone', async () => {
    const found = [{ property: 'P6' }];
    expect(await heard([{ ...before, total: 32, available: 28 }, after])).toMatchObject(found);
    expect(await heard([before])).toMatchObject(found);
  });

  // Regression: the service ends its notifications before the round ends, and a window of an earlier zone began in between.
  it('wants no notification of what has happened in earlier zones since all was told', async () => {
    const later = { total: 31, available: 27, reserved: 3, allocated: 1 };
    expect(await heard([later], T + 8, T + 9)).toEqual([]);
    expect(await heard([later], T + 11, T + 8)).toMatchObject([{ property: 'P6' }]);
  });
});

describe('verdicts of the checker on figures of the whole service', () => {
  it('counts capacity still held in zones of earlier rounds whose processes were ahead of time', async () => {
    expect(await told({ total: 20, available: 16, reserved: 3, allocated: 1 })).toEqual([]);
  });

  it('finds an answer that leaves it out', async () => {
    const found = await told({ total: 20, available: 20, reserved: 0, allocated: 0 });
    expect(found).toMatchObject([{ property: 'P1' }]);
  });

  // Regression: of addresses that are declared, only those count that exist, which the ledger does not tell.
  it('accepts fewer addresses than are declared in an earlier zone', async () => {
    const answer = { total: 14, available: 14, reserved: 0, allocated: 0 };
    expect(await told(answer, 'network', 'addresses', [20, 0, 0])).toEqual([]);
  });
});
