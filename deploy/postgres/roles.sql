-- Run once by the database's superuser, on the service's database, before the first migration.
-- Two roles: the owner changes the schema, the service only reads and writes rows. A service that is
-- broken into can so neither drop nor alter anything.
\set ON_ERROR_STOP on
\set owner_password `cat /run/secrets/owner_password`
\set service_password `cat /run/secrets/service_password`

create role headroom_owner login password :'owner_password';
create role headroom_service login password :'service_password';

alter database :"DBNAME" owner to headroom_owner;
revoke all on database :"DBNAME" from public;
grant connect on database :"DBNAME" to headroom_service;

-- Holds for every table a later migration creates, too.
alter default privileges for role headroom_owner
  grant select, insert, update, delete on tables to headroom_service;
