-- Applications out of files: with everything that became of them.
create or replace function bank.load_applications(customer_id uuid, household jsonb) returns void language sql volatile as $$
  insert into public.loan_applications (user_id, email, applicant_name, status, loan_amount, submitted_at, loan_type, purpose, term_months,
    annual_income, employment_status, monthly_debt, collateral_value, down_payment, form, reviewed_at, decided_at, decision, expires_at, accepted_at,
    ended_at, offer_index, loan_id, mortgage_id)
  select customer_id, a.email, a.applicant_name, coalesce(a.status, 'submitted'), a.loan_amount, a.submitted_at, a.loan_type, a.purpose,
    a.term_months, a.annual_income, a.employment_status, a.monthly_debt, a.collateral_value, a.down_payment, a.form, a.reviewed_at, a.decided_at, a.decision,
    -- Files of before offers had an end.
    coalesce(a.expires_at, case when a.status = 'approved' then a.decided_at + interval '30 days' end), a.accepted_at, a.ended_at,
    a.offer_index, l.id, m.id
  from jsonb_to_recordset(coalesce(household -> 'applications', '[]')) as a (email text, applicant_name text, status text, loan_amount numeric,
    submitted_at timestamptz, loan_type text, purpose text, term_months integer, annual_income numeric, employment_status text,
    monthly_debt numeric, collateral_value numeric, down_payment numeric, form jsonb, reviewed_at timestamptz, decided_at timestamptz, decision jsonb,
    expires_at timestamptz, accepted_at timestamptz, ended_at timestamptz, offer_index integer, loan_id uuid, mortgage_id uuid)
    left join public.loans l on l.id = a.loan_id and l.user_id = customer_id
    left join public.mortgages m on m.id = a.mortgage_id and m.user_id = customer_id
$$;
comment on function bank.load_applications(uuid, jsonb) is
  'Writes the loan applications of a household that is being loaded, with what became of them.';
