import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Those besides the owner that may add rows; 0 stands for all roles. The service's role is among them, whatever its name. */
const OTHERS = `
  select distinct case when a.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as role
    from pg_class c, aclexplode(c.relacl) a
   where c.oid = 'audit_log'::regclass and a.grantee <> c.relowner and a.privilege_type = 'INSERT'`;

/** The audit log is never changed or removed: from now on no role but the owner may, whatever the service's role is called. */
export class AppendOnlyAuditLog1795542000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
do $$
declare
  other record;
begin
  for other in ${OTHERS} loop
    execute format('revoke update, delete, truncate on audit_log from %s', other.role);
  end loop;
end $$`);
  }

  /** Nothing to take back: the migration before it revokes the same of one role. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}
