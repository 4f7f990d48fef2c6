import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The token that a receiver wants from the service, sealed like the secret beside it. */
export class CallbackTokens1795552000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
  alter table subscriptions add column sealed_token text;
  comment on column subscriptions.sealed_token is 'sent as a bearer token to the origin of callback_uri that it is sealed for'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscriptions drop column sealed_token');
  }
}
