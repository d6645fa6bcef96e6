-- Paying more than the instalments. An extra payment never counts as an instalment paid ahead: it shortens the debt, or
-- lowers the instalments that are left. Paying off settles the interest since the last due date at once.
alter table public.loans add column paused_on date;
alter table public.mortgages add column paused_on date;
comment on column public.loans.paused_on is 'When the last pause began. Only the bank writes it.';
comment on column public.mortgages.paused_on is 'When the last pause began. Only the bank writes it.';

create function bank.tell(household uuid, subject uuid, kind text, words text, facts jsonb) returns void language plpgsql volatile as $$
declare
  at timestamptz := bank.now_for(household);
begin
  insert into public.happenings (user_id, at, kind, description, subject, event_key, facts)
    values (household, at, kind, words, subject, subject || ':' || kind || ':' || extract(epoch from at)::text, facts);
end
$$;
comment on function bank.tell(uuid, uuid, text, text, jsonb) is 'Tells the customer what happened to one of their debts without money moving.';

create function bank.write_debt(debt bank.debts, owed numeric, payment numeric, entry bigint, at timestamptz) returns void
language sql volatile as $$
  update public.loans l set remaining_balance = owed, monthly_payment = payment, last_entry = entry, updated_at = at where l.id = debt.id;
  update public.mortgages m set remaining_balance = owed, monthly_payment = payment, last_entry = entry, updated_at = at where m.id = debt.id;
$$;
comment on function bank.write_debt(bank.debts, numeric, numeric, bigint, timestamptz) is 'What the bank itself changes about a locked debt, with the entry that did it.';

create function bank.recast_payment(debt bank.debts, owed numeric) returns numeric language plpgsql volatile as $$
declare
  period bank.debt_period := bank.count_days(bank.debt_period_of(debt), bank.today_for(debt.user_id));
begin
  period.balance := owed;
  if debt.paused_until >= period.due_date then
    -- The months of a pause repay nothing, and their interest is repaid after them.
    period := bank.project_period(debt, period, debt.paused_until);
  end if;
  return bank.monthly_payment(period.balance, debt.interest_rate, greatest(1, debt.months - period.next + 1));
end
$$;
comment on function bank.recast_payment(bank.debts, numeric) is 'The instalment that repays what is left of a debt with those still to come.';

create function public.pay_extra(
  debt_id uuid, amount numeric, account_id uuid default null, effect text default 'shorten', request_id text default null
) returns jsonb language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'pay_extra', 'debt', debt_id, 'amount', trim_scale(amount)::text, 'account', account_id, 'effect', effect);
  answer jsonb := bank.replay(request_id, params);
  debt bank.debts;
  paying numeric;
  payment numeric;
  paid record;
begin
  if answer is not null then
    return answer;
  end if;
  perform bank.check_amount(amount);
  if (effect in ('shorten', 'lower')) is not true then
    raise exception using errcode = 'BADTY', message = 'An extra payment shortens the debt or lowers its instalments.';
  end if;
  debt := bank.lock_debt(debt_id);
  paying := bank.payable(amount, debt.remaining_balance);
  payment := debt.monthly_payment;
  if effect = 'lower' and paying < debt.remaining_balance then
    -- What is past due is owed beside the instalments.
    payment := bank.recast_payment(debt, debt.remaining_balance - paying - greatest(0, debt.past_due - paying));
  end if;
  paid := bank.pay_debt(debt.user_id, debt.id, debt.currency, paying, account_id,
    case effect when 'lower' then 'recast_payment' else 'extra_payment' end, 'Extra payment to ' || debt.name);
  perform bank.write_debt(debt, debt.remaining_balance - paying, payment, paid.entry, paid.at);
  if payment <> debt.monthly_payment then
    perform bank.tell(debt.user_id, debt.id, 'recast', debt.name || ' has new instalments', jsonb_build_object(
      'payment_before', bank.minor(debt.monthly_payment), 'payment', bank.minor(payment), 'amount', bank.minor(paying)));
  end if;
  answer := jsonb_build_object('debt_id', debt.id, 'product', debt.product, 'paid', paying, 'effect', effect,
    'remaining_balance', debt.remaining_balance - paying, 'monthly_payment', payment, 'payment_before', debt.monthly_payment,
    'currency', debt.currency);
  perform bank.remember(request_id, params, answer);
  return answer;
end
$$;
comment on function public.pay_extra(uuid, numeric, uuid, text, text) is
  'Pays one of the caller''s debts beyond its instalments, from one of their accounts or from outside: `shorten` leaves the instalment as it is, `lower` works out anew what repays the rest in the months left. More than remains is reduced to what remains. Refuses: BADAM, BADTY, NTFND, OVPAY, CLOSD, BADCU, INSUF, CLOCK, RQDIF.';
grant execute on function public.pay_extra(uuid, numeric, uuid, text, text) to authenticated;

create function bank.write_instalment(debt bank.debts, payment numeric) returns void language plpgsql volatile as $$
begin
  -- Together with another last entry, which marks what the bank itself writes; then the right one again.
  update public.loans l set monthly_payment = payment, last_entry = -l.last_entry, updated_at = bank.now_for(debt.user_id) where l.id = debt.id;
  update public.loans l set last_entry = -l.last_entry where l.id = debt.id;
  update public.mortgages m set monthly_payment = payment, last_entry = -m.last_entry, updated_at = bank.now_for(debt.user_id) where m.id = debt.id;
  update public.mortgages m set last_entry = -m.last_entry where m.id = debt.id;
  perform bank.wake_engine(debt.user_id);
  perform bank.tell(debt.user_id, debt.id, 'recast', debt.name || ' has new instalments', jsonb_build_object(
    'payment_before', bank.minor(debt.monthly_payment), 'payment', bank.minor(payment), 'amount', 0));
end
$$;
comment on function bank.write_instalment(bank.debts, numeric) is 'Gives a locked debt another instalment than its terms at the start had, and tells so.';

create function public.recast_debt(debt_id uuid, request_id text default null) returns jsonb language plpgsql volatile
security definer -- only the bank gives a debt another instalment than its terms
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'recast_debt', 'debt', debt_id);
  answer jsonb := bank.replay(request_id, params);
  debt bank.debts;
  payment numeric;
begin
  if answer is not null then
    return answer;
  end if;
  debt := bank.lock_debt(debt_id);
  perform bank.payable(debt.remaining_balance, debt.remaining_balance);
  payment := bank.recast_payment(debt, greatest(0, debt.remaining_balance - debt.past_due));
  if payment <> debt.monthly_payment then
    perform bank.write_instalment(debt, payment);
  end if;
  answer := jsonb_build_object('debt_id', debt.id, 'product', debt.product, 'monthly_payment', payment, 'payment_before', debt.monthly_payment,
    'remaining_balance', debt.remaining_balance, 'currency', debt.currency);
  perform bank.remember(request_id, params, answer);
  return answer;
end
$$;
comment on function public.recast_debt(uuid, text) is
  'Works the instalments of one of the caller''s debts out anew, so that what is left is repaid evenly in the months left: after a pause, or after extra payments. Refuses: NTFND, OVPAY, CLOCK, RQDIF.';
grant execute on function public.recast_debt(uuid, text) to authenticated;

create function bank.settle_interest(debt bank.debts) returns bank.debts language plpgsql volatile as $$
declare
  period bank.debt_period := bank.debt_period_of(debt);
  accrued numeric;
  at timestamptz := bank.now_for(debt.user_id);
  entry bigint;
begin
  if bank.is_behind(debt, period) then
    raise exception using errcode = 'CLOCK', message = 'An instalment is just falling due. Please try again in a moment.';
  end if;
  period := bank.count_days(period, bank.today_for(debt.user_id));
  accrued := bank.period_interest(period.balance_days, debt.interest_rate);
  if accrued > 0 then
    entry := bank.post(debt.user_id, 'interest', debt.name || ' interest', at, at, 'app', array[debt.id, bank.interest()],
      array[debt.currency, debt.currency], array[-accrued, accrued]);
    perform bank.write_debt(debt, debt.remaining_balance + accrued, debt.monthly_payment, entry, at);
    debt.remaining_balance := debt.remaining_balance + accrued;
  end if;
  return debt;
end
$$;
comment on function bank.settle_interest(bank.debts) is
  'Posts the interest since the last due date on a locked debt that is about to be paid off. Refuses (CLOCK) while an instalment waits for the engine.';

create function public.pay_off(debt_id uuid, account_id uuid default null, request_id text default null) returns jsonb language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'pay_off', 'debt', debt_id, 'account', account_id);
  answer jsonb := bank.replay(request_id, params);
  debt bank.debts;
  owed numeric;
  paid record;
begin
  if answer is not null then
    return answer;
  end if;
  debt := bank.lock_debt(debt_id);
  owed := debt.remaining_balance;
  debt := bank.settle_interest(debt);
  perform bank.payable(debt.remaining_balance, debt.remaining_balance);
  paid := bank.pay_debt(debt.user_id, debt.id, debt.currency, debt.remaining_balance, account_id, 'payoff', 'Payoff of ' || debt.name);
  perform bank.write_debt(debt, 0.00, debt.monthly_payment, paid.entry, paid.at);
  answer := jsonb_build_object('debt_id', debt.id, 'product', debt.product, 'paid', debt.remaining_balance,
    'interest', debt.remaining_balance - owed, 'remaining_balance', 0, 'monthly_payment', debt.monthly_payment, 'currency', debt.currency);
  perform bank.remember(request_id, params, answer);
  return answer;
end
$$;
comment on function public.pay_off(uuid, uuid, text) is
  'Pays one of the caller''s debts off, the interest since its last due date included, from one of their accounts or from outside. Refuses: NTFND, OVPAY, CLOSD, BADCU, INSUF, CLOCK, RQDIF.';
grant execute on function public.pay_off(uuid, uuid, text) to authenticated;
