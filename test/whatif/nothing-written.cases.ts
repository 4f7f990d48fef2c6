import { alone, boot, fromNow, hour, reserve, reserved } from '../support/readings.js';
import { subscribe, tellWhenAsked, toldTo } from '../notifications/told.js';
import type { RunningService } from '../support/service.js';

const DRY = { 'dry-run': true };

/** The tables that requests write, and those of notifications. */
const TABLES = [
  'zones',
  'ledger_entries',
  'pool_entries',
  'reservations',
  'claims',
  'instances',
  'address_ranges',
  'address_assignments',
  'address_entries',
  'reservation_changes',
  'notifications',
  'idempotency_keys',
];

async function everything(service: RunningService): Promise<unknown> {
  const rows = TABLES.map((name) =>
    service.dataSource.query(`select '${name}' as name, to_jsonb(t) as row from ${name} t order by t::text`),
  );
  return Promise.all(rows);
}

describe('a dry run', () => {
  it('W3 writes nothing, and notifies nothing', () =>
    alone(async (service) => {
      const all = { cores: 10, ram: 8192, instances: 10, addresses: 4 };
      const { provider } = await service.provider(all);
      const source = { source: provider };
      await service.operation('increase-capacity', {
        ...source,
        capacity: { addresses: 1 },
        publicIps: ['198.51.100.0/28'],
      });
      const half = { cores: 5, ram: 4096, instances: 5, addresses: 2 };
      const id = await reserved(service, 'z1', [undefined, fromNow(service, 7200)], half);
      const subscriber = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
      await service.http.post('/capacity/compute/subscribe').send({ computeResourceTypeId: 'cpuCores' });
      const query = { zoneId: 'z1', computeResourceTypeId: 'cpuCores' };
      const figures = async () => (await service.http.get('/capacity/compute/query').send(query)).body;
      await tellWhenAsked(service);
      await toldTo(service, subscriber);
      const before = { rows: await everything(service), figures: await figures() };
      service.clock.advance(60);
      const reference = { 'reservation-id': id };
      const answers = [
        await reserve(service, 'z1', [hour(8), hour(10)], half, DRY),
        await service.operation('update-reservation', { ...reference, capacity: { cores: 6 }, ...DRY }),
        await service.operation('update-reservation', { ...reference, name: 'named', ...DRY }),
        await service.operation('cancel-reservation', { ...reference, ...DRY }),
        await service.operation('increase-capacity', { ...source, capacity: { cores: 1 }, ...DRY }),
        await service.operation('decrease-capacity', {
          ...source,
          capacity: { cores: 6 },
          force: true,
          ...DRY,
        }),
        await boot(service, { ...reference, ...DRY }),
        await boot(service, { 'provider-id': provider, ...DRY }),
      ];
      for (const answer of answers) expect(answer).toMatchObject({ result: 'ok', ...DRY });
      expect(await toldTo(service, subscriber)).toEqual([]);
      expect({ rows: await everything(service), figures: await figures() }).toEqual(before);
    }));
});
