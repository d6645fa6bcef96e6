-- Putting money towards a goal and taking it out again.
create function bank.lock_goal(goal_id uuid) returns public.goals language plpgsql volatile as $$
declare
  goal public.goals;
begin
  select * into goal from public.goals g where g.id = lock_goal.goal_id and g.user_id = bank.caller() for no key update;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such goal of yours.';
  end if;
  if goal.status = 'archived' then
    raise exception using errcode = 'CLOSD', message = 'This goal is archived.';
  end if;
  return goal;
end
$$;
comment on function bank.lock_goal(uuid) is 'The caller''s own goal, held until the transaction ends. Refuses others (NTFND) and archived ones (CLOSD).';

create function bank.goal_account(goal_id uuid) returns uuid language plpgsql stable as $$
declare
  found_id uuid;
begin
  select g.account_id into found_id from public.goals g where g.id = goal_account.goal_id and g.user_id = bank.caller();
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such goal of yours.';
  end if;
  return found_id;
end
$$;
comment on function bank.goal_account(uuid) is 'The account of one of the caller''s goals. Refuses: NTFND.';

create function bank.goal_saved(goal public.goals) returns numeric language sql volatile as $$
  select greatest(0, case when goal.portion is null then bank.free_for_goals(goal) else least(goal.portion, a.balance - coalesce((
    select sum(g.portion) from public.goals g where g.account_id = goal.account_id and g.status <> 'archived'
      and (g.priority, g.created_at, g.id) < (goal.priority, goal.created_at, goal.id)), 0)) end)
  from public.accounts a where a.id = goal.account_id
$$;
comment on function bank.goal_saved(public.goals) is 'What of its account belongs to a goal now.';

create function bank.move_goal(goal public.goals, kind text, amount numeric, account_id uuid, at timestamptz) returns public.goals
language plpgsql volatile as $$
begin
  update public.goals g set portion = greatest(0, g.portion + move_goal.amount), updated_at = move_goal.at where g.id = goal.id returning * into goal;
  insert into public.goal_movements (goal_id, user_id, at, kind, amount, saved_after, account_id)
    values (goal.id, goal.user_id, move_goal.at, move_goal.kind, move_goal.amount, goal.portion, move_goal.account_id);
  if goal.reached_at is null and bank.goal_saved(goal) >= goal.target then
    update public.goals g set reached_at = move_goal.at where g.id = goal.id returning * into goal;
    perform bank.tell(goal.user_id, goal.id, 'goal_reached', goal.name || ' is reached', jsonb_build_object('amount', bank.minor(goal.target)));
  end if;
  perform bank.wake_engine(goal.user_id);
  return goal;
end
$$;
comment on function bank.move_goal(public.goals, text, numeric, uuid, timestamptz) is
  'Raises or lowers what a locked goal has been given, notes it, and tells the customer when the target is reached.';

create function public.contribute_to_goal(goal_id uuid, amount numeric, account_id uuid, request_id text default null) returns public.goals
language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'contribute_to_goal', 'goal', goal_id, 'amount', trim_scale(amount)::text, 'account', account_id);
  answer jsonb := bank.replay(request_id, params);
  home uuid;
  pair public.accounts[];
  account public.accounts;
  goal public.goals;
  before numeric;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.goals, answer);
  end if;
  perform bank.check_amount(amount);
  home := bank.goal_account(goal_id);
  if home = account_id then
    account := bank.lock_account(home);
    goal := bank.lock_goal(goal_id);
    if goal.portion is null then
      raise exception using errcode = 'SAMAC', message = 'This goal has its whole account already.';
    end if;
    perform bank.check_portion(goal, goal.portion + amount);
    goal := bank.move_goal(goal, 'set_aside', amount, null, bank.now_for(goal.user_id));
  else
    pair := bank.lock_accounts(account_id, home);
    before := pair[2].balance;
    goal := bank.lock_goal(goal_id);
    pair := bank.move_between(pair[1], pair[2], amount, 'To ' || goal.name, 'app', bank.next_instant(goal.user_id, array[account_id, home]));
    goal := bank.move_goal(goal, 'contribution', pair[2].balance - before, account_id, pair[2].updated_at);
  end if;
  perform bank.remember(request_id, params, to_jsonb(goal));
  return goal;
end
$$;
comment on function public.contribute_to_goal(uuid, numeric, uuid, text) is
  'Moves money from one of the caller''s accounts to the account of a goal, and gives it to the goal; from its own account it is only set aside. Returns the goal. Refuses: BADAM, NTFND, CLOSD, SAMAC, INSUF, NORAT, RQDIF.';
grant execute on function public.contribute_to_goal(uuid, numeric, uuid, text) to authenticated;

create function public.take_from_goal(goal_id uuid, amount numeric, account_id uuid, request_id text default null) returns public.goals
language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'take_from_goal', 'goal', goal_id, 'amount', trim_scale(amount)::text, 'account', account_id);
  answer jsonb := bank.replay(request_id, params);
  home uuid;
  pair public.accounts[];
  goal public.goals;
  saved numeric;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.goals, answer);
  end if;
  perform bank.check_amount(amount);
  home := bank.goal_account(goal_id);
  if home = account_id then
    pair[1] := bank.lock_account(home);
  else
    pair := bank.lock_accounts(home, account_id);
  end if;
  goal := bank.lock_goal(goal_id);
  saved := bank.goal_saved(goal);
  if home = account_id and goal.portion is null then
    raise exception using errcode = 'SAMAC', message = 'This goal has its whole account: choose where the money should go.';
  elsif amount > saved then
    raise exception using errcode = 'INSUF', message = 'There is not that much saved for this goal.',
      detail = jsonb_build_object('available', saved, 'amount', amount, 'short', amount - saved)::text;
  elsif home = account_id then
    goal := bank.move_goal(goal, 'released', -amount, null, bank.now_for(goal.user_id));
  else
    pair := bank.move_between(pair[1], pair[2], amount, 'From ' || goal.name, 'app', bank.next_instant(goal.user_id, array[home, account_id]));
    goal := bank.move_goal(goal, 'taken', -amount, account_id, pair[1].updated_at);
  end if;
  perform bank.remember(request_id, params, to_jsonb(goal));
  return goal;
end
$$;
comment on function public.take_from_goal(uuid, numeric, uuid, text) is
  'Takes money that was saved for a goal out of its account to another one of the caller''s; to its own account it is only released. Returns the goal. Refuses: BADAM, NTFND, CLOSD, SAMAC, INSUF, NORAT, RQDIF.';
grant execute on function public.take_from_goal(uuid, numeric, uuid, text) to authenticated;
