-- Scenario packs: those a customer keeps, and the plays of them. A play is a life begun from a pack; what it is judged by
-- lives in the engine's memory, and its row follows that.
create table public.packs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  file text not null check (octet_length(file) between 2 and 262144),
  created_at timestamptz not null default clock_timestamp()
);
create index packs_user_id_idx on public.packs (user_id, created_at desc);
comment on table public.packs is 'Scenario packs that a customer took in from files, 20 at most.';
comment on column public.packs.file is 'The file as it came, to the byte: it is given out again like this. Whoever reads it checks it.';
comment on column public.packs.created_at is 'Real time.';

alter table public.packs enable row level security;
create policy "customers read their own packs" on public.packs for select to authenticated using (user_id = (select auth.uid()));
create policy "customers keep packs for themselves" on public.packs for insert to authenticated with check (user_id = (select auth.uid()));
create policy "customers delete their own packs" on public.packs for delete to authenticated using (user_id = (select auth.uid()));
grant select, insert (id, file), delete on public.packs to authenticated;
grant select on public.packs to service_role;

create function bank.check_pack() returns trigger language plpgsql
security definer -- makes the customer's row when it is missing
set search_path = '' as $$
begin
  perform bank.ensure_customer(new.user_id);
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 8));
  if (select count(*) from public.packs p where p.user_id = new.user_id) >= 20 then
    raise exception using errcode = 'LIMIT', message = 'You have 20 stories of your own, as many as the bank keeps. Delete one first.',
      detail = jsonb_build_object('highest', 20)::text;
  end if;
  return new;
end
$$;
comment on function bank.check_pack() is 'Keeps a customer''s own packs few. Refuses: LIMIT.';
create trigger check_pack before insert on public.packs for each row execute function bank.check_pack();
call bank.broadcast('public.packs');

create table public.plays (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  pack_id text not null,
  edition integer not null,
  title text not null,
  pack jsonb not null,
  is_current boolean not null default true,
  state text not null default 'playing' check (state in ('playing', 'won', 'lost', 'left')),
  began_at timestamptz not null,
  judged_to timestamptz,
  ended_on date,
  results jsonb not null default '{}',
  life_before uuid references public.checkpoints on delete set null,
  last_checkpoint uuid references public.checkpoints on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
create index plays_user_id_idx on public.plays (user_id, created_at desc);
create unique index plays_current_idx on public.plays (user_id) where is_current;
create index plays_life_before_idx on public.plays (life_before);
create index plays_last_checkpoint_idx on public.plays (last_checkpoint);
comment on table public.plays is 'Scenario packs as a customer played them, the last 50. The current one belongs to the present life: it goes back with it to a checkpoint.';
comment on column public.plays.pack is 'The pack as it was begun.';
comment on column public.plays.is_current is 'Whether the present life is this play, ended or not.';
comment on column public.plays.state is 'playing, won, lost, or left before its end.';
comment on column public.plays.began_at is 'What time it was for the customer.';
comment on column public.plays.judged_to is 'How far the engine has lived and judged it; simulated time.';
comment on column public.plays.ended_on is 'The simulated day on which it was won or lost.';
comment on column public.plays.results is 'What is asked, how it stands and what it was judged by, as the engine keeps it (engine/play.ts). Amounts in minor units.';
comment on column public.plays.life_before is 'The checkpoint of the life before, to return to.';
comment on column public.plays.last_checkpoint is 'The checkpoint that was kept at the story''s last point.';
comment on column public.plays.created_at is 'Real time.';

alter table public.plays enable row level security;
create policy "customers read their own plays" on public.plays for select to authenticated using (user_id = (select auth.uid()));
create policy "customers delete their own past plays" on public.plays for delete to authenticated
  using (user_id = (select auth.uid()) and not is_current);
grant select, delete on public.plays to authenticated;
grant select on public.plays to service_role;

create function bank.follow_play() returns trigger language plpgsql
security definer -- plays are written by the bank alone
set search_path = '' as $$
begin
  update public.plays p set results = new.memory -> 'play', judged_to = new.lived_to,
    state = coalesce(new.memory #>> '{play,outcome,state}', 'playing'),
    ended_on = date '1970-01-01' + (new.memory #>> '{play,outcome,on}')::integer
  where p.user_id = new.household_id and p.is_current;
  return null;
end
$$;
comment on function bank.follow_play() is 'Keeps the current play as the engine has judged it, in the transaction of its step.';
create trigger follow_play after update of memory on bank.clocks for each row
  when (new.memory ? 'play' and (new.memory -> 'play') is distinct from (old.memory -> 'play')) execute function bank.follow_play();

-- Files of households carry the play that the household is.
create function bank.file_play(household uuid) returns jsonb language sql stable as $$
  select coalesce((select jsonb_build_object('play', jsonb_strip_nulls(jsonb_build_object('pack', p.pack, 'began_at', p.began_at,
      'life_before', p.life_before, 'last_checkpoint', p.last_checkpoint)))
    from public.plays p where p.user_id = household and p.is_current), '{}')
$$;
comment on function bank.file_play(uuid) is 'The current play of a household as it stands in a file; how it stands is in the engine''s memory.';

create function bank.load_play(customer_id uuid, household jsonb) returns void language plpgsql volatile as $$
begin
  update public.plays p set is_current = false, state = case p.state when 'playing' then 'left' else p.state end
    where p.user_id = customer_id and p.is_current;
  if household #> '{play,pack}' is null or household #> '{memory,play}' is null then
    return;
  end if;
  insert into public.plays (user_id, pack_id, edition, title, pack, began_at, state, judged_to, ended_on, results, life_before, last_checkpoint)
  select customer_id, f.pack ->> 'id', (f.pack ->> 'edition')::integer, f.pack ->> 'title', f.pack, f.began_at,
    coalesce(household #>> '{memory,play,outcome,state}', 'playing'), (household ->> 'lived_to')::timestamptz,
    date '1970-01-01' + (household #>> '{memory,play,outcome,on}')::integer, household #> '{memory,play}',
    (select c.id from public.checkpoints c where c.id = f.life_before and c.user_id = customer_id),
    (select c.id from public.checkpoints c where c.id = f.last_checkpoint and c.user_id = customer_id)
  from jsonb_to_record(household -> 'play') as f (pack jsonb, began_at timestamptz, life_before uuid, last_checkpoint uuid);
  delete from public.plays p where p.id in (select old.id from public.plays old where old.user_id = customer_id and not old.is_current
    order by old.created_at desc offset 49);
end
$$;
comment on function bank.load_play(uuid, jsonb) is
  'Lets a household that is being loaded be the play that its file carries; what was played before is left.';

create or replace function bank.household_file(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('version', 1, 'exported_at', clock_timestamp(),
      -- Never before what has happened: movements of one instant stand microseconds apart.
      'clock', greatest(bank.now_for(household), k.lived_to, (select max(e.at) from bank.entries e where e.household_id = household)),
      'time_zone', coalesce(c.time_zone, 'UTC'), 'base_currency', coalesce(c.base_currency, 'USD'),
      'categories', bank.file_categories(household), 'entries', bank.file_entries(household))
    || case when k.household_id is null then '{}' else jsonb_build_object('seed', k.seed, 'lived_to', k.lived_to, 'memory', k.memory,
      'entries_seen', (select count(*) from bank.entries e where e.household_id = household and e.id <= k.last_entry)) end
    || bank.file_products(household) || bank.file_rules(household) || bank.file_past(household)
    || bank.file_cards(household) || bank.file_people(household) || bank.file_play(household)
  from (select household as id) as wanted
    left join public.customers c on c.id = wanted.id left join bank.clocks k on k.household_id = wanted.id
$$;

create or replace function public.load_household(customer_id uuid, household jsonb) returns integer language plpgsql volatile
security definer -- books are written by the bank alone
set search_path = '' as $$
declare
  lines bank.household_line[];
begin
  if customer_id is null or jsonb_typeof(household) is distinct from 'object' then
    perform bank.refuse_household('There is no household to load.', '{}');
  end if;
  perform bank.hold_clock(customer_id);
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  if exists (select from bank.ledger_accounts l where l.household_id = customer_id) then
    return 0;
  end if;
  lines := coalesce(bank.household_lines(customer_id, household), '{}');
  perform bank.check_household_entries(customer_id, household, lines);
  -- Before the engine's memory comes: what follows it is the new play, not the last.
  perform bank.load_play(customer_id, household);
  if household ? 'version' then
    perform bank.load_lived(customer_id, household, lines);
  else
    perform bank.check_household_order(household, lines);
    perform bank.load_products(customer_id, household, lines);
    perform bank.load_books(customer_id, lines);
    perform bank.load_transactions(customer_id, lines);
    perform bank.load_applications(customer_id, household);
    perform bank.load_rules(customer_id, household);
    perform bank.load_past(customer_id, household);
    perform bank.load_cards(customer_id, household, lines);
    perform bank.load_people(customer_id, household);
  end if;
  if household ? 'demo_until' then
    update public.customers c set demo_until = (household ->> 'demo_until')::timestamptz where c.id = customer_id;
  end if;
  if exists (select from bank.audit(customer_id)) then
    perform bank.refuse_household('The books of this household would not balance.',
      (select to_jsonb(found_violation) from bank.audit(customer_id) as found_violation limit 1));
  end if;
  return jsonb_array_length(coalesce(household -> 'entries', '[]'));
end
$$;

-- What a story still has ahead is nobody's to see.
create or replace function public.my_household() returns jsonb language sql stable
security definer -- reads the engine's memory of the caller's own household
set search_path = '' as $$
  select row
    || jsonb_build_object('disputes', (select coalesce(jsonb_agg(d.dispute - 'outcome' order by d.ordinal), '[]')
      from jsonb_array_elements(row -> 'disputes') with ordinality as d (dispute, ordinal)))
    || case when row -> 'memory' ? 'play' then jsonb_build_object('memory', row -> 'memory' || jsonb_build_object('shocks',
      (select coalesce(jsonb_agg(s.shock order by s.ordinal), '[]')
        from jsonb_array_elements(row #> '{memory,shocks}') with ordinality as s (shock, ordinal)
        where s.shock ? 'begun' or not s.shock ? 'story'))) else '{}' end
  from public.engine_households(array[bank.caller()]) as row
$$;
comment on function public.my_household() is
  'The caller''s own household as the engine lives it, without how disputes will end and what a story has ahead; null before there is a product.';
