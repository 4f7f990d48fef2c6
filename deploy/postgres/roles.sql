-- Run by the database's superuser, on the service's database, before the first migration. Roles that the server has already, as for
-- another database, keep their passwords.
-- Two roles: the owner changes the schema, the service only reads and writes rows. A service that is
-- broken into can so neither drop nor alter anything.
\set ON_ERROR_STOP on
\set owner_password `cat "${SECRETS_DIRECTORY:-/run/secrets}/owner_password"`
\set service_password `cat "${SECRETS_DIRECTORY:-/run/secrets}/service_password"`

set headroom.owner_password = :'owner_password';
set headroom.service_password = :'service_password';
do $$
begin
  -- psql goes on without the content of a file that it can't read.
  if (to_regrole('headroom_owner') is null and current_setting('headroom.owner_password') = '')
     or (to_regrole('headroom_service') is null and current_setting('headroom.service_password') = '') then
    raise exception 'no passwords: is SECRETS_DIRECTORY right, and may this user read it?';
  end if;
  if to_regrole('headroom_owner') is null then
    execute format('create role headroom_owner login password %L', current_setting('headroom.owner_password'));
  end if;
  if to_regrole('headroom_service') is null then
    execute format('create role headroom_service login password %L', current_setting('headroom.service_password'));
  end if;
end $$;

-- The superuser of a managed server is none, and gives only to roles that it is a member of.
grant headroom_owner to current_user;
alter database :"DBNAME" owner to headroom_owner;
revoke all on database :"DBNAME" from public;
grant connect on database :"DBNAME" to headroom_service;

-- Holds for every table a later migration creates, too. What is never changed or removed, as the entries of the ledger,
-- the service may only add to: the migration that says so takes the other rights back.
alter default privileges for role headroom_owner
  grant select, insert, update, delete on tables to headroom_service;

-- Every wait has an end, also behind a pooler, which refuses settings that a connection asks for (DATABASE_SETTINGS=role).
-- Plans of prepared statements made while a table was empty must not read it whole once it has grown: hence no seqscan.
-- Before PostgreSQL 18 that makes small plans look so expensive that it would compile them, for seconds: hence no jit.
alter role headroom_service set statement_timeout = '10s';
alter role headroom_service set lock_timeout = '5s';
alter role headroom_service set idle_in_transaction_session_timeout = '3s';
alter role headroom_service set enable_seqscan = off;
alter role headroom_service set jit = off;

-- Statements mean something else under other values, which the database or the server may have.
alter role headroom_service set datestyle = 'ISO, MDY';
alter role headroom_service set default_transaction_isolation = 'read committed';
alter role headroom_service set array_nulls = on;
alter role headroom_service set extra_float_digits = 1;

-- Idle connections belong to the pool.
alter role headroom_service set idle_session_timeout = 0;
