set check_function_bodies = off;

-- Biweekly plans of mortgages and loans: autopay collects half a payment every 14 days, and the bank holds it
-- until the full payment is due. 26 half payments a year make 13 full ones; the thirteenth goes to principal.
create function bank.biweekly_json(debt_id uuid) returns json language sql stable as $$
  select json_build_object('id', r.id, 'balance', bank.minor(r.balance), 'next', r.next_collection)
  from public.debt_reserves r
  where (r.mortgage_id = biweekly_json.debt_id or r.loan_id = biweekly_json.debt_id)
    and r.kind = 'biweekly' and r.ended_on is null
$$;
comment on function bank.biweekly_json is
  'Returns the biweekly plan of a mortgage or loan in the engine''s format; null if there is none.';

create function bank.write_biweekly(steps jsonb) returns void language sql volatile as $$
  update public.debt_reserves d set next_collection = coalesce(r.next, d.next_collection),
    ended_on = coalesce(r.ended_on, d.ended_on)
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'biweekly')
    as r (id uuid, next date, ended_on date)
  where d.id = r.id and d.user_id = (s.step ->> 'customer_id')::uuid;
$$;
comment on function bank.write_biweekly is
  'Writes the next collections of biweekly plans, and the days on which they ended.';

create function public.start_biweekly(debt_id uuid, first_day date, request_id text default null)
returns public.debt_reserves language plpgsql volatile
security definer -- because it writes reserves, which customers can't change
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'start_biweekly', 'debt', debt_id, 'day', first_day);
  plan public.debt_reserves := bank.replay_row(request_id, params, null::public.debt_reserves);
  debt bank.debts;
  today date := bank.today_for(bank.caller());
begin
  if plan.id is not null then return plan; end if;
  perform bank.lock_clock(bank.caller());
  debt := bank.lock_debt(debt_id);
  perform bank.refuse_line(debt);
  perform bank.refuse_if((first_day between today + 1 and today + 14) is not true, 'BADDT',
    'Choose a first day within the next two weeks.',
    jsonb_build_object('date', first_day, 'earliest', today + 1, 'latest', today + 14));
  perform bank.refuse_if(debt.remaining_balance = 0, 'OVPAY', 'This balance is already paid off.',
    jsonb_build_object('balance', 0));
  perform bank.refuse_if(debt.autopay_account_id is null, 'NOELG', 'Turn on autopay first.',
    '{"reason": "autopay"}');
  perform bank.refuse_if(bank.biweekly_json(debt.id) is not null, 'NOELG',
    format('This %s already has a biweekly plan.', debt.product), '{"reason": "open"}');
  update public.debt_reserves r set ended_on = null, next_collection = first_day
    where coalesce(r.mortgage_id, r.loan_id) = debt.id and r.kind = 'biweekly' and r.user_id = debt.user_id
    returning * into plan;
  if not found then
    insert into public.debt_reserves (user_id, mortgage_id, loan_id, kind, name, currency, created_at,
      balance, next_collection)
      values (debt.user_id, case debt.product when 'mortgage' then debt.id end,
        case debt.product when 'loan' then debt.id end, 'biweekly',
        left(debt.name, 80) || ' biweekly payments', debt.currency, bank.now_for(debt.user_id), 0, first_day)
      returning * into plan;
  end if;
  perform bank.schedule_simulation(debt.user_id);
  return bank.remember(request_id, params, plan);
end $$;
comment on function public.start_biweekly is 'Starts a biweekly plan for one of the caller''s mortgages or '
  'loans with autopay: half a payment every 14 days from the first day on. Returns the plan. Refuses: NTFND, '
  'BADDT, OVPAY, NOELG, LIMIT, CLOCK, RQDIF.';

create function public.stop_biweekly(debt_id uuid, request_id text default null)
returns public.debt_reserves language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'stop_biweekly', 'debt', debt_id);
  plan public.debt_reserves := bank.replay_row(request_id, params, null::public.debt_reserves);
  account public.accounts;
  held numeric;
  at timestamptz;
begin
  if plan.id is not null then return plan; end if;
  perform bank.lock_clock(bank.caller());
  select * into plan from public.debt_reserves r
    where coalesce(r.mortgage_id, r.loan_id) = stop_biweekly.debt_id and r.user_id = bank.caller()
      and r.kind = 'biweekly' and r.ended_on is null for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find a biweekly plan for that debt.');
  held := plan.balance;
  if held > 0 then
    select a.* into account from bank.debts d join public.accounts a on a.id = d.autopay_account_id
      and a.closed_at is null and a.currency = plan.currency where d.id = stop_biweekly.debt_id;
    if found then account := bank.lock_account(account.id); end if;
    at := case when account.id is null then bank.now_for(plan.user_id)
      else bank.next_instant(plan.user_id, array[account.id]) end;
    plan.last_entry := bank.post(plan.user_id, 'biweekly_refund', 'Held payments returned', at, at, 'app',
      array[plan.id, coalesce(account.id, bank.system_account('cash_clearing'))],
      array[plan.currency, plan.currency], array[-held, held]);
    if account.id is not null then
      perform bank.credit_account(account, held, 'biweekly_refund', 'Held payments returned',
        plan.last_entry, at);
    end if;
  end if;
  update public.debt_reserves r set balance = r.balance - held, last_entry = plan.last_entry,
    ended_on = bank.today_for(r.user_id) where r.id = plan.id returning * into plan;
  perform bank.schedule_simulation(plan.user_id);
  return bank.remember(request_id, params, plan);
end $$;
comment on function public.stop_biweekly is 'Stops the biweekly plan of one of the caller''s mortgages or '
  'loans, and returns the held money to the autopay account. Returns the plan. Refuses: NTFND, CLOSD, '
  'CLOCK, RQDIF.';

grant execute on function public.start_biweekly, public.stop_biweekly to authenticated;
