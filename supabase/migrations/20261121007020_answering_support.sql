-- What the bank does with tickets: `npm run operator`, with the service key.
create function bank.lock_any_ticket(wanted uuid) returns public.tickets language plpgsql volatile as $$
declare
  ticket public.tickets;
begin
  select * into ticket from public.tickets t where t.id = wanted for no key update;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such ticket.';
  end if;
  return ticket;
end
$$;
comment on function bank.lock_any_ticket(uuid) is 'Locks a ticket of any customer, for the bank. Refuses: NTFND.';

create function public.answer_ticket(ticket_id uuid, words text, asks_back boolean default false) returns public.tickets language plpgsql volatile
security definer -- tickets are written by verbs alone
set search_path = '' as $$
declare
  ticket public.tickets := bank.lock_any_ticket(ticket_id);
begin
  if ticket.state = 'closed' then
    perform bank.refuse_ticket(ticket, 'This ticket is closed.');
  end if;
  perform bank.write_message(ticket, 'operator', bank.clean_paragraphs(words, 'words', 4000));
  update public.tickets t set state = case when asks_back then 'waiting' else 'answered' end, answered_at = clock_timestamp(),
      updated_at = clock_timestamp(), ended_at = null
    where t.id = ticket.id returning * into ticket;
  return ticket;
end
$$;
comment on function public.answer_ticket(uuid, text, boolean) is
  'Answers a customer''s question, or asks back. For the bank''s operators. Refuses: NTFND, TKEND, BADTX, LIMIT.';
grant execute on function public.answer_ticket(uuid, text, boolean) to service_role;

create function public.settle_ticket(ticket_id uuid, state text, words text default null) returns public.tickets language plpgsql volatile
security definer -- tickets are written by verbs alone
set search_path = '' as $$
declare
  ticket public.tickets := bank.lock_any_ticket(ticket_id);
begin
  if (settle_ticket.state in ('resolved', 'closed')) is not true then
    raise exception using errcode = 'BADTY', message = 'A ticket is settled as resolved or closed.';
  end if;
  if ticket.state = 'closed' then
    perform bank.refuse_ticket(ticket, 'This ticket is closed.');
  end if;
  if words is not null then
    perform bank.write_message(ticket, 'operator', bank.clean_paragraphs(words, 'words', 4000));
  end if;
  update public.tickets t set state = settle_ticket.state, ended_at = coalesce(t.ended_at, clock_timestamp()), updated_at = clock_timestamp(),
      answered_at = case when words is null then t.answered_at else clock_timestamp() end
    where t.id = ticket.id returning * into ticket;
  return ticket;
end
$$;
comment on function public.settle_ticket(uuid, text, text) is
  'Resolves or closes a customer''s question, with last words or without. For the bank''s operators. Refuses: NTFND, TKEND, BADTY, BADTX, LIMIT.';
grant execute on function public.settle_ticket(uuid, text, text) to service_role;

create function bank.close_settled_tickets() returns integer language plpgsql volatile as $$
declare
  closed integer;
begin
  update public.tickets t set state = 'closed' where t.state = 'resolved' and t.ended_at <= clock_timestamp() - interval '14 days';
  get diagnostics closed = row_count;
  return closed;
end
$$;
comment on function bank.close_settled_tickets() is 'Closes what was resolved 14 days ago: until then it could be opened again.';
do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('close-settled-tickets', '41 4 * * *', 'select bank.close_settled_tickets()');
  end if;
end
$$;

-- An answer is news that a customer may not want to hear of.
alter table public.notification_preferences drop constraint notification_preferences_about_check;
alter table public.notification_preferences add constraint notification_preferences_about_check
  check (about in ('low_balance', 'credit_limit', 'payment_due', 'loan_approved', 'large_transaction', 'deposit_landed',
    'payment_failed', 'payment_missed', 'shock', 'goal_reached', 'goal_milestone', 'budget_near', 'budget_passed', 'statement_ready',
    'application_decided', 'dispute_decided', 'interest_posted', 'rate_reset', 'price_rise', 'people', 'support_answered'));
