/** Reservations, what backs them, and the public addresses they have. */

const RESERVATIONS_TABLE = `
  create table reservations (
    zone_id       text        not null,
    id            uuid        not null,
    tenant        text,
    name          text,
    labels        jsonb,
    kind          text        not null constraint reservations_kind_known
                              check (kind in ('compute', 'containers', 'network', 'storage', 'mixed')),
    status        text        not null constraint reservations_status_known
                              check (status in ('admitted', 'conflict', 'terminated', 'lapsed')),
    starts_at     timestamptz not null,
    ends_at       timestamptz not null,
    expires_at    timestamptz,
    expires_after integer,
    amounts       jsonb       not null,
    containers    jsonb,
    traits        jsonb,
    elements      jsonb       not null,
    restricted    jsonb       not null,
    addresses     jsonb       not null,
    created_at    timestamptz not null,
    updated_at    timestamptz not null,
    ended_at      timestamptz,
    constraint reservations_pkey primary key (id, zone_id),
    constraint reservations_window_not_empty check (starts_at < ends_at),
    constraint reservations_ended_or_live check ((ended_at is null) = (status in ('admitted', 'conflict')))
  );
  comment on column reservations.labels is 'key → text; null: none';
  comment on column reservations.expires_after is 'seconds after the start, where the expiry was given so: it follows the start';
  comment on column reservations.restricted is 'providers its elements tie it to; empty: any of the zone';
  comment on column reservations.traits is
    'what every provider that backs the reservation must be like; null: anything. Containers carry their own in containers'`;

/**
 * `reservations_elements` covers ended reservations too: among live ones only, the index of all live ones would answer the same
 * search, and a plan kept from a small table would use it.
 */
const RESERVATION_LOOKUPS = `
  create index reservations_window on reservations using gist (zone_id, tstzrange(starts_at, ends_at)) where ended_at is null;
  create index reservations_ended on reservations (zone_id, ended_at) where ended_at is not null;
  create index reservations_in_conflict on reservations (zone_id, ends_at) where status = 'conflict';
  create index reservations_expiry on reservations (ends_at, expires_at) where expires_at is not null and ended_at is null;
  create index reservations_elements on reservations using gin (elements) where elements <> '[]';
  create index reservations_restricted on reservations using gin (restricted) where restricted <> '[]';
  create index reservations_tenant on reservations (zone_id, tenant) where tenant is not null and ended_at is null`;

/** Lists go along their own indexes: `|| ''` keeps plans of admissions from using them (docs/decisions/0016). */
const RESERVATION_LISTS = `
  create index reservations_named on reservations (name, id) where name is not null;
  create index reservations_labelled on reservations using gin (labels) where labels is not null;
  create index reservations_listed on reservations ((zone_id || ''), id);
  create index reservations_of_tenant on reservations ((tenant || ''), id) where tenant is not null;
  create index reservations_conflicting on reservations (id) where status || '' = 'conflict'`;

/** `claims_provider` doesn't begin with the zone: a plan made while there are few claims would use it to find a reservation's. */
const CLAIMS = `
  create table claims (
    zone_id        text  not null,
    reservation_id uuid  not null,
    provider_id    uuid  not null,
    amounts        jsonb not null,
    constraint claims_pkey primary key (zone_id, reservation_id, provider_id),
    constraint claims_reservation_exists foreign key (reservation_id, zone_id) references reservations (id, zone_id)
  );
  create index claims_provider on claims (provider_id);
  comment on table claims is 'what backs a reservation: how much of it on which provider'`;

const ADDRESSES = `
  create table address_ranges (
    range      cidr        not null,
    zone_id    text        not null constraint address_ranges_zone_exists references zones,
    origin     text        not null constraint address_ranges_origin_known check (origin in ('configuration', 'pool')),
    created_at timestamptz not null,
    constraint address_ranges_pkey primary key (range, zone_id),
    constraint address_ranges_disjoint exclude using gist (range inet_ops with &&)
  );
  create index address_ranges_of_zone on address_ranges (zone_id, range);
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

export const RESERVATIONS: readonly string[] = [
  RESERVATIONS_TABLE,
  RESERVATION_LOOKUPS,
  RESERVATION_LISTS,
  CLAIMS,
  ADDRESSES,
];
export const DROP_RESERVATIONS = 'drop table address_assignments, address_ranges, claims, reservations';
