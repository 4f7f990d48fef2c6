import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An `Idempotency-Key` is its caller's, and every request that has an effect can bear one, also those that concern no zone. What
 * holds a secret is remembered encrypted.
 */
export class KeysOfCallers1764000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table idempotency_keys
        add column scope  text not null default '',
        add column id     uuid not null default gen_random_uuid(),
        add column sealed text,
        drop column zone_id,
        drop constraint idempotency_keys_pkey,
        add constraint idempotency_keys_pkey primary key (scope, key),
        alter column fingerprint drop not null,
        alter column answer drop not null,
        alter column answer type json using answer::json,
        add constraint idempotency_keys_sealed_or_plain check (
          (sealed is null) = (fingerprint is not null) and (sealed is null) = (answer is not null));
      create index idempotency_keys_sealed on idempotency_keys (id) where sealed is not null;
      comment on column idempotency_keys.scope is 'whose key it is: the tenant the request was made for, empty for none';
      comment on column idempotency_keys.sealed is 'fingerprint and answer, encrypted, where one of them would give a secret away';
      comment on column idempotency_keys.answer is 'json, not jsonb: a repetition is answered with the same text';
      comment on column idempotency_keys.id is 'names a sealed one where its key is changed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from idempotency_keys where scope <> '' or sealed is not null;
      drop index idempotency_keys_sealed;
      alter table idempotency_keys
        drop constraint idempotency_keys_sealed_or_plain,
        drop constraint idempotency_keys_pkey,
        add constraint idempotency_keys_pkey primary key (key),
        alter column fingerprint set not null,
        alter column answer set not null,
        alter column answer type jsonb using answer::jsonb,
        drop column sealed,
        drop column id,
        drop column scope,
        add column zone_id text not null default '';
      alter table idempotency_keys alter column zone_id drop default`);
  }
}
