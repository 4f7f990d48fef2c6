import type { EntityManager } from 'typeorm';
import type { Clock } from '../../kernel/clock.js';
import type { Instant } from '../../kernel/time-window.js';
import type { KeptFold } from './kept-fold.js';
import type { ZoneFold } from '../fold/zone-fold.js';
import type { Snapshot } from '../ledger/reader.js';
import type { ZoneRequest } from '../admission/admission.js';
import type { LoadedRows } from '../admission/loaded-rows.js';
import { combineNeeds, needsRows, type CombinedNeeds, type Needs } from '../admission/needs.js';
import type { HeldInAllZones } from './held-in-all-zones.js';

const OVERDUE_HOLDS: Needs = { overdueHolds: true, unbacked: true };

const WAITING: Needs = { unbacked: true };

interface BatchToRead {
  /** A transaction that has locked the zone, if a request needs what tenants hold elsewhere. */
  readonly db: EntityManager;
  readonly fold: ZoneFold;
  readonly requests: readonly ZoneRequest<unknown>[];
  /** The fold may lack entries. */
  readonly behind: boolean;
}

interface ReadBatch {
  readonly needs: CombinedNeeds;
  /** Waiting reservations may fit by now, because time has passed. They are among the rows. */
  readonly isWake: boolean;
  /** Absent if nothing had to be read. */
  readonly snapshot?: Snapshot;
  readonly rows?: LoadedRows;
  /** The zone's time at which to decide. */
  readonly now: Instant;
}

/**
 * Reads the rows that a batch needs. From the instant at which a hold is over, no batch counts its capacity as taken:
 * the first batch after it also reads the reservation, and ends it. From the instant at which a waiting reservation may
 * fit, the first batch after it tries the waiting ones before anything else. A hold, or a wait, of another process may
 * only show in the first read, which then is repeated.
 *
 * @throws FoldOutdated
 */
export async function readForBatch(
  kept: KeptFold,
  { clock, heldInAllZones }: { readonly clock: Clock; readonly heldInAllZones: HeldInAllZones },
  { db, fold, requests, behind }: BatchToRead,
): Promise<ReadBatch> {
  const asked = requests.map((request) => request.needs ?? {});
  for (let isBehind = behind; ; isBehind = true) {
    // Taken before the read: a hold that ends during it is not read, and what ends during it still counts.
    const clockTime = clock.now();
    const isHoldOver = fold.nextHold <= timeOf(fold, clockTime);
    const isWake = fold.nextWake <= timeOf(fold, clockTime);
    const byClock = [...(isHoldOver ? [OVERDUE_HOLDS] : []), ...(isWake ? [WAITING] : [])];
    const needs = combineNeeds([...asked, ...byClock]);
    const isNewTenant = await kept.prepare(db, fold, needs);
    const snapshot =
      isBehind || isNewTenant || needsRows(needs)
        ? await kept.catchUp(db, fold, needs, clockTime)
        : undefined;
    const now = timeOf(fold, clockTime);
    kept.checkKnownAt(fold, now);
    const isAllRead = (isHoldOver || fold.nextHold > now) && (isWake || fold.nextWake > now);
    if (!isAllRead) continue;
    const { heldInAllZonesBy } = needs;
    if (!snapshot || heldInAllZonesBy.length === 0)
      return { needs, isWake, snapshot, rows: snapshot?.rows, now };
    const held = await heldInAllZones.upToDate(db, heldInAllZonesBy, now);
    return { needs, isWake, snapshot, rows: { ...snapshot.rows, heldInAllZones: held }, now };
  }
}

/** Whether a batch has to lock its zone before it is read. */
export function needsLock(requests: readonly ZoneRequest<unknown>[]): boolean {
  return requests.some(
    ({ needs }) => needs?.heldInAllZonesBy !== undefined && needs.heldInAllZonesBy.length > 0,
  );
}

/**
 * A zone's time never goes backwards, whatever the processes' clocks say. Otherwise a counter-entry from now on could
 * begin before the entry it undoes.
 */
function timeOf({ changedAt }: ZoneFold, clockTime: Instant): Instant {
  return Math.max(clockTime, changedAt);
}
