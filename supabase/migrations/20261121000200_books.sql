-- The journal. Every movement of money is one entry whose postings sum to zero in each currency: a customer's
-- ledger account on one side, another of theirs or one of the bank's own on the other. Nothing in here is ever
-- changed or deleted, by any role; erasing a whole household is the one exception.
create table bank.ledger_accounts (
  id uuid primary key,
  household_id uuid,
  product text not null check (product in ('account', 'card', 'loan', 'mortgage', 'system')),
  name text not null,
  currency text,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create index ledger_accounts_household_id_idx on bank.ledger_accounts (household_id);
comment on table bank.ledger_accounts is
  'One page of the books for each account, card, loan and mortgage, and for each of the bank''s own purposes. It outlives the product.';
comment on column bank.ledger_accounts.id is 'The id of the product whose money is written here.';
comment on column bank.ledger_accounts.household_id is 'Whose it is; null for the bank''s own and for ownerless accounts.';
comment on column bank.ledger_accounts.currency is 'The currency of the product; null where several are kept.';

-- A check constraint is parsed anew by every statement. Here, where only the bank writes and every movement passes,
-- there are none: bank.post sees to the sums, bank.audit to the rest.
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
  event_key text
);
create index entries_household_id_idx on bank.entries (household_id, id desc);
create unique index entries_household_id_event_key_key on bank.entries (household_id, event_key) where event_key is not null;
create index entries_payment_id_idx on bank.entries (payment_id) where payment_id is not null;
comment on table bank.entries is 'Every movement of money, once, in the order in which it was posted.';
comment on column bank.entries.kind is 'What it was: deposit, withdrawal, transfer, opening, adjustment, interest, fee, card_payment …';
comment on column bank.entries.at is 'The simulated instant at which the money moved.';
comment on column bank.entries.value_at is 'The business day: the local day of this instant, also where the entry was posted later (a past-dated row, interest of a day that has ended). Statements, lists, balances, analytics, and reconciliation use this column and no other.';
comment on column bank.entries.recorded_at is 'Real time, for audit.';
comment on column bank.entries.actor is 'Who asked for it; null for the bank itself.';
comment on column bank.entries.channel is 'By which door it came: app (its verbs), table (a raw call), engine, import, assistant or system.';
comment on column bank.entries.reverses is 'The earlier entry that this one takes back.';
comment on column bank.entries.payment_id is 'Shared by the two entries of a payment from one customer to another.';
comment on column bank.entries.event_key is 'Names rule and occurrence of a simulated event, so that it happens once.';

-- No foreign keys here, on purpose. A reference to bank.ledger_accounts would lock the one row of 'the outside world'
-- in every transaction of every customer, and references cost half of a bulk posting. Only bank.post and the bulk
-- loader write here, and bank.audit finds whatever hangs in the air.
create table bank.postings (
  entry_id bigint not null,
  ledger_id uuid not null,
  currency text not null,
  amount bank.money not null,
  primary key (entry_id, ledger_id, currency)
);
create index postings_ledger_id_idx on bank.postings (ledger_id, entry_id) include (currency, amount);
comment on table bank.postings is 'The two or more sides of an entry. In the customer''s favour is positive; each currency sums to zero.';

-- The bank's own pages. Their balances are sums, never stored: a stored one would be a row everybody waits for.
create function bank.outside() returns uuid language sql immutable parallel safe as $$ select '00000000-0000-0000-0000-000000000001'::uuid $$;
create function bank.interest() returns uuid language sql immutable parallel safe as $$ select '00000000-0000-0000-0000-000000000002'::uuid $$;
create function bank.fees() returns uuid language sql immutable parallel safe as $$ select '00000000-0000-0000-0000-000000000003'::uuid $$;
create function bank.rewards() returns uuid language sql immutable parallel safe as $$ select '00000000-0000-0000-0000-000000000004'::uuid $$;
create function bank.adjustments() returns uuid language sql immutable parallel safe as $$ select '00000000-0000-0000-0000-000000000005'::uuid $$;
create function bank.opening() returns uuid language sql immutable parallel safe as $$ select '00000000-0000-0000-0000-000000000006'::uuid $$;
create function bank.exchange() returns uuid language sql immutable parallel safe as $$ select '00000000-0000-0000-0000-000000000007'::uuid $$;
create function bank.closed() returns uuid language sql immutable parallel safe as $$ select '00000000-0000-0000-0000-000000000008'::uuid $$;
create function bank.written_off() returns uuid language sql immutable parallel safe as $$ select '00000000-0000-0000-0000-000000000009'::uuid $$;
create function bank.clearing() returns uuid language sql immutable parallel safe as $$ select '00000000-0000-0000-0000-00000000000a'::uuid $$;
comment on function bank.outside() is 'The world outside the bank: shops, employers, cash.';
comment on function bank.interest() is 'Interest the bank earned or paid.';
comment on function bank.fees() is 'Fees the bank charged.';
comment on function bank.rewards() is 'Rewards the bank gave.';
comment on function bank.adjustments() is 'Balances that were corrected by hand.';
comment on function bank.opening() is 'Money with which accounts were opened and loans paid out.';
comment on function bank.exchange() is 'The exchange counter: one currency in, another out.';
comment on function bank.closed() is 'What was left on accounts when they were deleted.';
comment on function bank.written_off() is 'What was still owed on cards and loans when they were deleted.';
comment on function bank.clearing() is 'Money on its way from one customer to another.';

insert into bank.ledger_accounts (id, household_id, product, name) values
  (bank.outside(), null, 'system', 'Outside world'), (bank.interest(), null, 'system', 'Interest'),
  (bank.fees(), null, 'system', 'Fees'), (bank.rewards(), null, 'system', 'Rewards'),
  (bank.adjustments(), null, 'system', 'Adjustments'), (bank.opening(), null, 'system', 'Opening balances'),
  (bank.exchange(), null, 'system', 'Exchange counter'), (bank.closed(), null, 'system', 'Closed accounts'),
  (bank.written_off(), null, 'system', 'Written off'), (bank.clearing(), null, 'system', 'Clearing');

-- Who may read. Nobody may write: there is no grant and no policy for it.
alter table bank.ledger_accounts enable row level security;
alter table bank.entries enable row level security;
alter table bank.postings enable row level security;
create policy "customers read their own pages and the names of the bank's" on bank.ledger_accounts for select to authenticated
  using (household_id = (select auth.uid()) or (household_id is null and product = 'system'));
create policy "customers read their own entries" on bank.entries for select to authenticated
  using (household_id = (select auth.uid()));
create policy "customers read the postings of their own entries" on bank.postings for select to authenticated
  using (exists (select from bank.entries e where e.id = entry_id and e.household_id = (select auth.uid())));
grant select on bank.ledger_accounts, bank.entries, bank.postings to authenticated, service_role;

create function bank.post(
  household uuid, kind text, description text, at timestamptz, value_at timestamptz, channel text,
  ledgers uuid[], currencies text[], amounts numeric[],
  reverses bigint default null, payment_id uuid default null, event_key text default null
) returns bigint language plpgsql volatile as $$
declare
  new_id bigint;
begin
  if cardinality(amounts) = 2 and amounts[1] = -amounts[2] and currencies[1] = currencies[2] then
    null; -- the usual case, seen at once
  elsif cardinality(amounts) < 2 or exists (
    select from unnest(post.currencies, post.amounts) as side (currency, amount)
    group by side.currency having sum(side.amount) is distinct from 0) then
    raise exception using errcode = 'XX000', message = 'An entry must sum to zero in every currency.';
  end if;
  insert into bank.entries (household_id, at, value_at, kind, description, actor, channel, reverses, payment_id, event_key)
    values (post.household, post.at, post.value_at, post.kind, post.description, auth.uid(), post.channel, post.reverses,
      post.payment_id, post.event_key)
    returning id into new_id;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
    select new_id, side.ledger_id, side.currency, side.amount
    from unnest(post.ledgers, post.currencies, post.amounts) as side (ledger_id, currency, amount);
  return new_id;
end
$$;
comment on function bank.post(uuid, text, text, timestamptz, timestamptz, text, uuid[], text[], numeric[], bigint, uuid, text) is
  'Writes one entry with its postings into the books and returns its number. Refuses what does not sum to zero.';
