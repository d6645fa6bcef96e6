-- The extensions of every new Supabase project, whose functions its migrations and seeds use. They are optional,
-- because the platform doesn't need them.
do $$
declare
  extension text;
begin
  foreach extension in array array['pgcrypto', 'uuid-ossp'] loop
    begin
      execute format('create extension if not exists %I schema extensions', extension);
    exception when others then
      raise notice 'The extension % is not available: %', extension, sqlerrm;
    end;
  end loop;
end
$$;
