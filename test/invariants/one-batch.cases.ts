import fc from 'fast-check';
import { InstanceWorker } from '../../src/instances/instances.worker.js';
import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import { inconsistencies } from '../support/consistency.js';
import { runs } from '../support/runs.js';
import { startService, type RunningService } from '../support/service.js';
import { ACT, ComparedZone, FORCED_ACT, type Act } from './one-batch-zone.js';

describe('requests of one batch', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ environment: { HEAVY_REQUEST_LIMIT: '20' } });
    // It would change the states of instances at any time.
    await service.app.get(InstanceWorker).onModuleDestroy();
    // Its reads of zones with conflicts would count as queued requests.
    await service.app.get(ReservationsClock).onModuleDestroy();
  });
  afterAll(async () => {
    try {
      expect(await inconsistencies(service.database.url, service.clock.now())).toEqual([]);
    } finally {
      await service.stop();
    }
  });

  async function play(before: readonly Act[], acts: readonly Act[]): Promise<void> {
    const [alone, together] = [new ComparedZone(service), new ComparedZone(service)];
    for (const zone of [alone, together]) {
      await zone.open();
      for (const act of before) await zone.play(zone.requests([act]));
    }
    expect(await together.shown()).toEqual(await alone.shown());
    const batch = (zone: ComparedZone) => [zone.first(), ...zone.requests(acts)];
    const expected = await alone.play(batch(alone));
    expect(await together.playTogether(batch(together))).toEqual(expected);
    expect(await together.shown()).toEqual(await alone.shown());
  }

  it('are decided as if each came after the answer to the one before', async () => {
    const before = fc.array(FORCED_ACT, { minLength: 4, maxLength: 12 });
    const property = fc.asyncProperty(before, fc.array(ACT, { minLength: 4, maxLength: 10 }), play);
    await fc.assert(property, { numRuns: runs(40), endOnFailure: true });
  }, 300_000);
});
