set check_function_bodies = off;

-- Goodwill waivers. The bank reverses one late fee, returned payment fee, foreign transaction fee, or monthly
-- account fee in 12 months, if all other payments in that time were on time (docs/credit-cards.md). It never
-- waives interest.
create function bank.check_waivable(product_id uuid, fee bank.entries, can_waive boolean, at timestamptz)
returns void language plpgsql volatile as $$
declare
  household uuid := fee.household_id;
  zone text := (select c.time_zone from public.customers c where c.id = household);
  today date := (check_waivable.at at time zone zone)::date;
  -- A late payment and a returned payment have the due date of the statement in their event keys.
  due text := substring(fee.event_key from '(\d{4}-\d{2}-\d{2})(?::returned)?$');
  waived_on date;
  late_on date;
  why text;
begin
  -- Two requests at the same time would each be the first one.
  perform bank.lock_records(household, 'fee_waivers');
  select (max(e.value_at) at time zone zone)::date into waived_on from bank.entries e
    where e.household_id = household and e.kind = 'fee_waived'
      and e.value_at > check_waivable.at - interval '1 year';
  select (max(h.at) at time zone zone)::date into late_on from bank.late_payments(household) h
    where h.at > check_waivable.at - interval '1 year'
      and not (h.subject = product_id::text and substring(h.event_key from '\d{4}-\d{2}-\d{2}$') = due);
  why := case
    when exists (select from bank.entries e where e.household_id = household
      and e.event_key = 'waived:' || fee.event_key) then 'waived'
    when can_waive is not true then 'kind'
    when fee.value_at <= check_waivable.at - interval '1 year' then 'age'
    when waived_on is not null then 'used'
    when late_on is not null then 'late' end;
  perform bank.refuse_if(why is not null, 'NOWAV', case why
      when 'kind' then 'We waive only late fees, returned payment fees, foreign transaction fees, and '
        'monthly fees.'
      when 'waived' then 'We already waived this fee.'
      when 'age' then 'We waive a fee for up to 12 months. This fee is older.'
      when 'used' then format('We waived a fee on %s. You can ask again starting %s.',
        bank.format_date(waived_on, today),
        bank.format_date((waived_on + interval '1 year')::date + 1, today))
      else format('We waive a fee if all your other payments in the last 12 months were on time. '
        'A payment was late on %s.', bank.format_date(late_on, today)) end,
    jsonb_build_object('why', why, 'waived_on', case why when 'used' then waived_on end,
      'again_on', case why when 'used' then (waived_on + interval '1 year')::date + 1 end,
      'late_on', case why when 'late' then late_on end));
end $$;
comment on function bank.check_waivable is 'Refuses (NOWAV) to waive a fee of a card or account if the bank '
  'doesn''t waive its kind, it is older than 12 months, or it was already waived. Also refuses a second '
  'waiver within 12 months, and a waiver for a customer whose other payments were not all on time.';

create function public.request_fee_waiver(card_id uuid, entry_id bigint default null,
  request_id text default null) returns public.credit_cards language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'request_fee_waiver', 'card', card_id, 'entry', entry_id);
  card public.credit_cards := bank.replay_row(request_id, params, null::public.credit_cards);
  fee bank.entries;
  charged numeric;
  at timestamptz;
  entry bigint;
begin
  if card.id is not null then return card; end if;
  card := bank.lock_card(card_id);
  select * into fee from bank.entries e where e.id = request_fee_waiver.entry_id
    and e.household_id = card.user_id;
  select -p.amount into charged from bank.postings p where p.entry_id = fee.id and p.ledger_id = card.id;
  perform bank.refuse_if(charged is null, 'NTFND', 'We couldn''t find that fee on this card.');
  at := bank.now_for(card.user_id);
  perform bank.check_waivable(card.id, fee, (select a.can_waive from public.card_activity a
    where a.card_id = card.id and a.entry_id = fee.id), at);
  -- The entry has the category of the fee, so that the fee no longer counts as spending.
  insert into bank.entries (household_id, at, value_at, kind, description, actor, channel, reverses,
    event_key, category_id)
    values (card.user_id, at, at, 'fee_waived', 'Waived: ' || fee.description, auth.uid(), 'app', fee.id,
      'waived:' || fee.event_key, fee.category_id)
    returning id into entry;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
    select entry, side.ledger_id, card.currency, side.amount
    from (values (card.id, charged),
      (bank.system_account('fee_income'), -charged)) as side (ledger_id, amount);
  update public.credit_cards c set balance = c.balance - charged, last_entry = entry, updated_at = at
    where c.id = card.id returning * into card;
  perform bank.notify_card_event(card, at, 'fee_waived', 'We waived a fee on ' || card.name, card.id,
    'waived:' || entry, jsonb_build_object('amount', bank.minor(charged)));
  return bank.remember(request_id, params, card);
end $$;
comment on function public.request_fee_waiver is 'Asks the bank to waive a late, returned payment, or '
  'foreign transaction fee on one of the caller''s cards, and returns the card. The bank waives one fee in '
  '12 months if all other payments were on time. Refuses: NTFND, CLOSD, NOWAV, RQDIF.';

create function public.request_account_fee_waiver(account_id uuid, entry_id bigint default null,
  request_id text default null) returns public.accounts language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'request_account_fee_waiver', 'account', account_id,
    'entry', entry_id);
  account public.accounts := bank.replay_row(request_id, params, null::public.accounts);
  fee bank.entries;
  charged numeric;
  text text;
  at timestamptz;
  entry bigint;
begin
  if account.id is not null then return account; end if;
  account := bank.lock_account(account_id);
  select * into fee from bank.entries e where e.id = request_account_fee_waiver.entry_id
    and e.household_id = account.user_id;
  select -p.amount into charged from bank.postings p
    where p.entry_id = fee.id and p.ledger_id = account.id and p.amount < 0;
  perform bank.refuse_if(charged is null, 'NTFND', 'We couldn''t find that fee on this account.');
  at := bank.next_instant(account.user_id, array[account.id]);
  perform bank.check_waivable(account.id, fee, fee.kind = 'maintenance_fee', at);
  text := 'Waived: ' || fee.description;
  entry := bank.post(account.user_id, 'fee_waived', text, at, at, 'app',
    array[account.id, bank.system_account('fee_income')], array[account.currency, account.currency],
    array[charged, -charged], reverses => fee.id, event_key => 'waived:' || fee.event_key);
  -- The credit has the category of the fee, so that the fee no longer counts as spending.
  account := bank.credit_account(account, charged, 'fee_waived', text, entry, at, category_id => (
    select t.category_id from public.transactions t where t.entry_id = fee.id and t.account_id = account.id));
  return bank.remember(request_id, params, account);
end $$;
comment on function public.request_account_fee_waiver is 'Asks the bank to waive a monthly fee of one of the '
  'caller''s accounts, and returns the account. The bank waives one fee in 12 months if all other payments '
  'were on time. Refuses: NTFND, CLOSD, NOWAV, RQDIF.';

grant execute on function public.request_fee_waiver, public.request_account_fee_waiver to authenticated;
