set check_function_bodies = off;

-- Refunds. A customer returns a purchase, in whole or in part, and the merchant sends the money back. The
-- engine credits it on a later business day (engine/products/refund.ts), with the merchant and category of
-- the purchase, so that the budget, the spending, and the rewards of the purchase are restored.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  account_id uuid references public.accounts on delete cascade,
  card_id uuid references public.credit_cards on delete cascade,
  entry_id bigint not null,
  purchased_on date not null,
  merchant text,
  category text,
  amount numeric not null check (amount between 0.01 and 999999999.99 and amount = round(amount, 2)),
  currency text not null references public.currencies,
  status text not null default 'expected' check (status in ('expected', 'credited', 'canceled', 'failed',
    'missing')),
  returned_at timestamptz not null,
  returned_on date not null,
  ended_at timestamptz,
  refund_entry_id bigint,
  event_key text,
  constraint refunds_event_key_key unique (user_id, event_key),
  constraint refunds_one_product_check check (num_nonnulls(account_id, card_id) = 1),
  constraint refunds_ended_check check ((status = 'expected') = (ended_at is null))
);
create index refunds_user_id_idx on public.refunds (user_id, returned_at desc);
create index refunds_account_id_idx on public.refunds (account_id);
create index refunds_card_id_idx on public.refunds (card_id);
create index refunds_currency_idx on public.refunds (currency);
create index refunds_entry_id_idx on public.refunds (entry_id);
create index refunds_refund_entry_id_idx on public.refunds (refund_entry_id);
comment on table public.refunds is 'Purchases that customers returned, with the refunds that they get.';
comment on column public.refunds.account_id is 'The account that paid for the purchase; null for a card.';
comment on column public.refunds.entry_id is 'The journal entry of the purchase.';
comment on column public.refunds.category is 'The category of the purchase, which the refund gets too.';
comment on column public.refunds.status is
  'expected, credited, canceled by the customer, failed because there was no open account, or missing '
  'because the merchant didn''t send it.';
comment on column public.refunds.returned_at is
  'The simulated instant at which the customer returned the purchase.';
comment on column public.refunds.returned_on is 'The day of `returned_at` in the customer''s time zone.';
comment on column public.refunds.ended_at is
  'The simulated instant at which the refund was credited, canceled, or failed, or was reported missing.';
comment on column public.refunds.refund_entry_id is
  'The journal entry of the refund; null until it is credited.';
comment on column public.refunds.event_key is
  'The key of a simulated return; null for a return by the customer.';
call bank.show_to_owner('public.refunds');

create trigger schedule_simulation after insert or update of status on public.refunds
  for each row execute function bank.schedule_simulation_for_change();
call bank.broadcast('public.refunds');

create function bank.refunded_amount(entry_id bigint) returns numeric language sql stable as $$
  select coalesce(sum(r.amount), 0) from public.refunds r
  where r.entry_id = refunded_amount.entry_id and r.status in ('expected', 'credited')
$$;
comment on function bank.refunded_amount is
  'Returns the part of a purchase that was refunded or will be, in major units.';

create function bank.find_purchase(household uuid, transaction_key text, out account_id uuid,
  out card_id uuid, out purchase bank.entries, out charged numeric, out currency text, out category text,
  out merchant text) language plpgsql volatile as $$
declare
  found_row record;
  row public.transactions;
begin
  select * into found_row from bank.find_transactions(household, array[transaction_key]);
  perform bank.refuse_if(found_row is null, 'NTFND', 'We couldn''t find that transaction.');
  select * into purchase from bank.entries e where e.id = found_row.entry_id;
  select * into row from public.transactions t where t.id = found_row.transaction_id;
  account_id := row.account_id;
  card_id := found_row.card_id;
  charged := found_row.amount;
  currency := found_row.currency;
  -- The rewards of a card follow the category of the entry, not the category that the customer chose later.
  category := (select c.name from public.categories c
    where c.id = case when card_id is null then row.category_id else purchase.category_id end);
  merchant := coalesce(row.merchant, purchase.merchant);
end $$;
comment on function bank.find_purchase is
  'Returns the purchase with this key and its amount in major units. Refuses: NTFND.';

create function bank.reason_against_return(card_id uuid, purchase bank.entries, left_over numeric,
  amount numeric) returns text language sql volatile as $$
  select case
    -- Only purchases can be returned: those of the customer, even if they were pending before, and the
    -- simulated ones.
    when purchase.id is null
      or purchase.kind <> case when card_id is null then 'payment' else 'card_charge' end
      or coalesce(purchase.event_key, case when card_id is null then '' else 'life:' end)
        not like all (array['life:%', 'hold:%']) then 'kind'
    when exists (select from public.disputes d
      where d.entry_id = purchase.id and d.status <> 'withdrawn') then 'disputed'
    when left_over <= 0 then 'refunded'
    when purchase.value_at < bank.now_for(purchase.household_id) - interval '30 days' then 'age'
    when amount > left_over then 'amount' end
$$;
comment on function bank.reason_against_return is 'Returns why an amount of a purchase can''t be returned: '
  'kind, disputed, refunded, age, or amount. Returns null if it can be returned.';

create function bank.check_returnable(card_id uuid, purchase bank.entries, left_over numeric, amount numeric)
returns void language plpgsql volatile as $$
declare
  why text := bank.reason_against_return(card_id, purchase, left_over, amount);
begin
  perform bank.refuse_if(why is not null, 'NORET', case why
      when 'disputed' then 'You disputed this charge, so you can''t return it too.'
      when 'refunded' then 'You already returned all of this purchase.'
      when 'age' then 'Merchants accept returns for 30 days. This purchase is older.'
      when 'amount' then 'You can''t return more than what is left of the purchase. Enter a smaller amount.'
      else 'You can only return purchases from merchants.' end,
    jsonb_build_object('why', why, 'highest', case why when 'amount' then left_over end,
      'days', case why when 'age' then 30 end));
end $$;
comment on function bank.check_returnable is 'Refuses (NORET) to return an entry that isn''t a purchase, '
  'was disputed or already returned, is older than 30 days, or is below the amount.';

create function public.returnable_amount(transaction_key text) returns numeric language plpgsql volatile
security definer -- because it reads the journal
set search_path = '' as $$
declare
  household uuid := bank.caller();
  sale record;
  left_over numeric;
begin
  sale := bank.find_purchase(household, transaction_key);
  left_over := sale.charged - bank.refunded_amount((sale.purchase).id);
  return case when bank.reason_against_return(sale.card_id, sale.purchase, left_over, left_over) is null
    then left_over else 0 end;
end $$;
comment on function public.returnable_amount is 'Returns the part of one of the caller''s purchases that can '
  'still be returned to the merchant; 0 if it can''t be returned. Refuses: NTFND.';

create function public.return_purchase(transaction_key text, amount numeric default null,
  request_id text default null) returns public.refunds language plpgsql volatile
security definer -- because customers can write refunds only through functions
set search_path = '' as $$
declare
  household uuid := bank.caller();
  params jsonb := jsonb_build_object('verb', 'return_purchase', 'row', transaction_key,
    'amount', trim_scale(amount)::text);
  refund public.refunds := bank.replay_row(request_id, params, null::public.refunds);
  sale record;
  left_over numeric;
begin
  if refund.id is not null then return refund; end if;
  if amount is not null then perform bank.check_amount(amount); end if;
  sale := bank.find_purchase(household, transaction_key);
  -- Locks the card or account, so that two returns of one purchase see each other.
  if sale.card_id is not null then
    perform bank.lock_card(sale.card_id);
  else
    perform bank.lock_account(sale.account_id);
  end if;
  left_over := sale.charged - bank.refunded_amount((sale.purchase).id);
  perform bank.check_returnable(sale.card_id, sale.purchase, left_over, coalesce(amount, left_over));
  insert into public.refunds (user_id, account_id, card_id, entry_id, purchased_on, merchant, category,
    amount, currency, returned_at, returned_on)
    values (household, sale.account_id, sale.card_id, (sale.purchase).id,
      bank.day_for(household, (sale.purchase).value_at), sale.merchant, sale.category,
      round(coalesce(return_purchase.amount, left_over), 2), sale.currency, bank.now_for(household),
      bank.today_for(household))
    returning * into refund;
  return bank.remember(request_id, params, refund);
end $$;
comment on function public.return_purchase is 'Returns one of the caller''s purchases to the merchant, or '
  'part of it. Without an amount, returns what is left of it. The engine credits the refund within a few '
  'business days. Returns the refund. Refuses: BADAM, NTFND, CLOSD, NORET, RQDIF.';

create function public.cancel_return(refund_id uuid, request_id text default null)
returns public.refunds language plpgsql volatile
security definer -- because customers can write refunds only through functions
set search_path = '' as $$
declare
  household uuid := bank.caller();
  params jsonb := jsonb_build_object('verb', 'cancel_return', 'refund', refund_id);
  refund public.refunds := bank.replay_row(request_id, params, null::public.refunds);
begin
  if refund.id is not null then return refund; end if;
  perform bank.lock_clock(household);
  select * into refund from public.refunds r
    where r.id = cancel_return.refund_id and r.user_id = household for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that refund.');
  perform bank.refuse_if(refund.status <> 'expected', 'DCIDD', case refund.status
      when 'credited' then 'We already credited this refund.'
      else 'This refund was already canceled.' end,
    jsonb_build_object('status', refund.status, 'decided_at', refund.ended_at));
  update public.refunds r set status = 'canceled', ended_at = bank.now_for(household)
    where r.id = refund.id returning * into refund;
  return bank.remember(request_id, params, refund);
end $$;
comment on function public.cancel_return is 'Cancels a return: the caller keeps the purchase and gets '
  'no refund. Returns the refund. Refuses: NTFND, DCIDD, RQDIF.';

create function bank.engine_refunds(household uuid) returns table (refunds json) language sql stable as $$
  select coalesce(json_agg(json_build_object('id', coalesce(r.event_key, r.id::text),
    'product_id', coalesce(r.account_id, r.card_id),
    'amount', bank.minor(r.amount), 'returned_on', r.returned_on, 'merchant', r.merchant,
    'category', r.category) order by r.returned_at, r.entry_id, r.id), '[]')
  from public.refunds r where r.user_id = household and r.status = 'expected'
$$;
comment on function bank.engine_refunds is 'Returns the expected refunds of a household in the engine''s '
  'format. Purchases that were returned at the same instant are in the order in which they were charged.';

create function bank.engine_settled_purchases(household uuid, carryover jsonb) returns json
language sql stable as $$
  -- Most households have no planned returns.
  select case when carryover ? 'plannedReturns' then (
    select json_agg(planned.key order by planned.key)
    from jsonb_to_recordset(carryover -> 'plannedReturns') as planned (key text)
      join bank.entries e on e.household_id = household and e.event_key = planned.key
    where bank.refunded_amount(e.id) > 0
      or exists (select from public.disputes d where d.entry_id = e.id and d.status <> 'withdrawn')) end
$$;
comment on function bank.engine_settled_purchases is 'Returns the keys of the purchases with a planned '
  'return that the customer returned or disputed; null if there are none.';

create function bank.add_returns(steps jsonb) returns void language sql volatile as $$
  insert into public.refunds (user_id, account_id, card_id, entry_id, purchased_on, merchant, category,
    amount, currency, returned_at, returned_on, event_key)
  select sale.household_id, a.id, c.id, sale.id, bank.day_for(sale.household_id, sale.value_at),
    e.event ->> 'merchant', e.event ->> 'category', bank.major((e.event -> 'facts' ->> 'amount')::numeric),
    coalesce(a.currency, c.currency), t.at, bank.day_for(sale.household_id, t.at), e.event ->> 'key'
  from jsonb_array_elements(steps) as s (step)
    cross join lateral jsonb_array_elements(s.step -> 'events') as e (event)
    cross join lateral (select bank.from_millis((e.event ->> 'at')::bigint) as at) as t
    join bank.entries sale on sale.household_id = (s.step ->> 'customer_id')::uuid
      and sale.event_key = e.event -> 'facts' ->> 'purchase'
    left join public.accounts a on a.id::text = e.event -> 'facts' ->> 'product'
    left join public.credit_cards c on c.id::text = e.event -> 'facts' ->> 'product'
  where e.event ->> 'kind' = 'purchase_returned'
  on conflict do nothing
$$;
comment on function bank.add_returns is 'Adds the returns of everyday purchases by these engine steps.';

create function bank.end_refunds(steps jsonb) returns void language sql volatile as $$
  update public.refunds r
    set status = case e.event ->> 'kind' when 'refund' then 'credited'
        when 'refund_missing' then 'missing' else 'failed' end,
      ended_at = bank.from_millis((e.event ->> 'at')::bigint),
      refund_entry_id = (select n.id from bank.entries n
        where n.household_id = r.user_id and n.event_key = e.event ->> 'key')
  from jsonb_array_elements(steps) as s (step), jsonb_array_elements(s.step -> 'events') as e (event)
  where e.event ->> 'kind' in ('refund', 'refund_failed', 'refund_missing')
    and r.user_id = (s.step ->> 'customer_id')::uuid
    and coalesce(r.event_key, r.id::text) = e.event ->> 'subject' and r.status = 'expected'
$$;
comment on function bank.end_refunds is
  'Marks the refunds that these engine steps credited or couldn''t credit, or that didn''t arrive.';

-- A refund or credit after the balance was paid leaves a credit balance on a card. The customer can have it
-- paid out. The law allows seven business days (12 CFR 1026.11); Sandbank pays at once.
create function public.refund_credit_balance(card_id uuid, account_id uuid default null,
  request_id text default null) returns public.credit_cards language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'refund_credit_balance', 'card', card_id, 'account', account_id);
  card public.credit_cards := bank.replay_row(request_id, params, null::public.credit_cards);
  account public.accounts;
  at timestamptz;
  entry bigint;
begin
  if card.id is not null then return card; end if;
  card := bank.lock_card(card_id);
  account := bank.lock_account(account_id);
  perform bank.refuse_if(card.balance >= 0, 'NOCRB', 'This card has no credit balance.',
    jsonb_build_object('balance', card.balance));
  perform bank.refuse_if(account.currency <> card.currency,
    'BADCU', 'Choose an account in the card''s currency.',
    jsonb_build_object('currency', card.currency, 'account_currency', account.currency));
  at := bank.next_instant(card.user_id, array[account.id]);
  entry := bank.post(card.user_id, 'credit_balance_refund', card.name || ' credit balance', at, at, 'app',
    array[account.id, card.id], array[card.currency, card.currency], array[-card.balance, card.balance]);
  perform bank.credit_account(account, -card.balance, 'credit_balance_refund', card.name || ' credit balance',
    entry, at);
  update public.credit_cards c set balance = 0, last_entry = entry, updated_at = at
    where c.id = card.id returning * into card;
  return bank.remember(request_id, params, card);
end $$;
comment on function public.refund_credit_balance is 'Pays the credit balance of one of the caller''s cards '
  'to one of their accounts, and returns the card. Refuses: NTFND, CLOSD, NOCRB, BADCU, RQDIF.';

grant execute on function public.returnable_amount, public.return_purchase, public.cancel_return,
  public.refund_credit_balance to authenticated;
