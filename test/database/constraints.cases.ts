import { asDomainError } from '../../src/database/constraints.js';
import { DomainError } from '../../src/kernel/domain-error.js';
import { createDataSource } from '../../src/database/data-source.js';
import { createTestDatabase } from '../support/test-database.js';

const OWN_ID = 'the service makes the id, at random, for each row';
const OWN_WORD = 'the service writes one of a few words, none of which comes from a request';
const UPSERT = 'every insert has an `on conflict` for it';
const OWN_ROW = 'the row it refers to is written before, in the same transaction, and never removed';
const ONE_ROW = 'no request inserts here';
const KEY_RULE = '`keyRequest` refuses it, and a key keeps its role, tenant and scopes';
const NUMBERED = 'the append counts it up from the head that it moves on';

/** Constraints that no request can violate, with the reason. All others must be mapped to an error for the client. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  zones_pkey: UPSERT,
  zones_head_not_negative: NUMBERED,
  providers_pkey: OWN_ID,
  providers_state_known: OWN_WORD,
  providers_retired_without_password:
    'state and password are written together; of a retired provider no look stores anything',
  ledger_entries_pkey: NUMBERED,
  ledger_segments_pkey: UPSERT,
  ledger_entries_no_gap: NUMBERED,
  ledger_entries_moves_known: OWN_WORD,
  ledger_entries_owner_known: OWN_WORD,
  ledger_entries_amounts_are_integers:
    'amounts are read as integers from requests, and only added up from then on',
  ledger_entries_amounts_have_provider: 'only `noteIfSilent` posts without a provider, and without amounts',
  pool_entries_pkey: OWN_ID,
  reservations_pkey: `${OWN_ID}; one that is there already is updated`,
  reservations_kind_known: OWN_WORD,
  reservations_status_known: OWN_WORD,
  reservations_ended_or_live: 'status and end are always written together',
  reservations_wait_without_capacity: 'an admission clears it with the status',
  claims_pkey: `claims are merged by provider; ${UPSERT} where the reservation was there before`,
  claims_reservation_exists: OWN_ROW,
  instances_pkey: `${OWN_ID}; one that is there already is updated`,
  instances_state_known: OWN_WORD,
  address_ranges_origin_known: OWN_WORD,
  address_assignments_pkey: UPSERT,
  address_entries_pkey: 'PostgreSQL makes the numbers',
  idempotency_keys_sealed_or_plain: '`AnsweredRequests` makes the one record or the other',
  subscriptions_pkey: OWN_ID,
  subscriptions_kind_known: OWN_WORD,
  subscription_changes_pkey: ONE_ROW,
  subscription_changes_one_row: ONE_ROW,
  reservation_changes_pkey: NUMBERED,
  reservation_changes_before_and_after: 'a creation has neither, a change has both',
  reservation_watermarks_pkey: UPSERT,
  capacity_watermarks_pkey: UPSERT,
  capacity_evaluations_pkey:
    'a subscription is evaluated once per scope, from its own transaction on; what follows is an upsert',
  capacity_evaluations_subscription_exists: OWN_ROW,
  received_notifications_pkey: OWN_ID,
  notifications_pkey: OWN_ID,
  notifications_subscription_exists: 'the subscription is locked until the commit',
  notifications_path_known: OWN_WORD,
  notifications_state_known: OWN_WORD,
  notification_attempts_pkey: 'one worker at a time has a lane, and numbers its attempts',
  notification_attempts_notification_exists: 'only the worker that has the lane writes attempts',
  delivery_lanes_pkey: UPSERT,
  deployment_pkey: ONE_ROW,
  deployment_has_one_row: ONE_ROW,
  reconciliations_pkey: UPSERT,
  reconciliations_provider_exists: 'rows are selected from the providers',
  simulated_servers_pkey: OWN_ID,
  ledger_audits_pkey: UPSERT,
  ledger_audits_one_row: ONE_ROW,
  audit_log_pkey: OWN_ID,
  api_keys_pkey: OWN_ID,
  api_keys_role_known: OWN_WORD,
  api_keys_consumer_has_tenant: KEY_RULE,
  api_keys_machine_has_scopes: KEY_RULE,
  api_keys_previous_has_end: 'a rotation writes both',
};

/** On a cluster the coordinator has shards of its own, which repeat the constraints of their tables. */
const SHARD = /_\d{6,}$/;

/** Constraints of every kind except "not null", and unique indexes without a constraint. */
const CATALOGUE = `
select conname as name, conrelid::regclass::text as place
  from pg_constraint
 where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'x', 'f', 'c', 't')
union all
select indexrelid::regclass::text, indrelid::regclass::text
  from pg_index i
  join pg_class c on c.oid = i.indexrelid and c.relnamespace = 'public'::regnamespace
 where indisunique and not exists (select from pg_constraint where conindid = i.indexrelid)
 order by 2, 1`;

interface Rule {
  readonly name: string;
  readonly place: string;
}

async function rules(): Promise<Rule[]> {
  const database = await createTestDatabase();
  const dataSource = await createDataSource(database.url, { poolSize: 1 }).initialize();
  try {
    const found = await dataSource.query<Rule[]>(CATALOGUE);
    return found.filter(({ place }) => place !== 'schema_migrations' && !SHARD.test(place));
  } finally {
    await dataSource.destroy();
    await database.drop();
  }
}

const isMapped = (constraint: string): boolean => asDomainError({ constraint }) instanceof DomainError;

describe('the constraints of the schema', () => {
  let found: readonly Rule[];
  beforeAll(async () => {
    found = await rules();
  });

  it('are found in the catalogue', () => {
    expect(found.length).toBeGreaterThan(50);
  });

  it('are each mapped to a domain error, or listed as unreachable by requests', () => {
    const unanswered = found.filter(({ name }) => !isMapped(name) && !(name in UNREACHABLE));
    expect(unanswered).toEqual([]);
  });

  it('are not both mapped and listed', () => {
    expect(found.filter(({ name }) => isMapped(name) && name in UNREACHABLE)).toEqual([]);
  });

  it('still exist if they are listed', () => {
    const names = new Set(found.map(({ name }) => name));
    expect(Object.keys(UNREACHABLE).filter((name) => !names.has(name))).toEqual([]);
  });
});
