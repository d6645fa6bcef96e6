set check_function_bodies = off;

-- Loans. Payments reduce the remaining balance; the installment follows the formula.
create table public.loans (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  amount numeric not null,
  interest_rate numeric not null check (interest_rate between 0 and 100),
  term integer not null check (term between 1 and 600),
  monthly_payment numeric not null,
  start_date date not null,
  remaining_balance numeric not null,
  currency text not null default 'USD' references public.currencies,
  created_at timestamptz not null,
  next_due_date date not null,
  last_entry bigint,
  updated_at timestamptz not null,
  constraint loans_amount_check check (amount between 0.01 and 999999999.99 and amount = round(amount, 2)),
  constraint loans_monthly_payment_check check (monthly_payment >= 0
    and monthly_payment = round(monthly_payment, 2)),
  constraint loans_remaining_balance_check
    check (remaining_balance between 0 and 999999999.99 and remaining_balance = round(remaining_balance, 2))
) with (fillfactor = 80);
create index loans_user_id_idx on public.loans (user_id);
create index loans_currency_idx on public.loans (currency);
comment on table public.loans is
  'Loans. The remaining balance always equals the sum of the loan''s postings.';
comment on column public.loans.amount is 'The original amount.';
comment on column public.loans.interest_rate is 'Yearly rate in percent.';
comment on column public.loans.term is 'In months.';
comment on column public.loans.monthly_payment is 'The installment by the formula, give or take a cent.';
comment on column public.loans.next_due_date is
  'The due date of the next installment. It is never in the past.';
comment on column public.loans.created_at is 'The simulated instant at which the loan was opened.';
comment on column public.loans.updated_at is 'The simulated instant at which anything about it last changed.';
comment on column public.loans.last_entry is 'The entry that set this balance. Only the bank writes it.';

call bank.restrict_to_owner('public.loans', 'select', 'insert', 'update', 'delete');
grant select,
  insert (id, name, amount, interest_rate, term, monthly_payment, start_date, remaining_balance, currency,
  user_id),
  update (name, amount, interest_rate, term, monthly_payment, start_date, remaining_balance), delete
  on public.loans to authenticated, service_role;

create function bank.check_loan() returns trigger language plpgsql
security definer -- reads clock and currencies, makes the customer's row when it is missing
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  new.amount := round(new.amount, 2);
  perform bank.check_amount(new.amount);
  new.interest_rate := bank.check_rate(new.interest_rate);
  perform bank.check_term(new.term, 600, 'months');
  if tg_op = 'INSERT' then
    perform bank.check_currency(new.currency);
    perform bank.ensure_customer(new.user_id);
    new.created_at := coalesce(new.created_at, bank.now_for(new.user_id));
    new.updated_at := new.created_at;
    new.remaining_balance := coalesce(round(new.remaining_balance, 2), new.amount);
    if new.last_entry is null then
      perform bank.check_whole(new.remaining_balance, new.amount);
    end if;
  else
    new.updated_at := bank.now_for(new.user_id);
    new.remaining_balance := round(new.remaining_balance, 2);
    if (new.amount, new.interest_rate, new.term) is distinct from (old.amount, old.interest_rate, old.term)
      and new.monthly_payment = old.monthly_payment then
      new.monthly_payment := null; -- new terms, and no new installment sent with them
    end if;
  end if;
  if tg_op = 'INSERT' or new.monthly_payment is distinct from old.monthly_payment then
    new.monthly_payment := bank.check_payment(new.monthly_payment, new.amount, new.interest_rate, new.term);
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
comment on function bank.check_loan is
  'Refuses invalid or contradictory terms and completes the rest. Moves no money, because row-level security '
  'has not been checked yet.';

create trigger check_new_loan before insert on public.loans
  for each row execute function bank.check_loan();

create trigger check_changed_loan
  before update of name, amount, interest_rate, term, monthly_payment, start_date,
    remaining_balance on public.loans
  for each row when (new.last_entry is not distinct from old.last_entry) execute function bank.check_loan();

create function bank.open_loan_ledger_account() returns trigger language plpgsql
security definer -- writes the books
set search_path = '' as $$
begin
  perform bank.open_debt_ledger_account(new.id, new.user_id, 'loan', new.name, new.currency, new.created_at);
  if new.last_entry is null then
    update public.loans
      set last_entry = bank.change_debt(new.user_id, new.id, new.currency, new.remaining_balance, 'opening',
      'Loan taken', bank.system_account('opening_balances'), new.created_at) where id = new.id;
  end if;
  return null;
end
$$;
comment on function bank.open_loan_ledger_account is
  'Opens the ledger account of a new loan with its opening balance.';

create trigger open_loan_ledger_account after insert on public.loans
  for each row execute function bank.open_loan_ledger_account();

create function bank.move_raw_loan_balance() returns trigger language plpgsql
security definer -- writes the books
set search_path = '' as $$
declare
  change numeric := new.remaining_balance - old.remaining_balance;
begin
  perform bank.lock_clock(new.user_id, false);
  update public.loans set last_entry = bank.change_debt(new.user_id, new.id, new.currency, change,
    case when change > 0 then 'adjustment' else 'loan_payment' end,
      case when change > 0 then 'Balance adjustment' else 'Payment' end,
    case when change > 0 then bank.system_account('adjustments')
      else bank.system_account('cash_clearing') end) where id = new.id;
  return null;
end
$$;
comment on function bank.move_raw_loan_balance is
  'Posts a balance change by someone other than the bank: a decrease is a payment, an increase an '
  'adjustment.';

create trigger move_raw_loan_balance after update of remaining_balance on public.loans
  for each row
    when (new.remaining_balance <> old.remaining_balance and new.last_entry is not distinct
    from old.last_entry)
  execute function bank.move_raw_loan_balance();

create trigger rename_loan_page after update of name on public.loans
  for each row when (new.name <> old.name) execute function bank.rename_debt_ledger_account();

create function bank.close_loan_ledger_account() returns trigger language plpgsql
security definer -- writes the books
set search_path = '' as $$
begin
  perform bank.close_debt_ledger_account(old.user_id, old.id, old.currency, old.remaining_balance,
    'Loan deleted');
  return null;
end
$$;
comment on function bank.close_loan_ledger_account is 'Writes off the remaining balance of a deleted loan.';

create trigger close_loan_ledger_account after delete on public.loans
  for each row execute function bank.close_loan_ledger_account();

create function public.pay_loan(
  loan_id uuid, amount numeric, account_id uuid default null, description text default null,
    request_id text default null
) returns public.loans language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  words text := bank.clean_note(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'pay_loan', 'loan', loan_id, 'amount', trim_scale(amount)::text,
    'account', account_id, 'description', words);
  loan public.loans := jsonb_populate_record(null::public.loans, bank.replay(request_id, params));
  paying numeric;
  paid record;
begin
  if loan.id is not null then
    return loan;
  end if;
  perform bank.check_amount(amount);
  perform bank.lock_clock(bank.caller());
  select * into loan from public.loans l where l.id = loan_id and l.user_id = bank.caller() for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that loan.');
  paying := bank.payable(amount, loan.remaining_balance);
  paid := bank.pay_debt(loan.user_id, loan.id, loan.currency, paying, account_id, 'loan_payment',
    coalesce(words, 'Payment to ' || loan.name));
  update public.loans l set remaining_balance = loan.remaining_balance - paying, last_entry = paid.entry,
    updated_at = paid.at
    where l.id = loan.id returning * into loan;
  return bank.remember(request_id, params, loan);
end
$$;
comment on function public.pay_loan is
  'Pays one of the caller''s loans from one of their accounts or from outside the bank, and returns the '
  'loan. Reduces an amount above the balance to the balance. Refuses: BADAM, NTFND, OVPAY, CLOSD, BADCU, '
  'INSUF, RQDIF.';

call bank.broadcast('public.loans');

grant execute on function public.pay_loan to authenticated;
