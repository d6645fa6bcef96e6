set check_function_bodies = off;

-- Reward redemption. The engine credits rewards with each statement and reverses them for refunds;
-- redemptions are paid from the bank's rewards account.
create function public.redeem_rewards(card_id uuid, amount numeric, account_id uuid default null,
  request_id text default null) returns public.credit_cards language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'redeem_rewards', 'card', card_id,
    'amount', trim_scale(amount)::text, 'account', account_id);
  card public.credit_cards := bank.replay_row(request_id, params, null::public.credit_cards);
  account public.accounts;
  at timestamptz;
  entry bigint;
begin
  if card.id is not null then return card; end if;
  perform bank.check_amount(amount);
  card := bank.lock_card(card_id);
  if account_id is not null then account := bank.lock_account(account_id); end if;
  perform bank.check_redemption(card, amount, account);
  at := case when account_id is null then bank.now_for(card.user_id)
    else bank.next_instant(card.user_id, array[account_id]) end;
  entry := bank.post(card.user_id, 'reward_redemption', card.name || ' rewards', at, at, 'app',
    array[coalesce(account_id, card.id), bank.system_account('rewards')],
      array[card.currency, card.currency], array[amount, -amount]);
  if account_id is not null then
    perform bank.credit_account(account, amount, 'reward_redemption', card.name || ' rewards', entry, at);
    update public.credit_cards c set rewards_balance = c.rewards_balance - round(amount, 2), updated_at = at
      where c.id = card.id returning * into card;
  else
    update public.credit_cards c set rewards_balance = c.rewards_balance - round(amount, 2),
      balance = c.balance - round(amount, 2), last_entry = entry, updated_at = at
      where c.id = card.id returning * into card;
  end if;
  return bank.remember(request_id, params, card);
end $$;
comment on function public.redeem_rewards is 'Redeems rewards of one of the caller''s cards to one of their '
  'accounts or, if the account is null, as a statement credit, and returns the card. A statement credit '
  'counts as a payment. Refuses: BADAM, NTFND, NOREW, OVPAY, BADCU, CLOSD, RQDIF.';

create function bank.check_redemption(card public.credit_cards, amount numeric, account public.accounts)
returns void language plpgsql immutable as $$
begin
  perform bank.refuse_if(amount > card.rewards_balance,
    'NOREW', 'That''s more than the card''s available rewards. Enter a smaller amount.',
    jsonb_build_object('available', greatest(card.rewards_balance, 0), 'amount', round(amount, 2)));
  if account.id is null then
    -- As with payments, customers can't create a credit balance on a card.
    perform bank.check_new_card_balance(card.balance - amount, card.balance, card.credit_limit);
  elsif account.currency <> card.currency then
    perform bank.refuse('BADCU',
      format('You can''t redeem %s rewards to a %s account. Choose a different account.', card.currency,
        account.currency),
      jsonb_build_object('currency', card.currency, 'account_currency', account.currency));
  end if;
end $$;
comment on function bank.check_redemption is 'Refuses more rewards than are available (NOREW), a credit '
  'above the balance (OVPAY), and an account in another currency (BADCU).';

-- Credit limit requests, decided immediately by a versioned policy with reasons (docs/credit-cards.md).
create table public.card_limit_requests (
  id uuid primary key default gen_random_uuid(),
  card_id uuid not null references public.credit_cards on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  requested numeric not null,
  granted numeric not null,
  previous numeric not null,
  currency text not null references public.currencies,
  decision text not null check (decision in ('approved', 'countered', 'declined')),
  reasons jsonb not null,
  facts jsonb not null,
  policy text not null,
  decided_at timestamptz not null
);
create index card_limit_requests_card_id_idx on public.card_limit_requests (card_id, decided_at desc);
create index card_limit_requests_user_id_idx on public.card_limit_requests (user_id, decided_at desc);
create index card_limit_requests_currency_idx on public.card_limit_requests (currency);
comment on table public.card_limit_requests is 'Requests for a different credit limit, with their decisions.';
comment on column public.card_limit_requests.granted is
  'The limit after the decision: unchanged if declined.';
comment on column public.card_limit_requests.reasons is 'The reasons, as sentences with the numbers used.';
comment on column public.card_limit_requests.facts is 'The numbers that the policy used.';
comment on column public.card_limit_requests.policy is 'The version of the policy.';
comment on column public.card_limit_requests.decided_at is 'The simulated instant of the decision.';
call bank.show_to_owner('public.card_limit_requests');
call bank.broadcast('public.card_limit_requests');

create function bank.format_money(amount numeric, currency text) returns text language sql stable as $$
  select case when amount < 0 then '-' else '' end || c.symbol || to_char(abs(amount), 'FM999,999,999,990.00')
  from public.currencies c where c.code = format_money.currency
$$;
comment on function bank.format_money is 'Formats an amount for a sentence: $1,200.00.';

create function bank.limit_facts(card public.credit_cards, requested numeric, at timestamptz)
returns jsonb language sql stable as $$
  select jsonb_build_object(
    'requested', requested, 'previous', card.credit_limit, 'balance', card.balance, 'currency', card.currency,
    -- Counts recurring deposits, and deposits in income categories except interest, refunds, and gifts.
    'income', (select coalesce(sum(t.amount), 0)
      from public.transactions t left join public.categories c on c.id = t.category_id
      where t.user_id = card.user_id and t.currency = card.currency
        and t.date >= limit_facts.at - interval '90 days'
        and t.direction = 'in' and t.corrected_by is null and (t.kind = 'auto_deposit'
          or (t.kind in ('deposit', 'check_deposit') and c.kind = 'income'
            and c.name not in ('Interest', 'Refund', 'Gift')))),
    'other_limits', (select coalesce(sum(c.credit_limit), 0) from public.credit_cards c
      where c.user_id = card.user_id and c.currency = card.currency and c.id <> card.id
        and c.closed_at is null),
    'used', round(100 * greatest(card.balance, 0) / card.credit_limit),
    'late', (select count(*) from bank.late_payments(card.user_id) h
      where h.at >= limit_facts.at - interval '12 months'),
    'days_since_raise', (select extract(day from at - max(r.decided_at))::integer
      from public.card_limit_requests r where r.card_id = card.id and r.granted > r.previous))
$$;
comment on function bank.limit_facts is
  'Returns the facts for the credit limit policy: income over 90 days, limits of other cards, utilization '
  'in percent, late payments in 12 months, and days since the last increase.';

create function bank.limit_reasons(facts jsonb, step numeric, is_granted boolean)
returns jsonb language sql stable as $$
  select jsonb_agg(text order by ordinal) from (values
    (1, (facts ->> 'days_since_raise')::integer < 90,
      'Your last increase was ' || case facts ->> 'days_since_raise' when '0' then 'today'
        when '1' then '1 day ago' else (facts ->> 'days_since_raise') || ' days ago' end
        || '. You can get one every 90 days.'),
    (2, (facts ->> 'used')::numeric > 80,
      format('You''re using %s%% of your limit. We raise limits only at 80%% utilization or lower.',
        facts ->> 'used')),
    (3, (facts ->> 'late')::integer > 0,
      case facts ->> 'late' when '0' then 'You had no late payments in the last 12 months.'
      when '1' then 'You had 1 late payment in the last 12 months.'
        else format('You had %s late payments in the last 12 months. We allow 1 late payment.',
        facts ->> 'late') end),
    (4, (facts ->> 'income')::numeric
      < (facts ->> 'other_limits')::numeric + (facts ->> 'requested')::numeric,
      format('Your total card limits can''t exceed your income over 90 days, which was %s. '
      'Your other cards have limits totaling %s.',
      bank.format_money((facts ->> 'income')::numeric, facts ->> 'currency'),
      bank.format_money((facts ->> 'other_limits')::numeric, facts ->> 'currency'))),
    (5, (facts ->> 'previous')::numeric * step < (facts ->> 'requested')::numeric,
      case when step > 0
      then format('A single increase can raise your limit to no more than %s.',
      bank.format_money((facts ->> 'previous')::numeric * step, facts ->> 'currency')) end)
  ) as reasons (ordinal, is_against, text) where text is not null and (is_granted or is_against)
$$;
comment on function bank.limit_reasons is
  'Returns the reasons for a decision about a higher limit. For a full approval, returns all numbers that '
  'the policy used; otherwise, only the numbers that prevented a full approval.';

create function bank.decide_limit(facts jsonb, out decision text, out granted numeric, out reasons jsonb)
language plpgsql stable as $$
declare
  -- Version limits-1. If you change anything here, also change the version in request_credit_limit.
  requested numeric := (facts ->> 'requested')::numeric;
  previous numeric := (facts ->> 'previous')::numeric;
  balance numeric := (facts ->> 'balance')::numeric;
  late integer := (facts ->> 'late')::integer;
  step numeric := case late when 0 then 2 when 1 then 1.25 else 0 end;
  most numeric;
begin
  if requested <= previous then
    reasons := jsonb_build_array(format('We always approve a lower limit, as long as it isn''t below your '
    'balance of %s.', bank.format_money(balance, facts ->> 'currency')));
    granted := least(greatest(requested, balance), previous);
  else
    most := least(previous * step, (facts ->> 'income')::numeric - (facts ->> 'other_limits')::numeric);
    granted := case when requested <= most then requested else floor(most / 100) * 100 end;
    if granted <= previous or (facts ->> 'used')::numeric > 80
      or (facts ->> 'days_since_raise')::integer < 90 then
      granted := previous;
    end if;
    reasons := bank.limit_reasons(facts, step, granted = requested);
  end if;
  granted := round(granted, 2);
  decision := case when granted = requested then 'approved' when granted = previous then 'declined'
    else 'countered' end;
end $$;
comment on function bank.decide_limit is 'Decides on a credit limit from its facts. A lower limit is granted '
  'down to the balance. A higher limit is at most double the previous limit, or 1.25 times after one late '
  'payment in 12 months. All card limits together can''t exceed the 90-day income. An increase is declined '
  'after two late payments, above 80 percent utilization, and within 90 days since the last increase. A '
  'smaller increase than requested is rounded down to hundreds.';

create function public.request_credit_limit(card_id uuid, credit_limit numeric, request_id text default null)
returns public.card_limit_requests language plpgsql volatile
security definer -- because it reads the household's history, and writes the decision
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'request_credit_limit', 'card', card_id,
    'limit', trim_scale(credit_limit)::text);
  request public.card_limit_requests := bank.replay_row(request_id, params, null::public.card_limit_requests);
  card public.credit_cards;
  facts jsonb;
  decided record;
  at timestamptz;
begin
  if request.id is not null then return request; end if;
  perform bank.check_amount(credit_limit);
  card := bank.lock_card(card_id);
  at := bank.now_for(card.user_id);
  perform bank.refuse_if((select count(*) from public.card_limit_requests r where r.card_id = card.id
    and r.decided_at > at - interval '365 days') >= 50,
    'LIMIT', 'You''ve made too many credit limit requests in the last 12 months. Try again later.',
    jsonb_build_object('highest', 50));
  perform bank.refuse_if(card.security_deposit is not null,
    'NOELG', 'The limit of a secured card is its deposit. After 7 payments on time, we return the deposit, '
      'and you can ask for a different limit.', jsonb_build_object('reason', 'secured_limit'));
  facts := bank.limit_facts(card, round(credit_limit, 2), at);
  decided := bank.decide_limit(facts);
  insert into public.card_limit_requests (card_id, user_id, requested, granted, previous, currency, decision,
    reasons, facts, policy, decided_at)
    values (card.id, card.user_id, round(request_credit_limit.credit_limit, 2), decided.granted,
      card.credit_limit, card.currency, decided.decision, decided.reasons, facts, 'limits-1', at)
    returning * into request;
  if request.granted <> request.previous then
    update public.credit_cards c set credit_limit = request.granted where c.id = card.id;
  end if;
  perform bank.notify_card_event(card, at, 'limit_decided', case decided.decision
      when 'declined' then card.name || ' keeps its limit of '
        || bank.format_money(card.credit_limit, card.currency)
      else card.name || ' now has a limit of ' || bank.format_money(decided.granted, card.currency) end,
    card.id, 'limit:' || request.id,
    jsonb_build_object('decision', decided.decision, 'requested', bank.minor(request.requested),
      'granted', bank.minor(request.granted), 'previous', bank.minor(request.previous)));
  return bank.remember(request_id, params, request);
end $$;
comment on function public.request_credit_limit is
  'Requests a different limit for one of the caller''s cards. The decision is applied immediately and '
  'returned with its reasons. Refuses: BADAM, NTFND, LIMIT, NOELG, RQDIF.';

-- Card closing. The history remains readable; neither the customer nor the engine can change a closed card.
create function bank.refuse_closed_card() returns trigger language plpgsql as $$
begin
  perform bank.refuse('CLOSD', 'This card is closed.');
end $$;
comment on function bank.refuse_closed_card is
  'Refuses (CLOSD) changes to a closed card, except to its name.';

create trigger refuse_closed_card
  before update of credit_limit, balance, apr, due_date, autopay, autopay_account_id, autopay_amount,
    autopay_retries, frozen, allows_recurring, over_limit on public.credit_cards
  for each row when (old.closed_at is not null
    and (new.credit_limit, new.balance, new.apr, new.due_date, new.autopay, new.autopay_account_id,
      new.autopay_amount, new.autopay_retries, new.frozen, new.allows_recurring, new.over_limit)
      is distinct from
      (old.credit_limit, old.balance, old.apr, old.due_date, old.autopay, old.autopay_account_id,
        old.autopay_amount, old.autopay_retries, old.frozen, old.allows_recurring, old.over_limit))
  execute function bank.refuse_closed_card();

create function bank.check_closable(card public.credit_cards) returns void language plpgsql volatile as $$
declare
  -- The bank credits a fraudulent charge ten days after the charge. Until then, the carryover contains the
  -- affected card.
  credit_on date := (
    select max(date '1970-01-01' + s.on_day + 10)
    from bank.clocks k, jsonb_array_elements(coalesce(k.carryover -> 'shocks', '[]')) as shock (row),
      lateral (select (shock.row ->> 'on')::integer as on_day) as s
    where k.household_id = card.user_id and shock.row ->> 'kind' = 'card_fraud'
      and shock.row ->> 'productId' = card.id::text
      and date '1970-01-01' + s.on_day + 10 >= bank.today_for(card.user_id));
  disputes integer := (select count(*) from public.disputes d where d.card_id = card.id
    and d.status = 'in_review');
  refunds integer := (select count(*) from public.refunds r where r.card_id = card.id
    and r.status = 'expected');
  held numeric := bank.held_on(card.id);
begin
  perform bank.refuse_if(card.balance <> 0 or card.rewards_balance > 0 or disputes > 0 or refunds > 0
    or credit_on is not null or held > 0,
    'OWING', 'This card still has open items. Resolve them before you close it.',
    jsonb_build_object('balance', card.balance, 'rewards', greatest(card.rewards_balance, 0),
      'disputes', disputes, 'refunds', refunds, 'credit_on', credit_on, 'currency', card.currency)
      || case when held > 0 then jsonb_build_object('held', held) else '{}' end);
end $$;
comment on function bank.check_closable is 'Refuses (OWING) to close a card that has open items: a balance, '
  'rewards, a dispute, an expected refund, or a fraudulent charge that hasn''t been credited yet.';

create function public.close_credit_card(card_id uuid, request_id text default null)
returns public.credit_cards language plpgsql volatile
security definer -- because it writes closed_at
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'close_credit_card', 'card', card_id);
  card public.credit_cards := bank.replay_row(request_id, params, null::public.credit_cards);
  at timestamptz;
begin
  if card.id is not null then return card; end if;
  card := bank.lock_card(card_id);
  perform bank.check_closable(card);
  at := bank.now_for(card.user_id);
  -- Runs while the card is still open, because rules for a closed product can't be changed, only deleted.
  update public.scheduled_payments p set paused = true from public.accounts a
    where p.card_id = card.id and not p.paused and a.id = p.account_id and a.closed_at is null
      and a.currency = card.currency;
  update public.virtual_cards v set status = 'closed' where v.card_id = card.id
    and v.status in ('active', 'frozen');
  if card.security_deposit is not null then perform bank.return_deposit(card); end if;
  update public.credit_cards c
    set closed_at = at, updated_at = at, autopay = null, autopay_account_id = null, autopay_amount = null
    where c.id = card.id returning * into card;
  perform bank.notify_card_event(card, at, 'card_closed', card.name || ' is closed', card.id, 'closed');
  return bank.remember(request_id, params, card);
end $$;
comment on function public.close_credit_card is 'Closes one of the caller''s cards permanently, with its '
  'virtual cards, autopay, and payment rules, and returns it. Interest and rewards of the open cycle lapse; '
  'history and statements remain. A security deposit returns to its account. Refuses: NTFND, CLOSD, OWING, '
  'RQDIF.';

create function bank.engine_cards(household uuid) returns table (cards json) language sql stable as $$
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'currency', c.currency,
      'limit', bank.minor(c.credit_limit), 'apr', c.apr, 'balance', bank.minor(c.balance),
      'due_date', c.due_date, 'autopay', c.autopay, 'autopay_account_id', c.autopay_account_id,
      'autopay_amount', bank.minor(c.autopay_amount), 'autopay_retries', c.autopay_retries,
      'frozen', c.frozen, 'over_limit', c.over_limit, 'product', c.product, 'opened_on', c.opened_on,
      'activated_quarters', c.activated_quarters, 'security_deposit', bank.minor(c.security_deposit),
      'deposit_account_id', c.deposit_account_id,
      'controls', case when exists (select from public.card_controls x where x.card_id = c.id)
        then bank.engine_controls(c, k.simulated_until, k.last_entry) end) order by c.created_at, c.id), '[]')
  from public.credit_cards c join bank.clocks k on k.household_id = c.user_id where c.user_id = household
    and c.closed_at is null
$$;
comment on function bank.engine_cards is
  'Returns a household''s open cards in the engine''s format, with this month''s spending for the controls.';

create function bank.is_undone_since(entry bank.entries, from_date date, zone text)
returns boolean language plpgsql stable as $$
begin
  if entry.kind = 'import_reversal' then
    return exists (select from bank.entries e where e.id = entry.reverses
      and ((e.at + interval '1 millisecond') at time zone zone)::date >= from_date);
  end if;
  return entry.kind like 'imported\_%'
    and ((entry.at + interval '1 millisecond') at time zone zone)::date >= from_date
    and exists (select from bank.entries r where r.reverses = entry.id and r.kind = 'import_reversal');
end $$;
comment on function bank.is_undone_since is
  'Returns true for both entries of an import that was posted since a day and then undone.';

-- Computes the daily interest of a card's open cycle with the same rules as the engine.
create function bank.card_days(card public.credit_cards, from_date date, to_date date, zone text)
returns table (day date, balance numeric, paid numeric) language sql stable as $$
  -- Engine postings in the last millisecond of a day accrue interest from the next day.
  -- An import that was undone in this cycle doesn't count. One that a statement includes still does.
  with counted as materialized (
    select p.amount, e.kind, case when e.kind = 'import_reversal' or e.kind like 'imported\_%' then e.at
      else e.value_at end + interval '1 millisecond' as at
    from bank.postings p join bank.entries e on e.id = p.entry_id
    where p.ledger_id = card.id and not bank.is_undone_since(e, card_days.from_date, zone)
  ), moved as materialized (
    select greatest((c.at at time zone zone)::date, card_days.from_date - 1) as day, -sum(c.amount) as owed,
      coalesce(sum(c.amount) filter (where c.amount > 0 and c.kind not in ('interest', 'fee')
        and (c.at at time zone zone)::date >= card_days.from_date), 0) as paid
    from counted c group by 1
  )
  select days.day::date, sum(coalesce(m.owed, 0)) over (order by days.day),
    sum(coalesce(m.paid, 0)) over (order by days.day)
  from generate_series(card_days.from_date - 1, card_days.to_date, interval '1 day') as days (day)
    left join moved m on m.day = days.day::date
$$;
comment on function bank.card_days is 'Returns a card''s balance at the end of each day, starting one day '
  'before from_date, and the payments since.';

create function bank.is_revolving(card public.credit_cards) returns boolean language sql stable as $$
  select coalesce((k.carryover #>> array['cards', card.id::text, 'cycle', 'revolving'])::boolean, false)
  from bank.clocks k where k.household_id = card.user_id
$$;
comment on function bank.is_revolving is 'Returns true if the previous cycle accrued interest. In that case, '
  'paying in full stops interest only from the payment date on.';

create function bank.has_balances(card public.credit_cards) returns boolean language sql stable as $$
  select coalesce(k.carryover #> array['cards', card.id::text, 'cycle', 'balances'], 'null') <> 'null'
  from bank.clocks k where k.household_id = card.user_id
$$;
comment on function bank.has_balances is
  'Returns true if a card has cash advances or balance transfers, which have their own rate.';

create function bank.has_daily_interest(card public.credit_cards) returns boolean language sql stable as $$
  select coalesce(k.carryover #> array['cards', card.id::text, 'cycle', 'daily'], 'null') <> 'null'
    or bank.has_balances(card)
  from bank.clocks k where k.household_id = card.user_id
$$;
comment on function bank.has_daily_interest is
  'Returns true if the engine records a card''s daily interest, because it has several balances or rates.';

create function public.card_interest_days(card_id uuid)
returns table (day date, balance numeric, interest numeric, in_grace boolean) language plpgsql volatile
security definer -- because it reads the clock and the carryover
set search_path = '' as $$
declare
  card public.credit_cards;
  statement public.card_statements;
  zone text;
  today date;
  from_date date;
  pay_by date;
  paid_on date;
  repaid numeric := 0;
begin
  select * into card from public.credit_cards c where c.id = card_interest_days.card_id
    and c.user_id = bank.caller();
  if not found then
    perform bank.refuse('NTFND', 'We couldn''t find that card.');
  elsif card.closed_at is not null or bank.has_daily_interest(card) then
    return;
  end if;
  select c.time_zone into zone from public.customers c where c.id = card.user_id;
  today := bank.today_for(card.user_id);
  select * into statement from public.card_statements s where s.card_id = card.id order by s.to_date desc
    limit 1;
  pay_by := coalesce(statement.pay_by, statement.due_date);
  from_date := coalesce(statement.to_date + 1, (card.created_at at time zone zone)::date);
  select min(d.day) into paid_on from bank.card_days(card, from_date, today, zone) d
    where d.paid >= statement.closing_balance;
  if today > pay_by and (paid_on is null or paid_on > pay_by)
    and not bank.is_revolving(card) then
    -- If there is no grace period, the part of the statement that was repaid by its due date accrues no
    -- interest (12 CFR 1026.54(a)(1)(ii)).
    select least(max(d.paid), statement.closing_balance) into repaid
      from bank.card_days(card, from_date, least(pay_by, today), zone) d where d.day >= from_date;
  end if;
  return query
    select d.day, d.balance,
      round(greatest(d.balance - greatest(0, repaid - d.paid), 0) * card.apr / 100 / 365, 4),
      case when statement.id is null then true
        -- An unpaid statement keeps the grace period only while it can still be paid on time. In addition,
        -- the previous cycle must not have had interest.
        when paid_on is null or paid_on > pay_by then paid_on is null
          and today <= pay_by and not bank.is_revolving(card)
        else d.day >= paid_on or not bank.is_revolving(card) end
    from bank.card_days(card, from_date, today, zone) d where d.day >= from_date order by d.day;
end $$;
comment on function public.card_interest_days is
  'For each day since the last statement of one of the caller''s cards, returns the closing balance, the '
  'interest at 1/365 of the annual rate, and whether the grace period waives it. Without the grace period, '
  'the amount repaid by the due date accrues no interest. Until the due date, the grace period applies if '
  'the previous cycle accrued no interest. Returns nothing for a closed card, and for a card with several '
  'balances or rates, whose daily interest the engine records. Refuses: NTFND.';

grant execute on function
  public.redeem_rewards, public.request_credit_limit, public.close_credit_card, public.card_interest_days
  to authenticated;
