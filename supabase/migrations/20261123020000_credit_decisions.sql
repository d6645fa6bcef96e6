set check_function_bodies = off;

create function bank.normalize_raw_application() returns trigger language plpgsql as $$
begin
  if current_user in ('authenticated', 'service_role') then
    new.status := 'submitted'; -- only the bank's functions can set a different status
  end if;
  return new;
end $$;
comment on function bank.normalize_raw_application is
  'Sets the status to ''submitted'' when a client inserts an application, even with the service key.';

create trigger a_normalize_raw_application before insert on public.loan_applications
  for each row execute function bank.normalize_raw_application();

create function bank.check_application_collateral(sent public.loan_applications)
returns numeric language plpgsql immutable as $$
declare
  value numeric := nullif(bank.check_stated_amount(sent.collateral_value, 'collateral_value'), 0);
begin
  if value is null or sent.loan_type not in ('HOME', 'AUTO') then return null; end if;
  perform bank.refuse_if(sent.loan_type = 'HOME' and sent.loan_amount >= value,
    'BADAP', 'Enter a down payment. A mortgage must be less than the home''s value.',
    jsonb_build_object('field', 'collateral_value', 'value', value, 'amount', sent.loan_amount));
  return value;
end $$;
comment on function bank.check_application_collateral is
  'Returns the collateral value of a home or car loan; null if missing or for other loans. Refuses: BADAP.';

create function bank.check_application_home(sent public.loan_applications)
returns public.loan_applications language plpgsql stable as $$
declare
  home public.mortgages;
begin
  sent.lien := null;
  if sent.loan_type <> 'HOME_EQUITY' then
    sent.home_id := null;
    return sent;
  end if;
  select * into home from public.mortgages m where m.id = sent.home_id and m.user_id = sent.user_id
    and m.refinanced_at is null;
  perform bank.refuse_if(not found, 'BADAP', 'Choose the home that secures the line of credit.',
    jsonb_build_object('field', 'home_id'));
  perform bank.refuse_if(home.currency <> 'USD', 'BADCU',
    'A home equity line of credit needs a home in US dollars.',
    jsonb_build_object('currency', 'USD', 'account_currency', home.currency));
  perform bank.check_free_home(home.id);
  sent.collateral_value := coalesce(home.current_value, home.property_value);
  sent.lien := home.remaining_balance;
  sent.term_months := 360;
  return sent;
end $$;
comment on function bank.check_application_home is 'Completes an application for a home equity line of '
  'credit with the home''s value and what is owed on it. Refuses: BADAP, BADCU, NOELG.';

create trigger check_submitted_draft before update of status on public.loan_applications
  for each row
    when (old.status = 'draft' and new.status = 'submitted') execute function bank.check_application();

create function bank.check_application_step() returns trigger language plpgsql as $$
begin
  perform bank.refuse_if(array[old.status, new.status] not in (
    array['draft', 'submitted'], array['submitted', 'in_review'], array['submitted', 'withdrawn'],
    array['in_review', 'approved'], array['in_review', 'countered'], array['in_review', 'declined'],
    array['in_review', 'withdrawn'], array['approved', 'accepted'], array['approved', 'withdrawn'],
    array['approved', 'expired'], array['countered', 'accepted'], array['countered', 'withdrawn'],
    array['countered', 'expired'], array['accepted', 'funded']), 'BADST',
    format('An application can''t change from %s to %s.', replace(old.status, '_', ' '),
    replace(new.status, '_', ' ')), jsonb_build_object('status', old.status, 'wanted', new.status));
  return new;
end $$;
comment on function bank.check_application_step is 'Refuses invalid status changes by any role.';

create trigger check_application_step before update of status on public.loan_applications
  for each row when (new.status <> old.status) execute function bank.check_application_step();

-- Applications. The form's inputs are saved as a draft and then submitted. The customer can withdraw an
-- application until it is declined, accepted, or expired.
create function public.save_application_draft(form jsonb) returns public.loan_applications
language plpgsql volatile
security definer -- because it writes the status, which customers can't change
set search_path = '' as $$
declare
  saved public.loan_applications;
begin
  perform bank.refuse_if(jsonb_typeof(form) is distinct from 'object' or pg_column_size(form) > 8000,
    'BADAP', 'A draft can contain only the fields of the form.', jsonb_build_object('field', 'form'));
  perform bank.ensure_customer(bank.caller());
  insert into public.loan_applications as existing (user_id, email, applicant_name, status, loan_amount,
    submitted_at, form)
    values (bank.caller(), nullif(auth.email(), ''), coalesce(nullif(auth.email(), ''), 'Draft'), 'draft', 0,
      bank.now_for(bank.caller()), save_application_draft.form)
    on conflict (user_id, status) where status = 'draft' do update
      set form = excluded.form, submitted_at = excluded.submitted_at
    returning * into saved;
  return saved;
end $$;
comment on function public.save_application_draft is
  'Saves the caller''s application draft, at most one per customer, and returns it. Refuses: BADAP.';

create function public.submit_application(loan_type text, loan_amount numeric, term_months integer,
  applicant_name text default null, purpose text default null, annual_income numeric default null,
  employment_status text default null, monthly_debt numeric default 0, collateral_value numeric default null,
  request_id text default null, home_id uuid default null) returns public.loan_applications
language plpgsql volatile
security definer -- because it writes the status, which customers can't change
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'submit_application', 'type', loan_type,
    'amount', trim_scale(loan_amount)::text, 'term', term_months, 'name', applicant_name, 'purpose', purpose,
    'income', trim_scale(annual_income)::text, 'employment', employment_status,
    'debt', trim_scale(monthly_debt)::text, 'collateral', trim_scale(collateral_value)::text)
    || jsonb_strip_nulls(jsonb_build_object('home', home_id));
  sent public.loan_applications := bank.replay_row(request_id, params, null::public.loan_applications);
begin
  if sent.id is not null then return sent; end if;
  perform bank.refuse_if(home_id is not null and not exists (select from public.mortgages m
    where m.id = submit_application.home_id and m.user_id = bank.caller()),
    'NTFND', 'We couldn''t find that home.');
  perform bank.lock_clock(bank.caller());
  update public.loan_applications a
    set status = 'submitted', form = null, submitted_at = bank.now_for(a.user_id),
      loan_type = submit_application.loan_type, loan_amount = submit_application.loan_amount,
      term_months = submit_application.term_months,
      applicant_name = coalesce(submit_application.applicant_name, a.applicant_name),
      purpose = submit_application.purpose, annual_income = submit_application.annual_income,
      employment_status = submit_application.employment_status,
      monthly_debt = submit_application.monthly_debt, collateral_value = submit_application.collateral_value,
      home_id = submit_application.home_id
    where a.user_id = bank.caller() and a.status = 'draft' returning * into sent;
  if not found then
    insert into public.loan_applications (user_id, applicant_name, loan_type, loan_amount, term_months,
      purpose, annual_income, employment_status, monthly_debt, collateral_value, home_id)
      values (bank.caller(), submit_application.applicant_name, submit_application.loan_type,
        submit_application.loan_amount, submit_application.term_months, submit_application.purpose,
        submit_application.annual_income, submit_application.employment_status,
        submit_application.monthly_debt, submit_application.collateral_value, submit_application.home_id)
      returning * into sent;
  end if;
  return bank.remember(request_id, params, sent);
end $$;
comment on function public.submit_application is 'Submits an application, from the caller''s draft if there '
  'is one, and returns it. A home equity line of credit needs `home_id`, the mortgage of the home. Refuses: '
  'BADAM, BADTM, BADTY, BADAP, BADTX, BADCU, NTFND, NOELG, RQDIF.';

create function bank.lock_application(household uuid, application_id uuid)
returns public.loan_applications language plpgsql volatile as $$
declare
  application public.loan_applications;
begin
  perform bank.lock_clock(household);
  select * into application from public.loan_applications a
    where a.id = lock_application.application_id and a.user_id = household for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that application.');
  return application;
end $$;
comment on function bank.lock_application is
  'Locks a customer''s application until the transaction ends. Refuses: NTFND.';

create function public.withdraw_application(application_id uuid) returns public.loan_applications
language plpgsql volatile
security definer -- because it writes the status, which customers can't change
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
end $$;
comment on function public.withdraw_application is
  'Withdraws one of the caller''s applications and returns it. Deletes a draft. Refuses: NTFND, BADST.';

-- A customer's credit record is the only input of the credit policy and the score. Its shape matches
-- CreditFacts in engine/credit/facts.ts. Amounts are in minor units of one currency. Days and months are on
-- the simulated clock.
create function bank.credit_ledger_accounts(household uuid, zone text) returns table (id uuid, kind text,
  name text, currency text, opened date, closed date, rate numeric, balance numeric, credit_limit numeric,
  payment numeric) language sql stable as $$
  select l.id, l.product, l.name, l.currency, (l.created_at at time zone zone)::date,
    (coalesce(l.closed_at, c.closed_at,
      case when d.remaining_balance = 0 and d.draw_months is null then d.updated_at end)
      at time zone zone)::date,
    coalesce(c.apr, d.interest_rate, 0), coalesce(c.balance, d.remaining_balance, 0),
    coalesce(c.credit_limit, d.amount,
      (select max(abs(p.amount)) from bank.postings p where p.ledger_id = l.id), 0),
    case when c.id is not null then least(greatest(c.balance, 0),
        coalesce(s.minimum_payment, greatest(25, round(c.balance / 100 + c.balance * c.apr / 1200, 2))))
      else least(d.monthly_payment, d.remaining_balance) end
  from bank.ledger_accounts l
    left join public.credit_cards c on c.id = l.id
    left join bank.debts d on d.id = l.id
    left join lateral (
      select t.minimum_payment from public.card_statements t where t.card_id = c.id order by t.to_date desc
        limit 1) s on true
  where l.household_id = household and l.product in ('card', 'loan', 'mortgage')
$$;
comment on function bank.credit_ledger_accounts is 'Returns all cards, loans, and mortgages of a household, '
  'including closed and deleted ones, with their monthly payments.';

create function bank.credit_lines(household uuid, zone text, into_currency text, today date)
returns jsonb language sql volatile as $$
  with pages as materialized (
    select p.*, bank.rate_on(p.currency, into_currency, today) as price
      from bank.credit_ledger_accounts(household, zone) p
  ), changes as materialized (
    select p.ledger_id, date_trunc('month', e.value_at at time zone zone)::date as month,
      sum(-p.amount) as change
    from pages join bank.postings p on p.ledger_id = pages.id and p.currency = pages.currency
      join bank.entries e on e.id = p.entry_id
    where e.household_id = household group by 1, 2
  ), ends as (
    select pages.id, pages.price, g.month::date as month,
      sum(coalesce(c.change, 0)) over (partition by pages.id order by g.month) as balance
    from pages cross join lateral generate_series(date_trunc('month', pages.opened::timestamp),
        date_trunc('month', least(coalesce(pages.closed, today), today)::timestamp),
          interval '1 month') as g (month)
      left join changes c on c.ledger_id = pages.id and c.month = g.month::date
  ), months as (
    select e.id,
      jsonb_agg(jsonb_build_object('month', to_char(e.month, 'YYYY-MM'),
        'balance', bank.minor(round(e.balance * e.price, 2))) order by e.month) as list
    from ends e where e.month < date_trunc('month', today::timestamp)::date
      and e.month >= (date_trunc('month', today::timestamp) - interval '84 months')::date
    group by e.id
  )
  select coalesce(
    jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'opened', p.opened,
      'closed', p.closed, 'rate', p.rate, 'balance', bank.minor(round(p.balance * p.price, 2)),
      'limit', bank.minor(round(p.credit_limit * p.price, 2)),
      'payment', bank.minor(round(coalesce(p.payment, 0) * p.price, 2)),
      'months', coalesce(m.list, '[]')) order by p.opened, p.id), '[]')
  from pages p left join months m on m.id = p.id
$$;
comment on function bank.credit_lines is
  'Returns the credit lines of a household with the balances of the last 84 month-ends.';

create function bank.debt_dues(household uuid, today date)
returns table (line_id uuid, due date, days_late integer) language sql stable as $$
  with dues as (
    select d.id, n.number, (d.start_date + make_interval(months => n.number))::date as due
    from bank.debts d cross join lateral generate_series(1, d.months) as n (number)
    where d.user_id = household and d.start_date + make_interval(months => n.number) > d.created_at
      and (d.start_date + make_interval(months => n.number))::date < least(d.next_due_date, today)
      -- A line of credit without a balance has no bill.
      and (d.draw_months is null or exists (select from bank.entries e where e.household_id = household
        and e.event_key = d.id || ':interest:' || n.number))
  ), marks as materialized (
    select h.subject, (h.facts ->> 'since')::date as since, max((h.facts ->> 'days')::integer) as days
    from public.household_events h where h.user_id = household and h.kind = 'delinquent' group by 1, 2
  )
  select d.id, d.due, case when h.id is null then 0 else coalesce(m.days, 1) end
  from dues d
    left join public.household_events h on h.user_id = household and h.event_key = d.id || ':missed:' ||
      d.number
    left join marks m on m.subject = d.id::text and m.since = d.due
  where d.due > today - interval '84 months'
$$;
comment on function bank.debt_dues is 'Returns the previous due dates of debts with days late: 0 if the '
  'installment was paid on time; otherwise, its highest past-due mark, or 1 if it reached none.';

create function bank.card_dues(household uuid, zone text, today date)
returns table (line_id uuid, due date, days_late integer) language sql stable as $$
  with stated as (
    select s.card_id, s.due_date, h.id is not null as is_missed,
      row_number() over (partition by s.card_id order by s.due_date)
        - row_number() over (partition by s.card_id, h.id is not null order by s.due_date) as run
    from public.card_statements s
      left join public.household_events h on h.user_id = household
        and h.event_key = s.card_id || ':late:' || s.due_date
    where s.user_id = household and coalesce(s.pay_by, s.due_date) < today and s.minimum_payment > 0
  ), paid as (
    -- For imported cards that have no statements, uses each month in which a payment was made.
    select p.ledger_id, min((e.value_at at time zone zone)::date) as day
    from bank.entries e join bank.postings p on p.entry_id = e.id and p.amount > 0
      join bank.ledger_accounts l on l.id = p.ledger_id and l.product = 'card' and l.household_id = household
    where e.household_id = household and e.kind = 'card_payment'
      and not exists (select from public.card_statements s where s.card_id = l.id
        and s.from_date <= (e.value_at at time zone zone)::date)
    group by p.ledger_id, date_trunc('month', e.value_at at time zone zone)
  )
  select s.card_id, s.due_date, case when not s.is_missed then 0
    -- The days late in a run of missed payments: 1, 30, 60, and then 90.
    else greatest(1,
      least(90, 30 * (
      row_number() over (partition by s.card_id, s.is_missed, s.run order by s.due_date) - 1)))::integer end
  from stated s where s.due_date > today - interval '84 months'
  union all
  select p.ledger_id, p.day, 0 from paid p where p.day > today - interval '84 months'
$$;
comment on function bank.card_dues is
  'Returns the earlier due dates of cards with the days late, or 0 if the minimum was paid on time.';

create function bank.charge_offs(household uuid, zone text, today date)
returns table (line_id uuid, due date, days_late integer) language sql stable as $$
  select p.ledger_id, (e.value_at at time zone zone)::date, 90
  from bank.entries e join bank.postings p on p.entry_id = e.id and p.amount > 0
    join bank.ledger_accounts l on l.id = p.ledger_id and l.product = 'account' and l.household_id = household
  where e.household_id = household and e.kind = 'charge_off' and e.value_at > today - interval '84 months'
$$;
comment on function bank.charge_offs is 'Returns the overdrawn accounts that the bank charged off, as '
  'payments that are 90 days late.';

create function bank.loan_name(loan_type text) returns text language sql immutable as $$
  select case loan_type when 'AUTO' then 'Car loan' when 'HOME' then 'Home loan'
    when 'EDUCATION' then 'Education loan' when 'PERSONAL' then 'Personal loan'
    when 'HOME_EQUITY' then 'Home equity line' else 'Loan' end
$$;
comment on function bank.loan_name is 'Returns the name of a loan of this type.';

create function bank.credit_inquiries(household uuid, zone text, today date)
returns jsonb language sql stable as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('on', i.day, 'text', i.text, 'kind', i.kind) order by i.day), '[]')
  from (
    select (a.reviewed_at at time zone zone)::date as day, a.loan_type as kind,
      bank.loan_name(a.loan_type) || ' application' as text
    from public.loan_applications a where a.user_id = household and a.reviewed_at is not null
    union all
    select (r.decided_at at time zone zone)::date, 'CARD', 'Higher card limit'
    from public.card_limit_requests r where r.user_id = household and r.requested > r.previous
    union all
    -- Applications on the same day count as one inquiry.
    select (min(a.decided_at) at time zone zone)::date, 'CARD', 'Card application'
    from public.card_applications a where a.user_id = household
    group by (a.decided_at at time zone zone)::date) as i
  where i.day > today - interval '84 months'
$$;
comment on function bank.credit_inquiries is 'Returns the credit inquiries of a household.';

create function bank.income_by_month(household uuid, zone text, into_currency text, today date)
returns jsonb language sql volatile as $$
  with incomes as (
    select date_trunc('month', t.date at time zone zone)::date as month, t.currency, sum(t.amount) as amount
    from public.transactions t left join public.categories c on c.id = t.category_id
    where t.user_id = household and t.direction = 'in' and t.corrected_by is null
      and t.date > (today - interval '85 months')
      -- Transfers between the customer's own accounts aren't income.
      and t.counter_account_id is null
      and (t.kind = 'auto_deposit' or (t.kind in ('deposit', 'check_deposit') and c.kind = 'income'
        and c.name <> 'Refund'))
    group by 1, 2
  ), months as (
    select i.month,
      sum(bank.minor(round(i.amount * bank.rate_on(i.currency, into_currency, today), 2))) as amount
    from incomes i group by i.month
  )
  select coalesce(
    jsonb_agg(jsonb_build_object('month', to_char(m.month, 'YYYY-MM'), 'amount', m.amount) order by m.month),
    '[]') from months m
$$;
comment on function bank.income_by_month is
  'Returns pay and other income by month: recurring deposits, and deposits in an income category.';

create function bank.credit_facts(household uuid, into_currency text)
returns jsonb language plpgsql volatile as $$
declare
  today date := bank.today_for(household);
  customer public.customers;
  zone text;
  target text;
begin
  select * into customer from public.customers c where c.id = household;
  zone := coalesce(customer.time_zone, 'UTC');
  target := coalesce(into_currency, customer.base_currency, 'USD');
  perform bank.check_currency(target);
  return jsonb_build_object('today', today, 'currency', target,
    'since', coalesce((select (min(l.created_at) at time zone zone)::date from bank.ledger_accounts l
      where l.household_id = household and l.product = 'account'), today),
    'lines', bank.credit_lines(household, zone, target, today),
    'payments', (
      select coalesce(
      jsonb_agg(jsonb_build_object('lineId', d.line_id, 'on', d.due, 'daysLate', d.days_late) order by d.due,
      d.line_id), '[]')
      from (select * from bank.debt_dues(household, today) union all select *
        from bank.card_dues(household, zone, today)
        union all select * from bank.charge_offs(household, zone, today)) as d),
    'inquiries', bank.credit_inquiries(household, zone, today),
    'income', bank.income_by_month(household, zone, target, today));
end $$;
comment on function bank.credit_facts is 'Returns the credit record of a household in one currency.';

create function public.my_credit_facts(currency text default null) returns jsonb language sql volatile
security definer -- because it reads the ledger of the caller's household
set search_path = '' as $$
  select bank.credit_facts(bank.caller(), my_credit_facts.currency)
$$;
comment on function public.my_credit_facts is 'Returns the caller''s credit record in their base currency or '
  'another currency. Refuses: NOUSR, BADCU, NORAT.';

create function public.credit_facts(customer_id uuid, currency text default null) returns jsonb
language sql volatile security definer -- because it reads the ledger of any household
set search_path = '' as $$
  select bank.credit_facts(customer_id, credit_facts.currency)
$$;
comment on function public.credit_facts is 'Returns a customer''s credit record to server functions.';

-- A decision requires two calls from the server function decide-application. The first call starts the
-- review, and the second call records the policy's result. Between the calls, the status is `in_review`.
create function public.review_application(customer_id uuid, application_id uuid)
returns public.loan_applications language plpgsql volatile
security definer -- because it writes the status, which customers can't change
set search_path = '' as $$
declare
  application public.loan_applications := bank.lock_application(customer_id, application_id);
begin
  perform bank.refuse_if(application.status not in ('submitted', 'in_review'),
    'DCIDD', 'This application isn''t ready for a decision.',
    jsonb_build_object('status', application.status, 'decided_at', application.decided_at));
  perform bank.refuse_if(
    application.annual_income is null and application.employment_status is distinct from 'UNEMPLOYED',
    'BADAP', 'Enter your annual income. We need it to make a decision.',
    jsonb_build_object('field', 'annual_income'));
  if application.status = 'submitted' then
    update public.loan_applications a set status = 'in_review',
        reviewed_at = greatest(bank.now_for(a.user_id), a.submitted_at + interval '1 microsecond')
      where a.id = application.id returning * into application;
  end if;
  return application;
end $$;
comment on function public.review_application is 'Starts the review of an application and returns it. A '
  'repeated call continues the review. Available only to server functions. Refuses: NTFND, DCIDD, BADAP.';

create function public.record_decision(customer_id uuid, application_id uuid, decision jsonb)
returns public.loan_applications language plpgsql volatile
security definer -- because it writes the status, which customers can't change
set search_path = '' as $$
declare
  application public.loan_applications := bank.lock_application(customer_id, application_id);
  outcome text := decision ->> 'decision';
  present timestamptz := bank.now_for(customer_id);
begin
  if application.decided_at is not null then
    return application; -- the first of two concurrent decisions wins
  end if;
  perform bank.refuse_if((outcome in ('approved', 'countered', 'declined') and decision ? 'version'
    and jsonb_typeof(decision -> 'reasons') = 'array'
    and jsonb_array_length(decision -> 'reasons') > 0 and jsonb_typeof(decision -> 'offers') = 'array'
    and (jsonb_array_length(decision -> 'offers') > 0) = (outcome <> 'declined')) is not true,
    'BADAP', 'A decision needs an outcome, a version, reasons, and offers.',
    jsonb_build_object('field', 'decision'));
  present := greatest(present, application.reviewed_at + interval '1 microsecond');
  update public.loan_applications a set status = outcome, decision = record_decision.decision,
    decided_at = present, expires_at = case when outcome <> 'declined' then present + interval '30 days' end
    where a.id = application.id returning * into application;
  return application;
end $$;
comment on function public.record_decision is
  'Records the policy''s decision about an application in review and returns it. Offers are valid for 30 '
  'days. Available only to server functions. Refuses: NTFND, BADAP, BADST.';

-- Offers expire according to the customer's simulated clock. Each clock change and a scheduled job expire
-- overdue offers.
create function bank.expire_offers(household uuid) returns void language sql volatile as $$
  update public.loan_applications a set status = 'expired', ended_at = a.expires_at
  where a.user_id = household and a.status in ('approved', 'countered')
    and a.expires_at <= bank.now_for(household)
$$;
comment on function bank.expire_offers is 'Expires the offers of a household after thirty days.';

create function bank.expire_offers_for_clock() returns trigger language plpgsql
security definer -- because it writes the status, which customers can't change
set search_path = '' as $$
begin
  perform bank.expire_offers(new.id);
  return null;
end $$;
comment on function bank.expire_offers_for_clock is
  'Expires the offers of a household after its clock has advanced.';

create trigger expire_offers after update of clock_offset on public.customers
  for each row when (new.clock_offset > old.clock_offset) execute function bank.expire_offers_for_clock();

call bank.schedule_job('expire-offers', '*/5 * * * *', $job$
  update public.loan_applications a set status = 'expired', ended_at = a.expires_at from public.customers c
  where c.id = a.user_id and a.status in ('approved', 'countered')
    and a.expires_at <= clock_timestamp() + c.clock_offset
$job$);

-- Accepting an offer opens the loan or mortgage in the same transaction.
create function bank.open_offer(application public.loan_applications, offer_index integer)
returns jsonb language plpgsql volatile as $$
declare
  offer jsonb := application.decision -> 'offers' -> offer_index;
begin
  perform bank.refuse_if(application.status not in ('approved', 'countered')
    or application.expires_at <= bank.now_for(application.user_id),
    'NOOFR', 'This application has no offer to accept.',
    jsonb_build_object('status', case when application.status in ('approved',
      'countered') then 'expired' else application.status end, 'expires_at', application.expires_at));
  perform bank.refuse_if(jsonb_typeof(offer) is distinct from 'object' or offer_index < 0,
    'NOOFR', 'We couldn''t find that offer.',
    jsonb_build_object('status', application.status,
      'offers', jsonb_array_length(application.decision -> 'offers')));
  return offer;
end $$;
comment on function bank.open_offer is 'Returns an open offer. Refuses: NOOFR.';

create type bank.offer_terms as (points_fee numeric, rate numeric, amount numeric, down_payment numeric,
  origination_fee numeric, underwriting_fee numeric, pmi_rate numeric, first_due date);
comment on type bank.offer_terms is 'The terms of an accepted offer, with the points that the customer '
  'chose. Fees that the offer doesn''t have are null.';

create function bank.find_offer_terms(application public.loan_applications, offer jsonb, points numeric,
  payment_day integer) returns bank.offer_terms language plpgsql stable as $$
declare
  terms bank.offer_terms;
  today date := bank.today_for(application.user_id);
begin
  perform bank.refuse_if((points = 0 or (points = trunc(points)
      and points between 0 and coalesce((offer ->> 'mostPoints')::integer, 0))) is not true,
    'BADTY', case when offer ? 'mostPoints' then 'Choose 0, 1, or 2 points.'
      else 'This offer has no points.' end);
  terms.amount := bank.major((offer ->> 'amount')::numeric);
  -- One point is 1% of the loan and lowers the rate by a quarter of a percentage point, as in the engine.
  terms.points_fee := nullif(round(terms.amount * points / 100, 2), 0);
  terms.rate := greatest(0, (offer ->> 'rate')::numeric - points * 0.25);
  terms.down_payment := application.collateral_value - terms.amount;
  terms.origination_fee := nullif(bank.major((offer ->> 'originationFee')::numeric), 0);
  terms.underwriting_fee := nullif(bank.major((offer ->> 'underwritingFee')::numeric), 0);
  terms.pmi_rate := (offer ->> 'pmiRate')::numeric;
  terms.first_due := bank.next_due_date(coalesce(bank.first_period_start(today, payment_day), today), today);
  return terms;
end $$;
comment on function bank.find_offer_terms is 'Returns the terms of an accepted offer with the chosen points '
  'and payment day. Refuses: BADTY, BADDT.';

create function bank.accept_mortgage(application public.loan_applications, terms bank.offer_terms,
  months integer, account public.accounts, property_tax numeric, home_insurance numeric,
  payment_day integer) returns uuid language plpgsql volatile as $$
declare
  needed numeric := terms.down_payment + coalesce(terms.origination_fee, 0)
    + coalesce(terms.underwriting_fee, 0) + coalesce(terms.points_fee, 0);
begin
  if coalesce(property_tax, home_insurance) is not null then
    perform bank.check_escrow(coalesce(property_tax, 0), coalesce(home_insurance, 0));
    needed := needed + (select e.target from bank.escrow_plan(round(coalesce(property_tax, 0), 2),
      round(coalesce(home_insurance, 0), 2), extract(month from terms.first_due)::integer) as e);
  end if;
  -- Refuses the whole amount at once, so that the customer sees how much is missing in total.
  if needed > public.available_balance(account) then
    perform bank.refuse_insufficient(account, needed);
  end if;
  return (public.take_mortgage(property_value => application.collateral_value,
    down_payment => terms.down_payment, interest_rate => terms.rate, term => months / 12,
    account_id => account.id, origination_fee => terms.origination_fee,
    underwriting_fee => terms.underwriting_fee, points_fee => terms.points_fee,
    pmi_rate => terms.pmi_rate, property_tax => property_tax, home_insurance => home_insurance,
    payment_day => payment_day)).id;
end $$;
comment on function bank.accept_mortgage is 'Opens the mortgage of an accepted offer and returns its id. The '
  'account pays the down payment, the fees, and the initial deposit into escrow. Refuses: BADAM, INSUF, '
  'LIMIT.';

create function bank.accept_loan(application public.loan_applications, offer jsonb, terms bank.offer_terms,
  account public.accounts, payment_day integer) returns uuid language plpgsql volatile as $$
begin
  if application.loan_type = 'HOME_EQUITY' then
    perform bank.refuse_if(payment_day is not null, 'BADFM',
      'A home equity line of credit is due on the day on which it opens.',
      jsonb_build_object('field', 'payment_day', 'sent', payment_day, 'expected', null));
    return bank.open_credit_line(application, offer, account);
  end if;
  return (public.take_loan(amount => terms.amount, interest_rate => terms.rate,
    name => bank.loan_name(application.loan_type), term => (offer ->> 'term')::integer,
    account_id => account.id, origination_fee => terms.origination_fee,
    underwriting_fee => terms.underwriting_fee, payment_day => payment_day)).id;
end $$;
comment on function bank.accept_loan is 'Opens the loan or line of credit of an accepted offer and returns '
  'its id. Refuses: BADFM, NOOFR, NOELG, INSUF, LIMIT.';

create function public.accept_offer(application_id uuid, offer_index integer default 0,
  account_id uuid default null, request_id text default null, points numeric default 0,
  property_tax numeric default null, home_insurance numeric default null, payment_day integer default null)
returns public.loan_applications language plpgsql volatile
security definer -- because it writes statuses, balances, and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'accept_offer', 'application', application_id,
    'offer', offer_index, 'account', account_id)
    || jsonb_strip_nulls(jsonb_build_object('points', trim_scale(nullif(points, 0))::text,
      'property_tax', trim_scale(property_tax)::text, 'home_insurance', trim_scale(home_insurance)::text,
      'payment_day', payment_day));
  application public.loan_applications := bank.replay_row(request_id, params, null::public.loan_applications);
  account public.accounts;
  offer jsonb;
  terms bank.offer_terms;
begin
  if application.id is not null then return application; end if;
  application := bank.lock_application(bank.caller(), application_id);
  account := bank.lock_account(account_id);
  offer := bank.open_offer(application, offer_index);
  perform bank.refuse_if(account.currency <> 'USD',
    'BADCU', format('We can only pay out this loan to a USD account, not to a %s account.', account.currency),
    jsonb_build_object('currency', 'USD', 'account_currency', account.currency));
  terms := bank.find_offer_terms(application, offer, coalesce(points, 0), payment_day);
  update public.loan_applications a set status = 'accepted', accepted_at = bank.now_for(a.user_id),
    offer_index = accept_offer.offer_index
    where a.id = application.id;
  if application.loan_type = 'HOME' and application.collateral_value is not null then
    application.mortgage_id := bank.accept_mortgage(application, terms, (offer ->> 'term')::integer, account,
      property_tax, home_insurance, payment_day);
  else
    perform bank.refuse_if(num_nonnulls(property_tax, home_insurance) > 0, 'BADFM',
      'Only a mortgage has escrow.', jsonb_build_object('field', 'property_tax',
        'sent', left(coalesce(property_tax, home_insurance)::text, 40), 'expected', null));
    application.loan_id := bank.accept_loan(application, offer, terms, account, payment_day);
  end if;
  update public.loan_applications a set status = 'funded', ended_at = bank.now_for(a.user_id),
    loan_id = application.loan_id, mortgage_id = application.mortgage_id
    where a.id = application.id returning * into application;
  return bank.remember(request_id, params, application);
end $$;
comment on function public.accept_offer is 'Accepts an offer on one of the caller''s applications: opens the '
  'loan and pays it out to the account, or opens the mortgage with a down payment from that account, which '
  'also pays the fees of the offer. `points` (0 to 2, mortgages only) lower the rate, `property_tax` and '
  '`home_insurance` are the bills of a year that open escrow, and `payment_day` is the day of the month on '
  'which payments are due. A home equity line of credit pays out nothing, and autopay pays its bills from '
  'the account. Returns the application. Refuses: NTFND, NOOFR, NOELG, CLOSD, BADAM, BADCU, BADDT, BADFM, '
  'BADTY, INSUF, LIMIT, RQDIF.';

grant execute on function
  public.save_application_draft, public.submit_application, public.withdraw_application,
  public.my_credit_facts, public.accept_offer to authenticated;
grant execute on function
  public.credit_facts, public.review_application, public.record_decision to service_role;
