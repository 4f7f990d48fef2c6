import type { EntityManager } from 'typeorm';
import { lockZone } from '../../database/zone-lock.js';
import { newId } from '../../kernel/identifiers.js';
import type { Instant } from '../../kernel/time-window.js';
import { readAddressBook } from '../addresses/address-book-reader.js';
import { KEPT_PAST_SECONDS, ZoneFold } from '../fold/zone-fold.js';
import { appendDraft } from '../ledger/ledger.js';
import type { LoadedRows } from '../admission/loaded-rows.js';
import { buildFold } from '../ledger/build-fold.js';
import { readSnapshot } from '../ledger/reader.js';
import { Draft } from '../admission/draft.js';
import { combineNeeds, type Needs } from '../admission/needs.js';
import type { ReservationRecord } from '../admission/records.js';

/** A zone that a transaction has locked, to decide on it beside its loop. */
export interface LockedZone {
  readonly tx: EntityManager;
  readonly zoneId: string;
  readonly clock: Instant;
  /** The configured ranges from which zones are extended. */
  readonly publicIpRanges: readonly string[];
}

/**
 * A draft with the rows needed, and with the reservations that hold nothing. It has the zone's capacity only if there are
 * any: building a fold reads the ledger, and entries that only release capacity don't depend on it. It has the zone's
 * addresses if there are any, or if a reservation holds addresses.
 *
 * @param mayFit whether a reservation that holds nothing may fit now; by default each
 */
export async function draftOf(
  zone: LockedZone,
  needs: Needs = {},
  mayFit: (record: ReservationRecord) => boolean = () => true,
): Promise<Draft> {
  const { tx, zoneId, clock, publicIpRanges } = zone;
  const head = (await lockZone(tx, zoneId)) ?? 0;
  const empty = new ZoneFold(zoneId, head, clock, clock, new Map(), []);
  const { rows, changedAt } = await readSnapshot(
    tx,
    empty,
    combineNeeds([{ ...needs, unbacked: true }]),
    clock,
  );
  const now = Math.max(clock, changedAt);
  const isAnyToFit = unbackedOf(rows).some(mayFit);
  const fold = isAnyToFit ? await buildFold(tx, zoneId, clock - KEPT_PAST_SECONDS) : undefined;
  const holdsAddresses = [...rows.reservations.values()].some(({ record }) => record.addresses.length > 0);
  const book =
    isAnyToFit || holdsAddresses ? await readAddressBook(tx, zoneId, now, publicIpRanges) : undefined;
  return new Draft(fold ?? empty, now, rows, book);
}

/** Appends the draft if it has entries. The lock keeps the head where it was. */
export async function store(tx: EntityManager, draft: Draft): Promise<void> {
  if (!draft.isEmpty) await appendDraft(tx, { draft, batchId: newId() });
}

function unbackedOf({ waiting, reservations }: LoadedRows): ReservationRecord[] {
  const records = [...waiting.values(), ...reservations.values()].map(({ record }) => record);
  return records.filter(({ status }) => status === 'waiting' || status === 'conflict');
}
