import type { PreparedStatement } from '../database/prepared.js';
import type { DraftDocument } from './draft-document.js';

/**
 * Deletes rows by their keys. They are looked up one by one (`offset 0` keeps it so): the plan is made while the tables are
 * small, and what reads all rows of the zone looks as cheap then.
 *
 * @param keys the member of the draft's document that has them
 */
function drop(table: string, keys: string, column: string, type: string): string {
  return `
${keys} as (
  delete from ${table}
   where ctid = any (array(
     select held.ctid
       from moved m, jsonb_to_recordset($6::jsonb -> '${keys}') as n(reservation_id uuid, ${column} ${type}),
            lateral (select t.ctid from ${table} t
                      where t.zone_id = m.zone_id and t.reservation_id = n.reservation_id and t.${column} = n.${column}
                     offset 0) held)))`;
}

/** What a member of the draft's document leads to, where it is not empty. */
const PARTS: Readonly<Record<Exclude<keyof DraftDocument, 'entries'>, string>> = {
  reservations: `
saved_reservations as (
  insert into reservations as r (zone_id, id, tenant, kind, status, starts_at, ends_at, expires_at,
                                 expires_after, amounts, containers,
                                 elements, restricted, addresses, created_at, updated_at, ended_at)
  select m.zone_id, n.id, n.tenant, n.kind, n.status,
         to_timestamp(n.starts_at), to_timestamp(n.ends_at), to_timestamp(n.expires_at),
         n.expires_after, n.amounts, n.containers, n.elements, n.restricted, n.addresses,
         to_timestamp(n.created_at), to_timestamp(n.updated_at), to_timestamp(n.ended_at)
    from moved m, jsonb_to_recordset($6::jsonb -> 'reservations') as n(
         id uuid, tenant text, kind text, status text, starts_at float8, ends_at float8, expires_at float8,
         expires_after int, amounts jsonb, containers jsonb, elements jsonb, restricted jsonb, addresses jsonb,
         created_at float8, updated_at float8, ended_at float8)
  on conflict (id, zone_id) do update
     set status = excluded.status, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
         kind = excluded.kind, expires_at = excluded.expires_at, expires_after = excluded.expires_after, amounts = excluded.amounts,
         containers = excluded.containers, elements = excluded.elements, restricted = excluded.restricted,
         addresses = excluded.addresses, updated_at = excluded.updated_at, ended_at = excluded.ended_at)`,
  claims: `
saved_claims as (
  insert into claims as c (zone_id, reservation_id, provider_id, amounts)
  select m.zone_id, n.reservation_id, n.provider_id, n.amounts
    from moved m, jsonb_to_recordset($6::jsonb -> 'claims') as n(reservation_id uuid, provider_id uuid, amounts jsonb)
  on conflict (zone_id, reservation_id, provider_id) do update set amounts = excluded.amounts)`,
  dropped_claims: drop('claims', 'dropped_claims', 'provider_id', 'uuid'),
  dropped_addresses: drop('address_assignments', 'dropped_addresses', 'address', 'inet'),
  addresses: `
saved_addresses as (
  insert into address_assignments as a (zone_id, reservation_id, address, starts_at, ends_at)
  select m.zone_id, n.reservation_id, n.address, to_timestamp(n.starts_at), to_timestamp(n.ends_at)
    from moved m, jsonb_to_recordset($6::jsonb -> 'addresses') as n(
         reservation_id uuid, address inet, starts_at float8, ends_at float8)
  on conflict (zone_id, reservation_id, address) do update
     set starts_at = excluded.starts_at, ends_at = excluded.ends_at)`,
  instances: `
saved_instances as (
  insert into instances as i (zone_id, id, provider_id, reservation_id, name, image, flavor, networks, amounts,
                              borrowed, state, server_id, failure, starts_at, ends_at, due_at, attempts,
                              created_at, updated_at)
  select m.zone_id, n.id, n.provider_id, n.reservation_id, n.name, n.image, n.flavor, n.networks, n.amounts,
         n.borrowed, n.state, n.server_id, n.failure, to_timestamp(n.starts_at), to_timestamp(n.ends_at), to_timestamp(n.due_at), n.attempts,
         to_timestamp(n.created_at), to_timestamp(n.updated_at)
    from moved m, jsonb_to_recordset($6::jsonb -> 'instances') as n(
         id uuid, provider_id uuid, reservation_id uuid, name text, image text, flavor text, networks jsonb,
         amounts jsonb, borrowed jsonb, state text, server_id text, failure text, starts_at float8,
         ends_at float8, due_at float8, attempts int, created_at float8, updated_at float8)
  on conflict (id, zone_id) do update
     set starts_at = excluded.starts_at, ends_at = excluded.ends_at, updated_at = excluded.updated_at,
         -- The platform worker moves a live instance on by itself; a draft only ever ends one.
         state    = case when excluded.state in ('deleting', 'error') then excluded.state else i.state end,
         failure  = coalesce(excluded.failure, i.failure),
         due_at   = case when excluded.state in ('deleting', 'error') then excluded.due_at else i.due_at end,
         attempts = case when excluded.state in ('deleting', 'error') then 0 else i.attempts end)`,
  pool_entries: `
new_pool_entries as (
  insert into pool_entries (zone_id, id, provider_id, starts_at, ends_at, amounts, created_at)
  select m.zone_id, n.id, n.provider_id, to_timestamp(n.starts_at), to_timestamp(n.ends_at), n.amounts, to_timestamp(n.created_at)
    from moved m, jsonb_to_recordset($6::jsonb -> 'pool_entries') as n(
         id uuid, provider_id uuid, starts_at float8, ends_at float8, amounts jsonb, created_at float8))`,
  address_ranges: `
new_ranges as (
  insert into address_ranges (range, zone_id, origin, created_at)
  select n.range::cidr, m.zone_id, 'pool', $4
    from moved m, jsonb_array_elements_text($6::jsonb -> 'address_ranges') as n(range))`,
  requests: `
new_requests as (
  insert into idempotency_keys (key, zone_id, fingerprint, answer, created_at)
  select n.key, m.zone_id, n.fingerprint, n.answer, $4
    from moved m, jsonb_to_recordset($6::jsonb -> 'requests') as n(key text, fingerprint text, answer jsonb))`,
  changes: `
new_changes as (
  insert into reservation_changes (zone_id, sequence, ordinal, reservation_id, before, after, subscribers, recorded_at)
  select m.zone_id, $2::bigint + $3, n.ordinal, n.reservation_id, n.before, n.after,
         (select number from subscription_changes), $4
    from moved m, jsonb_to_recordset($6::jsonb -> 'changes') as n(
         ordinal int, reservation_id uuid, before jsonb, after jsonb)
   -- Nobody watches: nothing to tell.
   where exists (select from subscriptions s where s.kind = 'reservation'))`,
};

const MOVED = `
moved as (
  update zones
     set head = head + $3, changed_at = $4
   where zone_id = $1 and head = $2
     and changed_at <= $4
     and ($7::uuid is null
          or exists (select from ledger_entries e where e.zone_id = $1 and e.sequence = $2 and e.batch = $7))
  returning zone_id),
new_entries as (
  insert into ledger_entries (zone_id, sequence, batch, provider_id, moves, owner_kind, owner_id,
                              starts_at, ends_at, amounts, recorded_at)
  select m.zone_id, $2::bigint + e.ordinal, $5::uuid, e.provider_id, e.moves, e.owner_kind, e.owner_id,
         to_timestamp(e.starts_at), to_timestamp(e.ends_at), e.amounts, $4
    from moved m, jsonb_to_recordset($6::jsonb -> 'entries') as e(
         ordinal int, provider_id uuid, moves text, owner_kind text, owner_id uuid,
         starts_at float8, ends_at float8, amounts jsonb))`;

/** By name. */
const statements = new Map<string, PreparedStatement>();

/**
 * The statement that appends a draft. It names the head the draft was decided on; if the head has moved, or the zone's clock
 * has been told to be past the draft, `moved` is empty and so is everything that is selected from it. Only what the draft has is part of it: getting ready to write to a table costs
 * more than writing a row.
 *
 * $1 zone, $2 head decided on, $3 number of entries, $4 recorded at, $5 batch, $6 the draft's rows as one document,
 * $7 batch of the entry at that head: after a failover that lost commits the same number may be another entry
 */
export function appendStatement(document: DraftDocument): PreparedStatement {
  const members = Object.keys(PARTS) as (keyof typeof PARTS)[];
  const name = `append-draft-${members.map((member) => Math.min(1, document[member].length)).join('')}`;
  const known = statements.get(name);
  if (known) return known;
  const parts = members.filter((member) => document[member].length > 0).map((member) => PARTS[member]);
  const statement = {
    name,
    text: `with ${[MOVED, ...parts].join(',')}\nselect count(*)::int as moved from moved`,
  };
  statements.set(name, statement);
  return statement;
}
