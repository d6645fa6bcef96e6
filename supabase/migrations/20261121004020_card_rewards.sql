-- Redeeming rewards. They are earned statement by statement (the engine counts them, and takes them back with what is
-- refunded); what stands in rewards_balance is paid out of the bank's own page of rewards.
create function public.redeem_rewards(card_id uuid, amount numeric, account_id uuid default null, request_id text default null)
returns public.credit_cards language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'redeem_rewards', 'card', card_id, 'amount', trim_scale(amount)::text, 'account', account_id);
  answer jsonb := bank.replay(request_id, params);
  card public.credit_cards;
  account public.accounts;
  at timestamptz;
  entry bigint;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.credit_cards, answer);
  end if;
  perform bank.check_amount(amount);
  card := bank.lock_card(card_id);
  if account_id is not null then
    account := bank.lock_account(account_id);
  end if;
  perform bank.check_redemption(card, amount, account);
  at := case when account_id is null then bank.now_for(card.user_id) else bank.next_instant(card.user_id, array[account_id]) end;
  entry := bank.post(card.user_id, 'reward_redemption', card.name || ' rewards', at, at, 'app',
    array[coalesce(account_id, card.id), bank.rewards()], array[card.currency, card.currency], array[amount, -amount]);
  if account_id is not null then
    perform bank.put_into_account(account, amount, 'reward_redemption', card.name || ' rewards', entry, at);
    update public.credit_cards c set rewards_balance = c.rewards_balance - round(amount, 2), updated_at = at
      where c.id = card.id returning * into card;
  else
    update public.credit_cards c set rewards_balance = c.rewards_balance - round(amount, 2), balance = c.balance - round(amount, 2),
      last_entry = entry, updated_at = at
      where c.id = card.id returning * into card;
  end if;
  perform bank.remember(request_id, params, to_jsonb(card));
  return card;
end
$$;
comment on function public.redeem_rewards(uuid, numeric, uuid, text) is
  'Turns rewards of one of the caller''s cards into money, on one of their accounts or (null) against what the card owes, and returns the card. A statement credit counts like a payment. Refuses: BADAM, NTFND, NOREW, OVPAY, BADCU, CLOSD, RQDIF.';
grant execute on function public.redeem_rewards(uuid, numeric, uuid, text) to authenticated;

create function bank.check_redemption(card public.credit_cards, amount numeric, account public.accounts) returns void
language plpgsql immutable as $$
begin
  if amount > card.rewards_balance then
    raise exception using errcode = 'NOREW', message = 'This is more than the rewards of this card.',
      detail = jsonb_build_object('available', greatest(card.rewards_balance, 0), 'amount', round(amount, 2))::text;
  end if;
  if account.id is null then
    -- As with a payment: nobody is to have a credit on a card by their own doing.
    perform bank.check_new_card_balance(card.balance - amount, card.balance, card.credit_limit);
  elsif account.currency <> card.currency then
    raise exception using errcode = 'BADCU', message = format('Rewards in %s cannot be paid into an account in %s.', card.currency, account.currency),
      detail = jsonb_build_object('currency', card.currency, 'account_currency', account.currency)::text;
  end if;
end
$$;
comment on function bank.check_redemption(public.credit_cards, numeric, public.accounts) is
  'Refuses rewards that are not there (NOREW), a credit above what is owed (OVPAY), an account in another currency (BADCU).';
