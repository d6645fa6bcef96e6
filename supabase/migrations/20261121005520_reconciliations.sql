-- Statements reconciled: the rows of an account ticked off against a statement until nothing is left over. Only a mark:
-- what is written in the books does not change anyway.
create table public.reconciliations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  account_id uuid not null references public.accounts on delete cascade,
  statement_date date not null,
  statement_balance bank.money not null,
  opening_balance bank.money not null,
  rows integer not null,
  reconciled_at timestamptz not null
);
create index reconciliations_user_id_idx on public.reconciliations (user_id);
create index reconciliations_account_id_idx on public.reconciliations (account_id, reconciled_at desc);
comment on table public.reconciliations is 'Statements that agree with the account to the cent.';
comment on column public.reconciliations.opening_balance is 'What the rows reconciled before add up to.';
comment on column public.reconciliations.rows is 'How many rows this statement ticked off.';

create table public.reconciled_rows (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  reconciliation_id uuid not null references public.reconciliations on delete cascade,
  account_id uuid not null,
  entry_id bigint not null,
  constraint reconciled_rows_account_id_entry_id_key unique (account_id, entry_id)
);
create index reconciled_rows_user_id_idx on public.reconciled_rows (user_id);
create index reconciled_rows_reconciliation_id_idx on public.reconciled_rows (reconciliation_id);
comment on table public.reconciled_rows is 'Which rows of an account a statement has ticked off, by their entries; each once.';

alter table public.reconciliations enable row level security;
create policy "customers read their own reconciliations" on public.reconciliations for select to authenticated using (user_id = (select auth.uid()));
grant select on public.reconciliations to authenticated, service_role;
alter table public.reconciled_rows enable row level security;
create policy "customers read their own reconciled rows" on public.reconciled_rows for select to authenticated using (user_id = (select auth.uid()));
grant select on public.reconciled_rows to authenticated, service_role;

create function bank.reconciled_balance(account_id uuid) returns numeric language sql stable as $$
  select coalesce(sum(case t.direction when 'in' then t.amount else -t.amount end), 0)
  from public.reconciled_rows r join public.transactions t on t.account_id = r.account_id and t.entry_id = r.entry_id
  where r.account_id = reconciled_balance.account_id
$$;
comment on function bank.reconciled_balance(uuid) is 'What the reconciled rows of an account add up to.';

create function public.finish_reconciliation(
  account_id uuid, statement_date date default null, statement_balance numeric default null, row_ids uuid[] default '{}', request_id text default null
) returns public.reconciliations language plpgsql volatile
security definer -- marks are written by verbs alone
set search_path = '' as $$
declare
  params jsonb := jsonb_build_object('verb', 'finish_reconciliation', 'account', account_id, 'date', statement_date,
    'balance', trim_scale(statement_balance)::text, 'rows', to_jsonb(row_ids));
  answer jsonb := bank.replay(request_id, params);
  account public.accounts;
  zone text := coalesce((select time_zone from public.customers where id = bank.caller()), 'UTC');
  opening numeric;
  ticked record;
  made public.reconciliations;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.reconciliations, answer);
  end if;
  select * into account from public.accounts a where a.id = finish_reconciliation.account_id and a.user_id = bank.caller() for no key update;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such account of yours.';
  end if;
  if (statement_balance between 0 and 999999999999.99 and statement_balance = round(statement_balance, 2)) is not true then
    raise exception using errcode = 'BADAM', message = 'A balance is in whole cents and not below zero.';
  end if;
  if statement_date is null or statement_date > bank.today_for(account.user_id) or exists (select from public.reconciliations r
      where r.account_id = account.id and r.statement_date > finish_reconciliation.statement_date) then
    raise exception using errcode = 'BADDT', message = 'A statement ends after the last one that was reconciled and not in the future.',
      detail = jsonb_build_object('date', statement_date, 'latest', bank.today_for(account.user_id))::text;
  end if;
  opening := bank.reconciled_balance(account.id);
  select count(*) as found, coalesce(sum(case t.direction when 'in' then t.amount else -t.amount end), 0) as amount into ticked
    from public.transactions t where t.id = any (row_ids) and t.account_id = account.id and (t.date at time zone zone)::date <= statement_date
      and not exists (select from public.reconciled_rows r where r.account_id = account.id and r.entry_id = t.entry_id);
  if ticked.found <> (select count(distinct u) from unnest(row_ids) u) then
    raise exception using errcode = 'NTFND', message = 'A row is not on this account until that day, or reconciled already.';
  end if;
  if opening + ticked.amount <> statement_balance then
    raise exception using errcode = 'NOSUM', message = 'The rows do not add up to the balance of the statement.',
      detail = jsonb_build_object('amount', statement_balance, 'sum', opening + ticked.amount, 'left', statement_balance - opening - ticked.amount)::text;
  end if;
  insert into public.reconciliations (user_id, account_id, statement_date, statement_balance, opening_balance, rows, reconciled_at)
    values (account.user_id, account.id, statement_date, statement_balance, opening, ticked.found, bank.now_for(account.user_id)) returning * into made;
  insert into public.reconciled_rows (user_id, reconciliation_id, account_id, entry_id)
    select account.user_id, made.id, account.id, t.entry_id from public.transactions t where t.id = any (row_ids) and t.account_id = account.id;
  perform bank.remember(request_id, params, to_jsonb(made));
  return made;
end
$$;
comment on function public.finish_reconciliation(uuid, date, numeric, uuid[], text) is
  'Ticks rows of one of the caller''s accounts off against a statement, if with those before they add up to its balance, and returns the reconciliation. Refuses: BADAM, NTFND, BADDT, NOSUM, RQDIF.';
grant execute on function public.finish_reconciliation(uuid, date, numeric, uuid[], text) to authenticated;

create function public.undo_reconciliation(reconciliation_id uuid) returns public.reconciliations language plpgsql volatile
security definer -- marks are written by verbs alone
set search_path = '' as $$
declare
  gone public.reconciliations;
begin
  select * into gone from public.reconciliations r where r.id = undo_reconciliation.reconciliation_id and r.user_id = bank.caller() for update;
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such reconciliation of yours.';
  end if;
  if exists (select from public.reconciliations r where r.account_id = gone.account_id
      and (r.statement_date, r.reconciled_at) > (gone.statement_date, gone.reconciled_at)) then
    raise exception using errcode = 'RECON', message = 'A later statement has been reconciled: take that one back first.',
      detail = jsonb_build_object('reason', 'later')::text;
  end if;
  delete from public.reconciliations r where r.id = gone.id;
  return gone;
end
$$;
comment on function public.undo_reconciliation(uuid) is
  'Takes the last reconciliation of an account back: its rows can be ticked off again. Returns what it was. Refuses: NTFND, RECON.';
grant execute on function public.undo_reconciliation(uuid) to authenticated;
