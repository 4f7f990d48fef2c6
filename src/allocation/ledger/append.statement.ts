import { columnsOf, jsonColumn, tableOf, type EntityClass } from '../../database/entity-columns.js';
import type { PreparedStatement } from '../../database/prepared.js';
import { formChooser, type StatementForm } from '../../database/statement-forms.js';
import { memoized } from '../../kernel/memoized.js';
import { appendParts } from './append.parts.js';
import type { DraftDocument } from './draft-document.js';

/**
 * Deletes rows by their keys. Each is looked up by index (`offset 0` enforces it): a plan made while the tables were
 * small reads all rows of the zone. `ctid` is the location of a row, so the delete fetches exactly the rows found
 * (docs/decisions/0018).
 */
function drop(entity: EntityClass, keys: keyof DraftDocument, column: string): string {
  const types = columnsOf(entity).filter(({ name }) => ['reservation_id', column].includes(name));
  return `
  delete from ${tableOf(entity)}
   where ctid = any (array(
     select held.ctid
       from moved m, jsonb_to_recordset(m.document -> '${keys}') as n(${types.map(jsonColumn).join(', ')}),
            lateral (select t.ctid from ${tableOf(entity)} t
                      where t.zone_id = m.zone_id and t.reservation_id = n.reservation_id and t.${column} = n.${column}
                     offset 0) held))`;
}

const PARTS = appendParts({
  zones: 'moved m',
  seen: 'm.seen',
  batch: 'm.batch',
  document: 'm.document',
  subscribers: '(select number from subscription_changes)',
  watchesCreations: `exists (select from subscriptions s where s.kind = 'reservation' and s.reservation_ids = '[]')`,
  watchesChanges: `exists (select from subscriptions s where s.kind = 'reservation')`,
  drop,
});

/**
 * Moves the heads of the zones whose head is still the one their draft was decided on. `SKIP LOCKED` prevents deadlocks
 * between appends that span zones. The rows are looked up by index, however many zones the planner estimates.
 */
const MOVED = `
moved as (
  update zones z
     set head = z.head + d.entries, changed_at = d.recorded_at
    from (select d.*, free.ctid
            from rows from (unnest($1::text[]), unnest($2::bigint[]), unnest($3::int[]), unnest($4::timestamptz[]),
                            unnest($5::uuid[]), unnest($6::uuid[]), jsonb_array_elements($7::jsonb))
                 as d(zone_id, seen, entries, recorded_at, batch, seen_batch, document),
                 lateral (select z.ctid
                            from zones z
                           where z.zone_id = d.zone_id and z.head = d.seen and z.changed_at <= d.recorded_at
                             and (d.seen_batch is null
                                  or exists (select from ledger_entries e
                                              where e.zone_id = d.zone_id and e.sequence = d.seen and e.batch = d.seen_batch))
                             for update skip locked) free) d
   where z.ctid = d.ctid
  returning z.zone_id, d.seen, z.head, z.changed_at, d.batch, d.document)`;

/**
 * The statement that appends drafts of different zones and returns the batches that are stored. It is a
 * compare-and-set on each zone's head: of two drafts for one zone it stores one. A draft is not in `moved`, and nothing
 * of it is written, if the head of its zone has moved, the zone's clock is later than the draft, or another transaction has
 * locked the zone's row. The statement contains only the parts that the drafts have, or a few more: preparing to write to a table costs
 * more than writing a row.
 *
 * Arrays, one element per draft: $1 zone, $2 head decided on, $3 number of entries, $4 recorded at, $5 batch, $6 batch
 * of the entry at that head (after a failover that lost commits the same number may be another entry); $7 JSON array of
 * documents
 */
export function appendStatement(documents: readonly DraftDocument[]): PreparedStatement {
  return statementOf(
    chooseForm((member) => member === 'entries' || documents.some((document) => document[member].length > 0)),
  );
}

const MEMBERS = Object.keys(PARTS) as readonly (keyof DraftDocument)[];
const chooseForm = formChooser(MEMBERS);

const statementOf = memoized(({ code, has }: StatementForm<keyof DraftDocument>): PreparedStatement => {
  const parts = MEMBERS.filter(has).map((member) => `\nsaved_${member} as (${PARTS[member]})`);
  return {
    name: `append-draft-${code}`,
    text: `with ${[MOVED, ...parts].join(',')}\nselect batch from moved`,
  };
});
