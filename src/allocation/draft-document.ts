import { FOREVER, type Instant, type TimeWindow } from '../kernel/time-window.js';
import type { Draft } from './draft.js';
import type { HeldReservation, InstanceRecord } from './records.js';

/** The rows of a draft as the one document the append statement unpacks; column names are the tables'. */
export function draftDocument(draft: Draft): Readonly<Record<string, readonly unknown[]>> {
  const reservations = [...draft.reservations.values()];
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
    reservations: reservations.map(reservationColumns),
    changed: reservations.map(({ record }) => record.id).filter((id) => draft.wasLoaded(id)),
    claims: reservations.flatMap(({ record, claims }) =>
      claims.map(({ providerId, amounts }) => ({
        reservation_id: record.id,
        provider_id: providerId,
        amounts,
      })),
    ),
    addresses: reservations.flatMap(addressColumns),
    instances: [...draft.instances.values()].map(instanceColumns),
    pool_entries: [...draft.poolEntries.values()].map((pool) => ({
      id: pool.id,
      provider_id: pool.providerId,
      ...windowColumns(pool.window),
      amounts: pool.amounts,
      created_at: pool.createdAt,
    })),
    address_ranges: draft.addressRanges,
    requests: draft.requests,
    // Whole records, an open end as null: only whoever tells of the change reads them.
    changes: draft.changes.map(({ before, after }, ordinal) => ({
      ordinal,
      reservation_id: after.id,
      before,
      after,
    })),
  };
}

function reservationColumns({ record }: HeldReservation): unknown {
  return {
    id: record.id,
    tenant: record.tenant,
    kind: record.kind,
    status: record.status,
    ...windowColumns(record.window),
    expires_at: optionalTime(record.expiresAt),
    expires_after: record.expiresAfter,
    amounts: record.amounts,
    containers: record.containers,
    elements: record.elements,
    restricted: record.restrictedTo,
    addresses: record.addresses,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    ended_at: optionalTime(record.endedAt),
  };
}

/** A reservation that was ended keeps its addresses on record for the time it really had them. */
function addressColumns({ record }: HeldReservation): unknown[] {
  const window = { start: record.window.start, end: Math.min(record.endedAt ?? FOREVER, record.window.end) };
  if (window.start >= window.end) return [];
  return record.addresses.map((address) => ({
    reservation_id: record.id,
    address,
    ...windowColumns(window),
  }));
}

function instanceColumns(instance: InstanceRecord): unknown {
  return {
    id: instance.id,
    provider_id: instance.providerId,
    reservation_id: instance.reservationId,
    name: instance.name,
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
