-- Creates the extensions that every new Supabase project has, because migrations and seeds use their
-- functions. They are optional, because the platform itself doesn't need them.
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
