import { setTimeout as pause } from 'node:timers/promises';
import { ReservationTeller } from './reservation-teller.js';

// Regression: a round went on for as long as zones became due, so that the failure of another zone was never reported.
it('a round ends with the failure of a zone though others are always due', async () => {
  const zones = ['broken', ...Array.from({ length: 10 }, (_, index) => `busy-${index}`)];
  const told: string[] = [];
  const changes = {
    isWatched: () => Promise.resolve(true),
    zonesDue: () => Promise.resolve(zones),
    advanceZoneClock: async (zoneId: string) => {
      told.push(zoneId);
      if (zoneId === 'broken') throw new Error('its node is away');
      // Together they take longer than it is until zones are looked for again.
      await pause(30);
    },
    lock: () => Promise.resolve(undefined),
  };
  const teller = new ReservationTeller(
    changes as never,
    { run: (work: (tx: object) => Promise<unknown>) => work({}) } as never,
    { announce: () => undefined } as never,
    { now: () => 1 },
    { databasePool: 4, endApproachingLeadSeconds: 0 } as never,
  );

  await expect(teller.round()).rejects.toThrow('its node is away');

  expect(told.toSorted()).toEqual(zones.toSorted());
});
