import type { DataSource } from 'typeorm';

/** The id of the n-th row: ids count up. */
const ID = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

/** Zones and their providers: nine tenths of everything lies in the first zone, on two providers. */
const PLACES = `
insert into zones (zone_id, head, changed_at, created_at)
select 'zone-' || z, 0, NOW, NOW from generate_series(1, 20) z
on conflict do nothing`;

const PROVIDERS = `
insert into providers (zone_id, id, type, endpoint, username, sealed_password, region, tenant_id, tenant_name,
                       user_domain_name, state, traits, flavors, limits, due_at, created_at, updated_at)
select 'zone-' || greatest(1, n - 1), ${ID}, 'simulated', 'http://cloud-' || n, 'u', '', '', '', 't' || n, 'Default', 'active',
       '{"given": {}, "discovered": {}}', '[]', '{}', 'infinity', NOW, NOW
  from generate_series(1, 21) n`;

const ZONE = `'zone-' || case when n % 10 < 9 then 1 else 2 + n % 19 end`;
const PROVIDER = `('00000000-0000-7000-8000-' || lpad(to_hex(case when n % 10 < 9 then 1 + n % 2 else 3 + n % 19 end), 12, '0'))::uuid`;

/** Most have ended; of the others, some lie ahead. Every tenth was terminated, every 500th is in conflict. */
const RESERVATIONS = `
insert into reservations (zone_id, id, tenant, name, labels, kind, status, starts_at, ends_at, amounts, elements, restricted,
                          addresses, created_at, updated_at, ended_at)
select ${ZONE}, ${ID}, 'tenant-' || n % 10, case when n % 100 = 0 then 'name-' || n % 1000 end,
       case when n % 2 = 0 then jsonb_build_object('team', 'team-' || n % 200, 'all', 'of them') end,
       (array['compute', 'network', 'storage'])[1 + n % 3],
       case when n % 10 = 7 then 'terminated' when n % 500 = 1 then 'conflict' else 'admitted' end,
       NOW + make_interval(hours => n - (COUNT - 2000)), NOW + make_interval(hours => n - (COUNT - 2500)),
       '{"cores": 1}', '[]', '[]', '[]', NOW, NOW,
       case when n % 10 = 7 then NOW + make_interval(hours => n - (COUNT - 2100)) end
  from generate_series(1, COUNT) n`;

const CLAIMS = `
insert into claims (zone_id, reservation_id, provider_id, amounts)
select ${ZONE}, ${ID}, ${PROVIDER}, '{"cores": 1}'
  from generate_series(1, COUNT) n`;

const INSTANCES = `
insert into instances (zone_id, id, provider_id, reservation_id, name, labels, image, flavor, networks, amounts, borrowed, state,
                       starts_at, ends_at, due_at, leased_until, created_at, updated_at)
select ${ZONE}, ${ID}, ${PROVIDER}, ${ID}, 'name-' || n % 1000,
       case when n % 2 = 0 then jsonb_build_object('team', 'team-' || n % 200) end, 'i', 'f', '[]', '{"cores": 1}', '{}',
       case when n > COUNT - 100 then 'active' when n % 5000 = 3 then 'error' when n > COUNT - 1000 and n % 50 = 1 then 'deleting' else 'deleted' end,
       NOW + make_interval(hours => n - (COUNT - 2000)), NOW + make_interval(hours => n - (COUNT - 2500)),
       -- Leased for ever, so that no worker touches them while they are read.
       case when n > COUNT - 1000 and n < COUNT - 100 and n % 50 = 1 then NOW end,
       case when n > COUNT - 1000 and n < COUNT - 100 and n % 50 = 1 then 'infinity'::timestamptz end, NOW, NOW
  from generate_series(1, COUNT) n`;

const POOL_ENTRIES = `
insert into pool_entries (zone_id, id, provider_id, starts_at, ends_at, amounts, created_at)
select ${ZONE}, ${ID}, ${PROVIDER},
       NOW + make_interval(hours => n - (COUNT - 2000)), NOW + make_interval(hours => n - (COUNT - 2500)), '{"cores": 0}', NOW
  from generate_series(1, COUNT) n`;

const SUBSCRIPTIONS = `
insert into subscriptions (id, kind, zone_id, resource_type, reservation_ids, created_at, disabled_at)
select ${ID}, case when n % 100 = 0 then 'reservation' else 'compute' end, case when n % 2 = 0 then 'zone-' || 1 + n % 20 end,
       'cpuCores', '[]', NOW, case when n % 3 = 0 then NOW end
  from generate_series(1, COUNT / 25) n`;

const NOTIFICATIONS = `
insert into notifications (id, subscription_id, lane, path, body, newest_only, state, created_at, settled_at)
select ${ID}, ('00000000-0000-7000-8000-' || lpad(to_hex(1 + n % 2), 12, '0'))::uuid, ${ID}, 'compute', '{}', false,
       case when n % 5000 = 3 then 'dead' when n > COUNT - 10 then 'waiting' else 'delivered' end, NOW, NOW
  from generate_series(1, COUNT) n`;

/** Fills every list with `count` rows as of an instant. Nothing else reads or changes these rows. */
export async function seedLists(dataSource: DataSource, now: Date, count: number): Promise<void> {
  const statements = [
    PLACES,
    PROVIDERS,
    RESERVATIONS,
    CLAIMS,
    INSTANCES,
    POOL_ENTRIES,
    SUBSCRIPTIONS,
    NOTIFICATIONS,
  ];
  for (const statement of statements) {
    const at = `'${now.toISOString()}'::timestamptz`;
    await dataSource.query(statement.replaceAll('NOW', at).replaceAll('COUNT', String(count)));
  }
}
