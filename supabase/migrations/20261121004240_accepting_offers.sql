-- Accepting an offer takes the loan, or the mortgage, by the verbs for that and in the same transaction: all of it or nothing.
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
  update public.loan_applications a set status = 'accepted', accepted_at = bank.now_for(a.user_id), offer_index = accept_offer.offer_index
    where a.id = application.id;
  if application.loan_type = 'HOME' and application.collateral_value is not null then
    application.mortgage_id := (public.take_mortgage(application.collateral_value,
      application.collateral_value - bank.major((offer ->> 'amount')::numeric), (offer ->> 'rate')::numeric, (offer ->> 'term')::integer / 12,
      'fixed', account.id)).id;
  else
    application.loan_id := (public.take_loan(bank.major((offer ->> 'amount')::numeric), (offer ->> 'rate')::numeric,
      case application.loan_type when 'AUTO' then 'Car loan' when 'HOME' then 'Home loan' when 'EDUCATION' then 'Education loan'
        when 'PERSONAL' then 'Personal loan' else 'Loan' end, (offer ->> 'term')::integer, account.id)).id;
  end if;
  update public.loan_applications a set status = 'funded', ended_at = bank.now_for(a.user_id), loan_id = application.loan_id,
      mortgage_id = application.mortgage_id
    where a.id = application.id returning * into application;
  perform bank.remember(request_id, params, to_jsonb(application));
  return application;
end
$$;
comment on function public.accept_offer(uuid, integer, uuid, text) is
  'Accepts an offer on one of the caller''s applications: the loan is made and paid out to the account, or the mortgage, whose down payment is taken from it. Returns the application. Refuses: NTFND, NOOFR, CLOSD, BADCU, INSUF, LIMIT, RQDIF.';
grant execute on function public.accept_offer(uuid, integer, uuid, text) to authenticated;
