import type { PreparedStatement } from '../database/prepared.js';
import { memoized } from '../kernel/memoized.js';
import { REQUEST_COLUMNS, REQUEST_VALUES } from '../database/remembered-request.js';
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
       from moved m, jsonb_to_recordset(m.document -> '${keys}') as n(reservation_id uuid, ${column} ${type}),
            lateral (select t.ctid from ${table} t
                      where t.zone_id = m.zone_id and t.reservation_id = n.reservation_id and t.${column} = n.${column}
                     offset 0) held)))`;
}

/**
 * Writes reservations. Those that are new come as a member of their own: to be ready for a row that is there already, PostgreSQL looks
 * for it before it writes.
 */
function insertReservations(member: keyof DraftDocument, onConflict = ''): string {
  return `
saved_${member} as (
  insert into reservations as r (zone_id, id, tenant, name, labels, kind, status, starts_at, ends_at, expires_at,
                                 expires_after, amounts, containers, traits,
                                 elements, restricted, addresses, created_at, updated_at, ended_at)
  select m.zone_id, n.id, n.tenant, n.name, n.labels, n.kind, n.status,
         to_timestamp(n.starts_at), to_timestamp(n.ends_at), to_timestamp(n.expires_at),
         n.expires_after, n.amounts, n.containers, n.traits, n.elements, n.restricted, n.addresses,
         to_timestamp(n.created_at), to_timestamp(n.updated_at), to_timestamp(n.ended_at)
    from moved m, jsonb_to_recordset(m.document -> '${member}') as n(
         id uuid, tenant text, name text, labels jsonb, kind text, status text, starts_at float8, ends_at float8, expires_at float8,
         expires_after int, amounts jsonb, containers jsonb, traits jsonb, elements jsonb, restricted jsonb, addresses jsonb,
         created_at float8, updated_at float8, ended_at float8)${onConflict})`;
}

/** Writes claims; those of new reservations come as a member of their own. */
function insertClaims(member: keyof DraftDocument, onConflict = ''): string {
  return `
saved_${member} as (
  insert into claims as c (zone_id, reservation_id, provider_id, amounts)
  select m.zone_id, n.reservation_id, n.provider_id, n.amounts
    from moved m, jsonb_to_recordset(m.document -> '${member}') as n(reservation_id uuid, provider_id uuid, amounts jsonb)${onConflict})`;
}

/** What a member of the draft's document leads to, where it is not empty. */
const PARTS: Readonly<Record<Exclude<keyof DraftDocument, 'entries'>, string>> = {
  new_reservations: insertReservations('new_reservations'),
  reservations: insertReservations(
    'reservations',
    `
  on conflict (id, zone_id) do update
     set name = excluded.name, labels = excluded.labels, status = excluded.status, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
         kind = excluded.kind, expires_at = excluded.expires_at, expires_after = excluded.expires_after, amounts = excluded.amounts,
         containers = excluded.containers, traits = excluded.traits, elements = excluded.elements, restricted = excluded.restricted,
         addresses = excluded.addresses, updated_at = excluded.updated_at, ended_at = excluded.ended_at`,
  ),
  new_claims: insertClaims('new_claims'),
  claims: insertClaims(
    'claims',
    `
  on conflict (zone_id, reservation_id, provider_id) do update set amounts = excluded.amounts`,
  ),
  dropped_claims: drop('claims', 'dropped_claims', 'provider_id', 'uuid'),
  dropped_addresses: drop('address_assignments', 'dropped_addresses', 'address', 'inet'),
  addresses: `
saved_addresses as (
  insert into address_assignments as a (zone_id, reservation_id, address, starts_at, ends_at)
  select m.zone_id, n.reservation_id, n.address, to_timestamp(n.starts_at), to_timestamp(n.ends_at)
    from moved m, jsonb_to_recordset(m.document -> 'addresses') as n(
         reservation_id uuid, address inet, starts_at float8, ends_at float8)
  on conflict (zone_id, reservation_id, address) do update
     set starts_at = excluded.starts_at, ends_at = excluded.ends_at)`,
  instances: `
saved_instances as (
  insert into instances as i (zone_id, id, provider_id, reservation_id, name, labels, image, flavor, networks, amounts,
                              borrowed, state, server_id, failure, starts_at, ends_at, due_at, attempts,
                              created_at, updated_at)
  select m.zone_id, n.id, n.provider_id, n.reservation_id, n.name, n.labels, n.image, n.flavor, n.networks, n.amounts,
         n.borrowed, n.state, n.server_id, n.failure, to_timestamp(n.starts_at), to_timestamp(n.ends_at), to_timestamp(n.due_at), n.attempts,
         to_timestamp(n.created_at), to_timestamp(n.updated_at)
    from moved m, jsonb_to_recordset(m.document -> 'instances') as n(
         id uuid, provider_id uuid, reservation_id uuid, name text, labels jsonb, image text, flavor text, networks jsonb,
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
  insert into pool_entries (zone_id, id, provider_id, starts_at, ends_at, amounts, created_at, ended_at)
  select m.zone_id, n.id, n.provider_id, to_timestamp(n.starts_at), to_timestamp(n.ends_at), n.amounts,
         to_timestamp(n.created_at), to_timestamp(n.ended_at)
    from moved m, jsonb_to_recordset(m.document -> 'pool_entries') as n(
         id uuid, provider_id uuid, starts_at float8, ends_at float8, amounts jsonb, created_at float8, ended_at float8)
  on conflict (id, zone_id) do update set ends_at = excluded.ends_at, ended_at = excluded.ended_at)`,
  retired_providers: `
retired_providers as (
  update providers p
     set state = 'retired', sealed_password = null, due_at = 'infinity', leased_until = null,
         last_error = null, failing_since = null, attempts = 0, updated_at = m.changed_at
    from moved m, jsonb_array_elements_text(m.document -> 'retired_providers') as n(id)
   where p.zone_id = m.zone_id and p.id = n.id::uuid)`,
  address_ranges: `
new_ranges as (
  insert into address_ranges (range, zone_id, origin, created_at)
  select n.range::cidr, m.zone_id, 'pool', m.changed_at
    from moved m, jsonb_array_elements_text(m.document -> 'address_ranges') as n(range))`,
  requests: `
new_requests as (
  insert into idempotency_keys (scope, key, fingerprint, answer, sealed, created_at)
  select ${REQUEST_VALUES}, m.changed_at
    from moved m, jsonb_to_recordset(m.document -> 'requests') as n(${REQUEST_COLUMNS}))`,
  changes: `
new_changes as (
  insert into reservation_changes (zone_id, sequence, ordinal, reservation_id, before, after, subscribers, recorded_at)
  select m.zone_id, m.head, n.ordinal, n.reservation_id, n.before, n.after,
         (select number from subscription_changes), m.changed_at
    from moved m, jsonb_to_recordset(m.document -> 'changes') as n(
         ordinal int, reservation_id uuid, before jsonb, after jsonb)
   -- Nobody watches: nothing to tell.
   where exists (select from subscriptions s where s.kind = 'reservation'))`,
};

/**
 * Moves the heads of the zones that still are as their drafts were decided on. Who has a zone's row locked is not waited for:
 * meanwhile other zones would be locked, and two processes could do so crosswise. The rows are looked up one by one,
 * however many zones the planner takes there to be.
 */
const MOVED = `
moved as (
  update zones z
     set head = z.head + d.entries, changed_at = d.recorded_at, decided_by = coalesce(d.decided_by, z.decided_by)
    from (select d.*, free.ctid
            from rows from (unnest($1::text[]), unnest($2::bigint[]), unnest($3::int[]), unnest($4::timestamptz[]),
                            unnest($5::uuid[]), unnest($6::uuid[]), jsonb_array_elements($7::jsonb), unnest($8::text[]))
                 as d(zone_id, seen, entries, recorded_at, batch, seen_batch, document, decided_by),
                 lateral (select z.ctid
                            from zones z
                           where z.zone_id = d.zone_id and z.head = d.seen and z.changed_at <= d.recorded_at
                             and (d.seen_batch is null
                                  or exists (select from ledger_entries e
                                              where e.zone_id = d.zone_id and e.sequence = d.seen and e.batch = d.seen_batch))
                             for update skip locked) free) d
   where z.ctid = d.ctid
  returning z.zone_id, d.seen, z.head, z.changed_at, d.batch, d.document)`;

const ENTRIES = `
new_entries as (
  insert into ledger_entries (zone_id, sequence, batch, provider_id, moves, owner_kind, owner_id,
                              starts_at, ends_at, amounts, recorded_at)
  select m.zone_id, m.seen + e.ordinal, m.batch, e.provider_id, e.moves, e.owner_kind, e.owner_id,
         to_timestamp(e.starts_at), to_timestamp(e.ends_at), e.amounts, m.changed_at
    from moved m, jsonb_to_recordset(m.document -> 'entries') as e(
         ordinal int, provider_id uuid, moves text, owner_kind text, owner_id uuid,
         starts_at float8, ends_at float8, amounts jsonb))`;

/**
 * The statement that appends drafts, each of another zone, and gives the zones whose draft is stored. It names the head each
 * was decided on; if that has moved, or the zone's clock has been told to be past the draft, or somebody has locked the
 * zone, it is not in `moved` and nothing of its draft is selected from there. Only what the drafts have is part of the
 * statement: getting ready to write to a table costs more than writing a row.
 *
 * Arrays, one place for each draft: $1 zone, $2 head decided on, $3 number of entries, $4 recorded at, $5 batch, $6 batch of the
 * entry at that head (after a failover that lost commits the same number may be another entry); $7 JSON array of documents; $8 the process
 * that decides the zone from now on, null to leave it
 */
export function appendStatement(documents: readonly DraftDocument[]): PreparedStatement {
  return statementOf(
    MEMBERS.map((member) => Number(documents.some((document) => document[member].length > 0))).join(''),
  );
}

const MEMBERS = Object.keys(PARTS) as readonly (keyof typeof PARTS)[];

/** By a digit for each member of a document: 1 where a draft has something there. */
const statementOf = memoized((had: string): PreparedStatement => {
  const parts = MEMBERS.filter((_, index) => had[index] === '1').map((member) => PARTS[member]);
  return {
    name: `append-draft-${had}`,
    text: `with ${[MOVED, ENTRIES, ...parts].join(',')}\nselect zone_id from moved`,
  };
});
