set check_function_bodies = off;

-- Savings goals: each is on one account, with a reserved portion and an optional automatic contribution.
create table public.goals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  target numeric not null check (target between 0.01 and 999999999.99 and target = round(target, 2)),
  target_date date,
  picture text not null default 'flag'
    check (picture in ('flag', 'umbrella', 'plane', 'house', 'car', 'graduation', 'gift', 'heart', 'laptop',
      'bike', 'baby', 'tree')),
  currency text not null references public.currencies,
  account_id uuid not null references public.accounts on delete cascade,
  portion numeric check (portion between 0 and 999999999999.99 and portion = round(portion, 2)),
  contribution text check (contribution in ('fixed', 'share_of_pay', 'round_ups')),
  contribution_amount numeric check (contribution_amount between 0.01 and 999999999.99
    and contribution_amount = round(contribution_amount, 2)),
  contribution_percent numeric check (contribution_percent > 0 and contribution_percent <= 100
    and contribution_percent = round(contribution_percent, 2)),
  frequency text check (frequency in ('WEEKLY', 'BIWEEKLY', 'MONTHLY')),
  start_date date,
  from_account_id uuid references public.accounts on delete set null,
  priority integer not null,
  status text not null default 'active' check (status in ('active', 'paused', 'completed', 'archived')),
  next_occurrence integer,
  next_at timestamptz,
  reached_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  constraint goals_contribution_terms_check check (case contribution
    when 'fixed' then contribution_amount is not null and frequency is not null and start_date is not null
    when 'share_of_pay' then contribution_percent is not null else true end)
);
create index goals_user_id_idx on public.goals (user_id, priority);
create index goals_account_id_idx on public.goals (account_id);
create index goals_from_account_id_idx on public.goals (from_account_id) where from_account_id is not null;
create index goals_currency_idx on public.goals (currency);
comment on table public.goals is 'Savings goals of customers.';
comment on column public.goals.picture is 'The name of its picture.';
comment on column public.goals.currency is 'The currency of its account.';
comment on column public.goals.account_id is 'The account that holds its money.';
comment on column public.goals.portion is
  'The goal''s portion of the account; null for the rest after other goals. Only the bank changes it.';
comment on column public.goals.contribution is
  'The automatic contribution: a fixed amount, a share of each paycheck, or round-ups; null for none.';
comment on column public.goals.contribution_percent is
  'For share_of_pay: percent of each paycheck on from_account_id.';
comment on column public.goals.start_date is
  'For fixed: the first day in the customer''s time zone. Later ones are counted from it.';
comment on column public.goals.from_account_id is 'The source of automatic contributions.';
comment on column public.goals.priority is
  'The order in which goals are filled if the account has less than their portions.';
comment on column public.goals.next_occurrence is
  'For fixed: the number of the next occurrence, from 0; null until the engine has computed it. Only the '
  'bank writes it.';
comment on column public.goals.next_at is
  'For fixed: the simulated instant of the next occurrence; null if there is none. Only the bank writes it.';
comment on column public.goals.reached_at is
  'The simulated instant at which its target was first reached. Only the bank writes it.';

alter table public.goals enable row level security;
create policy "customers read their own goals" on public.goals for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers set goals for themselves" on public.goals for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "customers change their own goals" on public.goals for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers delete their own goals" on public.goals for delete to authenticated
  using (user_id = (select auth.uid()));
grant select,
  insert (id, user_id, name, target, target_date, picture, account_id, portion, contribution,
    contribution_amount, contribution_percent, frequency, start_date, from_account_id, priority, status),
  update (name, target, target_date, picture, contribution, contribution_amount, contribution_percent,
    frequency, start_date, from_account_id, priority, status), delete
  on public.goals to authenticated, service_role;

-- Goal movements. They remain after a goal is deleted, so that a restored goal keeps its history.
create table public.goal_movements (
  id bigint generated by default as identity primary key,
  goal_id uuid not null,
  user_id uuid not null references public.customers on delete cascade,
  at timestamptz not null,
  kind text not null check (
    kind in ('start', 'contribution', 'fixed', 'share_of_pay', 'round_ups', 'set_aside', 'released',
    'taken')),
  amount numeric not null,
  saved_after numeric,
  account_id uuid
);
create index goal_movements_goal_id_idx on public.goal_movements (goal_id, at);
create index goal_movements_user_id_idx on public.goal_movements (user_id);
comment on table public.goal_movements is
  'Contributions to and withdrawals from goals, manual and automatic.';
comment on column public.goal_movements.at is 'The simulated instant.';
comment on column public.goal_movements.kind is
  'start: reserved at creation; contribution, taken: moved manually; set_aside, released: within its own '
  'account; the others are automatic.';
comment on column public.goal_movements.amount is 'Positive for contributions, negative for withdrawals.';
comment on column public.goal_movements.saved_after is
  'The saved amount afterward; null for a goal with its whole account.';
comment on column public.goal_movements.account_id is
  'The account on the other side; null where no money moved.';
alter table public.goal_movements enable row level security;
create policy "customers read what came to their own goals" on public.goal_movements for select
  to authenticated
  using (user_id = (select auth.uid()));
grant select on public.goal_movements to authenticated, service_role;

create function bank.free_for_goals(goal public.goals) returns numeric language sql stable as $$
  select greatest(0, a.balance - coalesce((select sum(g.portion) from public.goals g
    where g.account_id = goal.account_id and g.id <> goal.id and g.status <> 'archived'), 0))
  from public.accounts a where a.id = goal.account_id
$$;
comment on function bank.free_for_goals is 'Returns the part of a goal''s account that no other goal has.';

create function bank.check_portion(goal public.goals, portion numeric)
returns void language plpgsql stable as $$
declare
  free numeric := bank.free_for_goals(goal);
begin
  if check_portion.portion < 0 or check_portion.portion <> round(check_portion.portion, 2)
    or check_portion.portion > 999999999.99 then
    perform bank.check_amount(check_portion.portion);
  end if;
  perform bank.refuse_if(check_portion.portion > free,
    'INSUF', 'This account doesn''t have enough money outside its other goals.',
    jsonb_build_object('available', free, 'amount', check_portion.portion, 'short',
      check_portion.portion - free));
  perform bank.refuse_if(check_portion.portion is null
    and exists (select from public.goals g where g.account_id = goal.account_id and g.id <> goal.id
    and g.portion is null and g.status <> 'archived'),
    'LIMIT', 'Another goal already uses this whole account.', jsonb_build_object('highest', 1));
end
$$;
comment on function bank.check_portion is
  'Refuses a portion above the available amount (INSUF), and a whole account for two goals (LIMIT).';

create function bank.check_contribution(goal public.goals)
returns public.goals language plpgsql volatile as $$
declare
  source public.accounts;
begin
  if goal.contribution is distinct from 'fixed' then
    goal.contribution_amount := null;
    goal.frequency := null;
    goal.start_date := null;
    goal.next_occurrence := null;
    goal.next_at := null;
  end if;
  if goal.contribution is distinct from 'share_of_pay' then
    goal.contribution_percent := null;
  end if;
  if goal.contribution is null then
    goal.from_account_id := null;
    return goal;
  end if;
  source := bank.check_rule_account(goal.user_id, goal.from_account_id);
  if source.id = goal.account_id then
    perform bank.refuse('SAMAC', 'Choose a different account to contribute from.');
  elsif source.currency <> goal.currency then
    perform bank.refuse('BADCU', 'Choose an account in the same currency to contribute from.',
      jsonb_build_object('currency', goal.currency, 'account_currency', source.currency));
  elsif goal.contribution = 'fixed' then
    perform bank.check_amount(goal.contribution_amount);
    perform bank.refuse_if((goal.frequency in ('WEEKLY', 'BIWEEKLY', 'MONTHLY')) is not true,
      'BADTY', 'Choose weekly, biweekly, or monthly contributions.');
    goal.start_date := coalesce(goal.start_date, bank.today_for(goal.user_id) + 1);
    perform bank.check_day(goal.start_date);
  elsif goal.contribution = 'share_of_pay'
    and (goal.contribution_percent > 0 and goal.contribution_percent <= 100
      and goal.contribution_percent = round(goal.contribution_percent, 2)) is not true then
    perform bank.refuse('BADRT', 'Enter a percentage above 0% and up to 100%.',
      jsonb_build_object('highest', 100));
  end if;
  return goal;
end
$$;
comment on function bank.check_contribution is
  'Validates the contribution of a goal. Refuses: NTFND, CLOSD, SAMAC, BADCU, BADAM, BADTY, BADDT, BADRT.';

create function bank.check_goal() returns trigger language plpgsql
security definer -- reads the clock and the accounts whoever writes
set search_path = '' as $$
declare
  account public.accounts;
begin
  if bank.is_for_another(new.user_id) then
    return new;
  end if;
  new.name := bank.clean_name(new.name);
  perform bank.check_amount(new.target);
  new.updated_at := bank.now_for(new.user_id);
  if tg_op = 'INSERT' then
    perform bank.check_rule_count(new.user_id,
      (select count(*) from public.goals g where g.user_id = new.user_id));
    perform from public.accounts a where a.id = new.account_id and a.user_id = new.user_id for no key update;
    account := bank.check_rule_account(new.user_id, new.account_id);
    new.currency := account.currency;
    new.created_at := coalesce(new.created_at, new.updated_at);
    new.priority := coalesce(new.priority,
      (select max(g.priority) + 1 from public.goals g where g.user_id = new.user_id), 1);
    new.reached_at := case when new.portion is not null
      and new.portion >= new.target then coalesce(new.reached_at, new.updated_at) end;
  elsif new.target <> old.target then
    new.reached_at := null;
  end if;
  if tg_op = 'UPDATE' and new.from_account_id is null and old.from_account_id is not null then
    -- The account was deleted: from nowhere nothing arrives.
    new.contribution := null;
  end if;
  if new.target_date is not null
    and (tg_op = 'INSERT' or new.target_date is distinct from old.target_date) then
    perform bank.check_day(new.target_date);
  end if;
  if new.status <> 'archived' and (tg_op = 'INSERT' or old.status = 'archived') then
    perform bank.check_portion(new, new.portion);
  end if;
  if tg_op = 'INSERT'
    or (new.contribution, new.contribution_amount, new.contribution_percent, new.frequency, new.start_date,
    new.from_account_id)
      is distinct from (old.contribution, old.contribution_amount, old.contribution_percent, old.frequency,
        old.start_date, old.from_account_id) then
    new := bank.check_contribution(new);
  end if;
  if tg_op = 'UPDATE' and (new.contribution, new.frequency, new.start_date, new.status)
      is distinct from (old.contribution, old.frequency, old.start_date, old.status) then
    new.next_occurrence := null;
  end if;
  new.completed_at := case when new.status = 'completed' then coalesce(new.completed_at, new.updated_at) end;
  return new;
end
$$;
comment on function bank.check_goal is
  'Refuses goals that make no sense: NTFND, CLOSD, BADAM, BADNM, BADDT, BADCU, BADTY, BADRT, SAMAC, INSUF, '
  'LIMIT.';

create trigger check_goal before insert or update of name, target, target_date, picture, contribution,
  contribution_amount, contribution_percent,
  frequency, start_date, from_account_id, priority,
    status on public.goals for each row execute function bank.check_goal();

create trigger lock_clock before update or delete on public.goals
  for each statement execute function bank.lock_clock_for_change();

create trigger schedule_simulation after insert or delete or update of name, target, contribution,
  contribution_amount, contribution_percent, frequency,
  start_date, from_account_id, priority,
    status on public.goals for each row execute function bank.schedule_simulation_for_change();

create function bank.begin_goal() returns trigger language plpgsql
security definer -- movements are written by the bank alone
set search_path = '' as $$
declare
  before numeric := (select m.saved_after from public.goal_movements m where m.goal_id = new.id
    and m.user_id = new.user_id
    order by m.at desc, m.id desc limit 1);
begin
  if new.portion <> coalesce(before, 0) then
    insert into public.goal_movements (goal_id, user_id, at, kind, amount, saved_after)
      values (new.id, new.user_id, new.updated_at, 'start', new.portion - coalesce(before, 0), new.portion);
  end if;
  return null;
end
$$;
comment on function bank.begin_goal is 'Records the initial portion of a goal.';

create trigger begin_goal after insert on public.goals for each row execute function bank.begin_goal();

call bank.broadcast('public.goals');

-- Goal progress.
create view public.goal_status with (security_invoker = true) as
  with mine as (
    select (public.simulated_now() at time zone coalesce((select c.time_zone from public.customers c
      where c.id = (select auth.uid())), 'UTC'))::date as today
  ), held as (
    -- If the account has less than the portions, goals are filled in order. A goal without a portion gets the
    -- rest.
    select g.*, case when g.status = 'archived' or a.closed_at is not null or a.currency <> g.currency then 0
      else greatest(0, a.balance) end as balance,
      coalesce(sum(g.portion) filter (where g.status <> 'archived') over (partition by g.account_id
        order by g.priority, g.created_at, g.id rows between unbounded preceding and 1 preceding),
          0) as before,
      coalesce(sum(g.portion) filter (where g.status <> 'archived') over (partition by g.account_id),
        0) as given
    from public.goals g join public.accounts a on a.id = g.account_id
  ), filled as (
    select h.*, greatest(0,
      case when h.portion is null then h.balance - h.given
      else least(h.portion, h.balance - h.before) end) as saved
    from held h
  ), paced as (
    select f.*, greatest(0, f.target - f.saved) as left_over,
      round(case when f.status <> 'active' then 0 else case f.contribution
      when 'fixed' then f.contribution_amount * case f.frequency when 'WEEKLY' then 52 / 12.0
        when 'BIWEEKLY' then 26 / 12.0 else 1 end
      when 'share_of_pay' then f.contribution_percent / 100 * coalesce((
        select sum(d.amount * case d.frequency when 'HOURLY' then 8766 / 12.0 when 'DAILY' then 365.25 / 12
          when 'WEEKLY' then 52 / 12.0 else 1 end)
        from public.auto_deposits d where d.account_id = f.from_account_id and d.is_pay and not d.paused), 0)
      when 'round_ups' then coalesce((select sum(m.amount) / 3 from public.goal_movements m
        where m.goal_id = f.id and m.kind = 'round_ups' and m.at > public.simulated_now() - interval
          '91 days'), 0)
      else 0 end end, 2) as pace
    from filled f
  )
  select p.id as goal_id, p.user_id, p.currency, p.target, p.saved, p.left_over as "left",
    round(least(1, p.saved / p.target), 4) as share,
    p.pace as monthly_pace,
    case when p.left_over > 0 and p.target_date is not null
      then round(p.left_over / greatest(1, (p.target_date - mine.today) * 12 / 365.25),
        2) end as needed_monthly,
    case when p.left_over > 0 and p.pace > 0 and p.left_over / p.pace < 1200
      then mine.today + ceil(p.left_over / p.pace * 365.25 / 12)::integer end as projected_date
  from paced p cross join mine;
comment on view public.goal_status is 'The progress of the caller''s goals, and their projected dates.';
comment on column public.goal_status.saved is 'The saved amount; zero for an archived goal.';
comment on column public.goal_status.share is 'The share of the target that is saved, from 0 to 1.';
comment on column public.goal_status.monthly_pace is
  'The automatic contribution per month; for round-ups the average of the last three.';
comment on column public.goal_status.needed_monthly is
  'The monthly amount that reaches the target date, without interest; null without a date or when reached.';
comment on column public.goal_status.projected_date is
  'The day on which the target is reached at the current pace, without interest; null without contributions '
  'or when reached.';
grant select on public.goal_status to authenticated;

create function bank.goal_days(goal public.goals, zone text)
returns table (day date, saved numeric) language sql stable as $$
  with portions as (
    select distinct on (m.goal_id, (m.at at time zone zone)::date) m.goal_id,
      (m.at at time zone zone)::date as day, m.saved_after
    from public.goal_movements m
    where m.user_id = goal.user_id and m.saved_after is not null
      and (m.goal_id = goal.id or (goal.portion is null and exists (
      select from public.goals other where other.id = m.goal_id and other.account_id = goal.account_id
        and other.status <> 'archived')))
    order by m.goal_id, (m.at at time zone zone)::date, m.at desc, m.id desc
  ), balances as (
    select distinct on ((t.date at time zone zone)::date) (t.date at time zone zone)::date as day,
      t.balance_after
    from public.transactions t where t.account_id = goal.account_id and goal.portion is null
    order by (t.date at time zone zone)::date, t.date desc
  )
  select p.day, p.saved_after from portions p where goal.portion is not null
  union all
  select b.day, greatest(0, b.balance_after - coalesce((select sum(latest.saved_after) from (
      select distinct on (p.goal_id) p.saved_after from portions p
        where p.day <= b.day order by p.goal_id, p.day desc) as latest), 0))
  from balances b
  order by 1
$$;
comment on function bank.goal_days is
  'Returns the saved amount of a goal at the end of each day on which it changed.';

create function public.goal_history(goal_id uuid)
returns table (day date, saved numeric) language plpgsql stable
security definer -- reads the private clock
set search_path = '' as $$
declare
  goal public.goals;
begin
  select * into goal from public.goals g where g.id = goal_history.goal_id and g.user_id = bank.caller();
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that goal.');
  return query select d.day, d.saved
    from bank.goal_days(goal,
      coalesce((select c.time_zone from public.customers c where c.id = goal.user_id), 'UTC')) as d;
end
$$;
comment on function public.goal_history is
  'Returns the saved amount of one of the caller''s goals at the end of each day on which it changed. '
  'Refuses: NTFND.';

-- Putting money toward a goal and taking it out again.
create function bank.lock_goal(goal_id uuid) returns public.goals language plpgsql volatile as $$
declare
  goal public.goals;
begin
  perform bank.lock_clock(bank.caller());
  select * into goal from public.goals g where g.id = lock_goal.goal_id
    and g.user_id = bank.caller() for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that goal.');
  perform bank.refuse_if(goal.status = 'archived', 'CLOSD', 'This goal is archived.');
  return goal;
end
$$;
comment on function bank.lock_goal is
  'Locks the caller''s goal until the transaction ends. Refuses others (NTFND) and archived ones (CLOSD).';

create function bank.goal_account(goal_id uuid) returns uuid language plpgsql stable as $$
declare
  found_id uuid;
begin
  select g.account_id into found_id from public.goals g where g.id = goal_account.goal_id
    and g.user_id = bank.caller();
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that goal.');
  return found_id;
end
$$;
comment on function bank.goal_account is 'Returns the account of one of the caller''s goals. Refuses: NTFND.';

create function bank.goal_saved(goal public.goals) returns numeric language sql volatile as $$
  select greatest(0, case when goal.portion is null then bank.free_for_goals(goal)
    else least(goal.portion, a.balance - coalesce((
    select sum(g.portion) from public.goals g where g.account_id = goal.account_id and g.status <> 'archived'
      and (g.priority, g.created_at, g.id) < (goal.priority, goal.created_at, goal.id)), 0)) end)
  from public.accounts a where a.id = goal.account_id
$$;
comment on function bank.goal_saved is 'Returns the saved amount of a goal.';

create function bank.move_goal(goal public.goals, kind text, amount numeric, account_id uuid, at timestamptz)
returns public.goals
language plpgsql volatile as $$
begin
  update public.goals g set portion = greatest(0, g.portion + move_goal.amount), updated_at = move_goal.at
    where g.id = goal.id returning * into goal;
  insert into public.goal_movements (goal_id, user_id, at, kind, amount, saved_after, account_id)
    values (goal.id, goal.user_id, move_goal.at, move_goal.kind, move_goal.amount, goal.portion,
      move_goal.account_id);
  if goal.reached_at is null and bank.goal_saved(goal) >= goal.target then
    update public.goals g set reached_at = move_goal.at where g.id = goal.id returning * into goal;
    perform bank.record_debt_event(goal.user_id, goal.id, 'goal_reached', goal.name || ' is reached',
      jsonb_build_object('amount', bank.minor(goal.target)));
  end if;
  perform bank.schedule_simulation(goal.user_id);
  return goal;
end
$$;
comment on function bank.move_goal is
  'Changes the portion of a locked goal, records the movement, and notifies the customer when the target is '
  'reached.';

create function public.contribute_to_goal(
  goal_id uuid,
  amount numeric,
  account_id uuid,
  request_id text default null
) returns public.goals
language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'contribute_to_goal', 'goal', goal_id, 'amount',
    trim_scale(amount)::text, 'account', account_id);
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
    perform bank.refuse_if(goal.portion is null, 'SAMAC', 'This goal already uses its whole account.');
    perform bank.check_portion(goal, goal.portion + amount);
    goal := bank.move_goal(goal, 'set_aside', amount, null, bank.now_for(goal.user_id));
  else
    pair := bank.lock_accounts(account_id, home);
    before := pair[2].balance;
    goal := bank.lock_goal(goal_id);
    pair := bank.transfer_between(pair[1], pair[2], amount, 'To ' || goal.name, 'app',
      bank.next_instant(goal.user_id, array[account_id, home]));
    goal := bank.move_goal(goal, 'contribution', pair[2].balance - before, account_id, pair[2].updated_at);
  end if;
  perform bank.remember(request_id, params, to_jsonb(goal));
  return goal;
end
$$;
comment on function public.contribute_to_goal is
  'Contributes money from one of the caller''s accounts to a goal. Within the goal''s own account the amount '
  'is only reserved. Returns the goal. Refuses: BADAM, NTFND, CLOSD, SAMAC, INSUF, NORAT, RQDIF.';

create function public.take_from_goal(
  goal_id uuid,
  amount numeric,
  account_id uuid,
  request_id text default null
) returns public.goals
language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'take_from_goal', 'goal', goal_id, 'amount',
    trim_scale(amount)::text, 'account', account_id);
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
    perform bank.refuse('SAMAC', 'This goal uses its whole account. Choose where to transfer the money.');
  elsif amount > saved then
    perform bank.refuse('INSUF', 'This goal doesn''t have that much saved.',
      jsonb_build_object('available', saved, 'amount', amount, 'short', amount - saved));
  elsif home = account_id then
    goal := bank.move_goal(goal, 'released', -amount, null, bank.now_for(goal.user_id));
  else
    pair := bank.transfer_between(pair[1], pair[2], amount, 'From ' || goal.name, 'app',
      bank.next_instant(goal.user_id, array[home, account_id]));
    goal := bank.move_goal(goal, 'taken', -amount, account_id, pair[1].updated_at);
  end if;
  perform bank.remember(request_id, params, to_jsonb(goal));
  return goal;
end
$$;
comment on function public.take_from_goal is
  'Withdraws money from a goal to another of the caller''s accounts. Within its own account the amount is '
  'only released. Returns the goal. Refuses: BADAM, NTFND, CLOSD, SAMAC, INSUF, NORAT, RQDIF.';

create function bank.engine_goals(household uuid) returns table (goals json) language sql stable as $$
  select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'account_id', g.account_id,
    'target', bank.minor(g.target), 'portion', bank.minor(g.portion), 'active', g.status = 'active',
    'reached', g.reached_at is not null, 'contribution', g.contribution,
    'amount', bank.minor(g.contribution_amount), 'percent', g.contribution_percent, 'frequency', g.frequency,
    'start_date', g.start_date, 'next', g.next_occurrence,
    'from_account_id', g.from_account_id) order by g.priority, g.created_at, g.id), '[]')
  from public.goals g join public.accounts a on a.id = g.account_id and a.currency = g.currency
  where g.user_id = household and g.status <> 'archived'
$$;
comment on function bank.engine_goals is
  'The goals of a household as the engine reads them, the first to be filled first.';

create function bank.write_goals(steps jsonb) returns void language sql volatile as $$
  insert into public.goal_movements (goal_id, user_id, at, kind, amount, saved_after, account_id)
  select g.id, g.user_id, bank.instant_of((e.event ->> 'at')::bigint), e.event -> 'facts' ->> 'by',
    bank.major((e.event -> 'facts' ->> 'amount')::numeric),
    bank.major((e.event -> 'facts' ->> 'portion')::numeric), (e.event -> 'facts' ->> 'from')::uuid
  from jsonb_array_elements(steps) with ordinality as s (step, ordinal),
    jsonb_array_elements(s.step -> 'events') with ordinality as e (event, ordinal), public.goals g
  where e.event ->> 'kind' = 'goal_contribution' and g.id::text = e.event ->> 'subject'
    and g.user_id = (s.step ->> 'customer_id')::uuid
  order by s.ordinal, e.ordinal;
  update public.goals g set portion = case when g.portion is not null then bank.major(r.portion) end,
    next_occurrence = r.next,
    next_at = bank.instant_of(r.at), reached_at = coalesce(g.reached_at, bank.instant_of(r.reached_at))
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'goals')
    as r (id uuid, portion numeric, next integer, at bigint, reached_at bigint)
  where g.id = r.id and g.user_id = (s.step ->> 'customer_id')::uuid
    and (r.at is distinct from bank.millis(g.next_at) or r.next is distinct from g.next_occurrence
      or r.reached_at is not null
      or bank.major(r.portion) is distinct from g.portion);
$$;
comment on function bank.write_goals is
  'Saves the contributions of these steps, and the goals that were reached.';

grant execute on function
  public.goal_history, public.contribute_to_goal, public.take_from_goal to authenticated;
