-- A customer's accounts. Name, type and currency are guarded by a trigger that no role passes by; a check constraint
-- would be parsed anew by every movement of money. The balance has both.
create sequence bank.account_numbers;

create function bank.next_account_number() returns text language sql volatile as $$
  -- 000 is a range no bank issues; the factor has no divisor in common with 10^9, so every number comes once.
  select '000' || lpad(mod(nextval('bank.account_numbers') * 387420489 + 271828183, 1000000000)::text, 9, '0')
$$;
comment on function bank.next_account_number() is 'A new account number, from a range that no real bank uses.';

create table public.accounts (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  type text not null default 'CHECKING',
  balance numeric not null default 0,
  currency text not null default 'USD' references public.currencies,
  created_at timestamptz not null,
  user_id uuid default auth.uid() references public.customers on delete cascade,
  account_number text not null unique,
  closed_at timestamptz,
  last_entry bigint,
  updated_at timestamptz not null,
  constraint accounts_balance_check check (balance between 0 and 999999999999.99 and balance = round(balance, 2))
) with (fillfactor = 80);
create index accounts_user_id_idx on public.accounts (user_id);
create index accounts_currency_idx on public.accounts (currency);
comment on table public.accounts is 'Checking, savings and investment accounts. The balance always equals the account''s postings in the books.';
comment on column public.accounts.type is 'CHECKING, SAVINGS or INVESTMENT.';
comment on column public.accounts.user_id is 'Whose account it is; null for an ownerless one, which everybody who is signed in may see and nobody may use.';
comment on column public.accounts.account_number is 'Begins with 000, which no real bank issues.';
comment on column public.accounts.created_at is 'The simulated instant at which it was opened.';
comment on column public.accounts.updated_at is 'The simulated instant at which anything about it last changed.';
comment on column public.accounts.closed_at is 'Closed accounts keep their history; money no longer moves on them.';
comment on column public.accounts.last_entry is 'The entry that made this balance. Only the bank writes it: a balance that changed without it was written by somebody else and becomes an adjustment.';

alter table public.accounts enable row level security;
create policy "customers read their own and ownerless accounts" on public.accounts for select to authenticated
  using (user_id = (select auth.uid()) or user_id is null);
create policy "customers open accounts for themselves" on public.accounts for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "customers change their own accounts" on public.accounts for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers delete their own accounts" on public.accounts for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert (id, name, type, balance, currency, user_id), update (name, type, balance, currency), delete
  on public.accounts to authenticated, service_role;

create function public.available_balance(account public.accounts) returns numeric language sql stable as $$
  select account.balance
$$;
comment on function public.available_balance(public.accounts) is 'What can be spent: the balance less what is held. Nothing is held yet.';
grant execute on function public.available_balance(public.accounts) to authenticated, service_role;

create function bank.check_account() returns trigger language plpgsql
security definer -- reads clock and currencies, makes the customer's row when it is missing
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  if new.type is null or new.type not in ('CHECKING', 'SAVINGS', 'INVESTMENT') then
    raise exception using errcode = 'BADTY', message = 'An account is CHECKING, SAVINGS or INVESTMENT.';
  end if;
  if not exists (select from public.currencies where code = new.currency) then
    raise exception using errcode = 'BADCU', message = 'The bank does not keep this currency.';
  end if;
  new.balance := round(new.balance, 2);
  if (new.balance between 0 and 999999999999.99) is not true then
    raise exception using errcode = 'BADAM', message = 'A balance is between 0 and 999,999,999,999.99.',
      detail = jsonb_build_object('amount', left(new.balance::text, 40))::text;
  end if;
  if tg_op = 'UPDATE' and old.closed_at is not null and (new.balance <> old.balance or new.currency <> old.currency) then
    raise exception using errcode = 'CLOSD', message = 'This account is closed.';
  end if;
  if tg_op = 'INSERT' then
    perform bank.ensure_customer(new.user_id);
    new.created_at := coalesce(new.created_at, bank.now_for(new.user_id));
    new.updated_at := new.created_at;
    new.account_number := coalesce(new.account_number, bank.next_account_number());
  else
    new.updated_at := bank.now_for(new.user_id);
    if new.currency = old.currency and bank.take_echo(old, new.balance) then
      new.balance := old.balance; -- the client repeats a movement that has already been made
    end if;
  end if;
  return new;
end
$$;
comment on function bank.check_account() is
  'Refuses names, types, currencies and balances that make no sense. Moves nothing: row rules have not been asked yet.';
create trigger check_new_account before insert on public.accounts
  for each row execute function bank.check_account();
create trigger check_changed_account before update of name, type, balance, currency on public.accounts
  for each row when (new.last_entry is not distinct from old.last_entry) execute function bank.check_account();

call bank.broadcast('public.accounts');
