import { appendFileSync } from 'node:fs';

/**
 * What a round left in the database, taken down for the checker, a line each. The ledger gives the order in which things
 * took effect; the other tables say whose an entry is.
 */

const LEDGER = `
select 'entry' as e, zone_id as z, sequence::float8 as q, batch as b, provider_id as p, moves as m, owner_kind as k,
       owner_id as o, extract(epoch from starts_at)::float8 as s,
       nullif(extract(epoch from ends_at)::float8, 'Infinity') as t, amounts as x,
       floor(extract(epoch from recorded_at))::float8 as w
  from ledger_entries where zone_id = $1 order by sequence`;
const RESERVATIONS = `
select 'reservation' as e, zone_id as z, id as o, status, amounts as x, addresses from reservations where zone_id = $1`;
const INSTANCES = `
select 'instance' as e, zone_id as z, id as o, name, reservation_id as r, provider_id as p, amounts as x, borrowed, state
  from instances where zone_id = $1`;
const ZONES = `select 'head' as e, zone_id as z, head::float8 as q from zones where zone_id = $1`;

export async function takeEvidence(postgres, zones, file) {
  await postgres.withClient(async (client) => {
    for (const { zone } of zones) {
      for (const sql of [LEDGER, RESERVATIONS, INSTANCES, ZONES]) {
        const { rows } = await client.query(sql, [zone]);
        appendFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      }
    }
  });
}
