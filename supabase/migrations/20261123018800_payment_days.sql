set check_function_bodies = off;

-- The customer's choice of the day of the month on which installments are due. The change moves the start
-- date, so that all later due dates follow. The period of the change is up to 15 days longer or shorter.
create function bank.days_between(from_date date, to_date date) returns integer language sql immutable as $$
  select 30 * (12 * (extract(year from to_date) - extract(year from from_date))
      + extract(month from to_date) - extract(month from from_date))::integer
    + least(30, extract(day from to_date)::integer) - least(30, extract(day from from_date)::integer)
$$;
comment on function bank.days_between is
  'Returns the number of days between two dates with months of 30 days.';

create function bank.nearest_due_date(due date, day integer, after date)
returns date language sql immutable as $$
  -- Of two days that are equally near, the later one counts.
  select candidate.due from generate_series(-1, 1) as shift,
    lateral (select (date_trunc('month', nearest_due_date.due) + make_interval(months => shift))::date
      + nearest_due_date.day - 1 as due) as candidate
  where candidate.due > after and abs(bank.days_between(nearest_due_date.due, candidate.due)) <= 15
  order by abs(bank.days_between(nearest_due_date.due, candidate.due)), candidate.due desc limit 1
$$;
comment on function bank.nearest_due_date is 'Returns the date with a day of the month that is nearest to a '
  'due date, after another date. Null if the nearest one is more than 15 days away.';

create function bank.first_period_start(today date, payment_day integer)
returns date language plpgsql immutable as $$
begin
  if payment_day is null then return null; end if;
  perform bank.refuse_if((payment_day between 1 and 28) is not true, 'BADDT',
    'Choose a payment day from 1 to 28.', jsonb_build_object('earliest', 1, 'latest', 28));
  return bank.nearest_due_date(bank.due_date(today, 1), payment_day, today) - interval '1 month';
end $$;
comment on function bank.first_period_start is 'Returns the start date of a new debt, a month before its '
  'first installment on the chosen day; null without a choice. Refuses: BADDT.';

create type bank.payment_day_change as (old_due date, new_due date, days integer, interest numeric);
comment on type bank.payment_day_change is 'The effect of another payment day: the next due date before and '
  'after, the days by which the period changes, and their interest.';

create function bank.find_payment_day_change(debt bank.debts, period bank.debt_period, day integer)
returns bank.payment_day_change language plpgsql stable as $$
declare
  change bank.payment_day_change;
  today date := bank.today_for(debt.user_id);
  changes integer;
begin
  perform bank.refuse_line(debt);
  perform bank.refuse_if((day between 1 and 28) is not true, 'BADDT', 'Choose a payment day from 1 to 28.',
    jsonb_build_object('earliest', 1, 'latest', 28));
  perform bank.refuse_if(debt.remaining_balance = 0, 'OVPAY', 'This balance is already paid off.',
    jsonb_build_object('balance', 0));
  perform bank.refuse_if(debt.past_due > 0 or debt.paused_until >= today, 'NOPAU',
    'Pay the past-due amount or resume payments first.', jsonb_build_object('reason', 'payment_day'));
  select count(*) into changes from public.household_events h where h.user_id = debt.user_id
    and h.subject = debt.id::text and h.kind = 'payment_day_changed'
    and h.at > bank.now_for(debt.user_id) - interval '12 months';
  perform bank.refuse_if(changes >= 2, 'LIMIT', 'You can change the payment day twice in 12 months.',
    jsonb_build_object('highest', 2));
  change.old_due := period.due_date;
  perform bank.refuse_if(change.old_due <= today, 'BADDT',
    'A payment is being collected. Change the payment day after that.',
    jsonb_build_object('date', change.old_due));
  perform bank.refuse_if(extract(day from change.old_due) = day, 'BADDT', 'This is already your payment day.',
    jsonb_build_object('date', change.old_due));
  change.new_due := bank.nearest_due_date(change.old_due, day, today);
  perform bank.refuse_if(change.new_due is null, 'BADDT',
    'Your next payment can move by up to 15 days. Choose a nearer day, or change it after that payment.',
    jsonb_build_object('date', change.old_due));
  change.days := bank.days_between(change.old_due, change.new_due);
  change.interest := bank.period_interest(debt.remaining_balance * change.days, debt.interest_rate);
  return change;
end $$;
comment on function bank.find_payment_day_change is 'Returns the effect of another payment day. Refuses: '
  'BADDT, OVPAY, NOPAU, LIMIT.';

create function public.payment_day_quote(debt_id uuid, day integer) returns jsonb language plpgsql volatile
security definer -- because it reads the carryover
set search_path = '' as $$
declare
  debt bank.debts := bank.find_debt(debt_id);
  change bank.payment_day_change := bank.find_payment_day_change(debt, bank.current_debt_period(debt), day);
begin
  return jsonb_build_object('debt_id', debt.id, 'from', change.old_due, 'to', change.new_due,
    'days', change.days, 'interest', change.interest, 'currency', debt.currency);
end $$;
comment on function public.payment_day_quote is 'Returns the effect of another payment day on one of the '
  'caller''s debts: the next due date before and after, the days by which this period changes, and their '
  'interest. Refuses: NTFND, BADDT, OVPAY, NOPAU, LIMIT.';

create function bank.move_debt_period(debt bank.debts, new_start date, change bank.payment_day_change)
returns void language sql volatile as $$
  -- The days of the period count from the new start date, so a longer period starts below zero.
  -- A second change in the same period adds to the first one, or takes from it.
  -- A debt that the engine hasn't simulated yet has no progress; its first step computes the same.
  update bank.clocks k set carryover = jsonb_set(k.carryover, array['debts', debt.id::text],
      saved.progress - 'oddInterest' || jsonb_strip_nulls(jsonb_build_object(
        'start', new_start - date '1970-01-01',
        'countedTo', (saved.progress ->> 'countedTo')::integer - change.days,
        'oddInterest', nullif(greatest(0, coalesce((saved.progress ->> 'oddInterest')::numeric, 0)
          + bank.minor(change.interest)), 0))))
  from (select c.household_id, c.carryover -> 'debts' -> (debt.id::text) as progress from bank.clocks c
    where c.household_id = debt.user_id) as saved
  where k.household_id = saved.household_id
    and (saved.progress ->> 'start')::integer = debt.start_date - date '1970-01-01'
$$;
comment on function bank.move_debt_period is
  'Moves the current period of a debt in the engine''s carryover to the new start date.';

create function public.change_payment_day(debt_id uuid, day integer, request_id text default null)
returns jsonb language plpgsql volatile
security definer -- because it writes due dates and the carryover
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'change_payment_day', 'debt', debt_id, 'day', day);
  answer jsonb := bank.replay(request_id, params);
  debt bank.debts;
  period bank.debt_period;
  change bank.payment_day_change;
  new_start date;
begin
  if answer is not null then return answer; end if;
  perform bank.lock_clock_exclusively(bank.caller());
  debt := bank.lock_debt(debt_id);
  period := bank.current_debt_period(debt);
  change := bank.find_payment_day_change(debt, period, day);
  new_start := change.new_due - make_interval(months => period.next);
  perform bank.move_debt_period(debt, new_start, change);
  update public.loans l set start_date = new_start, payment_day = day where l.id = debt.id;
  update public.mortgages m set start_date = new_start, payment_day = day where m.id = debt.id;
  -- A trigger computes the due date from the start date, but this period can be longer than a month.
  update public.loans l set next_due_date = change.new_due where l.id = debt.id;
  update public.mortgages m set next_due_date = change.new_due where m.id = debt.id;
  perform bank.record_debt_event(debt.user_id, debt.id, 'payment_day_changed',
    debt.name || ' has a new payment day', jsonb_build_object('start_before', debt.start_date, 'day', day,
      'days', change.days, 'interest', bank.minor(change.interest), 'next_payment', change.new_due));
  answer := jsonb_build_object('debt_id', debt.id, 'from', change.old_due, 'to', change.new_due,
    'days', change.days, 'interest', change.interest, 'currency', debt.currency);
  return bank.remember(request_id, params, answer);
end $$;
comment on function public.change_payment_day is 'Changes the day of the month on which one of the caller''s '
  'debts is due, twice in 12 months. The next period is up to 15 days longer or shorter; the interest of '
  'additional days is due once. Refuses: NTFND, BADDT, OVPAY, NOPAU, LIMIT, CLOCK, RQDIF.';

grant execute on function public.payment_day_quote, public.change_payment_day to authenticated;
