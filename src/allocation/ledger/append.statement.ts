import {
  columnsOf,
  jsonColumn,
  jsonValue,
  tableOf,
  type EntityColumn,
  type EntityClass,
} from '../../database/entity-columns.js';
import { AuditRecordEntity } from '../../database/audit-record.entity.js';
import type { PreparedStatement } from '../../database/prepared.js';
import { insertRequests } from '../../database/remembered-request.js';
import { memoized } from '../../kernel/memoized.js';
import { AddressAssignmentEntity } from '../addresses/address-assignment.entity.js';
import { AddressEntryEntity } from '../addresses/address-entry.entity.js';
import { ClaimEntity } from './claim.entity.js';
import type { DraftDocument } from './draft-document.js';
import { InstanceEntity } from './instance.entity.js';
import { LedgerEntryEntity } from './ledger-entry.entity.js';
import { PoolEntryEntity } from './pool-entry.entity.js';
import { ReservationChangeEntity } from './reservation-change.entity.js';
import { ReservationEntity } from './reservation.entity.js';

/**
 * Deletes rows by their keys. Each is looked up by index (`offset 0` enforces it): a plan made while the tables were
 * small reads all rows of the zone. `ctid` is the location of a row, so the delete fetches exactly the rows found
 * (docs/decisions/0018).
 *
 * @param keys the member of the draft's document that has the keys
 * @param column the key column beside the reservation's id
 */
function drop(entity: EntityClass, keys: keyof DraftDocument, column: string): string {
  const types = columnsOf(entity).filter(({ name }) => ['reservation_id', column].includes(name));
  return `
${keys} as (
  delete from ${tableOf(entity)}
   where ctid = any (array(
     select held.ctid
       from moved m, jsonb_to_recordset(m.document -> '${keys}') as n(${types.map(jsonColumn).join(', ')}),
            lateral (select t.ctid from ${tableOf(entity)} t
                      where t.zone_id = m.zone_id and t.reservation_id = n.reservation_id and t.${column} = n.${column}
                     offset 0) held)))`;
}

interface Insert {
  readonly entity: EntityClass;
  /** The member of the draft's document that has the rows. */
  readonly member: keyof DraftDocument;
  /** Expressions for columns that the document doesn't have. */
  readonly given?: Readonly<Record<string, string>>;
  /** Columns that keep their defaults. */
  readonly without?: readonly string[];
  /** Members of the document's rows that are not columns. */
  readonly extra?: readonly string[];
  /** The clause that follows: a condition, or `on conflict`. */
  readonly then?: string;
}

/** Inserts rows of the draft's document; `t` is the table. The entity defines the columns and their types. */
function insert({ entity, member, given = {}, without = [], extra = [], then = '' }: Insert): string {
  const values: Readonly<Record<string, string>> = { zone_id: 'm.zone_id', ...given };
  const columns = columnsOf(entity).filter(({ name, isInserted }) => isInserted && !without.includes(name));
  const documented = columns.filter(({ name }) => !(name in values));
  return `
saved_${member} as (
  insert into ${tableOf(entity)} as t (${namesOf(columns).join(', ')})
  select ${columns.map((column) => values[column.name] ?? jsonValue(column, 'n')).join(', ')}
    from moved m, jsonb_to_recordset(m.document -> '${member}') as n(${[...extra, ...documented.map(jsonColumn)].join(', ')})${then && `\n${then}`})`;
}

/** Sets all columns of an existing row except some. */
function updateAllBut(entity: EntityClass, kept: readonly string[]): string {
  const changed = namesOf(columnsOf(entity)).filter((name) => !kept.includes(name));
  return `do update set ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}

function namesOf(columns: readonly EntityColumn[]): string[] {
  return columns.map(({ name }) => name);
}

/**
 * The SQL of each member of the draft's document that is not empty. New reservations and their claims are separate
 * members, because `on conflict` makes PostgreSQL look for an existing row before each insert.
 */
const PARTS: Readonly<Record<Exclude<keyof DraftDocument, 'entries'>, string>> = {
  new_reservations: insert({ entity: ReservationEntity, member: 'new_reservations' }),
  reservations: insert({
    entity: ReservationEntity,
    member: 'reservations',
    then: `on conflict (id, zone_id) ${updateAllBut(ReservationEntity, ['id', 'zone_id', 'tenant', 'created_at'])}`,
  }),
  new_claims: insert({ entity: ClaimEntity, member: 'new_claims' }),
  claims: insert({
    entity: ClaimEntity,
    member: 'claims',
    then: 'on conflict (zone_id, reservation_id, provider_id) do update set amounts = excluded.amounts',
  }),
  dropped_claims: drop(ClaimEntity, 'dropped_claims', 'provider_id'),
  dropped_addresses: drop(AddressAssignmentEntity, 'dropped_addresses', 'address'),
  addresses: insert({
    entity: AddressAssignmentEntity,
    member: 'addresses',
    then: `on conflict (zone_id, reservation_id, address) do update
     set starts_at = excluded.starts_at, ends_at = excluded.ends_at`,
  }),
  address_entries: insert({
    entity: AddressEntryEntity,
    member: 'address_entries',
    given: { sequence: 'm.head' },
  }),
  instances: insert({
    entity: InstanceEntity,
    member: 'instances',
    without: ['leased_until'],
    then: `on conflict (id, zone_id) do update
     set starts_at = excluded.starts_at, ends_at = excluded.ends_at, updated_at = excluded.updated_at,
         -- The platform worker moves a live instance on by itself; a draft only ever ends one.
         state    = case when excluded.state in ('deleting', 'error') then excluded.state else t.state end,
         failure  = coalesce(excluded.failure, t.failure),
         due_at   = case when excluded.state in ('deleting', 'error') then excluded.due_at else t.due_at end,
         attempts = case when excluded.state in ('deleting', 'error') then 0 else t.attempts end`,
  }),
  pool_entries: insert({
    entity: PoolEntryEntity,
    member: 'pool_entries',
    then: 'on conflict (id, zone_id) do update set ends_at = excluded.ends_at, ended_at = excluded.ended_at',
  }),
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
new_requests as (${insertRequests('m.changed_at', `moved m, jsonb_to_recordset(m.document -> 'requests')`)})`,
  audit: insert({ entity: AuditRecordEntity, member: 'audit', given: { at: 'm.changed_at' } }),
  changes: insert({
    entity: ReservationChangeEntity,
    member: 'changes',
    given: {
      sequence: 'm.head',
      subscribers: '(select number from subscription_changes)',
      recorded_at: 'm.changed_at',
    },
    without: ['told_until'],
    // Without subscriptions no change is stored. Only subscriptions to all reservations are notified of a creation.
    then: `
   where case when n.after is null
              then exists (select from subscriptions s where s.kind = 'reservation' and s.reservation_ids = '[]')
              else exists (select from subscriptions s where s.kind = 'reservation') end`,
  }),
};

/**
 * Moves the heads of the zones whose head is still the one their draft was decided on. `SKIP LOCKED` prevents deadlocks
 * between appends that span zones. The rows are looked up by index, however many zones the planner estimates.
 */
const MOVED = `
moved as (
  update zones z
     set head = z.head + d.entries, changed_at = d.recorded_at
    from (select d.*, free.ctid
            from rows from (unnest($1::text[]), unnest($2::bigint[]), unnest($3::int[]), unnest($4::timestamptz[]),
                            unnest($5::uuid[]), unnest($6::uuid[]), jsonb_array_elements($7::jsonb))
                 as d(zone_id, seen, entries, recorded_at, batch, seen_batch, document),
                 lateral (select z.ctid
                            from zones z
                           where z.zone_id = d.zone_id and z.head = d.seen and z.changed_at <= d.recorded_at
                             and (d.seen_batch is null
                                  or exists (select from ledger_entries e
                                              where e.zone_id = d.zone_id and e.sequence = d.seen and e.batch = d.seen_batch))
                             for update skip locked) free) d
   where z.ctid = d.ctid
  returning z.zone_id, d.seen, z.head, z.changed_at, d.batch, d.document)`;

const ENTRIES = insert({
  entity: LedgerEntryEntity,
  member: 'entries',
  given: { sequence: 'm.seen + n.ordinal', batch: 'm.batch', recorded_at: 'm.changed_at' },
  extra: ['ordinal integer'],
});

/**
 * The statement that appends drafts of different zones and returns the zones whose draft is stored. It is a
 * compare-and-set on each zone's head. A zone is not in `moved`, and none of its draft is written, if its head has
 * moved, its clock is later than the draft, or another transaction has locked its row. The statement contains only the
 * parts that the drafts have: preparing to write to a table costs more than writing a row.
 *
 * Arrays, one element per draft: $1 zone, $2 head decided on, $3 number of entries, $4 recorded at, $5 batch, $6 batch
 * of the entry at that head (after a failover that lost commits the same number may be another entry); $7 JSON array of
 * documents
 */
export function appendStatement(documents: readonly DraftDocument[]): PreparedStatement {
  return statementOf(
    MEMBERS.map((member) => Number(documents.some((document) => document[member].length > 0))).join(''),
  );
}

const MEMBERS = Object.keys(PARTS) as readonly (keyof typeof PARTS)[];

/** The key has a digit per member of a document: 1 if any draft has something there. */
const statementOf = memoized((had: string): PreparedStatement => {
  const parts = MEMBERS.filter((_, index) => had[index] === '1').map((member) => PARTS[member]);
  return {
    name: `append-draft-${had}`,
    text: `with ${[MOVED, ENTRIES, ...parts].join(',')}\nselect zone_id from moved`,
  };
});
