-- The objects of a Supabase project that migrations expect: API roles, schemas, and functions that return
-- information about the caller. Other databases on the same server can share the roles.

create schema if not exists auth;
create schema if not exists storage;
create schema if not exists extensions;
create schema if not exists realtime;

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin'),
      ('authenticated', 'nologin'),
      ('service_role', 'nologin bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'login noinherit'),
      ('supabase_storage_admin', 'login noinherit')
    ) as roles (name, options)
    where not exists (select from pg_roles where rolname = roles.name)
  loop
    begin
      execute format('create role %I %s', wanted.name, wanted.options);
    exception when duplicate_object or unique_violation then
      null; -- Another database on this server created the role at the same time.
    end;
  end loop;
end
$$;

do $$
begin
  if not pg_has_role('authenticator', 'anon', 'member') then grant anon to authenticator; end if;
  if not pg_has_role('authenticator', 'authenticated', 'member') then grant authenticated to authenticator; end if;
  if not pg_has_role('authenticator', 'service_role', 'member') then grant service_role to authenticator; end if;
  -- The database owner transfers schemas to these two roles, so it must be able to act as them.
  if not pg_has_role(current_user, 'supabase_auth_admin', 'usage') then
    execute format('grant supabase_auth_admin to %I', current_user);
  end if;
  if not pg_has_role(current_user, 'supabase_storage_admin', 'usage') then
    execute format('grant supabase_storage_admin to %I', current_user);
  end if;
  execute format('grant create on database %I to supabase_auth_admin, supabase_storage_admin', current_database());
end
$$;

-- Refusals are not logged. Clients receive them in the response, and PostgreSQL's log would also store their
-- amounts and addresses. The server itself logs system errors. Only a superuser can change this setting.
-- Otherwise, the operator's settings apply.
do $$ begin
  alter role authenticator set log_min_messages = 'fatal';
  alter role authenticator set log_min_error_statement = 'fatal';
  alter role supabase_auth_admin set log_min_messages = 'fatal';
  alter role supabase_auth_admin set log_min_error_statement = 'fatal';
exception when insufficient_privilege then
  null;
end $$;

alter schema auth owner to supabase_auth_admin;
alter schema storage owner to supabase_storage_admin;

grant usage on schema public, extensions, auth, storage, realtime to anon, authenticated, service_role;
grant usage on schema extensions to supabase_auth_admin, supabase_storage_admin;

-- As in a Supabase project, the API roles have all privileges in public, unless a migration revokes them.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

-- Sets no search path, so that the planner can inline the function. Inlining reduces its cost to a tenth.
create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;
create function auth.uid() returns uuid language sql stable as $$
  select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid
$$;
create function auth.role() returns text language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
$$;
create function auth.email() returns text language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
$$;
comment on function auth.uid() is 'Returns the id of the customer who sends the request, or null.';
comment on function auth.jwt() is 'Returns the claims of the request''s token.';

do $$
declare
  signature text;
begin
  foreach signature in array array['auth.jwt()', 'auth.uid()', 'auth.role()', 'auth.email()'] loop
    execute format('alter function %s owner to supabase_auth_admin', signature);
    execute format('grant execute on function %s to public', signature);
  end loop;
end
$$;

create table platform.secrets (
  name text primary key,
  value text not null
);
comment on table platform.secrets is 'Signing keys and other secrets that all processes of a bank share.';
revoke all on platform.secrets from public;

-- The bank's migrations add the tables whose changes are broadcast.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
