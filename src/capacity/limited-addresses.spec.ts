import fc from 'fast-check';
import { limitedFigures, type ZoneAddressFigures } from './limited-addresses.js';

const few = fc.nat(8);
const zone = fc
  .record({ reserved: few, allocated: few, available: few, own: few, held: few, spare: few })
  .map(({ reserved, allocated, available, own, held, spare }): ZoneAddressFigures => ({
    figures: { total: reserved + allocated + available, reserved, allocated, available },
    own,
    free: own - Math.min(own, held),
    spare,
  }));
const zones = fc.array(zone, { maxLength: 4 });

describe('the figures of addresses', () => {
  it('add up, none is negative, and none is more than the ledger has', () => {
    fc.assert(
      fc.property(zones, few, (all, spare) => {
        const { total, reserved, allocated, available } = limitedFigures(all, spare);
        expect(total).toBe(reserved + allocated + available);
        expect(Math.min(total, reserved, allocated, available)).toBeGreaterThanOrEqual(0);
        expect(total).toBeLessThanOrEqual(all.reduce((sum, { figures }) => sum + figures.total, 0));
      }),
    );
  });

  it('report no more addresses as available than are free, and count shared ones once', () => {
    fc.assert(
      fc.property(zones, few, (all, spare) => {
        const free = all.reduce((sum, one) => sum + one.free, 0);
        expect(limitedFigures(all, spare).available).toBeLessThanOrEqual(free + spare);
      }),
    );
    const wanting = {
      figures: { total: 9, reserved: 0, allocated: 0, available: 9 },
      own: 0,
      free: 0,
      spare: 6,
    };
    expect(limitedFigures([wanting], 6)).toEqual({ total: 6, reserved: 0, allocated: 0, available: 6 });
    expect(limitedFigures([wanting, wanting], 6)).toEqual({
      total: 6,
      reserved: 0,
      allocated: 0,
      available: 6,
    });
  });

  it('equal those of the ledger where there are enough addresses', () => {
    fc.assert(
      fc.property(zone, (one) => {
        const plenty = { ...one, own: 100, free: 100 };
        expect(limitedFigures([plenty], 0)).toEqual(one.figures);
      }),
    );
  });

  it('show a negative amount unchanged', () => {
    const figures = { total: 2, reserved: 0, allocated: 5, available: -3 };
    expect(limitedFigures([{ figures, own: 10, free: 10, spare: 0 }], 0)).toEqual(figures);
  });
});
