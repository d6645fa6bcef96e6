-- Closing a card. Its history stays and can be read; from then on nothing happens to it any more, neither by its owner
-- nor by the engine.
alter table public.credit_cards add column closed_at timestamptz;
comment on column public.credit_cards.closed_at is 'The simulated instant at which it was closed for good; null while it is open. Only the bank writes it.';

create or replace function bank.lock_card(card_id uuid) returns public.credit_cards language plpgsql volatile as $$
declare
  card public.credit_cards;
begin
  perform bank.hold_clock(bank.caller());
  select * into card from public.credit_cards c where c.id = lock_card.card_id and c.user_id = bank.caller() for no key update;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such card of yours.';
  end if;
  if card.closed_at is not null then
    raise exception using errcode = 'CLOSD', message = 'This card is closed.';
  end if;
  return card;
end
$$;
comment on function bank.lock_card(uuid) is
  'The caller''s own, open card, held until the transaction ends. Refuses others (NTFND) and closed ones (CLOSD).';

create function bank.refuse_closed_card() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'CLOSD', message = 'This card is closed.';
end
$$;
comment on function bank.refuse_closed_card() is 'Refuses (CLOSD) to change anything but the name of a closed card.';
create trigger refuse_closed_card
  before update of credit_limit, balance, apr, due_date, autopay, autopay_account_id, autopay_amount, frozen on public.credit_cards
  for each row when (old.closed_at is not null
    and (new.credit_limit, new.balance, new.apr, new.due_date, new.autopay, new.autopay_account_id, new.autopay_amount, new.frozen)
      is distinct from
      (old.credit_limit, old.balance, old.apr, old.due_date, old.autopay, old.autopay_account_id, old.autopay_amount, old.frozen))
  execute function bank.refuse_closed_card();
create trigger wake_engine_for_closing after update of closed_at on public.credit_cards
  for each row execute function bank.wake_engine_for_row();

create function bank.fraud_credit_due(card public.credit_cards) returns date language sql volatile as $$
  -- A fraud is credited ten days after it struck; until then the engine remembers on which card.
  select max(date '1970-01-01' + s.on_day + 10)
  from bank.clocks k, jsonb_array_elements(coalesce(k.memory -> 'shocks', '[]')) as shock (row),
    lateral (select (shock.row ->> 'on')::integer as on_day) as s
  where k.household_id = card.user_id and shock.row ->> 'kind' = 'card_fraud' and shock.row ->> 'productId' = card.id::text
    and date '1970-01-01' + s.on_day + 10 >= bank.today_for(card.user_id)
$$;
comment on function bank.fraud_credit_due(public.credit_cards) is 'When the engine will have credited a fraud on this card; null when none is to come.';

create function bank.check_closable(card public.credit_cards) returns void language plpgsql volatile as $$
declare
  credit_on date := bank.fraud_credit_due(card);
begin
  if card.balance <> 0 or card.rewards_balance > 0 or credit_on is not null then
    raise exception using errcode = 'OWING', message = 'Something is still open on this card: settle it first.',
      detail = jsonb_build_object('balance', card.balance, 'rewards', greatest(card.rewards_balance, 0), 'disputes', 0,
        'credit_on', credit_on, 'currency', card.currency)::text;
  end if;
end
$$;
comment on function bank.check_closable(public.credit_cards) is
  'Refuses (OWING) to close a card on which something is owed by either side: a balance, rewards, a fraud to be credited.';

create function public.close_credit_card(card_id uuid, request_id text default null) returns public.credit_cards
language plpgsql volatile
security definer -- closed_at is written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'close_credit_card', 'card', card_id);
  answer jsonb := bank.replay(request_id, params);
  card public.credit_cards;
  at timestamptz;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.credit_cards, answer);
  end if;
  card := bank.lock_card(card_id);
  perform bank.check_closable(card);
  at := bank.now_for(card.user_id);
  -- While the card is still open: a rule that names a closed product can only be deleted.
  update public.scheduled_payments p set paused = true from public.accounts a
    where p.card_id = card.id and not p.paused and a.id = p.account_id and a.closed_at is null and a.currency = card.currency;
  update public.virtual_cards v set status = 'closed' where v.card_id = card.id and v.status in ('active', 'frozen');
  update public.credit_cards c set closed_at = at, updated_at = at, autopay = null, autopay_account_id = null, autopay_amount = null
    where c.id = card.id returning * into card;
  perform bank.tell_of_card(card, at, 'card_closed', card.name || ' is closed', card.id, 'closed');
  perform bank.remember(request_id, params, to_jsonb(card));
  return card;
end
$$;
comment on function public.close_credit_card(uuid, text) is
  'Closes one of the caller''s cards for good, with its virtual cards, its autopay and the rules that pay it, and returns it. What the open cycle accrued in interest or rewards lapses; history and statements stay. Refuses: NTFND, CLOSD, OWING, RQDIF.';
grant execute on function public.close_credit_card(uuid, text) to authenticated;

create or replace function public.card_secrets(card_id uuid) returns jsonb language plpgsql volatile
security definer -- works the code out of what customers cannot call
set search_path = '' as $$
declare
  card public.credit_cards := bank.lock_card(card_id);
  issued timestamptz;
  expires date;
begin
  select coalesce(max(r.replaced_at), card.created_at) into issued from public.card_replacements r where r.card_id = card.id;
  expires := bank.card_expiry((issued at time zone 'UTC')::date, 4, bank.today_for(card.user_id));
  -- No table holds the code: it follows from number, expiry and the instant of issue, and changes with them.
  return jsonb_build_object('card_number', card.card_number, 'expires_on', expires, 'security_code', (
    select lpad(((get_byte(digest, 0) * 256 + get_byte(digest, 1)) % 1000)::text, 3, '0')
    from sha256(convert_to(concat_ws('|', card.card_number, expires, extract(epoch from issued)), 'UTF8')) as digest));
end
$$;
comment on function public.card_secrets(uuid) is
  'Number, expiry and security code of one of the caller''s open cards: {card_number, expires_on, security_code}. Refuses: NTFND, CLOSD.';

-- Everywhere else a closed card is none.
create or replace function bank.limit_facts(card public.credit_cards, requested numeric, at timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'requested', requested, 'previous', card.credit_limit, 'balance', card.balance, 'currency', card.currency,
    'income', bank.income_since(card.user_id, card.currency, at - interval '90 days'),
    'other_limits', (select coalesce(sum(c.credit_limit), 0) from public.credit_cards c
      where c.user_id = card.user_id and c.currency = card.currency and c.id <> card.id and c.closed_at is null),
    'used', round(100 * greatest(card.balance, 0) / card.credit_limit),
    'late', bank.late_payments_since(card.user_id, at - interval '12 months'),
    'days_since_raise', (select extract(day from at - max(r.decided_at))::integer from public.card_limit_requests r
      where r.card_id = card.id and r.granted > r.previous))
$$;

create or replace function bank.scheduled_payment_target(rule public.scheduled_payments, out id uuid, out currency text, out closed boolean)
language sql stable as $$
  select a.id, a.currency, a.closed_at is not null from public.accounts a where a.id = rule.to_account_id and a.user_id = rule.user_id
  union all select c.id, c.currency, c.closed_at is not null from public.credit_cards c where c.id = rule.card_id and c.user_id = rule.user_id
  union all select l.id, l.currency, false from public.loans l where l.id = rule.loan_id and l.user_id = rule.user_id
  union all select m.id, m.currency, false from public.mortgages m where m.id = rule.mortgage_id and m.user_id = rule.user_id
$$;

create function bank.engine_cards(household uuid) returns setof jsonb language sql stable as $$
  select jsonb_build_object('cards', coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'currency', c.currency,
      'limit', bank.minor(c.credit_limit), 'apr', c.apr, 'balance', bank.minor(c.balance), 'due_date', c.due_date, 'autopay', c.autopay,
      'autopay_account_id', c.autopay_account_id, 'autopay_amount', bank.minor(c.autopay_amount), 'frozen', c.frozen)
      order by c.created_at, c.id), '[]'))
  from public.credit_cards c where c.user_id = household and c.closed_at is null
$$;
comment on function bank.engine_cards(uuid) is 'The open cards of a household as the engine reads them.';

create or replace function bank.engine_products(household uuid) returns setof jsonb language sql stable as $$
  select jsonb_build_object(
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'currency', a.currency,
        'balance', bank.minor(a.balance), 'closed', a.closed_at is not null) order by a.created_at, a.id), '[]')
      from public.accounts a where a.user_id = household),
    'debts', (select coalesce(jsonb_agg(debt.row order by debt.created_at, debt.id), '[]') from (
        select l.id, l.created_at, jsonb_build_object('id', l.id, 'product', 'loan', 'name', l.name, 'currency', l.currency,
          'balance', bank.minor(l.remaining_balance), 'rate', l.interest_rate, 'payment', bank.minor(l.monthly_payment), 'term', l.term,
          'start_date', l.start_date, 'next_due_date', l.next_due_date, 'autopay_account_id', l.autopay_account_id,
          'autopay_extra', bank.minor(l.autopay_extra), 'paused_until', l.paused_until) as row
        from public.loans l where l.user_id = household
        union all
        select m.id, m.created_at, jsonb_build_object('id', m.id, 'product', 'mortgage', 'name', m.name, 'currency', m.currency,
          'balance', bank.minor(m.remaining_balance), 'rate', m.interest_rate, 'payment', bank.minor(m.monthly_payment), 'term', m.term * 12,
          'start_date', m.start_date, 'next_due_date', m.next_due_date, 'autopay_account_id', m.autopay_account_id,
          'autopay_extra', bank.minor(m.autopay_extra), 'paused_until', m.paused_until, 'rate_type', m.rate_type, 'rate_margin', m.rate_margin,
          'value', bank.minor(coalesce(m.current_value, m.property_value)))
        from public.mortgages m where m.user_id = household) as debt))
$$;
comment on function bank.engine_products(uuid) is 'The accounts, loans and mortgages of a household as the engine reads them.';

create or replace function public.engine_households(customer_ids uuid[]) returns setof jsonb language sql stable
security definer -- reads whole households for the engine
set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'time_zone', c.time_zone, 'generation', c.generation, 'now', bank.millis(clock_timestamp() + c.clock_offset),
      'lived_to', bank.millis(k.lived_to), 'rules_version', k.rules_version, 'seed', k.seed, 'memory', k.memory,
      'last_entry', (select coalesce(max(e.id), 0) from bank.entries e where e.household_id = c.id),
      'changes', changes.told) || products.told || cards.told || rules.told
  from unnest(customer_ids) as wanted (id)
    join public.customers c on c.id = wanted.id
    join bank.clocks k on k.household_id = c.id
    cross join lateral bank.engine_products(c.id) as products (told)
    cross join lateral bank.engine_cards(c.id) as cards (told)
    cross join lateral bank.engine_rules(c.id) as rules (told)
    cross join lateral bank.engine_changes(c.id, k.last_entry, k.lived_to) as changes (told)
$$;
