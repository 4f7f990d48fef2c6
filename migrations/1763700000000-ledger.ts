import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The tables. Every table that takes part in an admission has `zone_id` in its primary key and every constraint
 * names a rule, so that the schema distributes by zone and the code can tell from a name what was refused.
 */
export class Ledger1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create extension if not exists btree_gist`);
    await runner.query(ZONES);
    await runner.query(PROVIDERS);
    await runner.query(LEDGER_ENTRIES);
    await runner.query(POOL_ENTRIES);
    await runner.query(RESERVATIONS);
    await runner.query(CLAIMS);
    await runner.query(INSTANCES);
    await runner.query(ADDRESSES);
    await runner.query(SUBSCRIPTIONS);
    await runner.query(IDEMPOTENCY_KEYS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table idempotency_keys, received_notifications, subscriptions, address_assignments, address_ranges,
                 instances, claims, reservations, pool_entries, ledger_entries, providers, zones`);
  }
}

const ZONES = `
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
    sealed_password  text        not null,
    region           text        not null,
    tenant_id        text        not null,
    tenant_name      text        not null,
    user_domain_name text        not null,
    state            text        not null constraint providers_state_known check (state in ('pending', 'active', 'error')),
    last_error       text,
    traits           jsonb       not null,
    flavors          jsonb       not null,
    limits           jsonb       not null,
    retry_at         timestamptz,
    attempts         integer     not null default 0,
    created_at       timestamptz not null,
    updated_at       timestamptz not null,
    constraint providers_pkey primary key (id, zone_id),
    constraint providers_registered_once unique (zone_id, endpoint, region, tenant_id, tenant_name)
  );
  create index providers_retry on providers (retry_at) where retry_at is not null`;

const LEDGER_ENTRIES = `
  create table ledger_entries (
    zone_id     text        not null,
    sequence    bigint      not null,
    follows     bigint      generated always as (nullif(sequence - 1, 0)) stored,
    batch       uuid        not null,
    provider_id uuid,
    moves       text        not null constraint ledger_entries_moves_known check (moves in ('total', 'reserved', 'allocated')),
    owner_kind  text        not null constraint ledger_entries_owner_known check (owner_kind in ('pool', 'reservation', 'instance')),
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

const POOL_ENTRIES = `
  create table pool_entries (
    zone_id     text        not null,
    id          uuid        not null,
    provider_id uuid        not null,
    starts_at   timestamptz not null,
    ends_at     timestamptz not null,
    amounts     jsonb       not null,
    created_at  timestamptz not null,
    constraint pool_entries_pkey primary key (id, zone_id),
    constraint pool_entries_provider_exists foreign key (provider_id, zone_id) references providers (id, zone_id),
    constraint pool_entries_window_not_empty check (starts_at < ends_at)
  );
  create index pool_entries_zone on pool_entries (zone_id, ends_at)`;

const RESERVATIONS = `
  create table reservations (
    zone_id    text        not null,
    id         uuid        not null,
    kind       text        not null constraint reservations_kind_known check (kind in ('compute', 'containers', 'network', 'storage', 'mixed')),
    status     text        not null constraint reservations_status_known check (status in ('admitted', 'conflict', 'terminated', 'lapsed')),
    starts_at  timestamptz not null,
    ends_at    timestamptz not null,
    expires_at timestamptz,
    expires_after integer,
    amounts    jsonb       not null,
    containers jsonb,
    elements   jsonb       not null,
    restricted jsonb       not null,
    addresses  jsonb       not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    ended_at   timestamptz,
    constraint reservations_pkey primary key (id, zone_id),
    constraint reservations_window_not_empty check (starts_at < ends_at),
    constraint reservations_ended_or_live check ((ended_at is null) = (status in ('admitted', 'conflict')))
  );
  comment on column reservations.expires_after is 'seconds after the start, where the expiry was given so: it follows the start';
  comment on column reservations.restricted is 'providers its elements tie it to; empty: any of the zone';
  create index reservations_window on reservations using gist (zone_id, tstzrange(starts_at, ends_at)) where ended_at is null;
  create index reservations_ended on reservations (zone_id, ended_at) where ended_at is not null;
  create index reservations_in_conflict on reservations (zone_id, ends_at) where status = 'conflict';
  create index reservations_expiry on reservations (ends_at, expires_at) where expires_at is not null and ended_at is null;
  create index reservations_elements on reservations using gin (elements)
    where ended_at is null and elements <> '[]'`;

const CLAIMS = `
  create table claims (
    zone_id        text  not null,
    reservation_id uuid  not null,
    provider_id    uuid  not null,
    amounts        jsonb not null,
    constraint claims_pkey primary key (zone_id, reservation_id, provider_id),
    constraint claims_reservation_exists foreign key (reservation_id, zone_id) references reservations (id, zone_id)
  );
  comment on table claims is 'what backs a reservation: how much of it on which provider'`;

const INSTANCES = `
  create table instances (
    zone_id        text        not null constraint instances_zone_exists references zones,
    id             uuid        not null,
    provider_id    uuid        not null,
    reservation_id uuid,
    name           text        not null,
    image          text        not null,
    flavor         text        not null,
    networks       jsonb       not null,
    amounts        jsonb       not null,
    borrowed       jsonb       not null,
    state          text        not null constraint instances_state_known
                               check (state in ('pending', 'active', 'deleting', 'deleted', 'error')),
    server_id      text,
    failure        text,
    starts_at      timestamptz not null,
    ends_at        timestamptz not null,
    due_at         timestamptz,
    attempts       integer     not null default 0,
    created_at     timestamptz not null,
    updated_at     timestamptz not null,
    constraint instances_pkey primary key (id, zone_id)
  );
  comment on column instances.borrowed is 'the part of amounts that the reservation does not carry and that is drawn from the pool';
  comment on column instances.due_at is 'when the platform worker has to look at it next; null: nothing to do';
  create index instances_due on instances (due_at) where due_at is not null;
  create index instances_reservation on instances (zone_id, reservation_id) where reservation_id is not null;
  create index instances_ending on instances (ends_at) where state in ('pending', 'active');
  create index instances_zone on instances (zone_id, ends_at)`;

const ADDRESSES = `
  create table address_ranges (
    range      cidr        not null,
    zone_id    text        not null constraint address_ranges_zone_exists references zones,
    origin     text        not null constraint address_ranges_origin_known check (origin in ('configuration', 'pool')),
    created_at timestamptz not null,
    constraint address_ranges_pkey primary key (range, zone_id),
    constraint address_ranges_disjoint exclude using gist (range inet_ops with &&)
  );
  create table address_assignments (
    zone_id        text        not null,
    reservation_id uuid        not null,
    address        inet        not null,
    starts_at      timestamptz not null,
    ends_at        timestamptz not null,
    constraint address_assignments_pkey primary key (zone_id, reservation_id, address),
    constraint address_assignments_window_not_empty check (starts_at < ends_at),
    constraint address_assigned_once
      exclude using gist (zone_id with =, address inet_ops with =, tstzrange(starts_at, ends_at) with &&)
      deferrable initially deferred
  );
  comment on constraint address_assigned_once on address_assignments is 'checked at commit, so that one batch can hand an address on'`;

const SUBSCRIPTIONS = `
  create table subscriptions (
    id              uuid        not null constraint subscriptions_pkey primary key,
    kind            text        not null constraint subscriptions_kind_known
                                check (kind in ('compute', 'network', 'storage', 'reservation')),
    zone_id         text,
    resource_type   text,
    threshold       jsonb,
    reservation_ids jsonb       not null,
    callback_uri    text,
    created_at      timestamptz not null
  );
  create table received_notifications (
    id          uuid        not null constraint received_notifications_pkey primary key,
    kind        text        not null,
    body        jsonb       not null,
    received_at timestamptz not null
  )`;

const IDEMPOTENCY_KEYS = `
  create table idempotency_keys (
    key         text        not null constraint idempotency_keys_pkey primary key,
    zone_id     text        not null,
    fingerprint text        not null,
    answer      jsonb       not null,
    created_at  timestamptz not null
  );
  create index idempotency_keys_age on idempotency_keys (created_at);
  comment on table idempotency_keys is 'written with the effect of a request, so that its repetition has none'`;
