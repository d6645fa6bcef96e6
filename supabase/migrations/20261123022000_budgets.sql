set check_function_bodies = off;

-- Monthly budgets by category.
create table public.budgets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  category_id uuid not null references public.categories on delete cascade,
  currency text not null references public.currencies,
  amount numeric not null,
  rollover text not null default 'none',
  rollover_cap numeric,
  starts_on date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint budgets_user_id_category_id_key unique (user_id, category_id),
  constraint budgets_amount_check check (amount between 0 and 999999999.99 and amount = round(amount, 2)),
  constraint budgets_rollover_check check (rollover in ('none', 'surplus', 'both')),
  constraint budgets_rollover_cap_check check (rollover_cap between 0 and 999999999.99
    and rollover_cap = round(rollover_cap, 2))
);
create index budgets_category_id_idx on public.budgets (category_id);
create index budgets_currency_idx on public.budgets (currency);
comment on table public.budgets is 'A customer''s monthly budgets, one per category.';
comment on column public.budgets.amount is
  'The monthly limit or, in envelope mode, the planned monthly assignment.';
comment on column public.budgets.rollover is
  'The amount that moves to the next month: none, surplus (unspent), or both (unspent and overspent).';
comment on column public.budgets.rollover_cap is
  'The largest rollover in either direction; null if there is no limit.';
comment on column public.budgets.starts_on is 'The first day of the month from which the budget applies.';

-- Past limits don't change when a budget changes or is deleted.
create table public.budget_limits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  category_id uuid not null references public.categories on delete cascade,
  month date not null check (extract(day from month) = 1),
  amount numeric,
  currency text not null references public.currencies,
  rollover text not null,
  rollover_cap numeric,
  constraint budget_limits_user_id_category_id_month_key unique (user_id, category_id, month)
);
create index budget_limits_category_id_idx on public.budget_limits (category_id);
create index budget_limits_currency_idx on public.budget_limits (currency);
comment on table public.budget_limits is 'A category''s limit, from this month until the month of the next '
  'row. The bank writes a row for each change.';
comment on column public.budget_limits.month is 'The first day of the month from which the limit applies.';
comment on column public.budget_limits.amount is 'The limit; null if the budget was removed.';

create table public.budget_settings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  mode text not null default 'limits' check (mode in ('limits', 'envelopes')),
  since date not null,
  constraint budget_settings_user_id_key unique (user_id)
);
comment on table public.budget_settings is 'A customer''s budget settings.';
comment on column public.budget_settings.mode is
  'limits: each category has a limit; envelopes: income is assigned to categories before it is spent.';
comment on column public.budget_settings.since is
  'The first day of the month in which the mode starts. Envelopes start empty.';

create table public.budget_moves (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  month date not null check (extract(day from month) = 1),
  from_category_id uuid references public.categories on delete cascade,
  to_category_id uuid references public.categories on delete cascade,
  currency text not null references public.currencies,
  amount bank.money not null check (amount > 0),
  at timestamptz not null,
  constraint budget_moves_sides_check check (from_category_id is distinct from to_category_id)
);
create index budget_moves_user_id_month_idx on public.budget_moves (user_id, month);
create index budget_moves_from_category_id_idx on public.budget_moves (from_category_id)
  where from_category_id is not null;
create index budget_moves_to_category_id_idx on public.budget_moves (to_category_id)
  where to_category_id is not null;
create index budget_moves_currency_idx on public.budget_moves (currency);
comment on table public.budget_moves is
  'Assignments to categories, and moves between categories to cover overspending. No money moves.';
comment on column public.budget_moves.from_category_id is 'The source; null for unassigned income.';
comment on column public.budget_moves.to_category_id is 'The target; null for unassigned income.';
comment on column public.budget_moves.at is 'The simulated instant of the move.';

call bank.restrict_to_owner('public.budgets', 'select', 'insert', 'update', 'delete');
grant select, insert (id, user_id, category_id, amount, rollover, rollover_cap),
  update (amount, rollover, rollover_cap), delete
  on public.budgets to authenticated, service_role;

call bank.show_to_owner('public.budget_limits');

call bank.restrict_to_owner('public.budget_settings', 'select', 'insert', 'update');
grant select, insert (id, user_id, mode), update (mode) on public.budget_settings to authenticated,
  service_role;

call bank.show_to_owner('public.budget_moves');

create function bank.budget_month(household uuid) returns date language sql volatile as $$
  select date_trunc('month', bank.today_for(household))::date
$$;
comment on function bank.budget_month is 'Returns the first day of a customer''s current month.';

create function bank.check_budget() returns trigger language plpgsql set search_path = ''
security definer -- because it reads the clock, customers, and categories for every role that writes
as $$
begin
  if bank.is_for_another(new.user_id) then return new; end if;
  perform bank.refuse_if(
    (new.amount between 0 and 999999999.99 and new.amount = round(new.amount, 2)) is not true
    or (new.rollover_cap between 0 and 999999999.99
    and new.rollover_cap = round(new.rollover_cap, 2)) is false,
    'BADAM', 'Enter a monthly budget from 0 to 999,999,999.99.',
    jsonb_build_object('amount', left(new.amount::text, 40), 'highest', 999999999.99));
  perform bank.refuse_if((new.rollover in ('none', 'surplus', 'both')) is not true,
    'BADTY', 'Choose none, surplus, or both for rollover.');
  new.amount := round(new.amount, 2);
  new.rollover_cap := round(new.rollover_cap, 2);
  new.updated_at := bank.now_for(new.user_id);
  if tg_op = 'UPDATE' then return new; end if;
  perform bank.refuse_if(
    not exists (select from public.categories c where c.id = new.category_id and c.kind = 'spending'
    and (c.user_id = new.user_id or c.user_id is null)),
    'NTFND', 'We couldn''t find that spending category.');
  perform bank.ensure_customer(new.user_id);
  -- Only the household import writes these columns.
  new.currency := coalesce(new.currency,
    (select c.base_currency from public.customers c where c.id = new.user_id));
  new.starts_on := coalesce(new.starts_on, bank.budget_month(new.user_id));
  new.created_at := coalesce(new.created_at, new.updated_at);
  return new;
end $$;
comment on function bank.check_budget is 'Refuses invalid budgets: BADAM, BADTY, NTFND. New budgets start in '
  'the current month and use the base currency.';

create trigger check_budget before insert
  or update on public.budgets for each row execute function bank.check_budget();

create function bank.save_budget_limit() returns trigger language plpgsql
security definer -- because it writes the limits of past months
set search_path = '' as $$
declare
  budget public.budgets := case tg_op when 'DELETE' then old else new end;
begin
  -- Skips customers and categories that are being deleted. Also skips household files, which contain their
  -- own limits.
  if bank.is_being_loaded(budget.user_id)
    or not exists (select from public.customers c where c.id = budget.user_id)
    or not exists (select from public.categories c where c.id = budget.category_id) then
    return null;
  end if;
  insert into public.budget_limits as existing (user_id, category_id, month, amount, currency, rollover,
    rollover_cap)
    values (budget.user_id, budget.category_id, bank.budget_month(budget.user_id),
      case when tg_op <> 'DELETE' then budget.amount end,
      budget.currency, budget.rollover, budget.rollover_cap)
    on conflict (user_id, category_id, month) do update
      set amount = excluded.amount, rollover = excluded.rollover, rollover_cap = excluded.rollover_cap,
        currency = excluded.currency;
  return null;
end $$;
comment on function bank.save_budget_limit is
  'Records the month from which a limit applies, so that past months don''t change.';

create trigger save_budget_limit after insert or update or delete on public.budgets
  for each row execute function bank.save_budget_limit();

create function bank.check_budget_settings() returns trigger language plpgsql
security definer -- because it reads the clock for every role that writes
set search_path = '' as $$
begin
  if bank.is_for_another(new.user_id) then return new; end if;
  perform bank.refuse_if((new.mode in ('limits', 'envelopes')) is not true,
    'BADTY', 'Choose limits or envelopes for your budgets.');
  perform bank.ensure_customer(new.user_id);
  if tg_op = 'INSERT' or new.mode is distinct from old.mode then
    new.since := bank.budget_month(new.user_id);
  end if;
  return new;
end $$;
comment on function bank.check_budget_settings is
  'Refuses an unknown budget mode (BADTY). A new mode starts in the current month.';

create trigger check_budget_settings before insert or update on public.budget_settings
  for each row execute function bank.check_budget_settings();

create function public.set_budgets(limits jsonb) returns setof public.budgets language plpgsql volatile
security definer -- because it writes all of the caller's rows or none
set search_path = '' as $$
declare
  household uuid := bank.caller();
begin
  perform bank.refuse_if(jsonb_typeof(limits) is distinct from 'array' or jsonb_array_length(limits) > 200,
    'BADTY', 'You can set at most 200 budgets at once.');
  return query
    insert into public.budgets as existing (user_id, category_id, amount, rollover, rollover_cap)
    select household, sent.category_id, sent.amount, coalesce(sent.rollover, 'none'), sent.rollover_cap
    from jsonb_to_recordset(limits) as sent (category_id uuid, amount numeric, rollover text,
      rollover_cap numeric)
    on conflict (user_id, category_id) do update set amount = excluded.amount
    returning existing.*;
end $$;
comment on function public.set_budgets is
  'Sets the monthly budgets of several categories: [{category_id, amount, rollover, rollover_cap}]. '
  'Existing budgets keep their rollover. Refuses: BADAM, BADTY, NTFND, 21000 for a repeated category.';

call bank.broadcast('public.budgets', 'public.budget_settings', 'public.budget_moves');

-- Totals are in the customer's base currency at each day's rate. Amounts that have no rate are excluded and
-- reported.
create function bank.convert_amount(amount numeric, currency text, target text, day date)
returns numeric language sql stable as $$
  select case when convert_amount.currency = target then amount
    else round(amount * bank.rate_at(convert_amount.currency, target, day), 2) end
$$;
comment on function bank.convert_amount is
  'Converts an amount at a day''s rate, or at the last earlier rate. Returns null if there is none.';

create function bank.rollover_amount(amount numeric, rollover text, cap numeric)
returns numeric language sql immutable as $$
  select case rollover when 'surplus' then greatest(least(amount, coalesce(cap, amount)), 0)
    when 'both' then greatest(least(amount, coalesce(cap, amount)), coalesce(-cap, amount)) else 0 end
$$;
comment on function bank.rollover_amount is
  'Returns the part of a month''s remaining budget that rolls over.';

create type bank.budget_cell as (category_id uuid, month date, amount numeric, rollover text,
  rollover_cap numeric, moved numeric, spent numeric, is_envelope boolean);
comment on type bank.budget_cell is 'One category in one month before rollover.';

create function bank.budget_cells(household uuid, since date, through date)
returns setof bank.budget_cell language sql volatile as $$
  -- Uncategorized spending has its own row.
  with mine as materialized (
    select c.base_currency as currency, coalesce(c.time_zone, 'UTC') as zone,
      coalesce(s.mode = 'envelopes', false) as has_envelopes, s.since
    from public.customers c left join public.budget_settings s on s.user_id = c.id where c.id = household
  ), spent as materialized (
    select case when s.category_kind = 'spending' then s.category_id end as category_id,
      date_trunc('month', s.day)::date as month,
      sum(bank.convert_amount(s.amount, s.currency, mine.currency, s.day)) as amount
    from mine, public.spending s
    where s.direction = 'out' and s.at >= (budget_cells.since::timestamp at time zone mine.zone)
      and s.at < ((budget_cells.through + interval '1 month')::timestamp at time zone mine.zone)
    group by 1, 2
  ), moved as materialized (
    select side.category_id, m.month,
      sum(bank.convert_amount(side.amount, m.currency, mine.currency, m.month)) as amount
    from mine, public.budget_moves m
      cross join lateral (values (m.to_category_id, m.amount),
        (m.from_category_id, -m.amount)) as side (category_id, amount)
    where m.user_id = household and side.category_id is not null group by 1, 2
  ), budget_categories as (
    select c.id from public.categories c where c.kind = 'spending'
      and (c.user_id = household or c.user_id is null)
    union all select null where exists (select from spent s where s.category_id is null)
  )
  select budget_categories.id, months.month::date,
    bank.convert_amount(l.amount, l.currency, mine.currency, months.month::date),
    coalesce(l.rollover, 'none'),
    l.rollover_cap, coalesce(moved.amount, 0), coalesce(spent.amount, 0), mine.has_envelopes
      and months.month >= mine.since
  from mine
    cross join budget_categories
    cross join generate_series(budget_cells.since, budget_cells.through, interval '1 month') as months (month)
    left join lateral (select b.amount, b.currency, b.rollover, b.rollover_cap from public.budget_limits b
      where b.user_id = household and b.category_id = budget_categories.id
        and b.month <= months.month order by b.month desc limit 1) as l on true
    left join moved on moved.category_id = budget_categories.id and moved.month = months.month
    left join spent on spent.category_id is not distinct from budget_categories.id
      and spent.month = months.month
$$;
comment on function bank.budget_cells is
  'Returns every category in every month of a span: limit, moves, and spending in the base currency.';

create function bank.budget_months(household uuid, since date, through date) returns table (category_id uuid,
  month date, amount numeric, rollover text, rollover_cap numeric, moved numeric, spent numeric,
  is_envelope boolean, rolled_over numeric, available numeric) language sql volatile as $$
  -- Rollover starts with the first limit or move.
  with recursive first as materialized (
    select least(since, (select min(l.month) from public.budget_limits l where l.user_id = household),
      (select min(m.month) from public.budget_moves m where m.user_id = household)) as month
  ), cells as materialized (
    select c.* from first, bank.budget_cells(household, first.month, through) c
  ), chain as (
    select c.*, 0::numeric as rolled,
      case when c.is_envelope then c.moved else c.amount + c.moved end as total
    from cells c, first where c.month = first.month
    union all
    select n.category_id, n.month, n.amount, n.rollover, n.rollover_cap, n.moved, n.spent, n.is_envelope,
      carried.amount,
      case when n.is_envelope then carried.amount + n.moved else n.amount + carried.amount + n.moved end
    from chain p
      join cells n
        on coalesce(n.category_id, bank.system_account('cash_clearing')) = coalesce(p.category_id,
        bank.system_account('cash_clearing')) and n.month = p.month + interval '1 month'
      cross join lateral (select case
        when n.category_id is null then 0
        when n.is_envelope then case when p.is_envelope then p.total - p.spent else 0 end
        -- A month that has no limit has no rollover.
        else coalesce(bank.rollover_amount(p.total - p.spent, p.rollover, p.rollover_cap),
          0) end as amount) as carried
  )
  select c.category_id, c.month, c.amount, c.rollover, c.rollover_cap, c.moved, c.spent, c.is_envelope,
    c.rolled, case when c.category_id is not null then c.total end
  from chain c where c.month >= budget_months.since
$$;
comment on function bank.budget_months is 'Returns every category in every month of a span, with its '
  'rollover and available amount (null if there is no limit).';

create function bank.check_budget_month(household uuid, month date)
returns date language plpgsql volatile as $$
declare
  present date := bank.budget_month(household);
  first_day date := coalesce(date_trunc('month', check_budget_month.month)::date, present);
begin
  perform bank.refuse_if(not isfinite(first_day) or first_day > present
    or first_day < present - interval '10 years',
    'BADDT', 'Choose the current month or a month in the last ten years.',
    jsonb_build_object('date', first_day, 'latest', present));
  return first_day;
end $$;
comment on function bank.check_budget_month is
  'Returns the first day of a budget month, by default the current month. Refuses: BADDT.';

create function bank.share_of_month(month date, today date) returns numeric language sql immutable as $$
  select case when today >= month + interval '1 month' then 1 when today < month then 0
    else round((today - month + 1)::numeric / ((month + interval '1 month')::date - month), 4) end
$$;
comment on function bank.share_of_month is
  'Returns the share of a month that has elapsed at the end of a day.';

create function public.budget_status(month date default null) returns table (month_start date,
  category_id uuid, category text, currency text, amount numeric, rollover text, rollover_cap numeric,
  rolled_over numeric, moved numeric, available numeric, spent numeric, remaining numeric, pace numeric,
  expected numeric) language plpgsql volatile
security definer -- because it reads bank.clocks; returns only the caller's budgets
set search_path = '' as $$
declare
  household uuid := bank.caller();
  first_day date := bank.check_budget_month(household, budget_status.month);
  elapsed_share numeric := bank.share_of_month(first_day, bank.today_for(household));
begin
  return query
    select first_day, m.category_id, c.name, mine.base_currency, m.amount, m.rollover, m.rollover_cap,
      m.rolled_over, m.moved, m.available, m.spent, m.available - m.spent, elapsed_share,
      case when m.available is not null then round(greatest(m.available, 0) * elapsed_share, 2) end
    from bank.budget_months(household, first_day, first_day) m
      join public.customers mine on mine.id = household
      left join public.categories c on c.id = m.category_id
    order by m.category_id is null, c.user_id nulls first, c.id;
end $$;
comment on function public.budget_status is 'Returns the budgets of a month by category, by default the '
  'current month: month, limit, rollover, moves, available, spent, remaining, the elapsed share of the '
  'month, and the expected spending by now. Amounts are null if there is no limit. Refuses: BADDT.';

create function public.budget_month(month date default null) returns table (starts_on date, currency text,
  mode text, since date, days integer, day integer, first_month date, income numeric, assigned numeric,
  to_assign numeric, left_out text[]) language plpgsql volatile
security definer -- because it reads bank.clocks; returns only the caller's budgets
set search_path = '' as $$
declare
  household uuid := bank.caller();
  first_day date := bank.check_budget_month(household, budget_month.month);
  today date := bank.today_for(household);
begin
  return query
    select first_day, mine.base_currency, coalesce(s.mode, 'limits'), coalesce(s.since, first_day),
      (first_day + interval '1 month')::date - first_day,
        least(today - first_day + 1, (first_day + interval '1 month')::date - first_day),
      coalesce((select least(date_trunc('month', min(p.day))::date, first_day) from public.spending p),
        first_day), income_sum.amount, assigned_sum.amount, income_sum.amount - assigned_sum.amount,
        income_sum.left_out
    from public.customers mine left join public.budget_settings s on s.user_id = mine.id
      cross join lateral (select coalesce(sum(p.base_amount) filter (where p.direction = 'in'), 0) as amount,
          coalesce(array_agg(distinct p.currency) filter (where p.base_amount is null), '{}') as left_out
        from public.spending_in_base p where p.at >= (first_day::timestamp at time zone mine.time_zone)
          and p.at < ((first_day + interval '1 month')::timestamp at time zone mine.time_zone)) as income_sum
      cross join lateral (
        select coalesce(
        sum(bank.convert_amount(case when m.from_category_id is null then m.amount else -m.amount end,
          m.currency, mine.base_currency, first_day)), 0) as amount
        from public.budget_moves m where m.user_id = household and m.month = first_day
          and (m.from_category_id is null or m.to_category_id is null)) as assigned_sum
    where mine.id = household;
end $$;
comment on function public.budget_month is 'Returns a summary of a budget month, by default the current '
  'month: total and elapsed days, first month with data, income, assigned and unassigned amounts, and '
  'currencies that have no rate and are excluded. Refuses: BADDT.';

create function public.budget_history(months integer default 12) returns table (category_id uuid, month date,
  currency text, amount numeric, available numeric, spent numeric) language plpgsql volatile
security definer -- because it reads bank.clocks; returns only the caller's budgets
set search_path = '' as $$
declare
  household uuid := bank.caller();
  present date := bank.budget_month(household);
begin
  perform bank.refuse_if((months between 1 and 120) is not true,
    'BADDT', 'Choose from 1 to 120 months of budget history.');
  return query
    select m.category_id, m.month, mine.base_currency, m.amount, m.available, m.spent
    from bank.budget_months(household, (present - (months - 1) * interval '1 month')::date, present) m
      join public.customers mine on mine.id = household
    order by m.category_id is null, m.category_id, m.month;
end $$;
comment on function public.budget_history is 'Returns each category in the last months, including the '
  'current month: limit, available, and spent. Refuses: BADDT.';

-- Assigns income to categories, and moves budgeted amounts between categories. No money moves between
-- accounts.
create function bank.check_budget_category(household uuid, category_id uuid)
returns text language plpgsql stable as $$
declare
  found_name text;
begin
  if check_budget_category.category_id is null then return null; end if;
  select c.name into found_name from public.categories c
    where c.id = check_budget_category.category_id and c.kind = 'spending'
      and (c.user_id = household or c.user_id is null);
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that spending category.');
  return found_name;
end $$;
comment on function bank.check_budget_category is
  'Returns the name of one of the customer''s spending categories. Refuses other categories (NTFND).';

create function public.move_budget(from_category_id uuid default null, to_category_id uuid default null,
  amount numeric default null, request_id text default null) returns public.budget_moves
language plpgsql volatile
security definer -- because it reads bank.clocks and writes read-only columns
set search_path = '' as $$
declare
  household uuid := bank.caller();
  params jsonb := jsonb_build_object('verb', 'move_budget', 'from', from_category_id, 'to', to_category_id,
    'amount', trim_scale(amount)::text);
  moved public.budget_moves := bank.replay_row(request_id, params, null::public.budget_moves);
  source text := bank.check_budget_category(household, from_category_id);
  present date := bank.budget_month(household);
  summary record;
  available_amount numeric;
begin
  if moved.id is not null then return moved; end if;
  perform bank.check_budget_category(household, to_category_id);
  perform bank.check_amount(amount);
  perform bank.refuse_if(from_category_id is not distinct from to_category_id,
    'SAMAC', 'Choose two different categories.');
  perform bank.ensure_customer(household);
  -- Without a lock, two concurrent moves would both see the same remaining amount.
  perform from public.customers c where c.id = household for no key update;
  select * into summary from public.budget_month();
  perform bank.refuse_if(summary.mode = 'limits' and (from_category_id is null or to_category_id is null),
    'BADTY', 'Switch to envelope budgeting to assign money to categories.');
  if from_category_id is null then
    available_amount := summary.to_assign;
  else
    select s.remaining into available_amount from public.budget_status() s
      where s.category_id = from_category_id;
  end if;
  perform bank.refuse_if(amount > coalesce(available_amount, 0),
    'NOLFT', 'There isn''t enough money left to move. Enter a smaller amount.',
    jsonb_build_object('available', greatest(coalesce(available_amount, 0), 0), 'amount', amount,
      'category', source));
  insert into public.budget_moves (user_id, month, from_category_id, to_category_id, currency, amount, at)
    values (household, present, move_budget.from_category_id, move_budget.to_category_id, summary.currency,
      move_budget.amount, bank.now_for(household))
    returning * into moved;
  return bank.remember(request_id, params, moved);
end $$;
comment on function public.move_budget is 'Moves an amount between two categories in the current month. In '
  'envelope mode, null means unassigned income. Refuses: BADAM, BADTY, NTFND, SAMAC, NOLFT, RQDIF.';

grant execute on function
  public.set_budgets, public.budget_status, public.budget_month, public.budget_history, public.move_budget
  to authenticated;
