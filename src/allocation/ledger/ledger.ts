import type { EntityManager } from 'typeorm';
import { timestamp } from '../../database/columns.js';
import { layoutOf } from '../../database/layout.js';
import { queryPrepared, type PreparedStatement } from '../../database/prepared.js';
import { lockZone } from '../../database/zone-lock.js';
import type { Instant } from '../../kernel/time-window.js';
import { APPEND_IN_ZONE } from './append.function.js';
import { appendStatement } from './append.statement.js';
import type { Draft } from '../admission/draft.js';
import { draftDocument } from './draft-document.js';
import type { ZoneView } from '../fold/zone-fold.js';

/** A draft, and the batch id of its entries. */
export interface Append {
  readonly draft: Draft;
  readonly batchId: string;
}

/**
 * Appends drafts, each to the ledger of its own zone: one statement, one round trip, one commit. Returns the batch ids
 * of those that are stored. For a zone whose head has moved since the decision, nothing is written.
 */
export async function appendDrafts(db: EntityManager, appends: readonly Append[]): Promise<Set<string>> {
  const documents = appends.map(({ draft }) => draftDocument(draft));
  const rows = await queryPrepared<{ batch: string }>(db, appendStatement(documents), [
    appends.map(({ draft }) => draft.zoneId),
    appends.map(({ draft }) => draft.fold.head),
    appends.map(({ draft }) => draft.entries.length),
    appends.map(({ draft }) => timestamp(draft.now)),
    appends.map(({ batchId }) => batchId),
    appends.map(({ draft }) => draft.fold.headBatch),
    JSON.stringify(documents),
  ]);
  return new Set(rows.map(({ batch }) => batch));
}

/** Appends one draft. False if the zone's head has moved since the decision; nothing is written then. */
export async function appendDraft(db: EntityManager, append: Append): Promise<boolean> {
  if (layoutOf(db.dataSource).isDistributed) return appendInZone(db, append);
  return (await appendDrafts(db, [append])).has(append.batchId);
}

async function appendInZone(db: EntityManager, { draft, batchId }: Append): Promise<boolean> {
  const [{ stored }] = await queryPrepared<{ stored: boolean }>(db, APPEND_IN_ZONE, [
    draft.zoneId,
    draft.fold.head,
    draft.entries.length,
    timestamp(draft.now),
    batchId,
    draft.fold.headBatch ?? null,
    JSON.stringify(draftDocument(draft)),
  ]);
  return stored;
}

/** True if the fold still has the last entry of its zone, so that decisions made on it are valid. */
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
 * True if a batch whose commit was never acknowledged is stored. Locking the zone first waits for the end of the lost
 * connection's transaction, so the answer is final.
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

/** Inserts a zone. Registering the first provider of a zone creates it. */
export async function openZone(db: EntityManager, zoneId: string, now: Instant): Promise<void> {
  await db.query(
    `insert into zones (zone_id, head, changed_at, created_at) values ($1, 0, $2, $2) on conflict do nothing`,
    [zoneId, timestamp(now)],
  );
}
