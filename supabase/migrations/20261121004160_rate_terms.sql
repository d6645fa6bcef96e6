-- What is agreed about an adjustable rate: margin, caps, the next reset, and every reset so far.
create function bank.rate_resets(mortgage public.mortgages) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', h.at, 'from', h.facts -> 'from', 'to', h.facts -> 'to',
    'payment_before', bank.major((h.facts ->> 'payment_before')::numeric), 'payment', bank.major((h.facts ->> 'payment')::numeric)) order by h.at, h.id), '[]')
  from public.happenings h where h.user_id = mortgage.user_id and h.subject = mortgage.id::text and h.kind = 'rate_reset'
$$;
comment on function bank.rate_resets(public.mortgages) is 'Every reset of an adjustable rate, the oldest first.';

create function public.rate_terms(mortgage_id uuid) returns jsonb language plpgsql stable
security definer -- the engine's memory
set search_path = '' as $$
declare
  mortgage public.mortgages;
  kept jsonb;
  next integer;
  passed integer;
  first numeric;
  step numeric;
  life numeric;
begin
  select * into mortgage from public.mortgages m where m.id = rate_terms.mortgage_id and m.user_id = bank.caller();
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such mortgage of yours.';
  end if;
  if mortgage.rate_type = 'fixed' then
    return jsonb_build_object('mortgage_id', mortgage.id, 'rate_type', 'fixed', 'rate', mortgage.interest_rate);
  end if;
  -- One that the engine has not met yet has the caps that every adjustable mortgage of this bank has.
  kept := coalesce((select k.memory -> 'debts' -> (mortgage.id::text) -> 'variable' from bank.clocks k where k.household_id = mortgage.user_id),
    jsonb_build_object('everyMonths', 12, 'capPerReset', 2, 'capForLife', 5, 'first', mortgage.interest_rate));
  first := (kept ->> 'first')::numeric;
  step := (kept ->> 'capPerReset')::numeric;
  life := (kept ->> 'capForLife')::numeric;
  next := (bank.debt_period_of(bank.own_debt(mortgage.id))).next;
  passed := ceil(next / (kept ->> 'everyMonths')::numeric) * (kept ->> 'everyMonths')::integer;
  return jsonb_build_object('mortgage_id', mortgage.id, 'rate_type', 'variable', 'rate', mortgage.interest_rate, 'margin', mortgage.rate_margin,
    'first_rate', first, 'reset_every', (kept ->> 'everyMonths')::integer, 'cap_per_reset', step, 'cap_for_life', life,
    'highest', first + life, 'lowest', greatest(0, first - life),
    'highest_next', least(mortgage.interest_rate + step, first + life),
    'lowest_next', greatest(0, mortgage.interest_rate - step, first - life),
    'next', next, 'next_reset_on', case when passed < mortgage.term * 12 then bank.due_date(mortgage.start_date, passed) end,
    'resets', bank.rate_resets(mortgage));
end
$$;
comment on function public.rate_terms(uuid) is
  'What is agreed about the rate of one of the caller''s mortgages: of an adjustable one the margin, the caps, its bounds, the next reset and all resets so far. Refuses: NTFND.';
grant execute on function public.rate_terms(uuid) to authenticated;
