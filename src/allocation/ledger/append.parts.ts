import {
  columnsOf,
  jsonColumn,
  jsonValue,
  tableOf,
  type EntityColumn,
  type EntityClass,
} from '../../database/entity-columns.js';
import { AuditRecordEntity } from '../../database/audit-record.entity.js';
import { insertRequests } from '../../database/remembered-request.js';
import { AddressAssignmentEntity } from '../addresses/address-assignment.entity.js';
import { AddressEntryEntity } from '../addresses/address-entry.entity.js';
import { ClaimEntity } from './claim.entity.js';
import type { DraftDocument } from './draft-document.js';
import { InstanceEntity } from './instance.entity.js';
import { LedgerEntryEntity } from './ledger-entry.entity.js';
import { PoolEntryEntity } from './pool-entry.entity.js';
import { ReservationChangeEntity } from './reservation-change.entity.js';
import { ReservationEntity } from './reservation.entity.js';

/** Where the parts of an append find what they write, as SQL. */
export interface Origin {
  /** The zones whose heads have been moved, as `m`: their zone_id, head and changed_at. */
  readonly zones: string;
  /** Limits `zones` to those. */
  readonly condition?: string;
  /** The head that the draft was decided on. */
  readonly seen: string;
  readonly batch: string;
  readonly document: string;
  /** The number of the last change of subscriptions. */
  readonly subscribers: string;
  /** Whether there are subscriptions to all reservations, and to any. */
  readonly watchesCreations: string;
  readonly watchesChanges: string;
  /** Deletes rows of `entity` by their keys, members `reservation_id` and `column` of the document's `keys`. */
  drop(entity: EntityClass, keys: keyof DraftDocument, column: string): string;
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
  readonly where?: string;
  readonly onConflict?: string;
}

/** Inserts rows of the draft's document; `t` is the table. The entity defines the columns and their types. */
function insert(origin: Origin, { entity, member, onConflict, ...more }: Insert): string {
  const values: Readonly<Record<string, string>> = { zone_id: 'm.zone_id', ...more.given };
  const { without = [], extra = [] } = more;
  const columns = columnsOf(entity).filter(({ name, isInserted }) => isInserted && !without.includes(name));
  const documented = columns.filter(({ name }) => !(name in values));
  return `
  insert into ${tableOf(entity)} as t (${namesOf(columns).join(', ')})
  select ${columns.map((column) => values[column.name] ?? jsonValue(column, 'n')).join(', ')}
    from ${origin.zones}, jsonb_to_recordset(${origin.document} -> '${member}') as n(${[...extra, ...documented.map(jsonColumn)].join(', ')})${where(origin, more.where)}${onConflict ? `\n${onConflict}` : ''}`;
}

function where({ condition }: Origin, ...more: readonly (string | undefined)[]): string {
  const all = [condition, ...more].filter((each) => each !== undefined);
  return all.length > 0 ? `\n   where ${all.join('\n     and ')}` : '';
}

/** Sets all columns of an existing row except some. */
function updateAllBut(entity: EntityClass, kept: readonly string[]): string {
  const changed = namesOf(columnsOf(entity)).filter((name) => !kept.includes(name));
  return `do update set ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}

export function namesOf(columns: readonly EntityColumn[]): string[] {
  return columns.map(({ name }) => name);
}

type Parts<M extends keyof DraftDocument> = Readonly<Record<M, string>>;

/**
 * The SQL of each member of the draft's document, in an order in which each finds the rows that it refers to. New
 * reservations and their claims are separate members, because `on conflict` makes PostgreSQL look for an existing row
 * before each insert.
 */
export function appendParts(origin: Origin): Parts<keyof DraftDocument> {
  return { ...reservationParts(origin), ...platformParts(origin), ...requestParts(origin) };
}

function reservationParts(origin: Origin) {
  return {
    entries: insert(origin, {
      entity: LedgerEntryEntity,
      member: 'entries',
      given: {
        sequence: `${origin.seen} + n.ordinal`,
        batch: origin.batch,
        recorded_at: 'm.changed_at',
      },
      extra: ['ordinal integer'],
    }),
    new_reservations: insert(origin, { entity: ReservationEntity, member: 'new_reservations' }),
    reservations: insert(origin, {
      entity: ReservationEntity,
      member: 'reservations',
      onConflict: `on conflict (id, zone_id) ${updateAllBut(ReservationEntity, ['id', 'zone_id', 'tenant', 'created_at'])}`,
    }),
    new_claims: insert(origin, { entity: ClaimEntity, member: 'new_claims' }),
    claims: insert(origin, {
      entity: ClaimEntity,
      member: 'claims',
      onConflict:
        'on conflict (zone_id, reservation_id, provider_id) do update set amounts = excluded.amounts',
    }),
    dropped_claims: origin.drop(ClaimEntity, 'dropped_claims', 'provider_id'),
    dropped_addresses: origin.drop(AddressAssignmentEntity, 'dropped_addresses', 'address'),
    addresses: insert(origin, {
      entity: AddressAssignmentEntity,
      member: 'addresses',
      onConflict: `on conflict (zone_id, reservation_id, address) do update
     set starts_at = excluded.starts_at, ends_at = excluded.ends_at`,
    }),
  } satisfies Partial<Parts<keyof DraftDocument>>;
}

function platformParts(origin: Origin) {
  const { zones, document } = origin;
  return {
    address_entries: insert(origin, {
      entity: AddressEntryEntity,
      member: 'address_entries',
      given: { sequence: 'm.head' },
    }),
    instances: insert(origin, {
      entity: InstanceEntity,
      member: 'instances',
      without: ['leased_until'],
      onConflict: `on conflict (id, zone_id) do update
     set starts_at = excluded.starts_at, ends_at = excluded.ends_at, updated_at = excluded.updated_at,
         -- The platform worker moves a live instance on by itself; a draft only ever ends one.
         was_active = t.was_active or (t.state = 'active' and excluded.state in ('deleting', 'error')),
         state    = case when excluded.state in ('deleting', 'error') then excluded.state else t.state end,
         failure  = case when excluded.state in ('deleting', 'error') then excluded.failure else t.failure end,
         due_at   = case when excluded.state in ('deleting', 'error') then excluded.due_at else t.due_at end,
         attempts = case when excluded.state in ('deleting', 'error') then 0 else t.attempts end`,
    }),
    pool_entries: insert(origin, {
      entity: PoolEntryEntity,
      member: 'pool_entries',
      onConflict:
        'on conflict (id, zone_id) do update set ends_at = excluded.ends_at, ended_at = excluded.ended_at',
    }),
    retired_providers: `
  update providers p
     set state = 'retired', sealed_password = null, project_id = null, due_at = 'infinity', leased_until = null,
         last_error = null, failing_since = null, attempts = 0, updated_at = m.changed_at
    from ${zones}, jsonb_array_elements_text(${document} -> 'retired_providers') as n(id)${where(origin, 'p.zone_id = m.zone_id', 'p.id = n.id::uuid')}`,
    address_ranges: `
  insert into address_ranges (range, zone_id, origin, created_at)
  select n.range::cidr, m.zone_id, 'pool', m.changed_at
    from ${zones}, jsonb_array_elements_text(${document} -> 'address_ranges') as n(range)${where(origin)}`,
  } satisfies Partial<Parts<keyof DraftDocument>>;
}

function requestParts(origin: Origin) {
  const { zones, document } = origin;
  return {
    requests: `${insertRequests(
      { zone_id: 'm.zone_id', created_at: 'm.changed_at' },
      `${zones}, jsonb_to_recordset(${document} -> 'requests')`,
    )}${where(origin)}`,
    audit: insert(origin, { entity: AuditRecordEntity, member: 'audit', given: { at: 'm.changed_at' } }),
    changes: insert(origin, {
      entity: ReservationChangeEntity,
      member: 'changes',
      given: {
        sequence: 'm.head',
        subscribers: origin.subscribers,
        recorded_at: 'm.changed_at',
      },
      without: ['told_until'],
      // Without subscriptions no change is stored. Only subscriptions to all reservations are notified of a creation.
      where: `case when n.after is null then ${origin.watchesCreations} else ${origin.watchesChanges} end`,
    }),
  } satisfies Partial<Parts<keyof DraftDocument>>;
}
