import { onDatabase } from './database.mjs';

/** Instants at which more is booked in a place than there is room, and how much is stored in all. */
const SWEEP = (stored) => `
  with stored as (${stored}),
  moves as (
    select place, room, starts_at as at, 1 as amount from stored
    union all
    select place, room, ends_at, -1 from stored),
  steps as (
    select place, room, at, sum(sum(amount)) over (partition by place order by at) as used
      from moves
     group by place, room, at)
  select (select count(*) from steps where used > room)::int as over, (select count(*) from stored)::int as stored`;

/** What the service has stored, one class standing for all, as every reservation holds one of it. */
const STORED = (zones) => `
  select r.zone_id || ' ' || c.provider_id as place, extract(epoch from r.starts_at)::float8 as starts_at,
         extract(epoch from r.ends_at)::float8 as ends_at, p.room
    from reservations r
    join claims c on c.zone_id = r.zone_id and c.reservation_id = r.id
    join (select zone_id, provider_id, sum((amounts ->> 'cores')::float8) as room
            from pool_entries group by zone_id, provider_id) p
      on p.zone_id = c.zone_id and p.provider_id = c.provider_id
   where r.ended_at is null and ${zones}`;

/**
 * Sweeps over what a query says is booked. Of a zone that has just come into being PostgreSQL has no statistics, takes it for a row or
 * two, and would compare each of its tens of thousands of reservations with each claim.
 */
export function sweep(url, stored) {
  return onDatabase(url, async (client) => {
    await client.query('set enable_nestloop = off');
    return (await client.query(SWEEP(stored))).rows[0];
  });
}

/** The same for a zone of the service or for all of them, and what its own audit finds on top. */
export async function sweepZone(url, zone) {
  const swept = await sweep(url, STORED(zone === undefined ? 'true' : `r.zone_id = '${zone}'`));
  const audited = await onDatabase(url, (client) =>
    client.query('select count(*)::int as over from ledger_audit($1)', [zone]),
  );
  return { ...swept, over: swept.over + audited.rows[0].over };
}

/**
 * Refusals that can not be justified: even if all that were sent before the refusal came back had been admitted first,
 * the window would still have had room for one more. Reservations are only added, so this holds whatever their order.
 *
 * @param history what Tally gives; every request is for one
 * @param windows what the requests were for
 * @param live windows that were taken before
 */
export function falseRefusals({ history, windows, live, room }) {
  const instants = [...new Set([...windows, ...live].flatMap(({ start, end }) => [start, end]))].sort(
    (a, b) => a - b,
  );
  const slots = new Map(instants.map((instant, slot) => [instant, slot]));
  const used = new Int32Array(instants.length);
  const take = ({ start, end }) => {
    for (let slot = slots.get(start); slot < slots.get(end); slot++) used[slot] += 1;
  };
  const greatest = ({ start, end }) =>
    used.subarray(slots.get(start), slots.get(end)).reduce((a, b) => Math.max(a, b), 0);
  live.forEach(take);
  const order = [...history.labels.keys()];
  const admitted = order
    .filter((i) => isAdmitted(history, i))
    .sort((a, b) => history.sent[a] - history.sent[b]);
  const refused = order
    .filter((i) => !isAdmitted(history, i))
    .sort((a, b) => history.received[a] - history.received[b]);
  let next = 0;
  return refused.filter((i) => {
    for (; next < admitted.length && history.sent[admitted[next]] < history.received[i]; next++) {
      take(windows[history.requests[admitted[next]]]);
    }
    return greatest(windows[history.requests[i]]) < room;
  }).length;
}

function isAdmitted({ names, labels }, index) {
  return names[labels[index]] === 'ok';
}
