set check_function_bodies = off;

-- Credit cards. The balance is the amount owed; the limit applies to charges only.
create sequence bank.card_numbers;

create function bank.next_card_number() returns text language sql volatile as $$
  -- No network issues numbers that start with 0000. The multiplier is coprime to 10^12, so numbers never
  -- repeat.
  select '0000'
    || lpad(mod(nextval('bank.card_numbers') * 387420489 + 314159265359, 1000000000000)::text, 12, '0')
$$;
comment on function bank.next_card_number is
  'Returns a new card number, from a range that no real network uses.';

create table public.credit_cards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  credit_limit numeric not null,
  balance numeric not null default 0,
  apr numeric not null default 0 check (apr between 0 and 100),
  due_date date not null,
  currency text not null default 'USD' references public.currencies,
  created_at timestamptz not null,
  card_number text not null unique,
  last_entry bigint,
  updated_at timestamptz not null,
  autopay_account_id uuid references public.accounts on delete set null,
  autopay text check (autopay in ('minimum', 'statement', 'fixed')),
  autopay_amount numeric check (autopay_amount between 0.01 and 999999999.99
    and autopay_amount = round(autopay_amount, 2)),
  frozen boolean not null default false,
  autopay_retries boolean not null default false,
  allows_recurring boolean not null default false,
  rewards_balance numeric not null default 0,
  closed_at timestamptz,
  product text check (product in ('anchor_secured', 'campus', 'tide_cash', 'quarter_five', 'voyage')),
  opened_on date,
  activated_quarters date[] not null default '{}' check (cardinality(activated_quarters) <= 2000),
  security_deposit numeric check (security_deposit between 0.01 and 999999999.99
    and security_deposit = round(security_deposit, 2)),
  deposit_account_id uuid references public.accounts on delete set null,
  over_limit boolean not null default false,
  constraint credit_cards_product_terms_check check ((product is null) = (opened_on is null)
    and (security_deposit is null or product is not null)),
  constraint credit_cards_credit_limit_check check (credit_limit between 0.01 and 999999999.99
    and credit_limit = round(credit_limit, 2)),
  constraint credit_cards_balance_check check (balance between -999999999.99 and 999999999.99
    and balance = round(balance, 2))
) with (fillfactor = 80);
create index credit_cards_user_id_idx on public.credit_cards (user_id);
create index credit_cards_currency_idx on public.credit_cards (currency);
create index credit_cards_autopay_account_id_idx on public.credit_cards (autopay_account_id)
  where autopay_account_id is not null;
create index credit_cards_deposit_account_id_idx on public.credit_cards (deposit_account_id)
  where deposit_account_id is not null;
comment on table public.credit_cards is
  'Credit cards. The balance always equals the sum of the card''s postings.';
comment on column public.credit_cards.balance is 'The amount owed; negative after an overpayment.';
comment on column public.credit_cards.credit_limit is
  'The limit for charges. Interest and fees can exceed it.';
comment on column public.credit_cards.apr is 'Annual rate in percent.';
comment on column public.credit_cards.due_date is
  'The due date of the next payment in the customer''s time zone.';
comment on column public.credit_cards.card_number is 'Starts with 0000, which no real network issues.';
comment on column public.credit_cards.created_at is 'The simulated instant at which the card was opened.';
comment on column public.credit_cards.updated_at is 'The simulated instant of the last change to the card.';
comment on column public.credit_cards.last_entry is
  'The entry that set this balance. Only the bank writes it.';
comment on column public.credit_cards.autopay is 'The amount that autopay draws on the due date: minimum, '
  'statement, or a fixed amount; null for no autopay.';
comment on column public.credit_cards.autopay_retries is
  'True if a returned autopay is tried again on the next three days, without another fee.';
comment on column public.credit_cards.frozen is 'True if new charges are refused.';
comment on column public.credit_cards.allows_recurring is
  'True if recurring charges are accepted while the card is frozen.';
comment on column public.credit_cards.rewards_balance is
  'Rewards earned but not redeemed, in the card''s currency. Only the bank writes it.';
comment on column public.credit_cards.closed_at is
  'The simulated instant at which the card was permanently closed; null if open. Only the bank writes it.';

comment on column public.credit_cards.product is
  'The product in the card catalog (engine/products/cards/card-catalog.ts); null for a card that the '
  'customer added. Only the bank writes it.';
comment on column public.credit_cards.opened_on is
  'The day on which a card with a product was opened. Its introductory rate and annual fee count from it.';
comment on column public.credit_cards.activated_quarters is
  'The first days of the quarters whose bonus categories were activated. Only the bank writes it.';
comment on column public.credit_cards.security_deposit is
  'The security deposit that the bank holds; null if there is none. Only the bank writes it.';
comment on column public.credit_cards.over_limit is
  'True if the customer opted in to purchases above the limit, for a fee (12 CFR 1026.56).';
comment on column public.credit_cards.deposit_account_id is
  'The account that the security deposit came from, and to which it returns. Only the bank writes it.';

call bank.restrict_to_owner('public.credit_cards', 'select', 'insert', 'update', 'delete');
grant select, insert (id, name, credit_limit, balance, apr, due_date, currency, user_id),
  update (name, credit_limit, balance, apr, due_date, autopay_account_id, autopay, autopay_amount,
    autopay_retries, frozen, allows_recurring, over_limit),
  delete on public.credit_cards to authenticated, service_role;

create function bank.check_card() returns trigger language plpgsql set search_path = ''
security definer -- because it reads the clock and currencies, and creates a missing customer row
as $$
begin
  new.name := bank.clean_name(new.name);
  new.credit_limit := round(new.credit_limit, 2);
  perform bank.check_amount(new.credit_limit);
  new.apr := bank.check_rate(new.apr);
  new.balance := round(new.balance, 2);
  if tg_op = 'INSERT' then
    perform bank.check_currency(new.currency);
    if new.last_entry is null then perform bank.check_owed(new.balance); end if;
    perform bank.ensure_customer(new.user_id);
    new.created_at := coalesce(new.created_at, bank.now_for(new.user_id));
    new.updated_at := new.created_at;
    new.due_date := coalesce(new.due_date, bank.today_for(new.user_id) + 30);
    new.card_number := coalesce(new.card_number, bank.next_card_number());
  else
    new.due_date := coalesce(new.due_date, old.due_date);
    new.updated_at := bank.now_for(new.user_id);
    perform bank.check_new_card_balance(new.balance, old.balance, new.credit_limit,
      bank.held_on(new.id));
    perform bank.check_product_terms(old, new);
  end if;
  perform bank.check_day(new.due_date);
  return new;
end $$;
comment on function bank.check_card is 'Refuses invalid names, limits, rates, dates, and balances. Doesn''t '
  'move money, because row-level security hasn''t been checked yet.';

create function bank.check_product_terms(old_card public.credit_cards, new_card public.credit_cards)
returns void language plpgsql immutable as $$
begin
  perform bank.refuse_if(old_card.product is not null and new_card.apr <> old_card.apr,
    'NOELG', 'This card''s APR is set by its agreement, so you can''t change it.',
    jsonb_build_object('reason', 'product_apr'));
  perform bank.refuse_if(old_card.security_deposit is not null
    and new_card.credit_limit <> old_card.credit_limit,
    'NOELG', 'The limit of a secured card is its deposit. After 7 payments on time, we return the deposit, '
      'and you can ask for a different limit.', jsonb_build_object('reason', 'secured_limit'));
end $$;
comment on function bank.check_product_terms is 'Refuses (NOELG) to change the APR of a card with a product, '
  'or the limit of a secured card.';

create function bank.check_new_card_balance(balance numeric, old_balance numeric, credit_limit numeric,
  held numeric default 0) returns void language plpgsql immutable as $$
begin
  if balance is null or balance = 'NaN' or abs(balance) > 999999999.99 then
    perform bank.check_amount(balance);
  end if;
  perform bank.refuse_if(balance > old_balance and balance + held > credit_limit,
    'OVRLM', 'This charge would exceed the card''s credit limit.',
    jsonb_build_object('limit', credit_limit, 'balance', old_balance,
      'available', greatest(credit_limit - old_balance - held, 0), 'amount', balance - old_balance)
      || case when held > 0 then jsonb_build_object('held', held) else '{}' end);
  perform bank.refuse_if(balance < old_balance and balance < 0,
    'OVPAY', 'This payment is more than the card''s balance.',
    jsonb_build_object('balance', old_balance, 'amount', old_balance - balance));
end $$;
comment on function bank.check_new_card_balance is 'Refuses a charge that exceeds the limit together with '
  'pending purchases (OVRLM), and a payment above the balance (OVPAY). A limit that was lowered below the '
  'balance doesn''t block payments.';

create function public.available_credit(card public.credit_cards) returns numeric language sql stable as $$
  select greatest(card.credit_limit - card.balance - coalesce((select sum(h.remaining_amount)
    from public.holds h where h.card_id = card.id and h.ended_at is null), 0), 0)
$$;
comment on function public.available_credit is
  'Returns the credit left on a card: the limit without the balance and pending purchases.';
grant execute on function public.available_credit to authenticated, service_role;

create trigger check_new_card before insert on public.credit_cards
  for each row execute function bank.check_card();

create trigger check_changed_card before update of name, credit_limit, balance, apr,
  due_date on public.credit_cards
  for each row when (new.last_entry is not distinct from old.last_entry) execute function bank.check_card();

call bank.keep_debt_ledger('public.credit_cards', 'card', 'balance');

call bank.broadcast('public.credit_cards');

create function bank.find_category(household uuid, category text) returns uuid language plpgsql stable as $$
declare
  found_id uuid;
begin
  if bank.clean_text(category) is null then return null; end if;
  select c.id into found_id from public.categories c
    where (c.user_id = household or c.user_id is null)
      and (lower(c.name) = lower(bank.clean_text(category)) or c.id::text = lower(category))
    order by c.kind desc, c.user_id nulls last limit 1;
  perform bank.refuse_if(found_id is null, 'NTFND', 'We couldn''t find that category.');
  return found_id;
end $$;
comment on function bank.find_category is 'Returns the category with this name or id; prefers the '
  'customer''s own. Refuses an unknown category (NTFND).';

create function bank.lock_card(card_id uuid) returns public.credit_cards language plpgsql volatile as $$
declare
  card public.credit_cards;
begin
  perform bank.lock_clock(bank.caller());
  select * into card from public.credit_cards c where c.id = lock_card.card_id
    and c.user_id = bank.caller() for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that card.');
  perform bank.refuse_if(card.closed_at is not null, 'CLOSD', 'This card is closed.');
  return card;
end $$;
comment on function bank.lock_card is
  'Locks the caller''s open card and returns it. Refuses cards of others (NTFND) and closed cards (CLOSD).';

create function bank.post_purchase(card public.credit_cards, amount numeric, description text, merchant text,
  category_id uuid, at timestamptz) returns bigint language plpgsql volatile as $$
declare
  entry bigint;
begin
  insert into bank.entries (household_id, at, value_at, kind, description, actor, channel, merchant,
    category_id)
    values (card.user_id, at, at, 'card_charge', description, auth.uid(), 'app', post_purchase.merchant,
      post_purchase.category_id)
    returning id into entry;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
    select entry, side.ledger_id, card.currency, side.amount
    from (values (card.id, -post_purchase.amount),
      (bank.system_account('cash_clearing'), post_purchase.amount)) as side (ledger_id, amount);
  perform bank.apply_card_categorization_rules(card.user_id, array[entry]);
  return entry;
end $$;
comment on function bank.post_purchase is 'Posts a purchase with its merchant and category.';

create function public.charge_credit_card(card_id uuid, amount numeric, merchant text default null,
  category text default null, description text default null, request_id text default null,
  virtual_card_id uuid default null) returns public.credit_cards language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  clean_description text := bank.clean_note(description, 'description', 500);
  clean_merchant text := bank.clean_note(merchant, 'merchant', 120);
  params jsonb := jsonb_build_object('verb', 'charge_credit_card', 'card', card_id,
    'amount', trim_scale(amount)::text, 'merchant', clean_merchant, 'category', category,
    'description', clean_description)
    || case when virtual_card_id is null then '{}'
      else jsonb_build_object('virtual_card', virtual_card_id) end;
  card public.credit_cards := bank.replay_row(request_id, params, null::public.credit_cards);
  found_category_id uuid;
  virtual_description text;
  at timestamptz;
  entry bigint;
begin
  if card.id is not null then return card; end if;
  perform bank.check_amount(amount);
  card := bank.lock_card(card_id);
  found_category_id := bank.find_category(card.user_id, category);
  perform bank.check_purchase(card, amount, found_category_id, clean_merchant);
  if virtual_card_id is not null then
    virtual_description := bank.use_virtual_card(card, virtual_card_id, amount, clean_merchant);
  end if;
  at := bank.now_for(card.user_id);
  entry := bank.post_purchase(card, amount, coalesce(clean_description, virtual_description), clean_merchant,
    found_category_id, at);
  update public.credit_cards c set balance = round(card.balance + amount, 2), last_entry = entry,
    updated_at = at
    where c.id = card.id returning * into card;
  return bank.remember(request_id, params, card);
end $$;
comment on function public.charge_credit_card is
  'Charges one of the caller''s cards or virtual cards, and returns the card. The category is a name or an '
  'id. Refuses: BADAM, NTFND, CLOSD, FROZN, OVRLM, SPLIM, BADTX, RQDIF.';

create function public.pay_credit_card(card_id uuid, amount numeric, account_id uuid default null,
  description text default null, request_id text default null) returns public.credit_cards
language plpgsql volatile security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  clean_description text := bank.clean_note(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'pay_credit_card', 'card', card_id,
    'amount', trim_scale(amount)::text, 'account', account_id, 'description', clean_description);
  card public.credit_cards := bank.replay_row(request_id, params, null::public.credit_cards);
  paid record;
begin
  if card.id is not null then return card; end if;
  perform bank.check_amount(amount);
  card := bank.lock_card(card_id);
  perform bank.check_new_card_balance(card.balance - amount, card.balance, card.credit_limit);
  paid := bank.pay_debt(card.user_id, card.id, card.currency, amount, account_id, 'card_payment',
    coalesce(clean_description, 'Payment to ' || card.name));
  update public.credit_cards c set balance = card.balance - round(amount, 2), last_entry = paid.entry,
    updated_at = paid.at
    where c.id = card.id returning * into card;
  return bank.remember(request_id, params, card);
end $$;
comment on function public.pay_credit_card is 'Pays one of the caller''s cards from one of their accounts or '
  'from outside the bank, and returns the card. Refuses: BADAM, NTFND, OVPAY, CLOSD, BADCU, INSUF, RQDIF.';

-- An undone import remains in the journal with its reversal. Imported lines keep their dates, but count for
-- statements and interest from the import on.
create view bank.card_entries with (security_invoker = true) as
  select p.ledger_id as card_id, e.id as entry_id, e.household_id, e.at, e.value_at,
    case when e.kind like 'imported\_%' then e.at else e.value_at end as counts_at, e.kind, e.description,
    e.merchant, e.category_id, e.event_key, p.amount, p.currency, l.currency as card_currency, l.closed_at
  from bank.ledger_accounts l
    join bank.postings p on p.ledger_id = l.id
    join bank.entries e on e.id = p.entry_id and e.household_id = l.household_id
  where l.product = 'card' and e.kind <> 'import_reversal' and (e.kind not like 'imported\_%'
    or not exists (select from bank.entries r where r.reverses = e.id and r.kind = 'import_reversal'));
comment on view bank.card_entries is
  'The activity of cards, without undone imports. Amounts in the customer''s favor are positive.';
comment on column bank.card_entries.counts_at is
  'The instant from which the entry counts for statements and interest.';
grant select on bank.card_entries to authenticated, service_role;

create view public.card_activity with (security_invoker = true) as
  select e.card_id, e.entry_id, e.value_at as at, e.kind, e.description, e.merchant, c.name as category,
    -e.amount as amount,
    -sum(e.amount) over (partition by e.card_id order by e.value_at, e.entry_id) as balance_after,
    e.card_currency as currency, e.category_id,
    case when e.kind = 'fee' and e.event_key ~ '(:(latefee|autopay)|^foreign_fee):' then not exists (
      select from bank.entries w where w.household_id = e.household_id
        and w.event_key = 'waived:' || e.event_key) else false end as can_waive, e.counts_at
  from bank.card_entries e left join public.categories c on c.id = e.category_id
  where e.household_id = (select auth.uid()) and e.closed_at is null;
comment on view public.card_activity is 'All activity on the caller''s cards.';
comment on column public.card_activity.at is 'The value date: the local day of this instant.';
comment on column public.card_activity.counts_at is 'The instant from which the entry counts for statements '
  'and interest: its value date, or the import of an imported entry.';
comment on column public.card_activity.amount is
  'The change in the balance owed: positive for charges, negative for payments.';
comment on column public.card_activity.can_waive is
  'True for a fee that the customer can ask the bank to waive.';
comment on column public.card_activity.balance_after is 'The amount owed afterward, in the order of `at`.';
grant select on public.card_activity to authenticated;

grant execute on function public.charge_credit_card, public.pay_credit_card to authenticated;
