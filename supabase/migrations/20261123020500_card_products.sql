set check_function_bodies = off;

-- Cards of the catalog (engine/products/cards/card-catalog.ts). The policy in engine/credit/card-policy.ts
-- decides on applications, and the customer opens an approved card. Applications never change after the
-- decision, except for the card that was opened.
create table public.card_applications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  product text not null
    check (product in ('anchor_secured', 'campus', 'tide_cash', 'quarter_five', 'voyage')),
  outcome text not null check (outcome in ('approved', 'countered', 'declined')),
  card_id uuid references public.credit_cards on delete set null,
  annual_income numeric not null check (annual_income between 0 and 999999999.99
    and annual_income = round(annual_income, 2)),
  employment_status text not null
    check (employment_status in ('EMPLOYED', 'SELF_EMPLOYED', 'UNEMPLOYED', 'RETIRED', 'STUDENT')),
  monthly_debt numeric not null check (monthly_debt between 0 and 999999999.99
    and monthly_debt = round(monthly_debt, 2)),
  decision jsonb not null,
  decided_at timestamptz not null,
  request_id text check (char_length(request_id) between 1 and 200),
  constraint card_applications_user_id_request_id_key unique (user_id, request_id),
  constraint card_applications_card_id_check check (card_id is null or outcome <> 'declined')
);
create index card_applications_user_id_idx on public.card_applications (user_id, decided_at desc);
create index card_applications_card_id_idx on public.card_applications (card_id) where card_id is not null;
comment on table public.card_applications is
  'Applications for cards of the catalog with their decisions. Amounts are in US dollars.';
comment on column public.card_applications.outcome is
  'approved, countered (another card is offered), or declined.';
comment on column public.card_applications.card_id is
  'The card that was opened; null before that, and after the card is deleted.';
comment on column public.card_applications.annual_income is 'The stated annual income before tax.';
comment on column public.card_applications.monthly_debt is 'The stated monthly payments to other lenders.';
comment on column public.card_applications.decision is
  'The decision: policy version, limit, APR, weighted reasons, and the card that is offered instead. Amounts '
  'are in minor units.';
comment on column public.card_applications.decided_at is
  'The simulated instant of the decision, which counts as a credit inquiry.';
comment on column public.card_applications.request_id is
  'The client''s id of the request, so that a repeated request gets the same decision.';
call bank.show_to_owner('public.card_applications');
call bank.broadcast('public.card_applications');

create function public.record_card_application(customer_id uuid, product text, annual_income numeric,
  employment_status text, monthly_debt numeric, decision jsonb, request_id text default null)
returns public.card_applications language plpgsql volatile
security definer -- because it writes decisions for the server's functions
set search_path = '' as $$
declare
  application public.card_applications;
  at timestamptz;
begin
  perform bank.lock_clock(customer_id);
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = record_card_application.customer_id for no key update;
  select * into application from public.card_applications a
    where a.user_id = record_card_application.customer_id
      and a.request_id = record_card_application.request_id;
  if found then
    perform bank.refuse_if(application.product <> record_card_application.product,
      'RQDIF', 'This request_id was already used for a different request.');
    return application;
  end if;
  at := bank.now_for(customer_id);
  perform bank.refuse_if((select count(*) from public.card_applications a
    where a.user_id = record_card_application.customer_id
      and a.decided_at > at - interval '365 days') >= 50,
    'LIMIT', 'You''ve made too many card applications in the last 12 months. Try again later.',
    jsonb_build_object('highest', 50));
  insert into public.card_applications (user_id, product, outcome, annual_income, employment_status,
    monthly_debt, decision, decided_at, request_id)
    values (record_card_application.customer_id, record_card_application.product, decision ->> 'outcome',
      bank.check_stated_amount(record_card_application.annual_income, 'annual_income'),
      record_card_application.employment_status,
      bank.check_stated_amount(record_card_application.monthly_debt, 'monthly_debt'),
      record_card_application.decision, at, record_card_application.request_id)
    returning * into application;
  return application;
end $$;
comment on function public.record_card_application is
  'Records the policy''s decision about a card application and returns it. A repeated request returns the '
  'first decision. Available only to server functions. Refuses: LIMIT, BADAP, RQDIF.';

create function bank.card_offer(application public.card_applications, out product text, out name text,
  out apr numeric, out credit_limit numeric) language sql stable as $$
  select o.offer ->> 'product', o.offer ->> 'name', (o.offer ->> 'apr')::numeric,
    bank.major((o.offer ->> 'limit')::numeric)
  from (select case application.outcome when 'countered' then application.decision -> 'alternative'
    when 'approved' then application.decision end as offer) as o
  where o.offer is not null
$$;
comment on function bank.card_offer is
  'Returns the card that a decision offers: the requested one, or another one; nulls if it was declined.';

create function public.is_open(application public.card_applications) returns boolean language sql stable
security definer -- because it reads the customer's clock
set search_path = '' as $$
  select application.user_id = auth.uid() and application.outcome <> 'declined'
    and application.card_id is null
    and application.decided_at + interval '30 days' > bank.now_for(application.user_id)
    and not exists (select from bank.ledger_accounts l where l.household_id = application.user_id
      and l.product = 'card' and l.created_at > application.decided_at)
$$;
comment on function public.is_open is 'Returns true if the caller can open the offered card: for 30 days, '
  'until another card is opened, because the decision counted only the cards open then.';
grant execute on function public.is_open to authenticated, service_role;

create function bank.check_deposit(decision jsonb, deposit numeric) returns void
language plpgsql immutable as $$
declare
  least numeric := bank.major((decision #>> '{deposit,least}')::numeric);
  most numeric := bank.major((decision #>> '{deposit,most}')::numeric);
begin
  perform bank.refuse_if((deposit between least and most) is not true,
    'BADAM', format('Enter a deposit from %s to %s.', to_char(least, 'FM$999,999'),
      to_char(most, 'FM$999,999')), jsonb_build_object('amount', deposit, 'lowest', least, 'highest', most));
end $$;
comment on function bank.check_deposit is
  'Refuses (BADAM) a security deposit outside the range that the decision states.';

create function public.open_card(application_id uuid, deposit numeric default null,
  account_id uuid default null, request_id text default null) returns public.credit_cards
language plpgsql volatile
security definer -- because it opens a card with a product, and writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'open_card', 'application', application_id,
    'deposit', trim_scale(deposit)::text, 'account', account_id);
  card public.credit_cards := bank.replay_row(request_id, params, null::public.credit_cards);
  application public.card_applications;
  offer record;
begin
  if card.id is not null then return card; end if;
  if deposit is not null then perform bank.check_amount(deposit); end if;
  perform bank.lock_clock(bank.caller());
  -- Only one card can be opened at a time, because each decision counts all cards.
  perform from public.customers c where c.id = bank.caller() for no key update;
  select * into application from public.card_applications a where a.id = open_card.application_id
    and a.user_id = bank.caller() for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that application.');
  perform bank.refuse_if(not public.is_open(application),
    'NOOFR', 'This offer is no longer available. Apply again to get a new decision.',
    jsonb_build_object('status', 'ended'));
  offer := bank.card_offer(application);
  if offer.product = 'anchor_secured' then
    perform bank.check_deposit(application.decision, deposit);
    offer.credit_limit := round(deposit, 2);
  end if;
  insert into public.credit_cards (user_id, name, credit_limit, apr, product, opened_on)
    values (application.user_id, offer.name, offer.credit_limit, offer.apr, offer.product,
      bank.today_for(application.user_id))
    returning * into card;
  if offer.product = 'anchor_secured' then
    card := bank.take_deposit(card, offer.credit_limit, account_id);
  end if;
  update public.card_applications a set card_id = card.id where a.id = application.id;
  return bank.remember(request_id, params, card);
end $$;
comment on function public.open_card is 'Opens the card that a decision offers, and returns it. A secured '
  'card takes its deposit from one of the caller''s accounts. Refuses: NTFND, NOOFR, BADAM, CLOSD, BADCU, '
  'INSUF, LIMIT, RQDIF.';

-- Security deposits. The bank holds them in a system account, and the customer still owns them.
create function bank.take_deposit(card public.credit_cards, deposit numeric, account_id uuid)
returns public.credit_cards language plpgsql volatile as $$
declare
  account public.accounts := bank.lock_account(account_id);
  description text := card.name || ' security deposit';
  at timestamptz;
  entry bigint;
begin
  perform bank.refuse_if(account.currency <> card.currency,
    'BADCU', 'Choose an account in the card''s currency.',
    jsonb_build_object('currency', card.currency, 'account_currency', account.currency));
  at := bank.next_instant(card.user_id, array[account.id]);
  entry := bank.post(card.user_id, 'security_deposit', description, at, at, 'app',
    array[account.id, bank.system_account('security_deposits')], array[card.currency, card.currency],
    array[-deposit, deposit]);
  perform bank.debit_account(account, deposit, 'security_deposit', description, entry, at);
  update public.credit_cards c set security_deposit = deposit, deposit_account_id = account.id
    where c.id = card.id returning * into card;
  return card;
end $$;
comment on function bank.take_deposit is 'Takes the security deposit of a card from an account, and '
  'returns the card. Refuses: NTFND, CLOSD, BADCU, INSUF.';

create function bank.return_deposit(card public.credit_cards) returns void language plpgsql volatile as $$
declare
  account public.accounts;
  description text := card.name || ' security deposit returned';
  at timestamptz;
  entry bigint;
begin
  -- The account that the deposit came from, or a checking or savings account in its currency. The engine has
  -- the same rule (engine/products/cards/secured-card.ts).
  select * into account from public.accounts a
    where a.user_id = card.user_id and a.closed_at is null and a.currency = card.currency
      and (a.type in ('CHECKING', 'SAVINGS') or a.id = card.deposit_account_id)
    order by a.id is distinct from card.deposit_account_id, a.type, a.created_at, a.id limit 1
    for no key update;
  perform bank.refuse_if(not found,
    'OWING', format('Open a %s account first, so that we can return your deposit.', card.currency),
    jsonb_build_object('balance', 0, 'deposit', card.security_deposit, 'currency', card.currency));
  at := bank.next_instant(card.user_id, array[account.id]);
  entry := bank.post(card.user_id, 'deposit_return', description, at, at, 'app',
    array[account.id, bank.system_account('security_deposits')], array[card.currency, card.currency],
    array[card.security_deposit, -card.security_deposit]);
  perform bank.credit_account(account, card.security_deposit, 'deposit_return', description, entry, at);
  update public.credit_cards c set security_deposit = null, deposit_account_id = null where c.id = card.id;
end $$;
comment on function bank.return_deposit is 'Returns the security deposit of a card to the account that it '
  'came from, or to another account in its currency. Refuses: OWING.';

create function bank.return_deposit_of_deleted_card() returns trigger language plpgsql
security definer -- because it writes balances and the ledger
set search_path = '' as $$
begin
  if not bank.is_being_erased(old.user_id) then
    perform bank.lock_clock(old.user_id, false);
    perform bank.return_deposit(old);
  end if;
  return old;
end $$;
comment on function bank.return_deposit_of_deleted_card is
  'Returns the security deposit of a card before the card is deleted.';

-- After the trigger of the ledger account, because a deleted row can't be updated before.
create trigger return_deposit after delete on public.credit_cards
  for each row when (old.security_deposit is not null)
  execute function bank.return_deposit_of_deleted_card();

-- Purchases in another currency. The fee is its own transaction on the same day.
create function bank.foreign_fee_percent(product text) returns numeric language sql immutable as $$
  -- A test compares this with the engine's catalog.
  select case foreign_fee_percent.product when 'voyage' then 0 else 3 end::numeric
$$;
comment on function bank.foreign_fee_percent is
  'Returns the foreign transaction fee of a product in percent; null is a card that the customer added.';

create function public.charge_abroad(card_id uuid, amount numeric, currency text,
  merchant text default null, category text default null, request_id text default null)
returns public.credit_cards language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  clean_merchant text := bank.clean_note(merchant, 'merchant', 120);
  params jsonb := jsonb_build_object('verb', 'charge_abroad', 'card', card_id,
    'amount', trim_scale(amount)::text, 'currency', currency, 'merchant', clean_merchant,
    'category', category);
  card public.credit_cards := bank.replay_row(request_id, params, null::public.credit_cards);
  found_category_id uuid;
  rate numeric;
  converted numeric;
  fee numeric;
  at timestamptz;
  entry bigint;
begin
  if card.id is not null then return card; end if;
  perform bank.check_amount(amount);
  perform bank.check_currency(charge_abroad.currency);
  card := bank.lock_card(card_id);
  perform bank.refuse_if(charge_abroad.currency = card.currency,
    'BADCU', 'Choose a currency other than the card''s.',
    jsonb_build_object('currency', charge_abroad.currency, 'account_currency', card.currency));
  found_category_id := bank.find_category(card.user_id, category);
  rate := bank.rate_on(charge_abroad.currency, card.currency, bank.today_for(card.user_id));
  converted := round(amount * rate, 2);
  perform bank.check_amount(converted);
  perform bank.check_purchase(card, converted, found_category_id, clean_merchant);
  at := bank.now_for(card.user_id);
  entry := bank.post_purchase(card, converted,
    format('%s at %s', bank.format_money(amount, charge_abroad.currency), trim_scale(rate)), clean_merchant,
    found_category_id, at);
  fee := round(converted * bank.foreign_fee_percent(card.product) / 100, 2);
  if fee > 0 then entry := bank.post_card_fee(card, 'foreign', fee, at); end if;
  update public.credit_cards c set balance = round(card.balance + converted + fee, 2), last_entry = entry,
    updated_at = at
    where c.id = card.id returning * into card;
  return bank.remember(request_id, params, card);
end $$;
comment on function public.charge_abroad is 'Charges one of the caller''s cards in another currency, at the '
  'rate of the day, and returns the card. The foreign transaction fee is a separate entry. Refuses: BADAM, '
  'BADCU, NTFND, CLOSD, FROZN, OVRLM, SPLIM, NORAT, BADTX, RQDIF.';

-- Bonus categories. The engine knows the categories, and counts purchases before the activation, too.
create function bank.activation_days(today date, out quarter date, out last_day date)
language sql immutable as $$
  -- A test compares these days with the engine's.
  select date_trunc('quarter', today::timestamp)::date,
    (date_trunc('quarter', today::timestamp) + interval '2 months 13 days')::date
$$;
comment on function bank.activation_days is 'Returns the first day of a quarter, and the last day on which '
  'its bonus categories can be activated.';

create function public.activate_categories(card_id uuid) returns public.credit_cards
language plpgsql volatile
security definer -- because it writes a column that customers can't change
set search_path = '' as $$
declare
  card public.credit_cards := bank.lock_card(card_id);
  today date := bank.today_for(card.user_id);
  days record := bank.activation_days(today);
begin
  perform bank.refuse_if(card.product is distinct from 'quarter_five',
    'NOELG', 'This card has no bonus categories.', jsonb_build_object('reason', 'no_categories'));
  if days.quarter = any(card.activated_quarters) then return card; end if;
  perform bank.refuse_if(today > days.last_day,
    'NOELG', format('You could activate this quarter''s categories until %s. The next quarter starts on %s.',
      bank.format_date(days.last_day, today),
      bank.format_date((days.quarter + interval '3 months')::date, today)),
    jsonb_build_object('reason', 'too_late', 'last_day', days.last_day));
  update public.credit_cards c set activated_quarters = c.activated_quarters || days.quarter,
    updated_at = bank.now_for(c.user_id)
    where c.id = card.id returning * into card;
  -- A step that is being computed is discarded and computed again.
  perform bank.schedule_simulation(card.user_id);
  return card;
end $$;
comment on function public.activate_categories is 'Activates the bonus categories of the current quarter '
  'on one of the caller''s cards, and returns the card. Purchases since the start of the quarter count. '
  'Refuses: NTFND, CLOSD, NOELG.';

grant execute on function public.record_card_application to service_role;
grant execute on function public.open_card, public.charge_abroad, public.activate_categories
  to authenticated;
