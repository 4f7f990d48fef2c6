import { timestamp } from '../../database/columns.js';
import { hidden, type PreparedStatement } from '../../database/prepared.js';
import { formChooser } from '../../database/statement-forms.js';
import type { Instant } from '../../kernel/time-window.js';
import { LISTED, type CombinedNeeds } from '../admission/needs.js';
import type { Bind } from './snapshot.limited.js';
import {
  changedReservations,
  chains,
  dependents,
  holds,
  instances,
  poolEntries,
  PROVIDER_TRAITS,
  PROVIDER_TRAITS_IF_REQUIRED,
  PROVIDER_TRAITS_IF_REQUIRED_OR_AWAITED,
  protectors,
  reservations,
  retiredProviders,
  waiting,
  waits,
  type Has,
  type Part,
} from './snapshot.parts.js';
import { FOLD_ENTRY } from './stored-rows.js';

/** Batch size of catching up: maximum entries per read, which arrive as one document. */
export const CATCH_UP = 10_000;

/**
 * The statement that reads everything a batch needs in one snapshot: the zone's head, at most CATCH_UP entries after
 * `head`, and the rows needed. It contains only the parts needed, or a few more: planning the complete statement takes PostgreSQL ten
 * times as long as running it.
 *
 * @param keepsTenants whether the reservations that the entries have changed are read
 */
export function snapshotStatement(
  zoneId: string,
  head: number,
  needs: CombinedNeeds,
  now: Instant,
  keepsTenants = false,
): { statement: PreparedStatement; values: unknown[] } {
  const values: unknown[] = [zoneId];
  const bind = (value: unknown, type: string): string => hidden(values.push(value), type);
  const seen = bind(head, 'bigint');
  const upTo = bind(head + CATCH_UP, 'bigint');
  const at = bind(timestamp(now), 'timestamptz');
  const { name, has } = formOf(needs, keepsTenants);
  const parts = partsWanted(needs, has, bind, at);
  if (keepsTenants) parts.push(changedReservations({ after: seen, upTo }));
  const ctes = parts.flatMap((part) => part.ctes ?? []);
  return {
    statement: {
      name,
      text: `
${ctes.length > 0 ? `with ${has('chainsFrom') ? 'recursive ' : ''}${ctes.join(',\n')}` : ''}
select z.head::float8 as head, extract(epoch from z.changed_at)::float8 as changed_at,
       (select e.batch from ledger_entries e where e.zone_id = $1 and e.sequence = ${seen}) as seen_batch,
       last.batch as last_batch, extract(epoch from last.recorded_at)::float8 as last_recorded,
       (select coalesce(json_agg(${FOLD_ENTRY} order by e.sequence), '[]') from ledger_entries e
         where e.zone_id = $1 and e.sequence > ${seen} and e.sequence <= ${upTo}) as entries,
       (select extract(epoch from min(r.held_until))::float8 from reservations r
         where r.zone_id = $1 and r.held_until is not null and r.ended_at is null) as next_hold,
       ${unbackedFrom(at)} as unbacked_from
       ${parts.map(({ column }) => `,\n${column}`).join('')}
  from zones z
  left join lateral (select e.batch, e.recorded_at from ledger_entries e
                      where e.zone_id = $1 and e.sequence = least(z.head, ${upTo}) offset 0) last on true
 where z.zone_id = $1`,
    },
    values,
  };
}

/**
 * The earliest start of the zone's reservations that hold nothing, or earlier: those in conflict are not looked at one by one.
 *
 * @param at those in conflict that end by this instant don't count
 */
export function unbackedFrom(at: string): string {
  return `
       (select case when exists (select from reservations r
                                  where r.zone_id = $1 and r.status = 'conflict' and r.ends_at > ${at}) then 0
                    else (select extract(epoch from min(r.starts_at))::float8 from reservations r
                           where r.zone_id = $1 and r.status = 'waiting') end)`;
}

const chooseForm = formChooser(LISTED);

/** The statement may have a list that is empty, which reads nothing. What is read without a list makes another kind of statement. */
function formOf(needs: CombinedNeeds, keepsTenants: boolean): { readonly name: string; readonly has: Has } {
  const { unbacked, overdueHolds, traits } = needs;
  const kinds = Object.entries({ unbacked, overdueHolds, traits, keepsTenants });
  const kind = kinds.flatMap(([name, isWanted]) => (isWanted ? name : [])).join('-') || 'plain';
  const { code, has } = chooseForm((list) => needs[list].length > 0, kind);
  return { name: `read-snapshot-${kind}-${code}`, has };
}

function partsWanted(needs: CombinedNeeds, has: Has, bind: Bind, at: string): Part[] {
  const parts: Part[] = [];
  const readsReservations =
    needs.unbacked || needs.overdueHolds || has('reservations') || has('instances') || has('backedBy');
  if (readsReservations) parts.push(reservations(needs, has, bind, at));
  if (needs.unbacked) parts.push(waiting(at));
  if (needs.traits) parts.push(PROVIDER_TRAITS);
  else if (needs.unbacked) parts.push(PROVIDER_TRAITS_IF_REQUIRED_OR_AWAITED);
  else if (readsReservations) parts.push(PROVIDER_TRAITS_IF_REQUIRED);
  if (has('instances') || has('instancesOf') || has('instancesAt')) parts.push(instances(needs, has, bind));
  if (has('poolEntries') || has('poolEntriesOf')) parts.push(poolEntries(needs, has, bind, at));
  if (has('providers')) parts.push(retiredProviders(needs, bind));
  if (has('dependentsOf')) parts.push(dependents(needs, bind, at));
  if (has('protectorsOf')) parts.push(protectors(needs, bind, at));
  if (has('chainsFrom')) parts.push(chains(needs, bind, at));
  if (has('holdsOf')) parts.push(holds(needs, bind, at));
  if (has('waitsOf')) parts.push(waits(needs, bind));
  return parts;
}
