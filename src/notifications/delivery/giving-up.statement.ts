/** Statements that give up the notifications of disabled subscriptions. Lock order: the subscription, lanes, notifications. */

/** $1 subscription, $2 how many lanes at most */
export const STOP = `
delete from delivery_lanes
 where subscription_id = $1
   and lane = any (array(select lane from delivery_lanes where subscription_id = $1 order by lane limit $2 for update))`;

/** Looked up one by one: a join would read all waiting notifications. */
export const DISABLED_WITH_WAITING = `
select s.id
  from subscriptions s
 cross join lateral (select from notifications n where n.subscription_id = s.id and n.state = 'waiting' limit 1) w
 where s.disabled_at is not null`;

/** What is left of a disabled subscription, which can't be enabled meanwhile. No row if it isn't disabled. $1 its id */
export const LEFT = `
with disabled as materialized (
  select id from subscriptions where id = $1 and disabled_at is not null for share)
select exists (select from delivery_lanes where subscription_id = d.id) as lanes,
       exists (select from notifications where subscription_id = d.id and state = 'waiting') as waiting
  from disabled d`;

/** $1 subscription, $2 now, $3 how many at most */
export const GIVE_UP = `
update notifications
   set state = 'dead', settled_at = $2
 where id = any (array(select id
                         from notifications
                        where subscription_id = $1 and state = 'waiting'
                        order by lane, position
                        limit $3
                          for update))`;
