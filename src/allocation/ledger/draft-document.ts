import { addressesIn, spanOf } from '../../kernel/address-span.js';
import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import { FOREVER, type Instant, type TimeWindow } from '../../kernel/time-window.js';
import type { AddressAssignment } from '../addresses/address-book.js';
import type { Draft } from '../admission/draft.js';
import type { HeldReservation, InstanceRecord } from '../admission/records.js';

/**
 * The rows of a draft as the JSON document that the append statement expands. Members and columns have the tables'
 * names.
 */
export interface DraftDocument {
  readonly entries: readonly unknown[];
  readonly new_reservations: readonly unknown[];
  /** Changed reservations. */
  readonly reservations: readonly unknown[];
  readonly new_claims: readonly ClaimColumns[];
  /** Claims of changed reservations that are new or different from the stored ones. */
  readonly claims: readonly ClaimColumns[];
  /** Assignments that are new or different from the stored ones. */
  readonly addresses: readonly AddressColumns[];
  /** Keys of rows that reservations no longer have. */
  readonly dropped_claims: readonly unknown[];
  readonly dropped_addresses: readonly unknown[];
  /** What the changes of addresses and ranges do to the zone's numbers of them. */
  readonly address_entries: readonly unknown[];
  readonly instances: readonly unknown[];
  readonly pool_entries: readonly unknown[];
  readonly retired_providers: readonly string[];
  readonly address_ranges: readonly string[];
  readonly requests: readonly unknown[];
  readonly audit: readonly unknown[];
  readonly changes: readonly unknown[];
}

export function draftDocument(draft: Draft): DraftDocument {
  const reservations = [...draft.reservations.values()];
  const storedOf = ({ record }: HeldReservation): HeldReservation | undefined =>
    draft.storedReservation(record.id);
  const fresh = reservations.filter((held) => !storedOf(held));
  const changed = reservations.filter(storedOf);
  const stored = changed.flatMap((held) => storedOf(held) ?? []);
  const storedClaims = stored.flatMap(claimColumns);
  const claims = changed.flatMap(claimColumns);
  const addressChanges = draft.addressChanges();
  const storedAddresses = addressChanges.flatMap(({ before }) => before.map(addressColumns));
  const addresses = addressChanges.flatMap(({ after }) => after.map(addressColumns));
  return {
    entries: draft.entries.map((entry, index) => ({
      ordinal: index + 1,
      provider_id: entry.providerId,
      moves: entry.moves,
      owner_kind: entry.ownerKind,
      owner_id: entry.ownerId,
      ...windowColumns(entry.window),
      amounts: entry.amounts,
    })),
    new_reservations: fresh.map(reservationColumns),
    reservations: changed.map(reservationColumns),
    new_claims: fresh.flatMap(claimColumns),
    claims: unlike(storedClaims, claims),
    addresses: unlike(storedAddresses, addresses),
    dropped_claims: without(storedClaims, claims, 'provider_id'),
    dropped_addresses: without(storedAddresses, addresses, 'address'),
    address_entries: [...heldEntries(storedAddresses, addresses), ...draft.addressRanges.map(ownedEntry)],
    instances: [...draft.instances.values()].map(instanceColumns),
    pool_entries: [...draft.poolEntries.values()].map((pool) => ({
      id: pool.id,
      provider_id: pool.providerId,
      ...windowColumns(pool.window),
      amounts: pool.amounts,
      created_at: pool.createdAt,
      ended_at: optionalTime(pool.endedAt),
    })),
    retired_providers: [...draft.retiredProviders],
    address_ranges: draft.addressRanges,
    requests: draft.requests,
    audit: draft.audit,
    // Whole records, an open end as null: only the notification code reads them.
    changes: draft.changes.map(({ id, change, traceparent }, ordinal) => ({
      ordinal,
      reservation_id: id,
      traceparent,
      ...change,
    })),
  };
}

function reservationColumns({ record }: HeldReservation): unknown {
  return {
    id: record.id,
    tenant: record.tenant,
    name: record.name,
    labels: record.labels,
    kind: record.kind,
    status: record.status,
    ...windowColumns(record.window),
    expires_at: optionalTime(record.expiresAt),
    expires_after: record.expiresAfter,
    was_drawn: record.wasDrawn ?? false,
    held_until: optionalTime(record.heldUntil),
    wait_until: optionalTime(record.waitUntil),
    series_id: record.seriesId,
    amounts: record.amounts,
    containers: record.containers,
    traits: record.traits,
    elements: record.elements,
    restricted: record.restrictedTo,
    addresses: record.addresses,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    ended_at: optionalTime(record.endedAt),
  };
}

interface ClaimColumns {
  readonly reservation_id: string;
  readonly provider_id: string;
  readonly amounts: ResourceAmounts;
}

function claimColumns({ record, claims }: HeldReservation): ClaimColumns[] {
  return claims.map(({ providerId, amounts }) => ({
    reservation_id: record.id,
    provider_id: providerId,
    amounts,
  }));
}

interface AddressColumns {
  readonly reservation_id: string;
  readonly address: string;
  readonly starts_at: Seconds;
  readonly ends_at: Seconds;
}

function addressColumns({ reservationId, address, window }: AddressAssignment): AddressColumns {
  return { reservation_id: reservationId, address, ...windowColumns(window) };
}

interface AddressEntryColumns {
  readonly starts_at: Seconds;
  readonly ends_at: Seconds;
  readonly held: number;
  readonly owned: number;
  readonly is_shared: boolean;
}

/** The difference of the numbers of held addresses: a row per window and sign. */
function heldEntries(
  before: readonly AddressColumns[],
  after: readonly AddressColumns[],
): AddressEntryColumns[] {
  const counts = new Map<string, AddressEntryColumns>();
  const count = (rows: readonly AddressColumns[], sign: 1 | -1): void => {
    for (const { starts_at, ends_at } of rows) {
      const key = `${starts_at} ${ends_at} ${sign}`;
      const held = (counts.get(key)?.held ?? 0) + sign;
      counts.set(key, { starts_at, ends_at, held, owned: 0, is_shared: false });
    }
  };
  count(unlike(after, before), -1);
  count(unlike(before, after), 1);
  return [...counts.values()];
}

/** Ranges stay, so they have no window. */
function ownedEntry(range: string): AddressEntryColumns {
  const window = { starts_at: 0, ends_at: 'Infinity' } as const;
  return { ...window, held: 0, owned: addressesIn(spanOf(range)), is_shared: false };
}

/** The rows that are new or have changed. */
function unlike<R>(before: readonly R[], after: readonly R[]): readonly R[] {
  const known = new Set(before.map((row) => JSON.stringify(row)));
  return after.filter((row) => !known.has(JSON.stringify(row)));
}

/** The keys of removed rows: the reservation's id and the given member. */
function without<R extends { readonly reservation_id: string }>(
  before: readonly R[],
  after: readonly R[],
  member: keyof R,
): unknown[] {
  const keyOf = (row: R): string => `${row.reservation_id} ${String(row[member])}`;
  const left = new Set(after.map(keyOf));
  return before
    .filter((row) => !left.has(keyOf(row)))
    .map((row) => ({ reservation_id: row.reservation_id, [member]: row[member] }));
}

function instanceColumns(instance: InstanceRecord): unknown {
  return {
    id: instance.id,
    provider_id: instance.providerId,
    reservation_id: instance.reservationId,
    tenant: instance.tenant,
    name: instance.name,
    labels: instance.labels,
    image: instance.image,
    flavor: instance.flavor,
    networks: instance.networks,
    amounts: instance.amounts,
    borrowed: instance.borrowed,
    state: instance.state,
    server_id: instance.serverId,
    failure: instance.failure,
    ...windowColumns(instance.window),
    due_at: optionalTime(instance.dueAt),
    attempts: instance.attempts,
    created_at: instance.createdAt,
    updated_at: instance.updatedAt,
  };
}

function windowColumns(window: TimeWindow): { starts_at: Seconds; ends_at: Seconds } {
  return { starts_at: window.start, ends_at: time(window.end) };
}

/** Seconds since 1970, as `to_timestamp` takes them; JSON has no number for infinity. */
type Seconds = number | 'Infinity';

function time(instant: Instant): Seconds {
  return instant === FOREVER ? 'Infinity' : instant;
}

function optionalTime(instant: Instant | undefined): Seconds | undefined {
  return instant === undefined ? undefined : time(instant);
}
