import { InstanceEntity } from '../allocation/ledger/instance.entity.js';
import { zonesRead, zonesWrite } from '../database/across-zones.js';
import { selectedOf } from '../database/entity-columns.js';
import { isFree, isFreeAgain, isUntouched } from '../database/leases.js';
import { hidden, type PreparedStatement } from '../database/prepared.js';

/** Attempts after which the work on an instance gets more time: on a slow platform it may need that. */
export const PATIENT_FROM = 2;

/** How many times as much. */
export const PATIENT_FACTOR = 3;

/** How long a platform may take to carry out a creation that it has not answered. */
const UNANSWERED_SECONDS = 60;

/**
 * The first due instances of provider `a` that meet a condition, locked, in the order of the index. Work may pile up, so the index must
 * lead to the first: with one condition for both kinds of work, PostgreSQL reads and sorts all of it.
 */
function firstDue(condition: string, most: string, inZone: string): string {
  return `
          select i.ctid as place, i.id, i.due_at, i.leased_until
            from instances i
           where i.provider_id = a.provider_id and i.due_at is not null and ${condition}${inZone}
           order by i.leased_until nulls first, i.due_at
           limit ${most}
             for update skip locked`;
}

/**
 * Leases due instances, with a limit per provider so that none delays the others. New work comes first, then the
 * instance whose last lease or pause ended first: repeated work, as on a server that boots, delays no other work. Finds
 * the providers by the index of due instances, an entry each: there may be many providers, most without work.
 *
 * $1 provider → how many of its instances at most, as an object; $2 how many for every other; $3 how many in all; $4
 * seconds, more for an instance whose work has failed more than once
 */
export const LEASE = zonesWrite(
  'lease-instances',
  zonesRead(
    'zones-with-due-instances',
    0,
    ({ inReach }) => `
select distinct zone_id
  from instances
 where due_at is not null and ${isFree()}${inReach('zone_id')}`,
  ),
  5,
  (inZone) => `
with recursive asking as (
  (select i.provider_id from instances i where i.due_at is not null${inZone('i.zone_id')} order by i.provider_id limit 1)
   union all
  select (select i.provider_id from instances i
           where i.due_at is not null and i.provider_id > a.provider_id${inZone('i.zone_id')}
           order by i.provider_id limit 1)
    from asking a
   where a.provider_id is not null),
due as (
  select due.place, due.id, ${isUntouched('due.')} as untouched
    from asking a
   cross join lateral (select coalesce((${hidden(1, 'jsonb')} ->> a.provider_id::text)::int, ${hidden(2, 'int')}) as most) room
   cross join lateral (
          with untouched as (${firstDue(isUntouched('i.'), 'room.most', inZone('i.zone_id'))}),
          again as (${firstDue(
            isFreeAgain('i.'),
            'room.most - (select count(*) from untouched)',
            inZone('i.zone_id'),
          )})
          select * from untouched union all select * from again) due
   order by due.leased_until nulls first, due.due_at
   limit ${hidden(3, 'int')}),
leased as (
  update instances i
     set leased_until = case when i.attempts < ${PATIENT_FROM} then usual.ends_at else patient.ends_at end
    from (select statement_timestamp() + make_interval(secs => $4) as ends_at) usual,
         (select statement_timestamp() + make_interval(secs => ${PATIENT_FACTOR} * $4) as ends_at) patient
   where i.ctid = any (array(select place from due))${inZone('i.zone_id')}
  returning ${selectedOf(InstanceEntity)
    .map(({ name }) => `i.${name}`)
    .join(', ')}, i.leased_until, i.refusals, i.unanswered_until)
select to_json(leased) as row, leased_until::text as lease, refusals, due.untouched as "isUntouched",
       unanswered_until > statement_timestamp() as "isUnanswered"
  from leased
  join due using (id)`,
);

/**
 * Gives a lease back with a pause of some seconds, unless the instance was ended meanwhile. The reason of an error is
 * kept when removing its server fails too. The end of the pause comes from a subquery, because Citus allows no clock in a `case`.
 *
 * $1 id, $2 zone, $3 the lease, $4 the state it was leased in, $5 seconds, $6 what went wrong, if anything did, $7
 * whether that was a refusal, $8 the server, if it is known, $9 whether a creation was not answered
 */
export const GIVE_BACK: PreparedStatement = {
  name: 'give-back-instance',
  text: `
update instances
   set leased_until = case when state = $4 then pause.resumes_at end,
       failure      = case when state = 'error' or state <> $4 then failure else $6 end,
       attempts     = case when state = $4 and $6::text is not null then attempts + 1 else attempts end,
       refusals     = refusals + $7::boolean::int,
       server_id    = coalesce(server_id, $8),
       unanswered_until = case when $9::boolean then unanswered.ends_at else unanswered_until end
  from (select statement_timestamp() + make_interval(secs => $5) as resumes_at) pause,
       (select statement_timestamp() + make_interval(secs => ${UNANSWERED_SECONDS}) as ends_at) unanswered
 where id = $1 and zone_id = $2 and leased_until = $3::timestamptz
returning id`,
};
