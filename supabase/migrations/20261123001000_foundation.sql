set check_function_bodies = off;

-- Creates the private schema, revokes default rights, and defines the text and amount checks that all tables
-- share.

-- A Supabase project grants the API roles everything in the public schema. Here, nothing is granted until a
-- migration grants it by name.
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences
  from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions
  from public, anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

create schema bank;
comment on schema bank is 'The journal and the bank''s rules. Not part of the API.';

create function bank.refuse(code text, message text, details jsonb default null)
returns void language plpgsql volatile as $$
begin
  if details is null then raise exception using errcode = code, message = message; end if;
  raise exception using errcode = code, message = message, detail = details::text;
end $$;
comment on function bank.refuse is 'Ends the call with a refusal: a code from docs/error-codes.md, a '
  'message, and the amounts or names that the message mentions.';

create function bank.refuse_if(condition boolean, code text, message text, details jsonb default null)
returns void language plpgsql volatile as $$
begin
  if condition then perform bank.refuse(code, message, details); end if;
end $$;
comment on function bank.refuse_if is
  'Calls bank.refuse if the condition is true; does nothing if it is false or null.';
grant execute on function bank.refuse, bank.refuse_if to authenticated, service_role;

create function bank.lock_records(household uuid, subject text) returns void language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended(household || ' ' || subject, 4))
$$;
comment on function bank.lock_records is
  'Locks records of a household, such as its documents, until the transaction ends.';

-- Customers read their ledger through views with row-level security. Nothing else in this schema is granted.
grant usage on schema bank to authenticated, service_role;

create domain bank.money as numeric(14, 2);
comment on domain bank.money is 'An amount of money, to the cent.';

-- Raw table calls from older clients send amounts such as 150.30000000000001 or 1e300. The columns for these
-- amounts are plain numeric, and a trigger rounds the values, so that invalid amounts get a readable refusal
-- (BADAM).
create function bank.check_amount(amount numeric) returns void language plpgsql immutable as $$
begin
  -- NaN sorts above every number, so the upper limit also rejects NaN.
  if (amount > 0 and amount <= 999999999.99 and amount = round(amount, 2)) is not true then
    perform bank.refuse('BADAM', 'Enter an amount from 0.01 to 999,999,999.99.',
      jsonb_build_object('amount', left(amount::text, 40), 'highest', 999999999.99));
  end if;
end $$;
comment on function bank.check_amount is 'Refuses (BADAM) an invalid amount of money.';

create function bank.clean_text(value text) returns text language sql immutable parallel safe as $$
  select substring(regexp_replace(
    regexp_replace(value,
      '[\u0001-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]+', ' ', 'g'),
    '^[\s\u00a0\u2000-\u200a\u202f\u3000]+|[\s\u00a0\u2000-\u200a\u202f\u3000]+$', '', 'g')
    -- Text that consists only of soft hyphens, joiners, fillers, and variation selectors is invisible.
    from '^.*[^\s\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u2000-\u200f\u202f'
      '\u2061-\u2064\u2800\u3000\u3164\ufe00-\ufe0f\uffa0].*$')
$$;
comment on function bank.clean_text is 'Removes control characters, direction marks, and surrounding spaces; '
  'returns null if no visible text is left.';

create function bank.clean_name(name text) returns text language plpgsql immutable as $$
declare
  clean text := bank.clean_text(name);
begin
  if clean is null or char_length(clean) > 80 then
    perform bank.refuse('BADNM', 'Enter a name of 1 to 80 characters.',
      jsonb_build_object('length', coalesce(char_length(clean), 0), 'longest', 80));
  end if;
  return clean;
end $$;
comment on function bank.clean_name is 'Returns a cleaned name, or refuses it (BADNM).';

create function bank.clean_note(value text, field text, longest integer)
returns text language plpgsql immutable as $$
declare
  clean text := bank.clean_text(value);
begin
  if char_length(clean) > longest then
    perform bank.refuse('BADTX', format('The %s can have at most %s characters.', field, longest),
      jsonb_build_object('field', field, 'length', char_length(clean), 'longest', longest));
  end if;
  return clean;
end $$;
comment on function bank.clean_note is
  'Returns cleaned text, or null if it is empty. Refuses text that is too long (BADTX).';

-- Clients receive live changes only for tables in the publication. The full old row is needed to decide who
-- can see a change.
create procedure bank.broadcast(variadic published regclass[]) language plpgsql as $$
declare
  published_table regclass;
begin
  foreach published_table in array published loop
    execute format('alter table %s replica identity full', published_table);
    if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables)
      and not exists (select from pg_publication_rel r join pg_publication p on p.oid = r.prpubid
                      where p.pubname = 'supabase_realtime' and r.prrelid = published_table) then
      execute format('alter publication supabase_realtime add table %s', published_table);
    end if;
  end loop;
end $$;
comment on procedure bank.broadcast is 'Publishes changes of tables to clients. Called only by migrations.';

create procedure bank.restrict_to_owner(owned regclass, variadic commands text[]) language plpgsql as $$
declare
  command text;
  is_own constant text := 'user_id = (select auth.uid())';
  -- Customers may use only categories that they can read.
  may_write constant text := is_own || coalesce((
    select ' and (category_id is null or exists (select from public.categories c where c.id = category_id))'
    from pg_attribute a where a.attrelid = owned and a.attname = 'category_id'), '');
begin
  execute format('alter table %s enable row level security', owned);
  foreach command in array commands loop
    execute format('create policy %I on %s for %s to authenticated %s',
      format('customers %s their own %s',
        case command when 'select' then 'read' when 'insert' then 'add' when 'update' then 'change'
          else command end, (select replace(relname, '_', ' ') from pg_class where oid = owned)),
      owned, command, case command when 'insert' then format('with check (%s)', may_write)
        when 'update' then format('using (%s) with check (%s)', is_own, may_write)
        else format('using (%s)', is_own) end);
  end loop;
end $$;
comment on procedure bank.restrict_to_owner is
  'Enables row-level security on a table. Lets customers run these commands on rows that have their own '
  'user_id and a category that they can read, if any. For migrations.';

create procedure bank.show_to_owner(variadic shown regclass[]) language plpgsql as $$
declare
  shown_table regclass;
begin
  foreach shown_table in array shown loop
    call bank.restrict_to_owner(shown_table, 'select');
    execute format('grant select on %s to authenticated, service_role', shown_table);
  end loop;
end $$;
comment on procedure bank.show_to_owner is
  'Lets customers read their own rows of tables that only the bank''s functions write. For migrations.';

create procedure bank.schedule_job(name text, schedule text, command text) language plpgsql as $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    raise notice 'pg_cron is not installed. The job % does not run.', name;
    return;
  end if;
  perform cron.schedule(name, schedule, command);
end $$;
comment on procedure bank.schedule_job is
  'Schedules a statement, run by pg_cron or by the server''s own scheduler. For migrations.';

create procedure bank.schedule_server_function(name text, condition text) language plpgsql as $procedure$
begin
  if to_regclass('vault.decrypted_secrets') is null then
    raise notice 'Vault is not installed. The server function % is not called.', name;
    return;
  end if;
  call bank.schedule_job(name, '* * * * *', format($job$
    select net.http_post(
      url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url')
        || '/functions/v1/%s',
      headers := jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer '
        || (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key')),
      body := '{}'::jsonb, timeout_milliseconds := 60000)
    where exists (%s)
  $job$, name, condition));
end $procedure$;
comment on procedure bank.schedule_server_function is
  'Schedules a server function to run every minute if the condition returns a row. For migrations.';
