/** Subscriptions, the changes and watermarks that notifications are made from, and the notifications under way. */

const SUBSCRIPTIONS = `
  create table subscriptions (
    id              uuid        not null constraint subscriptions_pkey primary key,
    kind            text        not null constraint subscriptions_kind_known
                                check (kind in ('compute', 'network', 'storage', 'reservation')),
    tenant          text,
    zone_id         text,
    resource_type   text,
    threshold       jsonb,
    watches_from    timestamptz,
    reservation_ids jsonb       not null,
    since           bigint      not null default 0,
    callback_uri    text,
    sealed_secret   text,
    sealed_previous text,
    previous_until  timestamptz,
    created_at      timestamptz not null,
    disabled_at     timestamptz,
    disabled_reason text
  );
  comment on column subscriptions.tenant is 'who made it; of all reservations it hears of those of the tenant';
  comment on column subscriptions.watches_from is 'when its threshold last changed; null: when it was made';
  comment on column subscriptions.since is 'number of the change of subscribers that it is; it hears of what is committed from then on';
  comment on column subscriptions.sealed_previous is 'still signs along with sealed_secret until previous_until'`;

/** Every append asks `subscriptions_watching_reservations` whether anything watches reservations. */
const SUBSCRIPTION_LOOKUPS = `
  create index subscriptions_watching_reservations on subscriptions (id) where kind = 'reservation';
  create index subscriptions_watching_all on subscriptions (id) where kind = 'reservation' and reservation_ids = '[]';
  create index subscriptions_watching_some on subscriptions using gin (reservation_ids)
    where kind = 'reservation' and reservation_ids <> '[]';
  create index subscriptions_of_zone on subscriptions (zone_id, id) where zone_id is not null;
  create index subscriptions_of_tenant on subscriptions (tenant, id) where tenant is not null`;

const SUBSCRIPTION_CHANGES = `
  create table subscription_changes (
    only_row boolean not null default true constraint subscription_changes_pkey primary key
                                           constraint subscription_changes_one_row check (only_row),
    number   bigint  not null
  );
  insert into subscription_changes (number) values (0);
  comment on table subscription_changes is
    'counts up with every change of who subscribes, in its transaction: who evaluates sees at a glance whether to look again'`;

const RESERVATION_CHANGES = `
  create table reservation_changes (
    zone_id        text        not null,
    sequence       bigint      not null,
    ordinal        integer     not null,
    reservation_id uuid        not null,
    before         jsonb,
    after          jsonb,
    subscribers    bigint      not null,
    recorded_at    timestamptz not null,
    told_until     timestamptz,
    constraint reservation_changes_before_and_after check ((before is null) = (after is null)),
    constraint reservation_changes_pkey primary key (zone_id, sequence, ordinal)
  );
  comment on table reservation_changes is
    'written by the append that makes the change, only while somebody watches reservations; gone once told';
  comment on column reservation_changes.sequence is 'of the last entry of that append';
  comment on column reservation_changes.subscribers is 'the change of subscribers it was committed under: younger ones do not hear of it';
  comment on column reservation_changes.told_until is
    'where the reservation has moved here: until when it is told in the zone it came from, -infinity if not at all';
  comment on column reservation_changes.before is 'null, as is after: the reservation was created'`;

const WATERMARKS = `
  create table reservation_watermarks (
    zone_id     text        not null constraint reservation_watermarks_pkey primary key,
    sequence    bigint      not null,
    reached     timestamptz not null,
    subscribers bigint      not null
  );
  comment on table reservation_watermarks is 'up to which entry and which instant a zone''s reservation changes are told';
  create table capacity_watermarks (
    scope       text        not null constraint capacity_watermarks_pkey primary key,
    heads       jsonb       not null,
    reached     timestamptz not null,
    holder      uuid        not null,
    held_until  timestamptz not null
  );
  create table capacity_evaluations (
    subscription_id uuid    not null constraint capacity_evaluations_subscription_exists references subscriptions on delete cascade,
    scope           text    not null,
    since           jsonb   not null,
    has_begun       boolean not null,
    constraint capacity_evaluations_pkey primary key (subscription_id, scope)
  );
  comment on column capacity_evaluations.since is 'per zone of the scope, the head when it was subscribed: its condition is looked at first there';
  comment on column capacity_evaluations.has_begun is 'it was; whether the condition held at the watermark follows from the ledger then';
  comment on column capacity_watermarks.scope is 'a zone; the empty text for the whole service';
  comment on column capacity_watermarks.heads is 'per zone of the scope, up to which entry subscriptions are evaluated';
  comment on column capacity_watermarks.held_until is 'by the database''s clock: which process evaluates until when'`;

const NOTIFICATIONS_TABLE = `
  create table notifications (
    id              uuid        not null constraint notifications_pkey primary key,
    subscription_id uuid        not null constraint notifications_subscription_exists references subscriptions on delete cascade,
    lane            uuid        not null,
    position        bigint      generated always as identity,
    path            text        not null constraint notifications_path_known check (path in ('compute', 'network', 'storage')),
    body            json        not null,
    newest_only     boolean     not null,
    state           text        not null constraint notifications_state_known
                                check (state in ('kept', 'waiting', 'delivered', 'superseded', 'dead')),
    attempts        integer     not null default 0,
    created_at      timestamptz not null,
    settled_at      timestamptz
  );
  create index notifications_in_order on notifications (subscription_id, lane, position) where state = 'waiting';
  create index notifications_of_subscription on notifications (subscription_id, position);
  create index notifications_dead on notifications (subscription_id, position) where state = 'dead';
  create index notifications_settled on notifications (settled_at) where settled_at is not null;
  create index notifications_given_up on notifications (id) where state || '' = 'dead';
  comment on column notifications.lane is 'what is told in order: a reservation, or for capacity the subscription itself';
  comment on column notifications.body is 'json, not jsonb: what is signed and sent again must stay the same bytes';
  comment on column notifications.newest_only is 'a newer one of its lane takes its place while it waits'`;

const NOTIFICATION_ATTEMPTS = `
  create table notification_attempts (
    notification_id uuid        not null constraint notification_attempts_notification_exists
                                references notifications on delete cascade,
    number          integer     not null,
    at              timestamptz not null,
    outcome         text        not null,
    status          integer,
    milliseconds    integer     not null,
    constraint notification_attempts_pkey primary key (notification_id, number)
  )`;

const DELIVERY_LANES = `
  create table delivery_lanes (
    subscription_id uuid        not null constraint delivery_lanes_subscription_exists references subscriptions on delete cascade,
    lane            uuid        not null,
    endpoint        text        not null,
    failures        integer     not null default 0,
    due_at          timestamptz not null,
    leased_until    timestamptz,
    constraint delivery_lanes_pkey primary key (subscription_id, lane)
  );
  create index delivery_lanes_due on delivery_lanes (endpoint, due_at);
  comment on table delivery_lanes is 'a row while something of the lane waits; one worker at a time has it';
  comment on column delivery_lanes.endpoint is 'scheme, host and port: what is bounded together';
  comment on column delivery_lanes.failures is 'in a row, of the notification at its front';
  comment on column delivery_lanes.due_at is 'by the service''s clock';
  comment on column delivery_lanes.leased_until is 'by the database''s clock, which all workers share'`;

const RECEIVED_NOTIFICATIONS = `
  create table received_notifications (
    id          uuid        not null constraint received_notifications_pkey primary key,
    kind        text        not null,
    body        jsonb       not null,
    received_at timestamptz not null
  )`;

export const NOTIFICATIONS: readonly string[] = [
  SUBSCRIPTIONS,
  SUBSCRIPTION_LOOKUPS,
  SUBSCRIPTION_CHANGES,
  RESERVATION_CHANGES,
  WATERMARKS,
  NOTIFICATIONS_TABLE,
  NOTIFICATION_ATTEMPTS,
  DELIVERY_LANES,
  RECEIVED_NOTIFICATIONS,
];

export const DROP_NOTIFICATIONS = `
  drop table received_notifications, delivery_lanes, notification_attempts, notifications, capacity_evaluations,
             capacity_watermarks, reservation_watermarks, reservation_changes, subscription_changes, subscriptions`;
