-- What came in and went out over a span of days, beside the span before, for one page and in one answer.
create function public.analytics_flows(from_day date, to_day date, before_from date, before_to date, in_currency text default null)
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
        s.card_id, s.currency, s.amount
      from public.spending s
      where s.at >= (least(from_day, before_from)::timestamp at time zone zone) and s.at < ((to_day + 1)::timestamp at time zone zone)
        and (s.day >= from_day or s.day between before_from and before_to)
    )
    -- Months, categories and accounts are three views of the same rows: each adds up to the same amount.
    select case when grouping(r.month) = 0 then 'month' when grouping(r.category_id) = 0 then 'category' else 'account' end,
      r.is_before, r.month, r.direction, r.category_id, r.category, r.account_id, r.card_id, r.currency, sum(r.amount), count(*)
    from rows r where r.currency = told
    group by grouping sets ((r.is_before, r.direction, r.currency, r.month), (r.is_before, r.direction, r.currency, r.category_id, r.category),
      (r.is_before, r.direction, r.currency, r.account_id, r.card_id))
    union all
    select 'currency', false, null, null, null, null, null, null, r.currency, null, count(*) from rows r group by r.currency
    order by 1, 2, 3, 10 desc nulls last;
end
$$;
comment on function public.analytics_flows(date, date, date, date, text) is
  'What came in and went out over a span of days and over the one before it, in one currency (the base currency by default): by month, by category, and by account or card, as `part` says; `currency` lists the currencies that there is something in. Refuses: BADDT.';
grant execute on function public.analytics_flows(date, date, date, date, text) to authenticated;

create function public.analytics_merchants(from_day date, to_day date, before_from date, before_to date, in_currency text default null, most integer default 10)
returns table (merchant text, amount numeric, times bigint, amount_before numeric, last_day date) language plpgsql volatile
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
    select named.merchant, coalesce(sum(s.amount) filter (where s.day >= from_day), 0), count(*) filter (where s.day >= from_day),
      coalesce(sum(s.amount) filter (where s.day < from_day), 0), max(s.day)
    from public.spending s
      cross join lateral (select coalesce(nullif(btrim(s.merchant), ''), nullif(btrim(s.description), '')) as merchant) as named
    where s.direction = 'out' and s.currency = told and named.merchant is not null
      and s.at >= (least(from_day, before_from)::timestamp at time zone zone) and s.at < ((to_day + 1)::timestamp at time zone zone)
      and (s.day >= from_day or s.day between before_from and before_to)
    group by named.merchant having sum(s.amount) filter (where s.day >= from_day) > 0
    order by 2 desc, 1 limit least(greatest(most, 1), 100);
end
$$;
comment on function public.analytics_merchants(date, date, date, date, text, integer) is
  'With whom most was spent over a span of days, and what it was over the span before. Without a merchant, what the customer or the bank called the payment. Refuses: BADDT.';
grant execute on function public.analytics_merchants(date, date, date, date, text, integer) to authenticated;
