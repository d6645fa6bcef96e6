set check_function_bodies = off;

-- The engine's input: amounts in minor units, instants in milliseconds.
create function bank.minor(amount numeric)
returns bigint language sql immutable as $$ select (amount * 100)::bigint $$;
comment on function bank.minor is 'Returns an amount in minor units.';

create function bank.major(minor numeric)
returns numeric language sql immutable as $$ select round(minor / 100, 2) $$;
comment on function bank.major is 'Converts minor units to major units.';

-- PostgreSQL treats adding an interval to an instant as stable, not immutable. Functions that do this
-- couldn't be inlined if they were marked immutable.
create function bank.millis(instant timestamptz) returns bigint language sql stable as $$
  select floor(extract(epoch from instant) * 1000)::bigint
$$;
comment on function bank.millis is 'Returns whole milliseconds since 1970, rounded down.';

create function bank.from_millis(millis bigint) returns timestamptz language sql stable as $$
  select timestamptz 'epoch' + millis * interval '1 millisecond'
$$;
comment on function bank.from_millis is 'Converts milliseconds since 1970 to an instant.';

create function bank.pmi_premium(mortgage public.mortgages) returns numeric language sql immutable as $$
  select round(mortgage.loan_amount * mortgage.pmi_rate / 1200, 2)
$$;
comment on function bank.pmi_premium is
  'Returns the monthly premium of mortgage insurance, by the engine''s formula; null if there is none.';

create function bank.insurance_json(mortgage public.mortgages) returns json language sql immutable as $$
  select json_build_object('premium', bank.minor(bank.pmi_premium(mortgage)),
    'borrowed', bank.minor(mortgage.loan_amount), 'value', bank.minor(mortgage.property_value))
  where mortgage.pmi_rate is not null and mortgage.pmi_ended_on is null
$$;
comment on function bank.insurance_json is
  'Returns mortgage insurance in the engine''s format; null if there is none.';

-- These functions return exactly one row as a set. PostgreSQL inlines such functions, so that one plan covers
-- all households.
create function bank.engine_products(household uuid)
returns table (accounts json, debts json) language sql stable as $$
  select (select coalesce(
    json_agg(json_build_object('id', a.id, 'name', a.name, 'type', a.type, 'currency', a.currency,
        'balance', bank.minor(a.balance), 'closed', a.closed_at is not null,
        'opened', bank.millis(a.created_at), 'overdraft', a.overdraft,
        'overdraft_account_id', a.overdraft_account_id, 'overdraft_product', a.overdraft_product,
        'overdraft_cards', a.overdraft_cards, 'plan', a.plan, 'plan_before', a.plan_before,
        'plan_since', a.plan_since, 'tax_treatment', a.tax_treatment) order by a.created_at, a.id), '[]')
      from public.accounts a where a.user_id = household),
    (select coalesce(json_agg(debt.row order by debt.created_at, debt.id), '[]') from (
        select l.id, l.created_at,
          json_build_object('id', l.id, 'product', 'loan', 'name', l.name, 'currency', l.currency,
            'balance', bank.minor(l.remaining_balance), 'rate', l.interest_rate,
            'payment', bank.minor(l.monthly_payment), 'term', l.term, 'start_date', l.start_date,
            'next_due_date', l.next_due_date, 'autopay_account_id', l.autopay_account_id,
            'autopay_extra', bank.minor(l.autopay_extra), 'paused_until', l.paused_until,
            'payment_day', l.payment_day is not null, 'line', bank.line_json(l),
            'biweekly', bank.biweekly_json(l.id)) as row
        from public.loans l where l.user_id = household
        union all
        select m.id, m.created_at,
          json_build_object('id', m.id, 'product', 'mortgage', 'name', m.name, 'currency', m.currency,
          'balance', bank.minor(m.remaining_balance), 'rate', m.interest_rate,
          'payment', bank.minor(m.monthly_payment), 'term', m.term * 12, 'start_date', m.start_date,
          'next_due_date', m.next_due_date, 'autopay_account_id', m.autopay_account_id,
          'autopay_extra', bank.minor(m.autopay_extra), 'paused_until', m.paused_until,
          'payment_day', m.payment_day is not null,
          'rate_type', m.rate_type, 'rate_margin', m.rate_margin, 'insurance', bank.insurance_json(m),
          'escrow', bank.escrow_json(m.id), 'biweekly', bank.biweekly_json(m.id),
          'value', case when m.refinanced_at is null
            then bank.minor(coalesce(m.current_value, m.property_value)) end)
        from public.mortgages m where m.user_id = household) as debt)
$$;
comment on function bank.engine_products is
  'Returns the accounts, loans, and mortgages of a household in the engine''s format.';

create function bank.engine_rules(household uuid)
returns table (auto_deposits json, scheduled_payments json, shocks json) language sql stable as $$
  select (select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'account_id', d.account_id,
    'amount', bank.minor(d.amount), 'frequency', d.frequency, 'category', c.name, 'is_pay', d.is_pay,
    'pay_details', d.pay_details, 'start_date', d.start_date,
    'minutes', extract(hour from d.start_time) * 60 + extract(minute from d.start_time),
    'end_date', d.end_date,
    'occurrences', d.occurrences, 'paused', d.paused, 'next', d.next_occurrence,
    'resumed', bank.millis(d.resumed_at), 'created', bank.millis(d.created_at),
    'adjustment', bank.adjustment_json(d.yearly_adjustment, d.yearly_percent))
        order by d.created_at, d.id), '[]')
      from public.auto_deposits d left join public.categories c on c.id = d.category_id
        where d.user_id = household),
    (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'account_id', p.account_id,
        'payee', p.payee, 'to_account_id', p.to_account_id, 'fund', p.fund, 'card_id', p.card_id,
        'debt_id', coalesce(p.loan_id, p.mortgage_id),
        'amount', bank.minor(p.amount), 'amount_kind', p.amount_kind,
        'frequency', p.frequency, 'category', c.name, 'start_date', p.start_date, 'end_date', p.end_date,
        'occurrences', p.occurrences, 'weekend', p.weekend, 'speed', p.speed, 'paused', p.paused,
        'next', p.next_occurrence, 'resumed', bank.millis(p.resumed_at),
        'adjustment', bank.adjustment_json(p.yearly_adjustment, p.yearly_percent),
        'changed', (select coalesce(
          json_object_agg(x.planned_date, case when x.amount is null then json_build_object('skip', true)
            else json_build_object('amount', bank.minor(x.amount)) end), '{}')
              from public.payment_exceptions x where x.payment_id = p.id)
      ) order by p.created_at, p.id), '[]')
      from public.scheduled_payments p left join public.categories c on c.id = p.category_id
        where p.user_id = household),
    (select coalesce(json_agg(json_build_object('id', s.id, 'kind', s.shock, 'on_date', s.on_date,
        'size', case
          when s.shock in ('medical_bill', 'car_repair', 'windfall', 'card_fraud', 'home_repair', 'collision',
            'home_damage') then bank.minor(s.size)
          else s.size end, 'months', s.months, 'product_id', s.product_id) order by s.on_date, s.id), '[]')
      from public.shocks s where s.user_id = household)
$$;
comment on function bank.engine_rules is
  'Returns the rules and planned shocks of a household in the engine''s format.';

create function bank.engine_change_lines(household uuid, after_entry bigint, after_instant timestamptz)
returns table (id bigint, at timestamptz, ledger_id uuid, amount numeric, kind text, category text,
  balance text, import_key text, imported_at timestamptz) language sql stable as $$
  -- A card receives a whole import at once, so its lines have one key.
  select e.id, e.at, p.ledger_id, p.amount, case when i.import_key is null then e.kind
      when e.kind = 'import_reversal' then e.kind else 'import' end,
    case when i.import_key is null then c.name end, substring(e.event_key from '^(cash|transfer)_fee:'),
    i.import_key, coalesce(r.at, e.at)
  from bank.entries e
    join bank.postings p on p.entry_id = e.id
    join bank.ledger_accounts l on l.id = p.ledger_id and l.household_id = household
      and l.currency = p.currency
    cross join lateral (select case when l.product = 'card'
      and (e.kind = 'import_reversal' or e.kind like 'imported\_%')
      then split_part(e.event_key, ':', 1) || ':' || split_part(e.event_key, ':', 2) end as import_key) as i
    left join bank.entries r on r.id = e.reverses and i.import_key is not null
    left join public.categories c on c.id = e.category_id
  where e.household_id = household and e.id > after_entry and e.at > after_instant
$$;
comment on function bank.engine_change_lines is
  'Returns the postings made outside the engine after its last step. Imports into cards have a key.';

create function bank.engine_changes(household uuid, after_entry bigint, after_instant timestamptz)
returns setof json language sql stable as $$
  select coalesce(
    json_agg(case when c.import_key is null
        then json_strip_nulls(json_build_object('at', bank.millis(c.at) + 1, 'productId', c.ledger_id,
          'amount', bank.minor(c.amount), 'kind', c.kind, 'category', c.category, 'balance', c.balance))
        else json_build_object('at', bank.millis(c.at) + 1, 'productId', c.ledger_id,
          'amount', bank.minor(c.amount), 'kind', c.kind,
          'imported', json_build_object('id', split_part(c.import_key, ':', 2),
            'payments', bank.minor(c.payments), 'at', bank.millis(c.imported_at) + 1)) end
      order by c.at, c.id), '[]')
  from (
    select min(n.at) as at, min(n.id) as id, n.ledger_id, sum(n.amount) as amount, n.kind, n.category,
      n.balance, n.import_key, min(n.imported_at) as imported_at,
      coalesce(sum(n.amount) filter (where (n.amount > 0) = (n.kind = 'import')), 0) as payments
    from bank.engine_change_lines(household, after_entry, after_instant) n
    group by coalesce(n.import_key, n.id || ':' || n.ledger_id), n.ledger_id, n.kind, n.category, n.balance,
      n.import_key
  ) as c
$$;
comment on function bank.engine_changes is
  'Returns the changes that were posted outside the engine after its last step. An import into a card is '
  'one change.';

create function public.engine_households(customer_ids uuid[]) returns setof json language sql stable
security definer -- because it reads whole households for the engine
set search_path = ''
-- The statement is the same for one household and for a thousand. Planning it again for each batch took a
-- third of the total time.
set plan_cache_mode = force_generic_plan as $$
  select json_build_object('id', c.id, 'time_zone', c.time_zone, 'generation', c.generation,
    'now', bank.millis(clock_timestamp() + c.clock_offset), 'simulated_until', bank.millis(k.simulated_until),
    'rules_version', k.rules_version, 'seed', k.seed, 'carryover', k.carryover,
    'last_entry', (select coalesce(max(e.id), 0) from bank.entries e where e.household_id = c.id),
    'changes', changes.list, 'accounts', products.accounts, 'debts', products.debts, 'cards', cards.cards,
    'disputes', disputes.disputes, 'refunds', refunds.refunds,
    'settled_purchases', bank.engine_settled_purchases(c.id, k.carryover),
    'goals', goals.goals, 'funds', funds.funds,
    'auto_deposits', rules.auto_deposits, 'scheduled_payments', rules.scheduled_payments,
    'shocks', rules.shocks, 'tax_returns', bank.engine_tax_returns(c.id), 'holds', holds.holds,
    'certificates', bank.engine_certificates(c.id), 'contributions', bank.engine_contributions(c.id),
    'next_expiry', (select ceil(extract(epoch from min(l.expires_at)) * 1000)::bigint
      from public.peer_transfers l
      where l.user_id = c.id and l.kind = 'payment' and l.state = 'pending'
        and l.expires_at > k.simulated_until))
  from unnest(customer_ids) as customer (id)
    join public.customers c on c.id = customer.id
    join bank.clocks k on k.household_id = c.id
    cross join lateral bank.engine_products(c.id) as products
    cross join lateral bank.engine_cards(c.id) as cards
    cross join lateral bank.engine_disputes(c.id, k.simulated_until) as disputes
    cross join lateral bank.engine_refunds(c.id) as refunds
    cross join lateral bank.engine_goals(c.id) as goals
    cross join lateral bank.engine_funds(c.id) as funds
    cross join lateral bank.engine_holds(c.id) as holds
    cross join lateral bank.engine_rules(c.id) as rules
    cross join lateral bank.engine_changes(c.id, k.last_entry, k.simulated_until) as changes (list)
$$;
comment on function public.engine_households is
  'Returns households in the engine''s format. For the server''s functions.';

-- Applies engine steps: the entries of one or many households in one call, with products, rules, and clocks.
-- Skips a step if the household has changed since the engine read it.
create type bank.engine_line as (ordinal bigint, entry_id bigint, household_id uuid, at timestamptz,
  value_at timestamptz, kind text, description text, merchant text, category_id uuid, event_key text,
  ledger_id uuid, product text, currency text, amount numeric);
comment on type bank.engine_line is 'One side of an entry that the engine creates.';

create function bank.lock_engine_steps(steps jsonb)
returns table (customer_id uuid, outcome text) language plpgsql volatile as $$
begin
  return query
  with sent as materialized (
    select (s.step ->> 'customer_id')::uuid as id, s.step -> 'version' as version
      from jsonb_array_elements(steps) as s (step) order by 1
  ), held as materialized (
    -- Takes the same lock as all postings.
    select w.id, w.version, pg_try_advisory_xact_lock(hashtextextended(w.id::text, 1)) as is_held
      from sent w
  ), clocks as materialized (
    select k.* from bank.clocks k
      where k.household_id in (select h.id from held h where h.is_held) order by k.household_id for update
  )
  select h.id, case
      when not h.is_held then 'busy'
      when k.household_id is null or c.id is null then 'gone'
      when (h.version ->> 'rules')::bigint = k.rules_version
        and (h.version ->> 'generation')::integer = c.generation
        and (h.version ->> 'simulated_until')::bigint = bank.millis(k.simulated_until)
        and (h.version ->> 'entry')::bigint = (select coalesce(max(e.id), 0) from bank.entries e
          where e.household_id = h.id) then 'applied'
      else 'changed' end
  from held h left join clocks k on k.household_id = h.id left join public.customers c on c.id = h.id;
end $$;
comment on function bank.lock_engine_steps is
  'Locks the clocks of the households in these steps, and returns the households that haven''t changed.';

-- Looks up only the categories that entries name, instead of all categories for each household.
create function bank.engine_lines(steps jsonb) returns bank.engine_line[] language sql volatile as $$
  with received as materialized (
    select s.ordinal, (s.step ->> 'customer_id')::uuid as household_id, s.step -> 'events' as events
    from jsonb_array_elements(steps) with ordinality as s (step, ordinal)
  ), sent as materialized (
    -- Sorting whole steps would copy each step once for each of its events.
    select row_number() over (order by s.ordinal, e.ordinal) as ordinal, s.household_id, e.event,
      (e.event ->> 'at')::bigint as at, (e.event ->> 'dueAt')::bigint as due_at,
      e.event ->> 'category' as category
    from received s, jsonb_array_elements(s.events) with ordinality as e (event, ordinal)
    where e.event ? 'lines'
  ), numbers as materialized (
    select row_number() over (order by drawn.id) as ordinal, drawn.id
    from (select nextval((select pg_get_serial_sequence('bank.entries', 'id'))::regclass) as id
      from sent) as drawn
  ), numbered as materialized (
    -- Instants on an account must increase, so events in the same millisecond are a microsecond apart.
    select sent.ordinal, numbers.id as entry_id, sent.household_id, sent.event, sent.category,
      bank.from_millis(sent.at) + interval '1 microsecond' * (
        row_number() over (partition by sent.household_id, sent.at order by sent.ordinal) - 1) as at,
      bank.from_millis(sent.due_at) + interval '1 microsecond' * (
        row_number() over (partition by sent.household_id, sent.due_at order by sent.ordinal) - 1) as due_at
    from sent join numbers using (ordinal)
  ), pages (name, id) as (
    values ('outside', bank.system_account('cash_clearing')), ('interest', bank.system_account('interest')),
      ('fees', bank.system_account('fee_income')), ('rewards', bank.system_account('rewards')),
      ('written_off', bank.system_account('charge_offs')),
      ('deposits', bank.system_account('security_deposits'))
  ), known_categories as materialized (
    select distinct on (n.household_id, c.name) n.household_id, c.name, c.id
    from (select distinct household_id, category from sent where category is not null) n
      join public.categories c on c.name = n.category and (c.user_id = n.household_id or c.user_id is null)
    order by n.household_id, c.name, c.user_id nulls last, c.kind desc
  )
  select array_agg(row(n.ordinal, n.entry_id, n.household_id, n.at, coalesce(n.due_at, n.at),
      n.event ->> 'kind', n.event ->> 'description', n.event ->> 'merchant', k.id, n.event ->> 'key',
      coalesce(pages.id, l.id), coalesce(l.product, 'system'), line.currency,
        bank.major(line.amount))::bank.engine_line order by n.ordinal)
  from numbered n
    cross join lateral jsonb_to_recordset(n.event -> 'lines') as line (ledger text, amount numeric,
      currency text)
    left join pages on pages.name = line.ledger
    -- The case expression guards the cast, because a join evaluates its conditions in any order.
    left join bank.ledger_accounts l on l.id = case when pages.id is null then line.ledger::uuid end
      and l.household_id = n.household_id
    left join known_categories k on k.household_id = n.household_id and k.name = n.category
$$;
comment on function bank.engine_lines is
  'Returns all sides of all entries of these steps, numbered in order.';

create function bank.write_engine_entries(lines bank.engine_line[])
returns void language plpgsql volatile as $$
declare
  card_entries record;
begin
  perform bank.refuse_if(
    exists (select from unnest(lines) l group by l.ordinal, l.currency having sum(l.amount) <> 0)
    or exists (select from unnest(lines) l where l.ledger_id is null),
    'XX000', 'An entry must sum to zero in every currency and use existing ledger accounts.');
  insert into bank.entries (id, household_id, at, value_at, kind, description, channel, merchant,
    category_id, event_key) overriding system value
    select distinct on (l.ordinal) l.entry_id, l.household_id, l.at, l.value_at, l.kind, l.description,
      'engine', l.merchant, l.category_id, l.event_key
    from unnest(lines) l order by l.ordinal;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
    select l.entry_id, l.ledger_id, l.currency, l.amount from unnest(lines) l order by l.ordinal;
  for card_entries in select l.household_id, array_agg(l.entry_id) as entries from unnest(lines) l
    where l.product = 'card' group by l.household_id loop
    perform bank.apply_card_categorization_rules(card_entries.household_id, card_entries.entries);
  end loop;
end $$;
comment on function bank.write_engine_entries is 'Posts the engine''s entries.';

-- Identifies the other account of a transfer from the lines of the same entry.
create function bank.move_engine_balances(lines bank.engine_line[]) returns void language sql volatile as $$
  -- Writes the transactions with their balances while the stored balances are still the old ones.
  insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction,
    currency, counter_account_id, category_id, merchant, balance_after, entry_id)
  select s.ledger_id, s.household_id, abs(s.amount),
    case when s.other_id is not null then 'TRANSFER' when s.kind = 'auto_deposit' then 'AUTO_DEPOSIT'
      when s.amount > 0 then 'DEPOSIT' else 'WITHDRAWAL' end,
    s.description, case when s.value_at = s.at then s.at else bank.free_instant(s.ledger_id, s.value_at) end,
    s.kind, case when s.amount > 0 then 'in' else 'out' end, s.currency, s.other_id, s.category_id,
    s.merchant, s.balance_after, s.entry_id
  from (
    -- A paycheck can have lines on several accounts, but it isn't a transfer between them.
    select l.*, case when l.kind <> 'auto_deposit'
        then coalesce(lag(l.ledger_id) over entry, lead(l.ledger_id) over entry) end as other_id,
      a.balance + sum(l.amount) over (partition by l.ledger_id order by l.ordinal) as balance_after
    from unnest(lines) l join public.accounts a on a.id = l.ledger_id where l.product = 'account'
    window entry as (partition by l.ordinal order by l.ledger_id)
  ) as s
  order by s.ordinal;
  with totals as materialized (
    select l.product, l.ledger_id, sum(l.amount) as amount, max(l.entry_id) as entry_id, max(l.at) as at
    from unnest(lines) l where l.product <> 'system' group by l.product, l.ledger_id
  ), accounts as (
    update public.accounts a set balance = a.balance + t.amount, last_entry = t.entry_id, updated_at = t.at
    from totals t where t.product = 'account' and a.id = t.ledger_id
  ), cards as (
    update public.credit_cards c set balance = c.balance - t.amount, last_entry = t.entry_id,
      updated_at = t.at
    from totals t where t.product = 'card' and c.id = t.ledger_id
  ), loans as (
    update public.loans d set remaining_balance = d.remaining_balance - t.amount, last_entry = t.entry_id,
      updated_at = t.at
    from totals t where t.product = 'loan' and d.id = t.ledger_id
  ), reserves as (
    update public.debt_reserves r set balance = r.balance + t.amount, last_entry = t.entry_id
    from totals t where t.product = 'reserve' and r.id = t.ledger_id
  )
  update public.mortgages d set remaining_balance = d.remaining_balance - t.amount, last_entry = t.entry_id,
    updated_at = t.at
  from totals t where t.product = 'mortgage' and d.id = t.ledger_id;
  -- A late event has the date on which it was due, so the running balances after that date change.
  select bank.recompute_running_balances(l.ledger_id, min(l.value_at)) from unnest(lines) l
  where l.product = 'account' and l.value_at < l.at group by l.ledger_id;
$$;
comment on function bank.move_engine_balances is
  'Updates balances for the engine''s entries and writes the transactions.';

create function bank.write_household_events(steps jsonb) returns void language sql volatile as $$
  insert into public.household_events (user_id, at, due_at, kind, description, subject, event_key, facts)
  select (s.step ->> 'customer_id')::uuid, bank.from_millis((e.event ->> 'at')::bigint),
    bank.from_millis((e.event ->> 'dueAt')::bigint), e.event ->> 'kind', e.event ->> 'description',
    e.event ->> 'subject', e.event ->> 'key', coalesce(e.event -> 'facts', '{}')
  from jsonb_array_elements(steps) with ordinality as s (step, ordinal),
    jsonb_array_elements(s.step -> 'events') with ordinality as e (event, ordinal)
  where not e.event ? 'lines' order by s.ordinal, e.ordinal;
  insert into public.card_statements (card_id, user_id, from_date, to_date, due_date, pay_by,
    opening_balance, charges, payments, interest, fees, closing_balance, minimum_payment, rewards,
    cash_balance, transfer_balance, pending, purchase_apr, intro_until, penalty_from)
  select c.id, c.user_id, f."from", f."to", f.due, f.pay_by, bank.major(f.opening), bank.major(f.charges),
    bank.major(f.paid), bank.major(f.interest), bank.major(f.fees),
    bank.major(f.closing), bank.major(f.minimum), bank.major(f.rewards), bank.major(f.cash_balance),
    bank.major(f.transfer_balance), bank.major(f.pending), f.apr, f.intro_until, f.penalty_from
  from jsonb_array_elements(steps) as s (step), jsonb_array_elements(s.step -> 'events') as e (event),
    jsonb_to_record(e.event -> 'facts') as f ("from" date, "to" date, due date, pay_by date,
      opening numeric, charges numeric, paid numeric,
      interest numeric, fees numeric, closing numeric, minimum numeric, rewards numeric,
      cash_balance numeric, transfer_balance numeric, pending numeric, apr numeric, intro_until date,
      penalty_from date),
    public.credit_cards c
  where e.event ->> 'kind' = 'statement' and c.id = (e.event ->> 'subject')::uuid
    and c.user_id = (s.step ->> 'customer_id')::uuid;
  select bank.decide_disputes(steps);
  select bank.add_returns(steps);
  select bank.end_refunds(steps);
$$;
comment on function bank.write_household_events is
  'Saves household events, card statements, dispute decisions, and the ends of refunds.';

create function bank.write_engine_products(steps jsonb) returns void language sql volatile as $$
  update public.mortgages d set interest_rate = r.rate, monthly_payment = bank.major(r.payment),
    rate_reset_at = bank.from_millis((s.step ->> 'to')::bigint)
  from jsonb_array_elements(steps) as s (step),
    jsonb_to_recordset(s.step -> 'rates') as r (id uuid, rate numeric, payment numeric)
  where d.id = r.id and d.user_id = (s.step ->> 'customer_id')::uuid;
  update public.credit_cards c
    set due_date = r.due_date, rewards_balance = c.rewards_balance + coalesce(earned.rewards, 0),
      security_deposit = case when r.graduated is null then c.security_deposit end,
      deposit_account_id = case when r.graduated is null then c.deposit_account_id end
  from jsonb_array_elements(steps) as s (step),
    jsonb_to_recordset(s.step -> 'cards') as r (id uuid, due_date date, graduated boolean)
    left join lateral (select bank.major(sum((e.event -> 'facts' ->> 'rewards')::numeric)) as rewards
      from jsonb_array_elements(s.step -> 'events') as e (event)
      where e.event ->> 'kind' = 'statement' and e.event ->> 'subject' = r.id::text) as earned on true
  where c.id = r.id and c.user_id = (s.step ->> 'customer_id')::uuid;
  update public.loans d set next_due_date = r.next_due_date, past_due = bank.major(r.past_due),
    days_past_due = r.days_past_due
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'debts')
    as r (id uuid, next_due_date date, past_due numeric, days_past_due integer)
  where d.id = r.id and d.user_id = (s.step ->> 'customer_id')::uuid;
  update public.mortgages d set next_due_date = r.next_due_date, past_due = bank.major(r.past_due),
    days_past_due = r.days_past_due, current_value = coalesce(bank.major(r.value), d.current_value),
    pmi_ended_on = coalesce(r.pmi_ended_on, d.pmi_ended_on)
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'debts')
    as r (id uuid, next_due_date date, past_due numeric, days_past_due integer, value numeric,
      pmi_ended_on date)
  where d.id = r.id and d.user_id = (s.step ->> 'customer_id')::uuid;
  -- After the due date, from which the payment of a line of credit in its draw period follows.
  update public.loans d set interest_rate = r.rate, monthly_payment = bank.major(r.payment)
  from jsonb_array_elements(steps) as s (step),
    jsonb_to_recordset(s.step -> 'rates') as r (id uuid, rate numeric, payment numeric)
  where d.id = r.id and d.draw_months is not null and d.user_id = (s.step ->> 'customer_id')::uuid;
  update public.auto_deposits d set next_occurrence = r.next, next_at = bank.from_millis(r.at)
  from jsonb_array_elements(steps) as s (step),
    jsonb_to_recordset(s.step -> 'auto_deposits') as r (id uuid, next integer, at bigint)
  where d.id = r.id and d.user_id = (s.step ->> 'customer_id')::uuid;
  update public.scheduled_payments p set next_occurrence = r.next, next_at = bank.from_millis(r.at),
    retry_at = bank.from_millis(r.retry_at)
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'scheduled_payments')
    as r (id uuid, next integer, at bigint, retry_at bigint)
  where p.id = r.id and p.user_id = (s.step ->> 'customer_id')::uuid;
  update public.auto_deposits d set amount = bank.major(r.amount),
    pay_details = case when r.gross is null then d.pay_details
      else d.pay_details || jsonb_build_object('gross_per_year', bank.major(r.gross)) end
  from jsonb_array_elements(steps) as s (step),
    jsonb_to_recordset(s.step -> 'adjusted') as r (id uuid, amount numeric, gross numeric)
  where d.id = r.id and d.user_id = (s.step ->> 'customer_id')::uuid;
  update public.scheduled_payments p set amount = bank.major(r.amount)
  from jsonb_array_elements(steps) as s (step),
    jsonb_to_recordset(s.step -> 'adjusted') as r (id uuid, amount numeric)
  where p.id = r.id and p.user_id = (s.step ->> 'customer_id')::uuid;
  update public.accounts a set closed_at = bank.from_millis(r.at)
  from jsonb_array_elements(steps) as s (step),
    jsonb_to_recordset(s.step -> 'closed') as r (id uuid, at bigint)
  where a.id = r.id and a.user_id = (s.step ->> 'customer_id')::uuid;
$$;
comment on function bank.write_engine_products is 'Writes rates, due dates, arrears, rewards, next '
  'occurrences, and yearly adjustments as of the end of these steps. Closes accounts that were charged off '
  'and CDs that were paid out.';

create function bank.set_clocks(steps jsonb) returns void language sql volatile as $$
  -- A fast-forward changes the clock offset. A simulation up to the current time leaves the offset unchanged.
  update public.customers c
    set clock_offset = greatest(c.clock_offset,
    bank.from_millis((s.step ->> 'to')::bigint) - clock_timestamp())
  from jsonb_array_elements(steps) as s (step)
  where c.id = (s.step ->> 'customer_id')::uuid and (s.step ->> 'moves')::boolean;
  update bank.clocks k set simulated_until = bank.from_millis((s.step ->> 'to')::bigint),
    last_entry = greatest(k.last_entry,
      (select coalesce(max(e.id), 0) from bank.entries e where e.household_id = k.household_id)),
    rules_version = (s.step -> 'version' ->> 'rules')::bigint,
    due_at = bank.from_millis((s.step ->> 'next_due')::bigint) - c.clock_offset,
    carryover = s.step -> 'carryover'
  from jsonb_array_elements(steps) as s (step), public.customers c
  where k.household_id = (s.step ->> 'customer_id')::uuid and c.id = k.household_id;
$$;
comment on function bank.set_clocks is 'Sets the clocks to the end of these steps and saves the carryover.';

create function public.apply_engine_steps(steps jsonb) returns table (customer_id uuid, outcome text)
language plpgsql volatile set search_path = '' set plan_cache_mode = force_generic_plan
security definer -- because it writes the ledger for the engine
as $$
declare
  status record;
  accepted_steps jsonb;
  lines bank.engine_line[];
begin
  select coalesce(jsonb_object_agg(h.customer_id, h.outcome), '{}') as outcomes into status
    from bank.lock_engine_steps(steps) h;
  accepted_steps := steps;
  if exists (select from jsonb_each_text(status.outcomes) as o where o.value <> 'applied') then
    select coalesce(jsonb_agg(s.step order by s.ordinal), '[]') into accepted_steps
      from jsonb_array_elements(steps) with ordinality as s (step, ordinal)
      where status.outcomes ->> (s.step ->> 'customer_id') = 'applied';
  end if;
  lines := bank.engine_lines(accepted_steps);
  if lines is not null then
    perform bank.write_engine_entries(lines);
    perform bank.move_engine_balances(lines);
  end if;
  perform bank.write_household_events(accepted_steps);
  perform bank.write_pay_stubs(accepted_steps);
  perform bank.pause_premiums(accepted_steps);
  perform bank.write_engine_products(accepted_steps);
  perform bank.write_escrow(accepted_steps);
  perform bank.write_biweekly(accepted_steps);
  perform bank.write_goals(accepted_steps);
  perform bank.write_funds(accepted_steps);
  perform bank.write_certificates(accepted_steps);
  perform bank.write_holds(accepted_steps);
  perform bank.set_clocks(accepted_steps);
  return query select o.key::uuid, o.value from jsonb_each_text(status.outcomes) as o (key, value);
end $$;
comment on function public.apply_engine_steps is 'Posts engine steps of one or many households and returns a '
  'status for each: applied, changed (read it again), busy, or gone. Available only to server functions.';

create function public.claim_due_households(most integer default 200) returns setof uuid language sql volatile
security definer -- because it writes an engine table
set search_path = '' as $$
  with due as (
    select k.household_id from bank.clocks k where k.due_at <= clock_timestamp() order by k.due_at
      limit most for update skip locked
  )
  update bank.clocks k set due_at = clock_timestamp() + interval '2 minutes' from due
    where k.household_id = due.household_id
  returning k.household_id
$$;
comment on function public.claim_due_households is 'Claims households with due events for one caller. If '
  'that caller fails, they become due again after two minutes.';

-- Ledger hashes, which prove that a customer's ledger hasn't changed. Each entry is converted to text without
-- ids or real times and added to a chain of hashes.
create function bank.canonical_entries(household uuid)
returns table (entry_id bigint, entry text) language sql stable as $$
  with pages as (
    -- Names ledger accounts by product and position, such as the third account or the first loan. Copies of a
    -- household have the same names.
    select l.id as ledger_id,
      l.product || ' ' || row_number() over (
        partition by l.product order by l.created_at, l.name, l.id) as name
    from bank.ledger_accounts l where l.household_id = household
    union all
    select l.id, l.name from bank.ledger_accounts l where l.product = 'system'
  )
  select e.id, concat_ws('|', (extract(epoch from e.at) * 1000000)::bigint, e.kind, e.description,
    string_agg(concat_ws(' ', pages.name, p.currency, p.amount), ';' order by pages.name, p.currency))
  from bank.entries e join bank.postings p on p.entry_id = e.id
    join pages on pages.ledger_id = p.ledger_id
  where e.household_id = household group by e.id order by e.id
$$;
comment on function bank.canonical_entries is
  'Returns all entries of a household as text, without ids and real times.';

create table bank.ledger_hashes (
  household_id uuid not null references public.customers on delete cascade,
  entry_id bigint not null,
  hash text not null,
  hashed_at timestamptz not null default clock_timestamp(),
  primary key (household_id, entry_id)
);
alter table bank.ledger_hashes enable row level security;
comment on table bank.ledger_hashes is
  'The ledger hash of a household up to an entry, saved to detect later changes.';

create function bank.hash_ledger(household uuid, out hash text, out entry_id bigint, out broken_at bigint)
language plpgsql stable as $$
declare
  link record;
  chain bytea := '';
begin
  for link in select c.entry_id, c.entry, s.hash as saved_hash from bank.canonical_entries(household) c
    left join bank.ledger_hashes s on s.household_id = household and s.entry_id = c.entry_id
      order by c.entry_id
  loop
    chain := sha256(chain || convert_to(link.entry, 'UTF8'));
    if link.saved_hash is not null and link.saved_hash <> encode(chain, 'hex') and broken_at is null then
      broken_at := link.entry_id;
    end if;
    entry_id := link.entry_id;
  end loop;
  hash := encode(chain, 'hex');
end $$;
comment on function bank.hash_ledger is 'Computes the hash chain of a household''s ledger, and returns the '
  'first saved hash that no longer matches.';

create function bank.audit_replay(household uuid) returns table (violation text, subject text, detail jsonb)
language sql stable as $$
  select 'balance after a movement differs from the replay', r.account_id::text,
    jsonb_build_object('entry', r.entry_id, 'shown', r.balance_after, 'replayed', r.replayed)
  from (
    -- Adds up journal amounts in date order, so that the displayed balances add up line by line.
    select t.account_id, t.entry_id, t.balance_after,
      sum(p.amount) over (partition by t.account_id order by t.date) as replayed
    from public.transactions t
      join bank.postings p on p.entry_id = t.entry_id and p.ledger_id = t.account_id
        and p.currency = t.currency
    where t.user_id = household) r
  where r.replayed <> r.balance_after
$$;
comment on function bank.audit_replay is
  'Returns transactions whose balance differs from a replay of the journal.';

create function public.my_ledger_hash() returns jsonb language plpgsql volatile
security definer -- because it reads the caller's whole journal, and stores its hash
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  books record;
  hashes_checked integer;
begin
  select * into books from bank.hash_ledger(caller);
  select count(*) into hashes_checked from bank.ledger_hashes s where s.household_id = caller;
  if books.entry_id is not null and books.broken_at is null then
    insert into bank.ledger_hashes (household_id, entry_id, hash) values (caller, books.entry_id, books.hash)
      on conflict do nothing;
  end if;
  return jsonb_build_object(
    'hash', books.hash, 'hashes_checked', hashes_checked, 'chain_intact', books.broken_at is null,
    'sums', (select coalesce(jsonb_object_agg(s.currency, s.sum), '{}') from (
      select p.currency, sum(p.amount) as sum from bank.entries e join bank.postings p on p.entry_id = e.id
      where e.household_id = caller group by p.currency) s),
    'replay', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from bank.audit_replay(caller) r))
      || public.my_books();
end $$;
comment on function public.my_ledger_hash is 'Returns the proof of the caller''s ledger: its hash, whether '
  'saved hashes match, sums per currency (all zero), the replay, and violations.';

-- Scheduled jobs, run by pg_cron or by the server's own scheduler. If neither is available, clocks advance
-- only when customers move them.
call bank.schedule_server_function('advance-due',
  'select from bank.clocks where due_at <= clock_timestamp()');
call bank.schedule_job('delete-old-requests', '37 3 * * *',
  'delete from bank.requests where created_at < clock_timestamp() - interval ''30 days''');

-- PostgreSQL caches the plan for joining row sets per connection, based on the size of the first call. After
-- a call with one clock, a call with a thousand clocks would use nested loops. Therefore, this function first
-- looks up the few households with open payments or offers by index.
create function bank.expire_pending_items() returns trigger language plpgsql
security definer -- because it returns money and writes states for the engine
set search_path = '' as $$
declare
  household_ids uuid[];
  household uuid;
begin
  household_ids := array(select n.household_id from clocks_after n
    where exists (select from public.peer_transfers l where l.user_id = n.household_id
      and l.state = 'pending')
      or exists (select from public.loan_applications a where a.user_id = n.household_id
        and a.status in ('approved', 'countered')));
  if cardinality(household_ids) = 0 then return null; end if;
  household_ids := array(select n.household_id from clocks_after n
    join clocks_before o on o.household_id = n.household_id
    where n.household_id = any(household_ids) and n.simulated_until is distinct from o.simulated_until
      order by 1);
  foreach household in array household_ids loop
    if exists (select from public.peer_transfers l where l.user_id = household and l.state = 'pending') then
      perform bank.expire_peer_transfers(household);
      perform bank.schedule_transfer_expiry(household);
    end if;
  end loop;
  foreach household in array household_ids loop
    if exists (select from public.loan_applications a where a.user_id = household
      and a.status in ('approved', 'countered')) then
      perform bank.expire_offers(household);
    end if;
  end loop;
  return null;
end $$;
comment on function bank.expire_pending_items is 'Expires open payments and offers after clocks have moved.';

create trigger expire_pending_items after update
  on bank.clocks referencing old table as clocks_before new table as clocks_after
  for each statement execute function bank.expire_pending_items();

create function bank.adjustment_json(yearly_adjustment text, yearly_percent numeric)
returns json language sql immutable as $$
  select case yearly_adjustment when 'fixed' then to_json(yearly_percent)
    else to_json(yearly_adjustment) end
$$;
comment on function bank.adjustment_json is
  'Returns the yearly change of a rule in the engine''s format: a percentage, "inflation", "none", or a type '
  'of bill; null for the usual one.';

create function bank.set_rule(name text, value jsonb, removed text[] default '{}') returns void
language plpgsql volatile as $$
declare
  caller uuid := bank.caller();
begin
  perform bank.lock_clock_exclusively(caller);
  -- A step that is being computed is discarded and computed again.
  update bank.clocks k set rules_version = k.rules_version + 1, due_at = least(k.due_at, clock_timestamp()),
      carryover = case when value is null then k.carryover - name
        else k.carryover || jsonb_build_object(name, value) end - removed
    where k.household_id = caller;
  perform bank.refuse_if(not found, 'NTFND', 'Open an account first.');
end $$;
comment on function bank.set_rule is 'Sets a rule of the simulation in the carryover of the caller''s '
  'household, or removes it if the value is null. Also removes other parts of the carryover, in the same '
  'version of the rules. Refuses: NTFND, CLOCK, NOUSR.';

-- Surprises are bills, windfalls, and similar events drawn from the household's seed. They are off unless the
-- customer turns them on.
create function public.set_surprises(level text) returns text language plpgsql volatile
security definer -- because it writes the carryover of the caller's household
set search_path = '' as $$
declare
  caller uuid := bank.caller();
begin
  perform bank.refuse_if(level is null or level not in ('off', 'some', 'many'),
    'BADTY', 'Set surprises to off, some, or many.');
  perform bank.lock_clock_exclusively(caller);
  -- A step that is being computed is discarded and computed again.
  update bank.clocks k set rules_version = k.rules_version + 1, due_at = least(k.due_at, clock_timestamp()),
      carryover = case level
        when 'off' then k.carryover - '{surprises,surpriseChoices,returns,plannedReturns}'::text[]
          || jsonb_build_object(
          'shocks', (select coalesce(jsonb_agg(s.shock order by s.ordinal), '[]')
            from jsonb_array_elements(coalesce(k.carryover -> 'shocks', '[]')) with ordinality as s (shock,
              ordinal)
            where s.shock ? 'begun' or s.shock ->> 'id' not like 'luck:%'))
        else k.carryover || jsonb_build_object('surprises', level, 'surpriseChoices', true, 'returns', true)
        end
    where k.household_id = caller;
  perform bank.refuse_if(not found, 'NTFND', 'Open an account first.');
  update public.customers c set surprises_chosen_at = now()
    where c.id = caller and c.surprises_chosen_at is null;
  return level;
end $$;
comment on function public.set_surprises is
  'Sets how often unexpected bills, windfalls, and other surprises happen to the caller: off, some, or '
  'many, from the next simulated month on. Some of them ask for a decision. Some purchases are returned, and '
  'some refunds don''t arrive. After the first choice, the '
  'bank no longer asks before a long fast-forward. Refuses: BADTY, NTFND, CLOCK, NOUSR.';

create function public.set_bank_holidays(observed boolean) returns boolean language plpgsql volatile
security definer -- because it writes the carryover of the caller's household
set search_path = '' as $$
begin
  perform bank.refuse_if(observed is null, 'BADTY', 'Choose whether banks close on bank holidays.');
  perform bank.set_rule('bankHolidays', case when observed then 'true'::jsonb end);
  return observed;
end $$;
comment on function public.set_bank_holidays is
  'Sets whether banks close on bank holidays for the caller. Paychecks and scheduled payments move to '
  'another business day, and card payments are on time until the next one. Refuses: BADTY, NTFND, CLOCK, '
  'NOUSR.';

create function public.set_unemployment_benefits(paid boolean) returns boolean language plpgsql volatile
security definer -- because it writes the carryover of the caller's household
set search_path = '' as $$
begin
  perform bank.refuse_if(paid is null, 'BADTY', 'Choose whether a job loss pays unemployment benefits.');
  perform bank.set_rule('unemployment', case when paid then 'true'::jsonb end);
  return paid;
end $$;
comment on function public.set_unemployment_benefits is
  'Sets whether the caller''s next job loss pays unemployment benefits: half of gross pay, up to 500.00 a '
  'week, for up to 26 weeks after a waiting week. Refuses: BADTY, NTFND, CLOCK, NOUSR.';

create function public.set_bill_increases(enabled boolean) returns boolean language plpgsql volatile
security definer -- because it writes the carryover of the caller's household
set search_path = '' as $$
begin
  perform bank.refuse_if(enabled is null, 'BADTY', 'Choose whether bills go up.');
  perform bank.set_rule('billIncreases', case when enabled then 'true'::jsonb end,
    case when enabled then '{}' else '{bills}'::text[] end);
  return enabled;
end $$;
comment on function public.set_bill_increases is
  'Sets whether the caller''s bills and pay go up as usual, such as rent on each anniversary. Announced '
  'increases don''t happen once it is off. Refuses: BADTY, NTFND, CLOCK, NOUSR.';

-- Allows one fast-forward per household, on any server process. Uses a lease instead of a lock, because a run
-- has many transactions. A crashed process must not block the clock for long.
create table bank.fast_forwards (
  run_id uuid primary key,
  household_id uuid not null references public.customers on delete cascade,
  request text not null check (length(request) <= 200),
  expires_at timestamptz not null,
  answer jsonb
);
create unique index fast_forwards_running_idx on bank.fast_forwards (household_id) where answer is null;
create index fast_forwards_household_id_idx on bank.fast_forwards (household_id);
comment on table bank.fast_forwards is
  'Fast-forwards that are running or finished within the last ten seconds, with their results.';
comment on column bank.fast_forwards.request is
  'The request. Identical requests get the result of the running fast-forward.';
comment on column bank.fast_forwards.expires_at is 'The time when the lease or the saved result expires.';
alter table bank.fast_forwards enable row level security;

create function public.begin_fast_forward(customer_id uuid, run_id uuid, request text)
returns table (current_run uuid, state text) language plpgsql volatile
security definer -- because it uses a table that no API role may read
set search_path = '' as $$
begin
  delete from bank.fast_forwards f where f.household_id = begin_fast_forward.customer_id
    and f.expires_at < clock_timestamp();
  insert into bank.fast_forwards (run_id, household_id, request, expires_at)
  select begin_fast_forward.run_id, c.id, begin_fast_forward.request, clock_timestamp() + interval '5 seconds'
  from public.customers c where c.id = begin_fast_forward.customer_id
  on conflict (household_id) where answer is null do nothing;
  return query
  select f.run_id, case when f.run_id = begin_fast_forward.run_id then 'started'
      when f.request = begin_fast_forward.request then 'joined' else 'refused' end
  from bank.fast_forwards f where f.household_id = begin_fast_forward.customer_id and f.answer is null;
end $$;
comment on function public.begin_fast_forward is
  'Starts a fast-forward. If one is already running, returns its run with `joined` (same request) or '
  '`refused` (another request). Returns no row for an unknown customer. Available only to server functions.';

create function public.continue_fast_forward(run_id uuid) returns boolean language sql volatile
security definer -- because it uses a table that no API role may read
set search_path = '' as $$
  with continued as (
    update bank.fast_forwards f set expires_at = clock_timestamp() + interval '5 seconds'
    where f.run_id = continue_fast_forward.run_id and f.answer is null
    returning 1
  )
  select exists (select from continued)
$$;
comment on function public.continue_fast_forward is 'Extends the lease by five seconds. Returns false if the '
  'lease has expired and another run has started. Available only to server functions.';

create function public.end_fast_forward(run_id uuid, answer jsonb) returns void language sql volatile
security definer -- because it uses a table that no API role may read
set search_path = '' as $$
  update bank.fast_forwards f
    set answer = end_fast_forward.answer, expires_at = clock_timestamp() + interval '10 seconds'
  where f.run_id = end_fast_forward.run_id
$$;
comment on function public.end_fast_forward is
  'Ends a run and saves its result for identical requests for ten seconds. For the server''s functions.';

create function public.fast_forward_answer(run_id uuid) returns table (is_running boolean, answer jsonb)
language sql stable security definer -- because it uses a table that no API role may read
set search_path = '' as $$
  select f.answer is null and f.expires_at >= clock_timestamp(), f.answer from bank.fast_forwards f
    where f.run_id = fast_forward_answer.run_id
$$;
comment on function public.fast_forward_answer is
  'Returns the state of a run, or its result. For the server''s functions.';

grant execute on function
  public.engine_households, public.apply_engine_steps, public.claim_due_households, public.begin_fast_forward,
  public.continue_fast_forward, public.end_fast_forward, public.fast_forward_answer to service_role;
grant execute on function public.my_ledger_hash, public.set_surprises, public.set_bank_holidays,
  public.set_unemployment_benefits, public.set_bill_increases to authenticated;
