set check_function_bodies = off;

-- Loans. Payments reduce the remaining balance. The installment is computed from the amount, rate, and term.
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
  autopay_account_id uuid references public.accounts on delete set null,
  autopay_extra numeric not null
    default 0 check (autopay_extra between 0 and 999999999.99 and autopay_extra = round(autopay_extra, 2)),
  past_due numeric not null default 0,
  days_past_due integer not null default 0,
  paused_until date,
  paused_on date,
  payment_day integer check (payment_day between 1 and 28),
  draw_months integer check (draw_months between 1 and 600 and draw_months < term),
  rate_margin numeric check (rate_margin between 0 and 20),
  rate_cap numeric check (rate_cap between 0 and 100),
  constraint loans_line_check check (num_nonnulls(draw_months, rate_margin, rate_cap) in (0, 3)),
  constraint loans_amount_check check (amount between 0.01 and 999999999.99 and amount = round(amount, 2)),
  constraint loans_monthly_payment_check check (monthly_payment >= 0
    and monthly_payment = round(monthly_payment, 2)),
  constraint loans_remaining_balance_check
    check (remaining_balance between 0 and 999999999.99 and remaining_balance = round(remaining_balance, 2))
) with (fillfactor = 80);
create index loans_user_id_idx on public.loans (user_id);
create index loans_currency_idx on public.loans (currency);
create index loans_autopay_account_id_idx on public.loans (autopay_account_id)
  where autopay_account_id is not null;
comment on table public.loans is
  'Loans. The remaining balance always equals the sum of the loan''s postings.';
comment on column public.loans.amount is
  'The original amount; for a home equity line of credit, the credit limit.';
comment on column public.loans.draw_months is 'The months from the start in which a home equity line of '
  'credit can be drawn; null for other loans. Only the bank writes it.';
comment on column public.loans.rate_margin is
  'The percentage points above the prime rate; null for other loans. Only the bank writes it.';
comment on column public.loans.rate_cap is
  'The highest rate of a home equity line of credit; null for other loans. Only the bank writes it.';
comment on column public.loans.interest_rate is 'Annual rate in percent.';
comment on column public.loans.term is 'In months.';
comment on column public.loans.monthly_payment is
  'The installment, within one cent of the formula''s result.';
comment on column public.loans.next_due_date is
  'The due date of the next installment. It is never in the past.';
comment on column public.loans.created_at is 'The simulated instant at which the loan was opened.';
comment on column public.loans.updated_at is 'The simulated instant of the last change to the loan.';
comment on column public.loans.last_entry is 'The entry that set this balance. Only the bank writes it.';
comment on column public.loans.autopay_account_id is 'The account for autopay; null for manual payment.';
comment on column public.loans.autopay_extra is 'The extra amount that autopay adds to each installment.';
comment on column public.loans.past_due is
  'The total of the installments that are due but unpaid. Only the bank writes it.';
comment on column public.loans.days_past_due is
  'The highest past-due mark of the current delinquency: 0, 30, 60, or 90 days. Only the bank writes it.';
comment on column public.loans.paused_until is
  'The last day of a payment pause. No installment is due through this day, but interest still accrues.';
comment on column public.loans.payment_day is 'The day of the month that the customer chose '
  'for installments; null if they are due on the day on which the debt started. Only the bank writes it.';
comment on column public.loans.paused_on is 'The start of the last pause. Only the bank writes it.';

call bank.restrict_to_owner('public.loans', 'select', 'insert', 'update', 'delete');
grant select,
  insert (id, name, amount, interest_rate, term, monthly_payment, start_date, remaining_balance, currency,
  user_id),
  update (name, amount, interest_rate, term, monthly_payment, start_date, remaining_balance,
    autopay_account_id, autopay_extra), delete
  on public.loans to authenticated, service_role;

create trigger check_new_debt before insert on public.loans for each row execute function bank.check_debt();

create trigger check_changed_debt
  before update of name, amount, interest_rate, term, monthly_payment, start_date,
    remaining_balance on public.loans
  for each row when (new.last_entry is not distinct from old.last_entry and new.draw_months is null)
  execute function bank.check_debt();

call bank.add_finance_charges('public.loans', '{origination_fee,underwriting_fee}');
comment on column public.loans.origination_fee is
  'The fee for opening the loan, paid on the first day; null if there was none. It counts in the APR.';
comment on column public.loans.underwriting_fee is
  'The fee for checking the application, paid on the first day; null if there was none.';

call bank.keep_debt_ledger('public.loans', 'loan', 'remaining_balance');

create function public.pay_loan(loan_id uuid, amount numeric, account_id uuid default null,
  description text default null, request_id text default null) returns public.loans language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  clean_description text := bank.clean_note(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'pay_loan', 'loan', loan_id, 'amount', trim_scale(amount)::text,
    'account', account_id, 'description', clean_description);
  loan public.loans := bank.replay_row(request_id, params, null::public.loans);
  payment_amount numeric;
  paid record;
begin
  if loan.id is not null then return loan; end if;
  perform bank.check_amount(amount);
  perform bank.lock_clock(bank.caller());
  select * into loan from public.loans l where l.id = loan_id and l.user_id = bank.caller() for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that loan.');
  payment_amount := bank.limit_payment(amount, loan.remaining_balance);
  paid := bank.pay_debt(loan.user_id, loan.id, loan.currency, payment_amount, account_id, 'loan_payment',
    coalesce(clean_description, 'Payment to ' || loan.name));
  update public.loans l set remaining_balance = loan.remaining_balance - payment_amount,
    last_entry = paid.entry, updated_at = paid.at
    where l.id = loan.id returning * into loan;
  return bank.remember(request_id, params, loan);
end $$;
comment on function public.pay_loan is
  'Pays one of the caller''s loans from one of their accounts or from outside the bank, and returns the '
  'loan. Caps the amount at the balance. Refuses: BADAM, NTFND, OVPAY, CLOSD, BADCU, INSUF, RQDIF.';

call bank.broadcast('public.loans');

grant execute on function public.pay_loan to authenticated;
