import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the trace of a request with the change that it makes, so that the deliveries of the change belong to it. */
export class Traces1795530000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
  alter table reservation_changes add column traceparent text;
  alter table notifications add column traceparent text;
  comment on column reservation_changes.traceparent is 'W3C Trace Context of the request; null without tracing';
  comment on column notifications.traceparent is 'that of the change; null without tracing, and for capacity and the clock'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
  alter table notifications drop column traceparent;
  alter table reservation_changes drop column traceparent`);
  }
}
