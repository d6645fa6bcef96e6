set check_function_bodies = off;

create function public.analytics_flows(from_day date, to_day date, before_from date, before_to date,
  in_currency text default null) returns table (part text, is_before boolean, month date, direction text,
  category_id uuid, category text, account_id uuid, card_id uuid, currency text, amount numeric, times bigint)
language plpgsql volatile
security definer -- because it reads the customer's time zone; returns only the caller's rows
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
  result_currency text := coalesce(in_currency,
    (select c.base_currency from public.customers c where c.id = household), 'USD');
begin
  perform bank.check_days(from_day, to_day);
  perform bank.check_days(before_from, before_to);
  return query
    with rows as materialized (
      select s.day < analytics_flows.from_day as is_before, date_trunc('month', s.day)::date as month,
        s.direction, s.category_id, s.category, s.account_id, s.card_id, s.currency as own,
        case when in_currency is null then s.base_amount else s.amount end as amount
      from public.spending_in_base s
      where s.at >= (least(from_day, before_from)::timestamp at time zone zone)
        and s.at < ((to_day + 1)::timestamp at time zone zone)
        and (s.day >= from_day or s.day between before_from and before_to)
    ), counted as (
      select r.* from rows r where r.amount is not null and (in_currency is null or r.own = in_currency)
    )
    -- Groups the same rows by month, by category, and by account. All three groupings have the same total.
    select case when grouping(r.month) = 0 then 'month' when grouping(r.category_id) = 0 then 'category'
      else 'account' end, r.is_before, r.month, r.direction, r.category_id, r.category, r.account_id,
      r.card_id, result_currency, sum(r.amount), count(*)
    from counted r
    group by grouping sets ((r.is_before, r.direction, r.month),
      (r.is_before, r.direction, r.category_id, r.category),
      (r.is_before, r.direction, r.account_id, r.card_id))
    union all
    select 'currency', false, null, null, null, null, null, null, r.own, null, count(*) from rows r
      group by r.own
    union all
    select 'left_out', false, null, null, null, null, null, null, r.own, null, count(*) from rows r
      where r.amount is null group by r.own
    order by 1, 2, 3, 10 desc nulls last;
end $$;
comment on function public.analytics_flows is
  'Returns income and outflow for a span of days and for the previous span, in the base currency at daily '
  'rates, or for one currency only. `part` is the grouping: by month, by category, or by account or card. '
  '`currency` lists currencies with data. `left_out` lists currencies that have no rate. Refuses: BADDT.';

create function public.analytics_merchants(from_day date, to_day date, before_from date, before_to date,
  in_currency text default null, most integer default 10)
returns table (merchant text, amount numeric, times bigint, amount_before numeric, last_day date)
language plpgsql volatile
security definer -- because it reads the customer's time zone; returns only the caller's rows
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
begin
  perform bank.check_days(from_day, to_day);
  perform bank.check_days(before_from, before_to);
  return query
    select named.merchant, coalesce(sum(named.amount) filter (where s.day >= from_day), 0),
      count(*) filter (where s.day >= from_day),
      coalesce(sum(named.amount) filter (where s.day < from_day), 0), max(s.day)
    from public.spending_in_base s
      cross join lateral (
        select coalesce(nullif(btrim(s.merchant), ''), nullif(btrim(s.description), '')) as merchant,
        case when in_currency is null then s.base_amount else s.amount end as amount) as named
    where s.direction = 'out' and (in_currency is null or s.currency = in_currency)
      and named.merchant is not null
      and s.at >= (least(from_day, before_from)::timestamp at time zone zone)
        and s.at < ((to_day + 1)::timestamp at time zone zone)
      and (s.day >= from_day or s.day between before_from and before_to)
    group by named.merchant having sum(named.amount) filter (where s.day >= from_day) > 0
    order by 2 desc, 1 limit least(greatest(most, 1), 100);
end $$;
comment on function public.analytics_merchants is 'Returns the merchants with the highest spending in a span '
  'of days, compared with the previous span, in the base currency at daily rates, or for one currency only. '
  'Uses the description if there is no merchant. Refuses: BADDT.';

create function bank.rate_at(base text, quote text, day date) returns numeric language sql stable as $$
  select case when rate_at.base = rate_at.quote then 1
    else (select r.rate from public.exchange_rates r
      where r.base = rate_at.base and r.quote = rate_at.quote
        and r.rate_date <= day order by r.rate_date desc limit 1) end
$$;
comment on function bank.rate_at is
  'Returns the rate for a day, or the most recent earlier rate; null if there is none.';

create function bank.extend_exchange_rates() returns trigger language plpgsql
security definer -- because it reads the bank's exchange rates
set search_path = '' as $$
declare
  day date := bank.today_for(new.id);
begin
  if day + interval '6 months' > coalesce((select r.rate_date from public.exchange_rates r
    where r.base = 'EUR' and r.quote = 'USD' order by r.rate_date desc limit 1), date '2023-01-01') then
    perform bank.fill_exchange_rates((day + interval '12 months')::date);
  end if;
  return null;
end $$;
comment on function bank.extend_exchange_rates is
  'Adds exchange rates until they extend past every customer''s clock.';

create trigger extend_exchange_rates after update of clock_offset on public.customers for each row
  execute function bank.extend_exchange_rates();

-- This is the only definition of net worth. Every screen that shows net worth uses one of the functions
-- below.
create function bank.home_value_changes(household uuid, last_day date)
returns table (day date, currency text, change numeric) language sql stable as $$
  with mine as (
    select coalesce(c.time_zone, 'UTC') as zone from public.customers c where c.id = household
  ), homes as (
    select m.id, m.currency, m.property_value, coalesce(m.current_value, m.property_value) as current_value,
      (m.refinanced_at at time zone mine.zone)::date as refinanced_on,
      least((m.created_at at time zone mine.zone)::date, (select min(e.value_at at time zone mine.zone)::date
        from bank.postings p join bank.entries e on e.id = p.entry_id where p.ledger_id = m.id)) as owned_from
    from public.mortgages m cross join mine where m.user_id = household
  ), valuations as (
    select h.id, h.currency, h.owned_from as day, 0::bigint as place, h.property_value as value from homes h
    union all
    select h.id, h.currency, greatest(h.owned_from, (v.at at time zone mine.zone)::date), v.id,
      (v.facts ->> 'value')::numeric / 100
    from homes h cross join mine
      join public.household_events v on v.user_id = household and v.subject = h.id::text
        and v.kind = 'property_value'
    union all
    select h.id, h.currency, greatest(h.owned_from, bank.today_for(household)), 9223372036854775807,
      h.current_value from homes h where h.refinanced_on is null
    union all
    -- After the refinancing date, the home belongs to the new mortgage.
    select h.id, h.currency, h.refinanced_on, 9223372036854775807, 0 from homes h
      where h.refinanced_on is not null
  ), changes as (
    select v.day, v.currency,
      v.value - coalesce(lag(v.value) over (partition by v.id order by v.day, v.place), 0) as change
    from valuations v
  )
  select c.day, c.currency, c.change from changes c where c.day <= last_day and c.change <> 0
$$;
comment on function bank.home_value_changes is 'Returns the changes in a household''s home values by day: '
  'first the purchase, then each valuation. Today''s value is the mortgage''s `current_value`. A home whose '
  'mortgage was refinanced belongs to the new mortgage.';

create function bank.net_worth_parts(household uuid, days date[])
returns table (day date, kind text, currency text, amount numeric, rate numeric, worth numeric)
  language sql volatile as $$
  with mine as (
    select c.base_currency as base, coalesce(c.time_zone, 'UTC') as zone from public.customers c
      where c.id = household
  ), posted as (
    select (e.value_at at time zone mine.zone)::date as day, p.currency, p.amount as change,
      case l.product when 'account' then case when a.type = 'INVESTMENT' then 'investments' else 'cash' end
        when 'reserve' then 'property' when 'card' then 'cards' when 'loan' then 'loans' else 'mortgages' end
        as kind
    from mine cross join bank.ledger_accounts l
      join bank.postings p on p.ledger_id = l.id
      join bank.entries e on e.id = p.entry_id
      left join public.accounts a on a.id = l.id
    where l.household_id = household
      and e.value_at < ((days[cardinality(days)] + 1)::timestamp at time zone mine.zone)
    union all
    -- The customer still owns the security deposits that the bank holds.
    select (e.value_at at time zone mine.zone)::date, p.currency, p.amount, 'cash'
    from mine cross join bank.entries e join bank.postings p on p.entry_id = e.id
    where e.household_id = household and e.kind in ('security_deposit', 'deposit_return')
      and p.ledger_id = bank.system_account('security_deposits')
      and e.value_at < ((days[cardinality(days)] + 1)::timestamp at time zone mine.zone)
  ), changes as (
    -- Applies each change to the first requested day on or after its date.
    select c.kind, c.currency, width_bucket(c.day - 1, days) + 1 as place, sum(c.change) as change
    from (
      select p.day, p.kind, p.currency, p.change from posted p
      union all
      select h.day, 'property', h.currency, h.change
        from bank.home_value_changes(household, days[cardinality(days)]) h
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
    cross join lateral (select case when p.currency = mine.base then 1
      else bank.rate_at(p.currency, mine.base, p.day) end as rate) as rated
  where p.amount <> 0
$$;
comment on function bank.net_worth_parts is 'Returns the components of net worth: what a household owns '
  '(above zero) and owes (below zero) at the end of each requested day, by kind (cash, investments, '
  'property, cards, loans, mortgages) and currency, and what that is worth in the base currency at the rate '
  'of the day, rounded to the cent; null without a rate. Net worth is the sum of `worth`.';

create function bank.opening_worth(household uuid, day date) returns numeric language sql volatile as $$
  with mine as (
    select c.base_currency as base, coalesce(c.time_zone, 'UTC') as zone from public.customers c
      where c.id = household
  ), brought as (
    select p.currency, sum(p.amount) as amount
    from mine cross join bank.ledger_accounts l
      join bank.postings p on p.ledger_id = l.id
      join bank.entries e on e.id = p.entry_id
    where l.household_id = household and e.kind = 'opening'
      and e.value_at >= (opening_worth.day::timestamp at time zone mine.zone)
        and e.value_at < ((opening_worth.day + 1)::timestamp at time zone mine.zone)
    group by 1
    union all
    select h.currency, sum(h.change) from bank.home_value_changes(household, opening_worth.day) h group by 1
  )
  select coalesce(
    sum(round(b.amount * case when b.currency = mine.base then 1
    else bank.rate_at(b.currency, mine.base, opening_worth.day) end, 2)), 0)
  from brought b cross join mine
$$;
comment on function bank.opening_worth is 'Returns a household''s net worth at the start of its first day: '
  'opening balances and homes, before any income or spending.';

create function public.net_worth_history("from" date default null, "to" date default null)
returns table (day date, amount numeric, currency text, left_out text[], opened_with numeric)
language plpgsql volatile set search_path = ''
security definer -- because it reads bank.clocks, and sums postings while bypassing row-level security
as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select time_zone from public.customers where id = household), 'UTC');
  base text := (select c.base_currency from public.customers c where c.id = household);
  last_day date := coalesce("to", bank.today_for(household));
  began date := (select min((l.created_at at time zone zone)::date) from bank.ledger_accounts l
    where l.household_id = household);
  first_day date := coalesce("from", greatest(least(last_day, began), last_day - 3660));
  days date[];
begin
  if began is null then return; end if;
  perform bank.check_days(first_day, last_day);
  days := array(select d::date from generate_series(first_day, last_day, interval '1 day') as d order by 1);
  return query
    select d.day, coalesce(sum(p.worth), 0), base,
      coalesce(array_agg(distinct p.currency order by p.currency) filter (where p.worth is null
        and p.currency is not null), '{}'),
      case when d.day = began then bank.opening_worth(household, began) end
    from unnest(days) as d (day) left join bank.net_worth_parts(household, days) p on p.day = d.day
    group by d.day order by d.day;
end $$;
comment on function public.net_worth_history is
  'Returns the caller''s net worth, including homes, at the end of each day in the base currency at each '
  'day''s rates. `left_out` lists currencies that have no rate and don''t count. `opened_with` is the net '
  'worth at the start of the first day. If `from` is null, returns up to the last ten years. Refuses: BADDT.';

create function public.net_worth_parts(day date default null)
returns table (kind text, currency text, amount numeric, rate numeric, worth numeric)
language plpgsql volatile set search_path = ''
security definer -- because it reads bank.clocks, and sums postings while bypassing row-level security
as $$
declare
  household uuid := bank.caller();
  balance_day date := coalesce(net_worth_parts.day, bank.today_for(household));
begin
  perform bank.check_days(balance_day, balance_day);
  return query
    select p.kind, p.currency, p.amount, p.rate, p.worth
      from bank.net_worth_parts(household, array[balance_day]) p order by 1, 2;
end $$;
comment on function public.net_worth_parts is
  'Returns the components of the caller''s net worth at the end of a day, by default today: by kind (cash, '
  'investments, property, cards, loans, mortgages) and currency, with the rate to the base currency and the '
  'value in that currency (null if there is no rate). Net worth is the sum of `worth`. Refuses: BADDT.';

create function public.customer_net_worth(customer_id uuid) returns table (amount numeric, currency text)
language sql volatile
security definer -- because it sums the ledger of any household for server functions
set search_path = '' as $$
  select coalesce((select sum(p.worth) from bank.net_worth_parts(c.id, array[bank.today_for(c.id)]) p), 0),
    c.base_currency
  from public.customers c where c.id = customer_net_worth.customer_id
$$;
comment on function public.customer_net_worth is 'Returns a customer''s current net worth in the base '
  'currency, for the summary of a fast-forward. For server functions.';

create function public.net_worth_months(from_day date, to_day date)
returns table (day date, kind text, currency text, amount numeric, rate numeric, worth numeric)
language plpgsql volatile set search_path = ''
security definer -- because it reads bank.clocks, and sums postings while bypassing row-level security
as $$
declare
  household uuid := bank.caller();
  last_day date := least(to_day, bank.today_for(household));
begin
  perform bank.check_days(from_day, to_day);
  return query
    select p.day, p.kind, p.currency, p.amount, p.rate, p.worth
    from bank.net_worth_parts(household, array(
      select least((months.month + interval '1 month')::date - 1, last_day)
      from generate_series(date_trunc('month', from_day::timestamp),
        date_trunc('month', last_day::timestamp), interval '1 month')
        as months (month) order by 1)) p
    order by 1, 2, 3;
end $$;
comment on function public.net_worth_months is 'Returns the components of the caller''s net worth at the end '
  'of each month in a span and on its last day, as `net_worth_parts` does. Refuses: BADDT.';

create function public.exchange_effects(from_day date, to_day date)
returns table (currency text, amount numeric) language plpgsql volatile set search_path = ''
security definer -- because it reads bank.clocks, and sums postings while bypassing row-level security
as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
  base text := (select c.base_currency from public.customers c where c.id = household);
  last_day date := least(to_day, bank.today_for(household));
begin
  perform bank.check_days(from_day, to_day);
  return query
    with changes as (
      select greatest((e.value_at at time zone zone)::date, from_day) as day, p.currency,
        sum(p.amount) as change
      from bank.ledger_accounts l join bank.postings p on p.ledger_id = l.id
        join bank.entries e on e.id = p.entry_id
      where l.household_id = household and p.currency <> base
        and e.value_at < ((last_day + 1)::timestamp at time zone zone)
      group by 1, 2
    ), held as (
      -- Computes each balance and how long it lasted: from the end of a day with a change until the next day
      -- with a change.
      select c.currency, c.day as since, coalesce(lead(c.day) over own, last_day) as until,
        sum(c.change) over own as balance
      from changes c window own as (partition by c.currency order by c.day)
    )
    select h.currency,
      round(sum(h.balance * (
      bank.rate_at(h.currency, base, h.until) - bank.rate_at(h.currency, base, h.since))), 2)
    from held h group by h.currency
      having count(*) filter (where bank.rate_at(h.currency, base, h.since) is null) = 0 order by 1;
end $$;
comment on function public.exchange_effects is
  'Returns the amount that exchange rate changes added to (positive) or removed from the caller''s balances '
  'in other currencies, including debts, between the ends of two days: in the base currency, by currency. '
  'Homes and currencies that have no rate are not included. Refuses: BADDT.';

-- Insights are important facts from a customer's ledger. Each insight lists its transactions.
create table public.insight_dismissals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  key text not null check (length(key) between 1 and 200),
  dismissed_at timestamptz not null default now(),
  unique (user_id, key)
);
comment on table public.insight_dismissals is
  'Insights that a customer dismissed. Dismissals survive a return to a checkpoint.';
comment on column public.insight_dismissals.key is 'The key of the insight, as returned by `insights`.';
comment on column public.insight_dismissals.dismissed_at is 'The real time of the dismissal.';
call bank.restrict_to_owner('public.insight_dismissals', 'select', 'insert', 'delete');
grant select, insert (user_id, key), delete on public.insight_dismissals to authenticated;
grant select on public.insight_dismissals to service_role;

create type bank.insight as (kind text, key text, weight integer, subject text, name text, amount numeric,
  currency text, facts jsonb, evidence jsonb);
comment on type bank.insight is
  'A fact with its amount and underlying transactions. Each transaction has a day, a name, and an amount.';

create function bank.day_for(customer_id uuid, at timestamptz) returns date language sql stable as $$
  select (day_for.at at time zone coalesce((select c.time_zone from public.customers c
    where c.id = customer_id), 'UTC'))::date
$$;
comment on function bank.day_for is 'Returns the day of an instant in the customer''s time zone.';

create function bank.evidence_row(day date, name text, amount numeric, currency text)
returns jsonb language sql immutable as $$
  select jsonb_build_object('day', evidence_row.day, 'name', evidence_row.name,
    'amount', evidence_row.amount, 'currency', evidence_row.currency)
$$;
comment on function bank.evidence_row is 'Returns one row of evidence for an insight.';

create function bank.price_rises(household uuid, today date)
returns setof bank.insight language sql stable as $$
  -- Finds two equal charges a month apart, followed by a higher charge a month later.
  with charges as (
    select named.name, s.currency, s.day, s.amount, row_number() over later as back,
      lead(s.amount) over later as before, lead(s.amount, 2) over later as before_that,
      lead(s.day) over later as day_before, lead(s.day, 2) over later as day_before_that
    from public.spending s
      cross join lateral (
        select coalesce(nullif(btrim(s.merchant), ''), nullif(btrim(s.description), '')) as name) as named
    where s.direction = 'out' and s.amount > 0
      and s.kind in ('card_charge', 'imported_charge', 'withdrawal', 'payment')
      and named.name is not null
      and s.at > today - 130
    window later as (partition by named.name, s.currency order by s.day desc, s.id)
  )
  select 'price_rise', format('price_rise %s %s', c.name, c.amount), 60, c.name, c.name, c.amount - c.before,
    c.currency, jsonb_build_object('before', c.before, 'after', c.amount, 'since', c.day),
    jsonb_build_array(bank.evidence_row(c.day, c.name, c.amount, c.currency),
      bank.evidence_row(c.day_before, c.name, c.before, c.currency),
      bank.evidence_row(c.day_before_that, c.name, c.before_that, c.currency))
  from charges c
  where c.back = 1 and c.day > today - 35 and c.day - c.day_before between 25 and 36
    and c.day_before - c.day_before_that between 25 and 36
    and c.before = c.before_that and c.amount > c.before and c.amount <= c.before * 2
$$;
comment on function bank.price_rises is
  'Returns the caller''s monthly payments with a recent price increase.';

create function bank.category_transactions(requested_category uuid, since date, through date)
returns jsonb language sql stable as $$
  select coalesce(
    jsonb_agg(bank.evidence_row(r.day, r.name, r.amount, r.currency) order by r.base_amount desc, r.day),
    '[]')
  from (select s.day, coalesce(nullif(btrim(s.merchant), ''), s.description) as name, s.amount, s.currency,
    s.base_amount
    from public.spending_in_base s
    where s.direction = 'out' and s.category_id = requested_category and s.day between since
      and through order by s.base_amount desc nulls last limit 6) as r
$$;
comment on function bank.category_transactions is
  'Returns the largest transactions in one of the caller''s categories.';

create function bank.high_categories(household uuid, today date)
returns setof bank.insight language sql volatile as $$
  with months as materialized (
    select s.category_id, s.category, date_trunc('month', s.day)::date as month, sum(s.base_amount) as spent,
      s.base_currency
    from public.spending_in_base s
    where s.direction = 'out' and s.category_kind = 'spending'
      and s.at > date_trunc('month', today::timestamp) - interval '6 months 1 day'
      and s.day >= (date_trunc('month', today::timestamp) - interval '6 months')::date
    group by 1, 2, 3, 5
  ), usual as (
    select m.category_id, percentile_cont(0.5) within group (order by m.spent) as middle,
      max(m.spent) as most, count(*) as months
    from months m where m.month < date_trunc('month', today::timestamp) group by 1
  )
  select 'category_high', format('category_high %s %s', m.category_id, m.month), 50, m.category_id::text,
    m.category, round(m.spent - u.middle::numeric, 2), m.base_currency,
    jsonb_build_object('spent', m.spent, 'usual', round(u.middle::numeric, 2), 'most', u.most,
      'months', u.months, 'month', m.month), bank.category_transactions(m.category_id, m.month, today)
  from months m join usual u on u.category_id = m.category_id
  where m.month = date_trunc('month', today::timestamp)::date and u.months >= 3 and m.spent > u.most
    and m.spent > u.middle * 1.5 and m.spent > u.middle + 50
$$;
comment on function bank.high_categories is 'Returns the caller''s categories with more spending in the '
  'current month than in any of the last six, and at least 1.5 times the usual amount.';

create function bank.fees_twice(household uuid, today date)
returns setof bank.insight language sql stable as $$
  with fees as (
    select l.id, l.name, l.product, e.description, p.currency, -p.amount as amount,
      bank.day_for(household, e.value_at) as day
    from bank.ledger_accounts l join bank.postings p on p.ledger_id = l.id
      join bank.entries e on e.id = p.entry_id
    where l.household_id = household and l.closed_at is null and e.kind = 'fee' and p.amount < 0
      and e.value_at > today - 62
  )
  select 'fee_twice', format('fee_twice %s %s', f.id, max(f.day)), 80, f.id::text,
    f.name, sum(f.amount), f.currency,
    jsonb_build_object('product', f.product, 'fee', f.description, 'times', count(*), 'since', min(f.day),
      'autopay_account_id', paid.account_id),
    jsonb_agg(bank.evidence_row(f.day, f.description, f.amount, f.currency) order by f.day desc)
  from fees f left join lateral (
      select c.autopay_account_id as account_id from public.credit_cards c where c.id = f.id
      union all select l.autopay_account_id from public.loans l where l.id = f.id
      union all select m.autopay_account_id from public.mortgages m where m.id = f.id) as paid on true
  group by f.id, f.name, f.product, f.description, f.currency, paid.account_id having count(*) >= 2
$$;
comment on function bank.fees_twice is
  'Returns fees that the caller paid at least twice in two months on the same account, card, or debt.';

create function bank.crossed_utilization(household uuid, today date)
returns setof bank.insight language sql stable as $$
  select 'utilization', format('utilization %s %s %s', c.id, crossed.percent, to_char(today, 'YYYY-MM')), 70,
    c.id::text, c.name, c.balance - floor(c.credit_limit * crossed.percent) / 100, c.currency,
    jsonb_build_object('balance', c.balance, 'limit', c.credit_limit, 'percent', crossed.percent,
      'before', past.balance),
    (select coalesce(jsonb_agg(bank.evidence_row(r.day, r.name, r.amount, c.currency) order by r.day desc),
      '[]') from (
      select bank.day_for(household, e.value_at) as day, coalesce(e.merchant, e.description) as name,
        -p.amount as amount
      from bank.postings p join bank.entries e on e.id = p.entry_id
      where p.ledger_id = c.id and p.amount < 0 and e.value_at > today - 30 order by -p.amount desc
        limit 6) as r)
  from public.credit_cards c
    cross join lateral (select coalesce(-sum(p.amount), 0) as balance from bank.postings p
      join bank.entries e on e.id = p.entry_id
      where p.ledger_id = c.id and e.value_at <= today - 30) as past
    cross join lateral (select max(t.percent) as percent from (values (30), (50), (75)) as t (percent)
      where c.balance * 100 > c.credit_limit * t.percent
        and past.balance * 100 <= c.credit_limit * t.percent) as crossed
  where c.user_id = household and crossed.percent is not null
    and exists (select from bank.postings p join bank.entries e on e.id = p.entry_id where p.ledger_id = c.id
      and e.value_at <= today - 30)
$$;
comment on function bank.crossed_utilization is 'Returns cards whose utilization rose above 30, 50, or 75 '
  'percent in the last 30 days, with the payment that brings utilization back below that percentage.';

create function bank.late_goals(household uuid, today date)
returns setof bank.insight language sql stable as $$
  select 'goal_behind', format('goal_behind %s %s', g.id, g.target_date), 40, g.id::text, g.name,
    s.needed_monthly - s.monthly_pace, g.currency,
    jsonb_build_object('target', g.target, 'saved', s.saved, 'target_date', g.target_date,
      'projected', s.projected_date, 'pace', s.monthly_pace, 'needed', s.needed_monthly),
    (select coalesce(jsonb_agg(bank.evidence_row(r.day, r.kind, r.amount, g.currency) order by r.day desc),
      '[]') from (
      select bank.day_for(household, m.at) as day, m.kind, m.amount from public.goal_movements m
        where m.goal_id = g.id order by m.at desc limit 5) as r)
  from public.goals g join public.goal_status s on s.goal_id = g.id
  where g.user_id = household and g.status = 'active' and g.target_date > today
    and s.needed_monthly > s.monthly_pace
    and coalesce(s.projected_date, 'infinity') > g.target_date + 14
$$;
comment on function bank.late_goals is
  'Returns goals that will miss their date at the current pace. The amount is the monthly shortfall.';

create function bank.fast_budgets(household uuid, today date)
returns setof bank.insight language sql volatile as $$
  with present as (
    select date_trunc('month', today::timestamp)::date as month,
      bank.share_of_month(date_trunc('month', today::timestamp)::date, today) as gone
  ), budget_lines as materialized (
    select b.* from present,
      bank.budget_months(household, (present.month - interval '3 months')::date, present.month) b
  ), steady as (
    -- Excludes categories with the same cost every month, such as rent, because that money isn't spent evenly
    -- over the month.
    select k.category_id from budget_lines k, present where k.month < present.month group by 1
    having max(k.spent) > 0
      and (max(k.spent) - min(k.spent)) * 100 <= percentile_cont(0.5) within group (
      order by k.spent)::numeric * 5
  )
  select 'pace', format('pace %s %s', k.category_id, k.month), 45, k.category_id::text, c.name,
    round(k.spent / p.gone - k.available, 2), mine.base_currency,
    jsonb_build_object('spent', k.spent, 'available', k.available, 'projected', round(k.spent / p.gone, 2),
      'gone', p.gone, 'month', k.month), bank.category_transactions(k.category_id, k.month, today)
  from present p join budget_lines k on k.month = p.month join public.categories c on c.id = k.category_id
    join public.customers mine on mine.id = household
  where k.available > 0 and p.gone between 0.25 and 0.9 and k.spent <= k.available
    and k.spent > k.available * p.gone * 1.3
    and k.category_id not in (select s.category_id from steady s where s.category_id is not null)
$$;
comment on function bank.fast_budgets is 'Returns current budgets whose spending is over 30% ahead of plan. '
  'The amount is the projected overspending.';

create function bank.idle_money(household uuid, today date)
returns setof bank.insight language sql stable as $$
  select 'idle', format('idle %s', a.id), 30, a.id::text, a.name,
    floor(least(a.balance, low.balance) / 100) * 100, a.currency,
    jsonb_build_object('lowest', low.balance, 'on', low.day, 'balance', a.balance, 'savings_id', s.id,
      'savings', s.name, 'saved', s.balance),
    jsonb_build_array(bank.evidence_row(today, 'Now', a.balance, a.currency),
      bank.evidence_row(low.day, 'Lowest balance in 60 days', low.balance, a.currency))
  from public.accounts a
    cross join lateral (select r.day, r.balance from (
        select bank.day_for(household, t.date) as day, t.balance_after as balance from public.transactions t
          where t.account_id = a.id and t.date > today - 60
        union all
        (select today - 60, t.balance_after from public.transactions t where t.account_id = a.id
          and t.date <= today - 60
          order by t.date desc, t.id desc limit 1)) as r order by r.balance, r.day limit 1) as low
    left join lateral (select o.id, o.name, o.balance from public.accounts o
      where o.user_id = household and o.type = 'SAVINGS' and o.closed_at is null
        and o.currency = a.currency order by o.balance desc, o.id limit 1) as s on true
  where a.user_id = household and a.type = 'CHECKING' and a.closed_at is null and a.created_at < today - 60
    and least(a.balance, low.balance) >= 1000
  order by least(a.balance, low.balance) desc limit 1
$$;
comment on function bank.idle_money is 'Returns money that has been idle in a checking account for 60 days, '
  'rounded down to a multiple of 100. The minimum is 1,000.';

create function public.insights() returns table (kind text, key text, weight integer, subject text, name text,
  amount numeric, currency text, facts jsonb, evidence jsonb) language plpgsql volatile set search_path = ''
security definer -- because it reads bank.clocks and the ledger; returns only the caller's rows
as $$
declare
  household uuid := bank.caller();
  today date := bank.today_for(household);
begin
  return query
    select i.* from (
      select * from bank.price_rises(household, today) union all select *
        from bank.high_categories(household, today)
      union all select * from bank.fees_twice(household, today) union all select *
        from bank.crossed_utilization(household, today)
      union all select * from bank.late_goals(household, today) union all select *
        from bank.fast_budgets(household, today)
      union all select * from bank.idle_money(household, today)) as i
    where not exists (select from public.insight_dismissals d where d.user_id = household and d.key = i.key)
    order by i.weight desc, i.amount desc, i.key;
end $$;
comment on function public.insights is 'Returns the caller''s insights that aren''t dismissed, most '
  'important first: a fact with its amount, subject, and transactions.';

-- With `security_invoker`, the view reads exchange rates with the customer's permissions.
create or replace view public.spending_in_base with (security_invoker = true) as
  select s.id, s.at, s.day, s.amount, s.currency, s.direction, s.category_id, s.category, s.category_kind,
    s.merchant, s.description, s.account_id, s.card_id, s.kind, s.entry_id, mine.base_currency,
    case when s.currency = mine.base_currency then s.amount
      else round(s.amount * (select r.rate from public.exchange_rates r
        where r.base = s.currency and r.quote = mine.base_currency
          and r.rate_date <= s.day order by r.rate_date desc limit 1), 2) end as base_amount
  from public.spending s cross
    join (select c.base_currency from public.customers c where c.id = (select auth.uid())) as mine;
comment on view public.spending_in_base is
  'The caller''s spending and income with amounts in their base currency.';
comment on column public.spending_in_base.base_amount is 'At the day''s rate; null if there is no rate.';
grant select on public.spending_in_base to authenticated;

-- If the customer has few transactions, totals and page positions of a search are read in date order. The
-- text index covers all customers, so it is faster only for customers with many transactions.
create function bank.walk_of_all(query jsonb, household uuid, zone text)
returns integer language plpgsql volatile as $$
declare
  walk constant integer := 4000;
  -- If no condition can use the text index, only the date index is useful, as in find_page.
  is_found_by_index boolean := exists (select
    from jsonb_array_elements(query -> 'conditions') as c (condition)
    where c.condition ->> 'on' in ('words', 'merchant', 'note', 'tag', 'category')
      and not coalesce((c.condition ->> 'not')::boolean, false));
  has_more boolean;
begin
  if not is_found_by_index then return null; end if;
  execute format('select exists (%s) or exists (%s)',
    bank.search_source(query - 'sort', 'account', household, zone, null, 1, walk),
    bank.search_source(query - 'sort', 'card', household, zone, null, 1, walk)) into has_more;
  return case when not has_more then walk end;
end $$;
comment on function bank.walk_of_all is 'Returns how many of the latest transactions a search must read; '
  'null if there are too many, or if no text index applies.';
call bank.broadcast('public.insight_dismissals');

grant execute on function
  public.analytics_flows, public.analytics_merchants, public.net_worth_history, public.net_worth_parts,
  public.net_worth_months, public.exchange_effects, public.insights to authenticated;
grant execute on function public.customer_net_worth to service_role;
