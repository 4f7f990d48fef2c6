import type { CombinedNeeds, Listed } from '../admission/needs.js';
import { BYTES_PER_WAIT } from '../admission/records.js';
import { counted } from './counted-reservations.js';
import { DRAWING_INSTANCE } from './stored-rows.js';
import {
  areAll,
  backed,
  type Bind,
  BYTES_OF_LONG,
  BYTES_STORED,
  CUT_AT,
  liveAndBacked,
  MAX_BULK,
  MAX_BYTES_IN_CONFLICT,
  MAX_IN_CONFLICT,
  MAX_WAITING,
  oldest,
  overdue,
} from './snapshot.limited.js';

/** The parts of the statement that reads a snapshot, see `snapshot.statement.ts`. */

/** Maximum reservations read along chains of protection. Each costs an index look-up. */
export const MAX_CHAINED = 2_000;

/**
 * The number as which a stored waiting reservation counts, see `waitsAs`. A little more than before it was stored: PostgreSQL
 * writes a space after each colon and comma.
 */
const WAITS_AS = `1 + (octet_length(coalesce(r.containers::text, '')) + octet_length(coalesce(r.labels::text, ''))
                            + octet_length(r.elements::text)) / ${BYTES_PER_WAIT}`;

/** Maximum dependents read per provider. Callers only need to know whether there are any, and a few examples. */
export const MAX_DEPENDENTS = 1_000;

/** Maximum instances read per provider. Callers only need to know whether there are any, and a few examples. */
export const MAX_INSTANCES_AT = 100;

/** Whether the statement reads what a need lists. */
export type Has = (list: Listed) => boolean;

/** A part of the statement: its CTEs, and the column that it selects. */
export interface Part {
  readonly ctes?: readonly string[];
  /** One, or several with commas between them. */
  readonly column: string;
}

function isLive(now: string): string {
  return `r.ended_at is null and r.ends_at > ${now}`;
}

/** Hidden from the planner: an index of all such instances would match it, and be read whole in a plan kept from empty tables. */
const USING_CAPACITY = `(select '{pending,active}'::text[])::text[]`;

/**
 * Reservations with their claims and live instances. Each is looked up by index (`offset 0` enforces it), never by a
 * scan of the zone. Reservations requested by id are included after their end.
 */
export function reservations(needs: CombinedNeeds, has: Has, bind: Bind, now: string): Part {
  const named = bind(needs.reservations, 'uuid[]');
  const sources = [`select unnest(${named}) as id`];
  const ctes: string[] = [];
  let column = `(select coalesce(json_agg(h.held), '[]') from held h) as reservations`;
  let alsoEnded = '';
  if (has('instances')) {
    sources.push(`select reservation_id from instances
                   where zone_id = $1 and id = any (${bind(needs.instances, 'uuid[]')})`);
  }
  if (needs.unbacked) {
    const condition = `status = 'conflict' and ends_at > ${now}`;
    ctes.push(oldest('in_conflict', 'r.id', condition, MAX_IN_CONFLICT, BYTES_OF_LONG));
    sources.push(`select id from in_conflict where bulk <= ${MAX_BYTES_IN_CONFLICT}`);
    column += `,\n${areAll('in_conflict', MAX_IN_CONFLICT, MAX_BYTES_IN_CONFLICT)} as are_all_in_conflict`;
  }
  if (needs.overdueHolds) {
    // A hold may outlast its window.
    alsoEnded = ' or r.held_until is not null';
    ctes.push(overdue(now));
    sources.push('select id from overdue');
  }
  if (has('backedBy')) {
    ctes.push(backed(needs.backedBy, bind, now));
    sources.push(`select id from backed`);
    column += `,\n${CUT_AT}`;
  }
  return {
    ctes: [
      ...ctes,
      `wanted as (${sources.join(' union ')})`,
      `held as (
  select json_build_object(
           'reservation', to_json(r),
           'claims', coalesce((select json_agg(to_json(c)) from claims c
                                where c.zone_id = $1 and c.reservation_id = r.id), '[]'),
           'instances', coalesce((select json_agg(${DRAWING_INSTANCE})
                                    from (select * from instances
                                           where zone_id = $1 and reservation_id = r.id
                                             and state = any (${USING_CAPACITY}) offset 0) i
                                   where i.ends_at > ${now}), '[]')) as held,
         r.traits is not null or r.containers @? '$[*].traits' as requires_traits
    from wanted w
   cross join lateral (select * from reservations where zone_id = $1 and id = w.id offset 0) r
   where r.id = any (${named}) or r.ends_at > ${now}${alsoEnded})`,
    ],
    column,
  };
}

/** Waiting reservations, in the order in which they are tried. They have neither claims nor instances. */
export function waiting(now: string): Part {
  return {
    ctes: [
      oldest('longest_waiting', 'r.*', `status = 'waiting' and ends_at > ${now}`, MAX_WAITING, BYTES_STORED),
      `waiting as (select * from longest_waiting where bulk <= ${MAX_BULK})`,
    ],
    column: `(select coalesce(json_agg(to_json(w) order by w.created_at, w.id), '[]') from waiting w) as waiting,
       ${areAll('longest_waiting', MAX_WAITING, MAX_BULK)} as is_all_waiting`,
  };
}

/**
 * The traits of each provider of the zone, read in the snapshot of the decision and not cached with the fold. A
 * provider that is registered again or rediscovered changes its traits without a ledger entry, so the head doesn't show
 * that a cached copy is stale. A change that commits between the snapshot and the append counts as made after the
 * decision; it moves no placed claim.
 */
export const PROVIDER_TRAITS: Part = { column: providerTraits('') };

/** Most reservations require no traits. Their admissions skip the scan of the zone's providers. */
const REQUIRED = `exists (select from held h where h.requires_traits)`;

export const PROVIDER_TRAITS_IF_REQUIRED: Part = {
  column: providerTraits(`
           and ${REQUIRED}`),
};

export const PROVIDER_TRAITS_IF_REQUIRED_OR_AWAITED: Part = {
  column: providerTraits(`
           and (${REQUIRED}
                or exists (select from waiting w where w.traits is not null or w.containers @? '$[*].traits'))`),
};

function providerTraits(condition: string): string {
  return `(select coalesce(json_object_agg(p.id, p.traits), '{}') from providers p
         where p.zone_id = $1${condition}) as provider_traits`;
}

export function instances(needs: CombinedNeeds, has: Has, bind: Bind): Part {
  const sources = [`select unnest(${bind(needs.instances, 'uuid[]')}) as id`];
  if (has('instancesOf')) {
    sources.push(`select i.id
                  from unnest(${bind(needs.instancesOf, 'uuid[]')}) as reservation(id)
                 cross join lateral (select * from instances
                                      where zone_id = $1 and reservation_id = reservation.id
                                        and state = any (${USING_CAPACITY}) offset 0) i`);
  }
  if (has('instancesAt')) {
    const at = bind(needs.instancesAt, 'uuid[]');
    // Each condition has its own index.
    for (const condition of [`state in ('pending', 'active')`, 'due_at is not null']) {
      sources.push(`(select i.id
                  from unnest(${at}) as provider(id)
                 cross join lateral (select * from instances
                                      where zone_id = $1 and provider_id = provider.id and ${condition} offset 0) i
                 limit ${MAX_INSTANCES_AT})`);
    }
  }
  return {
    column: `(select coalesce(json_agg(to_json(i)), '[]')
          from (${sources.join(' union ')}) named
         cross join lateral (select * from instances where zone_id = $1 and id = named.id offset 0) i) as instances`,
  };
}

export function poolEntries(needs: CombinedNeeds, has: Has, bind: Bind, now: string): Part {
  const sources = [`select unnest(${bind(needs.poolEntries, 'uuid[]')}) as id`];
  if (has('poolEntriesOf')) {
    sources.push(`select e.id
                  from unnest(${bind(needs.poolEntriesOf, 'uuid[]')}) as provider(id)
                 cross join lateral (select * from pool_entries
                                      where zone_id = $1 and provider_id = provider.id and ends_at > ${now} offset 0) e`);
  }
  return {
    column: `(select coalesce(json_agg(to_json(e)), '[]')
          from (${sources.join(' union ')}) named
         cross join lateral (select * from pool_entries where zone_id = $1 and id = named.id offset 0) e) as pool_entries`,
  };
}

export function retiredProviders(needs: CombinedNeeds, bind: Bind): Part {
  return {
    column: `(select coalesce(json_agg(p.id), '[]')
          from unnest(${bind(needs.providers, 'uuid[]')}) as named(id)
         cross join lateral (select * from providers where zone_id = $1 and id = named.id offset 0) p
         where p.state = 'retired') as retired`,
  };
}

/**
 * Each is looked up by index (`offset 0` enforces it), until enough are found that are live in the time of the zone, which may be
 * later than the clock of this process.
 */
export function dependents(needs: CombinedNeeds, bind: Bind, now: string): Part {
  const live = `r.ended_at is null
                      and least(r.ends_at, r.held_until, r.wait_until, case r.status when 'waiting' then r.expires_at end)
                          > greatest(z.changed_at, ${now})`;
  return {
    column: `(select json_object_agg(named.id, found.ids)
          from unnest(${bind(needs.dependentsOf, 'uuid[]')}) as named(id)
         cross join lateral (
           select coalesce(json_agg(d.id), '[]') as ids
             from (select r.id
                     from ${liveAndBacked('named.id', now)}
                    where ${live}
                   union all
                   select r.id
                     from (select * from reservations
                            where zone_id = $1 and restricted <> '[]' and restricted ? named.id::text offset 0) r
                    where ${live}
                    limit ${MAX_DEPENDENTS}) d) found) as dependents`,
  };
}

/**
 * Selected by element first, then by zone and liveness (`offset 0` enforces it): few reservations have the same one, unless it is a
 * pool that ends. A plan made while few reservations were live would otherwise use an index of all live ones. Without what may be
 * long: any number may have the same reservation.
 */
export function protectors(needs: CombinedNeeds, bind: Bind, now: string): Part {
  const named = bind(needs.protectorsOf, 'text[]');
  const elements = `(select json_agg(e) from jsonb_array_elements_text(r.elements) e where e = any (${named}))`;
  return {
    column: `(select coalesce(json_agg(${counted(`'elements', ${elements}`)}), '[]')
          from (select * from reservations
                 where zone_id = $1 and elements <> '[]' and elements ?| ${named} offset 0) r
         where ${isLive(now)}) as protectors`,
  };
}

export function chains(needs: CombinedNeeds, bind: Bind, now: string): Part {
  return {
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
    column: `(select coalesce(json_object_agg(c.id, c.elements), '{}')
          from (select id, elements from chain limit ${MAX_CHAINED}) c) as chains`,
  };
}

/**
 * The reservations that the entries read have changed, for the sums of tenants. One that has no row any more has left the zone. A
 * change of a reservation whose capacity is all in use may have entries of its instances alone.
 */
export function changedReservations({ after, upTo }: EntryRange): Part {
  const entries = `ledger_entries e
                 where e.zone_id = $1 and e.sequence > ${after} and e.sequence <= ${upTo}`;
  return {
    column: `(select coalesce(json_agg(json_build_object('id', changed.id,
           'reservation', case when r.id is not null then ${counted()} end)), '[]')
          from (select e.owner_id as id from ${entries} and e.owner_kind = 'reservation'
                 union
                select i.reservation_id from (select e.owner_id from ${entries} and e.owner_kind = 'instance' offset 0) named
                 cross join lateral (select * from instances where zone_id = $1 and id = named.owner_id offset 0) i
                 where i.reservation_id is not null) changed
          left join lateral (select * from reservations where zone_id = $1 and id = changed.id offset 0) r on true
         where r.id is null or r.tenant is not null) as changed_reservations`,
  };
}

/** Parameters of the statement: the entries it reads. */
export interface EntryRange {
  readonly after: string;
  readonly upTo: string;
}

/** The callers are looked up one by one, here and in `waits`: others may have many in the zone. */
export function holds(needs: CombinedNeeds, bind: Bind, now: string): Part {
  return {
    column: `(select coalesce(json_object_agg(h.caller, h.ids), '{}')
          from (select c.caller, json_agg(r.id) as ids
                  from unnest(${bind(needs.holdsOf, 'text[]')}) as c(caller)
                 cross join lateral (select * from reservations
                                      where zone_id = $1 and coalesce(tenant, '') = c.caller
                                        and held_until > ${now} and ended_at is null offset 0) r
                 group by 1) h) as holds`,
  };
}

export function waits(needs: CombinedNeeds, bind: Bind): Part {
  return {
    column: `(select coalesce(json_object_agg(w.caller, w.count), '{}')
          from (select c.caller, sum(${WAITS_AS}) as count
                  from unnest(${bind(needs.waitsOf, 'text[]')}) as c(caller)
                 cross join lateral (select * from reservations
                                      where zone_id = $1 and coalesce(tenant, '') = c.caller and status = 'waiting' offset 0) r
                 group by 1) w) as waits`,
  };
}
