-- What customers see of the movements on their accounts.
create table public.transactions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts on delete cascade,
  user_id uuid,
  amount numeric not null,
  type text not null,
  description text,
  date timestamptz not null,
  kind text not null,
  direction text not null,
  currency text not null,
  counter_account_id uuid,
  category_id uuid references public.categories on delete set null,
  merchant text,
  balance_after numeric not null,
  exchange_rate numeric(18, 8),
  entry_id bigint,
  constraint transactions_amount_check check (amount > 0 and amount <= 999999999999.99 and amount = round(amount, 2)),
  constraint transactions_account_id_date_key unique (account_id, date)
) with (fillfactor = 90);
create index transactions_user_id_date_idx on public.transactions (user_id, date desc, id desc);
create index transactions_counter_account_id_idx on public.transactions (counter_account_id) where counter_account_id is not null;
create index transactions_category_id_idx on public.transactions (category_id) where category_id is not null;
comment on table public.transactions is 'Every movement on an account, as its owner sees it. Inserting a row moves the money.';
comment on column public.transactions.user_id is 'The owner of the account, copied so that row rules need no second look.';
comment on column public.transactions.amount is 'Always positive: `direction` says which way.';
comment on column public.transactions.type is 'DEPOSIT, WITHDRAWAL, TRANSFER between own accounts, or AUTO_DEPOSIT.';
comment on column public.transactions.date is 'The business day: the local day of this instant, the same as in the journal (`value_at`). No two transactions on an account share an instant, so their order is stable.';
comment on column public.transactions.kind is 'What it was: deposit, withdrawal, transfer, opening, adjustment, interest, fee, card_payment, loan_payment …';
comment on column public.transactions.direction is 'in: the balance rose; out: it fell.';
comment on column public.transactions.counter_account_id is 'The other account of a transfer between one''s own; null when that one was deleted. Not a foreign key: so `transactions(*)` of an account can only mean its own.';
comment on column public.transactions.balance_after is 'The running balance in the order of dates. A past-dated transaction changes the balances of those dated after it.';
comment on column public.transactions.exchange_rate is 'Of a transfer between currencies: how much the other currency one unit bought.';
comment on column public.transactions.entry_id is 'The entry in the books that moved the money.';

alter table public.transactions enable row level security;
create policy "customers read movements on their own and ownerless accounts" on public.transactions for select to authenticated
  using (user_id = (select auth.uid()) or user_id is null);
-- A trigger has copied the owner of the account into user_id before this is asked.
create policy "customers write movements on their own accounts" on public.transactions for insert to authenticated
  with check (user_id = (select auth.uid())
    and (category_id is null or exists (select from public.categories c where c.id = category_id)));
create policy "customers describe movements on their own accounts" on public.transactions for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid())
    and (category_id is null or exists (select from public.categories c where c.id = category_id)));
grant select, insert (id, account_id, amount, type, description, date, counter_account_id, category_id, merchant),
  update (description, category_id, merchant) on public.transactions to authenticated, service_role;

-- Later changes concern words only.
create function bank.check_description() returns trigger language plpgsql
security definer -- calls private functions for whoever describes
set search_path = '' as $$
begin
  new.description := bank.clean_words(new.description, 'description', 500);
  new.merchant := bank.clean_words(new.merchant, 'merchant', 120);
  return new;
end
$$;
comment on function bank.check_description() is 'Keeps descriptions and merchants clean.';
create trigger check_description before update of description, merchant on public.transactions
  for each row execute function bank.check_description();

call bank.broadcast('public.transactions');
