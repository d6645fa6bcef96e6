set check_function_bodies = off;

-- The movements and purchases of a past year. The engine groups the movements as it groups those of a
-- fast-forward (engine/simulation/digest.ts), so that the year in review names the same causes.
create function bank.check_review_year(household uuid, year integer) returns date language plpgsql volatile
as $$
declare
  began date := (select min(bank.day_for(household, l.created_at)) from bank.ledger_accounts l
    where l.household_id = household);
begin
  perform bank.refuse_if((year between coalesce(extract(year from began), 9999)::integer
    and extract(year from bank.today_for(household))::integer - 1) is not true,
    'BADDT', 'Choose a complete year since you opened your first account.');
  return began;
end $$;
comment on function bank.check_review_year is
  'Returns a household''s first day. Refuses years before it and years that haven''t ended: BADDT.';

create function public.year_movements(year integer default null)
returns table (kind text, subject uuid, is_pay boolean, is_surprise boolean, product text, currency text,
  amount numeric, times bigint) language plpgsql volatile set search_path = ''
security definer -- because it reads bank.clocks and sums the caller's postings
as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
  began date := bank.check_review_year(household, year_movements.year);
  first_day date := make_date(year_movements.year, 1, 1);
begin
  return query
    with moved as (
      select e.kind, substring(e.event_key from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):')::uuid
          as subject, substring(e.event_key from '^(luck:[^:]+:[^:]+):') as random_surprise,
        l.id as ledger_id, l.product, p.currency, p.amount
      from bank.ledger_accounts l join bank.postings p on p.ledger_id = l.id
        join bank.entries e on e.id = p.entry_id
      where l.household_id = household and e.value_at >= (first_day::timestamp at time zone zone)
        and e.value_at < ((first_day + interval '1 year')::timestamp at time zone zone)
        -- The opening net worth already has the opening balances of the household's first day.
        and not (e.kind = 'opening' and (e.value_at at time zone zone)::date = began)
    )
    select m.kind, m.subject,
      exists (select from public.auto_deposits d where d.id = m.subject and d.is_pay),
      exists (select from public.household_events h where h.user_id = household
        and h.subject = coalesce(m.random_surprise, m.subject::text) and h.kind = 'shock'),
      m.product, m.currency, sum(m.amount), count(*)
    from moved m
    group by m.kind, m.subject, m.random_surprise, m.ledger_id, m.product, m.currency
    union all
    select 'home_value', null, false, false, 'property', h.currency, sum(h.change), count(*)
    from bank.home_value_changes(household, (first_day + interval '1 year')::date - 1) h
    where h.day >= first_day and h.day > began group by h.currency
    order by 1, 2, 5, 6;
end $$;
comment on function public.year_movements is 'Returns the caller''s movements of a complete calendar year, '
  'added up by kind, rule or surprise, product, and currency: what it changed in net worth. `home_value` is '
  'the change in the value of homes. Leaves out the opening balances of the first day. Refuses: BADDT.';

create function public.year_purchases(year integer default null, most integer default 1)
returns table (id text, day date, name text, category text, amount numeric)
language plpgsql volatile set search_path = ''
security definer -- because it reads the ledger and bank.clocks; returns only the caller's rows
as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
  first_day date := make_date(year_purchases.year, 1, 1);
begin
  perform bank.check_review_year(household, year_purchases.year);
  return query
    select s.id, s.day, coalesce(nullif(btrim(s.merchant), ''), nullif(btrim(s.description), '')), s.category,
      s.base_amount
    from public.spending_in_base s left join bank.entries e on e.id = s.entry_id
    where s.direction = 'out' and s.base_amount > 0
      and s.kind in ('card_charge', 'imported_charge', 'payment', 'withdrawal')
      and s.at >= (first_day::timestamp at time zone zone)
      and s.at < ((first_day + interval '1 year')::timestamp at time zone zone)
      -- The key of a scheduled payment is its id and the planned time.
      and coalesce(e.event_key, '') !~ '^[0-9a-f]{8}-[0-9a-f-]{27}:[0-9]'
    order by s.base_amount desc, s.day, s.id limit least(greatest(most, 1), 20);
end $$;
comment on function public.year_purchases is 'Returns the caller''s largest purchases of a complete calendar '
  'year in the base currency at daily rates, without scheduled payments. Refuses: BADDT.';

create function bank.year_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  select 'year_review', y.year::text, null::uuid, 'year_review:' || y.year, y.ends_at,
    format('Your %s in review is ready.', y.year), '/analytics/year-in-review/' || y.year
  from public.customers c
    cross join lateral (
      select extract(year from bank.now_for(c.id) at time zone c.time_zone)::integer - 1 as year) as last
    cross join lateral (select last.year,
      make_date(last.year + 1, 1, 1)::timestamp at time zone c.time_zone as ends_at) as y
  where c.id = household and y.ends_at > since
    and exists (select from bank.ledger_accounts l where l.household_id = household
      and l.created_at < y.ends_at - interval '3 months')
$$;
comment on function bank.year_notifications is 'Returns the last complete year once it ended, if the '
  'household had at least three months of it.';

grant execute on function public.year_movements, public.year_purchases to authenticated;
