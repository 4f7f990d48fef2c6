import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import { availableCores, fromNow, reserve } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { DAY, newZone, OK } from './full-zones.js';

/** Gives held reservations containers of a MiB each, which compress well. */
const ENLARGE = `
update reservations
   set containers = (select jsonb_agg(jsonb_build_object('amounts', '{}'::jsonb,
                              'description', jsonb_build_object('containerId', repeat('c', 1000))))
                       from generate_series(1, 1000))
 where zone_id = $1 and held_until is not null`;

const LAPSED = `select count(*)::int as count from reservations where zone_id = $1 and status = 'lapsed'`;

// Regression: a hundred of them made every request of the zone fail for ever.
describe('large holds that end in the same second', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    // It would end some of the holds, a batch each second.
    await service.app.get(ReservationsClock).onModuleDestroy();
  });
  afterAll(() => service.stop());

  it('end over several batches', async () => {
    const zone = newZone();
    await service.provider({ cores: 30 }, { zone });
    const end = fromNow(service, DAY);
    for (let held = 0; held < 30; held++)
      expect(await reserve(service, zone, [undefined, end], { cores: 1 }, { hold: 60 })).toMatchObject(OK);
    await service.dataSource.query(ENLARGE, [zone]);
    service.clock.advance(60);
    const counts: number[] = [];
    for (let batch = 0; batch < 4; batch++) {
      await availableCores(service, zone);
      const [{ count }] = await service.dataSource.query(LAPSED, [zone]);
      counts.push(count as number);
    }
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[0]).toBeLessThan(30);
    expect(counts.at(-1)).toBe(30);
    expect(await availableCores(service, zone)).toBe(30);
  });
});
