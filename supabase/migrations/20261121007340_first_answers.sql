-- The first answer to a question may be the assistant's: a sentence from the customer's own books. The server's function writes it,
-- no client does, so that nobody makes the bank say anything.
alter table public.ticket_messages drop constraint ticket_messages_author_words_check;
alter table public.ticket_messages add constraint ticket_messages_author_words_check check (
  case author when 'automatic' then num_nonnulls(words, article) = 1 else words is not null and article is null end);
comment on column public.ticket_messages.article is 'The help article that the automatic answer shows; it has no words of its own.';
comment on column public.ticket_messages.words is 'What was written; of an automatic answer what the assistant found in the customer''s books, or nothing where it shows an article.';

create function public.keep_first_answer(ticket_id uuid, words text) returns boolean language plpgsql volatile
security definer -- tickets are written by verbs alone
set search_path = '' as $$
declare
  ticket public.tickets := bank.lock_any_ticket(ticket_id);
begin
  -- Once, and only before a person has answered.
  if ticket.state <> 'open' or ticket.answered_at is not null
    or exists (select from public.ticket_messages m where m.ticket_id = ticket.id and m.author = 'automatic' and m.words is not null) then
    return false;
  end if;
  insert into public.ticket_messages (ticket_id, user_id, author, words)
    values (ticket.id, ticket.user_id, 'automatic', bank.clean_paragraphs(keep_first_answer.words, 'words', 4000));
  return true;
end
$$;
comment on function public.keep_first_answer(uuid, text) is
  'Keeps what the assistant found for a question, once, and says whether it did. It stays the turn of the bank. For the server''s functions. Refuses: NTFND, BADTX.';
grant execute on function public.keep_first_answer(uuid, text) to service_role;
