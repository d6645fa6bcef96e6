-- A pause when money is short: no instalment falls due for one to three months, once in twelve. The interest goes on, and
-- what was left out is owed at the end.
create trigger wake_engine_for_pause after update of paused_until on public.loans
  for each row when (new.paused_until is distinct from old.paused_until) execute function bank.wake_engine_for_row();
create trigger wake_engine_for_pause after update of paused_until on public.mortgages
  for each row when (new.paused_until is distinct from old.paused_until) execute function bank.wake_engine_for_row();

create function bank.paused_on(debt bank.debts) returns date language sql stable as $$
  select l.paused_on from public.loans l where l.id = debt.id
  union all select m.paused_on from public.mortgages m where m.id = debt.id
$$;
comment on function bank.paused_on(bank.debts) is 'When the last pause of a debt began; null when there was none.';

create function bank.why_no_pause(debt bank.debts, today date) returns text language sql stable as $$
  select case when debt.remaining_balance = 0 then 'owes_nothing' when debt.paused_until >= today then 'paused'
    when bank.paused_on(debt) + interval '12 months' > today then 'too_soon' when debt.days_past_due >= 90 then 'past_due' end
$$;
comment on function bank.why_no_pause(bank.debts, date) is
  'Why a debt cannot be paused: nothing is owed, it is paused already, it was within the last twelve months, it is 90 days past due; null when it can.';

create function bank.set_pause(debt bank.debts, until date, since date) returns void language sql volatile as $$
  update public.loans l set paused_until = until, paused_on = coalesce(since, l.paused_on) where l.id = debt.id;
  update public.mortgages m set paused_until = until, paused_on = coalesce(since, m.paused_on) where m.id = debt.id;
$$;
comment on function bank.set_pause(bank.debts, date, date) is 'Writes until when a locked debt is paused, and since when.';

create function public.pause_debt(debt_id uuid, months integer default 1, request_id text default null) returns jsonb language plpgsql volatile
security definer -- only the bank says until when a debt is paused
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
  if answer is not null then
    return answer;
  end if;
  debt := bank.lock_debt(debt_id);
  perform bank.check_term(months, 3, 'months');
  today := bank.today_for(debt.user_id);
  reason := bank.why_no_pause(debt, today);
  if reason is not null then
    raise exception using errcode = 'NOPAU', message = 'This debt cannot be paused now.', detail = jsonb_build_object(
      'reason', reason, 'paused_until', debt.paused_until, 'again_on', (bank.paused_on(debt) + interval '12 months')::date)::text;
  end if;
  period := bank.debt_period_of(debt);
  until := bank.due_date(debt.start_date, period.next + months - 1);
  perform bank.set_pause(debt, until, today);
  perform bank.tell(debt.user_id, debt.id, 'debt_paused', debt.name || ' is paused',
    jsonb_build_object('months', months, 'until', until, 'from', period.due_date));
  answer := jsonb_build_object('debt_id', debt.id, 'paused_on', today, 'paused_until', until, 'first_skipped', period.due_date,
    'next_payment', bank.due_date(debt.start_date, period.next + months));
  perform bank.remember(request_id, params, answer);
  return answer;
end
$$;
comment on function public.pause_debt(uuid, integer, text) is
  'Pauses one of the caller''s debts for its next one to three instalments; the interest goes on. Refuses: NTFND, BADTM, NOPAU, CLOCK, RQDIF.';
grant execute on function public.pause_debt(uuid, integer, text) to authenticated;

create function public.resume_debt(debt_id uuid, request_id text default null) returns jsonb language plpgsql volatile
security definer -- only the bank says until when a debt is paused
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'resume_debt', 'debt', debt_id);
  answer jsonb := bank.replay(request_id, params);
  debt bank.debts;
begin
  if answer is not null then
    return answer;
  end if;
  debt := bank.lock_debt(debt_id);
  if (debt.paused_until >= bank.today_for(debt.user_id)) is not true then
    raise exception using errcode = 'NOPAU', message = 'This debt is not paused.', detail = jsonb_build_object('reason', 'not_paused')::text;
  end if;
  perform bank.set_pause(debt, null, null);
  perform bank.tell(debt.user_id, debt.id, 'debt_resumed', debt.name || ' goes on', jsonb_build_object('until', debt.paused_until));
  answer := jsonb_build_object('debt_id', debt.id, 'paused_until', null, 'next_payment', (bank.debt_period_of(debt)).due_date);
  perform bank.remember(request_id, params, answer);
  return answer;
end
$$;
comment on function public.resume_debt(uuid, text) is
  'Ends the pause of one of the caller''s debts: the next instalment falls due again. Refuses: NTFND, NOPAU, CLOCK, RQDIF.';
grant execute on function public.resume_debt(uuid, text) to authenticated;
