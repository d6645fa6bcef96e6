-- Where goals stand.
create view public.goal_status with (security_invoker = true) as
  with mine as (
    select (public.my_time() at time zone coalesce((select c.time_zone from public.customers c where c.id = (select auth.uid())), 'UTC'))::date as today
  ), held as (
    -- An account that has less than its goals were given fills them in their order; one without a portion has the rest.
    select g.*, case when g.status = 'archived' or a.closed_at is not null or a.currency <> g.currency then 0 else greatest(0, a.balance) end as balance,
      coalesce(sum(g.portion) filter (where g.status <> 'archived') over (partition by g.account_id
        order by g.priority, g.created_at, g.id rows between unbounded preceding and 1 preceding), 0) as before,
      coalesce(sum(g.portion) filter (where g.status <> 'archived') over (partition by g.account_id), 0) as given
    from public.goals g join public.accounts a on a.id = g.account_id
  ), filled as (
    select h.*, greatest(0, case when h.portion is null then h.balance - h.given else least(h.portion, h.balance - h.before) end) as saved
    from held h
  ), paced as (
    select f.*, greatest(0, f.target - f.saved) as left_over, round(case when f.status <> 'active' then 0 else case f.contribution
      when 'fixed' then f.contribution_amount * case f.frequency when 'WEEKLY' then 52 / 12.0 when 'BIWEEKLY' then 26 / 12.0 else 1 end
      when 'share_of_pay' then f.contribution_percent / 100 * coalesce((
        select sum(d.amount * case d.frequency when 'HOURLY' then 8766 / 12.0 when 'DAILY' then 365.25 / 12 when 'WEEKLY' then 52 / 12.0 else 1 end)
        from public.auto_deposits d where d.account_id = f.from_account_id and d.is_pay and not d.paused), 0)
      when 'round_ups' then coalesce((select sum(m.amount) / 3 from public.goal_movements m
        where m.goal_id = f.id and m.kind = 'round_ups' and m.at > public.my_time() - interval '91 days'), 0)
      else 0 end end, 2) as pace
    from filled f
  )
  select p.id as goal_id, p.user_id, p.currency, p.target, p.saved, p.left_over as "left", round(least(1, p.saved / p.target), 4) as share,
    p.pace as monthly_pace,
    case when p.left_over > 0 and p.target_date is not null
      then round(p.left_over / greatest(1, (p.target_date - mine.today) * 12 / 365.25), 2) end as needed_monthly,
    case when p.left_over > 0 and p.pace > 0 and p.left_over / p.pace < 1200
      then mine.today + ceil(p.left_over / p.pace * 365.25 / 12)::integer end as projected_date
  from paced p cross join mine;
comment on view public.goal_status is 'Where the caller''s own goals stand, and when they will be reached if they go on as they do.';
comment on column public.goal_status.saved is 'What of the account belongs to the goal now; nothing for an archived one.';
comment on column public.goal_status.share is 'Saved of the target, from 0 to 1.';
comment on column public.goal_status.monthly_pace is 'What arrives by itself in a month: of round-ups the mean of the last three.';
comment on column public.goal_status.needed_monthly is 'What a month would have to bring to make the date, without interest; null without a date or when it is reached.';
comment on column public.goal_status.projected_date is 'The day it is reached at the present pace, without interest; null when nothing arrives or nothing is left.';
grant select on public.goal_status to authenticated;

create function bank.goal_days(goal public.goals, zone text) returns table (day date, saved numeric) language sql stable as $$
  with portions as (
    select distinct on (m.goal_id, (m.at at time zone zone)::date) m.goal_id, (m.at at time zone zone)::date as day, m.saved_after
    from public.goal_movements m
    where m.user_id = goal.user_id and m.saved_after is not null and (m.goal_id = goal.id or (goal.portion is null and exists (
      select from public.goals other where other.id = m.goal_id and other.account_id = goal.account_id and other.status <> 'archived')))
    order by m.goal_id, (m.at at time zone zone)::date, m.at desc, m.id desc
  ), balances as (
    select distinct on ((t.date at time zone zone)::date) (t.date at time zone zone)::date as day, t.balance_after
    from public.transactions t where t.account_id = goal.account_id and goal.portion is null
    order by (t.date at time zone zone)::date, t.date desc
  )
  select p.day, p.saved_after from portions p where goal.portion is not null
  union all
  select b.day, greatest(0, b.balance_after - coalesce((select sum(latest.saved_after) from (
      select distinct on (p.goal_id) p.saved_after from portions p where p.day <= b.day order by p.goal_id, p.day desc) as latest), 0))
  from balances b
  order by 1
$$;
comment on function bank.goal_days(public.goals, text) is 'What was saved for a goal at the end of each day on which that changed.';

create function public.goal_history(goal_id uuid) returns table (day date, saved numeric) language plpgsql stable
security definer -- reads the private clock
set search_path = '' as $$
declare
  goal public.goals;
begin
  select * into goal from public.goals g where g.id = goal_history.goal_id and g.user_id = bank.caller();
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such goal of yours.';
  end if;
  return query select d.day, d.saved
    from bank.goal_days(goal, coalesce((select c.time_zone from public.customers c where c.id = goal.user_id), 'UTC')) as d;
end
$$;
comment on function public.goal_history(uuid) is 'What was saved for one of the caller''s goals at the end of each day on which that changed. Refuses: NTFND.';
grant execute on function public.goal_history(uuid) to authenticated;
