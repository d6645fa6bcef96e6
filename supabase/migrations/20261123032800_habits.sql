set check_function_bodies = off;

-- The full calendar months of a customer, for streaks. Income, spending, and budgets come from the functions
-- that analytics and budgets use.
create function bank.slips_by_month(household uuid, since date)
returns table (month date, missed bigint, fees bigint, interest bigint) language sql stable as $$
  with zone as (select c.time_zone as name from public.customers c where c.id = household),
  slips as (
    select h.at, 'missed' as slip from public.household_events h
    where h.user_id = household and h.kind in ('payment_failed', 'payment_missed')
      and not bank.is_half_payment(h.event_key)
    union all
    select e.value_at, case when e.kind = 'interest' then 'interest' else 'fee' end
    from bank.ledger_accounts l join bank.postings p on p.ledger_id = l.id
      join bank.entries e on e.id = p.entry_id
    where l.household_id = household and p.amount < 0
      and (e.kind in ('overdraft_fee', 'returned_payment_fee')
        or (e.kind = 'fee' and e.event_key ~ ':latefee:|:returned$')
        or (e.kind = 'interest' and l.product = 'card'))
      and not exists (select from bank.entries w
        where w.household_id = household and w.event_key = 'waived:' || e.event_key)
  )
  select date_trunc('month', s.at at time zone zone.name)::date, count(*) filter (where s.slip = 'missed'),
    count(*) filter (where s.slip = 'fee'), count(*) filter (where s.slip = 'interest')
  from slips s, zone where s.at >= (since::timestamp at time zone zone.name) group by 1
$$;
comment on function bank.slips_by_month is 'Counts a household''s missed or failed payments, its late, '
  'overdraft, and returned payment fees without those that the bank waived, and its interest charges on '
  'cards in each month.';

create function public.habit_months(months integer default 24)
returns table (month date, income numeric, spending numeric, missed bigint, fees bigint, interest bigint,
  cards bigint, budgets bigint, kept_budgets bigint) language plpgsql volatile
security definer -- because it reads the ledger and bank.clocks; returns only the caller's months
set search_path = '' as $$
declare
  household uuid := bank.caller();
  this_month date := bank.budget_month(household);
  opened_on date := (select min(bank.day_for(household, l.created_at)) from bank.ledger_accounts l
    where l.household_id = household);
  first_full date := date_trunc('month', opened_on + interval '1 month' - interval '1 day')::date;
  first_month date;
begin
  perform bank.refuse_if((months between 1 and 120) is not true, 'BADDT', 'Choose from 1 to 120 months.');
  first_month := greatest(first_full, (this_month - months * interval '1 month')::date);
  if opened_on is null or first_month >= this_month then return; end if;
  return query
    with flows as materialized (
      select f.month, f.direction, f.amount
      from public.analytics_flows(first_month, this_month - 1, first_month - 1, first_month - 1) f
      where f.part = 'month' and not f.is_before
    ), limits as materialized (
      select b.month, count(*) as budgets, count(*) filter (where b.spent <= b.available) as kept
      from bank.budget_months(household, first_month, (this_month - interval '1 month')::date) b
      where b.available is not null and b.category_id is not null group by b.month
    )
    select m.month::date, coalesce((select sum(f.amount) from flows f
        where f.month = m.month and f.direction = 'in'), 0),
      coalesce((select sum(f.amount) from flows f where f.month = m.month and f.direction = 'out'), 0),
      coalesce(s.missed, 0), coalesce(s.fees, 0), coalesce(s.interest, 0),
      (select count(*) from public.credit_cards c where c.user_id = household
        and bank.day_for(household, c.created_at) < (m.month + interval '1 month')::date),
      coalesce(l.budgets, 0), coalesce(l.kept, 0)
    from generate_series(first_month, this_month - interval '1 month', interval '1 month') as m (month)
      left join bank.slips_by_month(household, first_month) s on s.month = m.month
      left join limits l on l.month = m.month
    order by 1;
end $$;
comment on function public.habit_months is 'Returns the caller''s last full calendar months, oldest first: '
  'income and spending in the base currency as in analytics, missed payments, late, overdraft, '
  'and returned payment fees, interest charges on cards, cards, and budgets with those that were kept. '
  'Refuses: BADDT.';

grant execute on function public.habit_months to authenticated;
