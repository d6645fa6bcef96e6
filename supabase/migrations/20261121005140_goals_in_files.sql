-- Files of households carry goals and what came to them.
create function bank.file_goals(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'goals', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(g) - '{user_id,currency}'::text[]) order by g.priority, g.created_at, g.id), '[]')
      from public.goals g where g.user_id = household),
    'goal_movements', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(m) - '{id,user_id}'::text[]) order by m.at, m.id), '[]')
      from public.goal_movements m where m.user_id = household and exists (select from public.goals g where g.id = m.goal_id)))
$$;
comment on function bank.file_goals(uuid) is 'Goals and what came to them as they stand in a file.';

create function bank.load_goals(customer_id uuid, household jsonb) returns void language plpgsql volatile as $$
declare
  strange uuid;
begin
  -- What a household that was cleared had saved for goes with it.
  delete from public.goal_movements m where m.user_id = customer_id;
  select g.id into strange from jsonb_to_recordset(coalesce(household -> 'goals', '[]')) as g (id uuid, account_id uuid, from_account_id uuid)
    where not exists (select from public.accounts a where a.id = g.account_id and a.user_id = customer_id)
      or (g.from_account_id is not null and not exists (select from public.accounts a where a.id = g.from_account_id and a.user_id = customer_id)) limit 1;
  if found then
    perform bank.refuse_household('A goal names an account that is not in the file.', jsonb_build_object('id', strange));
  end if;
  insert into public.goal_movements (goal_id, user_id, at, kind, amount, saved_after, account_id)
    select (m.row ->> 'goal_id')::uuid, customer_id, (m.row ->> 'at')::timestamptz, m.row ->> 'kind', (m.row ->> 'amount')::numeric,
      (m.row ->> 'saved_after')::numeric, (m.row ->> 'account_id')::uuid
    from jsonb_array_elements(coalesce(household -> 'goal_movements', '[]')) with ordinality as m (row, ordinal)
    where m.row ->> 'goal_id' in (select g.row ->> 'id' from jsonb_array_elements(household -> 'goals') as g (row))
    order by m.ordinal;
  insert into public.goals (id, user_id, name, target, target_date, picture, currency, account_id, portion, contribution, contribution_amount,
    contribution_percent, frequency, start_date, from_account_id, priority, status, next_occurrence, next_at, reached_at, created_at, updated_at, completed_at)
  select g.id, customer_id, g.name, g.target, g.target_date, coalesce(g.picture, 'flag'), a.currency, g.account_id, g.portion, g.contribution,
    g.contribution_amount, g.contribution_percent, g.frequency, g.start_date, g.from_account_id, g.priority, coalesce(g.status, 'active'),
    g.next_occurrence, g.next_at, g.reached_at, g.created_at, g.updated_at, g.completed_at
  from jsonb_to_recordset(coalesce(household -> 'goals', '[]')) as g (id uuid, name text, target numeric, target_date date, picture text,
    account_id uuid, portion numeric, contribution text, contribution_amount numeric, contribution_percent numeric, frequency text, start_date date,
    from_account_id uuid, priority integer, status text, next_occurrence integer, next_at timestamptz, reached_at timestamptz,
    created_at timestamptz, updated_at timestamptz, completed_at timestamptz)
    join public.accounts a on a.id = g.account_id;
end
$$;
comment on function bank.load_goals(uuid, jsonb) is 'Writes the goals of a household that is being loaded, with what came to them. Refuses: HOUSE.';

create or replace function bank.file_rules(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'auto_deposits', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(d) - '{user_id,category_id}'::text[]
        || jsonb_build_object('category', c.name, 'category_kind', nullif(c.kind, 'spending'))) order by d.created_at, d.id), '[]')
      from public.auto_deposits d left join public.categories c on c.id = d.category_id where d.user_id = household),
    'scheduled_payments', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(p) - '{user_id,category_id}'::text[]
        || jsonb_build_object('category', c.name, 'category_kind', nullif(c.kind, 'spending'))) order by p.created_at, p.id), '[]')
      from public.scheduled_payments p left join public.categories c on c.id = p.category_id where p.user_id = household),
    'exceptions', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(x) - 'user_id'::text) order by x.planned_date, x.id), '[]')
      from public.payment_exceptions x where x.user_id = household),
    'shocks', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(s) - 'user_id'::text) order by s.on_date, s.id), '[]')
      from public.shocks s where s.user_id = household))
    || bank.file_goals(household)
$$;

create or replace function bank.load_rules(customer_id uuid, household jsonb) returns void language sql volatile as $$
  insert into public.auto_deposits (id, user_id, account_id, name, amount, frequency, category_id, is_pay, start_date, start_time, end_date,
    occurrences, paused, yearly_adjustment, yearly_percent, next_occurrence, next_at, created_at, updated_at)
  select coalesce(d.id, gen_random_uuid()), customer_id, d.account_id, d.name, d.amount, d.frequency,
    bank.category_named(customer_id, d.category, d.category_kind), coalesce(d.is_pay, false), d.start_date, coalesce(d.start_time, '06:00'),
    d.end_date, d.occurrences, coalesce(d.paused, false), d.yearly_adjustment, d.yearly_percent, d.next_occurrence, d.next_at, d.created_at, d.updated_at
  from jsonb_to_recordset(coalesce(household -> 'auto_deposits', '[]')) as d (id uuid, account_id uuid, name text, amount numeric,
    frequency text, category text, category_kind text, is_pay boolean, start_date date, start_time time, end_date date, occurrences integer,
    paused boolean, yearly_adjustment text, yearly_percent numeric, next_occurrence integer, next_at timestamptz,
    created_at timestamptz, updated_at timestamptz);
  insert into public.scheduled_payments (id, user_id, account_id, name, payee, to_account_id, card_id, loan_id, mortgage_id, amount,
    amount_kind, frequency, category_id, start_date, end_date, occurrences, weekend, paused,
    yearly_adjustment, yearly_percent, next_occurrence, next_at, retry_at, created_at, updated_at)
  select coalesce(p.id, gen_random_uuid()), customer_id, p.account_id, p.name, p.payee, p.to_account_id, p.card_id, p.loan_id, p.mortgage_id,
    p.amount, coalesce(p.amount_kind, 'fixed'), p.frequency, bank.category_named(customer_id, p.category, p.category_kind), p.start_date,
    p.end_date, p.occurrences, coalesce(p.weekend, 'stays'), coalesce(p.paused, false),
    p.yearly_adjustment, p.yearly_percent, p.next_occurrence, p.next_at, p.retry_at,
    p.created_at, p.updated_at
  from jsonb_to_recordset(coalesce(household -> 'scheduled_payments', '[]')) as p (id uuid, account_id uuid, name text, payee text,
    to_account_id uuid, card_id uuid, loan_id uuid, mortgage_id uuid, amount numeric, amount_kind text, frequency text, category text,
    category_kind text, start_date date, end_date date, occurrences integer, weekend text, paused boolean,
    yearly_adjustment text, yearly_percent numeric, next_occurrence integer,
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
  select bank.load_goals(customer_id, household);
  update bank.clocks k set seed = coalesce((household ->> 'seed')::integer, k.seed), memory = coalesce(household -> 'memory', k.memory),
    lived_to = coalesce((household ->> 'lived_to')::timestamptz, k.lived_to),
    last_entry = (select coalesce(max(seen.id), 0) from (select e.id from bank.entries e where e.household_id = customer_id
      order by e.id limit (household ->> 'entries_seen')::bigint) as seen)
  where k.household_id = customer_id;
$$;
