-- How far a customer has come with the lessons. About the customer, not about a life: it outlives checkpoints.
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
comment on table public.lesson_progress is 'The best result of a customer in the questions of each lesson. It outlives checkpoints: it is about the customer, not about a life.';
comment on column public.lesson_progress.lesson is 'The lesson, as its address names it.';
comment on column public.lesson_progress.questions is 'How many questions there were when the best result was reached.';
comment on column public.lesson_progress.best_right is 'How many of them were right at the best try.';
comment on column public.lesson_progress.last_at is 'By the wall clock.';
alter table public.lesson_progress enable row level security;
create policy "customers read their own progress" on public.lesson_progress for select to authenticated using (user_id = (select auth.uid()));
grant select on public.lesson_progress to authenticated, service_role;

create function public.finish_lesson(lesson text default null, answered integer default null, answered_right integer default null)
returns public.lesson_progress language plpgsql volatile
security definer -- the count of tries and the instant are the bank's; the row is the caller's
set search_path = '' as $$
declare
  progress public.lesson_progress;
begin
  if (finish_lesson.lesson ~ '^[a-z][a-z0-9-]{1,59}$' and answered between 1 and 20 and answered_right between 0 and answered) is not true then
    raise exception using errcode = 'NTFND', message = 'There is no such lesson.';
  end if;
  perform bank.ensure_customer(bank.caller());
  perform pg_advisory_xact_lock(hashtextextended(bank.caller()::text, 7));
  if (select count(*) from public.lesson_progress p where p.user_id = bank.caller() and p.lesson <> finish_lesson.lesson) >= 200 then
    raise exception using errcode = 'LIMIT', message = 'You have answered 200 lessons, as many as the bank keeps.',
      detail = jsonb_build_object('highest', 200)::text;
  end if;
  insert into public.lesson_progress as p (user_id, lesson, questions, best_right)
    values (bank.caller(), finish_lesson.lesson, answered, answered_right)
    on conflict on constraint lesson_progress_user_id_lesson_key do update set
      -- A worse try takes nothing away; where the questions have changed in number, the shares decide.
      questions = case when excluded.best_right * p.questions >= p.best_right * excluded.questions then excluded.questions else p.questions end,
      best_right = case when excluded.best_right * p.questions >= p.best_right * excluded.questions then excluded.best_right else p.best_right end,
      tries = p.tries + 1,
      last_at = now()
    returning * into progress;
  return progress;
end
$$;
comment on function public.finish_lesson(text, integer, integer) is
  'Notes a try at the questions of a lesson and returns the caller''s standing in it: the best counts. Refuses: NTFND, LIMIT.';
grant execute on function public.finish_lesson(text, integer, integer) to authenticated;
