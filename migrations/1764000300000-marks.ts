import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What their owners call reservations and instances. The indexes cost nothing where there are no marks. */
export class Marks1764000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reservations add column name text, add column labels jsonb;
      alter table instances add column labels jsonb;
      comment on column reservations.labels is 'key → text; null: none';
      comment on column instances.labels is 'key → text; null: none';
      create index reservations_named on reservations (name, id) where name is not null;
      create index reservations_labelled on reservations using gin (labels) where labels is not null;
      create index instances_named on instances (name, id);
      create index instances_labelled on instances using gin (labels) where labels is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index reservations_named, reservations_labelled, instances_named, instances_labelled;
      alter table reservations drop column name, drop column labels;
      alter table instances drop column labels`);
  }
}
