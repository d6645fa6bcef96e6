-- What the engine needs to know about goals, and what it did for them.
create function bank.engine_goals(household uuid) returns setof jsonb language sql stable as $$
  select jsonb_build_object('goals', coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'account_id', g.account_id,
      'target', bank.minor(g.target), 'portion', bank.minor(g.portion), 'active', g.status = 'active', 'reached', g.reached_at is not null,
      'contribution', g.contribution, 'amount', bank.minor(g.contribution_amount), 'percent', g.contribution_percent, 'frequency', g.frequency,
      'start_date', g.start_date, 'next', g.next_occurrence, 'from_account_id', g.from_account_id) order by g.priority, g.created_at, g.id), '[]'))
  from public.goals g join public.accounts a on a.id = g.account_id and a.currency = g.currency
  where g.user_id = household and g.status <> 'archived'
$$;
comment on function bank.engine_goals(uuid) is 'The goals of a household as the engine reads them, the first to be filled first.';

create or replace function public.engine_households(customer_ids uuid[]) returns setof jsonb language sql stable
security definer -- reads whole households for the engine
set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'time_zone', c.time_zone, 'generation', c.generation, 'now', bank.millis(clock_timestamp() + c.clock_offset),
      'lived_to', bank.millis(k.lived_to), 'rules_version', k.rules_version, 'seed', k.seed, 'memory', k.memory,
      'last_entry', (select coalesce(max(e.id), 0) from bank.entries e where e.household_id = c.id),
      'changes', changes.told) || products.told || cards.told || disputes.told || goals.told || rules.told
  from unnest(customer_ids) as wanted (id)
    join public.customers c on c.id = wanted.id
    join bank.clocks k on k.household_id = c.id
    cross join lateral bank.engine_products(c.id) as products (told)
    cross join lateral bank.engine_cards(c.id) as cards (told)
    cross join lateral bank.engine_disputes(c.id, k.lived_to) as disputes (told)
    cross join lateral bank.engine_goals(c.id) as goals (told)
    cross join lateral bank.engine_rules(c.id) as rules (told)
    cross join lateral bank.engine_changes(c.id, k.last_entry, k.lived_to) as changes (told)
$$;

create function bank.write_goals(steps jsonb) returns void language sql volatile as $$
  insert into public.goal_movements (goal_id, user_id, at, kind, amount, saved_after, account_id)
  select g.id, g.user_id, bank.instant_of((e.event ->> 'at')::bigint), e.event -> 'facts' ->> 'by', bank.major((e.event -> 'facts' ->> 'amount')::numeric),
    bank.major((e.event -> 'facts' ->> 'portion')::numeric), (e.event -> 'facts' ->> 'from')::uuid
  from jsonb_array_elements(steps) with ordinality as s (step, ordinal),
    jsonb_array_elements(s.step -> 'events') with ordinality as e (event, ordinal), public.goals g
  where e.event ->> 'kind' = 'goal_contribution' and g.id::text = e.event ->> 'subject' and g.user_id = (s.step ->> 'customer_id')::uuid
  order by s.ordinal, e.ordinal;
  update public.goals g set portion = case when g.portion is not null then bank.major(r.portion) end, next_occurrence = r.next,
    next_at = bank.instant_of(r.at), reached_at = coalesce(g.reached_at, bank.instant_of(r.reached_at))
  from jsonb_array_elements(steps) as s (step), jsonb_to_recordset(s.step -> 'goals')
    as r (id uuid, portion numeric, next integer, at bigint, reached_at bigint)
  where g.id = r.id and g.user_id = (s.step ->> 'customer_id')::uuid
    and (r.at is distinct from bank.millis(g.next_at) or r.next is distinct from g.next_occurrence or r.reached_at is not null
      or bank.major(r.portion) is distinct from g.portion);
$$;
comment on function bank.write_goals(jsonb) is 'Writes what these steps put towards goals, and which of them were reached.';

create or replace function public.apply_engine_steps(steps jsonb) returns table (customer_id uuid, outcome text) language plpgsql volatile
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
  perform bank.adjust_rules(whole);
  perform bank.write_goals(whole);
  perform bank.set_clocks(whole);
  return query select o.key::uuid, o.value from jsonb_each_text(held.outcomes) as o (key, value);
end
$$;
