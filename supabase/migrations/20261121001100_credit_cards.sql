-- Credit cards. The balance is what is owed; the limit guards charges only.
create sequence bank.card_numbers;

create function bank.next_card_number() returns text language sql volatile as $$
  -- No network issues numbers that begin with 0000; the factor has no divisor in common with 10^12.
  select '0000' || lpad(mod(nextval('bank.card_numbers') * 387420489 + 314159265359, 1000000000000)::text, 12, '0')
$$;
comment on function bank.next_card_number() is 'A new card number, from a range that no real network uses.';

create table public.credit_cards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  credit_limit numeric not null,
  balance numeric not null default 0,
  apr numeric not null default 0 check (apr between 0 and 100),
  due_date date not null,
  currency text not null default 'USD' references public.currencies,
  created_at timestamptz not null,
  card_number text not null unique,
  last_entry bigint,
  updated_at timestamptz not null,
  constraint credit_cards_credit_limit_check check (credit_limit between 0.01 and 999999999.99 and credit_limit = round(credit_limit, 2)),
  constraint credit_cards_balance_check check (balance between -999999999.99 and 999999999.99 and balance = round(balance, 2))
) with (fillfactor = 80);
create index credit_cards_user_id_idx on public.credit_cards (user_id);
create index credit_cards_currency_idx on public.credit_cards (currency);
comment on table public.credit_cards is 'Credit cards. The balance always equals what the books say is owed.';
comment on column public.credit_cards.balance is 'What is owed; below zero when the bank owes the customer.';
comment on column public.credit_cards.credit_limit is 'Up to where charges are accepted. Interest and fees may pass it.';
comment on column public.credit_cards.apr is 'Yearly rate in percent.';
comment on column public.credit_cards.due_date is 'The day by which the next payment is due, in the customer''s time zone.';
comment on column public.credit_cards.card_number is 'Begins with 0000, which no real network issues.';
comment on column public.credit_cards.created_at is 'The simulated instant at which it was opened.';
comment on column public.credit_cards.updated_at is 'The simulated instant at which anything about it last changed.';
comment on column public.credit_cards.last_entry is 'The entry that made this balance. Only the bank writes it.';

alter table public.credit_cards enable row level security;
create policy "customers read their own cards" on public.credit_cards for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers open cards for themselves" on public.credit_cards for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "customers change their own cards" on public.credit_cards for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers delete their own cards" on public.credit_cards for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert (id, name, credit_limit, balance, apr, due_date, currency, user_id),
  update (name, credit_limit, balance, apr, due_date), delete on public.credit_cards to authenticated, service_role;

create function bank.check_card() returns trigger language plpgsql
security definer -- reads clock and currencies, makes the customer's row when it is missing
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  new.credit_limit := round(new.credit_limit, 2);
  perform bank.check_amount(new.credit_limit);
  new.apr := bank.check_rate(new.apr);
  new.balance := round(new.balance, 2);
  if tg_op = 'INSERT' then
    perform bank.check_currency(new.currency);
    if new.last_entry is null then
      perform bank.check_owed(new.balance);
    end if;
    perform bank.ensure_customer(new.user_id);
    new.created_at := coalesce(new.created_at, bank.now_for(new.user_id));
    new.updated_at := new.created_at;
    new.due_date := coalesce(new.due_date, bank.today_for(new.user_id) + 30);
    new.card_number := coalesce(new.card_number, bank.next_card_number());
  else
    new.due_date := coalesce(new.due_date, old.due_date);
    new.updated_at := bank.now_for(new.user_id);
    perform bank.check_new_card_balance(new.balance, old.balance, new.credit_limit);
  end if;
  perform bank.check_day(new.due_date);
  return new;
end
$$;
comment on function bank.check_card() is 'Refuses names, limits, rates, dates and balances that make no sense. Moves nothing: row rules have not been asked yet.';

create function bank.check_new_card_balance(balance numeric, old_balance numeric, credit_limit numeric) returns void
language plpgsql immutable as $$
begin
  if balance is null or balance = 'NaN' or abs(balance) > 999999999.99 then
    perform bank.check_amount(balance);
  end if;
  if balance > old_balance and balance > credit_limit then
    raise exception using errcode = 'OVRLM', message = 'This charge would exceed the card''s limit.',
      detail = jsonb_build_object('limit', credit_limit, 'balance', old_balance,
        'available', greatest(credit_limit - old_balance, 0), 'amount', balance - old_balance)::text;
  end if;
  if balance < old_balance and balance < 0 then
    raise exception using errcode = 'OVPAY', message = 'This is more than is owed on the card.',
      detail = jsonb_build_object('balance', old_balance, 'amount', old_balance - balance)::text;
  end if;
end
$$;
comment on function bank.check_new_card_balance(numeric, numeric, numeric) is
  'Refuses a charge over the limit (OVRLM) and a payment of more than is owed (OVPAY). A limit that was lowered below the balance refuses no payment.';
create trigger check_new_card before insert on public.credit_cards
  for each row execute function bank.check_card();
create trigger check_changed_card before update of name, credit_limit, balance, apr, due_date on public.credit_cards
  for each row when (new.last_entry is not distinct from old.last_entry) execute function bank.check_card();

create function bank.open_card_page() returns trigger language plpgsql
security definer -- writes the books
set search_path = '' as $$
begin
  perform bank.open_debt_page(new.id, new.user_id, 'card', new.name, new.currency, new.created_at);
  if new.balance <> 0 and new.last_entry is null then
    update public.credit_cards set last_entry = bank.change_debt(new.user_id, new.id, new.currency, new.balance, 'opening',
      'Opening balance', bank.opening(), new.created_at) where id = new.id;
  end if;
  return null;
end
$$;
comment on function bank.open_card_page() is 'Begins the page of a new card in the books; a balance it was born with becomes the opening entry.';
create trigger open_card_page after insert on public.credit_cards
  for each row execute function bank.open_card_page();

create function bank.move_raw_card_balance() returns trigger language plpgsql
security definer -- writes the books
set search_path = '' as $$
declare
  change numeric := new.balance - old.balance;
begin
  perform bank.hold_clock(new.user_id, false);
  update public.credit_cards set last_entry = bank.change_debt(new.user_id, new.id, new.currency, change,
    case when change > 0 then 'card_charge' else 'card_payment' end, case when change > 0 then 'Charge' else 'Payment' end,
    bank.outside()) where id = new.id;
  return null;
end
$$;
comment on function bank.move_raw_card_balance() is 'A balance that was not written by the bank: what it rose is a charge, what it fell a payment.';
create trigger move_raw_card_balance after update of balance on public.credit_cards
  for each row when (new.balance <> old.balance and new.last_entry is not distinct from old.last_entry)
  execute function bank.move_raw_card_balance();

create trigger rename_card_page after update of name on public.credit_cards
  for each row when (new.name <> old.name) execute function bank.rename_debt_page();

create function bank.close_card_page() returns trigger language plpgsql
security definer -- writes the books
set search_path = '' as $$
begin
  perform bank.close_debt_page(old.user_id, old.id, old.currency, old.balance, 'Card deleted');
  return null;
end
$$;
comment on function bank.close_card_page() is 'What was still owed on a deleted card is written off.';
create trigger close_card_page after delete on public.credit_cards
  for each row execute function bank.close_card_page();

call bank.broadcast('public.credit_cards');
