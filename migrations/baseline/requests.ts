/** Requests that are remembered with their answers. A key belongs to its caller, so the caller is part of the primary key. */
export const REQUESTS: readonly string[] = [
  `
  create table idempotency_keys (
    scope       text        not null default '',
    key         text        not null,
    id          uuid        not null default gen_random_uuid(),
    fingerprint text,
    answer      json,
    sealed      text,
    created_at  timestamptz not null,
    constraint idempotency_keys_pkey primary key (scope, key),
    constraint idempotency_keys_sealed_or_plain check (
      (sealed is null) = (fingerprint is not null) and (sealed is null) = (answer is not null))
  );
  create index idempotency_keys_age on idempotency_keys (created_at);
  create index idempotency_keys_sealed on idempotency_keys (id) where sealed is not null;
  comment on table idempotency_keys is 'written with the effect of a request, so that its repetition has none';
  comment on column idempotency_keys.scope is 'whose key it is: the tenant the request was made for, empty for none';
  comment on column idempotency_keys.id is 'names a sealed one where its key is changed';
  comment on column idempotency_keys.answer is 'json, not jsonb: a repetition is answered with the same text';
  comment on column idempotency_keys.sealed is 'fingerprint and answer, encrypted, where one of them would give a secret away'`,
];

export const DROP_REQUESTS = 'drop table idempotency_keys';
