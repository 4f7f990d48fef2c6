import { randomUUID } from 'node:crypto';
import { columns, query } from './prepared.mjs';

/**
 * OpenStack Placement, as it writes the allocations of a new consumer: the provider and its generation are read; then in
 * one transaction the sum of all that is allocated on the provider is compared with its inventory, a row per class is
 * inserted, and the provider's generation is moved on if it is still the one that was read, else everything is rolled
 * back and tried again, ten times in all. It knows no windows. The look-ups of project, user and resource classes,
 * which it caches or makes besides, are left out.
 */
export const name = 'Placement’s statements';

const PROVIDER = '00000000-0000-4000-8000-000000000001';
const TRIES = 10;
const CLASSES = [
  [0, 1],
  [1, 2048],
  [2, 1],
];

const SCHEMA = `
  create table resource_providers (id integer primary key, uuid uuid not null unique, generation integer not null);
  create table inventories (resource_provider_id integer not null, resource_class_id integer not null, total bigint not null,
                            reserved bigint not null, min_unit integer not null, max_unit integer not null, step_size integer not null,
                            allocation_ratio float8 not null, primary key (resource_provider_id, resource_class_id));
  create table consumers (id bigserial primary key, uuid uuid not null unique, project_id integer not null, user_id integer not null,
                          generation integer not null default 0);
  create table allocations (id bigserial primary key, resource_provider_id integer not null, resource_class_id integer not null,
                            consumer_id uuid not null, used integer not null);
  create index on allocations (resource_provider_id, resource_class_id, used);
  create index on allocations (consumer_id);
  insert into resource_providers values (1, '${PROVIDER}', 0)`;

export async function prepare(client, { capacity, live }) {
  await client.query(SCHEMA);
  for (const [number, amount] of CLASSES) {
    await client.query(`insert into inventories values (1, $1, $2, 0, 1, 2147483647, 1, 1.0)`, [
      number,
      capacity * amount,
    ]);
  }
  await client.query(
    `with booked as (select gen_random_uuid() as uuid from unnest($1::float8[])),
          known as (insert into consumers (uuid, project_id, user_id) select uuid, 1, 1 from booked)
     insert into allocations (resource_provider_id, resource_class_id, consumer_id, used)
     select 1, c.number, b.uuid, c.amount from booked b, (values (0, 1), (1, 2048), (2, 1)) as c (number, amount)`,
    [columns(live)[0]],
  );
}

export async function book(client) {
  const consumer = randomUUID();
  const [{ id }] = await query(client, INSERT_CONSUMER, [consumer]);
  for (let tries = 0; tries < TRIES; tries++) {
    const [provider] = await query(client, READ_PROVIDER, [PROVIDER]);
    const outcome = await tryOnce(client, provider, consumer, id);
    if (outcome) return outcome;
  }
  await query(client, DELETE_CONSUMER, [id]);
  return 'gaveUp';
}

/** Undefined when somebody else has moved the generation on. */
async function tryOnce(client, provider, consumer, consumerId) {
  await client.query('begin');
  await query(client, DELETE_ALLOCATIONS, [consumer]);
  const usages = await query(client, USAGES, [provider.id, [0, 1, 2]]);
  const fits = CLASSES.every(([number, amount]) => {
    const { total, reserved, allocation_ratio: share, used } = usages.find((row) => row.class === number);
    return (Number(total) - Number(reserved)) * share >= Number(used ?? 0) + amount;
  });
  if (!fits) {
    await client.query('rollback');
    return 'conflict';
  }
  for (const [number, amount] of CLASSES) {
    await query(client, INSERT_ALLOCATION, [provider.id, number, consumer, amount]);
  }
  const moved = await query(client, MOVE_PROVIDER, [provider.id, provider.generation]);
  if (moved.length === 0) {
    await client.query('rollback');
    return undefined;
  }
  await query(client, MOVE_CONSUMER, [consumerId]);
  await client.query('commit');
  return 'ok';
}

const INSERT_CONSUMER = `insert into consumers (uuid, project_id, user_id) values ($1, 1, 1) returning id`;
const DELETE_CONSUMER = `delete from consumers where id = $1`;
const READ_PROVIDER = `select id, generation from resource_providers where uuid = $1`;
const DELETE_ALLOCATIONS = `delete from allocations where consumer_id = $1`;
const INSERT_ALLOCATION = `
  insert into allocations (resource_provider_id, resource_class_id, consumer_id, used) values ($1, $2, $3, $4)`;
const MOVE_PROVIDER = `
  update resource_providers set generation = generation + 1 where id = $1 and generation = $2 returning id`;
const MOVE_CONSUMER = `update consumers set generation = generation + 1 where id = $1 and generation = 0`;
const USAGES = `
  select p.generation, i.resource_class_id as class, i.total, i.reserved, i.allocation_ratio, u.used
    from resource_providers p
    join inventories i on i.resource_provider_id = p.id
    left join (select resource_provider_id, resource_class_id, sum(used) as used
                 from allocations
                where resource_provider_id = $1 and resource_class_id = any ($2)
                group by resource_provider_id, resource_class_id) u
      on u.resource_provider_id = i.resource_provider_id and u.resource_class_id = i.resource_class_id
   where p.id = $1 and i.resource_class_id = any ($2)`;

/** Whatever is allocated is so at every instant. */
export const stored = `
  select 0 as place, 0 as starts_at, 1 as ends_at,
         (select total from inventories where resource_class_id = 0)::float8 as room
    from allocations where resource_class_id = 0`;
