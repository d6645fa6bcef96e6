set check_function_bodies = off;

-- Support tickets: questions, answers, and outcomes. They are real correspondence outside the simulation, so
-- all times are real and household files don't contain them.
create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  subject text not null check (char_length(subject) between 1 and 120),
  topic text not null check (
    topic in ('account', 'transaction', 'card', 'loan', 'mortgage', 'time', 'security', 'problem', 'idea',
    'other')),
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
  satisfaction_comment text check (char_length(satisfaction_comment) between 1 and 500),
  constraint tickets_about_named_check check ((about is null) = (about_kind is null)
    and (about is null) = (about_name is null)),
  constraint tickets_ended_at_check check ((state in ('resolved', 'closed')) = (ended_at is not null))
);
create index tickets_user_id_idx on public.tickets (user_id, updated_at desc);
create index tickets_state_idx on public.tickets (state, updated_at);
comment on table public.tickets is 'Support tickets that customers opened.';
comment on column public.tickets.about is
  'The id of the transaction, account, card, loan, mortgage, or dispute. It may have been deleted since.';
comment on column public.tickets.about_name is 'The subject''s name when the ticket was opened.';
comment on column public.tickets.state is
  'open: the bank must answer. answered: the bank has answered. waiting: the bank has asked a question. '
  'resolved: can reopen for 14 days. closed: closed by the bank, or resolved more than 14 days ago.';
comment on column public.tickets.created_at is 'Real time, like all instants of tickets.';
comment on column public.tickets.updated_at is 'The time of the last message or change of state.';
comment on column public.tickets.answered_at is
  'The time of the last message from an operator. Automatic answers don''t count.';
comment on column public.tickets.seen_at is 'The time when the customer last viewed the ticket.';
comment on column public.tickets.ended_at is
  'The time when the ticket was resolved or closed. A reply within 14 days reopens a resolved ticket.';
comment on column public.tickets.satisfaction is 'The customer''s satisfaction rating from 1 to 5.';
call bank.show_to_owner('public.tickets');

create table public.ticket_messages (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  author text not null check (author in ('customer', 'operator', 'automatic')),
  body text check (char_length(body) between 1 and 4000),
  article text check (article ~ '^[a-z0-9-]{1,60}$'),
  created_at timestamptz not null default clock_timestamp(),
  constraint ticket_messages_author_body_check check (case author
    when 'automatic' then num_nonnulls(body, article) = 1 else body is not null and article is null end)
);
create index ticket_messages_ticket_id_idx on public.ticket_messages (ticket_id, created_at);
create index ticket_messages_user_id_idx on public.ticket_messages (user_id, created_at desc);
comment on table public.ticket_messages is
  'Ticket messages from the customer, from an operator, or from the automatic assistant.';
comment on column public.ticket_messages.user_id is
  'The ticket''s customer, regardless of the message''s author.';
comment on column public.ticket_messages.body is 'The text of the message. An automatic answer contains '
  'the assistant''s finding, or is empty if it shows an article.';
comment on column public.ticket_messages.article is
  'The help article shown as an automatic answer, which has no text.';
call bank.show_to_owner('public.ticket_messages');

create table public.ticket_attachments (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references public.ticket_messages on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  document_id uuid not null references public.documents on delete cascade,
  constraint ticket_attachments_message_id_document_id_key unique (message_id, document_id)
);
create index ticket_attachments_user_id_idx on public.ticket_attachments (user_id);
create index ticket_attachments_document_id_idx on public.ticket_attachments (document_id);
comment on table public.ticket_attachments is
  'Documents attached to a message. Deleting the document removes the attachment.';
call bank.show_to_owner('public.ticket_attachments');

create table public.help_votes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  article text not null check (article ~ '^[a-z0-9-]{1,60}$'),
  helpful boolean not null,
  voted_at timestamptz not null default clock_timestamp(),
  constraint help_votes_user_id_article_key unique (user_id, article)
);
comment on table public.help_votes is 'Votes on help articles, one per customer and article.';
comment on column public.help_votes.voted_at is 'Real time, not simulated time.';
call bank.show_to_owner('public.help_votes');

call bank.broadcast('public.tickets', 'public.ticket_messages');

create function bank.clean_paragraphs(input text, field text, longest integer)
returns text language plpgsql immutable as $$
declare
  clean text;
begin
  -- Cleans line by line, because cleaning turns line breaks into spaces.
  select regexp_replace(btrim(string_agg(coalesce(bank.clean_text(l.line), ''), e'\n' order by l.position),
    e'\n'), e'\n{3,}', e'\n\n', 'g')
    into clean from regexp_split_to_table(left(input, 100000), e'\r\n|\r|\n') with ordinality as l (line,
      position);
  perform bank.refuse_if(coalesce(clean, '') = '' or char_length(clean) > longest,
    'BADTX', format('The %s must have 1 to %s characters.', field, longest),
    jsonb_build_object('field', field, 'length', coalesce(char_length(clean), 0), 'longest', longest));
  return clean;
end $$;
comment on function bank.clean_paragraphs is 'Cleans multi-line text: removes control characters and extra '
  'blank lines. Refuses (BADTX) text that is empty or too long.';

create function bank.ticket_about(household uuid, about text, out kind text, out name text)
language plpgsql volatile as $$
begin
  if about is null then return; end if;
  select 'transaction',
    concat_ws(', ', coalesce(t.merchant, t.description, e.merchant, e.description, 'A transaction'),
      bank.format_money(r.amount, r.currency),
        bank.format_date((coalesce(t.date, e.value_at) at time zone c.time_zone)::date,
          bank.today_for(household)))
    into kind, name
    from bank.find_transactions(household, array[about]) r join public.customers c on c.id = household
      left join public.transactions t on t.id = r.transaction_id
      left join bank.entries e on r.transaction_id is null and e.id = r.entry_id;
  if kind is null and about ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select p.kind, p.name into kind, name from (
      select 'account' as kind, a.name from public.accounts a where a.id = about::uuid
        and a.user_id = household
      union all select 'card', c.name from public.credit_cards c where c.id = about::uuid
        and c.user_id = household
      union all select 'loan', l.name from public.loans l where l.id = about::uuid and l.user_id = household
      union all select 'mortgage', m.name from public.mortgages m where m.id = about::uuid
        and m.user_id = household
      union all select 'dispute',
        concat_ws(', ', 'Dispute: ' || coalesce(d.merchant, 'a charge'),
        bank.format_money(d.amount, d.currency))
        from public.disputes d where d.id = about::uuid and d.user_id = household) as p;
  end if;
  perform bank.refuse_if(kind is null, 'NTFND', 'We couldn''t find the item this message is about.');
  name := left(name, 300);
end $$;
comment on function bank.ticket_about is
  'Returns the kind and name of a ticket''s subject. Refuses (NTFND) other customers'' subjects.';

create function bank.check_writing_pace(household uuid) returns void language plpgsql volatile as $$
begin
  perform bank.lock_records(household, 'support requests');
  perform bank.refuse_if(
    (select count(*) from public.ticket_messages m where m.user_id = household and m.author = 'customer'
    and m.created_at > clock_timestamp() - interval '1 hour') >= 30,
    'SLOWR', 'You''ve sent 30 messages in an hour. Try again later.',
    jsonb_build_object('highest', 30, 'minutes', 60));
end $$;
comment on function bank.check_writing_pace is 'Refuses (SLOWR) more than 30 messages from a customer within '
  'an hour. Takes a lock, so that concurrent messages are counted.';

create function bank.write_message(ticket public.tickets, author text, message text,
  document_ids uuid[] default '{}') returns uuid language plpgsql volatile as $$
declare
  written uuid;
begin
  perform bank.refuse_if(cardinality(document_ids) > 5,
    'LIMIT', 'A message can have at most 5 attachments.', jsonb_build_object('highest', 5));
  perform bank.refuse_if((select count(*) from public.ticket_messages m where m.ticket_id = ticket.id) >= 200,
    'LIMIT', 'This conversation has reached 200 messages. Start a new conversation.',
    jsonb_build_object('highest', 200));
  insert into public.ticket_messages (ticket_id, user_id, author, body)
    values (ticket.id, ticket.user_id, author, message) returning id into written;
  insert into public.ticket_attachments (message_id, user_id, document_id)
    select written, ticket.user_id, d.id from public.documents d
    where d.id = any(document_ids) and d.user_id = ticket.user_id and d.deleted_at is null;
  perform bank.refuse_if((select count(*) from public.ticket_attachments a where a.message_id = written)
    <> (select count(distinct requested_id) from unnest(document_ids) as requested_id),
    'NTFND', 'We couldn''t find that document.');
  return written;
end $$;
comment on function bank.write_message is
  'Adds a message with its attachments to a ticket. Refuses: LIMIT, NTFND.';

-- Functions that customers call for tickets.
create function public.open_ticket(subject text default null, message text default null,
  topic text default 'other', about text default null, document_ids uuid[] default '{}',
  article text default null, request_id text default null) returns public.tickets
language plpgsql volatile set search_path = ''
security definer -- because it writes tickets, which customers can change only through functions
as $$
declare
  params jsonb := jsonb_build_object('verb', 'open_ticket', 'subject', subject, 'message', message,
    'topic', topic, 'about', about, 'documents', document_ids, 'article', article);
  ticket public.tickets := bank.replay_row(request_id, params, null::public.tickets);
  household uuid := bank.caller();
  heading text := bank.clean_text(subject);
  matter record;
begin
  if ticket.id is not null then return ticket; end if;
  perform bank.ensure_customer(household);
  select * into matter from bank.ticket_about(household, about);
  perform bank.refuse_if(heading is null or char_length(heading) > 120,
    'BADTX', 'Enter a subject of 1 to 120 characters.',
    jsonb_build_object('field', 'subject', 'length', coalesce(char_length(heading), 0), 'longest', 120));
  perform bank.refuse_if(
    (topic in ('account', 'transaction', 'card', 'loan', 'mortgage', 'time', 'security', 'problem', 'idea',
    'other')) is not true, 'BADTY', 'Choose a topic from the list.');
  perform bank.check_writing_pace(household);
  perform bank.refuse_if((select count(*) from public.tickets t where t.user_id = household
    and t.state in ('open', 'answered', 'waiting')) >= 20,
    'LIMIT', 'You have 20 open conversations. Close a conversation first.',
    jsonb_build_object('highest', 20));
  perform bank.refuse_if((select count(*) from public.tickets t where t.user_id = household
    and t.created_at > clock_timestamp() - interval '1 hour') >= 10,
    'SLOWR', 'You''ve started ten conversations in an hour. Try again later.',
    jsonb_build_object('highest', 10, 'minutes', 60));
  insert into public.tickets (user_id, subject, topic, about, about_kind, about_name, seen_at)
    values (household, heading, open_ticket.topic, open_ticket.about, matter.kind, matter.name,
      clock_timestamp()) returning * into ticket;
  perform bank.write_message(ticket, 'customer', bank.clean_paragraphs(message, 'message', 4000),
    coalesce(document_ids, '{}'));
  -- The message shows an article and has no text, so that clients can't write messages in the bank's name.
  if article ~ '^[a-z0-9-]{1,60}$' then
    insert into public.ticket_messages (ticket_id, user_id, author, article)
      values (ticket.id, household, 'automatic', open_ticket.article);
  end if;
  return bank.remember(request_id, params, ticket);
end $$;
comment on function public.open_ticket is 'Opens a support ticket, which can be about one of the caller''s '
  'transactions, accounts, cards, debts, or disputes. `article` is the automatic answer. Returns the '
  'ticket. Refuses: BADTX, BADTY, NTFND, LIMIT, SLOWR, RQDIF.';

create function bank.lock_ticket(household uuid, requested_id uuid)
returns public.tickets language plpgsql volatile as $$
declare
  ticket public.tickets;
begin
  select * into ticket from public.tickets t where t.id = requested_id
    and t.user_id = household for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that question.');
  return ticket;
end $$;
comment on function bank.lock_ticket is 'Locks one of a customer''s tickets. Refuses: NTFND.';

create function bank.refuse_ticket_if(condition boolean, ticket public.tickets, sentence text)
returns void language plpgsql immutable as $$
begin
  perform bank.refuse_if(condition, 'TKEND', sentence,
    jsonb_build_object('state', ticket.state, 'ended_at', ticket.ended_at));
end $$;
comment on function bank.refuse_ticket_if is
  'Refuses (TKEND) an action that the ticket''s state doesn''t allow.';

create function public.reply_to_ticket(ticket_id uuid default null, message text default null,
  document_ids uuid[] default '{}', request_id text default null) returns public.tickets
language plpgsql volatile set search_path = ''
security definer -- because it writes tickets, which customers can change only through functions
as $$
declare
  params jsonb := jsonb_build_object('verb', 'reply_to_ticket', 'ticket', ticket_id, 'message', message,
    'documents', document_ids);
  ticket public.tickets := bank.replay_row(request_id, params, null::public.tickets);
begin
  if ticket.id is not null then return ticket; end if;
  ticket := bank.lock_ticket(bank.caller(), ticket_id);
  perform bank.check_writing_pace(ticket.user_id);
  perform bank.refuse_ticket_if(ticket.ended_at <= clock_timestamp() - interval '14 days',
    ticket, 'This question was resolved more than 14 days ago. Ask a new question.');
  perform bank.write_message(ticket, 'customer', bank.clean_paragraphs(message, 'message', 4000),
    coalesce(document_ids, '{}'));
  update public.tickets t set state = 'open', ended_at = null, satisfaction = null,
    satisfaction_comment = null, updated_at = clock_timestamp(), seen_at = clock_timestamp()
    where t.id = ticket.id returning * into ticket;
  return bank.remember(request_id, params, ticket);
end $$;
comment on function public.reply_to_ticket is 'Replies to one of the caller''s tickets and marks it as open. '
  'A ticket resolved within the last 14 days reopens. Refuses: NTFND, TKEND, BADTX, LIMIT, SLOWR, RQDIF.';

create function public.resolve_ticket(ticket_id uuid) returns public.tickets
language plpgsql volatile set search_path = ''
security definer -- because it writes tickets, which customers can change only through functions
as $$
declare
  ticket public.tickets := bank.lock_ticket(bank.caller(), ticket_id);
begin
  if ticket.state not in ('resolved', 'closed') then
    update public.tickets t
      set state = 'resolved', ended_at = clock_timestamp(), updated_at = clock_timestamp(),
      seen_at = clock_timestamp()
      where t.id = ticket.id returning * into ticket;
  end if;
  return ticket;
end $$;
comment on function public.resolve_ticket is
  'Marks one of the caller''s tickets as resolved. Does nothing on a second call. Refuses: NTFND.';

create function public.rate_ticket(ticket_id uuid, satisfaction integer default null,
  comment text default null) returns public.tickets language plpgsql volatile set search_path = ''
security definer -- because it writes tickets, which customers can change only through functions
as $$
declare
  ticket public.tickets := bank.lock_ticket(bank.caller(), ticket_id);
  clean_comment text := bank.clean_note(comment, 'comment', 500);
begin
  perform bank.refuse_ticket_if(ticket.ended_at is null, ticket, 'This question isn''t resolved yet.');
  perform bank.refuse_if((satisfaction between 1 and 5) is not true, 'BADTY', 'Choose a rating from 1 to 5.');
  update public.tickets t set satisfaction = rate_ticket.satisfaction, satisfaction_comment = clean_comment
    where t.id = ticket.id returning * into ticket;
  return ticket;
end $$;
comment on function public.rate_ticket is 'Rates one of the caller''s tickets from 1 to 5. A new rating '
  'replaces the old one. Refuses: NTFND, TKEND, BADTY, BADTX.';

create function public.mark_ticket_read(ticket_id uuid) returns public.tickets
language plpgsql volatile set search_path = ''
security definer -- because it writes tickets, which customers can change only through functions
as $$
declare
  ticket public.tickets := bank.lock_ticket(bank.caller(), ticket_id);
begin
  if ticket.answered_at > coalesce(ticket.seen_at, '-infinity') then
    update public.tickets t set seen_at = clock_timestamp() where t.id = ticket.id returning * into ticket;
  end if;
  return ticket;
end $$;
comment on function public.mark_ticket_read is
  'Marks the answers to one of the caller''s tickets as read. Refuses: NTFND.';

create function public.rate_article(article text default null, helpful boolean default true)
returns public.help_votes language plpgsql volatile
security definer -- because it writes the time, which customers can't write
set search_path = '' as $$
declare
  vote public.help_votes;
begin
  perform bank.refuse_if((article ~ '^[a-z0-9-]{1,60}$') is not true or helpful is null,
    'NTFND', 'We couldn''t find that article.');
  perform bank.ensure_customer(bank.caller());
  perform bank.lock_records(bank.caller(), 'support requests');
  insert into public.help_votes as v (user_id, article, helpful)
    values (bank.caller(), rate_article.article, rate_article.helpful)
    on conflict on constraint help_votes_user_id_article_key do update
      set helpful = excluded.helpful, voted_at = clock_timestamp()
    returning * into vote;
  return vote;
end $$;
comment on function public.rate_article is
  'Rates a help article as helpful or not. A new vote replaces the old one. Refuses: NTFND, LIMIT.';

-- Functions that operators call for tickets, through `npm run operator` with the service key.
create function bank.lock_any_ticket(requested_id uuid) returns public.tickets language plpgsql volatile as $$
declare
  ticket public.tickets;
begin
  select * into ticket from public.tickets t where t.id = requested_id for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that ticket.');
  return ticket;
end $$;
comment on function bank.lock_any_ticket is 'Locks any customer''s ticket. For operators. Refuses: NTFND.';

create function public.answer_ticket(ticket_id uuid, message text, asks_back boolean default false)
returns public.tickets language plpgsql volatile set search_path = ''
security definer -- because it writes tickets, which customers can change only through functions
as $$
declare
  ticket public.tickets := bank.lock_any_ticket(ticket_id);
begin
  perform bank.refuse_ticket_if(ticket.state = 'closed', ticket, 'This ticket is closed.');
  perform bank.write_message(ticket, 'operator', bank.clean_paragraphs(message, 'message', 4000));
  update public.tickets t set state = case when asks_back then 'waiting' else 'answered' end,
    answered_at = clock_timestamp(), updated_at = clock_timestamp(), ended_at = null
    where t.id = ticket.id returning * into ticket;
  return ticket;
end $$;
comment on function public.answer_ticket is
  'Answers a ticket, or asks the customer a question. For operators. Refuses: NTFND, TKEND, BADTX, LIMIT.';

create function public.settle_ticket(ticket_id uuid, state text, message text default null)
returns public.tickets language plpgsql volatile set search_path = ''
security definer -- because it writes tickets, which customers can change only through functions
as $$
declare
  ticket public.tickets := bank.lock_any_ticket(ticket_id);
begin
  perform bank.refuse_if((settle_ticket.state in ('resolved', 'closed')) is not true,
    'BADTY', 'Choose resolved or closed for the ticket.');
  perform bank.refuse_ticket_if(ticket.state = 'closed', ticket, 'This ticket is closed.');
  if message is not null then
    perform bank.write_message(ticket, 'operator', bank.clean_paragraphs(message, 'message', 4000));
  end if;
  update public.tickets t
    set state = settle_ticket.state, ended_at = coalesce(t.ended_at, clock_timestamp()),
    updated_at = clock_timestamp(),
      answered_at = case when message is null then t.answered_at else clock_timestamp() end
    where t.id = ticket.id returning * into ticket;
  return ticket;
end $$;
comment on function public.settle_ticket is 'Resolves or closes a ticket with an optional message. For '
  'operators. Refuses: NTFND, TKEND, BADTY, BADTX, LIMIT.';

create function bank.close_settled_tickets() returns integer language plpgsql volatile as $$
declare
  closed integer;
begin
  update public.tickets t set state = 'closed' where t.state = 'resolved'
    and t.ended_at <= clock_timestamp() - interval '14 days';
  get diagnostics closed = row_count;
  return closed;
end $$;
comment on function bank.close_settled_tickets is 'Closes tickets that were resolved 14 days ago.';
call bank.schedule_job('close-settled-tickets', '41 4 * * *', 'select bank.close_settled_tickets()');

grant execute on function
  public.open_ticket, public.reply_to_ticket, public.resolve_ticket, public.rate_ticket,
  public.mark_ticket_read, public.rate_article to authenticated;
grant execute on function public.answer_ticket, public.settle_ticket to service_role;
