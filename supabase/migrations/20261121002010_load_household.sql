-- Writing a checked household down: products with the balances their history adds up to, the books, what customers see.
create function bank.load_products(customer_id uuid, household jsonb, lines bank.household_line[]) returns void
language plpgsql volatile as $$
begin
  with totals as materialized (
    select l.ledger_id, sum(l.amount) as balance, max(l.entry_id) as last_entry from unnest(lines) l group by l.ledger_id
  ), accounts as (
    insert into public.accounts (id, name, type, currency, created_at, user_id, balance, last_entry)
    select a.id, a.name, coalesce(a.type, 'CHECKING'), coalesce(a.currency, 'USD'), a.created_at, customer_id, coalesce(t.balance, 0), t.last_entry
    from jsonb_to_recordset(coalesce(household -> 'accounts', '[]'))
      as a (id uuid, name text, type text, currency text, created_at timestamptz) left join totals t on t.ledger_id = a.id
  ), cards as (
    insert into public.credit_cards (id, name, credit_limit, apr, due_date, currency, created_at, user_id, balance, last_entry)
    select c.id, c.name, c.credit_limit, c.apr, c.due_date, coalesce(c.currency, 'USD'), c.created_at, customer_id, coalesce(-t.balance, 0), t.last_entry
    from jsonb_to_recordset(coalesce(household -> 'cards', '[]')) as c (id uuid, name text, credit_limit numeric, apr numeric,
      due_date date, currency text, created_at timestamptz) left join totals t on t.ledger_id = c.id
  ), loans as (
    insert into public.loans (id, name, amount, interest_rate, term, monthly_payment, start_date, next_due_date, currency, created_at, user_id,
      remaining_balance, last_entry)
    select l.id, l.name, l.amount, l.interest_rate, l.term, l.monthly_payment, l.start_date, l.next_due_date, coalesce(l.currency, 'USD'),
      l.created_at, customer_id, -t.balance, t.last_entry
    from jsonb_to_recordset(coalesce(household -> 'loans', '[]')) as l (id uuid, name text, amount numeric, interest_rate numeric,
      term integer, monthly_payment numeric, start_date date, next_due_date date, currency text, created_at timestamptz)
      left join totals t on t.ledger_id = l.id
  )
  insert into public.mortgages (id, name, property_value, down_payment, interest_rate, term, monthly_payment, start_date, next_due_date, currency,
    created_at, user_id, remaining_balance, last_entry)
  select m.id, coalesce(m.name, 'Mortgage'), m.property_value, m.down_payment, m.interest_rate, m.term, m.monthly_payment, m.start_date,
    m.next_due_date, coalesce(m.currency, 'USD'), m.created_at, customer_id, -t.balance, t.last_entry
  from jsonb_to_recordset(coalesce(household -> 'mortgages', '[]')) as m (id uuid, name text, property_value numeric, down_payment numeric,
    interest_rate numeric, term integer, monthly_payment numeric, start_date date, next_due_date date, currency text, created_at timestamptz)
    left join totals t on t.ledger_id = m.id;
end
$$;
comment on function bank.load_products(uuid, jsonb, bank.household_line[]) is
  'Opens the products of a household that is being loaded, with the balances at the end of their history.';

create function bank.load_applications(customer_id uuid, household jsonb) returns void language sql volatile as $$
  insert into public.loan_applications (user_id, email, applicant_name, status, loan_amount, submitted_at, loan_type, purpose, term_months,
    annual_income, employment_status, monthly_debt, decided_at, decision)
  select customer_id, a.email, a.applicant_name, coalesce(a.status, 'submitted'), a.loan_amount, a.submitted_at, a.loan_type, a.purpose,
    a.term_months, a.annual_income, a.employment_status, a.monthly_debt, a.decided_at, a.decision
  from jsonb_to_recordset(coalesce(household -> 'applications', '[]')) as a (email text, applicant_name text, status text, loan_amount numeric,
    submitted_at timestamptz, loan_type text, purpose text, term_months integer, annual_income numeric, employment_status text,
    monthly_debt numeric, decided_at timestamptz, decision jsonb)
$$;
comment on function bank.load_applications(uuid, jsonb) is 'Writes the loan applications of a household that is being loaded, decided ones too.';

create function bank.load_books(customer_id uuid, lines bank.household_line[]) returns void language sql volatile as $$
  insert into bank.entries (id, household_id, at, value_at, kind, description, channel, merchant, category_id) overriding system value
  select distinct on (l.ordinal) l.entry_id, customer_id, l.at, l.at, l.kind, l.description, 'import', l.merchant, l.category_id
  from unnest(lines) l order by l.ordinal;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
  select l.entry_id, l.ledger_id, l.currency, l.amount from unnest(lines) l order by l.ordinal;
$$;
comment on function bank.load_books(uuid, bank.household_line[]) is 'Writes the entries of a household that is being loaded.';

create function bank.load_transactions(customer_id uuid, lines bank.household_line[]) returns void language sql volatile as $$
  with sides as materialized (
    select l.*, sum(l.amount) over (partition by l.ledger_id order by l.ordinal) as balance_after
    from unnest(lines) l where l.product = 'account'
  ), pairs as materialized (
    -- Between two own accounts: the other one, and what one unit of the source bought of its currency.
    select source.entry_id, source.ledger_id as source_id, target.ledger_id as target_id,
      case when source.currency <> target.currency then round(target.amount / -source.amount, 8) end as rate
    from sides source join sides target on target.entry_id = source.entry_id and source.amount < 0 and target.amount > 0
  )
  insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction, currency,
    counter_account_id, category_id, merchant, balance_after, exchange_rate, entry_id)
  select s.ledger_id, customer_id, abs(s.amount),
    coalesce(s.type, case when p.entry_id is not null then 'TRANSFER' when s.amount > 0 then 'DEPOSIT' else 'WITHDRAWAL' end),
    s.description, s.at, s.kind, case when s.amount > 0 then 'in' else 'out' end, s.currency,
    case s.ledger_id when p.source_id then p.target_id when p.target_id then p.source_id end, s.category_id, s.merchant, s.balance_after,
    p.rate, s.entry_id
  from sides s left join pairs p on p.entry_id = s.entry_id and s.ledger_id in (p.source_id, p.target_id)
  order by s.ordinal
$$;
comment on function bank.load_transactions(uuid, bank.household_line[]) is
  'Writes what the customer sees of a household that is being loaded.';

create function public.load_household(customer_id uuid, household jsonb) returns integer language plpgsql volatile
security definer -- books are written by the bank alone
set search_path = '' as $$
declare
  lines bank.household_line[];
begin
  if customer_id is null or jsonb_typeof(household) is distinct from 'object' then
    perform bank.refuse_household('There is no household to load.', '{}');
  end if;
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  perform bank.hold_clock(customer_id);
  if exists (select from bank.ledger_accounts l where l.household_id = customer_id) then
    return 0;
  end if;
  lines := coalesce(bank.household_lines(customer_id, household), '{}');
  perform bank.check_household_entries(customer_id, household, lines);
  perform bank.check_household_balances(lines);
  perform bank.load_products(customer_id, household, lines);
  perform bank.load_books(customer_id, lines);
  perform bank.load_transactions(customer_id, lines);
  perform bank.load_applications(customer_id, household);
  if household ? 'demo_until' then
    update public.customers c set demo_until = (household ->> 'demo_until')::timestamptz where c.id = customer_id;
  end if;
  if exists (select from bank.audit(customer_id)) then
    perform bank.refuse_household('The books of this household would not balance.',
      (select to_jsonb(found_violation) from bank.audit(customer_id) as found_violation limit 1));
  end if;
  return jsonb_array_length(coalesce(household -> 'entries', '[]'));
end
$$;
comment on function public.load_household(uuid, jsonb) is
  'Loads products and their whole history into a customer who has none, and returns how many entries; a customer who has some stays as they are (0). Refuses: HOUSE, INSUF, OVPAY, BADDT, BADCU, BADNM, BADTY, BADAM, BADRT, BADTM, BADFM.';
grant execute on function public.load_household(uuid, jsonb) to service_role;

create function public.purge_demos() returns setof uuid language plpgsql volatile
security definer -- erases households, whosever they are
set search_path = '' as $$
declare
  expired uuid;
begin
  for expired in select c.id from public.customers c where c.demo_until < clock_timestamp() order by c.demo_until for update skip locked loop
    perform public.erase_household(expired);
    return next expired;
  end loop;
end
$$;
comment on function public.purge_demos() is 'Erases the demo households whose time is over and returns whose they were, so that their sign-ins can go too.';
grant execute on function public.purge_demos() to service_role;
