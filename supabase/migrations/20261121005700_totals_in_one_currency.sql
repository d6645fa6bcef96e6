-- Totals in the customer's base currency, each amount by the rate of its own day. What has no rate is left out and said
-- to be: never one to one.
create or replace function bank.worth_in(amount numeric, currency text, target text, day date) returns numeric language sql stable as $$
  select case when worth_in.currency = target then amount
    else round(amount * (select r.rate from public.exchange_rates r
      where r.base = worth_in.currency and r.quote = target and r.rate_date <= day order by r.rate_date desc limit 1), 2) end
$$;
comment on function bank.worth_in(numeric, text, text, date) is
  'An amount in another currency by the rate of a day, or of the last day before it that has one; null where there is none.';

create function bank.rate_at(base text, quote text, day date) returns numeric language sql stable as $$
  select case when rate_at.base = rate_at.quote then 1
    else (select r.rate from public.exchange_rates r
      where r.base = rate_at.base and r.quote = rate_at.quote and r.rate_date <= day order by r.rate_date desc limit 1) end
$$;
comment on function bank.rate_at(text, text, date) is 'The rate of a day, or of the last day before it that has one; null where there is none.';

create function bank.keep_rates_ahead() returns trigger language plpgsql
security definer -- the rates are the bank's
set search_path = '' as $$
declare
  day date := bank.today_for(new.id);
begin
  if day + interval '6 months' > coalesce((select r.rate_date from public.exchange_rates r
    where r.base = 'EUR' and r.quote = 'USD' order by r.rate_date desc limit 1), date '2023-01-01') then
    perform bank.fill_exchange_rates((day + interval '12 months')::date);
  end if;
  return null;
end
$$;
comment on function bank.keep_rates_ahead() is 'Sees to it that the rates reach beyond every customer''s clock.';
revoke execute on function bank.keep_rates_ahead() from public;
create trigger keep_rates_ahead after update of clock_offset on public.customers for each row execute function bank.keep_rates_ahead();

create view public.spending_in_base with (security_invoker = true) as
  select s.id, s.at, s.day, s.amount, s.currency, s.direction, s.category_id, s.category, s.category_kind, s.merchant, s.description,
    s.account_id, s.card_id, s.kind, s.entry_id, mine.base_currency,
    case when s.currency = mine.base_currency then s.amount else bank.worth_in(s.amount, s.currency, mine.base_currency, s.day) end as base_amount
  from public.spending s cross join (select c.base_currency from public.customers c where c.id = (select auth.uid())) as mine;
comment on view public.spending_in_base is 'What the caller spent and earned, with what it came to in their base currency.';
comment on column public.spending_in_base.base_amount is 'By the rate of the day it counts for; null where there is none.';
grant select on public.spending_in_base to authenticated;

drop function public.budget_status(date);
create function public.budget_status(month date default null)
returns table (month_start date, category_id uuid, category text, currency text, amount numeric, rollover text, rollover_cap numeric,
  rolled_over numeric, moved numeric, available numeric, spent numeric, remaining numeric, pace numeric, expected numeric)
language plpgsql volatile
security definer -- reads the private clock; budgets and spending are those of the caller
set search_path = '' as $$
declare
  household uuid := bank.caller();
  asked date := bank.check_budget_month(household, budget_status.month);
  gone numeric := bank.share_of_month(asked, bank.today_for(household));
begin
  return query
    select asked, m.category_id, c.name, mine.base_currency, m.amount, m.rollover, m.rollover_cap, m.rolled_over, m.moved, m.available, m.spent,
      m.available - m.spent, gone,
      case when m.available is not null then round(greatest(m.available, 0) * gone, 2) end
    from bank.budget_months(household, asked, asked) m
      join public.customers mine on mine.id = household
      left join public.categories c on c.id = m.category_id
    order by m.category_id is null, c.user_id nulls first, c.id;
end
$$;
comment on function public.budget_status(date) is
  'How the budgets of a month stand, category by category, by default in the present month: which month it is, limit, what was rolled over and moved, what is available in all, spent and remaining, the share of the month gone and what was to be spent by now. Without a limit the amounts are null. Refuses: BADDT.';
grant execute on function public.budget_status(date) to authenticated;

drop function public.budget_month(date);
create function public.budget_month(month date default null)
returns table (starts_on date, currency text, mode text, since date, days integer, day integer, first_month date, income numeric, assigned numeric,
  to_assign numeric, left_out text[]) language plpgsql volatile
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
      coalesce((select least(date_trunc('month', min(p.day))::date, asked) from public.spending p), asked), earned.amount, put.amount,
      earned.amount - put.amount, earned.left_out
    from public.customers mine left join public.budget_settings s on s.user_id = mine.id
      cross join lateral (select coalesce(sum(p.base_amount) filter (where p.direction = 'in'), 0) as amount,
          coalesce(array_agg(distinct p.currency) filter (where p.base_amount is null), '{}') as left_out
        from public.spending_in_base p where p.at >= (asked::timestamp at time zone mine.time_zone)
          and p.at < ((asked + interval '1 month')::timestamp at time zone mine.time_zone)) as earned
      cross join lateral (select coalesce(sum(bank.worth_in(case when m.from_category_id is null then m.amount else -m.amount end, m.currency,
          mine.base_currency, asked)), 0) as amount
        from public.budget_moves m where m.user_id = household and m.month = asked
          and (m.from_category_id is null or m.to_category_id is null)) as put
    where mine.id = household;
end
$$;
comment on function public.budget_month(date) is
  'A month of the budgets as a whole, by default the present one: how many days it has and how many are gone, since when there is anything to look at, what came in, what of it was assigned to categories and what is left to assign; and the currencies whose spending has no rate and is not counted. Refuses: BADDT.';
grant execute on function public.budget_month(date) to authenticated;

create or replace function public.analytics_flows(from_day date, to_day date, before_from date, before_to date, in_currency text default null)
returns table (part text, is_before boolean, month date, direction text, category_id uuid, category text, account_id uuid, card_id uuid,
  currency text, amount numeric, times bigint) language plpgsql volatile
security definer -- reads the customer's zone; the rows are those of the caller
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
  told text := coalesce(in_currency, (select c.base_currency from public.customers c where c.id = household), 'USD');
begin
  perform bank.check_days(from_day, to_day);
  perform bank.check_days(before_from, before_to);
  return query
    with rows as materialized (
      select s.day < analytics_flows.from_day as is_before, date_trunc('month', s.day)::date as month, s.direction, s.category_id, s.category, s.account_id,
        s.card_id, s.currency as own, case when in_currency is null then s.base_amount else s.amount end as amount
      from public.spending_in_base s
      where s.at >= (least(from_day, before_from)::timestamp at time zone zone) and s.at < ((to_day + 1)::timestamp at time zone zone)
        and (s.day >= from_day or s.day between before_from and before_to)
    ), counted as (
      select r.* from rows r where r.amount is not null and (in_currency is null or r.own = in_currency)
    )
    -- Months, categories and accounts are three views of the same rows: each adds up to the same amount.
    select case when grouping(r.month) = 0 then 'month' when grouping(r.category_id) = 0 then 'category' else 'account' end,
      r.is_before, r.month, r.direction, r.category_id, r.category, r.account_id, r.card_id, told, sum(r.amount), count(*)
    from counted r
    group by grouping sets ((r.is_before, r.direction, r.month), (r.is_before, r.direction, r.category_id, r.category),
      (r.is_before, r.direction, r.account_id, r.card_id))
    union all
    select 'currency', false, null, null, null, null, null, null, r.own, null, count(*) from rows r group by r.own
    union all
    select 'left_out', false, null, null, null, null, null, null, r.own, null, count(*) from rows r where r.amount is null group by r.own
    order by 1, 2, 3, 10 desc nulls last;
end
$$;
comment on function public.analytics_flows(date, date, date, date, text) is
  'What came in and went out over a span of days and over the one before it: everything in the base currency by the rates of its days, or only what is in one currency. By month, by category, and by account or card, as `part` says; `currency` lists the currencies that there is something in, `left_out` those without a rate, which are not counted. Refuses: BADDT.';

create or replace function public.analytics_merchants(from_day date, to_day date, before_from date, before_to date, in_currency text default null, most integer default 10)
returns table (merchant text, amount numeric, times bigint, amount_before numeric, last_day date) language plpgsql volatile
security definer -- reads the customer's zone; the rows are those of the caller
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
begin
  perform bank.check_days(from_day, to_day);
  perform bank.check_days(before_from, before_to);
  return query
    select named.merchant, coalesce(sum(named.amount) filter (where s.day >= from_day), 0), count(*) filter (where s.day >= from_day),
      coalesce(sum(named.amount) filter (where s.day < from_day), 0), max(s.day)
    from public.spending_in_base s
      cross join lateral (select coalesce(nullif(btrim(s.merchant), ''), nullif(btrim(s.description), '')) as merchant,
        case when in_currency is null then s.base_amount else s.amount end as amount) as named
    where s.direction = 'out' and (in_currency is null or s.currency = in_currency) and named.merchant is not null
      and s.at >= (least(from_day, before_from)::timestamp at time zone zone) and s.at < ((to_day + 1)::timestamp at time zone zone)
      and (s.day >= from_day or s.day between before_from and before_to)
    group by named.merchant having sum(named.amount) filter (where s.day >= from_day) > 0
    order by 2 desc, 1 limit least(greatest(most, 1), 100);
end
$$;
comment on function public.analytics_merchants(date, date, date, date, text, integer) is
  'With whom most was spent over a span of days, and what it was over the span before: in the base currency by the rates of the days, or only what is in one currency. Without a merchant, what the customer or the bank called the payment. Refuses: BADDT.';

-- Net worth, defined once. Every screen that shows it reads one of the functions below.
create function bank.home_value_changes(household uuid, last_day date)
returns table (day date, currency text, change numeric) language sql stable as $$
  with mine as (
    select coalesce(c.time_zone, 'UTC') as zone from public.customers c where c.id = household
  ), homes as (
    select m.id, m.currency, m.property_value, coalesce(m.current_value, m.property_value) as current_value,
      least((m.created_at at time zone mine.zone)::date, (select min(e.value_at at time zone mine.zone)::date
        from bank.postings p join bank.entries e on e.id = p.entry_id where p.ledger_id = m.id)) as owned_from
    from public.mortgages m cross join mine where m.user_id = household
  ), valuations as (
    select h.id, h.currency, h.owned_from as day, 0::bigint as place, h.property_value as value from homes h
    union all
    select h.id, h.currency, greatest(h.owned_from, (v.at at time zone mine.zone)::date), v.id,
      (v.facts ->> 'value')::numeric / 100
    from homes h cross join mine
      join public.happenings v on v.user_id = household and v.subject = h.id::text and v.kind = 'property_value'
    union all
    select h.id, h.currency, greatest(h.owned_from, bank.today_for(household)), 9223372036854775807, h.current_value from homes h
  ), changes as (
    select v.day, v.currency, v.value - coalesce(lag(v.value) over (partition by v.id order by v.day, v.place), 0) as change
    from valuations v
  )
  select c.day, c.currency, c.change from changes c where c.day <= last_day and c.change <> 0
$$;
comment on function bank.home_value_changes(uuid, date) is
  'The changes in the value of a household''s homes, by day: the purchase first, then each valuation. Today counts the value on the mortgage.';

create function bank.net_worth_parts(household uuid, days date[])
returns table (day date, kind text, currency text, amount numeric, rate numeric, worth numeric) language sql volatile as $$
  with mine as (
    select c.base_currency as base, coalesce(c.time_zone, 'UTC') as zone from public.customers c where c.id = household
  ), posted as (
    select (e.value_at at time zone mine.zone)::date as day, p.currency, p.amount as change,
      case l.product when 'account' then case when a.type = 'INVESTMENT' then 'investments' else 'cash' end
        when 'card' then 'cards' when 'loan' then 'loans' else 'mortgages' end as kind
    from mine cross join bank.ledger_accounts l
      join bank.postings p on p.ledger_id = l.id
      join bank.entries e on e.id = p.entry_id
      left join public.accounts a on a.id = l.id
    where l.household_id = household and e.value_at < ((days[cardinality(days)] + 1)::timestamp at time zone mine.zone)
  ), changes as (
    -- Each change counts from the first of the given days that does not come before it.
    select c.kind, c.currency, width_bucket(c.day - 1, days) + 1 as place, sum(c.change) as change
    from (
      select p.day, p.kind, p.currency, p.change from posted p
      union all
      select h.day, 'property', h.currency, h.change from bank.home_value_changes(household, days[cardinality(days)]) h
    ) as c
    group by 1, 2, 3
  ), parts as (
    select d.day, held.kind, held.currency,
      sum(coalesce(c.change, 0)) over (partition by held.kind, held.currency order by d.place) as amount
    from unnest(days) with ordinality as d (day, place)
      cross join (select distinct x.kind, x.currency from changes x) as held
      left join changes c on c.place = d.place and c.kind = held.kind and c.currency = held.currency
  )
  select p.day, p.kind, p.currency, p.amount, rated.rate, round(p.amount * rated.rate, 2)
  from parts p cross join mine
    cross join lateral (select case when p.currency = mine.base then 1 else bank.rate_at(p.currency, mine.base, p.day) end as rate) as rated
  where p.amount <> 0
$$;
comment on function bank.net_worth_parts(uuid, date[]) is
  'The definition of net worth: what a household owns (above zero) and owes (below zero) at the end of each of these days (in order), by kind (cash, investments, property, cards, loans, mortgages) and currency, and what that is worth in the base currency at the rate of the day, rounded to the cent; null without a rate. Net worth is the sum of `worth`.';

create function bank.opening_worth(household uuid, day date) returns numeric language sql volatile as $$
  with mine as (
    select c.base_currency as base, coalesce(c.time_zone, 'UTC') as zone from public.customers c where c.id = household
  ), brought as (
    select p.currency, sum(p.amount) as amount
    from mine cross join bank.ledger_accounts l
      join bank.postings p on p.ledger_id = l.id
      join bank.entries e on e.id = p.entry_id
    where l.household_id = household and e.kind = 'opening'
      and e.value_at >= (opening_worth.day::timestamp at time zone mine.zone) and e.value_at < ((opening_worth.day + 1)::timestamp at time zone mine.zone)
    group by 1
    union all
    select h.currency, sum(h.change) from bank.home_value_changes(household, opening_worth.day) h group by 1
  )
  select coalesce(sum(round(b.amount * case when b.currency = mine.base then 1 else bank.rate_at(b.currency, mine.base, opening_worth.day) end, 2)), 0)
  from brought b cross join mine
$$;
comment on function bank.opening_worth(uuid, date) is
  'The net worth with which a household began on its first day: opening balances and homes, before anything was earned or spent.';

create function public.net_worth_history("from" date default null, "to" date default null)
returns table (day date, amount numeric, currency text, left_out text[], opened_with numeric) language plpgsql volatile
security definer -- reads the private clock and sums the books without asking for every posting
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select time_zone from public.customers where id = household), 'UTC');
  base text := (select c.base_currency from public.customers c where c.id = household);
  last_day date := coalesce("to", bank.today_for(household));
  began date := (select min((l.created_at at time zone zone)::date) from bank.ledger_accounts l where l.household_id = household);
  first_day date := coalesce("from", least(last_day, began));
  days date[];
begin
  if began is null then
    return;
  end if;
  perform bank.check_days(first_day, last_day);
  days := array(select d::date from generate_series(first_day, last_day, interval '1 day') as d order by 1);
  return query
    select d.day, coalesce(sum(p.worth), 0), base,
      coalesce(array_agg(distinct p.currency order by p.currency) filter (where p.worth is null and p.currency is not null), '{}'),
      case when d.day = began then bank.opening_worth(household, began) end
    from unnest(days) as d (day) left join bank.net_worth_parts(household, days) p on p.day = d.day
    group by d.day order by d.day;
end
$$;
comment on function public.net_worth_history(date, date) is
  'The caller''s net worth at the end of each day in their base currency, homes included, at the rates of each day; `left_out` names the currencies that have no rate and are not counted, `opened_with` is what the household began its first day with. Refuses: BADDT.';
grant execute on function public.net_worth_history(date, date) to authenticated;

create function public.net_worth_parts(day date default null)
returns table (kind text, currency text, amount numeric, rate numeric, worth numeric) language plpgsql volatile
security definer -- reads the private clock and sums the books without asking for every posting
set search_path = '' as $$
declare
  household uuid := bank.caller();
  asked date := coalesce(net_worth_parts.day, bank.today_for(household));
begin
  perform bank.check_days(asked, asked);
  return query
    select p.kind, p.currency, p.amount, p.rate, p.worth from bank.net_worth_parts(household, array[asked]) p order by 1, 2;
end
$$;
comment on function public.net_worth_parts(date) is
  'The parts of the caller''s net worth at the end of a day, by default of today: by kind (cash, investments, property, cards, loans, mortgages) and currency, with the rate into the base currency and the worth in it (null where there is no rate). The net worth is the sum of `worth`. Refuses: BADDT.';
grant execute on function public.net_worth_parts(date) to authenticated;

create function public.customer_net_worth(customer_id uuid) returns table (amount numeric, currency text) language sql volatile
security definer -- sums the books of any household for the server's functions
set search_path = '' as $$
  select coalesce((select sum(p.worth) from bank.net_worth_parts(c.id, array[bank.today_for(c.id)]) p), 0), c.base_currency
  from public.customers c where c.id = customer_net_worth.customer_id
$$;
comment on function public.customer_net_worth(uuid) is
  'A customer''s net worth now, in their base currency, for the summary of a fast-forward. For the server''s functions.';
grant execute on function public.customer_net_worth(uuid) to service_role;

create function public.net_worth_months(from_day date, to_day date)
returns table (day date, kind text, currency text, amount numeric, rate numeric, worth numeric) language plpgsql volatile
security definer -- reads the private clock and sums the books without asking for every posting
set search_path = '' as $$
declare
  household uuid := bank.caller();
  last_day date := least(to_day, bank.today_for(household));
begin
  perform bank.check_days(from_day, to_day);
  return query
    select p.day, p.kind, p.currency, p.amount, p.rate, p.worth
    from bank.net_worth_parts(household, array(
      select least((months.month + interval '1 month')::date - 1, last_day)
      from generate_series(date_trunc('month', from_day::timestamp), date_trunc('month', last_day::timestamp), interval '1 month')
        as months (month) order by 1)) p
    order by 1, 2, 3;
end
$$;
comment on function public.net_worth_months(date, date) is
  'The parts of the caller''s net worth at the end of each month of a span, and at its last day, as `net_worth_parts` returns them. Refuses: BADDT.';
grant execute on function public.net_worth_months(date, date) to authenticated;

create function public.exchange_effects(from_day date, to_day date) returns table (currency text, amount numeric) language plpgsql volatile
security definer -- reads the private clock and sums the books without asking for every posting
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
  base text := (select c.base_currency from public.customers c where c.id = household);
  last_day date := least(to_day, bank.today_for(household));
begin
  perform bank.check_days(from_day, to_day);
  return query
    with changes as (
      select greatest((e.value_at at time zone zone)::date, from_day) as day, p.currency, sum(p.amount) as change
      from bank.ledger_accounts l join bank.postings p on p.ledger_id = l.id join bank.entries e on e.id = p.entry_id
      where l.household_id = household and p.currency <> base and e.value_at < ((last_day + 1)::timestamp at time zone zone)
      group by 1, 2
    ), held as (
      -- What was held from the end of one day to the end of the next on which it changed.
      select c.currency, c.day as since, coalesce(lead(c.day) over own, last_day) as until, sum(c.change) over own as balance
      from changes c window own as (partition by c.currency order by c.day)
    )
    select h.currency, round(sum(h.balance * (bank.rate_at(h.currency, base, h.until) - bank.rate_at(h.currency, base, h.since))), 2)
    from held h group by h.currency having count(*) filter (where bank.rate_at(h.currency, base, h.since) is null) = 0 order by 1;
end
$$;
comment on function public.exchange_effects(date, date) is
  'What changing rates alone added to (above zero) or took from the worth of what the caller held in other currencies, debts too, between the ends of two days: in the base currency, by currency. Homes are not in the books. A currency without a rate is not told. Refuses: BADDT.';
grant execute on function public.exchange_effects(date, date) to authenticated;

drop function public.month_flow();
create function public.month_flow() returns table (currency text, money_in numeric, money_out numeric, left_out text[])
language sql stable
security definer -- reads the private clock
set search_path = '' as $$
  with caller as (
    select bank.caller() as id
  ), mine as (
    select c.id, c.base_currency, coalesce(c.time_zone, 'UTC') as zone from caller join public.customers c on c.id = caller.id
  ), flows as (
    select t.currency, t.direction, bank.worth_in(t.amount, t.currency, mine.base_currency, (t.date at time zone mine.zone)::date) as amount
    from mine join public.transactions t on t.user_id = mine.id
    where t.date >= (select date_trunc('month', bank.today_for(mine.id)::timestamp) at time zone mine.zone)
      and t.type <> 'TRANSFER' and t.kind <> 'adjustment'
  )
  select mine.base_currency, coalesce(sum(f.amount) filter (where f.direction = 'in'), 0), coalesce(sum(f.amount) filter (where f.direction = 'out'), 0),
    coalesce(array_agg(distinct f.currency) filter (where f.amount is null), '{}')
  from mine join flows f on true group by mine.base_currency
$$;
comment on function public.month_flow() is
  'What came in and went out in the caller''s current month, in the base currency by the rates of the days; moves between own accounts and corrections do not count, nor do the currencies without a rate that are told as left out.';
grant execute on function public.month_flow() to authenticated;
