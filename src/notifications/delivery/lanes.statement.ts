import { isFree } from '../../database/leases.js';
import { hidden } from '../../database/prepared.js';

/**
 * Statements on lanes, which several processes run concurrently. Lock order: the lane, then its notifications. Values
 * are hidden from the planner and lists are looked up one by one, so a kept plan is as good as a new one.
 */

/**
 * The notification at the front of a lane. Compared as rows, because for a small table PostgreSQL would take the index of all
 * notifications of a subscription otherwise.
 */
const FRONT = `
  select n.id
    from notifications n
   where (n.subscription_id, n.lane) >= (l.subscription_id, l.lane)
     and (n.subscription_id, n.lane) <= (l.subscription_id, l.lane) and n.state = 'waiting'
   order by n.subscription_id, n.lane, n.position
   limit 1`;

/** The end of a lease identifies it. It is passed as text, because a Date would drop its microseconds. */
const LEASE = `statement_timestamp() + $2 * interval '1 millisecond'`;

/** The lane of a row `t`, locked, if the lease is still the same. */
const LEASED = `
  select l.*
    from delivery_lanes l
   where l.subscription_id = t.subscription_id and l.lane = t.lane and l.leased_until = t.lease
     for update`;

/** Lists of these types, from the first value on. */
function lists(...types: readonly string[]): string {
  return types.map((type, index) => hidden(index + 1, `${type}[]`)).join(', ');
}

/** The columns of a turn, for lanes whose notification \`begun\` has just been counted as attempted. */
const TURNS = `
select b.subscription_id as "subscriptionId", b.lane, h.endpoint, h.tenant, h.lease::text as lease, h.failures,
       b.id, b.position::float8 as position, b.path, b.body::text as body, b.attempts as attempt, b.traceparent,
       b.newest_only as "newestOnly",
       s.callback_uri as "callbackUri", s.sealed_secret as "sealedSecret", s.sealed_previous as "sealedPrevious",
       s.sealed_token as "sealedToken",
       floor(extract(epoch from s.previous_until))::float8 as "previousUntil",
       s.disabled_at is not null as "isDisabled"
  from begun b
  join held h using (subscription_id, lane)
 cross join lateral (select * from subscriptions where id = b.subscription_id offset 0) s`;

/**
 * The time of a process, or of the database if that is later. Pauses are counted by it, at their begin and at their end,
 * so they have their length whichever process counts them, also if the clock of one is behind.
 */
function laterOf(own: string): string {
  return `greatest(${own}, date_trunc('second', statement_timestamp()))`;
}

/** Until when lanes are due. */
const NOW = laterOf(hidden(1, 'timestamptz'));

/**
 * The values of a column of lanes that have a lane due, in turn: those behind `last`, then those from the beginning. Reads
 * one row of each value, the one that is due first, by the index, and none behind the value at which the reader stops. With `lane`
 * no index has all columns: PostgreSQL would read one as a whole instead, where few rows were left in a table of many pages.
 *
 * @param indexed the column as the index has it
 */
function inTurn(name: string, indexed: string, last: string, condition = 'true'): string {
  const walk = (way: string, from: string, upTo = ''): string => {
    const first = (behind: string): string => `
  select ${indexed} as value, l.due_at, l.lane from delivery_lanes l
   where ${condition}${behind}${upTo} order by ${indexed}, l.due_at limit 1`;
    return `
${name}_${way} as (
  (${first(from)})
   union all
  select n.* from ${name}_${way} w cross join lateral (${first(` and ${indexed} > w.value`)}) n)`;
  };
  return `${walk('ahead', ` and ${indexed} > ${last}`)},${walk('behind', '', ` and ${indexed} <= ${last}`)},
${name} as (
  select value as ${name} from ${name}_ahead where due_at <= ${NOW}
   union all
  select value from ${name}_behind where due_at <= ${NOW})`;
}

/** `|| ''`: no other statement takes these indexes, which would lead it through the lanes of other tenants. */
const ENDPOINT = `(l.endpoint || '')`;

/** Due times up to which the endpoints are read from the due lanes. If more are due, the endpoints are walked. */
const MAX_SOON = 100;

/** The next due time of an endpoint. One at a time, because without statistics PostgreSQL would sort all due lanes. */
const nextDue = (behind = ''): string => `
  select l.due_at, ${ENDPOINT} as endpoint from delivery_lanes l
   where l.due_at <= ${NOW}${behind} order by l.due_at, ${ENDPOINT} limit 1`;

const ENDPOINTS = `
due_times as (
  (${nextDue()})
   union all
  select n.* from due_times d cross join lateral (${nextDue(` and (l.due_at, ${ENDPOINT}) > (d.due_at, d.endpoint)`)}) n),
soon as materialized (select endpoint from due_times limit ${MAX_SOON}),
${inTurn('walked', ENDPOINT, hidden(4, 'text'), `(select count(*) from soon) = ${MAX_SOON}`)},
endpoint as (
  (select endpoint
     from (select distinct endpoint from soon where (select count(*) from soon) < ${MAX_SOON}) few
    order by endpoint <= ${hidden(4, 'text')}, endpoint)
   union all
  select walked from walked)`;
const TENANTS = inTurn('tenant', 'l.tenant', 'r.last', 'l.endpoint = e.endpoint');

/** Room of the endpoint `e`. All rooms are parsed once, because the parameter occurs once. */
const ROOM = `
         select coalesce((room ->> 'free')::int, ${hidden(6, 'int')}) as free, coalesce(room ->> 'last', '') as last,
                room -> 'tenants' as tenants
           from (select ${hidden(5, 'jsonb')} -> e.endpoint as room offset 0) one
         offset 0`;

/** Places that the tenant `t` holds at an endpoint with the room `r`. */
const HELD = `coalesce((r.tenants -> t.tenant ->> 'held')::int, 0)`;
const MOST = `coalesce((r.tenants -> t.tenant ->> 'most')::int, 1)`;

/**
 * The due lanes of an endpoint and a tenant, in the order of `delivery_lanes_in_turn`. Compared as rows, because without
 * statistics PostgreSQL would take an index of one of the columns otherwise, and read the lanes of others.
 */
const DUE = `
               from delivery_lanes l
              where (l.endpoint, l.tenant, l.due_at) >= (e.endpoint, t.tenant, '-infinity')
                and (l.endpoint, l.tenant, l.due_at) <= (e.endpoint, t.tenant, ${NOW}) and ${isFree('l.')}
              order by l.endpoint, l.tenant, l.due_at`;

/**
 * Claims due lanes without a lease. Goes from endpoint to endpoint, beginning behind the one served last, and claims no
 * more lanes of an endpoint than it has room for, so of the backlog of an endpoint at its limit it reads at most `MAX_SOON`
 * rows. Free places go to the tenants that hold the fewest, of those with due lanes. A lane that is being written to is
 * skipped until the next claim.
 *
 * $1 now, $2 length of the lease, $3 how many at most, $4 the endpoint served last, $5 room per endpoint, $6 of others
 */
export const CLAIM = {
  name: 'claim-lanes',
  text: `
with recursive ${ENDPOINTS},
due as (
  select d.place, e.endpoint
    from endpoint e
   cross join lateral (${ROOM}) r
   cross join lateral (
         with recursive ${TENANTS},
         asking as (
           select t.tenant, t.held, w.lanes
             from (select t.tenant, ${HELD} as held, ${MOST} as most from tenant t offset 0) t
            cross join lateral (
                  select count(*)::int as lanes
                    from (select ${DUE}
                           limit least(r.free, greatest(t.most - t.held, 0))) l) w
            where w.lanes > 0
            limit r.free),
         shares as (
           select tenant, count(*) as places
             from (select t.tenant
                     from asking t
                    cross join generate_series(1, t.lanes) nth
                    order by t.held + nth, t.tenant <= r.last, t.tenant
                    limit r.free) p
            group by tenant)
         select l.place
           from shares t
          cross join lateral (
                select l.ctid as place ${DUE}
                 limit t.places
                   for update skip locked) l) d
   limit ${hidden(3, 'int')}),
claimed as (
  update delivery_lanes l
     set leased_until = ${LEASE}
   where l.ctid = any (array(select place from due))
  returning l.*)
select subscription_id as "subscriptionId", lane, endpoint, tenant, leased_until::text as lease, failures,
       (select endpoint from due offset (select count(*) - 1 from due)) as "servedLast"
  from claimed`,
};

/**
 * Counts an attempt for the front of each lane whose lease is unchanged.
 *
 * $1 subscriptions, $2 lanes, $3 leases
 */
export const BEGIN = {
  name: 'begin-turns',
  text: `
with held as (
  select l.subscription_id, l.lane, l.endpoint, l.tenant, l.leased_until as lease, l.failures
    from (select *
            from unnest(${lists('uuid', 'uuid', 'timestamptz')}) as t(subscription_id, lane, lease)
           order by subscription_id, lane) t
   cross join lateral (${LEASED}) l),
fronts as (
  select f.id
    from held l
   cross join lateral (${FRONT} for update) f),
begun as (
  update notifications n
     set attempts = n.attempts + 1
   where n.id = any (array(select id from fronts))
  returning n.*)
${TURNS}`,
};

/**
 * Stores the outcomes of attempts, and locks their lanes where the lease is unchanged. Returns which these are, counted
 * from 1. A notification that was delivered counts as such in any case, also if it was superseded meanwhile. Without the
 * lease nothing else counts: the lane has begun again, perhaps at another address. A notification may have two outcomes: that
 * of a turn that has lost its lease, and that of a later one.
 *
 * $1 subscriptions, $2 lanes, $3 leases, $4 notifications, $5 attempts, $6 when they ended, $7 states or nulls, $8
 * outcomes or nulls, $9 statuses or nulls, $10 milliseconds
 */
export const RECORD = {
  name: 'record-attempts',
  text: `
with ended as (
  select *
    from unnest(${lists('uuid', 'uuid', 'timestamptz', 'uuid', 'int', 'timestamptz', 'text', 'text', 'int', 'int')})
      with ordinality as t(subscription_id, lane, lease, id, number, at, state, outcome, status, milliseconds, place)),
held as (
  select t.place::int as place
    from (select * from ended order by subscription_id, lane) t
   cross join lateral (${LEASED}) l),
counted as (
  select id, at, case when state = 'delivered' or place in (select place from held) then state end as state from ended),
outcomes as (
  select distinct on (id) id, at, state from counted order by id, state is distinct from 'delivered', state is null),
settled as (
  update notifications n
     set state = case when t.state is not null and (n.state = 'waiting' or t.state = 'delivered') then t.state else n.state end,
         settled_at = case when t.state is not null and (n.state = 'waiting' or t.state = 'delivered') then t.at else n.settled_at end
    from outcomes t
   where n.id = any (array(select id from ended)) and n.id = t.id
  returning n.id),
attempts as (
  insert into notification_attempts (notification_id, number, at, outcome, status, milliseconds)
  select t.id, t.number, t.at, t.outcome, t.status, t.milliseconds
    from ended t
    join settled s on s.id = t.id
   where t.outcome is not null
  on conflict do nothing)
select place from held`,
};

/**
 * Restarts lanes of a subscription at another endpoint, as long as it has this address. A worker that holds one loses its
 * lease, so the outcome of its attempt at the old endpoint delays nothing. Without an endpoint the worker settles them as
 * kept. Returns the last of these lanes if there may be more.
 *
 * By key and not by place: a lane that a worker settles meanwhile has another place, which this statement would not see.
 *
 * $1 subscription, $2 address or null, $3 endpoint or null, $4 now, $5 behind this lane, $6 how many at most
 */
export const READDRESS = `
with current as materialized (
  select id from subscriptions where id = $1 and callback_uri is not distinct from $2 for share),
locked as materialized (
  select lane
    from delivery_lanes
   where subscription_id = (select id from current) and lane > $5
   order by lane
   limit $6
     for update),
restarted as (
  update delivery_lanes l
     set endpoint = coalesce($3, l.endpoint), failures = 0, due_at = least($4::timestamptz, statement_timestamp()),
         leased_until = null
   where l.subscription_id = $1 and l.lane = any (array(select lane from locked)))
select lane as last from locked where (select count(*) from locked) = $6 order by lane desc limit 1`;

/**
 * Continues with locked lanes: removes empty ones, begins the next notification of those that continue, gives back the
 * others.
 *
 * $1 subscriptions, $2 length of the lease, $3 lanes, $4 failures, $5 now, $6 seconds until they are due, $7 whether they
 * go on
 */
export const MOVE_ON = {
  name: 'move-lanes-on',
  text: `
with lanes as materialized (
  select l.*, f.id as front, d.place
    from unnest(${hidden(1, 'uuid[]')}, ${hidden(3, 'uuid[]')}, ${hidden(4, 'int[]')}, ${hidden(5, 'timestamptz[]')},
                ${hidden(6, 'int[]')}, ${hidden(7, 'boolean[]')}) as l(subscription_id, lane, failures, at, pause, goes_on)
   cross join lateral (select d.ctid as place from delivery_lanes d
                        where d.subscription_id = l.subscription_id and d.lane = l.lane offset 0) d
    left join lateral (${FRONT}) f on true),
removed as (
  delete from delivery_lanes l
   using lanes t
   where l.ctid = t.place and t.front is null),
given_back as (
  update delivery_lanes l
     set leased_until = null, failures = t.failures,
         -- Without a pause it is due at once, also for a process whose clock is behind that of this one.
         due_at = case when t.pause = 0 then least(t.at, statement_timestamp())
                       else ${laterOf('t.at')} + t.pause * interval '1 second' end
    from lanes t
   where l.ctid = t.place and t.front is not null and not t.goes_on),
held as (
  update delivery_lanes l
     set leased_until = ${LEASE}, failures = t.failures
    from lanes t
   where l.ctid = t.place and t.front is not null and t.goes_on
  returning l.subscription_id, l.lane, l.endpoint, l.tenant, l.leased_until as lease, l.failures),
begun as (
  update notifications n
     set attempts = n.attempts + 1
   where n.id = any (array(select front from lanes where goes_on))
  returning n.*)
${TURNS}`,
};
