set check_function_bodies = off;

-- Mortgages. The loan amount is the property value less the down payment; otherwise they work like loans.
create table public.mortgages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null default 'Mortgage' check (char_length(name) between 1 and 80),
  property_value numeric not null,
  loan_amount numeric not null,
  down_payment numeric not null default 0,
  interest_rate numeric not null check (interest_rate between 0 and 100),
  term integer not null check (term between 1 and 50),
  monthly_payment numeric not null,
  start_date date not null,
  remaining_balance numeric not null,
  currency text not null default 'USD' references public.currencies,
  created_at timestamptz not null,
  next_due_date date not null,
  last_entry bigint,
  updated_at timestamptz not null,
  constraint mortgages_loan_amount_check check (loan_amount between 0.01 and 999999999.99
    and loan_amount = property_value - down_payment),
  constraint mortgages_property_value_check check (property_value between 0.01 and 999999999.99
    and property_value = round(property_value, 2)),
  constraint mortgages_down_payment_check check (down_payment between 0 and 999999999.99
    and down_payment = round(down_payment, 2)),
  constraint mortgages_monthly_payment_check check (monthly_payment >= 0
    and monthly_payment = round(monthly_payment, 2)),
  constraint mortgages_remaining_balance_check
    check (remaining_balance between 0 and 999999999.99 and remaining_balance = round(remaining_balance, 2))
) with (fillfactor = 80);
create index mortgages_user_id_idx on public.mortgages (user_id);
create index mortgages_currency_idx on public.mortgages (currency);
comment on table public.mortgages is
  'Mortgages. The remaining balance always equals the sum of the mortgage''s postings.';
comment on column public.mortgages.loan_amount is
  'The original loan amount: property value less down payment.';
comment on column public.mortgages.interest_rate is 'Yearly rate in percent.';
comment on column public.mortgages.term is 'In years.';
comment on column public.mortgages.monthly_payment is 'The installment by the formula, give or take a cent.';
comment on column public.mortgages.next_due_date is
  'The due date of the next installment. It is never in the past.';
comment on column public.mortgages.created_at is 'The simulated instant at which the mortgage was opened.';
comment on column public.mortgages.updated_at is
  'The simulated instant at which anything about it last changed.';
comment on column public.mortgages.last_entry is 'The entry that set this balance. Only the bank writes it.';

call bank.restrict_to_owner('public.mortgages', 'select', 'insert', 'update', 'delete');
grant select,
  insert (id, name, property_value, loan_amount, down_payment, interest_rate, term, monthly_payment,
    start_date, remaining_balance, currency, user_id),
  update (name, property_value, loan_amount, down_payment, interest_rate, term, monthly_payment, start_date,
    remaining_balance), delete
  on public.mortgages to authenticated, service_role;

create function bank.check_loan_amount(loan_amount numeric, property_value numeric, down_payment numeric)
returns numeric
language plpgsql immutable as $$
declare
  lent numeric := property_value - down_payment;
begin
  perform bank.check_amount(property_value);
  perform bank.refuse_if((down_payment between 0 and 999999999.99) is not true,
    'BADAM', 'A down payment can''t be negative.',
    jsonb_build_object('amount', left(down_payment::text, 40)));
  perform bank.refuse_if(lent <= 0 or loan_amount <> lent,
    'BADFM', 'The loan amount must equal the property value minus the down payment.',
    jsonb_build_object('field', 'loan_amount', 'sent', left(loan_amount::text, 40), 'expected', lent));
  return lent;
end
$$;
comment on function bank.check_loan_amount is
  'Returns the loan amount: computed if not given, refused (BADFM) if it is not value less down payment.';

create function bank.check_mortgage() returns trigger language plpgsql
security definer -- reads clock and currencies, makes the customer's row when it is missing
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  if tg_op = 'UPDATE' and new.loan_amount = old.loan_amount
    and (new.property_value, new.down_payment) is distinct from (old.property_value, old.down_payment) then
    new.loan_amount := null; -- another value or down payment, and no new loan amount sent with it
  end if;
  new.property_value := round(new.property_value, 2);
  new.down_payment := coalesce(round(new.down_payment, 2), 0);
  new.loan_amount := bank.check_loan_amount(round(new.loan_amount, 2), new.property_value, new.down_payment);
  new.interest_rate := bank.check_rate(new.interest_rate);
  perform bank.check_term(new.term, 50, 'years');
  if tg_op = 'INSERT' then
    perform bank.check_currency(new.currency);
    perform bank.ensure_customer(new.user_id);
    new.created_at := coalesce(new.created_at, bank.now_for(new.user_id));
    new.updated_at := new.created_at;
    new.remaining_balance := coalesce(round(new.remaining_balance, 2), new.loan_amount);
    if new.last_entry is null then
      perform bank.check_whole(new.remaining_balance, new.loan_amount);
    end if;
  else
    new.updated_at := bank.now_for(new.user_id);
    new.remaining_balance := round(new.remaining_balance, 2);
    if (new.loan_amount, new.interest_rate, new.term) is distinct
      from (old.loan_amount, old.interest_rate, old.term)
      and new.monthly_payment = old.monthly_payment then
      new.monthly_payment := null; -- new terms, and no new installment sent with them
    end if;
  end if;
  if tg_op = 'INSERT' or new.monthly_payment is distinct from old.monthly_payment then
    new.monthly_payment := bank.check_payment(new.monthly_payment, new.loan_amount, new.interest_rate,
      new.term * 12);
  end if;
  perform bank.check_owed(new.remaining_balance);
  new.start_date := coalesce(new.start_date, bank.today_for(new.user_id));
  perform bank.check_day(new.start_date);
  if tg_op = 'INSERT' then
    new.next_due_date := coalesce(new.next_due_date,
      bank.next_due_date(new.start_date, bank.today_for(new.user_id)));
  elsif new.start_date <> old.start_date then
    new.next_due_date := bank.next_due_date(new.start_date, bank.today_for(new.user_id));
  end if;
  return new;
end
$$;
comment on function bank.check_mortgage is
  'Refuses invalid or contradictory terms and completes the rest. Moves no money, because row-level security '
  'has not been checked yet.';

create trigger check_new_mortgage before insert on public.mortgages
  for each row execute function bank.check_mortgage();

create function bank.open_mortgage_ledger_account() returns trigger language plpgsql
security definer -- writes the books
set search_path = '' as $$
begin
  perform bank.open_debt_ledger_account(new.id, new.user_id, 'mortgage', new.name, new.currency,
    new.created_at);
  if new.last_entry is null then
    update public.mortgages
      set last_entry = bank.change_debt(new.user_id, new.id, new.currency, new.remaining_balance, 'opening',
      'Mortgage taken', bank.system_account('opening_balances'), new.created_at) where id = new.id;
  end if;
  return null;
end
$$;
comment on function bank.open_mortgage_ledger_account is
  'Opens the ledger account of a new mortgage with its opening balance.';

create trigger open_mortgage_ledger_account after insert on public.mortgages
  for each row execute function bank.open_mortgage_ledger_account();

create function bank.move_raw_mortgage_balance() returns trigger language plpgsql
security definer -- writes the books
set search_path = '' as $$
declare
  change numeric := new.remaining_balance - old.remaining_balance;
begin
  perform bank.lock_clock(new.user_id, false);
  update public.mortgages set last_entry = bank.change_debt(new.user_id, new.id, new.currency, change,
    case when change > 0 then 'adjustment' else 'mortgage_payment' end,
      case when change > 0 then 'Balance adjustment' else 'Payment' end,
    case when change > 0 then bank.system_account('adjustments')
      else bank.system_account('cash_clearing') end) where id = new.id;
  return null;
end
$$;
comment on function bank.move_raw_mortgage_balance is
  'Posts a balance change by someone other than the bank: a decrease is a payment, an increase an '
  'adjustment.';

create trigger move_raw_mortgage_balance after update of remaining_balance on public.mortgages
  for each row
    when (new.remaining_balance <> old.remaining_balance and new.last_entry is not distinct
    from old.last_entry)
  execute function bank.move_raw_mortgage_balance();

create trigger rename_mortgage_page after update of name on public.mortgages
  for each row when (new.name <> old.name) execute function bank.rename_debt_ledger_account();

create function bank.close_mortgage_ledger_account() returns trigger language plpgsql
security definer -- writes the books
set search_path = '' as $$
begin
  perform bank.close_debt_ledger_account(old.user_id, old.id, old.currency, old.remaining_balance,
    'Mortgage deleted');
  return null;
end
$$;
comment on function bank.close_mortgage_ledger_account is
  'Writes off the remaining balance of a deleted mortgage.';

create trigger close_mortgage_ledger_account after delete on public.mortgages
  for each row execute function bank.close_mortgage_ledger_account();

create function public.pay_mortgage(
  mortgage_id uuid, amount numeric, account_id uuid default null, description text default null,
    request_id text default null
) returns public.mortgages language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  words text := bank.clean_note(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'pay_mortgage', 'mortgage', mortgage_id,
    'amount', trim_scale(amount)::text, 'account', account_id, 'description', words);
  mortgage public.mortgages := jsonb_populate_record(null::public.mortgages, bank.replay(request_id, params));
  paying numeric;
  paid record;
begin
  if mortgage.id is not null then
    return mortgage;
  end if;
  perform bank.check_amount(amount);
  perform bank.lock_clock(bank.caller());
  select * into mortgage from public.mortgages l where l.id = mortgage_id
    and l.user_id = bank.caller() for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that mortgage.');
  paying := bank.payable(amount, mortgage.remaining_balance);
  paid := bank.pay_debt(mortgage.user_id, mortgage.id, mortgage.currency, paying, account_id,
    'mortgage_payment', coalesce(words, 'Payment to ' || mortgage.name));
  update public.mortgages l set remaining_balance = mortgage.remaining_balance - paying,
    last_entry = paid.entry, updated_at = paid.at
    where l.id = mortgage.id returning * into mortgage;
  return bank.remember(request_id, params, mortgage);
end
$$;
comment on function public.pay_mortgage is
  'Pays one of the caller''s mortgages from one of their accounts or from outside the bank, and returns the '
  'mortgage. Reduces an amount above the balance to the balance. Refuses: BADAM, NTFND, OVPAY, CLOSD, BADCU, '
  'INSUF, RQDIF.';

call bank.broadcast('public.mortgages');

grant execute on function public.pay_mortgage to authenticated;
