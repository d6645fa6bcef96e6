-- Between a customer's own accounts, also between currencies.
create function bank.move_between(
  source public.accounts, target public.accounts, amount numeric, words text, channel text, at timestamptz,
  value_at timestamptz default null, transaction_id uuid default null
) returns public.accounts[] language plpgsql volatile as $$
declare
  rate numeric := bank.rate_on(source.currency, target.currency, bank.today_for(source.user_id));
  arriving numeric := round(amount * rate, 2);
  entry bigint;
  source_after public.accounts;
  target_after public.accounts;
begin
  perform bank.check_amount(arriving);
  if source.currency = target.currency then
    rate := null;
    entry := bank.post(source.user_id, 'transfer', words, at, coalesce(value_at, at), channel, array[source.id, target.id],
      array[source.currency, target.currency], array[-amount, amount]);
  else
    entry := bank.post(source.user_id, 'transfer', words, at, coalesce(value_at, at), channel,
      array[source.id, bank.exchange(), target.id, bank.exchange()],
      array[source.currency, source.currency, target.currency, target.currency], array[-amount, amount, arriving, -arriving]);
  end if;
  source_after := bank.take_from_account(source, amount, 'transfer', words, entry, at, 'TRANSFER', target.id,
    exchange_rate => rate, transaction_id => transaction_id);
  target_after := bank.put_into_account(target, arriving, 'transfer', words, entry,
    case when value_at is null then at else bank.free_instant(target.id, greatest(value_at, target.created_at)) end,
    'TRANSFER', source.id, exchange_rate => rate);
  return array[source_after, target_after];
end
$$;
comment on function bank.move_between(
  public.accounts, public.accounts, numeric, text, text, timestamptz, timestamptz, uuid) is
  'Moves money from one locked account to another of the same household: one entry, two rows. Between currencies both sides go through the exchange counter.';

create function public.transfer(
  from_account_id uuid, to_account_id uuid, amount numeric, description text default null, request_id text default null
) returns setof public.accounts language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  words text := bank.clean_words(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'transfer', 'from', from_account_id, 'to', to_account_id,
    'amount', trim_scale(amount)::text, 'description', words);
  answer jsonb := bank.replay(request_id, params);
  pair public.accounts[];
begin
  if answer is null then
    perform bank.check_amount(amount);
    pair := bank.lock_accounts(from_account_id, to_account_id);
    pair := bank.move_between(pair[1], pair[2], amount, words, 'app',
      bank.next_instant(pair[1].user_id, array[from_account_id, to_account_id]));
    answer := to_jsonb(pair);
    perform bank.remember(request_id, params, answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.accounts, answer);
end
$$;
comment on function public.transfer(uuid, uuid, numeric, text, text) is
  'Moves money between two of the caller''s accounts and returns both, source first. The amount is in the source''s currency. Refuses: BADAM, SAMAC, NTFND, CLOSD, INSUF, NORAT, RQDIF.';
grant execute on function public.transfer(uuid, uuid, numeric, text, text) to authenticated;

create function public.quote_transfer(from_account_id uuid, to_account_id uuid, amount numeric)
returns table (rate numeric, amount_from numeric, currency_from text, amount_to numeric, currency_to text, rate_date date)
language plpgsql volatile
security definer -- may have to write down a rate for a simulated day nobody has reached before
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  source public.accounts;
  target public.accounts;
begin
  perform bank.check_amount(amount);
  select * into source from public.accounts where id = from_account_id and user_id = caller;
  select * into target from public.accounts where id = to_account_id and user_id = caller;
  if source.id is null or target.id is null then
    raise exception using errcode = 'NTFND', message = 'There is no such account of yours.';
  end if;
  rate_date := bank.today_for(caller);
  rate := bank.rate_on(source.currency, target.currency, rate_date);
  amount_from := amount;
  currency_from := source.currency;
  amount_to := round(amount * rate, 2);
  currency_to := target.currency;
  perform bank.check_amount(amount_to);
  return next;
end
$$;
comment on function public.quote_transfer(uuid, uuid, numeric) is
  'What would arrive if this amount were moved now, and at which rate. Moves nothing. Refuses: BADAM, NTFND, NORAT.';
grant execute on function public.quote_transfer(uuid, uuid, numeric) to authenticated;
