import type { Labels } from '../kernel/marks.js';
import type { ResourceAmounts } from '../kernel/resource-amounts.js';
import { FOREVER, windowFromJson, type Instant } from '../kernel/time-window.js';
import type { RequiredTraits } from '../kernel/traits.js';
import type { AddressAssignment } from './address-book.js';
import type { FoldEntry, LedgerEntry } from './ledger-entry.js';
import type {
  Claim,
  ContainerRecord,
  HeldReservation,
  InstanceRecord,
  PoolEntryRecord,
  ReservationRecord,
} from './records.js';

/** Rows as PostgreSQL's `to_jsonb` writes them: snake case, times as text, `infinity` for an open end. */
interface StoredWindow {
  readonly starts_at: string;
  readonly ends_at: string;
}

export interface StoredEntry extends StoredWindow {
  readonly provider_id: string | null;
  readonly moves: LedgerEntry['moves'];
  readonly owner_kind: LedgerEntry['ownerKind'];
  readonly owner_id: string;
  readonly amounts: ResourceAmounts;
}

/**
 * An entry as an array of its provider, what it moves, its start, its end and its amounts: many of them are read at a time,
 * and an object with all columns takes PostgreSQL seven times as long.
 */
export const FOLD_ENTRY = `json_build_array(
  e.provider_id, e.moves, extract(epoch from e.starts_at)::float8,
  case when isfinite(e.ends_at) then extract(epoch from e.ends_at)::float8 end, e.amounts)`;

export type StoredFoldEntry = readonly [
  providerId: string | null,
  moves: LedgerEntry['moves'],
  start: Instant,
  end: Instant | null,
  amounts: ResourceAmounts,
];

export interface StoredReservation extends StoredWindow {
  readonly zone_id: string;
  readonly id: string;
  readonly tenant: string | null;
  readonly name: string | null;
  readonly labels: Labels | null;
  readonly kind: ReservationRecord['kind'];
  readonly status: ReservationRecord['status'];
  readonly expires_at: string | null;
  readonly expires_after: number | null;
  readonly amounts: ResourceAmounts;
  readonly containers: readonly ContainerRecord[] | null;
  readonly traits: RequiredTraits | null;
  readonly elements: readonly string[];
  readonly restricted: readonly string[];
  readonly addresses: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly ended_at: string | null;
}

export interface StoredHeldReservation {
  readonly reservation: StoredReservation;
  readonly claims: readonly { readonly provider_id: string; readonly amounts: ResourceAmounts }[];
  readonly instances: readonly StoredInstance[];
}

export interface StoredInstance extends StoredWindow {
  readonly zone_id: string;
  readonly id: string;
  readonly provider_id: string;
  readonly reservation_id: string | null;
  readonly name: string;
  readonly labels: Labels | null;
  readonly image: string;
  readonly flavor: string;
  readonly networks: readonly string[];
  readonly amounts: ResourceAmounts;
  readonly borrowed: ResourceAmounts;
  readonly state: InstanceRecord['state'];
  readonly server_id: string | null;
  readonly failure: string | null;
  readonly due_at: string | null;
  readonly attempts: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface StoredPoolEntry extends StoredWindow {
  readonly zone_id: string;
  readonly id: string;
  readonly provider_id: string;
  readonly amounts: ResourceAmounts;
  readonly created_at: string;
  readonly ended_at: string | null;
}

export interface StoredAssignment extends StoredWindow {
  readonly reservation_id: string;
  readonly address: string;
}

function instantOf(text: string): Instant {
  return text === 'infinity' ? FOREVER : Math.floor(Date.parse(text) / 1000);
}

function windowOf(row: StoredWindow): { start: Instant; end: Instant } {
  return { start: instantOf(row.starts_at), end: instantOf(row.ends_at) };
}

export function entryOf(row: StoredEntry): LedgerEntry {
  return {
    providerId: row.provider_id ?? undefined,
    moves: row.moves,
    ownerKind: row.owner_kind,
    ownerId: row.owner_id,
    window: windowOf(row),
    amounts: row.amounts,
  };
}

export function foldEntryOf([providerId, moves, start, end, amounts]: StoredFoldEntry): FoldEntry {
  return { providerId: providerId ?? undefined, moves, window: windowFromJson({ start, end }), amounts };
}

export function reservationOf(row: StoredReservation): ReservationRecord {
  return {
    zoneId: row.zone_id,
    id: row.id,
    tenant: row.tenant ?? undefined,
    name: row.name ?? undefined,
    labels: row.labels ?? undefined,
    kind: row.kind,
    status: row.status,
    window: windowOf(row),
    expiresAt: row.expires_at === null ? undefined : instantOf(row.expires_at),
    expiresAfter: row.expires_after ?? undefined,
    amounts: row.amounts,
    containers: row.containers ?? undefined,
    traits: row.traits ?? undefined,
    elements: row.elements,
    restrictedTo: row.restricted,
    addresses: row.addresses,
    createdAt: instantOf(row.created_at),
    updatedAt: instantOf(row.updated_at),
    endedAt: row.ended_at === null ? undefined : instantOf(row.ended_at),
  };
}

export function heldReservationOf(row: StoredHeldReservation): HeldReservation {
  return {
    record: reservationOf(row.reservation),
    claims: row.claims.map((claim): Claim => ({ providerId: claim.provider_id, amounts: claim.amounts })),
    instances: row.instances.map(instanceOf),
  };
}

export function instanceOf(row: StoredInstance): InstanceRecord {
  return {
    zoneId: row.zone_id,
    id: row.id,
    providerId: row.provider_id,
    reservationId: row.reservation_id ?? undefined,
    name: row.name,
    labels: row.labels ?? undefined,
    image: row.image,
    flavor: row.flavor,
    networks: row.networks,
    amounts: row.amounts,
    borrowed: row.borrowed,
    state: row.state,
    serverId: row.server_id ?? undefined,
    failure: row.failure ?? undefined,
    window: windowOf(row),
    dueAt: row.due_at === null ? undefined : instantOf(row.due_at),
    attempts: row.attempts,
    createdAt: instantOf(row.created_at),
    updatedAt: instantOf(row.updated_at),
  };
}

export function poolEntryOf(row: StoredPoolEntry): PoolEntryRecord {
  return {
    zoneId: row.zone_id,
    id: row.id,
    providerId: row.provider_id,
    window: windowOf(row),
    amounts: row.amounts,
    createdAt: instantOf(row.created_at),
    endedAt: row.ended_at === null ? undefined : instantOf(row.ended_at),
  };
}

export function assignmentOf(row: StoredAssignment): AddressAssignment {
  return { reservationId: row.reservation_id, address: row.address, window: windowOf(row) };
}
