-- Money sent and asked for: the letter that lies between two people, and what each of them keeps of it.
--
-- A letter is addressed to an e-mail address, never to a customer: sending one looks nobody up, so that an address
-- nobody has is answered exactly like one that somebody has. Whoever shows that the address is theirs reads it.
create table public.person_letters (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  kind text not null check (kind in ('payment', 'request')),
  from_name text not null,
  from_address text,
  to_address text not null,
  amount bank.money not null check (amount > 0),
  currency text not null references public.currencies,
  note text,
  state text not null default 'pending' check (state in ('pending', 'completed', 'declined', 'cancelled', 'expired', 'undone')),
  reminders integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz
);
create index person_letters_to_address_idx on public.person_letters (to_address, created_at desc);
create index person_letters_user_id_idx on public.person_letters (user_id, expires_at) where state = 'pending';
create index person_letters_owner_idx on public.person_letters (user_id);
create index person_letters_currency_idx on public.person_letters (currency);
comment on table public.person_letters is 'Money sent or asked for by e-mail address, as the one it was sent to sees it.';
comment on column public.person_letters.id is 'Also the payment_id of the entries that it leads to, in both households.';
comment on column public.person_letters.user_id is 'Who sent it.';
comment on column public.person_letters.kind is 'payment: the money has left the sender and lies in clearing. request: money is asked for.';
comment on column public.person_letters.state is 'It leaves pending once: completed, declined, cancelled, expired, or undone because its sender returned to a time before it.';
comment on column public.person_letters.expires_at is 'When it returns, by the simulated clock of the one who sent it.';

alter table public.person_letters enable row level security;
-- What was closed a moment ago still shows, so that an open page learns of it.
create policy "customers read what was sent to their confirmed address" on public.person_letters for select to authenticated
  using (to_address = lower((select public.my_confirmed_email())) and user_id <> (select auth.uid())
    and (state = 'pending' or closed_at > now() - interval '10 minutes')
    and not exists (select from public.contacts c where c.user_id = (select auth.uid()) and c.blocked
      and (c.person_id = person_letters.user_id or c.address = person_letters.from_address)));
grant select on public.person_letters to authenticated, service_role;

create table public.person_payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  letter_id uuid not null,
  kind text not null check (kind in ('payment', 'request')),
  direction text not null check (direction in ('in', 'out')),
  state text not null check (state in ('pending', 'completed', 'declined', 'cancelled', 'expired', 'undone')),
  name text not null,
  address text,
  amount bank.money not null,
  currency text not null references public.currencies,
  account_id uuid,
  account_amount bank.money,
  account_currency text,
  exchange_rate numeric(18, 8),
  entry_id bigint,
  note text,
  answer text,
  split_id uuid,
  at timestamptz not null,
  day date not null,
  closed_at timestamptz,
  expires_at timestamptz,
  reminded_on date,
  constraint person_payments_user_id_letter_id_key unique (user_id, letter_id)
);
create index person_payments_user_id_at_idx on public.person_payments (user_id, at desc, id desc);
create index person_payments_currency_idx on public.person_payments (currency);
comment on table public.person_payments is 'What one customer keeps of money sent and asked for: each side has its own row, at its own simulated time.';
comment on column public.person_payments.letter_id is 'The letter, and the payment_id of the entries. No reference: it may outlive the other side.';
comment on column public.person_payments.direction is 'in: money comes or would come to the customer; out: it leaves or would leave them.';
comment on column public.person_payments.state is 'pending, completed, declined, cancelled, expired; undone: it happened after a time to which the customer has returned since.';
comment on column public.person_payments.account_amount is 'What moved on the account, in the account''s currency.';
comment on column public.person_payments.answer is 'What was said when it was declined.';
comment on column public.person_payments.split_id is 'Shared by the requests into which one bill was split.';
comment on column public.person_payments.at is 'When, by the customer''s own simulated clock; `day` in their own time zone.';

alter table public.person_payments enable row level security;
create policy "customers read their own payments with people" on public.person_payments for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.person_payments to authenticated, service_role;

create function bank.hold_people(one uuid, other uuid default null) returns void language plpgsql volatile as $$
declare
  household uuid;
  households uuid[] := array(select distinct h from unnest(array[one, other]) as h where h is not null order by h);
begin
  -- Everything in the order of ids, whichever way the money goes: two who pay each other wait, but never in a circle.
  foreach household in array households loop
    perform bank.hold_peer_payments(household);
  end loop;
  foreach household in array households loop
    perform bank.hold_clock(household);
  end loop;
  foreach household in array households loop
    perform pg_advisory_xact_lock_shared(bank.row_order_key(household));
  end loop;
end
$$;
comment on function bank.hold_people(uuid, uuid) is
  'Holds one or two households for a payment between people: one such payment a household at a time, clocks still. Before any row is locked. Refuses: CLOCK.';

create function bank.lock_people_accounts(own_id uuid, other_id uuid) returns public.accounts[] language plpgsql volatile as $$
declare
  caller uuid := bank.caller();
  locked public.accounts[] := array[null, null]::public.accounts[];
  account public.accounts;
begin
  for account in select * from public.accounts a
    where (a.id = own_id and a.user_id = caller) or a.id = other_id order by a.id for no key update
  loop
    locked[case when account.id = own_id then 1 else 2 end] := account;
  end loop;
  if (locked[1]).id is null then
    raise exception using errcode = 'NTFND', message = 'There is no such account of yours.';
  end if;
  if (locked[1]).closed_at is not null then
    raise exception using errcode = 'CLOSD', message = 'This account is closed.';
  end if;
  return locked;
end
$$;
comment on function bank.lock_people_accounts(uuid, uuid) is
  'The caller''s own open account and one of somebody else''s, locked in the order of their ids. Refuses: NTFND, CLOSD.';

create function bank.receiving_account(person uuid, wanted uuid, currency text) returns uuid language sql stable as $$
  select a.id from public.accounts a
  where a.user_id = person and a.closed_at is null and (a.currency = receiving_account.currency or a.id = wanted)
  order by (a.id = wanted) desc nulls last, (a.id = (select p.account_id from public.person_payments p
    where p.user_id = person and p.direction = 'in' and p.state = 'completed' order by p.at desc limit 1)) desc nulls last,
    a.type = 'CHECKING' desc, a.created_at, a.id limit 1
$$;
comment on function bank.receiving_account(uuid, uuid, text) is
  'Where money in this currency arrives: the account wanted, the one that money from people came to last, or the first. Null when there is none.';

create type bank.person_move as (entry_id bigint, at timestamptz, amount numeric, rate numeric);
comment on type bank.person_move is 'What one side of a payment between people did to an account.';

create function bank.move_person_money(
  account public.accounts, payment uuid, way text, amount numeric, currency text, person text, words text, exactly numeric default null
) returns bank.person_move language plpgsql volatile as $$
declare
  rate numeric := case when exactly is null then bank.rate_on(currency, account.currency, bank.today_for(account.user_id)) end;
  moved numeric := coalesce(exactly, round(amount * rate, 2));
  sign integer := case way when 'out' then -1 else 1 end;
  kind text := case way when 'back' then 'refund' else 'person_payment' end;
  at timestamptz := bank.next_instant(account.user_id, array[account.id]);
  entry bigint;
begin
  perform bank.check_amount(moved);
  if account.currency = currency then
    rate := null;
    entry := bank.post(account.user_id, kind, words, at, at, 'app', array[account.id, bank.clearing()],
      array[currency, currency], array[sign * moved, -sign * moved],
      payment_id => payment, event_key => 'person:' || payment || ':' || way);
  else
    entry := bank.post(account.user_id, kind, words, at, at, 'app', array[account.id, bank.exchange(), bank.exchange(), bank.clearing()],
      array[account.currency, account.currency, currency, currency], array[sign * moved, -sign * moved, sign * amount, -sign * amount],
      payment_id => payment, event_key => 'person:' || payment || ':' || way);
  end if;
  insert into bank.peer_legs (household_id, event_key, payment_id, way, amount, currency, account_amount, account_currency, account_number,
      counterparty, description)
    values (account.user_id, 'person:' || payment || ':' || way, payment, way, amount, currency, moved, account.currency, account.account_number,
      person, words)
    on conflict do nothing;
  if way = 'out' then
    perform bank.take_from_account(account, moved, kind, words, entry, at, merchant => left(person, 120), exchange_rate => rate);
  else
    perform bank.put_into_account(account, moved, kind, words, entry, at, merchant => left(person, 120), exchange_rate => rate);
  end if;
  return row(entry, at, moved, rate)::bank.person_move;
end
$$;
comment on function bank.move_person_money(public.accounts, uuid, text, numeric, text, text, text, numeric) is
  'One side of a payment between people, in its own household: out into clearing, in from there, or back. Its key makes it happen once. Refuses: INSUF, NORAT, BADAM.';

create function bank.keep_person_payment(
  owner uuid, letter public.person_letters, direction text, state text, name text, address text,
  account public.accounts default null, move bank.person_move default null, split_id uuid default null
) returns public.person_payments language plpgsql volatile as $$
declare
  kept public.person_payments;
  at timestamptz := coalesce(move.at, bank.now_for(owner));
begin
  insert into public.person_payments (user_id, letter_id, kind, direction, state, name, address, amount, currency, account_id, account_amount,
    account_currency, exchange_rate, entry_id, note, split_id, at, day, closed_at, expires_at)
  values (owner, letter.id, letter.kind, keep_person_payment.direction, keep_person_payment.state, keep_person_payment.name,
    keep_person_payment.address, letter.amount, letter.currency, account.id, move.amount, account.currency, move.rate, move.entry_id,
    letter.note, keep_person_payment.split_id, at, bank.today_for(owner), case when keep_person_payment.state <> 'pending' then at end,
    case when keep_person_payment.state = 'pending' then letter.expires_at end)
  returning * into kept;
  return kept;
end
$$;
comment on function bank.keep_person_payment(uuid, public.person_letters, text, text, text, text, public.accounts, bank.person_move, uuid) is
  'Writes what one side keeps of a letter.';

create function bank.people_limits_of(person uuid, currency text) returns table (per_payment numeric, per_day numeric, used numeric)
language sql volatile as $$
  select 2500.00, 5000.00, coalesce(sum(p.amount), 0) from public.person_payments p
  where p.user_id = person and p.direction = 'out' and p.state in ('pending', 'completed') and p.currency = people_limits_of.currency
    and p.day = bank.today_for(person)
$$;
comment on function bank.people_limits_of(uuid, text) is
  'How much may be paid to people in this currency: at once, on one simulated day, and how much of that is used. What came back is not counted.';

create function bank.check_people_limit(person uuid, currency text, amount numeric) returns void language plpgsql volatile as $$
declare
  limits record;
begin
  select * into limits from bank.people_limits_of(person, currency);
  if amount > limits.per_payment or limits.used + amount > limits.per_day then
    raise exception using errcode = 'PAYLM', message = 'This is more than can be paid to people at once or on one day.',
      detail = jsonb_build_object('rule', case when amount > limits.per_payment then 'payment' else 'day' end, 'amount', amount,
        'limit', case when amount > limits.per_payment then limits.per_payment else limits.per_day end, 'used', limits.used,
        'left', greatest(0, least(limits.per_payment, limits.per_day - limits.used)), 'currency', currency)::text;
  end if;
end
$$;
comment on function bank.check_people_limit(uuid, text, numeric) is 'Refuses (PAYLM) more than may be paid to people at once or on one simulated day.';

create function public.people_limits(currency text default 'USD')
returns table (per_payment numeric, per_day numeric, used numeric, remaining numeric) language sql volatile
security definer -- the clock is private
set search_path = '' as $$
  select l.per_payment, l.per_day, l.used, greatest(0, l.per_day - l.used) from bank.people_limits_of(bank.caller(), people_limits.currency) as l
$$;
comment on function public.people_limits(text) is 'How much the caller may pay to people, at once and today, and what is left of it.';
grant execute on function public.people_limits(text) to authenticated;

create function public.quote_person_payment(account_id uuid, amount numeric, currency text default null)
returns table (rate numeric, account_amount numeric, account_currency text, rate_date date) language plpgsql volatile
security definer -- may have to write down a rate for a simulated day nobody has reached before
set search_path = '' as $$
declare
  account public.accounts;
begin
  select * into account from public.accounts a where a.id = quote_person_payment.account_id and a.user_id = bank.caller();
  if account.id is null then
    raise exception using errcode = 'NTFND', message = 'There is no such account of yours.';
  end if;
  perform bank.check_amount(amount);
  rate_date := bank.today_for(account.user_id);
  rate := bank.rate_on(coalesce(currency, account.currency), account.currency, rate_date);
  account_amount := round(amount * rate, 2);
  account_currency := account.currency;
  perform bank.check_amount(account_amount);
  return next;
end
$$;
comment on function public.quote_person_payment(uuid, numeric, text) is
  'What an amount in this currency comes to on one of the caller''s accounts today, and at which rate. Moves nothing. Refuses: BADAM, NTFND, NORAT.';
grant execute on function public.quote_person_payment(uuid, numeric, text) to authenticated;

call bank.broadcast('public.person_letters');
call bank.broadcast('public.person_payments');
