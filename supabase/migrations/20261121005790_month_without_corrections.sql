-- What was taken back, and what took it back, did not come in or go out.
create or replace function public.month_flow() returns table (currency text, money_in numeric, money_out numeric, left_out text[])
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
      and t.type <> 'TRANSFER' and t.kind not in ('adjustment', 'correction', 'market_change') and t.corrected_by is null
  )
  select mine.base_currency, coalesce(sum(f.amount) filter (where f.direction = 'in'), 0), coalesce(sum(f.amount) filter (where f.direction = 'out'), 0),
    coalesce(array_agg(distinct f.currency) filter (where f.amount is null), '{}')
  from mine join flows f on true group by mine.base_currency
$$;
