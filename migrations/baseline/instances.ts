/** Instances, the comparison of platforms with the records, and the servers of the simulated platforms. */

const INSTANCES_TABLE = `
  create table instances (
    zone_id        text        not null constraint instances_zone_exists references zones,
    id             uuid        not null,
    provider_id    uuid        not null,
    reservation_id uuid,
    name           text        not null,
    labels         jsonb,
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
    leased_until   timestamptz,
    attempts       integer     not null default 0,
    created_at     timestamptz not null,
    updated_at     timestamptz not null,
    constraint instances_pkey primary key (id, zone_id)
  );
  comment on column instances.labels is 'key → text; null: none';
  comment on column instances.borrowed is 'the part of amounts that the reservation does not carry and that is drawn from the pool';
  comment on column instances.due_at is 'since when the platform worker has something to do; null: nothing to do';
  comment on column instances.leased_until is
    'by the database''s clock, which all workers share: until then a worker has it, or it rests after a failure'`;

/** `instances_reservation` doesn't begin with the zone, for the reason given at `claims_provider`. */
const INSTANCE_LOOKUPS = `
  create index instances_due on instances (provider_id, due_at) where due_at is not null;
  create index instances_live on instances (provider_id) where state in ('pending', 'active');
  create index instances_deleted on instances (provider_id, updated_at) where state = 'deleted';
  create index instances_reservation on instances (reservation_id) where reservation_id is not null;
  create index instances_ending on instances (ends_at) where state in ('pending', 'active');
  create index instances_zone on instances (zone_id, ends_at)`;

/** Lists go along their own indexes: `|| ''` keeps plans of admissions from using them (docs/decisions/0016). */
const INSTANCE_LISTS = `
  create index instances_named on instances (name, id);
  create index instances_labelled on instances using gin (labels) where labels is not null;
  create index instances_listed on instances ((zone_id || ''), id);
  create index instances_failed on instances (id) where state || '' = 'error'`;

const DEPLOYMENT = `
  create table deployment (
    id     uuid    not null default gen_random_uuid(),
    single boolean not null default true constraint deployment_pkey primary key
                   constraint deployment_has_one_row check (single)
  );
  insert into deployment default values;
  comment on table deployment is
    'servers carry its id: what another deployment runs in the same tenant is none of our business'`;

const RECONCILIATIONS = `
  create table reconciliations (
    provider_id  uuid        not null constraint reconciliations_pkey primary key,
    zone_id      text        not null,
    due_at       timestamptz not null,
    leased_until timestamptz,
    ended_at     timestamptz,
    failure      text,
    constraint reconciliations_provider_exists foreign key (provider_id, zone_id) references providers (id, zone_id)
  );
  create index reconciliations_due on reconciliations (due_at);
  comment on table reconciliations is 'when each platform is compared with the records; all times by the database''s clock';
  comment on column reconciliations.leased_until is 'until then one process has it';
  comment on column reconciliations.ended_at is 'when it last came to an end without a failure';
  comment on column reconciliations.failure is 'why it last came to none'`;

const SIMULATED_SERVERS = `
  create table simulated_servers (
    id            text        not null constraint simulated_servers_pkey primary key,
    cloud         text        not null,
    instance_id   text        not null,
    deployment_id text,
    name          text        not null,
    fails         boolean     not null,
    boots_at      timestamptz not null,
    created_at    timestamptz not null default clock_timestamp()
  );
  create index simulated_servers_cloud on simulated_servers (cloud, instance_id);
  comment on table simulated_servers is 'the servers of the simulated platforms, which so outlive a process as real ones do'`;

export const INSTANCES: readonly string[] = [
  INSTANCES_TABLE,
  INSTANCE_LOOKUPS,
  INSTANCE_LISTS,
  DEPLOYMENT,
  RECONCILIATIONS,
  SIMULATED_SERVERS,
];
export const DROP_INSTANCES = 'drop table simulated_servers, reconciliations, deployment, instances';
