-- What the assistant proposes to do. Nothing happens before the customer has confirmed it; then the bank's own verb does it, once, as
-- the customer, with the id of the proposal as its request.
create table public.assistant_proposals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  message_id uuid not null references public.assistant_messages on delete cascade,
  kind text not null check (kind in ('transfer', 'pay_card', 'pay_loan', 'pay_mortgage', 'pay_person', 'schedule_payment', 'auto_deposit',
    'freeze_card', 'unfreeze_card', 'set_budget', 'fast_forward')),
  parameters jsonb not null check (jsonb_typeof(parameters) = 'object'),
  shown jsonb not null check (jsonb_typeof(shown) = 'object' and octet_length(shown::text) <= 16384),
  expects jsonb not null check (jsonb_typeof(expects) = 'object'),
  state text not null default 'proposed' check (state in ('proposed', 'done', 'undone', 'refused', 'dismissed')),
  outcome text,
  undo jsonb,
  generation integer not null,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz
);
create index assistant_proposals_user_id_idx on public.assistant_proposals (user_id, created_at desc);
create index assistant_proposals_message_id_idx on public.assistant_proposals (message_id);
comment on table public.assistant_proposals is 'What the assistant proposed to do, and what became of it. A proposal stands for 30 minutes of real time.';
comment on column public.assistant_proposals.shown is 'What the customer is shown: title, changes, warnings, whether it can be undone, and the sentences for when it is done or undone.';
comment on column public.assistant_proposals.expects is 'What the preview rests on: balances by account, card or debt, limits by category. Where it has changed, nothing is done before it was shown anew.';
comment on column public.assistant_proposals.outcome is 'What became of it, in a sentence.';
comment on column public.assistant_proposals.undo is 'What takes it back exactly; null where nothing does.';
comment on column public.assistant_proposals.generation is 'In which life it was proposed: it is neither done nor undone in another.';
alter table public.assistant_proposals enable row level security;
create policy "customers read their own proposals" on public.assistant_proposals for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.assistant_proposals to authenticated, service_role;

-- The verbs write `app`; what they write for the assistant says so.
create function bank.note_channel() returns trigger language plpgsql as $$
begin
  if current_setting('bank.channel', true) = 'assistant' then
    new.channel := 'assistant';
  end if;
  return new;
end
$$;
comment on function bank.note_channel() is 'Marks entries that a confirmed proposal of the assistant brought about.';
create trigger note_channel before insert on bank.entries for each row when (new.channel = 'app') execute function bank.note_channel();

create function bank.standing_of(household uuid, expects jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(wanted.id, coalesce(a.balance, c.balance, l.remaining_balance, m.remaining_balance, b.amount)), '{}')
  from (select k.id::uuid from jsonb_object_keys(expects) as k (id)) as wanted
    left join public.accounts a on a.id = wanted.id and a.user_id = household
    left join public.credit_cards c on c.id = wanted.id and c.user_id = household
    left join public.loans l on l.id = wanted.id and l.user_id = household
    left join public.mortgages m on m.id = wanted.id and m.user_id = household
    left join public.budgets b on b.category_id = wanted.id and b.user_id = household
$$;
comment on function bank.standing_of(uuid, jsonb) is 'What a preview rests on, as it stands now.';

create function bank.redraw_proposal(proposal public.assistant_proposals) returns void language sql volatile as $$
  update public.assistant_messages m set parts = (
    select jsonb_agg(case when p.part #>> '{proposal,id}' = proposal.id::text
      then jsonb_set(p.part, '{proposal}', (p.part -> 'proposal') || (proposal.shown - '{done,undone}'::text[])
        || jsonb_build_object('state', proposal.state, 'outcome', proposal.outcome)) else p.part end order by p.nth)
    from jsonb_array_elements(m.parts) with ordinality as p (part, nth))
  where m.id = proposal.message_id and m.user_id = proposal.user_id and m.parts is not null
$$;
comment on function bank.redraw_proposal(public.assistant_proposals) is 'Shows in the answer that a proposal stands in what has become of it.';

create function bank.settle_proposal(proposal_id uuid, state text, outcome text, undo jsonb default null) returns public.assistant_proposals
language plpgsql volatile as $$
declare
  proposal public.assistant_proposals;
begin
  update public.assistant_proposals p set state = settle_proposal.state, outcome = settle_proposal.outcome, undo = settle_proposal.undo,
    settled_at = clock_timestamp() where p.id = settle_proposal.proposal_id returning * into proposal;
  perform bank.redraw_proposal(proposal);
  return proposal;
end
$$;
comment on function bank.settle_proposal(uuid, text, text, jsonb) is 'Keeps what became of a proposal, also in the answer it stands in.';

create function bank.lock_proposal(wanted uuid) returns public.assistant_proposals language plpgsql volatile as $$
declare
  proposal public.assistant_proposals;
begin
  select * into proposal from public.assistant_proposals p where p.id = wanted and p.user_id = bank.caller() for update;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such proposal of yours.';
  end if;
  return proposal;
end
$$;
comment on function bank.lock_proposal(uuid) is 'The caller''s own proposal, held until the transaction ends. Refuses: NTFND.';

create function bank.generation_of(household uuid) returns integer language sql stable as $$
  select c.generation from public.customers c where c.id = household
$$;
comment on function bank.generation_of(uuid) is 'In which life a customer is.';

create function public.propose(message_id uuid, kind text default null, parameters jsonb default null, shown jsonb default null, expects jsonb default '{}')
returns public.assistant_proposals language plpgsql volatile
security definer -- what is proposed is kept by the bank, so that it is what is confirmed; the row is the caller's
set search_path = '' as $$
declare
  household uuid := bank.caller();
  proposal public.assistant_proposals;
begin
  if not exists (select from public.assistant_messages m where m.id = propose.message_id and m.user_id = household) then
    raise exception using errcode = 'NTFND', message = 'There is no such question of yours.';
  end if;
  if (select count(*) from public.assistant_proposals p where p.message_id = propose.message_id) >= 10 then
    raise exception using errcode = 'LIMIT', message = 'An answer proposes at most 10 things.', detail = jsonb_build_object('highest', 10)::text;
  end if;
  insert into public.assistant_proposals (user_id, message_id, kind, parameters, shown, expects, generation)
    values (household, propose.message_id, propose.kind, propose.parameters, propose.shown, coalesce(propose.expects, '{}'), bank.generation_of(household))
    returning * into proposal;
  return proposal;
end
$$;
comment on function public.propose(uuid, text, jsonb, jsonb, jsonb) is
  'Keeps what an answer to the caller proposes to do. Nothing is done before confirm_proposal. Refuses: NTFND, LIMIT.';
grant execute on function public.propose(uuid, text, jsonb, jsonb, jsonb) to authenticated;

create function public.preview_proposal(proposal_id uuid, shown jsonb default null, expects jsonb default '{}') returns public.assistant_proposals language plpgsql volatile
security definer -- as propose
set search_path = '' as $$
declare
  proposal public.assistant_proposals := bank.lock_proposal(proposal_id);
begin
  if proposal.state = 'proposed' then
    update public.assistant_proposals p set shown = preview_proposal.shown, expects = preview_proposal.expects where p.id = proposal.id returning * into proposal;
    perform bank.redraw_proposal(proposal);
  end if;
  return proposal;
end
$$;
comment on function public.preview_proposal(uuid, jsonb, jsonb) is
  'Shows one of the caller''s open proposals anew, after what it rests on has changed. Refuses: NTFND.';
grant execute on function public.preview_proposal(uuid, jsonb, jsonb) to authenticated;

create function public.dismiss_proposal(proposal_id uuid) returns public.assistant_proposals language plpgsql volatile
security definer -- as propose
set search_path = '' as $$
declare
  proposal public.assistant_proposals := bank.lock_proposal(proposal_id);
begin
  if proposal.state = 'proposed' then
    proposal := bank.settle_proposal(proposal.id, 'dismissed', 'Nothing was done.');
  end if;
  return proposal;
end
$$;
comment on function public.dismiss_proposal(uuid) is 'Puts one of the caller''s open proposals away. Refuses: NTFND.';
grant execute on function public.dismiss_proposal(uuid) to authenticated;
