/** Zones, their providers, what the providers' pools declare, and the ledger. */

const ZONES_TABLE = `
  create table zones (
    zone_id    text        not null constraint zones_pkey primary key,
    head       bigint      not null default 0 constraint zones_head_not_negative check (head >= 0),
    changed_at timestamptz not null,
    created_at timestamptz not null
  );
  comment on column zones.head is 'number of the last ledger entry; an append names the head it was decided on'`;

const PROVIDERS = `
  create table providers (
    zone_id          text        not null constraint providers_zone_exists references zones,
    id               uuid        not null,
    type             text        not null,
    endpoint         text        not null,
    username         text        not null,
    sealed_password  text,
    region           text        not null,
    tenant_id        text        not null,
    tenant_name      text        not null,
    user_domain_name text        not null,
    state            text        not null constraint providers_state_known
                                 check (state in ('pending', 'active', 'error', 'retired')),
    last_error       text,
    traits           jsonb       not null,
    flavors          jsonb       not null,
    limits           jsonb       not null,
    due_at           timestamptz not null,
    leased_until     timestamptz,
    looked_at        timestamptz,
    failing_since    timestamptz,
    attempts         integer     not null default 0,
    created_at       timestamptz not null,
    updated_at       timestamptz not null,
    constraint providers_pkey primary key (id, zone_id),
    constraint providers_registered_once unique (zone_id, endpoint, region, tenant_id, tenant_name),
    constraint providers_retired_without_password check ((sealed_password is null) = (state = 'retired'))
  );
  create index providers_due on providers (due_at);
  comment on column providers.due_at is
    'by the service''s clock: when its platform is looked at next; infinity: never, it is retired';
  comment on column providers.leased_until is 'by the database''s clock, which all processes share: one of them looks until then';
  comment on column providers.failing_since is 'when the looks at its platform began to fail; null: the last one succeeded'`;

const POOL_ENTRIES = `
  create table pool_entries (
    zone_id     text        not null,
    id          uuid        not null,
    provider_id uuid        not null,
    starts_at   timestamptz not null,
    ends_at     timestamptz not null,
    amounts     jsonb       not null,
    created_at  timestamptz not null,
    ended_at    timestamptz,
    constraint pool_entries_pkey primary key (id, zone_id),
    constraint pool_entries_provider_exists foreign key (provider_id, zone_id) references providers (id, zone_id),
    constraint pool_entries_window_not_empty
      check (starts_at < ends_at or (starts_at = ends_at and ended_at is not null))
  );
  create index pool_entries_zone on pool_entries (zone_id, ends_at);
  create index pool_entries_provider on pool_entries (provider_id, ends_at);
  comment on column pool_entries.ends_at is
    'until when it is in force; the start, where it was ended before that. The ledger has the end that was declared first'`;

/** Lists go along their own indexes: `|| ''` keeps plans of admissions from using them (docs/decisions/0016). */
const POOL_ENTRY_LISTS = `create index pool_entries_listed on pool_entries ((zone_id || ''), id)`;

const LEDGER_ENTRIES = `
  create table ledger_entries (
    zone_id     text        not null,
    sequence    bigint      not null,
    follows     bigint      generated always as (nullif(sequence - 1, 0)) stored,
    batch       uuid        not null,
    provider_id uuid,
    moves       text        not null constraint ledger_entries_moves_known check (moves in ('total', 'reserved', 'allocated')),
    owner_kind  text        not null constraint ledger_entries_owner_known
                            check (owner_kind in ('pool', 'reservation', 'instance', 'provider')),
    owner_id    uuid        not null,
    starts_at   timestamptz not null,
    ends_at     timestamptz not null,
    amounts     jsonb       not null,
    recorded_at timestamptz not null,
    constraint ledger_entries_pkey primary key (zone_id, sequence),
    constraint ledger_entries_no_gap foreign key (zone_id, follows) references ledger_entries (zone_id, sequence),
    constraint ledger_entries_window_not_empty check (starts_at < ends_at),
    constraint ledger_entries_amounts_are_integers check (
      jsonb_typeof(amounts) = 'object'
      and not jsonb_path_exists(amounts, '$.* ? (@.type() != "number" || @.floor() != @)')),
    constraint ledger_entries_amounts_have_provider check (provider_id is not null or amounts = '{}')
  );
  create index ledger_entries_owner on ledger_entries (zone_id, owner_id);
  comment on column ledger_entries.zone_id is 'no foreign key: an append selects its rows from the zone whose head it moves';
  comment on table ledger_entries is 'append-only: cancelling is a counter-entry for the rest of the window'`;

export const ZONES: readonly string[] = [
  ZONES_TABLE,
  PROVIDERS,
  POOL_ENTRIES,
  POOL_ENTRY_LISTS,
  LEDGER_ENTRIES,
];
export const DROP_ZONES = 'drop table ledger_entries, pool_entries, providers, zones';
