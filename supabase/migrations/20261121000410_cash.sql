-- Money from outside and back: the two plainest verbs.
create function public.deposit(account_id uuid, amount numeric, description text default null, request_id text default null)
returns public.accounts language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  words text := bank.clean_words(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'deposit', 'account', account_id, 'amount', trim_scale(amount)::text, 'description', words);
  answer jsonb := bank.replay(request_id, params);
  account public.accounts;
  at timestamptz;
  entry bigint;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.accounts, answer);
  end if;
  perform bank.check_amount(amount);
  account := bank.lock_account(account_id);
  at := bank.next_instant(account.user_id, array[account.id]);
  entry := bank.post(account.user_id, 'deposit', words, at, at, 'app', array[account.id, bank.outside()],
    array[account.currency, account.currency], array[amount, -amount]);
  account := bank.put_into_account(account, amount, 'deposit', words, entry, at);
  perform bank.remember(request_id, params, to_jsonb(account));
  return account;
end
$$;
comment on function public.deposit(uuid, numeric, text, text) is
  'Puts money into one of the caller''s accounts and returns the account. Refuses: BADAM, NTFND, CLOSD, RQDIF.';
grant execute on function public.deposit(uuid, numeric, text, text) to authenticated;

create function public.withdraw(account_id uuid, amount numeric, description text default null, request_id text default null)
returns public.accounts language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  words text := bank.clean_words(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'withdraw', 'account', account_id, 'amount', trim_scale(amount)::text, 'description', words);
  answer jsonb := bank.replay(request_id, params);
  account public.accounts;
  at timestamptz;
  entry bigint;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.accounts, answer);
  end if;
  perform bank.check_amount(amount);
  account := bank.lock_account(account_id);
  at := bank.next_instant(account.user_id, array[account.id]);
  entry := bank.post(account.user_id, 'withdrawal', words, at, at, 'app', array[account.id, bank.outside()],
    array[account.currency, account.currency], array[-amount, amount]);
  account := bank.take_from_account(account, amount, 'withdrawal', words, entry, at);
  perform bank.remember(request_id, params, to_jsonb(account));
  return account;
end
$$;
comment on function public.withdraw(uuid, numeric, text, text) is
  'Takes money out of one of the caller''s accounts and returns the account. Refuses: BADAM, NTFND, CLOSD, INSUF, RQDIF.';
grant execute on function public.withdraw(uuid, numeric, text, text) to authenticated;
