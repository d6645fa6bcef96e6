-- Asking for money, and what becomes of what was sent and asked for: accepted, declined, cancelled, expired.
create function public.ask_people(account_id uuid, shares jsonb default null, note text default null, request_id text default null)
returns setof public.person_payments language plpgsql volatile
security definer -- letters are written by the bank alone
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  words text := bank.clean_words(note, 'note', 140);
  params jsonb := jsonb_build_object('verb', 'ask_people', 'account', account_id, 'shares', shares, 'note', words);
  answer jsonb := bank.replay(request_id, params);
  account public.accounts;
  share record;
  asked public.person_payments[] := '{}';
  split uuid := case when jsonb_array_length(shares) > 1 then gen_random_uuid() end;
begin
  if answer is null then
    perform bank.hold_people(caller);
    perform bank.expire_letters(caller);
    account := (bank.lock_people_accounts(ask_people.account_id, null))[1];
    if (jsonb_array_length(shares) between 1 and 20) is not true then
      raise exception using errcode = 'LIMIT', message = 'A bill is split between 1 and 20 people.',
        detail = jsonb_build_object('highest', 20)::text;
    end if;
    for share in select * from jsonb_to_recordset(shares) as s (address text, name text, amount numeric) loop
      perform bank.check_amount(share.amount);
      asked := asked || bank.ask_person(account, bank.clean_address(share.address), share.name, share.amount, words, split);
    end loop;
    answer := to_jsonb(asked);
    perform bank.remember(request_id, params, answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.person_payments, answer);
end
$$;
comment on function public.ask_people(uuid, jsonb, text, text) is
  'Asks one or several people by e-mail address for money, to arrive on this account and in its currency: [{address, name, amount}]. Moves nothing. Refuses: BADAM, BADEM, ISYOU, NTFND, CLOSD, PAYLM, LIMIT, CLOCK, RQDIF.';
grant execute on function public.ask_people(uuid, jsonb, text, text) to authenticated;

create function bank.ask_person(account public.accounts, address text, name text, amount numeric, note text, split_id uuid)
returns public.person_payments language plpgsql volatile as $$
declare
  known text := coalesce((select c.name from public.contacts c where c.user_id = account.user_id and c.address = ask_person.address),
    bank.clean_text(left(ask_person.name, 80)), split_part(ask_person.address, '@', 1));
  letter public.person_letters;
  highest numeric := (select l.per_payment from bank.people_limits_of(account.user_id, account.currency) as l);
begin
  if amount > highest then
    raise exception using errcode = 'PAYLM', message = 'Nobody can pay that much at once.',
      detail = jsonb_build_object('rule', 'payment', 'amount', amount, 'limit', highest, 'left', highest, 'currency', account.currency)::text;
  end if;
  letter := bank.write_letter(account.user_id, 'request', ask_person.address, amount, account.currency, note);
  perform bank.keep_contact(account.user_id, known, ask_person.address, null);
  perform bank.wake_for_letters(account.user_id);
  return bank.keep_person_payment(account.user_id, letter, 'in', 'pending', known, letter.to_address, account, null, ask_person.split_id);
end
$$;
comment on function bank.ask_person(public.accounts, text, text, numeric, text, uuid) is 'Asks one person for money. Refuses: PAYLM, ISYOU, LIMIT.';

create function public.accept_request(letter_id uuid, account_id uuid, request_id text default null) returns public.person_payments
language plpgsql volatile
security definer -- balances and books are written by the bank alone, on both sides
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  params jsonb := jsonb_build_object('verb', 'accept_request', 'letter', letter_id, 'account', account_id);
  answer jsonb := bank.replay(request_id, params);
  letter public.person_letters;
  pair public.accounts[];
  paid public.person_payments;
  name text;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.person_payments, answer);
  end if;
  letter := bank.hold_letter(letter_id, 'request');
  perform bank.expire_letters(caller);
  pair := bank.lock_people_accounts(account_id, bank.receiving_account(letter.user_id,
    (select p.account_id from public.person_payments p where p.user_id = letter.user_id and p.letter_id = letter.id), letter.currency));
  if ((pair[2]).closed_at is null and (pair[2]).id is not null) is not true then
    raise exception using errcode = 'NOTOP', message = 'This is no longer open.', detail = '{"state": "cancelled"}';
  end if;
  perform bank.check_people_limit(caller, letter.currency, letter.amount);
  name := coalesce((select c.name from public.contacts c where c.user_id = caller and c.address = letter.from_address), letter.from_name);
  paid := bank.keep_person_payment(caller, letter, 'out', 'completed', name, letter.from_address, pair[1],
    bank.move_person_money(pair[1], letter.id, 'out', letter.amount, letter.currency, name, bank.words_for('out', name, letter.note)));
  perform bank.receive_request(letter, caller, pair[2]);
  perform bank.remember(request_id, params, to_jsonb(paid));
  return paid;
end
$$;
comment on function public.accept_request(uuid, uuid, text) is
  'Pays what somebody has asked the caller for, from this account, at once. Refuses: NTFND, NOTOP, CLOSD, INSUF, NORAT, PAYLM, CLOCK, RQDIF.';
grant execute on function public.accept_request(uuid, uuid, text) to authenticated;

create function bank.receive_request(letter public.person_letters, payer uuid, account public.accounts) returns void language plpgsql volatile as $$
declare
  asked public.person_payments;
  move bank.person_move;
begin
  select * into asked from public.person_payments p where p.user_id = letter.user_id and p.letter_id = letter.id;
  move := bank.move_person_money(account, letter.id, 'in', letter.amount, letter.currency, asked.name,
    bank.words_for('in', asked.name, letter.note));
  update public.person_letters l set state = 'completed', closed_at = clock_timestamp() where l.id = letter.id;
  update public.person_payments p set state = 'completed', closed_at = move.at, expires_at = null, account_id = account.id,
      account_amount = move.amount, account_currency = account.currency, exchange_rate = move.rate, entry_id = move.entry_id
    where p.id = asked.id;
  perform bank.acquaint(letter.user_id, payer);
  perform bank.keep_contact(payer, letter.from_name, letter.from_address, letter.user_id);
  update public.contacts c set person_id = payer
    where c.user_id = letter.user_id and c.address = letter.to_address and c.person_id is distinct from payer;
end
$$;
comment on function bank.receive_request(public.person_letters, uuid, public.accounts) is
  'Puts what was asked for on a locked account of the one who asked. The letter is held and pending.';

create function bank.give_back(sent public.person_payments, state text, answer text default null) returns boolean language plpgsql volatile as $$
declare
  account public.accounts;
begin
  select * into account from public.accounts a where a.id = bank.receiving_account(sent.user_id, sent.account_id, sent.currency)
    for no key update;
  if account.id is null or account.closed_at is not null then
    return false;
  end if;
  perform bank.move_person_money(account, sent.letter_id, 'back', sent.amount, sent.currency, sent.name,
    bank.words_for('back', sent.name, sent.note), case when account.currency = sent.account_currency then sent.account_amount end);
  update public.person_payments p set state = give_back.state, answer = give_back.answer, closed_at = bank.now_for(sent.user_id), expires_at = null
    where p.id = sent.id;
  return true;
end
$$;
comment on function bank.give_back(public.person_payments, text, text) is
  'Gives money that nobody has taken back to its sender, to the cent. Says whether there was an account to give it back to.';

create function bank.close_letter(letter public.person_letters, state text, answer text default null) returns boolean language plpgsql volatile as $$
declare
  sent public.person_payments;
begin
  select * into sent from public.person_payments p where p.user_id = letter.user_id and p.letter_id = letter.id;
  if letter.kind = 'payment' then
    if not bank.give_back(sent, close_letter.state, answer) then
      return false;
    end if;
  else
    update public.person_payments p set state = close_letter.state, answer = close_letter.answer, closed_at = bank.now_for(letter.user_id),
      expires_at = null where p.id = sent.id;
  end if;
  update public.person_letters l set state = close_letter.state, closed_at = clock_timestamp() where l.id = letter.id;
  return true;
end
$$;
comment on function bank.close_letter(public.person_letters, text, text) is
  'Ends a held, pending letter without anybody receiving it; its money goes back. Says whether it could.';

create function public.decline_letter(letter_id uuid, note text default null, request_id text default null) returns void language plpgsql volatile
security definer -- balances and books are written by the bank alone, on both sides
set search_path = '' as $$
declare
  words text := bank.clean_words(note, 'note', 140);
  params jsonb := jsonb_build_object('verb', 'decline_letter', 'letter', letter_id);
  letter public.person_letters;
begin
  if bank.replay(request_id, params) is not null then
    return;
  end if;
  letter := bank.hold_letter(letter_id, null);
  if not bank.close_letter(letter, 'declined', words) then
    raise exception using errcode = 'CLOSD', message = 'It cannot go back now: its sender has no account for it. It goes back by itself.';
  end if;
  perform bank.keep_person_payment(bank.caller(), letter, case letter.kind when 'payment' then 'in' else 'out' end, 'declined',
    coalesce((select c.name from public.contacts c where c.user_id = bank.caller() and c.address = letter.from_address), letter.from_name),
    letter.from_address);
  perform bank.remember(request_id, params, '{}');
end
$$;
comment on function public.decline_letter(uuid, text, text) is
  'Declines a request, or money that was sent, which then goes back. A declined request moves no money. Refuses: NTFND, NOTOP, BADTX, CLOCK.';
grant execute on function public.decline_letter(uuid, text, text) to authenticated;

create function bank.hold_own_letter(letter_id uuid) returns public.person_letters language plpgsql volatile as $$
declare
  caller uuid := bank.caller();
  letter public.person_letters;
begin
  perform bank.hold_people(caller);
  select * into letter from public.person_letters l where l.id = hold_own_letter.letter_id and l.user_id = caller for update;
  perform bank.check_open(letter);
  return letter;
end
$$;
comment on function bank.hold_own_letter(uuid) is 'A letter that the caller sent, held until the transaction ends. Refuses: NTFND, NOTOP, CLOCK.';

create function public.cancel_letter(letter_id uuid, request_id text default null) returns void language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'cancel_letter', 'letter', letter_id);
begin
  if bank.replay(request_id, params) is not null then
    return;
  end if;
  if not bank.close_letter(bank.hold_own_letter(letter_id), 'cancelled') then
    raise exception using errcode = 'CLOSD', message = 'There is no account of yours that the money could go back to. Open one first.';
  end if;
  perform bank.remember(request_id, params, '{}');
end
$$;
comment on function public.cancel_letter(uuid, text) is
  'Takes back a payment that nobody has taken yet, or a request that nobody has answered. Refuses: NTFND, NOTOP, CLOSD, CLOCK.';
grant execute on function public.cancel_letter(uuid, text) to authenticated;

create function public.remind_request(letter_id uuid) returns void language plpgsql volatile
security definer -- letters are written by the bank alone
set search_path = '' as $$
declare
  letter public.person_letters := bank.hold_own_letter(letter_id);
  today date := bank.today_for(letter.user_id);
begin
  if letter.kind <> 'request' then
    raise exception using errcode = 'NTFND', message = 'There is no such request of yours.';
  end if;
  update public.person_payments p set reminded_on = today
    where p.user_id = letter.user_id and p.letter_id = letter.id and p.reminded_on is distinct from today and p.day < today;
  if not found then
    raise exception using errcode = 'TSOON', message = 'You can remind somebody once a day.';
  end if;
  update public.person_letters l set reminders = l.reminders + 1 where l.id = letter.id;
end
$$;
comment on function public.remind_request(uuid) is 'Reminds of a request, once a simulated day, from the day after it. Refuses: NTFND, NOTOP, TSOON, CLOCK.';
grant execute on function public.remind_request(uuid) to authenticated;

create function public.block_sender(letter_id uuid) returns void language plpgsql volatile
security definer -- who sent a letter is looked up for the one it was sent to
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  letter public.person_letters;
begin
  select * into letter from public.person_letters l where l.id = block_sender.letter_id;
  if (letter.to_address = bank.address_of(caller) and letter.user_id <> caller) is not true then
    raise exception using errcode = 'NTFND', message = 'There is no such payment or request for you.';
  end if;
  update public.contacts c set blocked = true
    where c.user_id = caller and (c.person_id = letter.user_id or c.address = letter.from_address);
  if not found then
    insert into public.contacts (user_id, name, address, person_id, blocked)
      values (caller, left(letter.from_name, 80), letter.from_address, letter.user_id, true);
  end if;
end
$$;
comment on function public.block_sender(uuid) is
  'Blocks whoever sent this: nothing of theirs shows any more, and they are not told. Refuses: NTFND, LIMIT.';
grant execute on function public.block_sender(uuid) to authenticated;

-- What nobody answers ends by the simulated clock of the one who sent it.
create function bank.expire_letters(person uuid) returns void language plpgsql volatile as $$
declare
  letter public.person_letters;
begin
  for letter in select * from public.person_letters l
    where l.user_id = person and l.state = 'pending' and l.expires_at <= bank.now_for(person) order by l.id for update
  loop
    -- Where there is no account that could take it back, it waits until there is one.
    perform bank.close_letter(letter, 'expired');
  end loop;
end
$$;
comment on function bank.expire_letters(uuid) is 'Ends what was not answered within 14 simulated days; its money goes back. Under the household''s lock or clock.';

create function bank.wake_for_letters(person uuid) returns void language sql volatile as $$
  -- Whoever holds the clock's row looks here again when their step ends, so nobody waits for it.
  update bank.clocks k set due_at = least(k.due_at, (
      select min(l.expires_at) - c.clock_offset from public.person_letters l, public.customers c
      where c.id = person and l.user_id = person and l.state = 'pending' and l.expires_at > bank.now_for(person) group by c.clock_offset))
  where k.household_id in (select held.household_id from bank.clocks held where held.household_id = person for update skip locked)
$$;
comment on function bank.wake_for_letters(uuid) is 'Lets the schedule look at a household when the next of its letters expires.';

create function bank.expire_after_step() returns trigger language plpgsql
security definer -- gives money back for the engine's steps
set search_path = '' as $$
begin
  if exists (select from public.person_letters l where l.user_id = new.household_id and l.state = 'pending') then
    perform bank.expire_letters(new.household_id);
    perform bank.wake_for_letters(new.household_id);
  end if;
  return null;
end
$$;
comment on function bank.expire_after_step() is 'When a household''s clock has moved, what it sent and nobody took comes back.';
create trigger expire_letters after update of lived_to on bank.clocks for each row
  when (new.lived_to is distinct from old.lived_to) execute function bank.expire_after_step();
