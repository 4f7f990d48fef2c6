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
