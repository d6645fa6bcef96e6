-- Opening, closing and reopening accounts.
create function public.open_account(
  name text, type text default 'CHECKING', currency text default 'USD', initial_balance numeric default 0, request_id text default null
) returns public.accounts language plpgsql volatile
security definer -- the opening balance is written by the bank alone
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  opening numeric := coalesce(initial_balance, 0);
  params jsonb := jsonb_build_object('verb', 'open_account', 'name', name, 'type', type, 'currency', currency,
    'amount', trim_scale(opening)::text);
  answer jsonb := bank.replay(request_id, params);
  account public.accounts;
  entry bigint;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.accounts, answer);
  end if;
  if opening <> 0 then
    perform bank.check_amount(opening);
  end if;
  perform bank.hold_clock(caller);
  insert into public.accounts (name, type, currency, user_id)
    values (open_account.name, open_account.type, open_account.currency, caller)
    returning * into account;
  if opening <> 0 then
    entry := bank.post(caller, 'opening', 'Initial deposit', account.created_at, account.created_at, 'app',
      array[account.id, bank.opening()], array[account.currency, account.currency], array[opening, -opening]);
    account := bank.put_into_account(account, opening, 'opening', 'Initial deposit', entry, account.created_at);
  end if;
  perform bank.remember(request_id, params, to_jsonb(account));
  return account;
end
$$;
comment on function public.open_account(text, text, text, numeric, text) is
  'Opens an account for the caller, with its initial deposit if there is one, and returns it. Refuses: BADNM, BADTY, BADCU, BADAM, LIMIT, RQDIF.';
grant execute on function public.open_account(text, text, text, numeric, text) to authenticated;

create function public.close_account(account_id uuid, sweep_to_account_id uuid default null, request_id text default null)
returns public.accounts language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'close_account', 'account', account_id, 'sweep_to', sweep_to_account_id);
  answer jsonb := bank.replay(request_id, params);
  account public.accounts;
  pair public.accounts[];
begin
  if answer is not null then
    return jsonb_populate_record(null::public.accounts, answer);
  end if;
  if sweep_to_account_id is null then
    account := bank.lock_account(account_id);
    if account.balance <> 0 then
      raise exception using errcode = 'NTZRO', message = 'There is still money on this account. Choose where it should go.',
        detail = jsonb_build_object('balance', account.balance, 'currency', account.currency)::text;
    end if;
  else
    pair := bank.lock_accounts(account_id, sweep_to_account_id);
    account := pair[1];
    if account.balance <> 0 then
      pair := bank.move_between(pair[1], pair[2], account.balance, 'Account closed', 'app',
        bank.next_instant(account.user_id, array[account_id, sweep_to_account_id]));
    end if;
  end if;
  update public.accounts a set closed_at = bank.next_instant(account.user_id, array[account_id]),
    updated_at = bank.now_for(account.user_id)
    where a.id = account_id returning * into account;
  perform bank.remember(request_id, params, to_jsonb(account));
  return account;
end
$$;
comment on function public.close_account(uuid, uuid, text) is
  'Closes one of the caller''s accounts; what is on it goes to another of theirs. Its history stays. Refuses: NTZRO, NTFND, CLOSD, SAMAC, NORAT, RQDIF.';
grant execute on function public.close_account(uuid, uuid, text) to authenticated;

create function public.reopen_account(account_id uuid) returns public.accounts language plpgsql volatile
security definer -- closed_at is written by the bank alone
set search_path = '' as $$
declare
  account public.accounts;
begin
  update public.accounts a set closed_at = null, updated_at = bank.now_for(a.user_id)
    where a.id = account_id and a.user_id = bank.caller() returning * into account;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such account of yours.';
  end if;
  return account;
end
$$;
comment on function public.reopen_account(uuid) is
  'Opens a closed account again, with its old number and history; an open one stays as it is. Refuses: NTFND.';
grant execute on function public.reopen_account(uuid) to authenticated;
