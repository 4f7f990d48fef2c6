import { hour, reserve } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

/** Ended ones, older than the one there is. */
const ENDED = `
insert into instances
select (jsonb_populate_record(i, jsonb_build_object('id', ended.id, 'state', 'deleted', 'due_at', null, 'leased_until', null))).*
  from instances i,
       (select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as id from generate_series(1, 1500) n) ended
 where i.id = $1`;

describe('GET /reservations/{id} of a reservation with instances', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('200: its entries and those of its instances, in the order of the ledger', async () => {
    await service.provider({ cores: 10, ram: 1e5, instances: 10 }, { zone: 'z2' });
    const amounts = { cores: 8, ram: 16_384, instances: 4 };
    const made = await reserve(service, 'z2', [undefined, hour(2)], amounts);
    const boot = { 'reservation-id': made['reservation-id'], name: 'n', image: 'i', flavor: 'm1.small' };
    for (let number = 0; number < 3; number++) {
      const { 'instance-id': id } = await service.operation('create-instance', boot);
      if (number > 0) await service.operation('destroy-instance', { 'instance-id': id });
    }
    await reserve(service, 'z2', [hour(3), hour(4)], amounts);
    const { body } = await service.http.get(`/reservations/${made['reservation-id'] as string}`).expect(200);
    const entries = await service.dataSource.query<object[]>(
      `select sequence::int, moves from ledger_entries
        where zone_id = 'z2' and owner_kind <> 'pool'
          and (owner_id = $1 or owner_id in (select id from instances where reservation_id = $1))
        order by sequence`,
      [made['reservation-id']],
    );
    expect(entries).toHaveLength(1 + 5 * 2);
    expect(
      (body.history as Record<string, unknown>[]).map(({ sequence, moves }) => ({ sequence, moves })),
    ).toEqual(entries);
  });

  // Regression: a few requests at once for a reservation that had had 100,000 instances took all the memory of a process.
  it('200: of more than a thousand instances a thousand, the live ones among these, in the order of creation', async () => {
    const { provider } = await service.provider({ cores: 10, ram: 1e5, instances: 10 }, { zone: 'z1' });
    const amounts = { cores: 8, ram: 16_384, instances: 4 };
    const made = await reserve(service, 'z1', [undefined, hour(2)], amounts);
    const instance = await service.operation('create-instance', {
      'provider-id': provider,
      'reservation-id': made['reservation-id'],
      name: 'n',
      image: 'i',
      flavor: 'm1.small',
      networks: ['net'],
    });
    const live = instance['instance-id'] as string;
    await service.dataSource.query(ENDED, [live]);
    const { body } = await service.http.get(`/reservations/${made['reservation-id'] as string}`).expect(200);
    const ids = (body.instances as { instanceId: string }[]).map(({ instanceId }) => instanceId);
    expect(ids).toHaveLength(1_000);
    expect(ids.at(-1)).toBe(live);
    expect(ids).toEqual([...ids].sort());
  });
});
