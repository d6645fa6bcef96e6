set check_function_bodies = off;

-- The tax treatment of investment accounts: 401(k), traditional IRA, Roth IRA, or HSA. Contributions count
-- against the limits of their year, and withdrawals can be taxed. Both are derived from the entries in the
-- journal since the customer chose the tax treatment.
create function bank.rollover_group(tax_treatment text) returns text language sql immutable as $$
  select case when tax_treatment in ('401k', 'traditional_ira') then 'traditional' else tax_treatment end
$$;
comment on function bank.rollover_group is
  'Returns the group of a tax treatment. Money moves within a group without taxes or limits (a rollover).';

create function bank.contribution_kind(tax_treatment text) returns text language sql immutable as $$
  select case tax_treatment when '401k' then 'retirement' when 'hsa' then 'hsa'
    when 'traditional_ira' then 'ira' when 'roth_ira' then 'ira' end
$$;
comment on function bank.contribution_kind is
  'Returns the limit that counts contributions with a tax treatment: retirement, ira, or hsa.';

create function bank.is_contribution(kind text) returns boolean language sql immutable as $$
  select kind not in ('market_change', 'dividend', 'interest')
$$;
comment on function bank.is_contribution is
  'Returns true for the kinds of entries that move money into or out of an account. Growth doesn''t count.';

create function bank.tax_advantaged_postings(household uuid)
returns table (account_id uuid, tax_treatment text, day date, amount numeric, is_contribution boolean,
  partner text) language sql stable as $$
  -- A reversal undoes a contribution or a withdrawal.
  select a.id, a.tax_treatment, (e.value_at at time zone c.time_zone)::date, p.amount,
    (p.amount > 0) <> (e.reverses is not null),
    (select bank.rollover_group(o.tax_treatment)
      from bank.postings q join public.accounts o on o.id = q.ledger_id
      where q.entry_id = e.id and o.id <> a.id and o.tax_treatment is not null limit 1)
  from public.customers c
    join public.accounts a on a.user_id = c.id and a.tax_treatment is not null
    join bank.postings p on p.ledger_id = a.id
    join bank.entries e on e.id = p.entry_id and e.household_id = c.id
  where c.id = household and e.at >= a.tax_treatment_since and bank.is_contribution(e.kind)
    -- The reversal of an earlier deposit changes the balance at the choice of the tax treatment.
    and not exists (select from bank.entries o where o.id = e.reverses and o.at < a.tax_treatment_since)
    and not exists (select from public.pay_stubs s where s.user_id = c.id and s.event_key = e.event_key)
$$;
comment on function bank.tax_advantaged_postings is 'Returns the money that moved into or out of a '
  'household''s tax-advantaged accounts, without paychecks. `partner` is the group of the other '
  'tax-advantaged account.';

create function bank.tax_advantaged_movements(household uuid)
returns table (account_id uuid, tax_treatment text, day date, amount numeric, is_contribution boolean,
  is_conversion boolean) language sql stable as $$
  select p.account_id, p.tax_treatment, p.day, p.amount, p.is_contribution,
    coalesce(case when p.is_contribution then p.partner = 'traditional' and p.tax_treatment = 'roth_ira'
      else p.partner = 'roth_ira' and bank.rollover_group(p.tax_treatment) = 'traditional' end, false)
  from bank.tax_advantaged_postings(household) p
  where p.partner is distinct from bank.rollover_group(p.tax_treatment)
$$;
comment on function bank.tax_advantaged_movements is 'Returns the contributions to and withdrawals from a '
  'household''s tax-advantaged accounts, without paychecks and rollovers. A conversion moves money from a '
  '401(k) or traditional IRA to a Roth IRA. It is income, but neither a contribution nor an early '
  'withdrawal.';

create function bank.direct_contributions(household uuid, kind text, year integer)
returns numeric language sql stable as $$
  select coalesce(sum(m.amount), 0) from bank.tax_advantaged_movements(household) m
    where m.is_contribution and not m.is_conversion and bank.contribution_kind(m.tax_treatment) = kind
      and m.day between make_date(year, 1, 1) and make_date(year, 12, 31)
$$;
comment on function bank.direct_contributions is
  'Returns a year''s contributions to tax-advantaged accounts that don''t come from paychecks.';

create function bank.paycheck_contributions(household uuid, kind text, year integer)
returns numeric language sql stable as $$
  select coalesce(sum(case kind when 'hsa' then s.hsa when 'retirement' then s.retirement else 0 end), 0)
    from public.pay_stubs s where s.user_id = household
      and s.pay_date between make_date(year, 1, 1) and make_date(year, 12, 31)
$$;
comment on function bank.paycheck_contributions is 'Returns the contributions of a year''s paychecks.';

create function bank.age_at_year_end(household uuid, year integer) returns integer language sql stable as $$
  select year - extract(year from (k.carryover ->> 'birthDate')::date)::integer
    from bank.clocks k where k.household_id = household
$$;
comment on function bank.age_at_year_end is
  'Returns the customer''s age at the end of a year; null without a date of birth.';

create function bank.has_family_hsa(household uuid) returns boolean language sql stable as $$
  select exists (select from public.auto_deposits d where d.user_id = household
    and d.pay_details ->> 'filing_status' <> 'single')
$$;
comment on function bank.has_family_hsa is
  'Returns true if a paycheck''s filing status isn''t single, so that the family limit of an HSA applies.';

create function bank.refuse_contribution(kind text, highest numeric, used numeric)
returns void language plpgsql stable as $$
begin
  perform bank.refuse('CONTR', format('Your %s limit is %s a year. You have %s left.',
    case kind when 'hsa' then 'HSA' when 'ira' then 'IRA' else '401(k)' end,
    bank.format_money(highest, 'USD'), bank.format_money(greatest(highest - used, 0), 'USD')),
    jsonb_build_object('kind', kind, 'limit', highest, 'used', used, 'remaining',
      greatest(highest - used, 0)));
end $$;
comment on function bank.refuse_contribution is 'Refuses (CONTR) a contribution above the limit of a year.';

create function bank.yearly_contributions(household uuid, kind text, out year integer, out highest numeric,
  out used numeric) language sql stable as $$
  select y.year, bank.contribution_limit(household, yearly_contributions.kind,
      bank.has_family_hsa(household), y.year),
    bank.direct_contributions(household, yearly_contributions.kind, y.year)
      + bank.paycheck_contributions(household, yearly_contributions.kind, y.year)
  from (select extract(year from bank.today_for(household))::integer as year) as y
$$;
comment on function bank.yearly_contributions is 'Returns the current simulated year, its limit for a kind '
  'of contribution, and the contributions so far.';

create function bank.income_estimate(household uuid, out income numeric, out is_joint boolean)
language sql stable as $$
  select coalesce(sum(round(d.gross_per_year * (100 - d.retirement_percent) / 100, 2)
      - (d.health + d.hsa) * bank.pay_periods(r.frequency)), 0),
    coalesce(bool_or(d.filing_status = 'joint'), false)
  from public.auto_deposits r cross join lateral jsonb_to_record(r.pay_details) as d (gross_per_year numeric,
    filing_status text, retirement_percent numeric, health numeric, hsa numeric)
  where r.user_id = household and r.pay_details is not null and not r.paused
    and coalesce(r.end_date >= bank.today_for(household), true)
$$;
comment on function bank.income_estimate is 'Returns a year''s income by the pay details of a household''s '
  'paychecks: gross pay minus 401(k), health insurance, and HSA, as getIncomeEstimate in the engine.';

create function bank.raise_tax_amount(household uuid, amount numeric, year integer)
returns numeric language sql stable as $$
  select case when year <= 2026 then amount
    else floor(amount * (1 + bank.household_inflation(household) / 100) ^ (year - 2026) / 50) * 50 end
$$;
comment on function bank.raise_tax_amount is 'Returns a tax amount of 2026 in another year. After 2026, '
  'amounts rise with inflation, rounded down to 50 dollars, as in engine/pay/tax-tables.ts.';

create function bank.reduce_for_income(amount numeric, income numeric, starts numeric, width numeric)
returns numeric language sql immutable as $$
  select case when income <= starts then amount when income >= starts + width then 0
    else least(amount, greatest(200, ceil(amount * (starts + width - income) / width / 10) * 10)) end
$$;
comment on function bank.reduce_for_income is 'Reduces a yearly IRA amount in proportion to income within a '
  'phase-out range, rounded up to 10 dollars and at least 200 (26 U.S.C. 219(g)(2), 408A(c)(3)).';

create function bank.roth_limit(household uuid, year integer) returns numeric language sql stable as $$
  select bank.reduce_for_income(bank.contribution_limit(household, 'ira', false, year), i.income,
    bank.raise_tax_amount(household, case when i.is_joint then 242000 else 153000 end, year),
    case when i.is_joint then 10000 else 15000 end)
  from bank.income_estimate(household) as i
  where exists (select from bank.clocks k where k.household_id = household and k.carryover ? 'incomeLimits')
$$;
comment on function bank.roth_limit is 'Returns the limit of a year''s contributions to Roth IRAs at the '
  'income of the pay details (Notice 2025-67); null if the household has no income limits.';

create function bank.roth_contributions(household uuid, year integer) returns numeric
language sql stable as $$
  select coalesce(sum(m.amount), 0) from bank.tax_advantaged_movements(household) m
    where m.is_contribution and not m.is_conversion and m.tax_treatment = 'roth_ira'
      and m.day between make_date(year, 1, 1) and make_date(year, 12, 31)
$$;
comment on function bank.roth_contributions is 'Returns a year''s contributions to Roth IRAs.';

create function bank.is_covered_at_work(household uuid, year integer) returns boolean
language sql stable as $$
  select exists (select from public.pay_stubs s where s.user_id = household
      and s.pay_date between make_date(year, 1, 1) and make_date(year, 12, 31)
      and (s.retirement > 0 or s.employer_match > 0))
    or year = extract(year from bank.today_for(household)) and exists (select from public.auto_deposits d
      where d.user_id = household and not d.paused
        and (d.pay_details ->> 'retirement_percent')::numeric > 0)
$$;
comment on function bank.is_covered_at_work is 'Returns true if an employer''s 401(k) covers the customer '
  'in a year, as the retirement plan box of Form W-2.';

create function bank.ira_deduction_limit(household uuid, year integer, income numeric, is_joint boolean)
returns numeric language sql stable as $$
  select bank.reduce_for_income(bank.contribution_limit(household, 'ira', false, year), income,
    bank.raise_tax_amount(household, case when is_joint then 129000 else 81000 end, year),
    case when is_joint then 20000 else 10000 end)
$$;
comment on function bank.ira_deduction_limit is 'Returns how much of a year''s contributions to traditional '
  'IRAs lowers income if an employer''s plan covers the customer (Notice 2025-67; Publication 590-A, '
  'Worksheet 1-2).';

create function bank.check_roth_contribution(household uuid, year integer, amount numeric, added numeric)
returns void language plpgsql stable as $$
declare
  highest numeric := bank.roth_limit(household, year);
  used numeric := bank.roth_contributions(household, year);
begin
  if used + added > highest then
    perform bank.refuse('CONTR', format('Your Roth IRA limit is %s a year at your income. You have %s left.',
      bank.format_money(highest, 'USD'), bank.format_money(greatest(highest - used + amount, 0), 'USD')),
      jsonb_build_object('kind', 'roth', 'limit', highest, 'used', used - amount,
        'remaining', greatest(highest - used + amount, 0)));
  end if;
end $$;
comment on function bank.check_roth_contribution is 'Refuses (CONTR) contributions to Roth IRAs above the '
  'limit at the household''s income. `amount` was just posted, and `added` will follow.';

create function bank.check_yearly_contribution(account public.accounts, amount numeric)
returns void language plpgsql stable as $$
declare
  kind text := bank.contribution_kind(account.tax_treatment);
  mine record := bank.yearly_contributions(account.user_id, kind);
begin
  if mine.used > mine.highest then
    perform bank.refuse_contribution(kind, mine.highest, mine.used - amount);
  end if;
  if account.tax_treatment = 'roth_ira' then
    perform bank.check_roth_contribution(account.user_id, mine.year, amount, 0);
  end if;
end $$;
comment on function bank.check_yearly_contribution is 'Refuses (CONTR) a contribution to a '
  'tax-advantaged account that was just posted, if the year''s contributions are above the limit.';

create function bank.check_fund_contribution(fund_order public.fund_orders) returns void
language plpgsql stable as $$
declare
  account public.accounts;
  kind text;
  mine record;
  cost numeric := coalesce(fund_order.amount, (select round(fund_order.units * h.price, 2)
    from public.holdings h where h.account_id = fund_order.account_id and h.fund = fund_order.fund), 0);
begin
  select * into account from public.accounts a where a.id = fund_order.account_id;
  if account.tax_treatment is null then return; end if;
  kind := bank.contribution_kind(account.tax_treatment);
  mine := bank.yearly_contributions(account.user_id, kind);
  mine.used := mine.used + (select coalesce(sum(o.amount), 0) from public.fund_orders o
      join public.accounts a on a.id = o.account_id and bank.contribution_kind(a.tax_treatment) = kind
      where o.user_id = account.user_id and o.status = 'pending' and o.side = 'buy'
        and o.cash_account_id is not null);
  if mine.used + cost > mine.highest then
    perform bank.refuse_contribution(kind, mine.highest, mine.used);
  end if;
  if account.tax_treatment = 'roth_ira' then
    perform bank.check_roth_contribution(account.user_id, mine.year, 0,
      cost + (select coalesce(sum(o.amount), 0) from public.fund_orders o
        join public.accounts a on a.id = o.account_id and a.tax_treatment = 'roth_ira'
        where o.user_id = account.user_id and o.status = 'pending' and o.side = 'buy'
          and o.cash_account_id is not null));
  end if;
end $$;
comment on function bank.check_fund_contribution is 'Refuses (CONTR) a purchase that would move more money '
  'into a tax-advantaged account than the year''s limit allows. Pending purchases count.';

create function bank.save_birth_date(household uuid, birth_date date) returns void
language plpgsql volatile as $$
declare
  today date := bank.today_for(household);
begin
  if birth_date is null then
    perform bank.refuse_if(not exists (select from bank.clocks k where k.household_id = household
      and k.carryover ? 'birthDate'), 'BADDT', 'Enter your date of birth.');
    return;
  end if;
  perform bank.refuse_if((birth_date between today - interval '120 years' and today) is not true,
    'BADDT', 'Enter your date of birth.', jsonb_build_object('latest', today));
  update bank.clocks k set rules_version = k.rules_version + 1,
      carryover = k.carryover || jsonb_build_object('birthDate', birth_date, 'incomeLimits', true)
    where k.household_id = household;
end $$;
comment on function bank.save_birth_date is 'Saves the customer''s date of birth in the carryover, and '
  'turns on the income limits of IRAs. Refuses (BADDT) an invalid date, and a missing one if none is saved.';

create function bank.has_tax_history(account public.accounts) returns boolean
language sql stable as $$
  select account.tax_treatment is not null and exists (select from bank.postings p
    join bank.entries e on e.id = p.entry_id
    where p.ledger_id = account.id and e.at >= account.tax_treatment_since and bank.is_contribution(e.kind))
$$;
comment on function bank.has_tax_history is
  'Returns true if money has moved into or out of an account since its tax treatment was chosen.';

create function bank.end_unlimited_payments(account public.accounts, tax_treatment text) returns void
language plpgsql volatile as $$
begin
  perform bank.refuse_if(exists (select from public.auto_deposits d where d.user_id = account.user_id
      and d.pay_details is not null and (d.account_id = account.id
        or (tax_treatment <> '401k' and d.pay_details ->> 'retirement_account_id' = account.id::text)
        or (tax_treatment <> 'hsa' and d.pay_details ->> 'hsa_account_id' = account.id::text))),
    'BADTY', 'Your pay goes to this account. Choose another account in your pay details first.');
  -- Dividends that leave the account would be withdrawals, and others that arrive would be contributions.
  update public.fund_accounts f set dividend_account_id = null
    where f.account_id = account.id or f.dividend_account_id = account.id;
  update public.certificates c set payout_account_id = nullif(c.payout_account_id, account.id),
    interest_account_id = nullif(c.interest_account_id, account.id)
    where account.id in (c.payout_account_id, c.interest_account_id);
end $$;
comment on function bank.end_unlimited_payments is 'Ends the dividends and the payouts of CDs that would '
  'bypass the limits of an account. Refuses (BADTY) an account to which other pay goes.';

create function bank.turn_on_hsa_payments(household uuid) returns void language sql volatile as $$
  update bank.clocks k set rules_version = k.rules_version + 1,
      carryover = k.carryover || jsonb_build_object('hsaPaysFirst', true)
    where k.household_id = household
$$;
comment on function bank.turn_on_hsa_payments is
  'Lets a household''s new HSA pay the customer''s part of medical bills first.';

create function public.set_tax_treatment(account_id uuid, tax_treatment text, birth_date date default null)
returns public.accounts language plpgsql volatile
security definer -- because customers can't write these columns
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  account public.accounts;
begin
  perform bank.lock_clock_exclusively(caller);
  account := bank.lock_account(account_id);
  perform bank.refuse_if((set_tax_treatment.tax_treatment in ('none', '401k', 'traditional_ira', 'roth_ira',
    'hsa')) is not true, 'BADTY', 'Choose none, 401k, traditional_ira, roth_ira, or hsa.');
  perform bank.refuse_if(account.type <> 'INVESTMENT', 'BADTY', 'Choose an investment account.');
  perform bank.refuse_if(account.currency <> 'USD', 'BADCU', 'Choose an account in US dollars.',
    jsonb_build_object('currency', 'USD', 'account_currency', account.currency));
  perform bank.refuse_if(bank.has_tax_history(account), 'TAXTR', 'Money has moved into or out of this '
    'account since you chose its tax treatment, so it can''t change. Open another account.');
  if set_tax_treatment.tax_treatment <> 'none' then
    perform bank.save_birth_date(caller, birth_date);
    perform bank.end_unlimited_payments(account, set_tax_treatment.tax_treatment);
  end if;
  if set_tax_treatment.tax_treatment = 'hsa' then perform bank.turn_on_hsa_payments(caller); end if;
  update public.accounts a set tax_treatment = nullif(set_tax_treatment.tax_treatment, 'none'),
    tax_treatment_since = case when set_tax_treatment.tax_treatment <> 'none'
      then bank.next_instant(caller, array[a.id]) end,
    updated_at = bank.now_for(caller)
    where a.id = account.id returning * into account;
  perform bank.schedule_simulation(caller);
  return account;
end $$;
comment on function public.set_tax_treatment is 'Sets the tax treatment of one of the caller''s investment '
  'accounts: none, 401k, traditional_ira, roth_ira, or hsa, and returns the account. The date of birth '
  'decides limits and early withdrawals, and is required once. The balance so far isn''t a contribution. '
  'Refuses: BADTY, BADCU, BADDT, TAXTR, NTFND, CLOSD, CLOCK, NOUSR.';

create function public.my_contributions()
returns table (kind text, year integer, highest numeric, used numeric, remaining numeric, income numeric,
  roth_highest numeric, roth_remaining numeric, deductible numeric)
language sql stable
security definer -- because it reads the caller's journal
set search_path = '' as $$
  select k.kind, y.year, y.highest, y.used, greatest(y.highest - y.used, 0), i.income, r.highest,
    greatest(0, least(y.highest - y.used, r.highest - r.used)),
    case when k.kind = 'ira' and bank.is_covered_at_work(mine.id, y.year)
      then bank.ira_deduction_limit(mine.id, y.year, i.income, i.is_joint) end
  from (select bank.caller() as id) as mine
    cross join (values ('retirement'), ('ira'), ('hsa')) as k (kind)
    cross join lateral bank.yearly_contributions(mine.id, k.kind) as y
    cross join lateral bank.income_estimate(mine.id) as i
    left join lateral (select bank.roth_limit(mine.id, y.year) as highest,
      bank.roth_contributions(mine.id, y.year) as used) as r on k.kind = 'ira'
$$;
comment on function public.my_contributions is 'Returns the caller''s contributions of the current simulated '
  'year and their limits: 401(k) (retirement), both kinds of IRA together (ira), and HSA (hsa). Income is a '
  'year''s income by the pay details. It decides the limit of Roth IRAs (`roth_highest`, null without income '
  'limits) and how much of a traditional IRA can lower income (`deductible`, null if all of it).';

create function bank.protect_tax_history() returns trigger language plpgsql
security definer -- because it reads the journal
set search_path = '' as $$
begin
  if bank.is_being_erased(old.user_id) then return old; end if;
  perform bank.refuse_if(old.balance > 0 or bank.has_tax_history(old),
    'TAXTR', 'The tax return needs the history of this account. Close it instead of deleting it.');
  return old;
end $$;
comment on function bank.protect_tax_history is
  'Refuses (TAXTR) to delete an account whose contributions and withdrawals count in a tax return.';

create trigger protect_tax_history before delete on public.accounts
  for each row when (old.tax_treatment is not null) execute function bank.protect_tax_history();

-- An early withdrawal is before the age of 59 and a half. From a Roth IRA, contributions come out first, and
-- only what exceeds them is taxed. Withdrawals from an HSA count as medical costs, which are tax-free.
create function bank.late_from(household uuid) returns date language sql stable as $$
  select ((k.carryover ->> 'birthDate')::date + interval '59 years 6 months')::date
    from bank.clocks k where k.household_id = household
$$;
comment on function bank.late_from is 'Returns the first day on which withdrawals don''t have the additional '
  'tax of 10%; null if the bank doesn''t know the birth date.';

create function bank.tax_basis(account_id uuid) returns numeric language sql stable as $$
  select coalesce(sum(p.amount), 0) from public.accounts a join bank.postings p on p.ledger_id = a.id
    join bank.entries e on e.id = p.entry_id left join bank.entries o on o.id = e.reverses
    where a.id = tax_basis.account_id and least(e.at, o.at) < a.tax_treatment_since
$$;
comment on function bank.tax_basis is
  'Returns an account''s balance when its tax treatment was chosen, which isn''t a contribution.';

create function bank.tax_advantaged_years(household uuid)
returns table (account_id uuid, tax_treatment text, year integer, contributed numeric, converted numeric,
  gross numeric, early numeric, uncovered numeric) language sql stable as $$
  with years as (
    select m.account_id, m.tax_treatment, extract(year from m.day)::integer as year,
      coalesce(sum(m.amount) filter (where m.is_contribution and not m.is_conversion), 0) as contributed,
      abs(coalesce(sum(m.amount) filter (where m.is_conversion), 0)) as converted,
      -coalesce(sum(m.amount) filter (where not m.is_contribution and not m.is_conversion), 0) as gross,
      -coalesce(sum(m.amount) filter (where not m.is_contribution and not m.is_conversion
        and coalesce(m.day < born.late_from, true)), 0) as early
    from bank.tax_advantaged_movements(household) m
      cross join (select bank.late_from(household) as late_from) as born
    group by 1, 2, 3)
  select y.*, sum(y.early - y.contributed - case y.tax_treatment when 'roth_ira' then y.converted else 0 end)
      over (partition by y.account_id order by y.year) - b.basis
  from (select w.account_id, bank.tax_basis(w.account_id) as basis
      from (select distinct account_id from years) as w) as b
    join years y using (account_id)
$$;
comment on function bank.tax_advantaged_years is 'Returns the contributions to each tax-advantaged account '
  'in each year, the conversions to or from a Roth IRA, the withdrawals, and the early ones. `uncovered` is '
  'the amount by which all early withdrawals until the end of the year exceed everything that was paid in; '
  'it is negative if some is left.';

create function bank.distributions(household uuid)
returns table (tax_year integer, account_id uuid, name text, tax_treatment text, gross numeric,
  taxable numeric, early numeric, converted numeric, rolled_over numeric) language sql stable as $$
  with taken as (
    select w.year, w.account_id, w.gross,
      case w.tax_treatment when 'roth_ira' then w.exceeding else w.gross end as taxable,
      case w.tax_treatment when 'roth_ira' then w.exceeding else w.early end as early,
      case w.tax_treatment when 'roth_ira' then 0 else w.converted end as converted, 0 as rolled_over
    from (select y.*, greatest(0, y.uncovered) - greatest(0, coalesce(lag(y.uncovered) over (
        partition by y.account_id order by y.year), 0)) as exceeding
      from bank.tax_advantaged_years(household) y where y.tax_treatment <> 'hsa') as w
    union all
    -- IRAs move money to IRAs of the same kind without a form.
    select extract(year from p.day)::integer, p.account_id, 0, 0, 0, 0, -sum(p.amount)
    from bank.tax_advantaged_postings(household) p
    where p.tax_treatment = '401k' and p.partner = 'traditional' and not p.is_contribution group by 1, 2)
  select t.year, a.id, a.name, a.tax_treatment, sum(t.gross), sum(t.taxable), sum(t.early), sum(t.converted),
    sum(t.rolled_over)
  from taken t join public.accounts a on a.id = t.account_id
  group by t.year, a.id having sum(t.gross + t.converted + t.rolled_over) > 0
  order by t.year, a.created_at, a.id
$$;
comment on function bank.distributions is 'Returns the withdrawals from retirement accounts by year, their '
  'taxable part, the part that has the additional tax on early withdrawals, the conversions to a Roth IRA, '
  'and the direct rollovers of 401(k) plans, which aren''t taxed.';

create function public.preview_withdrawal(account_id uuid, amount numeric)
returns table (taxable numeric, early numeric, tax_year integer) language plpgsql stable
security definer -- because it reads the caller's journal
set search_path = '' as $$
declare
  account public.accounts;
begin
  select * into account from public.accounts a
    where a.id = preview_withdrawal.account_id and a.user_id = bank.caller();
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that account.');
  if account.tax_treatment is null or account.tax_treatment = 'hsa' then return; end if;
  return query
  select case when account.tax_treatment <> 'roth_ira' then w.amount when w.is_early then w.roth else 0 end,
    case when not w.is_early then 0 when account.tax_treatment = 'roth_ira' then w.roth else w.amount end,
    extract(year from w.today)::integer
  from (select bank.today_for(account.user_id) as today,
      least(greatest(preview_withdrawal.amount, 0), account.balance) as amount,
      coalesce((select y.uncovered from bank.tax_advantaged_years(account.user_id) y
        where y.account_id = account.id order by y.year desc limit 1),
        -bank.tax_basis(account.id)) as uncovered) as t
    cross join lateral (select t.today, t.amount,
      coalesce(t.today < bank.late_from(account.user_id), true) as is_early,
      greatest(0, t.uncovered + t.amount) - greatest(0, t.uncovered) as roth) as w;
end $$;
comment on function public.preview_withdrawal is 'Returns the part of a withdrawal from one of the caller''s '
  'retirement accounts that would count as income in this year''s return, and the part with the additional '
  'tax of 10% on early withdrawals. Returns no row for other accounts. Refuses: NTFND, NOUSR.';

create function bank.engine_contributions(household uuid) returns json language sql stable as $$
  select json_object_agg(y.year, json_build_object(
    'retirement', bank.minor(bank.direct_contributions(household, 'retirement', y.year)),
    'ira', bank.minor(bank.direct_contributions(household, 'ira', y.year)),
    'hsa', bank.minor(bank.direct_contributions(household, 'hsa', y.year)),
    'roth', bank.minor(bank.roth_contributions(household, y.year))))
  from bank.clocks k
    cross join lateral generate_series(
      extract(year from k.simulated_until at time zone 'UTC')::integer - 1,
      extract(year from bank.today_for(household))::integer) as y (year)
  where k.household_id = household
    and exists (select from public.accounts a where a.user_id = household and a.tax_treatment is not null)
$$;
comment on function bank.engine_contributions is 'Returns the direct contributions to tax-advantaged '
  'accounts by year, for the engine; null if there are no such accounts.';

grant execute on function public.set_tax_treatment, public.my_contributions, public.preview_withdrawal
  to authenticated;
