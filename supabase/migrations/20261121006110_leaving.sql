-- Leaving the bank: an account that its customer wants deleted stays for seven days of the wall clock, in which it can be kept,
-- and is erased then, with everything that names the customer anywhere.
create table public.account_deletions (
  id uuid not null unique default gen_random_uuid(),
  user_id uuid primary key references public.customers on delete cascade,
  asked_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp() + interval '7 days'
);
create index account_deletions_due_at_idx on public.account_deletions (due_at);
comment on table public.account_deletions is 'Accounts that their customers want deleted. A row that is gone before it is due was taken back.';
comment on column public.account_deletions.due_at is 'When the account is erased. Real time.';
alter table public.account_deletions enable row level security;
create policy "customers read their own deletion" on public.account_deletions for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.account_deletions to authenticated;

create function public.delete_my_account() returns public.account_deletions language plpgsql volatile
security definer -- customers have no right to insert the row themselves
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  deletion public.account_deletions;
begin
  perform bank.require_proof(interval '10 minutes');
  perform bank.ensure_customer(caller);
  insert into public.account_deletions (user_id) values (caller) on conflict (user_id) do nothing;
  if found then
    perform bank.note_security(caller, 'deletion_asked');
  end if;
  select * into deletion from public.account_deletions where user_id = caller;
  return deletion;
end
$$;
comment on function public.delete_my_account() is
  'Has the caller''s account erased seven days from now; it can be kept until then. Refuses: PROOF.';
grant execute on function public.delete_my_account() to authenticated;

create function public.keep_my_account() returns void language plpgsql volatile
security definer -- customers have no right to delete the row themselves
set search_path = '' as $$
begin
  delete from public.account_deletions where user_id = bank.caller();
  if found then
    perform bank.note_security(auth.uid(), 'deletion_taken_back');
  end if;
end
$$;
comment on function public.keep_my_account() is 'Takes the deletion of the caller''s account back.';
grant execute on function public.keep_my_account() to authenticated;

create function bank.erase_files(customer_id uuid) returns void language plpgsql volatile as $$
begin
  -- The storage interface forgets the bytes of rows that are gone; a project elsewhere sweeps them.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.owner_id = customer_id::text or (storage.foldername(o.name))[1] = customer_id::text;
  perform set_config('storage.allow_delete_query', 'false', true);
  if to_regclass('platform.resumable_uploads') is not null then
    execute 'delete from platform.resumable_uploads where position($1 in caller) > 0 or position($1 in name) > 0' using customer_id::text;
  end if;
end
$$;
comment on function bank.erase_files(uuid) is 'Removes every file of a customer, in whatever bucket.';

create function bank.erase_customer(customer_id uuid) returns void language plpgsql volatile as $$
declare
  addresses text[];
begin
  select array_remove(array[u.email, u.phone, nullif(u.email_change, ''), nullif(u.phone_change, '')]::text[], null) into addresses
    from auth.users u where u.id = customer_id;
  perform bank.erase_files(customer_id);
  perform public.erase_household(customer_id);
  delete from auth.users where id = customer_id;
  delete from auth.audit_log_entries
    where payload ->> 'actor_id' = customer_id::text or payload ->> 'actor_username' = any (addresses);
  if to_regclass('platform.mails') is not null then
    execute 'delete from platform.mails where recipient = any ($1)' using addresses;
  end if;
  -- What channels were told is kept for days, and their names are the customer's.
  delete from realtime.messages where position(customer_id::text in topic) > 0 or position(customer_id::text in payload::text) > 0;
end
$$;
comment on function bank.erase_customer(uuid) is
  'Erases a customer: household, books, files, sign-in and what was noted of them. The tombstone that only counts remains.';

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
end
$$;
comment on function bank.erase_due_accounts() is 'Erases the accounts whose seven days are over, and returns how many. For the schedule.';

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('erase-due-accounts', '*/10 * * * *', 'select bank.erase_due_accounts()');
  end if;
end
$$;
