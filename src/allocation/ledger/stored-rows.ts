import { entityFromJson, type JsonRow } from '../../database/entity-columns.js';
import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import { windowFromJson, type Instant } from '../../kernel/time-window.js';
import type {
  HeldReservation,
  InstanceRecord,
  PoolEntryRecord,
  ReservationRecord,
} from '../admission/records.js';
import type { FoldEntry, LedgerEntry } from '../fold/entry.js';
import { InstanceEntity } from './instance.entity.js';
import { LedgerEntryEntity } from './ledger-entry.entity.js';
import { PoolEntryEntity } from './pool-entry.entity.js';
import { ReservationEntity } from './reservation.entity.js';

/**
 * An entry as an array of provider, movement, start, end and amounts. Entries are read in large batches, and an object
 * with all columns takes PostgreSQL seven times as long.
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

/** A reservation with its claims and instances, each a row as `to_json` writes it. */
export interface StoredHeldReservation {
  readonly reservation: JsonRow;
  readonly claims: readonly { readonly provider_id: string; readonly amounts: ResourceAmounts }[];
  readonly instances: readonly JsonRow[];
}

export function entryOf(row: JsonRow): LedgerEntry {
  return entityFromJson(LedgerEntryEntity, row).toEntry();
}

export function foldEntryOf([providerId, moves, start, end, amounts]: StoredFoldEntry): FoldEntry {
  return { providerId: providerId ?? undefined, moves, window: windowFromJson({ start, end }), amounts };
}

export function reservationOf(row: JsonRow): ReservationRecord {
  return entityFromJson(ReservationEntity, row).toRecord();
}

export function heldReservationOf({
  reservation,
  claims,
  instances,
}: StoredHeldReservation): HeldReservation {
  return {
    record: reservationOf(reservation),
    claims: claims.map(({ provider_id: providerId, amounts }) => ({ providerId, amounts })),
    instances: instances.map(instanceOf),
  };
}

export function instanceOf(row: JsonRow): InstanceRecord {
  return entityFromJson(InstanceEntity, row).toRecord();
}

export function poolEntryOf(row: JsonRow): PoolEntryRecord {
  return entityFromJson(PoolEntryEntity, row).toRecord();
}
