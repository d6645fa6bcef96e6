set check_function_bodies = off;

-- Account security beyond the password: valid sessions, proof of identity, other sign-in methods, recovery
-- codes, and security events. All times are real times.
create function public.check_request() returns void language plpgsql stable
security definer -- because it reads users, sessions, and factors
set search_path = '' as $$
declare
  claims jsonb := coalesce(auth.jwt(), '{}');
  caller uuid := nullif(claims ->> 'sub', '')::uuid;
  session uuid := nullif(claims ->> 'session_id', '')::uuid;
  is_proven boolean;
begin
  -- Visitors and service keys have no session, but every customer has one.
  if session is null
    and (claims ->> 'role' = 'service_role'
      or (caller is null and claims ->> 'role' is distinct from 'authenticated')) then
    return;
  end if;
  select s.aal > 'aal1'
    or not exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified')
    into is_proven
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = session and s.user_id = caller and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now());
  perform bank.refuse_if(is_proven is null, 'ENDED', 'You''ve been signed out. Sign in again.');
  perform bank.refuse_if(
    not is_proven and current_setting('request.path', true) is distinct from '/rpc/use_recovery_code',
    'PROOF', 'Complete two-step verification to continue.');
end $$;
comment on function public.check_request is
  'Runs before every request. Refuses customers with no active session, including suspended ones (ENDED), '
  'and sessions that haven''t used the customer''s second factor (PROOF).';

create function public.require_session() returns table (user_id uuid, is_anonymous boolean)
language plpgsql stable security definer -- because it reads users
set search_path = '' as $$
declare
  caller uuid := bank.caller();
begin
  -- Calls `check_request` explicitly, because a Supabase project runs it before requests only if the operator
  -- has enabled this.
  perform public.check_request();
  return query select u.id, u.is_anonymous from auth.users u where u.id = caller;
end $$;
comment on function public.require_session is
  'Returns the signed-in customer for whom a server function acts. Refuses: NOUSR, ENDED, PROOF.';

create table bank.recovery_codes (
  user_id uuid not null references public.customers on delete cascade,
  code_hash bytea not null,
  made_at timestamptz not null default clock_timestamp(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table bank.recovery_codes is
  'Recovery codes. Each replaces the second factor once. Only hashes are stored.';
alter table bank.recovery_codes enable row level security;

create function bank.recovery_code_hash(customer_id uuid, code text)
returns bytea language sql immutable as $$
  -- A code has 80 random bits, so a slow hash isn't needed. The customer's id is the salt.
  select sha256(convert_to(customer_id::text || upper(regexp_replace(code, '[^A-Za-z0-9]', '', 'g')), 'UTF8'))
$$;
comment on function bank.recovery_code_hash is
  'Returns the hash of a recovery code, ignoring case, spaces, and hyphens.';

create function bank.new_recovery_code() returns text language plpgsql volatile as $$
declare
  -- 32 unambiguous letters and digits, five bits each.
  letters constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  chance bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  code text := '';
begin
  for position in 0..15 loop
    code := code || case when position in (4, 8, 12) then '-' else '' end
      || substr(letters, (get_byte(chance, position) & 31) + 1, 1);
  end loop;
  return code;
end $$;
comment on function bank.new_recovery_code is 'Returns a code of 16 letters and digits with 80 random bits.';

create function bank.record_security_event(customer_id uuid, action text) returns void language sql volatile
  as $$
  insert into auth.audit_log_entries (id, payload, ip_address)
  select gen_random_uuid(),
    jsonb_build_object('action', action, 'actor_id', customer_id, 'actor_username', u.email),
    coalesce((select host(s.ip) from auth.sessions s
      where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid), '')
  from auth.users u where u.id = customer_id
$$;
comment on function bank.record_security_event is 'Records a security event in the sign-in service''s log.';

create function bank.require_proof(within interval) returns void language plpgsql volatile as $$
declare
  session auth.sessions;
  has_factor boolean;
  proven_at timestamptz;
begin
  select * into session from auth.sessions s where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
    and s.user_id = auth.uid();
  has_factor := exists (select from auth.mfa_factors f where f.user_id = session.user_id
    and f.status = 'verified');
  select max(c.updated_at) into proven_at from auth.mfa_amr_claims c
    where c.session_id = session.id
      and (not has_factor
      or c.authentication_method in ('totp', 'mfa/webauthn', 'mfa/phone', 'recovery_code'));
  perform bank.refuse_if(session.id is null or (has_factor and session.aal = 'aal1') or proven_at is null
    or proven_at < clock_timestamp() - within, 'PROOF', 'Verify your identity to continue.');
end $$;
comment on function bank.require_proof is 'Refuses (PROOF) unless the caller has proven their identity in '
  'this session within the given time. A caller with a second factor must have used it.';

create function public.create_recovery_codes() returns text[] language plpgsql volatile
security definer -- because it writes a table that no API role can read
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  codes text[];
begin
  perform bank.refuse_if(
    not exists (select from auth.mfa_factors f where f.user_id = caller and f.status = 'verified'),
    'NOFAC', 'Set up a second factor before you create recovery codes.');
  perform bank.require_proof(interval '10 minutes');
  perform bank.ensure_customer(caller);
  delete from bank.recovery_codes where user_id = caller;
  select array_agg(bank.new_recovery_code()) into codes from generate_series(1, 10);
  insert into bank.recovery_codes (user_id, code_hash) select caller, bank.recovery_code_hash(caller, code)
    from unnest(codes) as code;
  perform bank.record_security_event(caller, 'generate_recovery_codes');
  return codes;
end $$;
comment on function public.create_recovery_codes is
  'Creates ten recovery codes, which replace earlier ones, and returns them once. Refuses: NOFAC, PROOF.';

create function public.use_recovery_code(code text) returns integer language plpgsql volatile
security definer -- because it raises the assurance level of the caller's session
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  session uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  perform from auth.sessions s where s.id = session and s.user_id = caller for update;
  perform bank.refuse_if(not found, 'ENDED', 'You''ve been signed out. Sign in again.');
  update bank.recovery_codes c set used_at = clock_timestamp()
    where c.user_id = caller and c.code_hash = bank.recovery_code_hash(caller, use_recovery_code.code)
      and c.used_at is null;
  perform bank.refuse_if(not found, 'BADRC', 'That recovery code is incorrect or already used.');
  update auth.sessions set aal = 'aal2', updated_at = clock_timestamp() where id = session;
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), session, clock_timestamp(), clock_timestamp(), 'recovery_code')
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at;
  -- A recovery code counts as the second factor. Ends all other sessions that haven't used a second factor.
  delete from auth.sessions where user_id = caller and aal < 'aal2' and id <> session;
  perform bank.record_security_event(caller, 'recovery_code_used');
  return (select count(*) from bank.recovery_codes c where c.user_id = caller and c.used_at is null);
end $$;
comment on function public.use_recovery_code is 'Verifies the caller''s session with a recovery code instead '
  'of the second factor, and returns the number of codes left. Each code works once. Refuses: BADRC, ENDED.';

create function public.my_security() returns jsonb language sql stable
security definer -- because it reads a table that no API role can read
set search_path = '' as $$
  select jsonb_build_object(
    'has_password',
      coalesce((select u.encrypted_password <> '' from auth.users u where u.id = bank.caller()), false),
    'codes_left', count(*) filter (where c.used_at is null), 'codes_made_at', min(c.made_at))
  from bank.recovery_codes c where c.user_id = bank.caller()
$$;
comment on function public.my_security is 'Returns the caller''s security settings: whether they have a '
  'password, and the number and date of recovery codes.';

create function public.my_sessions() returns table (id uuid, started_at timestamptz, seen_at timestamptz,
  user_agent text, address text, is_current boolean, is_proven_twice boolean) language sql stable
security definer -- because it reads sessions
set search_path = '' as $$
  select s.id, s.created_at, greatest(s.created_at, s.refreshed_at), s.user_agent, host(s.ip),
    s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid, s.aal > 'aal1'
  from auth.sessions s
  where s.user_id = bank.caller() and (s.not_after is null or s.not_after > now())
  order by 6 desc, 3 desc limit 100
$$;
comment on function public.my_sessions is
  'Returns the caller''s sessions: this browser first, then the most recent ones.';

create function public.end_session(session_id uuid) returns void language plpgsql volatile
security definer -- because it deletes sessions
set search_path = '' as $$
begin
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = bank.caller();
  perform bank.refuse_if(not found, 'NTFND', 'That session has already ended.');
  perform bank.record_security_event(auth.uid(), 'session_ended');
end $$;
comment on function public.end_session is 'Signs the caller out of one of their browsers. Refuses: NTFND.';

-- Runs whenever a session ends, so that its browser is notified immediately.
create function bank.broadcast_ended_session() returns trigger language plpgsql volatile
security definer -- because it sends on a channel on which customers can only receive
set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('session', old.id), 'ended', 'sessions:' || old.user_id, true);
  return null;
end $$;
comment on function bank.broadcast_ended_session is
  'Notifies a customer''s browsers that a session has ended.';

create trigger broadcast_ended_session after delete on auth.sessions for each row
  execute function bank.broadcast_ended_session();
create policy "customers hear of their own sessions" on realtime.messages for select to authenticated
  using (realtime.messages.extension = 'broadcast' and realtime.topic() = 'sessions:' || (select auth.uid()));

create index audit_log_entries_actor_idx
  on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc);

create function public.my_security_events(most integer default 50)
returns table (at timestamptz, action text, address text) language sql stable
security definer -- because it reads the security log
set search_path = '' as $$
  select e.created_at, e.payload ->> 'action', nullif(e.ip_address, '')
  from auth.audit_log_entries e
  where e.payload ->> 'actor_id' = bank.caller()::text and e.payload ->> 'action' <> all (array[
    'challenge_created', 'factor_in_progress', 'token_refreshed', 'user_confirmation_requested'])
  order by e.created_at desc limit least(greatest(most, 1), 200)
$$;
comment on function public.my_security_events is
  'Returns the caller''s recent security events, latest first: sign-ins, failures, and changes.';

-- Account deletion. The request can be canceled for seven days of real time. After that, everything that
-- identifies the customer is erased.
create table public.account_deletions (
  id uuid not null unique default gen_random_uuid(),
  user_id uuid primary key references public.customers on delete cascade,
  asked_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp() + interval '7 days'
);
create index account_deletions_due_at_idx on public.account_deletions (due_at);
comment on table public.account_deletions is
  'Requested account deletions. Deleting a row before its due date cancels the request.';
comment on column public.account_deletions.due_at is 'The instant of erasure, in real time.';
call bank.restrict_to_owner('public.account_deletions', 'select');
grant select on public.account_deletions to authenticated;

create function public.delete_my_account() returns public.account_deletions language plpgsql volatile
security definer -- because customers can't insert this row
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  deletion public.account_deletions;
begin
  perform bank.require_proof(interval '10 minutes');
  perform bank.ensure_customer(caller);
  insert into public.account_deletions (user_id) values (caller) on conflict (user_id) do nothing;
  if found then perform bank.record_security_event(caller, 'deletion_asked'); end if;
  select * into deletion from public.account_deletions where user_id = caller;
  return deletion;
end $$;
comment on function public.delete_my_account is 'Requests the erasure of the caller''s account in seven '
  'days. The request can be canceled until then. Refuses: PROOF.';

create function public.cancel_account_deletion() returns void language plpgsql volatile
security definer -- because customers can't delete this row
set search_path = '' as $$
begin
  delete from public.account_deletions where user_id = bank.caller();
  if found then perform bank.record_security_event(auth.uid(), 'deletion_taken_back'); end if;
end $$;
comment on function public.cancel_account_deletion is 'Cancels the deletion of the caller''s account.';

create function bank.erase_files(customer_id uuid) returns void language plpgsql volatile as $$
begin
  -- The storage service deletes the files of deleted rows. A hosted project deletes them in a periodic
  -- cleanup.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.owner_id = customer_id::text
    or (storage.foldername(o.name))[1] = customer_id::text;
  perform set_config('storage.allow_delete_query', 'false', true);
  if to_regclass('platform.resumable_uploads') is not null then
    execute 'delete from platform.resumable_uploads where position($1 in caller) > 0 or position($1 in name) '
      '> 0' using customer_id::text;
  end if;
end $$;
comment on function bank.erase_files is 'Removes all files of a customer in all buckets.';

create function bank.erase_customer(customer_id uuid) returns void language plpgsql volatile as $$
declare
  addresses text[];
begin
  select array_remove(
    array[u.email, u.phone, nullif(u.email_change, ''), nullif(u.phone_change, '')]::text[],
    null) into addresses
    from auth.users u where u.id = customer_id;
  perform bank.erase_files(customer_id);
  perform public.erase_household(customer_id);
  delete from auth.users where id = customer_id;
  delete from auth.audit_log_entries
    where payload ->> 'actor_id' = customer_id::text or payload ->> 'actor_username' = any (addresses);
  if to_regclass('platform.mails') is not null then
    execute 'delete from platform.mails where recipient = any ($1)' using addresses;
  end if;
  -- Channel messages are stored for several days, and their topics contain the customer's id.
  delete from realtime.messages where position(customer_id::text in topic) > 0
    or position(customer_id::text in payload::text) > 0;
end $$;
comment on function bank.erase_customer is
  'Erases a customer: household, ledger, files, sign-in, and logs. Only counts remain.';

create function bank.erase_due_accounts() returns integer language plpgsql volatile as $$
declare
  due uuid;
  erased integer := 0;
begin
  for due in select d.user_id from public.account_deletions d where d.due_at <= clock_timestamp()
    order by d.due_at limit 100 for update skip locked
  loop
    perform bank.erase_customer(due);
    erased := erased + 1;
  end loop;
  return erased;
end $$;
comment on function bank.erase_due_accounts is
  'Erases accounts seven days after the request and returns how many it erased. Called by the scheduler.';

call bank.schedule_job('erase-due-accounts', '*/10 * * * *', 'select bank.erase_due_accounts()');

-- A customer's picture is one small square file in the customer's own folder. Only four file names are
-- allowed, which limits the number of stored files. A new picture gets a different file name from the current
-- picture.
alter table public.customers add column avatar text
  constraint customers_avatar_check check (avatar ~ '^[0-9a-f-]{36}/picture-[12]\.(webp|png)$'
    and avatar like id || '/%');
comment on column public.customers.avatar is
  'The file of the customer''s picture in the bucket avatars; null to show their initials.';
grant update (avatar) on public.customers to authenticated;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('avatars', 'avatars', false, 524288, array['image/webp', 'image/png'])
  on conflict (id) do nothing;
create policy "customers see their own picture" on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "customers add their own picture" on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and name ~ ('^' || (select auth.uid()) || '/picture-[12]\.(webp|png)$'));
create policy "customers replace their own picture" on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and name ~ ('^' || (select auth.uid()) || '/picture-[12]\.(webp|png)$'));
create policy "customers remove their own picture" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- Lists all tables with customer data, so that a data export automatically includes new tables.
create function public.my_tables() returns setof text language sql stable as $$
  select c.relname::text from pg_catalog.pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and pg_catalog.has_table_privilege(c.oid, 'select')
    and exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id'
      and not a.attisdropped)
    and exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'id'
      and not a.attisdropped)
  order by 1
$$;
comment on function public.my_tables is
  'Returns the tables that contain the caller''s rows, each with an id.';

create function public.my_files() returns table (bucket text, name text, size bigint) language sql stable
security definer -- because it lists the caller's files in all buckets
set search_path = '' as $$
  select o.bucket_id, o.name, coalesce((o.metadata ->> 'size')::bigint, 0) from storage.objects o
  where o.owner_id = bank.caller()::text or (storage.foldername(o.name))[1] = bank.caller()::text
  order by 1, 2
$$;
comment on function public.my_files is
  'Returns the caller''s files in all buckets, with their sizes in bytes.';

-- When a customer is deleted, other customers' contacts keep the name and address that they entered.
create index contacts_person_id_idx on public.contacts (person_id) where person_id is not null;

create function bank.remove_person_from_contacts() returns trigger language plpgsql volatile
security definer -- because it writes other customers' rows
set search_path = '' as $$
begin
  -- Deletes blocked contacts that have no address, because they no longer block anyone.
  delete from public.contacts where person_id = old.id and address is null;
  update public.contacts set person_id = null where person_id = old.id;
  return null;
end $$;
comment on function bank.remove_person_from_contacts is
  'Removes a deleted customer''s id from other customers'' contacts.';

create trigger remove_person_from_contacts after delete on public.customers for each row
  execute function bank.remove_person_from_contacts();

grant execute on function public.check_request to anon, authenticated, service_role;
grant execute on function
  public.require_session, public.create_recovery_codes, public.use_recovery_code, public.my_security,
  public.my_sessions, public.end_session, public.my_security_events, public.delete_my_account,
  public.cancel_account_deletion, public.my_tables, public.my_files to authenticated;
