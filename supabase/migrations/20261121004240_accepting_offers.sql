-- Accepting an offer makes the loan, or the mortgage, and pays it out: all of it or nothing.
create function bank.lend(household uuid, name text, amount numeric, rate numeric, months integer, account public.accounts, at timestamptz)
returns uuid language plpgsql volatile as $$
declare
  loan uuid;
  entry bigint;
begin
  -- Its first entry is the one that pays it out; none is made by itself.
  insert into public.loans (user_id, name, amount, interest_rate, term, remaining_balance, start_date, currency, created_at, last_entry)
    values (household, name, amount, rate, months, amount, bank.today_for(household), account.currency, at, 0) returning id into loan;
  entry := bank.post(household, 'loan_proceeds', name || ' paid out', at, at, 'app', array[loan, account.id],
    array[account.currency, account.currency], array[-amount, amount]);
  update public.loans l set last_entry = entry where l.id = loan;
  perform bank.put_into_account(account, amount, 'loan_proceeds', name || ' paid out', entry, at);
  return loan;
end
$$;
comment on function bank.lend(uuid, text, numeric, numeric, integer, public.accounts, timestamptz) is
  'Makes a loan and pays it out to a locked account: one entry.';

create function bank.lend_for_home(household uuid, price numeric, amount numeric, rate numeric, years integer, account public.accounts, at timestamptz)
returns uuid language plpgsql volatile as $$
declare
  mortgage uuid;
  entry bigint;
  down numeric := price - amount;
begin
  insert into public.mortgages (user_id, property_value, down_payment, interest_rate, term, start_date, currency, created_at, last_entry)
    values (household, price, down, rate, years, bank.today_for(household), 'USD', at, 0) returning id into mortgage;
  -- The seller gets the price: the bank's money and the customer's.
  entry := bank.post(household, 'mortgage_proceeds', 'Home bought', at, at, 'app', array[mortgage, bank.outside(), account.id],
    array['USD', 'USD', 'USD'], array[-amount, price, -down]);
  update public.mortgages m set last_entry = entry where m.id = mortgage;
  perform bank.take_from_account(account, down, 'mortgage_proceeds', 'Down payment on the home', entry, at);
  return mortgage;
end
$$;
comment on function bank.lend_for_home(uuid, numeric, numeric, numeric, integer, public.accounts, timestamptz) is
  'Makes a mortgage and pays the seller, the down payment out of a locked account: one entry. Refuses: INSUF.';

create function bank.open_offer(application public.loan_applications, offer_index integer) returns jsonb language plpgsql volatile as $$
declare
  offer jsonb := application.decision -> 'offers' -> offer_index;
begin
  if application.status not in ('approved', 'countered') or application.expires_at <= bank.now_for(application.user_id) then
    raise exception using errcode = 'NOOFR', message = 'There is no offer on this application that could be accepted.',
      detail = jsonb_build_object('status', case when application.status in ('approved', 'countered') then 'expired' else application.status end,
        'expires_at', application.expires_at)::text;
  end if;
  if jsonb_typeof(offer) is distinct from 'object' or offer_index < 0 then
    raise exception using errcode = 'NOOFR', message = 'The bank has made no such offer.',
      detail = jsonb_build_object('status', application.status, 'offers', jsonb_array_length(application.decision -> 'offers'))::text;
  end if;
  return offer;
end
$$;
comment on function bank.open_offer(public.loan_applications, integer) is 'An offer that still stands. Refuses: NOOFR.';

create function public.accept_offer(application_id uuid, offer_index integer default 0, account_id uuid default null, request_id text default null)
returns public.loan_applications language plpgsql volatile
security definer -- states, balances and books are written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'accept_offer', 'application', application_id, 'offer', offer_index, 'account', account_id);
  answer jsonb := bank.replay(request_id, params);
  application public.loan_applications;
  account public.accounts;
  offer jsonb;
  at timestamptz;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.loan_applications, answer);
  end if;
  application := bank.lock_application(bank.caller(), application_id);
  account := bank.lock_account(account_id);
  offer := bank.open_offer(application, offer_index);
  if account.currency <> 'USD' then
    raise exception using errcode = 'BADCU', message = format('The bank lends in USD and cannot pay to an account in %s.', account.currency),
      detail = jsonb_build_object('currency', 'USD', 'account_currency', account.currency)::text;
  end if;
  at := bank.next_instant(application.user_id, array[account.id]);
  update public.loan_applications a set status = 'accepted', accepted_at = at, offer_index = accept_offer.offer_index where a.id = application.id;
  if application.loan_type = 'HOME' and application.collateral_value is not null then
    application.mortgage_id := bank.lend_for_home(application.user_id, application.collateral_value, bank.major((offer ->> 'amount')::numeric),
      (offer ->> 'rate')::numeric, (offer ->> 'term')::integer / 12, account, at);
  else
    application.loan_id := bank.lend(application.user_id, case application.loan_type when 'AUTO' then 'Car loan' when 'HOME' then 'Home loan'
        when 'EDUCATION' then 'Education loan' when 'PERSONAL' then 'Personal loan' else 'Loan' end,
      bank.major((offer ->> 'amount')::numeric), (offer ->> 'rate')::numeric, (offer ->> 'term')::integer, account, at);
  end if;
  update public.loan_applications a set status = 'funded', ended_at = at, loan_id = application.loan_id, mortgage_id = application.mortgage_id
    where a.id = application.id returning * into application;
  perform bank.remember(request_id, params, to_jsonb(application));
  return application;
end
$$;
comment on function public.accept_offer(uuid, integer, uuid, text) is
  'Accepts an offer on one of the caller''s applications: the loan is made and paid out to the account, or the mortgage, whose down payment is taken from it. Returns the application. Refuses: NTFND, NOOFR, CLOSD, BADCU, INSUF, LIMIT, RQDIF.';
grant execute on function public.accept_offer(uuid, integer, uuid, text) to authenticated;
