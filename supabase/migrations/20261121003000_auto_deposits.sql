-- What the engine acts on: when a rule changes, it looks again.
create table bank.clocks (
  household_id uuid primary key references public.customers on delete cascade,
  lived_to timestamptz not null,
  last_entry bigint not null default 0,
  rules_version bigint not null default 0,
  due_at timestamptz,
  seed integer not null default (floor(random() * 2147483647))::integer,
  memory jsonb not null default '{}'
);
create index clocks_due_at_idx on bank.clocks (due_at) where due_at is not null;
alter table bank.clocks enable row level security;
comment on table bank.clocks is 'How far the engine has lived each household, and when it has to look again.';
comment on column bank.clocks.lived_to is 'The simulated instant until which everything has happened.';
comment on column bank.clocks.last_entry is 'The newest entry of the household then: later ones are news for the engine.';
comment on column bank.clocks.rules_version is 'Counts changes of rules and products, so that nothing is posted by rules that no longer hold.';
comment on column bank.clocks.due_at is 'The real instant of the next visit; null when nothing is due by itself.';
comment on column bank.clocks.seed is 'What chance is drawn from: the same seed and commands make the same life.';
comment on column bank.clocks.memory is 'The engine''s own memory between its runs: accruals, cycles, arrears, occurrences.';

create function bank.wake_engine(household uuid) returns void language sql volatile as $$
  insert into bank.clocks as c (household_id, lived_to, due_at)
    select household, bank.now_for(household), clock_timestamp()
    where household is not null and not bank.is_being_erased(household)
  on conflict (household_id) do update set rules_version = c.rules_version + 1, due_at = least(c.due_at, clock_timestamp())
$$;
comment on function bank.wake_engine(uuid) is 'Tells the engine that the rules or products of a household have changed.';

create function bank.wake_engine_for_row() returns trigger language plpgsql
security definer -- the engine's own table
set search_path = '' as $$
begin
  perform bank.wake_engine(case when tg_op = 'DELETE' then old.user_id else new.user_id end);
  return null;
end
$$;
comment on function bank.wake_engine_for_row() is 'A row that the engine acts on was made, changed or removed.';

create function bank.wake_engine_for_page() returns trigger language plpgsql
security definer -- the engine's own table
set search_path = '' as $$
begin
  perform bank.wake_engine(new.household_id);
  return null;
end
$$;
comment on function bank.wake_engine_for_page() is 'A product was opened.';
create trigger wake_engine after insert on bank.ledger_accounts
  for each row when (new.household_id is not null) execute function bank.wake_engine_for_page();

-- Closing, renaming and terms; not the balance, which the engine reads in the books.
create trigger wake_engine after update of name, type, currency, closed_at on public.accounts
  for each row when (new.last_entry is not distinct from old.last_entry) execute function bank.wake_engine_for_row();
create trigger wake_engine after update of credit_limit, apr, due_date on public.credit_cards
  for each row when (new.last_entry is not distinct from old.last_entry) execute function bank.wake_engine_for_row();
create trigger wake_engine after update of interest_rate, term, monthly_payment, start_date on public.loans
  for each row when (new.last_entry is not distinct from old.last_entry) execute function bank.wake_engine_for_row();
create trigger wake_engine after update of interest_rate, term, monthly_payment, start_date on public.mortgages
  for each row when (new.last_entry is not distinct from old.last_entry) execute function bank.wake_engine_for_row();

create function bank.check_rule_account(household uuid, account_id uuid) returns public.accounts language plpgsql stable as $$
declare
  account public.accounts;
begin
  select * into account from public.accounts a where a.id = check_rule_account.account_id and a.user_id = household;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such account of yours.';
  end if;
  if account.closed_at is not null then
    raise exception using errcode = 'CLOSD', message = 'This account is closed.';
  end if;
  return account;
end
$$;
comment on function bank.check_rule_account(uuid, uuid) is 'The account a rule acts on: own and open. Refuses: NTFND, CLOSD.';

create function bank.is_for_another(user_id uuid) returns boolean language sql stable as $$
  select auth.uid() is not null and user_id is distinct from auth.uid()
$$;
comment on function bank.is_for_another(uuid) is
  'Whether a signed-in customer writes a row in another''s name: nothing is said about it, the row rules will refuse it.';

create function bank.check_rule_days(start_date date, end_date date, occurrences integer) returns void language plpgsql immutable as $$
begin
  perform bank.check_day(start_date);
  if end_date < start_date then
    raise exception using errcode = 'BADDT', message = 'The rule would end before it begins.',
      detail = jsonb_build_object('start_date', start_date, 'end_date', end_date)::text;
  end if;
  if occurrences not between 1 and 100000 then
    raise exception using errcode = 'BADTM', message = 'A rule acts at least once.';
  end if;
end
$$;
comment on function bank.check_rule_days(date, date, integer) is 'Refuses (BADDT, BADTM) a rule whose days make no sense.';

create function bank.check_rule_count(household uuid, kept bigint) returns void language plpgsql stable as $$
begin
  if kept >= 200 then
    raise exception using errcode = 'LIMIT', message = 'You have as many of these as the bank can keep for one customer.',
      detail = jsonb_build_object('highest', 200)::text;
  end if;
end
$$;
comment on function bank.check_rule_count(uuid, bigint) is 'Refuses (LIMIT) more rules than anybody needs.';

-- Money that arrives by itself.
create table public.auto_deposits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  account_id uuid not null references public.accounts on delete cascade,
  name text not null default 'Auto deposit' check (char_length(name) between 1 and 80),
  amount numeric not null check (amount between 0.01 and 999999999.99 and amount = round(amount, 2)),
  frequency text not null check (frequency in ('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY')),
  category_id uuid references public.categories on delete set null,
  is_pay boolean not null default false,
  start_date date not null,
  start_time time not null default '06:00',
  end_date date,
  occurrences integer,
  paused boolean not null default false,
  yearly_adjustment text check (yearly_adjustment in ('fixed', 'inflation')),
  yearly_percent numeric check (yearly_percent between 0.01 and 50 and yearly_percent = round(yearly_percent, 2)),
  next_occurrence integer,
  next_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint auto_deposits_adjustment_fits_percent_check
    check ((yearly_adjustment is not distinct from 'fixed') = (yearly_percent is not null))
);
create index auto_deposits_user_id_idx on public.auto_deposits (user_id);
create index auto_deposits_account_id_idx on public.auto_deposits (account_id);
create index auto_deposits_category_id_idx on public.auto_deposits (category_id) where category_id is not null;
comment on table public.auto_deposits is 'Money that arrives by a rule: pay, pocket money, a drip.';
comment on column public.auto_deposits.is_pay is 'Whether a job pays it: it stops while the job is lost.';
comment on column public.auto_deposits.start_date is 'Its first day, in the customer''s time zone; later ones are counted from it.';
comment on column public.auto_deposits.occurrences is 'How often it happens at all; null for ever.';
comment on column public.auto_deposits.yearly_adjustment is
  'How the amount changes each year on the anniversary of its first day: by a fixed percentage, with inflation, or not at all (null).';
comment on column public.auto_deposits.yearly_percent is 'The fixed percentage of each year; null without one.';
comment on column public.auto_deposits.next_occurrence is 'The number of the next one, from 0; null until the engine has looked after it was made, moved or paused. Only the bank writes it.';
comment on column public.auto_deposits.next_at is 'The simulated instant of the next one; null when there is none. Only the bank writes it.';

alter table public.auto_deposits enable row level security;
create policy "customers read their own auto deposits" on public.auto_deposits for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers set up auto deposits for themselves" on public.auto_deposits for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "customers change their own auto deposits" on public.auto_deposits for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers delete their own auto deposits" on public.auto_deposits for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert (id, user_id, account_id, name, amount, frequency, category_id, is_pay, start_date, start_time, end_date, occurrences,
    paused, yearly_adjustment, yearly_percent),
  update (account_id, name, amount, frequency, category_id, is_pay, start_date, start_time, end_date, occurrences, paused,
    yearly_adjustment, yearly_percent), delete
  on public.auto_deposits to authenticated, service_role;

create function bank.check_auto_deposit() returns trigger language plpgsql
security definer -- reads the clock and the account whoever writes
set search_path = '' as $$
begin
  if bank.is_for_another(new.user_id) then
    return new;
  end if;
  new.name := bank.clean_name(new.name);
  perform bank.check_amount(new.amount);
  new.start_date := coalesce(new.start_date, bank.today_for(new.user_id));
  perform bank.check_rule_days(new.start_date, new.end_date, new.occurrences);
  new.updated_at := bank.now_for(new.user_id);
  if tg_op = 'INSERT' then
    new.created_at := new.updated_at;
    perform bank.check_rule_count(new.user_id, (select count(*) from public.auto_deposits d where d.user_id = new.user_id));
  end if;
  if tg_op = 'INSERT' or new.account_id <> old.account_id then
    perform bank.check_rule_account(new.user_id, new.account_id);
  end if;
  if tg_op = 'UPDATE' and (new.frequency, new.start_date, new.start_time, new.paused) is distinct from (old.frequency, old.start_date, old.start_time, old.paused) then
    new.next_occurrence := null;
  end if;
  return new;
end
$$;
comment on function bank.check_auto_deposit() is 'Refuses rules that make no sense: NTFND, CLOSD, BADAM, BADNM, BADDT, BADTM, LIMIT.';
create trigger check_auto_deposit
  before insert or update of account_id, name, amount, frequency, category_id, is_pay, start_date, start_time, end_date, occurrences, paused,
  yearly_adjustment, yearly_percent
  on public.auto_deposits for each row execute function bank.check_auto_deposit();
create trigger wake_engine after insert or delete
  or update of account_id, name, amount, frequency, category_id, is_pay, start_date, start_time, end_date, occurrences, paused,
  yearly_adjustment, yearly_percent
  on public.auto_deposits for each row execute function bank.wake_engine_for_row();

call bank.broadcast('public.auto_deposits');
