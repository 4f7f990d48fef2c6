import type { DataSource } from 'typeorm';
import { clientOf, CONNECT_TIMEOUT_MS } from './data-source.js';

const NEEDED_SETTINGS: readonly string[] = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
];

/**
 * Settings that change what statements mean, or how long they take (`MEANING` and `PLANNING` in data-source.ts), with the values that
 * are needed, as a pattern.
 */
const FIXED_SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ['DateStyle', '^ISO'],
  ['array_nulls', '^on$'],
  ['default_transaction_isolation', '^read committed$'],
  ['enable_seqscan', '^off$'],
  ['extra_float_digits', '^[0-3]$'],
  ['jit', '^off$'],
];

/** SQLSTATE of a second statement prepared under one name. */
const ALREADY_PREPARED = '42P05';
const NO_SUCH_STATEMENT = '26000';

const UNSUPPORTED_POOLER =
  'the pooler in front of it gives one connection to several clients without their prepared statements; ' +
  'PgBouncer does this right from version 1.21 on with max_prepared_statements above 0, or with pool_mode = session';

/**
 * @throws Error naming the settings that the database role lacks, without which a statement could wait for ever, and those that it
 *   must not have
 */
export async function checkRoleSettings(dataSource: DataSource): Promise<void> {
  const rows = await dataSource.query<{ name: string }[]>(
    `select name from pg_settings where name = any ($1) and setting = '0' order by name`,
    [NEEDED_SETTINGS],
  );
  if (rows.length > 0) {
    const names = rows.map(({ name }) => name).join(', ');
    throw new Error(`DATABASE_SETTINGS=role, but the role has no ${names}: see deploy/postgres/roles.sql`);
  }
  await checkFixedSettings(dataSource);
}

async function checkFixedSettings(dataSource: DataSource): Promise<void> {
  const [wrong] = await dataSource.query<{ name: string; setting: string }[]>(
    `select s.name, s.setting
       from unnest($1::text[], $2::text[]) as needed(name, value)
       join pg_settings s on s.name = needed.name and s.setting !~ needed.value
      order by s.name`,
    [FIXED_SETTINGS.map(([name]) => name), FIXED_SETTINGS.map(([, value]) => value)],
  );
  if (!wrong) return;
  const { name, setting } = wrong;
  throw new Error(
    `DATABASE_SETTINGS=role, but ${name} is '${setting}' for the role: see deploy/postgres/roles.sql`,
  );
}

/**
 * Two clients prepare a statement under one name. Behind a pooler in transaction mode both reach the same connection of the
 * server, and unless the pooler keeps track of statements the second one fails – as later requests would.
 *
 * @throws Error that says which pooler would do
 */
export async function checkPooler(dataSource: DataSource): Promise<void> {
  const config = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: CONNECT_TIMEOUT_MS };
  const clients = [clientOf(dataSource, config), clientOf(dataSource, config)];
  try {
    for (const client of clients) await client.connect();
    for (const client of [...clients, ...clients]) {
      await client.query({ name: 'headroom_pooler_check', text: 'select 1' });
    }
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code !== ALREADY_PREPARED && code !== NO_SUCH_STATEMENT) throw error;
    throw new Error(UNSUPPORTED_POOLER, { cause: error });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
