set check_function_bodies = off;

-- Payoff amounts. The engine accrues interest between due dates and saves its progress in the carryover. This
-- code adds later payments under the same rule: 30/360, with at most thirty days per period.
create view bank.debts as
  select id, user_id, 'loan'::text as product, name, currency, amount, remaining_balance, interest_rate,
    term as months, monthly_payment, start_date, next_due_date, past_due, days_past_due, paused_on,
    paused_until, autopay_account_id, autopay_extra, created_at, updated_at, draw_months
  from public.loans
  union all
  select id, user_id, 'mortgage'::text, name, currency, loan_amount, remaining_balance, interest_rate,
    term * 12, monthly_payment, start_date, next_due_date, past_due, days_past_due, paused_on,
    paused_until, autopay_account_id, autopay_extra, created_at, updated_at, null::integer
  from public.mortgages;
comment on view bank.debts is 'All loans and mortgages, with terms in months. `draw_months` is the draw '
  'period of a home equity line of credit, which accrues interest on the daily balance (actual/365).';

create function bank.is_half_payment(event_key text) returns boolean language sql immutable as $$
  select event_key like '%:biweekly_failed:%'
$$;
comment on function bank.is_half_payment is 'Returns true for the event of a failed half payment of a '
  'biweekly plan. It isn''t late, because the bank collects the rest on the due date.';

create function bank.late_payments(household uuid) returns setof public.household_events
language sql stable as $$
  select h.* from public.household_events h
  where h.user_id = household
    and (h.kind = 'payment_missed' or (h.kind = 'payment_failed' and exists (select from bank.debts d
      where d.id::text = h.subject and d.user_id = household)))
    and not bank.is_half_payment(h.event_key)
$$;
comment on function bank.late_payments is 'Returns the payments of a household''s cards, loans, and '
  'mortgages that were not made by their due dates.';

create function bank.find_debt(debt_id uuid) returns bank.debts language plpgsql stable as $$
declare
  debt bank.debts;
begin
  select * into debt from bank.debts d where d.id = find_debt.debt_id and d.user_id = bank.caller();
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that loan or mortgage.');
  return debt;
end $$;
comment on function bank.find_debt is 'Returns one of the caller''s loans or mortgages. Refuses: NTFND.';

create function bank.lock_debt(debt_id uuid) returns bank.debts language plpgsql volatile as $$
begin
  perform bank.lock_clock(bank.caller());
  perform from public.loans l where l.id = lock_debt.debt_id and l.user_id = bank.caller() for no key update;
  if not found then
    perform from public.mortgages m where m.id = lock_debt.debt_id
      and m.user_id = bank.caller() for no key update;
  end if;
  return bank.find_debt(debt_id);
end $$;
comment on function bank.lock_debt is 'Locks one of the caller''s loans or mortgages and the clock until the '
  'transaction ends. Refuses: NTFND, CLOCK.';

create type bank.debt_period as (next integer, from_date date, due_date date, balance numeric,
  balance_days numeric, days integer, odd numeric, daily boolean);
comment on type bank.debt_period is 'The accrual of a debt between two due dates: the number of the next '
  'installment, the balance, and the sum of balances times days (thirty days per period, or the actual days '
  'of a line of credit).';

create function bank.due_date(start_date date, number integer) returns date language sql immutable as $$
  select (start_date + make_interval(months => number))::date
$$;
comment on function bank.due_date is 'Returns the due date of an installment: a number of months after the '
  'start, or the last day of a shorter month.';

create function bank.due_number(start_date date, day date) returns integer language sql immutable as $$
  select min(number)::integer from (
    select greatest(1, months.passed + extra) as number
    from (select 12 * (extract(year from day) - extract(year from start_date))::integer
        + (extract(month from day) - extract(month from start_date))::integer as passed) as months,
      generate_series(0, 1) as extra) as candidates
  where bank.due_date(start_date, number) > day
$$;
comment on function bank.due_number is
  'Returns the number of the first installment that falls due after a day.';

create function bank.period_days(period bank.debt_period) returns integer language sql immutable as $$
  select case when period.daily then period.due_date - period.from_date else 30 end
$$;
comment on function bank.period_days is
  'Returns the number of days between two due dates that accrue interest.';

create function bank.accrue_days(period bank.debt_period, day date)
returns bank.debt_period language plpgsql immutable as $$
declare
  held integer := greatest(period.days, least(bank.period_days(period), day - period.from_date));
begin
  period.balance_days := period.balance_days + greatest(0, period.balance) * (held - period.days);
  period.days := held;
  return period;
end $$;
comment on function bank.accrue_days is 'Accrues interest on the balance up to a day.';

create function bank.start_period(period bank.debt_period, start_date date, number integer)
returns bank.debt_period language plpgsql immutable as $$
begin
  period.next := number;
  period.from_date := bank.due_date(start_date, number - 1);
  period.due_date := bank.due_date(start_date, number);
  return period;
end $$;
comment on function bank.start_period is 'Starts the period that ends on the due date of this installment.';

create function bank.stored_debt_period(debt bank.debts, simulated_day date, carryover jsonb)
returns bank.debt_period language plpgsql immutable as $$
declare
  saved jsonb := carryover -> 'debts' -> (debt.id::text);
  period bank.debt_period;
begin
  period.daily := debt.draw_months is not null;
  if date '1970-01-01' + (saved ->> 'start')::integer = debt.start_date then
    period.balance_days := (saved ->> 'balanceDays')::numeric / 100;
    period.days := (saved ->> 'countedTo')::integer;
    period.odd := bank.major((saved ->> 'oddInterest')::numeric);
    return bank.start_period(period, debt.start_date, (saved ->> 'next')::integer);
  end if;
  period.balance_days := 0;
  period.days := 0;
  return bank.start_period(period, debt.start_date, bank.due_number(debt.start_date, simulated_day));
end $$;
comment on function bank.stored_debt_period is 'Returns the accrual at the engine''s last step. Starts a new '
  'accrual for a new debt or a changed start date.';

create function bank.current_debt_period(debt bank.debts)
returns bank.debt_period language plpgsql stable as $$
declare
  zone text := coalesce((select c.time_zone from public.customers c where c.id = debt.user_id), 'UTC');
  clock bank.clocks;
  period bank.debt_period;
  change record;
begin
  select * into clock from bank.clocks k where k.household_id = debt.user_id;
  period := bank.stored_debt_period(debt, (clock.simulated_until at time zone zone)::date, clock.carryover);
  period.balance := debt.remaining_balance + coalesce((select sum(p.amount) from bank.postings p
    join bank.entries e on e.id = p.entry_id
    where p.ledger_id = debt.id and e.id > clock.last_entry and e.at > clock.simulated_until), 0);
  for change in select p.amount, e.kind, e.at, (e.at at time zone zone)::date as day
    from bank.postings p join bank.entries e on e.id = p.entry_id
    where p.ledger_id = debt.id and e.id > clock.last_entry and e.at > clock.simulated_until order by e.at,
      e.id
  loop
    if period.balance <= 0 and period.balance_days <= 0 and change.amount < 0 then
      -- Restarts the period if a paid-off debt has a balance again. Days without a balance don't count.
      while (period.due_date + time '12:00') at time zone zone <= change.at loop
        period := bank.start_period(period, debt.start_date, period.next + 1);
      end loop;
      period.days := least(bank.period_days(period), change.day - period.from_date);
    end if;
    period := bank.accrue_days(period, change.day);
    if change.kind = 'interest' then
      period.balance_days := 0; -- a payoff has already posted this interest
    end if;
    period.balance := period.balance - change.amount;
  end loop;
  return period;
end $$;
comment on function bank.current_debt_period is 'Returns the current accrual: the engine''s last state plus '
  'later changes from outside the engine, computed by the engine''s rules.';

create function bank.period_interest(balance_days numeric, rate numeric, daily boolean default false)
returns numeric language sql immutable as $$
  select round(balance_days * rate / case when daily then 36500 else 36000 end, 2)
$$;
comment on function bank.period_interest is 'Returns the interest on the sum of balances times days, '
  'rounded to the cent: 30/360, or actual/365 of the daily balance.';

create function bank.accrued_interest(debt bank.debts, period bank.debt_period) returns numeric
language plpgsql stable as $$
begin
  period := bank.accrue_days(period, bank.today_for(debt.user_id));
  return bank.period_interest(period.balance_days, debt.interest_rate, period.daily);
end $$;
comment on function bank.accrued_interest is 'Returns the interest of a debt''s current period until today, '
  'which isn''t billed yet, rounded to the cent.';

create function bank.project_period(debt bank.debts, period bank.debt_period, until date)
returns bank.debt_period language plpgsql immutable as $$
declare
  interest numeric;
  paid numeric;
begin
  -- Assumes that each installment is paid on its due date.
  while period.due_date <= until and (period.balance > 0 or period.balance_days > 0) loop
    period := bank.accrue_days(period, period.from_date + bank.period_days(period));
    interest := bank.period_interest(period.balance_days, debt.interest_rate, period.daily);
    if period.next = debt.draw_months + 1 then
      debt.monthly_payment := bank.monthly_payment(period.balance, debt.interest_rate,
        debt.months - debt.draw_months);
    end if;
    period.balance := period.balance + interest;
    paid := case when debt.paused_until >= period.due_date then 0
      when period.next >= debt.months then period.balance
      else least(period.balance, case when period.next <= debt.draw_months then interest
          else debt.monthly_payment end + coalesce(period.odd, 0) + debt.past_due
        + case when debt.autopay_account_id is null then 0 else debt.autopay_extra end) end;
    debt.past_due := case when paid > 0 then 0 else debt.past_due end;
    period.balance := period.balance - paid;
    period.balance_days := 0;
    period.days := 0;
    period.odd := null;
    period := bank.start_period(period, debt.start_date, period.next + 1);
  end loop;
  return bank.accrue_days(period, until);
end $$;
comment on function bank.project_period is
  'Projects the accrual to a later day, assuming that every installment is paid on its due date.';

create function public.payoff_quote(debt_id uuid, on_date date default null) returns jsonb
language plpgsql volatile security definer -- because it reads the carryover
set search_path = '' as $$
declare
  debt bank.debts := bank.find_debt(debt_id);
  today date := bank.today_for(debt.user_id);
  day date := coalesce(on_date, today);
  held bank.debt_period;
  period bank.debt_period;
  accrued numeric;
begin
  perform bank.refuse_if((day between today and today + 366) is not true,
    'BADDT', 'Choose a payoff date within the next year.',
    jsonb_build_object('date', day, 'earliest', today, 'latest', today + 366));
  held := bank.current_debt_period(debt);
  period := case when day = today then bank.accrue_days(held, day)
    else bank.project_period(debt, held, day) end;
  accrued := bank.period_interest(period.balance_days, debt.interest_rate, period.daily);
  return jsonb_build_object('debt_id', debt.id, 'on_date', day, 'currency', debt.currency,
    'balance', period.balance, 'accrued_interest', accrued, 'total', period.balance + accrued,
    'days', period.days, 'per_day', case
      when period.days < bank.period_days(period)
        then bank.period_interest(greatest(0, period.balance), debt.interest_rate, period.daily)
      else 0 end,
    'next', held.next, 'held', jsonb_build_object('balance_days', held.balance_days, 'days', held.days));
end $$;
comment on function public.payoff_quote is
  'Returns the payoff amount of one of the caller''s debts on a day: the balance and the interest since the '
  'last due date. `held` is the accrual of the current period. Refuses: NTFND, BADDT.';

create function bank.fee_params(origination_fee numeric, underwriting_fee numeric, points_fee numeric)
returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('origination_fee', trim_scale(origination_fee)::text,
    'underwriting_fee', trim_scale(underwriting_fee)::text, 'points_fee', trim_scale(points_fee)::text))
$$;
comment on function bank.fee_params is
  'Returns the fees among the parameters of a request. Fees that aren''t given are left out.';

-- Opens loans and mortgages. The loan proceeds and the down payment are posted in the same transaction.
-- Clients can still insert rows directly.
create function public.take_loan(amount numeric, interest_rate numeric, name text default null,
  term integer default null, account_id uuid default null, request_id text default null,
  origination_fee numeric default null, underwriting_fee numeric default null,
  payment_day integer default null) returns public.loans
language plpgsql volatile security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'take_loan', 'name', name, 'amount', trim_scale(amount)::text,
    'interest_rate', trim_scale(interest_rate)::text, 'term', term, 'account', account_id)
    || bank.fee_params(origination_fee, underwriting_fee, null)
    || jsonb_strip_nulls(jsonb_build_object('payment_day', payment_day));
  loan public.loans := bank.replay_row(request_id, params, null::public.loans);
  account public.accounts;
  at timestamptz;
begin
  if loan.id is not null then return loan; end if;
  if account_id is not null then account := bank.lock_account(account_id); end if;
  perform bank.check_amount(amount);
  insert into public.loans (user_id, name, amount, interest_rate, term, remaining_balance, currency,
    last_entry, origination_fee, underwriting_fee, payment_day, start_date)
    values (bank.caller(), take_loan.name, take_loan.amount, take_loan.interest_rate, take_loan.term,
      take_loan.amount, coalesce(account.currency, 'USD'), case when account.id is not null then 0 end,
      take_loan.origination_fee, take_loan.underwriting_fee, take_loan.payment_day,
      bank.first_period_start(bank.today_for(bank.caller()), take_loan.payment_day))
    returning * into loan;
  if account.id is not null then
    at := greatest(loan.created_at, bank.next_instant(loan.user_id, array[account.id]));
    loan.last_entry := bank.post(loan.user_id, 'loan_proceeds', 'Loan taken: ' || loan.name, at, at, 'app',
      array[loan.id, account.id], array[loan.currency, loan.currency], array[-loan.amount, loan.amount]);
    perform bank.credit_account(account, loan.amount, 'loan_proceeds', 'Loan taken: ' || loan.name,
      loan.last_entry, at);
    update public.loans l set last_entry = loan.last_entry where l.id = loan.id;
    perform bank.pay_finance_charges(loan.user_id, account.id,
      coalesce(loan.origination_fee, 0) + coalesce(loan.underwriting_fee, 0), loan.name);
  end if;
  perform bank.add_closing_terms(loan.id, account);
  select * into loan from public.loans l where l.id = loan.id;
  return bank.remember(request_id, params, loan);
end $$;
comment on function public.take_loan is 'Opens a loan and pays it out to one of the caller''s accounts, if '
  'given. Returns the loan. The term is in months; the currency is the account''s. The account also pays the '
  'fees. Refuses: BADAM, BADFM, BADNM, BADRT, BADTM, NTFND, CLOSD, INSUF, LIMIT, CLOCK, RQDIF.';

create function bank.post_home_purchase(mortgage public.mortgages, account public.accounts)
returns bigint language plpgsql volatile as $$
declare
  description constant text := 'Down payment on ' || mortgage.name;
  at timestamptz := greatest(mortgage.created_at, bank.next_instant(mortgage.user_id, array[account.id]));
  entry bigint;
begin
  -- The down payment and the loan amount go to the seller outside the bank.
  entry := bank.post(mortgage.user_id, 'home_purchase', description, at, at, 'app',
    array[mortgage.id, account.id, bank.system_account('cash_clearing')],
    array[mortgage.currency, mortgage.currency, mortgage.currency],
    array[-mortgage.loan_amount, -mortgage.down_payment, mortgage.property_value]);
  perform bank.debit_account(account, mortgage.down_payment, 'home_purchase', description, entry, at);
  return entry;
end $$;
comment on function bank.post_home_purchase is 'Posts a home purchase: debits the down payment from a locked '
  'account, opens the mortgage balance, and pays the seller. Refuses: INSUF.';

create function bank.check_pmi(property_value numeric, down_payment numeric, pmi_rate numeric)
returns void language plpgsql immutable as $$
begin
  perform bank.refuse_if((coalesce(pmi_rate, 1) > 0 and coalesce(pmi_rate, 1) <= 5) is not true,
    'BADRT', 'Enter a mortgage insurance rate above 0%, and up to 5%.',
    jsonb_build_object('rate', left(pmi_rate::text, 40), 'highest', 5));
  perform bank.refuse_if(pmi_rate is not null and down_payment >= property_value * 0.2,
    'BADFM', 'Mortgage insurance applies only to a down payment below 20%.',
    jsonb_build_object('field', 'pmi_rate', 'sent', left(pmi_rate::text, 40), 'expected', null));
end $$;
comment on function bank.check_pmi is
  'Refuses mortgage insurance with an invalid rate (BADRT), or with a down payment of at least 20% (BADFM).';

create function public.take_mortgage(property_value numeric, down_payment numeric, interest_rate numeric,
  term integer default null, rate_type text default 'fixed', account_id uuid default null,
  name text default 'Mortgage', request_id text default null, origination_fee numeric default null,
  underwriting_fee numeric default null, points_fee numeric default null, pmi_rate numeric default null,
  property_tax numeric default null, home_insurance numeric default null,
  payment_day integer default null) returns public.mortgages
language plpgsql volatile security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'take_mortgage', 'name', name,
    'property_value', trim_scale(property_value)::text, 'down_payment', trim_scale(down_payment)::text,
    'interest_rate', trim_scale(interest_rate)::text, 'term', term, 'rate_type', rate_type,
    'account', account_id) || bank.fee_params(origination_fee, underwriting_fee, points_fee)
    || jsonb_strip_nulls(jsonb_build_object('pmi_rate', trim_scale(pmi_rate)::text,
      'property_tax', trim_scale(property_tax)::text, 'home_insurance', trim_scale(home_insurance)::text,
      'payment_day', payment_day));
  mortgage public.mortgages := bank.replay_row(request_id, params, null::public.mortgages);
  account public.accounts;
  pays_down boolean := account_id is not null and down_payment <> 0;
begin
  if mortgage.id is not null then return mortgage; end if;
  if account_id is not null then account := bank.lock_account(account_id); end if;
  perform bank.check_amount(property_value);
  if down_payment is distinct from 0 then perform bank.check_amount(down_payment); end if;
  perform bank.refuse_if((rate_type in ('fixed', 'variable')) is not true,
    'BADTY', 'Choose a fixed or variable rate.');
  perform bank.check_pmi(property_value, down_payment, pmi_rate);
  insert into public.mortgages (user_id, name, property_value, down_payment, interest_rate, term, currency,
    rate_type, last_entry, origination_fee, underwriting_fee, points_fee, pmi_rate,
    payment_day, start_date)
    values (bank.caller(), take_mortgage.name, take_mortgage.property_value, take_mortgage.down_payment,
      take_mortgage.interest_rate, take_mortgage.term, coalesce(account.currency, 'USD'),
      take_mortgage.rate_type, case when pays_down then 0 end, take_mortgage.origination_fee,
      take_mortgage.underwriting_fee, take_mortgage.points_fee, take_mortgage.pmi_rate,
      take_mortgage.payment_day,
      bank.first_period_start(bank.today_for(bank.caller()), take_mortgage.payment_day))
    returning * into mortgage;
  if pays_down then
    update public.mortgages m set last_entry = bank.post_home_purchase(mortgage, account)
      where m.id = mortgage.id;
  end if;
  perform bank.pay_finance_charges(mortgage.user_id, account.id, coalesce(mortgage.origination_fee, 0)
    + coalesce(mortgage.underwriting_fee, 0) + coalesce(mortgage.points_fee, 0), mortgage.name);
  if coalesce(property_tax, home_insurance) is not null then
    perform bank.open_escrow(mortgage, account.id, coalesce(property_tax, 0), coalesce(home_insurance, 0));
    update public.mortgages m set autopay_account_id = account.id where m.id = mortgage.id;
  end if;
  perform bank.add_closing_terms(mortgage.id, account, property_tax, home_insurance);
  select * into mortgage from public.mortgages m where m.id = mortgage.id;
  return bank.remember(request_id, params, mortgage);
end $$;
comment on function public.take_mortgage is 'Opens a mortgage with a down payment from one of the caller''s '
  'accounts, if given, which also pays the fees. `pmi_rate` is the price of mortgage insurance in percent '
  'of the loan per year, if the down payment is below 20%. `property_tax` and `home_insurance` are the bills '
  'of a year, which open escrow and turn autopay on. Returns the mortgage. The term is in years; the '
  'currency is the account''s. Refuses: BADAM, BADFM, BADNM, BADRT, BADTM, BADTY, NTFND, CLOSD, INSUF, '
  'LIMIT, CLOCK, RQDIF.';

-- Extra payments. An extra payment is never a prepaid installment: it shortens the term or lowers the
-- remaining installments. A payoff posts the interest since the last due date.
create function bank.record_debt_event(household uuid, subject uuid, kind text, description text, facts jsonb)
returns void language plpgsql volatile as $$
declare
  at timestamptz := bank.now_for(household);
begin
  insert into public.household_events (user_id, at, kind, description, subject, event_key, facts)
    values (household, at, kind, description, subject, subject || ':' || kind || ':'
      || extract(epoch from at)::text, facts);
end $$;
comment on function bank.record_debt_event is 'Records a household event about one of a customer''s debts.';

create function bank.write_debt(debt bank.debts, owed numeric, payment numeric, entry bigint, at timestamptz)
returns void language sql volatile as $$
  update public.loans l set remaining_balance = owed, monthly_payment = payment, last_entry = entry,
    updated_at = at where l.id = debt.id;
  update public.mortgages m set remaining_balance = owed, monthly_payment = payment, last_entry = entry,
    updated_at = at where m.id = debt.id;
$$;
comment on function bank.write_debt is 'Updates a locked debt together with its entry.';

create function bank.recast_payment(debt bank.debts, owed numeric)
returns numeric language plpgsql volatile as $$
declare
  period bank.debt_period := bank.accrue_days(bank.current_debt_period(debt), bank.today_for(debt.user_id));
begin
  period.balance := owed;
  if debt.paused_until >= period.due_date then
    -- Nothing is repaid during a pause. The interest that accrues during the pause is repaid afterward.
    period := bank.project_period(debt, period, debt.paused_until);
  end if;
  return bank.monthly_payment(period.balance, debt.interest_rate, greatest(1, debt.months - period.next + 1));
end $$;
comment on function bank.recast_payment is
  'Returns the installment that repays the balance with the remaining payments.';

create function public.pay_extra(debt_id uuid, amount numeric, account_id uuid default null,
  effect text default 'shorten', request_id text default null) returns jsonb language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'pay_extra', 'debt', debt_id,
    'amount', trim_scale(amount)::text, 'account', account_id, 'effect', effect);
  answer jsonb := bank.replay(request_id, params);
  debt bank.debts;
  payment_amount numeric;
  payment numeric;
  paid record;
begin
  if answer is not null then return answer; end if;
  perform bank.check_amount(amount);
  perform bank.refuse_if((effect in ('shorten', 'lower')) is not true,
    'BADTY', 'Choose whether an extra payment shortens the term or lowers the monthly payment.');
  debt := bank.lock_debt(debt_id);
  if effect = 'lower' then perform bank.refuse_line(debt); end if;
  payment_amount := bank.limit_payment(amount, debt.remaining_balance);
  payment := debt.monthly_payment;
  if effect = 'lower' and payment_amount < debt.remaining_balance then
    -- The past-due amount is owed in addition to the installments.
    payment := bank.recast_payment(debt,
      debt.remaining_balance - payment_amount - greatest(0, debt.past_due - payment_amount));
  end if;
  paid := bank.pay_debt(debt.user_id, debt.id, debt.currency, payment_amount, account_id,
    case effect when 'lower' then 'recast_payment' else 'extra_payment' end,
      'Extra payment to ' || debt.name);
  perform bank.write_debt(debt, debt.remaining_balance - payment_amount, payment, paid.entry, paid.at);
  if payment <> debt.monthly_payment then
    perform bank.record_debt_event(debt.user_id, debt.id, 'recast', debt.name || ' has a new monthly payment',
      jsonb_build_object('amount', bank.minor(payment_amount),
        'payment_before', bank.minor(debt.monthly_payment), 'payment', bank.minor(payment)));
  end if;
  return bank.remember(request_id, params,
    jsonb_build_object('debt_id', debt.id, 'product', debt.product, 'paid', payment_amount, 'effect', effect,
    'remaining_balance', debt.remaining_balance - payment_amount, 'monthly_payment', payment,
    'payment_before', debt.monthly_payment, 'currency', debt.currency));
end $$;
comment on function public.pay_extra is 'Makes an extra payment on one of the caller''s debts, from one of '
  'their accounts or from outside the bank. `shorten` keeps the installment and shortens the term; `lower` '
  'recomputes the installment for the same term. Caps the amount at the balance. Refuses: BADAM, BADTY, '
  'NTFND, OVPAY, CLOSD, BADCU, INSUF, NOELG, CLOCK, RQDIF.';

create function bank.write_installment(debt bank.debts, payment numeric)
returns void language plpgsql volatile as $$
begin
  -- Also changes `last_entry`, which marks the write as the bank's. The correct entry is restored afterward.
  update public.loans l set monthly_payment = payment, last_entry = -l.last_entry,
    updated_at = bank.now_for(debt.user_id) where l.id = debt.id;
  update public.loans l set last_entry = -l.last_entry where l.id = debt.id;
  update public.mortgages m set monthly_payment = payment, last_entry = -m.last_entry,
    updated_at = bank.now_for(debt.user_id) where m.id = debt.id;
  update public.mortgages m set last_entry = -m.last_entry where m.id = debt.id;
  perform bank.schedule_simulation(debt.user_id);
  perform bank.record_debt_event(debt.user_id, debt.id, 'recast', debt.name || ' has a new monthly payment',
    jsonb_build_object(
    'payment_before', bank.minor(debt.monthly_payment), 'payment', bank.minor(payment), 'amount', 0));
end $$;
comment on function bank.write_installment is
  'Changes the installment of a locked debt from its original terms, and records a household event.';

create function public.recast_debt(debt_id uuid, request_id text default null) returns jsonb
language plpgsql volatile
security definer -- because it changes an installment, which customers can't change
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'recast_debt', 'debt', debt_id);
  answer jsonb := bank.replay(request_id, params);
  debt bank.debts;
  payment numeric;
begin
  if answer is not null then return answer; end if;
  debt := bank.lock_debt(debt_id);
  perform bank.refuse_line(debt);
  perform bank.limit_payment(debt.remaining_balance, debt.remaining_balance);
  payment := bank.recast_payment(debt, greatest(0, debt.remaining_balance - debt.past_due));
  if payment <> debt.monthly_payment then perform bank.write_installment(debt, payment); end if;
  return bank.remember(request_id, params,
    jsonb_build_object('debt_id', debt.id, 'product', debt.product, 'monthly_payment', payment,
    'payment_before', debt.monthly_payment,
    'remaining_balance', debt.remaining_balance, 'currency', debt.currency));
end $$;
comment on function public.recast_debt is 'Recalculates the installments of one of the caller''s debts over '
  'the remaining term, after a pause or after extra payments. Refuses: NTFND, OVPAY, NOELG, CLOCK, RQDIF.';

create function bank.settle_interest(debt bank.debts) returns bank.debts language plpgsql volatile as $$
declare
  period bank.debt_period := bank.current_debt_period(debt);
  accrued numeric;
  at timestamptz := bank.now_for(debt.user_id);
  entry bigint;
begin
  -- An installment is due at noon, and the engine might not have processed it yet.
  perform bank.refuse_if((period.balance > 0 or period.balance_days > 0) and at
    >= (select (period.due_date + time '12:00') at time zone c.time_zone from public.customers c
      where c.id = debt.user_id), 'CLOCK', 'A payment is being posted. Try again in a moment.');
  accrued := bank.accrued_interest(debt, period);
  if accrued > 0 then
    entry := bank.post(debt.user_id, 'interest', debt.name || ' interest', at, at, 'app',
      array[debt.id, bank.system_account('interest')],
      array[debt.currency, debt.currency], array[-accrued, accrued]);
    perform bank.write_debt(debt, debt.remaining_balance + accrued, debt.monthly_payment, entry, at);
    debt.remaining_balance := debt.remaining_balance + accrued;
  end if;
  return debt;
end $$;
comment on function bank.settle_interest is 'Posts the interest since the last due date before a payoff. '
  'Refuses (CLOCK) if the engine hasn''t processed a due installment yet.';

create function public.pay_off(debt_id uuid, account_id uuid default null, request_id text default null)
returns jsonb language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'pay_off', 'debt', debt_id, 'account', account_id);
  answer jsonb := bank.replay(request_id, params);
  debt bank.debts;
  owed numeric;
  paid record;
begin
  if answer is not null then return answer; end if;
  debt := bank.lock_debt(debt_id);
  owed := debt.remaining_balance;
  debt := bank.settle_interest(debt);
  perform bank.limit_payment(debt.remaining_balance, debt.remaining_balance);
  paid := bank.pay_debt(debt.user_id, debt.id, debt.currency, debt.remaining_balance, account_id, 'payoff',
    'Payoff of ' || debt.name);
  perform bank.write_debt(debt, 0.00, debt.monthly_payment, paid.entry, paid.at);
  return bank.remember(request_id, params,
    jsonb_build_object('debt_id', debt.id, 'product', debt.product, 'paid', debt.remaining_balance,
    'interest', debt.remaining_balance - owed, 'remaining_balance', 0,
    'monthly_payment', debt.monthly_payment, 'currency', debt.currency));
end $$;
comment on function public.pay_off is
  'Pays off one of the caller''s debts, including interest since its last due date, from one of their '
  'accounts or from outside the bank. Refuses: NTFND, OVPAY, CLOSD, BADCU, INSUF, CLOCK, RQDIF.';

-- Debt payments with their parts. A payment covers posted unpaid interest first, then fees, then principal.
-- The amount above the installment and the arrears is the extra part.
create view public.debt_payments with (security_invoker = true) as with debts as (
    select l.id, l.start_date, l.monthly_payment, l.autopay_account_id, l.next_due_date, l.draw_months
      from public.loans l where l.user_id = (select auth.uid())
    union all
    select m.id, m.start_date, m.monthly_payment, m.autopay_account_id, m.next_due_date, null
      from public.mortgages m where m.user_id = (select auth.uid())
  ), posted as (
    select l.product, l.currency, d.*, e.id as entry_id, e.at, e.value_at, e.kind as entry_kind,
      e.description, e.event_key, p.amount,
      e.value_at at time zone c.time_zone as local_at, p.amount > 0
        and e.kind not in ('interest', 'fee', 'adjustment', 'closing') as is_payment
    from bank.ledger_accounts l
      join public.customers c on c.id = l.household_id
      join debts d on d.id = l.id
      join bank.postings p on p.ledger_id = l.id
      join bank.entries e on e.id = p.entry_id
    where l.product in ('loan', 'mortgage') and l.household_id = (select auth.uid())
      and e.household_id = (select auth.uid())
  ), charged as (
    select posted.*,
      sum(case when is_payment then -amount when entry_kind = 'interest' then -amount
        else 0 end) over so_far as interest_left,
      sum(case when is_payment then -amount when entry_kind in ('interest', 'fee') then -amount
        else 0 end) over so_far as charges_left, -sum(amount) over so_far as balance_after
    from posted window so_far as (partition by id order by entry_id)
  ), unpaid as (
    -- Computes a sum that can't fall below zero, by subtracting the lowest total so far.
    select charged.*, interest_left - least(0, min(interest_left) over so_far) as interest_unpaid,
      charges_left - least(0, min(charges_left) over so_far) as charges_unpaid
    from charged window so_far as (partition by id order by entry_id)
  ), parts as (
    select unpaid.*, coalesce(lag(interest_unpaid) over so_far, 0) - interest_unpaid as interest,
      coalesce(lag(charges_unpaid) over so_far, 0) - charges_unpaid as charges
    from unpaid window so_far as (partition by id order by entry_id)
  ), anchored as (
    -- A change of the payment day moves the start date, so earlier payments use the earlier one.
    select parts.*, coalesce((select (h.facts ->> 'start_before')::date from public.household_events h
        where h.user_id = (select auth.uid()) and h.subject = parts.id::text
          and h.kind = 'payment_day_changed' and h.at >= date_trunc('milliseconds', parts.value_at)
        order by h.at, h.id limit 1), parts.start_date) as start
    from parts
  ), numbered as (
    select parts.*, event_key like '%:installment:%' as is_drawn,
      case when event_key like '%:installment:%' then split_part(event_key, ':', 3)::integer
        -- The installment is due at noon on the due date. A payment one second later counts toward the next
        -- installment.
        else greatest(1,
          months.passed + case
          when local_at > start + make_interval(months => months.passed) + interval '12:00:01' then 1
          else 0 end)
        end as number,
      coalesce((select (h.facts ->> 'payment_before')::numeric / 100 from public.household_events h
        where h.user_id = (select auth.uid()) and h.subject = parts.id::text
          and h.kind in ('rate_reset', 'recast')
          and h.at >= date_trunc('milliseconds', parts.value_at) order by h.at, h.id limit 1),
            monthly_payment) as usual
    from anchored as parts, lateral (
      select (12 * (extract(year from local_at) - extract(year from start)) + extract(month
      from local_at)
        - extract(month from start))::integer as passed) as months
    where is_payment
  ), beyond as (
    select numbered.*,
      case when entry_kind in ('extra_payment', 'recast_payment') then amount
        when is_drawn then greatest(0, amount - level)
        when bool_or(is_drawn) over in_period
          or (autopay_account_id is not null
          and (start + make_interval(months => number))::date >= next_due_date)
          then amount
        else greatest(0,
          least(amount,
          sum(amount) filter (
          where entry_kind not in ('extra_payment',
          'recast_payment')) over until_here - level)) end as excess,
      coalesce((select sum((h.facts ->> 'amount')::numeric) / 100 from public.household_events h
        where h.user_id = (select auth.uid()) and h.subject = numbered.id::text
          and h.kind in ('payment_missed', 'payment_failed')
          -- As bank.is_half_payment, which customers can't call.
          and h.event_key not like '%:biweekly_failed:%'
          and h.at <= numbered.value_at and h.at > coalesce(numbered.before, '-infinity')), 0) as missed
    from (select numbered.*, case when number <= draw_months then interest else usual end as level,
        lag(value_at) over (partition by id order by entry_id) as before
      from numbered) as numbered
    window in_period as (partition by id, number), until_here as (partition by id, number order by entry_id)
  ), short as (
    select beyond.*, sum(missed - excess) over so_far as shortage
      from beyond window so_far as (partition by id order by entry_id)
  ), owed as (
    select short.*, shortage - least(0, min(shortage) over so_far) as behind
      from short window so_far as (partition by id order by entry_id)
  ), with_effect as (
    select owed.*, case entry_kind when 'payoff' then amount - charges when 'refinance' then 0
      else behind - coalesce(lag(behind) over so_far, 0) - missed + excess end as extra
    from owed window so_far as (partition by id order by entry_id)
  )
  select product, id as debt_id, entry_id, at, local_at::date as day, number,
    case when entry_kind in ('payoff', 'refinance') then entry_kind when extra = amount then 'extra'
      else 'installment' end as kind,
    amount, interest, charges - interest as fees, amount - charges as principal, extra,
    case when entry_kind = 'recast_payment' then 'lower' when extra > 0 then 'shorten' end as effect,
      balance_after, description, currency
  from with_effect;
comment on view public.debt_payments is
  'The caller''s loan and mortgage payments, each with its interest, fees, principal, and extra part.';
comment on column public.debt_payments.day is 'The day of the payment, in the customer''s time zone.';
comment on column public.debt_payments.number is
  'The number of the installment that the payment covers or precedes.';
comment on column public.debt_payments.kind is
  'installment, extra (entirely above the installments), payoff, or refinance.';
comment on column public.debt_payments.principal is 'The part that reduces the loan balance.';
comment on column public.debt_payments.extra is 'The part above the installment and the arrears.';
comment on column public.debt_payments.effect is
  'The effect of an extra payment: shorten, or lower if the installments were recalculated.';
comment on column public.debt_payments.balance_after is 'The balance owed after the payment.';
grant select on public.debt_payments to authenticated;

-- The terms of an adjustable rate: margin, caps, the next reset, and all past resets.
create function public.rate_terms(mortgage_id uuid) returns jsonb language plpgsql stable
security definer -- because it reads the carryover
set search_path = '' as $$
declare
  mortgage public.mortgages;
  saved jsonb;
  next integer;
  passed integer;
  first numeric;
  step numeric;
  lifetime_cap numeric;
begin
  select * into mortgage from public.mortgages m where m.id = rate_terms.mortgage_id
    and m.user_id = bank.caller();
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that mortgage.');
  if mortgage.rate_type = 'fixed' then
    return jsonb_build_object('mortgage_id', mortgage.id, 'rate_type', 'fixed',
      'rate', mortgage.interest_rate);
  end if;
  -- A mortgage that the engine hasn't simulated yet has the bank's standard caps.
  saved := coalesce((select k.carryover -> 'debts' -> (mortgage.id::text) -> 'variable' from bank.clocks k
    where k.household_id = mortgage.user_id),
    jsonb_build_object('everyMonths', 12, 'capPerReset', 2, 'capForLife', 5,
      'first', mortgage.interest_rate));
  first := (saved ->> 'first')::numeric;
  step := (saved ->> 'capPerReset')::numeric;
  lifetime_cap := (saved ->> 'capForLife')::numeric;
  next := (bank.current_debt_period(bank.find_debt(mortgage.id))).next;
  passed := ceil(next / (saved ->> 'everyMonths')::numeric) * (saved ->> 'everyMonths')::integer;
  return jsonb_build_object('mortgage_id', mortgage.id, 'rate_type', 'variable',
    'rate', mortgage.interest_rate, 'margin', mortgage.rate_margin, 'first_rate', first,
    'reset_every', (saved ->> 'everyMonths')::integer, 'cap_per_reset', step, 'cap_for_life', lifetime_cap,
    'highest', first + lifetime_cap, 'lowest', greatest(0, first - lifetime_cap),
    'highest_next', least(mortgage.interest_rate + step, first + lifetime_cap),
    'lowest_next', greatest(0, mortgage.interest_rate - step, first - lifetime_cap), 'next', next,
    'next_reset_on',
      case when passed < mortgage.term * 12 then bank.due_date(mortgage.start_date, passed) end,
    'resets', (select coalesce(jsonb_agg(jsonb_build_object('at', h.at, 'from', h.facts -> 'from',
        'to', h.facts -> 'to', 'payment_before', bank.major((h.facts ->> 'payment_before')::numeric),
        'payment', bank.major((h.facts ->> 'payment')::numeric)) order by h.at, h.id), '[]')
      from public.household_events h where h.user_id = mortgage.user_id and h.subject = mortgage.id::text
        and h.kind = 'rate_reset'));
end $$;
comment on function public.rate_terms is 'Returns the rate terms of one of the caller''s mortgages; for an '
  'adjustable rate: margin, caps, bounds, the next reset, and all past resets. Refuses: NTFND.';

grant execute on function
  public.payoff_quote, public.take_loan, public.take_mortgage, public.pay_extra, public.recast_debt,
  public.pay_off, public.rate_terms to authenticated;
