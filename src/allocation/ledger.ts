import type { EntityManager } from 'typeorm';
import { timestamp } from '../database/columns.js';
import { queryPrepared, type PreparedStatement } from '../database/prepared.js';
import type { Instant } from '../kernel/time-window.js';
import type { Draft } from './draft.js';
import { draftDocument } from './draft-document.js';
import type { ZoneFold } from './zone-fold.js';

/**
 * Deletes from a table what the changed reservations no longer have of it. It is looked up reservation by reservation
 * (`offset 0` keeps it so): the plan is made while the tables are small, and what reads all rows of the zone looks as cheap
 * then.
 *
 * @param part of the draft's document that holds all rows that changed reservations have now
 */
function dropped(table: string, part: string, column: string, type: string): string {
  return `  delete from ${table}
   where ctid = any (array(
     select held.ctid
       from moved m, jsonb_array_elements_text($6::jsonb -> 'changed') as changed(id),
            lateral (select t.ctid from ${table} t
                      where t.zone_id = m.zone_id and t.reservation_id = changed.id::uuid
                        and not exists (
                              select from jsonb_to_recordset($6::jsonb -> '${part}') as n(reservation_id uuid, ${column} ${type})
                               where n.reservation_id = t.reservation_id and n.${column} = t.${column})
                     offset 0) held))`;
}

/**
 * Appends a draft to its zone's ledger: one statement, one round trip, one commit. It names the head the draft was
 * decided on; if the head has moved, `moved` is empty and so is everything that is selected from it.
 *
 * $1 zone, $2 head decided on, $3 number of entries, $4 recorded at, $5 batch, $6 the draft's rows as one document,
 * $7 batch of the entry at that head: after a failover that lost commits the same number may be another entry
 */
const APPEND: PreparedStatement = {
  name: 'append-draft',
  text: `
with moved as (
  update zones
     set head = head + $3, changed_at = $4
   where zone_id = $1 and head = $2
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
         starts_at float8, ends_at float8, amounts jsonb)),
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
         addresses = excluded.addresses, updated_at = excluded.updated_at, ended_at = excluded.ended_at),
saved_claims as (
  insert into claims as c (zone_id, reservation_id, provider_id, amounts)
  select m.zone_id, n.reservation_id, n.provider_id, n.amounts
    from moved m, jsonb_to_recordset($6::jsonb -> 'claims') as n(reservation_id uuid, provider_id uuid, amounts jsonb)
  on conflict (zone_id, reservation_id, provider_id) do update set amounts = excluded.amounts),
dropped_claims as (
${dropped('claims', 'claims', 'provider_id', 'uuid')}),
saved_addresses as (
  insert into address_assignments as a (zone_id, reservation_id, address, starts_at, ends_at)
  select m.zone_id, n.reservation_id, n.address, to_timestamp(n.starts_at), to_timestamp(n.ends_at)
    from moved m, jsonb_to_recordset($6::jsonb -> 'addresses') as n(
         reservation_id uuid, address inet, starts_at float8, ends_at float8)
  on conflict (zone_id, reservation_id, address) do update
     set starts_at = excluded.starts_at, ends_at = excluded.ends_at),
dropped_addresses as (
${dropped('address_assignments', 'addresses', 'address', 'inet')}),
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
         attempts = case when excluded.state in ('deleting', 'error') then 0 else i.attempts end),
new_pool_entries as (
  insert into pool_entries (zone_id, id, provider_id, starts_at, ends_at, amounts, created_at)
  select m.zone_id, n.id, n.provider_id, to_timestamp(n.starts_at), to_timestamp(n.ends_at), n.amounts, to_timestamp(n.created_at)
    from moved m, jsonb_to_recordset($6::jsonb -> 'pool_entries') as n(
         id uuid, provider_id uuid, starts_at float8, ends_at float8, amounts jsonb, created_at float8)),
new_ranges as (
  insert into address_ranges (range, zone_id, origin, created_at)
  select n.range::cidr, m.zone_id, 'pool', $4
    from moved m, jsonb_array_elements_text($6::jsonb -> 'address_ranges') as n(range)),
new_requests as (
  insert into idempotency_keys (key, zone_id, fingerprint, answer, created_at)
  select n.key, m.zone_id, n.fingerprint, n.answer, $4
    from moved m, jsonb_to_recordset($6::jsonb -> 'requests') as n(key text, fingerprint text, answer jsonb)),
new_changes as (
  insert into reservation_changes (zone_id, sequence, ordinal, reservation_id, before, after, subscribers, recorded_at)
  select m.zone_id, $2::bigint + $3, n.ordinal, n.reservation_id, n.before, n.after,
         (select number from subscription_changes), $4
    from moved m, jsonb_to_recordset($6::jsonb -> 'changes') as n(
         ordinal int, reservation_id uuid, before jsonb, after jsonb)
   -- Nobody watches: nothing to tell.
   where exists (select from subscriptions s where s.kind = 'reservation'))
select count(*)::int as moved from moved`,
};

/** Stores a draft. False, and nothing written, when the zone's head is no longer the one it was decided on. */
export async function appendDraft(db: EntityManager, draft: Draft, batch: string): Promise<boolean> {
  const { fold, entries, now } = draft;
  const rows = await queryPrepared<{ moved: number }>(db, APPEND, [
    fold.zoneId,
    fold.head,
    entries.length,
    timestamp(now),
    batch,
    JSON.stringify(draftDocument(draft)),
    fold.headBatch,
  ]);
  return rows[0].moved === 1;
}

/** The head of a zone; undefined when there is no such zone. Locked: nobody else appends until the transaction ends. */
export async function readHead(
  db: EntityManager,
  zoneId: string,
  lock: 'locked' | 'unlocked' = 'unlocked',
): Promise<number | undefined> {
  const rows = await db.query<{ head: string }[]>(
    `select head from zones where zone_id = $1${lock === 'locked' ? ' for update' : ''}`,
    [zoneId],
  );
  return rows.length === 0 ? undefined : Number(rows[0].head);
}

/** Whether the fold still shows the last entry of its zone: what was decided on it stands then. */
export async function isCurrent(db: EntityManager, { zoneId, head, headBatch }: ZoneFold): Promise<boolean> {
  const rows = await queryPrepared(db, IS_CURRENT, [zoneId, head, headBatch]);
  return rows.length === 1;
}

const IS_CURRENT: PreparedStatement = {
  name: 'is-current',
  text: `
select from zones
 where zone_id = $1 and head = $2
   and ($3::uuid is null
        or exists (select from ledger_entries e where e.zone_id = $1 and e.sequence = $2 and e.batch = $3))`,
};

/**
 * Whether a batch whose commit was never answered is stored. Locking the zone first waits for the lost connection's
 * transaction to end, so that the answer is final.
 */
export async function isStored(
  tx: EntityManager,
  zoneId: string,
  seen: number,
  batch: string,
): Promise<boolean> {
  await readHead(tx, zoneId, 'locked');
  const rows = await tx.query<unknown[]>(
    `select from ledger_entries where zone_id = $1 and sequence = $2 and batch = $3`,
    [zoneId, seen + 1, batch],
  );
  return rows.length === 1;
}

/** A zone comes into being with its first provider. */
export async function openZone(db: EntityManager, zoneId: string, now: Instant): Promise<void> {
  await db.query(
    `insert into zones (zone_id, head, changed_at, created_at) values ($1, 0, $2, $2) on conflict do nothing`,
    [zoneId, timestamp(now)],
  );
}
