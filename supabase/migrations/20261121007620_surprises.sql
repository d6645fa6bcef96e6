-- Surprises: bills, windfalls, and the like, drawn from the household's seed. Off unless the customer turns them on.
create function public.set_surprises(level text) returns text language plpgsql volatile
security definer -- writes the engine's memory of the caller's own household
set search_path = '' as $$
declare
  caller uuid := bank.caller();
begin
  if level is null or level not in ('off', 'some', 'many') then
    raise exception using errcode = 'BADTY', message = 'Surprises are off, some, or many.';
  end if;
  perform bank.stop_clock(caller);
  -- A step that is being decided meanwhile is not posted, and decided again.
  update bank.clocks k set rules_version = k.rules_version + 1, due_at = least(k.due_at, clock_timestamp()),
      memory = case level
        when 'off' then k.memory - 'surprises'::text || jsonb_build_object('shocks',
          (select coalesce(jsonb_agg(s.shock order by s.ordinal), '[]')
            from jsonb_array_elements(coalesce(k.memory -> 'shocks', '[]')) with ordinality as s (shock, ordinal)
            where s.shock ? 'begun' or s.shock ->> 'id' not like 'luck:%'))
        else k.memory || jsonb_build_object('surprises', level) end
    where k.household_id = caller;
  if not found then
    raise exception using errcode = 'NTFND', message = 'Open an account first.';
  end if;
  return level;
end
$$;
comment on function public.set_surprises(text) is
  'Sets how often unexpected bills, windfalls, and other surprises happen to the caller: off, some, or many, from the next simulated month on. Refuses: BADTY, NTFND, CLOCK, NOUSR.';
grant execute on function public.set_surprises(text) to authenticated;
