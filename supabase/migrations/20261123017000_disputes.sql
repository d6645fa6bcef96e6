set check_function_bodies = off;

-- Disputes of card charges and of debit card purchases. The bank credits the disputed amount provisionally
-- and decides the dispute on a later simulated day. The rules are in docs/credit-cards.md. The outcome is
-- determined when the dispute is opened. Until the decision day, only `bank.dispute_outcomes` has it.
create table public.disputes (
  id uuid primary key default gen_random_uuid(),
  account_id uuid references public.accounts on delete cascade,
  card_id uuid references public.credit_cards on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  entry_id bigint not null,
  charged_on date not null,
  merchant text,
  category text,
  amount numeric not null check (amount between 0.01 and 999999999.99 and amount = round(amount, 2)),
  currency text not null references public.currencies,
  reason text not null check (reason in ('fraud', 'not_received', 'duplicate', 'wrong_amount',
    'credit_not_processed', 'other')),
  description text,
  status text not null default 'in_review' check (status in ('in_review', 'won', 'lost', 'withdrawn')),
  opened_at timestamptz not null,
  decide_on date not null,
  decided_at timestamptz,
  outcome text,
  credit_days integer check (credit_days in (10, 20)),
  credited_at timestamptz,
  reversed numeric check (reversed between 0 and amount),
  constraint disputes_decided_check check ((status = 'in_review') = (decided_at is null)),
  constraint disputes_one_product_check check (num_nonnulls(account_id, card_id) = 1),
  constraint disputes_claim_check check ((account_id is null) = (credit_days is null)),
  constraint disputes_credited_at_check check (account_id is not null or credited_at is null)
);
create index disputes_account_id_idx on public.disputes (account_id, opened_at desc);
create index disputes_card_id_idx on public.disputes (card_id, opened_at desc);
create index disputes_user_id_idx on public.disputes (user_id, opened_at desc);
create index disputes_currency_idx on public.disputes (currency);
create unique index disputes_entry_id_key on public.disputes (entry_id) where status <> 'withdrawn';
comment on table public.disputes is 'Card charges and debit card purchases that customers dispute.';
comment on column public.disputes.account_id is 'The account that paid; null for a card.';
comment on column public.disputes.card_id is 'The charged card; null for an account.';
comment on column public.disputes.credit_days is 'The business days until the provisional credit of an '
  'account: 10, or 20 for a new account (12 CFR 1005.11(c)); null for a card, which is credited at once.';
comment on column public.disputes.credited_at is
  'The simulated instant of the provisional credit to an account; null before it, and for a card.';
comment on column public.disputes.reversed is
  'The part of the provisional credit to an account that was reversed; null if none.';
comment on column public.disputes.entry_id is 'The journal entry of the charge.';
comment on column public.disputes.amount is 'The disputed amount, which is credited provisionally.';
comment on column public.disputes.description is 'The customer''s description of the problem.';
comment on column public.disputes.decide_on is 'The simulated day of the decision.';
comment on column public.disputes.decided_at is
  'The simulated instant at which the dispute was decided or withdrawn.';
comment on column public.disputes.outcome is 'The decision and its reason; null before the decision.';
call bank.show_to_owner('public.disputes');

create trigger schedule_simulation after insert or update of status on public.disputes
  for each row execute function bank.schedule_simulation_for_change();
call bank.broadcast('public.disputes');

create table bank.dispute_outcomes (
  dispute_id uuid primary key references public.disputes on delete cascade,
  outcome text not null check (outcome in ('won', 'lost')),
  explanation text not null
);
comment on table bank.dispute_outcomes is 'The future outcomes of disputes, revealed on the decision day.';
alter table bank.dispute_outcomes enable row level security;

create function bank.is_duplicated(dispute public.disputes, charge bank.entries)
returns boolean language sql stable as $$
  select exists (
    select from (select coalesce(dispute.card_id, dispute.account_id) as ledger_id) as product
      cross join bank.entries e
      join bank.postings p on p.entry_id = e.id and p.ledger_id = product.ledger_id
      join bank.postings own on own.entry_id = charge.id and own.ledger_id = product.ledger_id
    where e.household_id = dispute.user_id and e.id <> charge.id and e.kind = charge.kind
      and p.amount = own.amount
      and lower(e.merchant) = lower(charge.merchant) and e.at <= dispute.opened_at
      and e.at between charge.at - interval '3 days' and charge.at + interval '3 days'
      -- Only one of two equal charges can be credited.
      and not exists (select from public.disputes d where d.entry_id = e.id
        and d.opened_at < dispute.opened_at
        and not (d.status = 'withdrawn' and d.decided_at <= dispute.opened_at)))
$$;
comment on function bank.is_duplicated is 'Returns true if the same merchant charged the same amount to the '
  'card or account within three days, and that charge isn''t disputed.';

create function bank.is_known_merchant(dispute public.disputes, charge bank.entries)
returns boolean language sql stable as $$
  select exists (
    select from bank.entries e
      join bank.postings p on p.entry_id = e.id and p.ledger_id = dispute.account_id
    where e.household_id = dispute.user_id and e.id <> charge.id and e.kind = charge.kind
      and lower(e.merchant) = lower(charge.merchant) and e.at <= dispute.opened_at
      and bank.day_for(dispute.user_id, e.value_at) <> bank.day_for(dispute.user_id, charge.value_at))
$$;
comment on function bank.is_known_merchant is 'Returns true if the account paid the merchant of a disputed '
  'purchase on another day before the dispute was opened.';

create function bank.missing_refunds(charge bank.entries, until timestamptz) returns numeric
language sql stable as $$
  select coalesce(sum(r.amount), 0) from public.refunds r where r.entry_id = charge.id
    and r.user_id = charge.household_id and r.status in ('missing', 'failed') and r.ended_at <= until
$$;
comment on function bank.missing_refunds is 'Returns the sum of the refunds that the merchant of a purchase '
  'promised and that didn''t arrive, until a simulated instant.';

create function bank.dispute_outcome(dispute public.disputes, out outcome text, out explanation text)
language plpgsql stable as $$
declare
  -- Ignores events after the dispute was opened, so that a restored household gets the same outcome.
  charge bank.entries;
  charged numeric;
  is_won boolean;
begin
  select * into charge from bank.entries e where e.id = dispute.entry_id and e.household_id = dispute.user_id;
  select -p.amount into charged from bank.postings p where p.entry_id = charge.id
    and p.ledger_id = coalesce(dispute.card_id, dispute.account_id);
  if charge.event_key like '%:fraud' then
    is_won := true;
    explanation := 'We found that someone else used the card.';
  elsif dispute.reason = 'fraud' and dispute.account_id is not null then
    is_won := not bank.is_known_merchant(dispute, charge);
    explanation := case when is_won then 'We found no other purchase of yours at this merchant.'
      else 'You paid this merchant from this account on another day, too.' end;
  elsif dispute.reason = 'credit_not_processed' then
    is_won := dispute.amount <= bank.missing_refunds(charge, dispute.opened_at);
    explanation := case when is_won then 'The merchant accepted your return and didn''t send the refund.'
      else 'We found no refund that the merchant promised and didn''t send.' end;
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

create function bank.reason_against_dispute(is_card boolean, charge bank.entries, left_over numeric,
  amount numeric) returns text language sql volatile as $$
  select case
    when charge.kind = 'imported_charge' then 'imported'
    when charge.kind <> case when is_card then 'card_charge' else 'payment' end
      -- An account's other payments are bills, which the customer arranged.
      or not is_card and coalesce(charge.event_key, '') not like all (array['life:%', 'hold:%']) then 'kind'
    when charge.at < bank.now_for(charge.household_id) - interval '120 days' then 'age'
    when exists (select from public.disputes d where d.entry_id = charge.id and d.status <> 'withdrawn')
      then 'disputed'
    when charge.event_key like '%:fraud' and exists (select from bank.entries e
      where e.household_id = charge.household_id
        and e.event_key = regexp_replace(charge.event_key, ':fraud$', ':credit')) then 'credited'
    when left_over <= 0 then 'refunded'
    when amount > left_over then 'amount' end
$$;
comment on function bank.reason_against_dispute is 'Returns why an amount of a purchase can''t be disputed: '
  'imported, kind, age, disputed, credited, refunded, or amount. Returns null if it can be disputed.';

create function bank.check_disputable(product_id uuid, is_card boolean, charge bank.entries, amount numeric,
  reason text) returns void language plpgsql volatile as $$
declare
  charged numeric := (select -p.amount from bank.postings p where p.entry_id = charge.id
    and p.ledger_id = product_id);
  -- A dispute about a missing refund can't be for more than the merchant promised.
  promised numeric := case reason when 'credit_not_processed'
    then nullif(bank.missing_refunds(charge, bank.now_for(charge.household_id)), 0) end;
  left_over numeric := least(charged - bank.refunded_amount(charge.id), promised);
  why text := bank.reason_against_dispute(is_card, charge, left_over, amount);
begin
  perform bank.refuse_if(charge.id is null or charged is null, 'NTFND', case when is_card
    then 'We couldn''t find that charge on this card.'
    else 'We couldn''t find that purchase in this account.' end);
  perform bank.refuse_if(why is not null, 'NODIS', case why
      when 'age' then 'This charge is too old to dispute. You can dispute a charge for up to 120 days.'
      when 'amount' then case when promised is null
        then 'You can''t dispute more than the charge amount. Enter a smaller amount.'
        else 'You can''t dispute more than the missing refund. Enter a smaller amount.' end
      when 'disputed' then 'You already disputed this charge.'
      when 'credited' then 'This charge was already credited.'
      when 'refunded' then 'You already returned this purchase.'
      when 'imported' then 'This charge was imported from another bank. Dispute it there.'
      else 'You can only dispute purchases.' end,
    jsonb_build_object('why', why, 'highest', case why when 'amount' then left_over end,
      'days', case why when 'age' then 120 end));
end $$;
comment on function bank.check_disputable is
  'Refuses a dispute about an entry that isn''t on the card or account (NTFND), isn''t a purchase, is too '
  'old, is already disputed, credited, or refunded, or is below the disputed amount (NODIS). A dispute about '
  'a missing refund is limited to that refund.';

create function public.disputable_amount(transaction_key text) returns numeric language plpgsql volatile
security definer -- because it reads the journal
set search_path = '' as $$
declare
  sale record := bank.find_purchase(bank.caller(), transaction_key);
  left_over numeric := sale.charged - bank.refunded_amount((sale.purchase).id);
begin
  return case when bank.reason_against_dispute(sale.card_id is not null, sale.purchase, left_over,
    left_over) is null then left_over else 0 end;
end $$;
comment on function public.disputable_amount is 'Returns the part of one of the caller''s purchases that can '
  'be disputed; 0 if it can''t be disputed. Refuses: NTFND.';

create function bank.claim_days(account public.accounts, charge bank.entries, out credit_days integer,
  out decision_days integer) language plpgsql stable as $$
declare
  is_new boolean := charge.value_at < account.created_at + interval '30 days';
  is_in_person boolean := exists (select from public.holds h where h.user_id = account.user_id
    and h.event_key = regexp_replace(charge.event_key, ':clearing:[0-9]+$', '')
    and h.purchase in ('store', 'restaurant', 'gas_pump', 'hotel'));
begin
  credit_days := case when is_new then 20 else 10 end;
  decision_days := case when is_new or is_in_person then 90 else 45 end;
end $$;
comment on function bank.claim_days is 'Returns the business days until the provisional credit, and the days '
  'until the decision (12 CFR 1005.11(c)): 10 and 45; 20 and 90 in the first 30 days of an account; 10 and '
  '90 for a purchase in person.';

create function bank.move_dispute(card public.credit_cards, dispute public.disputes, kind text,
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

create function bank.review_days(reason text) returns integer language sql immutable as $$
  select case reason when 'duplicate' then 14 when 'wrong_amount' then 14 when 'credit_not_processed' then 14
    when 'fraud' then 20 when 'not_received' then 30 else 45 end
$$;
comment on function bank.review_days is 'Returns the days until a card''s dispute is decided.';

create function bank.credit_dispute(card public.credit_cards, dispute public.disputes) returns void
language plpgsql volatile as $$
begin
  perform bank.move_dispute(card, dispute, 'dispute_credit', -dispute.amount,
    'Provisional credit for a dispute', dispute.opened_at);
  perform bank.notify_card_event(card, dispute.opened_at, 'dispute_opened', coalesce(dispute.merchant,
    'A charge')
    || ' is disputed', dispute.id,
    'opened', jsonb_build_object('amount', bank.minor(dispute.amount), 'decide_on', dispute.decide_on,
      'card', card.id));
end $$;
comment on function bank.credit_dispute is 'Credits a new dispute to a locked card.';

create function public.open_dispute(card_id uuid default null, entry_id bigint default null,
  amount numeric default null, reason text default null, description text default null,
  request_id text default null, account_id uuid default null)
returns public.disputes language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  clean_description text := bank.clean_note(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'open_dispute', 'card', card_id, 'entry', entry_id,
      'amount', trim_scale(amount)::text, 'reason', reason, 'description', clean_description)
    || jsonb_strip_nulls(jsonb_build_object('account', account_id));
  dispute public.disputes := bank.replay_row(request_id, params, null::public.disputes);
  account public.accounts;
  card public.credit_cards;
  charge bank.entries;
  claim record;
begin
  if dispute.id is not null then return dispute; end if;
  perform bank.check_amount(amount);
  if account_id is null or card_id is not null then card := bank.lock_card(card_id); end if;
  if account_id is not null then account := bank.lock_account(account_id); end if;
  perform bank.refuse_if(card.id is not null and account.id is not null,
    'BADTY', 'Choose a card or an account.');
  perform bank.refuse_if((reason in ('fraud', 'not_received', 'duplicate', 'wrong_amount',
      'credit_not_processed', 'other')) is not true,
    'BADTY', 'Choose a reason from the list.');
  select * into charge from bank.entries e where e.id = open_dispute.entry_id
    and e.household_id = bank.caller();
  perform bank.check_disputable(coalesce(account.id, card.id), account.id is null, charge, amount, reason);
  claim := bank.claim_days(account, charge);
  insert into public.disputes (account_id, card_id, user_id, entry_id, charged_on, merchant, category, amount,
    currency, reason, description, opened_at, decide_on, credit_days)
    values (account.id, card.id, charge.household_id, charge.id,
      bank.day_for(charge.household_id, charge.at), charge.merchant,
      (select k.name from public.categories k where k.id = charge.category_id), round(open_dispute.amount, 2),
      coalesce(account.currency, card.currency), open_dispute.reason, clean_description,
      bank.now_for(charge.household_id),
      -- All periods of cards are longer than the ten days after which the bank credits a fraudulent charge
      -- automatically.
      bank.today_for(charge.household_id) + case when account.id is not null then claim.decision_days
        else bank.review_days(open_dispute.reason) end,
      case when account.id is not null then claim.credit_days end)
    returning * into dispute;
  insert into bank.dispute_outcomes (dispute_id, outcome, explanation)
    select dispute.id, o.outcome, o.explanation from bank.dispute_outcome(dispute) as o;
  if card.id is not null then perform bank.credit_dispute(card, dispute); end if;
  return bank.remember(request_id, params, dispute);
end $$;
comment on function public.open_dispute is
  'Disputes a charge on one of the caller''s cards, or a debit card purchase from an account, or part of it. '
  'Credits a card provisionally at once, and an account within 10 business days, or 20 in its first 30 days. '
  'Returns the dispute. Refuses: BADAM, BADTY, BADTX, NTFND, CLOSD, NODIS, RQDIF.';

create function bank.withdraw_claim(dispute public.disputes) returns void language plpgsql volatile as $$
declare
  account public.accounts := bank.lock_account(dispute.account_id);
begin
  perform bank.move_cash(account, 'out', dispute.amount, 'dispute_reversal', 'Dispute withdrawn',
    bank.next_instant(account.user_id, array[account.id]),
    category_id => (select e.category_id from bank.entries e where e.id = dispute.entry_id),
    merchant => dispute.merchant);
end $$;
comment on function bank.withdraw_claim is
  'Reverses the provisional credit of a withdrawn dispute in its account. Refuses: INSUF, CLOSD.';

create function public.withdraw_dispute(dispute_id uuid, request_id text default null)
returns public.disputes language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'withdraw_dispute', 'dispute', dispute_id);
  dispute public.disputes := bank.replay_row(request_id, params, null::public.disputes);
  card public.credit_cards;
  at timestamptz;
begin
  if dispute.id is not null then return dispute; end if;
  perform bank.lock_clock(bank.caller());
  select * into dispute from public.disputes d where d.id = withdraw_dispute.dispute_id
    and d.user_id = bank.caller();
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that dispute.');
  -- Locks the card or account first, as all functions do, and then reads the current dispute.
  select * into card from public.credit_cards c where c.id = dispute.card_id for no key update;
  perform from public.accounts a where a.id = dispute.account_id for no key update;
  select * into dispute from public.disputes d where d.id = dispute.id for no key update;
  perform bank.refuse_if(dispute.status <> 'in_review', 'DCIDD', 'This dispute has already been decided.',
    jsonb_build_object('status', dispute.status, 'decided_at', dispute.decided_at));
  at := bank.now_for(dispute.user_id);
  if card.id is not null then
    perform bank.move_dispute(card, dispute, 'dispute_reversal', dispute.amount, 'Dispute withdrawn', at);
  elsif dispute.credited_at is not null then
    perform bank.withdraw_claim(dispute);
  end if;
  update public.disputes d
    set status = 'withdrawn', decided_at = at, outcome = 'You withdrew the dispute.',
      reversed = case when d.credited_at is not null then d.amount end
    where d.id = dispute.id returning * into dispute;
  if card.id is not null then
    perform bank.notify_card_event(card, at, 'dispute_withdrawn', coalesce(dispute.merchant, 'A charge')
      || ' is no longer disputed', dispute.id,
      'withdrawn', jsonb_build_object('amount', bank.minor(dispute.amount), 'card', card.id));
  end if;
  return bank.remember(request_id, params, dispute);
end $$;
comment on function public.withdraw_dispute is 'Withdraws one of the caller''s disputes in review and '
  'reverses the provisional credit. Returns the dispute. Refuses: NTFND, DCIDD, INSUF, CLOSD, RQDIF.';

create function bank.refuse_disputed(account public.accounts) returns void language plpgsql volatile as $$
declare
  disputes integer := (select count(*) from public.disputes d where d.account_id = account.id
    and (d.status = 'in_review' or (d.status = 'lost' and d.credited_at is not null
    and coalesce(d.reversed, 0) < d.amount)));
begin
  perform bank.refuse_if(disputes > 0, 'OWING', 'This account has a dispute that isn''t settled yet.',
    jsonb_build_object('disputes', disputes, 'currency', account.currency));
end $$;
comment on function bank.refuse_disputed is 'Refuses (OWING) to close an account with a dispute in review, '
  'or with a lost dispute whose provisional credit isn''t fully reversed.';

create function bank.engine_disputes(household uuid, simulated_until timestamptz)
returns table (disputes json) language sql stable as $$
  -- Includes resolved disputes only while the bank could credit the same fraudulent charge again.
  select coalesce(json_agg(jsonb_build_object('id', d.id, 'card_id', d.card_id,
      'amount', bank.minor(d.amount), 'decide_on', d.decide_on, 'merchant', d.merchant,
      'category', d.category, 'outcome', case d.status when 'in_review' then o.outcome end,
      'shock_id', case when e.event_key like '%:fraud' then regexp_replace(e.event_key, ':fraud$', '') end)
      || case when d.account_id is null then '{}' else jsonb_build_object('account_id', d.account_id,
        'opened_on', bank.day_for(d.user_id, d.opened_at), 'credit_days', d.credit_days,
        'is_credited', d.credited_at is not null, 'is_lost', d.status = 'lost',
        'reversed', bank.minor(coalesce(d.reversed, 0))) end
      order by d.opened_at, d.id), '[]')
  from public.disputes d
    join bank.dispute_outcomes o on o.dispute_id = d.id
    join bank.entries e on e.id = d.entry_id
  where d.user_id = household
    and (d.status = 'in_review'
      or (d.status = 'lost' and d.credited_at is not null and coalesce(d.reversed, 0) < d.amount)
      or (e.event_key like '%:fraud' and d.opened_at > engine_disputes.simulated_until - interval '60 days'))
$$;
comment on function bank.engine_disputes is 'Returns the disputes of a household in the engine''s format.';

create function bank.decide_disputes(steps jsonb) returns void language sql volatile as $$
  update public.disputes d
    set credited_at = coalesce(e.credited_at, d.credited_at),
      reversed = case when d.account_id is not null and e.reversed > 0
        then coalesce(d.reversed, 0) + bank.major(e.reversed) else d.reversed end,
      status = case when e.decided_at is null then d.status else o.outcome end,
      outcome = case when e.decided_at is null then d.outcome else o.explanation end,
      decided_at = coalesce(e.decided_at, d.decided_at)
  from (
    select (s.step ->> 'customer_id')::uuid as user_id, e.event ->> 'subject' as subject,
      max(bank.from_millis((e.event ->> 'at')::bigint)) filter (
        where e.event ->> 'kind' = 'provisional_credit') as credited_at,
      max(bank.from_millis((e.event ->> 'at')::bigint)) filter (
        where e.event ->> 'kind' in ('dispute_won', 'dispute_lost')) as decided_at,
      coalesce(sum((e.event -> 'facts' ->> 'amount')::numeric) filter (
        where e.event ->> 'kind' = 'dispute_reversal'), 0) as reversed
    from jsonb_array_elements(steps) as s (step), jsonb_array_elements(s.step -> 'events') as e (event)
    where e.event ->> 'kind' in ('provisional_credit', 'dispute_won', 'dispute_lost', 'dispute_reversal')
    group by 1, 2
  ) as e, bank.dispute_outcomes o
  where d.user_id = e.user_id and d.id::text = e.subject and o.dispute_id = d.id
    and (d.status = 'in_review' or d.status = 'lost' and d.account_id is not null)
$$;
comment on function bank.decide_disputes is 'Records the provisional credits of disputes, their decisions, '
  'and the reversals that these engine steps posted.';

grant execute on function public.disputable_amount, public.open_dispute, public.withdraw_dispute
  to authenticated;
