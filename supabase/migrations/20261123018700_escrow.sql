set check_function_bodies = off;

-- Escrow for property tax and home insurance under the Real Estate Settlement Procedures Act (RESPA),
-- 12 CFR 1024.17. The engine collects a deposit with every installment, pays the bills, and analyzes the
-- account once a year. The money is the customer's, but they can't spend it.
create table public.debt_reserves (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  mortgage_id uuid references public.mortgages on delete cascade,
  loan_id uuid references public.loans on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  currency text not null references public.currencies,
  created_at timestamptz not null,
  balance numeric not null default 0 check (balance = round(balance, 2) and abs(balance) <= 999999999.99),
  last_entry bigint,
  kind text not null default 'escrow' check (kind in ('escrow', 'biweekly')),
  next_deposit numeric check (next_deposit between 0 and 999999999.99),
  property_tax numeric check (property_tax between 0 and 999999999.99),
  home_insurance numeric check (home_insurance between 0 and 999999999.99),
  next_collection date,
  ended_on date,
  constraint debt_reserves_debt_check check (num_nonnulls(mortgage_id, loan_id) = 1
    and (loan_id is null or kind = 'biweekly')),
  constraint debt_reserves_terms_check check (case kind
    when 'escrow' then num_nonnulls(next_deposit, property_tax, home_insurance) = 3
      and next_collection is null
    else num_nonnulls(next_deposit, property_tax, home_insurance) = 0
      and next_collection is not null end)
) with (fillfactor = 80);
create index debt_reserves_user_id_idx on public.debt_reserves (user_id);
create index debt_reserves_currency_idx on public.debt_reserves (currency);
-- A mortgage has at most one open reserve of each kind, and a loan at most one biweekly plan.
create unique index debt_reserves_open_key on public.debt_reserves (mortgage_id, kind, ended_on, loan_id)
  nulls not distinct;
create index debt_reserves_loan_id_idx on public.debt_reserves (loan_id);
comment on table public.debt_reserves is 'Money that the bank holds for a mortgage or loan: escrow for bills '
  'of a home, or the half payments of a biweekly plan. The balance always equals the sum of its postings. '
  'Escrow below zero is money that the bank has advanced for bills.';
comment on column public.debt_reserves.loan_id is 'The loan of a biweekly plan; null for a mortgage.';
comment on column public.debt_reserves.kind is 'escrow or biweekly.';
comment on column public.debt_reserves.next_collection is
  'The day of the next half payment of a biweekly plan. Only the bank writes it.';
comment on column public.debt_reserves.created_at is 'The simulated instant at which the account was opened.';
comment on column public.debt_reserves.last_entry is
  'The entry that set this balance. Only the bank writes it.';
comment on column public.debt_reserves.next_deposit is
  'The deposit that comes with the next installment. Only the bank writes it.';
comment on column public.debt_reserves.property_tax is
  'The property tax of this year, due in two halves at the end of April and October.';
comment on column public.debt_reserves.home_insurance is
  'The home insurance of this year, due at the end of September.';
comment on column public.debt_reserves.ended_on is
  'The day on which the balance was refunded or credited after the payoff; null while the account is open.';

call bank.restrict_to_owner('public.debt_reserves', 'select');
grant select on public.debt_reserves to authenticated, service_role;

create function bank.open_reserve() returns trigger language plpgsql
security definer -- because it writes the ledger
set search_path = '' as $$
begin
  insert into bank.ledger_accounts (id, household_id, product, name, currency, created_at)
    values (new.id, new.user_id, 'reserve', new.name, new.currency, new.created_at);
  return null;
end $$;
comment on function bank.open_reserve is
  'Opens the ledger account of money that the bank holds for a mortgage or loan.';

create function bank.close_reserve() returns trigger language plpgsql
security definer -- because it writes the ledger
set search_path = '' as $$
begin
  if bank.is_being_erased(old.user_id) then return null; end if;
  perform bank.lock_clock(old.user_id, false);
  if old.balance <> 0 then
    perform bank.post(old.user_id, 'closing', old.name || ' paid out', bank.now_for(old.user_id),
      bank.now_for(old.user_id), 'app', array[old.id, case when old.balance > 0
        then bank.system_account('cash_clearing') else bank.system_account('charge_offs') end],
      array[old.currency, old.currency], array[-old.balance, old.balance]);
  end if;
  update bank.ledger_accounts set closed_at = coalesce(closed_at, bank.now_for(old.user_id))
    where id = old.id;
  return null;
end $$;
comment on function bank.close_reserve is 'Pays out the escrow account of a deleted mortgage outside the '
  'bank, or writes off what the bank advanced. Its ledger account remains.';

create trigger open_ledger_account after insert on public.debt_reserves
  for each row execute function bank.open_reserve();
create trigger close_ledger_account after delete on public.debt_reserves
  for each row execute function bank.close_reserve();
call bank.broadcast('public.debt_reserves');

create or replace view bank.product_balances as
  select id as ledger_id, user_id as household_id, 'account'::text as product, currency, balance, last_entry
    from public.accounts
  union all
  select id, user_id, 'card'::text, currency, -balance, last_entry from public.credit_cards
  union all
  select id, user_id, 'loan'::text, currency, -remaining_balance, last_entry from public.loans
  union all
  select id, user_id, 'mortgage'::text, currency, -remaining_balance, last_entry from public.mortgages
  union all
  select id, user_id, 'reserve'::text, currency, balance, last_entry from public.debt_reserves;
comment on view bank.product_balances is 'The stored balance of every account, card, loan, mortgage, and '
  'escrow account, in the customer''s favor.';

create view public.reserve_activity with (security_invoker = true) as
  select r.id as reserve_id, r.mortgage_id, r.loan_id, r.kind as reserve_kind, e.id as entry_id,
    e.value_at as at, e.kind, e.description, p.amount,
    sum(p.amount) over (partition by p.ledger_id order by e.id) as balance_after, r.currency
  from public.debt_reserves r
    join bank.postings p on p.ledger_id = r.id
    join bank.entries e on e.id = p.entry_id
  where r.user_id = (select auth.uid()) and e.household_id = (select auth.uid());
comment on view public.reserve_activity is
  'All activity on the caller''s escrow accounts and biweekly plans: deposits above zero, payments below.';
comment on column public.reserve_activity.at is 'The value date: the local day of this instant.';
grant select on public.reserve_activity to authenticated;

create function bank.escrow_json(mortgage_id uuid) returns json language sql stable as $$
  select json_build_object('id', r.id, 'balance', bank.minor(r.balance),
    'tax', bank.minor(r.property_tax), 'insurance', bank.minor(r.home_insurance))
  from public.debt_reserves r where r.mortgage_id = escrow_json.mortgage_id and r.kind = 'escrow'
    and r.ended_on is null
$$;
comment on function bank.escrow_json is
  'Returns the open escrow account of a mortgage in the engine''s format; null if there is none.';

create function bank.escrow_plan(property_tax numeric, home_insurance numeric, first_month integer,
  out payment numeric, out target numeric) language sql immutable as $$
  with year as (
    select round((property_tax + home_insurance) / 12, 2) as payment,
      trunc((property_tax + home_insurance) / 6, 2) as cushion, trunc(property_tax / 2, 2) as half
  ), balances as (
    select y.*, sum(y.payment - case (first_month - 1 + passed) % 12 + 1 when 4 then y.half
        when 10 then property_tax - y.half when 9 then home_insurance else 0 end)
      over (order by passed) as balance
    from year y, generate_series(0, 11) as passed
  )
  select b.payment, greatest(0, b.cushion - min(b.balance)) from balances b group by b.payment, b.cushion
$$;
comment on function bank.escrow_plan is 'Returns the monthly deposit of a first escrow year, and the opening '
  'balance with which the lowest balance at the end of a month is the cushion of two months. The engine has '
  'the same formula.';

create function bank.check_escrow(property_tax numeric, home_insurance numeric)
returns void language plpgsql immutable as $$
begin
  perform bank.check_amount(b.bill) from unnest(array[property_tax, home_insurance]) as b (bill)
    where b.bill is distinct from 0;
  perform bank.refuse_if(property_tax + home_insurance = 0, 'BADAM',
    'Enter your annual property tax or home insurance.',
    jsonb_build_object('amount', '0', 'lowest', 0.01));
end $$;
comment on function bank.check_escrow is
  'Refuses (BADAM) yearly bills that aren''t amounts, or that are both zero.';

create function bank.pay_into_reserve(reserve public.debt_reserves, account_id uuid, amount numeric,
  description text) returns public.debt_reserves language plpgsql volatile as $$
declare
  account public.accounts;
  at timestamptz := bank.now_for(reserve.user_id);
  entry bigint;
begin
  if account_id is not null then
    account := bank.lock_account(account_id);
    perform bank.refuse_if(account.currency <> reserve.currency,
      'BADCU', format('Choose an account in %s. This account is in %s.', reserve.currency, account.currency),
      jsonb_build_object('currency', reserve.currency, 'account_currency', account.currency));
    at := greatest(reserve.created_at, bank.next_instant(reserve.user_id, array[account.id]));
  end if;
  entry := bank.post(reserve.user_id, 'escrow_deposit', description, at, at, 'app',
    array[reserve.id, coalesce(account.id, bank.system_account('cash_clearing'))],
    array[reserve.currency, reserve.currency], array[amount, -amount]);
  if account.id is not null then
    perform bank.debit_account(account, amount, 'escrow_deposit', description, entry, at,
      category_id => bank.debt_category('mortgage', reserve.name));
  end if;
  update public.debt_reserves r set balance = r.balance + amount, last_entry = entry where r.id = reserve.id
    returning * into reserve;
  return reserve;
end $$;
comment on function bank.pay_into_reserve is 'Deposits money into a locked escrow account from one of the '
  'caller''s accounts, or from outside the bank. Refuses: NTFND, CLOSD, BADCU, INSUF.';

create function bank.open_escrow(mortgage public.mortgages, account_id uuid, property_tax numeric,
  home_insurance numeric) returns public.debt_reserves language plpgsql volatile as $$
declare
  reserve public.debt_reserves;
  plan record;
begin
  perform bank.check_escrow(property_tax, home_insurance);
  select * into plan from bank.escrow_plan(round(property_tax, 2), round(home_insurance, 2),
    extract(month from mortgage.next_due_date)::integer);
  insert into public.debt_reserves (user_id, mortgage_id, name, currency, created_at, balance, next_deposit,
    property_tax, home_insurance)
    values (mortgage.user_id, mortgage.id, mortgage.name || ' escrow', mortgage.currency,
      bank.now_for(mortgage.user_id), 0, plan.payment, round(open_escrow.property_tax, 2),
      round(open_escrow.home_insurance, 2))
    returning * into reserve;
  if plan.target > 0 then
    reserve := bank.pay_into_reserve(reserve, account_id, plan.target,
      'Initial escrow deposit: ' || mortgage.name);
  end if;
  return reserve;
end $$;
comment on function bank.open_escrow is 'Opens the escrow account of a mortgage with its initial deposit. '
  'Refuses: BADAM, NTFND, CLOSD, BADCU, INSUF.';

create function public.start_escrow(mortgage_id uuid, property_tax numeric, home_insurance numeric,
  account_id uuid default null, request_id text default null) returns public.debt_reserves
language plpgsql volatile security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'start_escrow', 'mortgage', mortgage_id,
    'property_tax', trim_scale(property_tax)::text, 'home_insurance', trim_scale(home_insurance)::text,
    'account', account_id);
  reserve public.debt_reserves := bank.replay_row(request_id, params, null::public.debt_reserves);
  mortgage public.mortgages;
begin
  if reserve.id is not null then return reserve; end if;
  perform bank.lock_clock(bank.caller());
  select * into mortgage from public.mortgages m where m.id = start_escrow.mortgage_id
    and m.user_id = bank.caller() for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that mortgage.');
  perform bank.refuse_if(mortgage.remaining_balance = 0, 'OVPAY', 'This balance is already paid off.',
    jsonb_build_object('balance', 0));
  perform bank.refuse_if(exists (select from public.debt_reserves r where r.mortgage_id = mortgage.id
    and r.kind = 'escrow' and r.ended_on is null),
    'NOELG', 'This mortgage already has escrow.', '{"reason": "open"}');
  reserve := bank.open_escrow(mortgage, account_id, property_tax, home_insurance);
  return bank.remember(request_id, params, reserve);
end $$;
comment on function public.start_escrow is 'Opens escrow for one of the caller''s mortgages, for the '
  'property tax and home insurance of a year. Takes the initial deposit from one of their accounts or from '
  'outside the bank, and returns the escrow account. Refuses: BADAM, NTFND, OVPAY, NOELG, CLOSD, BADCU, '
  'INSUF, LIMIT, CLOCK, RQDIF.';

create function public.pay_escrow(mortgage_id uuid, amount numeric, account_id uuid default null,
  request_id text default null) returns public.debt_reserves
language plpgsql volatile security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'pay_escrow', 'mortgage', mortgage_id,
    'amount', trim_scale(amount)::text, 'account', account_id);
  reserve public.debt_reserves := bank.replay_row(request_id, params, null::public.debt_reserves);
begin
  if reserve.id is not null then return reserve; end if;
  perform bank.check_amount(amount);
  perform bank.lock_clock(bank.caller());
  select * into reserve from public.debt_reserves r where r.mortgage_id = pay_escrow.mortgage_id
    and r.user_id = bank.caller() and r.kind = 'escrow' and r.ended_on is null for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find escrow for that mortgage.');
  perform bank.refuse_if(reserve.balance + round(amount, 2) > 999999999.99, 'BADAM',
    'Enter a smaller amount.', jsonb_build_object('amount', round(amount, 2)));
  reserve := bank.pay_into_reserve(reserve, account_id, round(amount, 2), 'Escrow deposit');
  return bank.remember(request_id, params, reserve);
end $$;
comment on function public.pay_escrow is 'Deposits money into the escrow account of one of the caller''s '
  'mortgages from one of their accounts or from outside the bank, and returns the escrow account. Refuses: '
  'BADAM, NTFND, CLOSD, BADCU, INSUF, CLOCK, RQDIF.';

create function bank.write_escrow(steps jsonb) returns void language sql volatile as $$
  update public.debt_reserves d set next_deposit = coalesce(bank.major(r.payment), d.next_deposit),
    property_tax = coalesce(bank.major(r.tax), d.property_tax),
    home_insurance = coalesce(bank.major(r.insurance), d.home_insurance),
    ended_on = coalesce(r.ended_on, d.ended_on)
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'escrows')
    as r (id uuid, payment numeric, tax numeric, insurance numeric, ended_on date)
  where d.id = r.id and d.user_id = (s.step ->> 'customer_id')::uuid;
$$;
comment on function bank.write_escrow is
  'Writes the next deposits and bills of escrow accounts, and the days on which they ended.';

create function bank.issue_escrow_statements(household uuid, zone text)
returns void language sql volatile as $$
  with results as (
    select m.id, m.name, m.currency, (h.facts ->> 'on')::date as next_day, h.facts,
      ((h.facts ->> 'on')::date - interval '12 months')::date as first_day
    from public.household_events h join public.mortgages m on m.id::text = h.subject and m.user_id = household
    where h.user_id = household and h.kind = 'escrow_analysis'
  )
  select bank.issue_document(household, 'escrow_statement', a.name || ' escrow statement '
      || to_char(a.next_day - 1, 'YYYY'), a.id, 'mortgage', a.name, a.first_day, a.next_day - 1,
    a.first_day::timestamp at time zone zone, a.next_day::timestamp at time zone zone,
    jsonb_build_object('name', a.name, 'currency', a.currency, 'on', a.next_day, 'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('day', (e.value_at at time zone zone)::date,
          'text', e.description, 'kind', e.kind, 'amount', p.amount) order by e.id), '[]')
        from public.debt_reserves r join bank.postings p on p.ledger_id = r.id
          join bank.entries e on e.id = p.entry_id
        where r.mortgage_id = a.id and r.kind = 'escrow'
          and e.value_at >= a.first_day::timestamp at time zone zone
          and e.value_at < a.next_day::timestamp at time zone zone))
      || (select jsonb_object_agg(f.key, bank.major(f.value::text::numeric)) from jsonb_each(a.facts) as f
        where jsonb_typeof(f.value) = 'number'))
  from results a
  where not exists (select from public.documents d where d.user_id = household
    and d.kind = 'escrow_statement' and d.about = a.id and d.period_to = a.next_day - 1)
  order by a.next_day, a.id;
$$;
comment on function bank.issue_escrow_statements is 'Issues the statement of each annual escrow analysis.';

grant execute on function public.start_escrow, public.pay_escrow to authenticated;
