set check_function_bodies = off;

-- Payment pauses for hardship: no installment is due for one to three months, at most once in twelve months.
-- Interest accrues, and the skipped amount is owed at the end.
create function bank.set_pause(debt bank.debts, until date, since date)
returns void language sql volatile as $$
  update public.loans l set paused_until = until, paused_on = coalesce(since, l.paused_on)
    where l.id = debt.id;
  update public.mortgages m set paused_until = until, paused_on = coalesce(since, m.paused_on)
    where m.id = debt.id;
$$;
comment on function bank.set_pause is 'Sets the start and the end of a locked debt''s pause.';

create function public.pause_debt(debt_id uuid, months integer default 1, request_id text default null)
returns jsonb language plpgsql volatile
security definer -- because it writes the end of a pause, which customers can't change
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'pause_debt', 'debt', debt_id, 'months', months);
  answer jsonb := bank.replay(request_id, params);
  debt bank.debts;
  today date;
  reason text;
  period bank.debt_period;
  until date;
begin
  if answer is not null then return answer; end if;
  debt := bank.lock_debt(debt_id);
  perform bank.check_term(months, 3, 'months');
  today := bank.today_for(debt.user_id);
  reason := case when debt.remaining_balance = 0 then 'owes_nothing'
    when debt.paused_until >= today then 'paused'
    when debt.paused_on + interval '12 months' > today then 'too_soon'
    when debt.days_past_due >= 90 then 'past_due' end;
  perform bank.refuse_if(reason is not null, 'NOPAU', 'We can''t pause payments on this debt right now.',
    jsonb_build_object('reason', reason, 'paused_until', debt.paused_until,
      'again_on', (debt.paused_on + interval '12 months')::date));
  period := bank.current_debt_period(debt);
  until := bank.due_date(debt.start_date, period.next + months - 1);
  perform bank.set_pause(debt, until, today);
  perform bank.record_debt_event(debt.user_id, debt.id, 'debt_paused', debt.name || ' is paused',
    jsonb_build_object('months', months, 'until', until, 'from', period.due_date));
  return bank.remember(request_id, params,
    jsonb_build_object('debt_id', debt.id, 'paused_on', today, 'paused_until', until,
    'first_skipped', period.due_date, 'next_payment', bank.due_date(debt.start_date, period.next + months)));
end $$;
comment on function public.pause_debt is 'Pauses one of the caller''s debts for its next one to three '
  'installments. Interest continues to accrue. Refuses: NTFND, BADTM, NOPAU, CLOCK, RQDIF.';

create function public.resume_debt(debt_id uuid, request_id text default null) returns jsonb
language plpgsql volatile
security definer -- because it writes the end of a pause, which customers can't change
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'resume_debt', 'debt', debt_id);
  answer jsonb := bank.replay(request_id, params);
  debt bank.debts;
begin
  if answer is not null then return answer; end if;
  debt := bank.lock_debt(debt_id);
  perform bank.refuse_if((debt.paused_until >= bank.today_for(debt.user_id)) is not true,
    'NOPAU', 'Payments on this debt aren''t paused.', jsonb_build_object('reason', 'not_paused'));
  perform bank.set_pause(debt, null, null);
  perform bank.record_debt_event(debt.user_id, debt.id, 'debt_resumed', debt.name || ' has resumed',
    jsonb_build_object('until', debt.paused_until));
  return bank.remember(request_id, params,
    jsonb_build_object('debt_id', debt.id, 'paused_until', null,
      'next_payment', (bank.current_debt_period(debt)).due_date));
end $$;
comment on function public.resume_debt is 'Ends the pause of one of the caller''s debts, so that the next '
  'installment is due as usual. Refuses: NTFND, NOPAU, CLOCK, RQDIF.';

-- Refinancing replaces debts with one new loan. An offer is valid for fourteen simulated days. A customer who
-- accepts an offer owes the payoff amounts of that day and a fee of 1%. The policy, version 1, uses the base
-- rates and margins of the credit policy. The base rate of a loan is 11.5%. The offered rate is 1 point lower
-- if no payment was missed for a year, and 0.5 points higher for terms over 60 months. The base rate of a
-- mortgage is 6.25%. The offered rate is 0.25 points lower if no payment was missed for a year, and 0.25
-- points higher for terms over 240 months. A mortgage can include points: each costs 1% of the new loan and
-- lowers the rate by 0.25 points, as in the engine. Debts that are past due or paused can't be refinanced. A
-- mortgage covers up to 90% of the home's value.
create table public.refinance_offers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  debt_ids uuid[] not null,
  product text not null check (product in ('loan', 'mortgage')),
  term integer not null check (term between 1 and 600),
  currency text not null references public.currencies,
  rate numeric not null check (rate between 0 and 100),
  payoff numeric not null,
  fee numeric not null,
  amount numeric not null check (amount = payoff + fee),
  monthly_payment numeric not null,
  total_interest numeric not null,
  reasons jsonb not null,
  policy text not null,
  offered_at timestamptz not null,
  expires_on date not null,
  accepted_at timestamptz,
  debt_id uuid,
  points numeric check (points > 0 and points <= 4),
  points_fee numeric check (points_fee between 0 and fee)
);
create index refinance_offers_user_id_idx on public.refinance_offers (user_id, offered_at desc);
create index refinance_offers_currency_idx on public.refinance_offers (currency);
comment on table public.refinance_offers is
  'Refinance offers that replace debts with one new loan. Each offer is valid for 14 simulated days.';
comment on column public.refinance_offers.debt_ids is 'The debts to pay off.';
comment on column public.refinance_offers.term is 'The term in months.';
comment on column public.refinance_offers.payoff is
  'The payoff amount on the day of the offer; after acceptance, the amount paid.';
comment on column public.refinance_offers.fee is 'The origination fee of 1% and the price of points.';
comment on column public.refinance_offers.points is
  'The points that lower the rate; null if there are none.';
comment on column public.refinance_offers.points_fee is 'The price of the points, which is part of the fee.';
comment on column public.refinance_offers.total_interest is
  'The total interest over the full term if every installment is paid on time.';
comment on column public.refinance_offers.reasons is 'The reasons for the rate, as sentences.';
comment on column public.refinance_offers.policy is
  'The version of the credit policy that the offer is based on.';
comment on column public.refinance_offers.debt_id is 'The new loan or mortgage after acceptance.';
call bank.show_to_owner('public.refinance_offers');
call bank.broadcast('public.refinance_offers');

create function bank.refuse_refinance(reason text, detail jsonb) returns void language plpgsql immutable as $$
begin
  perform bank.refuse_if(reason is not null, 'NOREF', 'We can''t refinance these debts.',
    jsonb_build_object('reason', reason) || detail);
end $$;
comment on function bank.refuse_refinance is 'Refuses a refinancing (NOREF) if a reason is given.';

create function bank.refinanced_debts(debt_ids uuid[], purpose text)
returns setof bank.debts language plpgsql volatile as $$
declare
  debt bank.debts;
  currency text;
begin
  perform bank.refuse_refinance(
    case when coalesce(cardinality(debt_ids), 0) not between 1 and 20 then 'none' end, '{}');
  -- Locks in a fixed order, so that two simultaneous offers don't deadlock.
  for debt in select (bank.lock_debt(sorted_debts.id)).*
    from (select distinct id from unnest(debt_ids) as id order by id) as sorted_debts loop
    perform bank.refuse_refinance(case
      when debt.remaining_balance = 0 then 'owes_nothing'
      when debt.past_due > 0 or debt.days_past_due > 0 then 'past_due'
      when debt.paused_until >= bank.today_for(debt.user_id) then 'paused'
      when debt.product <> purpose or debt.draw_months is not null
        or (purpose = 'mortgage' and cardinality(debt_ids) > 1) then 'product'
      when debt.currency <> currency then 'currency' end, jsonb_build_object('debt_id', debt.id));
    currency := debt.currency;
    return next debt;
  end loop;
end $$;
comment on function bank.refinanced_debts is
  'Locks the caller''s debts for refinancing until the transaction ends. Refuses: NTFND, NOREF.';

create function bank.refinance_terms(household uuid, purpose text, months integer)
returns jsonb language plpgsql volatile as $$
declare
  is_home constant boolean := purpose = 'mortgage';
  base constant numeric := case when is_home then 6.25 else 11.5 end;
  reward constant numeric := case when is_home then 0.25 else 1 end;
  surcharge constant numeric := case when is_home then 0.25 else 0.5 end;
  is_late boolean := exists (select from bank.late_payments(household) h join bank.debts d
    on d.id::text = h.subject and d.user_id = household
      and h.at > bank.now_for(household) - interval '12 months');
  is_long boolean := months > case when is_home then 240 else 60 end;
begin
  return jsonb_build_object('policy', 'refinance-1',
    'rate', base - case when is_late then 0 else reward end + case when is_long then surcharge else 0 end,
    'reasons', jsonb_build_array(
      format('The base rate for this kind of debt is %s%% per year.', base),
      case when is_late
        then 'You missed a payment in the last 12 months, so you don''t get a rate discount.'
        else format('You had no missed payments in the last 12 months, so you get a rate discount of %s%%.',
          reward) end,
      case when is_long
        then format('The term is longer than %s months, so the rate is %s percentage points higher.',
        case when is_home then 240 else 60 end, surcharge)
        else 'The term is within the standard limit, so the rate doesn''t increase.' end));
end $$;
comment on function bank.refinance_terms is
  'Returns the rate of a refinance offer according to the bank''s policy, with the reasons.';

create function bank.add_points(offer public.refinance_offers, points numeric)
returns public.refinance_offers language plpgsql immutable as $$
begin
  perform bank.refuse_if((points = 0 or (offer.product = 'mortgage' and points between 0 and 4
      and points * 4 = round(points * 4))) is not true,
    'BADTY', 'Choose 0 to 4 points for a mortgage, in quarters.');
  if points > 0 then
    -- One point is 1% of the new loan, which includes the price of the points.
    offer.amount := round((offer.payoff + offer.fee) / (1 - points / 100), 2);
    offer.points := points;
    offer.points_fee := offer.amount - offer.payoff - offer.fee;
    offer.fee := offer.fee + offer.points_fee;
    offer.rate := greatest(0, offer.rate - points * 0.25);
  end if;
  return offer;
end $$;
comment on function bank.add_points is
  'Adds points to an offer: they raise its fee and amount, and lower its rate. Refuses: BADTY.';

create function bank.lifetime_interest(amount numeric, rate numeric, months integer)
returns numeric language plpgsql immutable as $$
declare
  payment numeric := bank.monthly_payment(amount, rate, months);
  owed numeric := amount;
  interest numeric;
  total numeric := 0;
begin
  for number in 1 .. months loop
    exit when owed <= 0;
    interest := bank.period_interest(owed * 30, rate);
    total := total + interest;
    owed := case when number = months then 0 else greatest(0, owed + interest - payment) end;
  end loop;
  return total;
end $$;
comment on function bank.lifetime_interest is
  'Returns the total interest of a debt, rounded like the engine''s postings.';

create function public.refinance_offer(debt_ids uuid[], term integer default null,
  purpose text default 'loan', points numeric default 0) returns jsonb language plpgsql volatile
security definer -- because it writes offers
set search_path = '' as $$
declare
  debt bank.debts;
  offer public.refinance_offers;
  terms jsonb;
begin
  perform bank.refuse_if((purpose in ('loan', 'mortgage')) is not true,
    'BADTY', 'Choose whether to refinance with a loan or a mortgage.');
  perform bank.check_term(term, 600, 'months');
  perform bank.refuse_if(purpose = 'mortgage' and mod(term, 12) <> 0,
    'BADTM', 'Enter the mortgage term in whole years.', jsonb_build_object('term', term, 'longest', 600));
  perform bank.refuse_if((select count(*) from public.refinance_offers o where o.user_id = bank.caller()
    and o.offered_at > bank.now_for(bank.caller()) - interval '365 days') >= 200,
    'LIMIT', 'You''ve reached the yearly limit on refinancing offers. Try again later.',
    jsonb_build_object('highest', 200));
  offer.payoff := 0;
  for debt in select * from bank.refinanced_debts(debt_ids, purpose) loop
    offer.payoff := offer.payoff + (public.payoff_quote(debt.id) ->> 'total')::numeric;
    offer.currency := debt.currency;
  end loop;
  offer.fee := round(offer.payoff / 100, 2);
  offer.amount := offer.payoff + offer.fee;
  offer.product := purpose;
  terms := bank.refinance_terms(bank.caller(), purpose, term);
  offer.rate := (terms ->> 'rate')::numeric;
  offer := bank.add_points(offer, points);
  perform bank.check_amount(offer.amount);
  perform bank.check_home(debt_ids[1], purpose, offer.amount);
  offer.offered_at := bank.now_for(bank.caller());
  insert into public.refinance_offers (user_id, debt_ids, product, term, currency, rate, payoff, fee, amount,
    monthly_payment, total_interest, reasons, policy, offered_at, expires_on, points, points_fee)
    values (bank.caller(), array(select distinct id from unnest(debt_ids) as id order by id), purpose,
      refinance_offer.term, offer.currency, offer.rate, offer.payoff, offer.fee, offer.amount,
      bank.monthly_payment(offer.amount, offer.rate, refinance_offer.term),
      bank.lifetime_interest(offer.amount, offer.rate, refinance_offer.term), terms -> 'reasons',
      terms ->> 'policy', offer.offered_at, bank.today_for(bank.caller()) + 14, offer.points,
      offer.points_fee)
    returning * into offer;
  return to_jsonb(offer) - '{id,user_id,accepted_at,debt_id}'::text[]
    || jsonb_build_object('offer_id', offer.id) || coalesce(bank.refinanced_costs(offer), '{}');
end $$;
comment on function public.refinance_offer is 'Returns an offer to refinance these debts with a new loan '
  '(`loan`, for loans) or mortgage (`mortgage`, for one mortgage) over a term in months. Up to 4 points '
  'lower a mortgage''s rate. Valid for 14 simulated days; at most 200 per year. Refuses: BADTY, BADTM, '
  'NTFND, NOREF, BADAM, LIMIT, CLOCK.';

create function bank.check_home(mortgage_id uuid, purpose text, amount numeric)
returns void language plpgsql stable as $$
declare
  worth numeric;
begin
  if purpose = 'mortgage' then
    select coalesce(m.current_value, m.property_value) into worth from public.mortgages m
      where m.id = mortgage_id;
    perform bank.refuse_refinance(case when amount > round(worth * 0.9, 2) then 'value' end,
      jsonb_build_object('value', worth, 'highest', round(worth * 0.9, 2), 'amount', amount));
  end if;
end $$;
comment on function bank.check_home is 'Refuses (NOREF) to lend more than 90% of a home''s value.';

-- The original value of a refinanced home is its value on the day of the refinancing (12 U.S.C. 4901(12)).
create function bank.refinanced_pmi_rate(old public.mortgages, amount numeric)
returns numeric language sql immutable as $$
  select case when amount > coalesce(old.current_value, old.property_value) * 0.8 then old.pmi_rate end
$$;
comment on function bank.refinanced_pmi_rate is 'Returns the price of mortgage insurance after an insured '
  'mortgage is refinanced; null up to 80% of the home''s value.';

-- The bank refunds the escrow of a refinanced mortgage, or credits it to the new mortgage if the customer
-- agrees (12 CFR 1024.34(b)). The new mortgage keeps the bills, with an analysis of its first escrow year.
create function bank.refinanced_escrow(reserve public.debt_reserves, first_due date, out payment numeric,
  out target numeric, out shortage numeric, out surplus numeric) language sql immutable as $$
  select p.payment, p.target, greatest(0, p.target - reserve.balance),
    case when reserve.balance - p.target >= 50 then reserve.balance - p.target else 0 end
  from bank.escrow_plan(reserve.property_tax, reserve.home_insurance,
    extract(month from first_due)::integer) as p
$$;
comment on function bank.refinanced_escrow is 'Returns the deposit and the opening balance of the first '
  'escrow year after a refinancing. If the old balance is credited, returns what is missing from the opening '
  'balance, or a surplus of 50.00 or more, which is refunded.';

create function bank.refinanced_costs(offer public.refinance_offers) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'pmi', round(offer.amount * bank.refinanced_pmi_rate(m, offer.amount) / 1200, 2),
    'escrow', (select jsonb_build_object('balance', r.balance, 'payment', e.payment, 'target', e.target,
        'shortage', e.shortage, 'surplus', e.surplus)
      from public.debt_reserves r, bank.refinanced_escrow(r,
        bank.due_date(bank.today_for(offer.user_id), 1)) as e
      where r.mortgage_id = m.id and r.kind = 'escrow' and r.ended_on is null))
  from public.mortgages m where m.id = offer.debt_ids[1] and offer.product = 'mortgage'
$$;
comment on function bank.refinanced_costs is 'Returns the monthly premium of mortgage insurance and the '
  'escrow after a mortgage is refinanced; null for loans.';

create function bank.refund_surplus(reserve public.debt_reserves, account public.accounts, amount numeric)
returns void language plpgsql volatile as $$
declare
  description constant text := 'Escrow surplus refunded';
  at timestamptz := bank.now_for(reserve.user_id);
  entry bigint;
begin
  if account.id is not null then at := bank.next_instant(reserve.user_id, array[account.id]); end if;
  entry := bank.post(reserve.user_id, 'escrow_refund', description, at, at, 'app',
    array[reserve.id, coalesce(account.id, bank.system_account('cash_clearing'))],
    array[reserve.currency, reserve.currency], array[-amount, amount]);
  if account.id is not null then
    perform bank.credit_account(account, amount, 'escrow_refund', description, entry, at,
      category_id => bank.debt_category('mortgage', reserve.name));
  end if;
  update public.debt_reserves r set balance = r.balance - amount, last_entry = entry where r.id = reserve.id;
end $$;
comment on function bank.refund_surplus is
  'Refunds money from a locked escrow account to a locked account, or outside the bank.';

create function bank.credit_escrow(old public.debt_reserves, fresh public.debt_reserves)
returns public.debt_reserves language plpgsql volatile as $$
declare
  at timestamptz := bank.now_for(old.user_id);
  entry bigint;
begin
  if old.balance <> 0 then
    entry := bank.post(old.user_id, 'refinance', 'Escrow credited to the new mortgage', at, at, 'app',
      array[fresh.id, old.id], array[old.currency, old.currency], array[old.balance, -old.balance]);
    update public.debt_reserves r set balance = r.balance + old.balance, last_entry = entry
      where r.id = fresh.id returning * into fresh;
  end if;
  update public.debt_reserves r set balance = 0, last_entry = coalesce(entry, r.last_entry),
    ended_on = bank.today_for(r.user_id) where r.id = old.id;
  return fresh;
end $$;
comment on function bank.credit_escrow is 'Moves the balance of a locked escrow account to the escrow '
  'account of the new mortgage, and ends the old one. Returns the new one.';

create function bank.continue_escrow(offer public.refinance_offers, credits_escrow boolean)
returns void language plpgsql volatile as $$
declare
  old public.debt_reserves;
  fresh public.debt_reserves;
  mortgage public.mortgages;
  account public.accounts;
  plan record;
begin
  select * into old from public.debt_reserves r where r.mortgage_id = offer.debt_ids[1]
    and r.kind = 'escrow' and r.ended_on is null for no key update;
  if not found then return; end if;
  select * into mortgage from public.mortgages m where m.id = offer.debt_id;
  select * into account from public.accounts a where a.id = mortgage.autopay_account_id
    and a.currency = old.currency and a.closed_at is null;
  if found then account := bank.lock_account(account.id); end if;
  plan := bank.refinanced_escrow(old, mortgage.next_due_date);
  insert into public.debt_reserves (user_id, mortgage_id, name, currency, created_at, balance, next_deposit,
    property_tax, home_insurance)
    values (mortgage.user_id, mortgage.id, mortgage.name || ' escrow', old.currency,
      bank.now_for(mortgage.user_id), 0, plan.payment, old.property_tax, old.home_insurance)
    returning * into fresh;
  -- The new escrow account also takes over money that the bank has advanced for bills. Without credit, the
  -- engine refunds the old balance.
  if credits_escrow or old.balance <= 0 then
    fresh := bank.credit_escrow(old, fresh);
  else
    plan.shortage := plan.target;
    plan.surplus := 0;
  end if;
  if plan.shortage > 0 then
    perform bank.pay_into_reserve(fresh, account.id, plan.shortage,
      'Initial escrow deposit: ' || mortgage.name);
  elsif plan.surplus > 0 then
    perform bank.refund_surplus(fresh, account, plan.surplus);
  end if;
end $$;
comment on function bank.continue_escrow is 'Opens escrow for a refinanced mortgage with the bills of the '
  'old one, and credits the old balance to it if the customer agrees. The autopay account, or money from '
  'outside the bank, pays what is missing from the opening balance. Refuses: INSUF.';

create function bank.open_refinanced(offer public.refinance_offers, name text, amount numeric)
returns uuid language plpgsql volatile as $$
declare
  new_id uuid;
begin
  -- Uses a placeholder for the last entry, because the bank posts the balance itself.
  if offer.product = 'loan' then
    insert into public.loans (user_id, name, amount, interest_rate, term, remaining_balance, currency,
      last_entry, origination_fee)
      values (offer.user_id, name, amount, offer.rate, offer.term, amount, offer.currency, 0, offer.fee)
        returning id into new_id;
  else
    insert into public.mortgages (user_id, name, property_value, down_payment, interest_rate, term, currency,
      last_entry, origination_fee, points_fee, pmi_rate)
      select offer.user_id, m.name,
        greatest(coalesce(m.current_value, m.property_value), open_refinanced.amount),
        greatest(coalesce(m.current_value, m.property_value),
          open_refinanced.amount) - open_refinanced.amount, offer.rate, offer.term / 12, offer.currency, 0,
        offer.fee - coalesce(offer.points_fee, 0), offer.points_fee,
        bank.refinanced_pmi_rate(m, open_refinanced.amount)
      from public.mortgages m where m.id = offer.debt_ids[1] returning id into new_id;
    update public.mortgages m set current_value = m.property_value where m.id = new_id;
  end if;
  return new_id;
end $$;
comment on function bank.open_refinanced is
  'Opens the loan or mortgage of an accepted offer. Its balance is posted next.';

create function bank.move_debts(offer public.refinance_offers, credits_escrow boolean)
returns public.refinance_offers language plpgsql volatile as $$
declare
  debts bank.debts[] := array(select d from bank.refinanced_debts(offer.debt_ids, offer.product) as d);
  debt bank.debts;
  at timestamptz;
  entry bigint;
  autopay uuid;
begin
  for place in 1 .. cardinality(debts) loop
    debts[place] := bank.settle_interest(debts[place]);
    autopay := coalesce(autopay,
      (select a.id from public.accounts a where a.id = (debts[place]).autopay_account_id
      and a.closed_at is null));
  end loop;
  offer.payoff := (select sum(d.remaining_balance) from unnest(debts) as d);
  offer.amount := offer.payoff + offer.fee;
  perform bank.check_amount(offer.amount);
  perform bank.check_home(offer.debt_ids[1], offer.product, offer.amount);
  offer.debt_id := bank.open_refinanced(offer,
    case when cardinality(debts) = 1 then (debts[1]).name else 'Refinanced debts' end, offer.amount);
  at := bank.now_for(offer.user_id);
  foreach debt in array debts loop
    entry := bank.post(offer.user_id, 'refinance', 'Payoff of ' || debt.name, at, at, 'app',
      array[debt.id, offer.debt_id],
      array[offer.currency, offer.currency], array[debt.remaining_balance, -debt.remaining_balance]);
    perform bank.write_debt(debt, 0.00, debt.monthly_payment, entry, at);
  end loop;
  update public.mortgages m set refinanced_at = at where m.id = any(offer.debt_ids);
  -- A line of credit stays secured by the home.
  update public.loans l set home_id = offer.debt_id where l.home_id = any(offer.debt_ids);
  if offer.fee > 0 then
    entry := bank.post(offer.user_id, 'fee', 'Origination fee', at, at, 'app',
      array[offer.debt_id, bank.system_account('fee_income')],
      array[offer.currency, offer.currency], array[-offer.fee, offer.fee]);
  end if;
  update public.loans l set last_entry = entry, autopay_account_id = autopay where l.id = offer.debt_id;
  update public.mortgages m set last_entry = entry, autopay_account_id = autopay where m.id = offer.debt_id;
  if offer.product = 'mortgage' then perform bank.continue_escrow(offer, credits_escrow); end if;
  return offer;
end $$;
comment on function bank.move_debts is 'Pays off the debts of an accepted offer with the new debt: interest '
  'until today, balances, and the fee. Autopay and escrow continue on the new debt.';

create function public.accept_refinance(offer_id uuid, request_id text default null,
  credits_escrow boolean default false) returns jsonb
language plpgsql volatile security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'accept_refinance', 'offer', offer_id)
    || case when credits_escrow then '{"credits_escrow": true}' else '{}' end::jsonb;
  answer jsonb := bank.replay(request_id, params);
  offer public.refinance_offers;
begin
  if answer is not null then return answer; end if;
  perform bank.lock_clock(bank.caller());
  select * into offer from public.refinance_offers o where o.id = accept_refinance.offer_id
    and o.user_id = bank.caller() for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that offer.');
  perform bank.refuse_if(
    offer.accepted_at is not null or bank.today_for(offer.user_id) > offer.expires_on,
    'OFEXP', 'This offer is no longer available.', jsonb_build_object('expires_on', offer.expires_on,
      'reason', case when offer.accepted_at is not null then 'accepted' else 'expired' end));
  offer := bank.move_debts(offer, coalesce(credits_escrow, false));
  update public.refinance_offers o set accepted_at = bank.now_for(o.user_id), debt_id = offer.debt_id,
    payoff = offer.payoff, amount = offer.amount,
    monthly_payment = bank.monthly_payment(offer.amount, offer.rate, offer.term),
      total_interest = bank.lifetime_interest(offer.amount, offer.rate, offer.term)
    where o.id = offer.id;
  select to_jsonb(l) || '{"product": "loan"}' into answer from public.loans l where l.id = offer.debt_id;
  if answer is null then
    select to_jsonb(m) || '{"product": "mortgage"}' into answer from public.mortgages m
      where m.id = offer.debt_id;
  end if;
  perform bank.remember(request_id, params, answer);
  return answer;
end $$;
comment on function public.accept_refinance is 'Accepts one of the caller''s refinance offers: opens the new '
  'debt and pays off the old debts with interest until today, in one transaction. Escrow of a mortgage '
  'continues. Its balance is refunded within 20 business days, or credited to the new mortgage with '
  '`credits_escrow`. Returns the new loan or mortgage. Refuses: NTFND, OFEXP, NOREF, BADAM, INSUF, LIMIT, '
  'CLOCK, RQDIF.';

grant execute on function
  public.pause_debt, public.resume_debt, public.refinance_offer, public.accept_refinance to authenticated;
