import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the platform worker and reconciliation need beside the instances themselves. */
export class Instances1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(HOLDS);
    await runner.query(DEPLOYMENT);
    await runner.query(RECONCILIATIONS);
    await runner.query(SIMULATED_SERVERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table simulated_servers, reconciliations, deployment;
      drop index instances_due, instances_live, instances_deleted;
      create index instances_due on instances (due_at) where due_at is not null;
      comment on column instances.due_at is 'when the platform worker has to look at it next; null: nothing to do';
      alter table instances drop column leased_until`);
  }
}

const HOLDS = `
  alter table instances add column leased_until timestamptz;
  comment on column instances.leased_until is
    'by the database''s clock, which all workers share: until then a worker has it, or it rests after a failure';
  comment on column instances.due_at is 'since when the platform worker has something to do; null: nothing to do';
  drop index instances_due;
  create index instances_due on instances (provider_id, due_at) where due_at is not null;
  create index instances_live on instances (provider_id) where state in ('pending', 'active');
  create index instances_deleted on instances (provider_id, updated_at) where state = 'deleted'`;

const DEPLOYMENT = `
  create table deployment (
    id     uuid    not null default gen_random_uuid(),
    single boolean not null default true constraint deployment_pkey primary key
                   constraint deployment_has_one_row check (single)
  );
  insert into deployment default values;
  comment on table deployment is
    'servers carry its id: what another deployment runs in the same tenant is none of our business'`;

const RECONCILIATIONS = `
  create table reconciliations (
    provider_id uuid        not null constraint reconciliations_pkey primary key,
    zone_id     text        not null,
    due_at      timestamptz not null,
    leased_until  timestamptz,
    ended_at    timestamptz,
    failure     text,
    constraint reconciliations_provider_exists foreign key (provider_id, zone_id) references providers (id, zone_id)
  );
  create index reconciliations_due on reconciliations (due_at);
  comment on table reconciliations is 'when each platform is compared with the records; all times by the database''s clock';
  comment on column reconciliations.leased_until is 'until then one process has it';
  comment on column reconciliations.ended_at is 'when it last came to an end without a failure';
  comment on column reconciliations.failure is 'why it last came to none'`;

const SIMULATED_SERVERS = `
  create table simulated_servers (
    id            text        not null constraint simulated_servers_pkey primary key,
    cloud         text        not null,
    instance_id   text        not null,
    deployment_id text,
    name          text        not null,
    fails         boolean     not null,
    boots_at      timestamptz not null,
    created_at    timestamptz not null default clock_timestamp()
  );
  create index simulated_servers_cloud on simulated_servers (cloud, instance_id);
  comment on table simulated_servers is 'the servers of the simulated platforms, which so outlive a process as real ones do'`;
