-- What a loan or mortgage costs today. The engine counts interest from due date to due date and keeps in its memory how
-- far it has counted; what others paid since then is counted here by the same rule: 30/360, thirty days at most.
create view bank.debts as
  select id, user_id, 'loan'::text as product, name, currency, remaining_balance, interest_rate, term as months, monthly_payment, start_date,
    next_due_date, past_due, days_past_due, paused_until, autopay_account_id, autopay_extra
  from public.loans
  union all
  select id, user_id, 'mortgage'::text, name, currency, remaining_balance, interest_rate, term * 12, monthly_payment, start_date,
    next_due_date, past_due, days_past_due, paused_until, autopay_account_id, autopay_extra
  from public.mortgages;
comment on view bank.debts is 'Loans and mortgages as one; terms in months.';

create function bank.own_debt(debt_id uuid) returns bank.debts language plpgsql stable as $$
declare
  debt bank.debts;
begin
  select * into debt from bank.debts d where d.id = own_debt.debt_id and d.user_id = bank.caller();
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such loan or mortgage of yours.';
  end if;
  return debt;
end
$$;
comment on function bank.own_debt(uuid) is 'One of the caller''s own loans or mortgages. Refuses: NTFND.';

create function bank.lock_debt(debt_id uuid) returns bank.debts language plpgsql volatile as $$
begin
  perform bank.hold_clock(bank.caller());
  perform from public.loans l where l.id = lock_debt.debt_id and l.user_id = bank.caller() for no key update;
  if not found then
    perform from public.mortgages m where m.id = lock_debt.debt_id and m.user_id = bank.caller() for no key update;
  end if;
  return bank.own_debt(debt_id);
end
$$;
comment on function bank.lock_debt(uuid) is
  'One of the caller''s own loans or mortgages, held with the clock until the transaction ends. Refuses: NTFND, CLOCK.';

create type bank.debt_period as (
  next integer,
  from_date date,
  due_date date,
  balance numeric,
  balance_days numeric,
  days integer
);
comment on type bank.debt_period is
  'Where a debt stands between two due dates: the number of the instalment that falls due next, what is owed, and the balances times days counted so far (thirty days a period).';

create function bank.due_date(start_date date, number integer) returns date language sql immutable as $$
  select (start_date + make_interval(months => number))::date
$$;
comment on function bank.due_date(date, integer) is 'When an instalment falls due: so many months after the start, at the end of shorter months.';

create function bank.due_number(start_date date, day date) returns integer language sql immutable as $$
  select min(number)::integer from (
    select greatest(1, months.passed + extra) as number
    from (select 12 * (extract(year from day) - extract(year from start_date))::integer
        + (extract(month from day) - extract(month from start_date))::integer as passed) as months,
      generate_series(0, 1) as extra) as candidates
  where bank.due_date(start_date, number) > day
$$;
comment on function bank.due_number(date, date) is 'The number of the first instalment that falls due after a day.';

create function bank.count_days(period bank.debt_period, day date) returns bank.debt_period language plpgsql immutable as $$
declare
  held integer := greatest(period.days, least(30, day - period.from_date));
begin
  period.balance_days := period.balance_days + greatest(0, period.balance) * (held - period.days);
  period.days := held;
  return period;
end
$$;
comment on function bank.count_days(bank.debt_period, date) is 'The balance has been held until this day.';

create function bank.turn_period(period bank.debt_period, start_date date, number integer) returns bank.debt_period language plpgsql immutable as $$
begin
  period.next := number;
  period.from_date := bank.due_date(start_date, number - 1);
  period.due_date := bank.due_date(start_date, number);
  return period;
end
$$;
comment on function bank.turn_period(bank.debt_period, date, integer) is 'The period before another due date.';

create function bank.kept_period(debt bank.debts, lived_day date, memory jsonb) returns bank.debt_period language plpgsql immutable as $$
declare
  kept jsonb := memory -> 'debts' -> (debt.id::text);
  period bank.debt_period;
begin
  if date '1970-01-01' + (kept ->> 'start')::integer = debt.start_date then
    period.balance_days := (kept ->> 'balanceDays')::numeric / 100;
    period.days := (kept ->> 'countedTo')::integer;
    return bank.turn_period(period, debt.start_date, (kept ->> 'next')::integer);
  end if;
  period.balance_days := 0;
  period.days := 0;
  return bank.turn_period(period, debt.start_date, bank.due_number(debt.start_date, lived_day));
end
$$;
comment on function bank.kept_period(bank.debts, date, jsonb) is
  'Where a debt stood when the engine last lived its household; one that it has not met yet, or whose start was moved, is counted afresh.';

create function bank.debt_period_of(debt bank.debts) returns bank.debt_period language plpgsql stable as $$
declare
  zone text := coalesce((select c.time_zone from public.customers c where c.id = debt.user_id), 'UTC');
  clock bank.clocks;
  period bank.debt_period;
  change record;
begin
  select * into clock from bank.clocks k where k.household_id = debt.user_id;
  period := bank.kept_period(debt, (clock.lived_to at time zone zone)::date, clock.memory);
  period.balance := debt.remaining_balance + coalesce((select sum(p.amount) from bank.postings p join bank.entries e on e.id = p.entry_id
    where p.ledger_id = debt.id and e.id > clock.last_entry and e.at > clock.lived_to), 0);
  for change in
    select p.amount, e.kind, e.at, (e.at at time zone zone)::date as day
    from bank.postings p join bank.entries e on e.id = p.entry_id
    where p.ledger_id = debt.id and e.id > clock.last_entry and e.at > clock.lived_to order by e.at, e.id
  loop
    if period.balance <= 0 and period.balance_days <= 0 and change.amount < 0 then
      -- Owed again, or for the first time: the days without a debt do not count.
      while (period.due_date + time '12:00') at time zone zone <= change.at loop
        period := bank.turn_period(period, debt.start_date, period.next + 1);
      end loop;
      period.days := least(30, change.day - period.from_date);
    end if;
    period := bank.count_days(period, change.day);
    if change.kind = 'interest' then
      period.balance_days := 0; -- posted before the due date: at a payoff
    end if;
    period.balance := period.balance - change.amount;
  end loop;
  return period;
end
$$;
comment on function bank.debt_period_of(bank.debts) is
  'Where a debt stands: what the engine remembers, with what others have posted since. The engine''s own rule, step by step.';

create function bank.is_behind(debt bank.debts, period bank.debt_period) returns boolean language sql volatile as $$
  select (period.balance > 0 or period.balance_days > 0) and bank.now_for(debt.user_id)
    >= (period.due_date + time '12:00') at time zone coalesce((select c.time_zone from public.customers c where c.id = debt.user_id), 'UTC')
$$;
comment on function bank.is_behind(bank.debts, bank.debt_period) is 'Whether an instalment has fallen due that the engine has not seen to yet.';

create function bank.period_interest(balance_days numeric, rate numeric) returns numeric language sql immutable as $$
  select round(balance_days * rate / 36000, 2)
$$;
comment on function bank.period_interest(numeric, numeric) is 'Interest on balances times days: 30/360, to the cent.';

create function bank.project_period(debt bank.debts, period bank.debt_period, until date) returns bank.debt_period
language plpgsql immutable as $$
declare
  interest numeric;
  paid numeric;
begin
  -- As if every instalment were paid when it is due.
  while period.due_date <= until and (period.balance > 0 or period.balance_days > 0) loop
    period := bank.count_days(period, period.from_date + 30);
    interest := bank.period_interest(period.balance_days, debt.interest_rate);
    period.balance := period.balance + interest;
    paid := case when debt.paused_until >= period.due_date then 0 when period.next >= debt.months then period.balance
      else least(period.balance, debt.monthly_payment + debt.past_due
        + case when debt.autopay_account_id is null then 0 else debt.autopay_extra end) end;
    debt.past_due := case when paid > 0 then 0 else debt.past_due end;
    period.balance := period.balance - paid;
    period.balance_days := 0;
    period.days := 0;
    period := bank.turn_period(period, debt.start_date, period.next + 1);
  end loop;
  return bank.count_days(period, until);
end
$$;
comment on function bank.project_period(bank.debts, bank.debt_period, date) is
  'Where a debt will stand on a later day if every instalment is paid when it is due.';

create function public.payoff_quote(debt_id uuid, on_date date default null) returns jsonb language plpgsql volatile
security definer -- the engine's memory
set search_path = '' as $$
declare
  debt bank.debts := bank.own_debt(debt_id);
  today date := bank.today_for(debt.user_id);
  day date := coalesce(on_date, today);
  held bank.debt_period;
  period bank.debt_period;
  accrued numeric;
begin
  if (day between today and today + 366) is not true then
    raise exception using errcode = 'BADDT', message = 'A payoff is quoted for a day from today to a year from now.',
      detail = jsonb_build_object('date', day, 'earliest', today, 'latest', today + 366)::text;
  end if;
  held := bank.debt_period_of(debt);
  period := case when day = today then bank.count_days(held, day) else bank.project_period(debt, held, day) end;
  accrued := bank.period_interest(period.balance_days, debt.interest_rate);
  return jsonb_build_object('debt_id', debt.id, 'on_date', day, 'currency', debt.currency, 'balance', period.balance,
    'accrued_interest', accrued, 'total', period.balance + accrued, 'days', period.days,
    'per_day', case when period.days < 30 then bank.period_interest(greatest(0, period.balance), debt.interest_rate) else 0 end,
    'next', held.next, 'held', jsonb_build_object('balance_days', held.balance_days, 'days', held.days));
end
$$;
comment on function public.payoff_quote(uuid, date) is
  'What it costs to pay one of the caller''s debts off on a day: what is owed and the interest since the last due date. `held` is what has been counted of the present period. Refuses: NTFND, BADDT.';
grant execute on function public.payoff_quote(uuid, date) to authenticated;
