set check_function_bodies = off;

-- A customer's scenario packs and scenario runs. A run is a household that started from a pack. Its progress
-- is in the carryover, and its row is updated from the carryover.
create table public.scenario_packs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  file text not null check (octet_length(file) between 2 and 262144),
  created_at timestamptz not null default clock_timestamp()
);
create index scenario_packs_user_id_idx on public.scenario_packs (user_id, created_at desc);
comment on table public.scenario_packs is 'Scenario packs that a customer imported, at most 20.';
comment on column public.scenario_packs.file is
  'The original file, byte for byte. It is validated when it is read.';
comment on column public.scenario_packs.created_at is 'Real time, not simulated time.';

call bank.restrict_to_owner('public.scenario_packs', 'select', 'insert', 'delete');
grant select, insert (id, file), delete on public.scenario_packs to authenticated;
grant select on public.scenario_packs to service_role;

create function bank.check_scenario_pack() returns trigger language plpgsql
security definer -- because it creates a missing customer row
set search_path = '' as $$
begin
  perform bank.ensure_customer(new.user_id);
  perform bank.lock_records(new.user_id, 'scenarios');
  perform bank.refuse_if((select count(*) from public.scenario_packs p where p.user_id = new.user_id) >= 20,
    'LIMIT', 'You''ve reached the limit of 20 scenarios. Delete one first.',
    jsonb_build_object('highest', 20));
  return new;
end $$;
comment on function bank.check_scenario_pack is
  'Limits the number of a customer''s own packs. Refuses: LIMIT.';

create trigger check_scenario_pack before insert on public.scenario_packs for each row execute function
  bank.check_scenario_pack();
call bank.broadcast('public.scenario_packs');

create table public.scenario_runs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  pack_id text not null,
  edition integer not null,
  title text not null,
  pack jsonb not null,
  is_current boolean not null default true,
  state text not null default 'playing' check (state in ('playing', 'won', 'lost', 'left')),
  began_at timestamptz not null,
  judged_until timestamptz,
  ended_on date,
  results jsonb not null default '{}',
  checkpoint_before uuid references public.checkpoints on delete set null,
  last_checkpoint uuid references public.checkpoints on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
create index scenario_runs_user_id_idx on public.scenario_runs (user_id, created_at desc);
create unique index scenario_runs_current_idx on public.scenario_runs (user_id) where is_current;
create index scenario_runs_checkpoint_before_idx on public.scenario_runs (checkpoint_before);
create index scenario_runs_last_checkpoint_idx on public.scenario_runs (last_checkpoint);
comment on table public.scenario_runs is 'A customer''s last 50 scenario runs. The current run belongs to '
  'the current household and is restored with it from a checkpoint.';
comment on column public.scenario_runs.pack is 'The pack as it was when the run started.';
comment on column public.scenario_runs.is_current is
  'True if the current household belongs to this run, even if the run has ended.';
comment on column public.scenario_runs.state is 'playing, won, lost, or left early.';
comment on column public.scenario_runs.began_at is 'The customer''s simulated time at the start.';
comment on column public.scenario_runs.judged_until is
  'The simulated instant up to which the run has been judged.';
comment on column public.scenario_runs.ended_on is 'The simulated day on which the run was won or lost.';
comment on column public.scenario_runs.results is 'Objectives, progress, and values as the engine saves them '
  '(engine/scenarios/run-state.ts). Amounts in minor units.';
comment on column public.scenario_runs.checkpoint_before is 'The checkpoint of the previous household.';
comment on column public.scenario_runs.last_checkpoint is
  'The household checkpoint that was saved at the scenario''s last checkpoint.';
comment on column public.scenario_runs.created_at is 'Real time, not simulated time.';

call bank.restrict_to_owner('public.scenario_runs', 'select');
create policy "customers delete their own past scenario runs" on public.scenario_runs for delete to
  authenticated
  using (user_id = (select auth.uid()) and not is_current);
grant select, delete on public.scenario_runs to authenticated;
grant select on public.scenario_runs to service_role;

create function bank.save_scenario_progress() returns trigger language plpgsql
security definer -- because it writes scenario runs
set search_path = '' as $$
begin
  update public.scenario_runs p set results = new.carryover -> 'play', judged_until = new.simulated_until,
    state = coalesce(new.carryover #>> '{play,outcome,state}', 'playing'),
    ended_on = date '1970-01-01' + (new.carryover #>> '{play,outcome,on}')::integer
  where p.user_id = new.household_id and p.is_current;
  return null;
end $$;
comment on function bank.save_scenario_progress is
  'Updates the current run from the engine state, in the same transaction as the engine''s step.';

create trigger save_scenario_progress after update of carryover on bank.clocks for each row
  when (new.carryover ? 'play' and (new.carryover -> 'play') is distinct from (old.carryover -> 'play'))
    execute function bank.save_scenario_progress();

-- Household files contain the scenario run of the household.
create function bank.file_scenario_run(household uuid) returns jsonb language sql stable as $$
  select coalesce(
    (select jsonb_build_object(
    'play', jsonb_strip_nulls(jsonb_build_object('pack', p.pack, 'began_at', p.began_at,
      'checkpoint_before', p.checkpoint_before, 'last_checkpoint', p.last_checkpoint)))
    from public.scenario_runs p where p.user_id = household and p.is_current), '{}')
$$;
comment on function bank.file_scenario_run is
  'Returns the current run of a household for a file; its progress is in the carryover.';

create function bank.load_scenario_run(customer_id uuid, household jsonb) returns void language plpgsql
  volatile as $$
begin
  update public.scenario_runs p
    set is_current = false, state = case p.state when 'playing' then 'left' else p.state end
    where p.user_id = customer_id and p.is_current;
  if household #> '{play,pack}' is null or household #> '{carryover,play}' is null then
    return;
  end if;
  insert into public.scenario_runs (user_id, pack_id, edition, title, pack, began_at, state, judged_until,
    ended_on, results, checkpoint_before, last_checkpoint)
  select customer_id, f.pack ->> 'id', (f.pack ->> 'edition')::integer, f.pack ->> 'title', f.pack,
    f.began_at, coalesce(household #>> '{carryover,play,outcome,state}', 'playing'),
    (household ->> 'simulated_until')::timestamptz,
    date '1970-01-01' + (household #>> '{carryover,play,outcome,on}')::integer,
    household #> '{carryover,play}',
    (select c.id from public.checkpoints c where c.id = f.checkpoint_before and c.user_id = customer_id),
    (select c.id from public.checkpoints c where c.id = f.last_checkpoint and c.user_id = customer_id)
  from jsonb_to_record(household -> 'play') as f (pack jsonb, began_at timestamptz, checkpoint_before uuid,
    last_checkpoint uuid);
  delete from public.scenario_runs p
    where p.id in (select old.id from public.scenario_runs old where old.user_id = customer_id
      and not old.is_current
    order by old.created_at desc offset 49);
end $$;
comment on function bank.load_scenario_run is
  'Sets the current run from an imported household. Marks the previous run as left early.';

create function bank.begin_scenario_run(customer_id uuid, household jsonb, pack jsonb)
returns public.scenario_runs language plpgsql volatile as $$
declare
  kept public.checkpoints;
  return_checkpoint uuid;
  begun public.scenario_runs;
  in_clearing jsonb;
begin
  perform bank.lock_peer_payments(customer_id);
  perform bank.lock_clock_exclusively(customer_id);
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  -- Keeps the checkpoint from before the first run, so that the customer can return to it even after starting
  -- another scenario.
  select p.checkpoint_before into return_checkpoint from public.scenario_runs p where p.user_id = customer_id
    and p.is_current;
  if return_checkpoint is null
    and exists (select from bank.ledger_accounts l where l.household_id = customer_id) then
    kept := bank.save_checkpoint(customer_id, bank.clean_name(left('Before ' || (pack ->> 'title'), 80)),
      true);
    return_checkpoint := kept.id;
  end if;
  in_clearing := bank.clearing_balances(customer_id);
  perform bank.clear_household(customer_id);
  perform bank.begin_generation(customer_id, household);
  perform public.load_household(customer_id,
    household - 'version' || jsonb_build_object('play', jsonb_strip_nulls(
    jsonb_build_object('pack', pack, 'began_at', household -> 'clock',
      'checkpoint_before', return_checkpoint))));
  perform bank.settle_clearing(customer_id, in_clearing);
  select * into begun from public.scenario_runs p where p.user_id = customer_id and p.is_current;
  return begun;
end $$;
comment on function bank.begin_scenario_run is 'Saves the current household as a checkpoint, clears it, and '
  'starts the household of a pack. Refuses: CLOCK, LIMIT, HOUSE, and the refusals of the import.';

create function public.begin_scenario_run(customer_id uuid, upload_id uuid, pack jsonb) returns jsonb
language plpgsql volatile security definer -- because it erases and writes ledgers
set search_path = '' as $$
declare
  begun public.scenario_runs;
begin
  begun := bank.begin_scenario_run(customer_id, bank.assemble_upload(upload_id), pack);
  return to_jsonb(begun) - '{pack,results}'::text[] || jsonb_build_object('now', bank.now_for(customer_id));
exception
  when lock_not_available or deadlock_detected or serialization_failure then
    perform bank.refuse('CLOCK', 'A fast-forward is in progress. Try again in a moment.');
end $$;
comment on function public.begin_scenario_run is
  'Starts a scenario for a customer with its uploaded household in one transaction, as a new generation. '
  'For the server''s functions. Refuses: CLOCK, LIMIT, HOUSE, and the refusals of the import.';

create function public.save_scenario_checkpoint(customer_id uuid, name text) returns uuid
language plpgsql volatile security definer -- because it reads the household's whole journal
set search_path = '' as $$
declare
  kept public.checkpoints;
begin
  perform bank.lock_clock(customer_id);
  -- Keeps the run's last five checkpoints, separately from other automatic checkpoints.
  delete from public.checkpoints c where c.id in (select old.id from public.checkpoints old
    join public.scenario_runs p on p.user_id = old.user_id and p.is_current
    where old.user_id = customer_id and old.automatic and not old.is_before_fast_forward
      and old.created_at > p.created_at order by old.created_at desc offset 4);
  kept := bank.save_checkpoint(customer_id, bank.clean_name(left(save_scenario_checkpoint.name, 80)), true);
  update public.scenario_runs p set last_checkpoint = kept.id where p.user_id = customer_id and p.is_current;
  -- The file refers to its own checkpoint, because a checkpoint can be restored repeatedly.
  update bank.checkpoint_files f set file = jsonb_set(f.file, '{play,last_checkpoint}', to_jsonb(kept.id))
    where f.checkpoint_id = kept.id;
  return kept.id;
end $$;
comment on function public.save_scenario_checkpoint is
  'Saves a checkpoint of a scenario run. For the server''s functions. Refuses: CLOCK.';

create function public.leave_scenario_run() returns public.scenario_runs language plpgsql volatile
security definer -- because it writes scenario runs and the carryover
set search_path = '' as $$
declare
  played public.scenario_runs;
begin
  perform bank.lock_clock_exclusively(bank.caller());
  update public.scenario_runs p set state = case p.state when 'playing' then 'left' else p.state end,
    is_current = false
    where p.user_id = bank.caller() and p.is_current returning * into played;
  perform bank.refuse_if(not found, 'NTFND', 'You aren''t playing a scenario.');
  -- Hidden events are removed. Active events continue.
  update bank.clocks k
    set rules_version = k.rules_version + 1, carryover = k.carryover - 'play'::text ||
      jsonb_build_object(
      'shocks', (select coalesce(jsonb_agg(s.shock order by s.ordinal), '[]')
        from jsonb_array_elements(coalesce(k.carryover -> 'shocks', '[]')) with ordinality as s (shock,
          ordinal)
        where s.shock ? 'begun' or not s.shock ? 'story'))
    where k.household_id = bank.caller();
  return played;
end $$;
comment on function public.leave_scenario_run is
  'Leaves the caller''s scenario and keeps its household as an ordinary household. To return to the '
  'previous household, restore the run''s checkpoint instead. Refuses: NTFND, CLOCK, NOUSR.';

-- The credit score of a run counts inquiries, which happen outside the engine.
create function bank.record_inquiry() returns trigger language plpgsql
security definer -- because it writes the carryover
set search_path = '' as $$
declare
  asked timestamptz := coalesce((to_jsonb(new) ->> 'reviewed_at')::timestamptz,
    (to_jsonb(new) ->> 'decided_at')::timestamptz);
begin
  -- A step that is being computed doesn't include the inquiry, so the step is discarded and computed again.
  update bank.clocks k
    set rules_version = k.rules_version + 1, carryover = jsonb_insert(k.carryover,
      '{play,credit,inquiries,-1}',
      jsonb_build_object('on', (asked at time zone coalesce(c.time_zone, 'UTC'))::date - date '1970-01-01',
        'kind', coalesce(to_jsonb(new) ->> 'loan_type', 'CARD')), true)
    from public.customers c
    where c.id = new.user_id and k.household_id = new.user_id
      and k.carryover #> '{play,credit,inquiries}' is not null
      -- An inquiry in a household file is already included in the file's carryover.
      and not bank.is_being_loaded(new.user_id);
  return null;
end $$;
comment on function bank.record_inquiry is
  'Records a credit inquiry in the engine state during a scenario run.';

create trigger note_inquiry_of_application after update of reviewed_at on public.loan_applications
  for each row
  when (old.reviewed_at is null and new.reviewed_at is not null) execute function bank.record_inquiry();

create trigger note_inquiry_of_limit after insert on public.card_limit_requests for each row
  when (new.requested > new.previous) execute function bank.record_inquiry();

grant execute on function public.begin_scenario_run, public.save_scenario_checkpoint to service_role;
grant execute on function public.leave_scenario_run to authenticated;
