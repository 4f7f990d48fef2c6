import type { EntityManager } from 'typeorm';
import { timestamp } from '../database/columns.js';
import { queryPrepared, type PreparedStatement } from '../database/prepared.js';
import type { Instant } from '../kernel/time-window.js';
import { appendStatement } from './append-statement.js';
import type { Draft } from './draft.js';
import { draftDocument } from './draft-document.js';
import type { ZoneView } from './zone-fold.js';

/** A draft, the batch that its entries are to bear, and who is to be known to decide the zone, if that is to change. */
export interface Append {
  readonly draft: Draft;
  readonly batchId: string;
  readonly decidedBy?: string;
}

/**
 * Appends drafts, each to the ledger of its own zone: one statement, one round trip, one commit. Gives the zones whose draft is
 * stored; of one whose head is no longer the one its draft was decided on nothing is written.
 */
export async function appendDrafts(db: EntityManager, appends: readonly Append[]): Promise<Set<string>> {
  const documents = appends.map(({ draft }) => draftDocument(draft));
  const rows = await queryPrepared<{ zone_id: string }>(db, appendStatement(documents), [
    appends.map(({ draft }) => draft.zoneId),
    appends.map(({ draft }) => draft.fold.head),
    appends.map(({ draft }) => draft.entries.length),
    appends.map(({ draft }) => timestamp(draft.now)),
    appends.map(({ batchId }) => batchId),
    appends.map(({ draft }) => draft.fold.headBatch),
    JSON.stringify(documents),
    appends.map(({ decidedBy }) => decidedBy ?? null),
  ]);
  return new Set(rows.map(({ zone_id }) => zone_id));
}

/** Appends one draft. False, and nothing written, when the zone's head is no longer the one it was decided on. */
export async function appendDraft(db: EntityManager, append: Append): Promise<boolean> {
  return (await appendDrafts(db, [append])).has(append.draft.zoneId);
}

/** The head of a zone; undefined when there is no such zone. */
export async function readHead(db: EntityManager, zoneId: string): Promise<number | undefined> {
  return headIn(await db.query<HeadRow[]>(`select head from zones where zone_id = $1`, [zoneId]));
}

/** The head of a zone, as `readHead` gives it; nobody else appends until the transaction ends. */
export async function lockZone(tx: EntityManager, zoneId: string): Promise<number | undefined> {
  return headIn(await queryPrepared<HeadRow>(tx, LOCK_ZONE, [zoneId]));
}

const LOCK_ZONE: PreparedStatement = {
  name: 'lock-zone',
  text: `select head from zones where zone_id = $1 for update`,
};

interface HeadRow {
  readonly head: string;
}

function headIn([row]: readonly HeadRow[]): number | undefined {
  return row && Number(row.head);
}

/** Whether the fold still shows the last entry of its zone: what was decided on it stands then. */
export async function isCurrent(db: EntityManager, { zoneId, head, headBatch }: ZoneView): Promise<boolean> {
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
  await lockZone(tx, zoneId);
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
