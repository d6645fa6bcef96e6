-- What customers do with their tickets.
create function public.open_ticket(
  subject text default null, words text default null, topic text default 'other', about text default null,
  document_ids uuid[] default '{}', article text default null, request_id text default null
) returns public.tickets language plpgsql volatile
security definer -- tickets are written by verbs alone, so that nobody writes for the bank
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'open_ticket', 'subject', subject, 'words', words, 'topic', topic, 'about', about,
    'documents', document_ids, 'article', article);
  answer jsonb := bank.replay(request_id, params);
  household uuid := bank.caller();
  heading text := bank.clean_text(subject);
  matter record;
  ticket public.tickets;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.tickets, answer);
  end if;
  perform bank.ensure_customer(household);
  select * into matter from bank.ticket_about(household, about);
  if heading is null or char_length(heading) > 120 then
    raise exception using errcode = 'BADTX', message = 'The subject has 1 to 120 characters.',
      detail = jsonb_build_object('field', 'subject', 'length', coalesce(char_length(heading), 0), 'longest', 120)::text;
  end if;
  if (topic in ('account', 'transaction', 'card', 'loan', 'mortgage', 'time', 'security', 'problem', 'idea', 'other')) is not true then
    raise exception using errcode = 'BADTY', message = 'The bank does not know this topic.';
  end if;
  perform bank.check_writing_pace(household);
  if (select count(*) from public.tickets t where t.user_id = household and t.state in ('open', 'answered', 'waiting')) >= 20 then
    raise exception using errcode = 'LIMIT', message = 'You have 20 open questions. Settle one of them first.', detail = jsonb_build_object('highest', 20)::text;
  end if;
  if (select count(*) from public.tickets t where t.user_id = household and t.created_at > clock_timestamp() - interval '1 hour') >= 10 then
    raise exception using errcode = 'SLOWR', message = 'You have asked ten questions within an hour. Ask again a little later.',
      detail = jsonb_build_object('highest', 10, 'minutes', 60)::text;
  end if;
  insert into public.tickets (user_id, subject, topic, about, about_kind, about_name, seen_at)
    values (household, heading, open_ticket.topic, open_ticket.about, matter.kind, matter.name, clock_timestamp()) returning * into ticket;
  perform bank.write_message(ticket, 'customer', bank.clean_paragraphs(words, 'words', 4000), coalesce(document_ids, '{}'));
  -- It shows an article and no words of its own: nobody can make the bank say anything.
  if article ~ '^[a-z0-9-]{1,60}$' then
    insert into public.ticket_messages (ticket_id, user_id, author, article) values (ticket.id, household, 'automatic', open_ticket.article);
  end if;
  perform bank.remember(request_id, params, to_jsonb(ticket));
  return ticket;
end
$$;
comment on function public.open_ticket(text, text, text, text, uuid[], text, text) is
  'Puts a question to the bank, about one of the caller''s rows, accounts, cards, debts or disputes or about nothing in particular; `article` is shown as the automatic answer. Returns the ticket. Refuses: BADTX, BADTY, NTFND, LIMIT, SLOWR, RQDIF.';
grant execute on function public.open_ticket(text, text, text, text, uuid[], text, text) to authenticated;

create function bank.lock_ticket(household uuid, wanted uuid) returns public.tickets language plpgsql volatile as $$
declare
  ticket public.tickets;
begin
  select * into ticket from public.tickets t where t.id = wanted and t.user_id = household for no key update;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such question of yours.';
  end if;
  return ticket;
end
$$;
comment on function bank.lock_ticket(uuid, uuid) is 'Locks one of a customer''s tickets. Refuses: NTFND.';

create function bank.refuse_ticket(ticket public.tickets, sentence text) returns void language plpgsql immutable as $$
begin
  raise exception using errcode = 'TKEND', message = sentence,
    detail = jsonb_build_object('state', ticket.state, 'ended_at', ticket.ended_at)::text;
end
$$;
comment on function bank.refuse_ticket(public.tickets, text) is 'Refuses (TKEND) what a ticket''s state does not allow.';

create function public.reply_to_ticket(ticket_id uuid default null, words text default null, document_ids uuid[] default '{}', request_id text default null)
returns public.tickets language plpgsql volatile
security definer -- tickets are written by verbs alone, so that nobody writes for the bank
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'reply_to_ticket', 'ticket', ticket_id, 'words', words, 'documents', document_ids);
  answer jsonb := bank.replay(request_id, params);
  ticket public.tickets;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.tickets, answer);
  end if;
  ticket := bank.lock_ticket(bank.caller(), ticket_id);
  perform bank.check_writing_pace(ticket.user_id);
  if ticket.ended_at <= clock_timestamp() - interval '14 days' then
    perform bank.refuse_ticket(ticket, 'This was settled more than 14 days ago. Ask a new question.');
  end if;
  perform bank.write_message(ticket, 'customer', bank.clean_paragraphs(words, 'words', 4000), coalesce(document_ids, '{}'));
  update public.tickets t set state = 'open', ended_at = null, satisfaction = null, satisfaction_words = null, updated_at = clock_timestamp(),
      seen_at = clock_timestamp()
    where t.id = ticket.id returning * into ticket;
  perform bank.remember(request_id, params, to_jsonb(ticket));
  return ticket;
end
$$;
comment on function public.reply_to_ticket(uuid, text, uuid[], text) is
  'Writes on one of the caller''s tickets: it is the bank''s turn then. What was settled within 14 days is open again. Refuses: NTFND, TKEND, BADTX, LIMIT, SLOWR, RQDIF.';
grant execute on function public.reply_to_ticket(uuid, text, uuid[], text) to authenticated;

create function public.resolve_ticket(ticket_id uuid) returns public.tickets language plpgsql volatile
security definer -- tickets are written by verbs alone, so that nobody writes for the bank
set search_path = '' as $$
declare
  ticket public.tickets := bank.lock_ticket(bank.caller(), ticket_id);
begin
  if ticket.state not in ('resolved', 'closed') then
    update public.tickets t set state = 'resolved', ended_at = clock_timestamp(), updated_at = clock_timestamp(), seen_at = clock_timestamp()
      where t.id = ticket.id returning * into ticket;
  end if;
  return ticket;
end
$$;
comment on function public.resolve_ticket(uuid) is 'Says that one of the caller''s questions is settled. A second time it does nothing. Refuses: NTFND.';
grant execute on function public.resolve_ticket(uuid) to authenticated;

create function public.rate_ticket(ticket_id uuid, satisfaction integer default null, words text default null) returns public.tickets language plpgsql volatile
security definer -- tickets are written by verbs alone, so that nobody writes for the bank
set search_path = '' as $$
declare
  ticket public.tickets := bank.lock_ticket(bank.caller(), ticket_id);
  said text := bank.clean_words(words, 'words', 500);
begin
  if ticket.ended_at is null then
    perform bank.refuse_ticket(ticket, 'This is not settled yet.');
  end if;
  if (satisfaction between 1 and 5) is not true then
    raise exception using errcode = 'BADTY', message = 'Choose from 1 to 5.';
  end if;
  update public.tickets t set satisfaction = rate_ticket.satisfaction, satisfaction_words = said
    where t.id = ticket.id returning * into ticket;
  return ticket;
end
$$;
comment on function public.rate_ticket(uuid, integer, text) is
  'Says how content the caller was with how one of their questions ended, from 1 to 5; the last word counts. Refuses: NTFND, TKEND, BADTY, BADTX.';
grant execute on function public.rate_ticket(uuid, integer, text) to authenticated;

create function public.see_ticket(ticket_id uuid) returns public.tickets language plpgsql volatile
security definer -- tickets are written by verbs alone, so that nobody writes for the bank
set search_path = '' as $$
declare
  ticket public.tickets := bank.lock_ticket(bank.caller(), ticket_id);
begin
  if ticket.answered_at > coalesce(ticket.seen_at, '-infinity') then
    update public.tickets t set seen_at = clock_timestamp() where t.id = ticket.id returning * into ticket;
  end if;
  return ticket;
end
$$;
comment on function public.see_ticket(uuid) is 'The caller has looked at what was answered to one of their questions. Refuses: NTFND.';
grant execute on function public.see_ticket(uuid) to authenticated;

create function public.rate_article(article text default null, helpful boolean default true) returns public.help_votes language plpgsql volatile
security definer -- the instant is the bank's
set search_path = '' as $$
declare
  vote public.help_votes;
begin
  if (article ~ '^[a-z0-9-]{1,60}$') is not true or helpful is null then
    raise exception using errcode = 'NTFND', message = 'There is no such article.';
  end if;
  perform bank.ensure_customer(bank.caller());
  perform pg_advisory_xact_lock(hashtextextended(bank.caller()::text, 7));
  if (select count(*) from public.help_votes v where v.user_id = bank.caller() and v.article <> rate_article.article) >= 500 then
    raise exception using errcode = 'LIMIT', message = 'You have spoken of 500 articles, as many as the bank keeps.',
      detail = jsonb_build_object('highest', 500)::text;
  end if;
  insert into public.help_votes as v (user_id, article, helpful) values (bank.caller(), rate_article.article, rate_article.helpful)
    on conflict on constraint help_votes_user_id_article_key do update set helpful = excluded.helpful, voted_at = clock_timestamp()
    returning * into vote;
  return vote;
end
$$;
comment on function public.rate_article(text, boolean) is 'Says whether a help article has helped the caller; the last word counts. Refuses: NTFND, LIMIT.';
grant execute on function public.rate_article(text, boolean) to authenticated;
