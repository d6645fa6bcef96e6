set check_function_bodies = off;

create table public.currencies (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  symbol text not null,
  exponent smallint not null default 2 check (exponent between 0 and 4),
  name text not null
);
comment on table public.currencies is 'The currencies that the bank supports.';
comment on column public.currencies.exponent is 'The number of decimals.';

alter table public.currencies enable row level security;
create policy "customers read the currencies" on public.currencies for select to authenticated using (true);
grant select on public.currencies to authenticated, service_role;

insert into public.currencies (code, symbol, exponent, name) values
  ('USD', '$', 2, 'US dollar'),
  ('EUR', '€', 2, 'Euro'),
  ('GBP', '£', 2, 'Pound sterling');

create table public.customers (
  id uuid primary key,
  display_name text check (char_length(display_name) between 1 and 80),
  time_zone text not null default 'UTC',
  base_currency text not null default 'USD' references public.currencies,
  daily_transfer_limit numeric check (daily_transfer_limit between 0.01 and 999999999.99
    and daily_transfer_limit = round(daily_transfer_limit, 2)),
  clock_offset interval not null default '0' check (clock_offset >= interval '0'),
  generation integer not null default 1 check (generation >= 1),
  demo_until timestamptz,
  entered_at timestamptz,
  surprises_chosen_at timestamptz,
  created_at timestamptz not null default now()
);
create index customers_base_currency_idx on public.customers (base_currency);
create index customers_demo_until_idx on public.customers (demo_until) where demo_until is not null;
comment on table public.customers is 'A customer and their household, with time zone and simulated clock.';
comment on column public.customers.id is 'The id of the user who signs in. Not a foreign key, because '
  'deleting a sign-in must not affect the ledger.';
comment on column public.customers.time_zone is 'An IANA time zone. It determines when days begin and end.';
comment on column public.customers.base_currency is 'The currency in which totals are shown.';
comment on column public.customers.daily_transfer_limit is 'The most that the customer can transfer between '
  'their own accounts on a simulated day, in the base currency; null if there is no limit.';
comment on column public.customers.clock_offset is
  'The difference between the simulated clock and real time. It only grows within a generation.';
comment on column public.customers.generation is 'The number of times that the household was replaced.';
comment on column public.customers.demo_until is
  'The instant after which a disposable demo household is removed; null for all other households.';
comment on column public.customers.entered_at is 'The time when the customer first opened the application.';
comment on column public.customers.surprises_chosen_at is 'The time when the customer first chose how often '
  'surprises happen. Until then, the bank asks before a long fast-forward. Only `set_surprises` writes it.';

alter table public.customers enable row level security;
create policy "customers read their own row" on public.customers for select to authenticated
  using (id = (select auth.uid()));
create policy "customers change their own row" on public.customers for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
grant select, update (display_name, time_zone, base_currency, daily_transfer_limit) on public.customers
  to authenticated;
grant select on public.customers to service_role;

create function bank.is_time_zone(name text) returns boolean language plpgsql stable as $$
begin
  -- PostgreSQL also accepts POSIX rules such as FOO3, but customers must choose a named time zone.
  if name is null or name !~ '^(UTC|GMT|[A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$' then return false; end if;
  perform timezone(name, timestamptz 'epoch');
  return true;
exception when invalid_parameter_value then
  return false;
end $$;
comment on function bank.is_time_zone is 'Returns true if the name is a known time zone.';

create function bank.check_customer() returns trigger language plpgsql
security definer -- because it reads currencies and time zones for every role that writes
set search_path = '' as $$
begin
  if new.display_name is not null then
    new.display_name := bank.clean_name(new.display_name);
  end if;
  perform bank.refuse_if(not bank.is_time_zone(new.time_zone),
    'BADTZ', 'We don''t recognize that time zone.');
  perform bank.check_currency(new.base_currency);
  return new;
end $$;
comment on function bank.check_customer is 'Refuses an invalid name, time zone, or currency.';

create trigger check_customer before insert or update of display_name, time_zone,
  base_currency on public.customers
  for each row execute function bank.check_customer();

create function bank.caller() returns uuid language plpgsql stable as $$
declare
  caller uuid := auth.uid();
begin
  if caller is null then perform bank.refuse('NOUSR', 'Please sign in first.'); end if;
  return caller;
end $$;
comment on function bank.caller is 'Returns the id of the signed-in customer. Refuses: NOUSR.';

create function bank.now_for(customer_id uuid) returns timestamptz language plpgsql volatile as $$
declare
  ahead interval;
begin
  select clock_offset into ahead from public.customers where id = customer_id;
  return clock_timestamp() + coalesce(ahead, interval '0');
end $$;
comment on function bank.now_for is 'Returns a customer''s simulated time: real time plus the clock offset.';

create function bank.today_for(customer_id uuid) returns date language sql volatile as $$
  select (bank.now_for(customer_id) at time zone coalesce((select time_zone from public.customers
    where id = customer_id), 'UTC'))::date
$$;
comment on function bank.today_for is 'Returns a customer''s current day in their time zone.';

create function bank.format_date(day date, today date) returns text language sql stable as $$
  select to_char(day, case when extract(year from day) = extract(year from today) then 'Mon FMDD'
    else 'Mon FMDD, YYYY' end)
$$;
comment on function bank.format_date is
  'Formats a date for a sentence: Nov 24, or Nov 24, 2025 if it isn''t in the current year.';

create function bank.ensure_customer(customer_id uuid) returns void language sql volatile as $$
  insert into public.customers (id) select customer_id where customer_id is not null
    on conflict (id) do nothing
$$;
comment on function bank.ensure_customer is 'Creates the customer''s row if it doesn''t exist.';

-- Postings share this lock. A change of the simulated clock takes it exclusively.
create function bank.lock_clock(household uuid, patience boolean default true)
returns void language plpgsql volatile as $$
declare
  key bigint := hashtextextended(household::text, 1);
begin
  if household is null or pg_try_advisory_xact_lock_shared(key) then return; end if;
  if patience then
    begin
      perform set_config('lock_timeout', '5s', true);
      perform pg_advisory_xact_lock_shared(key);
      return;
    exception when lock_not_available then
      null; -- The wait timed out, so the call is refused below.
    end;
  end if;
  perform bank.refuse('CLOCK', 'A fast-forward is in progress. Try again in a moment.');
end $$;
comment on function bank.lock_clock is 'Locks the simulated clock of a household in shared mode until the '
  'transaction ends. Waits up to 5 s for a change of the clock, then refuses (CLOCK). Does not wait if rows '
  'are already locked, because the clock change may be waiting for them.';

create function public.ensure_customer(time_zone text default null) returns public.customers
language plpgsql volatile
security definer -- because customers may not insert their own row
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  customer public.customers;
  zone text := case when bank.is_time_zone(ensure_customer.time_zone) then ensure_customer.time_zone end;
begin
  select * into customer from public.customers where id = caller;
  if customer.entered_at is null then
    insert into public.customers as existing (id, time_zone, entered_at)
      values (caller, coalesce(zone, 'UTC'), clock_timestamp())
      on conflict (id) do update
        set time_zone = coalesce(zone, existing.time_zone), entered_at = clock_timestamp()
        where existing.entered_at is null;
    select * into customer from public.customers where id = caller;
  end if;
  return customer;
end $$;
comment on function public.ensure_customer is
  'Creates the customer''s row on the first sign-in with the browser''s time zone, and returns it.';

create function public.simulated_now() returns timestamptz language sql volatile
security definer -- because it reads bank.clocks
set search_path = '' as $$
  select bank.now_for(bank.caller())
$$;
comment on function public.simulated_now is 'Returns the caller''s simulated time.';

call bank.broadcast('public.customers');

-- The email address that a customer has verified. The sign-in service also marks addresses as confirmed if
-- email confirmation is turned off, so the bank keeps its own record.
create table bank.confirmed_addresses (
  user_id uuid primary key references auth.users on delete cascade,
  address text not null,
  confirmed_at timestamptz not null default clock_timestamp()
);
comment on table bank.confirmed_addresses is 'Email addresses that customers have verified with a code or '
  'link. A row counts only while its address is the customer''s current address.';
alter table bank.confirmed_addresses enable row level security;

create function bank.record_confirmed_address() returns trigger language plpgsql
security definer -- because it reads users and sessions, and writes tables without API grants
set search_path = '' as $$
declare
  sent_to text := nullif(current_setting('auth.code_sent_to', true), '');
begin
  -- A text message starts the same kind of session but proves nothing about an address. If it is unknown
  -- where the code was sent, a customer who has a phone number may have received it in a text message.
  insert into bank.confirmed_addresses (user_id, address)
  select u.id, lower(u.email) from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = new.session_id and u.email <> '' and u.email_confirmed_at is not null
    and case when sent_to is null then coalesce(u.phone, '') = '' else sent_to like '%@%' end
  on conflict (user_id) do update set address = excluded.address, confirmed_at = excluded.confirmed_at;
  return null;
end $$;
comment on function bank.record_confirmed_address is
  'Records the address of a customer who has just signed in with a code or link sent to it.';

create trigger record_confirmed_address after insert on auth.mfa_amr_claims
  for each row when (new.authentication_method = 'otp') execute function bank.record_confirmed_address();

create function bank.confirmed_address(customer_id uuid) returns text language sql stable as $$
  select lower(u.email) from auth.users u
  where u.id = confirmed_address.customer_id and u.email <> '' and u.email_confirmed_at is not null and (
    exists (select from bank.confirmed_addresses c where c.user_id = u.id and c.address = lower(u.email))
    or exists (select from auth.identities i where i.user_id = u.id and i.provider not in ('email', 'phone')
      and lower(i.identity_data ->> 'email') = lower(u.email)
        and i.identity_data ->> 'email_verified' = 'true'))
$$;
comment on function bank.confirmed_address is 'Returns the verified email address of a customer, confirmed '
  'by email or by an identity provider. Null if there is none.';

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  user_id uuid default auth.uid() references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  kind text not null default 'spending' check (kind in ('spending', 'income'))
);
create unique index categories_user_id_kind_name_key
  on public.categories (user_id, kind, lower(name)) nulls not distinct;
comment on table public.categories is
  'Categories of spending and income: the bank''s and those that customers add.';
comment on column public.categories.user_id is
  'The owner; null for the bank''s categories, which all customers share.';

call bank.restrict_to_owner('public.categories', 'insert', 'update', 'delete');
create policy "customers read the bank's categories and their own" on public.categories for select
  to authenticated
  using (user_id = (select auth.uid()) or user_id is null);
grant select, insert (id, user_id, name, kind), update (name), delete on public.categories to authenticated;
grant select on public.categories to service_role;

create function bank.check_name() returns trigger language plpgsql
security definer -- because it creates the customer row if it is missing
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  if tg_op = 'INSERT' then perform bank.ensure_customer(new.user_id); end if;
  return new;
end $$;
comment on function bank.check_name is
  'Cleans the name of a category, saved view, or checkpoint. Refuses: BADNM.';

create trigger check_category before insert or update of name on public.categories
  for each row execute function bank.check_name();

insert into public.categories (id, user_id, name, kind)
select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid, null, name, kind
from (values
  (1, 'Housing', 'spending'), (2, 'Transportation', 'spending'), (3, 'Food', 'spending'),
  (4, 'Utilities', 'spending'), (5, 'Healthcare', 'spending'), (6, 'Entertainment', 'spending'),
  (7, 'Shopping', 'spending'), (8, 'Personal', 'spending'), (9, 'Savings', 'spending'),
  (10, 'Other', 'spending'), (101, 'Salary', 'income'), (102, 'Interest', 'income'),
  (103, 'Refund', 'income'), (104, 'Gift', 'income'),
  (105, 'Other income', 'income')) as built_in (number, name, kind);

-- Simulated exchange rates by day. Exact decimals make them equal on every machine.
create table public.exchange_rates (
  base text not null references public.currencies,
  quote text not null references public.currencies,
  rate_date date not null,
  rate numeric(18, 8) not null check (rate > 0),
  primary key (base, quote, rate_date)
);
create index exchange_rates_quote_idx on public.exchange_rates (quote);
comment on table public.exchange_rates is
  'How many units of the quote currency one unit of the base currency buys on a day. Simulated.';

alter table public.exchange_rates enable row level security;
create policy "customers read the exchange rates" on public.exchange_rates for select to authenticated
  using (true);
grant select on public.exchange_rates to authenticated, service_role;

create function bank.wave(day integer, period integer) returns numeric language sql immutable strict as $$
  -- For x from -1 to 1, 4x(1 - |x|) approximates a sine wave with exact decimals.
  select 4 * x * (1 - abs(x)) from (select 2 * (mod(day, period)::numeric / period) - 1 as x) as phase
$$;
comment on function bank.wave is 'Returns a wave between -1 and 1 with a period in days.';

create function bank.dollar_value(currency text, day date) returns numeric language sql immutable strict as $$
  select anchor * (1 + 0.035 * bank.wave(number + 7 * shift, 1461) + 0.018 * bank.wave(number + 3 * shift,
    211)
    + 0.006 * bank.wave(number + shift,
      37) + 0.003 * (get_byte(dice, 0) * 256 + get_byte(dice, 1) - 32768) / 32768.0)
  from (values ('EUR', 1.085, 61), ('GBP', 1.265, 149)) as known (code, anchor, shift),
    (select day - date '2000-01-01' as number,
      sha256(convert_to(currency || to_char(day, 'YYYYMMDD'), 'UTF8')) as dice) as drawn
  where code = currency
  union all select 1 where currency = 'USD'
$$;
comment on function bank.dollar_value is
  'Returns the dollar value of one unit of a currency on a day; null if there is no simulated rate.';

create function bank.fill_exchange_rates(through date) returns void language sql volatile as $$
  with prices as materialized (
    select day::date as day, code, bank.dollar_value(code, day::date) as dollars
    from generate_series(coalesce((select max(rate_date) + 1 from public.exchange_rates), date '2023-01-01'),
      through, interval '1 day') as day, public.currencies
  )
  insert into public.exchange_rates (base, quote, rate_date, rate)
  select b.code, q.code, b.day, round(b.dollars / q.dollars, 6)
  from prices b join prices q on q.day = b.day and q.code <> b.code
  where b.dollars is not null and q.dollars is not null
  on conflict do nothing
$$;
comment on function bank.fill_exchange_rates is
  'Writes the missing exchange rates up to and including a day.';

create function bank.rate_on(base text, quote text, day date) returns numeric language plpgsql volatile as $$
declare
  found_rate numeric;
begin
  if base = quote then return 1; end if;
  select r.rate into found_rate from public.exchange_rates r
    where r.base = rate_on.base and r.quote = rate_on.quote and r.rate_date = day;
  if found_rate is null and day > (select max(r.rate_date) from public.exchange_rates r) then
    perform bank.fill_exchange_rates((day + interval '12 months')::date);
    select r.rate into found_rate from public.exchange_rates r
      where r.base = rate_on.base and r.quote = rate_on.quote and r.rate_date = day;
  end if;
  if found_rate is null then
    perform bank.refuse('NORAT', format('There is no exchange rate from %s to %s on %s.', base, quote,
      to_char(day, 'Mon FMDD, YYYY')), jsonb_build_object('base', base, 'quote', quote, 'date', day));
  end if;
  return found_rate;
end $$;
comment on function bank.rate_on is
  'Returns the exchange rate of a day. Adds missing future rates first. Refuses (NORAT) a missing rate.';

do $$ begin perform bank.fill_exchange_rates((current_date + interval '2 years')::date); end $$;

-- Page views: path and title, without any personal data.
create table public.page_views (
  id bigint generated always as identity primary key,
  path text not null check (char_length(path) between 1 and 200 and path ~ '^/[^?#]*$'),
  title text not null check (char_length(title) <= 200),
  at timestamptz not null default clock_timestamp()
);
create index page_views_at_idx on public.page_views (at);
comment on table public.page_views is
  'Page views for the operator. They contain no customer ids and no query strings.';

alter table public.page_views enable row level security;
create policy "visitors report the pages they look at" on public.page_views for insert to anon
  with check (true);
create policy "customers report the pages they look at" on public.page_views for insert to authenticated
  with check (true);
grant insert (path, title) on public.page_views to anon, authenticated;
grant select, delete on public.page_views to service_role;

-- Anyone may insert here, so the size is limited.
create function bank.delete_old_page_views() returns trigger language plpgsql
security definer -- because visitors may not delete rows
set search_path = '' as $$
begin
  delete from public.page_views where id <= (select max(id) from public.page_views) - 100000;
  return null;
end $$;
comment on function bank.delete_old_page_views is 'Deletes all page views except the newest 100,000.';

create trigger delete_old_page_views after insert on public.page_views
  for each statement execute function bank.delete_old_page_views();

grant execute on function public.ensure_customer, public.simulated_now to authenticated;
