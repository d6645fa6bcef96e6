-- The policy by which applications are decided. It knows what the applicant stated and what they pay here.
create function bank.indicative_rate(loan_type text) returns numeric language sql immutable as $$
  select case loan_type when 'HOME' then 6.25 when 'EDUCATION' then 5.5 when 'AUTO' then 7.25 when 'PERSONAL' then 11.5 else 12.75 end
$$;
comment on function bank.indicative_rate(text) is 'The yearly rate in percent at which the bank reckons for a type of loan.';

create function bank.instalments_here(household uuid, currency text) returns numeric language plpgsql volatile as $$
declare
  today date := bank.today_for(household);
  total numeric := 0;
  debt record;
begin
  for debt in
    select l.monthly_payment, l.currency from public.loans l where l.user_id = household and l.remaining_balance > 0
    union all
    select m.monthly_payment, m.currency from public.mortgages m where m.user_id = household and m.remaining_balance > 0
  loop
    total := total + round(debt.monthly_payment * bank.rate_on(debt.currency, instalments_here.currency, today), 2);
  end loop;
  return total;
end
$$;
comment on function bank.instalments_here(uuid, text) is 'What a customer pays here each month on loans and mortgages that are not yet paid off.';

create function bank.appraise(application public.loan_applications) returns jsonb language plpgsql volatile as $$
declare
  share_limit constant numeric := 0.36;
  rate numeric := bank.indicative_rate(application.loan_type);
  payment numeric := bank.monthly_payment(application.loan_amount, rate, application.term_months);
  here numeric := bank.instalments_here(application.user_id, 'USD');
  income numeric := round(application.annual_income / 12, 2);
  monthly numeric := payment + here + application.monthly_debt;
  share numeric := case when income > 0 then round(monthly / income, 4) end;
  reasons text[] := array[format('At %s%% a year over %s months the loan would cost $%s a month.', trim_scale(rate),
    application.term_months, to_char(payment, 'FM999,999,999,990.00'))];
begin
  if here + application.monthly_debt > 0 then
    reasons := reasons || format('You already pay $%s a month on loans and mortgages: $%s here and $%s elsewhere.',
      to_char(here + application.monthly_debt, 'FM999,999,999,990.00'), to_char(here, 'FM999,999,999,990.00'),
      to_char(application.monthly_debt, 'FM999,999,999,990.00'));
  end if;
  reasons := reasons || case
    when share is null then 'There is no income from which the loan could be paid back.'
    when share <= share_limit then format('Together that is %s%% of your monthly income of $%s; the bank lends up to %s%%.',
      round(share * 100, 1), to_char(income, 'FM999,999,999,990.00'), trim_scale(share_limit * 100))
    else format('Together that is %s%% of your monthly income of $%s, more than the %s%% up to which the bank lends.',
      round(share * 100, 1), to_char(income, 'FM999,999,999,990.00'), trim_scale(share_limit * 100)) end;
  return jsonb_build_object('approved', coalesce(share <= share_limit, false), 'rate', rate, 'monthly_payment', payment,
    'debt_to_income', share, 'limit', share_limit, 'reasons', to_jsonb(reasons));
end
$$;
comment on function bank.appraise(public.loan_applications) is
  'What the policy says about an application: all instalments together may take up to 36 % of the stated income.';

create function public.decide_loan_application(application_id uuid, request_id text default null)
returns public.loan_applications language plpgsql volatile
security definer -- status and decision are written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'decide_loan_application', 'application', application_id);
  answer jsonb := bank.replay(request_id, params);
  application public.loan_applications;
  found_decision jsonb;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.loan_applications, answer);
  end if;
  perform bank.hold_clock(bank.caller());
  select * into application from public.loan_applications a
    where a.id = application_id and a.user_id = bank.caller() for no key update;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such application of yours.';
  end if;
  if application.status <> 'submitted' then
    raise exception using errcode = 'DCIDD', message = 'This application has already been decided.',
      detail = jsonb_build_object('status', application.status, 'decided_at', application.decided_at)::text;
  end if;
  if application.annual_income is null and application.employment_status is distinct from 'UNEMPLOYED' then
    raise exception using errcode = 'BADAP', message = 'Please state your yearly income; without it the bank cannot decide.',
      detail = jsonb_build_object('field', 'annual_income')::text;
  end if;
  found_decision := bank.appraise(application);
  update public.loan_applications a set decision = found_decision - 'approved',
    status = case when (found_decision ->> 'approved')::boolean then 'approved' else 'declined' end,
    decided_at = greatest(bank.now_for(a.user_id), a.submitted_at)
    where a.id = application.id returning * into application;
  perform bank.remember(request_id, params, to_jsonb(application));
  return application;
end
$$;
comment on function public.decide_loan_application(uuid, text) is
  'Decides one of the caller''s applications by the bank''s policy and returns it with the reasons. Refuses: NTFND, DCIDD, BADAP, RQDIF.';
grant execute on function public.decide_loan_application(uuid, text) to authenticated;
