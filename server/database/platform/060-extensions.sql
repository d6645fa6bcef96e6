-- The extensions that every Supabase project has from the beginning and whose functions its migrations and seeds use.
-- A server that lacks them, or an owner who may not create them, does without: the platform itself needs neither.
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
