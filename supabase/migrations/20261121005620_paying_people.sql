-- Paying people: two linked entries through clearing, each in its own household at its own customer's simulated now.
--
-- What goes to an address that has not dealt with the payer before waits there until whoever it belongs to takes it,
-- or comes back. Between two who know each other it arrives at once.
create function bank.write_letter(
  sender uuid, kind text, address text, amount numeric, currency text, note text
) returns public.person_letters language plpgsql volatile as $$
declare
  letter public.person_letters;
begin
  if exists (select from auth.users u where u.id = sender and lower(u.email) = write_letter.address) then
    raise exception using errcode = 'ISYOU', message = 'This is your own address.';
  end if;
  if (select count(*) from public.person_letters l where l.user_id = sender and l.state = 'pending') >= 100 then
    raise exception using errcode = 'LIMIT', message = 'You have 100 payments and requests that nobody has answered yet.',
      detail = jsonb_build_object('highest', 100)::text;
  end if;
  insert into public.person_letters (user_id, kind, from_name, from_address, to_address, amount, currency, note, expires_at)
    values (sender, write_letter.kind, bank.name_of(sender), bank.address_of(sender), write_letter.address, write_letter.amount,
      write_letter.currency, write_letter.note, bank.now_for(sender) + interval '14 days')
    returning * into letter;
  return letter;
end
$$;
comment on function bank.write_letter(uuid, text, text, numeric, text, text) is
  'Sends or asks for money by e-mail address. Looks nobody up but the sender. Refuses: ISYOU, LIMIT.';

create function bank.words_for(way text, name text, note text) returns text language sql immutable as $$
  select left(case way when 'out' then 'To ' when 'in' then 'From ' else 'Returned: ' end || name || coalesce(': ' || note, ''), 500)
$$;
comment on function bank.words_for(text, text, text) is 'What the history of an account says of a payment between people.';

create function bank.receive_letter(letter public.person_letters, receiver uuid, account public.accounts) returns public.person_payments
language plpgsql volatile as $$
declare
  move bank.person_move := bank.move_person_money(account, letter.id, 'in', letter.amount, letter.currency, letter.from_name,
    bank.words_for('in', letter.from_name, letter.note));
  received public.person_payments;
begin
  received := bank.keep_person_payment(receiver, letter, 'in', 'completed',
    coalesce((select c.name from public.contacts c where c.user_id = receiver and c.address = letter.from_address), letter.from_name),
    letter.from_address, account, move);
  update public.person_letters l set state = 'completed', closed_at = clock_timestamp() where l.id = letter.id;
  update public.person_payments p set state = 'completed', closed_at = bank.now_for(letter.user_id), expires_at = null
    where p.letter_id = letter.id and p.user_id = letter.user_id;
  perform bank.acquaint(letter.user_id, receiver);
  perform bank.keep_contact(receiver, letter.from_name, letter.from_address, letter.user_id);
  update public.contacts c set person_id = receiver
    where c.user_id = letter.user_id and c.address = letter.to_address and c.person_id is distinct from receiver;
  return received;
end
$$;
comment on function bank.receive_letter(public.person_letters, uuid, public.accounts) is
  'Puts what a letter brings on a locked account of the one it was sent to, and tells the sender. The letter is held and pending.';

create function public.pay_person(
  account_id uuid, amount numeric, address text default null, currency text default null, note text default null,
  name text default null, request_id text default null
) returns public.person_payments language plpgsql volatile
security definer -- balances and books are written by the bank alone, on both sides
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  words text := bank.clean_words(note, 'note', 140);
  params jsonb := jsonb_build_object('verb', 'pay_person', 'account', account_id, 'amount', trim_scale(amount)::text, 'address', address,
    'currency', currency, 'note', words);
  answer jsonb := bank.replay(request_id, params);
  target text;
  receiver uuid;
  pair public.accounts[];
  letter public.person_letters;
  sent public.person_payments;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.person_payments, answer);
  end if;
  perform bank.check_amount(amount);
  perform from public.accounts a where a.id = pay_person.account_id and a.user_id = caller;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such account of yours.';
  end if;
  if currency is not null and not exists (select from public.currencies c where c.code = pay_person.currency) then
    raise exception using errcode = 'BADCU', message = 'The bank does not keep this currency.';
  end if;
  target := bank.clean_address(address);
  receiver := bank.takes_at_once(caller, target);
  begin
    perform bank.hold_people(caller, receiver);
  exception when sqlstate 'CLOCK' then
    -- Their clock is being moved: it waits for them like anybody's. If it is the caller's own, this refuses.
    receiver := null;
    perform bank.hold_people(caller);
  end;
  perform bank.expire_letters(caller);
  pair := bank.lock_people_accounts(pay_person.account_id, bank.receiving_account(receiver, null,
    coalesce(currency, (select a.currency from public.accounts a where a.id = pay_person.account_id))));
  perform bank.check_people_limit(caller, coalesce(currency, (pair[1]).currency), amount);
  letter := bank.write_letter(caller, 'payment', target, amount, coalesce(currency, (pair[1]).currency), words);
  sent := bank.send_letter(letter, pair[1], name);
  if (pair[2]).id is not null and (pair[2]).closed_at is null and receiver is not null then
    perform bank.receive_letter(letter, receiver, pair[2]);
    select * into sent from public.person_payments p where p.id = sent.id;
  end if;
  perform bank.remember(request_id, params, to_jsonb(sent));
  return sent;
end
$$;
comment on function public.pay_person(uuid, numeric, text, text, text, text, text) is
  'Pays whoever has this e-mail address. An address that nobody has is answered like one that somebody has: the payment waits and comes back after 14 simulated days. Refuses: BADAM, BADEM, BADCU, ISYOU, NTFND, CLOSD, INSUF, NORAT, PAYLM, LIMIT, CLOCK, RQDIF.';
grant execute on function public.pay_person(uuid, numeric, text, text, text, text, text) to authenticated;

create function bank.send_letter(letter public.person_letters, account public.accounts, name text) returns public.person_payments
language plpgsql volatile as $$
declare
  known text := coalesce((select c.name from public.contacts c where c.user_id = letter.user_id and c.address = letter.to_address),
    bank.clean_text(left(send_letter.name, 80)), split_part(letter.to_address, '@', 1));
begin
  perform bank.keep_contact(letter.user_id, known, letter.to_address, null);
  perform bank.wake_for_letters(letter.user_id);
  return bank.keep_person_payment(letter.user_id, letter, 'out', 'pending', known, letter.to_address, account,
    bank.move_person_money(account, letter.id, 'out', letter.amount, letter.currency, known, bank.words_for('out', known, letter.note)));
end
$$;
comment on function bank.send_letter(public.person_letters, public.accounts, text) is
  'Takes what a letter brings from a locked account of its sender and keeps it among their payments.';

create function bank.hold_letter(letter_id uuid, kind text) returns public.person_letters language plpgsql volatile as $$
declare
  caller uuid := bank.caller();
  letter public.person_letters;
begin
  select * into letter from public.person_letters l where l.id = hold_letter.letter_id;
  if (letter.to_address = bank.address_of(caller) and letter.user_id <> caller and letter.kind = coalesce(hold_letter.kind, letter.kind)
    and not bank.has_blocked(caller, letter.user_id, letter.from_address)) is not true then
    raise exception using errcode = 'NTFND', message = 'There is no such payment or request for you.';
  end if;
  perform bank.hold_people(caller, letter.user_id);
  select * into letter from public.person_letters l where l.id = hold_letter.letter_id for update;
  perform bank.check_open(letter);
  return letter;
end
$$;
comment on function bank.hold_letter(uuid, text) is
  'A letter to the caller, held with both households until the transaction ends. Refuses: NTFND, NOTOP, CLOCK.';

create function bank.check_open(letter public.person_letters) returns void language plpgsql volatile as $$
declare
  state text := case when letter.state = 'pending' and letter.expires_at <= bank.now_for(letter.user_id) then 'expired' else letter.state end;
begin
  if letter.id is null then
    raise exception using errcode = 'NTFND', message = 'There is no such payment or request.';
  end if;
  if state <> 'pending' then
    raise exception using errcode = 'NOTOP', message = 'This is no longer open.', detail = jsonb_build_object('state', state)::text;
  end if;
end
$$;
comment on function bank.check_open(public.person_letters) is 'Refuses (NOTOP) a letter that was answered, withdrawn or has expired by the clock of its sender.';

create function public.take_payment(letter_id uuid, account_id uuid, request_id text default null) returns public.person_payments
language plpgsql volatile
security definer -- balances and books are written by the bank alone, on both sides
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'take_payment', 'letter', letter_id, 'account', account_id);
  answer jsonb := bank.replay(request_id, params);
  letter public.person_letters;
  pair public.accounts[];
  received public.person_payments;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.person_payments, answer);
  end if;
  letter := bank.hold_letter(letter_id, 'payment');
  pair := bank.lock_people_accounts(account_id, null);
  received := bank.receive_letter(letter, bank.caller(), pair[1]);
  perform bank.remember(request_id, params, to_jsonb(received));
  return received;
end
$$;
comment on function public.take_payment(uuid, uuid, text) is
  'Takes money that was sent to the caller''s address into one of their accounts. From then on, what its sender pays arrives at once. Refuses: NTFND, NOTOP, CLOSD, NORAT, CLOCK, RQDIF.';
grant execute on function public.take_payment(uuid, uuid, text) to authenticated;
