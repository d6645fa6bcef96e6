set check_function_bodies = off;

-- The journal. Every movement of money is one entry whose postings sum to zero in each currency. One side is
-- a customer's ledger account, and the other is another of their ledger accounts or a system account. No role
-- can change or delete entries. The only exception is the erasure of a whole household.
create table bank.ledger_accounts (
  id uuid primary key,
  household_id uuid,
  product text not null check (product in ('account', 'card', 'loan', 'mortgage', 'reserve', 'system')),
  name text not null,
  currency text,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create index ledger_accounts_household_id_idx on bank.ledger_accounts (household_id);
comment on table bank.ledger_accounts is 'One ledger account for each account, card, loan, mortgage, and '
  'escrow account, and the bank''s system accounts. Ledger accounts remain when the product is deleted.';
comment on column bank.ledger_accounts.id is 'The id of the product.';
comment on column bank.ledger_accounts.household_id is
  'The household; null for system accounts and ownerless accounts.';
comment on column bank.ledger_accounts.currency is
  'The product''s currency; null if it has several currencies.';

-- These tables have no check constraints, because constraints are evaluated by every statement and only the
-- bank writes these tables. bank.post checks sums, and bank.audit checks everything else.
create table bank.entries (
  id bigint generated always as identity primary key,
  household_id uuid,
  at timestamptz not null,
  value_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  kind text not null,
  description text,
  actor uuid,
  channel text not null,
  reverses bigint,
  payment_id uuid,
  event_key text,
  merchant text,
  category_id uuid
);
create index entries_household_id_idx on bank.entries (household_id, id desc);
create unique index entries_household_id_event_key_key on bank.entries (household_id, event_key)
  where event_key is not null;
create index entries_payment_id_idx on bank.entries (payment_id) where payment_id is not null;
comment on table bank.entries is 'All movements of money in posting order.';
comment on column bank.entries.kind is
  'The kind of movement: deposit, withdrawal, transfer, opening, adjustment, interest, fee, card_payment …';
comment on column bank.entries.at is 'The simulated instant at which the money moved.';
comment on column bank.entries.value_at is 'The value date: the local day of this instant, even if the '
  'entry was posted later (a backdated row, interest for a day that has ended). Statements, lists, '
  'balances, analytics, and reconciliation use only this column.';
comment on column bank.entries.recorded_at is 'The real time at which the entry was recorded, for audits.';
comment on column bank.entries.actor is 'The user who requested the entry; null for the bank itself.';
comment on column bank.entries.channel is
  'The posting channel: app (functions), table (raw call), engine, import, assistant, or system.';
comment on column bank.entries.reverses is 'The earlier entry that this entry reverses.';
comment on column bank.entries.payment_id is 'Links the two entries of a payment between customers.';
comment on column bank.entries.event_key is
  'Identifies the rule and occurrence of a simulated event, so that it is posted once.';
comment on column bank.entries.merchant is 'The merchant of a card purchase.';
comment on column bank.entries.category_id is
  'The category of a card purchase. Not a foreign key, because the journal keeps deleted categories.';

-- This table deliberately has no foreign keys. A reference to bank.ledger_accounts would lock the
-- cash_clearing row in every transaction of every customer. Checking foreign keys would also account for half
-- the time of a bulk posting. Only bank.post and the bulk loader write here. bank.audit finds postings that
-- have no entry or ledger account.
create table bank.postings (
  entry_id bigint not null,
  ledger_id uuid not null,
  currency text not null,
  amount bank.money not null,
  primary key (entry_id, ledger_id, currency)
);
create index postings_ledger_id_idx on bank.postings (ledger_id, entry_id) include (currency, amount);
comment on table bank.postings is 'The two or more sides of an entry. Amounts in the customer''s favor are '
  'positive. The amounts in each currency sum to zero.';

-- System accounts. Their balances are computed, because a stored balance would be a row that every posting
-- locks.
create function bank.system_account(name text) returns uuid language sql immutable parallel safe as $$
  select case name
    when 'cash_clearing' then '00000000-0000-0000-0000-000000000001'::uuid
    when 'interest' then '00000000-0000-0000-0000-000000000002'::uuid
    when 'fee_income' then '00000000-0000-0000-0000-000000000003'::uuid
    when 'rewards' then '00000000-0000-0000-0000-000000000004'::uuid
    when 'adjustments' then '00000000-0000-0000-0000-000000000005'::uuid
    when 'opening_balances' then '00000000-0000-0000-0000-000000000006'::uuid
    when 'currency_exchange' then '00000000-0000-0000-0000-000000000007'::uuid
    when 'closed_accounts' then '00000000-0000-0000-0000-000000000008'::uuid
    when 'charge_offs' then '00000000-0000-0000-0000-000000000009'::uuid
    when 'transfer_clearing' then '00000000-0000-0000-0000-00000000000a'::uuid
    when 'security_deposits' then '00000000-0000-0000-0000-00000000000b'::uuid
  end
$$;
comment on function bank.system_account is
  'Returns the id of a system account: cash_clearing (money from and to the outside world), interest, '
  'fee_income, rewards, adjustments, opening_balances, currency_exchange, closed_accounts, charge_offs, '
  'transfer_clearing (money on its way to another customer), security_deposits (collateral for cards).';

insert into bank.ledger_accounts (id, household_id, product, name) values
  (bank.system_account('cash_clearing'), null, 'system', 'Outside world'),
    (bank.system_account('interest'), null, 'system', 'Interest'),
  (bank.system_account('fee_income'), null, 'system', 'Fees'),
    (bank.system_account('rewards'), null, 'system', 'Rewards'),
  (bank.system_account('adjustments'), null, 'system', 'Adjustments'),
    (bank.system_account('opening_balances'), null, 'system', 'Opening balances'),
  (bank.system_account('currency_exchange'), null, 'system', 'Exchange counter'),
    (bank.system_account('closed_accounts'), null, 'system', 'Closed accounts'),
  (bank.system_account('charge_offs'), null, 'system', 'Written off'),
    (bank.system_account('transfer_clearing'), null, 'system', 'Clearing'),
  (bank.system_account('security_deposits'), null, 'system', 'Security deposits');

-- Grants read access only. No role has a grant or policy that allows writes.
alter table bank.ledger_accounts enable row level security;
alter table bank.entries enable row level security;
alter table bank.postings enable row level security;
create policy "customers read their own pages and the names of the bank's" on bank.ledger_accounts for select
  to authenticated
  using (household_id = (select auth.uid()) or (household_id is null and product = 'system'));
create policy "customers read their own entries" on bank.entries for select to authenticated
  using (household_id = (select auth.uid()));
create policy "customers read the postings of their own entries" on bank.postings for select to authenticated
  using (exists (select from bank.entries e where e.id = entry_id and e.household_id = (select auth.uid())));
grant select on bank.ledger_accounts, bank.entries, bank.postings to authenticated, service_role;

create function bank.post(household uuid, kind text, description text, at timestamptz, value_at timestamptz,
  channel text, ledgers uuid[], currencies text[], amounts numeric[], reverses bigint default null,
  payment_id uuid default null, event_key text default null) returns bigint language plpgsql volatile as $$
declare
  new_id bigint;
begin
  if cardinality(amounts) = 2 and amounts[1] = -amounts[2] and currencies[1] = currencies[2] then
    null; -- the usual case doesn't need an aggregate
  elsif cardinality(amounts) < 2 or exists (
    select from unnest(post.currencies, post.amounts) as side (currency, amount)
    group by side.currency having sum(side.amount) is distinct from 0) then
    perform bank.refuse('XX000', 'An entry must sum to zero in every currency.');
  end if;
  insert into bank.entries (household_id, at, value_at, kind, description, actor, channel, reverses,
    payment_id, event_key)
    values (post.household, post.at, post.value_at, post.kind, post.description, auth.uid(), post.channel,
      post.reverses, post.payment_id, post.event_key)
    returning id into new_id;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
    select new_id, side.ledger_id, side.currency, side.amount
    from unnest(post.ledgers, post.currencies, post.amounts) as side (ledger_id, currency, amount);
  return new_id;
end $$;
comment on function bank.post is 'Posts one entry with its postings to the ledger and returns its number. '
  'Refuses (XX000) an entry that does not sum to zero in each currency.';

-- The journal is append-only for every role. The only exception is the erasure of a household, which can
-- delete only that household's rows, within one transaction. Afterward, only a row of counts remains.
create table bank.erasures (
  household_id uuid primary key,
  transaction_id xid8 not null default pg_current_xact_id()
);
comment on table bank.erasures is
  'The household that a running transaction is erasing. Empty at all other times.';
alter table bank.erasures enable row level security;

create table bank.erased_households (
  id bigint generated always as identity primary key,
  erased_at timestamptz not null default clock_timestamp(),
  entries integer not null,
  postings integer not null,
  ledger_accounts integer not null
);
comment on table bank.erased_households is 'Counts of erased households, without personal data.';
alter table bank.erased_households enable row level security;

create function bank.is_being_erased(household uuid) returns boolean language sql volatile as $$
  select exists (select from bank.erasures where household_id = household
    and transaction_id = pg_current_xact_id_if_assigned())
$$;
comment on function bank.is_being_erased is
  'Returns true if the current transaction is erasing the household.';

create function bank.refuse_change() returns trigger language plpgsql as $$
begin
  perform bank.refuse('APPND', 'The ledger is append-only. Post a correcting entry instead.');
end $$;
comment on function bank.refuse_change is 'Refuses to change journal rows.';

create function bank.refuse_removal() returns trigger language plpgsql
security definer -- because it reads the erasures, which no API role may read
set search_path = '' as $$
begin
  if exists (
    select from removed where not exists (
      select from bank.erasures e where e.household_id = removed.household_id
        and e.transaction_id = pg_current_xact_id())) then
    perform bank.refuse('APPND', 'The ledger is append-only. Post a correcting entry instead.');
  end if;
  return null;
end $$;
comment on function bank.refuse_removal is
  'Refuses to delete journal rows, unless their household is being erased.';

create function bank.refuse_posting_removal() returns trigger language plpgsql
security definer -- because it reads the erasures, which no API role may read
set search_path = '' as $$
begin
  if exists (
    select from removed where not exists (
      select from bank.entries entry join bank.erasures e on e.household_id = entry.household_id
      where entry.id = removed.entry_id and e.transaction_id = pg_current_xact_id())) then
    perform bank.refuse('APPND', 'The ledger is append-only. Post a correcting entry instead.');
  end if;
  return null;
end $$;
comment on function bank.refuse_posting_removal is
  'Refuses to delete postings, unless the household of their entry is being erased.';

create trigger append_only before update
  or truncate on bank.entries for each statement execute function bank.refuse_change();

create trigger append_only before update
  or truncate on bank.postings for each statement execute function bank.refuse_change();

create trigger append_only_removal after delete on bank.entries referencing old table as removed
  for each statement execute function bank.refuse_removal();

create trigger append_only_removal after delete on bank.postings referencing old table as removed
  for each statement execute function bank.refuse_posting_removal();

create trigger append_only before truncate on bank.ledger_accounts for each statement
  execute function bank.refuse_change();

create trigger append_only_removal after delete on bank.ledger_accounts referencing old table as removed
  for each statement execute function bank.refuse_removal();

create function bank.refuse_customer_removal() returns trigger language plpgsql
security definer -- because it reads the erasures, which no API role may read
set search_path = '' as $$
begin
  perform bank.refuse_if(not bank.is_being_erased(old.id),
    'APPND', 'Delete the whole household to remove a customer.');
  return old;
end $$;
comment on function bank.refuse_customer_removal is
  'Refuses to delete a customer unless their household is being erased.';

create trigger refuse_customer_removal before delete on public.customers
  for each row execute function bank.refuse_customer_removal();

-- A retry or a double click moves money only once: the result is saved under the client's request id.
create table bank.requests (
  user_id uuid not null,
  request_id text not null,
  params_hash bytea not null,
  result jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, request_id)
);
comment on table bank.requests is 'The results of requests, so that a repeated request gets the same answer.';
comment on column bank.requests.user_id is 'The customer who sent the request. Not a foreign key, because it '
  'would lock the customer''s row on every call.';
comment on column bank.requests.params_hash is
  'A hash of the verb and parameters. Using the same id for a different request is an error.';
alter table bank.requests enable row level security;

create function bank.check_request_id(request_id text) returns void language sql volatile as $$
  select bank.refuse_if(char_length(request_id) not between 1 and 200, 'BADTX',
    'A request_id must have 1 to 200 characters.', '{"field": "request_id", "longest": 200}')
$$;
comment on function bank.check_request_id is 'Refuses (BADTX) a request_id that is empty or too long.';

create function bank.replay(request_id text, params jsonb) returns jsonb language plpgsql volatile as $$
declare
  saved bank.requests;
begin
  if request_id is null then return null; end if;
  perform bank.check_request_id(request_id);
  -- Serializes identical requests before any row is locked, to avoid deadlocks.
  perform pg_advisory_xact_lock(hashtextextended(bank.caller()::text || request_id, 2));
  select * into saved from bank.requests r where r.user_id = auth.uid() and r.request_id = replay.request_id;
  if not found then return null; end if;
  perform bank.refuse_if(saved.params_hash <> sha256(convert_to(params::text, 'UTF8')),
    'RQDIF', 'This request_id was already used for a different request.');
  return saved.result;
end $$;
comment on function bank.replay is 'Returns the saved answer to a request, or null for a new one. Call it '
  'before locking rows. Refuses different parameters under the same id (RQDIF).';

create function bank.replay_row(request_id text, params jsonb, row_type anyelement)
returns anyelement language sql volatile as $$
  select jsonb_populate_record(row_type, bank.replay(request_id, params))
$$;
comment on function bank.replay_row is
  'Returns the saved answer as a row of the requested type; null for a new request.';

create function bank.remember(request_id text, params jsonb, result anyelement)
returns anyelement language plpgsql volatile as $$
begin
  if request_id is not null then
    insert into bank.requests (user_id, request_id, params_hash, result) values (auth.uid(),
      remember.request_id, sha256(convert_to(params::text, 'UTF8')), to_jsonb(remember.result));
  end if;
  return result;
end $$;
comment on function bank.remember is 'Saves the result of a request as its answer, and returns it. Refusals '
  'are not saved, because they are rolled back.';
