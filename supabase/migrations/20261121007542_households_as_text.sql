-- Households for the engine as text that is built once: their parts were made as binary JSON, copied into each other five
-- times and then written out as text.
drop function public.engine_households(uuid[]);
drop function bank.engine_products(uuid);
drop function bank.engine_cards(uuid);
drop function bank.engine_disputes(uuid, timestamptz);
drop function bank.engine_goals(uuid);
drop function bank.engine_rules(uuid);
drop function bank.engine_changes(uuid, bigint, timestamptz);

-- Sets, each of one row: PostgreSQL plans them as part of the query that asks, once for all households.
create function bank.engine_products(household uuid) returns table (accounts json, debts json) language sql stable as $$
  select (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'type', a.type, 'currency', a.currency,
        'balance', bank.minor(a.balance), 'closed', a.closed_at is not null) order by a.created_at, a.id), '[]')
      from public.accounts a where a.user_id = household),
    (select coalesce(json_agg(debt.row order by debt.created_at, debt.id), '[]') from (
        select l.id, l.created_at, json_build_object('id', l.id, 'product', 'loan', 'name', l.name, 'currency', l.currency,
          'balance', bank.minor(l.remaining_balance), 'rate', l.interest_rate, 'payment', bank.minor(l.monthly_payment), 'term', l.term,
          'start_date', l.start_date, 'next_due_date', l.next_due_date, 'autopay_account_id', l.autopay_account_id,
          'autopay_extra', bank.minor(l.autopay_extra), 'paused_until', l.paused_until) as row
        from public.loans l where l.user_id = household
        union all
        select m.id, m.created_at, json_build_object('id', m.id, 'product', 'mortgage', 'name', m.name, 'currency', m.currency,
          'balance', bank.minor(m.remaining_balance), 'rate', m.interest_rate, 'payment', bank.minor(m.monthly_payment), 'term', m.term * 12,
          'start_date', m.start_date, 'next_due_date', m.next_due_date, 'autopay_account_id', m.autopay_account_id,
          'autopay_extra', bank.minor(m.autopay_extra), 'paused_until', m.paused_until, 'rate_type', m.rate_type, 'rate_margin', m.rate_margin,
          'value', bank.minor(coalesce(m.current_value, m.property_value)))
        from public.mortgages m where m.user_id = household) as debt)
$$;
comment on function bank.engine_products(uuid) is 'The accounts, loans and mortgages of a household as the engine reads them.';

create function bank.engine_cards(household uuid) returns table (cards json) language sql stable as $$
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'currency', c.currency,
      'limit', bank.minor(c.credit_limit), 'apr', c.apr, 'balance', bank.minor(c.balance), 'due_date', c.due_date, 'autopay', c.autopay,
      'autopay_account_id', c.autopay_account_id, 'autopay_amount', bank.minor(c.autopay_amount), 'frozen', c.frozen,
      'controls', case when exists (select from public.card_controls x where x.card_id = c.id)
        then bank.engine_controls(c, k.lived_to, k.last_entry) end) order by c.created_at, c.id), '[]')
  from public.credit_cards c join bank.clocks k on k.household_id = c.user_id where c.user_id = household and c.closed_at is null
$$;
comment on function bank.engine_cards(uuid) is 'The open cards of a household as the engine reads them, with what their controls have seen in the month.';

create function bank.engine_disputes(household uuid, lived_to timestamptz) returns table (disputes json) language sql stable as $$
  -- Decided ones only as long as the bank would credit their fraud a second time.
  select coalesce(json_agg(json_build_object('id', d.id, 'card_id', d.card_id, 'amount', bank.minor(d.amount),
      'decide_on', d.decide_on, 'merchant', d.merchant, 'category', d.category,
      'outcome', case d.status when 'in_review' then o.outcome end,
      'shock_id', case when e.event_key like '%:fraud' then regexp_replace(e.event_key, ':fraud$', '') end)
      order by d.opened_at, d.id), '[]')
  from public.card_disputes d
    join bank.dispute_outcomes o on o.dispute_id = d.id
    join bank.entries e on e.id = d.entry_id
  where d.user_id = household
    and (d.status = 'in_review' or (e.event_key like '%:fraud' and d.opened_at > engine_disputes.lived_to - interval '60 days'))
$$;
comment on function bank.engine_disputes(uuid, timestamptz) is 'The disputes of a household as the engine reads them.';

create function bank.engine_goals(household uuid) returns table (goals json) language sql stable as $$
  select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'account_id', g.account_id,
      'target', bank.minor(g.target), 'portion', bank.minor(g.portion), 'active', g.status = 'active', 'reached', g.reached_at is not null,
      'contribution', g.contribution, 'amount', bank.minor(g.contribution_amount), 'percent', g.contribution_percent, 'frequency', g.frequency,
      'start_date', g.start_date, 'next', g.next_occurrence, 'from_account_id', g.from_account_id) order by g.priority, g.created_at, g.id), '[]')
  from public.goals g join public.accounts a on a.id = g.account_id and a.currency = g.currency
  where g.user_id = household and g.status <> 'archived'
$$;
comment on function bank.engine_goals(uuid) is 'The goals of a household as the engine reads them, the first to be filled first.';

create function bank.adjustment_json(yearly_adjustment text, yearly_percent numeric) returns json language sql immutable as $$
  select case yearly_adjustment when 'inflation' then to_json(yearly_adjustment) when 'fixed' then to_json(yearly_percent) end
$$;
comment on function bank.adjustment_json(text, numeric) is
  'The yearly adjustment of a rule as the engine reads it: "inflation", or percent a year.';

create function bank.engine_rules(household uuid) returns table (auto_deposits json, scheduled_payments json, shocks json) language sql stable as $$
  select (select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'account_id', d.account_id,
        'amount', bank.minor(d.amount), 'frequency', d.frequency, 'category', c.name, 'is_pay', d.is_pay, 'start_date', d.start_date,
        'minutes', extract(hour from d.start_time) * 60 + extract(minute from d.start_time), 'end_date', d.end_date,
        'occurrences', d.occurrences, 'paused', d.paused, 'next', d.next_occurrence, 'resumed', bank.millis(d.resumed_at),
        'adjustment', bank.adjustment_json(d.yearly_adjustment, d.yearly_percent))
        order by d.created_at, d.id), '[]')
      from public.auto_deposits d left join public.categories c on c.id = d.category_id where d.user_id = household),
    (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'account_id', p.account_id,
        'payee', p.payee, 'to_account_id', p.to_account_id, 'card_id', p.card_id, 'debt_id', coalesce(p.loan_id, p.mortgage_id),
        'amount', bank.minor(p.amount), 'amount_kind', p.amount_kind, 'frequency', p.frequency, 'category', c.name,
        'start_date', p.start_date, 'end_date', p.end_date, 'occurrences', p.occurrences, 'weekend', p.weekend, 'paused', p.paused,
        'next', p.next_occurrence, 'resumed', bank.millis(p.resumed_at),
        'adjustment', bank.adjustment_json(p.yearly_adjustment, p.yearly_percent),
        'changed', (select coalesce(json_object_agg(x.planned_date, case when x.amount is null then json_build_object('skip', true)
            else json_build_object('amount', bank.minor(x.amount)) end), '{}') from public.payment_exceptions x where x.payment_id = p.id)
      ) order by p.created_at, p.id), '[]')
      from public.scheduled_payments p left join public.categories c on c.id = p.category_id where p.user_id = household),
    (select coalesce(json_agg(json_build_object('id', s.id, 'kind', s.shock, 'on_date', s.on_date,
        'size', case when s.shock in ('medical_bill', 'car_repair', 'windfall', 'card_fraud') then bank.minor(s.size) else s.size end,
        'months', s.months, 'product_id', s.product_id) order by s.on_date, s.id), '[]')
      from public.shocks s where s.user_id = household)
$$;
comment on function bank.engine_rules(uuid) is 'The rules and planned shocks of a household as the engine reads them.';

create function bank.engine_changes(household uuid, after_entry bigint, after_instant timestamptz) returns setof json language sql stable as $$
  select coalesce(json_agg(json_build_object('at', bank.millis(e.at) + 1, 'productId', p.ledger_id, 'amount', bank.minor(p.amount),
      'kind', e.kind, 'category', c.name) order by e.at, e.id), '[]')
  from bank.entries e
    join bank.postings p on p.entry_id = e.id
    join bank.ledger_accounts l on l.id = p.ledger_id and l.household_id = household and l.currency = p.currency
    left join public.categories c on c.id = e.category_id
  where e.household_id = household and e.id > after_entry and e.at > after_instant
$$;
comment on function bank.engine_changes(uuid, bigint, timestamptz) is 'What others posted since the engine last looked.';

create function public.engine_households(customer_ids uuid[]) returns setof json language sql stable
security definer -- reads whole households for the engine
set search_path = ''
-- The statement is the same for one household and for a thousand: planning it anew for each batch cost a third of reading.
set plan_cache_mode = force_generic_plan as $$
  select json_build_object('id', c.id, 'time_zone', c.time_zone, 'generation', c.generation, 'now', bank.millis(clock_timestamp() + c.clock_offset),
      'lived_to', bank.millis(k.lived_to), 'rules_version', k.rules_version, 'seed', k.seed, 'memory', k.memory,
      'last_entry', (select coalesce(max(e.id), 0) from bank.entries e where e.household_id = c.id),
      'changes', changes.told,
      'accounts', products.accounts, 'debts', products.debts,
      'cards', cards.cards,
      'disputes', disputes.disputes,
      'goals', goals.goals,
      'auto_deposits', rules.auto_deposits, 'scheduled_payments', rules.scheduled_payments, 'shocks', rules.shocks)
  from unnest(customer_ids) as wanted (id)
    join public.customers c on c.id = wanted.id
    join bank.clocks k on k.household_id = c.id
    cross join lateral bank.engine_products(c.id) as products
    cross join lateral bank.engine_cards(c.id) as cards
    cross join lateral bank.engine_disputes(c.id, k.lived_to) as disputes
    cross join lateral bank.engine_goals(c.id) as goals
    cross join lateral bank.engine_rules(c.id) as rules
    cross join lateral bank.engine_changes(c.id, k.last_entry, k.lived_to) as changes (told)
$$;
comment on function public.engine_households(uuid[]) is 'Households as the engine lives them. For the server''s functions.';
revoke execute on function public.engine_households(uuid[]) from public;
grant execute on function public.engine_households(uuid[]) to service_role;

create or replace function public.my_household() returns jsonb language sql stable
security definer -- reads the engine's memory of the caller's own household
set search_path = '' as $$
  select row
    || jsonb_build_object('disputes', (select coalesce(jsonb_agg(d.dispute - 'outcome' order by d.ordinal), '[]')
      from jsonb_array_elements(row -> 'disputes') with ordinality as d (dispute, ordinal)))
    || case when row -> 'memory' ? 'play' then jsonb_build_object('memory', row -> 'memory' || jsonb_build_object('shocks',
      (select coalesce(jsonb_agg(s.shock order by s.ordinal), '[]')
        from jsonb_array_elements(row #> '{memory,shocks}') with ordinality as s (shock, ordinal)
        where s.shock ? 'begun' or not s.shock ? 'story'))) else '{}' end
  from (select told::jsonb from public.engine_households(array[bank.caller()]) as told) as mine (row)
$$;
