-- Questions to the bank: what was asked, by whom it was answered, and how it ended. They are real correspondence and not
-- part of the simulated life: times are the wall clock's, and no household file carries them.
create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  subject text not null check (char_length(subject) between 1 and 120),
  topic text not null check (topic in ('account', 'transaction', 'card', 'loan', 'mortgage', 'time', 'security', 'problem', 'idea', 'other')),
  about text check (char_length(about) between 1 and 80),
  about_kind text check (about_kind in ('transaction', 'account', 'card', 'loan', 'mortgage', 'dispute')),
  about_name text check (char_length(about_name) between 1 and 300),
  state text not null default 'open' check (state in ('open', 'answered', 'waiting', 'resolved', 'closed')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  seen_at timestamptz,
  ended_at timestamptz,
  satisfaction smallint check (satisfaction between 1 and 5),
  satisfaction_words text check (char_length(satisfaction_words) between 1 and 500),
  constraint tickets_about_named_check check ((about is null) = (about_kind is null) and (about is null) = (about_name is null)),
  constraint tickets_ended_at_check check ((state in ('resolved', 'closed')) = (ended_at is not null))
);
create index tickets_user_id_idx on public.tickets (user_id, updated_at desc);
create index tickets_state_idx on public.tickets (state, updated_at);
comment on table public.tickets is 'Questions that customers have put to the bank.';
comment on column public.tickets.about is 'The row, account, card, loan, mortgage or dispute it is about, by its name in the books; it may be gone by now.';
comment on column public.tickets.about_name is 'What it is about in words, as they were when it was asked.';
comment on column public.tickets.state is
  'open: the bank''s turn. answered: somebody has answered. waiting: somebody has asked back. resolved: settled. closed: settled for good, or by the bank.';
comment on column public.tickets.created_at is 'Real time, as all instants of tickets.';
comment on column public.tickets.updated_at is 'When something was last written or settled.';
comment on column public.tickets.answered_at is 'When a person last wrote for the bank; an automatic answer does not count.';
comment on column public.tickets.seen_at is 'When the customer last looked at it.';
comment on column public.tickets.ended_at is 'When it was resolved or closed. For 14 days from then on the customer can open it again by writing.';
comment on column public.tickets.satisfaction is 'How content the customer was with how it ended, from 1 to 5.';
alter table public.tickets enable row level security;
create policy "customers read their own tickets" on public.tickets for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.tickets to authenticated, service_role;

create table public.ticket_messages (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  author text not null check (author in ('customer', 'operator', 'automatic')),
  words text check (char_length(words) between 1 and 4000),
  article text check (article ~ '^[a-z0-9-]{1,60}$'),
  created_at timestamptz not null default clock_timestamp(),
  constraint ticket_messages_author_words_check check ((author = 'automatic') = (words is null) and (author = 'automatic') = (article is not null))
);
create index ticket_messages_ticket_id_idx on public.ticket_messages (ticket_id, created_at);
create index ticket_messages_user_id_idx on public.ticket_messages (user_id, created_at desc);
comment on table public.ticket_messages is 'What was written on tickets, by the customer, by a person for the bank, or automatically.';
comment on column public.ticket_messages.user_id is 'Whose ticket it is, whoever wrote.';
comment on column public.ticket_messages.article is 'The help article that the automatic answer shows; it has no words of its own.';
alter table public.ticket_messages enable row level security;
create policy "customers read what is written on their own tickets" on public.ticket_messages for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.ticket_messages to authenticated, service_role;

create table public.ticket_attachments (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references public.ticket_messages on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  document_id uuid not null references public.documents on delete cascade,
  constraint ticket_attachments_message_id_document_id_key unique (message_id, document_id)
);
create index ticket_attachments_user_id_idx on public.ticket_attachments (user_id);
create index ticket_attachments_document_id_idx on public.ticket_attachments (document_id);
comment on table public.ticket_attachments is 'Documents of customers that they sent along with a message. Who deletes the document takes it back.';
alter table public.ticket_attachments enable row level security;
create policy "customers read what they attached" on public.ticket_attachments for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.ticket_attachments to authenticated, service_role;

create table public.help_votes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  article text not null check (article ~ '^[a-z0-9-]{1,60}$'),
  helpful boolean not null,
  voted_at timestamptz not null default clock_timestamp(),
  constraint help_votes_user_id_article_key unique (user_id, article)
);
comment on table public.help_votes is 'Whether a help article has helped, one word a customer and article.';
comment on column public.help_votes.voted_at is 'Real time.';
alter table public.help_votes enable row level security;
create policy "customers read what they said of help" on public.help_votes for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.help_votes to authenticated, service_role;

call bank.broadcast('public.tickets');
call bank.broadcast('public.ticket_messages');

create function bank.clean_paragraphs(words text, field text, longest integer) returns text language plpgsql immutable as $$
declare
  clean text;
begin
  -- Line by line, because cleaning turns whatever ends a line into a blank.
  select regexp_replace(btrim(string_agg(coalesce(bank.clean_text(l.line), ''), e'\n' order by l.position), e'\n'), e'\n{3,}', e'\n\n', 'g')
    into clean from regexp_split_to_table(left(words, 100000), e'\r\n|\r|\n') with ordinality as l (line, position);
  if coalesce(clean, '') = '' or char_length(clean) > longest then
    raise exception using errcode = 'BADTX', message = format('The %s has 1 to %s characters.', field, longest),
      detail = jsonb_build_object('field', field, 'length', coalesce(char_length(clean), 0), 'longest', longest)::text;
  end if;
  return clean;
end
$$;
comment on function bank.clean_paragraphs(text, text, integer) is
  'Free words of several lines as they are kept: without control characters and long gaps. Refuses (BADTX) nothing and too much.';

create function bank.ticket_about(household uuid, about text, out kind text, out name text) language plpgsql volatile as $$
begin
  if about is null then
    return;
  end if;
  select 'transaction', concat_ws(', ', coalesce(t.merchant, t.description, e.merchant, e.description, 'A transaction'),
      bank.money_words(r.amount, r.currency), to_char(coalesce(t.date, e.value_at) at time zone c.time_zone, 'MM/DD/YYYY'))
    into kind, name
    from bank.rows_named(household, array[about]) r join public.customers c on c.id = household
      left join public.transactions t on t.id = r.transaction_id left join bank.entries e on r.transaction_id is null and e.id = r.entry_id;
  if kind is null and about ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select p.kind, p.name into kind, name from (
      select 'account' as kind, a.name from public.accounts a where a.id = about::uuid and a.user_id = household
      union all select 'card', c.name from public.credit_cards c where c.id = about::uuid and c.user_id = household
      union all select 'loan', l.name from public.loans l where l.id = about::uuid and l.user_id = household
      union all select 'mortgage', m.name from public.mortgages m where m.id = about::uuid and m.user_id = household
      union all select 'dispute', concat_ws(', ', 'Dispute: ' || coalesce(d.merchant, 'a charge'), bank.money_words(d.amount, d.currency))
        from public.card_disputes d where d.id = about::uuid and d.user_id = household) as p;
  end if;
  if kind is null then
    raise exception using errcode = 'NTFND', message = 'What this is about is not among yours.';
  end if;
  name := left(name, 300);
end
$$;
comment on function bank.ticket_about(uuid, text) is
  'What a customer''s ticket is about: which kind of thing of theirs, and in words. Refuses (NTFND) what is not theirs.';

create function bank.check_writing_pace(household uuid) returns void language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(household::text, 7));
  if (select count(*) from public.ticket_messages m where m.user_id = household and m.author = 'customer'
    and m.created_at > clock_timestamp() - interval '1 hour') >= 30 then
    raise exception using errcode = 'SLOWR', message = 'You have written 30 messages within an hour. Write again a little later.',
      detail = jsonb_build_object('highest', 30, 'minutes', 60)::text;
  end if;
end
$$;
comment on function bank.check_writing_pace(uuid) is 'Refuses (SLOWR) more than 30 messages of a customer within an hour; one at a time.';

create function bank.write_message(ticket public.tickets, author text, words text, document_ids uuid[] default '{}') returns uuid
language plpgsql volatile as $$
declare
  written uuid;
begin
  if cardinality(document_ids) > 5 then
    raise exception using errcode = 'LIMIT', message = 'A message has at most 5 attachments.', detail = jsonb_build_object('highest', 5)::text;
  end if;
  if (select count(*) from public.ticket_messages m where m.ticket_id = ticket.id) >= 200 then
    raise exception using errcode = 'LIMIT', message = 'This question has 200 messages. Ask a new one.', detail = jsonb_build_object('highest', 200)::text;
  end if;
  insert into public.ticket_messages (ticket_id, user_id, author, words) values (ticket.id, ticket.user_id, author, words) returning id into written;
  insert into public.ticket_attachments (message_id, user_id, document_id)
    select written, ticket.user_id, d.id from public.documents d
    where d.id = any(document_ids) and d.user_id = ticket.user_id and d.deleted_at is null;
  if (select count(*) from public.ticket_attachments a where a.message_id = written)
    <> (select count(distinct wanted) from unnest(document_ids) as wanted) then
    raise exception using errcode = 'NTFND', message = 'There is no such document of yours.';
  end if;
  return written;
end
$$;
comment on function bank.write_message(public.tickets, text, text, uuid[]) is 'Adds a message with its attachments to a ticket. Refuses: LIMIT, NTFND.';
