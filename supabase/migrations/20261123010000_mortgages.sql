set check_function_bodies = off;

-- Mortgages. The loan amount is the property value minus the down payment. Otherwise, mortgages work like
-- loans.
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
  autopay_account_id uuid references public.accounts on delete set null,
  autopay_extra numeric not null
    default 0 check (autopay_extra between 0 and 999999999.99 and autopay_extra = round(autopay_extra, 2)),
  past_due numeric not null default 0,
  days_past_due integer not null default 0,
  paused_until date,
  paused_on date,
  payment_day integer check (payment_day between 1 and 28),
  current_value numeric,
  rate_type text not null default 'fixed' check (rate_type in ('fixed', 'variable')),
  rate_margin numeric not null default 2 check (rate_margin between 0 and 20),
  rate_reset_at timestamptz,
  refinanced_at timestamptz,
  pmi_rate numeric check (pmi_rate > 0 and pmi_rate <= 5),
  pmi_ended_on date,
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
create index mortgages_autopay_account_id_idx on public.mortgages (autopay_account_id)
  where autopay_account_id is not null;
comment on table public.mortgages is
  'Mortgages. The remaining balance always equals the sum of the mortgage''s postings.';
comment on column public.mortgages.loan_amount is
  'The original loan amount: property value minus down payment.';
comment on column public.mortgages.interest_rate is 'Annual rate in percent.';
comment on column public.mortgages.term is 'In years.';
comment on column public.mortgages.monthly_payment is
  'The installment, within one cent of the formula''s result.';
comment on column public.mortgages.next_due_date is
  'The due date of the next installment. It is never in the past.';
comment on column public.mortgages.created_at is 'The simulated instant at which the mortgage was opened.';
comment on column public.mortgages.updated_at is 'The simulated instant of the last change to the mortgage.';
comment on column public.mortgages.last_entry is 'The entry that set this balance. Only the bank writes it.';
comment on column public.mortgages.autopay_account_id is 'The account for autopay; null for manual payment.';
comment on column public.mortgages.autopay_extra is 'The extra amount that autopay adds to each installment.';
comment on column public.mortgages.past_due is
  'The total of the installments that are due but unpaid. Only the bank writes it.';
comment on column public.mortgages.days_past_due is
  'The highest past-due mark of the current delinquency: 0, 30, 60, or 90 days. Only the bank writes it.';
comment on column public.mortgages.paused_until is
  'The last day of a payment pause. No installment is due through this day, but interest still accrues.';
comment on column public.mortgages.payment_day is 'The day of the month that the customer chose '
  'for installments; null if they are due on the day on which the debt started. Only the bank writes it.';
comment on column public.mortgages.paused_on is 'The start of the last pause. Only the bank writes it.';
comment on column public.mortgages.current_value is 'The home''s value according to the home price index; '
  'null until the engine computes it. Only the bank writes it.';
comment on column public.mortgages.rate_type is 'fixed, or variable: index plus margin, reset once a year by '
  'at most 2 points, and by at most 5 over the term.';
comment on column public.mortgages.pmi_rate is 'The price of private mortgage insurance (PMI) in percent of '
  'the loan amount per year; null if there is none. Only the bank writes it.';
comment on column public.mortgages.pmi_ended_on is
  'The day on which mortgage insurance ended: by the schedule or on request. Only the bank writes it.';
comment on column public.mortgages.rate_margin is 'Percentage points above the reference rate.';
comment on column public.mortgages.rate_reset_at is
  'The simulated instant of the last reset of a variable rate. Only the bank writes it.';
comment on column public.mortgages.refinanced_at is 'The simulated instant at which a new mortgage replaced '
  'this one. From then on, the home secures only the new mortgage. Only the bank writes it.';

call bank.restrict_to_owner('public.mortgages', 'select', 'insert', 'update', 'delete');
grant select,
  insert (id, name, property_value, loan_amount, down_payment, interest_rate, term, monthly_payment,
    start_date, remaining_balance, currency, user_id, rate_type, rate_margin),
  update (name, property_value, loan_amount, down_payment, interest_rate, term, monthly_payment, start_date,
    remaining_balance, autopay_account_id, autopay_extra), delete
  on public.mortgages to authenticated, service_role;

create function bank.check_loan_amount(loan_amount numeric, property_value numeric, down_payment numeric)
returns numeric language plpgsql immutable as $$
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
end $$;
comment on function bank.check_loan_amount is 'Returns the loan amount, computed if missing. Refuses (BADFM) '
  'an amount other than value minus down payment.';

create trigger check_new_debt before insert on public.mortgages
  for each row execute function bank.check_debt();

create trigger check_changed_debt
  before update of name, property_value, loan_amount, down_payment, interest_rate, term,
    monthly_payment, start_date, remaining_balance on public.mortgages
  for each row when (new.last_entry is not distinct from old.last_entry
      and new.rate_reset_at is not distinct from old.rate_reset_at) execute function bank.check_debt();

call bank.add_finance_charges('public.mortgages', '{origination_fee,underwriting_fee,points_fee}');
comment on column public.mortgages.origination_fee is
  'The fee for opening the mortgage, paid on the first day; null if there was none. It counts in the APR.';
comment on column public.mortgages.underwriting_fee is
  'The fee for checking the application, paid on the first day; null if there was none.';
comment on column public.mortgages.points_fee is
  'The price of points, which lowered the rate; null if there were none. One point is 1% of the loan.';

call bank.keep_debt_ledger('public.mortgages', 'mortgage', 'remaining_balance');

create function public.pay_mortgage(mortgage_id uuid, amount numeric, account_id uuid default null,
  description text default null, request_id text default null) returns public.mortgages
language plpgsql volatile security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  clean_description text := bank.clean_note(description, 'description', 500);
  params jsonb := jsonb_build_object('verb', 'pay_mortgage', 'mortgage', mortgage_id,
    'amount', trim_scale(amount)::text, 'account', account_id, 'description', clean_description);
  mortgage public.mortgages := bank.replay_row(request_id, params, null::public.mortgages);
  payment_amount numeric;
  paid record;
begin
  if mortgage.id is not null then return mortgage; end if;
  perform bank.check_amount(amount);
  perform bank.lock_clock(bank.caller());
  select * into mortgage from public.mortgages l where l.id = mortgage_id
    and l.user_id = bank.caller() for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that mortgage.');
  payment_amount := bank.limit_payment(amount, mortgage.remaining_balance);
  paid := bank.pay_debt(mortgage.user_id, mortgage.id, mortgage.currency, payment_amount, account_id,
    'mortgage_payment', coalesce(clean_description, 'Payment to ' || mortgage.name));
  update public.mortgages l set remaining_balance = mortgage.remaining_balance - payment_amount,
    last_entry = paid.entry, updated_at = paid.at
    where l.id = mortgage.id returning * into mortgage;
  return bank.remember(request_id, params, mortgage);
end $$;
comment on function public.pay_mortgage is
  'Pays one of the caller''s mortgages from one of their accounts or from outside the bank, and returns the '
  'mortgage. Caps the amount at the balance. Refuses: BADAM, NTFND, OVPAY, CLOSD, BADCU, INSUF, RQDIF.';

alter table public.loans add home_id uuid references public.mortgages on delete set null;
create index loans_home_id_idx on public.loans (home_id) where home_id is not null;
comment on column public.loans.home_id is 'The mortgage whose home secures a home equity line of credit; '
  'null for other loans, and after the mortgage is deleted. Only the bank writes it.';

call bank.broadcast('public.mortgages');

grant execute on function public.pay_mortgage to authenticated;
