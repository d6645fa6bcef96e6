set check_function_bodies = off;

-- Cash advances and balance transfers. They have balances with their own rate, which the engine keeps
-- (engine/products/cards/card-balances.ts, docs/credit-cards.md).
create function bank.card_terms(kind text, out fee_percent numeric, out least_fee numeric,
  out percent_of_limit numeric, out request_days integer) language sql immutable as $$
  -- A test compares these terms with the engine's.
  select t.fee_percent, t.least_fee, t.percent_of_limit, t.request_days
  from (values ('cash', 5, 10, 20, null::integer), ('transfer', 3, 5, 75, 60))
    as t (kind, fee_percent, least_fee, percent_of_limit, request_days) where t.kind = card_terms.kind
$$;
comment on function bank.card_terms is 'Returns the terms of cash advances or balance transfers: the fee in '
  'percent, the least fee, the share of the credit limit, and the days after opening for a request.';

create function bank.separate_balance(card public.credit_cards, kind text) returns numeric
language sql stable as $$
  -- The engine divides payments among balances, so payments after its last step don't count yet.
  select coalesce((
      select bank.major((b.row ->> 'owed')::numeric)
      from jsonb_array_elements(case when bank.has_balances(card)
        then k.carryover #> array['cards', card.id::text, 'cycle', 'balances'] else '[]' end) as b (row)
      where b.row ->> 'kind' = separate_balance.kind), 0)
    + coalesce((
      select -sum(p.amount) from bank.postings p join bank.entries e on e.id = p.entry_id
      where p.ledger_id = card.id and p.amount < 0 and e.id > k.last_entry
        and (e.kind = case separate_balance.kind when 'cash' then 'cash_advance' else 'balance_transfer' end
          or e.event_key like separate_balance.kind || '\_fee:%')), 0)
  from bank.clocks k where k.household_id = card.user_id
$$;
comment on function bank.separate_balance is
  'Returns the amount owed from cash advances or balance transfers on a card.';

create function bank.check_card_credit(card public.credit_cards, kind text, amount numeric, fee numeric)
returns void language plpgsql volatile as $$
declare
  most numeric := floor(card.credit_limit * (bank.card_terms(kind)).percent_of_limit) / 100;
  owed numeric := coalesce(bank.separate_balance(card, kind), 0);
  available numeric := greatest(
    least(most - owed, card.credit_limit - card.balance - bank.held_on(card.id)), 0);
begin
  perform bank.refuse_if(card.frozen,
    'FROZN', 'This card is frozen. Unfreeze it to use it again.', jsonb_build_object('virtual', false));
  perform bank.refuse_if(amount + fee > available,
    'OVRLM', 'This amount and its fee would exceed the card''s limit. Enter a smaller amount.',
    jsonb_build_object('bucket', kind, 'limit', most, 'balance', owed, 'available', available,
      'amount', round(amount, 2), 'fee', fee));
end $$;
comment on function bank.check_card_credit is 'Refuses a cash advance or balance transfer on a frozen card '
  '(FROZN), above its share of the credit limit, or above the available credit (OVRLM).';

create function bank.post_card_fee(card public.credit_cards, kind text, fee numeric, at timestamptz)
returns bigint language plpgsql volatile as $$
declare
  entry bigint;
begin
  insert into bank.entries (household_id, at, value_at, kind, description, actor, channel, event_key,
    category_id)
    values (card.user_id, at, at, 'fee', card.name || case post_card_fee.kind
        when 'cash' then ' cash advance fee' when 'transfer' then ' balance transfer fee'
        else ' foreign transaction fee' end,
      auth.uid(), 'app', post_card_fee.kind || '_fee:' || gen_random_uuid(),
      bank.find_category(card.user_id, 'Other'))
    returning id into entry;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
    select entry, side.ledger_id, card.currency, side.amount
    from (values (card.id, -fee), (bank.system_account('fee_income'), fee)) as side (ledger_id, amount);
  return entry;
end $$;
comment on function bank.post_card_fee is
  'Posts the fee of a cash advance, balance transfer, or foreign transaction. Its event key names its kind.';

create function public.take_cash_advance(card_id uuid, account_id uuid, amount numeric,
  request_id text default null) returns public.credit_cards language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'take_cash_advance', 'card', card_id, 'account', account_id,
    'amount', trim_scale(amount)::text);
  card public.credit_cards := bank.replay_row(request_id, params, null::public.credit_cards);
  terms record;
  account public.accounts;
  fee numeric;
  at timestamptz;
  entry bigint;
begin
  if card.id is not null then return card; end if;
  perform bank.check_amount(amount);
  card := bank.lock_card(card_id);
  account := bank.lock_account(account_id);
  perform bank.refuse_if(account.currency <> card.currency,
    'BADCU', 'Choose an account in the card''s currency.',
    jsonb_build_object('currency', card.currency, 'account_currency', account.currency));
  terms := bank.card_terms('cash');
  fee := greatest(terms.least_fee, round(amount * terms.fee_percent / 100, 2));
  perform bank.check_card_credit(card, 'cash', amount, fee);
  at := bank.next_instant(card.user_id, array[account_id]);
  entry := bank.post(card.user_id, 'cash_advance', 'Cash advance from ' || card.name, at, at, 'app',
    array[card.id, account.id], array[card.currency, card.currency], array[-amount, amount]);
  perform bank.credit_account(account, amount, 'cash_advance', 'Cash advance from ' || card.name, entry, at);
  entry := bank.post_card_fee(card, 'cash', fee, at);
  update public.credit_cards c set balance = c.balance + round(amount, 2) + fee, last_entry = entry,
    updated_at = at
    where c.id = card.id returning * into card;
  return bank.remember(request_id, params, card);
end $$;
comment on function public.take_cash_advance is 'Moves money from one of the caller''s cards to one of their '
  'accounts, charges the fee, and returns the card. Cash advances have no grace period. Refuses: BADAM, '
  'NTFND, CLOSD, BADCU, FROZN, OVRLM, RQDIF.';

create function bank.check_transfer_time(card public.credit_cards)
returns void language plpgsql volatile as $$
declare
  last_day date := (card.created_at at time zone (select c.time_zone from public.customers c
    where c.id = card.user_id))::date + (bank.card_terms('transfer')).request_days;
begin
  perform bank.refuse_if(bank.today_for(card.user_id) > last_day,
    'NOELG', format('You could transfer a balance to this card until %s. Choose a newer card.',
      bank.format_date(last_day, bank.today_for(card.user_id))),
    jsonb_build_object('reason', 'too_late', 'last_day', last_day));
end $$;
comment on function bank.check_transfer_time is
  'Refuses (NOELG) a balance transfer to a card that was opened too long ago.';

create function public.transfer_balance(card_id uuid, from_card_id uuid, amount numeric,
  request_id text default null) returns public.credit_cards language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'transfer_balance', 'card', card_id, 'from_card', from_card_id,
    'amount', trim_scale(amount)::text);
  card public.credit_cards := bank.replay_row(request_id, params, null::public.credit_cards);
  from_card public.credit_cards;
  terms record;
  fee numeric;
  at timestamptz;
  entry bigint;
begin
  if card.id is not null then return card; end if;
  perform bank.check_amount(amount);
  perform bank.refuse_if(card_id = from_card_id, 'SAMAC', 'Choose two different cards.');
  -- Locks both cards in id order.
  perform bank.lock_card(least(card_id, from_card_id));
  perform bank.lock_card(greatest(card_id, from_card_id));
  card := bank.lock_card(card_id);
  from_card := bank.lock_card(from_card_id);
  perform bank.refuse_if(from_card.currency <> card.currency,
    'BADCU', 'Choose a card in the same currency.',
    jsonb_build_object('currency', card.currency, 'account_currency', from_card.currency));
  perform bank.check_transfer_time(card);
  perform bank.check_new_card_balance(from_card.balance - amount, from_card.balance, from_card.credit_limit);
  terms := bank.card_terms('transfer');
  fee := greatest(terms.least_fee, round(amount * terms.fee_percent / 100, 2));
  perform bank.check_card_credit(card, 'transfer', amount, fee);
  at := bank.now_for(card.user_id);
  entry := bank.post(card.user_id, 'balance_transfer',
    format('Balance transfer from %s to %s', from_card.name, card.name), at, at, 'app',
    array[card.id, from_card.id], array[card.currency, card.currency], array[-amount, amount]);
  update public.credit_cards c set balance = c.balance - round(amount, 2), last_entry = entry, updated_at = at
    where c.id = from_card.id;
  entry := bank.post_card_fee(card, 'transfer', fee, at);
  update public.credit_cards c set balance = c.balance + round(amount, 2) + fee, last_entry = entry,
    updated_at = at
    where c.id = card.id returning * into card;
  return bank.remember(request_id, params, card);
end $$;
comment on function public.transfer_balance is 'Moves a balance from another card of the caller to a card '
  'that they opened in the last 60 days, charges the fee, and returns the card. The rate is 0% for 15 '
  'months, and then the rate for purchases. Refuses: BADAM, SAMAC, NTFND, CLOSD, BADCU, NOELG, OVPAY, '
  'FROZN, OVRLM, RQDIF.';

grant execute on function public.take_cash_advance, public.transfer_balance to authenticated;
