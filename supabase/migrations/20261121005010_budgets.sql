-- How much a customer means to spend in a month, category by category.
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
  constraint budgets_rollover_cap_check check (rollover_cap between 0 and 999999999.99 and rollover_cap = round(rollover_cap, 2))
);
create index budgets_category_id_idx on public.budgets (category_id);
create index budgets_currency_idx on public.budgets (currency);
comment on table public.budgets is 'What a customer means to spend in a month on each category: one budget for a category.';
comment on column public.budgets.amount is 'The limit of a month; with envelopes what is meant to be assigned in one.';
comment on column public.budgets.rollover is 'What goes into the next month: none, surplus (what is left), or both (what is left, and what was overspent).';
comment on column public.budgets.rollover_cap is 'How much at most goes into the next month, either way; null for no limit.';
comment on column public.budgets.starts_on is 'The first day of the month from which it counts.';

-- What a month was budgeted with stays as it was when the budget changes later, or goes.
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
comment on table public.budget_limits is 'Which limit a category has from a month on, until the next row. Written by the bank when a budget changes.';
comment on column public.budget_limits.month is 'The first day of the month from which it counts.';
comment on column public.budget_limits.amount is 'The limit; null when the budget was removed.';

create table public.budget_settings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  mode text not null default 'limits' check (mode in ('limits', 'envelopes')),
  since date not null,
  constraint budget_settings_user_id_key unique (user_id)
);
comment on table public.budget_settings is 'How a customer budgets.';
comment on column public.budget_settings.mode is 'limits: a limit a category; envelopes: what comes in is assigned to categories, and only that is spent.';
comment on column public.budget_settings.since is 'The first day of the month from which the mode counts: envelopes begin empty in it.';

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
create index budget_moves_from_category_id_idx on public.budget_moves (from_category_id) where from_category_id is not null;
create index budget_moves_to_category_id_idx on public.budget_moves (to_category_id) where to_category_id is not null;
create index budget_moves_currency_idx on public.budget_moves (currency);
comment on table public.budget_moves is 'What was assigned to a category in a month, or moved from one to another to cover it. No money moves.';
comment on column public.budget_moves.from_category_id is 'Where it was taken; null for what is to be assigned.';
comment on column public.budget_moves.to_category_id is 'Where it was put; null for back to what is to be assigned.';
comment on column public.budget_moves.at is 'The simulated instant of the move.';

alter table public.budgets enable row level security;
create policy "customers read their own budgets" on public.budgets for select to authenticated using (user_id = (select auth.uid()));
create policy "customers set budgets for categories of theirs" on public.budgets for insert to authenticated
  with check (user_id = (select auth.uid()) and exists (select from public.categories c where c.id = category_id));
create policy "customers change their own budgets" on public.budgets for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers remove their own budgets" on public.budgets for delete to authenticated using (user_id = (select auth.uid()));
grant select, insert (id, user_id, category_id, amount, rollover, rollover_cap), update (amount, rollover, rollover_cap), delete
  on public.budgets to authenticated, service_role;

alter table public.budget_limits enable row level security;
create policy "customers read their own past limits" on public.budget_limits for select to authenticated using (user_id = (select auth.uid()));
grant select on public.budget_limits to authenticated, service_role;

alter table public.budget_settings enable row level security;
create policy "customers read how they budget" on public.budget_settings for select to authenticated using (user_id = (select auth.uid()));
create policy "customers choose how they budget" on public.budget_settings for insert to authenticated with check (user_id = (select auth.uid()));
create policy "customers change how they budget" on public.budget_settings for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert (id, user_id, mode), update (mode) on public.budget_settings to authenticated, service_role;

alter table public.budget_moves enable row level security;
create policy "customers read their own moves between budgets" on public.budget_moves for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.budget_moves to authenticated, service_role;

create function bank.budget_month(household uuid) returns date language sql volatile as $$
  select date_trunc('month', bank.today_for(household))::date
$$;
comment on function bank.budget_month(uuid) is 'The first day of the present month of this customer.';

create function bank.check_budget() returns trigger language plpgsql
security definer -- reads clock, customers and categories whoever writes
set search_path = '' as $$
begin
  if bank.is_for_another(new.user_id) then
    return new;
  end if;
  if (new.amount between 0 and 999999999.99 and new.amount = round(new.amount, 2)) is not true
    or (new.rollover_cap between 0 and 999999999.99 and new.rollover_cap = round(new.rollover_cap, 2)) is false then
    raise exception using errcode = 'BADAM', message = 'A budget is between 0 and 999,999,999.99 a month, in whole cents.',
      detail = jsonb_build_object('amount', left(new.amount::text, 40), 'highest', 999999999.99)::text;
  end if;
  if (new.rollover in ('none', 'surplus', 'both')) is not true then
    raise exception using errcode = 'BADTY', message = 'What goes into the next month is none, surplus or both.';
  end if;
  new.amount := round(new.amount, 2);
  new.rollover_cap := round(new.rollover_cap, 2);
  new.updated_at := bank.now_for(new.user_id);
  if tg_op = 'UPDATE' then
    return new;
  end if;
  if not exists (select from public.categories c
      where c.id = new.category_id and c.kind = 'spending' and (c.user_id = new.user_id or c.user_id is null)) then
    raise exception using errcode = 'NTFND', message = 'There is no such category of yours to spend on.';
  end if;
  perform bank.ensure_customer(new.user_id);
  -- Columns that nobody but the loader of households may write.
  new.currency := coalesce(new.currency, (select c.base_currency from public.customers c where c.id = new.user_id));
  new.starts_on := coalesce(new.starts_on, bank.budget_month(new.user_id));
  new.created_at := coalesce(new.created_at, new.updated_at);
  return new;
end
$$;
comment on function bank.check_budget() is 'Refuses budgets that make no sense: BADAM, BADTY, NTFND. They begin with the present month, in the base currency.';
create trigger check_budget before insert or update on public.budgets for each row execute function bank.check_budget();

create function bank.keep_budget_limit() returns trigger language plpgsql
security definer -- past limits are written by the bank alone
set search_path = '' as $$
declare
  budget public.budgets := case tg_op when 'DELETE' then old else new end;
begin
  -- Nothing to keep for a customer or a category that is going itself, nor for a row out of a file, which brings its own.
  if bank.is_being_loaded(budget.user_id) or not exists (select from public.customers c where c.id = budget.user_id)
    or not exists (select from public.categories c where c.id = budget.category_id) then
    return null;
  end if;
  insert into public.budget_limits as known (user_id, category_id, month, amount, currency, rollover, rollover_cap)
    values (budget.user_id, budget.category_id, bank.budget_month(budget.user_id), case when tg_op <> 'DELETE' then budget.amount end,
      budget.currency, budget.rollover, budget.rollover_cap)
    on conflict (user_id, category_id, month) do update
      set amount = excluded.amount, rollover = excluded.rollover, rollover_cap = excluded.rollover_cap, currency = excluded.currency;
  return null;
end
$$;
comment on function bank.keep_budget_limit() is 'Writes down from which month a limit counts, so that past months stay as they were.';
create trigger keep_budget_limit after insert or update or delete on public.budgets
  for each row execute function bank.keep_budget_limit();

create function bank.check_budget_settings() returns trigger language plpgsql
security definer -- reads the clock whoever writes
set search_path = '' as $$
begin
  if bank.is_for_another(new.user_id) then
    return new;
  end if;
  if (new.mode in ('limits', 'envelopes')) is not true then
    raise exception using errcode = 'BADTY', message = 'A customer budgets with limits or with envelopes.';
  end if;
  perform bank.ensure_customer(new.user_id);
  if tg_op = 'INSERT' or new.mode is distinct from old.mode then
    new.since := bank.budget_month(new.user_id);
  end if;
  return new;
end
$$;
comment on function bank.check_budget_settings() is 'Refuses an unknown way to budget (BADTY). A new way counts from the present month.';
create trigger check_budget_settings before insert or update on public.budget_settings
  for each row execute function bank.check_budget_settings();

create function public.set_budgets(limits jsonb) returns setof public.budgets language plpgsql volatile
security definer -- writes for the caller alone, all or none
set search_path = '' as $$
declare
  household uuid := bank.caller();
begin
  if jsonb_typeof(limits) is distinct from 'array' or jsonb_array_length(limits) > 200 then
    raise exception using errcode = 'BADTY', message = 'Budgets are set as a list of at most 200.';
  end if;
  return query
    insert into public.budgets as known (user_id, category_id, amount, rollover, rollover_cap)
    select household, sent.category_id, sent.amount, coalesce(sent.rollover, 'none'), sent.rollover_cap
    from jsonb_to_recordset(limits) as sent (category_id uuid, amount numeric, rollover text, rollover_cap numeric)
    on conflict (user_id, category_id) do update set amount = excluded.amount
    returning known.*;
end
$$;
comment on function public.set_budgets(jsonb) is
  'Sets the monthly amounts of several categories at once: [{category_id, amount, rollover, rollover_cap}]. What exists keeps its rollover. Refuses: BADAM, BADTY, NTFND, 21000 for a category named twice.';
grant execute on function public.set_budgets(jsonb) to authenticated;

call bank.broadcast('public.budgets');
call bank.broadcast('public.budget_settings');
call bank.broadcast('public.budget_moves');
