set check_function_bodies = off;

-- Account plans. An account is free unless the customer chooses a plan: Classic has a monthly fee with
-- waivers, which the engine decides (engine/products/accounts/account-plans.ts), and Goal Saver limits
-- withdrawals. A plan starts on the first day of the next month.
create function bank.plan_on(account public.accounts, day date) returns text language sql immutable as $$
  select case when day >= account.plan_since then account.plan else account.plan_before end
$$;
comment on function bank.plan_on is 'Returns the plan of an account on a day; null if it is free.';

create function bank.choose_plan(account public.accounts, plan text)
returns public.accounts language plpgsql volatile as $$
declare
  today date := bank.today_for(account.user_id);
  chosen public.accounts;
begin
  perform bank.refuse_if(plan is null or plan not in ('free', 'classic', 'goal_saver'),
    'BADTY', 'Choose free, classic, or goal_saver as the plan.');
  perform bank.refuse_if(plan = 'classic' and account.type not in ('CHECKING', 'SAVINGS')
    or plan = 'goal_saver' and account.type <> 'SAVINGS', 'BADTY',
    'This plan isn''t offered for this type of account.');
  update public.accounts a set plan = nullif(choose_plan.plan, 'free'),
    plan_before = bank.plan_on(account, today),
    plan_since = (date_trunc('month', today) + interval '1 month')::date,
    updated_at = bank.now_for(account.user_id)
    where a.id = account.id returning * into chosen;
  return chosen;
end $$;
comment on function bank.choose_plan is 'Sets the plan of a locked account from the next month on.';

create function public.set_account_plan(account_id uuid, plan text) returns public.accounts
language plpgsql volatile
security definer -- because customers can't write these columns
set search_path = '' as $$
begin
  return bank.choose_plan(bank.lock_account(account_id), plan);
end $$;
comment on function public.set_account_plan is
  'Sets the plan of one of the caller''s accounts from the first day of the next month on, and returns the '
  'account. free: no fee. classic: a monthly fee of 12.00 (checking) or 5.00 (savings), with waivers. '
  'goal_saver: a savings account with at most six withdrawals a month. Refuses: BADTY, NTFND, CLOSD, CLOCK, '
  'NOUSR.';

create function bank.is_withdrawal(kind text) returns boolean language sql immutable as $$
  select kind not in ('maintenance_fee', 'transfer_fee', 'correction', 'adjustment', 'currency_change')
$$;
comment on function bank.is_withdrawal is
  'Returns true for the kinds of entries out of an account that count as a withdrawal. The engine has the '
  'same kinds.';

create function bank.has_reached_withdrawals(account public.accounts) returns boolean
language sql volatile as $$
  select account.type = 'SAVINGS' and bank.plan_on(account, mine.today) is not distinct from 'goal_saver'
    and (select count(*) from public.transactions t where t.account_id = account.id and t.direction = 'out'
      and bank.is_withdrawal(t.kind)
      and t.date >= date_trunc('month', mine.today::timestamp) at time zone mine.time_zone) >= 6
  from (select c.time_zone, bank.today_for(c.id) as today from public.customers c
    where c.id = account.user_id) as mine
$$;
comment on function bank.has_reached_withdrawals is 'Returns true if a locked Goal Saver account allows no '
  'more withdrawals this month. The engine has the same limit; a test compares both.';

create function bank.check_withdrawal_limit(account public.accounts, kind text)
returns void language plpgsql volatile as $$
declare
  today date := bank.today_for(account.user_id);
  resets_on date := (date_trunc('month', today) + interval '1 month')::date;
begin
  perform bank.refuse_if(bank.is_withdrawal(kind) and bank.has_reached_withdrawals(account), 'LIMIT',
    format('%s allows six withdrawals a month. You can withdraw again on %s.', account.name,
      bank.format_date(resets_on, today)),
    jsonb_build_object('highest', 6, 'resets_on', resets_on));
end $$;
comment on function bank.check_withdrawal_limit is 'Refuses (LIMIT) the seventh withdrawal in a month from a '
  'locked Goal Saver account.';

grant execute on function public.set_account_plan to authenticated;
