-- What a batch of steps costs beside its rows: work that was done for every household whether it had a use for it or not.

-- Adding an interval to an instant counts as stable. Functions that call themselves immutable around it cannot be drawn
-- into the statement that asks, and were called for every value.
alter function bank.instant_of(bigint) stable;
alter function bank.millis(timestamptz) stable;

-- Categories are looked up for the entries that name one, not all of them for each household.
create or replace function bank.engine_lines(steps jsonb) returns bank.engine_line[] language sql volatile as $$
  with sent as materialized (
    select row_number() over (order by s.ordinal, e.ordinal) as ordinal, (s.step ->> 'customer_id')::uuid as household_id, e.event,
      (e.event ->> 'at')::bigint as at, (e.event ->> 'dueAt')::bigint as due_at, e.event ->> 'category' as category
    from jsonb_array_elements(steps) with ordinality as s (step, ordinal),
      jsonb_array_elements(s.step -> 'events') with ordinality as e (event, ordinal)
    where e.event ? 'lines'
  ), numbers as materialized (
    select row_number() over (order by drawn.id) as ordinal, drawn.id
    from (select nextval((select pg_get_serial_sequence('bank.entries', 'id'))::regclass) as id from sent) as drawn
  ), numbered as materialized (
    -- Instants on an account only grow: what happens in the same millisecond is a microsecond apart.
    select sent.ordinal, numbers.id as entry_id, sent.household_id, sent.event, sent.category,
      bank.instant_of(sent.at) + interval '1 microsecond' * (row_number() over (partition by sent.household_id, sent.at order by sent.ordinal) - 1) as at,
      bank.instant_of(sent.due_at) + interval '1 microsecond' * (row_number() over (partition by sent.household_id, sent.due_at order by sent.ordinal) - 1) as due_at
    from sent join numbers using (ordinal)
  ), pages (name, id) as (
    values ('outside', bank.outside()), ('interest', bank.interest()), ('fees', bank.fees()), ('rewards', bank.rewards())
  ), known_categories as materialized (
    select distinct on (n.household_id, c.name) n.household_id, c.name, c.id
    from (select distinct household_id, category from sent where category is not null) n
      join public.categories c on c.name = n.category and (c.user_id = n.household_id or c.user_id is null)
    order by n.household_id, c.name, c.user_id nulls last, c.kind desc
  )
  select array_agg(row(n.ordinal, n.entry_id, n.household_id, n.at, coalesce(n.due_at, n.at),
      n.event ->> 'kind', n.event ->> 'description', n.event ->> 'merchant', k.id, n.event ->> 'key',
      coalesce(pages.id, l.id), coalesce(l.product, 'system'), line.currency, bank.major(line.amount))::bank.engine_line order by n.ordinal)
  from numbered n
    cross join lateral jsonb_to_recordset(n.event -> 'lines') as line (ledger text, amount numeric, currency text)
    left join pages on pages.name = line.ledger
    -- The case guards the cast: conditions of a join are tried in any order.
    left join bank.ledger_accounts l on l.id = case when pages.id is null then line.ledger::uuid end and l.household_id = n.household_id
    left join known_categories k on k.household_id = n.household_id and k.name = n.category
$$;

-- The other side of a transfer stands beside its own in the same entry: no side is held against all others.
create or replace function bank.move_engine_balances(lines bank.engine_line[]) returns void language sql volatile as $$
  -- What customers see, with the balance after each, while the balances are still those before.
  insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction, currency,
    counter_account_id, category_id, merchant, balance_after, entry_id)
  select s.ledger_id, s.household_id, abs(s.amount),
    case when s.other_id is not null then 'TRANSFER' when s.kind = 'auto_deposit' then 'AUTO_DEPOSIT'
      when s.amount > 0 then 'DEPOSIT' else 'WITHDRAWAL' end,
    s.description, case when s.value_at = s.at then s.at else bank.free_instant(s.ledger_id, s.value_at) end, s.kind, case when s.amount > 0 then 'in' else 'out' end, s.currency, s.other_id, s.category_id, s.merchant,
    s.balance_after, s.entry_id
  from (
    select l.*, coalesce(lag(l.ledger_id) over entry, lead(l.ledger_id) over entry) as other_id,
      a.balance + sum(l.amount) over (partition by l.ledger_id order by l.ordinal) as balance_after
    from unnest(lines) l join public.accounts a on a.id = l.ledger_id where l.product = 'account'
    window entry as (partition by l.ordinal order by l.ledger_id)
  ) as s
  order by s.ordinal;
  with totals as materialized (
    select l.product, l.ledger_id, sum(l.amount) as amount, max(l.entry_id) as entry_id, max(l.at) as at
    from unnest(lines) l where l.product <> 'system' group by l.product, l.ledger_id
  ), accounts as (
    update public.accounts a set balance = a.balance + t.amount, last_entry = t.entry_id, updated_at = t.at
    from totals t where t.product = 'account' and a.id = t.ledger_id
  ), cards as (
    update public.credit_cards c set balance = c.balance - t.amount, last_entry = t.entry_id, updated_at = t.at
    from totals t where t.product = 'card' and c.id = t.ledger_id
  ), loans as (
    update public.loans d set remaining_balance = d.remaining_balance - t.amount, last_entry = t.entry_id, updated_at = t.at
    from totals t where t.product = 'loan' and d.id = t.ledger_id
  )
  update public.mortgages d set remaining_balance = d.remaining_balance - t.amount, last_entry = t.entry_id, updated_at = t.at
  from totals t where t.product = 'mortgage' and d.id = t.ledger_id;
  -- What comes late has the date on which it was due.
  select bank.restate_balances(l.ledger_id, min(l.value_at)) from unnest(lines) l
  where l.product = 'account' and l.value_at < l.at group by l.ledger_id;
$$;

-- Only households with rules of their own are looked at one by one.
create or replace function bank.follow_rules() returns trigger language plpgsql
security definer -- rules write whoever posts
set search_path = '' as $$
declare
  household uuid;
  wanted bank.row_change[];
begin
  for household in select distinct a.user_id from added a where exists (select from public.row_rules r where r.user_id = a.user_id and r.is_on) loop
    continue when bank.is_being_loaded(household);
    select array_agg(row(hit.id::text, case when hit.is_chosen then hit.changes - 'category_id' else hit.changes end)::bank.row_change) into wanted from (
      select distinct on (a.id) a.id, bank.rule_changes(r) as changes, a.entry_id is null and a.category_id is not null as is_chosen
      from added a join public.row_rules r on r.user_id = household and r.is_on
      where a.user_id = household and a.kind not in ('opening', 'adjustment', 'correction')
        and bank.rule_fits(r, bank.words_of(a.merchant, a.description), a.amount, a.account_id, null, a.direction, a.type)
      order by a.id, r.position) as hit;
    if wanted is not null then
      perform bank.write_rows(household, wanted);
    end if;
  end loop;
  return null;
end
$$;

-- What waits for a household's clock ends with it: once a statement, for those who have something that waits.
create function bank.end_what_waited() returns trigger language plpgsql
security definer -- gives money back and writes states for the engine's steps
set search_path = '' as $$
declare
  household uuid;
begin
  for household in select n.household_id from clocks_after n join clocks_before o on o.household_id = n.household_id
    where n.lived_to is distinct from o.lived_to
      and exists (select from public.person_letters l where l.user_id = n.household_id and l.state = 'pending') order by 1
  loop
    perform bank.expire_letters(household);
    perform bank.wake_for_letters(household);
  end loop;
  for household in select n.household_id from clocks_after n join clocks_before o on o.household_id = n.household_id
    where n.lived_to is distinct from o.lived_to
      and exists (select from public.loan_applications a where a.user_id = n.household_id and a.status in ('approved', 'countered')) order by 1
  loop
    perform bank.expire_offers(household);
  end loop;
  return null;
end
$$;
comment on function bank.end_what_waited() is
  'When clocks have moved, letters that nobody took come back and offers whose days are over end.';
revoke execute on function bank.end_what_waited() from public;
drop trigger expire_letters on bank.clocks;
drop trigger expire_offers on bank.clocks;
drop function bank.expire_after_step();
create trigger end_what_waited after update on bank.clocks referencing old table as clocks_before new table as clocks_after
  for each statement execute function bank.end_what_waited();

-- These statements are the same for one household and for a thousand: planned anew for each batch, planning them cost a
-- third of reading it. (Before PostgreSQL 18 the plans of such functions are not kept at all.)
alter function public.engine_households(uuid[]) set plan_cache_mode = force_generic_plan;
alter function public.apply_engine_steps(jsonb) set plan_cache_mode = force_generic_plan;
