set check_function_bodies = off;

-- Loan applications. The bank decides on them according to a policy and states the reasons for each decision.
create function public.my_confirmed_email() returns text language sql stable
security definer -- because customers may not read auth.users
set search_path = '' as $$
  select bank.confirmed_address(auth.uid())
$$;
comment on function public.my_confirmed_email is
  'Returns the caller''s verified email address in lower case; null before it is verified.';

create table public.loan_applications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid default auth.uid() references public.customers on delete cascade,
  email text check (char_length(email) <= 320),
  applicant_name text not null check (char_length(applicant_name) between 1 and 320),
  status text not null default 'submitted',
  loan_amount numeric not null,
  submitted_at timestamptz not null,
  loan_type text not null
    default 'PERSONAL' check (loan_type in ('PERSONAL', 'AUTO', 'HOME', 'EDUCATION', 'OTHER',
    'HOME_EQUITY')),
  purpose text check (char_length(purpose) <= 500),
  term_months integer not null default 36 check (term_months between 1 and 600),
  annual_income numeric check (annual_income between 0 and 999999999.99),
  employment_status text check (employment_status in ('EMPLOYED', 'SELF_EMPLOYED', 'UNEMPLOYED', 'RETIRED',
    'STUDENT')),
  monthly_debt numeric not null default 0 check (monthly_debt between 0 and 999999999.99),
  decided_at timestamptz,
  decision jsonb,
  collateral_value numeric check (collateral_value between 0.01 and 999999999.99
    and collateral_value = round(collateral_value, 2)),
  down_payment numeric check (down_payment between 0 and 999999999.99
    and down_payment = round(down_payment, 2)),
  form jsonb,
  reviewed_at timestamptz,
  expires_at timestamptz,
  accepted_at timestamptz,
  ended_at timestamptz,
  offer_index integer,
  loan_id uuid references public.loans on delete set null,
  mortgage_id uuid references public.mortgages on delete set null,
  home_id uuid references public.mortgages on delete set null,
  lien numeric check (lien between 0 and 999999999.99 and lien = round(lien, 2)),
  constraint loan_applications_status_check check (
    status in ('draft', 'submitted', 'in_review', 'approved', 'countered', 'declined',
    'accepted', 'funded', 'withdrawn', 'expired')),
  constraint loan_applications_loan_amount_check check (loan_amount = round(loan_amount, 2)
    and (loan_amount between 0.01 and 999999999.99 or (status = 'draft' and loan_amount = 0))),
  constraint loan_applications_form_check check ((status = 'draft') = (form is not null)),
  constraint loan_applications_decided_check check (status = 'withdrawn'
    or (status in ('draft', 'submitted', 'in_review')) = (decided_at is null)),
  constraint loan_applications_order_check check (reviewed_at > submitted_at
    and (decided_at is null or decided_at > reviewed_at)),
  constraint loan_applications_offer_check check (
    (status in ('approved', 'countered', 'accepted', 'funded', 'expired')) <= (expires_at is not null)),
  constraint loan_applications_funded_check check (
    (status in ('accepted', 'funded')) <= (offer_index is not null and accepted_at is not null)),
  constraint loan_applications_ended_check check (
    (status in ('funded', 'withdrawn', 'expired')) = (ended_at is not null))
);
create index loan_applications_user_id_idx on public.loan_applications (user_id, submitted_at desc);
create index loan_applications_email_idx on public.loan_applications (lower(email)) where user_id is null;
create index loan_applications_applicant_name_idx on public.loan_applications (lower(applicant_name))
  where user_id is null;
create index loan_applications_loan_id_idx on public.loan_applications (loan_id) where loan_id is not null;
create index loan_applications_mortgage_id_idx on public.loan_applications (mortgage_id)
  where mortgage_id is not null;
create index loan_applications_home_id_idx on public.loan_applications (home_id) where home_id is not null;
create index loan_applications_expires_at_idx on public.loan_applications (user_id, expires_at)
  where status in ('approved', 'countered');
create unique index loan_applications_draft_key on public.loan_applications (user_id, status)
  where status = 'draft';
comment on table public.loan_applications is 'Applications for loans. Amounts are in US dollars.';
comment on column public.loan_applications.user_id is 'The applicant; null for a visitor''s application. The '
  'customer who verifies the application''s email address can read it.';
comment on column public.loan_applications.status is
  'draft → submitted → in_review → approved, countered, or declined. An offer is then accepted and funded, '
  'withdrawn, or expired. Only the bank''s functions change it.';
comment on column public.loan_applications.annual_income is 'The stated annual income before tax.';
comment on column public.loan_applications.monthly_debt is 'The stated monthly payments to other lenders.';
comment on column public.loan_applications.decision is
  'The decision: outcome, policy version, score, rate, weighted reasons, offers. Amounts are in minor units.';
comment on column public.loan_applications.collateral_value is
  'The value of the home or car; null if not stated.';
comment on column public.loan_applications.down_payment is
  'The part of the collateral value that is not borrowed.';
comment on column public.loan_applications.form is 'The form inputs of a draft.';
comment on column public.loan_applications.reviewed_at is
  'The simulated instant at which the review began. The review counts as an inquiry.';
comment on column public.loan_applications.expires_at is 'The time when the offers expire.';
comment on column public.loan_applications.accepted_at is 'The time when an offer was accepted.';
comment on column public.loan_applications.ended_at is
  'The time when the application was funded, was withdrawn, or expired.';
comment on column public.loan_applications.offer_index is 'The position of the accepted offer, from 0.';
comment on column public.loan_applications.loan_id is
  'The loan that was opened for this application; null before that, and after the loan is deleted.';
comment on column public.loan_applications.mortgage_id is
  'The mortgage opened for this application; null before that, and after the mortgage is deleted.';
comment on column public.loan_applications.home_id is 'The mortgage whose home secures the requested home '
  'equity line of credit; null for other loans, and after the mortgage is deleted.';
comment on column public.loan_applications.lien is 'What was owed on that mortgage when the application was '
  'submitted; null for other loans.';

call bank.restrict_to_owner('public.loan_applications', 'insert');
create policy "customers read their own applications and those under their confirmed address"
  on public.loan_applications
  for select to authenticated
  using (user_id = (select auth.uid()) or (user_id is null
    and (lower(email) = lower((select public.my_confirmed_email()))
      or lower(applicant_name) = lower((select public.my_confirmed_email())))));
grant select,
  insert (id, user_id, email, applicant_name, status, loan_amount, submitted_at, loan_type, purpose,
    term_months, annual_income, employment_status, monthly_debt, collateral_value)
  on public.loan_applications to authenticated, service_role;

create function bank.check_stated_amount(stated numeric, field text)
returns numeric language plpgsql immutable as $$
begin
  perform bank.refuse_if(stated is not null and (round(stated, 2) between 0 and 999999999.99) is not true,
    'BADAP', 'Enter an amount from 0 to 999,999,999.99.',
    jsonb_build_object('field', field, 'sent', left(stated::text, 40)));
  return round(stated, 2);
end $$;
comment on function bank.check_stated_amount is
  'Returns an amount stated by an applicant, rounded to the cent, or refuses it (BADAP).';

create function bank.check_application_texts(sent public.loan_applications) returns public.loan_applications
language plpgsql stable as $$
begin
  sent.loan_type := upper(coalesce(sent.loan_type, 'PERSONAL'));
  sent.employment_status := upper(bank.clean_text(sent.employment_status));
  perform bank.refuse_if(
    sent.loan_type not in ('PERSONAL', 'AUTO', 'HOME', 'HOME_EQUITY', 'EDUCATION', 'OTHER')
    or sent.employment_status not in ('EMPLOYED', 'SELF_EMPLOYED', 'UNEMPLOYED', 'RETIRED', 'STUDENT'),
    'BADTY', 'Choose a loan type and an employment status from the list.');
  sent.email := coalesce(bank.clean_note(sent.email, 'email', 320), nullif(auth.email(), ''));
  perform bank.refuse_if(sent.email !~ '^[^@\s]+@[^@\s]+$',
    'BADAP', 'Enter a valid email address.', jsonb_build_object('field', 'email'));
  sent.applicant_name := coalesce(bank.clean_note(sent.applicant_name, 'applicant name', 320), sent.email);
  perform bank.refuse_if(sent.applicant_name is null,
    'BADAP', 'Enter your name.', jsonb_build_object('field', 'applicant_name'));
  sent.purpose := bank.clean_note(sent.purpose, 'purpose', 500);
  return sent;
end $$;
comment on function bank.check_application_texts is
  'Cleans the text fields of an application. Refuses: BADTY, BADAP, BADTX.';

create function bank.check_application() returns trigger language plpgsql
security definer -- because it reads the clock, and creates a missing customer row
set search_path = '' as $$
declare
  present timestamptz := bank.now_for(new.user_id);
begin
  if bank.is_being_loaded(new.user_id) or new.status = 'draft' then
    return new; -- a draft, or an application from a household file, which has its own dates
  end if;
  new := bank.check_application_texts(new);
  new.loan_amount := round(new.loan_amount, 2);
  perform bank.check_amount(new.loan_amount);
  new.term_months := coalesce(new.term_months, 36);
  perform bank.check_term(new.term_months, 600, 'months');
  new.annual_income := bank.check_stated_amount(new.annual_income, 'annual_income');
  new.monthly_debt := coalesce(bank.check_stated_amount(new.monthly_debt, 'monthly_debt'), 0);
  new.collateral_value := bank.check_application_collateral(new);
  new.down_payment := greatest(new.collateral_value - new.loan_amount,
    case when new.collateral_value is not null then 0 end);
  new := bank.check_application_home(new);
  -- A client's clock is rarely exact and doesn't follow the simulated clock.
  if new.submitted_at is null or new.submitted_at > present
    or new.submitted_at - clock_timestamp() between interval '-1 minute' and interval '1 minute' then
    new.submitted_at := present;
  end if;
  perform bank.ensure_customer(new.user_id);
  return new;
end $$;
comment on function bank.check_application is 'Completes an application and refuses invalid applications.';

create trigger check_application before insert on public.loan_applications
  for each row execute function bank.check_application();

call bank.broadcast('public.loan_applications');

-- Views of debt activity and of the balances that the audit compares.
create view public.debt_activity with (security_invoker = true) as
  select l.product, p.ledger_id as debt_id, e.id as entry_id, e.value_at as at, e.kind, e.description,
    -p.amount as amount,
    -sum(p.amount) over (partition by p.ledger_id order by e.value_at, e.id) as balance_after, l.currency
  from bank.ledger_accounts l
    join bank.postings p on p.ledger_id = l.id
    join bank.entries e on e.id = p.entry_id
  where l.product in ('loan', 'mortgage') and l.household_id = (select auth.uid()) and l.closed_at is null
    and e.household_id = (select auth.uid());
comment on view public.debt_activity is 'All activity on the caller''s loans and mortgages.';
comment on column public.debt_activity.at is 'The value date: the local day of this instant.';
comment on column public.debt_activity.amount is 'The change in the balance owed: negative for payments.';
comment on column public.debt_activity.balance_after is 'The amount owed afterward, in the order of `at`.';
grant select on public.debt_activity to authenticated;

create or replace view bank.product_balances as
  select id as ledger_id, user_id as household_id, 'account'::text as product, currency, balance, last_entry
    from public.accounts
  union all
  select id, user_id, 'card'::text, currency, -balance, last_entry from public.credit_cards
  union all
  select id, user_id, 'loan'::text, currency, -remaining_balance, last_entry from public.loans
  union all
  select id, user_id, 'mortgage'::text, currency, -remaining_balance, last_entry from public.mortgages;
comment on view bank.product_balances is 'The stored balance of every account, card, loan, and mortgage, in '
  'the customer''s favor. Migrations that add products extend this view.';

grant execute on function public.my_confirmed_email to authenticated;
