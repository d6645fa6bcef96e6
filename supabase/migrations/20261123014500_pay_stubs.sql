set check_function_bodies = off;

-- Pay stubs. The engine computes a paycheck from the pay details of its rule. Only money that moves is
-- posted; everything else is in the pay stub.
create table public.pay_stubs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  auto_deposit_id uuid,
  account_id uuid,
  event_key text not null,
  employer text not null,
  pay_date date not null,
  frequency text not null check (frequency in ('WEEKLY', 'BIWEEKLY', 'MONTHLY')),
  filing_status text not null check (filing_status in ('single', 'joint', 'head_of_household')),
  gross bank.money not null check (gross > 0),
  retirement bank.money not null check (retirement >= 0),
  health bank.money not null check (health >= 0),
  hsa bank.money not null check (hsa >= 0),
  federal_tax bank.money not null check (federal_tax >= 0),
  social_security bank.money not null check (social_security >= 0),
  medicare bank.money not null check (medicare >= 0),
  state_tax bank.money not null check (state_tax >= 0),
  net bank.money not null check (net > 0),
  employer_match bank.money not null check (employer_match >= 0),
  federal_wages bank.money not null check (federal_wages >= 0),
  social_security_wages bank.money not null check (social_security_wages >= 0),
  medicare_wages bank.money not null check (medicare_wages >= 0),
  children integer check (children between 1 and 20),
  constraint pay_stubs_user_id_event_key_key unique (user_id, event_key),
  constraint pay_stubs_sum_check check (gross = retirement + health + hsa + federal_tax + social_security
    + medicare + state_tax + net)
);
create index pay_stubs_user_id_pay_date_idx on public.pay_stubs (user_id, pay_date);
comment on table public.pay_stubs is
  'The pay stub of each paycheck that was computed from gross pay. Its lines add up to gross pay.';
comment on column public.pay_stubs.auto_deposit_id is
  'The rule of the paycheck. Not a foreign key, because the pay stub outlives the rule.';
comment on column public.pay_stubs.account_id is
  'The account that received the net pay. Not a foreign key, because the pay stub outlives the account.';
comment on column public.pay_stubs.event_key is 'The event key of the paycheck''s journal entry.';
comment on column public.pay_stubs.pay_date is
  'The day of the payment in the customer''s time zone. It decides the tax year.';
comment on column public.pay_stubs.retirement is 'The employee''s 401(k) contribution.';
comment on column public.pay_stubs.employer_match is
  'The employer''s 401(k) contribution, which is not part of gross pay.';
comment on column public.pay_stubs.federal_wages is
  'Wages for income tax: gross pay minus 401(k), health insurance, and HSA contributions.';
comment on column public.pay_stubs.medicare_wages is
  'Wages for Medicare tax: gross pay minus health insurance and HSA contributions.';
comment on column public.pay_stubs.social_security_wages is
  'Wages for Social Security tax. They end at the wage base of the year.';
comment on column public.pay_stubs.children is
  'The number of children under 17, whose tax credit lowered the federal tax; null if there are none.';

call bank.show_to_owner('public.pay_stubs');
call bank.broadcast('public.pay_stubs');

create view public.pay_history with (security_invoker = true) as
  select s.*, e.id as entry_id, sum(s.gross) over year as gross_to_date,
    sum(s.retirement) over year as retirement_to_date, sum(s.health) over year as health_to_date,
    sum(s.hsa) over year as hsa_to_date, sum(s.federal_tax) over year as federal_tax_to_date,
    sum(s.social_security) over year as social_security_to_date,
    sum(s.medicare) over year as medicare_to_date, sum(s.state_tax) over year as state_tax_to_date,
    sum(s.net) over year as net_to_date,
    sum(s.employer_match) over year as employer_match_to_date,
    -- One account can receive the contribution together with the HSA contribution.
    s.retirement > 0 and e.id is not null and not exists (select from bank.postings p
      join public.accounts a on a.id = p.ledger_id
      where p.entry_id = e.id and p.amount - s.retirement - s.employer_match in (0, s.hsa)) as saves_outside
  from public.pay_stubs s
    left join bank.entries e on e.household_id = s.user_id and e.event_key = s.event_key
  window year as (partition by s.auto_deposit_id, extract(year from s.pay_date)
    order by s.pay_date, s.event_key);
comment on view public.pay_history is
  'The caller''s pay stubs with their totals since January 1, for each paycheck''s rule separately.';
comment on column public.pay_history.entry_id is 'The journal entry of the paycheck.';
comment on column public.pay_history.saves_outside is
  'True if the 401(k) contribution went to an account outside Sandbank.';
grant select on public.pay_history to authenticated;

create function bank.write_pay_stubs(steps jsonb) returns void language sql volatile as $$
  insert into public.pay_stubs (user_id, auto_deposit_id, account_id, event_key, employer, pay_date,
    frequency, filing_status, gross, retirement, health, hsa, federal_tax, social_security, medicare,
    state_tax, net, employer_match, federal_wages, social_security_wages, medicare_wages, children)
  select (s.step ->> 'customer_id')::uuid, d.id, d.account_id, e.event ->> 'key', e.event ->> 'description',
    date '1970-01-01' + f."payDate", f.frequency, f."filingStatus", bank.major(f.gross),
    bank.major(f.retirement), bank.major(f.health), bank.major(f.hsa), bank.major(f."federalTax"),
    bank.major(f."socialSecurity"), bank.major(f.medicare), bank.major(f."stateTax"), bank.major(f.net),
    bank.major(f.match), bank.major(f."federalWages"), bank.major(f."socialSecurityWages"),
    bank.major(f."ficaWages"), f.children
  from jsonb_array_elements(steps) with ordinality as s (step, ordinal),
    jsonb_array_elements(s.step -> 'events') with ordinality as e (event, ordinal),
    jsonb_to_record(e.event -> 'facts') as f ("payDate" integer, frequency text, "filingStatus" text,
      gross numeric, retirement numeric, health numeric, hsa numeric, "federalTax" numeric,
      "socialSecurity" numeric, medicare numeric, "stateTax" numeric, net numeric, match numeric,
      "federalWages" numeric, "socialSecurityWages" numeric, "ficaWages" numeric,
      children integer),
    public.auto_deposits d
  where e.event ->> 'kind' = 'auto_deposit' and e.event ? 'facts'
    and d.id = (e.event ->> 'subject')::uuid and d.user_id = (s.step ->> 'customer_id')::uuid
  order by s.ordinal, e.ordinal
$$;
comment on function bank.write_pay_stubs is 'Saves the pay stubs of the paychecks in these steps.';

-- Checks of pay details, the terms from which the engine computes a paycheck.
create function bank.pay_periods(frequency text) returns integer language sql immutable as $$
  select case frequency when 'WEEKLY' then 52 when 'BIWEEKLY' then 26 when 'MONTHLY' then 12 end
$$;
comment on function bank.pay_periods is
  'Returns the number of paychecks per year; null for a frequency that pay details can''t have.';

create function bank.pay_details_problem(details jsonb, frequency text)
returns text language sql immutable as $$
  select case
    when bank.pay_periods(frequency) is null then 'frequency'
    when (d.gross_per_year between 1000 and 999999999.99
      and d.gross_per_year = round(d.gross_per_year, 2)) is not true then 'gross_per_year'
    when (d.filing_status in ('single', 'joint', 'head_of_household')) is not true then 'filing_status'
    when (d.retirement_percent between 0 and 50
      and d.retirement_percent = round(d.retirement_percent, 2)) is not true then 'retirement_percent'
    when (d.match_percent between 0 and 100
      and d.match_percent = round(d.match_percent, 2)) is not true then 'match_percent'
    when (d.match_up_to between 0 and 50
      and d.match_up_to = round(d.match_up_to, 2)) is not true then 'match_up_to'
    when (d.health >= 0 and d.health = round(d.health, 2)) is not true then 'health'
    -- At most 40% of gross pay, so that net pay is always above zero.
    when (d.hsa >= 0 and d.hsa = round(d.hsa, 2)
      and (d.health + d.hsa) * bank.pay_periods(frequency) <= d.gross_per_year * 0.4) is not true
      then case when d.health * bank.pay_periods(frequency) > d.gross_per_year * 0.4 then 'health'
        else 'hsa' end
    when (d.state_percent between 0 and 10
      and d.state_percent = round(d.state_percent, 2)) is not true then 'state_percent'
    when d.children not between 0 and 20 then 'children'
  end
  from jsonb_to_record(details) as d (gross_per_year numeric, filing_status text,
    retirement_percent numeric, match_percent numeric, match_up_to numeric, health numeric, hsa numeric,
    state_percent numeric, children integer)
$$;
comment on function bank.pay_details_problem is
  'Returns the first invalid field of pay details; null if they are valid.';

create function bank.clean_pay_details(details jsonb) returns jsonb language sql immutable as $$
  select to_jsonb(d) - case when coalesce(d.children, 0) = 0 then 'children' else '' end
  from jsonb_to_record(details) as d (gross_per_year numeric, filing_status text,
    retirement_percent numeric, match_percent numeric, match_up_to numeric, health numeric, hsa numeric,
    state_percent numeric, children integer, retirement_account_id uuid, hsa_account_id uuid)
$$;
comment on function bank.clean_pay_details is 'Returns pay details with their known keys only.';

create function bank.check_contribution_limit(household uuid, kind text, yearly numeric, is_family boolean)
returns void language plpgsql stable as $$
declare
  year integer := extract(year from bank.today_for(household));
  highest numeric := bank.contribution_limit(household, kind, is_family, year);
  direct numeric := bank.direct_contributions(household, kind, year);
begin
  if yearly + direct <= highest then return; end if;
  perform bank.refuse_contribution(kind, highest,
    direct + bank.paycheck_contributions(household, kind, year));
end $$;
comment on function bank.check_contribution_limit is 'Refuses (CONTR) yearly contributions above the '
  'legal limit. kind is retirement or hsa. The engine also stops at the limit, for example after a raise.';

create function bank.household_inflation(household uuid) returns numeric language sql stable as $$
  select coalesce((select coalesce(k.carryover #>> '{life,inflation}', k.carryover #>> '{prices,inflation}')
    from bank.clocks k where k.household_id = household)::numeric, 2.5)
$$;
comment on function bank.household_inflation is
  'Returns a household''s inflation rate in percent per year, as getInflation in the engine.';

create function bank.contribution_limit(household uuid, kind text, is_family boolean, year integer)
returns numeric language sql stable as $$
  select sum(case when t.is_fixed then t.part else bank.raise_tax_amount(household, t.part, year) end)
  from (select bank.age_at_year_end(household, year) as age) as mine
    cross join lateral (values
      (case kind when 'retirement' then 24500 when 'ira' then 7500 else case when is_family then 8750
        else 4400 end end, false),
      (case when kind = 'retirement' and mine.age between 60 and 63 then 11250
        when kind = 'retirement' and mine.age >= 50 then 8000
        when kind = 'ira' and mine.age >= 50 then 1100 else 0 end, false),
      (case when kind = 'hsa' and mine.age >= 55 then 1000 else 0 end, true)) as t (part, is_fixed)
$$;
comment on function bank.contribution_limit is 'Returns the limit of a year''s contributions: 401(k) and IRA '
  '(Notice 2025-67) or HSA (Rev. Proc. 2025-19), with the catch-up amounts if the customer''s age is known. '
  'After 2026, amounts rise with inflation, rounded down to 50 dollars, as in engine/pay/tax-tables.ts.';

create function bank.check_pay_account(household uuid, deposit_account uuid, account_id uuid,
  tax_treatment text) returns void language plpgsql stable as $$
declare
  account public.accounts;
begin
  if account_id is null then return; end if;
  perform bank.refuse_if(account_id = deposit_account,
    'SAMAC', 'Choose an account other than the one that receives your net pay.');
  account := bank.check_rule_account(household, account_id);
  perform bank.refuse_if(account.currency <> 'USD', 'BADCU', 'Choose an account in US dollars.',
    jsonb_build_object('currency', 'USD', 'account_currency', account.currency));
  perform bank.refuse_if(account.tax_treatment <> check_pay_account.tax_treatment, 'BADTY',
    'This account has a different tax treatment. Choose another account.');
end $$;
comment on function bank.check_pay_account is 'Checks an account for contributions: open, in US dollars, and '
  'without a different tax treatment. Refuses: NTFND, CLOSD, SAMAC, BADCU, BADTY.';

create function bank.check_pay_details() returns trigger language plpgsql
security definer -- because it reads the clock, accounts, and pay stubs for every role that writes
set search_path = '' as $$
declare
  problem text;
  d jsonb;
begin
  -- The engine writes gross pay after a raise, which is not refused.
  if new.pay_details is null
    or (auth.uid() is distinct from new.user_id and not bank.is_being_loaded(new.user_id)) then
    return new;
  end if;
  begin
    new.pay_details := bank.clean_pay_details(new.pay_details);
    problem := bank.pay_details_problem(new.pay_details, new.frequency);
  exception when data_exception then
    problem := 'pay_details';
  end;
  problem := coalesce(problem, case when not new.is_pay then 'is_pay' end);
  perform bank.refuse_if(problem is not null, 'BADPY', 'Check the pay details.',
    jsonb_build_object('field', problem));
  if bank.is_being_loaded(new.user_id) then return new; end if;
  d := new.pay_details;
  perform bank.refuse_if((select a.currency from public.accounts a where a.id = new.account_id) <> 'USD',
    'BADCU', 'Pay details need an account in US dollars.', jsonb_build_object('currency', 'USD'));
  perform bank.refuse_if(exists (select from public.accounts a where a.id = new.account_id
    and a.tax_treatment is not null), 'BADTY', 'Choose a checking or savings account for your net pay.');
  perform bank.check_pay_account(new.user_id, new.account_id, (d ->> 'retirement_account_id')::uuid,
    '401k');
  perform bank.check_pay_account(new.user_id, new.account_id, (d ->> 'hsa_account_id')::uuid, 'hsa');
  perform bank.check_contribution_limit(new.user_id, 'retirement',
    round((d ->> 'gross_per_year')::numeric * (d ->> 'retirement_percent')::numeric / 100, 2), false);
  perform bank.check_contribution_limit(new.user_id, 'hsa',
    (d ->> 'hsa')::numeric * bank.pay_periods(new.frequency), d ->> 'filing_status' <> 'single');
  return new;
end $$;
comment on function bank.check_pay_details is
  'Refuses invalid pay details: BADPY, BADCU, BADTY, SAMAC, NTFND, CLOSD, CONTR.';

-- Runs after check_auto_deposit, because triggers run in the order of their names.
create trigger check_pay_details before insert or update of account_id, frequency, is_pay, pay_details
  on public.auto_deposits for each row execute function bank.check_pay_details();
