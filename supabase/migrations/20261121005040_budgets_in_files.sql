-- Files of households carry budgets: categories stand in them by name.
create function bank.file_budgets(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'budgets', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(b) - '{id,user_id,category_id}'::text[] || jsonb_build_object('category', c.name))
        order by c.name, b.id), '[]') from public.budgets b join public.categories c on c.id = b.category_id where b.user_id = household),
    'budget_limits', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(l) - '{id,user_id,category_id}'::text[] || jsonb_build_object('category', c.name))
        order by l.month, c.name, l.id), '[]') from public.budget_limits l join public.categories c on c.id = l.category_id where l.user_id = household),
    'budget_moves', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(m) - '{id,user_id,from_category_id,to_category_id}'::text[]
        || jsonb_build_object('from_category', f.name, 'to_category', t.name)) order by m.at, m.id), '[]')
      from public.budget_moves m left join public.categories f on f.id = m.from_category_id left join public.categories t on t.id = m.to_category_id
      where m.user_id = household),
    'budget_settings', (select coalesce(jsonb_agg(jsonb_build_object('mode', s.mode, 'since', s.since)), '[]')
      from public.budget_settings s where s.user_id = household))
$$;
comment on function bank.file_budgets(uuid) is 'Budgets, the limits of past months, moves between them and how the customer budgets, as they stand in a file.';

create function bank.load_budgets(customer_id uuid, household jsonb) returns void language plpgsql volatile as $$
begin
  -- A household that says nothing about budgets leaves those that are there.
  if not household ? 'budgets' then
    return;
  end if;
  delete from public.budget_moves m where m.user_id = customer_id;
  delete from public.budgets b where b.user_id = customer_id;
  delete from public.budget_settings s where s.user_id = customer_id;
  insert into public.budgets (user_id, category_id, currency, amount, rollover, rollover_cap, starts_on, created_at, updated_at)
    select customer_id, c.id, coalesce(b.currency, 'USD'), b.amount, coalesce(b.rollover, 'none'), b.rollover_cap, b.starts_on,
      coalesce(b.created_at, b.starts_on), coalesce(b.updated_at, b.created_at, b.starts_on)
    from jsonb_to_recordset(household -> 'budgets') as b (category text, currency text, amount numeric, rollover text, rollover_cap numeric,
        starts_on date, created_at timestamptz, updated_at timestamptz)
      join lateral (select bank.category_named(customer_id, b.category, 'spending') as id) as c on c.id is not null
    on conflict (user_id, category_id) do nothing;
  -- The file knows the limits of past months; of a household that was made up they begin with the budget.
  delete from public.budget_limits l where l.user_id = customer_id;
  insert into public.budget_limits (user_id, category_id, month, amount, currency, rollover, rollover_cap)
    select customer_id, c.id, l.month, l.amount, coalesce(l.currency, 'USD'), coalesce(l.rollover, 'none'), l.rollover_cap
    from jsonb_to_recordset(coalesce(household -> 'budget_limits', '[]')) as l (category text, month date, amount numeric, currency text,
        rollover text, rollover_cap numeric)
      join lateral (select bank.category_named(customer_id, l.category, 'spending') as id) as c on c.id is not null
    on conflict (user_id, category_id, month) do nothing;
  insert into public.budget_limits (user_id, category_id, month, amount, currency, rollover, rollover_cap)
    select b.user_id, b.category_id, b.starts_on, b.amount, b.currency, b.rollover, b.rollover_cap from public.budgets b
    where b.user_id = customer_id and not exists (select from public.budget_limits l where l.user_id = customer_id and l.category_id = b.category_id);
  insert into public.budget_moves (user_id, month, from_category_id, to_category_id, currency, amount, at)
    select customer_id, m.month, f.id, t.id, coalesce(m.currency, 'USD'), m.amount, m.at
    from jsonb_to_recordset(coalesce(household -> 'budget_moves', '[]')) as m (month date, from_category text, to_category text, currency text,
        amount numeric, at timestamptz)
      cross join lateral (select bank.category_named(customer_id, m.from_category, 'spending') as id) as f
      cross join lateral (select bank.category_named(customer_id, m.to_category, 'spending') as id) as t
    where f.id is distinct from t.id and (f.id is null) = (m.from_category is null) and (t.id is null) = (m.to_category is null);
  insert into public.budget_settings (user_id, mode, since)
    select customer_id, s.mode, s.since from jsonb_to_recordset(coalesce(household -> 'budget_settings', '[]')) as s (mode text, since date) limit 1;
end
$$;
comment on function bank.load_budgets(uuid, jsonb) is 'Writes the budgets of a household that is being loaded, in the place of those that are there.';

create or replace function bank.file_past(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'applications', (select coalesce(jsonb_agg(to_jsonb(a) - '{id,user_id}'::text[] order by a.submitted_at, a.id), '[]')
      from public.loan_applications a where a.user_id = household),
    'happenings', (select coalesce(jsonb_agg(to_jsonb(h) - '{id,user_id}'::text[] order by h.id), '[]')
      from public.happenings h where h.user_id = household),
    'statements', (select coalesce(jsonb_agg(to_jsonb(s) - '{id,user_id}'::text[] order by s.to_date, s.card_id), '[]')
      from public.card_statements s where s.user_id = household))
    || bank.file_budgets(household)
$$;

create or replace function bank.load_past(customer_id uuid, household jsonb) returns void language sql volatile as $$
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
  select bank.load_budgets(customer_id, household);
$$;
