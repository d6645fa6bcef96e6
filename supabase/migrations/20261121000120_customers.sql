-- The people of the bank. One customer is one household; the id is that of the person who signs in.
create table public.customers (
  id uuid primary key,
  display_name text check (char_length(display_name) between 1 and 80),
  time_zone text not null default 'UTC',
  base_currency text not null default 'USD' references public.currencies,
  clock_offset interval not null default '0' check (clock_offset >= interval '0'),
  generation integer not null default 1 check (generation >= 1),
  demo_until timestamptz,
  entered_at timestamptz,
  created_at timestamptz not null default now()
);
create index customers_base_currency_idx on public.customers (base_currency);
create index customers_demo_until_idx on public.customers (demo_until) where demo_until is not null;
comment on table public.customers is 'A customer and their household: where their day begins, and how far their clock is ahead.';
comment on column public.customers.id is 'The id of the person who signs in. No reference: removing a sign-in never touches the books.';
comment on column public.customers.time_zone is 'An IANA time zone; days begin and end in it.';
comment on column public.customers.base_currency is 'The currency in which totals are shown.';
comment on column public.customers.clock_offset is 'How far the simulated clock is ahead of real time. It only grows within a generation.';
comment on column public.customers.generation is 'Counts how often the books were begun anew from a checkpoint.';
comment on column public.customers.demo_until is 'A disposable demo household is removed after this instant; null for everybody else.';
comment on column public.customers.entered_at is 'When the customer first came in through the application.';

alter table public.customers enable row level security;
create policy "customers read their own row" on public.customers for select to authenticated
  using (id = (select auth.uid()));
create policy "customers change their own row" on public.customers for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
grant select, update (display_name, time_zone, base_currency) on public.customers to authenticated;
grant select on public.customers to service_role;

create function bank.is_time_zone(name text) returns boolean language plpgsql stable as $$
begin
  -- PostgreSQL also reads POSIX rules such as FOO3; a customer means a place.
  if name is null or name !~ '^(UTC|GMT|[A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$' then
    return false;
  end if;
  perform timezone(name, timestamptz 'epoch');
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;
comment on function bank.is_time_zone(text) is 'Whether this names a time zone that the bank knows.';

create function bank.check_customer() returns trigger language plpgsql
security definer -- reads currencies and zones whoever writes
set search_path = '' as $$
begin
  if new.display_name is not null then
    new.display_name := bank.clean_name(new.display_name);
  end if;
  if not bank.is_time_zone(new.time_zone) then
    raise exception using errcode = 'BADTZ', message = 'The bank does not know this time zone.';
  end if;
  if not exists (select from public.currencies where code = new.base_currency) then
    raise exception using errcode = 'BADCU', message = 'The bank does not keep this currency.';
  end if;
  return new;
end
$$;
comment on function bank.check_customer() is 'Refuses a name, time zone or currency that makes no sense.';
create trigger check_customer before insert or update of display_name, time_zone, base_currency on public.customers
  for each row execute function bank.check_customer();

create function bank.caller() returns uuid language plpgsql stable as $$
declare
  caller uuid := auth.uid();
begin
  if caller is null then
    raise exception using errcode = 'NOUSR', message = 'Please sign in first.';
  end if;
  return caller;
end
$$;
comment on function bank.caller() is 'The customer who asks, or a refusal (NOUSR).';

create function bank.now_for(customer_id uuid) returns timestamptz language plpgsql volatile as $$
declare
  ahead interval;
begin
  select clock_offset into ahead from public.customers where id = customer_id;
  return clock_timestamp() + coalesce(ahead, interval '0');
end
$$;
comment on function bank.now_for(uuid) is 'What time it is for this customer: real time plus how far their clock is ahead.';

create function bank.today_for(customer_id uuid) returns date language sql volatile as $$
  select (bank.now_for(customer_id) at time zone coalesce((select time_zone from public.customers where id = customer_id), 'UTC'))::date
$$;
comment on function bank.today_for(uuid) is 'Which day it is for this customer, in their own time zone.';

create function bank.ensure_customer(customer_id uuid) returns void language sql volatile as $$
  insert into public.customers (id) select customer_id where customer_id is not null on conflict (id) do nothing
$$;
comment on function bank.ensure_customer(uuid) is 'Makes the customer''s row when it is missing.';

-- While the clock is being moved nobody else may post. Verbs share this lock, moving the clock holds it alone.
create function bank.hold_clock(household uuid, patience boolean default true) returns void language plpgsql volatile as $$
declare
  key bigint := hashtextextended(household::text, 1);
begin
  if household is null or pg_try_advisory_xact_lock_shared(key) then
    return;
  end if;
  if patience then
    begin
      perform set_config('lock_timeout', '5s', true);
      perform pg_advisory_xact_lock_shared(key);
      return;
    exception when lock_not_available then
      null; -- it takes longer than a customer should wait
    end;
  end if;
  raise exception using errcode = 'CLOCK', message = 'Your simulated clock is being moved. Please try again in a moment.';
end
$$;
comment on function bank.hold_clock(uuid, boolean) is
  'Keeps the household''s clock still until the transaction ends; waits up to 5 s while it is being moved, then refuses (CLOCK). Without patience where a row is already locked: whoever moves the clock may be waiting for it.';

create function public.enter(time_zone text default null) returns public.customers language plpgsql volatile
security definer -- customers have no right to insert their row themselves
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  customer public.customers;
  zone text := case when bank.is_time_zone(enter.time_zone) then enter.time_zone end;
begin
  select * into customer from public.customers where id = caller;
  if customer.entered_at is null then
    insert into public.customers as known (id, time_zone, entered_at)
      values (caller, coalesce(zone, 'UTC'), clock_timestamp())
      on conflict (id) do update set time_zone = coalesce(zone, known.time_zone), entered_at = clock_timestamp()
        where known.entered_at is null;
    select * into customer from public.customers where id = caller;
  end if;
  return customer;
end
$$;
comment on function public.enter(text) is
  'Comes into the bank: makes the customer''s row the first time, with the time zone of the browser, and returns it.';
grant execute on function public.enter(text) to authenticated;

create function public.my_time() returns timestamptz language sql volatile
security definer -- reads the private clock
set search_path = '' as $$
  select bank.now_for(bank.caller())
$$;
comment on function public.my_time() is 'What time it is for the customer who asks.';
grant execute on function public.my_time() to authenticated;

call bank.broadcast('public.customers');
