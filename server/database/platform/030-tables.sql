-- Lets statements of the table API raise a refusal, which rolls back their writes. The function reveals
-- nothing and changes nothing, so every role can call it.
create function platform.refuse(code text, message text, detail text) returns text language plpgsql as $$
begin
  raise exception using errcode = code, message = message, detail = coalesce(detail, '');
end
$$;
comment on function platform.refuse(text, text, text) is
  'Raises an error with the given code, message, and detail.';
grant usage on schema platform to public;
grant execute on function platform.refuse(text, text, text) to public;

-- Reloads the schema cache after each schema change, as in a Supabase project. Only superusers can create
-- event triggers. If the trigger is missing, a request for an unknown name reloads the cache.
create function platform.notify_schema_change() returns event_trigger language plpgsql as $$
begin
  notify pgrst, 'reload schema';
end
$$;
comment on function platform.notify_schema_change() is 'Notifies the table API that the schema has changed.';
do $$
begin
  create event trigger platform_schema_changed on ddl_command_end
    when tag in ('CREATE TABLE', 'ALTER TABLE', 'CREATE VIEW', 'ALTER VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION',
      'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN', 'CREATE MATERIALIZED VIEW')
    execute function platform.notify_schema_change();
  create event trigger platform_schema_shrunk on sql_drop
    when tag in ('DROP TABLE', 'DROP VIEW', 'DROP FUNCTION', 'DROP TYPE', 'DROP DOMAIN', 'DROP MATERIALIZED VIEW',
      'ALTER TABLE')
    execute function platform.notify_schema_change();
exception when insufficient_privilege then
  null;
end
$$;
