set check_function_bodies = off;

-- A client that uses only tables moves money by inserting a transaction. A trigger completes the row before
-- it is stored. The money moves only after row-level security has accepted the row, so that a refusal reveals
-- nothing about other customers.
create function bank.free_instant(account_id uuid, requested timestamptz)
returns timestamptz language plpgsql volatile as $$
declare
  candidate timestamptz := requested;
  next_millisecond timestamptz;
begin
  while exists (select from public.transactions t where t.account_id = free_instant.account_id
    and t.date = candidate) loop
    -- Continues after the last movement of this millisecond. Even if thousands of rows have the same day,
    -- each row needs only one lookup.
    next_millisecond := date_trunc('milliseconds', candidate) + interval '1 millisecond';
    select t.date + interval '1 microsecond' into candidate from public.transactions t
      where t.account_id = free_instant.account_id and t.date >= candidate and t.date < next_millisecond
      order by t.date desc limit 1;
  end loop;
  return candidate;
end $$;
comment on function bank.free_instant is
  'Returns the requested instant, or the next free instant within the same millisecond.';

create function bank.value_date(account public.accounts, requested timestamptz)
returns timestamptz language plpgsql volatile as $$
declare
  present timestamptz := bank.now_for(account.user_id);
  day date := case when requested = date_trunc('day', requested, 'UTC') then requested at time zone 'UTC' end;
begin
  if requested is null then return bank.next_instant(account.user_id, array[account.id]); end if;
  if requested between account.created_at and present then
    return bank.free_instant(account.id, requested);
  end if;
  -- A client's clock is rarely exact, so an instant close to now means now.
  if requested between present and present + interval '1 minute'
    or requested between clock_timestamp() - interval '1 minute' and clock_timestamp() + interval '1 minute'
      then
    return bank.next_instant(account.user_id, array[account.id]);
  end if;
  -- A date without a time means midnight UTC. That may be before the account was opened, or on the customer's
  -- previous day.
  if day in (bank.today_for(account.user_id), (present at time zone 'UTC')::date) then
    return bank.next_instant(account.user_id, array[account.id]);
  end if;
  if day = (account.created_at at time zone 'UTC')::date then
    return bank.free_instant(account.id, account.created_at);
  end if;
  perform bank.refuse('BADDT', 'Choose a date from the account''s opening date to today.',
    jsonb_build_object('date', requested, 'earliest', account.created_at, 'latest', present));
end $$;
comment on function bank.value_date is 'Returns the date of a raw row: not before its account was opened, '
  'not in the future (BADDT), and unique on the account.';

create function bank.complete_raw_transaction() returns trigger language plpgsql
security definer -- because it reads any account to find its owner
set search_path = '' as $$
declare
  account public.accounts;
begin
  select * into account from public.accounts where id = new.account_id;
  new.user_id := account.user_id;
  if account.id is null or (auth.uid() is not null and account.user_id is distinct from auth.uid()) then
    return new; -- another customer's account, which the policies refuse
  end if;
  perform bank.refuse_if(
    new.type is null or new.type not in ('DEPOSIT', 'WITHDRAWAL', 'TRANSFER', 'AUTO_DEPOSIT'),
    'BADTY', 'Choose DEPOSIT, WITHDRAWAL, TRANSFER, or AUTO_DEPOSIT as the transaction type.');
  perform bank.refuse_if(new.type = 'TRANSFER' and new.counter_account_id is null,
    'NOCTR', 'A transfer needs a destination account.');
  perform bank.refuse_if(new.type = 'TRANSFER' and not exists (select from public.accounts a
    where a.id = new.counter_account_id and a.user_id is not distinct from account.user_id),
    'NTFND', 'We couldn''t find that account.');
  new.amount := round(new.amount, 2);
  perform bank.check_amount(new.amount);
  new.description := bank.clean_note(new.description, 'description', 500);
  new.merchant := bank.clean_note(new.merchant, 'merchant', 120);
  perform bank.lock_clock(account.user_id);
  perform pg_advisory_xact_lock(bank.account_lock_key(account.user_id));
  select * into account from public.accounts where id = new.account_id for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that account.'); -- deleted a moment ago
  if new.type = 'TRANSFER' then
    perform from public.accounts where id = new.counter_account_id for no key update;
    -- The other account may also have been deleted a moment ago.
    perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that account.');
  end if;
  new.currency := account.currency;
  new.direction := case when new.type in ('DEPOSIT', 'AUTO_DEPOSIT') then 'in' else 'out' end;
  new.kind := case new.type when 'WITHDRAWAL' then 'withdrawal' else lower(new.type) end;
  new.counter_account_id := case when new.type = 'TRANSFER' then new.counter_account_id end;
  new.date := bank.value_date(account, new.date);
  -- Sets a preliminary balance. The trigger that moves the money sets the final balance.
  new.balance_after := case when (bank.opening_transaction(account, new)).id is not null then account.balance
    else bank.balance_before(account.id, new.date)
      + case new.direction when 'in' then new.amount else -new.amount end end;
  return new;
end $$;
comment on function bank.complete_raw_transaction is
  'Fills in the bank''s columns of a raw row. Doesn''t move money.';

create function bank.opening_transaction(account public.accounts, sent public.transactions)
returns public.transactions language plpgsql volatile as $$
declare
  opening public.transactions;
begin
  if sent.type <> 'DEPOSIT' or sent.description is distinct from 'Initial deposit' then
    return null;
  end if;
  select * into opening from public.transactions t
    where t.account_id = account.id and t.kind = 'opening' and t.amount = sent.amount
      and not exists (select from public.transactions other
        where other.account_id = account.id and other.id not in (t.id, sent.id));
  if opening.id is null then return null; end if;
  return opening;
end $$;
comment on function bank.opening_transaction is 'Returns the opening transaction that the bank wrote, if the '
  'inserted row repeats it and the account has no other transactions.';

create function bank.move_raw_money() returns trigger language plpgsql
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  account public.accounts;
  changed public.accounts;
  opening public.transactions;
begin
  if new.type = 'TRANSFER' then
    perform bank.move_raw_transfer(new);
    return null;
  end if;
  select * into account from public.accounts where id = new.account_id for no key update;
  perform bank.refuse_if(account.closed_at is not null, 'CLOSD', 'This account is closed.');
  opening := bank.opening_transaction(account, new);
  if opening.id is not null then
    -- A client that opened the account also inserts the opening transaction. The client's row replaces the
    -- bank's.
    delete from public.transactions where id = opening.id;
    update public.transactions
      set entry_id = opening.entry_id, kind = 'opening', balance_after = opening.balance_after
      where id = new.id;
    return null;
  end if;
  changed := bank.move_cash(account, new.direction, new.amount, new.kind, new.description,
    greatest(bank.now_for(account.user_id), new.date), bank.posting_channel(), new.date,
    transaction_id => new.id);
  perform bank.expect_write_back(account.id, changed.balance - account.balance);
  return null;
end $$;
comment on function bank.move_raw_money is 'Moves the money of a row that a client inserted. Refuses: INSUF, '
  'CLOSD; for a transfer also NTFND, SAMAC, NORAT.';

create function bank.move_raw_transfer(sent public.transactions) returns void language plpgsql volatile as $$
declare
  source public.accounts;
  target public.accounts;
  pair public.accounts[];
begin
  perform bank.refuse_if(sent.counter_account_id = sent.account_id,
    'SAMAC', 'Choose two different accounts.');
  perform from public.accounts
    where id in (sent.account_id, sent.counter_account_id) order by id for no key update;
  select * into source from public.accounts where id = sent.account_id;
  select * into target from public.accounts
    where id = sent.counter_account_id and user_id is not distinct from sent.user_id;
  perform bank.refuse_if(target.id is null, 'NTFND', 'We couldn''t find that account.');
  perform bank.refuse_if(source.closed_at is not null or target.closed_at is not null,
    'CLOSD', 'This account is closed.');
  pair := bank.transfer_between(source, target, sent.amount, sent.description, bank.posting_channel(),
    bank.next_instant(sent.user_id, array[source.id, target.id]), sent.date, sent.id);
  perform bank.expect_write_back(source.id, -sent.amount);
  perform bank.expect_write_back(target.id, pair[2].balance - target.balance);
end $$;
comment on function bank.move_raw_transfer is
  'Moves the money for a transfer row that a client inserted, and writes the other account''s row.';

create trigger complete_raw_transaction before insert on public.transactions
  for each row when (new.entry_id is null) execute function bank.complete_raw_transaction();

create trigger move_raw_money after insert on public.transactions
  for each row when (new.entry_id is null) execute function bank.move_raw_money();

-- An older client inserts a row and then overwrites the balance with its own sum, based on an earlier read.
-- The money has already moved, so that write is the client's write-back and is ignored, even if two such
-- clients interleave.
create table bank.expected_write_backs (
  id bigint generated always as identity primary key,
  account_id uuid not null references public.accounts on delete cascade,
  actor uuid,
  amount numeric not null,
  last_entry bigint not null,
  expected_at timestamptz not null default clock_timestamp()
);
create index expected_write_backs_account_id_idx on bank.expected_write_backs (account_id);
comment on table bank.expected_write_backs is 'Rows inserted by raw table calls. Within 30 seconds, the '
  'client may write the balance back once for each row.';
comment on column bank.expected_write_backs.amount is 'The change in the balance that the row caused.';
alter table bank.expected_write_backs enable row level security;

create function bank.expect_write_back(account_id uuid, amount numeric) returns void language plpgsql volatile
  as $$
begin
  delete from bank.expected_write_backs e
    where e.account_id = expect_write_back.account_id and e.expected_at < clock_timestamp() - interval
      '30 seconds';
  insert into bank.expected_write_backs (account_id, actor, amount, last_entry)
    select a.id, auth.uid(), expect_write_back.amount, a.last_entry from public.accounts a
      where a.id = expect_write_back.account_id;
end $$;
comment on function bank.expect_write_back is
  'Records that the client who inserted a transaction may overwrite the balance next.';

create function bank.take_write_back(account public.accounts, sent numeric)
returns boolean language plpgsql volatile as $$
declare
  write_back_id bigint;
begin
  select e.id into write_back_id from bank.expected_write_backs e
    where e.account_id = account.id and e.actor is not distinct from auth.uid()
      and e.expected_at > clock_timestamp() - interval '30 seconds'
      -- Computes the balance before each of the last 200 entries: the current balance minus that entry and
      -- all later ones.
      and sent - e.amount in (
        select before from (
          select p.entry_id, account.balance - sum(p.amount) over (order by p.entry_id desc) as before
          from bank.postings p where p.ledger_id = account.id and p.currency = account.currency
          order by p.entry_id desc limit 200) as earlier
        where earlier.entry_id <= e.last_entry)
    order by e.id limit 1;
  delete from bank.expected_write_backs e where e.id = write_back_id;
  return write_back_id is not null;
end $$;
comment on function bank.take_write_back is 'Returns true if a balance is the write-back of a row that the '
  'same customer inserted: an earlier balance plus the amount of that row. Each row has one write-back.';
