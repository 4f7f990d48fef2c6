import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The name of a tenant, or a user without one, may stand for another project than before. */
export class ProjectsOfProviders1795583000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table providers add column project_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table providers drop column project_id');
  }
}
