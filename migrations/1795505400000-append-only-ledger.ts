import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Those besides the owner that may add rows; 0 stands for all roles. The service's role is among them, whatever its name. */
const OTHERS = `
  select distinct case when a.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as role
    from pg_class c, aclexplode(c.relacl) a
   where c.oid = 'ledger_entries'::regclass and a.grantee <> c.relowner and a.privilege_type = 'INSERT'`;

/** Runs a statement for each of them; `%s` stands for the role. */
function forOthers(statement: string): string {
  return `
do $$
declare
  other record;
begin
  for other in ${OTHERS} loop
    execute format('${statement}', other.role);
  end loop;
end $$`;
}

/** Ledger entries are never changed or removed: from now on the role of the service may not. */
export class AppendOnlyLedger1795505400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(forOthers('revoke update, delete, truncate on ledger_entries from %s'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(forOthers('grant update, delete on ledger_entries to %s'));
  }
}
