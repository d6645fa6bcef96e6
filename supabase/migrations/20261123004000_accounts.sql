set check_function_bodies = off;

-- Customer accounts. Triggers check name, type, and currency for all roles, because check constraints would
-- run on every movement. The balance has a trigger and a check constraint.
create sequence bank.account_numbers;

create function bank.next_account_number() returns text language sql volatile as $$
  -- Real banks don't issue numbers that start with 000. The multiplier is coprime to 10^9, so numbers never
  -- repeat.
  select '000' || lpad(mod(nextval('bank.account_numbers') * 387420489 + 271828183, 1000000000)::text, 9, '0')
$$;
comment on function bank.next_account_number is
  'Returns a new account number, from a range that no real bank uses.';

create table public.accounts (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  type text not null default 'CHECKING',
  balance numeric not null default 0,
  currency text not null default 'USD' references public.currencies,
  created_at timestamptz not null,
  user_id uuid default auth.uid() references public.customers on delete cascade,
  account_number text not null unique,
  closed_at timestamptz,
  last_entry bigint,
  updated_at timestamptz not null,
  overdraft text check (overdraft in ('savings', 'covered')),
  overdraft_account_id uuid references public.accounts on delete set null,
  overdraft_product text check (overdraft_product in ('cushion', 'standard', 'old_school')),
  overdraft_cards boolean,
  overdraft_limit numeric check (overdraft_limit between 0 and 500),
  plan text check (plan in ('classic', 'goal_saver')),
  plan_before text check (plan_before in ('classic', 'goal_saver')),
  plan_since date,
  tax_treatment text check (tax_treatment in ('401k', 'traditional_ira', 'roth_ira', 'hsa')),
  tax_treatment_since timestamptz,
  constraint accounts_treatment_since_check check ((tax_treatment is null) = (tax_treatment_since is null)),
  constraint accounts_overdraft_account_id_check check (overdraft_account_id is null
    or overdraft = 'savings'),
  constraint accounts_overdraft_fees_check check ((overdraft_product is not null)
    = coalesce(overdraft = 'covered', false)),
  constraint accounts_balance_check check (balance between -coalesce(overdraft_limit, 0) and 999999999999.99
    and balance = round(balance, 2))
) with (fillfactor = 80);
create index accounts_user_id_idx on public.accounts (user_id);
create index accounts_currency_idx on public.accounts (currency);
create index accounts_overdraft_account_id_idx on public.accounts (overdraft_account_id)
  where overdraft_account_id is not null;
comment on table public.accounts is
  'Checking, savings, and investment accounts. The balance always equals the sum of the account''s postings.';
comment on column public.accounts.type is 'CHECKING, SAVINGS, INVESTMENT, or CD. Only the bank opens CDs.';
comment on column public.accounts.user_id is
  'The owner; null for an ownerless account, which every signed-in user can see and no one can use.';
comment on column public.accounts.account_number is 'Starts with 000, which no real bank issues.';
comment on column public.accounts.created_at is 'The simulated instant at which the account was opened.';
comment on column public.accounts.updated_at is 'The simulated instant of the last change to the account.';
comment on column public.accounts.closed_at is
  'Closed accounts keep their history, but money can no longer move in or out of them.';
comment on column public.accounts.last_entry is
  'The entry that set this balance. Only the bank writes it. If the balance changes but this column '
  'doesn''t, someone else wrote the balance, and the bank posts an adjustment.';
comment on column public.accounts.overdraft is
  'How the bank handles a payment above the available balance of a checking account. savings: it transfers '
  'the missing amount from savings. covered: it lets the account go below zero. Null: it declines the '
  'payment. Only the bank writes it.';
comment on column public.accounts.overdraft_account_id is 'The customer''s savings account that covers '
  'payments; null if it was deleted, and nothing is covered. Only the bank writes it.';
comment on column public.accounts.overdraft_product is 'The fees for payments that the bank covers below '
  'zero: cushion, standard, or old_school. Only the bank writes it.';
comment on column public.accounts.overdraft_cards is 'True if the customer opted in to covering withdrawals '
  'and purchases too. Only the bank writes it.';
comment on column public.accounts.overdraft_limit is 'The amount by which the bank''s entries may take the '
  'balance below zero; null if they never could. Only the bank writes it.';
comment on column public.accounts.plan is 'The account''s plan: classic has a monthly fee with waivers, and '
  'goal_saver allows six withdrawals a month. Null: free. Only the bank writes it.';
comment on column public.accounts.plan_before is 'The plan in effect until plan_since; null if it was free.';
comment on column public.accounts.plan_since is
  'The first day of the plan, which is the first day of a month; null if the account has always been free.';
comment on column public.accounts.tax_treatment is 'The tax treatment of an investment account: 401k, '
  'traditional_ira, roth_ira, or hsa; null if there is none. Only the bank writes it.';
comment on column public.accounts.tax_treatment_since is
  'The simulated instant from which contributions and withdrawals count.';

call bank.restrict_to_owner('public.accounts', 'insert', 'update', 'delete');
create policy "customers read their own and ownerless accounts" on public.accounts for select to authenticated
  using (user_id = (select auth.uid()) or user_id is null);
grant select, insert (id, name, type, balance, currency, user_id), update (name, type, balance, currency),
  delete
  on public.accounts to authenticated, service_role;

create function public.available_balance(account public.accounts) returns numeric language sql stable as $$
  select case account.type when 'CD' then 0 else account.balance end
    - coalesce((select sum(h.posted_value) from public.holdings h where h.account_id = account.id), 0)
    - coalesce((select sum(h.remaining_amount) from public.holds h
      where h.account_id = account.id and h.ended_at is null), 0)
$$;
comment on function public.available_balance is
  'Returns the amount that can be spent: the balance without the amounts on hold and without the part that '
  'is invested in funds. Negative for an overdrawn account, and zero for a CD.';

create function bank.check_account() returns trigger language plpgsql set search_path = ''
security definer -- because it reads the clock and currencies, and creates a missing customer row
as $$
begin
  new.name := bank.clean_name(new.name);
  perform bank.refuse_if(new.type is null or new.type not in ('CHECKING', 'SAVINGS', 'INVESTMENT')
    and (new.type = 'CD' and case tg_op when 'INSERT' then new.last_entry is not null
      else old.type = 'CD' end) is not true,
    'BADTY', 'Choose CHECKING, SAVINGS, or INVESTMENT as the account type.');
  perform bank.check_currency(new.currency);
  new.balance := round(new.balance, 2);
  -- Only the bank's entries take an account below zero, and they set last_entry.
  perform bank.refuse_if((new.balance between 0 and 999999999999.99) is not true
    and (tg_op = 'INSERT' and new.last_entry is null
      or tg_op = 'UPDATE' and new.balance is distinct from old.balance),
    'BADAM', 'Enter a balance from 0 to 999,999,999,999.99.',
    jsonb_build_object('amount', left(new.balance::text, 40)));
  perform bank.refuse_if(tg_op = 'UPDATE' and old.closed_at is not null and (new.balance <> old.balance
    or new.currency <> old.currency), 'CLOSD', 'This account is closed.');
  if tg_op = 'UPDATE' then perform bank.check_fund_account(old, new); end if;
  if tg_op = 'UPDATE' and (new.balance, new.type, new.currency) <> (old.balance, old.type, old.currency) then
    perform bank.refuse_cd(old);
  end if;
  perform bank.refuse_if(tg_op = 'UPDATE' and old.balance < 0 and (new.currency <> old.currency
    or new.type <> old.type), 'OWING', 'This account is overdrawn. Bring its balance to zero first.',
    jsonb_build_object('balance', -old.balance, 'currency', old.currency));
  perform bank.refuse_if(tg_op = 'UPDATE' and old.tax_treatment is not null and (new.type, new.currency)
    <> (old.type, old.currency), 'TAXTR', 'This account has a tax treatment, so its type and currency can''t '
    'change.');
  if tg_op = 'INSERT' then
    perform bank.ensure_customer(new.user_id);
    new.created_at := coalesce(new.created_at, bank.now_for(new.user_id));
    new.updated_at := new.created_at;
    new.account_number := coalesce(new.account_number, bank.next_account_number());
  else
    new.updated_at := bank.now_for(new.user_id);
    if new.currency = old.currency and bank.take_write_back(old, new.balance) then
      new.balance := old.balance; -- the client's write-back of a movement that was already posted
    end if;
    if new.balance < old.balance and public.available_balance(new) < 0 then
      perform bank.refuse_insufficient(old, old.balance - new.balance);
    end if;
  end if;
  return new;
end $$;
comment on function bank.check_account is 'Refuses invalid names, types, currencies, and balances. Doesn''t '
  'move money, because row-level security hasn''t been checked yet.';

create trigger check_new_account before insert on public.accounts
  for each row execute function bank.check_account();

create trigger check_changed_account before update of name, type, balance, currency on public.accounts
  for each row
    when (new.last_entry is not distinct from old.last_entry) execute function bank.check_account();

call bank.broadcast('public.accounts');

-- Posts the effects of inserted, changed, or deleted account rows. Runs after the row is written, so that
-- rejected rows and conflicting upserts post nothing.
create function bank.open_ledger_account() returns trigger language plpgsql
security definer -- because it writes the ledger
set search_path = '' as $$
declare
  entry bigint;
begin
  perform bank.lock_clock(new.user_id, false);
  perform bank.refuse_if(
    new.user_id is not null and (select count(*) from public.accounts where user_id = new.user_id
    and closed_at is null) > 500,
    'LIMIT', 'You''ve reached the limit on the number of accounts.', jsonb_build_object('highest', 500));
  insert into bank.ledger_accounts (id, household_id, product, name, currency, created_at)
    values (new.id, new.user_id, 'account', new.name, new.currency, new.created_at);
  if new.balance > 0 and new.last_entry is null then
    perform bank.check_amount(new.balance);
    entry := bank.post(new.user_id, 'opening', 'Initial deposit', new.created_at, new.created_at,
      bank.posting_channel(), array[new.id, bank.system_account('opening_balances')], array[new.currency,
        new.currency], array[new.balance, -new.balance]);
    update public.accounts set last_entry = entry where id = new.id;
    perform bank.write_transaction(new, new.balance, 'in', 'DEPOSIT', 'opening', 'Initial deposit', entry,
      new.created_at);
  end if;
  return null;
end $$;
comment on function bank.open_ledger_account is 'Opens the ledger account of a new account. Posts an opening '
  'balance with the transaction ''Initial deposit''.';

create trigger open_ledger_account after insert on public.accounts
  for each row execute function bank.open_ledger_account();

create function bank.adjust_account() returns trigger language plpgsql
security definer -- because it writes the ledger
set search_path = '' as $$
declare
  change numeric := new.balance - old.balance;
  at timestamptz;
  entry bigint;
begin
  if change = 0 and new.currency = old.currency then return null; end if;
  perform bank.lock_clock(new.user_id, false);
  if new.currency <> old.currency then
    entry := bank.exchange_account(new, old.currency, old.balance);
  end if;
  if change <> 0 then
    at := bank.next_instant(new.user_id, array[new.id]);
    perform bank.check_amount(abs(change));
    entry := bank.post(new.user_id, 'adjustment', 'Balance adjustment', at, at, bank.posting_channel(),
      array[new.id, bank.system_account('adjustments')], array[new.currency, new.currency],
        array[change, -change]);
    if new.tax_treatment is not null and change > 0 then
      perform bank.check_yearly_contribution(new, change);
    end if;
    perform bank.write_transaction(new, abs(change), case when change > 0 then 'in' else 'out' end,
      case when change > 0 then 'DEPOSIT' else 'WITHDRAWAL' end, 'adjustment', 'Balance adjustment', entry,
        at);
  end if;
  update public.accounts set last_entry = coalesce(entry, last_entry) where id = new.id;
  return null;
end $$;
comment on function bank.adjust_account is
  'Posts an adjustment if the bank didn''t write the balance. Exchanges the balance if the currency changed.';

create trigger adjust_account after update of balance, currency on public.accounts
  for each row
    when (new.last_entry is not distinct from old.last_entry) execute function bank.adjust_account();

create function bank.exchange_account(account public.accounts, old_currency text, held numeric) returns bigint
language plpgsql volatile as $$
declare
  emptied public.accounts := account;
  refilled public.accounts := account;
  description text := format('Currency changed from %s to %s', old_currency, account.currency);
  at timestamptz;
  entry bigint;
begin
  update bank.ledger_accounts l set currency = account.currency where l.id = account.id;
  if held = 0 then return null; end if;
  emptied.currency := old_currency;
  emptied.balance := 0;
  refilled.balance := held;
  at := bank.next_instant(account.user_id, array[account.id]);
  entry := bank.post(account.user_id, 'currency_change', description, at, at, bank.posting_channel(),
    array[account.id, bank.system_account('currency_exchange')], array[old_currency, old_currency],
      array[-held, held]);
  perform bank.write_transaction(emptied, held, 'out', 'WITHDRAWAL', 'currency_change', description, entry,
    at);
  at := bank.next_instant(account.user_id, array[account.id]);
  entry := bank.post(account.user_id, 'currency_change', description, at, at, bank.posting_channel(),
    array[account.id, bank.system_account('currency_exchange')], array[account.currency, account.currency],
      array[held, -held]);
  perform bank.write_transaction(refilled, held, 'in', 'DEPOSIT', 'currency_change', description, entry, at);
  return entry;
end $$;
comment on function bank.exchange_account is 'Changes an account''s currency but not the amount of its '
  'balance. Two transactions close the old balance and open the new one.';

create function bank.rename_ledger_account() returns trigger language plpgsql
security definer -- because it writes the ledger
set search_path = '' as $$
begin
  update bank.ledger_accounts set name = new.name, closed_at = new.closed_at where id = new.id;
  return null;
end $$;
comment on function bank.rename_ledger_account is
  'Updates the name of the ledger account, which remains after the account is deleted.';

create trigger rename_ledger_account after update of name, closed_at on public.accounts
  for each row when (new.name <> old.name or new.closed_at is distinct from old.closed_at)
  execute function bank.rename_ledger_account();

create function bank.close_ledger_account() returns trigger language plpgsql
security definer -- because it writes the ledger
set search_path = '' as $$
declare
  at timestamptz := bank.now_for(old.user_id);
begin
  if bank.is_being_erased(old.user_id) then return null; end if;
  perform bank.lock_clock(old.user_id, false);
  update public.transactions set counter_account_id = null where counter_account_id = old.id;
  if old.balance > 0 then
    perform bank.post(old.user_id, 'closing', 'Account deleted', at, at, bank.posting_channel(),
      array[old.id, bank.system_account('closed_accounts')],
      array[old.currency, old.currency], array[-old.balance, old.balance]);
  elsif old.balance < 0 then
    perform bank.post(old.user_id, 'closing', 'Account deleted', at, at, bank.posting_channel(),
      array[old.id, bank.system_account('charge_offs')],
      array[old.currency, old.currency], array[-old.balance, old.balance]);
  end if;
  update bank.ledger_accounts set closed_at = coalesce(closed_at, at) where id = old.id;
  return null;
end $$;
comment on function bank.close_ledger_account is
  'Posts the remaining balance of a deleted account to ''Closed accounts'', or what it owes to ''Written '
  'off''. The ledger account remains, and transfers on other accounts no longer refer to the deleted '
  'account.';

create trigger close_ledger_account after delete on public.accounts
  for each row execute function bank.close_ledger_account();

create function bank.post_initial_deposit(account public.accounts, amount numeric, channel text,
  event_key text default null) returns public.accounts language plpgsql volatile as $$
declare
  entry bigint := bank.post(account.user_id, 'opening', 'Initial deposit', account.created_at,
    account.created_at, channel, array[account.id, bank.system_account('opening_balances')],
    array[account.currency, account.currency], array[amount, -amount], event_key => event_key);
begin
  return bank.credit_account(account, amount, 'opening', 'Initial deposit', entry, account.created_at);
end $$;
comment on function bank.post_initial_deposit is 'Posts the initial deposit of a new account.';

create function public.open_account(name text, type text default 'CHECKING', currency text default 'USD',
  initial_balance numeric default 0, request_id text default null, funding_account_id uuid default null,
  overdraft text default null, overdraft_account_id uuid default null, overdraft_product text default null,
  overdraft_cards boolean default null, plan text default null)
returns public.accounts
language plpgsql volatile security definer -- because it posts the opening balance
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  opening numeric := coalesce(initial_balance, 0);
  params jsonb := jsonb_build_object('verb', 'open_account', 'name', name, 'type', type, 'currency', currency,
    'amount', trim_scale(opening)::text)
    || case when funding_account_id is null then '{}' else jsonb_build_object('from', funding_account_id) end
    || case when num_nonnulls(open_account.overdraft, open_account.overdraft_account_id) = 0 then '{}'
      else jsonb_build_object(
      'overdraft', open_account.overdraft, 'overdraft_account', open_account.overdraft_account_id,
      'overdraft_product', open_account.overdraft_product,
      'overdraft_cards', open_account.overdraft_cards) end
    || case when open_account.plan is null then '{}' else jsonb_build_object('plan', open_account.plan) end;
  account public.accounts := bank.replay_row(request_id, params, null::public.accounts);
  pair public.accounts[];
begin
  if account.id is not null then return account; end if;
  if opening <> 0 then perform bank.check_amount(opening); end if;
  perform bank.lock_clock(caller);
  if funding_account_id is not null then perform bank.lock_account(funding_account_id); end if;
  insert into public.accounts (name, type, currency, user_id)
    values (open_account.name, open_account.type, open_account.currency, caller)
    returning * into account;
  if num_nonnulls(open_account.overdraft, open_account.overdraft_account_id) > 0 then
    account := bank.choose_overdraft(account, coalesce(open_account.overdraft, 'decline'),
      open_account.overdraft_account_id, open_account.overdraft_product, open_account.overdraft_cards);
  end if;
  if open_account.plan is not null then
    account := bank.choose_plan(account, open_account.plan);
  end if;
  if opening <> 0 and funding_account_id is null then
    account := bank.post_initial_deposit(account, opening, 'app');
  elsif opening <> 0 then
    pair := bank.lock_accounts(funding_account_id, account.id);
    perform bank.refuse_if(pair[1].currency <> account.currency,
      'BADCU', 'Choose an account in the same currency for the initial deposit.');
    pair := bank.transfer_between(pair[1], pair[2], opening, 'Initial deposit', 'app',
      bank.next_instant(caller, array[funding_account_id, account.id]));
    account := pair[2];
  end if;
  return bank.remember(request_id, params, account);
end $$;
comment on function public.open_account is 'Opens an account for the caller, with its initial deposit if '
  'there is one, and returns it. The deposit comes from outside the bank, or from one of the caller''s '
  'accounts in the same currency. A checking account can have an overdraft choice, as in set_overdraft, and '
  'a plan, as in set_account_plan. '
  'Refuses: BADNM, BADTY, BADCU, BADAM, LIMIT, NTFND, CLOSD, INSUF, RQDIF.';

create function bank.refuse_held(account public.accounts) returns void language plpgsql volatile as $$
declare
  held numeric := bank.held_on(account.id);
begin
  perform bank.refuse_if(held > 0,
    'OWING', 'This account has money on hold. Close it when the hold has ended.',
    jsonb_build_object('held', held, 'currency', account.currency,
      'releases_at', (select max(coalesce((select max(r.at) from bank.hold_releases(h) r
          where r.amount > 0), h.expires_at))
        from public.holds h where h.account_id = account.id and h.ended_at is null
          and h.remaining_amount > 0)));
end $$;
comment on function bank.refuse_held is 'Refuses (OWING) to close an account with money on hold.';

create function public.close_account(account_id uuid, sweep_to_account_id uuid default null,
  request_id text default null) returns public.accounts language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'close_account', 'account', account_id,
    'sweep_to', sweep_to_account_id);
  account public.accounts := bank.replay_row(request_id, params, null::public.accounts);
  pair public.accounts[];
begin
  if account.id is not null then return account; end if;
  perform bank.check_no_funds(account_id);
  perform bank.refuse_cd(a) from public.accounts a
    where a.id = close_account.account_id and a.user_id = bank.caller() and a.closed_at is null;
  if sweep_to_account_id is null then
    account := bank.lock_account(account_id);
    perform bank.refuse_held(account);
    perform bank.refuse_disputed(account);
    perform bank.refuse_if_overdrawn(account);
    perform bank.refuse_if(account.balance <> 0,
      'NTZRO', 'This account still has a balance. Choose where to transfer it.',
      jsonb_build_object('balance', account.balance, 'currency', account.currency));
  else
    pair := bank.lock_accounts(account_id, sweep_to_account_id);
    account := pair[1];
    perform bank.refuse_held(account);
    perform bank.refuse_disputed(account);
    perform bank.refuse_if_overdrawn(account);
    if account.balance <> 0 then
      -- The plan's limit of withdrawals doesn't prevent closing.
      pair[1].plan_since := null;
      pair := bank.transfer_between(pair[1], pair[2], account.balance, 'Account closed', 'app',
        bank.next_instant(account.user_id, array[account_id, sweep_to_account_id]));
    end if;
  end if;
  update public.accounts a set closed_at = bank.next_instant(account.user_id, array[account_id]),
    updated_at = bank.now_for(account.user_id)
    where a.id = account_id returning * into account;
  return bank.remember(request_id, params, account);
end $$;
comment on function public.close_account is 'Closes one of the caller''s accounts and transfers its balance '
  'to another of their accounts. The history remains. Refuses: OWING, NTZRO, FUNDS, CDLCK, NTFND, CLOSD, '
  'SAMAC, NORAT, RQDIF.';

create function public.reopen_account(account_id uuid) returns public.accounts language plpgsql volatile
security definer -- because it writes closed_at
set search_path = '' as $$
declare
  account public.accounts;
begin
  perform bank.refuse_if(exists (select from public.accounts a where a.id = reopen_account.account_id
    and a.user_id = bank.caller() and a.type = 'CD'), 'BADTY', 'A CD can''t be reopened. Open a new one.');
  update public.accounts a set closed_at = null, updated_at = bank.now_for(a.user_id)
    where a.id = account_id and a.user_id = bank.caller() returning * into account;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that account.');
  return account;
end $$;
comment on function public.reopen_account is
  'Reopens a closed account with its number and history. Does nothing for an open account. Refuses: NTFND, '
  'BADTY.';

grant execute on function public.available_balance to authenticated, service_role;
grant execute on function public.open_account, public.close_account, public.reopen_account to authenticated;
