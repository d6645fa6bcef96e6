set check_function_bodies = off;

-- Private mortgage insurance (PMI) under the Homeowners Protection Act, 12 U.S.C. 4902. The engine charges
-- the premiums and ends the insurance by the schedule. The customer can ask for its removal at 80% of the
-- home's original value, scheduled or actual, with a good payment history, and if the home hasn't lost value.
create function bank.scheduled_balance(mortgage public.mortgages) returns numeric language sql stable as $$
  -- The engine computes the schedule. Before its first step, nothing has been due.
  select coalesce((select bank.major((k.insurance ->> 'scheduled')::numeric)
    from (select c.carryover -> 'debts' -> (mortgage.id::text) -> 'insurance' as insurance
      from bank.clocks c where c.household_id = mortgage.user_id) as k
    where k.insurance is not null), mortgage.loan_amount)
$$;
comment on function bank.scheduled_balance is
  'Returns the balance of an insured mortgage by its original schedule, without extra payments.';

create function bank.was_late(mortgage public.mortgages, days integer, months integer)
returns boolean language sql stable as $$
  select exists (select from public.household_events h
    where h.user_id = mortgage.user_id and h.subject = mortgage.id::text and h.kind = 'delinquent'
      and (h.facts ->> 'days')::integer >= days
      and h.at > bank.now_for(mortgage.user_id) - make_interval(months => months))
$$;
comment on function bank.was_late is
  'Returns true if a payment on the mortgage was late by a number of days in the last months.';

create function public.remove_pmi(mortgage_id uuid, request_id text default null) returns public.mortgages
language plpgsql volatile
security definer -- because it writes the end of the insurance, which customers can't change
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'remove_pmi', 'mortgage', mortgage_id);
  mortgage public.mortgages := bank.replay_row(request_id, params, null::public.mortgages);
  highest numeric;
  reason text;
begin
  if mortgage.id is not null then return mortgage; end if;
  perform bank.lock_clock(bank.caller());
  select * into mortgage from public.mortgages m where m.id = mortgage_id
    and m.user_id = bank.caller() for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that mortgage.');
  highest := trunc(mortgage.property_value * 0.8, 2);
  reason := case when mortgage.pmi_rate is null or mortgage.pmi_ended_on is not null then 'none'
    when least(bank.scheduled_balance(mortgage), mortgage.remaining_balance) > highest then 'balance'
    when mortgage.past_due > 0 or mortgage.days_past_due > 0 then 'past_due'
    when bank.was_late(mortgage, 30, 12) or bank.was_late(mortgage, 60, 24) then 'late'
    when mortgage.current_value < mortgage.property_value then 'home_value' end;
  perform bank.refuse_if(reason is not null, 'NOELG', 'We can''t remove mortgage insurance yet.',
    jsonb_build_object('reason', reason, 'balance', mortgage.remaining_balance, 'highest', highest,
      'percent', round(mortgage.remaining_balance * 100 / mortgage.property_value, 1),
      'value', mortgage.current_value, 'original_value', mortgage.property_value));
  perform bank.record_debt_event(mortgage.user_id, mortgage.id, 'pmi_ended',
    mortgage.name || ' no longer has mortgage insurance', jsonb_build_object('reason', 'requested',
      'on', bank.today_for(mortgage.user_id), 'premium', bank.minor(bank.pmi_premium(mortgage))));
  update public.mortgages m set pmi_ended_on = bank.today_for(m.user_id), updated_at = bank.now_for(m.user_id)
    where m.id = mortgage.id returning * into mortgage;
  perform bank.schedule_simulation(mortgage.user_id);
  return bank.remember(request_id, params, mortgage);
end $$;
comment on function public.remove_pmi is 'Removes private mortgage insurance from one of the caller''s '
  'mortgages, and returns the mortgage. The balance must be at most 80% of the home''s original value, and '
  'the home must not have lost value. No payment may have been 30 days late in the last 12 months, or 60 '
  'days late in the last 24. Refuses: NTFND, NOELG, CLOCK, RQDIF.';

grant execute on function public.remove_pmi to authenticated;
