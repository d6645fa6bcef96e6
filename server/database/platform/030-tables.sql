-- A way for statements of the table API to refuse within a query, which rolls back its writes. It reveals and
-- changes nothing, so every role may call it.
create function platform.refuse(code text, message text, detail text) returns text language plpgsql as $$
begin
  raise exception using errcode = code, message = message, detail = coalesce(detail, '');
end
$$;
comment on function platform.refuse(text, text, text) is 'Raises an error with the given code, message and detail.';
grant usage on schema platform to public;
grant execute on function platform.refuse(text, text, text) to public;

-- The schema cache follows every change of the schema at once, as in a Supabase project. Only a superuser may
-- make event triggers; without one, what is new is found when it is first asked for.
create function platform.tell_of_change() returns event_trigger language plpgsql as $$
begin
  notify pgrst, 'reload schema';
end
$$;
comment on function platform.tell_of_change() is 'Tells the table interface that the schema has changed.';
do $$
begin
  create event trigger platform_schema_changed on ddl_command_end
    when tag in ('CREATE TABLE', 'ALTER TABLE', 'CREATE VIEW', 'ALTER VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION',
      'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN', 'CREATE MATERIALIZED VIEW')
    execute function platform.tell_of_change();
  create event trigger platform_schema_shrunk on sql_drop
    when tag in ('DROP TABLE', 'DROP VIEW', 'DROP FUNCTION', 'DROP TYPE', 'DROP DOMAIN', 'DROP MATERIALIZED VIEW',
      'ALTER TABLE')
    execute function platform.tell_of_change();
exception when insufficient_privilege then
  null;
end
$$;
