import { check } from './checker.js';
import { answered, header, ledgerOf, T, zoneNamed } from './lines.js';

const ZONE = 'r2-hot';

/** The findings for this answer to a query over the whole service, given while an earlier zone still held capacity. */
function told(answer: object) {
  const now = T + 10;
  const question = answered(1, now, 'figures', { kind: 'compute', name: 'cores' }, { answer });
  const elsewhere = {
    e: 'elsewhere',
    steps: {
      cores: [
        [T, 20, 3, 1],
        [now + 7200, 0, 0, 0],
      ],
    },
  };
  const opening = header([zoneNamed(ZONE, ['h'])], { capacity: { zone: 'none' }, limits: {} });
  return check([opening, ...question], [...ledgerOf(ZONE, []), elsewhere]);
}

describe('verdicts of the checker on figures of the whole service', () => {
  it('counts capacity still held in zones of earlier rounds whose processes were ahead of time', async () => {
    expect(await told({ total: 20, available: 16, reserved: 3, allocated: 1 })).toEqual([]);
  });

  it('finds an answer that leaves it out', async () => {
    const found = await told({ total: 20, available: 20, reserved: 0, allocated: 0 });
    expect(found).toMatchObject([{ property: 'P1' }]);
  });
});

describe('verdicts of the checker on a subscription to the capacity of all zones', () => {
  const condition = { type: 'absoluteValue', figure: 'available', comparison: 'lt', value: 6 };
  const p = { of: 'capacity', kind: 'compute', name: 'cores', condition, channel: 'c' };
  const figures = { total: 0, available: 0, reserved: 0, allocated: 0 };
  const opening = (providers: readonly string[]) =>
    header([zoneNamed(ZONE, ['h']), zoneNamed('r2-born0', providers)], {
      capacity: { zone: 'none' },
      limits: {},
    });
  const told = (z: string) => ({ e: 'heard', ch: 'c', id: `told of ${z}`, r: 's', figures, z, n: 12 });
  const evidence = [...ledgerOf(ZONE, []), ...ledgerOf('r2-born0', [])];
  const subscribed = [...answered(1, T, 'subscribe', p, { id: 's' }), told(ZONE)];

  it('expects a notification of an empty zone, but not of one that was never created', async () => {
    expect(await check([opening([]), ...subscribed], evidence)).toEqual([]);
    expect(await check([opening(['i']), ...subscribed], evidence)).toMatchObject([{ property: 'P6' }]);
    expect(await check([opening(['i']), ...subscribed, told('r2-born0')], evidence)).toEqual([]);
  });
});
