set check_function_bodies = off;

-- Overdraft: how the bank handles payments above the available balance of a checking account. The engine has
-- the same rule for the payments that it makes (engine/products/accounts/overdraft.ts). A test compares both.
create function bank.highest_overdraft() returns numeric language sql immutable as $$ select 500.00 $$;
comment on function bank.highest_overdraft is 'Returns how far below zero the bank covers payments.';

create function bank.available_overdraft(account public.accounts) returns numeric language sql immutable as $$
  select case when account.overdraft = 'covered' and account.overdraft_cards and account.type = 'CHECKING'
    then account.overdraft_limit else 0 end
$$;
comment on function bank.available_overdraft is
  'Returns how far below zero a withdrawal may take an account. Regulation E, 1005.17, requires an opt-in.';

create function bank.payment_overdraft(account public.accounts) returns numeric language sql immutable as $$
  select case when account.overdraft = 'covered' and account.type = 'CHECKING'
    then account.overdraft_limit else 0 end
$$;
comment on function bank.payment_overdraft is
  'Returns how far below zero a payment of a debt may take an account. It needs no opt-in.';

create function bank.refuse_if_overdrawn(account public.accounts) returns void language plpgsql volatile as $$
begin
  perform bank.refuse_if(account.balance < 0,
    'OWING', 'This account is overdrawn. Bring its balance to zero first.',
    jsonb_build_object('balance', -account.balance, 'currency', account.currency));
end $$;
comment on function bank.refuse_if_overdrawn is 'Refuses (OWING) an account below zero.';

create function bank.choose_overdraft(account public.accounts, choice text, savings_id uuid, product text,
  cards boolean) returns public.accounts language plpgsql volatile as $$
declare
  savings public.accounts;
  chosen public.accounts;
begin
  select * into savings from public.accounts s where s.id = savings_id and s.user_id = account.user_id;
  perform bank.refuse_if(not found and (choice = 'savings' or savings_id is not null),
    'NTFND', 'We couldn''t find that account.');
  perform bank.refuse_if(choice is null or choice not in ('decline', 'savings', 'covered'),
    'BADTY', 'Choose decline, savings, or covered for overdrafts.');
  perform bank.refuse_if(account.type <> 'CHECKING',
    'BADTY', 'Only checking accounts have an overdraft choice.');
  if choice = 'savings' then
    perform bank.refuse_if(savings.closed_at is not null, 'CLOSD', 'This account is closed.');
    perform bank.refuse_if(savings.type <> 'SAVINGS',
      'BADTY', 'Choose a savings account to cover payments.');
    perform bank.refuse_if(savings.currency <> account.currency,
      'BADCU', format('Choose a savings account in %s.', account.currency),
      jsonb_build_object('currency', account.currency, 'account_currency', savings.currency));
  end if;
  perform bank.refuse_if(choice = 'covered'
    and (product is null or product not in ('cushion', 'standard', 'old_school')),
    'BADTY', 'Choose cushion, standard, or old_school as the overdraft product.');
  -- The limit remains after a change of the choice, because the account may still be below zero.
  update public.accounts a set overdraft = nullif(choice, 'decline'),
    overdraft_account_id = case choice when 'savings' then savings.id end,
    overdraft_product = case choice when 'covered' then product end,
    overdraft_cards = nullif(choice = 'covered' and coalesce(cards, false), false),
    overdraft_limit = case choice when 'covered' then bank.highest_overdraft() else a.overdraft_limit end,
    updated_at = bank.now_for(account.user_id)
    where a.id = account.id returning * into chosen;
  return chosen;
end $$;
comment on function bank.choose_overdraft is 'Sets the overdraft choice of a locked account.';

create function public.set_overdraft(account_id uuid, choice text, overdraft_account_id uuid default null,
  overdraft_product text default null, overdraft_cards boolean default null)
returns public.accounts language plpgsql volatile
security definer -- because customers can't write these columns
set search_path = '' as $$
begin
  return bank.choose_overdraft(bank.lock_account(account_id), choice, overdraft_account_id,
    overdraft_product, overdraft_cards);
end $$;
comment on function public.set_overdraft is
  'Sets how the bank handles payments above the available balance of one of the caller''s checking accounts, '
  'and returns the account. decline: refuses them. savings: transfers exactly the missing amount from a '
  'savings account in the same currency, once per day, without a fee. covered: pays them down to 500 below '
  'zero, for the fees of the product (cushion, standard, old_school); withdrawals and purchases only if '
  'overdraft_cards is true. Refuses: BADTY, NTFND, CLOSD, BADCU, CLOCK, NOUSR.';

create function bank.lock_covered_account(account_id uuid)
returns public.accounts language plpgsql volatile as $$
declare
  caller uuid := bank.caller();
  savings_id uuid := (select a.overdraft_account_id from public.accounts a
    where a.id = lock_covered_account.account_id and a.user_id = caller);
begin
  if savings_id is not null then
    perform pg_advisory_xact_lock_shared(bank.account_lock_key(caller));
    perform bank.lock_clock(caller);
    perform from public.accounts a
      where a.id in (lock_covered_account.account_id, savings_id) and a.user_id = caller
      order by a.id for no key update;
  end if;
  return bank.lock_account(account_id);
end $$;
comment on function bank.lock_covered_account is 'Locks one of the caller''s open accounts and the savings '
  'account that covers it, in id order. Refuses like bank.lock_account.';

create function bank.lock_covered_accounts(source_id uuid, target_id uuid)
returns public.accounts[] language plpgsql volatile as $$
declare
  caller uuid := bank.caller();
  savings_id uuid := (select a.overdraft_account_id from public.accounts a
    where a.id = source_id and a.user_id = caller);
begin
  if savings_id is not null and source_id <> target_id then
    perform pg_advisory_xact_lock_shared(bank.account_lock_key(caller));
    perform bank.lock_clock(caller);
    perform from public.accounts a
      where a.id in (source_id, target_id, savings_id) and a.user_id = caller
      order by a.id for no key update;
  end if;
  return bank.lock_accounts(source_id, target_id);
end $$;
comment on function bank.lock_covered_accounts is 'Locks both accounts of a transfer and the savings account '
  'that covers the source, in id order. Refuses like bank.lock_accounts.';

create function bank.cover_shortfall(account public.accounts, amount numeric)
returns public.accounts language plpgsql volatile as $$
declare
  missing numeric := round(amount, 2) - public.available_balance(account);
  today date;
  description text := 'Overdraft transfer to ' || account.name;
  savings public.accounts;
  entry bigint;
  at timestamptz;
begin
  if missing <= 0 or account.overdraft is distinct from 'savings' or account.type <> 'CHECKING' then
    return account;
  end if;
  today := bank.today_for(account.user_id);
  select * into savings from public.accounts s
    where s.id = account.overdraft_account_id and s.user_id = account.user_id and s.closed_at is null
      and s.type = 'SAVINGS' and s.currency = account.currency for no key update;
  if not found or public.available_balance(savings) < missing or bank.has_reached_withdrawals(savings)
    or exists (select from public.transactions t where t.account_id = account.id
      and t.kind = 'overdraft_transfer' and t.direction = 'in'
      and t.date >= bank.now_for(account.user_id) - interval '2 days'
      and bank.day_for(account.user_id, t.date) = today) then return account;
  end if;
  at := bank.next_instant(account.user_id, array[account.id, savings.id]);
  entry := bank.post(account.user_id, 'overdraft_transfer', description, at, at, 'app',
    array[savings.id, account.id], array[account.currency, account.currency], array[-missing, missing]);
  perform bank.debit_account(savings, missing, 'overdraft_transfer', description, entry, at, 'TRANSFER',
    account.id);
  return bank.credit_account(account, missing, 'overdraft_transfer', description, entry, at, 'TRANSFER',
    savings.id);
end $$;
comment on function bank.cover_shortfall is
  'Transfers exactly what a payment is short from savings to a locked account, if the customer chose that '
  'and savings cover it in full. Once per day and checking account. Returns the account.';

grant execute on function public.set_overdraft to authenticated;
