-- One fast-forward of a household at a time, whichever server process runs it. A lease rather than a lock: a run consists
-- of many transactions, and one whose process has ended must not hold the clock for long.
create table bank.fast_forwards (
  run_id uuid primary key,
  household_id uuid not null references public.customers on delete cascade,
  request text not null check (length(request) <= 200),
  expires_at timestamptz not null,
  answer jsonb
);
create unique index fast_forwards_running_idx on bank.fast_forwards (household_id) where answer is null;
create index fast_forwards_household_id_idx on bank.fast_forwards (household_id);
comment on table bank.fast_forwards is 'Fast-forwards that are running, and for ten seconds the answers of those that have ended.';
comment on column bank.fast_forwards.request is 'What was asked for: equal requests get the answer of the run that is under way.';
comment on column bank.fast_forwards.expires_at is 'When a run whose process has ended makes way for another, or its answer is deleted.';
alter table bank.fast_forwards enable row level security;

create function public.begin_fast_forward(customer_id uuid, run_id uuid, request text)
returns table (current_run uuid, state text) language plpgsql volatile
security definer -- the runs are nobody's to read
set search_path = '' as $$
begin
  delete from bank.fast_forwards f where f.household_id = begin_fast_forward.customer_id and f.expires_at < clock_timestamp();
  insert into bank.fast_forwards (run_id, household_id, request, expires_at)
  select begin_fast_forward.run_id, c.id, begin_fast_forward.request, clock_timestamp() + interval '5 seconds'
  from public.customers c where c.id = begin_fast_forward.customer_id
  on conflict (household_id) where answer is null do nothing;
  return query
  select f.run_id, case when f.run_id = begin_fast_forward.run_id then 'started'
      when f.request = begin_fast_forward.request then 'joined' else 'refused' end
  from bank.fast_forwards f where f.household_id = begin_fast_forward.customer_id and f.answer is null;
end
$$;
comment on function public.begin_fast_forward(uuid, uuid, text) is
  'Begins a fast-forward unless one is running: then says whether it was asked for by an equal request. Returns no row for a customer who is unknown. For the server''s functions.';
grant execute on function public.begin_fast_forward(uuid, uuid, text) to service_role;

create function public.continue_fast_forward(run_id uuid) returns boolean language sql volatile
security definer -- the runs are nobody's to read
set search_path = '' as $$
  with continued as (
    update bank.fast_forwards f set expires_at = clock_timestamp() + interval '5 seconds'
    where f.run_id = continue_fast_forward.run_id and f.answer is null
    returning 1
  )
  select exists (select from continued)
$$;
comment on function public.continue_fast_forward(uuid) is
  'Extends a run by five seconds. False when it took longer than that and another one has begun. For the server''s functions.';
grant execute on function public.continue_fast_forward(uuid) to service_role;

create function public.end_fast_forward(run_id uuid, answer jsonb) returns void language sql volatile
security definer -- the runs are nobody's to read
set search_path = '' as $$
  update bank.fast_forwards f set answer = end_fast_forward.answer, expires_at = clock_timestamp() + interval '10 seconds'
  where f.run_id = end_fast_forward.run_id
$$;
comment on function public.end_fast_forward(uuid, jsonb) is 'Ends a run and keeps its answer for equal requests, for ten seconds. For the server''s functions.';
grant execute on function public.end_fast_forward(uuid, jsonb) to service_role;

create function public.fast_forward_answer(run_id uuid) returns table (is_running boolean, answer jsonb) language sql stable
security definer -- the runs are nobody's to read
set search_path = '' as $$
  select f.answer is null and f.expires_at >= clock_timestamp(), f.answer from bank.fast_forwards f where f.run_id = fast_forward_answer.run_id
$$;
comment on function public.fast_forward_answer(uuid) is 'Whether a run is under way, or how it ended. For the server''s functions.';
grant execute on function public.fast_forward_answer(uuid) to service_role;
