import { lease } from './blazar.mjs';
import { query } from './prepared.mjs';

/** As blazar.mjs, with the query that Blazar makes for each reservation found: the events of its lease. */
export const name = 'Blazar’s statements';

export { prepare, stored } from './blazar.mjs';

export function book(client, window) {
  return lease(client, window, usesFromEvents);
}

async function usesFromEvents(client, reservations) {
  const uses = [];
  for (const { lease_id: leaseId, vcpus } of reservations) {
    for (const event of await query(client, FIND_EVENTS, [leaseId])) {
      const time = event.time.getTime();
      if (event.event_type === 'start_lease') uses.push({ time, vcpus });
      if (event.event_type === 'end_lease') uses.push({ time, vcpus: -vcpus });
    }
  }
  return uses.sort((a, b) => a.time - b.time);
}

const FIND_EVENTS = `select * from events where lease_id = $1 order by time`;
