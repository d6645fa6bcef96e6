-- What becomes of an application: draft, submitted, in review, then approved, countered or declined; an offer is accepted
-- and paid out, or withdrawn, or runs out. The policy itself is engine/credit-policy.ts; here stands who may say what.
drop function public.decide_loan_application(uuid, text);
drop function bank.appraise(public.loan_applications);
drop function bank.instalments_here(uuid, text);
drop function bank.indicative_rate(text);

alter table public.loan_applications
  add column collateral_value numeric check (collateral_value between 0.01 and 999999999.99 and collateral_value = round(collateral_value, 2)),
  add column down_payment numeric check (down_payment between 0 and 999999999.99 and down_payment = round(down_payment, 2)),
  add column form jsonb,
  add column reviewed_at timestamptz,
  add column expires_at timestamptz,
  add column accepted_at timestamptz,
  add column ended_at timestamptz,
  add column offer_index integer,
  add column loan_id uuid references public.loans on delete set null,
  add column mortgage_id uuid references public.mortgages on delete set null,
  drop constraint loan_applications_status_check,
  drop constraint loan_applications_decided_check,
  drop constraint loan_applications_loan_amount_check,
  add constraint loan_applications_status_check check (status in ('draft', 'submitted', 'in_review', 'approved', 'countered', 'declined',
    'accepted', 'funded', 'withdrawn', 'expired')),
  add constraint loan_applications_loan_amount_check check (loan_amount = round(loan_amount, 2)
    and (loan_amount between 0.01 and 999999999.99 or (status = 'draft' and loan_amount = 0))),
  add constraint loan_applications_form_check check ((status = 'draft') = (form is not null)),
  add constraint loan_applications_decided_check check (status = 'withdrawn'
    or (status in ('draft', 'submitted', 'in_review')) = (decided_at is null)),
  add constraint loan_applications_order_check check (reviewed_at > submitted_at and (decided_at is null or decided_at > reviewed_at)),
  add constraint loan_applications_offer_check check ((status in ('approved', 'countered', 'accepted', 'funded', 'expired')) <= (expires_at is not null)),
  add constraint loan_applications_funded_check check ((status in ('accepted', 'funded')) <= (offer_index is not null and accepted_at is not null)),
  add constraint loan_applications_ended_check check ((status in ('funded', 'withdrawn', 'expired')) = (ended_at is not null));
create index loan_applications_loan_id_idx on public.loan_applications (loan_id) where loan_id is not null;
create index loan_applications_mortgage_id_idx on public.loan_applications (mortgage_id) where mortgage_id is not null;
create index loan_applications_expires_at_idx on public.loan_applications (user_id, expires_at) where status in ('approved', 'countered');
create unique index loan_applications_draft_key on public.loan_applications (user_id, status) where status = 'draft';
comment on column public.loan_applications.status is
  'draft → submitted → in_review → approved, countered or declined; an offer becomes accepted and funded at once, or withdrawn, or expired. Only the bank''s own functions change it.';
comment on column public.loan_applications.collateral_value is 'What the home or car is worth; null when it is not stated.';
comment on column public.loan_applications.down_payment is 'What of that value is not borrowed.';
comment on column public.loan_applications.form is 'What was typed so far, of a draft only.';
comment on column public.loan_applications.decision is
  'What the policy said: outcome, version, score, rate, reasons with their weight, and offers. Amounts in minor units.';
comment on column public.loan_applications.reviewed_at is 'The simulated instant at which the bank began to look at it: an inquiry.';
comment on column public.loan_applications.expires_at is 'Until when its offers can be accepted.';
comment on column public.loan_applications.accepted_at is 'When an offer was accepted.';
comment on column public.loan_applications.ended_at is 'When it was paid out, withdrawn or ran out.';
comment on column public.loan_applications.offer_index is 'Which offer of the decision was accepted, from 0.';
comment on column public.loan_applications.loan_id is 'The loan it became; null again when that loan is deleted.';
comment on column public.loan_applications.mortgage_id is 'The mortgage it became; null again when that mortgage is deleted.';
grant insert (collateral_value) on public.loan_applications to authenticated, service_role;

create function bank.keep_raw_application() returns trigger language plpgsql as $$
begin
  if current_user in ('authenticated', 'service_role') then
    new.status := 'submitted'; -- whatever was sent: only the bank's own functions say more
  end if;
  return new;
end
$$;
comment on function bank.keep_raw_application() is 'An application inserted by a client is ''submitted'', also with the service key.';
create trigger a_keep_raw_application before insert on public.loan_applications
  for each row execute function bank.keep_raw_application();

create function bank.check_application_collateral(sent public.loan_applications) returns numeric language plpgsql immutable as $$
declare
  value numeric := nullif(bank.check_stated_sum(sent.collateral_value, 'collateral_value'), 0);
begin
  if value is null or sent.loan_type not in ('HOME', 'AUTO') then
    return null;
  end if;
  if sent.loan_type = 'HOME' and sent.loan_amount >= value then
    raise exception using errcode = 'BADAP', message = 'A mortgage is less than the home is worth: state a down payment.',
      detail = jsonb_build_object('field', 'collateral_value', 'value', value, 'amount', sent.loan_amount)::text;
  end if;
  return value;
end
$$;
comment on function bank.check_application_collateral(public.loan_applications) is
  'What is bought with the loan as it is kept: of homes and cars only. Refuses: BADAP.';

create or replace function bank.check_application() returns trigger language plpgsql
security definer -- reads the clock, makes the customer's row when it is missing
set search_path = '' as $$
declare
  present timestamptz := bank.now_for(new.user_id);
begin
  if bank.is_being_loaded(new.user_id) or new.status = 'draft' then
    return new; -- handed in long ago, and shaped then; or not yet
  end if;
  new := bank.check_application_words(new);
  new.loan_amount := round(new.loan_amount, 2);
  perform bank.check_amount(new.loan_amount);
  new.term_months := coalesce(new.term_months, 36);
  perform bank.check_term(new.term_months, 600, 'months');
  new.annual_income := bank.check_stated_sum(new.annual_income, 'annual_income');
  new.monthly_debt := coalesce(bank.check_stated_sum(new.monthly_debt, 'monthly_debt'), 0);
  new.collateral_value := bank.check_application_collateral(new);
  new.down_payment := greatest(new.collateral_value - new.loan_amount, case when new.collateral_value is not null then 0 end);
  -- A client's clock is rarely right to the second, and knows nothing of the simulated one.
  if new.submitted_at is null or new.submitted_at > present
    or new.submitted_at - clock_timestamp() between interval '-1 minute' and interval '1 minute' then
    new.submitted_at := present;
  end if;
  perform bank.ensure_customer(new.user_id);
  return new;
end
$$;
comment on function bank.check_application() is 'Completes an application and refuses what makes no sense.';
create trigger check_submitted_draft before update of status on public.loan_applications
  for each row when (old.status = 'draft' and new.status = 'submitted') execute function bank.check_application();

create function bank.check_application_step() returns trigger language plpgsql as $$
begin
  if array[old.status, new.status] not in (
    array['draft', 'submitted'], array['submitted', 'in_review'], array['submitted', 'withdrawn'], array['in_review', 'approved'],
    array['in_review', 'countered'], array['in_review', 'declined'], array['in_review', 'withdrawn'], array['approved', 'accepted'],
    array['approved', 'withdrawn'], array['approved', 'expired'], array['countered', 'accepted'], array['countered', 'withdrawn'],
    array['countered', 'expired'], array['accepted', 'funded']) then
    raise exception using errcode = 'BADST', message = format('An application that is %s does not become %s.',
        replace(old.status, '_', ' '), replace(new.status, '_', ' ')),
      detail = jsonb_build_object('status', old.status, 'wanted', new.status)::text;
  end if;
  return new;
end
$$;
comment on function bank.check_application_step() is 'Applications take one step at a time, whoever writes. Refuses: BADST.';
create trigger check_application_step before update of status on public.loan_applications
  for each row when (new.status <> old.status) execute function bank.check_application_step();
