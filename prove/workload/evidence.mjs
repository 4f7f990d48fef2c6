import { appendFileSync } from 'node:fs';
import { notedOf } from './versions.mjs';

/**
 * Writes the state of the database after a round for the checker, one line for each row. The ledger gives the order of the
 * effects. The other tables show which operation an entry belongs to.
 */

const LEDGER = `
select 'entry' as e, zone_id as z, sequence::float8 as q, batch as b, provider_id as p, moves as m, owner_kind as k,
       owner_id as o, extract(epoch from starts_at)::float8 as s,
       nullif(extract(epoch from ends_at)::float8, 'Infinity') as t, amounts as x,
       floor(extract(epoch from recorded_at))::float8 as w
  from ledger_entries where zone_id = $1 order by sequence`;
const RESERVATIONS = `
select 'reservation' as e, zone_id as z, id as o, status, amounts as x, addresses, name,
       extract(epoch from created_at)::float8 as created
  from reservations where zone_id = $1`;
const PROVIDERS = `select 'provider' as e, zone_id as z, id as p, endpoint from providers where zone_id = $1`;
const INSTANCES = `
select 'instance' as e, zone_id as z, id as o, name, reservation_id as r, provider_id as p, amounts as x, borrowed, state
  from instances where zone_id = $1`;
/**
 * The figures of the zones of earlier rounds. These zones have no writers any more, so the figures are constant throughout the
 * round. They can differ from zero: a process with its clock ahead ended their reservations in the future of the other processes.
 */
const ELSEWHERE = `
select moves, name, extract(epoch from at)::float8 as at, sum(amount)::float8 as change
  from ledger_entries,
       jsonb_each_text(amounts) as part (name, value),
       lateral (values (starts_at, value::numeric), (ends_at, -value::numeric)) as edge (at, amount)
 where zone_id <> all ($1) and ends_at > now() - interval '1 hour' and at <> 'infinity'
 group by moves, name, at having sum(amount) <> 0 order by at`;
const ZONES = `select 'head' as e, zone_id as z, head::float8 as q from zones where zone_id = $1`;

/** The audit log; `op` is the operation of the round. */
const AUDIT = `
select 'audit' as e, zone_id as z, substr(request_id, length($1) + 1)::float8 as op, principal, tenant, operation, target
  from audit_log where starts_with(request_id, $1)`;

/** Index of a figure in a step. */
const PLACES = { total: 1, reserved: 2, allocated: 3 };

/** @param requests prefix of the ids of the round's requests */
export async function takeEvidence(postgres, { zones, requests }, file) {
  const names = zones.map(({ zone }) => zone);
  const { versions, writing } = await notedOf(postgres, names);
  await postgres.withClient(async (client) => {
    for (const zone of names) {
      for (const sql of [RESERVATIONS, INSTANCES, PROVIDERS, ZONES]) {
        const { rows } = await client.query(sql, [zone]);
        appendFileSync(file, linesOf(rows));
      }
      const { rows: entries } = await client.query(LEDGER, [zone]);
      appendFileSync(file, linesOf(entries.map((entry) => ({ ...entry, ...writing(zone, entry.q) }))));
    }
    appendFileSync(file, linesOf(versions));
    const audited = await client.query(AUDIT, [requests]);
    appendFileSync(file, linesOf(audited.rows));
    const { rows } = await client.query(ELSEWHERE, [names]);
    appendFileSync(file, linesOf(elsewhere(rows)));
  });
}

function linesOf(rows) {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** `[instant, total, reserved, allocated]` of each class, each in force until the next. */
function elsewhere(rows) {
  const steps = {};
  for (const { moves, name, at, change } of rows) {
    const of = (steps[name] ??= [[-Infinity, 0, 0, 0]]);
    if (of.at(-1)[0] !== at) of.push([at, ...of.at(-1).slice(1)]);
    of.at(-1)[PLACES[moves]] += change;
  }
  for (const of of Object.values(steps)) of.shift();
  return [{ e: 'elsewhere', steps }];
}
