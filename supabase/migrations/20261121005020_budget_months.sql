-- What the months of a customer's budgets came to. Amounts in other currencies count with the rate of their day.
create function bank.worth_in(amount numeric, currency text, target text, day date) returns numeric language sql stable as $$
  select case when worth_in.currency = target then amount
    else round(amount * coalesce((select r.rate from public.exchange_rates r
      where r.base = worth_in.currency and r.quote = target and r.rate_date <= day order by r.rate_date desc limit 1), 1), 2) end
$$;
comment on function bank.worth_in(numeric, text, text, date) is 'An amount in another currency by the rate of a day, or of the last day before it that has one.';

create function bank.rolled_over(amount numeric, rollover text, cap numeric) returns numeric language sql immutable as $$
  select case rollover when 'surplus' then greatest(least(amount, coalesce(cap, amount)), 0)
    when 'both' then greatest(least(amount, coalesce(cap, amount)), coalesce(-cap, amount)) else 0 end
$$;
comment on function bank.rolled_over(numeric, text, numeric) is 'What of the amount left at the end of a month goes into the next one.';

create type bank.budget_cell as (
  category_id uuid, month date, amount numeric, rollover text, rollover_cap numeric, moved numeric, spent numeric, is_envelope boolean
);
comment on type bank.budget_cell is 'One category in one month, before what the month before left to it.';

create function bank.budget_cells(household uuid, since date, through date) returns setof bank.budget_cell language sql volatile as $$
  -- What is in no category has a row of its own, as long as it is spent.
  with mine as materialized (
    select c.base_currency as currency, coalesce(c.time_zone, 'UTC') as zone, coalesce(s.mode = 'envelopes', false) as has_envelopes, s.since
    from public.customers c left join public.budget_settings s on s.user_id = c.id where c.id = household
  ), spent as materialized (
    select case when s.category_kind = 'spending' then s.category_id end as category_id, date_trunc('month', s.day)::date as month,
      sum(bank.worth_in(s.amount, s.currency, mine.currency, s.day)) as amount
    from mine, public.spending s
    where s.direction = 'out' and s.at >= (budget_cells.since::timestamp at time zone mine.zone)
      and s.at < ((budget_cells.through + interval '1 month')::timestamp at time zone mine.zone)
    group by 1, 2
  ), moved as materialized (
    select side.category_id, m.month, sum(bank.worth_in(side.amount, m.currency, mine.currency, m.month)) as amount
    from mine, public.budget_moves m
      cross join lateral (values (m.to_category_id, m.amount), (m.from_category_id, -m.amount)) as side (category_id, amount)
    where m.user_id = household and side.category_id is not null group by 1, 2
  ), kept as (
    select c.id from public.categories c where c.kind = 'spending' and (c.user_id = household or c.user_id is null)
    union all select null where exists (select from spent s where s.category_id is null)
  )
  select kept.id, months.month::date, bank.worth_in(l.amount, l.currency, mine.currency, months.month::date), coalesce(l.rollover, 'none'),
    l.rollover_cap, coalesce(moved.amount, 0), coalesce(spent.amount, 0), mine.has_envelopes and months.month >= mine.since
  from mine
    cross join kept
    cross join generate_series(budget_cells.since, budget_cells.through, interval '1 month') as months (month)
    left join lateral (select b.amount, b.currency, b.rollover, b.rollover_cap from public.budget_limits b
      where b.user_id = household and b.category_id = kept.id and b.month <= months.month order by b.month desc limit 1) as l on true
    left join moved on moved.category_id = kept.id and moved.month = months.month
    left join spent on spent.category_id is not distinct from kept.id and spent.month = months.month
$$;
comment on function bank.budget_cells(uuid, date, date) is 'Every category in every month of a span: limit, moves and what was spent, in the base currency.';

create function bank.budget_months(household uuid, since date, through date)
returns table (category_id uuid, month date, amount numeric, rollover text, rollover_cap numeric, moved numeric, spent numeric,
  is_envelope boolean, rolled_over numeric, available numeric) language sql volatile as $$
  -- What rolls over begins with the first limit or move.
  with recursive first as materialized (
    select least(since, (select min(l.month) from public.budget_limits l where l.user_id = household),
      (select min(m.month) from public.budget_moves m where m.user_id = household)) as month
  ), cells as materialized (
    select c.* from first, bank.budget_cells(household, first.month, through) c
  ), chain as (
    select c.*, 0::numeric as rolled, case when c.is_envelope then c.moved else c.amount + c.moved end as total
    from cells c, first where c.month = first.month
    union all
    select n.category_id, n.month, n.amount, n.rollover, n.rollover_cap, n.moved, n.spent, n.is_envelope, carried.amount,
      case when n.is_envelope then carried.amount + n.moved else n.amount + carried.amount + n.moved end
    from chain p
      join cells n on coalesce(n.category_id, bank.outside()) = coalesce(p.category_id, bank.outside()) and n.month = p.month + interval '1 month'
      cross join lateral (select case
        when n.category_id is null then 0
        when n.is_envelope then case when p.is_envelope then p.total - p.spent else 0 end
        -- A month without a limit has nothing to pass on.
        else coalesce(bank.rolled_over(p.total - p.spent, p.rollover, p.rollover_cap), 0) end as amount) as carried
  )
  select c.category_id, c.month, c.amount, c.rollover, c.rollover_cap, c.moved, c.spent, c.is_envelope, c.rolled,
    case when c.category_id is not null then c.total end
  from chain c where c.month >= budget_months.since
$$;
comment on function bank.budget_months(uuid, date, date) is
  'Every category in every month of a span, with what the month before left to it and what is available in all (null without a limit).';

create function bank.check_budget_month(household uuid, month date) returns date language plpgsql volatile as $$
declare
  present date := bank.budget_month(household);
  asked date := coalesce(date_trunc('month', check_budget_month.month)::date, present);
begin
  if not isfinite(asked) or asked > present or asked < present - interval '10 years' then
    raise exception using errcode = 'BADDT', message = 'A month is the present one or one of the last ten years.',
      detail = jsonb_build_object('date', asked, 'latest', present)::text;
  end if;
  return asked;
end
$$;
comment on function bank.check_budget_month(uuid, date) is 'The first day of a month that can be looked at, the present one by default. Refuses: BADDT.';

create function bank.share_of_month(month date, today date) returns numeric language sql immutable as $$
  select case when today >= month + interval '1 month' then 1 when today < month then 0
    else round((today - month + 1)::numeric / ((month + interval '1 month')::date - month), 4) end
$$;
comment on function bank.share_of_month(date, date) is 'How much of a month is gone when a day is over.';

create function public.budget_status(month date default null)
returns table (category_id uuid, category text, currency text, amount numeric, rollover text, rollover_cap numeric, rolled_over numeric,
  moved numeric, available numeric, spent numeric, remaining numeric, pace numeric, expected numeric)
language plpgsql volatile
security definer -- reads the private clock; budgets and spending are those of the caller
set search_path = '' as $$
declare
  household uuid := bank.caller();
  asked date := bank.check_budget_month(household, budget_status.month);
  gone numeric := bank.share_of_month(asked, bank.today_for(household));
begin
  return query
    select m.category_id, c.name, mine.base_currency, m.amount, m.rollover, m.rollover_cap, m.rolled_over, m.moved, m.available, m.spent,
      m.available - m.spent, gone,
      case when m.available is not null then round(greatest(m.available, 0) * gone, 2) end
    from bank.budget_months(household, asked, asked) m
      join public.customers mine on mine.id = household
      left join public.categories c on c.id = m.category_id
    order by m.category_id is null, c.user_id nulls first, c.id;
end
$$;
comment on function public.budget_status(date) is
  'How the budgets of a month stand, category by category, by default in the present month: limit, what was rolled over and moved, what is available in all, spent and remaining, the share of the month gone and what was to be spent by now. Without a limit the amounts are null. Refuses: BADDT.';
grant execute on function public.budget_status(date) to authenticated;

create function public.budget_month(month date default null)
returns table (starts_on date, currency text, mode text, since date, days integer, day integer, first_month date, income numeric, assigned numeric,
  to_assign numeric) language plpgsql volatile
security definer -- reads the private clock; budgets and spending are those of the caller
set search_path = '' as $$
declare
  household uuid := bank.caller();
  asked date := bank.check_budget_month(household, budget_month.month);
  today date := bank.today_for(household);
begin
  return query
    select asked, mine.base_currency, coalesce(s.mode, 'limits'), coalesce(s.since, asked),
      (asked + interval '1 month')::date - asked, least(today - asked + 1, (asked + interval '1 month')::date - asked),
      coalesce((select least(date_trunc('month', min(p.day))::date, asked) from public.spending p), asked), earned.amount, put.amount, earned.amount - put.amount
    from public.customers mine left join public.budget_settings s on s.user_id = mine.id
      cross join lateral (select coalesce(sum(bank.worth_in(p.amount, p.currency, mine.base_currency, p.day)), 0) as amount
        from public.spending p where p.direction = 'in' and p.at >= (asked::timestamp at time zone mine.time_zone)
          and p.at < ((asked + interval '1 month')::timestamp at time zone mine.time_zone)) as earned
      cross join lateral (select coalesce(sum(bank.worth_in(case when m.from_category_id is null then m.amount else -m.amount end, m.currency,
          mine.base_currency, asked)), 0) as amount
        from public.budget_moves m where m.user_id = household and m.month = asked
          and (m.from_category_id is null or m.to_category_id is null)) as put
    where mine.id = household;
end
$$;
comment on function public.budget_month(date) is
  'A month of the budgets as a whole, by default the present one: how many days it has and how many are gone, since when there is anything to look at, what came in, what of it was assigned to categories and what is left to assign. Refuses: BADDT.';
grant execute on function public.budget_month(date) to authenticated;

create function public.budget_history(months integer default 12)
returns table (category_id uuid, month date, currency text, amount numeric, available numeric, spent numeric) language plpgsql volatile
security definer -- reads the private clock; budgets and spending are those of the caller
set search_path = '' as $$
declare
  household uuid := bank.caller();
  present date := bank.budget_month(household);
begin
  if (months between 1 and 120) is not true then
    raise exception using errcode = 'BADDT', message = 'A history of budgets has 1 to 120 months.';
  end if;
  return query
    select m.category_id, m.month, mine.base_currency, m.amount, m.available, m.spent
    from bank.budget_months(household, (present - (months - 1) * interval '1 month')::date, present) m
      join public.customers mine on mine.id = household
    order by m.category_id is null, m.category_id, m.month;
end
$$;
comment on function public.budget_history(integer) is
  'The last months of every category, the present one among them: limit, what was available and what was spent. Refuses: BADDT.';
grant execute on function public.budget_history(integer) to authenticated;
