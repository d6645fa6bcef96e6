-- Taking a loan or a mortgage by a verb: what is lent arrives on an account, what is paid down leaves one, in the same
-- transaction as the debt begins. The raw rows of clients that know only the tables work as before.
create function public.take_loan(
  amount numeric, interest_rate numeric, name text default null, term integer default null, account_id uuid default null,
  request_id text default null
) returns public.loans language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'take_loan', 'name', name, 'amount', trim_scale(amount)::text,
    'interest_rate', trim_scale(interest_rate)::text, 'term', term, 'account', account_id);
  answer jsonb := bank.replay(request_id, params);
  account public.accounts;
  loan public.loans;
  at timestamptz;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.loans, answer);
  end if;
  if account_id is not null then
    account := bank.lock_account(account_id);
  end if;
  perform bank.check_amount(amount);
  insert into public.loans (user_id, name, amount, interest_rate, term, remaining_balance, currency, last_entry)
    values (bank.caller(), take_loan.name, take_loan.amount, take_loan.interest_rate, take_loan.term, take_loan.amount,
      coalesce(account.currency, 'USD'), case when account.id is not null then 0 end)
    returning * into loan;
  if account.id is not null then
    at := greatest(loan.created_at, bank.next_instant(loan.user_id, array[account.id]));
    loan.last_entry := bank.post(loan.user_id, 'loan_proceeds', 'Loan taken: ' || loan.name, at, at, 'app', array[loan.id, account.id],
      array[loan.currency, loan.currency], array[-loan.amount, loan.amount]);
    perform bank.put_into_account(account, loan.amount, 'loan_proceeds', 'Loan taken: ' || loan.name, loan.last_entry, at);
    update public.loans l set last_entry = loan.last_entry where l.id = loan.id;
  end if;
  select * into loan from public.loans l where l.id = loan.id;
  perform bank.remember(request_id, params, to_jsonb(loan));
  return loan;
end
$$;
comment on function public.take_loan(numeric, numeric, text, integer, uuid, text) is
  'Takes a loan, whose amount arrives on one of the caller''s accounts when one is named, and returns it. The term is in months; the currency is that of the account. Refuses: BADAM, BADNM, BADRT, BADTM, NTFND, CLOSD, LIMIT, CLOCK, RQDIF.';
grant execute on function public.take_loan(numeric, numeric, text, integer, uuid, text) to authenticated;

create function bank.check_sum(amount numeric) returns void language plpgsql immutable as $$
begin
  if amount is distinct from 0 then
    perform bank.check_amount(amount);
  end if;
end
$$;
comment on function bank.check_sum(numeric) is 'Refuses (BADAM) what is neither nothing nor an amount of money.';

create function bank.pay_down(mortgage public.mortgages, account public.accounts) returns bigint language plpgsql volatile as $$
declare
  words constant text := 'Down payment on ' || mortgage.name;
  at timestamptz := greatest(mortgage.created_at, bank.next_instant(mortgage.user_id, array[account.id]));
  entry bigint;
begin
  -- The seller is outside: what is paid down and what is lent go there together.
  entry := bank.post(mortgage.user_id, 'home_purchase', words, at, at, 'app', array[mortgage.id, account.id, bank.outside()],
    array[mortgage.currency, mortgage.currency, mortgage.currency],
    array[-mortgage.loan_amount, -mortgage.down_payment, mortgage.property_value]);
  perform bank.take_from_account(account, mortgage.down_payment, 'home_purchase', words, entry, at);
  return entry;
end
$$;
comment on function bank.pay_down(public.mortgages, public.accounts) is
  'Buys a home: the down payment leaves a locked account, the mortgage is owed, the seller gets both. Refuses: INSUF.';

create function public.take_mortgage(
  property_value numeric, down_payment numeric, interest_rate numeric, term integer default null, rate_type text default 'fixed',
  account_id uuid default null, name text default 'Mortgage', request_id text default null
) returns public.mortgages language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'take_mortgage', 'name', name, 'property_value', trim_scale(property_value)::text,
    'down_payment', trim_scale(down_payment)::text, 'interest_rate', trim_scale(interest_rate)::text, 'term', term,
    'rate_type', rate_type, 'account', account_id);
  answer jsonb := bank.replay(request_id, params);
  account public.accounts;
  mortgage public.mortgages;
  pays_down boolean := account_id is not null and down_payment <> 0;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.mortgages, answer);
  end if;
  if account_id is not null then
    account := bank.lock_account(account_id);
  end if;
  perform bank.check_amount(property_value);
  perform bank.check_sum(down_payment);
  if (rate_type in ('fixed', 'variable')) is not true then
    raise exception using errcode = 'BADTY', message = 'A rate is fixed or variable.';
  end if;
  insert into public.mortgages (user_id, name, property_value, down_payment, interest_rate, term, currency, rate_type, last_entry)
    values (bank.caller(), take_mortgage.name, take_mortgage.property_value, take_mortgage.down_payment, take_mortgage.interest_rate,
      take_mortgage.term, coalesce(account.currency, 'USD'), take_mortgage.rate_type, case when pays_down then 0 end)
    returning * into mortgage;
  if pays_down then
    update public.mortgages m set last_entry = bank.pay_down(mortgage, account) where m.id = mortgage.id;
  end if;
  select * into mortgage from public.mortgages m where m.id = mortgage.id;
  perform bank.remember(request_id, params, to_jsonb(mortgage));
  return mortgage;
end
$$;
comment on function public.take_mortgage(numeric, numeric, numeric, integer, text, uuid, text, text) is
  'Takes a mortgage, whose down payment leaves one of the caller''s accounts when one is named, and returns it. The term is in years; the currency is that of the account. Refuses: BADAM, BADFM, BADNM, BADRT, BADTM, BADTY, NTFND, CLOSD, INSUF, LIMIT, CLOCK, RQDIF.';
grant execute on function public.take_mortgage(numeric, numeric, numeric, integer, text, uuid, text, text) to authenticated;
