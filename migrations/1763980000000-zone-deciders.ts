import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of several processes that write to a zone one decides for all: the zone's row tells which. */
export class ZoneDeciders1763980000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table zones add column decided_by text;
      comment on column zones.decided_by is
        'host:port and token of the process that decides the zone; whoever can read it can ask that process to'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table zones drop column decided_by`);
  }
}
