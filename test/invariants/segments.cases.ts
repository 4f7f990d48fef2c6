import { SegmentsWorker } from '../../src/allocation/segments.worker.js';
import { copyOf, differencesFrom, foldPartsOf } from '../../src/allocation/fold/fold-copy.js';
import type { ZoneFold } from '../../src/allocation/fold/zone-fold.js';
import { buildFold } from '../../src/allocation/ledger/build-fold.js';
import { segmentsOver } from '../../src/allocation/ledger/segments.js';
import { timestamp } from '../../src/database/columns.js';
import { WITHOUT_PAUSE } from '../../src/kernel/pace.js';
import { startService, type RunningService } from '../support/service.js';

const HOUR = 3600;
/** Entries added, each for an hour, one after the other. */
const ENTRIES = 3_500;

describe('a fold without the segments of the past', () => {
  let service: RunningService;
  let provider: string;
  beforeAll(async () => {
    service = await startService();
    ({ provider } = await service.provider({ cores: 1_000 }, { zone: 'z' }));
    await addPast();
  });
  afterAll(() => service.stop());

  /** Entries that get nearer to the present, with two among them that last until long after it. */
  async function addPast(): Promise<void> {
    await service.dataSource.query(
      `insert into ledger_entries (zone_id, sequence, batch, provider_id, moves, owner_kind, owner_id, starts_at, ends_at, amounts, recorded_at)
       select zone_id, head + n, gen_random_uuid(), $1, 'reserved', 'reservation', gen_random_uuid(),
              $2::timestamptz - make_interval(hours => $3 - n), $2::timestamptz - make_interval(hours => $3 - n - 1) +
              case when n % 1700 = 0 then interval '10 years' else interval '0' end, '{"cores": 1}', changed_at
         from zones, generate_series(1, $3) n
        where zone_id = 'z'`,
      [provider, new Date((service.clock.now() + 50 * HOUR) * 1000), ENTRIES],
    );
    await service.dataSource.query(`update zones set head = head + $1 where zone_id = 'z'`, [ENTRIES]);
    await service.http.post('/query-capacity').send({ zone: 'z' }).expect(201);
  }

  const build = async (since: number): Promise<ZoneFold> =>
    (await buildFold(service.dataSource.manager, 'z', since)) as ZoneFold;

  const overBy = async (instant: number): Promise<number[]> => {
    const [{ over }] = await service.dataSource.query<{ over: number[] }[]>(
      `select ${segmentsOver('$2')} as over`,
      ['z', timestamp(instant)],
    );
    return over;
  };

  it('is the same as one made of all entries, from any instant on', async () => {
    const { clock } = service;
    const instants = [-ENTRIES, -2_500, -1_500, -501, -499, -400, -100, 0, 60].map(
      (hours) => clock.now() + hours * HOUR,
    );
    const whole = await Promise.all(instants.map(build));
    expect(await overBy(clock.now())).toEqual([]);
    await service.app.get(SegmentsWorker).tick();
    expect(await overBy(clock.now())).toEqual([2]);
    for (const [index, since] of instants.entries()) {
      const fold = await build(since);
      const copy = copyOf({ fold, entries: [] }, foldPartsOf(fold, whole[index]));
      expect(copy.parts.length).toBeGreaterThan(0);
      expect(await differencesFrom(whole[index], copy, WITHOUT_PAUSE)).toEqual([]);
    }
  });
});
