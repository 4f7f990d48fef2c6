import { setTimeout as pause } from 'node:timers/promises';

/** Timeout without progress. A slow machine may have thousands of notifications left when the clients end. */
const TIMEOUT_MS = 90_000;
const POLL_MS = 250;

/**
 * Capacity subscriptions that are not evaluated yet. Each is evaluated once, even without a later entry. Not counted where clocks differ ($2): a process whose clock is behind evaluates it hours later.
 */
const NOT_BEGUN = `
select count(*)
  from subscriptions s
  left join capacity_evaluations e on e.subscription_id = s.id and e.scope = coalesce(s.zone_id, '')
 where coalesce(s.zone_id = any ($1::text[]), true)
   and s.kind in ('compute', 'network', 'storage') and s.disabled_at is null and not coalesce(e.has_begun, false) and not $2::boolean`;

const UNTOLD = `
select (${NOT_BEGUN})
     + (select count(*) from notifications where state = 'waiting')
     + (select count(*) from zones z left join reservation_watermarks w using (zone_id)
         where z.zone_id = any ($1::text[]) and coalesce(w.sequence, -1) < z.head)
     + (select count(*) from reservations r join reservation_watermarks w using (zone_id)
         where r.zone_id = any ($1::text[]) and r.ended_at is null and r.ends_at > w.reached and r.ends_at <= now())
     + (select count(*) from zones z join capacity_watermarks w on w.scope = z.zone_id
         where z.zone_id = any ($1::text[]) and coalesce((w.heads ->> z.zone_id)::bigint, -1) < z.head)
     + (select count(*) from zones z, capacity_watermarks w
         where w.scope = '' and z.zone_id = any ($1::text[]) and coalesce((w.heads ->> z.zone_id)::bigint, 0) < z.head) as untold`;

/** The watermark of the whole service. A process whose clock was ahead has advanced its time, which never goes back. */
const WATCHED = `select count(*) as watched from capacity_watermarks where scope = ''`;

/** Once there is no subscription, waits until the service has deleted that watermark. */
export async function everythingForgotten(postgres) {
  const deadline = Date.now() + TIMEOUT_MS;
  await postgres.withClient(async (client) => {
    while (Date.now() < deadline) {
      const { rows } = await client.query(WATCHED);
      if (Number(rows[0].watched) === 0) return;
      await pause(POLL_MS);
    }
  });
}

/**
 * Waits until the service has sent all notifications about some zones; false on timeout.
 *
 * @param isShifted whether the clocks of processes differ
 */
export async function everythingTold(postgres, zones, isShifted) {
  let deadline = Date.now() + TIMEOUT_MS;
  let least = Infinity;
  const names = zones.map(({ zone }) => zone);
  return postgres.withClient(async (client) => {
    while (Date.now() < deadline) {
      const { rows } = await client.query(UNTOLD, [names, isShifted]);
      const untold = Number(rows[0].untold);
      if (untold === 0) return true;
      if (untold < least) deadline = Date.now() + TIMEOUT_MS;
      least = Math.min(least, untold);
      await pause(POLL_MS);
    }
    return false;
  });
}
