import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATUSES = `check (status in ('admitted', 'conflict', 'terminated', 'lapsed'))`;
const LIVE = `check ((ended_at is null) = (status in ('admitted', 'conflict')))`;

/** Reservations that wait for capacity, and reservations that are occurrences of a series. */
export class WaitingReservations1795520000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replaceChecks(
      runner,
      `check (status in ('admitted', 'conflict', 'waiting', 'terminated', 'lapsed'))`,
      `check ((ended_at is null) = (status in ('admitted', 'conflict', 'waiting')))`,
    );
    await runner.query(`
      alter table reservations
        add column wait_until timestamptz,
        add column series_id uuid,
        add constraint reservations_wait_without_capacity check (wait_until is null or status not in ('admitted', 'conflict'))`);
    await runner.query(
      `comment on column reservations.wait_until is 'when a waiting reservation is given up, or was; null: at its end'`,
    );
    await runner.query(`comment on column reservations.series_id is 'the series it is an occurrence of'`);
    await runner.query(`
      create index reservations_waiting on reservations (zone_id, created_at, id) where status = 'waiting';
      create index reservations_waiting_from on reservations (zone_id, starts_at) where status = 'waiting';
      create index reservations_waiting_until on reservations (least(wait_until, expires_at, ends_at)) where status = 'waiting';
      create index reservations_of_series on reservations (series_id) where series_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // What waits holds nothing, and an older service does not know it.
    await runner.query(
      `update reservations set status = 'terminated', ended_at = greatest(now(), created_at), wait_until = null where status = 'waiting'`,
    );
    await replaceChecks(runner, STATUSES, LIVE);
    await runner.query(`alter table reservations drop column wait_until, drop column series_id`);
  }
}

async function replaceChecks(runner: QueryRunner, statuses: string, live: string): Promise<void> {
  await runner.query(`
    alter table reservations
      drop constraint reservations_status_known,
      drop constraint reservations_ended_or_live,
      add constraint reservations_status_known ${statuses},
      add constraint reservations_ended_or_live ${live}`);
}
