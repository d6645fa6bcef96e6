-- The first steps of a new customer: what of them the books say is done, and what the latest month came to.
alter table public.customers add column shows_first_steps boolean;
comment on column public.customers.shows_first_steps is
  'Whether the dashboard shows the first steps; null until the customer decided: then they show, but not to visitors of the demo.';
grant update (shows_first_steps) on public.customers to authenticated;
-- Who has been here for a while found their way without them.
update public.customers set shows_first_steps = false where entered_at is not null;

create function public.first_steps()
returns table (account_id uuid, has_income boolean, has_bill boolean, has_plan boolean, lived_days integer, arrived integer, paid integer,
  since date, currency text, parts jsonb, left_out text[])
language sql stable
security definer -- reads the private clock
set search_path = '' as $$
  with caller as (
    select bank.caller() as id
  ), mine as (
    select c.id, c.base_currency, coalesce(c.time_zone, 'UTC') as zone, bank.today_for(c.id) as today,
      extract(day from justify_hours(c.clock_offset))::integer as leapt,
      (select min(t.date) from public.transactions t where t.user_id = c.id) as first_at
    from caller join public.customers c on c.id = caller.id
  ), began as (
    -- A month back, or as far as the books go.
    select m.*, greatest((m.first_at at time zone m.zone)::date, (m.today - interval '1 month')::date) as since from mine m
  ), month as (
    select t.kind in ('auto_deposit', 'payment') as by_itself, t.direction, t.kind, t.currency, t.kind = 'interest' and t.direction = 'in' as is_interest,
      bank.worth_in(t.amount, t.currency, b.base_currency, (t.date at time zone b.zone)::date) as amount,
      case when t.kind = 'opening' or t.description = 'Initial deposit' then 'Put in at the opening'
        else coalesce(nullif(btrim(t.merchant), ''), nullif(btrim(t.description), ''), 'Without words') end as words
    from began b join public.transactions t on t.user_id = b.id
    where t.date >= b.since::timestamp at time zone b.zone and t.type <> 'TRANSFER' and t.kind not in ('adjustment', 'correction', 'market_change')
      and t.corrected_by is null
  ), grouped as (
    select m.direction, m.words, m.is_interest, sum(m.amount) as amount, count(*) as times
    from month m where m.amount is not null group by 1, 2, 3
  )
  select
    (select a.id from public.accounts a where a.user_id = b.id and a.closed_at is null order by a.created_at, a.id limit 1),
    exists (select from public.auto_deposits d where d.user_id = b.id),
    exists (select from public.scheduled_payments s where s.user_id = b.id),
    exists (select from public.budgets g where g.user_id = b.id) or exists (select from public.goals g where g.user_id = b.id),
    greatest(b.leapt, b.today - (b.first_at at time zone b.zone)::date, 0),
    (select count(*)::integer from month m where m.by_itself and m.direction = 'in'),
    (select count(*)::integer from month m where m.by_itself and m.direction = 'out'),
    coalesce(b.since, b.today), b.base_currency,
    (select coalesce(jsonb_agg(jsonb_build_object('direction', g.direction, 'words', g.words, 'interest', g.is_interest,
      'amount', g.amount, 'times', g.times) order by g.direction, g.amount desc, g.words), '[]') from grouped g),
    (select coalesce(array_agg(distinct m.currency), '{}') from month m where m.amount is null)
  from began b
$$;
comment on function public.first_steps() is
  'What of the first steps the caller''s own data say is done, and what came in and went out since the same day a month ago, in the base currency, by whom it was from or to; moves between own accounts and corrections do not count, nor do the currencies without a rate that are told as left out.';
grant execute on function public.first_steps() to authenticated;
