set check_function_bodies = off;

-- Conversations with the assistant. They belong to the customer, remain after a return to a checkpoint, and
-- are erased with the customer. Their timestamps are in real time, not simulated time.
create table public.assistant_conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  title text not null check (char_length(title) between 1 and 120),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index assistant_conversations_user_id_idx on public.assistant_conversations (user_id, updated_at desc);
comment on table public.assistant_conversations is
  'Customers'' conversations with the assistant. Only each customer''s newest 200 are kept.';
comment on column public.assistant_conversations.title is
  'The first question, until the customer renames it.';
comment on column public.assistant_conversations.updated_at is 'The time of the last question.';
call bank.restrict_to_owner('public.assistant_conversations', 'select', 'update', 'delete');
grant select, update (title), delete on public.assistant_conversations to authenticated;
grant select on public.assistant_conversations to service_role;

create function bank.check_conversation() returns trigger language plpgsql
security definer -- because it calls bank.clean_note, which customers can't call
set search_path = '' as $$
begin
  new.title := bank.clean_note(new.title, 'title', 120);
  perform bank.refuse_if(new.title is null, 'BADTX', 'Enter a title of 1 to 120 characters.',
    jsonb_build_object('field', 'title', 'longest', 120));
  return new;
end $$;
comment on function bank.check_conversation is 'Refuses (BADTX) an empty title, or a title that is too long.';

create trigger check_conversation before update of title on public.assistant_conversations for each row
  execute function bank.check_conversation();

create table public.assistant_messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.assistant_conversations on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  request_id text not null check (char_length(request_id) between 1 and 200),
  asked text not null check (char_length(asked) between 1 and 2000),
  meaning jsonb,
  parts jsonb check (jsonb_typeof(parts) = 'array'),
  created_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  constraint assistant_messages_user_id_request_id_key unique (user_id, request_id)
);
create index assistant_messages_conversation_id_idx
  on public.assistant_messages (conversation_id, created_at);
create index assistant_messages_user_id_idx on public.assistant_messages (user_id, created_at desc);
comment on table public.assistant_messages is 'Questions to the assistant, each with its answer.';
comment on column public.assistant_messages.request_id is
  'The client''s id for the request. A repeated request gets the same answer.';
comment on column public.assistant_messages.asked is 'The customer''s message.';
comment on column public.assistant_messages.meaning is
  'The interpretation of the message, which the next question can refer to.';
comment on column public.assistant_messages.parts is
  'The answer in the format of assistant/parts.ts; null until it is saved.';
call bank.restrict_to_owner('public.assistant_messages', 'select', 'delete');
grant select, delete on public.assistant_messages to authenticated;
grant select on public.assistant_messages to service_role;

create function bank.open_conversation(household uuid, conversation_id uuid, title text)
returns uuid language plpgsql volatile as $$
declare
  found uuid;
begin
  if conversation_id is null then
    insert into public.assistant_conversations (user_id, title) values (household, open_conversation.title)
      returning id into found;
    -- Deletes the oldest conversations above the limit.
    delete from public.assistant_conversations c where c.user_id = household and c.id in (
      select old.id from public.assistant_conversations old
        where old.user_id = household order by old.updated_at desc, old.id offset 200);
    return found;
  end if;
  update public.assistant_conversations c set updated_at = clock_timestamp()
    where c.id = conversation_id and c.user_id = household returning c.id into found;
  perform bank.refuse_if(found is null, 'NTFND', 'We couldn''t find that conversation.');
  return found;
end $$;
comment on function bank.open_conversation is
  'Returns the caller''s conversation, or creates one. Refuses: NTFND.';

create function public.ask_assistant(question text default null, conversation_id uuid default null,
  request_id text default null) returns public.assistant_messages
language plpgsql volatile set search_path = ''
security definer -- because it checks the rate limit and serializes questions; writes only the caller's rows
as $$
declare
  household uuid := bank.caller();
  asked text;
  message public.assistant_messages;
begin
  perform bank.refuse_if(ask_assistant.conversation_id is not null
    and not exists (select from public.assistant_conversations c where c.id = ask_assistant.conversation_id
    and c.user_id = household), 'NTFND', 'We couldn''t find that conversation.');
  asked := bank.clean_paragraphs(question, 'question', 2000);
  perform bank.check_request_id(request_id);
  perform bank.ensure_customer(household);
  -- The lock serializes requests, so that every concurrent question counts toward the limits and a repeated
  -- request is detected.
  perform bank.lock_records(household, 'conversations');
  select * into message from public.assistant_messages m where m.user_id = household
    and m.request_id = ask_assistant.request_id;
  if found then
    perform bank.refuse_if(message.asked <> asked,
      'RQDIF', 'This request_id was already used for a different request.');
    return message;
  end if;
  perform bank.refuse_if((select count(*) from public.assistant_messages m where m.user_id = household
    and m.created_at > clock_timestamp() - interval '1 minute') >= 30,
    'SLOWR', 'You''ve asked 30 questions in a minute. Try again in a moment.',
    jsonb_build_object('highest', 30, 'minutes', 1));
  perform bank.refuse_if((select count(*) from public.assistant_messages m where m.user_id = household
    and m.conversation_id = ask_assistant.conversation_id) >= 500,
    'LIMIT', 'This conversation has reached 500 questions. Start a new one.',
    jsonb_build_object('highest', 500));
  insert into public.assistant_messages (conversation_id, user_id, request_id, asked)
    values (bank.open_conversation(household, ask_assistant.conversation_id,
      left(regexp_replace(asked, '\s+', ' ', 'g'), 120)), household,
      coalesce(ask_assistant.request_id, gen_random_uuid()::text), asked)
    returning * into message;
  return message;
end $$;
comment on function public.ask_assistant is
  'Saves a question in one of the caller''s conversations or a new one, and returns it. A repeated request '
  'returns the same question with its answer, if any. Refuses: BADTX, NTFND, SLOWR, LIMIT, RQDIF.';

create function public.save_answer(message_id uuid, meaning jsonb default null, parts jsonb default null)
returns public.assistant_messages language plpgsql volatile
security definer -- because it stores an answer once; writes only the caller's rows
set search_path = '' as $$
declare
  message public.assistant_messages;
begin
  select * into message from public.assistant_messages m where m.id = save_answer.message_id
    and m.user_id = bank.caller() for update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that question.');
  if message.parts is not null then return message; end if;
  perform bank.refuse_if((jsonb_typeof(parts) = 'array' and octet_length(parts::text) <= 262144
    and octet_length(coalesce(meaning, '{}')::text) <= 65536) is not true,
    'BADTX', 'An answer must be a list of parts of at most 256 KiB.');
  update public.assistant_messages m set meaning = save_answer.meaning, parts = save_answer.parts,
    answered_at = clock_timestamp()
    where m.id = message.id returning * into message;
  return message;
end $$;
comment on function public.save_answer is 'Saves the answer to one of the caller''s questions. A second '
  'answer changes nothing. Returns the saved one. Refuses: BADTX, NTFND.';

-- Proposals of the assistant. When the customer confirms a proposal, the bank's function runs once as the
-- customer, with the proposal's id as the request id.
create table public.assistant_proposals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  message_id uuid not null references public.assistant_messages on delete cascade,
  kind text not null check (kind in ('transfer', 'pay_card', 'pay_loan', 'pay_mortgage', 'draw_line',
    'pay_person', 'schedule_payment', 'auto_deposit', 'freeze_card', 'unfreeze_card', 'set_budget',
    'delete_budget', 'contribute_goal', 'change_goal', 'redeem_rewards', 'fast_forward')),
  parameters jsonb not null check (jsonb_typeof(parameters) = 'object'),
  shown jsonb not null check (jsonb_typeof(shown) = 'object' and octet_length(shown::text) <= 16384),
  expects jsonb not null check (jsonb_typeof(expects) = 'object'),
  state text not null
    default 'proposed' check (state in ('proposed', 'done', 'undone', 'refused', 'dismissed')),
  outcome text,
  undo jsonb,
  generation integer not null,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz
);
create index assistant_proposals_user_id_idx on public.assistant_proposals (user_id, created_at desc);
create index assistant_proposals_message_id_idx on public.assistant_proposals (message_id);
comment on table public.assistant_proposals is
  'Proposals of the assistant and their outcomes. A proposal expires after 30 minutes of real time.';
comment on column public.assistant_proposals.shown is
  'The preview: title, changes, warnings, an undo flag, and the messages after confirming and undoing.';
comment on column public.assistant_proposals.expects is 'The values that the preview is based on: balances '
  'by account, card, or debt, and limits by category. If they have changed, a new preview is needed.';
comment on column public.assistant_proposals.outcome is 'The outcome in a sentence.';
comment on column public.assistant_proposals.undo is 'The exact reversal; null if there is none.';
comment on column public.assistant_proposals.generation is 'The household generation of the proposal. The '
  'proposal can be confirmed or undone only in this generation.';
call bank.show_to_owner('public.assistant_proposals');

-- The bank's functions record the channel `app`. This trigger replaces it with `assistant` for entries that a
-- confirmed proposal posted.
create function bank.record_channel() returns trigger language plpgsql as $$
begin
  if current_setting('bank.channel', true) = 'assistant' then new.channel := 'assistant'; end if;
  return new;
end $$;
comment on function bank.record_channel is 'Marks entries that a confirmed proposal posted.';

create trigger record_channel before insert on bank.entries for each row
  when (new.channel = 'app') execute function bank.record_channel();

create function bank.current_terms(household uuid, expects jsonb) returns jsonb language sql stable as $$
  select coalesce(
    jsonb_object_agg(expected.id,
    coalesce(a.balance, c.balance, l.remaining_balance, m.remaining_balance, b.amount)), '{}')
  from (select k.id::uuid from jsonb_object_keys(expects) as k (id)) as expected
    left join public.accounts a on a.id = expected.id and a.user_id = household
    left join public.credit_cards c on c.id = expected.id and c.user_id = household
    left join public.loans l on l.id = expected.id and l.user_id = household
    left join public.mortgages m on m.id = expected.id and m.user_id = household
    left join public.budgets b on b.category_id = expected.id and b.user_id = household
$$;
comment on function bank.current_terms is 'Returns the current values that a preview is based on.';

create function bank.refresh_proposal(proposal public.assistant_proposals)
returns void language sql volatile as $$
  update public.assistant_messages m set parts = (
    select jsonb_agg(case when p.part #>> '{proposal,id}' = proposal.id::text
      then jsonb_set(p.part, '{proposal}',
        (p.part -> 'proposal') || (proposal.shown - '{done,undone}'::text[])
        || jsonb_build_object('state', proposal.state, 'outcome', proposal.outcome))
          else p.part end order by p.nth)
    from jsonb_array_elements(m.parts) with ordinality as p (part, nth))
  where m.id = proposal.message_id and m.user_id = proposal.user_id and m.parts is not null
$$;
comment on function bank.refresh_proposal is 'Updates a proposal''s outcome in the answer that contains it.';

create function bank.settle_proposal(proposal_id uuid, state text, outcome text, undo jsonb default null)
returns public.assistant_proposals language plpgsql volatile as $$
declare
  proposal public.assistant_proposals;
begin
  update public.assistant_proposals p set state = settle_proposal.state, outcome = settle_proposal.outcome,
    undo = settle_proposal.undo,
    settled_at = clock_timestamp() where p.id = settle_proposal.proposal_id returning * into proposal;
  perform bank.refresh_proposal(proposal);
  return proposal;
end $$;
comment on function bank.settle_proposal is 'Saves a proposal''s outcome in the proposal and in its answer.';

create function bank.lock_proposal(proposal_id uuid)
returns public.assistant_proposals language plpgsql volatile as $$
declare
  proposal public.assistant_proposals;
begin
  select * into proposal from public.assistant_proposals p
    where p.id = proposal_id and p.user_id = bank.caller() for update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that proposal.');
  return proposal;
end $$;
comment on function bank.lock_proposal is
  'Locks the caller''s proposal until the transaction ends. Refuses: NTFND.';

create function bank.current_generation(household uuid) returns integer language sql stable as $$
  select c.generation from public.customers c where c.id = household
$$;
comment on function bank.current_generation is 'Returns a customer''s household generation.';

create function public.propose(
  message_id uuid,
  kind text default null,
  parameters jsonb default null,
  shown jsonb default null,
  expects jsonb default '{}'
)
returns public.assistant_proposals language plpgsql volatile
security definer -- because it stores the proposal that the customer confirms; writes only the caller's rows
set search_path = '' as $$
declare
  household uuid := bank.caller();
  proposal public.assistant_proposals;
begin
  perform bank.refuse_if(not exists (select from public.assistant_messages m where m.id = propose.message_id
    and m.user_id = household), 'NTFND', 'We couldn''t find that question.');
  perform bank.refuse_if(
    (select count(*) from public.assistant_proposals p where p.message_id = propose.message_id) >= 10,
    'LIMIT', 'An answer can have at most 10 proposals.', jsonb_build_object('highest', 10));
  insert into public.assistant_proposals (user_id, message_id, kind, parameters, shown, expects, generation)
    values (household, propose.message_id, propose.kind, propose.parameters, propose.shown,
      coalesce(propose.expects, '{}'), bank.current_generation(household))
    returning * into proposal;
  return proposal;
end $$;
comment on function public.propose is 'Saves a proposal for an answer to the caller. Nothing happens until '
  'confirm_proposal runs. Refuses: NTFND, LIMIT.';

create function public.preview_proposal(proposal_id uuid, shown jsonb default null,
  expects jsonb default '{}') returns public.assistant_proposals language plpgsql volatile
security definer -- for the same reason as propose
set search_path = '' as $$
declare
  proposal public.assistant_proposals := bank.lock_proposal(proposal_id);
begin
  if proposal.state = 'proposed' then
    update public.assistant_proposals p
      set shown = preview_proposal.shown, expects = preview_proposal.expects where p.id = proposal.id
      returning * into proposal;
    perform bank.refresh_proposal(proposal);
  end if;
  return proposal;
end $$;
comment on function public.preview_proposal is
  'Updates the preview of one of the caller''s open proposals. Refuses: NTFND.';

create function public.dismiss_proposal(proposal_id uuid) returns public.assistant_proposals
language plpgsql volatile security definer -- for the same reason as propose
set search_path = '' as $$
declare
  proposal public.assistant_proposals := bank.lock_proposal(proposal_id);
begin
  if proposal.state = 'proposed' then
    proposal := bank.settle_proposal(proposal.id, 'dismissed', 'Nothing changed.');
  end if;
  return proposal;
end $$;
comment on function public.dismiss_proposal is
  'Dismisses one of the caller''s open proposals. Refuses: NTFND.';

-- Confirms and undoes proposals.
create function bank.create_proposed_rule(proposal public.assistant_proposals)
returns void language plpgsql volatile as $$
declare
  payment public.scheduled_payments := jsonb_populate_record(null::public.scheduled_payments,
    proposal.parameters);
  deposit public.auto_deposits := jsonb_populate_record(null::public.auto_deposits, proposal.parameters);
begin
  if proposal.kind = 'schedule_payment' then
    insert into public.scheduled_payments (id, user_id, account_id, name, payee, to_account_id, card_id,
      loan_id, mortgage_id, amount, amount_kind, frequency, start_date, occurrences)
    values (proposal.id, proposal.user_id, payment.account_id, payment.name, payment.payee,
      payment.to_account_id, payment.card_id, payment.loan_id, payment.mortgage_id, payment.amount,
      coalesce(payment.amount_kind, 'fixed'), payment.frequency, payment.start_date, payment.occurrences);
  else
    insert into public.auto_deposits (id, user_id, account_id, name, amount, frequency, start_date)
    values (proposal.id, proposal.user_id, deposit.account_id, deposit.name, deposit.amount,
      deposit.frequency, deposit.start_date);
  end if;
end $$;
comment on function bank.create_proposed_rule is
  'Creates the proposed scheduled payment or recurring deposit with the proposal''s id.';

create function bank.execute_freeze(household uuid, card_id uuid, is_frozen boolean)
returns void language plpgsql volatile as $$
begin
  update public.credit_cards c set frozen = is_frozen where c.id = execute_freeze.card_id
    and c.user_id = household and c.closed_at is null;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that card.');
end $$;
comment on function bank.execute_freeze is 'Freezes or unfreezes the caller''s card. Refuses: NTFND.';

create function bank.execute_budget_deletion(household uuid, category uuid)
returns jsonb language plpgsql volatile as $$
declare
  budget public.budgets;
begin
  delete from public.budgets b where b.user_id = household and b.category_id = category
    returning * into budget;
  perform bank.refuse_if(budget.category_id is null, 'NTFND', 'We couldn''t find that budget.');
  return jsonb_build_object('budget', jsonb_build_object('category_id', category, 'amount', budget.amount,
    'rollover', budget.rollover, 'rollover_cap', budget.rollover_cap));
end $$;
comment on function bank.execute_budget_deletion is
  'Deletes the caller''s budget of a category, and returns it. Refuses: NTFND.';

create function bank.execute_goal_change(household uuid, goal_id uuid, target numeric, target_date date)
returns jsonb language plpgsql volatile as $$
declare
  before public.goals;
begin
  select * into before from public.goals g where g.id = goal_id and g.user_id = household for update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that goal.');
  update public.goals g set target = coalesce(execute_goal_change.target, g.target),
    target_date = coalesce(execute_goal_change.target_date, g.target_date) where g.id = goal_id;
  return jsonb_build_object('target', before.target, 'date', before.target_date);
end $$;
comment on function bank.execute_goal_change is
  'Changes the target or the target date of the caller''s goal, and returns both as they were. '
  'Refuses: NTFND.';

-- Returns the exact reversal of the proposal; null if the proposal can't be reversed exactly.
create function bank.execute_proposal(proposal public.assistant_proposals)
returns jsonb language plpgsql volatile as $$
declare
  p jsonb := proposal.parameters;
  request text := proposal.id::text;
  amount numeric := (p ->> 'amount')::numeric;
begin
  case proposal.kind when 'transfer' then
      perform public.transfer((p ->> 'from')::uuid, (p ->> 'to')::uuid, amount, null, request,
        fixed_side => coalesce(p ->> 'fixed_side', 'source'));
      -- A transfer between currencies can't be reversed exactly, because converting the amount back isn't
      -- exact.
      return case when (select count(distinct a.currency) = 1 from public.accounts a
        where a.id in ((p ->> 'from')::uuid, (p ->> 'to')::uuid))
        then jsonb_build_object('transfer', amount) end;
    when 'pay_card' then
      perform public.pay_credit_card((p ->> 'card')::uuid, amount, (p ->> 'from')::uuid, null, request);
    when 'pay_loan' then
      perform public.pay_loan((p ->> 'debt')::uuid, amount, (p ->> 'from')::uuid, null, request);
    when 'pay_mortgage' then
      perform public.pay_mortgage((p ->> 'debt')::uuid, amount, (p ->> 'from')::uuid, null, request);
    when 'draw_line' then
      perform public.draw_credit_line((p ->> 'line')::uuid, amount, (p ->> 'to')::uuid, request);
    when 'pay_person' then
      perform public.pay_person((p ->> 'from')::uuid, amount, p ->> 'address', p ->> 'currency',
        p ->> 'note', p ->> 'name', request);
    when 'schedule_payment', 'auto_deposit' then
      perform bank.create_proposed_rule(proposal);
      return jsonb_build_object('rule', proposal.id);
    when 'freeze_card', 'unfreeze_card' then
      perform bank.execute_freeze(proposal.user_id, (p ->> 'card')::uuid, proposal.kind = 'freeze_card');
      return jsonb_build_object('frozen', proposal.kind <> 'freeze_card');
    when 'set_budget' then
      perform public.set_budgets(
        jsonb_build_array(jsonb_build_object('category_id', p ->> 'category', 'amount', amount)));
      return jsonb_build_object('budget', proposal.expects -> (p ->> 'category'), 'was', amount);
    when 'delete_budget' then
      return bank.execute_budget_deletion(proposal.user_id, (p ->> 'category')::uuid);
    when 'contribute_goal' then
      perform public.contribute_to_goal((p ->> 'goal')::uuid, amount, (p ->> 'from')::uuid, request);
      -- A contribution in another currency can't be reversed exactly.
      return case when p ->> 'undoable' = 'true' then jsonb_build_object('contributed', amount) end;
    when 'change_goal' then
      return bank.execute_goal_change(proposal.user_id, (p ->> 'goal')::uuid, (p ->> 'target')::numeric,
        (p ->> 'date')::date);
    when 'redeem_rewards' then
      perform public.redeem_rewards((p ->> 'card')::uuid, amount, (p ->> 'account')::uuid, request);
    when 'fast_forward' then
      -- After the confirmation, the server function saves a checkpoint and sets the clock.
      return null;
  end case;
  return null;
end $$;
comment on function bank.execute_proposal is
  'Runs the proposal''s function as the customer, and returns the exact reversal.';

create function public.confirm_proposal(proposal_id uuid) returns jsonb language plpgsql volatile
security definer -- because it writes the proposal's state; acts for the caller
set search_path = '' as $$
declare
  proposal public.assistant_proposals := bank.lock_proposal(proposal_id);
  undo jsonb;
begin
  if proposal.state <> 'proposed' then
    return jsonb_build_object('proposal', to_jsonb(proposal), 'acted', false, 'changed', false);
  end if;
  if proposal.created_at < clock_timestamp() - interval '30 minutes'
    or proposal.generation <> bank.current_generation(proposal.user_id) then
    proposal := bank.settle_proposal(proposal.id, 'refused', 'This proposal has expired. Nothing changed.');
    return jsonb_build_object('proposal', to_jsonb(proposal), 'acted', false, 'changed', false);
  end if;
  -- Checks the terms before any money moves and while the clock is locked, so that the result matches the
  -- preview.
  perform bank.lock_clock(proposal.user_id);
  if bank.current_terms(proposal.user_id, proposal.expects) <> proposal.expects then
    return jsonb_build_object('proposal', to_jsonb(proposal), 'acted', false, 'changed', true);
  end if;
  perform set_config('bank.channel', 'assistant', true);
  begin
    undo := bank.execute_proposal(proposal);
    proposal := bank.settle_proposal(proposal.id, 'done', proposal.shown ->> 'done', undo);
  exception when others then
    -- A refusal is saved as the outcome. Other errors and a locked clock are raised, because a later attempt
    -- can succeed.
    if sqlstate !~ '^[A-Z]{5}$' or sqlstate = 'CLOCK' then raise; end if;
    proposal := bank.settle_proposal(proposal.id, 'refused', sqlerrm);
  end;
  perform set_config('bank.channel', '', true);
  return jsonb_build_object('proposal', to_jsonb(proposal), 'acted', proposal.state = 'done',
    'changed', false);
end $$;
comment on function public.confirm_proposal is
  'Runs one of the caller''s proposals once; `acted` is true if this call ran it. Does nothing and returns '
  '`changed` if the balances of its preview have changed. Refuses: NTFND, CLOCK.';

create function bank.delete_proposed_rule(proposal public.assistant_proposals)
returns void language plpgsql volatile as $$
begin
  perform bank.refuse_if(exists (select from bank.entries e where e.household_id = proposal.user_id
    and e.event_key like proposal.id || ':%'),
    'NOCOR', 'The first payment or deposit has already posted. To stop future ones, delete the rule.',
    jsonb_build_object('why', 'rule'));
  delete from public.scheduled_payments r where r.id = proposal.id and r.user_id = proposal.user_id;
  delete from public.auto_deposits r where r.id = proposal.id and r.user_id = proposal.user_id;
end $$;
comment on function bank.delete_proposed_rule is
  'Deletes the rule that a proposal created, unless the rule has already posted a payment. Refuses: NOCOR.';

create function bank.restore_budget(proposal public.assistant_proposals)
returns void language plpgsql volatile as $$
declare
  category uuid := (proposal.parameters ->> 'category')::uuid;
begin
  perform bank.refuse_if((select b.amount from public.budgets b where b.user_id = proposal.user_id
    and b.category_id = category) is distinct from (proposal.undo ->> 'was')::numeric,
    'NOCOR', 'This budget has changed since then. Edit it in Budgets.',
    jsonb_build_object('why', 'corrected'));
  if proposal.undo ->> 'budget' is null then
    delete from public.budgets b where b.user_id = proposal.user_id and b.category_id = category;
  else
    perform public.set_budgets(
      jsonb_build_array(jsonb_build_object('category_id', category, 'amount', proposal.undo -> 'budget')));
  end if;
end $$;
comment on function bank.restore_budget is
  'Restores the budget limit from before a proposal. Refuses: NOCOR.';

create function bank.restore_deleted_budget(proposal public.assistant_proposals)
returns void language plpgsql volatile as $$
begin
  perform bank.refuse_if(exists (select from public.budgets b where b.user_id = proposal.user_id
    and b.category_id = (proposal.parameters ->> 'category')::uuid),
    'NOCOR', 'This budget has changed since then. Edit it in Budgets.',
    jsonb_build_object('why', 'corrected'));
  perform public.set_budgets(jsonb_build_array(proposal.undo -> 'budget'));
end $$;
comment on function bank.restore_deleted_budget is
  'Restores the budget that a proposal deleted. Refuses: NOCOR.';

create function bank.restore_goal(proposal public.assistant_proposals)
returns void language plpgsql volatile as $$
declare
  p jsonb := proposal.parameters;
begin
  update public.goals g set target = (proposal.undo ->> 'target')::numeric,
    target_date = (proposal.undo ->> 'date')::date
    where g.id = (p ->> 'goal')::uuid and g.user_id = proposal.user_id
      and (p ->> 'target' is null or g.target = (p ->> 'target')::numeric)
      and (p ->> 'date' is null or g.target_date = (p ->> 'date')::date);
  perform bank.refuse_if(not found, 'NOCOR', 'This goal has changed since then. Edit it in Goals.',
    jsonb_build_object('why', 'corrected'));
end $$;
comment on function bank.restore_goal is
  'Restores a goal''s target and target date from before a proposal. Refuses: NOCOR.';

create function public.undo_proposal(proposal_id uuid) returns public.assistant_proposals
language plpgsql volatile security definer -- for the same reason as confirm_proposal
set search_path = '' as $$
declare
  proposal public.assistant_proposals := bank.lock_proposal(proposal_id);
  p jsonb := proposal.parameters;
begin
  if proposal.state = 'undone' then return proposal; end if;
  perform bank.refuse_if(proposal.state <> 'done' or proposal.kind = 'fast_forward' or proposal.undo is null
    or proposal.generation <> bank.current_generation(proposal.user_id),
    'NOCOR', 'This can''t be undone.', jsonb_build_object('why', 'bank'));
  perform set_config('bank.channel', 'assistant', true);
  case proposal.kind when 'transfer' then
      perform public.transfer((p ->> 'to')::uuid, (p ->> 'from')::uuid, (p ->> 'amount')::numeric, null,
        proposal.id || ':undo');
    when 'schedule_payment', 'auto_deposit' then
      perform bank.delete_proposed_rule(proposal);
    when 'freeze_card', 'unfreeze_card' then
      perform bank.execute_freeze(proposal.user_id, (p ->> 'card')::uuid,
        (proposal.undo ->> 'frozen')::boolean);
    when 'set_budget' then
      perform bank.restore_budget(proposal);
    when 'delete_budget' then
      perform bank.restore_deleted_budget(proposal);
    when 'contribute_goal' then
      perform public.take_from_goal((p ->> 'goal')::uuid, (p ->> 'amount')::numeric, (p ->> 'from')::uuid,
        proposal.id || ':undo');
    when 'change_goal' then
      perform bank.restore_goal(proposal);
  end case;
  perform set_config('bank.channel', '', true);
  return bank.settle_proposal(proposal.id, 'undone', proposal.shown ->> 'undone', proposal.undo);
end $$;
comment on function public.undo_proposal is 'Undoes one of the caller''s proposals once, if it can be '
  'reversed exactly: a transfer in one currency, a rule that hasn''t posted anything, a frozen card, a '
  'budget, a goal. Refuses: NTFND, NOCOR, and the refusals of those functions.';

create function public.record_fast_forward(proposal_id uuid, outcome text default null)
returns public.assistant_proposals language plpgsql volatile
security definer -- for the same reason as confirm_proposal
set search_path = '' as $$
declare
  proposal public.assistant_proposals := bank.lock_proposal(proposal_id);
begin
  if proposal.kind = 'fast_forward' and proposal.state = 'done' then
    proposal := bank.settle_proposal(proposal.id, 'done',
      bank.clean_note(record_fast_forward.outcome, 'outcome', 500), proposal.undo);
  end if;
  return proposal;
end $$;
comment on function public.record_fast_forward is
  'Records the clock after a confirmed fast-forward. Refuses: NTFND, BADTX.';

-- Returns all data about the caller that the assistant needs in one response.
create function public.assistant_context() returns jsonb language sql volatile set search_path = '' as $$
  with me as materialized (
    select c.*, t.now, (t.now at time zone c.time_zone)::date as today
    from public.customers c cross join lateral (select public.simulated_now() as now) as t
      where c.id = (select auth.uid())
  ), seen as materialized (
    select s.* from me, lateral public.search_terms() as s
  )
  select jsonb_build_object('id', me.id, 'now', me.now, 'today', me.today, 'timeZone', me.time_zone,
    'baseCurrency', me.base_currency,
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type,
        'currency', a.currency, 'balance', a.balance) order by a.created_at, a.id), '[]')
      from public.accounts a where a.user_id = me.id and a.closed_at is null),
    'cards', (
      select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'currency', k.currency,
        'balance', k.balance, 'limit', k.credit_limit, 'frozen', k.frozen) order by k.created_at, k.id), '[]')
      from public.credit_cards k where k.user_id = me.id and k.closed_at is null),
    'loans', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'currency', l.currency,
        'balance', l.remaining_balance, 'isLine', l.draw_months is not null)
        order by l.created_at, l.id), '[]') from public.loans l where l.user_id = me.id),
    'mortgages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'currency', m.currency,
        'balance', m.remaining_balance) order by m.created_at, m.id), '[]')
      from public.mortgages m where m.user_id = me.id),
    'scheduledPayments', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'payee', p.payee,
        'amount', p.amount, 'frequency', p.frequency, 'accountId', p.account_id,
        'nextDay', (p.next_at at time zone me.time_zone)::date) order by p.created_at, p.id), '[]')
      from public.scheduled_payments p where p.user_id = me.id),
    'autoDeposits', (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'amount', d.amount,
        'frequency', d.frequency, 'accountId', d.account_id, 'isPay', d.is_pay,
        'nextDay', (d.next_at at time zone me.time_zone)::date) order by d.created_at, d.id), '[]')
      from public.auto_deposits d where d.user_id = me.id),
    'contacts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name, 'address', n.address)
        order by n.favorite desc, n.name, n.id), '[]')
      from public.contacts n where n.user_id = me.id and not n.blocked),
    'merchants', (
      select coalesce(jsonb_agg(s.term order by s.times desc, s.term), '[]')
      from seen s where s.kind = 'merchant'),
    'tags', (select coalesce(jsonb_agg(s.term order by s.times desc, s.term), '[]')
      from seen s where s.kind = 'tag'),
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'kind', c.kind)
        order by c.id), '[]') from public.categories c),
    'budgets', (
      select coalesce(jsonb_agg(jsonb_build_object('categoryId', b.category_id, 'amount', b.amount,
        'currency', b.currency)), '[]') from public.budgets b where b.user_id = me.id),
    'goals', (
      select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'target', g.target,
        'currency', g.currency, 'targetDay', g.target_date) order by g.created_at, g.id), '[]')
      from public.goals g where g.user_id = me.id),
    'rates', (
      select coalesce(jsonb_object_agg(x.base, x.rate), '{}') from public.exchange_rates x
      where x.quote = me.base_currency and x.rate_date = me.today))
  from me
$$;
comment on function public.assistant_context is
  'Returns the caller''s data for the assistant; null if the customer doesn''t exist yet.';

-- The assistant can give the first answer to a ticket, with figures from the customer's ledger. Only the
-- server function writes it, so that clients can't write messages in the bank's name.
create function public.save_first_answer(ticket_id uuid, message text) returns boolean
language plpgsql volatile set search_path = ''
security definer -- because it writes tickets, which customers can change only through functions
as $$
declare
  ticket public.tickets := bank.lock_any_ticket(ticket_id);
begin
  -- Saves the answer only once, and only before an operator has answered.
  if ticket.state <> 'open' or ticket.answered_at is not null
    or exists (select from public.ticket_messages m where m.ticket_id = ticket.id and m.author = 'automatic'
      and m.body is not null) then
    return false;
  end if;
  insert into public.ticket_messages (ticket_id, user_id, author, body)
    values (ticket.id, ticket.user_id, 'automatic',
      bank.clean_paragraphs(save_first_answer.message, 'message', 4000));
  return true;
end $$;
comment on function public.save_first_answer is 'Saves the assistant''s first answer to a ticket once, and '
  'returns true if it did. The ticket stays open. Only server functions call it. Refuses: NTFND, BADTX.';

grant execute on function
  public.ask_assistant, public.save_answer, public.propose, public.preview_proposal, public.dismiss_proposal,
  public.confirm_proposal, public.undo_proposal, public.record_fast_forward, public.assistant_context
  to authenticated;
grant execute on function public.save_first_answer to service_role;
