-- What customers asked the assistant and what it answered. About the customer, not about a life: it outlives checkpoints, and goes
-- when its customer is erased. Times are the wall clock's.
create table public.assistant_conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  title text not null check (char_length(title) between 1 and 120),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index assistant_conversations_user_id_idx on public.assistant_conversations (user_id, updated_at desc);
comment on table public.assistant_conversations is 'Conversations of customers with the assistant: the newest 200 of each.';
comment on column public.assistant_conversations.title is 'The first question, until the customer renames it.';
comment on column public.assistant_conversations.updated_at is 'When something was last asked.';
alter table public.assistant_conversations enable row level security;
create policy "customers read their own conversations" on public.assistant_conversations for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers rename their own conversations" on public.assistant_conversations for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers delete their own conversations" on public.assistant_conversations for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, update (title), delete on public.assistant_conversations to authenticated;
grant select on public.assistant_conversations to service_role;

create function bank.check_conversation() returns trigger language plpgsql as $$
begin
  new.title := bank.clean_words(new.title, 'title', 120);
  if new.title is null then
    raise exception using errcode = 'BADTX', message = 'A conversation has a title of 1 to 120 characters.',
      detail = jsonb_build_object('field', 'title', 'longest', 120)::text;
  end if;
  return new;
end
$$;
comment on function bank.check_conversation() is 'Refuses a title that is empty or too long (BADTX).';
create trigger check_conversation before update of title on public.assistant_conversations for each row execute function bank.check_conversation();

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
create index assistant_messages_conversation_id_idx on public.assistant_messages (conversation_id, created_at);
create index assistant_messages_user_id_idx on public.assistant_messages (user_id, created_at desc);
comment on table public.assistant_messages is 'Questions to the assistant, each with its answer.';
comment on column public.assistant_messages.request_id is 'The same request again gets the same answer.';
comment on column public.assistant_messages.asked is 'What the customer wrote.';
comment on column public.assistant_messages.meaning is 'How it was understood: what the next question may refer to.';
comment on column public.assistant_messages.parts is 'The answer in its parts, as assistant/parts.ts says; null until it is there, and where it never came.';
alter table public.assistant_messages enable row level security;
create policy "customers read their own questions and answers" on public.assistant_messages for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers delete their own questions and answers" on public.assistant_messages for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, delete on public.assistant_messages to authenticated;
grant select on public.assistant_messages to service_role;

create function bank.conversation_for(household uuid, wanted uuid, title text) returns uuid language plpgsql volatile as $$
declare
  found uuid;
begin
  if wanted is null then
    insert into public.assistant_conversations (user_id, title) values (household, conversation_for.title) returning id into found;
    -- The oldest make room.
    delete from public.assistant_conversations c where c.user_id = household and c.id in (
      select old.id from public.assistant_conversations old where old.user_id = household order by old.updated_at desc, old.id offset 200);
    return found;
  end if;
  update public.assistant_conversations c set updated_at = clock_timestamp() where c.id = wanted and c.user_id = household returning c.id into found;
  if found is null then
    raise exception using errcode = 'NTFND', message = 'There is no such conversation of yours.';
  end if;
  return found;
end
$$;
comment on function bank.conversation_for(uuid, uuid, text) is 'The caller''s own conversation, or a new one. Refuses: NTFND.';

create function public.ask_assistant(words text default null, conversation_id uuid default null, request_id text default null)
returns public.assistant_messages language plpgsql volatile
security definer -- the pace and the order of a conversation are the bank's to keep; the row is the caller's
set search_path = '' as $$
declare
  household uuid := bank.caller();
  asked text;
  message public.assistant_messages;
begin
  if ask_assistant.conversation_id is not null
    and not exists (select from public.assistant_conversations c where c.id = ask_assistant.conversation_id and c.user_id = household) then
    raise exception using errcode = 'NTFND', message = 'There is no such conversation of yours.';
  end if;
  asked := bank.clean_paragraphs(words, 'words', 2000);
  if char_length(ask_assistant.request_id) not between 1 and 200 then
    raise exception using errcode = 'BADTX', message = 'A request_id has 1 to 200 characters.',
      detail = jsonb_build_object('field', 'request_id', 'longest', 200)::text;
  end if;
  perform bank.ensure_customer(household);
  -- One at a time, so that two at once are counted both and the same request is found.
  perform pg_advisory_xact_lock(hashtextextended(household::text, 9));
  select * into message from public.assistant_messages m where m.user_id = household and m.request_id = ask_assistant.request_id;
  if found then
    if message.asked <> asked then
      raise exception using errcode = 'RQDIF', message = 'This request_id was already used for something else.';
    end if;
    return message;
  end if;
  if (select count(*) from public.assistant_messages m where m.user_id = household and m.created_at > clock_timestamp() - interval '1 minute') >= 30 then
    raise exception using errcode = 'SLOWR', message = 'You have asked 30 questions within a minute. Ask again a little later.',
      detail = jsonb_build_object('highest', 30, 'minutes', 1)::text;
  end if;
  if (select count(*) from public.assistant_messages m where m.user_id = household and m.conversation_id = ask_assistant.conversation_id) >= 500 then
    raise exception using errcode = 'LIMIT', message = 'This conversation has 500 questions. Begin a new one.',
      detail = jsonb_build_object('highest', 500)::text;
  end if;
  insert into public.assistant_messages (conversation_id, user_id, request_id, asked)
    values (bank.conversation_for(household, ask_assistant.conversation_id, left(regexp_replace(asked, '\s+', ' ', 'g'), 120)), household,
      coalesce(ask_assistant.request_id, gen_random_uuid()::text), asked)
    returning * into message;
  return message;
end
$$;
comment on function public.ask_assistant(text, uuid, text) is
  'Keeps a question to the assistant, in one of the caller''s conversations or a new one, and returns it; the same request again returns what it got, with the answer if there is one. Refuses: BADTX, NTFND, SLOWR, LIMIT, RQDIF.';
grant execute on function public.ask_assistant(text, uuid, text) to authenticated;

create function public.keep_answer(message_id uuid, meaning jsonb default null, parts jsonb default null) returns public.assistant_messages language plpgsql volatile
security definer -- an answer is kept once; the row is the caller's
set search_path = '' as $$
declare
  message public.assistant_messages;
begin
  select * into message from public.assistant_messages m where m.id = keep_answer.message_id and m.user_id = bank.caller() for update;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such question of yours.';
  end if;
  if message.parts is not null then
    return message;
  end if;
  if (jsonb_typeof(parts) = 'array' and octet_length(parts::text) <= 262144 and octet_length(coalesce(meaning, '{}')::text) <= 65536) is not true then
    raise exception using errcode = 'BADTX', message = 'An answer is a list of parts, of 256 KiB at most.';
  end if;
  update public.assistant_messages m set meaning = keep_answer.meaning, parts = keep_answer.parts, answered_at = clock_timestamp()
    where m.id = message.id returning * into message;
  return message;
end
$$;
comment on function public.keep_answer(uuid, jsonb, jsonb) is
  'Keeps the answer to one of the caller''s questions, once: a second one changes nothing. Returns what is kept. Refuses: BADTX, NTFND.';
grant execute on function public.keep_answer(uuid, jsonb, jsonb) to authenticated;
