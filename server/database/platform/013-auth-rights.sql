-- The server logs in as supabase_auth_admin, which owns the schema. Row-level security with no policies
-- prevents API roles from reading rows, even if they are granted privileges later.
do $$
declare
  owned record;
begin
  for owned in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r'
  loop
    execute format('alter table %s owner to supabase_auth_admin', owned.name);
    execute format('alter table %s enable row level security', owned.name);
    execute format('revoke all on %s from public, anon, authenticated, service_role', owned.name);
  end loop;
  for owned in
    select t.oid::regtype as name from pg_type t
    where t.typnamespace = 'auth'::regnamespace and t.typtype = 'e'
  loop
    execute format('alter type %s owner to supabase_auth_admin', owned.name);
  end loop;
end
$$;
