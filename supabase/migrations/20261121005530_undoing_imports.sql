-- Taking a whole import back: every entry is reversed in the books, and its rows leave the history of the account. What the
-- books know and the history does not is told from a fault by its reversal.
create index entries_reverses_idx on bank.entries (reverses) where reverses is not null;

create function bank.reverse_import(undone public.imports, at timestamptz) returns numeric language plpgsql volatile as $$
declare
  total numeric;
  newest bigint;
begin
  insert into bank.entries (household_id, at, value_at, kind, description, actor, channel, merchant, category_id, reverses, event_key)
    select e.household_id, reverse_import.at, e.value_at, 'import_reversal', e.description, auth.uid(), 'import', e.merchant, e.category_id, e.id,
      'undo:' || substr(e.event_key, 8)
    from public.imported_lines l join bank.entries e on e.id = l.entry_id
    where l.import_id = undone.id and not exists (select from bank.entries r where r.reverses = e.id)
    union all
    select e.household_id, reverse_import.at, e.value_at, 'import_reversal', e.description, auth.uid(), 'import', e.merchant, e.category_id, e.id,
      'undo:' || undone.id || ':0'
    from bank.entries e where e.household_id = undone.user_id and e.event_key = 'import:' || undone.id || ':0';
  insert into bank.postings (entry_id, ledger_id, currency, amount)
    select r.id, p.ledger_id, p.currency, -p.amount
    from bank.entries r join bank.postings p on p.entry_id = r.reverses
    where r.household_id = undone.user_id and r.event_key like 'undo:' || undone.id || ':%';
  select sum(p.amount), max(p.entry_id) into total, newest
    from bank.entries r join bank.postings p on p.entry_id = r.id and p.ledger_id = undone.account_id
    where r.household_id = undone.user_id and r.event_key like 'undo:' || undone.id || ':%';
  update public.accounts a set balance = a.balance + coalesce(total, 0), last_entry = coalesce(newest, a.last_entry),
    updated_at = reverse_import.at where a.id = undone.account_id;
  return coalesce(total, 0);
end
$$;
comment on function bank.reverse_import(public.imports, timestamptz) is
  'Writes the reversal of every entry of an import and the balance that remains; returns by how much it changed.';

create function bank.forget_imported_rows(undone public.imports) returns void language plpgsql volatile as $$
declare
  gone text[];
  since timestamptz;
begin
  with removed as (
    delete from public.transactions t using bank.entries e
      where t.account_id = undone.account_id and e.id = t.entry_id and e.household_id = undone.user_id
        and e.event_key like 'import:' || undone.id || ':%' and exists (select from bank.entries r where r.reverses = e.id and r.kind = 'import_reversal')
      returning t.id, t.date
  )
  select array_agg(r.id::text), min(r.date) into gone, since from removed r;
  perform bank.restate_balances(undone.account_id, since);
  delete from public.row_details d where d.user_id = undone.user_id and d.row_id = any (gone);
  delete from public.row_tags d where d.user_id = undone.user_id and d.row_id = any (gone);
  delete from public.row_splits d where d.user_id = undone.user_id and d.row_id = any (gone);
  delete from public.row_attachments d where d.user_id = undone.user_id and d.row_id = any (gone);
end
$$;
comment on function bank.forget_imported_rows(public.imports) is 'Takes the rows of an import out of the history of its account, with what was written about them.';

create function public.undo_import(import_id uuid) returns public.imports language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  undone public.imports;
  account public.accounts;
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
  select coalesce(sum(p.amount), 0) into total from bank.entries e join bank.postings p on p.entry_id = e.id and p.ledger_id = account.id
    where e.household_id = account.user_id and e.event_key like 'import:' || undone.id || ':%'
      and not exists (select from bank.entries r where r.reverses = e.id); -- what was corrected on its own is even already
  if public.available_balance(account) - total < 0 then
    raise exception using errcode = 'INSUF', message = 'There is not enough money on this account to take the import back.',
      detail = jsonb_build_object('available', public.available_balance(account), 'amount', total,
        'short', total - public.available_balance(account))::text;
  end if;
  perform bank.reverse_import(undone, bank.next_instant(account.user_id, array[account.id]));
  perform bank.forget_imported_rows(undone);
  update public.imports i set undone_at = bank.now_for(account.user_id) where i.id = undone.id returning * into undone;
  if undone.opened_account and not exists (select from public.transactions t where t.account_id = account.id) then
    update public.accounts a set closed_at = bank.now_for(account.user_id) where a.id = account.id;
  end if;
  return undone;
end
$$;
comment on function public.undo_import(uuid) is
  'Takes a whole import back, or nothing of it: its entries are reversed, its rows leave the account; an account that was opened for it is closed. Refuses: NTFND, CLOSD, INSUF, RECON, BADCU.';
grant execute on function public.undo_import(uuid) to authenticated;

create or replace function bank.audit_rows(household uuid) returns table (violation text, subject text, detail jsonb)
language plpgsql stable as $$
begin
  return query
    with shown as (
      select t.account_id, t.entry_id, sum(case t.direction when 'in' then t.amount else -t.amount end) as amount
      from public.transactions t where household is null or t.user_id = household
      group by t.account_id, t.entry_id
    ), booked as (
      -- An import that was taken back is in the books twice, to and fro, and not in the history.
      select p.ledger_id as account_id, p.entry_id, sum(p.amount) as amount
      from public.accounts a join bank.postings p on p.ledger_id = a.id join bank.entries e on e.id = p.entry_id
      where (household is null or a.user_id = household) and e.kind <> 'import_reversal'
        and not exists (select from bank.entries r where r.reverses = e.id and r.kind = 'import_reversal')
      group by p.ledger_id, p.entry_id
    )
    select 'history differs from the books', coalesce(shown.account_id, booked.account_id)::text,
      jsonb_build_object('entry', coalesce(shown.entry_id, booked.entry_id), 'shown', shown.amount, 'booked', booked.amount)
    from shown full join booked on booked.account_id = shown.account_id and booked.entry_id = shown.entry_id
    where shown.amount is distinct from booked.amount;
  return query
    select 'reversal differs from what it takes back', r.id::text, jsonb_build_object('entry', r.reverses)
    from bank.entries r
    where (household is null or r.household_id = household) and r.kind = 'import_reversal' and exists (
      select from bank.postings p where p.entry_id in (r.id, r.reverses) group by p.ledger_id, p.currency having sum(p.amount) <> 0);
end
$$;

create or replace function bank.audit_replay(household uuid) returns table (violation text, subject text, detail jsonb)
language sql stable as $$
  select 'balance after a movement differs from the replay', r.account_id::text,
    jsonb_build_object('entry', r.entry_id, 'shown', r.balance_after, 'replayed', r.replayed)
  from (
    -- In the order of dates, by the journal's amounts: what customers see adds up line by line.
    select t.account_id, t.entry_id, t.balance_after,
      sum(p.amount) over (partition by t.account_id order by t.date) as replayed
    from public.transactions t
      join bank.postings p on p.entry_id = t.entry_id and p.ledger_id = t.account_id and p.currency = t.currency
    where t.user_id = household) r
  where r.replayed <> r.balance_after
$$;
