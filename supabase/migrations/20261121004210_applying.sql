-- How a customer applies: what is typed is kept as a draft, handed in, and can be taken back until it has ended.
create function public.save_application_draft(form jsonb) returns public.loan_applications language plpgsql volatile
security definer -- the state is written by the bank alone
set search_path = '' as $$
declare
  saved public.loan_applications;
begin
  if jsonb_typeof(form) is distinct from 'object' or pg_column_size(form) > 8000 then
    raise exception using errcode = 'BADAP', message = 'A draft is what was typed into the form, and not more.',
      detail = jsonb_build_object('field', 'form')::text;
  end if;
  perform bank.ensure_customer(bank.caller());
  insert into public.loan_applications as kept (user_id, email, applicant_name, status, loan_amount, submitted_at, form)
    values (bank.caller(), nullif(auth.email(), ''), coalesce(nullif(auth.email(), ''), 'Draft'), 'draft', 0,
      bank.now_for(bank.caller()), save_application_draft.form)
    on conflict (user_id, status) where status = 'draft' do update set form = excluded.form, submitted_at = excluded.submitted_at
    returning * into saved;
  return saved;
end
$$;
comment on function public.save_application_draft(jsonb) is
  'Keeps what the caller has typed of an application, one draft a customer, and returns it. Refuses: BADAP.';
grant execute on function public.save_application_draft(jsonb) to authenticated;

create function public.submit_application(
  loan_type text, loan_amount numeric, term_months integer, applicant_name text default null, purpose text default null,
  annual_income numeric default null, employment_status text default null, monthly_debt numeric default 0,
  collateral_value numeric default null, request_id text default null
) returns public.loan_applications language plpgsql volatile
security definer -- the state is written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'submit_application', 'type', loan_type, 'amount', trim_scale(loan_amount)::text,
    'term', term_months, 'name', applicant_name, 'purpose', purpose, 'income', trim_scale(annual_income)::text,
    'employment', employment_status, 'debt', trim_scale(monthly_debt)::text, 'collateral', trim_scale(collateral_value)::text);
  answer jsonb := bank.replay(request_id, params);
  sent public.loan_applications;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.loan_applications, answer);
  end if;
  perform bank.hold_clock(bank.caller());
  update public.loan_applications a set status = 'submitted', form = null, submitted_at = bank.now_for(a.user_id),
      loan_type = submit_application.loan_type, loan_amount = submit_application.loan_amount,
      term_months = submit_application.term_months, applicant_name = coalesce(submit_application.applicant_name, a.applicant_name),
      purpose = submit_application.purpose, annual_income = submit_application.annual_income,
      employment_status = submit_application.employment_status, monthly_debt = submit_application.monthly_debt,
      collateral_value = submit_application.collateral_value
    where a.user_id = bank.caller() and a.status = 'draft' returning * into sent;
  if not found then
    insert into public.loan_applications (user_id, applicant_name, loan_type, loan_amount, term_months, purpose, annual_income,
        employment_status, monthly_debt, collateral_value)
      values (bank.caller(), submit_application.applicant_name, submit_application.loan_type, submit_application.loan_amount,
        submit_application.term_months, submit_application.purpose, submit_application.annual_income,
        submit_application.employment_status, submit_application.monthly_debt, submit_application.collateral_value)
      returning * into sent;
  end if;
  perform bank.remember(request_id, params, to_jsonb(sent));
  return sent;
end
$$;
comment on function public.submit_application(text, numeric, integer, text, text, numeric, text, numeric, numeric, text) is
  'Hands an application in, the caller''s draft where there is one, and returns it. Refuses: BADAM, BADTM, BADTY, BADAP, BADTX, RQDIF.';
grant execute on function public.submit_application(text, numeric, integer, text, text, numeric, text, numeric, numeric, text) to authenticated;

create function bank.lock_application(household uuid, application_id uuid) returns public.loan_applications language plpgsql volatile as $$
declare
  application public.loan_applications;
begin
  perform bank.hold_clock(household);
  select * into application from public.loan_applications a
    where a.id = lock_application.application_id and a.user_id = household for no key update;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such application of yours.';
  end if;
  return application;
end
$$;
comment on function bank.lock_application(uuid, uuid) is 'A customer''s own application, held until the transaction ends. Refuses: NTFND.';

create function public.withdraw_application(application_id uuid) returns public.loan_applications language plpgsql volatile
security definer -- the state is written by the bank alone
set search_path = '' as $$
declare
  application public.loan_applications := bank.lock_application(bank.caller(), application_id);
begin
  if application.status = 'draft' then
    delete from public.loan_applications a where a.id = application.id;
    application.status := 'withdrawn';
  elsif application.status <> 'withdrawn' then
    update public.loan_applications a set status = 'withdrawn', ended_at = bank.now_for(a.user_id)
      where a.id = application.id returning * into application;
  end if;
  return application;
end
$$;
comment on function public.withdraw_application(uuid) is
  'Takes one of the caller''s applications back and returns it; a draft is thrown away. Refuses: NTFND, BADST.';
grant execute on function public.withdraw_application(uuid) to authenticated;
