set check_function_bodies = off;

-- Lesson progress belongs to the customer and survives a return to a checkpoint.
create table public.lesson_progress (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  lesson text not null check (lesson ~ '^[a-z][a-z0-9-]{1,59}$'),
  questions smallint not null check (questions between 1 and 20),
  best_right smallint not null check (best_right between 0 and questions),
  tries integer not null default 1 check (tries > 0),
  last_at timestamptz not null default now(),
  unique (user_id, lesson)
);
comment on table public.lesson_progress is 'A customer''s best result in each lesson. It belongs to the '
  'customer and survives a return to a checkpoint.';
comment on column public.lesson_progress.lesson is 'The lesson''s name in its URL.';
comment on column public.lesson_progress.questions is 'The number of questions in the best attempt.';
comment on column public.lesson_progress.best_right is 'The number of correct answers in the best attempt.';
comment on column public.lesson_progress.last_at is 'Real time, not simulated time.';
call bank.show_to_owner('public.lesson_progress');

create function public.finish_lesson(lesson text default null, answered integer default null,
  answered_right integer default null) returns public.lesson_progress language plpgsql volatile
security definer -- because it writes attempts and times, which customers can't write
set search_path = '' as $$
declare
  progress public.lesson_progress;
begin
  perform bank.refuse_if((finish_lesson.lesson ~ '^[a-z][a-z0-9-]{1,59}$' and answered between 1 and 20
    and answered_right between 0 and answered) is not true, 'NTFND', 'We couldn''t find that lesson.');
  perform bank.ensure_customer(bank.caller());
  perform bank.lock_records(bank.caller(), 'lesson progress');
  insert into public.lesson_progress as p (user_id, lesson, questions, best_right)
    values (bank.caller(), finish_lesson.lesson, answered, answered_right)
    on conflict on constraint lesson_progress_user_id_lesson_key do update set
      -- Keeps the best result. If the number of questions has changed, compares the shares of correct
      -- answers.
      questions = case
        when excluded.best_right * p.questions >= p.best_right * excluded.questions then excluded.questions
        else p.questions end,
      best_right = case
        when excluded.best_right * p.questions >= p.best_right * excluded.questions then excluded.best_right
        else p.best_right end, tries = p.tries + 1, last_at = now()
    returning * into progress;
  return progress;
end $$;
comment on function public.finish_lesson is
  'Records a lesson attempt and returns the caller''s best result. Refuses: NTFND, LIMIT.';

-- A new customer's first steps. The completed steps and the cash flow of the last month are computed from the
-- ledger.
alter table public.customers add column shows_first_steps boolean;
comment on column public.customers.shows_first_steps is 'True if the dashboard shows the first steps; null '
  'until the customer decides. By default they are shown, except for demo visitors.';
grant update (shows_first_steps) on public.customers to authenticated;

alter table public.customers add column month_reviewed_at timestamptz;
comment on column public.customers.month_reviewed_at is
  'The simulated instant when the customer first opened the details of a month. Only the bank writes it.';

-- Tours and hints teach a page once. They belong to the customer, so another device doesn't repeat them.
alter table public.customers add column seen_tours text[] not null default '{}'
  check (seen_tours <@ array['dashboard', 'credit-cards', 'what-if', 'scenarios', 'explain']);
comment on column public.customers.seen_tours is
  'The tours that the customer has taken or dismissed. Only `record_tour` writes it.';

create function public.record_tour(tour text default null) returns text[] language plpgsql volatile
security definer -- because it writes a read-only column
set search_path = '' as $$
declare
  caller uuid := bank.caller();
  seen text[];
begin
  perform bank.refuse_if((tour in ('dashboard', 'credit-cards', 'what-if', 'scenarios', 'explain'))
    is not true, 'NTFND', 'We couldn''t find that tour.');
  perform bank.ensure_customer(caller);
  update public.customers c set seen_tours = c.seen_tours || tour
    where c.id = caller and tour <> all (c.seen_tours);
  select c.seen_tours into seen from public.customers c where c.id = caller;
  return seen;
end $$;
comment on function public.record_tour is
  'Records that the caller has taken or dismissed a tour, and returns all such tours. Refuses: NTFND.';

create function bank.simulated_days(household uuid) returns integer language sql volatile as $$
  select greatest(extract(day from justify_hours(c.clock_offset))::integer, bank.today_for(c.id)
    - (select min(t.date) at time zone coalesce(c.time_zone, 'UTC') from public.transactions t
      where t.user_id = c.id)::date, 0)
  from public.customers c where c.id = household
$$;
comment on function bank.simulated_days is 'Returns the number of days simulated for a customer: the days '
  'fast-forwarded or the days since the first transaction, whichever is greater.';

create function public.record_month_review() returns boolean language plpgsql volatile
security definer -- because it reads bank.clocks, and writes a read-only column
set search_path = '' as $$
declare
  household uuid := bank.caller();
begin
  if bank.simulated_days(household) >= 28 then
    update public.customers c set month_reviewed_at = bank.now_for(household)
      where c.id = household and c.month_reviewed_at is null;
  end if;
  return exists (select from public.customers c where c.id = household and c.month_reviewed_at is not null);
end $$;
comment on function public.record_month_review is 'Records that the caller opened the details of a month, '
  'and returns true if this step is complete. The step can be completed only after 28 simulated days.';

create function public.first_steps() returns table (account_id uuid, has_income boolean, has_bill boolean,
  has_plan boolean, has_reviewed boolean, simulated_days integer, arrived integer, paid integer, since date,
  currency text, parts jsonb, left_out text[]) language sql stable
security definer -- because it reads bank.clocks
set search_path = '' as $$
  with caller as (
    select bank.caller() as id
  ), mine as (
    select c.id, c.base_currency, coalesce(c.time_zone, 'UTC') as zone, bank.today_for(c.id) as today,
      c.month_reviewed_at is not null as has_reviewed, bank.simulated_days(c.id) as simulated_days,
      (select min(t.date) from public.transactions t where t.user_id = c.id) as first_at
    from caller join public.customers c on c.id = caller.id
  ), began as (
    -- Starts one month ago, or at the first entry if it is more recent.
    select m.*, greatest((m.first_at at time zone m.zone)::date,
      (m.today - interval '1 month')::date) as since from mine m
  ), month as (
    select t.kind in ('auto_deposit', 'payment') as by_itself, t.direction, t.kind, t.currency,
      t.kind = 'interest' and t.direction = 'in' as is_interest,
      bank.convert_amount(t.amount, t.currency, b.base_currency,
        (t.date at time zone b.zone)::date) as amount,
      case when t.kind = 'opening' or t.description = 'Initial deposit' then 'Opening deposit'
        else coalesce(nullif(btrim(t.merchant), ''), nullif(btrim(t.description), ''),
          'No description') end as text
    from began b join public.transactions t on t.user_id = b.id
    where t.date >= b.since::timestamp at time zone b.zone and t.type <> 'TRANSFER'
      and t.kind not in ('adjustment', 'correction', 'market_change')
      and t.corrected_by is null
  ), grouped as (
    select m.direction, m.text, m.is_interest, sum(m.amount) as amount, count(*) as times
    from month m where m.amount is not null group by 1, 2, 3
  )
  select
    (select a.id from public.accounts a where a.user_id = b.id and a.closed_at is null
      order by a.created_at, a.id limit 1),
    exists (select from public.auto_deposits d where d.user_id = b.id),
    exists (select from public.scheduled_payments s where s.user_id = b.id),
    exists (select from public.budgets g where g.user_id = b.id)
      or exists (select from public.goals g where g.user_id = b.id),
    b.has_reviewed, b.simulated_days,
    (select count(*)::integer from month m where m.by_itself and m.direction = 'in'),
    (select count(*)::integer from month m where m.by_itself and m.direction = 'out'),
    coalesce(b.since, b.today), b.base_currency,
    (select coalesce(
      jsonb_agg(jsonb_build_object('direction', g.direction, 'text', g.text, 'interest', g.is_interest,
        'amount', g.amount, 'times', g.times) order by g.direction, g.amount desc, g.text), '[]')
      from grouped g),
    (select coalesce(array_agg(distinct m.currency), '{}') from month m where m.amount is null)
  from began b
$$;
comment on function public.first_steps is 'Returns the completed first steps, and the caller''s cash flow '
  'since the same day one month ago in the base currency, by payer or payee. Internal transfers, '
  'corrections, and currencies that have no rate (listed as left out) don''t count.';

grant execute on function
  public.finish_lesson, public.record_month_review, public.record_tour, public.first_steps to authenticated;
