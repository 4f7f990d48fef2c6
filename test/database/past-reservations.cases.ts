import type { DataSource } from 'typeorm';
import { combineNeeds, type Needs } from '../../src/allocation/admission/needs.js';
import { ADDRESS_BOOK } from '../../src/allocation/addresses/address-book-reader.js';
import {
  FIRST_ID,
  HELD_CHUNK,
  HELD_CHUNK_OF_ALL_ZONES,
} from '../../src/allocation/ledger/counted-reservations.js';
import { snapshotStatement } from '../../src/allocation/ledger/snapshot.statement.js';
import { timestamp } from '../../src/database/columns.js';
import { FOREVER } from '../../src/kernel/time-window.js';
import { describeOnServer } from '../support/cluster.js';
import { fromNow } from '../support/readings.js';
import { rowsOf, runNodes } from '../support/run-plans.js';
import { startService, type RunningService } from '../support/service.js';

/** Copies of a reservation with its claims, each so many hours later than the one before; $3 negative: earlier. */
const COPY = `
with made as (
  insert into reservations
  select (jsonb_populate_record(r, jsonb_build_object(
           'id', md5(n::text || r.id)::uuid,
           'starts_at', r.starts_at + n * $3::int * interval '1 hour', 'ends_at', r.ends_at + n * $3::int * interval '1 hour'))).*
    from reservations r, generate_series(1, $2::int) n
   where r.id = $1::uuid
  returning zone_id, id)
insert into claims
select m.zone_id, m.id, c.provider_id, c.amounts from made m, claims c where c.reservation_id = $1::uuid`;

const PAST = 3_000;

/** One address, held by one reservation after the other until $2; $1 how many. */
const HOLD_ADDRESS = `
insert into address_assignments (zone_id, reservation_id, address, starts_at, ends_at)
select 'z1', md5(n::text)::uuid, '192.0.2.1', $2::timestamptz - (n + 1) * interval '1 hour', $2::timestamptz - n * interval '1 hour'
  from generate_series(1, $1::int) n`;

/** A claim is never removed, and a reservation that ends by the clock is not changed. */
describeOnServer('many reservations of the past', () => {
  let service: RunningService;
  let dataSource: DataSource;
  let provider: string;
  let live: string;

  beforeAll(async () => {
    service = await startService({ tampersWithLedger: true });
    ({ dataSource } = service);
    await dataSource.query('alter table reservations set (autovacuum_enabled = false)');
    await dataSource.query('alter table claims set (autovacuum_enabled = false)');
    ({ provider } = await service.provider({ cores: 10 }));
    const body = { start: fromNow(service, 10), end: fromNow(service, 20), capacity: { cores: 1 } };
    const made = await service.http.post('/create-reservation').set('Headroom-Tenant', 'blue').send(body);
    live = made.body['reservation-id'] as string;
    // They ended by the clock, an hour ago and earlier.
    await dataSource.query(COPY, [live, PAST, -1]);
    await dataSource.query('alter table address_assignments set (autovacuum_enabled = false)');
    await dataSource.query(HOLD_ADDRESS, [PAST, timestamp(service.clock.now())]);
  });
  afterAll(() => service.stop());

  async function rowsRead(text: string, values: unknown[]): Promise<number> {
    return Math.max(...(await runNodes(dataSource, text, values)).map(rowsOf));
  }

  describe.each(['without statistics', 'with statistics'])('%s', (statistics) => {
    beforeAll(async () => {
      if (statistics === 'with statistics') await dataSource.query('analyze');
    });

    const window = { start: 0, end: FOREVER };

    // Regression: a withdrawal, and the end of a provider, read every claim that the provider ever had, and each admission of a
    // tenant with a limit every reservation of the tenant that had ended by the clock.
    it.each<[string, (providerId: string) => Needs]>([
      ['a loss of capacity', (providerId) => ({ backedBy: [{ providerId, window, most: 100 }] })],
      ['the end of a provider', (providerId) => ({ dependentsOf: [providerId] })],
    ])('are not read for %s', async (_, needs) => {
      const now = service.clock.now();
      const { statement, values } = snapshotStatement('z1', 0, combineNeeds([needs(provider)]), now);
      expect(await rowsRead(statement.text, values)).toBeLessThan(50);
    });

    it('are not read for the limits of a tenant', async () => {
      const values = ['blue', timestamp(service.clock.now()), FIRST_ID, 'z1'];
      expect(await rowsRead(HELD_CHUNK, values)).toBeLessThan(50);
    });

    // Regression: the book was read with every address that a zone had ever assigned.
    it('are not read for the addresses of a zone', async () => {
      const values = ['z1', timestamp(service.clock.now()), ['198.18.0.0/16']];
      expect(await rowsRead(ADDRESS_BOOK, values)).toBeLessThan(50);
    });

    it('are not read for the limits of a tenant in all zones', async () => {
      const values = ['blue', timestamp(service.clock.now()), FIRST_ID];
      expect(await rowsRead(HELD_CHUNK_OF_ALL_ZONES, values)).toBeLessThan(50);
    });
  });

  // Regression: a decision about a reservation read every instance that had ever drawn on it.
  it('or many deleted instances of a live one are not read for a decision about it', async () => {
    await service.provider({ cores: 10, ram: 20_480, instances: 10 }, { zone: 'drawn' });
    const capacity = { cores: 4, ram: 8_192, instances: 4 };
    const made = await service.operation('create-reservation', { zone: 'drawn', capacity });
    const id = made['reservation-id'] as string;
    const wanted = { name: 'web', image: 'debian-13', flavor: 'm1.small' };
    await service.operation('create-instance', { ...wanted, 'reservation-id': id });
    await dataSource.query(
      `insert into instances
       select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'state', 'deleted', 'due_at', null))).*
         from instances i, generate_series(1, 1000) where i.reservation_id = $1`,
      [id],
    );
    const needs = combineNeeds([{ reservations: [id] }]);
    const { statement, values } = snapshotStatement('drawn', 0, needs, service.clock.now());
    expect(await rowsRead(statement.text, values)).toBeLessThan(50);
  });

  // Regression: to spare the past, all live reservations of the zone were read for a provider that backs few of them.
  it('or of other providers are not all read for a loss of capacity', async () => {
    await service.provider({ cores: 10 }, { zone: 'shared' });
    const { provider: small } = await service.provider({ volumes: 10 }, { zone: 'shared' });
    const reserve = async (capacity: object): Promise<string> => {
      const body = { zone: 'shared', start: fromNow(service, 10), end: fromNow(service, 20), capacity };
      return (await service.operation('create-reservation', body))['reservation-id'] as string;
    };
    await dataSource.query(COPY, [await reserve({ cores: 1 }), PAST, 1]);
    await reserve({ volumes: 1 });
    const needs = combineNeeds([{ dependentsOf: [small] }]);
    const { statement, values } = snapshotStatement('shared', 0, needs, service.clock.now());
    // Some are counted, to see whether there are few.
    expect(await rowsRead(statement.text, values)).toBeLessThan(PAST - 900);
  });

  it('leave the live ones to be found', async () => {
    const retired = await service.http.delete(`/providers/${provider}`);
    expect([retired.status, JSON.stringify(retired.body)]).toEqual([409, expect.stringContaining(live)]);
    const withdrawn = await service.http.post(`/providers/${provider}/withdraw`).send({});
    expect(withdrawn.body.displaced).toEqual([live]);
  });
});
