import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A reservation was released at its expiry although an instance had drawn on it, if the server of that one was lost later. */
export class InstancesThatWereActive1795584000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table instances add column was_active boolean not null default false');
    // Processes of the release before may end them during an upgrade.
    await runner.query(`update instances set was_active = true where state = 'active'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table instances drop column was_active');
  }
}
