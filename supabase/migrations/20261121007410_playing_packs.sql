-- Beginning a play, its checkpoints, and leaving it.
create or replace function bank.make_room_for_checkpoint(customer_id uuid, automatic boolean) returns void language plpgsql volatile as $$
begin
  if (select count(*) from public.checkpoints c where c.user_id = customer_id) < 20 then
    return;
  end if;
  if automatic then
    -- The way back from a story stays open.
    delete from public.checkpoints c where c.id = (select oldest.id from public.checkpoints oldest
      where oldest.user_id = customer_id and oldest.automatic
        and not exists (select from public.plays p where p.user_id = customer_id and p.is_current and p.life_before = oldest.id)
      order by oldest.created_at limit 1);
  end if;
  if not automatic or not found then
    raise exception using errcode = 'LIMIT', message = 'You have 20 checkpoints, as many as the bank keeps. Delete one first.',
      detail = jsonb_build_object('highest', 20)::text;
  end if;
end
$$;

create function bank.begin_play(customer_id uuid, household jsonb, pack jsonb) returns public.plays language plpgsql volatile as $$
declare
  kept public.checkpoints;
  way_back uuid;
  begun public.plays;
  in_clearing jsonb;
begin
  perform bank.hold_peer_payments(customer_id);
  perform bank.stop_clock(customer_id);
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  -- Whoever begins again, or another story, still returns to the life before all of them.
  select p.life_before into way_back from public.plays p where p.user_id = customer_id and p.is_current;
  if way_back is null and exists (select from bank.ledger_accounts l where l.household_id = customer_id) then
    kept := bank.keep_checkpoint(customer_id, bank.clean_name(left('Before ' || (pack ->> 'title'), 80)), true);
    way_back := kept.id;
  end if;
  in_clearing := bank.clearing_of(customer_id);
  perform bank.clear_household(customer_id);
  perform bank.begin_generation(customer_id, household);
  perform public.load_household(customer_id, household - 'version' || jsonb_build_object('play', jsonb_strip_nulls(
    jsonb_build_object('pack', pack, 'began_at', household -> 'clock', 'life_before', way_back))));
  perform bank.settle_clearing(customer_id, in_clearing);
  select * into begun from public.plays p where p.user_id = customer_id and p.is_current;
  return begun;
end
$$;
comment on function bank.begin_play(uuid, jsonb, jsonb) is
  'Keeps the life before as a checkpoint, clears its books and begins the life of a pack in their place. Refuses: CLOCK, LIMIT, HOUSE and what the loader refuses.';

create function public.begin_play(customer_id uuid, arrival_id uuid, pack jsonb) returns jsonb language plpgsql volatile
security definer -- erases and writes books
set search_path = '' as $$
declare
  begun public.plays;
begin
  begun := bank.begin_play(customer_id, bank.take_arrival(arrival_id), pack);
  return to_jsonb(begun) - '{pack,results}'::text[] || jsonb_build_object('now', bank.now_for(customer_id));
exception
  when lock_not_available or deadlock_detected or serialization_failure then
    raise exception using errcode = 'CLOCK', message = 'Your simulated clock is being moved. Please try again in a moment.';
end
$$;
comment on function public.begin_play(uuid, uuid, jsonb) is
  'Begins a pack for a customer with the household of it that has arrived, in one transaction: a new generation. For the server''s functions. Refuses: CLOCK, LIMIT, HOUSE and what the loader refuses.';
grant execute on function public.begin_play(uuid, uuid, jsonb) to service_role;

create function public.keep_play_checkpoint(customer_id uuid, name text) returns uuid language plpgsql volatile
security definer -- reads the whole journal of the household
set search_path = '' as $$
declare
  kept public.checkpoints;
begin
  perform bank.hold_clock(customer_id);
  -- The last five of a story are enough: it takes no room from what the bank kept of other lives.
  delete from public.checkpoints c where c.id in (select old.id from public.checkpoints old
    join public.plays p on p.user_id = old.user_id and p.is_current
    where old.user_id = customer_id and old.automatic and old.created_at > p.created_at order by old.created_at desc offset 4);
  kept := bank.keep_checkpoint(customer_id, bank.clean_name(left(keep_play_checkpoint.name, 80)), true);
  update public.plays p set last_checkpoint = kept.id where p.user_id = customer_id and p.is_current;
  -- Whoever returns there can return there again.
  update bank.checkpoint_files f set file = jsonb_set(f.file, '{play,last_checkpoint}', to_jsonb(kept.id)) where f.checkpoint_id = kept.id;
  return kept.id;
end
$$;
comment on function public.keep_play_checkpoint(uuid, text) is
  'Keeps the life of a story at one of its points, to return to. For the server''s functions. Refuses: LIMIT, CLOCK.';
grant execute on function public.keep_play_checkpoint(uuid, text) to service_role;

create function public.leave_play() returns public.plays language plpgsql volatile
security definer -- plays and the engine's memory are written by the bank alone
set search_path = '' as $$
declare
  played public.plays;
begin
  perform bank.stop_clock(bank.caller());
  update public.plays p set state = case p.state when 'playing' then 'left' else p.state end, is_current = false
    where p.user_id = bank.caller() and p.is_current returning * into played;
  if not found then
    raise exception using errcode = 'NTFND', message = 'You are not playing a story.';
  end if;
  -- What it still had ahead does not happen; what has begun goes on.
  update bank.clocks k set rules_version = k.rules_version + 1, memory = k.memory - 'play'::text || jsonb_build_object('shocks',
      (select coalesce(jsonb_agg(s.shock order by s.ordinal), '[]')
        from jsonb_array_elements(coalesce(k.memory -> 'shocks', '[]')) with ordinality as s (shock, ordinal)
        where s.shock ? 'begun' or not s.shock ? 'story'))
    where k.household_id = bank.caller();
  return played;
end
$$;
comment on function public.leave_play() is
  'Ends the caller''s story and lets its life go on as an ordinary one. To return to the life before, restore the checkpoint of the play instead. Refuses: NTFND, CLOCK, NOUSR.';
grant execute on function public.leave_play() to authenticated;
