set check_function_bodies = off;

-- Card disputes. The bank credits the disputed amount provisionally and decides the dispute on a later
-- simulated day. The rules are in docs/credit-cards.md. The outcome is determined when the dispute is opened.
-- Until the decision day, it is stored only in `bank.dispute_outcomes`.
create table public.card_disputes (
  id uuid primary key default gen_random_uuid(),
  card_id uuid not null references public.credit_cards on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  entry_id bigint not null,
  charged_on date not null,
  merchant text,
  category text,
  amount numeric not null check (amount between 0.01 and 999999999.99 and amount = round(amount, 2)),
  currency text not null references public.currencies,
  reason text not null check (reason in ('fraud', 'not_received', 'duplicate', 'wrong_amount', 'other')),
  description text,
  status text not null default 'in_review' check (status in ('in_review', 'won', 'lost', 'withdrawn')),
  opened_at timestamptz not null,
  decide_on date not null,
  decided_at timestamptz,
  outcome text,
  constraint card_disputes_decided_check check ((status = 'in_review') = (decided_at is null))
);
create index card_disputes_card_id_idx on public.card_disputes (card_id, opened_at desc);
create index card_disputes_user_id_idx on public.card_disputes (user_id, opened_at desc);
create index card_disputes_currency_idx on public.card_disputes (currency);
create unique index card_disputes_entry_id_key on public.card_disputes (entry_id) where status <> 'withdrawn';
comment on table public.card_disputes is 'Charges that customers dispute.';
comment on column public.card_disputes.entry_id is 'The journal entry of the charge.';
comment on column public.card_disputes.amount is 'The disputed amount, credited provisionally.';
comment on column public.card_disputes.description is 'The customer''s description of the problem.';
comment on column public.card_disputes.decide_on is 'The simulated day of the decision.';
comment on column public.card_disputes.decided_at is
  'The simulated instant at which the dispute was decided or withdrawn.';
comment on column public.card_disputes.outcome is 'The decision and its reason; null before the decision.';
call bank.show_to_owner('public.card_disputes');

create trigger schedule_simulation after insert or update of status on public.card_disputes
  for each row execute function bank.schedule_simulation_for_change();
call bank.broadcast('public.card_disputes');

create table bank.dispute_outcomes (
  dispute_id uuid primary key references public.card_disputes on delete cascade,
  outcome text not null check (outcome in ('won', 'lost')),
  explanation text not null
);
comment on table bank.dispute_outcomes is 'The future outcomes of disputes, revealed on the decision day.';
alter table bank.dispute_outcomes enable row level security;

create function bank.is_duplicated(dispute public.card_disputes, charge bank.entries)
returns boolean language sql stable as $$
  select exists (
    select from bank.entries e join bank.postings p on p.entry_id = e.id and p.ledger_id = dispute.card_id
      join bank.postings own on own.entry_id = charge.id and own.ledger_id = dispute.card_id
    where e.household_id = dispute.user_id and e.id <> charge.id and e.kind = 'card_charge'
      and p.amount = own.amount
      and lower(e.merchant) = lower(charge.merchant) and e.at <= dispute.opened_at
      and e.at between charge.at - interval '3 days' and charge.at + interval '3 days'
      -- Only one of two equal charges can be credited.
      and not exists (select from public.card_disputes d where d.entry_id = e.id
        and d.opened_at < dispute.opened_at
        and not (d.status = 'withdrawn' and d.decided_at <= dispute.opened_at)))
$$;
comment on function bank.is_duplicated is 'Returns true if the same merchant charged the same amount to the '
  'card within three days, and that charge isn''t disputed.';

create function bank.dispute_outcome(dispute public.card_disputes, out outcome text, out explanation text)
language plpgsql stable as $$
declare
  -- Ignores events after the dispute was opened, so that a restored household gets the same outcome.
  charge bank.entries;
  charged numeric;
  is_won boolean;
begin
  select * into charge from bank.entries e where e.id = dispute.entry_id and e.household_id = dispute.user_id;
  select -p.amount into charged from bank.postings p where p.entry_id = charge.id
    and p.ledger_id = dispute.card_id;
  if charge.event_key like '%:fraud' then
    is_won := true;
    explanation := 'We found that someone else used the card.';
  elsif dispute.reason = 'fraud' then
    is_won := exists (select from public.card_replacements r where r.card_id = dispute.card_id
      and r.reason in ('lost', 'stolen') and r.replaced_at <= dispute.opened_at
      and r.replaced_at between charge.at - interval '60 days' and charge.at + interval '60 days');
    explanation := case when is_won then 'The card had been reported lost or stolen.'
      else 'The charge used your card number, and the card had not been reported lost or stolen.' end;
  elsif dispute.reason = 'duplicate' then
    is_won := bank.is_duplicated(dispute, charge);
    explanation := case when is_won then 'The merchant charged the same amount twice within three days.'
      else 'The merchant charged this amount only once within three days.' end;
  elsif dispute.reason = 'wrong_amount' then
    is_won := dispute.amount < charged;
    explanation := case when is_won then 'The merchant didn''t provide a receipt for the difference.'
      else 'The merchant provided a receipt for the full amount.' end;
  elsif dispute.reason = 'not_received' then
    is_won := dispute.opened_at >= charge.at + interval '7 days';
    explanation := case when is_won then 'The merchant didn''t prove delivery.'
      else 'You disputed the charge within a week, while delivery was still in progress.' end;
  else
    is_won := false;
    explanation := 'The merchant showed that you agreed to the charge.';
  end if;
  outcome := case when is_won then 'won' else 'lost' end;
end $$;
comment on function bank.dispute_outcome is 'Returns the outcome of a dispute, based on the ledger when the '
  'dispute was opened. The same rules apply to all customers.';

create function bank.check_disputable(card public.credit_cards, charge bank.entries, amount numeric)
returns void language plpgsql volatile as $$
declare
  charged numeric := (select -p.amount from bank.postings p where p.entry_id = charge.id
    and p.ledger_id = card.id);
  refunded numeric := bank.refunded_amount(charge.id);
  why text;
begin
  perform bank.refuse_if(charge.id is null or charged is null,
    'NTFND', 'We couldn''t find that charge on this card.');
  why := case
    when charge.kind = 'imported_charge' then 'imported'
    when charge.kind <> 'card_charge' then 'kind'
    when charge.at < bank.now_for(card.user_id) - interval '120 days' then 'age'
    when exists (select from public.card_disputes d where d.entry_id = charge.id and d.status <> 'withdrawn')
      then 'disputed'
    when charge.event_key like '%:fraud' and exists (select from bank.entries e
      where e.household_id = card.user_id
        and e.event_key = regexp_replace(charge.event_key, ':fraud$', ':credit')) then 'credited'
    when refunded >= charged then 'refunded'
    when amount > charged - refunded then 'amount' end;
  perform bank.refuse_if(why is not null, 'NODIS', case why
      when 'age' then 'This charge is too old to dispute. You can dispute a charge for up to 120 days.'
      when 'amount' then 'You can''t dispute more than the charge amount. Enter a smaller amount.'
      when 'disputed' then 'You already disputed this charge.'
      when 'credited' then 'This charge was already credited.'
      when 'refunded' then 'You already returned this purchase.'
      when 'imported' then 'This charge was imported from another bank. Dispute it there.'
      else 'You can only dispute charges.' end,
    jsonb_build_object('why', why, 'highest', case why when 'amount' then charged - refunded end,
      'days', case why when 'age' then 120 end));
end $$;
comment on function bank.check_disputable is
  'Refuses a dispute about an entry that isn''t on the card (NTFND), isn''t a charge, is too old, is '
  'already disputed, credited, or refunded, or is below the disputed amount (NODIS).';

create function bank.move_dispute(card public.credit_cards, dispute public.card_disputes, kind text,
  more_owed numeric, description text, at timestamptz) returns void language sql volatile as $$
  with entry as (
    insert into bank.entries (household_id, at, value_at, kind, description, actor, channel, merchant,
      category_id)
    select card.user_id, move_dispute.at, move_dispute.at, move_dispute.kind, move_dispute.description,
      auth.uid(), 'app', dispute.merchant, e.category_id
    from bank.entries e where e.id = dispute.entry_id
    returning id
  ), sides as (
    insert into bank.postings (entry_id, ledger_id, currency, amount)
    select entry.id, side.ledger_id, card.currency, side.amount
    from entry, (values (card.id, -more_owed),
      (bank.system_account('cash_clearing'), more_owed)) as side (ledger_id, amount)
  )
  update public.credit_cards c set balance = c.balance + more_owed, last_entry = entry.id,
    updated_at = move_dispute.at
  from entry where c.id = card.id
$$;
comment on function bank.move_dispute is 'Credits a disputed amount to a locked card or reverses the credit, '
  'with the merchant and category of the charge, so that its rewards are adjusted too.';

create function public.open_dispute(card_id uuid, entry_id bigint default null, amount numeric default null,
  reason text default null, description text default null, request_id text default null)
returns public.card_disputes language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  clean_description text := bank.clean_note(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'open_dispute', 'card', card_id, 'entry', entry_id,
    'amount', trim_scale(amount)::text, 'reason', reason, 'description', clean_description);
  dispute public.card_disputes := bank.replay_row(request_id, params, null::public.card_disputes);
  card public.credit_cards;
  charge bank.entries;
  zone text;
begin
  if dispute.id is not null then return dispute; end if;
  perform bank.check_amount(amount);
  card := bank.lock_card(card_id);
  perform bank.refuse_if(
    (reason in ('fraud', 'not_received', 'duplicate', 'wrong_amount', 'other')) is not true,
    'BADTY', 'Choose a reason from the list.');
  select * into charge from bank.entries e where e.id = open_dispute.entry_id
    and e.household_id = card.user_id;
  perform bank.check_disputable(card, charge, amount);
  zone := (select c.time_zone from public.customers c where c.id = card.user_id);
  insert into public.card_disputes (card_id, user_id, entry_id, charged_on, merchant, category, amount,
    currency, reason, description, opened_at, decide_on)
    values (card.id, card.user_id, charge.id, (charge.at at time zone zone)::date, charge.merchant,
      (select k.name from public.categories k where k.id = charge.category_id), round(open_dispute.amount, 2),
      card.currency, open_dispute.reason, clean_description, bank.now_for(card.user_id),
      -- All periods are longer than the ten days after which the bank credits a fraudulent charge
      -- automatically.
      bank.today_for(card.user_id) + case open_dispute.reason when 'duplicate' then 14
        when 'wrong_amount' then 14 when 'fraud' then 20 when 'not_received' then 30 else 45 end)
    returning * into dispute;
  insert into bank.dispute_outcomes (dispute_id, outcome, explanation)
    select dispute.id, o.outcome, o.explanation from bank.dispute_outcome(dispute) as o;
  perform bank.move_dispute(card, dispute, 'dispute_credit', -dispute.amount,
    'Provisional credit for a dispute', dispute.opened_at);
  perform bank.notify_card_event(card, dispute.opened_at, 'dispute_opened', coalesce(dispute.merchant,
    'A charge')
    || ' is disputed', dispute.id,
    'opened', jsonb_build_object('amount', bank.minor(dispute.amount), 'decide_on', dispute.decide_on,
      'card', card.id));
  return bank.remember(request_id, params, dispute);
end $$;
comment on function public.open_dispute is
  'Disputes a charge on one of the caller''s cards, or part of it, and credits the amount provisionally. '
  'Returns the dispute. Refuses: BADAM, BADTY, BADTX, NTFND, CLOSD, NODIS, RQDIF.';

create function public.withdraw_dispute(dispute_id uuid, request_id text default null)
returns public.card_disputes language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'withdraw_dispute', 'dispute', dispute_id);
  dispute public.card_disputes := bank.replay_row(request_id, params, null::public.card_disputes);
  card public.credit_cards;
  at timestamptz;
begin
  if dispute.id is not null then return dispute; end if;
  perform bank.lock_clock(bank.caller());
  select * into dispute from public.card_disputes d where d.id = withdraw_dispute.dispute_id
    and d.user_id = bank.caller();
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that dispute.');
  -- Locks the card first, as all functions do, and then reads the current dispute.
  select * into card from public.credit_cards c where c.id = dispute.card_id for no key update;
  select * into dispute from public.card_disputes d where d.id = dispute.id for no key update;
  perform bank.refuse_if(dispute.status <> 'in_review', 'DCIDD', 'This dispute has already been decided.',
    jsonb_build_object('status', dispute.status, 'decided_at', dispute.decided_at));
  at := bank.now_for(card.user_id);
  perform bank.move_dispute(card, dispute, 'dispute_reversal', dispute.amount, 'Dispute withdrawn', at);
  update public.card_disputes d
    set status = 'withdrawn', decided_at = at, outcome = 'You withdrew the dispute.'
    where d.id = dispute.id returning * into dispute;
  perform bank.notify_card_event(card, at, 'dispute_withdrawn', coalesce(dispute.merchant, 'A charge')
    || ' is no longer disputed', dispute.id,
    'withdrawn', jsonb_build_object('amount', bank.minor(dispute.amount), 'card', card.id));
  return bank.remember(request_id, params, dispute);
end $$;
comment on function public.withdraw_dispute is 'Withdraws one of the caller''s disputes in review and '
  'reverses the provisional credit. Returns the dispute. Refuses: NTFND, DCIDD, RQDIF.';

create function bank.engine_disputes(household uuid, simulated_until timestamptz)
returns table (disputes json) language sql stable as $$
  -- Includes resolved disputes only while the bank could credit the same fraudulent charge again.
  select coalesce(json_agg(json_build_object('id', d.id, 'card_id', d.card_id, 'amount', bank.minor(d.amount),
      'decide_on', d.decide_on, 'merchant', d.merchant, 'category', d.category,
      'outcome', case d.status when 'in_review' then o.outcome end,
      'shock_id', case when e.event_key like '%:fraud' then regexp_replace(e.event_key, ':fraud$', '') end)
      order by d.opened_at, d.id), '[]')
  from public.card_disputes d
    join bank.dispute_outcomes o on o.dispute_id = d.id
    join bank.entries e on e.id = d.entry_id
  where d.user_id = household
    and (d.status = 'in_review'
      or (e.event_key like '%:fraud' and d.opened_at > engine_disputes.simulated_until - interval '60 days'))
$$;
comment on function bank.engine_disputes is 'Returns the disputes of a household in the engine''s format.';

create function bank.decide_disputes(steps jsonb) returns void language sql volatile as $$
  update public.card_disputes d
    set status = o.outcome, outcome = o.explanation, decided_at = bank.from_millis((e.event ->> 'at')::bigint)
  from jsonb_array_elements(steps) as s (step), jsonb_array_elements(s.step -> 'events') as e (event),
    bank.dispute_outcomes o
  where e.event ->> 'kind' in ('dispute_won', 'dispute_lost') and d.user_id = (s.step ->> 'customer_id')::uuid
    and d.id::text = e.event ->> 'subject' and d.status = 'in_review' and o.dispute_id = d.id
$$;
comment on function bank.decide_disputes is
  'Notifies customers of the disputes that these engine steps decided.';

grant execute on function public.open_dispute, public.withdraw_dispute to authenticated;
