-- How money moves on an account: lock it, write the entry, change balance and row together. The verbs, the raw
-- table calls and the debts all go through here.
create function bank.door() returns text language sql stable as $$
  select case when auth.uid() is null then 'system' else 'table' end
$$;
comment on function bank.door() is 'By which door a raw table call came: a customer''s client, or the system itself.';

create function bank.next_instant(household uuid, account_ids uuid[]) returns timestamptz language plpgsql volatile as $$
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
end
$$;
comment on function bank.next_instant(uuid, uuid[]) is
  'The customer''s now, or just after the last movement on these accounts if that was later: instants on an account only grow.';

create function bank.lock_account(account_id uuid) returns public.accounts language plpgsql volatile as $$
declare
  caller uuid := bank.caller();
  account public.accounts;
begin
  perform bank.hold_clock(caller);
  -- Not `for update`: the foreign key of a new transaction already holds the key of this row.
  select * into account from public.accounts a
    where a.id = lock_account.account_id and a.user_id = caller for no key update;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such account of yours.';
  end if;
  if account.closed_at is not null then
    raise exception using errcode = 'CLOSD', message = 'This account is closed.';
  end if;
  return account;
end
$$;
comment on function bank.lock_account(uuid) is
  'The caller''s own, open account, held until the transaction ends. Refuses others (NTFND) and closed ones (CLOSD).';

create function bank.row_order_key(household uuid) returns bigint language sql immutable as $$
  select hashtextextended(household::text, 3)
$$;
comment on function bank.row_order_key(uuid) is
  'A lock for those who cannot lock a household''s rows in id order (one raw insert of many rows): they hold it alone, those who lock two accounts share it.';

create function bank.lock_accounts(first_id uuid, second_id uuid) returns public.accounts[] language plpgsql volatile as $$
declare
  lower_account public.accounts;
  upper_account public.accounts;
begin
  if first_id = second_id then
    raise exception using errcode = 'SAMAC', message = 'These are the same account.';
  end if;
  if first_id is null or second_id is null then
    raise exception using errcode = 'NTFND', message = 'There is no such account of yours.';
  end if;
  perform pg_advisory_xact_lock_shared(bank.row_order_key(bank.caller()));
  -- In id order, whichever way the money goes: two crossing transfers wait for each other but never in a circle.
  lower_account := bank.lock_account(least(first_id, second_id));
  upper_account := bank.lock_account(greatest(first_id, second_id));
  if lower_account.id = first_id then
    return array[lower_account, upper_account];
  end if;
  return array[upper_account, lower_account];
end
$$;
comment on function bank.lock_accounts(uuid, uuid) is
  'Two of the caller''s own, open accounts, in the order asked for. Refuses the same one twice (SAMAC).';

create function bank.balance_before(account_id uuid, instant timestamptz) returns numeric language sql volatile as $$
  select coalesce((select t.balance_after from public.transactions t
    where t.account_id = balance_before.account_id and t.date < instant order by t.date desc limit 1), 0)
$$;
comment on function bank.balance_before(uuid, timestamptz) is 'Returns the running balance of an account before an instant, in the order of dates.';

create function bank.restate_balances(account_id uuid, since timestamptz) returns void language sql volatile as $$
  with running as (
    select t.id, bank.balance_before(restate_balances.account_id, since)
      + sum(case t.direction when 'in' then t.amount else -t.amount end) over (order by t.date) as balance
    from public.transactions t where t.account_id = restate_balances.account_id and t.date >= since
  )
  update public.transactions t set balance_after = running.balance
  from running where t.id = running.id and t.balance_after <> running.balance
$$;
comment on function bank.restate_balances(uuid, timestamptz) is
  'Brings the running balances of an account up to date, in the order of dates, from an instant on: after a past-dated transaction.';

create function bank.write_transaction(
  account public.accounts, amount numeric, direction text, type text, kind text, description text, entry_id bigint, at timestamptz,
  counter_account_id uuid default null, category_id uuid default null, merchant text default null,
  exchange_rate numeric default null, transaction_id uuid default null
) returns void language plpgsql volatile as $$
declare
  value_at timestamptz := at;
  running numeric := account.balance;
begin
  -- A raw table call has already inserted its row: that one is completed, keeping its date and its words.
  if transaction_id is not null then
    select t.date into value_at from public.transactions t where t.id = transaction_id;
    running := bank.balance_before(account.id, value_at) + case write_transaction.direction when 'in' then round(amount, 2) else -round(amount, 2) end;
    update public.transactions t set entry_id = write_transaction.entry_id, balance_after = running,
      kind = write_transaction.kind, direction = write_transaction.direction, exchange_rate = write_transaction.exchange_rate
    where t.id = transaction_id;
  else
    insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction, currency,
      counter_account_id, category_id, merchant, balance_after, exchange_rate, entry_id)
    values (account.id, account.user_id, round(write_transaction.amount, 2), write_transaction.type, write_transaction.description,
      write_transaction.at, write_transaction.kind, write_transaction.direction, account.currency,
      write_transaction.counter_account_id, write_transaction.category_id, write_transaction.merchant, account.balance,
      write_transaction.exchange_rate, write_transaction.entry_id);
  end if;
  perform bank.restate_balances(account.id, value_at) from (
    select t.balance_after - case t.direction when 'in' then t.amount else -t.amount end as before
    from public.transactions t where t.account_id = account.id and t.date > value_at order by t.date limit 1) as next
  where next.before <> running;
end
$$;
comment on function bank.write_transaction(
  public.accounts, numeric, text, text, text, text, bigint, timestamptz, uuid, uuid, text, numeric, uuid) is
  'Writes the row the customer sees, for an account whose balance has been changed.';

create function bank.put_into_account(
  account public.accounts, amount numeric, kind text, description text, entry_id bigint, at timestamptz, type text default 'DEPOSIT',
  counter_account_id uuid default null, category_id uuid default null, merchant text default null,
  exchange_rate numeric default null, transaction_id uuid default null
) returns public.accounts language plpgsql volatile as $$
declare
  changed public.accounts;
begin
  if account.balance + amount > 999999999999.99 then
    raise exception using errcode = 'BADAM', message = 'The account cannot hold that much.',
      detail = jsonb_build_object('amount', amount, 'balance', account.balance)::text;
  end if;
  update public.accounts a set balance = round(account.balance + amount, 2), last_entry = put_into_account.entry_id, updated_at = at
    where a.id = account.id returning * into changed;
  perform bank.write_transaction(changed, amount, 'in', type, kind, description, entry_id, at,
    counter_account_id, category_id, merchant, exchange_rate, transaction_id);
  return changed;
end
$$;
comment on function bank.put_into_account(
  public.accounts, numeric, text, text, bigint, timestamptz, text, uuid, uuid, text, numeric, uuid) is
  'Raises the balance of a locked account by what an entry has posted to it, and writes the customer''s row.';

create function bank.take_from_account(
  account public.accounts, amount numeric, kind text, description text, entry_id bigint, at timestamptz, type text default 'WITHDRAWAL',
  counter_account_id uuid default null, category_id uuid default null, merchant text default null,
  exchange_rate numeric default null, transaction_id uuid default null
) returns public.accounts language plpgsql volatile as $$
declare
  changed public.accounts;
begin
  if public.available_balance(account) < amount then
    raise exception using errcode = 'INSUF', message = 'There is not enough money on this account.',
      detail = jsonb_build_object('available', public.available_balance(account), 'amount', round(amount, 2),
        'short', round(amount - public.available_balance(account), 2))::text;
  end if;
  update public.accounts a set balance = account.balance - round(amount, 2), last_entry = take_from_account.entry_id, updated_at = at
    where a.id = account.id returning * into changed;
  perform bank.write_transaction(changed, amount, 'out', type, kind, description, entry_id, at,
    counter_account_id, category_id, merchant, exchange_rate, transaction_id);
  return changed;
end
$$;
comment on function bank.take_from_account(
  public.accounts, numeric, text, text, bigint, timestamptz, text, uuid, uuid, text, numeric, uuid) is
  'Lowers the balance of a locked account by what an entry has posted to it, and writes the customer''s row. Refuses (INSUF) what is not there.';
