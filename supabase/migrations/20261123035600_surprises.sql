set check_function_bodies = off;

-- Decisions about surprises. The engine asks (engine/simulation/surprise-choices.ts), keeps the costs in the
-- carryover, and draws what follows. These functions record the customer's choice and pay for it.
create function bank.find_open_surprise(household uuid, surprise text) returns jsonb
language plpgsql volatile as $$
declare
  shock jsonb;
  last_day date;
begin
  select s.item into shock from bank.clocks k,
    jsonb_array_elements(coalesce(k.carryover -> 'shocks', '[]')) as s (item)
    where k.household_id = household and s.item ->> 'id' = surprise and s.item ? 'begun'
      and s.item ? 'choice';
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that surprise.');
  perform bank.refuse_if(shock -> 'choice' ? 'chosen', 'DCIDD', 'This was already decided.',
    jsonb_build_object('status', shock #>> '{choice,chosen}'));
  last_day := date '1970-01-01' + (shock #>> '{choice,until}')::integer;
  perform bank.refuse_if(bank.today_for(household) > last_day, 'DCIDD',
    format('The time to decide ended on %s.', bank.format_date(last_day, bank.today_for(household))),
    jsonb_build_object('status', 'late', 'decided_at', last_day));
  return shock;
end $$;
comment on function bank.find_open_surprise is 'Returns an open surprise, which needs the customer''s '
  'decision. Refuses an unknown one (NTFND), and one that was decided or whose time is over (DCIDD).';

create function bank.pay_surprise(household uuid, shock jsonb, choice text, account_id uuid, card_id uuid)
returns void language plpgsql volatile as $$
declare
  cost numeric := bank.major((shock #>> array['choice', choice])::numeric);
  title text := shock #>> array['choice', 'bills', choice];
  currency text := shock #>> '{choice,currency}';
  paid_for uuid := bank.find_category(household, shock #>> '{choice,category}');
  key text := (shock ->> 'id') || ':bill';
  card public.credit_cards;
  account public.accounts;
  at timestamptz;
  entry bigint;
begin
  if card_id is not null then
    card := bank.lock_card(card_id);
    perform bank.refuse_if(card.currency <> currency, 'BADCU', format('Choose a card in %s.', currency));
    perform bank.check_purchase(card, cost, paid_for, null);
    at := bank.now_for(household);
    insert into bank.entries (household_id, at, value_at, kind, description, actor, channel, category_id,
      event_key) values (household, at, at, 'card_charge', title, auth.uid(), 'app', paid_for, key)
      returning id into entry;
    insert into bank.postings (entry_id, ledger_id, currency, amount)
      values (entry, card.id, currency, -cost),
        (entry, bank.system_account('cash_clearing'), currency, cost);
    update public.credit_cards c set balance = card.balance + cost, last_entry = entry, updated_at = at
      where c.id = card.id;
    return;
  end if;
  account := bank.cover_shortfall(bank.lock_covered_account(account_id), cost);
  perform bank.refuse_if(account.currency <> currency, 'BADCU', format('Choose an account in %s.', currency));
  at := bank.next_instant(household, array[account.id]);
  entry := bank.post(household, 'payment', title, at, at, 'app',
    array[account.id, bank.system_account('cash_clearing')], array[currency, currency], array[-cost, cost],
    event_key => key);
  perform bank.debit_account(account, cost, 'payment', title, entry, at, category_id => paid_for,
    covered => bank.payment_overdraft(account));
end $$;
comment on function bank.pay_surprise is 'Pays for a repair or a replacement from an account or by card. If '
  'the account is short, applies the customer''s overdraft choice, as the engine does for the default. '
  'Refuses: NTFND, CLOSD, BADCU, INSUF, FROZN, OVRLM, SPLIM.';

create function bank.record_surprise_choice(household uuid, shock jsonb, choice text)
returns jsonb language plpgsql volatile as $$
declare
  decided jsonb := jsonb_set(shock, '{choice,chosen}', to_jsonb(choice));
  at timestamptz := bank.now_for(household);
begin
  -- A step that is being computed is discarded and computed again.
  update bank.clocks k set rules_version = k.rules_version + 1, due_at = least(k.due_at, clock_timestamp()),
    carryover = k.carryover || jsonb_build_object('shocks', (
      select jsonb_agg(case when s.item ->> 'id' = decided ->> 'id' then decided else s.item end
        order by s.ordinal)
      from jsonb_array_elements(k.carryover -> 'shocks') with ordinality as s (item, ordinal)))
    where k.household_id = household;
  insert into public.household_events (user_id, at, kind, description, subject, event_key, facts)
    values (household, at, 'surprise_decided', shock #>> '{choice,name}', shock ->> 'id',
      (shock ->> 'id') || ':decided', jsonb_build_object('chosen', choice));
  insert into public.changes (user_id, simulated_at, subject, subject_id, name, action, fields, currency,
    channel)
    values (household, at, 'surprise', md5(shock ->> 'id')::uuid, shock #>> '{choice,name}', 'changed',
      jsonb_build_object('decision', jsonb_build_array(null, choice)), shock #>> '{choice,currency}', 'app');
  return decided;
end $$;
comment on function bank.record_surprise_choice is
  'Saves the customer''s choice for the engine, as an event, and in the change history.';

create function public.decide_surprise(surprise text, choice text, account_id uuid default null,
  card_id uuid default null, request_id text default null) returns jsonb language plpgsql volatile
security definer -- because it writes the ledger and the carryover of the caller's household
set search_path = '' as $$
declare
  household uuid := bank.caller();
  params jsonb := jsonb_build_object('verb', 'decide_surprise', 'surprise', surprise, 'choice', choice,
    'account', account_id, 'card', card_id);
  answer jsonb := bank.replay(request_id, params);
  shock jsonb;
begin
  if answer is not null then return answer; end if;
  -- In the same order as all other verbs that take both locks.
  perform pg_advisory_xact_lock_shared(bank.account_lock_key(household));
  perform bank.lock_clock_exclusively(household);
  shock := bank.find_open_surprise(household, surprise);
  perform bank.refuse_if(choice is null or choice not in ('repair', 'replace', 'wait'), 'BADTY',
    'Choose to repair, to replace, or to wait.');
  if choice <> 'wait' then
    perform bank.pay_surprise(household, shock, choice, account_id, card_id);
  end if;
  return bank.remember(request_id, params, bank.record_surprise_choice(household, shock, choice));
end $$;
comment on function public.decide_surprise is 'Decides an open surprise of the caller: repair or '
  'replace, paid at once from an account or by card, or wait. Returns the surprise. Refuses: BADTY, NTFND, '
  'DCIDD, CLOSD, BADCU, INSUF, FROZN, OVRLM, SPLIM, CLOCK, RQDIF, NOUSR.';

create function public.past_surprises()
returns table (surprise text, happened_at timestamptz, kind text, description text, chosen text,
  cost numeric, currency text) language sql stable
security definer -- because it reads the caller's journal
set search_path = '' as $$
  select h.subject, h.at, h.facts ->> 'shock', h.description, d.facts ->> 'chosen', coalesce(paid.cost, 0),
    coalesce(paid.currency, c.base_currency)
  from public.customers c
    join public.household_events h on h.user_id = c.id and h.kind = 'shock'
      and h.at > bank.now_for(c.id) - interval '1 year' and h.subject like 'luck:%'
    left join public.household_events d on d.user_id = c.id and d.event_key = h.subject || ':decided'
    left join lateral (
      select -sum(p.amount) as cost, min(p.currency) as currency
      from bank.entries e join bank.postings p on p.entry_id = e.id
        join bank.ledger_accounts l on l.id = p.ledger_id and l.household_id = c.id
      where e.household_id = c.id and e.event_key >= h.subject || ':' and e.event_key < h.subject || ';'
    ) as paid on true
  where c.id = bank.caller()
  order by h.at desc, h.id desc
$$;
comment on function public.past_surprises is 'Returns the caller''s surprises in the last 12 months, newest '
  'first, with the choice and what each has cost so far; a negative cost is money received.';

grant execute on function public.decide_surprise, public.past_surprises to authenticated;
