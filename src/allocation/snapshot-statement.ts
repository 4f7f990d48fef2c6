import { timestamp } from '../database/columns.js';
import { hidden, type PreparedStatement } from '../database/prepared.js';
import type { Instant } from '../kernel/time-window.js';
import type { CombinedNeeds } from './needs.js';
import { FOLD_ENTRY } from './stored-rows.js';

/** Entries read at a time by a fold that is behind: they come as one document. */
export const CATCH_UP = 10_000;

/** How many reservations are read down chains of protection: each costs a look-up of its own. */
export const MOST_CHAINED = 2_000;

/** Instances of a provider that are read to see whether there are any: a few of them tell a caller enough. */
export const MAX_INSTANCES_AT = 100;

/** A part of the statement: a letter for it, what comes before it, and the column that it gives. */
interface Part {
  /** Statements with the same letters have the same text; names may have 63 characters at most. */
  readonly letters: string;
  readonly ctes?: readonly string[];
  readonly column: string;
}

/**
 * The one statement that reads everything a batch needs, in one snapshot: the zone's head, the entries after `head`,
 * as many as are taken at a time, and the rows wanted. Only what is wanted is part of it: the whole of it takes PostgreSQL ten times as long to plan as
 * to run, and with its many unknowns it gets no plan that can be kept.
 */
export function snapshotStatement(
  zoneId: string,
  head: number,
  needs: CombinedNeeds,
  now: Instant,
  most = CATCH_UP,
): { statement: PreparedStatement; values: unknown[] } {
  const values: unknown[] = [zoneId];
  const bind = (value: unknown, type: string): string => hidden(values.push(value), type);
  const seen = bind(head, 'bigint');
  const upTo = bind(head + most, 'bigint');
  const parts = partsWanted(needs, bind, now);
  const ctes = parts.flatMap((part) => part.ctes ?? []);
  return {
    statement: {
      name: ['read-snapshot', ...parts.map(({ letters }) => letters)].join('-'),
      text: `
${ctes.length > 0 ? `with recursive ${ctes.join(',\n')}` : ''}
select z.head::float8 as head, extract(epoch from z.changed_at)::float8 as changed_at, z.decided_by,
       (select e.batch from ledger_entries e where e.zone_id = $1 and e.sequence = ${seen}) as seen_batch,
       (select e.batch from ledger_entries e
         where e.zone_id = $1 and e.sequence = least(z.head, ${upTo})) as last_batch,
       (select coalesce(json_agg(${FOLD_ENTRY} order by e.sequence), '[]') from ledger_entries e
         where e.zone_id = $1 and e.sequence > ${seen} and e.sequence <= ${upTo}) as entries
       ${parts.map(({ column }) => `,\n${column}`).join('')}
  from zones z
 where z.zone_id = $1`,
    },
    values,
  };
}

type Bind = (value: unknown, type: string) => string;

function partsWanted(needs: CombinedNeeds, bind: Bind, now: Instant): Part[] {
  const parts: Part[] = [];
  let bound: string | undefined;
  const at = (): string => (bound ??= bind(timestamp(now), 'timestamptz'));
  if (wantsReservations(needs)) parts.push(reservations(needs, bind, at()));
  if (needs.traits) parts.push(PROVIDER_TRAITS);
  else if (wantsReservations(needs)) parts.push(PROVIDER_TRAITS_IF_REQUIRED);
  if (needs.heldBefore.length > 0) parts.push(heldBefore(needs, bind));
  if (needs.instances.length > 0 || needs.instancesAt.length > 0) parts.push(instances(needs, bind));
  if (needs.poolEntries.length > 0 || needs.poolEntriesOf.length > 0)
    parts.push(poolEntries(needs, bind, at));
  if (needs.providers.length > 0) parts.push(retiredProviders(needs, bind));
  if (needs.protectorsOf.length > 0) parts.push(protectors(needs, bind, at()));
  if (needs.chainsFrom.length > 0) parts.push(chains(needs, bind, at()));
  if (needs.heldBy.length > 0) parts.push(heldByTenants(needs, bind, at()));
  return parts;
}

function wantsReservations(needs: CombinedNeeds): boolean {
  const { reservations, instances, backedBy, tiedTo, conflicted } = needs;
  return conflicted > 0 || [reservations, instances, backedBy, tiedTo].some((ids) => ids.length > 0);
}

function isLive(now: string): string {
  return `r.ended_at is null and r.ends_at > ${now}`;
}

/**
 * With what backs them and what draws on them, found one by one (`offset 0` says so) and never by going through the zone. Those
 * asked for by id come although they have ended.
 */
function reservations(needs: CombinedNeeds, bind: Bind, now: string): Part {
  const named = bind(needs.reservations, 'uuid[]');
  const sources = [`select unnest(${named}) as id`];
  let letters = 'r';
  if (needs.instances.length > 0) {
    letters += 'd';
    sources.push(`select reservation_id from instances
                   where zone_id = $1 and id = any (${bind(needs.instances, 'uuid[]')})`);
  }
  if (needs.conflicted > 0) {
    letters += 'c';
    sources.push(`(select id from reservations where zone_id = $1 and status = 'conflict' and ends_at > ${now}
                    order by created_at, id limit ${bind(needs.conflicted, 'int')})`);
  }
  if (needs.backedBy.length > 0) {
    letters += 'b';
    sources.push(`select c.reservation_id
                    from unnest(${bind(needs.backedBy, 'uuid[]')}) as backing(id)
                   cross join lateral (select * from claims where provider_id = backing.id offset 0) c
                   where c.zone_id = $1`);
  }
  if (needs.tiedTo.length > 0) {
    letters += 't';
    sources.push(`select r.id
                    from unnest(${bind(needs.tiedTo, 'uuid[]')}) as tie(id)
                   cross join lateral (select * from reservations
                                        where restricted <> '[]' and restricted ? tie.id::text offset 0) r
                   where r.zone_id = $1`);
  }
  return {
    letters,
    ctes: [
      `wanted as (${sources.join(' union ')})`,
      `held as (
  select jsonb_build_object(
           'reservation', to_jsonb(r),
           'claims', coalesce((select jsonb_agg(to_jsonb(c)) from claims c
                                where c.zone_id = r.zone_id and c.reservation_id = r.id), '[]'),
           'instances', coalesce((select jsonb_agg(to_jsonb(i))
                                    from (select * from instances where reservation_id = r.id offset 0) i
                                   where i.zone_id = r.zone_id and i.ends_at > ${now}
                                     and i.state in ('pending', 'active')), '[]')) as held
    from wanted w
   cross join lateral (select * from reservations where zone_id = $1 and id = w.id offset 0) r
   where r.id = any (${named}) or r.ends_at > ${now})`,
    ],
    column: `(select coalesce(jsonb_agg(h.held), '[]') from held h) as reservations`,
  };
}

/**
 * What each provider of the zone is like. Traits are read in the snapshot that a decision is made on, not kept beside the fold: a
 * provider that is registered anew or rediscovered changes them without an entry, so no head would tell another process that
 * its copy is old. A change that commits between the snapshot and the append counts as made after the decision; it
 * moves nothing that is placed already.
 */
const PROVIDER_TRAITS: Part = { letters: 'q', column: providerTraits('') };

/** The usual reservation requires none, and its admission doesn't pay for a look at the zone's providers. */
const PROVIDER_TRAITS_IF_REQUIRED: Part = {
  letters: 'o',
  column: providerTraits(`
           and exists (select from held h
                        where h.held #> '{reservation,traits}' <> 'null'
                           or h.held #> '{reservation,containers}' @? '$[*].traits')`),
};

function providerTraits(condition: string): string {
  return `(select coalesce(jsonb_object_agg(p.id, p.traits), '{}') from providers p
         where p.zone_id = $1${condition}) as provider_traits`;
}

/** Entries are never removed: what has held anything has some. */
function heldBefore(needs: CombinedNeeds, bind: Bind): Part {
  return {
    letters: 'e',
    column: `(select coalesce(jsonb_agg(named.id), '[]')
          from unnest(${bind(needs.heldBefore, 'uuid[]')}) as named(id)
         cross join lateral (select from ledger_entries
                              where zone_id = $1 and owner_id = named.id limit 1) e) as held_before`,
  };
}

function instances(needs: CombinedNeeds, bind: Bind): Part {
  const sources = [`select unnest(${bind(needs.instances, 'uuid[]')}) as id`];
  let letters = 'i';
  if (needs.instancesAt.length > 0) {
    letters += 'a';
    const at = bind(needs.instancesAt, 'uuid[]');
    // Each condition has an index of its own.
    for (const condition of [`state in ('pending', 'active')`, 'due_at is not null']) {
      sources.push(`(select i.id
                  from unnest(${at}) as provider(id)
                 cross join lateral (select * from instances
                                      where provider_id = provider.id and ${condition} offset 0) i
                 limit ${MAX_INSTANCES_AT})`);
    }
  }
  return {
    letters,
    column: `(select coalesce(jsonb_agg(to_jsonb(i)), '[]')
          from (${sources.join(' union ')}) named
         cross join lateral (select * from instances where zone_id = $1 and id = named.id offset 0) i) as instances`,
  };
}

function poolEntries(needs: CombinedNeeds, bind: Bind, at: () => string): Part {
  const sources = [`select unnest(${bind(needs.poolEntries, 'uuid[]')}) as id`];
  let letters = 'l';
  if (needs.poolEntriesOf.length > 0) {
    letters += 'o';
    const now = at();
    sources.push(`select e.id
                  from unnest(${bind(needs.poolEntriesOf, 'uuid[]')}) as provider(id)
                 cross join lateral (select * from pool_entries
                                      where provider_id = provider.id and ends_at > ${now} offset 0) e`);
  }
  return {
    letters,
    column: `(select coalesce(jsonb_agg(to_jsonb(e)), '[]')
          from (${sources.join(' union ')}) named
         cross join lateral (select * from pool_entries where zone_id = $1 and id = named.id offset 0) e) as pool_entries`,
  };
}

function retiredProviders(needs: CombinedNeeds, bind: Bind): Part {
  return {
    letters: 'v',
    column: `(select coalesce(jsonb_agg(p.id), '[]')
          from unnest(${bind(needs.providers, 'uuid[]')}) as named(id)
         cross join lateral (select * from providers where zone_id = $1 and id = named.id offset 0) p
         where p.state = 'retired') as retired`,
  };
}

/**
 * Found by their elements and only then by zone and whether they are live (`offset 0` says so): of those with elements there are
 * few, and any index of the live ones would do for a plan that was made while there were few of those.
 */
function protectors(needs: CombinedNeeds, bind: Bind, now: string): Part {
  return {
    letters: 'p',
    column: `(select coalesce(jsonb_agg(to_jsonb(r)), '[]')
          from (select * from reservations
                 where elements <> '[]' and elements ?| ${bind(needs.protectorsOf, 'text[]')} offset 0) r
         where r.zone_id = $1 and ${isLive(now)}) as protectors`,
  };
}

function chains(needs: CombinedNeeds, bind: Bind, now: string): Part {
  return {
    letters: 'h',
    ctes: [
      `chain as (
  select r.id, r.elements
    from unnest(${bind(needs.chainsFrom, 'uuid[]')}) as named(id)
   cross join lateral (select * from reservations where zone_id = $1 and id = named.id offset 0) r
   where ${isLive(now)}
  union
  select r.id, r.elements
    from chain c, jsonb_array_elements_text(c.elements) as e(element)
   cross join lateral (select * from reservations
                        where zone_id = $1 and id = split_part(e.element, ':', 2)::uuid offset 0) r
   where ${isLive(now)})`,
    ],
    column: `(select coalesce(jsonb_object_agg(c.id, c.elements), '{}')
          from (select id, elements from chain limit ${MOST_CHAINED}) c) as chains`,
  };
}

function heldByTenants(needs: CombinedNeeds, bind: Bind, now: string): Part {
  return {
    letters: 't',
    column: `(select coalesce(jsonb_agg(to_jsonb(r)), '[]') from reservations r
         where r.zone_id = $1 and r.tenant = any (${bind(needs.heldBy, 'text[]')})
           and ${isLive(now)}) as held_by_tenants`,
  };
}
