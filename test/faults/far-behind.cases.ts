import type { ZoneView } from '../../src/allocation/fold/zone-fold.js';
import { loopOf } from '../support/loops.js';
import { startService, type RunningService } from '../support/service.js';

const ZONE = 'far';

/** A service that has not read a zone for a long time. */
describe('a fold that is far behind', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const lastSeen = (): ZoneView | undefined => loopOf(service, ZONE)?.lastSeen;

  /** Appends `many` reservations of one core, as another process would. It omits their rows, which these tests do not read. */
  const writeElsewhere = (many: number): Promise<unknown> =>
    service.dataSource.query(
      `with moved as (update zones set head = head + $2 where zone_id = $1 returning head - $2 as seen, changed_at)
       insert into ledger_entries (zone_id, sequence, batch, provider_id, moves, owner_kind, owner_id,
                                   starts_at, ends_at, amounts, recorded_at)
       select $1, m.seen + n, '0190b6c0-0000-7000-8000-000000000001', p.id, 'reserved', 'reservation', gen_random_uuid(),
              m.changed_at, 'infinity', '{"cores": 1}', m.changed_at
         from moved m, providers p, generate_series(1, $2::int) n
        where p.zone_id = $1`,
      [ZONE, many],
    );

  const mostCores = async (): Promise<number> => {
    const { body } = await service.http
      .post('/create-reservation')
      .send({ zone: ZONE, capacity: { cores: 32_001 } });
    return body.offer.maxCapacity.cores as number;
  };

  it('reads only the new entries when they are few', async () => {
    await service.provider({ cores: 32_000 }, { zone: ZONE });
    expect(await mostCores()).toBe(32_000);
    const before = lastSeen();
    await writeElsewhere(500);
    expect(await mostCores()).toBe(31_500);
    expect(lastSeen()).toBe(before);
  });

  it('is rebuilt when nearly all entries are new, with the same figures', async () => {
    const before = lastSeen();
    await writeElsewhere(20_500);
    expect(await mostCores()).toBe(11_000);
    expect(lastSeen()).not.toBe(before);
    expect(lastSeen()?.head).toBe(21_001);
  });
});
