-- What the engine needs to know about households: amounts in minor units, instants in milliseconds.
create function bank.minor(amount numeric) returns bigint language sql immutable as $$ select (amount * 100)::bigint $$;
comment on function bank.minor(numeric) is 'An amount in whole minor units.';

create function bank.major(minor numeric) returns numeric language sql immutable as $$ select round(minor / 100, 2) $$;
comment on function bank.major(numeric) is 'An amount of minor units as it stands in the tables.';

create function bank.millis(instant timestamptz) returns bigint language sql immutable as $$
  select floor(extract(epoch from instant) * 1000)::bigint
$$;
comment on function bank.millis(timestamptz) is 'Whole milliseconds since 1970, rounded down.';

create function bank.instant_of(millis bigint) returns timestamptz language sql immutable as $$
  select timestamptz 'epoch' + millis * interval '1 millisecond'
$$;
comment on function bank.instant_of(bigint) is 'The instant of so many milliseconds since 1970.';

-- Sets, each of one row: PostgreSQL plans them as part of the query that asks, once for all households.
create function bank.engine_products(household uuid) returns setof jsonb language sql stable as $$
  select jsonb_build_object(
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'currency', a.currency,
        'balance', bank.minor(a.balance), 'closed', a.closed_at is not null) order by a.created_at, a.id), '[]')
      from public.accounts a where a.user_id = household),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'currency', c.currency, 'limit', bank.minor(c.credit_limit),
        'apr', c.apr, 'balance', bank.minor(c.balance), 'due_date', c.due_date, 'autopay', c.autopay, 'autopay_account_id', c.autopay_account_id,
        'autopay_amount', bank.minor(c.autopay_amount), 'frozen', c.frozen) order by c.created_at, c.id), '[]')
      from public.credit_cards c where c.user_id = household),
    'debts', (select coalesce(jsonb_agg(debt.row order by debt.created_at, debt.id), '[]') from (
        select l.id, l.created_at, jsonb_build_object('id', l.id, 'product', 'loan', 'name', l.name, 'currency', l.currency,
          'balance', bank.minor(l.remaining_balance), 'rate', l.interest_rate, 'payment', bank.minor(l.monthly_payment), 'term', l.term,
          'start_date', l.start_date, 'next_due_date', l.next_due_date, 'autopay_account_id', l.autopay_account_id,
          'autopay_extra', bank.minor(l.autopay_extra), 'paused_until', l.paused_until) as row
        from public.loans l where l.user_id = household
        union all
        select m.id, m.created_at, jsonb_build_object('id', m.id, 'product', 'mortgage', 'name', m.name, 'currency', m.currency,
          'balance', bank.minor(m.remaining_balance), 'rate', m.interest_rate, 'payment', bank.minor(m.monthly_payment), 'term', m.term * 12,
          'start_date', m.start_date, 'next_due_date', m.next_due_date, 'autopay_account_id', m.autopay_account_id,
          'autopay_extra', bank.minor(m.autopay_extra), 'paused_until', m.paused_until, 'rate_type', m.rate_type, 'rate_margin', m.rate_margin,
          'value', bank.minor(coalesce(m.current_value, m.property_value)))
        from public.mortgages m where m.user_id = household) as debt))
$$;
comment on function bank.engine_products(uuid) is 'The products of a household as the engine reads them.';

create function bank.engine_rules(household uuid) returns setof jsonb language sql stable as $$
  select jsonb_build_object(
    'auto_deposits', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'account_id', d.account_id,
        'amount', bank.minor(d.amount), 'frequency', d.frequency, 'category', c.name, 'is_pay', d.is_pay, 'start_date', d.start_date,
        'minutes', extract(hour from d.start_time) * 60 + extract(minute from d.start_time), 'end_date', d.end_date,
        'occurrences', d.occurrences, 'paused', d.paused, 'next', d.next_occurrence) order by d.created_at, d.id), '[]')
      from public.auto_deposits d left join public.categories c on c.id = d.category_id where d.user_id = household),
    'scheduled_payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'account_id', p.account_id,
        'payee', p.payee, 'to_account_id', p.to_account_id, 'card_id', p.card_id, 'debt_id', coalesce(p.loan_id, p.mortgage_id),
        'amount', bank.minor(p.amount), 'amount_kind', p.amount_kind, 'frequency', p.frequency, 'category', c.name,
        'start_date', p.start_date, 'end_date', p.end_date, 'occurrences', p.occurrences, 'weekend', p.weekend, 'paused', p.paused,
        'next', p.next_occurrence,
        'changed', (select coalesce(jsonb_object_agg(x.planned_date, case when x.amount is null then jsonb_build_object('skip', true)
            else jsonb_build_object('amount', bank.minor(x.amount)) end), '{}') from public.payment_exceptions x where x.payment_id = p.id)
      ) order by p.created_at, p.id), '[]')
      from public.scheduled_payments p left join public.categories c on c.id = p.category_id where p.user_id = household),
    'shocks', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.shock, 'on_date', s.on_date,
        'size', case when s.shock in ('medical_bill', 'car_repair', 'windfall', 'card_fraud') then bank.minor(s.size) else s.size end,
        'months', s.months, 'product_id', s.product_id) order by s.on_date, s.id), '[]')
      from public.shocks s where s.user_id = household))
$$;
comment on function bank.engine_rules(uuid) is 'The rules and planned shocks of a household as the engine reads them.';

create function bank.engine_changes(household uuid, after_entry bigint, after_instant timestamptz) returns setof jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', bank.millis(e.at) + 1, 'productId', p.ledger_id, 'amount', bank.minor(p.amount),
      'kind', e.kind, 'category', c.name) order by e.at, e.id), '[]')
  from bank.entries e
    join bank.postings p on p.entry_id = e.id
    join bank.ledger_accounts l on l.id = p.ledger_id and l.household_id = household and l.currency = p.currency
    left join public.categories c on c.id = e.category_id
  where e.household_id = household and e.id > after_entry and e.at > after_instant
$$;
comment on function bank.engine_changes(uuid, bigint, timestamptz) is 'What others posted since the engine last looked.';

create function public.engine_households(customer_ids uuid[]) returns setof jsonb language sql stable
security definer -- reads whole households for the engine
set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'time_zone', c.time_zone, 'generation', c.generation, 'now', bank.millis(clock_timestamp() + c.clock_offset),
      'lived_to', bank.millis(k.lived_to), 'rules_version', k.rules_version, 'seed', k.seed, 'memory', k.memory,
      'last_entry', (select coalesce(max(e.id), 0) from bank.entries e where e.household_id = c.id),
      'changes', changes.told) || products.told || rules.told
  from unnest(customer_ids) as wanted (id)
    join public.customers c on c.id = wanted.id
    join bank.clocks k on k.household_id = c.id
    cross join lateral bank.engine_products(c.id) as products (told)
    cross join lateral bank.engine_rules(c.id) as rules (told)
    cross join lateral bank.engine_changes(c.id, k.last_entry, k.lived_to) as changes (told)
$$;
comment on function public.engine_households(uuid[]) is 'Households as the engine lives them. For the server''s functions.';
grant execute on function public.engine_households(uuid[]) to service_role;
