-- What is worth a customer's attention now: facts from their own books, each with the rows behind it.
create table public.insight_dismissals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  key text not null check (length(key) between 1 and 200),
  dismissed_at timestamptz not null default now(),
  unique (user_id, key)
);
comment on table public.insight_dismissals is 'What a customer does not want to be told again. It outlives checkpoints: it is about the customer, not about a life.';
comment on column public.insight_dismissals.key is 'The insight, as `insights` names it.';
comment on column public.insight_dismissals.dismissed_at is 'By the wall clock.';
alter table public.insight_dismissals enable row level security;
create policy "customers read what they dismissed" on public.insight_dismissals for select to authenticated using (user_id = (select auth.uid()));
create policy "customers dismiss for themselves" on public.insight_dismissals for insert to authenticated with check (user_id = (select auth.uid()));
create policy "customers take their dismissals back" on public.insight_dismissals for delete to authenticated using (user_id = (select auth.uid()));
grant select, insert (user_id, key), delete on public.insight_dismissals to authenticated;
grant select on public.insight_dismissals to service_role;

create type bank.insight as (
  kind text, key text, weight integer, subject text, name text, amount numeric, currency text, facts jsonb, evidence jsonb
);
comment on type bank.insight is 'A fact with its amount, and the rows behind it as days, names and amounts.';

create function bank.day_for(customer_id uuid, at timestamptz) returns date language sql stable as $$
  select (day_for.at at time zone coalesce((select c.time_zone from public.customers c where c.id = customer_id), 'UTC'))::date
$$;
comment on function bank.day_for(uuid, timestamptz) is 'On which day of this customer an instant falls.';

create function bank.evidence_row(day date, name text, amount numeric, currency text) returns jsonb language sql immutable as $$
  select jsonb_build_object('day', evidence_row.day, 'name', evidence_row.name, 'amount', evidence_row.amount, 'currency', evidence_row.currency)
$$;
comment on function bank.evidence_row(date, text, numeric, text) is 'One row behind an insight.';

create function bank.price_rises(household uuid, today date) returns setof bank.insight language sql stable as $$
  -- Twice the same a month apart, and a month later more.
  with charges as (
    select named.name, s.currency, s.day, s.amount, row_number() over later as back, lead(s.amount) over later as before,
      lead(s.amount, 2) over later as before_that, lead(s.day) over later as day_before, lead(s.day, 2) over later as day_before_that
    from public.spending s
      cross join lateral (select coalesce(nullif(btrim(s.merchant), ''), nullif(btrim(s.description), '')) as name) as named
    where s.direction = 'out' and s.amount > 0 and s.kind in ('card_charge', 'withdrawal', 'payment') and named.name is not null
      and s.at > today - 130
    window later as (partition by named.name, s.currency order by s.day desc, s.id)
  )
  select 'price_rise', format('price_rise %s %s', c.name, c.amount), 60, c.name, c.name, c.amount - c.before, c.currency,
    jsonb_build_object('before', c.before, 'after', c.amount, 'since', c.day),
    jsonb_build_array(bank.evidence_row(c.day, c.name, c.amount, c.currency), bank.evidence_row(c.day_before, c.name, c.before, c.currency),
      bank.evidence_row(c.day_before_that, c.name, c.before_that, c.currency))
  from charges c
  where c.back = 1 and c.day > today - 35 and c.day - c.day_before between 25 and 36 and c.day_before - c.day_before_that between 25 and 36
    and c.before = c.before_that and c.amount > c.before and c.amount <= c.before * 2
$$;
comment on function bank.price_rises(uuid, date) is 'Monthly payments whose price has just gone up. Of the caller.';

create function bank.category_rows(asked uuid, since date, through date) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(bank.evidence_row(r.day, r.name, r.amount, r.currency) order by r.base_amount desc, r.day), '[]')
  from (select s.day, coalesce(nullif(btrim(s.merchant), ''), s.description) as name, s.amount, s.currency, s.base_amount
    from public.spending_in_base s
    where s.direction = 'out' and s.category_id = asked and s.day between since and through order by s.base_amount desc nulls last limit 6) as r
$$;
comment on function bank.category_rows(uuid, date, date) is 'The largest rows of a category, the caller''s own.';

create function bank.high_categories(household uuid, today date) returns setof bank.insight language sql volatile as $$
  with months as materialized (
    select s.category_id, s.category, date_trunc('month', s.day)::date as month, sum(s.base_amount) as spent, s.base_currency
    from public.spending_in_base s
    where s.direction = 'out' and s.category_kind = 'spending' and s.at > date_trunc('month', today::timestamp) - interval '6 months 1 day'
      and s.day >= (date_trunc('month', today::timestamp) - interval '6 months')::date
    group by 1, 2, 3, 5
  ), usual as (
    select m.category_id, percentile_cont(0.5) within group (order by m.spent) as middle, max(m.spent) as most, count(*) as months
    from months m where m.month < date_trunc('month', today::timestamp) group by 1
  )
  select 'category_high', format('category_high %s %s', m.category_id, m.month), 50, m.category_id::text, m.category,
    round(m.spent - u.middle::numeric, 2), m.base_currency,
    jsonb_build_object('spent', m.spent, 'usual', round(u.middle::numeric, 2), 'most', u.most, 'months', u.months, 'month', m.month),
    bank.category_rows(m.category_id, m.month, today)
  from months m join usual u on u.category_id = m.category_id
  where m.month = date_trunc('month', today::timestamp)::date and u.months >= 3 and m.spent > u.most
    and m.spent > u.middle * 1.5 and m.spent > u.middle + 50
$$;
comment on function bank.high_categories(uuid, date) is
  'Categories that have already cost more in the present month than in any of the last six, and half as much again as usual. Of the caller.';

create function bank.fees_twice(household uuid, today date) returns setof bank.insight language sql stable as $$
  with fees as (
    select l.id, l.name as page, l.product, e.description, p.currency, -p.amount as amount, bank.day_for(household, e.value_at) as day
    from bank.ledger_accounts l join bank.postings p on p.ledger_id = l.id join bank.entries e on e.id = p.entry_id
    where l.household_id = household and l.closed_at is null and e.kind = 'fee' and p.amount < 0 and e.value_at > today - 62
  )
  select 'fee_twice', format('fee_twice %s %s', f.id, max(f.day)), 80, f.id::text,
    coalesce(c.name, d.name, m.name, a.name, f.page), sum(f.amount), f.currency,
    jsonb_build_object('product', f.product, 'fee', f.description, 'times', count(*), 'since', min(f.day)),
    jsonb_agg(bank.evidence_row(f.day, f.description, f.amount, f.currency) order by f.day desc)
  from fees f
    left join public.credit_cards c on c.id = f.id left join public.loans d on d.id = f.id
    left join public.mortgages m on m.id = f.id left join public.accounts a on a.id = f.id
  group by f.id, f.page, f.product, f.description, f.currency, c.name, d.name, m.name, a.name having count(*) >= 2
$$;
comment on function bank.fees_twice(uuid, date) is 'The same fee on the same account, card or debt twice or more in two months.';

create function bank.crossed_utilisation(household uuid, today date) returns setof bank.insight language sql stable as $$
  select 'utilisation', format('utilisation %s %s %s', c.id, crossed.percent, to_char(today, 'YYYY-MM')), 70, c.id::text, c.name,
    c.balance - floor(c.credit_limit * crossed.percent) / 100, c.currency,
    jsonb_build_object('balance', c.balance, 'limit', c.credit_limit, 'percent', crossed.percent, 'before', past.balance),
    (select coalesce(jsonb_agg(bank.evidence_row(r.day, r.name, r.amount, c.currency) order by r.day desc), '[]') from (
      select bank.day_for(household, e.value_at) as day, coalesce(e.merchant, e.description) as name, -p.amount as amount
      from bank.postings p join bank.entries e on e.id = p.entry_id
      where p.ledger_id = c.id and p.amount < 0 and e.value_at > today - 30 order by -p.amount desc limit 6) as r)
  from public.credit_cards c
    cross join lateral (select coalesce(-sum(p.amount), 0) as balance from bank.postings p join bank.entries e on e.id = p.entry_id
      where p.ledger_id = c.id and e.value_at <= today - 30) as past
    cross join lateral (select max(t.percent) as percent from (values (30), (50), (75)) as t (percent)
      where c.balance * 100 > c.credit_limit * t.percent and past.balance * 100 <= c.credit_limit * t.percent) as crossed
  where c.user_id = household and crossed.percent is not null
    and exists (select from bank.postings p join bank.entries e on e.id = p.entry_id where p.ledger_id = c.id and e.value_at <= today - 30)
$$;
comment on function bank.crossed_utilisation(uuid, date) is
  'Cards that carry 30, 50 or 75 percent of their limit and did not thirty days ago; the amount brings one back below.';

create function bank.late_goals(household uuid, today date) returns setof bank.insight language sql stable as $$
  select 'goal_behind', format('goal_behind %s %s', g.id, g.target_date), 40, g.id::text, g.name, s.needed_monthly - s.monthly_pace, g.currency,
    jsonb_build_object('target', g.target, 'saved', s.saved, 'target_date', g.target_date, 'projected', s.projected_date, 'pace', s.monthly_pace,
      'needed', s.needed_monthly),
    (select coalesce(jsonb_agg(bank.evidence_row(r.day, r.kind, r.amount, g.currency) order by r.day desc), '[]') from (
      select bank.day_for(household, m.at) as day, m.kind, m.amount from public.goal_movements m where m.goal_id = g.id order by m.at desc limit 5) as r)
  from public.goals g join public.goal_status s on s.goal_id = g.id
  where g.user_id = household and g.status = 'active' and g.target_date > today and s.needed_monthly > s.monthly_pace
    and coalesce(s.projected_date, 'infinity') > g.target_date + 14
$$;
comment on function bank.late_goals(uuid, date) is 'Goals that will not be reached by their date as they go on; the amount is what a month lacks.';

create function bank.fast_budgets(household uuid, today date) returns setof bank.insight language sql volatile as $$
  with present as (
    select date_trunc('month', today::timestamp)::date as month, bank.share_of_month(date_trunc('month', today::timestamp)::date, today) as gone
  ), kept as materialized (
    select b.* from present, bank.budget_months(household, (present.month - interval '3 months')::date, present.month) b
  ), steady as (
    -- What costs the same every month, as rent does, has no pace.
    select k.category_id from kept k, present where k.month < present.month group by 1
    having max(k.spent) > 0 and (max(k.spent) - min(k.spent)) * 100 <= percentile_cont(0.5) within group (order by k.spent)::numeric * 5
  )
  select 'pace', format('pace %s %s', k.category_id, k.month), 45, k.category_id::text, c.name, round(k.spent / p.gone - k.available, 2),
    mine.base_currency,
    jsonb_build_object('spent', k.spent, 'available', k.available, 'projected', round(k.spent / p.gone, 2), 'gone', p.gone, 'month', k.month),
    bank.category_rows(k.category_id, k.month, today)
  from present p join kept k on k.month = p.month join public.categories c on c.id = k.category_id
    join public.customers mine on mine.id = household
  where k.available > 0 and p.gone between 0.25 and 0.9 and k.spent <= k.available and k.spent > k.available * p.gone * 1.3
    and k.category_id not in (select s.category_id from steady s where s.category_id is not null)
$$;
comment on function bank.fast_budgets(uuid, date) is
  'Budgets of the present month that are spent faster than the month goes by, a third beyond their pace; the amount is what would be missing at its end.';

create function bank.idle_money(household uuid, today date) returns setof bank.insight language sql stable as $$
  select 'idle', format('idle %s', a.id), 30, a.id::text, a.name, floor(least(a.balance, low.balance) / 100) * 100, a.currency,
    jsonb_build_object('lowest', low.balance, 'on', low.day, 'balance', a.balance, 'savings_id', s.id, 'savings', s.name, 'saved', s.balance),
    jsonb_build_array(bank.evidence_row(today, 'Now', a.balance, a.currency), bank.evidence_row(low.day, 'The lowest of sixty days', low.balance, a.currency))
  from public.accounts a
    cross join lateral (select r.day, r.balance from (
        select bank.day_for(household, t.date) as day, t.balance_after as balance from public.transactions t where t.account_id = a.id and t.date > today - 60
        union all
        (select today - 60, t.balance_after from public.transactions t where t.account_id = a.id and t.date <= today - 60
          order by t.date desc, t.id desc limit 1)) as r order by r.balance, r.day limit 1) as low
    left join lateral (select o.id, o.name, o.balance from public.accounts o
      where o.user_id = household and o.type = 'SAVINGS' and o.closed_at is null and o.currency = a.currency order by o.balance desc, o.id limit 1) as s on true
  where a.user_id = household and a.type = 'CHECKING' and a.closed_at is null and a.created_at < today - 60
    and least(a.balance, low.balance) >= 1000
  order by least(a.balance, low.balance) desc limit 1
$$;
comment on function bank.idle_money(uuid, date) is 'Money that a checking account was never without in sixty days, in whole hundreds, from a thousand up.';

create function public.insights() returns table (kind text, key text, weight integer, subject text, name text, amount numeric, currency text,
  facts jsonb, evidence jsonb) language plpgsql volatile
security definer -- reads the private clock and the books; all rows are those of the caller
set search_path = '' as $$
declare
  household uuid := bank.caller();
  today date := bank.today_for(household);
begin
  return query
    select i.* from (
      select * from bank.price_rises(household, today) union all select * from bank.high_categories(household, today)
      union all select * from bank.fees_twice(household, today) union all select * from bank.crossed_utilisation(household, today)
      union all select * from bank.late_goals(household, today) union all select * from bank.fast_budgets(household, today)
      union all select * from bank.idle_money(household, today)) as i
    where not exists (select from public.insight_dismissals d where d.user_id = household and d.key = i.key)
    order by i.weight desc, i.amount desc, i.key;
end
$$;
comment on function public.insights() is
  'What is worth the caller''s attention now, the weightiest first, without what they dismissed: a fact with its amount, what it is about and the rows behind it.';
grant execute on function public.insights() to authenticated;
