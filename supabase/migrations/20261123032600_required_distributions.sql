set check_function_bodies = off;

-- Required minimum distributions (RMD): the amounts that must leave 401(k) plans and traditional IRAs each
-- year from an age on. Everything is derived from the date of birth and the journal.
create function bank.distribution_period(age integer) returns numeric language sql immutable as $$
  select (array[27.4, 26.5, 25.5, 24.6, 23.7, 22.9, 22.0, 21.1, 20.2, 19.4, 18.5, 17.7, 16.8, 16.0, 15.2,
    14.4, 13.7, 12.9, 12.2, 11.5, 10.8, 10.1, 9.5, 8.9, 8.4, 7.8, 7.3, 6.8, 6.4, 6.0, 5.6, 5.2,
    4.9, 4.6, 4.3, 4.1, 3.9, 3.7, 3.5, 3.4, 3.3, 3.1, 3.0, 2.9, 2.8, 2.7, 2.5, 2.3,
    2.0])
    [least(greatest(age, 72), 120) - 71]
$$;
comment on function bank.distribution_period is 'Returns the distribution period at an age in years: the '
  'Uniform Lifetime Table (Publication 590-B, Appendix B, Table III), for ages 72 to 120.';

create function bank.first_distribution_year(birth_date date) returns integer language sql immutable as $$
  select case when birth_date < '1949-07-01' then extract(year from birth_date + interval '70 years 6 months')
    else extract(year from birth_date) + case when birth_date < '1951-01-01' then 72
      when birth_date < '1960-01-01' then 73 else 75 end end::integer
$$;
comment on function bank.first_distribution_year is 'Returns the first year with a required distribution: '
  'the year of age 70 and a half, 72, 73, or 75 by date of birth (26 U.S.C. 401(a)(9)(C)(v)).';

create function bank.retirement_years(household uuid)
returns table (account_id uuid, tax_year integer, balance numeric, paid numeric, paid_by_april numeric)
language sql stable as $$
  with mine as materialized (
    select a.id, case a.tax_treatment when '401k' then a.id end as plan, c.time_zone as zone,
      extract(year from a.tax_treatment_since at time zone c.time_zone)::integer as since
    from public.customers c join public.accounts a on a.user_id = c.id
      and a.tax_treatment in ('401k', 'traditional_ira')
    where c.id = household),
  changed as materialized (
    select m.plan, greatest(m.since, extract(year from e.value_at at time zone m.zone)::integer) as year,
      sum(p.amount) as amount
    from mine m join bank.postings p on p.ledger_id = m.id join bank.entries e on e.id = p.entry_id
    group by 1, 2),
  taken as materialized (
    select m.plan, extract(year from w.day)::integer as year, -sum(w.amount) as amount,
      -sum(w.amount) filter (where w.day <= make_date(extract(year from w.day)::integer, 4, 1)) as by_april
    from mine m join bank.tax_advantaged_movements(household) w on w.account_id = m.id
      and not w.is_contribution and not w.is_conversion
    group by 1, 2)
  select g.plan, y.year, coalesce((select sum(b.amount) from changed b
      where b.plan is not distinct from g.plan and b.year < y.year), 0),
    coalesce(t.amount, 0), coalesce(t.by_april, 0)
  from (select m.plan, min(m.since) as since from mine m group by m.plan) as g
    cross join (select k.carryover ->> 'birthDate' as birth_date from bank.clocks k
      where k.household_id = household) as k
    cross join lateral generate_series(greatest(g.since, bank.first_distribution_year(k.birth_date::date)),
      extract(year from bank.today_for(household))::integer) as y (year)
    left join taken t on t.plan is not distinct from g.plan and t.year = y.year
$$;
comment on function bank.retirement_years is 'Returns the years with required distributions by 401(k) plan '
  'and, with a null account, for all traditional IRAs together: the balance at the end of the year before, '
  'the withdrawals, and those by April 1. Conversions and rollovers aren''t withdrawals. No rows without a '
  'birth date.';

create function bank.is_paid_into(account_id uuid, year integer) returns boolean language sql stable as $$
  select exists (select from bank.postings p join bank.entries e on e.id = p.entry_id
      join public.pay_stubs s on s.user_id = e.household_id and s.event_key = e.event_key
      where p.ledger_id = is_paid_into.account_id
        and s.pay_date between make_date(year, 1, 1) and make_date(year, 12, 31))
    or exists (select from public.auto_deposits d
      where d.pay_details ->> 'retirement_account_id' = is_paid_into.account_id::text
        and d.user_id = (select a.user_id from public.accounts a where a.id = is_paid_into.account_id)
        and (d.pay_details ->> 'retirement_percent')::numeric > 0 and not d.paused
        and d.start_date <= make_date(year, 12, 31)
        and coalesce(d.end_date >= bank.today_for(d.user_id), true)
        and year = extract(year from bank.today_for(d.user_id)))
$$;
comment on function bank.is_paid_into is 'Returns true if paychecks contributed to a 401(k) in a year, or in '
  'the current year will. The plan of a current job has no required distribution '
  '(26 U.S.C. 401(a)(9)(C)(i)(II)).';

create function bank.required_distributions(household uuid)
returns table (account_id uuid, name text, tax_year integer, balance numeric, period numeric,
  required numeric, withdrawn numeric, due_on date, missed numeric, corrected numeric)
language sql stable as $$
  with recursive born as materialized (
    select (k.carryover ->> 'birthDate')::date as day, bank.today_for(household) as today
    from bank.clocks k where k.household_id = household),
  years as materialized (
    select y.*, p.period, case when y.balance <= 0 or bank.is_paid_into(y.account_id, y.tax_year) then 0
        else round(y.balance / p.period, 2) end as required,
      make_date(y.tax_year + f.is_first::integer, case when f.is_first then 4 else 12 end,
        case when f.is_first then 1 else 31 end) as due_on,
      f.is_first, row_number() over (partition by y.account_id order by y.tax_year) as step
    from born b cross join bank.retirement_years(household) y
      cross join lateral (select y.tax_year = bank.first_distribution_year(b.day) as is_first) as f
      cross join lateral (select bank.distribution_period(y.tax_year - extract(year from b.day)::integer)
        as period) as p),
  -- A withdrawal first counts toward what is missing from earlier years. An excess isn't carried over.
  paid as (
    select y.*, least(y.required, y.paid) as in_year, 0::numeric as late,
      y.required - least(y.required, y.paid) as owed from years y where y.step = 1
    union all
    select y.*, least(y.required, y.paid - o.late), o.late,
      b.owed - o.late + y.required - least(y.required, y.paid - o.late)
    from paid b join years y on y.account_id is not distinct from b.account_id and y.step = b.step + 1
      cross join lateral (select least(b.owed, y.paid) as late) as o),
  -- The first distribution can wait until April 1 of the next year.
  timed as (
    select p.*, p.in_year + case when p.is_first
      then least(p.owed, coalesce(lead(p.paid_by_april) over plan, 0)) else 0 end as on_time
    from paid p window plan as (partition by p.account_id order by p.step)),
  judged as (
    select t.*, case when b.today > t.due_on then t.required - t.on_time else 0 end as missed,
      sum(t.late - (t.on_time - t.in_year)) over (partition by t.account_id) as made_up
    from timed t cross join born b)
  select j.account_id, coalesce(a.name, 'Traditional IRAs'), j.tax_year, j.balance, j.period, j.required,
    j.on_time, j.due_on, j.missed, greatest(0, least(j.missed, j.made_up - coalesce(sum(j.missed) over (
      partition by j.account_id order by j.step rows between unbounded preceding and 1 preceding), 0)))
  from judged j left join public.accounts a on a.id = j.account_id
  where j.required > 0 order by j.tax_year, a.created_at nulls first, j.account_id
$$;
comment on function bank.required_distributions is 'Returns the required minimum distributions of each '
  '401(k) plan and of all traditional IRAs together (null account): the balance at the end of the year '
  'before divided by the distribution period, what was withdrawn in time, what was missed, and how much of '
  'that was withdrawn later.';

create function bank.missed_distributions(household uuid)
returns table (tax_year integer, missed numeric, corrected numeric) language sql stable as $$
  select extract(year from d.due_on)::integer, sum(d.missed), sum(d.corrected)
  from bank.required_distributions(household) d where d.missed > 0 group by 1
$$;
comment on function bank.missed_distributions is 'Returns the required distributions that were not '
  'withdrawn in time, by the year of their due date. The return of that year has the excise tax (26 U.S.C. '
  '4974).';

create function public.my_required_distributions()
returns table (account_id uuid, name text, tax_year integer, balance numeric, period numeric,
  required numeric, withdrawn numeric, due_on date, missed numeric, corrected numeric)
language sql stable
security definer -- because it reads the caller's journal
set search_path = '' as $$
  select d.* from bank.required_distributions(bank.caller()) d
    order by d.tax_year desc, d.account_id nulls first
$$;
comment on function public.my_required_distributions is 'Returns the caller''s required minimum '
  'distributions, latest year first: one for each 401(k), and one for all traditional IRAs together (null '
  'account). Empty without a date of birth, or before the first year. Refuses: NOUSR.';

create function bank.has_required_distributions(household uuid) returns boolean language sql stable as $$
  select exists (select from bank.clocks k where k.household_id = household
    and bank.first_distribution_year((k.carryover ->> 'birthDate')::date)
      <= extract(year from bank.today_for(household)))
$$;
comment on function bank.has_required_distributions is 'Returns true from the first year with a required '
  'distribution on. Callers avoid reading the journal before it.';

create function bank.engine_distributions(household uuid) returns jsonb language plpgsql stable as $$
declare
  this_year integer := extract(year from bank.today_for(household));
begin
  if not bank.has_required_distributions(household) then return null; end if;
  return jsonb_build_object('year', this_year, 'plans', (
    select coalesce(jsonb_agg(jsonb_build_object('account_id', d.account_id,
      'left', bank.minor(greatest(0, d.required - d.withdrawn)), 'taken', bank.minor(d.withdrawn))), '[]')
    from bank.required_distributions(household) d where d.tax_year = this_year));
end $$;
comment on function bank.engine_distributions is 'Returns this year''s required distributions for '
  'projections: what is still required and what was withdrawn, in minor units; null before the first year.';

create function bank.distribution_notifications(household uuid, since timestamptz)
returns setof bank.news_item language plpgsql stable as $$
begin
  if not bank.has_required_distributions(household) then return; end if;
  return query
    with mine as materialized (select d.*, coalesce(d.account_id::text, 'iras') as item
      from bank.required_distributions(household) d where d.due_on >= since::date - 400)
    select 'required_distribution', m.item, null::uuid, t.event_key || ':' || m.item || ':' || m.tax_year,
      n.at, t.message, '/dashboard/accounts/' || coalesce(m.account_id, (select a.id from public.accounts a
        where a.user_id = household and a.tax_treatment = 'traditional_ira' order by a.created_at limit 1))
    from mine m join public.customers c on c.id = household
      cross join lateral (values
        ('rmd', make_date(m.tax_year, 1, 1), format('Withdraw %s from %s by %s: the required minimum '
          'distribution for %s.', bank.format_money(m.required, 'USD'), m.name,
          bank.format_date(m.due_on, make_date(m.tax_year, 1, 1)), m.tax_year), true),
        ('rmd_soon', m.due_on - 30, format('Withdraw %s from %s by %s to avoid an excise tax of up to 25%%.',
          bank.format_money(m.required - m.withdrawn, 'USD'), m.name,
          bank.format_date(m.due_on, m.due_on - 30)), m.withdrawn < m.required),
        ('rmd_missed', m.due_on + 1, format('You missed %s of the %s required distribution of %s. Withdraw '
          'it before you file, and the excise tax falls from 25%% to 10%%.',
          bank.format_money(m.missed, 'USD'), m.tax_year, m.name), m.missed > 0))
          as t (event_key, day, message, is_due)
      cross join lateral (select t.day::timestamp at time zone c.time_zone as at) as n
    where t.is_due and n.at > since and n.at <= bank.now_for(household);
end $$;
comment on function bank.distribution_notifications is 'Returns required minimum distributions that began, '
  'are due in 30 days, or were missed since a given time.';

grant execute on function public.my_required_distributions to authenticated;
