-- A row of an import may have been put right since. What stands in its place came with the file too, and is taken back with it;
-- the pair stays in the history, counts nowhere, and is nothing that the next file could bring a second time.
create function bank.rows_put_right(undone public.imports) returns setof public.transactions language sql stable set enable_nestloop = off as $$
  with recursive chain as (
    select t.id from bank.entries e join public.transactions t on t.entry_id = e.id and t.account_id = undone.account_id
    where e.household_id = undone.user_id and e.event_key like 'import:' || undone.id || ':%' and t.corrected_by is not null
    union all
    select t.id from chain c join public.transactions t on t.corrects = c.id and t.user_id = undone.user_id
    where t.kind <> 'correction'
  )
  select t.* from chain c join public.transactions t on t.id = c.id
  where t.corrected_by is null
$$;
comment on function bank.rows_put_right(public.imports) is
  'What stands today in place of rows of an import that were corrected, however often.';

create function bank.take_back_put_right(undone public.imports) returns void language plpgsql volatile as $$
declare
  standing public.transactions;
begin
  -- First what gives money, so that nothing is taken that is not there yet.
  for standing in select r.* from bank.rows_put_right(undone) r order by r.direction = 'in', r.amount, r.id loop
    perform bank.take_back(standing);
  end loop;
end
$$;
comment on function bank.take_back_put_right(public.imports) is 'Takes back what stands in place of corrected rows of an import. Refuses: INSUF.';

create or replace function public.undo_import(import_id uuid) returns public.imports language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' set enable_nestloop = off as $$
declare
  undone public.imports;
  account public.accounts;
  put_right numeric;
  total numeric;
begin
  select * into undone from public.imports i where i.id = undo_import.import_id and i.user_id = bank.caller();
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such import of yours.';
  end if;
  account := bank.lock_account(undone.account_id);
  select * into undone from public.imports i where i.id = undo_import.import_id for update;
  if undone.undone_at is not null then
    return undone; -- the same wish twice
  end if;
  if exists (select from public.reconciled_rows r join bank.entries e on e.id = r.entry_id
      where r.account_id = account.id and e.event_key like 'import:' || undone.id || ':%') then
    raise exception using errcode = 'RECON', message = 'Some of these rows are reconciled: take the reconciliation back first.',
      detail = jsonb_build_object('reason', 'reconciled')::text;
  end if;
  if account.currency <> undone.currency then
    raise exception using errcode = 'BADCU', message = 'The account has changed its currency since.',
      detail = jsonb_build_object('currency', undone.currency, 'account_currency', account.currency)::text;
  end if;
  select coalesce(sum(case r.direction when 'in' then r.amount else -r.amount end), 0) into put_right from bank.rows_put_right(undone) r;
  select put_right + coalesce(sum(p.amount), 0) into total from bank.entries e join bank.postings p on p.entry_id = e.id and p.ledger_id = account.id
    where e.household_id = account.user_id and e.event_key like 'import:' || undone.id || ':%'
      and not exists (select from bank.entries r where r.reverses = e.id); -- what was corrected on its own is even already
  if public.available_balance(account) - total < 0 then
    raise exception using errcode = 'INSUF', message = 'There is not enough money on this account to take the import back.',
      detail = jsonb_build_object('available', public.available_balance(account), 'amount', total,
        'short', total - public.available_balance(account))::text;
  end if;
  if put_right <= 0 then
    perform bank.take_back_put_right(undone);
  end if;
  perform bank.reverse_import(undone, bank.next_instant(account.user_id, array[account.id]));
  if put_right > 0 then
    perform bank.take_back_put_right(undone);
  end if;
  perform bank.forget_imported_rows(undone);
  update public.imports i set undone_at = bank.now_for(account.user_id) where i.id = undone.id returning * into undone;
  if undone.opened_account and not exists (select from public.transactions t
      where t.account_id = account.id and t.corrected_by is null and t.kind <> 'correction') then
    update public.accounts a set closed_at = bank.now_for(account.user_id) where a.id = account.id;
  end if;
  return undone;
end
$$;
comment on function public.undo_import(uuid) is
  'Takes a whole import back, or nothing of it: its entries are reversed, its rows leave the account, what was put right in it is taken back too; an account that was opened for it is closed. Refuses: NTFND, CLOSD, INSUF, RECON, BADCU.';

create or replace function bank.known_rows(account_id uuid, zone text, lines bank.import_line[])
returns table (id uuid, day date, amount numeric, words text, external_id text, file_name text) language sql stable set enable_nestloop = off as $$
  with span as (select min(l.day) - 10 as first_day, max(l.day) + 10 as last_day from unnest(lines) l where l.problem is null), earlier as materialized (
    select l.entry_id, l.external_id, l.description, i.file_name from public.imports i join public.imported_lines l on l.import_id = i.id
    where i.account_id = known_rows.account_id and i.undone_at is null and l.entry_id is not null
  )
  select t.id, (t.date at time zone zone)::date, case t.direction when 'in' then t.amount else -t.amount end,
    bank.plain_words(coalesce(e.description, concat_ws(' ', t.description, t.merchant))), e.external_id, e.file_name
  from span join public.transactions t on t.account_id = known_rows.account_id
      and t.date >= span.first_day::timestamp at time zone zone and t.date < (span.last_day + 1)::timestamp at time zone zone
    left join earlier e on e.entry_id = t.entry_id
  -- What was taken back is not on the account, unless a file that still stands brought it.
  where t.kind <> 'correction' and (t.corrected_by is null or e.entry_id is not null)
$$;
