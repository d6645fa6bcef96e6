set check_function_bodies = off;

-- Code that cards, loans, and mortgages share: rates, terms, installments, and postings. Amounts in a debt's
-- ledger account are positive in the customer's favor, so the balance owed is negative.
create function bank.check_rate(rate numeric) returns numeric language plpgsql immutable as $$
begin
  perform bank.refuse_if((round(rate, 6) between 0 and 100) is not true,
    'BADRT', 'Enter an annual rate from 0% to 100%.',
    jsonb_build_object('rate', left(rate::text, 40), 'highest', 100));
  return round(rate, 6);
end $$;
comment on function bank.check_rate is 'Returns an annual rate in percent, or refuses it (BADRT).';

create function bank.check_term(term integer, longest integer, unit text)
returns void language plpgsql immutable as $$
begin
  perform bank.refuse_if((term between 1 and longest) is not true,
    'BADTM', format('Enter a term of 1 to %s %s.', longest, unit),
    jsonb_build_object('term', term, 'longest', longest));
end $$;
comment on function bank.check_term is 'Refuses (BADTM) a term that is too short or too long.';

create function bank.check_day(day date) returns void language plpgsql immutable as $$
begin
  perform bank.refuse_if((day between date '1900-01-01' and date '2199-12-31') is not true,
    'BADDT', 'Choose a date from 1900 to 2199.',
    jsonb_build_object('date', day::text, 'earliest', date '1900-01-01', 'latest', date '2199-12-31'));
end $$;
comment on function bank.check_day is 'Refuses (BADDT) a day outside the range of the bank''s calendar.';

create function bank.check_owed(owed numeric) returns void language plpgsql immutable as $$
begin
  perform bank.refuse_if((owed between 0 and 999999999.99) is not true,
    case when owed < 0 then 'OVPAY' else 'BADAM' end, 'Enter a balance from 0 to 999,999,999.99.',
    jsonb_build_object('balance', left(owed::text, 40)));
end $$;
comment on function bank.check_owed is 'Refuses an invalid balance: negative (OVPAY) or too large (BADAM).';

create function bank.check_currency(currency text) returns void language plpgsql stable as $$
begin
  perform bank.refuse_if(not exists (select from public.currencies c where c.code = check_currency.currency),
    'BADCU', 'Sandbank doesn''t support that currency.');
end $$;
comment on function bank.check_currency is 'Refuses (BADCU) a currency that the bank doesn''t support.';

create function bank.monthly_payment(amount numeric, annual_percent numeric, months integer) returns numeric
language sql immutable strict as $$
  -- amount × r ÷ (1 − (1 + r)^−n), with forty decimals for small rates.
  select round(case when annual_percent = 0 then amount / months else amount * r * growth / (growth - 1) end,
    2)
  from (select r, power(1 + r, months::numeric) as growth
    from (select round(annual_percent::numeric(50, 40) / 1200, 40) as r) as monthly) as factors
$$;
comment on function bank.monthly_payment is
  'Returns the level installment that repays an amount with interest in a number of months.';

create function bank.check_fee(fee numeric, field text) returns numeric language plpgsql immutable as $$
begin
  perform bank.refuse_if((coalesce(fee, 0) between 0 and 999999999.99) is not true,
    'BADAM', 'Enter a fee from 0.00 to 999,999,999.99.',
    jsonb_build_object('field', field, 'amount', left(fee::text, 40)));
  return nullif(round(fee, 2), 0);
end $$;
comment on function bank.check_fee is
  'Returns a prepaid finance charge, rounded to the cent; null if there is none. Refuses: BADAM.';

create function bank.check_payment(sent numeric, amount numeric, rate numeric, months integer) returns numeric
language plpgsql immutable as $$
declare
  formula numeric := bank.monthly_payment(amount, rate, months);
begin
  if sent is null then return formula; end if;
  perform bank.refuse_if((abs(round(sent, 2) - formula) <= 0.01) is not true,
    'BADFM', format('The monthly payment for these terms is %s.', formula),
    jsonb_build_object('field', 'monthly_payment', 'sent', left(sent::text, 40), 'expected', formula));
  return round(sent, 2);
end $$;
comment on function bank.check_payment is
  'Returns the installment, computed if missing. Refuses (BADFM) an amount that is off by more than a cent.';

create function bank.next_due_date(start_date date, today date) returns date language sql immutable as $$
  select bank.due_date(start_date, bank.due_number(start_date, today))
$$;
comment on function bank.next_due_date is 'Returns the first monthly due date after today: the same day of '
  'the month as the start date, or the last day of a shorter month.';

create function bank.change_debt(household uuid, debt_id uuid, currency text, more_owed numeric, kind text,
  description text, other uuid, at timestamptz default null) returns bigint language plpgsql volatile as $$
declare
  instant timestamptz := coalesce(at, bank.now_for(household));
begin
  perform bank.check_amount(abs(more_owed));
  return bank.post(household, kind, description, instant, instant, bank.posting_channel(),
    array[debt_id, other], array[currency, currency], array[-more_owed, more_owed]);
end $$;
comment on function bank.change_debt is 'Posts a debt change from a raw table call against a system account.';

-- The engine uses the same rule. The tests check both implementations against the same table of cases.
create function bank.debt_category(product text, name text) returns uuid language sql stable as $$
  select c.id from public.categories c
  where c.user_id is null and c.kind = 'spending' and c.name = case
    when debt_category.product = 'mortgage' then 'Housing'
    when debt_category.name ~* '\y(car|auto|vehicle|truck|van|motorcycle|motorbike|scooter)\y'
      then 'Transportation'
    when debt_category.name ~* '\y(home|house|kitchen|roof|renovation|heating)\y' then 'Housing'
    when debt_category.name ~* '\y(medical|dental|hospital)\y' then 'Healthcare'
    else 'Other' end
$$;
comment on function bank.debt_category is 'Returns the category of payments on a debt: Housing for '
  'mortgages, otherwise based on keywords in its name.';

create function bank.unpaid_charges(debt_id uuid, before_entry bigint)
returns numeric language sql stable as $$
  with posted as (
    select e.id, case when p.amount > 0 and e.kind not in ('interest', 'fee', 'adjustment', 'closing')
        or e.kind in ('interest', 'fee') then -p.amount else 0 end as change
    from bank.postings p join bank.entries e on e.id = p.entry_id
    where p.ledger_id = debt_id and e.id < before_entry
  ), running as (
    select p.id, sum(p.change) over (order by p.id) as total from posted p
  )
  -- Computes a sum that can't fall below zero, by subtracting the lowest total so far.
  select coalesce((select r.total from running r order by r.id desc limit 1)
    - least(0, (select min(r.total) from running r)), 0)
$$;
comment on function bank.unpaid_charges is
  'Returns the interest and fees that were posted on a debt before an entry and are still unpaid.';

create function bank.set_principal() returns trigger language plpgsql
security definer -- because it reads the ledger
set search_path = '' as $$
begin
  -- Like the view `debt_payments`: a payment covers unpaid interest and fees first, then principal.
  -- The amount can include an escrow deposit, so the debt's own posting counts. Half payments that the bank
  -- held have counted when they were collected.
  select greatest(0, round((p.amount - bank.unpaid_charges(l.id, new.entry_id))
    * (p.amount - held.amount) / p.amount, 2)) into new.principal
  from bank.postings p
    join bank.ledger_accounts l on l.id = p.ledger_id and l.product in ('loan', 'mortgage'),
    lateral (select coalesce(-sum(h.amount), 0) as amount from bank.postings h
      join bank.ledger_accounts r on r.id = h.ledger_id and r.product = 'reserve'
      where h.entry_id = new.entry_id and h.amount < 0) as held
  where p.entry_id = new.entry_id and p.amount > 0 order by l.id limit 1;
  if new.kind = 'biweekly_payment' then
    -- The bank posts interest when the full payment is due. A half payment counts half of a month's interest.
    select greatest(0, new.amount - round(d.remaining_balance * d.interest_rate / 2400, 2)) into new.principal
    from bank.postings p join public.debt_reserves r on r.id = p.ledger_id
      join bank.debts d on d.id = coalesce(r.mortgage_id, r.loan_id)
    where p.entry_id = new.entry_id;
  end if;
  return new;
end $$;
comment on function bank.set_principal is
  'Sets the principal part of a payment on a loan or mortgage, which doesn''t count as spending.';

create trigger set_principal before insert on public.transactions
  for each row when (new.direction = 'out' and new.entry_id is not null and new.kind in
    ('loan_payment', 'mortgage_payment', 'extra_payment', 'recast_payment', 'payoff', 'biweekly_payment'))
  execute function bank.set_principal();

create function bank.pay_debt(household uuid, debt_id uuid, currency text, amount numeric, account_id uuid,
  kind text, description text, out entry bigint, out at timestamptz) language plpgsql volatile as $$
declare
  account public.accounts;
begin
  if account_id is null then
    at := bank.now_for(household);
    entry := bank.post(household, kind, description, at, at, 'app',
      array[debt_id, bank.system_account('cash_clearing')], array[currency, currency],
      array[amount, -amount]);
    return;
  end if;
  account := bank.lock_covered_account(account_id);
  perform bank.refuse_if(account.currency <> currency,
    'BADCU', format('Choose an account in %s. This account is in %s.', currency, account.currency),
    jsonb_build_object('currency', currency, 'account_currency', account.currency));
  account := bank.cover_shortfall(account, amount);
  at := bank.next_instant(household, array[account.id]);
  entry := bank.post(household, kind, description, at, at, 'app', array[debt_id, account.id],
    array[currency, currency], array[amount, -amount]);
  perform bank.debit_account(account, amount, kind, description, entry, at, category_id => (
    select bank.debt_category(l.product, l.name) from bank.ledger_accounts l
    where l.id = debt_id and l.product in ('loan', 'mortgage')),
    covered => bank.payment_overdraft(account));
end $$;
comment on function bank.pay_debt is 'Pays a locked debt from one of the caller''s accounts or from outside '
  'the bank, with one entry and the account''s transaction. If the account is short, applies the customer''s '
  'overdraft choice. Refuses: NTFND, CLOSD, BADCU, INSUF.';

create function bank.rename_debt_ledger_account() returns trigger language plpgsql
security definer -- because it writes the ledger
set search_path = '' as $$
begin
  update bank.ledger_accounts set name = new.name where id = new.id;
  return null;
end $$;
comment on function bank.rename_debt_ledger_account is
  'Updates the name of the ledger account, which remains after the debt is deleted.';

create function bank.limit_payment(amount numeric, remaining numeric)
returns numeric language plpgsql immutable as $$
begin
  perform bank.refuse_if(remaining = 0, 'OVPAY', 'This balance is already paid off.',
    jsonb_build_object('balance', 0, 'amount', round(amount, 2)));
  return least(round(amount, 2), remaining);
end $$;
comment on function bank.limit_payment is
  'Returns the payment amount, limited to the balance. Refuses (OVPAY) if nothing is owed.';

-- The triggers of loans and mortgages. A mortgage's amount is computed from the home's price, and its term is
-- in years.
create function bank.check_debt() returns trigger language plpgsql set search_path = ''
security definer -- because it reads the clock and currencies, and creates a missing customer row
as $$
declare
  is_mortgage constant boolean := tg_table_name = 'mortgages';
  amount numeric;
  old_amount numeric;
begin
  new.name := bank.clean_name(new.name);
  if is_mortgage then
    if tg_op = 'UPDATE' and new.loan_amount = old.loan_amount
      and (new.property_value, new.down_payment) is distinct from (old.property_value, old.down_payment) then
      new.loan_amount := null; -- new price or down payment without a new loan amount
    end if;
    new.property_value := round(new.property_value, 2);
    new.down_payment := coalesce(round(new.down_payment, 2), 0);
    new.loan_amount := bank.check_loan_amount(round(new.loan_amount, 2), new.property_value,
      new.down_payment);
    amount := new.loan_amount;
    old_amount := old.loan_amount;
  else
    new.amount := round(new.amount, 2);
    perform bank.check_amount(new.amount);
    amount := new.amount;
    old_amount := old.amount;
  end if;
  new.interest_rate := bank.check_rate(new.interest_rate);
  perform bank.check_term(new.term, case when is_mortgage then 50 else 600 end,
    case when is_mortgage then 'years' else 'months' end);
  new.remaining_balance := round(new.remaining_balance, 2);
  if tg_op = 'INSERT' then
    perform bank.check_currency(new.currency);
    perform bank.ensure_customer(new.user_id);
    new.created_at := coalesce(new.created_at, bank.now_for(new.user_id));
    new.updated_at := new.created_at;
    new.remaining_balance := coalesce(new.remaining_balance, amount);
    perform bank.refuse_if(new.last_entry is null and new.remaining_balance is distinct from amount,
      'BADFM', 'A new loan''s remaining balance must equal its principal.',
      jsonb_build_object('field', 'remaining_balance', 'sent', left(new.remaining_balance::text, 40),
        'expected', amount));
  else
    new.updated_at := bank.now_for(new.user_id);
    if (amount, new.interest_rate, new.term) is distinct from (old_amount, old.interest_rate, old.term)
      and new.monthly_payment = old.monthly_payment then
      new.monthly_payment := null; -- new terms without a new installment
    end if;
  end if;
  if tg_op = 'INSERT' or new.monthly_payment is distinct from old.monthly_payment then
    new.monthly_payment := bank.check_payment(new.monthly_payment, amount, new.interest_rate,
      case when is_mortgage then 12 else 1 end * new.term);
  end if;
  perform bank.check_owed(new.remaining_balance);
  new.start_date := coalesce(new.start_date, bank.today_for(new.user_id));
  perform bank.check_day(new.start_date);
  if tg_op = 'UPDATE' and new.start_date <> old.start_date then new.next_due_date := null; end if;
  new.next_due_date := coalesce(new.next_due_date,
    bank.next_due_date(new.start_date, bank.today_for(new.user_id)));
  return new;
end $$;
comment on function bank.check_debt is 'Refuses invalid or contradictory terms, and fills in missing terms. '
  'Doesn''t move money, because row-level security has not been checked yet.';

create function bank.check_finance_charges() returns trigger language plpgsql
security definer -- because customers can't call the bank's own functions
set search_path = '' as $$
declare
  borrowed numeric;
  fees numeric;
begin
  new.origination_fee := bank.check_fee(new.origination_fee, 'origination_fee');
  new.underwriting_fee := bank.check_fee(new.underwriting_fee, 'underwriting_fee');
  fees := coalesce(new.origination_fee, 0) + coalesce(new.underwriting_fee, 0);
  if tg_table_name = 'mortgages' then
    new.points_fee := bank.check_fee(new.points_fee, 'points_fee');
    fees := fees + coalesce(new.points_fee, 0);
    borrowed := new.property_value - coalesce(new.down_payment, 0);
  else
    borrowed := new.amount;
  end if;
  perform bank.refuse_if(fees > 0 and fees >= borrowed, 'BADFM', 'The fees must be lower than the loan.',
    jsonb_build_object('field', 'fees', 'sent', fees, 'highest', borrowed));
  return new;
end $$;
comment on function bank.check_finance_charges is 'Refuses invalid prepaid finance charges of a loan or '
  'mortgage. They are facts for the annual percentage rate, and move no money. Refuses: BADAM, BADFM.';

create procedure bank.add_finance_charges(debts regclass, charges text[]) language plpgsql as $$
declare
  charge text;
begin
  foreach charge in array charges loop
    execute format('alter table %s add %2$I numeric check (%2$I > 0 and %2$I = round(%2$I, 2))',
      debts, charge);
    execute format('grant insert (%1$I), update (%1$I) on %2$s to authenticated, service_role',
      charge, debts);
  end loop;
  -- The name comes after `check_new_debt`, because triggers run in the order of their names.
  execute format('create trigger check_new_finance_charges before insert on %1$s
    for each row execute function bank.check_finance_charges();
    create trigger check_changed_finance_charges before update of %2$s on %1$s
    for each row execute function bank.check_finance_charges()', debts, array_to_string(charges, ', '));
end $$;
comment on procedure bank.add_finance_charges is
  'Adds the prepaid finance charges to a table of loans or mortgages. For migrations.';

create function bank.pay_finance_charges(household uuid, account_id uuid, fees numeric, name text)
returns void language plpgsql volatile as $$
declare
  account public.accounts;
  at timestamptz;
  entry bigint;
begin
  if account_id is null or fees is null or fees = 0 then return; end if;
  account := bank.lock_account(account_id);
  at := bank.next_instant(household, array[account.id]);
  entry := bank.post(household, 'fee', 'Loan fees: ' || name, at, at, 'app',
    array[account.id, bank.system_account('fee_income')], array[account.currency, account.currency],
    array[-fees, fees]);
  perform bank.debit_account(account, fees, 'fee', 'Loan fees: ' || name, entry, at);
end $$;
comment on function bank.pay_finance_charges is 'Pays the fees of a new loan or mortgage from one of the '
  'caller''s accounts. Without an account, the customer pays them outside the bank. Refuses: INSUF.';

-- Triggers for cards, loans, and mortgages. Their arguments are the product and the name of its balance
-- column.
create function bank.open_debt() returns trigger language plpgsql
security definer -- because it writes the ledger
set search_path = '' as $$
declare
  owed constant numeric := to_jsonb(new) ->> tg_argv[1];
  entry bigint;
begin
  perform bank.lock_clock(new.user_id, false);
  perform bank.refuse_if((select count(*) from bank.ledger_accounts l where l.household_id = new.user_id
    and l.product = tg_argv[0] and l.closed_at is null) >= 500,
    'LIMIT', 'You''ve reached the limit of 500 for this product type.', jsonb_build_object('highest', 500));
  insert into bank.ledger_accounts (id, household_id, product, name, currency, created_at)
    values (new.id, new.user_id, tg_argv[0], new.name, new.currency, new.created_at);
  if new.last_entry is null and owed <> 0 then
    entry := bank.change_debt(new.user_id, new.id, new.currency, owed, 'opening',
      case tg_argv[0] when 'card' then 'Opening balance' else initcap(tg_argv[0]) || ' taken' end,
      bank.system_account('opening_balances'), new.created_at);
    execute format('update %s set last_entry = $1 where id = $2', tg_relid::regclass) using entry, new.id;
  end if;
  return null;
end $$;
comment on function bank.open_debt is
  'Opens the ledger account of a new card, loan, or mortgage with its opening balance. Refuses: LIMIT.';

create function bank.move_raw_debt_balance() returns trigger language plpgsql
security definer -- because it writes the ledger
set search_path = '' as $$
declare
  change constant numeric :=
    (to_jsonb(new) ->> tg_argv[1])::numeric - (to_jsonb(old) ->> tg_argv[1])::numeric;
  entry bigint;
begin
  perform bank.lock_clock(new.user_id, false);
  if change < 0 then
    entry := bank.change_debt(new.user_id, new.id, new.currency, change, tg_argv[0] || '_payment', 'Payment',
      bank.system_account('cash_clearing'));
  elsif tg_argv[0] = 'card' then
    entry := bank.change_debt(new.user_id, new.id, new.currency, change, 'card_charge', 'Charge',
      bank.system_account('cash_clearing'));
  else
    entry := bank.change_debt(new.user_id, new.id, new.currency, change, 'adjustment', 'Balance adjustment',
      bank.system_account('adjustments'));
  end if;
  execute format('update %s set last_entry = $1 where id = $2', tg_relid::regclass) using entry, new.id;
  return null;
end $$;
comment on function bank.move_raw_debt_balance is 'Posts a balance change that the bank didn''t write. A '
  'decrease is a payment. An increase is a charge on a card, or an adjustment of a loan or mortgage.';

create function bank.close_debt() returns trigger language plpgsql
security definer -- because it writes the ledger
set search_path = '' as $$
declare
  owed constant numeric := to_jsonb(old) ->> tg_argv[1];
begin
  if bank.is_being_erased(old.user_id) then return null; end if;
  perform bank.lock_clock(old.user_id, false);
  if owed <> 0 then
    perform bank.change_debt(old.user_id, old.id, old.currency, -owed, 'closing',
      initcap(tg_argv[0]) || ' deleted', bank.system_account('charge_offs'));
  end if;
  update bank.ledger_accounts set closed_at = coalesce(closed_at, bank.now_for(old.user_id))
    where id = old.id;
  return null;
end $$;
comment on function bank.close_debt is
  'Writes off the remaining balance of a deleted card, loan, or mortgage. Its ledger account remains.';

create procedure bank.keep_debt_ledger(debts regclass, product text, balance text) language plpgsql as $$
begin
  execute format($triggers$
    create trigger open_ledger_account after insert on %1$s
      for each row execute function bank.open_debt(%2$L, %3$L);
    create trigger move_raw_balance after update of %3$I on %1$s
      for each row when (new.%3$I <> old.%3$I and new.last_entry is not distinct from old.last_entry)
      execute function bank.move_raw_debt_balance(%2$L, %3$L);
    create trigger rename_ledger_account after update of name on %1$s
      for each row when (new.name <> old.name) execute function bank.rename_debt_ledger_account();
    create trigger close_ledger_account after delete on %1$s
      for each row execute function bank.close_debt(%2$L, %3$L);
  $triggers$, debts, product, balance);
end $$;
comment on procedure bank.keep_debt_ledger is
  'Adds the triggers that post a table''s inserted, changed, and deleted rows to the ledger. For migrations.';
