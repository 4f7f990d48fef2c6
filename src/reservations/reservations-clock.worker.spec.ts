import type { AllocationService } from '../allocation/allocation.service.js';
import { ReservationsClock } from './reservations-clock.worker.js';
import type { ReservationsRepository } from './reservations.repository.js';

const none = () => Promise.resolve([]);
const zonesNamed = (count: number) => Array.from({ length: count }, (_, at) => `z${at}`);

function clockOver(zones: readonly string[], read: (zoneId: string) => Promise<void>): ReservationsClock {
  const given = () => Promise.resolve(zones);
  const reservations = {
    dueToLapse: none,
    overdueWaits: none,
    zonesWithOverdueHolds: given,
    zonesAwaited: given,
    zonesInConflict: given,
  };
  return new ReservationsClock(
    reservations as unknown as ReservationsRepository,
    { read, extendForWaiting: () => Promise.resolve() } as unknown as AllocationService,
    { now: () => 0 },
  );
}

describe('reservations that have expired', () => {
  // Regression: each that is in use was looked at once a second, as long as it lived.
  it('are all looked at once in a while, and else those that have expired of late', async () => {
    let now = 10_000;
    const looks: number[] = [];
    const reservations = {
      dueToLapse: (_now: number, after: number) => {
        looks.push(after);
        return Promise.resolve([]);
      },
      overdueWaits: none,
      zonesWithOverdueHolds: none,
      zonesAwaited: none,
      zonesInConflict: none,
    };
    const clock = new ReservationsClock(
      reservations as unknown as ReservationsRepository,
      { extendForWaiting: () => Promise.resolve() } as unknown as AllocationService,
      { now: () => now },
    );
    for (const seconds of [0, 1, 30, 29, 1]) {
      now += seconds;
      await clock.tick();
    }
    expect(looks).toEqual([0, 10_000 - 60, 10_001 - 60, 0, 10_060 - 60]);
  });
});

describe('the zones in which the clock has work', () => {
  it('are read once in each round, sixteen at a time', async () => {
    const zones = zonesNamed(100);
    const seen: string[] = [];
    let underWay = 0;
    let most = 0;
    await clockOver(zones, async (zoneId) => {
      seen.push(zoneId);
      most = Math.max(most, ++underWay);
      await new Promise(setImmediate);
      underWay -= 1;
    }).tick();
    expect(seen.toSorted()).toEqual(zones.toSorted());
    expect(most).toBeLessThanOrEqual(16);
  });

  it('are all read, also after one that fails, whose error ends the round', async () => {
    const seen: string[] = [];
    const round = clockOver(zonesNamed(40), (zoneId) => {
      seen.push(zoneId);
      return zoneId === 'z0' ? Promise.reject(new Error('its queue is full')) : Promise.resolve();
    }).tick();
    await expect(round).rejects.toThrow('its queue is full');
    expect(seen).toHaveLength(40);
  });
});
