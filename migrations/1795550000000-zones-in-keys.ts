import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every row that belongs to a zone names it, and every key contains it, so that the schema distributes by zone. */
export class ZonesInKeys1795550000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
  alter table idempotency_keys add column zone_id text not null default '';
  comment on column idempotency_keys.zone_id is 'the zone whose ledger the effect was appended to; empty: none'`);
    await replaceKeys(runner, '(provider_id, zone_id)', '(number, zone_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceKeys(runner, '(provider_id)', '(number)');
    await runner.query('alter table idempotency_keys drop column zone_id');
  }
}

async function replaceKeys(
  runner: QueryRunner,
  ofReconciliations: string,
  ofAddressEntries: string,
): Promise<void> {
  await runner.query(`
  alter table reconciliations
    drop constraint reconciliations_pkey,
    add constraint reconciliations_pkey primary key ${ofReconciliations};
  alter table address_entries
    drop constraint address_entries_pkey,
    add constraint address_entries_pkey primary key ${ofAddressEntries}`);
}
