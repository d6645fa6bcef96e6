-- The journal is append only, for every role. Erasing a whole household is the one opening, as wide as that household
-- and that transaction; what remains of it is a tombstone that only counts.
create table bank.erasures (
  household_id uuid primary key,
  transaction_id xid8 not null default pg_current_xact_id()
);
comment on table bank.erasures is 'Which household is being erased, by which transaction. Empty at all other times.';
alter table bank.erasures enable row level security;

create table bank.erased_households (
  id bigint generated always as identity primary key,
  erased_at timestamptz not null default clock_timestamp(),
  entries integer not null,
  postings integer not null,
  ledger_accounts integer not null
);
comment on table bank.erased_households is 'What remains of an erased household: that there was one, and how much it held. It names nobody.';
alter table bank.erased_households enable row level security;

create function bank.is_being_erased(household uuid) returns boolean language sql volatile as $$
  select exists (select from bank.erasures where household_id = household and transaction_id = pg_current_xact_id_if_assigned())
$$;
comment on function bank.is_being_erased(uuid) is 'Whether this very transaction erases the household.';

create function bank.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'APPND', message = 'The books are append only: a mistake is corrected by a new entry.';
end
$$;
comment on function bank.refuse_change() is 'Refuses to change what is written in the books.';

create function bank.refuse_removal() returns trigger language plpgsql
security definer -- looks into the list of erasures, which nobody may read
set search_path = '' as $$
begin
  if exists (
    select from removed where not exists (
      select from bank.erasures e where e.household_id = removed.household_id and e.transaction_id = pg_current_xact_id())) then
    raise exception using errcode = 'APPND', message = 'The books are append only: a mistake is corrected by a new entry.';
  end if;
  return null;
end
$$;
comment on function bank.refuse_removal() is 'Refuses to remove anything from the books but a household that is being erased.';

create function bank.refuse_posting_removal() returns trigger language plpgsql
security definer -- looks into the list of erasures, which nobody may read
set search_path = '' as $$
begin
  if exists (
    select from removed where not exists (
      select from bank.entries entry join bank.erasures e on e.household_id = entry.household_id
      where entry.id = removed.entry_id and e.transaction_id = pg_current_xact_id())) then
    raise exception using errcode = 'APPND', message = 'The books are append only: a mistake is corrected by a new entry.';
  end if;
  return null;
end
$$;
comment on function bank.refuse_posting_removal() is 'The same for postings, whose household is that of their entry.';

create trigger append_only before update or truncate on bank.entries for each statement execute function bank.refuse_change();
create trigger append_only before update or truncate on bank.postings for each statement execute function bank.refuse_change();
create trigger append_only_removal after delete on bank.entries referencing old table as removed
  for each statement execute function bank.refuse_removal();
create trigger append_only_removal after delete on bank.postings referencing old table as removed
  for each statement execute function bank.refuse_posting_removal();
create trigger pages_stay before truncate on bank.ledger_accounts for each statement execute function bank.refuse_change();
create trigger pages_stay_removal after delete on bank.ledger_accounts referencing old table as removed
  for each statement execute function bank.refuse_removal();

create function bank.refuse_customer_removal() returns trigger language plpgsql
security definer -- looks into the list of erasures, which nobody may read
set search_path = '' as $$
begin
  if not bank.is_being_erased(old.id) then
    raise exception using errcode = 'APPND', message = 'A customer is removed by erasing the whole household.';
  end if;
  return old;
end
$$;
comment on function bank.refuse_customer_removal() is 'Refuses to remove a customer and leave their books behind.';
create trigger refuse_customer_removal before delete on public.customers
  for each row execute function bank.refuse_customer_removal();
