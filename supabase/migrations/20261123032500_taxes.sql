set check_function_bodies = off;

-- Tax returns. A return stores the figures of its year. The engine computes the tax, and pays it or receives
-- the refund. A return is settled once an entry with the event key `tax:<id>` exists.
create table public.tax_returns (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  tax_year integer not null check (tax_year between 1900 and 2200),
  filing_status text not null check (filing_status in ('single', 'joint', 'head_of_household')),
  wages bank.money not null check (wages >= 0),
  interest bank.money not null check (interest >= 0),
  withheld bank.money not null check (withheld >= 0),
  short_term_gain numeric check (short_term_gain = round(short_term_gain, 2)),
  long_term_gain numeric check (long_term_gain = round(long_term_gain, 2)),
  dividends numeric check (dividends >= 0 and dividends = round(dividends, 2)),
  qualified_dividends numeric check (qualified_dividends between 0 and dividends
    and qualified_dividends = round(qualified_dividends, 2)),
  children integer check (children between 1 and 20),
  distributions numeric check (distributions >= 0 and distributions = round(distributions, 2)),
  early_distributions numeric check (early_distributions between 0 and distributions
    and early_distributions = round(early_distributions, 2)),
  deductions numeric check (deductions = round(deductions, 2)),
  unemployment numeric check (unemployment >= 0 and unemployment = round(unemployment, 2)),
  missed_distributions numeric check (missed_distributions > 0
    and missed_distributions = round(missed_distributions, 2)),
  corrected_distributions numeric check (corrected_distributions between 0 and missed_distributions
    and corrected_distributions = round(corrected_distributions, 2)),
  is_senior boolean,
  inflation numeric not null check (inflation between -100 and 1000),
  account_id uuid references public.accounts on delete set null,
  filed_on date not null,
  constraint tax_returns_user_id_tax_year_key unique (user_id, tax_year)
);
create index tax_returns_account_id_idx on public.tax_returns (account_id) where account_id is not null;
comment on table public.tax_returns is 'The tax returns that customers have filed, one for each year.';
comment on column public.tax_returns.wages is 'Federal wages of all employers (Form W-2 box 1).';
comment on column public.tax_returns.withheld is 'Federal income tax withheld (Form W-2 box 2).';
comment on column public.tax_returns.short_term_gain is 'The gain on fund units that were held for a year or '
  'less (Form 1099-B), negative for a loss; null if none were sold.';
comment on column public.tax_returns.long_term_gain is
  'The gain on fund units that were held for longer (Form 1099-B).';
comment on column public.tax_returns.dividends is
  'All dividends of funds (Form 1099-DIV box 1a); null if there were none.';
comment on column public.tax_returns.qualified_dividends is
  'The part of the dividends that is taxed like long-term gains (Form 1099-DIV box 1b).';
comment on column public.tax_returns.children is
  'The number of children under 17 by the year''s paychecks; null if there are none.';
comment on column public.tax_returns.distributions is
  'The taxable withdrawals from retirement accounts (Form 1099-R box 2a); null if there were none.';
comment on column public.tax_returns.early_distributions is
  'The part of the distributions that has the additional tax of 10%.';
comment on column public.tax_returns.deductions is
  'The contributions to retirement and health accounts that lower income; null if there were none.';
comment on column public.tax_returns.unemployment is
  'Unemployment benefits (Form 1099-G box 1); null if there were none.';
comment on column public.tax_returns.missed_distributions is
  'The part of the year''s required minimum distributions that was not withdrawn in time; null if none.';
comment on column public.tax_returns.corrected_distributions is
  'The part of the missed distributions that was withdrawn before the return was filed.';
comment on column public.tax_returns.is_senior is 'True if the customer was 65 or older at the end of the '
  'year, so that the standard deduction is higher; null if not, or if the date of birth is unknown.';
comment on column public.tax_returns.inflation is
  'The inflation rate by which unpublished tax amounts are estimated, in percent per year.';
comment on column public.tax_returns.account_id is 'The account that pays or receives the balance.';
comment on column public.tax_returns.filed_on is 'The simulated day of filing in the customer''s time zone.';

call bank.show_to_owner('public.tax_returns');
call bank.broadcast('public.tax_returns');

create trigger schedule_simulation after insert on public.tax_returns
  for each row execute function bank.schedule_simulation_for_change();

create function bank.engine_tax_returns(household uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('id', r.id, 'tax_year', r.tax_year,
    'filing_status', r.filing_status, 'wages', r.wages, 'interest', r.interest, 'withheld', r.withheld,
    'short_term_gain', r.short_term_gain, 'long_term_gain', r.long_term_gain,
    'dividends', r.dividends, 'qualified_dividends', r.qualified_dividends, 'children', r.children,
    'distributions', r.distributions, 'early_distributions', r.early_distributions,
    'deductions', r.deductions, 'unemployment', r.unemployment,
    'missed_distributions', r.missed_distributions,
    'corrected_distributions', r.corrected_distributions, 'is_senior', r.is_senior,
    'inflation', r.inflation, 'account_id', r.account_id, 'filed_on', r.filed_on) order by r.tax_year), '[]')
  from public.tax_returns r
  where r.user_id = household and not exists (select from bank.entries e where e.household_id = household
    and e.event_key = 'tax:' || r.id)
$$;
comment on function bank.engine_tax_returns is 'Returns the returns that aren''t settled, for the engine.';

create function bank.interest_of_year(household uuid, tax_year integer, product text)
returns table (ledger_id uuid, name text, amount numeric) language sql stable as $$
  select l.id, l.name, abs(sum(p.amount))
  from public.customers c
    join bank.ledger_accounts l on l.household_id = c.id and l.product = interest_of_year.product
    join bank.postings p on p.ledger_id = l.id and p.currency = 'USD'
    join bank.entries e on e.id = p.entry_id and e.household_id = c.id and e.kind = 'interest'
  where c.id = household
    and e.value_at >= make_date(tax_year, 1, 1)::timestamp at time zone c.time_zone
    and e.value_at < make_date(tax_year + 1, 1, 1)::timestamp at time zone c.time_zone
  group by l.id, l.name, l.created_at having sum(p.amount) <> 0 order by l.created_at, l.id
$$;
comment on function bank.interest_of_year is
  'Returns the interest in US dollars that each product of a kind earned or cost in a calendar year.';

create function bank.fund_sales(household uuid)
returns table (tax_year integer, account text, fund text, sold_on date, units numeric, proceeds numeric,
  basis numeric, short_term numeric, long_term numeric) language sql stable as $$
  select extract(year from o.completed_at at time zone c.time_zone)::integer, a.name, o.fund,
    (o.completed_at at time zone c.time_zone)::date, o.filled_units, o.filled_amount, o.basis,
    o.gain - coalesce(o.long_term_gain, 0), coalesce(o.long_term_gain, 0)
  from public.customers c
    join public.fund_orders o on o.user_id = c.id and o.status = 'filled' and o.gain is not null
    join public.accounts a on a.id = o.account_id and a.currency = 'USD'
      and (a.tax_treatment is null or o.completed_at < a.tax_treatment_since)
  where c.id = household
  order by o.completed_at, o.account_id, o.fund
$$;
comment on function bank.fund_sales is 'Returns the taxable sales of funds in US dollars by calendar year, '
  'with their cost basis and gains.';

-- The engine reports each dividend, also reinvested ones, with its amount in minor units.
create function bank.fund_dividends(household uuid)
returns table (tax_year integer, account_id uuid, name text, amount numeric, qualified numeric)
language sql stable as $$
  select extract(year from coalesce(h.due_at, h.at) at time zone c.time_zone)::integer as tax_year, a.id,
    a.name, bank.major(sum((h.facts ->> 'amount')::numeric)),
    bank.major(coalesce(sum((h.facts ->> 'amount')::numeric)
      filter (where h.facts ->> 'fund' in ('US_STOCKS', 'WORLD_STOCKS')), 0))
  from public.customers c
    join public.household_events h on h.user_id = c.id and h.kind = 'fund_dividend'
    join public.accounts a on a.id::text = h.subject and a.user_id = c.id and a.currency = 'USD'
      and (a.tax_treatment is null or h.at < a.tax_treatment_since)
  where c.id = household
  group by 1, a.id, a.name, a.created_at order by 1, a.created_at, a.id
$$;
comment on function bank.fund_dividends is 'Returns the taxable dividends of funds that each account '
  'received by calendar year. Those of stock funds are qualified.';

create function bank.benefits_of_year(household uuid, tax_year integer) returns numeric
language sql stable as $$
  select sum(p.amount) from public.customers c
    join bank.entries e on e.household_id = c.id and e.kind = 'unemployment_benefit'
    join bank.postings p on p.entry_id = e.id and p.amount > 0
  where c.id = household
    and e.value_at >= make_date(tax_year, 1, 1)::timestamp at time zone c.time_zone
    and e.value_at < make_date(tax_year + 1, 1, 1)::timestamp at time zone c.time_zone
$$;
comment on function bank.benefits_of_year is
  'Returns the unemployment benefits of a calendar year; null if there were none.';

create function bank.interest_years(household uuid) returns setof integer language sql stable as $$
  select y.tax_year from (
    select extract(year from e.value_at at time zone c.time_zone)::integer as tax_year,
      sum(p.amount) as amount
    from public.customers c
      join bank.ledger_accounts l on l.household_id = c.id and l.product = 'account'
      join bank.postings p on p.ledger_id = l.id and p.currency = 'USD'
      join bank.entries e on e.id = p.entry_id and e.household_id = c.id and e.kind = 'interest'
    where c.id = household group by 1) as y
  where y.amount >= 10 and not exists (select from public.auto_deposits d where d.user_id = household
    and d.is_pay and (d.pay_details is null or d.start_date <= make_date(y.tax_year, 12, 31)))
$$;
comment on function bank.interest_years is 'Returns the calendar years without pay that have at least 10 '
  'dollars of interest in US dollars. Returns no years with a paycheck, because pay stubs have its wages.';

create function bank.income_years(household uuid) returns setof integer language sql stable as $$
  select extract(year from s.pay_date)::integer from public.pay_stubs s where s.user_id = household
  union
  select d.tax_year from bank.distributions(household) d where d.gross + d.converted > 0
  union
  select * from bank.interest_years(household)
  union
  select m.tax_year from bank.missed_distributions(household) m
  union
  select extract(year from e.value_at at time zone c.time_zone)::integer from public.customers c
    join bank.entries e on e.household_id = c.id and e.kind = 'unemployment_benefit'
    where c.id = household
  union
  select s.tax_year from bank.fund_sales(household) s
  union
  select d.tax_year from bank.fund_dividends(household) d group by d.tax_year having sum(d.amount) >= 10
$$;
comment on function bank.income_years is 'Returns the calendar years with pay stubs, withdrawals from '
  'retirement accounts, missed required distributions, unemployment benefits, sales of funds, or at least '
  '10 dollars of interest or dividends. They have a tax return.';

create function bank.is_senior(household uuid, year integer) returns boolean language sql stable as $$
  select nullif((k.carryover ->> 'birthDate')::date < make_date(year - 64, 1, 2), false)
    from bank.clocks k where k.household_id = household
$$;
comment on function bank.is_senior is 'Returns true if the customer was 65 or older at the end of a year: '
  'born before January 2 of the year 64 years earlier (26 U.S.C. 63(f)); otherwise null.';

create function bank.tax_years(household uuid)
returns table (tax_year integer, filing_status text, wages numeric, interest numeric, withheld numeric,
  short_term_gain numeric, long_term_gain numeric, dividends numeric, qualified_dividends numeric,
  children integer, distributions numeric, early_distributions numeric, deductions numeric,
  unemployment numeric, missed_distributions numeric, corrected_distributions numeric,
  nondeductible numeric, opens_on date, is_open boolean, inflation numeric, is_senior boolean)
language sql stable as $$
  with advantaged as materialized (select * from bank.tax_advantaged_years(household)),
    taken as materialized (select * from bank.distributions(household)),
    sold as materialized (select * from bank.fund_sales(household)),
    paid as materialized (select * from bank.fund_dividends(household)),
    missed as materialized (select * from bank.missed_distributions(household))
  select y.year, coalesce(p.filing_status, 'single'), coalesce(p.wages, 0), coalesce(i.amount, 0),
    coalesce(p.withheld, 0), g.short_term, g.long_term, d.amount, d.qualified, p.children,
    w.taxable, w.early, nullif(n.deductions + least(n.ira, l.highest), 0), u.amount, m.missed, m.corrected,
    nullif(greatest(n.ira - l.highest, 0), 0), make_date(y.year + 1, 2, 15),
    bank.today_for(household) >= make_date(y.year + 1, 2, 15), bank.household_inflation(household),
    bank.is_senior(household, y.year)
  from bank.income_years(household) as y (year)
    left join lateral (
      select sum(s.federal_wages) as wages, sum(s.federal_tax) as withheld, max(s.children) as children,
        (array_agg(s.filing_status order by s.pay_date desc, s.event_key desc))[1] as filing_status
      from public.pay_stubs s where s.user_id = household
        and s.pay_date between make_date(y.year, 1, 1) and make_date(y.year, 12, 31)) as p on true
    left join lateral (select sum(f.amount) as amount
      from bank.interest_of_year(household, y.year, 'account') f) as i on true
    left join lateral (select sum(f.short_term) as short_term, sum(f.long_term) as long_term
      from sold f where f.tax_year = y.year) as g on true
    left join lateral (select sum(f.amount) as amount, sum(f.qualified) as qualified
      from paid f where f.tax_year = y.year) as d on true
    left join lateral (select sum(f.taxable + f.converted) as taxable, sum(f.early) as early
      from taken f where f.tax_year = y.year) as w on true
    left join missed m on m.tax_year = y.year
    -- Contributions that don't come from paychecks lower income, except those to a Roth IRA.
    cross join lateral (select
        coalesce(sum(f.contributed) filter (where f.tax_treatment in ('401k', 'hsa')), 0) as deductions,
        coalesce(sum(f.contributed) filter (where f.tax_treatment = 'traditional_ira'), 0) as ira
      from advantaged f where f.year = y.year) as n
    cross join lateral bank.benefits_of_year(household, y.year) as u (amount)
    -- The deduction depends on adjusted gross income without it. Losses count up to 3,000 dollars.
    cross join lateral (select case when n.ira > 0 and bank.is_covered_at_work(household, y.year)
      then bank.ira_deduction_limit(household, y.year, coalesce(p.wages, 0) + coalesce(i.amount, 0)
        + coalesce(d.amount, 0) + coalesce(w.taxable, 0) + coalesce(u.amount, 0) - n.deductions
        + greatest(-3000, coalesce(g.short_term, 0) + coalesce(g.long_term, 0)), p.filing_status = 'joint')
      else n.ira end) as l (highest)
  where y.year < extract(year from bank.today_for(household))
$$;
comment on function bank.tax_years is 'Returns the figures of each past calendar year with a tax return. '
  '`nondeductible` are the contributions to traditional IRAs that don''t lower income; null if all of them '
  'do.';

create function public.my_tax_years()
returns table (tax_year integer, filing_status text, wages numeric, interest numeric, withheld numeric,
  short_term_gain numeric, long_term_gain numeric, dividends numeric, qualified_dividends numeric,
  children integer, distributions numeric, early_distributions numeric, deductions numeric,
  unemployment numeric, missed_distributions numeric, corrected_distributions numeric,
  nondeductible numeric, opens_on date, is_open boolean, inflation numeric, is_senior boolean)
language sql stable
security definer -- because it reads the caller's journal
set search_path = '' as $$
  select * from bank.tax_years(bank.caller()) y order by y.tax_year desc
$$;
comment on function public.my_tax_years is 'Returns the caller''s figures for the tax return of each past '
  'year with income, latest first. A return can be filed from February 15 (`opens_on`) on.';

create function public.file_tax_return(account_id uuid, tax_year integer default null,
  request_id text default null) returns public.tax_returns language plpgsql volatile
security definer -- because it writes tax returns, which no API role can write
set search_path = '' as $$
declare
  household uuid := bank.caller();
  params jsonb := jsonb_build_array('file_tax_return', tax_year, account_id);
  filed public.tax_returns := bank.replay_row(request_id, params, null::public.tax_returns);
  year record;
  account public.accounts;
begin
  if filed.id is not null then return filed; end if;
  perform bank.lock_clock(household);
  perform bank.lock_records(household, 'tax returns');
  account := bank.check_rule_account(household, file_tax_return.account_id);
  perform bank.refuse_if(account.currency <> 'USD', 'BADCU', 'Choose an account in US dollars.',
    jsonb_build_object('currency', 'USD', 'account_currency', account.currency));
  select * into year from bank.tax_years(household) y
    where y.tax_year = coalesce(file_tax_return.tax_year, y.tax_year) order by y.tax_year desc limit 1;
  perform bank.refuse_if(not found, 'NOTAX', 'There is no income to report for this year.',
    jsonb_build_object('reason', 'none'));
  perform bank.refuse_if(not year.is_open, 'NOTAX', 'You can file from February 15 on.',
    jsonb_build_object('reason', 'early', 'opens_on', year.opens_on));
  perform bank.refuse_if(exists (select from public.tax_returns r where r.user_id = household
    and r.tax_year = year.tax_year), 'NOTAX', 'You already filed the return for this year.',
    jsonb_build_object('reason', 'filed'));
  insert into public.tax_returns (user_id, tax_year, filing_status, wages, interest, withheld,
      short_term_gain, long_term_gain, dividends, qualified_dividends, children, distributions,
      early_distributions, deductions, unemployment, missed_distributions, corrected_distributions,
      is_senior, inflation, account_id, filed_on)
    values (household, year.tax_year, year.filing_status, year.wages, year.interest, year.withheld,
      year.short_term_gain, year.long_term_gain, year.dividends, year.qualified_dividends, year.children,
      year.distributions, year.early_distributions, year.deductions, year.unemployment,
      year.missed_distributions, year.corrected_distributions, year.is_senior, year.inflation, account.id,
      bank.today_for(household))
    returning * into filed;
  return bank.remember(request_id, params, filed);
end $$;
comment on function public.file_tax_return is 'Files the caller''s tax return for a past year with '
  'income, or for the latest one. The engine pays the tax due on April 15 from the account, or receives the '
  'refund 21 days later. Refuses: NOTAX, NTFND, CLOSD, BADCU, RQDIF, BADTX, CLOCK, NOUSR.';

-- Tax forms. They are issued from the year's own rows, only for years with a tax return.
create function bank.issue_year_form(household uuid, kind text, title text, about uuid, about_kind text,
  about_name text, tax_year integer, zone text, issued_on date, terms jsonb)
returns uuid language sql volatile as $$
  select bank.issue_document(household, kind, title, about, about_kind, about_name,
    make_date(tax_year, 1, 1), make_date(tax_year, 12, 31),
    make_date(tax_year, 1, 1)::timestamp at time zone zone, issued_on::timestamp at time zone zone,
    terms || jsonb_build_object('year', tax_year))
$$;
comment on function bank.issue_year_form is 'Issues a tax form of a calendar year.';

create function bank.issue_income_forms(household uuid, zone text, settled timestamptz)
returns void language sql volatile as $$
  select bank.issue_year_form(household, 'form_1099_div', 'Form 1099-DIV ' || y.tax_year, null, null, null,
    y.tax_year, zone, make_date(y.tax_year + 1, 2, 1), y.terms)
  from (select f.tax_year, jsonb_build_object('dividends', sum(f.amount),
      'qualified', sum(f.qualified), 'accounts', jsonb_agg(jsonb_build_object('name', f.name,
        'amount', f.amount, 'qualified', f.qualified))) as terms
    from bank.fund_dividends(household) f group by f.tax_year having sum(f.amount) >= 10) as y
  where (settled at time zone zone)::date >= make_date(y.tax_year + 1, 2, 1)
  order by y.tax_year;
  select bank.issue_year_form(household, 'form_1099_b', 'Form 1099-B ' || y.tax_year, null, null, null,
    y.tax_year, zone, make_date(y.tax_year + 1, 2, 1), y.terms)
  from (select f.tax_year, jsonb_build_object('proceeds', sum(f.proceeds), 'basis', sum(f.basis),
      'short_term', sum(f.short_term), 'long_term', sum(f.long_term),
      'sales', jsonb_agg(to_jsonb(f) - 'tax_year')) as terms
    from bank.fund_sales(household) f group by f.tax_year) as y
  where (settled at time zone zone)::date >= make_date(y.tax_year + 1, 2, 1)
  order by y.tax_year;
  select bank.issue_year_form(household, 'form_1099_g', 'Form 1099-G ' || y.tax_year, null, null, null,
    y.tax_year, zone, make_date(y.tax_year + 1, 1, 31), jsonb_build_object('unemployment', b.amount))
  from bank.income_years(household) y (tax_year),
    bank.benefits_of_year(household, y.tax_year) b (amount)
  where b.amount > 0 and (settled at time zone zone)::date >= make_date(y.tax_year + 1, 1, 31)
  order by y.tax_year;
  select bank.issue_year_form(household, 'form_1099_r', 'Form 1099-R ' || f.tax_year || ' ' || f.name,
    f.account_id, 'account', f.name, f.tax_year, zone, make_date(f.tax_year + 1, 2, 1),
    jsonb_strip_nulls(jsonb_build_object('name', f.name, 'tax_treatment', f.tax_treatment, 'gross', f.gross,
      'taxable', f.taxable, 'early', f.early, 'converted', nullif(f.converted, 0),
      'rolled_over', nullif(f.rolled_over, 0),
      'is_young', nullif(bank.late_from(household) > make_date(f.tax_year, 12, 31), false))))
  from bank.distributions(household) f
  where (settled at time zone zone)::date >= make_date(f.tax_year + 1, 2, 1)
  order by f.tax_year, f.name, f.account_id;
  select bank.issue_year_form(household, 'form_1099_sa', 'Form 1099-SA ' || f.year || ' ' || a.name, a.id,
    'account', a.name, f.year, zone, make_date(f.year + 1, 2, 1), jsonb_build_object('name', a.name,
      'gross', f.gross, 'contributed', f.contributed,
      'paycheck', bank.paycheck_contributions(household, 'hsa', f.year)))
  from bank.tax_advantaged_years(household) f join public.accounts a on a.id = f.account_id
  where f.tax_treatment = 'hsa' and f.gross > 0
    and (settled at time zone zone)::date >= make_date(f.year + 1, 2, 1)
  order by f.year, a.name, a.id;
$$;
comment on function bank.issue_income_forms is 'Issues the forms 1099-DIV (from 10 dollars of dividends) '
  'and 1099-B of fund accounts, 1099-R of retirement accounts, and 1099-SA of health savings accounts on '
  'February 1, and the form 1099-G of unemployment benefits on January 31.';

create function bank.issue_tax_forms(household uuid, zone text, settled timestamptz)
returns void language sql volatile as $$
  with years as materialized (
    select y.tax_year from bank.income_years(household) y (tax_year)
    where (settled at time zone zone)::date >= make_date(y.tax_year + 1, 1, 31)
  )
  select bank.issue_year_form(household, 'w2', 'Form W-2 ' || y.tax_year || ' ' || w.employer, w.about,
    'employer', w.employer, y.tax_year, zone, make_date(y.tax_year + 1, 1, 31), w.terms)
  from years y, lateral (
    select s.auto_deposit_id as about, (array_agg(s.employer order by s.pay_date desc))[1] as employer,
      jsonb_build_object('employer', (array_agg(s.employer order by s.pay_date desc))[1],
        'wages', sum(s.federal_wages), 'federal_tax', sum(s.federal_tax),
        'social_security_wages', sum(s.social_security_wages), 'social_security', sum(s.social_security),
        'medicare_wages', sum(s.medicare_wages), 'medicare', sum(s.medicare),
        'retirement', sum(s.retirement), 'hsa', sum(s.hsa), 'state_tax', sum(s.state_tax)) as terms
    from public.pay_stubs s where s.user_id = household
      and s.pay_date between make_date(y.tax_year, 1, 1) and make_date(y.tax_year, 12, 31)
    group by s.auto_deposit_id) as w
  order by y.tax_year, w.employer, w.about;
  select bank.issue_year_form(household, 'form_1099_int', 'Form 1099-INT ' || y.tax_year, null, null, null,
    y.tax_year, zone, make_date(y.tax_year + 1, 2, 1), i.terms)
  from bank.income_years(household) y (tax_year), lateral (
    select sum(f.amount) as total, jsonb_build_object('interest', sum(f.amount),
      'accounts', jsonb_agg(jsonb_build_object('name', f.name, 'amount', f.amount))) as terms
    from bank.interest_of_year(household, y.tax_year, 'account') f) as i
  where i.total >= 10 and (settled at time zone zone)::date >= make_date(y.tax_year + 1, 2, 1)
  order by y.tax_year;
  select bank.issue_year_form(household, 'form_1098', 'Form 1098 ' || y.tax_year || ' ' || f.name,
    f.ledger_id, 'mortgage', f.name, y.tax_year, zone, make_date(y.tax_year + 1, 2, 1),
    jsonb_build_object('name', f.name, 'interest', f.amount))
  from bank.income_years(household) y (tax_year),
    lateral bank.interest_of_year(household, y.tax_year, 'mortgage') f
  where (settled at time zone zone)::date >= make_date(y.tax_year + 1, 2, 1)
  order by y.tax_year, f.name, f.ledger_id;
  select bank.issue_income_forms(household, zone, settled);
  select bank.issue_document(household, 'tax_return', 'Tax return ' || r.tax_year, r.id, 'tax_return', null,
    make_date(r.tax_year, 1, 1), make_date(r.tax_year, 12, 31),
    make_date(r.tax_year, 1, 1)::timestamp at time zone zone, r.filed_on::timestamp at time zone zone,
    jsonb_strip_nulls(to_jsonb(r) - '{id,user_id,account_id}'::text[]))
  from public.tax_returns r where r.user_id = household order by r.tax_year;
$$;
comment on function bank.issue_tax_forms is 'Issues the W-2 forms on January 31, the 1099-INT (from 10 '
  'dollars of interest), 1098, 1099-DIV, and 1099-B forms on February 1, and the returns that were filed.';

create function public.issue_pay_stub(pay_stub_id uuid) returns public.documents language plpgsql volatile
security definer -- because it writes issued documents
set search_path = '' as $$
declare
  household uuid := bank.caller();
  stub jsonb;
  paid date;
  document public.documents;
begin
  select to_jsonb(h) into stub from public.pay_history h
    where h.id = issue_pay_stub.pay_stub_id and h.user_id = household;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that pay stub.');
  paid := (stub ->> 'pay_date')::date;
  perform bank.issue_document(household, 'pay_stub', 'Pay stub ' || (stub ->> 'employer') || ' ' || paid,
    issue_pay_stub.pay_stub_id, 'pay_stub', stub ->> 'employer', paid, paid, bank.now_for(household),
    bank.now_for(household), stub - '{id,user_id,auto_deposit_id,account_id,event_key,entry_id}'::text[]);
  select * into document from public.documents d where d.user_id = household and d.kind = 'pay_stub'
    and d.about = issue_pay_stub.pay_stub_id;
  return document;
end $$;
comment on function public.issue_pay_stub is
  'Issues one of the caller''s pay stubs as a document. Refuses: NTFND, NOUSR.';

create function bank.tax_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  select 'tax_documents', y.tax_year::text, null::uuid, 'tax_documents:' || y.tax_year, ready.at,
    format('Your tax documents for %s are ready.', y.tax_year), '/documents/taxes'
  from public.customers c
    cross join lateral (select bank.now_for(c.id) as present) as n
    cross join lateral generate_series(
      extract(year from greatest(since, timestamptz '1900-01-01'))::integer - 2,
      extract(year from n.present)::integer) as y (tax_year)
    cross join lateral (
      select make_date(y.tax_year + 1, 1, 31)::timestamp at time zone c.time_zone as at) as ready
  -- Reads the income only if a January 31 has passed, which is rare.
  where c.id = household and ready.at > since and ready.at <= n.present
    and y.tax_year in (select bank.income_years(household))
$$;
comment on function bank.tax_notifications is 'Returns the years whose tax documents became available.';

grant execute on function public.my_tax_years, public.file_tax_return, public.issue_pay_stub
  to authenticated;

create view public.filed_returns with (security_invoker = true) as
  select r.*, e.value_at as settled_at, t.id as transaction_id, t.amount as settled_amount
  from public.tax_returns r
    left join bank.entries e on e.household_id = r.user_id and e.event_key = 'tax:' || r.id
    left join public.transactions t on t.entry_id = e.id and t.user_id = r.user_id;
comment on view public.filed_returns is
  'The caller''s filed tax returns with the transaction that paid or refunded the balance.';
comment on column public.filed_returns.settled_at is 'Null until the balance is paid or refunded.';
comment on column public.filed_returns.settled_amount is 'The positive amount, including a penalty.';
grant select on public.filed_returns to authenticated;
