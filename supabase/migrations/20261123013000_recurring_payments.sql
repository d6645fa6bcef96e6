set check_function_bodies = off;

-- The rules that the engine simulates. A change to a rule schedules a new simulation.
create table bank.clocks (
  household_id uuid primary key references public.customers on delete cascade,
  simulated_until timestamptz not null,
  last_entry bigint not null default 0,
  rules_version bigint not null default 0,
  due_at timestamptz,
  seed integer not null default (floor(random() * 2147483647))::integer,
  carryover jsonb not null
    default '{"bankHolidays": true, "pending": "realistic", "exchangeMargin": 0.6, "unemployment": true,
      "billIncreases": true}'
);
create index clocks_due_at_idx on bank.clocks (due_at) where due_at is not null;
alter table bank.clocks enable row level security;
comment on table bank.clocks is 'The simulation progress of each household and its next simulation time.';
comment on column bank.clocks.simulated_until is 'The simulated instant up to which the engine has run.';
comment on column bank.clocks.last_entry is
  'The household''s newest entry when the engine last ran. The engine hasn''t processed later entries.';
comment on column bank.clocks.rules_version is 'The number of changes to rules and products. It prevents the '
  'bank from posting steps that are based on old rules.';
comment on column bank.clocks.due_at is 'The real instant of the next simulation; null if nothing is due.';
comment on column bank.clocks.seed is
  'The random seed. The same seed and commands produce the same simulation.';
comment on column bank.clocks.carryover is 'The engine''s carryover: accruals, cycles, arrears, occurrences.';

create function bank.schedule_simulation(household uuid) returns void language sql volatile as $$
  insert into bank.clocks as c (household_id, simulated_until, due_at)
    select household, bank.now_for(household), clock_timestamp()
    where household is not null and not bank.is_being_erased(household)
  on conflict (household_id) do update
    set rules_version = c.rules_version + 1, due_at = least(c.due_at, clock_timestamp())
$$;
comment on function bank.schedule_simulation is
  'Schedules a simulation because rules or products of a household changed.';

create function bank.schedule_simulation_for_change() returns trigger language plpgsql
security definer -- because it writes an engine table
set search_path = '' as $$
begin
  perform bank.schedule_simulation(case when tg_op = 'DELETE' then old.user_id else new.user_id end);
  return null;
end $$;
comment on function bank.schedule_simulation_for_change is
  'Schedules a simulation after a change to a row that the engine reads.';

-- The engine locks the clock before it writes rows. A change that locked its row before the clock could
-- therefore deadlock.
create function bank.lock_clock_for_change() returns trigger language plpgsql
security definer -- because it calls private lock functions
set search_path = '' as $$
begin
  perform bank.lock_clock(auth.uid());
  return null;
end $$;
comment on function bank.lock_clock_for_change is 'Locks the customer''s clock before a statement that '
  'changes rows the engine writes. Refuses (CLOCK) after 5 s.';

create function bank.schedule_simulation_for_product() returns trigger language plpgsql
security definer -- because it writes an engine table
set search_path = '' as $$
begin
  perform bank.schedule_simulation(new.household_id);
  return null;
end $$;
comment on function bank.schedule_simulation_for_product is
  'Schedules a simulation after a product is opened.';

create trigger schedule_simulation after insert on bank.ledger_accounts
  for each row when (new.household_id is not null) execute function bank.schedule_simulation_for_product();

create trigger lock_clock before update of name, type, currency, closed_at, overdraft,
  overdraft_account_id, overdraft_product, overdraft_cards, plan, plan_before, plan_since,
  tax_treatment, tax_treatment_since or delete
  on public.accounts
  for each statement execute function bank.lock_clock_for_change();

-- Runs when an account is closed or renamed or its terms change. Ignores the balance, which the engine reads
-- from the journal.
create trigger schedule_simulation after update of name, type, currency, closed_at, overdraft,
  overdraft_account_id, overdraft_product, overdraft_cards, plan, plan_before, plan_since, tax_treatment,
  tax_treatment_since on public.accounts
  for each row when (new.last_entry is not distinct from old.last_entry) execute function
    bank.schedule_simulation_for_change();

create function bank.check_rule_account(household uuid, account_id uuid)
returns public.accounts language plpgsql stable as $$
declare
  account public.accounts;
begin
  select * into account from public.accounts a where a.id = check_rule_account.account_id
    and a.user_id = household;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that account.');
  perform bank.refuse_if(account.closed_at is not null, 'CLOSD', 'This account is closed.');
  perform bank.refuse_cd(account);
  return account;
end $$;
comment on function bank.check_rule_account is
  'Checks the account of a rule: it must be the customer''s, open, and not a CD. Refuses: NTFND, CLOSD, '
  'CDLCK.';

create function bank.is_for_another(user_id uuid) returns boolean language sql volatile as $$
  select (auth.uid() is not null and user_id is distinct from auth.uid()) or bank.is_being_loaded(user_id)
$$;
comment on function bank.is_for_another is
  'Returns true if a row wasn''t written by its customer: the row either has another owner, which row-level '
  'security refuses, or it comes from a household file, which is checked as a whole.';

create function bank.check_rule_days(start_date date, end_date date, occurrences integer)
returns void language plpgsql immutable as $$
begin
  perform bank.check_day(start_date);
  perform bank.refuse_if(end_date < start_date, 'BADDT', 'The end date must be on or after the start date.',
    jsonb_build_object('start_date', start_date, 'end_date', end_date));
  perform bank.refuse_if(occurrences not between 1 and 100000,
    'BADTM', 'Enter a number of occurrences from 1 to 100,000.');
end $$;
comment on function bank.check_rule_days is 'Refuses a rule with invalid days: BADDT, BADTM.';

create function bank.check_rule_count(row_count bigint) returns void language plpgsql stable as $$
begin
  perform bank.refuse_if(row_count >= 200,
    'LIMIT', 'You''ve reached the limit of 200 items of this type.', jsonb_build_object('highest', 200));
end $$;
comment on function bank.check_rule_count is 'Refuses (LIMIT) too many rules.';

create table public.auto_deposits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  account_id uuid not null references public.accounts on delete cascade,
  name text not null default 'Auto deposit' check (char_length(name) between 1 and 80),
  amount numeric not null check (amount between 0.01 and 999999999.99 and amount = round(amount, 2)),
  frequency text not null check (frequency in ('HOURLY', 'DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY')),
  category_id uuid references public.categories on delete set null,
  is_pay boolean not null default false,
  pay_details jsonb,
  start_date date not null,
  start_time time not null default '06:00',
  end_date date,
  occurrences integer,
  paused boolean not null default false,
  yearly_adjustment text check (yearly_adjustment in ('fixed', 'inflation', 'none', 'rent', 'school',
    'insurance', 'subscription', 'phone', 'utilities', 'pay')),
  yearly_percent numeric check (yearly_percent between 0.01 and 50
    and yearly_percent = round(yearly_percent, 2)),
  next_occurrence integer,
  next_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  resumed_at timestamptz,
  constraint auto_deposits_adjustment_fits_percent_check
    check ((yearly_adjustment is not distinct from 'fixed') = (yearly_percent is not null)),
  constraint auto_deposits_pay_details_check check (pay_details is null or is_pay)
);
create index auto_deposits_user_id_idx on public.auto_deposits (user_id);
create index auto_deposits_account_id_idx on public.auto_deposits (account_id);
create index auto_deposits_category_id_idx on public.auto_deposits (category_id)
  where category_id is not null;
comment on table public.auto_deposits is 'Recurring deposits, such as pay or an allowance.';
comment on column public.auto_deposits.is_pay is 'True for a paycheck, which stops during a job loss.';
comment on column public.auto_deposits.pay_details is 'The terms from which the engine computes a paycheck '
  '(gross_per_year, filing_status, retirement_percent, match_percent, match_up_to, health, hsa, '
  'state_percent, retirement_account_id, hsa_account_id); null if the amount is fixed. Health and HSA '
  'amounts are per paycheck. The amount is then the net pay of the next paycheck.';
comment on column public.auto_deposits.start_date is
  'The first day in the customer''s time zone. Later occurrences are counted from it.';
comment on column public.auto_deposits.occurrences is 'The total number of occurrences; null if unlimited.';
comment on column public.auto_deposits.yearly_adjustment is 'The yearly change of the amount on the '
  'anniversary of the start date: a fixed percentage, inflation, none, or the raises of pay. Null is the '
  'usual one: pay rises if the household''s bills go up.';
comment on column public.auto_deposits.yearly_percent is
  'The fixed yearly percentage; null if there is none.';
comment on column public.auto_deposits.next_occurrence is 'The number of the next occurrence, starting at 0; '
  'null until the engine has computed it after a change. Only the bank writes it.';
comment on column public.auto_deposits.next_at is
  'The simulated instant of the next occurrence; null if there is none. Only the bank writes it.';
comment on column public.auto_deposits.resumed_at is
  'The time when the rule''s last pause ended; null if it was never paused. Only the bank writes it.';

call bank.restrict_to_owner('public.auto_deposits', 'select', 'insert', 'update', 'delete');
grant select,
  insert (id, user_id, account_id, name, amount, frequency, category_id, is_pay, pay_details, start_date,
    start_time, end_date, occurrences, paused, yearly_adjustment, yearly_percent),
  update (account_id, name, amount, frequency, category_id, is_pay, pay_details, start_date, start_time,
    end_date, occurrences, paused, yearly_adjustment, yearly_percent), delete
  on public.auto_deposits to authenticated, service_role;

create function bank.check_auto_deposit() returns trigger language plpgsql
security definer -- because it reads the clock and the account for every role that writes
set search_path = '' as $$
begin
  if bank.is_for_another(new.user_id) then return new; end if;
  new.name := bank.clean_name(new.name);
  perform bank.check_amount(new.amount);
  new.start_date := coalesce(new.start_date, bank.today_for(new.user_id));
  perform bank.check_rule_days(new.start_date, new.end_date, new.occurrences);
  new.updated_at := bank.now_for(new.user_id);
  if tg_op = 'INSERT' then
    new.created_at := new.updated_at;
    perform bank.check_rule_count(
      (select count(*) from public.auto_deposits d where d.user_id = new.user_id));
  end if;
  if tg_op = 'INSERT' or new.account_id <> old.account_id then
    perform bank.check_rule_account(new.user_id, new.account_id);
  end if;
  if tg_op = 'UPDATE' and (new.frequency, new.start_date, new.start_time, new.paused) is distinct
    from (old.frequency, old.start_date, old.start_time, old.paused) then
    new.next_occurrence := null;
  end if;
  return new;
end $$;
comment on function bank.check_auto_deposit is
  'Refuses invalid rules: NTFND, CLOSD, BADAM, BADNM, BADDT, BADTM, LIMIT.';

create trigger check_auto_deposit
  before insert or update of account_id, name, amount, frequency, category_id, is_pay, pay_details,
    start_date, start_time, end_date, occurrences, paused, yearly_adjustment, yearly_percent
  on public.auto_deposits for each row execute function bank.check_auto_deposit();

create trigger lock_clock before update or delete on public.auto_deposits
  for each statement execute function bank.lock_clock_for_change();

create trigger schedule_simulation
  after insert or delete or update of account_id, name, amount, frequency, category_id, is_pay, pay_details,
    start_date, start_time, end_date, occurrences, paused, yearly_adjustment, yearly_percent
  on public.auto_deposits for each row execute function bank.schedule_simulation_for_change();

call bank.broadcast('public.auto_deposits');

-- Scheduled payments go to an outside payee, another of the customer's accounts, a card, a loan, or a
-- mortgage.
create table public.scheduled_payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  account_id uuid not null references public.accounts on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  payee text,
  to_account_id uuid references public.accounts on delete cascade,
  fund text check (fund in ('US_STOCKS', 'WORLD_STOCKS', 'BONDS')),
  card_id uuid references public.credit_cards on delete cascade,
  loan_id uuid references public.loans on delete cascade,
  mortgage_id uuid references public.mortgages on delete cascade,
  amount numeric check (amount between 0.01 and 999999999.99 and amount = round(amount, 2)),
  amount_kind text not null default 'fixed' check (amount_kind in ('fixed', 'statement', 'minimum')),
  frequency text not null check (frequency in ('WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY')),
  category_id uuid references public.categories on delete set null,
  start_date date not null,
  end_date date,
  occurrences integer,
  weekend text not null default 'stays' check (weekend in ('stays', 'before', 'after')),
  speed text check (speed = 'same_day'),
  paused boolean not null default false,
  yearly_adjustment text check (yearly_adjustment in ('fixed', 'inflation', 'none', 'rent', 'school',
    'insurance', 'subscription', 'phone', 'utilities', 'pay')),
  yearly_percent numeric check (yearly_percent between 0.01 and 50
    and yearly_percent = round(yearly_percent, 2)),
  next_occurrence integer,
  next_at timestamptz,
  retry_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  resumed_at timestamptz,
  constraint scheduled_payments_target_check
    check (num_nonnulls(payee, to_account_id, card_id, loan_id, mortgage_id) = 1),
  constraint scheduled_payments_same_day_is_outside_check check (speed is null or payee is not null),
  constraint scheduled_payments_fund_has_account_check check (fund is null or to_account_id is not null),
  constraint scheduled_payments_amount_fits_kind_check
    check ((amount_kind = 'fixed') = (amount is not null) and (amount_kind = 'fixed' or card_id is not null)),
  constraint scheduled_payments_adjustment_fits_percent_check
    check ((yearly_adjustment is not distinct from 'fixed') = (yearly_percent is not null)
      and (yearly_adjustment is null or amount_kind = 'fixed'))
);
create index scheduled_payments_user_id_idx on public.scheduled_payments (user_id);
create index scheduled_payments_account_id_idx on public.scheduled_payments (account_id);
create index scheduled_payments_to_account_id_idx on public.scheduled_payments (to_account_id)
  where to_account_id is not null;
create index scheduled_payments_card_id_idx on public.scheduled_payments (card_id) where card_id is not null;
create index scheduled_payments_loan_id_idx on public.scheduled_payments (loan_id) where loan_id is not null;
create index scheduled_payments_mortgage_id_idx on public.scheduled_payments (mortgage_id)
  where mortgage_id is not null;
create index scheduled_payments_category_id_idx on public.scheduled_payments (category_id)
  where category_id is not null;
comment on table public.scheduled_payments is
  'Recurring payments: rent, subscriptions, savings, cards, and debts.';
comment on column public.scheduled_payments.payee is
  'The outside payee, if the payment doesn''t go to one of the customer''s products.';
comment on column public.scheduled_payments.fund is
  'The fund in which a payment to an account that holds funds is invested; null for its money market fund.';
comment on column public.scheduled_payments.amount_kind is
  'fixed. For a card, it can also be the statement balance or the minimum payment.';
comment on column public.scheduled_payments.start_date is
  'The first day in the customer''s time zone. Later occurrences are counted from it.';
comment on column public.scheduled_payments.weekend is
  'What happens to an occurrence on a day when banks are closed: it stays, or moves to the business day '
  'before or after.';
comment on column public.scheduled_payments.speed is
  'same_day: an outside payee receives each payment on its day, for a fee of 3.00. Null: one business day '
  'later, without a fee.';
comment on column public.scheduled_payments.yearly_adjustment is 'The yearly change of the amount: a fixed '
  'percentage or inflation on the anniversary of the first day, none, or the increases of a type of bill. '
  'Null is the usual one of the payment, if the household''s bills go up.';
comment on column public.scheduled_payments.yearly_percent is
  'The fixed yearly percentage; null if there is none.';
comment on column public.scheduled_payments.next_occurrence is 'The number of the next occurrence, starting '
  'at 0; null until the engine has computed it after a change. Only the bank writes it.';
comment on column public.scheduled_payments.next_at is
  'The simulated instant of the next occurrence; null if there is none. Only the bank writes it.';
comment on column public.scheduled_payments.resumed_at is
  'The time when the rule''s last pause ended; null if it was never paused. Only the bank writes it.';
comment on column public.scheduled_payments.retry_at is
  'The time of the next retry after a payment failed because of insufficient funds. Only the bank writes it.';

call bank.restrict_to_owner('public.scheduled_payments', 'select', 'insert', 'update', 'delete');
grant select,
  insert (id, user_id, account_id, name, payee, to_account_id, fund, card_id, loan_id, mortgage_id, amount,
    amount_kind, frequency, category_id,
    start_date, end_date, occurrences, weekend, speed, paused, yearly_adjustment, yearly_percent),
  update (account_id, name, payee, to_account_id, fund, card_id, loan_id, mortgage_id, amount, amount_kind,
    frequency, category_id,
    start_date, end_date, occurrences, weekend, speed, paused, yearly_adjustment, yearly_percent), delete
  on public.scheduled_payments to authenticated, service_role;

create function bank.scheduled_payment_target(rule public.scheduled_payments, out id uuid, out currency text,
  out closed boolean) language sql stable as $$
  select a.id, a.currency, a.closed_at is not null from public.accounts a where a.id = rule.to_account_id
    and a.user_id = rule.user_id
  union all select c.id, c.currency, c.closed_at is not null from public.credit_cards c
    where c.id = rule.card_id and c.user_id = rule.user_id
  union all select l.id, l.currency, false from public.loans l where l.id = rule.loan_id
    and l.user_id = rule.user_id
  union all select m.id, m.currency, false from public.mortgages m where m.id = rule.mortgage_id
    and m.user_id = rule.user_id
$$;
comment on function bank.scheduled_payment_target is
  'Returns the product that a scheduled payment pays; null for an outside payee.';

create function bank.check_scheduled_payment() returns trigger language plpgsql
security definer -- because it reads the clock and the products for every role that writes
set search_path = '' as $$
declare
  account public.accounts;
  target record;
begin
  if bank.is_for_another(new.user_id) then return new; end if;
  -- A payment can always be paused, even if its account or payee is closed.
  if tg_op = 'UPDATE' and new.paused and to_jsonb(new) - 'paused' = to_jsonb(old) - 'paused' then
    new.next_occurrence := null;
    new.updated_at := bank.now_for(new.user_id);
    return new;
  end if;
  new.name := bank.clean_name(new.name);
  new.payee := bank.clean_note(new.payee, 'payee', 80);
  if new.to_account_id is null then new.fund := null; end if;
  if new.amount_kind = 'fixed' then perform bank.check_amount(new.amount); end if;
  new.start_date := coalesce(new.start_date, bank.today_for(new.user_id));
  perform bank.check_rule_days(new.start_date, new.end_date, new.occurrences);
  account := bank.check_rule_account(new.user_id, new.account_id);
  if new.payee is null then
    new.speed := null;
    select * into target from bank.scheduled_payment_target(new);
    perform bank.refuse_if(target.id is null, 'NTFND', 'Choose a payee.');
    perform bank.refuse_if(target.id = new.account_id, 'SAMAC', 'Choose two different accounts.');
    perform bank.refuse_if(target.closed, 'CLOSD', 'This account is closed.');
    perform bank.refuse_if(target.currency <> account.currency,
      'BADCU', 'Choose a payee and an account in the same currency.',
      jsonb_build_object('currency', target.currency, 'account_currency', account.currency));
    if new.to_account_id is not null then
      perform bank.check_rule_account(new.user_id, new.to_account_id);
    end if;
  end if;
  if new.speed = 'same_day' then perform bank.check_same_day(account, new.amount); end if;
  new.updated_at := bank.now_for(new.user_id);
  if tg_op = 'INSERT' then
    new.created_at := new.updated_at;
    perform bank.check_rule_count(
      (select count(*) from public.scheduled_payments p where p.user_id = new.user_id));
  elsif (new.frequency, new.start_date, new.paused) is distinct
    from (old.frequency, old.start_date, old.paused) then
    new.next_occurrence := null;
  end if;
  return new;
end $$;
comment on function bank.check_scheduled_payment is
  'Refuses invalid rules: NTFND, CLOSD, SAMAC, BADCU, BADAM, BADNM, BADTX, BADDT, BADTM, LIMIT.';

create trigger check_scheduled_payment
  before insert or update of account_id, name, payee, to_account_id, fund, card_id, loan_id, mortgage_id,
    amount, amount_kind, frequency, category_id, start_date, end_date, occurrences, weekend, speed,
    paused, yearly_adjustment, yearly_percent
  on public.scheduled_payments for each row execute function bank.check_scheduled_payment();

create trigger lock_clock before update or delete on public.scheduled_payments
  for each statement execute function bank.lock_clock_for_change();

create trigger schedule_simulation
  after insert or delete or update of account_id, name, payee, to_account_id, fund, card_id, loan_id,
    mortgage_id, amount, amount_kind, frequency, category_id, start_date, end_date, occurrences, weekend,
    speed, paused, yearly_adjustment, yearly_percent
  on public.scheduled_payments for each row execute function bank.schedule_simulation_for_change();

create table public.payment_exceptions (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.scheduled_payments on delete cascade,
  planned_date date not null,
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  amount numeric check (amount between 0.01 and 999999999.99 and amount = round(amount, 2)),
  constraint payment_exceptions_payment_id_planned_date_key unique (payment_id, planned_date)
);
create index payment_exceptions_user_id_idx on public.payment_exceptions (user_id);
comment on table public.payment_exceptions is
  'The customer''s exceptions for single occurrences of scheduled payments: a different amount, or a skip.';
comment on column public.payment_exceptions.planned_date is 'The planned day, before any weekend adjustment.';
comment on column public.payment_exceptions.amount is 'The amount of this occurrence; null skips it.';
call bank.restrict_to_owner('public.payment_exceptions', 'select', 'update', 'delete');
create policy "customers make exceptions of their own payments" on public.payment_exceptions for insert
  to authenticated
  with check (user_id = (select auth.uid())
    and exists (select from public.scheduled_payments p where p.id = payment_id
      and p.user_id = (select auth.uid())));
grant select, insert (id, payment_id, planned_date, user_id, amount), update (amount), delete
  on public.payment_exceptions to authenticated, service_role;

create trigger lock_clock before update or delete on public.payment_exceptions
  for each statement execute function bank.lock_clock_for_change();

create trigger schedule_simulation after insert or update or delete on public.payment_exceptions
  for each row execute function bank.schedule_simulation_for_change();

call bank.broadcast('public.scheduled_payments', 'public.payment_exceptions');

create function bank.check_autopay() returns trigger language plpgsql
security definer -- because it reads the account for every role that writes
set search_path = '' as $$
declare
  account public.accounts;
begin
  if new.autopay_account_id is not null and not bank.is_being_loaded(new.user_id) then
    account := bank.check_rule_account(new.user_id, new.autopay_account_id);
    perform bank.refuse_if(account.currency <> new.currency,
      'BADCU', 'Choose an autopay account in the same currency.',
      jsonb_build_object('currency', new.currency, 'account_currency', account.currency));
  end if;
  return new;
end $$;
comment on function bank.check_autopay is 'Refuses autopay from another customer''s account, a closed '
  'account, or one in another currency: NTFND, CLOSD, BADCU.';

create procedure bank.simulate_terms(debts regclass, terms text, settings text) language plpgsql as $$
begin
  execute format($triggers$
    create trigger check_autopay before update of autopay_account_id on %1$s
      for each row when (new.autopay_account_id is distinct from old.autopay_account_id)
      execute function bank.check_autopay();
    create trigger lock_clock before update of name, %2$s, %3$s or delete on %1$s
      for each statement execute function bank.lock_clock_for_change();
    create trigger schedule_simulation after update of %2$s on %1$s
      for each row when (new.last_entry is not distinct from old.last_entry)
      execute function bank.schedule_simulation_for_change();
    create trigger schedule_simulation_for_settings after update of %3$s on %1$s
      for each row execute function bank.schedule_simulation_for_change();
  $triggers$, debts, terms, settings);
end $$;
comment on procedure bank.simulate_terms is
  'Adds the triggers that schedule a simulation after a debt''s terms or settings change. For migrations.';

call bank.simulate_terms('public.credit_cards', 'credit_limit, apr, due_date',
  'autopay, autopay_account_id, autopay_amount, autopay_retries, frozen, closed_at');
call bank.simulate_terms('public.loans', 'interest_rate, term, monthly_payment, start_date',
  'autopay_account_id, autopay_extra, paused_until');
call bank.simulate_terms('public.mortgages', 'interest_rate, term, monthly_payment, start_date',
  'autopay_account_id, autopay_extra, paused_until');

create function bank.check_card_autopay() returns trigger language plpgsql as $$
begin
  if new.autopay_account_id is null then new.autopay := null; end if;
  if new.autopay is distinct from 'fixed' then
    new.autopay_amount := null;
  elsif new.autopay_amount is null then
    perform bank.refuse('BADAM', 'Choose how much autopay should pay.');
  end if;
  if new.autopay is null then new.autopay_account_id := null; end if;
  return new;
end $$;
comment on function bank.check_card_autopay is
  'Checks that card autopay has both an amount and an account, or neither. Refuses: BADAM.';

create trigger check_card_autopay before update of autopay, autopay_account_id,
  autopay_amount on public.credit_cards
  for each row execute function bank.check_card_autopay();

-- Card statements, issued at the end of each billing cycle.
create table public.card_statements (
  id uuid primary key default gen_random_uuid(),
  card_id uuid not null references public.credit_cards on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  from_date date not null,
  to_date date not null,
  due_date date not null,
  pay_by date check (pay_by > due_date),
  opening_balance numeric not null,
  charges numeric not null,
  payments numeric not null,
  interest numeric not null,
  fees numeric not null,
  closing_balance numeric not null,
  minimum_payment numeric not null,
  rewards numeric not null,
  cash_balance numeric,
  transfer_balance numeric,
  pending numeric check (pending > 0),
  purchase_apr numeric check (purchase_apr between 0 and 100),
  intro_until date,
  penalty_from date,
  constraint card_statements_card_id_to_date_key unique (card_id, to_date),
  constraint card_statements_sum_check check (
    opening_balance + charges - payments + interest + fees = closing_balance)
);
create index card_statements_user_id_idx on public.card_statements (user_id, to_date desc);
comment on table public.card_statements is
  'The closed billing cycles of cards. The opening balance plus the movements equals the closing balance.';
comment on column public.card_statements.pending is
  'The pending purchases at closing, which will be on a later statement; null if there were none.';
comment on column public.card_statements.pay_by is
  'The last day on which a payment is on time, if banks are closed on the due date; otherwise null.';
comment on column public.card_statements.cash_balance is
  'The part of the closing balance that comes from cash advances; null if there is none.';
comment on column public.card_statements.transfer_balance is
  'The part of the closing balance that comes from balance transfers; null if there is none.';
comment on column public.card_statements.purchase_apr is
  'The APR for purchases on the closing day; null for a card without a product.';
comment on column public.card_statements.intro_until is
  'The last day of the introductory APR; null if there is none.';
comment on column public.card_statements.penalty_from is
  'The first day of the penalty APR; null if none was announced.';
call bank.show_to_owner('public.card_statements');
call bank.broadcast('public.card_statements');

create table public.household_events (
  id bigint generated by default as identity primary key,
  user_id uuid not null references public.customers on delete cascade,
  at timestamptz not null,
  due_at timestamptz,
  kind text not null,
  description text not null,
  subject text,
  event_key text not null,
  facts jsonb not null default '{}',
  constraint household_events_user_id_event_key_key unique (user_id, event_key)
);
create index household_events_user_id_at_idx on public.household_events (user_id, at desc, id desc);
create index household_events_user_id_subject_idx on public.household_events (user_id, subject, at desc)
  where subject is not null;
comment on table public.household_events is
  'Events that don''t move money: a failed payment, a statement, a delinquency, a shock.';
comment on column public.household_events.subject is 'The id of the rule, card, debt, or shock.';
comment on column public.household_events.event_key is 'Identifies the event, so that it is recorded once.';
comment on column public.household_events.facts is
  'The event''s figures: amounts in minor units, numbers of days, and percentages.';
call bank.show_to_owner('public.household_events');
call bank.broadcast('public.household_events');

create table public.shocks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  shock text not null check (shock in ('job_loss', 'rate_change', 'medical_bill', 'car_repair', 'inflation',
    'market_fall', 'windfall', 'card_fraud', 'home_repair', 'collision', 'home_damage')),
  on_date date not null,
  size numeric not null default 0 check (size between -100 and 999999999.99),
  months integer check (months between 1 and 600),
  product_id uuid,
  created_at timestamptz not null
);
create index shocks_user_id_idx on public.shocks (user_id);
comment on table public.shocks is 'Planned shocks and windfalls.';
comment on column public.shocks.size is 'An amount for bills, windfalls, and fraud; percentage points for '
  'rates and inflation; percent for market drops.';
call bank.restrict_to_owner('public.shocks', 'select', 'insert', 'delete');
grant select, insert (id, user_id, shock, on_date, size, months, product_id),
  delete on public.shocks to authenticated, service_role;

create function bank.check_shock() returns trigger language plpgsql
security definer -- because it reads the clock
set search_path = '' as $$
begin
  if bank.is_for_another(new.user_id) then return new; end if;
  new.created_at := bank.now_for(new.user_id);
  perform bank.refuse_if(new.on_date < bank.today_for(new.user_id),
    'BADDT', 'Choose a date that hasn''t passed.');
  perform bank.check_day(new.on_date);
  perform bank.check_rule_count((select count(*) from public.shocks s where s.user_id = new.user_id));
  return new;
end $$;
comment on function bank.check_shock is 'Refuses shocks in the past (BADDT) and too many shocks (LIMIT).';

create trigger check_shock before insert on public.shocks for each row execute function bank.check_shock();

create trigger schedule_simulation after insert
  or delete on public.shocks for each row execute function bank.schedule_simulation_for_change();
call bank.broadcast('public.shocks');

create view public.rule_history with (security_invoker = true) as
  -- Computes the keys separately, because inside the join they would be evaluated after row-level security
  -- and could not use the index.
  with rules as materialized (
    select r.id, r.user_id, r.id::text as subject, r.id || ':0000' as first_key, r.id || ':9999' as last_key
    from (
      select d.id, d.user_id from public.auto_deposits d where d.user_id = (select auth.uid())
      union all
      select p.id, p.user_id from public.scheduled_payments p where p.user_id = (select auth.uid())
    ) r
  )
  select r.id as rule_id, e.event_key, e.at, e.value_at as due_at, e.kind, e.description, e.id as entry_id,
    m.amount, m.currency, '{}'::jsonb as facts
  from rules r
    -- A key consists of the rule, a colon, and the planned instant, so these bounds hold in every collation.
    join bank.entries e on e.household_id = r.user_id and e.event_key >= r.first_key
      and e.event_key < r.last_key
    cross join lateral (
      select max(p.amount) as amount, min(p.currency) as currency from bank.postings p where p.entry_id = e.id
    ) m
  union all
  select r.id, h.event_key, h.at, coalesce(h.due_at, h.at), h.kind, h.description, null,
    (h.facts ->> 'amount')::numeric / 100, null, h.facts
  from rules r join public.household_events h on h.user_id = r.user_id and h.subject = r.subject;
comment on view public.rule_history is
  'The history of the caller''s rules: each entry, and each failure with its reason.';
comment on column public.rule_history.rule_id is 'The auto deposit or the scheduled payment.';
comment on column public.rule_history.event_key is
  'The key of the occurrence. Lists can use it as a unique key.';
comment on column public.rule_history.due_at is
  'The planned instant. It is earlier than `at` if the payment was late.';
comment on column public.rule_history.kind is 'auto_deposit, payment, transfer … for movements; '
  'payment_failed, payment_retry, payment_skipped, pay_missed … for failures.';
comment on column public.rule_history.entry_id is 'The journal entry; null if no money moved.';
comment on column public.rule_history.amount is 'The positive amount that moved or should have moved.';
comment on column public.rule_history.currency is 'The currency; null if no money moved.';
comment on column public.rule_history.facts is
  'Details of an event that didn''t move money. Amounts are in minor units.';
grant select on public.rule_history to authenticated;

-- Occurrences during a pause are skipped, even if the engine didn't run during the pause.
create function bank.record_resumption() returns trigger language plpgsql
security definer -- because it reads the clock for every role that writes
set search_path = '' as $$
begin
  new.resumed_at := bank.now_for(new.user_id);
  return new;
end $$;
comment on function bank.record_resumption is 'Records the end of a rule''s pause.';

create trigger record_resumption before update of paused on public.auto_deposits
  for each row when (old.paused and not new.paused) execute function bank.record_resumption();

create trigger record_resumption before update of paused on public.scheduled_payments
  for each row when (old.paused and not new.paused) execute function bank.record_resumption();
