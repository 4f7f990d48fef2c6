import { entityFromJson, type JsonRow } from '../../database/entity-columns.js';
import type { ResourceAmounts } from '../../kernel/resource-amounts.js';
import { FOREVER, windowFromJson, type Instant } from '../../kernel/time-window.js';
import type {
  Claim,
  DrawingInstance,
  HeldReservation,
  InstanceRecord,
  InstanceState,
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

/** An instance that draws on a reservation, as an array for the same reason. */
export const DRAWING_INSTANCE = `json_build_array(
  i.id, i.provider_id, i.state, i.amounts, i.borrowed,
  case when isfinite(i.ends_at) then extract(epoch from i.ends_at)::float8 end)`;

type StoredDrawingInstance = readonly [
  id: string,
  providerId: string,
  state: InstanceState,
  amounts: ResourceAmounts,
  borrowed: ResourceAmounts,
  end: Instant | null,
];

/** A claim as `to_json` writes it. */
export interface StoredClaim {
  readonly provider_id: string;
  readonly amounts: ResourceAmounts;
}

/** A reservation as `to_json` writes it, with its claims and instances. */
export interface StoredHeldReservation {
  readonly reservation: JsonRow;
  readonly claims: readonly StoredClaim[];
  readonly instances: readonly StoredDrawingInstance[];
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
    claims: claims.map(claimOf),
    instances: instances.map(drawingInstanceOf),
  };
}

export function claimOf({ provider_id: providerId, amounts }: StoredClaim): Claim {
  return { providerId, amounts };
}

function drawingInstanceOf(stored: StoredDrawingInstance): DrawingInstance {
  const [id, providerId, state, amounts, borrowed, end] = stored;
  return { id, providerId, state, amounts, borrowed, window: { end: end ?? FOREVER } };
}

export function instanceOf(row: JsonRow): InstanceRecord {
  return entityFromJson(InstanceEntity, row).toRecord();
}

export function poolEntryOf(row: JsonRow): PoolEntryRecord {
  return entityFromJson(PoolEntryEntity, row).toRecord();
}
