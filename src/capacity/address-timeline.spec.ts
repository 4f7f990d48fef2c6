import fc from 'fast-check';
import { FOREVER } from '../kernel/time-window.js';
import { resultOf } from '../kernel/pace.js';
import { addressTimelineOf, type ZoneAddressSteps } from './address-timeline.js';
import { MAX_TIMELINE_ROWS } from './figure-timeline.js';
import { limitedFigures, type ZoneAddressFigures } from './limited-addresses.js';

const ALL = { start: 0, end: FOREVER };

/** A zone of ten addresses, of which so many are reserved from each instant on. */
function zoneOf(reserved: readonly (readonly [at: number, count: number])[], spare = 2): ZoneAddressSteps {
  const addressesWith = (count: number): ZoneAddressFigures => ({
    figures: { total: 14, reserved: count, allocated: 0, available: 14 - count },
    own: 10,
    free: 10 - count,
    spare,
  });
  const changes = new Map([[0, 0], ...reserved]);
  const steps = [...changes].sort(([a], [b]) => a - b);
  return {
    steps: steps.map(([at, count]) => ({ at, addresses: addressesWith(count), isNew: false })),
    cutAt: Infinity,
  };
}

const at = ({ steps }: ZoneAddressSteps, second: number): ZoneAddressFigures | undefined =>
  steps.findLast((step) => step.at <= second)?.addresses;

describe('the time line of addresses in several zones', () => {
  it('has the figures of all zones at each second', () => {
    const zones = fc.array(fc.array(fc.tuple(fc.nat(20), fc.nat(10))).map((steps) => zoneOf(steps)));
    fc.assert(
      fc.property(zones, fc.nat(3), (all, spare) => {
        const { rows, omittedFrom } = resultOf(addressTimelineOf(all, spare, ALL));
        expect(omittedFrom).toBeUndefined();
        for (let second = 0; second <= 21; second++) {
          const now = all.flatMap((zone) => at(zone, second) ?? []);
          expect(rows.findLast((row) => row.at <= second)?.figures).toEqual(limitedFigures(now, spare));
        }
      }),
    );
  });

  it('is added up zone by zone with pauses, and only as far as there are rows', () => {
    const steps = (first: number) =>
      Array.from({ length: 1_800 }, (_, i) => [first + 50 * i, i % 11] as const);
    const zones = Array.from({ length: 50 }, (_, index) => zoneOf(steps(1 + index)));
    let pauses = 0;
    const summing = addressTimelineOf(zones, 0, ALL);
    let part = summing.next();
    for (; !part.done; part = summing.next()) pauses += 1;
    const { rows, omittedFrom = Infinity } = part.value;
    expect([pauses, rows.length]).toEqual([50, MAX_TIMELINE_ROWS]);
    for (const row of rows.filter((_, index) => index % 50 === 0)) {
      const now = zones.flatMap((zone) => at(zone, row.at) ?? []);
      expect(row.figures).toEqual(limitedFigures(now, 0));
    }
    expect(omittedFrom).toBeGreaterThan(rows[rows.length - 1].at);
  });

  it('is cut where a zone is', () => {
    const cut = { ...zoneOf([[5, 1]]), cutAt: 9 };
    const { rows, omittedFrom } = resultOf(
      addressTimelineOf(
        [
          zoneOf([
            [8, 2],
            [9, 3],
          ]),
          cut,
        ],
        0,
        ALL,
      ),
    );
    expect([rows.map((row) => row.at), omittedFrom]).toEqual([[0, 5, 8], 9]);
  });
});
