import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Those besides the owner that may add rows; 0 stands for all roles. The service's role is among them, whatever its name. */
const OTHERS = `
  select distinct case when a.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as role
    from pg_class c, aclexplode(c.relacl) a
   where c.oid = 'ledger_segments'::regclass and a.grantee <> c.relowner and a.privilege_type = 'INSERT'`;

/** A fold is built without the entries of the past: the service records the latest end of each thousand entries. */
export class LedgerSegments1795579000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
  create table ledger_segments (
    zone_id    text        not null,
    segment    integer     not null,
    latest_end timestamptz not null,
    constraint ledger_segments_pkey primary key (zone_id, segment)
  )`);
    await runner.query(
      `comment on table ledger_segments is 'append-only: the latest end of each thousand consecutive entries of a zone'`,
    );
    await runner.query(`
do $$
declare
  other record;
begin
  for other in ${OTHERS} loop
    execute format('revoke update, delete, truncate on ledger_segments from %s', other.role);
  end loop;
end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ledger_segments');
  }
}
