-- Products and rules of a file, with all that the bank keeps about them.
create function bank.spare_account_number(number text) returns text language sql volatile as $$
  select case when number ~ '^000[0-9]{9}$' and not exists (select from public.accounts a where a.account_number = number) then number end
$$;
comment on function bank.spare_account_number(text) is 'The number an account had, when nobody has it now; null otherwise, so that it gets a new one.';

create function bank.spare_card_number(number text) returns text language sql volatile as $$
  select case when number ~ '^0000[0-9]{12}$' and not exists (select from public.credit_cards c where c.card_number = number) then number end
$$;
comment on function bank.spare_card_number(text) is 'The number a card had, when nobody has it now; null otherwise, so that it gets a new one.';

create or replace function bank.load_products(customer_id uuid, household jsonb, lines bank.household_line[]) returns void
language plpgsql volatile as $$
declare
  -- Only the bank's own word is taken for a number: a file from outside could claim one that will be another's.
  keeps_numbers boolean := coalesce((household ->> 'keeps_numbers')::boolean, false);
begin
  with totals as materialized (
    select l.ledger_id, sum(l.amount) as balance, max(l.entry_id) as last_entry from unnest(lines) l group by l.ledger_id
  ), accounts as (
    insert into public.accounts (id, name, type, currency, created_at, closed_at, account_number, user_id, balance, last_entry)
    select a.id, a.name, coalesce(a.type, 'CHECKING'), coalesce(a.currency, 'USD'), a.created_at, a.closed_at,
      case when keeps_numbers then bank.spare_account_number(a.account_number) end, customer_id, coalesce(t.balance, 0), t.last_entry
    from jsonb_to_recordset(coalesce(household -> 'accounts', '[]')) as a (id uuid, name text, type text, currency text,
      created_at timestamptz, closed_at timestamptz, account_number text) left join totals t on t.ledger_id = a.id
  )
  insert into public.credit_cards (id, name, credit_limit, apr, due_date, currency, created_at, card_number, frozen, rewards_balance,
    user_id, balance, last_entry)
  select c.id, c.name, c.credit_limit, c.apr, c.due_date, coalesce(c.currency, 'USD'), c.created_at,
    case when keeps_numbers then bank.spare_card_number(c.card_number) end, coalesce(c.frozen, false), coalesce(c.rewards_balance, 0),
    customer_id, coalesce(-t.balance, 0), t.last_entry
  from jsonb_to_recordset(coalesce(household -> 'cards', '[]')) as c (id uuid, name text, credit_limit numeric, apr numeric,
    due_date date, currency text, created_at timestamptz, card_number text, frozen boolean, rewards_balance numeric)
    left join totals t on t.ledger_id = c.id;
  perform bank.load_debts(customer_id, household, lines);
  insert into bank.ledger_accounts (id, household_id, product, name, currency, created_at, closed_at)
    select p.id, customer_id, p.product, p.name, p.currency, p.created_at, coalesce(p.closed_at, p.created_at)
    from jsonb_to_recordset(coalesce(household -> 'pages', '[]'))
      as p (id uuid, product text, name text, currency text, created_at timestamptz, closed_at timestamptz);
  update bank.ledger_accounts l set closed_at = a.closed_at from public.accounts a
    where a.id = l.id and a.user_id = customer_id and a.closed_at is not null;
end
$$;
comment on function bank.load_products(uuid, jsonb, bank.household_line[]) is
  'Opens the products of a household that is being loaded, with the balances at the end of their history; of deleted ones the pages.';

create function bank.load_debts(customer_id uuid, household jsonb, lines bank.household_line[]) returns void
language plpgsql volatile as $$
declare
  was_lived boolean := household ? 'version';
begin
  -- The instalment of a reset rate is none that the terms give: it is written afterwards.
  with totals as materialized (
    select l.ledger_id, sum(l.amount) as balance, max(l.entry_id) as last_entry from unnest(lines) l group by l.ledger_id
  ), loans as (
    insert into public.loans (id, name, amount, interest_rate, term, monthly_payment, start_date, next_due_date, currency, created_at, user_id,
      remaining_balance, last_entry, past_due, days_past_due, paused_until)
    select l.id, l.name, l.amount, l.interest_rate, l.term, case when not was_lived then l.monthly_payment end, l.start_date, l.next_due_date,
      coalesce(l.currency, 'USD'), l.created_at, customer_id, -t.balance, t.last_entry, coalesce(l.past_due, 0), coalesce(l.days_past_due, 0),
      l.paused_until
    from jsonb_to_recordset(coalesce(household -> 'loans', '[]')) as l (id uuid, name text, amount numeric, interest_rate numeric,
      term integer, monthly_payment numeric, start_date date, next_due_date date, currency text, created_at timestamptz, past_due numeric,
      days_past_due integer, paused_until date)
      left join totals t on t.ledger_id = l.id
  )
  insert into public.mortgages (id, name, property_value, down_payment, interest_rate, term, monthly_payment, start_date, next_due_date, currency,
    created_at, user_id, remaining_balance, last_entry, past_due, days_past_due, paused_until, current_value, rate_type, rate_margin, rate_reset_at)
  select m.id, coalesce(m.name, 'Mortgage'), m.property_value, m.down_payment, m.interest_rate, m.term,
    case when not was_lived then m.monthly_payment end, m.start_date, m.next_due_date, coalesce(m.currency, 'USD'), m.created_at, customer_id,
    -t.balance, t.last_entry, coalesce(m.past_due, 0), coalesce(m.days_past_due, 0), m.paused_until, m.current_value,
    coalesce(m.rate_type, 'fixed'), coalesce(m.rate_margin, 2), m.rate_reset_at
  from jsonb_to_recordset(coalesce(household -> 'mortgages', '[]')) as m (id uuid, name text, property_value numeric, down_payment numeric,
    interest_rate numeric, term integer, monthly_payment numeric, start_date date, next_due_date date, currency text, created_at timestamptz,
    past_due numeric, days_past_due integer, paused_until date, current_value numeric, rate_type text, rate_margin numeric, rate_reset_at timestamptz)
    left join totals t on t.ledger_id = m.id;
  if was_lived then
    perform bank.load_instalments(customer_id, household);
  end if;
end
$$;
comment on function bank.load_debts(uuid, jsonb, bank.household_line[]) is
  'Opens the loans and mortgages of a household that is being loaded, with what is owed at the end of their history.';

create function bank.load_instalments(customer_id uuid, household jsonb) returns void language sql volatile as $$
  -- Together with another last entry, which marks what the bank itself writes; then the right one again.
  update public.loans l set monthly_payment = r.monthly_payment, last_entry = -l.last_entry
  from jsonb_to_recordset(coalesce(household -> 'loans', '[]')) as r (id uuid, monthly_payment numeric)
  where l.id = r.id and l.user_id = customer_id and l.last_entry > 0;
  update public.loans l set last_entry = -l.last_entry where l.user_id = customer_id and l.last_entry < 0;
  update public.mortgages m set monthly_payment = r.monthly_payment, last_entry = -m.last_entry
  from jsonb_to_recordset(coalesce(household -> 'mortgages', '[]')) as r (id uuid, monthly_payment numeric)
  where m.id = r.id and m.user_id = customer_id and m.last_entry > 0;
  update public.mortgages m set last_entry = -m.last_entry where m.user_id = customer_id and m.last_entry < 0;
$$;
comment on function bank.load_instalments(uuid, jsonb) is 'Writes the instalments of a household that was lived, also those of reset rates.';

create function bank.category_named(customer_id uuid, name text, kind text) returns uuid language sql stable as $$
  select c.id from public.categories c
  where lower(c.name) = lower(category_named.name) and (c.user_id = customer_id or c.user_id is null)
    and (category_named.kind is null or c.kind = category_named.kind)
  order by c.user_id nulls last, c.kind desc limit 1
$$;
comment on function bank.category_named(uuid, text, text) is
  'A category of the customer''s or the bank''s by its name, and its kind where one is named; null when there is none.';

create or replace function bank.load_rules(customer_id uuid, household jsonb) returns void language sql volatile as $$
  insert into public.auto_deposits (id, user_id, account_id, name, amount, frequency, category_id, is_pay, start_date, start_time, end_date,
    occurrences, paused, next_occurrence, next_at, created_at, updated_at)
  select coalesce(d.id, gen_random_uuid()), customer_id, d.account_id, d.name, d.amount, d.frequency,
    bank.category_named(customer_id, d.category, d.category_kind), coalesce(d.is_pay, false), d.start_date, coalesce(d.start_time, '06:00'),
    d.end_date, d.occurrences, coalesce(d.paused, false), d.next_occurrence, d.next_at, d.created_at, d.updated_at
  from jsonb_to_recordset(coalesce(household -> 'auto_deposits', '[]')) as d (id uuid, account_id uuid, name text, amount numeric,
    frequency text, category text, category_kind text, is_pay boolean, start_date date, start_time time, end_date date, occurrences integer,
    paused boolean, next_occurrence integer, next_at timestamptz, created_at timestamptz, updated_at timestamptz);
  insert into public.scheduled_payments (id, user_id, account_id, name, payee, to_account_id, card_id, loan_id, mortgage_id, amount,
    amount_kind, frequency, category_id, start_date, end_date, occurrences, weekend, paused, next_occurrence, next_at, retry_at, created_at, updated_at)
  select coalesce(p.id, gen_random_uuid()), customer_id, p.account_id, p.name, p.payee, p.to_account_id, p.card_id, p.loan_id, p.mortgage_id,
    p.amount, coalesce(p.amount_kind, 'fixed'), p.frequency, bank.category_named(customer_id, p.category, p.category_kind), p.start_date,
    p.end_date, p.occurrences, coalesce(p.weekend, 'stays'), coalesce(p.paused, false), p.next_occurrence, p.next_at, p.retry_at,
    p.created_at, p.updated_at
  from jsonb_to_recordset(coalesce(household -> 'scheduled_payments', '[]')) as p (id uuid, account_id uuid, name text, payee text,
    to_account_id uuid, card_id uuid, loan_id uuid, mortgage_id uuid, amount numeric, amount_kind text, frequency text, category text,
    category_kind text, start_date date, end_date date, occurrences integer, weekend text, paused boolean, next_occurrence integer,
    next_at timestamptz, retry_at timestamptz, created_at timestamptz, updated_at timestamptz);
  update public.credit_cards c set autopay = r.autopay, autopay_account_id = r.autopay_account_id, autopay_amount = r.autopay_amount
  from jsonb_to_recordset(coalesce(household -> 'cards', '[]')) as r (id uuid, autopay text, autopay_account_id uuid, autopay_amount numeric)
  where c.id = r.id and c.user_id = customer_id and r.autopay is not null;
  update public.loans l set autopay_account_id = r.autopay_account_id, autopay_extra = coalesce(r.autopay_extra, 0)
  from jsonb_to_recordset(coalesce(household -> 'loans', '[]')) as r (id uuid, autopay_account_id uuid, autopay_extra numeric)
  where l.id = r.id and l.user_id = customer_id and (r.autopay_account_id is not null or r.autopay_extra <> 0);
  update public.mortgages m set autopay_account_id = r.autopay_account_id, autopay_extra = coalesce(r.autopay_extra, 0)
  from jsonb_to_recordset(coalesce(household -> 'mortgages', '[]')) as r (id uuid, autopay_account_id uuid, autopay_extra numeric)
  where m.id = r.id and m.user_id = customer_id and (r.autopay_account_id is not null or r.autopay_extra <> 0);
  update bank.clocks k set seed = coalesce((household ->> 'seed')::integer, k.seed), memory = coalesce(household -> 'memory', k.memory),
    lived_to = coalesce((household ->> 'lived_to')::timestamptz, k.lived_to),
    last_entry = (select coalesce(max(seen.id), 0) from (select e.id from bank.entries e where e.household_id = customer_id
      order by e.id limit (household ->> 'entries_seen')::bigint) as seen)
  where k.household_id = customer_id;
$$;
comment on function bank.load_rules(uuid, jsonb) is
  'Writes the rules of a household that is being loaded, its autopay, and what the engine remembers: seed, memory, how far it has lived and what it has seen.';

create function bank.load_past(customer_id uuid, household jsonb) returns void language sql volatile as $$
  insert into public.payment_exceptions (id, payment_id, planned_date, user_id, amount)
  select x.id, p.id, x.planned_date, customer_id, x.amount
  from jsonb_to_recordset(coalesce(household -> 'exceptions', '[]')) as x (id uuid, payment_id uuid, planned_date date, amount numeric)
    join public.scheduled_payments p on p.id = x.payment_id and p.user_id = customer_id;
  insert into public.shocks (id, user_id, shock, on_date, size, months, product_id, created_at)
  select s.id, customer_id, s.shock, s.on_date, s.size, s.months, s.product_id, s.created_at
  from jsonb_to_recordset(coalesce(household -> 'shocks', '[]')) as s (id uuid, shock text, on_date date, size numeric, months integer,
    product_id uuid, created_at timestamptz);
  insert into public.happenings (user_id, at, due_at, kind, description, subject, event_key, facts)
  select customer_id, (h.row ->> 'at')::timestamptz, (h.row ->> 'due_at')::timestamptz, h.row ->> 'kind', h.row ->> 'description',
    h.row ->> 'subject', h.row ->> 'event_key', h.row -> 'facts'
  from jsonb_array_elements(coalesce(household -> 'happenings', '[]')) with ordinality as h (row, ordinal) order by h.ordinal;
  insert into public.card_statements (card_id, user_id, from_date, to_date, due_date, opening_balance, charges, payments, interest, fees,
    closing_balance, minimum_payment, rewards)
  select c.id, customer_id, s.from_date, s.to_date, s.due_date, s.opening_balance, s.charges, s.payments, s.interest, s.fees,
    s.closing_balance, s.minimum_payment, s.rewards
  from jsonb_to_recordset(coalesce(household -> 'statements', '[]')) as s (card_id uuid, from_date date, to_date date, due_date date,
    opening_balance numeric, charges numeric, payments numeric, interest numeric, fees numeric, closing_balance numeric,
    minimum_payment numeric, rewards numeric)
    join public.credit_cards c on c.id = s.card_id and c.user_id = customer_id;
$$;
comment on function bank.load_past(uuid, jsonb) is
  'Writes exceptions, planned shocks, card statements and what happened to a household that is being loaded.';

create function bank.check_household_references(customer_id uuid) returns void language plpgsql stable as $$
declare
  strange uuid;
begin
  with own as (
    select l.id from bank.ledger_accounts l where l.household_id = customer_id
  ), named (id) as (
    select d.account_id from public.auto_deposits d where d.user_id = customer_id
    union all select unnest(array[p.account_id, p.to_account_id, p.card_id, p.loan_id, p.mortgage_id])
      from public.scheduled_payments p where p.user_id = customer_id
    union all select c.autopay_account_id from public.credit_cards c where c.user_id = customer_id
    union all select l.autopay_account_id from public.loans l where l.user_id = customer_id
    union all select m.autopay_account_id from public.mortgages m where m.user_id = customer_id
  )
  select n.id into strange from named n where n.id is not null and not exists (select from own where own.id = n.id) limit 1;
  if found then
    perform bank.refuse_household('A rule names a product that is not in the file.', jsonb_build_object('id', strange));
  end if;
end
$$;
comment on function bank.check_household_references(uuid) is 'Refuses (HOUSE) a loaded household whose rules act on anything but its own products.';

create function bank.load_lived(customer_id uuid, household jsonb, lines bank.household_line[]) returns void language plpgsql volatile as $$
begin
  insert into bank.loadings (household_id) values (customer_id);
  perform bank.load_products(customer_id, household, lines);
  perform bank.load_books(customer_id, lines);
  perform bank.load_transactions(customer_id, lines);
  perform bank.load_applications(customer_id, household);
  perform bank.load_rules(customer_id, household);
  perform bank.load_past(customer_id, household);
  perform bank.check_household_references(customer_id);
  delete from bank.loadings where household_id = customer_id;
end
$$;
comment on function bank.load_lived(uuid, jsonb, bank.household_line[]) is
  'Writes a household down that was exported: faithfully, what its own customers could not write included.';

create or replace function public.load_household(customer_id uuid, household jsonb) returns integer language plpgsql volatile
security definer -- books are written by the bank alone
set search_path = '' as $$
declare
  lines bank.household_line[];
begin
  if customer_id is null or jsonb_typeof(household) is distinct from 'object' then
    perform bank.refuse_household('There is no household to load.', '{}');
  end if;
  perform bank.hold_clock(customer_id);
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  if exists (select from bank.ledger_accounts l where l.household_id = customer_id) then
    return 0;
  end if;
  lines := coalesce(bank.household_lines(customer_id, household), '{}');
  perform bank.check_household_entries(customer_id, household, lines);
  if household ? 'version' then
    perform bank.load_lived(customer_id, household, lines);
  else
    perform bank.check_household_order(household, lines);
    perform bank.load_products(customer_id, household, lines);
    perform bank.load_books(customer_id, lines);
    perform bank.load_transactions(customer_id, lines);
    perform bank.load_applications(customer_id, household);
    perform bank.load_rules(customer_id, household);
  end if;
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
