set check_function_bodies = off;

-- Contacts, and linked customers, whose payments to each other arrive immediately.
create function bank.clean_address(address text) returns text language plpgsql immutable as $$
declare
  clean text := lower(btrim(address));
begin
  perform bank.refuse_if((char_length(clean) <= 320
    and clean ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+\.[^@[:space:][:cntrl:].]+$') is not true,
    'BADEM', 'Enter a valid email address.');
  return clean;
end $$;
comment on function bank.clean_address is 'Returns a cleaned email address, or refuses it (BADEM).';

create function bank.person_name(person uuid) returns text language sql stable as $$
  select coalesce((select c.display_name from public.customers c where c.id = person),
    left(split_part(bank.confirmed_address(person), '@', 1), 80), 'A Sandbank customer')
$$;
comment on function bank.person_name is
  'Returns a customer''s name as shown to people they pay or request money from.';

create table bank.linked_payees (
  user_id uuid not null references public.customers on delete cascade,
  person_id uuid not null references public.customers on delete cascade,
  address text not null,
  since timestamptz not null default clock_timestamp(),
  primary key (user_id, person_id)
);
create index linked_payees_person_id_idx on bank.linked_payees (person_id, address);
alter table bank.linked_payees enable row level security;
comment on table bank.linked_payees is
  'Customers who have completed a payment with each other. Payments from person_id to this address of '
  'user_id arrive immediately. Payments to any other address, known or not, are pending until accepted.';
comment on column bank.linked_payees.address is 'The address through which person_id knows user_id.';

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  address text,
  person_id uuid,
  favorite boolean not null default false,
  blocked boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  constraint contacts_user_id_address_key unique (user_id, address),
  constraint contacts_somebody_check check (address is not null or person_id is not null)
);
create index contacts_user_id_person_id_idx on public.contacts (user_id, person_id);
comment on table public.contacts is 'People whom a customer pays, requests money from, or has blocked.';
comment on column public.contacts.address is 'The email address; null for a blocked person who has none.';
comment on column public.contacts.person_id is
  'The other customer''s id; null until a payment between the two customers is completed or the customer '
  'blocks the sender. Not a foreign key, because the contact can outlive the other customer.';
comment on column public.contacts.blocked is
  'True if this person''s payments and requests are hidden. The person isn''t notified.';

call bank.restrict_to_owner('public.contacts', 'select', 'insert', 'update', 'delete');
grant select, insert (id, name, address, favorite, blocked), update (name, favorite, blocked),
  delete on public.contacts to authenticated;
grant select on public.contacts to service_role;

create function bank.check_contact() returns trigger language plpgsql
security definer -- because it reads linked payees, which no API role can read
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  if tg_op = 'INSERT' then
    perform bank.ensure_customer(new.user_id);
    if new.address is not null then
      new.address := bank.clean_address(new.address);
      -- Finds only people with whom the customer has completed a payment, so that strangers can't probe
      -- addresses.
      new.person_id := coalesce(new.person_id, (select a.user_id from bank.linked_payees a
        where a.person_id = new.user_id and a.address = new.address order by a.since desc limit 1));
    end if;
  end if;
  return new;
end $$;
comment on function bank.check_contact is 'Cleans names and addresses, and sets the person''s id if the two '
  'customers have completed a payment. Refuses: BADNM, BADEM.';

create trigger check_contact before insert or update of name on public.contacts
  for each row execute function bank.check_contact();

create function bank.save_contact(owner uuid, name text, address text, person uuid)
returns void language plpgsql volatile as $$
begin
  if save_contact.address is null
    or (select count(*) from public.contacts c where c.user_id = owner) >= 500 then
    return;
  end if;
  insert into public.contacts as existing (user_id, name, address, person_id)
    values (owner,
      coalesce(bank.clean_text(left(save_contact.name, 80)), split_part(save_contact.address, '@', 1)),
      save_contact.address, person)
    on conflict on constraint contacts_user_id_address_key do update set person_id = excluded.person_id
      where existing.person_id is distinct from excluded.person_id and excluded.person_id is not null;
end $$;
comment on function bank.save_contact is
  'Saves a person whom a customer has paid or requested money from as a contact.';

create function bank.has_blocked(owner uuid, person uuid, address text)
returns boolean language sql stable as $$
  select exists (select from public.contacts c
    where c.user_id = owner and c.blocked and (c.person_id = person or c.address = has_blocked.address))
$$;
comment on function bank.has_blocked is 'Returns true if a customer has blocked this person or this address.';

create function bank.linked_payee(payer uuid, address text) returns uuid language sql stable as $$
  select a.user_id from bank.linked_payees a
  where a.person_id = payer and a.address = linked_payee.address
    and bank.confirmed_address(a.user_id) = a.address
    and not bank.has_blocked(a.user_id, payer, bank.confirmed_address(payer))
$$;
comment on function bank.linked_payee is 'Returns the customer with this address if the payer''s payments '
  'arrive immediately; otherwise, null, even if the address exists.';

call bank.broadcast('public.contacts');

-- Peer transfers and payment requests, with a separate record for each side. They are sent to an email
-- address, not to a customer. Sending doesn't look up the recipient, so that an unknown address behaves
-- exactly like a known one. The customer who verifies the address receives them.
create table public.peer_transfers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  kind text not null check (kind in ('payment', 'request')),
  from_name text not null,
  from_address text,
  to_address text not null,
  amount bank.money not null check (amount > 0),
  currency text not null references public.currencies,
  note text,
  state text not null
    default 'pending' check (state in ('pending', 'completed', 'declined', 'canceled', 'expired', 'undone')),
  reminders integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz
);
create index peer_transfers_to_address_idx on public.peer_transfers (to_address, created_at desc);
create index peer_transfers_user_id_idx on public.peer_transfers (user_id, expires_at)
  where state = 'pending';
create index peer_transfers_owner_idx on public.peer_transfers (user_id);
create index peer_transfers_currency_idx on public.peer_transfers (currency);
comment on table public.peer_transfers is
  'Money sent to or requested from an email address, as the recipient sees it.';
comment on column public.peer_transfers.id is
  'The id, which is also the payment_id of the resulting entries in both households.';
comment on column public.peer_transfers.user_id is 'The sender.';
comment on column public.peer_transfers.kind is
  'payment: the money has left the sender and is in clearing; request: money is requested.';
comment on column public.peer_transfers.state is 'Starts as pending, then completed, declined, canceled, '
  'expired, or undone because the sender returned to an earlier checkpoint.';
comment on column public.peer_transfers.expires_at is
  'The instant of expiry on the sender''s simulated clock.';

alter table public.peer_transfers enable row level security;

-- Recently closed transfers remain visible, so that an open page shows the change.
create policy "customers read what was sent to their confirmed address" on public.peer_transfers for select
  to authenticated
  using (to_address = lower((select public.my_confirmed_email())) and user_id <> (select auth.uid())
    and (state = 'pending' or closed_at > now() - interval '10 minutes')
    and not exists (select from public.contacts c where c.user_id = (select auth.uid()) and c.blocked
      and (c.person_id = peer_transfers.user_id or c.address = peer_transfers.from_address)));
grant select on public.peer_transfers to authenticated, service_role;

create table public.peer_payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  peer_transfer_id uuid not null,
  kind text not null check (kind in ('payment', 'request')),
  direction text not null check (direction in ('in', 'out')),
  state text not null check (state in ('pending', 'completed', 'declined', 'canceled', 'expired', 'undone')),
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
  constraint peer_payments_user_id_peer_transfer_id_key unique (user_id, peer_transfer_id)
);
create index peer_payments_user_id_at_idx on public.peer_payments (user_id, at desc, id desc);
create index peer_payments_currency_idx on public.peer_payments (currency);
comment on table public.peer_payments is 'A customer''s record of payments and requests. Each side has its '
  'own row, dated in its own simulated time.';
comment on column public.peer_payments.peer_transfer_id is 'The peer transfer, and the payment_id of its '
  'entries. Not a foreign key, because the record can outlive the other side.';
comment on column public.peer_payments.direction is
  'in: the customer receives money; out: the customer pays.';
comment on column public.peer_payments.state is 'pending, completed, declined, canceled, or expired. undone: '
  'the customer returned to a checkpoint from before the payment.';
comment on column public.peer_payments.account_amount is 'The amount in the account''s currency.';
comment on column public.peer_payments.answer is
  'The message that was sent when the payment or request was declined.';
comment on column public.peer_payments.split_id is 'The id that all requests of a split bill share.';
comment on column public.peer_payments.at is
  'The instant on the customer''s simulated clock; `day` is in their time zone.';

call bank.show_to_owner('public.peer_payments');

create function bank.lock_households(one uuid, other uuid default null)
returns void language plpgsql volatile as $$
declare
  household uuid;
  households uuid[] := array(select distinct h from unnest(array[one, other]) as h
    where h is not null order by h);
begin
  -- Locks the households in the order of their ids instead of sender first, so that two customers who pay
  -- each other don't deadlock.
  foreach household in array households loop
    perform bank.lock_peer_payments(household);
  end loop;
  foreach household in array households loop
    perform bank.lock_clock(household);
  end loop;
  foreach household in array households loop
    perform pg_advisory_xact_lock_shared(bank.account_lock_key(household));
  end loop;
end $$;
comment on function bank.lock_households is
  'Locks one or two households and their clocks for a peer payment, before any row is locked. Each '
  'household can have only one peer payment at a time. Refuses: CLOCK.';

create function bank.lock_people_accounts(own_id uuid, other_id uuid)
returns public.accounts[] language plpgsql volatile as $$
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
  perform bank.refuse_if((locked[1]).id is null, 'NTFND', 'We couldn''t find that account.');
  perform bank.refuse_if((locked[1]).closed_at is not null, 'CLOSD', 'This account is closed.');
  return locked;
end $$;
comment on function bank.lock_people_accounts is
  'Locks the caller''s open account and another customer''s account in id order. Refuses: NTFND, CLOSD.';

create function bank.receiving_account(person uuid, preferred_id uuid, currency text)
returns uuid language sql stable as $$
  select a.id from public.accounts a
  where a.user_id = person and a.closed_at is null and a.type <> 'CD'
    and (a.currency = receiving_account.currency or a.id = preferred_id)
  order by (a.id = preferred_id) desc nulls last, (a.id = (select p.account_id from public.peer_payments p
    where p.user_id = person and p.direction = 'in' and p.state = 'completed' order by p.at desc
      limit 1)) desc nulls last, a.type = 'CHECKING' desc, a.created_at, a.id limit 1
$$;
comment on function bank.receiving_account is
  'Returns the account for incoming payments in a currency: the given account, the last one that received a '
  'peer payment, or the first one. Returns null if there is none.';

create type bank.peer_move as (entry_id bigint, at timestamptz, amount numeric, rate numeric);
comment on type bank.peer_move is 'The effect of a peer payment on one side''s account.';

create function bank.move_peer_money(account public.accounts, payment uuid, way text, amount numeric,
  currency text, person text, description text, exactly numeric default null) returns bank.peer_move
language plpgsql volatile as $$
declare
  rate numeric := case
    when exactly is null then bank.rate_on(currency, account.currency, bank.today_for(account.user_id)) end;
  moved numeric := coalesce(exactly, round(amount * rate, 2));
  sign integer := case way when 'out' then -1 else 1 end;
  kind text := case way when 'back' then 'refund' else 'person_payment' end;
  at timestamptz := bank.next_instant(account.user_id, array[account.id]);
  entry bigint;
begin
  perform bank.check_amount(moved);
  if account.currency = currency then
    rate := null;
    entry := bank.post(account.user_id, kind, description, at, at, 'app',
      array[account.id, bank.system_account('transfer_clearing')],
      array[currency, currency], array[sign * moved, -sign * moved],
      payment_id => payment, event_key => 'person:' || payment || ':' || way);
  else
    entry := bank.post(account.user_id, kind, description, at, at, 'app',
      array[account.id, bank.system_account('currency_exchange'), bank.system_account('currency_exchange'),
      bank.system_account('transfer_clearing')],
      array[account.currency, account.currency, currency, currency],
        array[sign * moved, -sign * moved, sign * amount, -sign * amount],
      payment_id => payment, event_key => 'person:' || payment || ':' || way);
  end if;
  insert into bank.peer_legs (household_id, event_key, payment_id, way, amount, currency, account_amount,
    account_currency, account_number, counterparty, description)
    values (account.user_id, 'person:' || payment || ':' || way, payment, way, amount, currency, moved,
      account.currency, account.account_number, person, description)
    on conflict do nothing;
  perform bank.change_account(account, case way when 'out' then 'out' else 'in' end, moved, kind, description,
    entry, at, merchant => left(person, 120), exchange_rate => rate);
  return row(entry, at, moved, rate)::bank.peer_move;
end $$;
comment on function bank.move_peer_money is
  'Posts one side of a peer payment in its own household: into clearing, out of clearing, or back. The key '
  'ensures that each side is posted only once. Refuses: INSUF, NORAT, BADAM.';

create function bank.save_peer_payment(owner uuid, peer_transfer public.peer_transfers, direction text,
  state text, name text, address text, account public.accounts default null, move bank.peer_move default null,
  split_id uuid default null) returns public.peer_payments language plpgsql volatile as $$
declare
  saved public.peer_payments;
  at timestamptz := coalesce(move.at, bank.now_for(owner));
begin
  insert into public.peer_payments (user_id, peer_transfer_id, kind, direction, state, name, address, amount,
    currency, account_id, account_amount,
    account_currency, exchange_rate, entry_id, note, split_id, at, day, closed_at, expires_at)
  values (owner, peer_transfer.id, peer_transfer.kind, save_peer_payment.direction, save_peer_payment.state,
    save_peer_payment.name, save_peer_payment.address, peer_transfer.amount, peer_transfer.currency,
    account.id, move.amount, account.currency, move.rate, move.entry_id, peer_transfer.note,
    save_peer_payment.split_id, at, bank.today_for(owner),
    case when save_peer_payment.state <> 'pending' then at end,
    case when save_peer_payment.state = 'pending' then peer_transfer.expires_at end)
  returning * into saved;
  return saved;
end $$;
comment on function bank.save_peer_payment is 'Writes one side''s record of a peer transfer.';

create function bank.peer_limits(person uuid, currency text)
returns table (per_payment numeric, per_day numeric, used numeric) language sql volatile as $$
  select 2500.00, 5000.00, coalesce(sum(p.amount), 0) from public.peer_payments p
  where p.user_id = person and p.direction = 'out' and p.state in ('pending', 'completed')
    and p.currency = peer_limits.currency
    and p.day = bank.today_for(person)
$$;
comment on function bank.peer_limits is 'Returns the limits for peer payments in a currency: per payment, '
  'per simulated day, and the amount used. Returned payments don''t count.';

create function bank.check_peer_limit(person uuid, currency text, amount numeric)
returns void language plpgsql volatile as $$
declare
  limits record;
begin
  select * into limits from bank.peer_limits(person, currency);
  perform bank.refuse_if(amount > limits.per_payment or limits.used + amount > limits.per_day,
    'PAYLM', 'This is above your limit per payment or per day. Enter a smaller amount or try again '
    'tomorrow.',
    jsonb_build_object('rule', case when amount > limits.per_payment then 'payment' else 'day' end,
    'amount', amount, 'limit', case when amount > limits.per_payment then limits.per_payment
    else limits.per_day end, 'used', limits.used,
    'left', greatest(0, least(limits.per_payment, limits.per_day - limits.used)), 'currency', currency));
end $$;
comment on function bank.check_peer_limit is
  'Refuses a peer payment that exceeds the limit per payment or per simulated day (PAYLM).';

create function public.people_limits(currency text default 'USD')
returns table (per_payment numeric, per_day numeric, used numeric, remaining numeric) language sql volatile
security definer -- because it reads bank.clocks
set search_path = '' as $$
  select l.per_payment, l.per_day, l.used, greatest(0, l.per_day - l.used)
    from bank.peer_limits(bank.caller(), people_limits.currency) as l
$$;
comment on function public.people_limits is
  'Returns the caller''s limits for peer payments, per payment and for today, and the amount left today.';

create function public.quote_peer_payment(account_id uuid, amount numeric, currency text default null)
returns table (rate numeric, account_amount numeric, account_currency text, rate_date date)
language plpgsql volatile set search_path = ''
security definer -- because it adds the exchange rates of a new simulated day if they are missing
as $$
declare
  account public.accounts;
begin
  select * into account from public.accounts a where a.id = quote_peer_payment.account_id
    and a.user_id = bank.caller();
  perform bank.refuse_if(account.id is null, 'NTFND', 'We couldn''t find that account.');
  perform bank.check_amount(amount);
  rate_date := bank.today_for(account.user_id);
  rate := bank.rate_on(coalesce(currency, account.currency), account.currency, rate_date);
  account_amount := round(amount * rate, 2);
  account_currency := account.currency;
  perform bank.check_amount(account_amount);
  return next;
end $$;
comment on function public.quote_peer_payment is 'Converts an amount to the currency of one of the caller''s '
  'accounts and returns the rate. Doesn''t move money. Refuses: BADAM, NTFND, NORAT.';

call bank.broadcast('public.peer_transfers', 'public.peer_payments');

-- Peer payments. A peer payment consists of two linked entries through clearing, one in each household. Each
-- entry is dated in its household's simulated time. A payment to a new address remains in clearing until it
-- is accepted or returned. Between linked customers, payments arrive immediately.
create function bank.write_peer_transfer(sender uuid, kind text, address text, amount numeric, currency text,
  note text) returns public.peer_transfers language plpgsql volatile as $$
declare
  peer_transfer public.peer_transfers;
begin
  perform bank.refuse_if(
    exists (select from auth.users u where u.id = sender and lower(u.email) = write_peer_transfer.address),
    'ISYOU', 'This is your own email address. Enter a different one.');
  perform bank.refuse_if(
    (select count(*) from public.peer_transfers l where l.user_id = sender and l.state = 'pending') >= 100,
    'LIMIT', 'You''ve reached the limit of 100 pending payments and requests.',
    jsonb_build_object('highest', 100));
  insert into public.peer_transfers (user_id, kind, from_name, from_address, to_address, amount, currency,
    note, expires_at)
    values (sender, write_peer_transfer.kind, bank.person_name(sender), bank.confirmed_address(sender),
      write_peer_transfer.address, write_peer_transfer.amount, write_peer_transfer.currency,
      write_peer_transfer.note, bank.now_for(sender) + interval '14 days')
    returning * into peer_transfer;
  return peer_transfer;
end $$;
comment on function bank.write_peer_transfer is 'Creates a peer transfer or payment request for an email '
  'address. Looks up only the sender. Refuses: ISYOU, LIMIT.';

create function bank.peer_payment_description(way text, name text,
  note text) returns text language sql immutable as $$
  select left(case way when 'out' then 'To ' when 'in' then 'From '
    else 'Returned: ' end || name || coalesce(': ' || note, ''), 500)
$$;
comment on function bank.peer_payment_description is
  'Returns a peer payment''s description for the account history.';

create function bank.complete_peer_transfer(peer_transfer public.peer_transfers, other_party uuid)
returns void language sql volatile as $$
  update public.peer_transfers l set state = 'completed', closed_at = clock_timestamp()
    where l.id = peer_transfer.id;
  -- Later payments between these two customers arrive immediately.
  insert into bank.linked_payees as existing (user_id, person_id, address)
  select pair.user_id, pair.person_id, bank.confirmed_address(pair.user_id)
    from (values (peer_transfer.user_id, other_party), (other_party, peer_transfer.user_id))
      as pair (user_id, person_id)
  where bank.confirmed_address(pair.user_id) is not null order by pair.user_id
  on conflict (user_id, person_id) do update set address = excluded.address, since = excluded.since
    where existing.address <> excluded.address;
  select bank.save_contact(other_party, peer_transfer.from_name, peer_transfer.from_address,
    peer_transfer.user_id);
  update public.contacts c set person_id = other_party
    where c.user_id = peer_transfer.user_id and c.address = peer_transfer.to_address
      and c.person_id is distinct from other_party;
$$;
comment on function bank.complete_peer_transfer is
  'Completes a locked peer transfer or request, and links the customers on both sides.';

create function bank.receive_peer_transfer(peer_transfer public.peer_transfers, receiver uuid,
  account public.accounts) returns public.peer_payments language plpgsql volatile as $$
declare
  move bank.peer_move := bank.move_peer_money(account, peer_transfer.id, 'in', peer_transfer.amount,
    peer_transfer.currency, peer_transfer.from_name,
    bank.peer_payment_description('in', peer_transfer.from_name, peer_transfer.note));
  received public.peer_payments;
begin
  received := bank.save_peer_payment(receiver, peer_transfer, 'in', 'completed',
    coalesce((select c.name from public.contacts c where c.user_id = receiver
      and c.address = peer_transfer.from_address), peer_transfer.from_name),
    peer_transfer.from_address, account, move);
  update public.peer_payments p set state = 'completed', closed_at = bank.now_for(peer_transfer.user_id),
    expires_at = null
    where p.peer_transfer_id = peer_transfer.id and p.user_id = peer_transfer.user_id;
  perform bank.complete_peer_transfer(peer_transfer, receiver);
  return received;
end $$;
comment on function bank.receive_peer_transfer is
  'Credits a locked pending peer transfer to the recipient''s locked account, and notifies the sender.';

create function public.pay_person(account_id uuid, amount numeric, address text default null,
  currency text default null, note text default null, name text default null, request_id text default null)
returns public.peer_payments language plpgsql volatile
security definer -- because it writes balances and the ledger of both customers
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  clean_note_text text := bank.clean_note(note, 'note', 140);
  params jsonb := jsonb_build_object('verb', 'pay_person', 'account', account_id,
    'amount', trim_scale(amount)::text, 'address', address, 'currency', currency, 'note', clean_note_text);
  sent public.peer_payments := bank.replay_row(request_id, params, null::public.peer_payments);
  target text;
  receiver uuid;
  pair public.accounts[];
  peer_transfer public.peer_transfers;
begin
  if sent.id is not null then return sent; end if;
  perform bank.check_amount(amount);
  perform from public.accounts a where a.id = pay_person.account_id and a.user_id = caller;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that account.');
  if currency is not null then perform bank.check_currency(currency); end if;
  target := bank.clean_address(address);
  receiver := bank.linked_payee(caller, target);
  begin
    perform bank.lock_households(caller, receiver);
  exception when sqlstate 'CLOCK' then
    -- If the recipient's clock is changing, the payment remains pending. If the caller's own clock is
    -- changing, the payment is refused.
    receiver := null;
    perform bank.lock_households(caller);
  end;
  perform bank.expire_peer_transfers(caller);
  pair := bank.lock_people_accounts(pay_person.account_id, bank.receiving_account(receiver, null,
    coalesce(currency, (select a.currency from public.accounts a where a.id = pay_person.account_id))));
  perform bank.check_peer_limit(caller, coalesce(currency, (pair[1]).currency), amount);
  peer_transfer := bank.write_peer_transfer(caller, 'payment', target, amount, coalesce(currency,
    (pair[1]).currency), clean_note_text);
  sent := bank.send_peer_transfer(peer_transfer, pair[1], name);
  if (pair[2]).id is not null and (pair[2]).closed_at is null and receiver is not null then
    perform bank.receive_peer_transfer(peer_transfer, receiver, pair[2]);
    select * into sent from public.peer_payments p where p.id = sent.id;
  end if;
  return bank.remember(request_id, params, sent);
end $$;
comment on function public.pay_person is 'Pays an email address. A payment to a new or unknown address is '
  'pending. If it isn''t accepted, it is returned after 14 simulated days. Refuses: BADAM, BADEM, BADCU, '
  'ISYOU, NTFND, CLOSD, INSUF, NORAT, PAYLM, LIMIT, CLOCK, RQDIF.';

create function bank.send_peer_transfer(peer_transfer public.peer_transfers, account public.accounts,
  name text) returns public.peer_payments language plpgsql volatile as $$
declare
  known text := coalesce((select c.name from public.contacts c where c.user_id = peer_transfer.user_id
    and c.address = peer_transfer.to_address),
    bank.clean_text(left(send_peer_transfer.name, 80)), split_part(peer_transfer.to_address, '@', 1));
begin
  perform bank.save_contact(peer_transfer.user_id, known, peer_transfer.to_address, null);
  perform bank.schedule_transfer_expiry(peer_transfer.user_id);
  return bank.save_peer_payment(peer_transfer.user_id, peer_transfer, 'out', 'pending', known,
    peer_transfer.to_address, account,
    bank.move_peer_money(account, peer_transfer.id, 'out', peer_transfer.amount, peer_transfer.currency,
      known, bank.peer_payment_description('out', known, peer_transfer.note)));
end $$;
comment on function bank.send_peer_transfer is
  'Debits a peer transfer from the sender''s locked account and records the payment.';

create function bank.lock_peer_transfer(peer_transfer_id uuid, kind text)
returns public.peer_transfers language plpgsql volatile as $$
declare
  caller uuid := bank.caller();
  peer_transfer public.peer_transfers;
begin
  select * into peer_transfer from public.peer_transfers l where l.id = lock_peer_transfer.peer_transfer_id;
  perform bank.refuse_if(
    (peer_transfer.to_address = bank.confirmed_address(caller) and peer_transfer.user_id <> caller
    and peer_transfer.kind = coalesce(lock_peer_transfer.kind, peer_transfer.kind)
    and not bank.has_blocked(caller, peer_transfer.user_id, peer_transfer.from_address)) is not true,
    'NTFND', 'We couldn''t find that payment or request.');
  perform bank.lock_households(caller, peer_transfer.user_id);
  select * into peer_transfer from public.peer_transfers l where l.id = lock_peer_transfer.peer_transfer_id
    for update;
  perform bank.check_pending(peer_transfer);
  return peer_transfer;
end $$;
comment on function bank.lock_peer_transfer is 'Locks a peer transfer to the caller, and both households, '
  'until the transaction ends. Refuses: NTFND, NOTOP, CLOCK.';

create function bank.check_pending(peer_transfer public.peer_transfers)
returns void language plpgsql volatile as $$
declare
  state text := case when peer_transfer.state = 'pending'
    and peer_transfer.expires_at <= bank.now_for(peer_transfer.user_id) then 'expired' else
      peer_transfer.state end;
begin
  perform bank.refuse_if(peer_transfer.id is null, 'NTFND', 'We couldn''t find that payment or request.');
  perform bank.refuse_if(state <> 'pending',
    'NOTOP', 'This payment or request is no longer pending.', jsonb_build_object('state', state));
end $$;
comment on function bank.check_pending is
  'Refuses (NOTOP) a peer transfer that was answered or canceled, or has expired on the sender''s clock.';

create function public.accept_transfer(peer_transfer_id uuid, account_id uuid, request_id text default null)
returns public.peer_payments language plpgsql volatile
security definer -- because it writes balances and the ledger of both customers
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'accept_transfer', 'peer_transfer', peer_transfer_id,
    'account', account_id);
  received public.peer_payments := bank.replay_row(request_id, params, null::public.peer_payments);
  peer_transfer public.peer_transfers;
  pair public.accounts[];
begin
  if received.id is not null then return received; end if;
  peer_transfer := bank.lock_peer_transfer(peer_transfer_id, 'payment');
  pair := bank.lock_people_accounts(account_id, null);
  received := bank.receive_peer_transfer(peer_transfer, bank.caller(), pair[1]);
  return bank.remember(request_id, params, received);
end $$;
comment on function public.accept_transfer is
  'Accepts money sent to the caller''s address into one of their accounts. Later payments from the same '
  'sender arrive immediately. Refuses: NTFND, NOTOP, CLOSD, NORAT, CLOCK, RQDIF.';

-- Payment requests, and the outcomes of transfers and requests: accepted, declined, canceled, or expired.
create function public.request_from_people(account_id uuid, shares jsonb default null, note text default null,
  request_id text default null) returns setof public.peer_payments language plpgsql volatile
security definer -- because it writes peer transfers
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  clean_note_text text := bank.clean_note(note, 'note', 140);
  params jsonb := jsonb_build_object('verb', 'request_from_people', 'account', account_id, 'shares', shares,
    'note', clean_note_text);
  answer jsonb := bank.replay(request_id, params);
  account public.accounts;
  share record;
  requests public.peer_payments[] := '{}';
  split uuid := case when jsonb_array_length(shares) > 1 then gen_random_uuid() end;
begin
  if answer is null then
    perform bank.lock_households(caller);
    perform bank.expire_peer_transfers(caller);
    account := (bank.lock_people_accounts(request_from_people.account_id, null))[1];
    perform bank.refuse_if((jsonb_array_length(shares) between 1 and 20) is not true,
      'LIMIT', 'You can split a bill with 1 to 20 people.', jsonb_build_object('highest', 20));
    for share in select * from jsonb_to_recordset(shares) as s (address text, name text, amount numeric) loop
      perform bank.check_amount(share.amount);
      requests := requests
        || bank.request_from_person(account, bank.clean_address(share.address), share.name, share.amount,
          clean_note_text, split);
    end loop;
    answer := to_jsonb(requests);
    perform bank.remember(request_id, params, answer);
  end if;
  return query select * from jsonb_populate_recordset(null::public.peer_payments, answer);
end $$;
comment on function public.request_from_people is
  'Requests money from one or more email addresses for this account, in its currency: [{address, name, '
  'amount}]. Moves no money. Refuses: BADAM, BADEM, ISYOU, NTFND, CLOSD, PAYLM, LIMIT, CLOCK, RQDIF.';

create function bank.request_from_person(account public.accounts, address text, name text, amount numeric,
  note text, split_id uuid) returns public.peer_payments language plpgsql volatile as $$
declare
  known text := coalesce((select c.name from public.contacts c where c.user_id = account.user_id
    and c.address = request_from_person.address),
    bank.clean_text(left(request_from_person.name, 80)), split_part(request_from_person.address, '@', 1));
  peer_transfer public.peer_transfers;
  highest numeric := (select l.per_payment from bank.peer_limits(account.user_id, account.currency) as l);
begin
  perform bank.refuse_if(amount > highest,
    'PAYLM', 'This is above the limit for one payment. Enter a smaller amount.',
    jsonb_build_object('rule', 'payment', 'amount', amount, 'limit', highest, 'left', highest,
      'currency', account.currency));
  peer_transfer := bank.write_peer_transfer(account.user_id, 'request', request_from_person.address, amount,
    account.currency, note);
  perform bank.save_contact(account.user_id, known, request_from_person.address, null);
  perform bank.schedule_transfer_expiry(account.user_id);
  return bank.save_peer_payment(account.user_id, peer_transfer, 'in', 'pending', known,
    peer_transfer.to_address, account, null, request_from_person.split_id);
end $$;
comment on function bank.request_from_person is
  'Requests money from one person. Refuses: PAYLM, ISYOU, LIMIT.';

create function public.accept_payment_request(peer_transfer_id uuid, account_id uuid,
  request_id text default null) returns public.peer_payments language plpgsql volatile
security definer -- because it writes balances and the ledger of both customers
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  params jsonb := jsonb_build_object('verb', 'accept_payment_request', 'peer_transfer', peer_transfer_id,
    'account', account_id);
  paid public.peer_payments := bank.replay_row(request_id, params, null::public.peer_payments);
  peer_transfer public.peer_transfers;
  pair public.accounts[];
  name text;
begin
  if paid.id is not null then return paid; end if;
  peer_transfer := bank.lock_peer_transfer(peer_transfer_id, 'request');
  perform bank.expire_peer_transfers(caller);
  pair := bank.lock_people_accounts(account_id, bank.receiving_account(peer_transfer.user_id,
    (select p.account_id from public.peer_payments p where p.user_id = peer_transfer.user_id
      and p.peer_transfer_id = peer_transfer.id), peer_transfer.currency));
  perform bank.refuse_if(((pair[2]).closed_at is null and (pair[2]).id is not null) is not true,
    'NOTOP', 'This payment or request is no longer pending.', '{"state": "canceled"}');
  perform bank.check_peer_limit(caller, peer_transfer.currency, peer_transfer.amount);
  name := coalesce((select c.name from public.contacts c where c.user_id = caller
    and c.address = peer_transfer.from_address), peer_transfer.from_name);
  paid := bank.save_peer_payment(caller, peer_transfer, 'out', 'completed', name, peer_transfer.from_address,
    pair[1],
    bank.move_peer_money(pair[1], peer_transfer.id, 'out', peer_transfer.amount, peer_transfer.currency, name,
      bank.peer_payment_description('out', name, peer_transfer.note)));
  perform bank.receive_payment_request(peer_transfer, caller, pair[2]);
  return bank.remember(request_id, params, paid);
end $$;
comment on function public.accept_payment_request is 'Pays a payment request from this account immediately. '
  'Refuses: NTFND, NOTOP, CLOSD, INSUF, NORAT, PAYLM, CLOCK, RQDIF.';

create function bank.receive_payment_request(peer_transfer public.peer_transfers, payer uuid,
  account public.accounts) returns void language plpgsql volatile as $$
declare
  request public.peer_payments;
  move bank.peer_move;
begin
  select * into request from public.peer_payments p where p.user_id = peer_transfer.user_id
    and p.peer_transfer_id = peer_transfer.id;
  move := bank.move_peer_money(account, peer_transfer.id, 'in', peer_transfer.amount, peer_transfer.currency,
    request.name, bank.peer_payment_description('in', request.name, peer_transfer.note));
  update public.peer_payments p set state = 'completed', closed_at = move.at, expires_at = null,
    account_id = account.id, account_amount = move.amount, account_currency = account.currency,
    exchange_rate = move.rate, entry_id = move.entry_id
    where p.id = request.id;
  perform bank.complete_peer_transfer(peer_transfer, payer);
end $$;
comment on function bank.receive_payment_request is
  'Credits a locked pending payment request to the requester''s locked account.';

create function bank.return_to_sender(sent public.peer_payments, state text, answer text default null)
returns boolean language plpgsql volatile as $$
declare
  account public.accounts;
begin
  select * into account from public.accounts a
    where a.id = bank.receiving_account(sent.user_id, sent.account_id, sent.currency) for no key update;
  if account.id is null or account.closed_at is not null then return false; end if;
  perform bank.move_peer_money(account, sent.peer_transfer_id, 'back', sent.amount, sent.currency, sent.name,
    bank.peer_payment_description('back', sent.name, sent.note),
      case when account.currency = sent.account_currency then sent.account_amount end);
  update public.peer_payments p set state = return_to_sender.state, answer = return_to_sender.answer,
    closed_at = bank.now_for(sent.user_id), expires_at = null
    where p.id = sent.id;
  return true;
end $$;
comment on function bank.return_to_sender is
  'Returns the exact unaccepted amount to its sender. Returns false if the sender has no suitable account.';

create function bank.close_peer_transfer(peer_transfer public.peer_transfers, state text,
  answer text default null) returns boolean language plpgsql volatile as $$
declare
  sent public.peer_payments;
begin
  select * into sent from public.peer_payments p where p.user_id = peer_transfer.user_id
    and p.peer_transfer_id = peer_transfer.id;
  if peer_transfer.kind = 'payment' then
    if not bank.return_to_sender(sent, close_peer_transfer.state, answer) then return false; end if;
  else
    update public.peer_payments p set state = close_peer_transfer.state, answer = close_peer_transfer.answer,
      closed_at = bank.now_for(peer_transfer.user_id), expires_at = null where p.id = sent.id;
  end if;
  update public.peer_transfers l set state = close_peer_transfer.state, closed_at = clock_timestamp()
    where l.id = peer_transfer.id;
  return true;
end $$;
comment on function bank.close_peer_transfer is 'Ends a locked pending transfer that was not accepted, and '
  'refunds it. Returns false if the sender has no account for the refund.';

create function public.decline_peer_transfer(peer_transfer_id uuid, note text default null,
  request_id text default null) returns void language plpgsql volatile
security definer -- because it writes balances and the ledger of both customers
set search_path = '' as $$
declare
  clean_note_text text := bank.clean_note(note, 'note', 140);
  params jsonb := jsonb_build_object('verb', 'decline_peer_transfer', 'peer_transfer', peer_transfer_id);
  peer_transfer public.peer_transfers;
begin
  if bank.replay(request_id, params) is not null then return; end if;
  peer_transfer := bank.lock_peer_transfer(peer_transfer_id, null);
  perform bank.refuse_if(not bank.close_peer_transfer(peer_transfer, 'declined', clean_note_text), 'CLOSD',
    'We can''t return this payment right now because the sender has no account for it. We''ll return '
    'it automatically.');
  perform bank.save_peer_payment(bank.caller(), peer_transfer,
    case peer_transfer.kind when 'payment' then 'in' else 'out' end, 'declined',
    coalesce((select c.name from public.contacts c where c.user_id = bank.caller()
      and c.address = peer_transfer.from_address), peer_transfer.from_name), peer_transfer.from_address);
  perform bank.remember(request_id, params, '{}'::jsonb);
end $$;
comment on function public.decline_peer_transfer is 'Declines a payment request or a peer transfer. A '
  'transfer''s money is returned. Refuses: NTFND, NOTOP, BADTX, CLOCK.';

create function bank.lock_own_peer_transfer(peer_transfer_id uuid)
returns public.peer_transfers language plpgsql volatile as $$
declare
  caller uuid := bank.caller();
  peer_transfer public.peer_transfers;
begin
  perform bank.lock_households(caller);
  select * into peer_transfer from public.peer_transfers l where l.id =
    lock_own_peer_transfer.peer_transfer_id
    and l.user_id = caller for update;
  perform bank.check_pending(peer_transfer);
  return peer_transfer;
end $$;
comment on function bank.lock_own_peer_transfer is 'Locks one of the transfers that the caller sent, until '
  'the transaction ends. Refuses: NTFND, NOTOP, CLOCK.';

create function public.cancel_peer_transfer(peer_transfer_id uuid, request_id text default null) returns void
language plpgsql volatile security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'cancel_peer_transfer', 'peer_transfer', peer_transfer_id);
begin
  if bank.replay(request_id, params) is not null then return; end if;
  perform bank.refuse_if(
    not bank.close_peer_transfer(bank.lock_own_peer_transfer(peer_transfer_id), 'canceled'),
    'CLOSD', 'You need an account for the refund. Open one first.');
  perform bank.remember(request_id, params, '{}'::jsonb);
end $$;
comment on function public.cancel_peer_transfer is 'Cancels a transfer or request that the recipient has not '
  'accepted or answered yet. Refuses: NTFND, NOTOP, CLOSD, CLOCK.';

create function public.remind_payment_request(peer_transfer_id uuid) returns void language plpgsql volatile
security definer -- because it writes peer transfers
set search_path = '' as $$
declare
  peer_transfer public.peer_transfers := bank.lock_own_peer_transfer(peer_transfer_id);
  today date := bank.today_for(peer_transfer.user_id);
begin
  perform bank.refuse_if(peer_transfer.kind <> 'request', 'NTFND', 'We couldn''t find that request.');
  update public.peer_payments p set reminded_on = today
    where p.user_id = peer_transfer.user_id and p.peer_transfer_id = peer_transfer.id
      and p.reminded_on is distinct from today and p.day < today;
  perform bank.refuse_if(not found, 'TSOON', 'You can send one reminder per day.');
  update public.peer_transfers l set reminders = l.reminders + 1 where l.id = peer_transfer.id;
end $$;
comment on function public.remind_payment_request is 'Sends a reminder about a payment request. Allows one '
  'per simulated day, starting the day after the request. Refuses: NTFND, NOTOP, TSOON, CLOCK.';

create function public.block_sender(peer_transfer_id uuid) returns void language plpgsql volatile
security definer -- because it finds the sender for the recipient
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  peer_transfer public.peer_transfers;
begin
  select * into peer_transfer from public.peer_transfers l where l.id = block_sender.peer_transfer_id;
  perform bank.refuse_if((peer_transfer.to_address = bank.confirmed_address(caller)
    and peer_transfer.user_id <> caller) is not true, 'NTFND', 'We couldn''t find that payment or request.');
  update public.contacts c set blocked = true
    where c.user_id = caller and (c.person_id = peer_transfer.user_id
      or c.address = peer_transfer.from_address);
  if not found then
    insert into public.contacts (user_id, name, address, person_id, blocked)
      values (caller, left(peer_transfer.from_name, 80), peer_transfer.from_address, peer_transfer.user_id,
        true);
  end if;
end $$;
comment on function public.block_sender is
  'Blocks the sender and hides everything they send. The sender isn''t notified. Refuses: NTFND, LIMIT.';

-- Unanswered transfers expire according to the sender's simulated clock.
create function bank.expire_peer_transfers(person uuid) returns void language plpgsql volatile as $$
declare
  peer_transfer public.peer_transfers;
begin
  for peer_transfer in select * from public.peer_transfers l
    where l.user_id = person and l.state = 'pending'
      and l.expires_at <= bank.now_for(person) order by l.id for update
  loop
    -- If no account can receive the returned money, the transfer remains pending.
    perform bank.close_peer_transfer(peer_transfer, 'expired');
  end loop;
end $$;
comment on function bank.expire_peer_transfers is 'Expires transfers that were not answered within 14 '
  'simulated days and returns their money. Requires the lock on the household or its clock.';

create function bank.schedule_transfer_expiry(person uuid) returns void language sql volatile as $$
  -- Skips a locked clock instead of waiting. The process that holds the lock checks the due time again at the
  -- end of its step.
  update bank.clocks k set due_at = least(k.due_at, (
      select min(l.expires_at) - c.clock_offset from public.peer_transfers l, public.customers c
      where c.id = person and l.user_id = person and l.state = 'pending'
        and l.expires_at > bank.now_for(person) group by c.clock_offset))
  where k.household_id in (select held.household_id from bank.clocks held
    where held.household_id = person for update skip locked)
$$;
comment on function bank.schedule_transfer_expiry is
  'Schedules a household for the time when its next transfer expires.';

-- Payments between customers survive a return to a checkpoint. Each leg of a payment is recorded here,
-- separately from the household's ledger, which a return replaces. After the return, all legs since the
-- checkpoint are posted again.
create table bank.peer_legs (
  household_id uuid not null references public.customers on delete cascade,
  event_key text not null,
  payment_id uuid not null,
  way text not null,
  amount bank.money not null,
  currency text not null,
  account_amount bank.money not null,
  account_currency text not null,
  account_number text,
  counterparty text,
  description text,
  payment jsonb,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (household_id, event_key)
);
create index peer_legs_payment_id_idx on bank.peer_legs (payment_id, household_id);
alter table bank.peer_legs enable row level security;
comment on table bank.peer_legs is
  'One side of each payment between customers: out to clearing, in from clearing, or back to the sender.';
comment on column bank.peer_legs.event_key is
  'The key of the leg''s journal entry. A household''s ledger contains each leg at most once.';
comment on column bank.peer_legs.account_number is
  'The number of the account on which the leg was first posted. Unlike ids, numbers survive a return.';
comment on column bank.peer_legs.payment is 'The customer''s record of a completed payment. It contains no '
  'address, so that nothing here identifies a customer whose account was deleted.';
comment on column bank.peer_legs.recorded_at is
  'The real time of the record. After a return to a checkpoint, legs recorded since then are posted again.';

create function bank.record_peer_payment() returns trigger language plpgsql
security definer -- because it uses a table that no API role can read
set search_path = '' as $$
begin
  update bank.peer_legs l set payment = to_jsonb(new) - '{id,entry_id,address}'::text[]
    where l.payment_id = new.peer_transfer_id and l.household_id = new.user_id and l.way = new.direction;
  return null;
end $$;
comment on function bank.record_peer_payment is 'Saves the record of a completed payment with its leg.';

create trigger record_peer_payment after insert or update on public.peer_payments
  for each row when (new.state = 'completed') execute function bank.record_peer_payment();

create function bank.clearing_balances(household uuid) returns jsonb language sql stable as $$
  -- Subtracts a household's open transfers from its legs in clearing. The result is the amount that other
  -- households have already received or sent.
  select coalesce(jsonb_object_agg(net.currency, net.amount), '{}') from (
    select moved.currency, sum(moved.amount) as amount from (
      select p.currency, p.amount from bank.postings p join bank.entries e on e.id = p.entry_id
        where p.ledger_id = bank.system_account('transfer_clearing') and e.household_id = household
      union all
      select l.currency, -l.amount from public.peer_transfers l
        where l.user_id = household and l.kind = 'payment' and l.state = 'pending') as moved
    group by moved.currency having sum(moved.amount) <> 0) as net
$$;
comment on function bank.clearing_balances is
  'Returns the total of a household''s settled payments in clearing, by currency.';

create function bank.settle_clearing(household uuid, before jsonb)
returns void language plpgsql volatile as $$
declare
  gap record;
  after jsonb := bank.clearing_balances(household);
begin
  for gap in select c.currency,
      coalesce((before ->> c.currency)::numeric, 0) - coalesce((after ->> c.currency)::numeric, 0) as amount
    from (select jsonb_object_keys(before) union select jsonb_object_keys(after)) as c (currency) order by 1
  loop
    continue when gap.amount = 0;
    perform bank.post(null, 'clearing_settlement', 'Payments of a household that was replaced or erased',
      clock_timestamp(), clock_timestamp(),
      'system', array[bank.system_account('transfer_clearing'), bank.system_account('closed_accounts')],
        array[gap.currency, gap.currency], array[gap.amount, -gap.amount]);
  end loop;
end $$;
comment on function bank.settle_clearing is 'Settles the clearing balance of a replaced or erased household '
  'in the bank''s own ledger, so that clearing equals all open transfers.';

create function bank.peer_legs_since(household uuid, since timestamptz)
returns setof bank.peer_legs language sql stable as $$
  -- Excludes returned and unaccepted payments, which are settled when their transfer ends.
  select l.* from bank.peer_legs l
  where l.household_id = household and l.recorded_at > since and l.way in ('in', 'out')
    and not exists (select from bank.peer_legs back where back.household_id = household
      and back.payment_id = l.payment_id and back.way = 'back')
    and not exists (select from public.peer_transfers open where open.id = l.payment_id
      and open.state <> 'completed')
    and not exists (select from bank.entries e where e.household_id = household and e.event_key = l.event_key)
  order by l.way, l.recorded_at, l.event_key
$$;
comment on function bank.peer_legs_since is 'Returns the payments between a household and other customers '
  'that were made since an instant and that are not in its ledger, incoming payments first.';

create function bank.open_payments_account(household uuid, currency text)
returns public.accounts language plpgsql volatile as $$
declare
  account public.accounts;
begin
  insert into public.accounts (user_id, name, type, currency)
    values (household, currency || ' Checking', 'CHECKING', currency) returning * into account;
  return account;
end $$;
comment on function bank.open_payments_account is 'Opens an account for other customers'' payments if a '
  'restored household has none in their currency. Refuses: LIMIT.';

create function bank.post_peer_leg(leg bank.peer_legs, account public.accounts)
returns void language plpgsql volatile as $$
declare
  move bank.peer_move := bank.move_peer_money(account, leg.payment_id, leg.way, leg.amount, leg.currency,
    leg.counterparty, leg.description, leg.account_amount);
  payment public.peer_payments;
begin
  delete from public.peer_payments p where p.user_id = leg.household_id
    and p.peer_transfer_id = leg.payment_id;
  payment := jsonb_populate_record(null::public.peer_payments, leg.payment);
  payment.id := gen_random_uuid();
  payment.account_id := account.id;
  payment.entry_id := move.entry_id;
  payment.address := (
    select case when l.user_id = leg.household_id then l.to_address else l.from_address end
    from public.peer_transfers l where l.id = leg.payment_id);
  payment.at := move.at;
  payment.closed_at := move.at;
  payment.day := bank.today_for(leg.household_id);
  if payment.peer_transfer_id is not null then
    insert into public.peer_payments select payment.*;
  end if;
end $$;
comment on function bank.post_peer_leg is
  'Posts one side of a payment again after its customer has returned to a checkpoint. Refuses: INSUF.';

create function bank.reapply_peer_payments(household uuid, since timestamptz)
returns integer language plpgsql volatile as $$
declare
  leg bank.peer_legs;
  account public.accounts;
  legs bank.peer_legs[] := array(select l from bank.peer_legs_since(household, since) as l);
  uncovered boolean := false;
begin
  foreach leg in array legs loop
    -- Chooses the account of the original payment, or else the account with the highest balance in its
    -- currency.
    select * into account from public.accounts a
      where a.user_id = leg.household_id and a.closed_at is null and a.currency = leg.account_currency
        and a.type <> 'CD'
      order by a.account_number = leg.account_number desc nulls last, a.balance desc, a.id
      limit 1 for no key update;
    if account.id is null then
      account := bank.open_payments_account(household, leg.account_currency);
    end if;
    begin
      perform bank.post_peer_leg(leg, account);
    exception when sqlstate 'INSUF' then
      uncovered := true;
    end;
  end loop;
  if uncovered then
    perform bank.refuse('INSUF', 'You can''t return to this checkpoint because its balances don''t cover the '
      'payments between you and other customers since then: ' || (
        select string_agg(format('%s %s %s', bank.format_money(l.account_amount, l.account_currency),
          case l.way when 'out' then 'to' else 'from' end, coalesce(l.counterparty, 'another customer')),
          ', ' order by l.recorded_at) from unnest(legs) as l) || '.',
      jsonb_build_object('payments', (
        select jsonb_agg(jsonb_build_object('direction', l.way, 'name', l.counterparty,
          'amount', l.account_amount, 'currency', l.account_currency,
          'day', l.payment ->> 'day') order by l.recorded_at) from unnest(legs) as l)));
  end if;
  return cardinality(legs);
end $$;
comment on function bank.reapply_peer_payments is
  'Posts again all payments to and from other customers since an instant, on top of the restored state. '
  'Refuses (INSUF, with the list) if the balances don''t cover them.';

grant execute on function
  public.people_limits, public.quote_peer_payment, public.pay_person, public.accept_transfer,
  public.request_from_people, public.accept_payment_request, public.decline_peer_transfer,
  public.cancel_peer_transfer, public.remind_payment_request, public.block_sender to authenticated;
