/** Records that are live at the end of a round. They are read from the database, because answers may have been lost. */

const AT_ONCE = 24;

/** Runs `work` for each of a list, some at a time. */
export async function inTurns(list, work) {
  const left = [...list];
  const worker = async () => {
    while (left.length > 0) await work(left.pop());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

export async function reservationsOf(client, zone) {
  const sql = `select id from reservations where zone_id = $1 and ended_at is null and ends_at > now() order by id`;
  return (await client.query(sql, [zone])).rows.map(({ id }) => id);
}

export async function instancesOf(client, zone) {
  const sql = `select id from instances where zone_id = $1 and state in ('pending', 'active') order by id`;
  return (await client.query(sql, [zone])).rows.map(({ id }) => id);
}

export async function providersOf(client, zone) {
  const sql = `select id from providers where zone_id = $1 and state <> 'retired' order by id`;
  return (await client.query(sql, [zone])).rows.map(({ id }) => id);
}
