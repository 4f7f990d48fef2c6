import { createHash } from 'node:crypto';
import { columnsOf, jsonColumn, tableOf, type EntityClass } from '../../database/entity-columns.js';
import type { PreparedStatement } from '../../database/prepared.js';
import { appendParts, namesOf } from './append.parts.js';
import type { DraftDocument } from './draft-document.js';

/** A join finds each row by its primary key: the keys of a draft are few. */
function drop(entity: EntityClass, keys: keyof DraftDocument, column: string): string {
  const types = columnsOf(entity).filter(({ name }) => ['reservation_id', column].includes(name));
  const sameKey = namesOf(types).map((name) => `t.${name} = n.${name}`);
  return `
  delete from ${tableOf(entity)} t
   using jsonb_to_recordset($7 -> '${keys}') as n(${types.map(jsonColumn).join(', ')})
   where t.zone_id = $1 and ${sameKey.join(' and ')}`;
}

const PARTS = appendParts({
  zones: 'zones m',
  condition: 'm.zone_id = $1',
  seen: '$2',
  batch: '$5',
  document: '$7',
  subscribers: 'watched.number',
  watchesCreations: 'watched.watches_creations',
  watchesChanges: 'watched.watches_changes',
  drop,
});

/**
 * Appends one draft, where the tables are distributed by zone: Citus runs the call on the node of the zone, so that an
 * append is one round trip to it and one commit on it. A statement with several writes would be a round trip for each.
 * Citus plans each write of the function for its shard, so it skips those that the draft doesn't have.
 *
 * $1 zone, $2 head decided on, $3 number of entries, $4 recorded at, $5 batch, $6 batch of the entry at that head, $7
 * document. False if nothing is written.
 */
const BODY = `
#variable_conflict use_column
declare
  watched record;
begin
  update zones z
     set head = $2 + $3, changed_at = $4
   where z.zone_id = $1 and z.head = $2 and z.changed_at <= $4
     and ($6 is null or exists (select 1 from ledger_entries e
                                 where e.zone_id = $1 and e.sequence = $2 and e.batch = $6));
  if not found then return false; end if;
  -- On its own: as part of a write, Citus may read it from another node, which may be away.
  select number, watches_creations, watches_changes into watched from subscription_changes;
${Object.entries(PARTS)
  .map(([member, part]) => `  if $7 -> '${member}' <> '[]' then${part};\n  end if;`)
  .join('\n')}
  return true;
end`;

const TYPES = 'text, bigint, integer, timestamptz, uuid, uuid, jsonb';

/** The name changes with the text: processes of two releases run side by side, each with its own function. */
const NAME = `append_draft_${createHash('sha256').update(BODY).digest('hex').slice(0, 12)}`;

/** The function as `create_distributed_function` names it. */
export const APPEND_FUNCTION = `${NAME}(${TYPES})`;

export const CREATE_APPEND_FUNCTION = `
create or replace function ${APPEND_FUNCTION} returns boolean language plpgsql as $function$${BODY}
$function$`;

export const APPEND_IN_ZONE: PreparedStatement = {
  name: 'append-in-zone',
  text: `select ${NAME}($1::text, $2::bigint, $3::integer, $4::timestamptz, $5::uuid, $6::uuid, $7::jsonb) as stored`,
};
