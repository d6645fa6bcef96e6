set check_function_bodies = off;

-- Holds set money aside without moving it: a merchant's authorization, or a deposit that isn't available yet.
-- They are not journal entries. The engine decides when a hold clears or expires; these functions record it.
create table public.holds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  account_id uuid references public.accounts on delete cascade,
  card_id uuid references public.credit_cards on delete cascade,
  kind text not null check (kind in ('authorization', 'deposit')),
  purchase text check (purchase in ('store', 'online', 'subscription', 'restaurant', 'gas_pump', 'hotel')),
  deposit text check (deposit in ('direct', 'same_day', 'check')),
  check_kind text check (check_kind in ('redeposited', 'stale', 'suspended_bank')),
  merchant text check (char_length(merchant) between 1 and 120),
  category_id uuid references public.categories on delete set null,
  amount numeric not null check (amount between 0.01 and 999999999.99 and amount = round(amount, 2)),
  remaining_amount numeric not null,
  cleared_amount numeric not null default 0 check (cleared_amount >= 0),
  final_amount numeric check (final_amount > 0 and final_amount = round(final_amount, 2)),
  placed_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'open'
    check (status in ('open', 'partially_cleared', 'cleared', 'reversed', 'expired')),
  ended_at timestamptz,
  event_key text not null check (char_length(event_key) between 1 and 200),
  constraint holds_product_check check (num_nonnulls(account_id, card_id) = 1),
  constraint holds_deposit_account_check check (deposit is null
    or (kind = 'deposit' and account_id is not null)),
  constraint holds_check_kind_of_deposit_check check (check_kind is null or deposit = 'check'),
  constraint holds_remaining_amount_check check (remaining_amount between 0 and amount
    and remaining_amount = round(remaining_amount, 2)),
  constraint holds_ended_at_check check ((status in ('open', 'partially_cleared')) = (ended_at is null)),
  constraint holds_user_id_event_key_key unique (user_id, event_key)
);
create index holds_account_id_idx on public.holds (account_id, placed_at desc) where account_id is not null;
create index holds_card_id_idx on public.holds (card_id, placed_at desc) where card_id is not null;
create index holds_category_id_idx on public.holds (category_id) where category_id is not null;
create index holds_user_id_ended_at_idx on public.holds (user_id, ended_at);
comment on table public.holds is 'Money that is set aside on an account or card, but isn''t posted: pending '
  'purchases, and deposits that aren''t available yet. Ended holds are kept for 400 days.';
comment on column public.holds.account_id is 'The account; null for a hold on a card.';
comment on column public.holds.card_id is 'The card; null for a hold on an account.';
comment on column public.holds.purchase is
  'The kind of purchase, which decides how long the hold lasts; null for a deposit.';
comment on column public.holds.deposit is
  'The kind of deposit: direct or same_day (a transfer from another bank), or check; null for a purchase.';
comment on column public.holds.check_kind is 'The reason to doubt a check: redeposited (it was returned '
  'unpaid before), stale (dated more than six months ago), or suspended_bank (the paying bank has suspended '
  'payments); null for an ordinary check, and for other holds.';
comment on column public.holds.amount is 'The amount that was set aside, in the product''s currency.';
comment on column public.holds.remaining_amount is 'The part of the amount that is still set aside.';
comment on column public.holds.cleared_amount is 'The sum of the merchant''s charges so far.';
comment on column public.holds.final_amount is
  'The total charge that the customer has agreed to, with the tip; null if the merchant decides it.';
comment on column public.holds.placed_at is 'The simulated instant at which the hold was placed.';
comment on column public.holds.expires_at is 'The simulated instant at which the hold ends at the latest.';
comment on column public.holds.status is
  'open, partially_cleared, cleared, reversed by the customer, or expired.';
comment on column public.holds.ended_at is 'The simulated instant at which the hold ended; null if open.';
comment on column public.holds.event_key is 'Identifies the hold in the engine''s events.';
call bank.show_to_owner('public.holds');
call bank.broadcast('public.holds');

create function bank.held_on(product_id uuid, category_id uuid default null)
returns numeric language sql stable as $$
  select coalesce(sum(h.remaining_amount), 0) from public.holds h
  where (h.account_id = held_on.product_id or h.card_id = held_on.product_id) and h.ended_at is null
    and (held_on.category_id is null or h.category_id = held_on.category_id)
$$;
comment on function bank.held_on is 'Returns the amount on hold on an account or card, in one category or, '
  'if the category is null, in total.';

create function bank.hold_releases(hold public.holds)
returns table (at timestamptz, amount numeric, cash numeric) language sql stable as $$
  select bank.from_millis((step.value ->> 'at')::bigint), bank.major((step.value ->> 'amount')::numeric),
    bank.major(coalesce(step.value ->> 'cash', step.value ->> 'amount')::numeric)
  from bank.clocks k
    cross join lateral jsonb_array_elements(k.carryover -> 'holds' -> hold.event_key) as step
  where k.household_id = hold.user_id and hold.kind = 'deposit' order by 1
$$;
comment on function bank.hold_releases is 'Returns the parts of a deposit that are still to become '
  'available, and those that can then be withdrawn in cash, as the engine planned them. Returns no rows '
  'for a purchase, or before the engine has planned a deposit.';

create function bank.refuse_insufficient(account public.accounts, amount numeric, covered numeric default 0)
returns void language plpgsql volatile as $$
declare
  available numeric := public.available_balance(account) + covered;
  next_release record;
begin
  select h.merchant, h.remaining_amount, h.deposit, r.amount,
      coalesce(r.at, case when h.kind = 'authorization' then h.expires_at end) as at into next_release
    from public.holds h left join lateral (select * from bank.hold_releases(h) f where f.amount > 0 limit 1)
      as r on true
    where h.account_id = account.id and h.ended_at is null and h.remaining_amount > 0
    order by coalesce(r.at, h.expires_at), h.id limit 1;
  perform bank.refuse('INSUF', 'There isn''t enough money in this account.', jsonb_build_object(
    'available', greatest(available, 0), 'amount', round(amount, 2), 'short', round(amount - available, 2))
    || case when next_release.remaining_amount is null then '{}'
      else jsonb_strip_nulls(jsonb_build_object('deposit', next_release.deposit,
        'release', next_release.amount))
      || jsonb_build_object('current', account.balance, 'held', bank.held_on(account.id),
        'releases_at', next_release.at, 'hold', next_release.remaining_amount,
        'merchant', next_release.merchant, 'currency', account.currency) end);
end $$;
comment on function bank.refuse_insufficient is 'Refuses (INSUF) an amount above the available balance. If '
  'money is on hold, the details include the amount and the hold that ends first.';

create function bank.cash_limited_on(account_id uuid) returns numeric language sql stable as $$
  select coalesce(sum(greatest(0, (select sum(r.cash) from bank.hold_releases(h) r) - h.remaining_amount)), 0)
  from public.holds h
  where h.account_id = cash_limited_on.account_id and h.deposit = 'check' and h.ended_at is null
$$;
comment on function bank.cash_limited_on is
  'Returns the amount of checks that can be used, but not withdrawn in cash yet (12 CFR 229.12(d)).';

create function bank.check_cash_limit(account public.accounts, amount numeric, covered numeric)
returns void language plpgsql volatile as $$
declare
  limited numeric := bank.cash_limited_on(account.id);
  cash numeric := public.available_balance(account) + covered - limited;
  next_release record;
begin
  if limited = 0 or amount <= cash then return; end if;
  select r.at, r.cash into next_release from public.holds h cross join lateral bank.hold_releases(h) as r
    where h.account_id = account.id and h.ended_at is null and r.cash > 0 order by r.at limit 1;
  perform bank.refuse('CSHLM', 'A part of your check deposit can''t be withdrawn in cash yet.',
    jsonb_build_object('amount', round(amount, 2), 'cash', greatest(cash, 0), 'limited', limited,
      'release', next_release.cash, 'releases_at', next_release.at));
end $$;
comment on function bank.check_cash_limit is
  'Refuses (CSHLM) a withdrawal of checks that can be used, but not withdrawn in cash yet.';

create function bank.hold_deposit(account public.accounts, method text, amount numeric, at timestamptz,
  check_kind text default null) returns void language plpgsql volatile as $$
begin
  perform bank.refuse_if(account.type = 'INVESTMENT',
    'BADTY', 'Choose a checking or savings account for this deposit.');
  if not exists (select from bank.clocks k where k.household_id = account.user_id
    and k.carryover ->> 'pending' = 'realistic') then return; end if;
  -- The engine plans the releases in its next step. The longest take nine business days.
  insert into public.holds (id, user_id, account_id, kind, deposit, check_kind, amount, remaining_amount,
    placed_at, expires_at, event_key)
    select new.id, account.user_id, account.id, 'deposit', method, hold_deposit.check_kind,
      round(hold_deposit.amount, 2), round(hold_deposit.amount, 2), hold_deposit.at,
      hold_deposit.at + interval '30 days',
      'deposit:' || new.id
    from (select gen_random_uuid()) as new (id);
  perform bank.schedule_simulation(account.user_id);
end $$;
comment on function bank.hold_deposit is 'Holds a deposit until it becomes available. Does nothing if the '
  'customer''s deposits are available at once. Refuses: BADTY.';

create function bank.release_reversed_deposit(deposit public.transactions)
returns void language sql volatile as $$
  update public.holds h
    set status = 'reversed', remaining_amount = 0, ended_at = bank.now_for(deposit.user_id)
    where h.account_id = deposit.account_id and h.kind = 'deposit' and h.placed_at = deposit.date
      and h.ended_at is null
$$;
comment on function bank.release_reversed_deposit is
  'Ends the hold of a deposit that its customer reverses. Does nothing if there is none.';

-- The engine has the same two rules. A test compares them.
create function bank.hold_amount(purchase text, amount numeric) returns numeric language sql immutable as $$
  select case purchase when 'gas_pump' then greatest(175, amount) when 'hotel' then round(amount * 1.15, 2)
    else amount end
$$;
comment on function bank.hold_amount is 'Returns the amount that a merchant holds for a price: 175 at a '
  'gas pump, 15% more at a hotel, and otherwise the price.';

create function bank.hold_expiry(purchase text, placed_at timestamptz, time_zone text)
returns timestamptz language sql stable as $$
  select case purchase when 'gas_pump' then placed_at + interval '24 hours'
    else ((placed_at at time zone time_zone)::date + case purchase when 'online' then 10 when 'hotel' then 30
      else 5 end)::timestamp at time zone time_zone end
$$;
comment on function bank.hold_expiry is 'Returns the instant at which a hold expires: after 24 hours at a '
  'gas pump, and otherwise at the start of the fifth, tenth (online), or thirtieth (hotel) day.';

create function bank.check_authorization(purchase text, amount numeric, tip numeric)
returns void language plpgsql volatile as $$
begin
  perform bank.check_amount(amount);
  perform bank.refuse_if(
    (purchase in ('store', 'online', 'subscription', 'restaurant', 'gas_pump', 'hotel')) is not true,
    'BADTY', 'Choose a kind of purchase from the list.');
  perform bank.refuse_if(purchase = 'gas_pump' and amount > 175,
    'BADAM', 'A gas pump sells for up to 175.00 at a time.', '{"highest": 175}');
  perform bank.refuse_if(tip is not null and purchase <> 'restaurant',
    'BADAM', 'Only restaurants, taxis, and salons accept tips.', '{"highest": 0}');
  perform bank.refuse_if(
    tip is not null and (tip between 0 and round(amount * 0.2, 2) and tip = round(tip, 2)) is not true,
    'BADAM', 'Enter a tip of up to 20% of the bill.',
    jsonb_build_object('amount', left(tip::text, 40), 'highest', round(amount * 0.2, 2)));
end $$;
comment on function bank.check_authorization is 'Refuses an invalid amount or tip (BADAM), or an unknown '
  'kind of purchase (BADTY).';

create function public.authorize_purchase(amount numeric, purchase text, account_id uuid default null,
  card_id uuid default null, merchant text default null, category text default null,
  tip numeric default null, request_id text default null) returns public.holds language plpgsql volatile
security definer -- because it writes holds
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  clean_merchant text := bank.clean_note(merchant, 'merchant', 120);
  params jsonb := jsonb_build_object('verb', 'authorize_purchase', 'amount', trim_scale(amount)::text,
    'purchase', purchase, 'account', account_id, 'card', card_id, 'merchant', clean_merchant,
    'category', category, 'tip', trim_scale(tip)::text);
  hold public.holds := bank.replay_row(request_id, params, null::public.holds);
  account public.accounts;
  card public.credit_cards;
begin
  if hold.id is not null then return hold; end if;
  if card_id is not null then card := bank.lock_card(card_id); end if;
  if account_id is not null then account := bank.lock_covered_account(account_id); end if;
  perform bank.check_authorization(purchase, amount, tip);
  perform bank.refuse_if((card.id is null) = (account.id is null) or account.type <> 'CHECKING',
    'BADTY', 'Choose a checking account or a card.');
  hold.id := gen_random_uuid();
  hold.amount := round(bank.hold_amount(purchase, amount), 2);
  hold.category_id := bank.find_category(caller, category);
  if card.id is not null then
    perform bank.check_purchase(card, hold.amount, hold.category_id);
  else
    account := bank.cover_shortfall(account, hold.amount);
    if public.available_balance(account) < hold.amount then
      perform bank.refuse_insufficient(account, hold.amount);
    end if;
  end if;
  hold.placed_at := bank.now_for(caller);
  insert into public.holds (id, user_id, account_id, card_id, kind, purchase, merchant, category_id, amount,
    remaining_amount, final_amount, placed_at, expires_at, event_key)
    values (hold.id, caller, authorize_purchase.account_id, authorize_purchase.card_id, 'authorization',
      authorize_purchase.purchase, clean_merchant, hold.category_id, hold.amount, hold.amount,
      case when authorize_purchase.purchase in ('gas_pump', 'hotel') then authorize_purchase.amount
        when tip is not null then authorize_purchase.amount + tip end, hold.placed_at,
      bank.hold_expiry(authorize_purchase.purchase, hold.placed_at, (select c.time_zone
        from public.customers c where c.id = caller)), 'hold:' || hold.id)
    returning * into hold;
  perform bank.schedule_simulation(caller);
  return bank.remember(request_id, params, hold);
end $$;
comment on function public.authorize_purchase is
  'Pays a merchant with one of the caller''s checking accounts or cards, and returns the hold. The money is '
  'set aside now, and the merchant charges it later: a store, online shop, subscription, restaurant, '
  'gas_pump, or hotel. Refuses: BADAM, BADTY, BADTX, NTFND, CLOSD, FROZN, INSUF, OVRLM, SPLIM, RQDIF.';

create function public.release_hold(hold_id uuid) returns public.holds language plpgsql volatile
security definer -- because it writes holds
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  hold public.holds;
begin
  perform bank.lock_clock(caller);
  select * into hold from public.holds h where h.id = release_hold.hold_id and h.user_id = caller
    for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that hold.');
  if hold.status = 'reversed' then return hold; end if;
  perform bank.refuse_if(hold.event_key not like 'hold:%' or hold.status <> 'open',
    'NOREL', 'You can only cancel a purchase that you made here and that isn''t charged yet.',
    jsonb_build_object('status', hold.status));
  update public.holds h
    set status = 'reversed', remaining_amount = 0, ended_at = bank.now_for(caller)
    where h.id = hold.id returning * into hold;
  perform bank.schedule_simulation(caller);
  return hold;
end $$;
comment on function public.release_hold is 'Cancels a purchase that the caller authorized and that hasn''t '
  'been charged yet, and returns its hold. Refuses: NTFND, NOREL, CLOCK.';

create function public.set_pending_transactions(level text) returns text language plpgsql volatile
security definer -- because it writes the carryover of the caller's household
set search_path = '' as $$
begin
  perform bank.refuse_if((level in ('instant', 'realistic')) is not true,
    'BADTY', 'Set pending transactions to instant or realistic.');
  perform bank.set_rule('pending', case level when 'realistic' then to_jsonb(level) end);
  return level;
end $$;
comment on function public.set_pending_transactions is
  'Sets whether the caller''s everyday purchases post at once (instant) or are pending first (realistic). '
  'Open holds are not changed. Refuses: BADTY, NTFND, CLOCK, NOUSR.';

create function bank.engine_holds(household uuid) returns table (holds json) language sql stable as $$
  select coalesce(json_agg(json_build_object('key', h.event_key, 'account_id', h.account_id,
      'card_id', h.card_id, 'kind', h.kind, 'purchase', h.purchase, 'deposit', h.deposit,
      'check_kind', h.check_kind, 'merchant', h.merchant, 'category', c.name,
      'amount', bank.minor(h.amount), 'remaining', bank.minor(h.remaining_amount),
      'cleared', bank.minor(h.cleared_amount), 'final', bank.minor(h.final_amount),
      'placed_at', bank.millis(h.placed_at), 'expires_at', bank.millis(h.expires_at))
      order by h.placed_at, h.id), '[]')
  from public.holds h left join public.categories c on c.id = h.category_id
  where h.user_id = household and h.ended_at is null
$$;
comment on function bank.engine_holds is
  'Returns the open holds of a household in the engine''s format, oldest first.';

create function bank.write_holds(steps jsonb) returns void language sql volatile as $$
  insert into public.holds as existing (user_id, account_id, card_id, kind, purchase, merchant, category_id,
    amount, remaining_amount, cleared_amount, placed_at, expires_at, status, ended_at, event_key)
  select sent.customer_id, a.id, c.id, h.kind, h.purchase, h.merchant,
    case when h.category is not null then bank.category_named(sent.customer_id, h.category, null) end,
    bank.major(h.amount), bank.major(h.remaining), bank.major(h.cleared), bank.from_millis(h."placedAt"),
    bank.from_millis(h."expiresAt"), h.status, bank.from_millis(h."endedAt"), h.key
  from jsonb_array_elements(steps) as s (step)
    cross join lateral (select (s.step ->> 'customer_id')::uuid as customer_id) as sent
    cross join lateral jsonb_to_recordset(s.step -> 'holds') as h (key text, "productId" uuid, kind text,
      purchase text, merchant text, category text, amount numeric, remaining numeric, cleared numeric,
      "placedAt" bigint, "expiresAt" bigint, status text, "endedAt" bigint)
    left join public.accounts a on a.id = h."productId" and a.user_id = sent.customer_id
    left join public.credit_cards c on c.id = h."productId" and c.user_id = sent.customer_id
  where num_nonnulls(a.id, c.id) = 1
  on conflict (user_id, event_key) do update set remaining_amount = excluded.remaining_amount,
    cleared_amount = excluded.cleared_amount, expires_at = excluded.expires_at, status = excluded.status,
    ended_at = excluded.ended_at;
  delete from public.holds h using jsonb_array_elements(steps) as s (step)
    where h.user_id = (s.step ->> 'customer_id')::uuid
      and h.ended_at < bank.from_millis((s.step ->> 'to')::bigint) - interval '400 days';
$$;
comment on function bank.write_holds is 'Records the holds that these engine steps placed, changed, or '
  'ended, and deletes holds that ended more than 400 days ago.';

create function public.authorization_of_entry(entry_id bigint) returns setof public.holds
language sql stable security definer -- because it reads the journal
set search_path = '' as $$
  select h.* from bank.entries e join public.holds h on h.user_id = e.household_id
    and h.event_key = regexp_replace(e.event_key, ':clearing:[0-9]+$', '')
  where e.id = authorization_of_entry.entry_id and e.household_id = auth.uid()
    and e.event_key like '%:clearing:%'
$$;
comment on function public.authorization_of_entry is 'Returns the hold of one of the caller''s purchases '
  'that was pending before it posted. Returns no rows for other entries, or 400 days after the hold ended.';

create function bank.pending_at(household uuid, product_id uuid, at timestamptz)
returns numeric language sql stable as $$
  select coalesce(sum(greatest(0, h.amount - charged.amount)), 0)
  from public.holds h
    cross join lateral (
      select coalesce(sum(-p.amount), 0) as amount
      from bank.entries e join bank.postings p on p.entry_id = e.id and p.ledger_id = product_id
      where e.household_id = household and e.event_key >= h.event_key || ':clearing:'
        and e.event_key < h.event_key || ':clearing;' and e.value_at < pending_at.at) as charged
  where h.user_id = household and h.kind = 'authorization' and product_id in (h.account_id, h.card_id)
    and h.placed_at < pending_at.at and (h.ended_at is null or h.ended_at >= pending_at.at)
$$;
comment on function bank.pending_at is 'Returns the amount of purchases on an account or card that were '
  'pending at an instant: authorized, but not charged yet.';

grant execute on function public.authorization_of_entry, public.authorize_purchase, public.release_hold,
  public.set_pending_transactions to authenticated;
