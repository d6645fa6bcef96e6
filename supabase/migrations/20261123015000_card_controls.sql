set check_function_bodies = off;

-- Card controls: customers freeze a card, and limit its spending per purchase, per month, and per category.
create table public.card_controls (
  id uuid primary key default gen_random_uuid(),
  card_id uuid not null references public.credit_cards on delete cascade,
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  kind text not null check (kind in ('transaction', 'month')),
  category_id uuid references public.categories on delete cascade,
  amount numeric not null,
  created_at timestamptz not null,
  constraint card_controls_amount_check check (amount between 0 and 999999999.99
    and amount = round(amount, 2)),
  constraint card_controls_card_id_kind_category_id_key unique nulls not distinct (card_id, kind, category_id)
);
create index card_controls_user_id_idx on public.card_controls (user_id);
create index card_controls_category_id_idx on public.card_controls (category_id)
  where category_id is not null;
comment on table public.card_controls is 'Spending limits that a cardholder sets.';
comment on column public.card_controls.kind is
  'transaction: the limit for one purchase; month: the limit for a calendar month on the customer''s clock.';
comment on column public.card_controls.category_id is 'The category; null for all purchases.';
comment on column public.card_controls.amount is 'The maximum spending; 0 blocks these purchases.';
comment on column public.card_controls.created_at is 'The simulated instant at which the limit was set.';

call bank.restrict_to_owner('public.card_controls', 'select', 'update', 'delete');
create policy "customers set controls of their own cards" on public.card_controls for insert to authenticated
  with check (user_id = (select auth.uid())
    and exists (select from public.credit_cards c where c.id = card_id and c.user_id = (select auth.uid()))
    and (category_id is null or exists (select from public.categories k where k.id = category_id)));
grant select, insert (id, card_id, user_id, kind, category_id, amount), update (amount), delete
  on public.card_controls to authenticated, service_role;

create function bank.check_card_control() returns trigger language plpgsql
security definer -- because it reads the clock, cards, and categories for every role that writes
set search_path = '' as $$
begin
  if bank.is_for_another(new.user_id) then return new; end if;
  perform bank.refuse_if(
    (new.amount between 0 and 999999999.99 and new.amount = round(new.amount, 2)) is not true,
    'BADAM', 'Enter a spending limit from 0 to 999,999,999.99.',
    jsonb_build_object('amount', left(new.amount::text, 40), 'highest', 999999999.99));
  if tg_op = 'UPDATE' then return new; end if;
  perform bank.refuse_if((new.kind in ('transaction', 'month')) is not true,
    'BADTY', 'Choose a limit per transaction or per month.');
  perform bank.refuse_if(
    not exists (select from public.credit_cards c where c.id = new.card_id and c.user_id = new.user_id),
    'NTFND', 'We couldn''t find that card.');
  perform bank.refuse_if(new.category_id is not null and not exists (select from public.categories k
    where k.id = new.category_id and (k.user_id = new.user_id or k.user_id is null)),
    'NTFND', 'We couldn''t find that category.');
  new.created_at := bank.now_for(new.user_id);
  return new;
end $$;
comment on function bank.check_card_control is 'Refuses invalid controls: BADAM, BADTY, NTFND.';

create trigger check_card_control before insert or update of amount on public.card_controls
  for each row execute function bank.check_card_control();

create function bank.spent_this_month(card public.credit_cards, category_id uuid)
returns numeric language sql volatile as $$
  select coalesce(-sum(p.amount), 0) + bank.held_on(card.id, spent_this_month.category_id)
  from bank.postings p join bank.entries e on e.id = p.entry_id
  where p.ledger_id = card.id and e.kind = 'card_charge'
    and e.value_at >= (select date_trunc('month', bank.now_for(c.id), c.time_zone)
      from public.customers c where c.id = card.user_id)
    and (spent_this_month.category_id is null or e.category_id = spent_this_month.category_id)
$$;
comment on function bank.spent_this_month is 'Returns the card''s spending in the current month, in one '
  'category or, if the category is null, in total. Pending purchases count, and refunds are not subtracted.';

create function bank.check_card_controls(card public.credit_cards, amount numeric, category_id uuid)
returns void language plpgsql volatile as $$
declare
  control record;
begin
  -- Checks the most permanent limit first. Limits per purchase come before monthly limits, and limits on all
  -- purchases come before limits on one category.
  select k.kind, k.amount as most, spent.amount as spent, c.name as category into control
  from public.card_controls k
    left join public.categories c on c.id = k.category_id
    cross join lateral (select case k.kind when 'month' then bank.spent_this_month(card, k.category_id)
      else 0 end as amount) as spent
  where k.card_id = card.id and (k.category_id is null or k.category_id = check_card_controls.category_id)
    and spent.amount + check_card_controls.amount > k.amount
  order by k.kind desc, k.category_id is not null limit 1;
  perform bank.refuse_if(found, 'SPLIM', 'This charge would exceed a spending limit you set for this card.',
    jsonb_build_object('rule', case when control.category is null then control.kind else 'category' end,
      'kind', control.kind, 'limit', control.most, 'spent', control.spent, 'amount', round(amount, 2),
      'category', control.category, 'currency', card.currency));
end $$;
comment on function bank.check_card_controls is 'Refuses (SPLIM) a purchase that exceeds a control.';

create function bank.is_recurring_charge(card public.credit_cards, merchant text)
returns boolean language sql volatile as $$
  -- The same spacing defines a monthly price in bank.price_notifications.
  select coalesce(bool_and(gap between interval '25 days' and interval '35 days') and count(*) = 2, false)
  from (
    select lag(charged.at, 1, bank.now_for(card.user_id)) over (order by charged.at desc) - charged.at as gap
    from (
      select e.value_at as at from bank.postings p join bank.entries e on e.id = p.entry_id
      where p.ledger_id = card.id and e.kind = 'card_charge'
        and lower(e.merchant) = lower(is_recurring_charge.merchant)
      order by e.value_at desc limit 2) as charged) as gaps
$$;
comment on function bank.is_recurring_charge is 'Returns true if a merchant''s last two charges on a card '
  'were about one and two months ago.';

create function bank.over_limit_room(card public.credit_cards) returns numeric language sql immutable as $$
  -- A test compares this percentage with the engine's.
  select case when card.over_limit then floor(card.credit_limit * 10) / 100 else 0 end
$$;
comment on function bank.over_limit_room is
  'Returns the amount above the limit that purchases can use: 10% if the customer opted in, otherwise 0.';

create function bank.check_purchase(card public.credit_cards, amount numeric, category_id uuid,
  merchant text default null) returns void language plpgsql volatile as $$
begin
  perform bank.refuse_if(
    card.frozen and not (card.allows_recurring and bank.is_recurring_charge(card, merchant)),
    'FROZN', 'This card is frozen. Unfreeze it to use it again.', jsonb_build_object('virtual', false));
  perform bank.check_new_card_balance(card.balance + amount, card.balance,
    card.credit_limit + bank.over_limit_room(card), bank.held_on(card.id));
  perform bank.check_card_controls(card, amount, category_id);
end $$;
comment on function bank.check_purchase is 'Checks a charge on a locked row. Refuses a frozen card (FROZN), '
  'unless it accepts recurring charges, an exceeded limit (OVRLM) or a violated control (SPLIM).';

create function bank.check_raw_purchase() returns trigger language plpgsql
security definer -- because it reads the controls and the ledger for every role that writes
set search_path = '' as $$
declare
  before public.credit_cards := new;
begin
  if not bank.is_for_another(new.user_id) then
    before.balance := old.balance;
    perform bank.check_purchase(before, new.balance - old.balance, null);
  end if;
  return new;
end $$;
comment on function bank.check_raw_purchase is 'Checks a purchase made by a raw balance update. Refuses a '
  'frozen card (FROZN) or a violation of a control on all purchases (SPLIM).';

-- Triggers run in alphabetical order. This trigger's name makes it run after check_changed_card, which cleans
-- the balance.
create trigger check_raw_purchase before update of balance on public.credit_cards
  for each row when (new.balance > old.balance and new.last_entry is not distinct from old.last_entry)
  execute function bank.check_raw_purchase();

call bank.broadcast('public.card_controls');

-- Shows and replaces card numbers, and manages virtual cards.
create table public.card_replacements (
  id uuid primary key default gen_random_uuid(),
  card_id uuid not null references public.credit_cards on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  old_last4 text not null check (old_last4 ~ '^[0-9]{4}$'),
  reason text not null check (reason in ('lost', 'stolen', 'damaged')),
  replaced_at timestamptz not null
);
create index card_replacements_card_id_idx on public.card_replacements (card_id, replaced_at desc);
create index card_replacements_user_id_idx on public.card_replacements (user_id);
comment on table public.card_replacements is
  'Card replacements and the reason for each. The card keeps its balance, history, and virtual cards.';
comment on column public.card_replacements.old_last4 is 'The last four digits of the old number.';
comment on column public.card_replacements.replaced_at is 'The simulated instant of the replacement.';
call bank.show_to_owner('public.card_replacements');
call bank.broadcast('public.card_replacements');

create table public.virtual_cards (
  id uuid primary key default gen_random_uuid(),
  card_id uuid not null references public.credit_cards on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  card_number text not null unique,
  expires_on date not null,
  spend_limit numeric,
  spent numeric not null default 0,
  merchant text check (char_length(merchant) between 1 and 120),
  single_use boolean not null default false,
  status text not null default 'active' check (status in ('active', 'frozen', 'closed', 'used')),
  created_at timestamptz not null,
  constraint virtual_cards_spend_limit_check check (spend_limit between 0.01 and 999999999.99
    and spend_limit = round(spend_limit, 2)),
  constraint virtual_cards_spent_check check (spent >= 0 and (spend_limit is null or spent <= spend_limit))
);
create index virtual_cards_card_id_idx on public.virtual_cards (card_id);
create index virtual_cards_user_id_idx on public.virtual_cards (user_id);
comment on table public.virtual_cards is
  'Virtual card numbers that charge a card without revealing its number.';
comment on column public.virtual_cards.card_number is 'Starts with 0000, which no real network issues.';
comment on column public.virtual_cards.spend_limit is 'The total spending limit; null if there is none.';
comment on column public.virtual_cards.spent is 'The amount spent so far. Only the bank writes it.';
comment on column public.virtual_cards.merchant is
  'The only merchant that can charge the virtual card; null for any merchant.';
comment on column public.virtual_cards.single_use is
  'True if the virtual card closes after its first charge.';
comment on column public.virtual_cards.status is
  'active, frozen, closed, or used up. The last two are permanent.';
comment on column public.virtual_cards.created_at is
  'The simulated instant at which the virtual card was created.';
call bank.show_to_owner('public.virtual_cards');
call bank.broadcast('public.virtual_cards');

create function bank.notify_card_event(card public.credit_cards, at timestamptz, kind text, description text,
  subject uuid, occasion text, facts jsonb default '{}') returns void language sql volatile as $$
  insert into public.household_events (user_id, at, kind, description, subject, event_key, facts)
  values (card.user_id, notify_card_event.at, notify_card_event.kind, description,
    notify_card_event.subject::text, notify_card_event.subject || ':' || occasion, notify_card_event.facts)
$$;
comment on function bank.notify_card_event is
  'Records a card event in the household events. Amounts are in minor units.';

create function bank.card_expiry(issued date, years integer, today date)
returns date language sql immutable as $$
  select min(ends)::date from (
    select date_trunc('month',
      issued + make_interval(years => years * period)) + interval '1 month' - interval '1 day' as ends
    from generate_series(1, 200) as period) as periods
  where ends >= today
$$;
comment on function bank.card_expiry is 'Returns the end of the month in which a card expires. Cards renew '
  'with the same number, so the date is always in the future.';

create function public.reveal_card_details(card_id uuid) returns jsonb language plpgsql volatile
security definer -- because it calls a private function to compute the code
set search_path = '' as $$
declare
  card public.credit_cards := bank.lock_card(card_id);
  issued timestamptz;
  expires date;
begin
  select coalesce(max(r.replaced_at), card.created_at) into issued from public.card_replacements r
    where r.card_id = card.id;
  expires := bank.card_expiry((issued at time zone 'UTC')::date, 4, bank.today_for(card.user_id));
  -- The security code isn't stored. It is derived from the number, the expiration date, and the time of
  -- issue.
  return jsonb_build_object('card_number', card.card_number, 'expires_on', expires, 'security_code', (
    select lpad(((get_byte(digest, 0) * 256 + get_byte(digest, 1)) % 1000)::text, 3, '0')
    from sha256(convert_to(concat_ws('|', card.card_number, expires, extract(epoch from issued)),
      'UTF8')) as digest));
end $$;
comment on function public.reveal_card_details is 'Returns the number, expiration date, and security code of '
  'one of the caller''s open cards: {card_number, expires_on, security_code}. Refuses: NTFND, CLOSD.';

create function public.replace_credit_card(card_id uuid, reason text default null,
  request_id text default null) returns public.credit_cards language plpgsql volatile
security definer -- because it writes card numbers
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'replace_credit_card', 'card', card_id, 'reason', reason);
  card public.credit_cards := bank.replay_row(request_id, params, null::public.credit_cards);
  replacement public.card_replacements;
begin
  if card.id is not null then return card; end if;
  card := bank.lock_card(card_id);
  perform bank.refuse_if((reason in ('lost', 'stolen', 'damaged')) is not true,
    'BADTY', 'Choose lost, stolen, or damaged as the reason.');
  perform bank.check_rule_count((select count(*) from public.card_replacements r where r.card_id = card.id));
  insert into public.card_replacements (card_id, user_id, old_last4, reason, replaced_at)
    values (card.id, card.user_id, right(card.card_number, 4), replace_credit_card.reason,
      bank.now_for(card.user_id))
    returning * into replacement;
  update public.credit_cards c set card_number = bank.next_card_number(), updated_at = replacement.replaced_at
    where c.id = card.id returning * into card;
  perform bank.notify_card_event(card, replacement.replaced_at, 'card_replaced',
    card.name || ' has a new number', card.id, 'replaced:' || replacement.id,
    jsonb_build_object('reason', reason, 'old_last4', replacement.old_last4));
  return bank.remember(request_id, params, card);
end $$;
comment on function public.replace_credit_card is
  'Replaces the number of one of the caller''s cards because it was lost, stolen, or damaged, and returns '
  'the card. Virtual cards remain. Refuses: NTFND, BADTY, LIMIT, RQDIF.';

create function public.create_virtual_card(card_id uuid, name text default null,
  spend_limit numeric default null, merchant text default null, single_use boolean default false,
  request_id text default null) returns public.virtual_cards language plpgsql volatile
security definer -- because it writes card numbers
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'create_virtual_card', 'card', card_id, 'name', name,
    'spend_limit', trim_scale(spend_limit)::text, 'merchant', merchant, 'single_use', single_use);
  virtual_card public.virtual_cards := bank.replay_row(request_id, params, null::public.virtual_cards);
  card public.credit_cards;
begin
  if virtual_card.id is not null then return virtual_card; end if;
  if spend_limit is not null then perform bank.check_amount(spend_limit); end if;
  card := bank.lock_card(card_id);
  perform bank.refuse_if((select count(*) from public.virtual_cards v where v.card_id = card.id
    and v.status in ('active', 'frozen')) >= 50,
    'LIMIT', 'You''ve reached this card''s limit on virtual cards. Close one first.',
    jsonb_build_object('highest', 50));
  insert into public.virtual_cards (card_id, user_id, name, card_number, expires_on, spend_limit, merchant,
    single_use, created_at)
    values (card.id, card.user_id, bank.clean_name(create_virtual_card.name), bank.next_card_number(),
      bank.card_expiry(bank.today_for(card.user_id), 2, bank.today_for(card.user_id)),
      round(create_virtual_card.spend_limit, 2),
      bank.clean_note(create_virtual_card.merchant, 'merchant', 120),
      coalesce(create_virtual_card.single_use, false), bank.now_for(card.user_id))
    returning * into virtual_card;
  return bank.remember(request_id, params, virtual_card);
end $$;
comment on function public.create_virtual_card is
  'Creates a virtual card for one of the caller''s cards and returns it. It expires two years from now, at '
  'the end of the month. Refuses: BADAM, BADNM, BADTX, NTFND, LIMIT, RQDIF.';

create function public.set_virtual_card_status(virtual_card_id uuid, status text default null)
returns public.virtual_cards language plpgsql volatile
security definer -- because it writes virtual cards
set search_path = '' as $$
declare
  virtual public.virtual_cards;
begin
  select * into virtual from public.virtual_cards v
    where v.id = set_virtual_card_status.virtual_card_id and v.user_id = bank.caller() for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that virtual card.');
  perform bank.refuse_if((status in ('active', 'frozen', 'closed')) is not true,
    'BADTY', 'A virtual card''s status must be active, frozen, or closed.');
  perform bank.refuse_if(virtual.status in ('closed', 'used') and virtual.status <> status,
    'CLOSD', 'This virtual card is permanently closed. Create a new virtual card.');
  update public.virtual_cards v set status = set_virtual_card_status.status where v.id = virtual.id
    returning * into virtual;
  return virtual;
end $$;
comment on function public.set_virtual_card_status is 'Freezes, unfreezes, or closes one of the caller''s '
  'virtual cards, and returns it. Refuses: NTFND, BADTY, CLOSD.';

create function bank.use_virtual_card(card public.credit_cards, virtual_card_id uuid, amount numeric,
  shop text) returns text language plpgsql volatile as $$
declare
  virtual public.virtual_cards;
  rule text;
begin
  select * into virtual from public.virtual_cards v
    where v.id = use_virtual_card.virtual_card_id and v.card_id = card.id for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that virtual card.');
  perform bank.refuse_if(
    virtual.status in ('closed', 'used') or virtual.expires_on < bank.today_for(card.user_id),
    'CLOSD', 'This virtual card is closed, used, or expired. Use a different card.');
  perform bank.refuse_if(virtual.status = 'frozen',
    'FROZN', 'This virtual card is frozen. Unfreeze it to use it again.', '{"virtual": true}');
  rule := case
    when virtual.merchant is not null and lower(virtual.merchant) is distinct from lower(shop) then 'merchant'
    when virtual.spent + amount > virtual.spend_limit then 'virtual' end;
  perform bank.refuse_if(rule is not null,
    'SPLIM', case rule when 'merchant' then 'This virtual card only works at one merchant.'
      else 'This charge would exceed the virtual card''s limit. Enter a smaller amount.' end,
    jsonb_build_object('rule', rule, 'limit', case rule when 'virtual' then virtual.spend_limit end,
      'spent', virtual.spent, 'amount', round(amount, 2),
      'merchant', virtual.merchant, 'currency', card.currency));
  update public.virtual_cards v
    set spent = v.spent + round(amount, 2), status = case when v.single_use then 'used' else v.status end
    where v.id = virtual.id;
  return 'Virtual card ' || virtual.name;
end $$;
comment on function bank.use_virtual_card is 'Charges a virtual card of a locked card and returns the '
  'description of the charge. Refuses: NTFND, CLOSD, FROZN, SPLIM.';

-- Card controls apply to simulated purchases and to the customer's purchases.
create function bank.engine_controls(card public.credit_cards, simulated_until timestamptz, last_entry bigint)
returns jsonb language sql stable as $$
  -- Excludes changes made outside the engine since its last step, because the engine receives them
  -- separately.
  select jsonb_build_object(
    'limits', jsonb_agg(jsonb_build_object('kind', k.kind, 'category', c.name,
      'amount', bank.minor(k.amount)) order by k.id),
    'spent', (select coalesce(jsonb_object_agg(s.category, s.amount), '{}') from (
      select coalesce(c.name, '') as category, bank.minor(-sum(p.amount)) as amount
      from bank.postings p join bank.entries e on e.id = p.entry_id
        left join public.categories c on c.id = e.category_id
      where p.ledger_id = card.id and e.kind = 'card_charge'
        and e.value_at >= date_trunc('month', engine_controls.simulated_until,
          (select u.time_zone from public.customers u where u.id = card.user_id))
        and not (e.id > engine_controls.last_entry and e.at > engine_controls.simulated_until)
      group by 1) as s))
  from public.card_controls k left join public.categories c on c.id = k.category_id
  where k.card_id = card.id
$$;
comment on function bank.engine_controls is
  'Returns a card''s controls in the engine''s format, with the spending of the last simulated month.';

create trigger schedule_simulation after insert or update or delete on public.card_controls
  for each row execute function bank.schedule_simulation_for_change();

grant execute on function public.reveal_card_details, public.replace_credit_card, public.create_virtual_card,
  public.set_virtual_card_status to authenticated;
