-- What a step of the engine leaves behind beside the entries: what happened, statements, dues, the clock.
create function bank.write_happenings(steps jsonb) returns void language sql volatile as $$
  insert into public.happenings (user_id, at, due_at, kind, description, subject, event_key, facts)
  select (s.step ->> 'customer_id')::uuid, bank.instant_of((e.event ->> 'at')::bigint), bank.instant_of((e.event ->> 'dueAt')::bigint),
    e.event ->> 'kind', e.event ->> 'description', e.event ->> 'subject', e.event ->> 'key', coalesce(e.event -> 'facts', '{}')
  from jsonb_array_elements(steps) with ordinality as s (step, ordinal),
    jsonb_array_elements(s.step -> 'events') with ordinality as e (event, ordinal)
  where not e.event ? 'lines' order by s.ordinal, e.ordinal;
  insert into public.card_statements (card_id, user_id, from_date, to_date, due_date, opening_balance, charges, payments, interest, fees,
    closing_balance, minimum_payment, rewards)
  select c.id, c.user_id, f."from", f."to", f.due, bank.major(f.opening), bank.major(f.charges), bank.major(f.paid), bank.major(f.interest), bank.major(f.fees),
    bank.major(f.closing), bank.major(f.minimum), bank.major(f.rewards)
  from jsonb_array_elements(steps) as s (step), jsonb_array_elements(s.step -> 'events') as e (event),
    jsonb_to_record(e.event -> 'facts') as f ("from" date, "to" date, due date, opening numeric, charges numeric, paid numeric,
      interest numeric, fees numeric, closing numeric, minimum numeric, rewards numeric),
    public.credit_cards c
  where e.event ->> 'kind' = 'statement' and c.id = (e.event ->> 'subject')::uuid and c.user_id = (s.step ->> 'customer_id')::uuid;
$$;
comment on function bank.write_happenings(jsonb) is 'Keeps what happened without money moving, and the statements of cards.';

create function bank.write_engine_products(steps jsonb) returns void language sql volatile as $$
  update public.credit_cards c set due_date = r.due_date, rewards_balance = c.rewards_balance + coalesce(earned.rewards, 0)
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'cards') as r (id uuid, due_date date)
    left join lateral (select bank.major(sum((e.event -> 'facts' ->> 'rewards')::numeric)) as rewards from jsonb_array_elements(s.step -> 'events') as e (event)
      where e.event ->> 'kind' = 'statement' and e.event ->> 'subject' = r.id::text) as earned on true
  where c.id = r.id and c.user_id = (s.step ->> 'customer_id')::uuid;
  update public.loans d set next_due_date = r.next_due_date, past_due = bank.major(r.past_due), days_past_due = r.days_past_due
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'debts')
    as r (id uuid, next_due_date date, past_due numeric, days_past_due integer)
  where d.id = r.id and d.user_id = (s.step ->> 'customer_id')::uuid;
  update public.mortgages d set next_due_date = r.next_due_date, past_due = bank.major(r.past_due), days_past_due = r.days_past_due,
    current_value = bank.major(r.value)
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'debts')
    as r (id uuid, next_due_date date, past_due numeric, days_past_due integer, value numeric)
  where d.id = r.id and d.user_id = (s.step ->> 'customer_id')::uuid;
  update public.auto_deposits d set next_occurrence = r.next, next_at = bank.instant_of(r.at)
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'auto_deposits') as r (id uuid, next integer, at bigint)
  where d.id = r.id and d.user_id = (s.step ->> 'customer_id')::uuid;
  update public.scheduled_payments p set next_occurrence = r.next, next_at = bank.instant_of(r.at), retry_at = bank.instant_of(r.retry_at)
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'scheduled_payments')
    as r (id uuid, next integer, at bigint, retry_at bigint)
  where p.id = r.id and p.user_id = (s.step ->> 'customer_id')::uuid;
$$;
comment on function bank.write_engine_products(jsonb) is 'Brings due dates, arrears, rewards and next occurrences up to the end of these steps.';

create function bank.reset_variable_rates(steps jsonb) returns void language sql volatile as $$
  update public.mortgages d set interest_rate = r.rate, monthly_payment = bank.major(r.payment),
    rate_reset_at = bank.instant_of((s.step ->> 'to')::bigint)
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'rates') as r (id uuid, rate numeric, payment numeric)
  where d.id = r.id and d.user_id = (s.step ->> 'customer_id')::uuid
$$;
comment on function bank.reset_variable_rates(jsonb) is 'Writes the new rates and instalments of adjustable mortgages.';

create function bank.adjust_rules(steps jsonb) returns void language sql volatile as $$
  update public.auto_deposits d set amount = bank.major(r.amount)
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'adjusted') as r (id uuid, amount numeric)
  where d.id = r.id and d.user_id = (s.step ->> 'customer_id')::uuid;
  update public.scheduled_payments p set amount = bank.major(r.amount)
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'adjusted') as r (id uuid, amount numeric)
  where p.id = r.id and p.user_id = (s.step ->> 'customer_id')::uuid;
$$;
comment on function bank.adjust_rules(jsonb) is
  'Writes the amounts of recurring deposits and scheduled payments that these steps adjusted for the year.';

create function bank.set_clocks(steps jsonb) returns void language sql volatile as $$
  -- Moving time changes how far the clock is ahead; living up to the present does not.
  update public.customers c set clock_offset = greatest(c.clock_offset, bank.instant_of((s.step ->> 'to')::bigint) - clock_timestamp())
  from jsonb_array_elements(steps) as s (step)
  where c.id = (s.step ->> 'customer_id')::uuid and (s.step ->> 'moves')::boolean;
  update bank.clocks k set lived_to = bank.instant_of((s.step ->> 'to')::bigint),
    last_entry = greatest(k.last_entry, (select coalesce(max(e.id), 0) from bank.entries e where e.household_id = k.household_id)),
    rules_version = (s.step -> 'version' ->> 'rules')::bigint,
    due_at = bank.instant_of((s.step ->> 'next_due')::bigint) - c.clock_offset,
    memory = s.step -> 'memory'
  from jsonb_array_elements(steps) as s (step), public.customers c
  where k.household_id = (s.step ->> 'customer_id')::uuid and c.id = k.household_id;
$$;
comment on function bank.set_clocks(jsonb) is 'Moves the clocks to the end of these steps and keeps the engine''s memory.';

create function public.apply_engine_steps(steps jsonb) returns table (customer_id uuid, outcome text) language plpgsql volatile
security definer -- writes the books for the engine
set search_path = '' as $$
declare
  held record;
  whole jsonb;
  lines bank.engine_line[];
begin
  select coalesce(jsonb_object_agg(h.customer_id, h.outcome), '{}') as outcomes into held from bank.hold_engine_steps(steps) h;
  whole := steps;
  if exists (select from jsonb_each_text(held.outcomes) as o where o.value <> 'applied') then
    select coalesce(jsonb_agg(s.step order by s.ordinal), '[]') into whole from jsonb_array_elements(steps) with ordinality as s (step, ordinal)
      where held.outcomes ->> (s.step ->> 'customer_id') = 'applied';
  end if;
  lines := bank.engine_lines(whole);
  if lines is not null then
    perform bank.write_engine_entries(lines);
    perform bank.move_engine_balances(lines);
  end if;
  perform bank.write_happenings(whole);
  perform bank.reset_variable_rates(whole);
  perform bank.write_engine_products(whole);
  perform bank.set_clocks(whole);
  return query select o.key::uuid, o.value from jsonb_each_text(held.outcomes) as o (key, value);
end
$$;
comment on function public.apply_engine_steps(jsonb) is
  'Posts what the engine decided for one or many households and says for each: applied, changed (read it again), busy or gone. For the server''s functions.';
grant execute on function public.apply_engine_steps(jsonb) to service_role;

create function public.claim_due_households(most integer default 200) returns setof uuid language sql volatile
security definer -- the engine's own table
set search_path = '' as $$
  with due as (
    select k.household_id from bank.clocks k where k.due_at <= clock_timestamp() order by k.due_at limit most for update skip locked
  )
  update bank.clocks k set due_at = clock_timestamp() + interval '2 minutes' from due where k.household_id = due.household_id
  returning k.household_id
$$;
comment on function public.claim_due_households(integer) is
  'Households in which something is due, each given to one caller: if that one fails, they come up again two minutes later.';
grant execute on function public.claim_due_households(integer) to service_role;
