-- Goals: something to save for, on an own account, with money set aside for it and a way in which more arrives by itself.
create table public.goals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  target numeric not null check (target between 0.01 and 999999999.99 and target = round(target, 2)),
  target_date date,
  picture text not null default 'flag'
    check (picture in ('flag', 'umbrella', 'plane', 'house', 'car', 'graduation', 'gift', 'heart', 'laptop', 'bike', 'baby', 'tree')),
  currency text not null references public.currencies,
  account_id uuid not null references public.accounts on delete cascade,
  portion numeric check (portion between 0 and 999999999999.99 and portion = round(portion, 2)),
  contribution text check (contribution in ('fixed', 'share_of_pay', 'round_ups')),
  contribution_amount numeric check (contribution_amount between 0.01 and 999999999.99 and contribution_amount = round(contribution_amount, 2)),
  contribution_percent numeric check (contribution_percent > 0 and contribution_percent <= 100 and contribution_percent = round(contribution_percent, 2)),
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
  constraint goals_contribution_terms_check check (case contribution when 'fixed' then contribution_amount is not null and frequency is not null and start_date is not null
    when 'share_of_pay' then contribution_percent is not null else true end)
);
create index goals_user_id_idx on public.goals (user_id, priority);
create index goals_account_id_idx on public.goals (account_id);
create index goals_from_account_id_idx on public.goals (from_account_id) where from_account_id is not null;
create index goals_currency_idx on public.goals (currency);
comment on table public.goals is 'What customers save for.';
comment on column public.goals.picture is 'Which of the drawn pictures stands for it.';
comment on column public.goals.currency is 'That of its account.';
comment on column public.goals.account_id is 'Where its money lies.';
comment on column public.goals.portion is 'How much of that account belongs to it; null for all that no other goal has. Only the bank changes it, by moving money or setting it aside.';
comment on column public.goals.contribution is 'How money arrives by itself: a fixed amount, a share of each pay, the small change of purchases; null when it does not.';
comment on column public.goals.contribution_percent is 'Of share_of_pay: percent of each pay that arrives on from_account_id.';
comment on column public.goals.start_date is 'Of fixed: the first day, in the customer''s time zone; later ones are counted from it.';
comment on column public.goals.from_account_id is 'Where what arrives by itself comes from.';
comment on column public.goals.priority is 'Who is filled first when an account has less than its goals were given.';
comment on column public.goals.next_occurrence is 'Of fixed: the number of the next one, from 0; null until the engine has looked. Only the bank writes it.';
comment on column public.goals.next_at is 'Of fixed: the simulated instant of the next one; null when there is none. Only the bank writes it.';
comment on column public.goals.reached_at is 'The simulated instant at which its target was first reached. Only the bank writes it.';

alter table public.goals enable row level security;
create policy "customers read their own goals" on public.goals for select to authenticated using (user_id = (select auth.uid()));
create policy "customers set goals for themselves" on public.goals for insert to authenticated with check (user_id = (select auth.uid()));
create policy "customers change their own goals" on public.goals for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers delete their own goals" on public.goals for delete to authenticated using (user_id = (select auth.uid()));
grant select, insert (id, user_id, name, target, target_date, picture, account_id, portion, contribution, contribution_amount, contribution_percent,
    frequency, start_date, from_account_id, priority, status),
  update (name, target, target_date, picture, contribution, contribution_amount, contribution_percent, frequency, start_date, from_account_id,
    priority, status), delete
  on public.goals to authenticated, service_role;

-- What came to a goal and what left it. Stays when the goal goes, so that one that is brought back has its past.
create table public.goal_movements (
  id bigint generated by default as identity primary key,
  goal_id uuid not null,
  user_id uuid not null references public.customers on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('start', 'contribution', 'fixed', 'share_of_pay', 'round_ups', 'set_aside', 'released', 'taken')),
  amount numeric not null,
  saved_after numeric,
  account_id uuid
);
create index goal_movements_goal_id_idx on public.goal_movements (goal_id, at);
create index goal_movements_user_id_idx on public.goal_movements (user_id);
comment on table public.goal_movements is 'What came to goals and left them, by the customer''s hand and by itself.';
comment on column public.goal_movements.at is 'The simulated instant.';
comment on column public.goal_movements.kind is 'start: set aside when the goal was set; contribution, taken: moved by hand; set_aside, released: within its own account; the others arrived by themselves.';
comment on column public.goal_movements.amount is 'Above zero what came, below zero what left.';
comment on column public.goal_movements.saved_after is 'What belonged to the goal then; null for one that has its whole account.';
comment on column public.goal_movements.account_id is 'The account on the other side; null where no money moved.';
alter table public.goal_movements enable row level security;
create policy "customers read what came to their own goals" on public.goal_movements for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.goal_movements to authenticated, service_role;

create function bank.free_for_goals(goal public.goals) returns numeric language sql stable as $$
  select greatest(0, a.balance - coalesce((select sum(g.portion) from public.goals g
    where g.account_id = goal.account_id and g.id <> goal.id and g.status <> 'archived'), 0))
  from public.accounts a where a.id = goal.account_id
$$;
comment on function bank.free_for_goals(public.goals) is 'What of a goal''s account belongs to no other goal.';

create function bank.check_portion(goal public.goals, portion numeric) returns void language plpgsql stable as $$
declare
  free numeric := bank.free_for_goals(goal);
begin
  if check_portion.portion < 0 or check_portion.portion <> round(check_portion.portion, 2) or check_portion.portion > 999999999.99 then
    perform bank.check_amount(check_portion.portion);
  end if;
  if check_portion.portion > free then
    raise exception using errcode = 'INSUF', message = 'There is not that much on this account beside its other goals.',
      detail = jsonb_build_object('available', free, 'amount', check_portion.portion, 'short', check_portion.portion - free)::text;
  end if;
  if check_portion.portion is null and exists (select from public.goals g
      where g.account_id = goal.account_id and g.id <> goal.id and g.portion is null and g.status <> 'archived') then
    raise exception using errcode = 'LIMIT', message = 'Another goal has this whole account already.', detail = jsonb_build_object('highest', 1)::text;
  end if;
end
$$;
comment on function bank.check_portion(public.goals, numeric) is
  'Refuses to give a goal what its account does not have (INSUF), or a whole account to two goals (LIMIT).';

create function bank.check_contribution(goal public.goals) returns public.goals language plpgsql volatile as $$
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
    raise exception using errcode = 'SAMAC', message = 'Contributions come from another account than the goal''s own.';
  elsif source.currency <> goal.currency then
    raise exception using errcode = 'BADCU', message = 'Contributions come from an account in the same currency.',
      detail = jsonb_build_object('currency', goal.currency, 'account_currency', source.currency)::text;
  elsif goal.contribution = 'fixed' then
    perform bank.check_amount(goal.contribution_amount);
    if (goal.frequency in ('WEEKLY', 'BIWEEKLY', 'MONTHLY')) is not true then
      raise exception using errcode = 'BADTY', message = 'Contributions come weekly, every two weeks or monthly.';
    end if;
    goal.start_date := coalesce(goal.start_date, bank.today_for(goal.user_id) + 1);
    perform bank.check_day(goal.start_date);
  elsif goal.contribution = 'share_of_pay'
    and (goal.contribution_percent > 0 and goal.contribution_percent <= 100 and goal.contribution_percent = round(goal.contribution_percent, 2)) is not true then
    raise exception using errcode = 'BADRT', message = 'A share is more than 0 and at most 100 percent.', detail = jsonb_build_object('highest', 100)::text;
  end if;
  return goal;
end
$$;
comment on function bank.check_contribution(public.goals) is
  'A goal with a contribution that makes sense, or a refusal: NTFND, CLOSD, SAMAC, BADCU, BADAM, BADTY, BADDT, BADRT.';

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
    perform bank.check_rule_count(new.user_id, (select count(*) from public.goals g where g.user_id = new.user_id));
    perform from public.accounts a where a.id = new.account_id and a.user_id = new.user_id for no key update;
    account := bank.check_rule_account(new.user_id, new.account_id);
    new.currency := account.currency;
    new.created_at := coalesce(new.created_at, new.updated_at);
    new.priority := coalesce(new.priority, (select max(g.priority) + 1 from public.goals g where g.user_id = new.user_id), 1);
    new.reached_at := case when new.portion is not null and new.portion >= new.target then coalesce(new.reached_at, new.updated_at) end;
  elsif new.target <> old.target then
    new.reached_at := null;
  end if;
  if tg_op = 'UPDATE' and new.from_account_id is null and old.from_account_id is not null then
    -- The account was deleted: from nowhere nothing arrives.
    new.contribution := null;
  end if;
  if new.target_date is not null and (tg_op = 'INSERT' or new.target_date is distinct from old.target_date) then
    perform bank.check_day(new.target_date);
  end if;
  if new.status <> 'archived' and (tg_op = 'INSERT' or old.status = 'archived') then
    perform bank.check_portion(new, new.portion);
  end if;
  if tg_op = 'INSERT' or (new.contribution, new.contribution_amount, new.contribution_percent, new.frequency, new.start_date, new.from_account_id)
      is distinct from (old.contribution, old.contribution_amount, old.contribution_percent, old.frequency, old.start_date, old.from_account_id) then
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
comment on function bank.check_goal() is
  'Refuses goals that make no sense: NTFND, CLOSD, BADAM, BADNM, BADDT, BADCU, BADTY, BADRT, SAMAC, INSUF, LIMIT.';
create trigger check_goal before insert or update of name, target, target_date, picture, contribution, contribution_amount, contribution_percent,
  frequency, start_date, from_account_id, priority, status on public.goals for each row execute function bank.check_goal();
create trigger wake_engine after insert or delete or update of name, target, contribution, contribution_amount, contribution_percent, frequency,
  start_date, from_account_id, priority, status on public.goals for each row execute function bank.wake_engine_for_row();

create function bank.begin_goal() returns trigger language plpgsql
security definer -- movements are written by the bank alone
set search_path = '' as $$
declare
  before numeric := (select m.saved_after from public.goal_movements m where m.goal_id = new.id and m.user_id = new.user_id
    order by m.at desc, m.id desc limit 1);
begin
  if new.portion <> coalesce(before, 0) then
    insert into public.goal_movements (goal_id, user_id, at, kind, amount, saved_after)
      values (new.id, new.user_id, new.updated_at, 'start', new.portion - coalesce(before, 0), new.portion);
  end if;
  return null;
end
$$;
comment on function bank.begin_goal() is 'Notes what is set aside for a goal from the start.';
create trigger begin_goal after insert on public.goals for each row execute function bank.begin_goal();

call bank.broadcast('public.goals');
