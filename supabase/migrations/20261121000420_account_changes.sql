-- What the books make of a new, changed or deleted account row, whoever wrote it. After the row, never before it:
-- row rules have then accepted it, and an upsert that throws its row away leaves nothing behind.
create function bank.open_account_page() returns trigger language plpgsql
security definer -- writes the books
set search_path = '' as $$
declare
  entry bigint;
begin
  perform bank.hold_clock(new.user_id, false);
  if new.user_id is not null and (select count(*) from public.accounts where user_id = new.user_id and closed_at is null) > 500 then
    raise exception using errcode = 'LIMIT', message = 'You have as many accounts as the bank can keep for one customer.',
      detail = jsonb_build_object('highest', 500)::text;
  end if;
  insert into bank.ledger_accounts (id, household_id, product, name, currency, created_at)
    values (new.id, new.user_id, 'account', new.name, new.currency, new.created_at);
  if new.balance > 0 and new.last_entry is null then
    perform bank.check_amount(new.balance);
    entry := bank.post(new.user_id, 'opening', 'Initial deposit', new.created_at, new.created_at,
      bank.door(), array[new.id, bank.opening()], array[new.currency, new.currency],
      array[new.balance, -new.balance]);
    update public.accounts set last_entry = entry where id = new.id;
    perform bank.write_transaction(new, new.balance, 'in', 'DEPOSIT', 'opening', 'Initial deposit', entry, new.created_at);
  end if;
  return null;
end
$$;
comment on function bank.open_account_page() is
  'Begins the page of a new account in the books; a balance it was born with becomes the opening entry and the row ''Initial deposit''.';
create trigger open_account_page after insert on public.accounts
  for each row execute function bank.open_account_page();

create function bank.adjust_account() returns trigger language plpgsql
security definer -- writes the books
set search_path = '' as $$
declare
  change numeric := new.balance - old.balance;
  at timestamptz;
  entry bigint;
begin
  if change = 0 and new.currency = old.currency then
    return null;
  end if;
  perform bank.hold_clock(new.user_id, false);
  if new.currency <> old.currency then
    entry := bank.exchange_account(new, old.currency, old.balance);
  end if;
  if change <> 0 then
    at := bank.next_instant(new.user_id, array[new.id]);
    perform bank.check_amount(abs(change));
    entry := bank.post(new.user_id, 'adjustment', 'Balance adjustment', at, at, bank.door(),
      array[new.id, bank.adjustments()], array[new.currency, new.currency], array[change, -change]);
    perform bank.write_transaction(new, abs(change), case when change > 0 then 'in' else 'out' end,
      case when change > 0 then 'DEPOSIT' else 'WITHDRAWAL' end, 'adjustment', 'Balance adjustment', entry, at);
  end if;
  update public.accounts set last_entry = coalesce(entry, last_entry) where id = new.id;
  return null;
end
$$;
comment on function bank.adjust_account() is
  'A balance that was not written by the bank becomes a visible adjustment; a new currency goes through the exchange counter.';
create trigger adjust_account after update of balance, currency on public.accounts
  for each row when (new.last_entry is not distinct from old.last_entry) execute function bank.adjust_account();

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
  if held = 0 then
    return null;
  end if;
  emptied.currency := old_currency;
  emptied.balance := 0;
  refilled.balance := held;
  at := bank.next_instant(account.user_id, array[account.id]);
  entry := bank.post(account.user_id, 'currency_change', description, at, at, bank.door(),
    array[account.id, bank.exchange()], array[old_currency, old_currency], array[-held, held]);
  perform bank.write_transaction(emptied, held, 'out', 'WITHDRAWAL', 'currency_change', description, entry, at);
  at := bank.next_instant(account.user_id, array[account.id]);
  entry := bank.post(account.user_id, 'currency_change', description, at, at, bank.door(),
    array[account.id, bank.exchange()], array[account.currency, account.currency], array[held, -held]);
  perform bank.write_transaction(refilled, held, 'in', 'DEPOSIT', 'currency_change', description, entry, at);
  return entry;
end
$$;
comment on function bank.exchange_account(public.accounts, text, numeric) is
  'Changes an account''s currency and keeps its number. Two rows in its history close the amount in the old currency and open it in the new one, through the exchange counter.';

create function bank.rename_account_page() returns trigger language plpgsql
security definer -- writes the books
set search_path = '' as $$
begin
  update bank.ledger_accounts set name = new.name, closed_at = new.closed_at where id = new.id;
  return null;
end
$$;
comment on function bank.rename_account_page() is 'The page in the books carries the name of its account, also after the account is gone.';
create trigger rename_account_page after update of name, closed_at on public.accounts
  for each row when (new.name <> old.name or new.closed_at is distinct from old.closed_at)
  execute function bank.rename_account_page();

create function bank.close_account_page() returns trigger language plpgsql
security definer -- writes the books
set search_path = '' as $$
declare
  at timestamptz := bank.now_for(old.user_id);
begin
  if bank.is_being_erased(old.user_id) then
    return null;
  end if;
  perform bank.hold_clock(old.user_id, false);
  update public.transactions set counter_account_id = null where counter_account_id = old.id;
  if old.balance > 0 then
    perform bank.post(old.user_id, 'closing', 'Account deleted', at, at, bank.door(), array[old.id, bank.closed()],
      array[old.currency, old.currency], array[-old.balance, old.balance]);
  end if;
  update bank.ledger_accounts set closed_at = coalesce(closed_at, at) where id = old.id;
  return null;
end
$$;
comment on function bank.close_account_page() is 'What was left on a deleted account is posted to ''Closed accounts''; its page stays in the books, and transfers on the other accounts no longer point to it.';
create trigger close_account_page after delete on public.accounts
  for each row execute function bank.close_account_page();
