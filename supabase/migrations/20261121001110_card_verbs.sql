-- Spending with a card and paying it, and what happened on it.
alter table bank.entries
  add column merchant text,
  add column category_id uuid;
comment on column bank.entries.merchant is 'Where a card was used.';
comment on column bank.entries.category_id is 'What it was spent on. No reference: the books outlive categories.';

create function bank.find_category(household uuid, category text) returns uuid language plpgsql stable as $$
declare
  found_id uuid;
begin
  if bank.clean_text(category) is null then
    return null;
  end if;
  select c.id into found_id from public.categories c
    where (c.user_id = household or c.user_id is null)
      and (lower(c.name) = lower(bank.clean_text(category)) or c.id::text = lower(category))
    order by c.kind desc, c.user_id nulls last limit 1;
  if found_id is null then
    raise exception using errcode = 'NTFND', message = 'There is no such category of yours.';
  end if;
  return found_id;
end
$$;
comment on function bank.find_category(uuid, text) is 'The category with this name or id, the customer''s own before the bank''s. Refuses an unknown one (NTFND).';

create function bank.lock_card(card_id uuid) returns public.credit_cards language plpgsql volatile as $$
declare
  card public.credit_cards;
begin
  perform bank.hold_clock(bank.caller());
  select * into card from public.credit_cards c where c.id = lock_card.card_id and c.user_id = bank.caller() for no key update;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such card of yours.';
  end if;
  return card;
end
$$;
comment on function bank.lock_card(uuid) is 'The caller''s own card, held until the transaction ends. Refuses others (NTFND).';

create function bank.post_purchase(
  card public.credit_cards, amount numeric, words text, merchant text, category_id uuid, at timestamptz
) returns bigint language sql volatile as $$
  with entry as (
    insert into bank.entries (household_id, at, value_at, kind, description, actor, channel, merchant, category_id)
    values (card.user_id, at, at, 'card_charge', words, auth.uid(), 'app', post_purchase.merchant, post_purchase.category_id)
    returning id
  ), sides as (
    insert into bank.postings (entry_id, ledger_id, currency, amount)
    select entry.id, side.ledger_id, card.currency, side.amount
    from entry, (values (card.id, -post_purchase.amount), (bank.outside(), post_purchase.amount)) as side (ledger_id, amount)
  )
  select id from entry
$$;
comment on function bank.post_purchase(public.credit_cards, numeric, text, text, uuid, timestamptz) is
  'Writes a charge into the books, with where and on what the money was spent.';

create function public.charge_credit_card(
  card_id uuid, amount numeric, merchant text default null, category text default null, description text default null,
  request_id text default null
) returns public.credit_cards language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  words text := bank.clean_words(description, 'description', 500);
  shop text := bank.clean_words(merchant, 'merchant', 120);
  params jsonb := jsonb_build_object('verb', 'charge_credit_card', 'card', card_id, 'amount', trim_scale(amount)::text,
    'merchant', shop, 'category', category, 'description', words);
  answer jsonb := bank.replay(request_id, params);
  card public.credit_cards;
  at timestamptz;
  entry bigint;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.credit_cards, answer);
  end if;
  perform bank.check_amount(amount);
  card := bank.lock_card(card_id);
  perform bank.check_new_card_balance(card.balance + amount, card.balance, card.credit_limit);
  at := bank.now_for(card.user_id);
  entry := bank.post_purchase(card, amount, words, shop, bank.find_category(card.user_id, category), at);
  update public.credit_cards c set balance = round(card.balance + amount, 2), last_entry = entry, updated_at = at
    where c.id = card.id returning * into card;
  perform bank.remember(request_id, params, to_jsonb(card));
  return card;
end
$$;
comment on function public.charge_credit_card(uuid, numeric, text, text, text, text) is
  'Spends with one of the caller''s cards and returns the card. The category is a name or an id. Refuses: BADAM, NTFND, OVRLM, BADTX, RQDIF.';
grant execute on function public.charge_credit_card(uuid, numeric, text, text, text, text) to authenticated;

create function public.pay_credit_card(
  card_id uuid, amount numeric, account_id uuid default null, description text default null, request_id text default null
) returns public.credit_cards language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  words text := bank.clean_words(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'pay_credit_card', 'card', card_id, 'amount', trim_scale(amount)::text,
    'account', account_id, 'description', words);
  answer jsonb := bank.replay(request_id, params);
  card public.credit_cards;
  paid record;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.credit_cards, answer);
  end if;
  perform bank.check_amount(amount);
  card := bank.lock_card(card_id);
  perform bank.check_new_card_balance(card.balance - amount, card.balance, card.credit_limit);
  paid := bank.pay_debt(card.user_id, card.id, card.currency, amount, account_id, 'card_payment',
    coalesce(words, 'Payment to ' || card.name));
  update public.credit_cards c set balance = card.balance - round(amount, 2), last_entry = paid.entry, updated_at = paid.at
    where c.id = card.id returning * into card;
  perform bank.remember(request_id, params, to_jsonb(card));
  return card;
end
$$;
comment on function public.pay_credit_card(uuid, numeric, uuid, text, text) is
  'Pays one of the caller''s cards from one of their accounts, or from outside, and returns the card. Refuses: BADAM, NTFND, OVPAY, CLOSD, BADCU, INSUF, RQDIF.';
grant execute on function public.pay_credit_card(uuid, numeric, uuid, text, text) to authenticated;

create view public.card_activity with (security_invoker = true) as
  select p.ledger_id as card_id, e.id as entry_id, e.value_at as at, e.kind, e.description, e.merchant, c.name as category,
    -p.amount as amount,
    -sum(p.amount) over (partition by p.ledger_id order by e.value_at, e.id) as balance_after, l.currency, e.category_id
  from bank.ledger_accounts l
    join bank.postings p on p.ledger_id = l.id
    join bank.entries e on e.id = p.entry_id
    left join public.categories c on c.id = e.category_id
  where l.product = 'card' and l.household_id = (select auth.uid()) and l.closed_at is null
    and e.household_id = (select auth.uid());
comment on view public.card_activity is 'Everything that happened on the caller''s own cards.';
comment on column public.card_activity.at is 'The business day: the local day of this instant.';
comment on column public.card_activity.amount is 'What it changed about what is owed: above zero for charges, below for payments.';
comment on column public.card_activity.balance_after is 'The amount owed after it, in the order of `at`.';
grant select on public.card_activity to authenticated;
