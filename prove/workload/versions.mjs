/**
 * Records what the tables don't keep, by triggers that are made before the services run, which don't know of them: each version of
 * a reservation's row with the head of its zone at that time, and the transaction and the moment of each entry. The triggers
 * write into tables of the node that they are on: in a Citus cluster they are on the shards.
 */

const TABLES = `
create table prove_versions (
  number bigint generated always as identity, zone_id text, id uuid, head bigint, amounts jsonb, addresses jsonb,
  labels jsonb, is_ended boolean, held_until timestamptz, wait_until timestamptz);
create table prove_transactions (zone_id text, sequence bigint, transaction text, noted timestamptz);
create index on prove_versions (zone_id);
create index on prove_transactions (zone_id);
create function prove_note_version() returns trigger language plpgsql as $$
declare
  head bigint;
begin
  execute format('select head from %I where zone_id = $1', tg_argv[0]) into head using new.zone_id;
  insert into prove_versions
    (zone_id, id, head, amounts, addresses, labels, is_ended, held_until, wait_until)
  values (new.zone_id, new.id, head, new.amounts, new.addresses, new.labels, new.ended_at is not null,
          new.held_until, new.wait_until);
  return null;
end $$;`;

const noteTransaction = (transaction) => `
create function prove_note_transaction() returns trigger language plpgsql as $$
begin
  insert into prove_transactions values (new.zone_id, new.sequence, ${transaction}, clock_timestamp());
  return null;
end $$`;

const OF_SERVER = 'pg_current_xact_id()::text';

/** A transaction over several nodes has a number of its own; one of a single statement has not. */
const OF_CLUSTER = `(
  select case when number = 0 then inet_server_port() || '/' || pg_current_xact_id() else node || '-' || number end
    from get_current_transaction_id() as t(database, process, node, number, began))`;

const triggers = ({ reservations, ledger, zones }) => `
create trigger prove_note_version after insert or update on ${reservations}
  for each row execute function prove_note_version('${zones}');
create trigger prove_note_transaction after insert on ${ledger}
  for each row execute function prove_note_transaction()`;

/** The shards on the node itself: a row for each range of zones. */
const OWN_SHARDS = `
select min('zones_' || shardid) filter (where logicalrelid = 'zones'::regclass) as zones,
       min('reservations_' || shardid) filter (where logicalrelid = 'reservations'::regclass) as reservations,
       min('ledger_entries_' || shardid) filter (where logicalrelid = 'ledger_entries'::regclass) as ledger
  from pg_dist_shard join pg_dist_placement using (shardid)
 where logicalrelid in ('zones'::regclass, 'reservations'::regclass, 'ledger_entries'::regclass)
   and groupid = (select groupid from pg_dist_local_group)
 group by shardminvalue`;

/** A node passes on to the others what is made on it, and protects its shards. */
const ON_NODE_ALONE = `
set citus.enable_ddl_propagation = off;
set citus.enable_manual_changes_to_shards = on`;

export async function watchLedger(database) {
  const { isCluster } = database;
  await database.onEachNode(async (client) => {
    if (isCluster) await client.query(ON_NODE_ALONE);
    await client.query(TABLES);
    await client.query(noteTransaction(isCluster ? OF_CLUSTER : OF_SERVER));
    const tables = isCluster ? (await client.query(OWN_SHARDS)).rows : [OF_ONE_SERVER];
    for (const each of tables) await client.query(triggers(each));
  });
}

const OF_ONE_SERVER = { zones: 'zones', reservations: 'reservations', ledger: 'ledger_entries' };

/** The row of a reservation after each batch; `q`: the head of the zone from which on it was in force. */
const VERSIONS = `
select 'version' as e, zone_id as z, id as o, head::float8 as q, amounts as x, addresses, labels, is_ended as ended,
       extract(epoch from held_until)::float8 as held, extract(epoch from wait_until)::float8 as waits
  from prove_versions where zone_id = any ($1) order by number`;
const TRANSACTIONS = `
select zone_id as z, sequence::float8 as q, transaction as tx, extract(epoch from noted)::float8 as at
  from prove_transactions where zone_id = any ($1)`;

/**
 * What was noted of some zones. Each is on one node.
 *
 * @returns `versions` of the rows of reservations, those of a zone in order; `writing(zone, sequence)` of an entry: its transaction `tx`,
 *   and `at`, the seconds at which it was written by the clock of its node
 */
export async function notedOf(database, zones) {
  const found = await database.onEachNode(async (client) => {
    const { rows: versions } = await client.query(VERSIONS, [zones]);
    const { rows: transactions } = await client.query(TRANSACTIONS, [zones]);
    return { versions, transactions };
  });
  const transactions = new Map(zones.map((zone) => [zone, new Map()]));
  for (const { z, q, ...writing } of found.flatMap((node) => node.transactions))
    transactions.get(z).set(q, writing);
  return {
    versions: found.flatMap(({ versions }) => versions),
    writing: (zone, sequence) => transactions.get(zone).get(sequence),
  };
}
