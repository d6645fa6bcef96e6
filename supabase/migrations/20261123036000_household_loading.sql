set check_function_bodies = off;

-- Household import: products with their history, for demos and files. Set-based, so that thousands of entries
-- are fast; the ledger checks are as strict as for a single deposit.
create type bank.household_line as (
  ordinal bigint,
  entry_id bigint,
  at timestamptz,
  kind text,
  description text,
  merchant text,
  category_id uuid,
  ledger_id uuid,
  currency text,
  amount numeric,
  type text,
  product text
);
comment on type bank.household_line is 'One posting of a household to import.';

create function bank.refuse_household(words text, detail jsonb) returns void language plpgsql as $$
begin
  perform bank.refuse('HOUSE', words, detail);
end
$$;
comment on function bank.refuse_household(text, jsonb) is
  'Refuses (HOUSE) a household that contradicts itself.';

create function bank.household_ledgers(household jsonb)
returns table (ledger text, ledger_id uuid, product text, currency text, created_at timestamptz)
language sql immutable as $$
  select system.name, system.ledger_id, 'system', null, null from bank.system_accounts() as system
  union all
  select lower(owned.row ->> 'id'), (owned.row ->> 'id')::uuid, kinds.product,
    coalesce(owned.row ->> 'currency', 'USD'),
    (owned.row ->> 'created_at')::timestamptz
  from (values ('account', 'accounts'), ('card', 'cards'), ('loan', 'loans'), ('mortgage', 'mortgages'),
    ('page', 'pages')) as kinds (product, list),
    lateral jsonb_array_elements(coalesce(household -> kinds.list, '[]')) as owned (row)
$$;
comment on function bank.household_ledgers(jsonb) is
  'Returns the ledger accounts that a household to import may use: its products and the system accounts.';

create function bank.household_lines(customer_id uuid, household jsonb) returns bank.household_line[]
language sql volatile as $$
  with sent as materialized (
    select e.ordinal, e.entry
      from jsonb_array_elements(coalesce(household -> 'entries', '[]')) with ordinality as e (entry, ordinal)
  ), numbers as materialized (
    -- In file order, regardless of the entry numbers.
    select row_number() over (order by drawn.id) as ordinal, drawn.id
    from (select nextval(pg_get_serial_sequence('bank.entries', 'id')) as id from sent) as drawn
  ), ledgers as materialized (
    select * from bank.household_ledgers(household)
  ), categories as materialized (
    -- By name, and by name and kind.
    select distinct on (lower(c.name), kinds.kind) lower(c.name) as name, kinds.kind, c.id
    from public.categories c, lateral (values (c.kind), ('')) as kinds (kind)
    where c.user_id = household_lines.customer_id or c.user_id is null
    order by lower(c.name), kinds.kind, c.user_id nulls last, c.kind desc
  )
  select array_agg(row(sent.ordinal, numbers.id, (sent.entry ->> 'at')::timestamptz, sent.entry ->> 'kind',
    sent.entry ->> 'description',
      sent.entry ->> 'merchant', c.id, ledgers.ledger_id, coalesce(line.currency, ledgers.currency, 'USD'),
        line.amount,
      line.type, ledgers.product,
        coalesce((sent.entry ->> 'value_at')::timestamptz, (sent.entry ->> 'at')::timestamptz),
      sent.entry ->> 'event_key', line.shown, s.id,
        counter.ledger_id)::bank.household_line order by sent.ordinal)
  from sent
    join numbers using (ordinal)
    cross join lateral jsonb_to_recordset(sent.entry -> 'lines') as line (ledger text, amount numeric,
      currency text, type text, shown jsonb)
    left join ledgers on ledgers.ledger = lower(line.ledger)
    left join categories c on c.name = lower(sent.entry ->> 'category')
      and c.kind = coalesce(sent.entry ->> 'category_kind', '')
    left join categories s on s.name = lower(line.shown ->> 'category')
      and s.kind = coalesce(line.shown ->> 'category_kind', '')
    left join ledgers counter on counter.ledger = lower(line.shown ->> 'counter_account_id')
      and counter.product = 'account'
$$;
comment on function bank.household_lines(uuid, jsonb) is
  'Returns all postings of a household to import, numbered in order.';

create function bank.check_household_entries(customer_id uuid, household jsonb, lines bank.household_line[])
returns void
language plpgsql volatile as $$
declare
  present timestamptz := bank.now_for(customer_id);
  wrong record;
begin
  select l.ordinal into wrong from unnest(lines) l
    where l.ledger_id is null or l.amount is null or l.amount = 0 or l.amount <> round(l.amount, 2)
      or abs(l.amount) > 999999999.99 limit 1;
  if found then
    perform bank.refuse_household('An entry names an unknown page or an impossible amount.', to_jsonb(wrong));
  end if;
  select l.ordinal, l.kind into wrong from unnest(lines) l
    where (l.kind ~ '^[a-z_]{1,40}$') is not true or char_length(l.description) > 500
      or char_length(l.merchant) > 120
      or coalesce(l.shown ->> 'type', l.type) not in ('DEPOSIT', 'WITHDRAWAL', 'TRANSFER', 'AUTO_DEPOSIT')
      or char_length(l.shown ->> 'description') > 500 or char_length(l.shown ->> 'merchant') > 120 limit 1;
  if found then
    perform bank.refuse_household('An entry is of an impossible kind or says too much.', to_jsonb(wrong));
  end if;
  select l.ordinal, l.currency into wrong from unnest(lines) l
    group by l.ordinal, l.currency having sum(l.amount) <> 0 limit 1;
  if found or jsonb_array_length(coalesce(household -> 'entries', '[]')) <> (select count(distinct l.ordinal)
    from unnest(lines) l) then
    perform bank.refuse_household('An entry does not sum to zero.', coalesce(to_jsonb(wrong), '{}'));
  end if;
  select l.ordinal, l.at into wrong from unnest(lines) l
    where l.at is null or l.at > present or (l.shown ->> 'date')::timestamptz > present limit 1;
  if found then
    perform bank.refuse('BADDT', 'An entry is in the future or has no date.', to_jsonb(wrong));
  end if;
end
$$;
comment on function bank.check_household_entries(uuid, jsonb, bank.household_line[]) is
  'Refuses entries that don''t sum to zero, use unknown ledger accounts, or are in the future.';

create function bank.check_household_balances(lines bank.household_line[])
returns void language plpgsql stable as $$
declare
  wrong record;
begin
  select l.ordinal, l.ledger_id, l.product, l.balance into wrong from (
    select line.ordinal, line.ledger_id, line.product,
      sum(line.amount) over (partition by line.ledger_id order by line.ordinal) as balance
    from unnest(lines) line where line.product <> 'system') l
    where (l.product = 'account' and l.balance < 0) or (l.product in ('loan', 'mortgage') and l.balance > 0)
    order by l.ordinal limit 1;
  if found then
    perform bank.refuse(case wrong.product when 'account' then 'INSUF' else 'OVPAY' end,
      'A transaction would overdraw an account or pay more than a debt''s balance.', to_jsonb(wrong));
  end if;
end
$$;
comment on function bank.check_household_balances(bank.household_line[]) is
  'Refuses overdrawn accounts (INSUF) and overpaid debts (OVPAY) at any time.';

create function bank.load_products(customer_id uuid, household jsonb, lines bank.household_line[])
returns void
language plpgsql volatile as $$
declare
  -- Account numbers come from the bank only, because a file could contain one that will belong to someone
  -- else.
  keeps_numbers boolean := coalesce((household ->> 'keeps_numbers')::boolean, false);
begin
  with totals as materialized (
    select l.ledger_id, sum(l.amount) as balance, max(l.entry_id) as last_entry from unnest(lines) l
      group by l.ledger_id
  ), accounts as (
    insert into public.accounts (id, name, type, currency, created_at, closed_at, account_number, user_id,
      balance, last_entry)
    select a.id, a.name, coalesce(a.type, 'CHECKING'), coalesce(a.currency, 'USD'), a.created_at, a.closed_at,
      case when keeps_numbers then bank.reusable_account_number(a.account_number) end, customer_id,
        coalesce(t.balance, 0), t.last_entry
    from jsonb_to_recordset(coalesce(household -> 'accounts', '[]')) as a (id uuid, name text, type text,
      currency text,
      created_at timestamptz, closed_at timestamptz, account_number text) left
        join totals t on t.ledger_id = a.id
  )
  insert into public.credit_cards (id, name, credit_limit, apr, due_date, currency, created_at, card_number,
    frozen, rewards_balance,
    user_id, balance, last_entry)
  select c.id, c.name, c.credit_limit, c.apr, c.due_date, coalesce(c.currency, 'USD'), c.created_at,
    case when keeps_numbers then bank.reusable_card_number(c.card_number) end, coalesce(c.frozen, false),
      coalesce(c.rewards_balance, 0),
    customer_id, coalesce(-t.balance, 0), t.last_entry
  from jsonb_to_recordset(coalesce(household -> 'cards', '[]')) as c (id uuid, name text,
    credit_limit numeric, apr numeric,
    due_date date, currency text, created_at timestamptz, card_number text, frozen boolean,
      rewards_balance numeric)
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
  'Opens the products of a household to import with their final balances, and the ledger accounts of '
  'deleted ones.';

-- Loads applications of household files with their decisions and offers.
create function bank.load_applications(customer_id uuid, household jsonb)
returns void language sql volatile as $$
  insert into public.loan_applications (user_id, email, applicant_name, status, loan_amount, submitted_at,
    loan_type, purpose, term_months,
    annual_income, employment_status, monthly_debt, collateral_value, down_payment, form, reviewed_at,
      decided_at, decision, expires_at, accepted_at,
    ended_at, offer_index, loan_id, mortgage_id)
  select customer_id, a.email, a.applicant_name, coalesce(a.status, 'submitted'), a.loan_amount,
    a.submitted_at, a.loan_type, a.purpose,
    a.term_months, a.annual_income, a.employment_status, a.monthly_debt, a.collateral_value, a.down_payment,
      a.form, a.reviewed_at, a.decided_at, a.decision,
    -- Files written before offers expired.
    coalesce(a.expires_at, case when a.status = 'approved' then a.decided_at + interval '30 days' end),
      a.accepted_at, a.ended_at,
    a.offer_index, l.id, m.id
  from jsonb_to_recordset(coalesce(household -> 'applications', '[]')) as a (email text, applicant_name text,
    status text, loan_amount numeric,
    submitted_at timestamptz, loan_type text, purpose text, term_months integer, annual_income numeric,
      employment_status text,
    monthly_debt numeric, collateral_value numeric, down_payment numeric, form jsonb,
      reviewed_at timestamptz, decided_at timestamptz, decision jsonb,
    expires_at timestamptz, accepted_at timestamptz, ended_at timestamptz, offer_index integer, loan_id uuid,
      mortgage_id uuid)
    left join public.loans l on l.id = a.loan_id and l.user_id = customer_id
    left join public.mortgages m on m.id = a.mortgage_id and m.user_id = customer_id
$$;
comment on function bank.load_applications(uuid, jsonb) is
  'Writes the loan applications of a household to import with their outcomes.';

create function bank.load_entries(customer_id uuid, lines bank.household_line[])
returns void language sql volatile as $$
  -- The key of an undone import identifies it, so the file needs no entry number.
  insert into bank.entries (id, household_id, at, value_at, kind, description, channel, merchant,
    category_id, event_key, reverses) overriding system value
  select distinct on (l.ordinal) l.entry_id, customer_id, l.at, l.value_at, l.kind, l.description, 'import',
    l.merchant, l.category_id, l.event_key,
    taken_back.entry_id
  from unnest(lines) l
    left join (select distinct t.event_key, t.entry_id from unnest(lines) t
      where t.event_key like 'import:%') as taken_back
      on l.kind = 'import_reversal' and taken_back.event_key = 'import:' || substr(l.event_key, 6)
  order by l.ordinal;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
  select l.entry_id, l.ledger_id, l.currency, l.amount from unnest(lines) l order by l.ordinal;
$$;
comment on function bank.load_entries(uuid, bank.household_line[]) is
  'Posts the entries of a household to import.';

create function bank.load_transactions(customer_id uuid, lines bank.household_line[])
returns void language sql volatile as $$
  with sides as materialized (
    select l.*, sum(l.amount) over (partition by l.ledger_id order by l.ordinal) as balance_after
    from unnest(lines) l where l.product = 'account'
  ), pairs as materialized (
    -- For own transfers: the other account, and the exchange rate.
    select source.entry_id, source.ledger_id as source_id, target.ledger_id as target_id,
      case when source.currency <> target.currency then round(target.amount / -source.amount, 8) end as rate
    from sides source join sides target on target.entry_id = source.entry_id and source.amount < 0
      and target.amount > 0
    where source.shown is null
  ), taken_back as materialized (
    select 'import:' || substr(l.event_key, 6) as event_key from unnest(lines) l
      where l.kind = 'import_reversal' and l.event_key is not null
  )
  insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction,
    currency,
    counter_account_id, category_id, merchant, balance_after, exchange_rate, entry_id)
  select s.ledger_id, customer_id, abs(s.amount),
    coalesce(s.shown ->> 'type', s.type,
      case when p.entry_id is not null then 'TRANSFER' when s.amount > 0 then 'DEPOSIT'
      else 'WITHDRAWAL' end),
    case when s.shown is null then s.description else s.shown ->> 'description' end,
      coalesce((s.shown ->> 'date')::timestamptz, s.value_at, s.at), s.kind,
    case when s.amount > 0 then 'in' else 'out' end, s.currency,
    coalesce(s.shown_counter_id,
      case s.ledger_id when p.source_id then p.target_id when p.target_id then p.source_id end),
    case when s.shown is null then s.category_id else s.shown_category_id end,
    case when s.shown is null then s.merchant else s.shown ->> 'merchant' end, s.balance_after,
    coalesce((s.shown ->> 'exchange_rate')::numeric, p.rate), s.entry_id
  from sides s left join pairs p on p.entry_id = s.entry_id and s.ledger_id in (p.source_id, p.target_id)
  where s.kind <> 'import_reversal' and not exists (select from taken_back t where t.event_key = s.event_key)
  order by s.ordinal;
  -- Balances run in the order of dates, entries in the order of posting.
  select bank.recompute_running_balances(l.ledger_id, '-infinity') from unnest(lines) l where l.product =
    'account'
  group by l.ledger_id
    having bool_or(l.kind = 'import_reversal'
    or coalesce((l.shown ->> 'date')::timestamptz, l.value_at, l.at) <> l.at);
$$;
comment on function bank.load_transactions(uuid, bank.household_line[]) is
  'Writes the transactions of a household to import.';

create function public.load_household(customer_id uuid, household jsonb)
returns integer language plpgsql volatile
security definer -- writes the ledger
set search_path = '' as $$
declare
  lines bank.household_line[];
begin
  if customer_id is null or jsonb_typeof(household) is distinct from 'object' then
    perform bank.refuse_household('There is no household to load.', '{}');
  end if;
  perform bank.lock_clock(customer_id);
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  if exists (select from bank.ledger_accounts l where l.household_id = customer_id) then
    return 0;
  end if;
  lines := coalesce(bank.household_lines(customer_id, household), '{}');
  perform bank.check_household_entries(customer_id, household, lines);
  -- Before the carryover is loaded, which belongs to the new scenario run.
  perform bank.load_scenario_run(customer_id, household);
  if household ? 'version' then
    perform bank.load_exported_household(customer_id, household, lines);
  else
    perform bank.check_household_order(household, lines);
    perform bank.load_products(customer_id, household, lines);
    perform bank.load_entries(customer_id, lines);
    perform bank.load_transactions(customer_id, lines);
    perform bank.load_applications(customer_id, household);
    perform bank.load_rules(customer_id, household);
    perform bank.load_past(customer_id, household);
    perform bank.load_cards(customer_id, household, lines);
    perform bank.load_people(customer_id, household);
  end if;
  if household ? 'demo_until' then
    update public.customers c set demo_until = (household ->> 'demo_until')::timestamptz
      where c.id = customer_id;
  end if;
  if exists (select from bank.audit(customer_id)) then
    perform bank.refuse_household('The books of this household would not balance.',
      (select to_jsonb(found_violation) from bank.audit(customer_id) as found_violation limit 1));
  end if;
  return jsonb_array_length(coalesce(household -> 'entries', '[]'));
end
$$;
comment on function public.load_household(uuid, jsonb) is
  'Loads products, rules, and their history for a customer without products, and returns the number of '
  'entries; returns 0 and changes nothing for others. Refuses: HOUSE, INSUF, OVPAY, BADDT, BADCU, BADNM, '
  'BADTY, BADAM, BADRT, BADTM, BADFM, NTFND.';
grant execute on function public.load_household(uuid, jsonb) to service_role;

create function public.purge_demos() returns setof uuid language plpgsql volatile
security definer -- erases any household
set search_path = '' as $$
declare
  expired uuid;
begin
  for expired in select c.id from public.customers c
    where c.demo_until < clock_timestamp() order by c.demo_until for update skip locked loop
    perform public.erase_household(expired);
    return next expired;
  end loop;
end
$$;
comment on function public.purge_demos() is
  'Erases expired demo households and returns their customers, so that their sign-ins can be deleted.';
grant execute on function public.purge_demos() to service_role;

-- A demo becomes permanent when its customer adds a sign-in.
create function public.convert_demo() returns public.customers language plpgsql volatile
security definer -- writes demo_until, which customers may not
set search_path = '' as $$
declare
  kept public.customers;
begin
  if coalesce((auth.jwt() ->> 'is_anonymous')::boolean, true) then
    perform bank.refuse('NOUSR', 'Add an email and a password first.');
  end if;
  update public.customers set demo_until = null where id = bank.caller() returning * into kept;
  return kept;
end
$$;
comment on function public.convert_demo() is
  'Makes the caller''s demo household permanent; refused (NOUSR) for an anonymous sign-in.';
revoke execute on function public.convert_demo() from public;
grant execute on function public.convert_demo() to authenticated;

-- An imported household contains rules, a spending profile, and the carryover.
create function bank.find_category_id(customer_id uuid, name text) returns uuid language sql stable as $$
  select c.id from public.categories c
  where lower(c.name) = lower(find_category_id.name) and (c.user_id = customer_id or c.user_id is null)
  order by c.user_id nulls last, c.kind desc limit 1
$$;
comment on function bank.find_category_id(uuid, text) is
  'Returns a category of the customer or the bank by name; null if there is none.';

create function bank.load_rules(customer_id uuid, household jsonb) returns void language sql volatile as $$
  insert into public.auto_deposits (id, user_id, account_id, name, amount, frequency, category_id, is_pay,
    start_date, start_time, end_date,
    occurrences, paused, yearly_adjustment, yearly_percent, next_occurrence, next_at, created_at, updated_at)
  select coalesce(d.id, gen_random_uuid()), customer_id, d.account_id, d.name, d.amount, d.frequency,
    bank.category_named(customer_id, d.category, d.category_kind), coalesce(d.is_pay, false), d.start_date,
      coalesce(d.start_time, '06:00'),
    d.end_date, d.occurrences, coalesce(d.paused, false), d.yearly_adjustment, d.yearly_percent,
      d.next_occurrence, d.next_at, d.created_at, d.updated_at
  from jsonb_to_recordset(coalesce(household -> 'auto_deposits', '[]')) as d (id uuid, account_id uuid,
    name text, amount numeric,
    frequency text, category text, category_kind text, is_pay boolean, start_date date, start_time time,
      end_date date, occurrences integer,
    paused boolean, yearly_adjustment text, yearly_percent numeric, next_occurrence integer,
      next_at timestamptz,
    created_at timestamptz, updated_at timestamptz);
  insert into public.scheduled_payments (id, user_id, account_id, name, payee, to_account_id, card_id,
    loan_id, mortgage_id, amount,
    amount_kind, frequency, category_id, start_date, end_date, occurrences, weekend, paused,
    yearly_adjustment, yearly_percent, next_occurrence, next_at, retry_at, created_at, updated_at)
  select coalesce(p.id, gen_random_uuid()), customer_id, p.account_id, p.name, p.payee, p.to_account_id,
    p.card_id, p.loan_id, p.mortgage_id,
    p.amount, coalesce(p.amount_kind, 'fixed'), p.frequency,
      bank.category_named(customer_id, p.category, p.category_kind), p.start_date,
    p.end_date, p.occurrences, coalesce(p.weekend, 'stays'), coalesce(p.paused, false),
    p.yearly_adjustment, p.yearly_percent, p.next_occurrence, p.next_at, p.retry_at,
    p.created_at, p.updated_at
  from jsonb_to_recordset(coalesce(household -> 'scheduled_payments', '[]')) as p (id uuid, account_id uuid,
    name text, payee text,
    to_account_id uuid, card_id uuid, loan_id uuid, mortgage_id uuid, amount numeric, amount_kind text,
      frequency text, category text,
    category_kind text, start_date date, end_date date, occurrences integer, weekend text, paused boolean,
    yearly_adjustment text, yearly_percent numeric, next_occurrence integer,
    next_at timestamptz, retry_at timestamptz, created_at timestamptz, updated_at timestamptz);
  update public.credit_cards c set autopay = r.autopay, autopay_account_id = r.autopay_account_id,
    autopay_amount = r.autopay_amount
  from jsonb_to_recordset(coalesce(household -> 'cards', '[]')) as r (id uuid, autopay text,
    autopay_account_id uuid, autopay_amount numeric)
  where c.id = r.id and c.user_id = customer_id and r.autopay is not null;
  update public.loans l
    set autopay_account_id = r.autopay_account_id, autopay_extra = coalesce(r.autopay_extra, 0)
  from jsonb_to_recordset(coalesce(household -> 'loans', '[]')) as r (id uuid, autopay_account_id uuid,
    autopay_extra numeric)
  where l.id = r.id and l.user_id = customer_id
    and (r.autopay_account_id is not null or r.autopay_extra <> 0);
  update public.mortgages m
    set autopay_account_id = r.autopay_account_id, autopay_extra = coalesce(r.autopay_extra, 0)
  from jsonb_to_recordset(coalesce(household -> 'mortgages', '[]')) as r (id uuid, autopay_account_id uuid,
    autopay_extra numeric)
  where m.id = r.id and m.user_id = customer_id
    and (r.autopay_account_id is not null or r.autopay_extra <> 0);
  select bank.load_goals(customer_id, household);
  update bank.clocks k set seed = coalesce((household ->> 'seed')::integer, k.seed),
    carryover = coalesce(household -> 'carryover', k.carryover),
    simulated_until = coalesce((household ->> 'simulated_until')::timestamptz, k.simulated_until),
    last_entry = (select coalesce(max(seen.id), 0)
      from (select e.id from bank.entries e where e.household_id = customer_id
      order by e.id limit (household ->> 'entries_seen')::bigint) as seen)
  where k.household_id = customer_id;
$$;
comment on function bank.load_rules(uuid, jsonb) is
  'Writes the rules, autopay, and engine state of a household to import: seed, carryover, and progress.';

-- Products and rules of a file with all bank data.
create function bank.reusable_account_number(number text) returns text language sql volatile as $$
  select case when number ~ '^000[0-9]{9}$'
    and not exists (select from public.accounts a where a.account_number = number) then number end
$$;
comment on function bank.reusable_account_number(text) is
  'Returns the account''s old number if it is free; null otherwise, so that it gets a new one.';

create function bank.reusable_card_number(number text) returns text language sql volatile as $$
  select case when number ~ '^0000[0-9]{12}$'
    and not exists (select from public.credit_cards c where c.card_number = number)
    and not exists (select from public.virtual_cards v where v.card_number = number) then number end
$$;
comment on function bank.reusable_card_number(text) is
  'Returns the card''s old number if it is free; null otherwise, so that it gets a new one.';

create function bank.load_debts(customer_id uuid, household jsonb, lines bank.household_line[]) returns void
language plpgsql volatile as $$
declare
  was_lived boolean := household ? 'version';
begin
  -- The installment after a rate reset doesn't follow from the original terms, so it is written afterward.
  with totals as materialized (
    select l.ledger_id, sum(l.amount) as balance, max(l.entry_id) as last_entry from unnest(lines) l
      group by l.ledger_id
  ), loans as (
    insert into public.loans (id, name, amount, interest_rate, term, monthly_payment, start_date,
      next_due_date, currency, created_at, user_id,
      remaining_balance, last_entry, past_due, days_past_due, paused_until, paused_on)
    select l.id, l.name, l.amount, l.interest_rate, l.term,
      case when not was_lived then l.monthly_payment end, l.start_date, l.next_due_date,
      coalesce(l.currency, 'USD'), l.created_at, customer_id, -t.balance, t.last_entry,
        coalesce(l.past_due, 0), coalesce(l.days_past_due, 0),
      l.paused_until, l.paused_on
    from jsonb_to_recordset(coalesce(household -> 'loans', '[]')) as l (id uuid, name text, amount numeric,
      interest_rate numeric,
      term integer, monthly_payment numeric, start_date date, next_due_date date, currency text,
        created_at timestamptz, past_due numeric,
      days_past_due integer, paused_until date, paused_on date)
      left join totals t on t.ledger_id = l.id
  )
  insert into public.mortgages (id, name, property_value, down_payment, interest_rate, term, monthly_payment,
    start_date, next_due_date, currency,
    created_at, user_id, remaining_balance, last_entry, past_due, days_past_due, paused_until, paused_on,
    current_value, rate_type, rate_margin, rate_reset_at, refinanced_at)
  select m.id, coalesce(m.name, 'Mortgage'), m.property_value, m.down_payment, m.interest_rate, m.term,
    case when not was_lived then m.monthly_payment end, m.start_date, m.next_due_date,
      coalesce(m.currency, 'USD'), m.created_at, customer_id,
    -t.balance, t.last_entry, coalesce(m.past_due, 0), coalesce(m.days_past_due, 0), m.paused_until,
      m.paused_on, m.current_value,
    coalesce(m.rate_type, 'fixed'), coalesce(m.rate_margin, 2), m.rate_reset_at,
    m.refinanced_at
  from jsonb_to_recordset(coalesce(household -> 'mortgages', '[]')) as m (id uuid, name text,
    property_value numeric, down_payment numeric,
    interest_rate numeric, term integer, monthly_payment numeric, start_date date, next_due_date date,
      currency text, created_at timestamptz,
    past_due numeric, days_past_due integer, paused_until date, paused_on date, current_value numeric,
      rate_type text, rate_margin numeric, rate_reset_at timestamptz, refinanced_at timestamptz)
    left join totals t on t.ledger_id = m.id;
  if was_lived then
    perform bank.load_installments(customer_id, household);
    perform bank.load_refinance_offers(customer_id, household);
  end if;
end
$$;
comment on function bank.load_debts(uuid, jsonb, bank.household_line[]) is
  'Opens the loans and mortgages of a household to import with their final balances.';

create function bank.load_installments(customer_id uuid, household jsonb)
returns void language sql volatile as $$
  -- Together with another last entry, which marks writes by the bank. The correct entry is restored
  -- afterward.
  update public.loans l set monthly_payment = r.monthly_payment, last_entry = -l.last_entry
  from jsonb_to_recordset(coalesce(household -> 'loans', '[]')) as r (id uuid, monthly_payment numeric)
  where l.id = r.id and l.user_id = customer_id and l.last_entry > 0;
  update public.loans l set last_entry = -l.last_entry where l.user_id = customer_id and l.last_entry < 0;
  update public.mortgages m set monthly_payment = r.monthly_payment, last_entry = -m.last_entry
  from jsonb_to_recordset(coalesce(household -> 'mortgages', '[]')) as r (id uuid, monthly_payment numeric)
  where m.id = r.id and m.user_id = customer_id and m.last_entry > 0;
  update public.mortgages m set last_entry = -m.last_entry where m.user_id = customer_id and m.last_entry < 0;
$$;
comment on function bank.load_installments(uuid, jsonb) is
  'Writes the installments of a simulated household, including those after rate resets.';

create function bank.category_named(customer_id uuid, name text, kind text)
returns uuid language sql stable as $$
  select c.id from public.categories c
  where lower(c.name) = lower(category_named.name) and (c.user_id = customer_id or c.user_id is null)
    and (category_named.kind is null or c.kind = category_named.kind)
  order by c.user_id nulls last, c.kind desc limit 1
$$;
comment on function bank.category_named(uuid, text, text) is
  'Returns a category of the customer or the bank by name, and by kind if given; null if there is none.';

create function bank.load_past(customer_id uuid, household jsonb) returns void language sql volatile as $$
  insert into public.payment_exceptions (id, payment_id, planned_date, user_id, amount)
  select x.id, p.id, x.planned_date, customer_id, x.amount
  from jsonb_to_recordset(coalesce(household -> 'exceptions', '[]')) as x (id uuid, payment_id uuid,
    planned_date date, amount numeric)
    join public.scheduled_payments p on p.id = x.payment_id and p.user_id = customer_id;
  insert into public.shocks (id, user_id, shock, on_date, size, months, product_id, created_at)
  select s.id, customer_id, s.shock, s.on_date, s.size, s.months, s.product_id, s.created_at
  from jsonb_to_recordset(coalesce(household -> 'shocks', '[]')) as s (id uuid, shock text, on_date date,
    size numeric, months integer,
    product_id uuid, created_at timestamptz);
  insert into public.household_events (user_id, at, due_at, kind, description, subject, event_key, facts)
  select customer_id, (h.row ->> 'at')::timestamptz, (h.row ->> 'due_at')::timestamptz, h.row ->> 'kind',
    h.row ->> 'description',
    h.row ->> 'subject', h.row ->> 'event_key', h.row -> 'facts'
  from jsonb_array_elements(coalesce(household -> 'household_events', '[]')) with ordinality as h (row,
    ordinal) order by h.ordinal;
  insert into public.card_statements (card_id, user_id, from_date, to_date, due_date, opening_balance,
    charges, payments, interest, fees,
    closing_balance, minimum_payment, rewards)
  select c.id, customer_id, s.from_date, s.to_date, s.due_date, s.opening_balance, s.charges, s.payments,
    s.interest, s.fees,
    s.closing_balance, s.minimum_payment, s.rewards
  from jsonb_to_recordset(coalesce(household -> 'statements', '[]')) as s (card_id uuid, from_date date,
    to_date date, due_date date,
    opening_balance numeric, charges numeric, payments numeric, interest numeric, fees numeric,
      closing_balance numeric,
    minimum_payment numeric, rewards numeric)
    join public.credit_cards c on c.id = s.card_id and c.user_id = customer_id;
  select bank.load_budgets(customer_id, household);
  select bank.load_imports(customer_id, household);
$$;
comment on function bank.load_past(uuid, jsonb) is
  'Writes exceptions, planned shocks, card statements, and events of a household to import.';

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
  select n.id into strange from named n where n.id is not null
    and not exists (select from own where own.id = n.id) limit 1;
  if found then
    perform bank.refuse_household('A rule names a product that is not in the file.',
      jsonb_build_object('id', strange));
  end if;
end
$$;
comment on function bank.check_household_references(uuid) is
  'Refuses (HOUSE) an imported household whose rules use products of others.';

create function bank.load_exported_household(customer_id uuid, household jsonb, lines bank.household_line[])
returns void language plpgsql volatile as $$
begin
  insert into bank.import_locks (household_id) values (customer_id);
  perform bank.load_products(customer_id, household, lines);
  perform bank.load_entries(customer_id, lines);
  perform bank.load_transactions(customer_id, lines);
  perform bank.load_applications(customer_id, household);
  perform bank.load_rules(customer_id, household);
  perform bank.load_past(customer_id, household);
  perform bank.load_cards(customer_id, household, lines);
  perform bank.check_household_references(customer_id);
  delete from bank.import_locks where household_id = customer_id;
  perform bank.load_people(customer_id, household);
end
$$;
comment on function bank.load_exported_household(uuid, jsonb, bank.household_line[]) is
  'Writes an exported household exactly, including data that customers could not write.';
