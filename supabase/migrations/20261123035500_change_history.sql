set check_function_bodies = off;

-- Change history. The bank records each change that a customer makes to a product, a recurring rule, a
-- budget, a goal, or their settings, with the values before and after. Postings are in the journal, and
-- changes by the engine are household events, so neither is recorded here.
create table public.changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  changed_at timestamptz not null default clock_timestamp(),
  simulated_at timestamptz not null,
  subject text not null,
  subject_id uuid not null,
  name text not null,
  action text not null check (action in ('created', 'changed', 'deleted')),
  fields jsonb not null default '{}',
  currency text,
  channel text not null check (channel in ('app', 'assistant'))
);
create index changes_user_id_changed_at_idx on public.changes (user_id, changed_at desc);
create index changes_subject_id_idx on public.changes (subject_id, changed_at desc);
comment on table public.changes is
  'The last changes that customers made to products, rules, budgets, goals, and settings.';
comment on column public.changes.changed_at is 'The real time of the change.';
comment on column public.changes.simulated_at is 'The simulated time of the change.';
comment on column public.changes.subject is 'What was changed: account, card, loan, mortgage, auto_deposit, '
  'scheduled_payment, budget, goal, settings, surprise, or insurance.';
comment on column public.changes.subject_id is
  'The id of the changed row, which may have been deleted since.';
comment on column public.changes.name is 'The name of the subject after the change.';
comment on column public.changes.fields is
  'The values before and after, by column. Accounts and categories are named.';
comment on column public.changes.currency is 'The currency of the amounts; null if there are none.';
comment on column public.changes.channel is 'The way in which the customer made the change.';
call bank.show_to_owner('public.changes');
call bank.broadcast('public.changes');

create function bank.shown_value(field text, value jsonb) returns jsonb language sql stable as $$
  select case
    when value is null or value = 'null' then 'null'
    when field like '%account_id' then coalesce((select to_jsonb(a.name) from public.accounts a
      where a.id = (value #>> '{}')::uuid), 'null')
    when field = 'category_id' then coalesce((select to_jsonb(c.name) from public.categories c
      where c.id = (value #>> '{}')::uuid), 'null')
    else value end
$$;
comment on function bank.shown_value is
  'Returns the value of a column as the change history shows it. A reference becomes a name.';

create function bank.with_pay_details(record jsonb) returns jsonb language sql immutable as $$
  select record || coalesce((select jsonb_object_agg('pay_' || d.key, d.value)
    from jsonb_each(case jsonb_typeof(record -> 'pay_details') when 'object' then record -> 'pay_details'
      else '{}' end) as d), '{}')
$$;
comment on function bank.with_pay_details is
  'Adds the parts of pay details to a row as fields, such as pay_gross_per_year.';

create function bank.record_change() returns trigger language plpgsql
security definer -- because customers can't write their change history
set search_path = '' as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then bank.with_pay_details(to_jsonb(old)) end;
  after jsonb := case when tg_op <> 'DELETE' then bank.with_pay_details(to_jsonb(new)) end;
  own jsonb := coalesce(after, before);
  owner uuid := coalesce(own ->> 'user_id', own ->> 'id')::uuid;
  changed jsonb := '{}';
begin
  -- Loading or erasing a household isn't a change by its customer.
  if auth.uid() is distinct from owner or bank.is_being_loaded(owner) or bank.is_being_erased(owner) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(named.field, jsonb_build_array(
        bank.shown_value(named.field, before -> named.field),
        bank.shown_value(named.field, after -> named.field))), '{}') into changed
      from unnest(string_to_array(tg_argv[1], ',')) as named (field)
      where before -> named.field is distinct from after -> named.field
        and named.field <> 'pay_details';
    if changed = '{}' then return null; end if;
  end if;
  insert into public.changes (user_id, simulated_at, subject, subject_id, name, action, fields, currency,
    channel)
    select owner, bank.now_for(owner), tg_argv[0],
      (own ->> case when tg_table_name in ('certificates', 'fund_accounts') then 'account_id'
        else 'id' end)::uuid,
      coalesce(own ->> 'name', (select a.name from public.accounts a
          where tg_table_name in ('certificates', 'fund_accounts') and a.id = (own ->> 'account_id')::uuid),
        (select c.name from public.categories c where c.id = (own ->> 'category_id')::uuid), 'Settings'),
      case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end, changed,
      coalesce(own ->> 'currency', own ->> 'base_currency', (select a.currency from public.accounts a
        where a.id = (own ->> 'account_id')::uuid)),
      case when current_setting('bank.channel', true) = 'assistant' then 'assistant' else 'app' end;
  delete from public.changes c where c.id in (select o.id from public.changes o where o.user_id = owner
    order by o.changed_at desc offset 1000);
  return null;
end $$;
comment on function bank.record_change is
  'Records a change by the customer, and keeps their last 1,000 changes. The arguments are the subject and '
  'the columns to compare.';

create procedure bank.record_changes(changed regclass, subject text, columns text, parts text default '')
language plpgsql as $$
begin
  execute format('create trigger record_change after update of %1$s on %2$s for each row
    execute function bank.record_change(%3$L, %4$L)', columns, changed, subject, columns || parts);
  if changed not in ('public.customers'::regclass, 'public.certificates'::regclass,
      'public.fund_accounts'::regclass) then
    execute format('create trigger record_creation after insert or delete on %s for each row
      execute function bank.record_change(%L, '''')', changed, subject);
  end if;
end $$;
comment on procedure bank.record_changes is
  'Records the changes of the given columns, separated by commas, and of parts of them. For migrations.';

call bank.record_changes('public.accounts', 'account',
  'name,type,currency,overdraft,overdraft_account_id,overdraft_product,overdraft_cards,plan,'
  'tax_treatment,closed_at');
-- The changes of a CD belong to its account.
call bank.record_changes('public.certificates', 'account',
  'at_maturity,payout_account_id,interest_account_id');
call bank.record_changes('public.fund_accounts', 'account',
  'us_stocks,world_stocks,bonds,money_market,rebalances,cost_method,dividend_account_id');
call bank.record_changes('public.credit_cards', 'card',
  'name,credit_limit,apr,currency,frozen,autopay,autopay_account_id,autopay_amount,autopay_retries,'
  'allows_recurring,over_limit,closed_at');
call bank.record_changes('public.loans', 'loan',
  'name,amount,interest_rate,term,monthly_payment,autopay_account_id,autopay_extra,paused_until,'
  'payment_day');
call bank.record_changes('public.mortgages', 'mortgage',
  'name,property_value,down_payment,interest_rate,term,monthly_payment,autopay_account_id,autopay_extra,'
  'paused_until,current_value,payment_day,pmi_ended_on');
call bank.record_changes('public.auto_deposits', 'auto_deposit',
  'account_id,name,amount,frequency,category_id,is_pay,start_date,end_date,paused,yearly_adjustment,'
  'yearly_percent,pay_details',
  ',pay_gross_per_year,pay_filing_status,pay_retirement_percent,pay_match_percent,pay_match_up_to,pay_health,'
  'pay_hsa,pay_state_percent,pay_children,pay_retirement_account_id,pay_hsa_account_id');
call bank.record_changes('public.scheduled_payments', 'scheduled_payment',
  'account_id,name,payee,to_account_id,amount,amount_kind,frequency,category_id,start_date,end_date,weekend,'
  'speed,paused,yearly_adjustment,yearly_percent');
call bank.record_changes('public.budgets', 'budget', 'amount,currency,rollover,rollover_cap');
call bank.record_changes('public.goals', 'goal', 'name,target,target_date,account_id,contribution,'
  'contribution_amount,contribution_percent,frequency,from_account_id,status');
call bank.record_changes('public.customers', 'settings',
  'display_name,time_zone,base_currency,daily_transfer_limit');

-- Escrow and biweekly plans start and end with a reserve. They are changes of its mortgage or loan.
create function bank.record_reserve_change() returns trigger language plpgsql
security definer -- because customers can't write their change history
set search_path = '' as $$
declare
  had boolean := case when tg_op = 'UPDATE' then old.ended_on is null else false end;
  has boolean := new.ended_on is null;
begin
  if auth.uid() is distinct from new.user_id or had = has or bank.is_being_loaded(new.user_id) then
    return null;
  end if;
  insert into public.changes (user_id, simulated_at, subject, subject_id, name, action, fields, currency,
    channel)
    select new.user_id, bank.now_for(new.user_id), d.product, d.id, d.name, 'changed',
      jsonb_build_object(new.kind, jsonb_build_array(had, has)) || case when new.kind = 'escrow' and has
        then jsonb_build_object('property_tax', jsonb_build_array(null, new.property_tax),
          'home_insurance', jsonb_build_array(null, new.home_insurance)) else '{}' end, d.currency,
      case when current_setting('bank.channel', true) = 'assistant' then 'assistant' else 'app' end
    from bank.debts d where d.id = coalesce(new.mortgage_id, new.loan_id);
  return null;
end $$;
comment on function bank.record_reserve_change is
  'Records the start and the end of escrow or of a biweekly plan by the customer.';

create trigger record_change after insert or update of ended_on on public.debt_reserves
  for each row execute function bank.record_reserve_change();

-- Overdraft notices: possible and charged fees, and the written confirmation of the opt-in that Regulation E,
-- 1005.17(b), requires.
create function bank.overdraft_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  select 'overdraft', a.id::text, a.id, h.event_key, h.at,
    h.description || '. ' || case when h.facts ? 'avoid_by'
      then format('Bring its balance to %s or higher by %s to avoid a fee of %s.',
        bank.format_money((h.facts ->> 'avoid_balance')::numeric / 100, a.currency),
        bank.format_instant((h.facts ->> 'avoid_by')::bigint, c.time_zone, c.today),
        bank.format_money((h.facts ->> 'fee')::numeric / 100, a.currency))
      else format('We charge a fee of %s at %s.',
        bank.format_money((h.facts ->> 'fee')::numeric / 100, a.currency),
        bank.format_instant((h.facts ->> 'decides_at')::bigint, c.time_zone, c.today)) end,
    '/dashboard/accounts/' || a.id
  from public.household_events h
    join public.accounts a on a.id::text = h.subject and a.user_id = household
    cross join lateral (select k.time_zone, bank.today_for(household) as today
      from public.customers k where k.id = household) as c
  where h.user_id = household and h.kind = 'overdrawn' and h.at > since
  union all
  select 'overdraft', a.id::text, a.id, 'transaction:' || t.id, t.date,
    format('%s on %s: %s.', t.description, a.name, bank.format_money(t.amount, t.currency)),
    '/dashboard/accounts/' || a.id
  from public.transactions t join public.accounts a on a.id = t.account_id
  where t.user_id = household and t.kind in ('overdraft_fee', 'returned_payment_fee') and t.date > since
  union all
  select 'overdraft', 'choice:' || a.id, a.id, 'change:' || g.id, g.simulated_at,
    case when coalesce((g.fields -> 'overdraft_cards' ->> 1)::boolean, false)
      then format('You asked us to cover withdrawals and everyday purchases on %s below zero, for a fee. You '
        'can turn this off at any time.', a.name)
      else format('We no longer cover withdrawals and everyday purchases on %s below zero. We decline them '
        'without a fee.', a.name) end,
    '/dashboard/accounts/' || a.id || '?overdraft=change'
  from public.changes g join public.accounts a on a.id = g.subject_id and a.user_id = household
  where g.user_id = household and g.subject = 'account' and g.fields ? 'overdraft_cards'
    and g.simulated_at > since and g.simulated_at <= bank.now_for(household)
$$;
comment on function bank.overdraft_notifications is 'Returns possible and charged overdraft fees, and '
  'confirmations of the opt-in for withdrawals and purchases and of its revocation, since a given time.';

create function bank.format_instant(millis bigint, time_zone text, today date)
returns text language sql stable as $$
  select to_char(local.at, 'FMHH12:MI AM') || ' on ' || bank.format_date(local.at::date, today)
  from (select bank.from_millis(millis) at time zone time_zone as at) as local
$$;
comment on function bank.format_instant is
  'Formats an instant of the engine for a notification, such as 11:00 PM on Nov 30.';

-- Notices of holds: the amount, the reason, and the day on which the money becomes available.
create function bank.deposit_hold_notifications(household uuid, since timestamptz)
returns setof bank.news_item language sql stable as $$
  select 'deposit_hold', a.id::text, a.id, h.event_key, h.at,
    format('%s of your %s deposit to %s on %s is on hold until %s: %s.',
      bank.format_money((h.facts ->> 'held')::numeric / 100, a.currency),
      bank.format_money((h.facts ->> 'amount')::numeric / 100, a.currency), a.name,
      bank.format_date(bank.day_for(household, h.at), c.today),
      bank.format_instant((h.facts ->> 'releases_at')::bigint, c.time_zone, c.today),
      case h.facts ->> 'exception'
        when 'new_account' then 'the account is less than 30 days old'
        when 'large_deposit' then 'your checks that day exceed '
          || bank.format_money((h.facts ->> 'limit')::numeric / 100, a.currency)
        when 'redeposited' then 'the check was returned unpaid before'
        when 'repeated_overdrafts' then 'the account was overdrawn repeatedly in the last six months'
        when 'stale' then 'the check is dated more than six months ago'
        else 'the bank that has to pay the check has suspended payments' end),
    '/dashboard/accounts/' || a.id
  from public.household_events h
    join public.accounts a on a.id::text = h.subject and a.user_id = household
    cross join lateral (select k.time_zone, bank.today_for(household) as today
      from public.customers k where k.id = household) as c
  where h.user_id = household and h.kind = 'deposit_held' and h.at > since
$$;
comment on function bank.deposit_hold_notifications is 'Returns the notices of deposits that an exception '
  'delays (12 CFR 229.13(g)), since a given time.';

-- The realism settings are in the engine's carryover.
create function bank.realism_settings(carryover jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('surprises', coalesce(carryover ->> 'surprises', 'off'),
    'pending_transactions', coalesce(carryover ->> 'pending', 'instant'),
    'bank_holidays', coalesce(carryover -> 'bankHolidays', 'false'),
    'exchange_margin', coalesce(carryover -> 'exchangeMargin', '0'),
    'unemployment_benefits', coalesce(carryover -> 'unemployment', 'false'),
    'fund_returns', coalesce(carryover ->> 'fundReturns', 'conservative'),
    'bill_increases', coalesce(carryover -> 'billIncreases', 'false'))
$$;
comment on function bank.realism_settings is 'Returns the realism settings in a household''s carryover.';

create function bank.record_realism() returns trigger language plpgsql
security definer -- because customers can't write their change history
set search_path = '' as $$
declare
  changed jsonb;
begin
  if bank.is_being_loaded(new.household_id) then return null; end if;
  select jsonb_object_agg(b.key, jsonb_build_array(b.value, a.value)) into changed
    from jsonb_each(bank.realism_settings(old.carryover)) b
      join jsonb_each(bank.realism_settings(new.carryover)) a on a.key = b.key and a.value <> b.value;
  if changed is null then return null; end if;
  insert into public.changes (user_id, simulated_at, subject, subject_id, name, action, fields, channel)
    values (new.household_id, bank.now_for(new.household_id), 'settings', new.household_id, 'Realism',
      'changed', changed, 'app');
  return null;
end $$;
comment on function bank.record_realism is 'Records a change of a realism setting by the customer.';

create trigger record_realism after update of carryover on bank.clocks
  for each row when (auth.uid() = new.household_id) execute function bank.record_realism();
