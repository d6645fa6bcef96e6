-- A loan application out of a file keeps the instant at which it was handed in, also when that is a moment ago.
create or replace function bank.check_application() returns trigger language plpgsql
security definer -- reads the clock, makes the customer's row when it is missing
set search_path = '' as $$
declare
  present timestamptz := bank.now_for(new.user_id);
begin
  if bank.is_being_loaded(new.user_id) then
    return new; -- handed in long ago, and shaped then
  end if;
  new := bank.check_application_words(new);
  new.loan_amount := round(new.loan_amount, 2);
  perform bank.check_amount(new.loan_amount);
  new.term_months := coalesce(new.term_months, 36);
  perform bank.check_term(new.term_months, 600, 'months');
  new.annual_income := bank.check_stated_sum(new.annual_income, 'annual_income');
  new.monthly_debt := coalesce(bank.check_stated_sum(new.monthly_debt, 'monthly_debt'), 0);
  if auth.uid() is not null then
    new.status := 'submitted'; -- whatever was sent: only the decision says more
  end if;
  -- A client's clock is rarely right to the second, and knows nothing of the simulated one.
  if new.submitted_at is null or new.submitted_at > present
    or new.submitted_at - clock_timestamp() between interval '-1 minute' and interval '1 minute' then
    new.submitted_at := present;
  end if;
  perform bank.ensure_customer(new.user_id);
  return new;
end
$$;
