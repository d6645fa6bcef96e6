-- Totals and places of a search read a customer's rows in the order of time while these are few, as pages do. The index of
-- words goes through what all customers have written: it is for those who have written much themselves.
create function bank.walk_of_all(query jsonb, household uuid, zone text) returns integer language plpgsql volatile as $$
declare
  walk constant integer := 4000;
  -- As in find_page: without such a condition no index but that of time is in question.
  is_found_by_index boolean := exists (select from jsonb_array_elements(query -> 'conditions') as c (condition)
    where c.condition ->> 'on' in ('words', 'merchant', 'note', 'tag', 'category') and not coalesce((c.condition ->> 'not')::boolean, false));
  has_more boolean;
begin
  if not is_found_by_index then
    return null;
  end if;
  execute format('select exists (%s) or exists (%s)', bank.search_source(query - 'sort', 'account', household, zone, null, 1, walk),
    bank.search_source(query - 'sort', 'card', household, zone, null, 1, walk)) into has_more;
  return case when not has_more then walk end;
end
$$;
comment on function bank.walk_of_all(jsonb, uuid, text) is 'How many of the latest rows of each side are all that a search is about; null when these are too many to be walked through, or nothing is asked that an index of words could find.';

create or replace function public.search_places(query jsonb, page_size integer default 100) returns table (nth bigint, date timestamptz, row_id text, amount numeric)
language plpgsql volatile
security definer -- as search_rows
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
begin
  return query execute format($sql$
    select n.nth, n.date, n.row_id, n.amount from (
      select f.date, f.row_id, f.amount, row_number() over (order by %s) as nth from %s f
    ) n where n.nth %% $1 = 0 and n.nth <= 100000 order by n.nth$sql$,
    bank.search_order(query ->> 'sort', 'row_id'), bank.found_sql(query, household, zone, null, bank.walk_of_all(query, household, zone), '')) using greatest(page_size, 20);
end
$$;

create or replace function public.search_totals(query jsonb)
returns table (currency text, times bigint, money_in numeric, money_out numeric, moved_in numeric, moved_out numeric, without_rate bigint) language plpgsql volatile
security definer -- as search_rows
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
  base text := coalesce((select c.base_currency from public.customers c where c.id = household), 'USD');
begin
  return query execute format($sql$
    with counted as (
      select f.currency, f.direction, f.type = 'TRANSFER' or f.kind = 'card_payment' as is_own, coalesce(%s, f.amount) as amount,
        case when f.currency = $1 then null else (f.date at time zone $2)::date end as rate_day
      from %s f
    ), told as (
      select c.currency, c.direction, c.is_own, count(*) as times, sum(c.amount) as amount, count(*) filter (where c.currency <> $1 and x.rate is null) as without_rate,
        sum(case when c.currency = $1 then c.amount else round(c.amount * x.rate, 2) end) as in_base
      from counted c left join public.exchange_rates x on c.rate_day is not null and x.base = c.currency and x.quote = $1 and x.rate_date = c.rate_day
      group by 1, 2, 3
    )
    select t.currency, sum(t.times)::bigint, coalesce(sum(t.amount) filter (where t.direction = 'in'), 0), coalesce(sum(t.amount) filter (where t.direction = 'out'), 0),
      coalesce(sum(t.amount) filter (where t.direction = 'in' and t.is_own), 0), coalesce(sum(t.amount) filter (where t.direction = 'out' and t.is_own), 0), 0::bigint
    from told t group by t.currency
    union all
    select null, coalesce(sum(t.times), 0)::bigint, coalesce(sum(t.in_base) filter (where t.direction = 'in'), 0), coalesce(sum(t.in_base) filter (where t.direction = 'out'), 0),
      coalesce(sum(t.in_base) filter (where t.direction = 'in' and t.is_own), 0), coalesce(sum(t.in_base) filter (where t.direction = 'out' and t.is_own), 0),
      coalesce(sum(t.without_rate), 0)::bigint
    from told t order by 1 nulls first$sql$,
    bank.part_sql(query, household), bank.found_sql(query, household, zone, null, bank.walk_of_all(query, household, zone), '')) using base, zone;
end
$$;
