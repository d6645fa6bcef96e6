set check_function_bodies = off;

-- Transactions: the customer's view of account movements.
create table public.transactions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts on delete cascade,
  user_id uuid,
  amount numeric not null,
  type text not null,
  description text,
  date timestamptz not null,
  kind text not null,
  direction text not null,
  currency text not null,
  counter_account_id uuid,
  category_id uuid references public.categories on delete set null,
  merchant text,
  balance_after numeric not null,
  exchange_rate numeric(18, 8),
  entry_id bigint,
  principal numeric check (principal between 0 and amount),
  rule_id uuid,
  corrects uuid,
  corrected_by uuid,
  constraint transactions_amount_check check (amount > 0 and amount <= 999999999999.99
    and amount = round(amount, 2)),
  constraint transactions_account_id_date_key unique (account_id, date)
) with (fillfactor = 90);
create index transactions_user_id_date_idx on public.transactions (user_id, date desc, id desc);
create index transactions_counter_account_id_idx on public.transactions (counter_account_id)
  where counter_account_id is not null;
create index transactions_category_id_idx on public.transactions (category_id) where category_id is not null;
create index transactions_corrects_idx on public.transactions (corrects) where corrects is not null;
comment on table public.transactions is
  'Every movement on an account, as its owner sees it. An inserted row moves money.';
comment on column public.transactions.user_id is
  'The owner of the account, copied so that row-level security needs no join.';
comment on column public.transactions.amount is 'Always positive; `direction` indicates the sign.';
comment on column public.transactions.type is
  'DEPOSIT, WITHDRAWAL, TRANSFER between the customer''s accounts, or AUTO_DEPOSIT.';
comment on column public.transactions.date is
  'The value date: the local day of this instant, the same as in the journal (`value_at`). No two '
  'transactions on an account share an instant, so their order is stable.';
comment on column public.transactions.kind is 'The kind of movement: deposit, withdrawal, transfer, opening, '
  'adjustment, interest, fee, card_payment, loan_payment …';
comment on column public.transactions.direction is 'in if the balance rose; out if it fell.';
comment on column public.transactions.counter_account_id is
  'The other account of a transfer between the customer''s accounts; null if deleted. Not a foreign key, so '
  'that embedding `transactions(*)` in an account can only mean that account''s transactions.';
comment on column public.transactions.balance_after is
  'The running balance in date order. A backdated transaction changes the balances after it.';
comment on column public.transactions.exchange_rate is 'The exchange rate of a transfer between currencies: '
  'the amount in the target currency for one unit of the source currency.';
comment on column public.transactions.entry_id is 'The journal entry.';
comment on column public.transactions.principal is 'The principal part of a payment on a loan or mortgage. '
  'Only interest and fees are spending. Only the bank writes it.';
comment on column public.transactions.rule_id is 'The rule that last annotated this transaction. Not a '
  'foreign key, because the annotation outlives the rule.';
comment on column public.transactions.corrects is
  'The transaction on the same account that this one reverses (kind correction) or replaces. Not a foreign '
  'key, because it is a note about the journal, which never changes.';
comment on column public.transactions.corrected_by is
  'The reversal of this transaction. Neither transaction counts as spending or income.';

alter table public.transactions enable row level security;
create policy "customers read movements on their own and ownerless accounts" on public.transactions for
  select to authenticated
  using (user_id = (select auth.uid()) or user_id is null);

-- A trigger has already copied the account's owner into user_id.
call bank.restrict_to_owner('public.transactions', 'insert', 'update');
grant select,
  insert (id, account_id, amount, type, description, date, counter_account_id, category_id, merchant),
  update (description, category_id, merchant) on public.transactions to authenticated, service_role;

-- After the insert, customers can change only the description, merchant, and category.
create function bank.check_description() returns trigger language plpgsql
security definer -- because it calls private functions for the caller
set search_path = '' as $$
begin
  new.description := bank.clean_note(new.description, 'description', 500);
  new.merchant := bank.clean_note(new.merchant, 'merchant', 120);
  return new;
end $$;
comment on function bank.check_description is 'Cleans descriptions and merchants.';

create trigger check_description before update of description, merchant on public.transactions
  for each row execute function bank.check_description();

call bank.broadcast('public.transactions');

-- An account movement locks the account, posts the entry, and writes the balance and transaction together.
-- Functions, raw table calls, and debts all use this code.
create function bank.posting_channel() returns text language sql stable as $$
  select case when auth.uid() is null then 'system' else 'table' end
$$;
comment on function bank.posting_channel is
  'Returns the posting channel of a raw table call: a client or the system.';

create function bank.next_instant(household uuid, account_ids uuid[])
returns timestamptz language plpgsql volatile as $$
declare
  instant timestamptz := bank.now_for(household);
  latest timestamptz;
begin
  for each_account in 1 .. cardinality(account_ids) loop
    select date + interval '1 microsecond' into latest from public.transactions
      where account_id = account_ids[each_account] order by date desc limit 1;
    instant := greatest(instant, latest);
  end loop;
  return instant;
end $$;
comment on function bank.next_instant is 'Returns the customer''s current time, or the instant after the '
  'last movement on these accounts if that is later, so that instants on an account only increase.';

create function bank.lock_account(account_id uuid) returns public.accounts language plpgsql volatile as $$
declare
  caller uuid := bank.caller();
  account public.accounts;
begin
  perform bank.lock_clock(caller);
  -- Not `for update`, because the foreign key of a new transaction already holds a key lock on this row.
  select * into account from public.accounts a
    where a.id = lock_account.account_id and a.user_id = caller for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that account.');
  perform bank.refuse_if(account.closed_at is not null, 'CLOSD', 'This account is closed.');
  return account;
end $$;
comment on function bank.lock_account is 'Locks one of the caller''s open accounts and returns it. Refuses '
  'other customers'' accounts (NTFND) and closed accounts (CLOSD).';

create function bank.account_lock_key(household uuid) returns bigint language sql immutable as $$
  select hashtextextended(household::text, 3)
$$;
comment on function bank.account_lock_key is
  'Returns the key of the advisory lock for callers that can''t lock rows in id order, such as raw inserts '
  'of many rows. These callers take the lock exclusively; transfers share it.';

create function bank.lock_accounts(first_id uuid, second_id uuid)
returns public.accounts[] language plpgsql volatile as $$
declare
  lower_account public.accounts;
  upper_account public.accounts;
begin
  perform bank.refuse_if(first_id = second_id, 'SAMAC', 'Choose two different accounts.');
  perform bank.refuse_if(first_id is null or second_id is null, 'NTFND', 'We couldn''t find that account.');
  perform pg_advisory_xact_lock_shared(bank.account_lock_key(bank.caller()));
  -- Locks in id order regardless of the direction, so that crossing transfers don't deadlock.
  lower_account := bank.lock_account(least(first_id, second_id));
  upper_account := bank.lock_account(greatest(first_id, second_id));
  if lower_account.id = first_id then return array[lower_account, upper_account]; end if;
  return array[upper_account, lower_account];
end $$;
comment on function bank.lock_accounts is 'Locks two of the caller''s open accounts and returns them in the '
  'requested order. Refuses identical accounts (SAMAC).';

create function bank.balance_before(account_id uuid, instant timestamptz)
returns numeric language sql volatile as $$
  select coalesce((select t.balance_after from public.transactions t
    where t.account_id = balance_before.account_id and t.date < instant order by t.date desc limit 1), 0)
$$;
comment on function bank.balance_before is
  'Returns the running balance of an account before an instant, in date order.';

create function bank.recompute_running_balances(account_id uuid, since timestamptz)
returns void language sql volatile as $$
  with running as (
    select t.id, bank.balance_before(recompute_running_balances.account_id, since)
      + sum(case t.direction when 'in' then t.amount else -t.amount end) over (order by t.date) as balance
    from public.transactions t where t.account_id = recompute_running_balances.account_id and t.date >= since
  )
  update public.transactions t set balance_after = running.balance
  from running where t.id = running.id and t.balance_after <> running.balance
$$;
comment on function bank.recompute_running_balances is 'Recomputes the running balances of an account in '
  'date order, starting at an instant, after a backdated transaction.';

create function bank.write_transaction(account public.accounts, amount numeric, direction text, type text,
  kind text, description text, entry_id bigint, at timestamptz, counter_account_id uuid default null,
  category_id uuid default null, merchant text default null, exchange_rate numeric default null,
  transaction_id uuid default null) returns void language plpgsql volatile as $$
declare
  value_at timestamptz := at;
  running numeric := account.balance;
begin
  -- A raw table call has already inserted its row. The row is completed here and keeps its date and texts.
  if transaction_id is not null then
    select t.date into value_at from public.transactions t where t.id = transaction_id;
    running := bank.balance_before(account.id, value_at) + case write_transaction.direction
      when 'in' then round(amount, 2) else -round(amount, 2) end;
    update public.transactions t set entry_id = write_transaction.entry_id, balance_after = running,
      kind = write_transaction.kind, direction = write_transaction.direction,
        exchange_rate = write_transaction.exchange_rate
    where t.id = transaction_id;
  else
    insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction,
      currency, counter_account_id, category_id, merchant, balance_after, exchange_rate, entry_id)
    values (account.id, account.user_id, round(write_transaction.amount, 2), write_transaction.type,
      write_transaction.description, write_transaction.at, write_transaction.kind,
      write_transaction.direction, account.currency, write_transaction.counter_account_id,
      write_transaction.category_id, write_transaction.merchant, account.balance,
      write_transaction.exchange_rate, write_transaction.entry_id);
  end if;
  perform bank.recompute_running_balances(account.id, value_at) from (
    select t.balance_after - case t.direction when 'in' then t.amount else -t.amount end as before
    from public.transactions t where t.account_id = account.id and t.date > value_at order by t.date
      limit 1) as next
  where next.before <> running;
end $$;
comment on function bank.write_transaction is
  'Writes the transaction that the customer sees, for an account whose balance has changed.';

create function bank.credit_account(account public.accounts, amount numeric, kind text, description text,
  entry_id bigint, at timestamptz, type text default 'DEPOSIT', counter_account_id uuid default null,
  category_id uuid default null, merchant text default null, exchange_rate numeric default null,
  transaction_id uuid default null) returns public.accounts language plpgsql volatile as $$
declare
  changed public.accounts;
begin
  if account.type = 'CD' and not bank.is_cd_entry(kind) then perform bank.refuse_cd(account); end if;
  if account.balance + amount > 999999999999.99 then
    perform bank.refuse('BADAM', 'This deposit would put the account above the maximum balance.',
      jsonb_build_object('amount', amount, 'balance', account.balance));
  end if;
  if account.tax_treatment is not null then perform bank.check_yearly_contribution(account, amount); end if;
  update public.accounts a
    set balance = round(account.balance + amount, 2), last_entry = credit_account.entry_id, updated_at = at
    where a.id = account.id returning * into changed;
  perform bank.write_transaction(changed, amount, 'in', type, kind, description, entry_id, at,
    counter_account_id, category_id, merchant, exchange_rate, transaction_id);
  return changed;
end $$;
comment on function bank.credit_account is
  'Raises the balance of a locked account by the amount of a posted entry, and writes the transaction.';

create function bank.debit_account(account public.accounts, amount numeric, kind text, description text,
  entry_id bigint, at timestamptz, type text default 'WITHDRAWAL', counter_account_id uuid default null,
  category_id uuid default null, merchant text default null, exchange_rate numeric default null,
  transaction_id uuid default null, covered numeric default 0)
returns public.accounts language plpgsql volatile as $$
declare
  changed public.accounts;
begin
  if account.type = 'CD' and not bank.is_cd_entry(kind) then perform bank.refuse_cd(account); end if;
  if account.plan_since is not null then perform bank.check_withdrawal_limit(account, kind); end if;
  if public.available_balance(account) + covered < amount then
    perform bank.refuse_insufficient(account, amount, covered);
  end if;
  if kind = 'withdrawal' then perform bank.check_cash_limit(account, amount, covered); end if;
  update public.accounts a
    set balance = account.balance - round(amount, 2), last_entry = debit_account.entry_id, updated_at = at
    where a.id = account.id returning * into changed;
  perform bank.write_transaction(changed, amount, 'out', type, kind, description, entry_id, at,
    counter_account_id, category_id, merchant, exchange_rate, transaction_id);
  return changed;
end $$;
comment on function bank.debit_account is 'Lowers the balance of a locked account by the amount of a posted '
  'entry, and writes the transaction. Refuses (INSUF) an amount above the available balance and what the '
  'bank covers below zero, and (CSHLM) cash from checks that can''t be withdrawn yet.';

create function bank.change_account(account public.accounts, direction text, amount numeric, kind text,
  description text, entry_id bigint, at timestamptz, type text default null,
  counter_account_id uuid default null, category_id uuid default null, merchant text default null,
  exchange_rate numeric default null, transaction_id uuid default null, covered numeric default 0)
returns public.accounts language plpgsql volatile as $$
begin
  if direction = 'in' then
    return bank.credit_account(account, amount, kind, description, entry_id, at, coalesce(type, 'DEPOSIT'),
      counter_account_id, category_id, merchant, exchange_rate, transaction_id);
  end if;
  return bank.debit_account(account, amount, kind, description, entry_id, at, coalesce(type, 'WITHDRAWAL'),
    counter_account_id, category_id, merchant, exchange_rate, transaction_id, covered);
end $$;
comment on function bank.change_account is 'Credits (`in`) or debits (`out`) a locked account.';

-- Deposits and withdrawals move money into and out of the bank.
create function bank.move_cash(account public.accounts, direction text, amount numeric, kind text,
  description text, at timestamptz, channel text default 'app', value_at timestamptz default null,
  category_id uuid default null, merchant text default null, transaction_id uuid default null,
  covered numeric default 0)
returns public.accounts language plpgsql volatile as $$
declare
  change numeric := case direction when 'in' then amount else -amount end;
  entry bigint;
begin
  entry := bank.post(account.user_id, kind, description, at, coalesce(value_at, at), channel,
    array[account.id, bank.system_account('cash_clearing')], array[account.currency, account.currency],
    array[change, -change]);
  return bank.change_account(account, direction, amount, kind, description, entry, at,
    category_id => category_id, merchant => merchant, transaction_id => transaction_id, covered => covered);
end $$;
comment on function bank.move_cash is 'Deposits to a locked account (`in`) or withdraws from it (`out`). '
  'Posts one entry and writes one transaction.';

create function bank.highest_same_day_transfer() returns numeric language sql immutable as $$
  select 1000000.00
$$;
comment on function bank.highest_same_day_transfer is 'Returns the most that one same-day transfer can move.';

create function bank.check_same_day(account public.accounts, amount numeric)
returns void language plpgsql volatile as $$
begin
  perform bank.refuse_if(account.currency <> 'USD', 'BADCU', 'Same-day transfers are in US dollars only.',
    jsonb_build_object('currency', 'USD', 'account_currency', account.currency));
  perform bank.refuse_if(amount > bank.highest_same_day_transfer(),
    'BADAM', 'A same-day transfer can move up to 1,000,000.00.',
    jsonb_build_object('amount', amount, 'highest', bank.highest_same_day_transfer()));
end $$;
comment on function bank.check_same_day is
  'Refuses a same-day transfer in another currency (BADCU), or above the limit (BADAM).';

create function public.deposit(account_id uuid, amount numeric, description text default null,
  request_id text default null, method text default 'cash', check_kind text default null)
returns public.accounts language plpgsql volatile
security definer -- because it writes balances, holds, and the ledger
set search_path = '' as $$
declare
  clean_description text := bank.clean_note(description, 'description', 500);
  params jsonb := jsonb_strip_nulls(jsonb_build_object('method', nullif(method, 'cash'),
      'check_kind', check_kind))
    || jsonb_build_object('verb', 'deposit', 'account', account_id, 'amount', trim_scale(amount)::text,
      'description', clean_description);
  account public.accounts := bank.replay_row(request_id, params, null::public.accounts);
  at timestamptz;
begin
  if account.id is not null then return account; end if;
  perform bank.check_amount(amount);
  perform bank.refuse_if((method in ('cash', 'direct', 'same_day', 'check')) is not true,
    'BADTY', 'Choose cash, direct, same_day, or check as the kind of deposit.');
  perform bank.refuse_if(check_kind is not null
    and (method = 'check' and check_kind in ('redeposited', 'stale', 'suspended_bank')) is not true,
    'BADTY', 'Choose redeposited, stale, or suspended_bank for a check, or leave it out.');
  account := bank.lock_account(account_id);
  if method = 'same_day' then perform bank.check_same_day(account, amount); end if;
  at := bank.next_instant(account.user_id, array[account.id]);
  account := bank.move_cash(account, 'in', amount, case method when 'check' then 'check_deposit'
      else 'deposit' end,
    coalesce(clean_description, case method when 'check' then 'Check deposit'
      when 'cash' then null else 'Transfer from another bank' end), at);
  if method <> 'cash' then
    perform bank.hold_deposit(account, method, amount, at, check_kind);
  end if;
  return bank.remember(request_id, params, account);
end $$;
comment on function public.deposit is 'Deposits money into one of the caller''s accounts and returns the '
  'account. Cash is available at once. A transfer from another bank (direct) or a check is on hold until it '
  'becomes available by Regulation CC, unless pending transactions are instant. A same-day transfer '
  '(same_day) before 1 p.m. in New York is available at 5 p.m., for a fee of 3.00 then. `check_kind` names '
  'a check that takes five more business days: it was returned unpaid before (redeposited), is dated more '
  'than six months ago (stale), or its bank has suspended payments (suspended_bank). '
  'A check is income only with a category. Refuses: BADAM, BADCU, '
  'BADTY, NTFND, CLOSD, RQDIF.';

create function public.withdraw(account_id uuid, amount numeric, description text default null,
  request_id text default null) returns public.accounts language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  clean_description text := bank.clean_note(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'withdraw', 'account', account_id,
    'amount', trim_scale(amount)::text, 'description', clean_description);
  account public.accounts := bank.replay_row(request_id, params, null::public.accounts);
begin
  if account.id is not null then return account; end if;
  perform bank.check_amount(amount);
  account := bank.cover_shortfall(bank.lock_covered_account(account_id), amount);
  account := bank.move_cash(account, 'out', amount, 'withdrawal', clean_description,
    bank.next_instant(account.user_id, array[account.id]), covered => bank.available_overdraft(account));
  return bank.remember(request_id, params, account);
end $$;
comment on function public.withdraw is 'Withdraws money from one of the caller''s accounts and returns the '
  'account. If the account is short, applies the customer''s overdraft choice: an overdraft transfer from '
  'savings, or a balance below zero. Refuses: BADAM, NTFND, CLOSD, INSUF, CSHLM, RQDIF.';

-- Transfers move money between a customer's accounts, including accounts in different currencies.
create type bank.exchange_price as (mid numeric, rate numeric, sent numeric, arriving numeric, margin numeric,
  fixed_side text);
comment on type bank.exchange_price is
  'The price of an exchange: the mid-market rate, the customer''s rate, and the amounts that are sent and '
  'arrive. fixed_side is the side whose amount the customer chose: source or target. The rates are for one '
  'unit of its currency. The margin is the difference to the mid-market rate, in the other currency.';

create function bank.transfer_between(source public.accounts, target public.accounts, amount numeric,
  description text, channel text, at timestamptz, value_at timestamptz default null,
  transaction_id uuid default null, price bank.exchange_price default null)
returns public.accounts[] language plpgsql volatile as $$
declare
  buys boolean := coalesce(price.fixed_side = 'target', false);
  rate numeric := case when buys then round(price.arriving / price.sent, 8) else coalesce(price.rate,
    bank.rate_on(source.currency, target.currency, bank.today_for(source.user_id))) end;
  arriving numeric := coalesce(price.arriving, round(amount * rate, 2));
  margin numeric := coalesce(price.margin, 0);
  margin_currency text := case when buys then source.currency else target.currency end;
  exchange uuid := bank.system_account('currency_exchange');
  entry bigint;
  source_after public.accounts;
  target_after public.accounts;
begin
  perform bank.check_amount(arriving);
  if source.currency = target.currency then
    rate := null;
    entry := bank.post(source.user_id, 'transfer', description, at, coalesce(value_at, at), channel,
      array[source.id, target.id], array[source.currency, target.currency], array[-amount, amount]);
  else
    entry := bank.post(source.user_id, 'transfer', description, at, coalesce(value_at, at), channel,
      array[source.id, exchange, target.id, exchange]
        || case when margin > 0 then array[bank.system_account('fee_income')] end,
      array[source.currency, source.currency, target.currency, target.currency]
        || case when margin > 0 then array[margin_currency] end,
      array[-amount, amount - case when buys then margin else 0 end, arriving,
        -arriving - case when buys then 0 else margin end] || case when margin > 0 then array[margin] end);
  end if;
  source_after := bank.debit_account(source, amount, 'transfer', description, entry, at, 'TRANSFER',
    target.id, exchange_rate => rate, transaction_id => transaction_id);
  target_after := bank.credit_account(target, arriving, 'transfer', description, entry,
    case when value_at is null then at
      else bank.free_instant(target.id, greatest(value_at, target.created_at)) end,
    'TRANSFER', source.id, exchange_rate => rate);
  return array[source_after, target_after];
end $$;
comment on function bank.transfer_between is
  'Moves money between two locked accounts of the same household with one entry and two transactions. If '
  'the currencies differ, both sides go through the currency exchange account, and a margin goes to fees. '
  'Without a price, the mid-market rate of the day applies. With one, the amount is what it sends.';

create function bank.net_transfers(household uuid, day date, currency text)
returns table (one uuid, other uuid, amount numeric) language sql volatile as $$
  select least(t.account_id, t.counter_account_id), greatest(t.account_id, t.counter_account_id),
    sum(case when t.account_id < t.counter_account_id then t.amount else -t.amount end
      * bank.rate_on(t.currency, net_transfers.currency, day))
  from public.transactions t
    join bank.entries e on e.id = t.entry_id
    join public.customers c on c.id = household
  where t.user_id = household and t.kind = 'transfer' and t.direction = 'out'
    and t.date >= day::timestamp at time zone c.time_zone
    and e.channel = 'app' and e.event_key is null
  group by 1, 2
$$;
comment on function bank.net_transfers is 'Returns what a customer transferred since the start of a day '
  'between each two of their accounts: positive from the account with the lower id, in the given currency. A '
  'transfer back reduces it. Leaves out scheduled transfers.';

create function bank.check_transfer_limit(source public.accounts, target public.accounts, amount numeric)
returns void language plpgsql volatile as $$
declare
  mine public.customers;
  day date;
  used numeric;
  between_both numeric;
  change numeric;
begin
  select * into mine from public.customers c where c.id = source.user_id;
  if mine.daily_transfer_limit is null then return; end if;
  day := bank.today_for(mine.id);
  select coalesce(sum(abs(n.amount)), 0), coalesce(sum(n.amount) filter (where n.one = least(source.id,
    target.id) and n.other = greatest(source.id, target.id)), 0)
    into used, between_both from bank.net_transfers(mine.id, day, mine.base_currency) n;
  change := amount * bank.rate_on(source.currency, mine.base_currency, day)
    * case when source.id < target.id then 1 else -1 end;
  change := abs(between_both + change) - abs(between_both);
  perform bank.refuse_if(change > 0 and round(used + change, 2) > mine.daily_transfer_limit, 'PAYLM',
    'This is above your daily limit for transfers between your accounts. Enter a smaller amount, or change '
    'the limit in Settings.',
    jsonb_build_object('rule', 'own', 'amount', amount, 'limit', mine.daily_transfer_limit,
      'used', round(used, 2), 'left', greatest(0, mine.daily_transfer_limit - round(used, 2)),
      'currency', mine.base_currency));
end $$;
comment on function bank.check_transfer_limit is 'Refuses (PAYLM) a transfer between locked accounts that '
  'exceeds the customer''s daily limit. A transfer back is always allowed, so that a transfer can be undone.';

create function public.transfer(from_account_id uuid, to_account_id uuid, amount numeric,
  description text default null, request_id text default null, quote_id uuid default null,
  fixed_side text default 'source') returns setof public.accounts
language plpgsql volatile security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  clean_description text := bank.clean_note(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'transfer', 'from', from_account_id, 'to', to_account_id,
    'amount', trim_scale(amount)::text, 'description', clean_description)
    || jsonb_strip_nulls(jsonb_build_object('quote', quote_id, 'fixed_side', nullif(fixed_side, 'source')));
  answer jsonb := bank.replay(request_id, params);
  pair public.accounts[];
  quote bank.exchange_quotes;
  price bank.exchange_price;
  sent numeric := amount;
begin
  if answer is null then
    perform bank.check_amount(amount);
    perform bank.check_fixed_side(fixed_side);
    if quote_id is not null then
      quote := bank.find_quote(bank.caller(), quote_id, from_account_id, to_account_id, amount, fixed_side);
    end if;
    pair := bank.lock_covered_accounts(from_account_id, to_account_id);
    if quote_id is not null then
      price := bank.take_quote(quote, pair[1].currency, pair[2].currency);
    elsif pair[1].currency <> pair[2].currency then
      price := bank.exchange_price(pair[1].user_id, pair[1].currency, pair[2].currency, amount,
        bank.today_for(pair[1].user_id), fixed_side);
    end if;
    if price.sent is not null then sent := price.sent; end if;
    perform bank.check_amount(sent);
    perform bank.check_transfer_limit(pair[1], pair[2], sent);
    -- A transfer to the savings account that covers the source can't be covered by it.
    if pair[1].overdraft_account_id is distinct from to_account_id then
      pair[1] := bank.cover_shortfall(pair[1], sent);
    end if;
    pair := bank.transfer_between(pair[1], pair[2], sent, clean_description, 'app',
      bank.next_instant(pair[1].user_id, array[from_account_id, to_account_id]), price => price);
    answer := to_jsonb(pair);
    perform bank.remember(request_id, params, answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.accounts, answer);
end $$;
comment on function public.transfer is
  'Moves money between two of the caller''s accounts and returns both, source first. The amount is in the '
  'source''s currency. With a fixed_side of target, it is exactly what arrives, in the target''s currency. '
  'If the source is short and the customer chose that, an overdraft transfer from savings comes first. '
  '`quote_id` binds a transfer between currencies to the price of quote_transfer. '
  'Refuses: BADAM, BADTY, SAMAC, NTFND, CLOSD, PAYLM, INSUF, NORAT, QTEXP, RQDIF.';

create function public.quote_transfer(from_account_id uuid, to_account_id uuid, amount numeric,
  fixed_side text default 'source') returns table (rate numeric, amount_from numeric, currency_from text,
  amount_to numeric, currency_to text, rate_date date, quote_id uuid, mid_rate numeric, margin numeric,
  margin_currency text, expires_at timestamptz) language plpgsql volatile
security definer -- because it stores the quote
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  source public.accounts;
  target public.accounts;
  quote bank.exchange_quotes;
begin
  perform bank.check_amount(amount);
  perform bank.check_fixed_side(fixed_side);
  select * into source from public.accounts where id = from_account_id and user_id = caller;
  select * into target from public.accounts where id = to_account_id and user_id = caller;
  perform bank.refuse_if(source.id is null or target.id is null, 'NTFND', 'We couldn''t find that account.');
  rate_date := bank.today_for(caller);
  amount_from := amount;
  currency_from := source.currency;
  rate := 1;
  mid_rate := 1;
  margin := 0;
  amount_to := amount;
  if source.currency <> target.currency then
    quote := bank.quote_exchange(source, target, amount, fixed_side);
    quote_id := quote.id;
    expires_at := quote.expires_at;
    rate := (quote.price).rate;
    mid_rate := (quote.price).mid;
    margin := (quote.price).margin;
    amount_from := (quote.price).sent;
    amount_to := (quote.price).arriving;
  end if;
  currency_to := target.currency;
  margin_currency := case fixed_side when 'target' then source.currency else target.currency end;
  perform bank.check_amount(amount_from);
  perform bank.check_amount(amount_to);
  return next;
end $$;
comment on function public.quote_transfer is 'Returns the amounts that a transfer would debit and credit '
  'now. With a fixed_side of target, the amount is what arrives. Between currencies, also the rates for one '
  'unit of the fixed side''s currency, the margin, and a quote that holds this price for 30 minutes or until '
  'the simulated day ends. The other amount is rounded to the nearest cent. Doesn''t move money. Refuses: '
  'BADAM, BADTY, NTFND, NORAT.';

grant execute on function
  public.deposit, public.withdraw, public.transfer, public.quote_transfer to authenticated;
