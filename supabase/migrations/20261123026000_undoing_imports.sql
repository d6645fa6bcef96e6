set check_function_bodies = off;

-- Reconciliation. A customer checks off transactions against a statement until the difference is zero.
-- Entries don't change.
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
comment on table public.reconciliations is
  'Reconciled statements. Each balance matches the account to the cent.';
comment on column public.reconciliations.opening_balance is
  'The sum of all previously reconciled transactions.';
comment on column public.reconciliations.rows is 'The number of transactions that this statement reconciled.';

create table public.reconciled_transactions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  reconciliation_id uuid not null references public.reconciliations on delete cascade,
  account_id uuid not null,
  entry_id bigint not null,
  constraint reconciled_transactions_account_id_entry_id_key unique (account_id, entry_id)
);
create index reconciled_transactions_user_id_idx on public.reconciled_transactions (user_id);
create index reconciled_transactions_reconciliation_id_idx on public.reconciled_transactions
  (reconciliation_id);
comment on table public.reconciled_transactions is
  'Reconciled transactions by entry. Each transaction can be reconciled only once.';

call bank.show_to_owner('public.reconciliations', 'public.reconciled_transactions');

create function public.finish_reconciliation(account_id uuid, statement_date date default null,
  statement_balance numeric default null, transaction_keys uuid[] default '{}', request_id text default null)
returns public.reconciliations language plpgsql volatile set search_path = ''
security definer -- because it writes reconciliation marks, which customers can change only through functions
as $$
declare
  params jsonb := jsonb_build_object('verb', 'finish_reconciliation', 'account', account_id,
    'date', statement_date, 'balance', trim_scale(statement_balance)::text,
    'rows', to_jsonb(transaction_keys));
  reconciliation public.reconciliations := bank.replay_row(request_id, params, null::public.reconciliations);
  account public.accounts;
  zone text := coalesce((select time_zone from public.customers where id = bank.caller()), 'UTC');
  opening numeric;
  ticked record;
begin
  if reconciliation.id is not null then return reconciliation; end if;
  select * into account from public.accounts a where a.id = finish_reconciliation.account_id
    and a.user_id = bank.caller() for no key update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that account.');
  perform bank.refuse_if((statement_balance between 0 and 999999999999.99
    and statement_balance = round(statement_balance, 2)) is not true,
    'BADAM', 'Enter a balance of zero or more.');
  perform bank.refuse_if(statement_date is null or statement_date > bank.today_for(account.user_id)
    or exists (select from public.reconciliations r where r.account_id = account.id
    and r.statement_date > finish_reconciliation.statement_date),
    'BADDT', 'Choose a statement date after the last reconciliation and no later than today.',
    jsonb_build_object('date', statement_date, 'latest', bank.today_for(account.user_id)));
  opening := (select coalesce(sum(case t.direction when 'in' then t.amount else -t.amount end), 0)
    from public.reconciled_transactions r join public.transactions t on t.account_id = r.account_id
      and t.entry_id = r.entry_id where r.account_id = account.id);
  select count(*) as found,
    coalesce(sum(case t.direction when 'in' then t.amount else -t.amount end), 0) as amount into ticked
    from public.transactions t where t.id = any (transaction_keys) and t.account_id = account.id
      and (t.date at time zone zone)::date <= statement_date
      and not exists (select from public.reconciled_transactions r where r.account_id = account.id
        and r.entry_id = t.entry_id);
  perform bank.refuse_if(ticked.found <> (select count(distinct u) from unnest(transaction_keys) u),
    'NTFND', 'A selected transaction is already reconciled, isn''t in this account, or is dated after the '
    'statement date. Reload the page.');
  perform bank.refuse_if(opening + ticked.amount <> statement_balance,
    'NOSUM', 'The transactions don''t add up to the statement balance. Check your selection.',
    jsonb_build_object('amount', statement_balance, 'sum', opening + ticked.amount,
      'left', statement_balance - opening - ticked.amount));
  insert into public.reconciliations (user_id, account_id, statement_date, statement_balance,
    opening_balance, rows, reconciled_at)
    values (account.user_id, account.id, statement_date, statement_balance, opening, ticked.found,
      bank.now_for(account.user_id)) returning * into reconciliation;
  insert into public.reconciled_transactions (user_id, reconciliation_id, account_id, entry_id)
    select account.user_id, reconciliation.id, account.id, t.entry_id from public.transactions t
      where t.id = any (transaction_keys) and t.account_id = account.id;
  return bank.remember(request_id, params, reconciliation);
end $$;
comment on function public.finish_reconciliation is 'Reconciles transactions of one of the caller''s '
  'accounts with a statement and returns the reconciliation. These and all previously reconciled '
  'transactions must add up to the statement balance. Refuses: BADAM, NTFND, BADDT, NOSUM, RQDIF.';

create function public.undo_reconciliation(reconciliation_id uuid) returns public.reconciliations
language plpgsql volatile set search_path = ''
security definer -- because it writes reconciliation marks, which customers can change only through functions
as $$
declare
  removed public.reconciliations;
begin
  select * into removed from public.reconciliations r where r.id = undo_reconciliation.reconciliation_id
    and r.user_id = bank.caller() for update;
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that reconciliation.');
  perform bank.refuse_if(exists (select from public.reconciliations r
    where r.account_id = removed.account_id
    and (r.statement_date, r.reconciled_at) > (removed.statement_date, removed.reconciled_at)),
    'RECON', 'A later statement is already reconciled. Undo that reconciliation first.',
    jsonb_build_object('reason', 'later'));
  delete from public.reconciliations r where r.id = removed.id;
  return removed;
end $$;
comment on function public.undo_reconciliation is
  'Undoes an account''s last reconciliation and returns it. Refuses: NTFND, RECON.';

-- Undoing an import reverses every entry and removes its transactions from the history. Because of the
-- reversals, the audit doesn't report the transactions as missing.
create index entries_reverses_idx on bank.entries (reverses) where reverses is not null;

create function bank.reverse_import(undone public.imports, at timestamptz)
returns numeric language plpgsql volatile set enable_nestloop = off as $$
declare
  total numeric;
  newest bigint;
begin
  insert into bank.entries (household_id, at, value_at, kind, description, actor, channel, merchant,
    category_id, reverses, event_key)
    select e.household_id, reverse_import.at, e.value_at, 'import_reversal', e.description, auth.uid(),
      'import', e.merchant, e.category_id, e.id, 'undo:' || substr(e.event_key, 8)
    from public.imported_lines l join bank.entries e on e.id = l.entry_id
    where l.import_id = undone.id and not exists (select from bank.entries r where r.reverses = e.id)
    union all
    select e.household_id, reverse_import.at, e.value_at, 'import_reversal', e.description, auth.uid(),
      'import', e.merchant, e.category_id, e.id, 'undo:' || undone.id || ':0'
    from bank.entries e where e.household_id = undone.user_id
      and e.event_key = 'import:' || undone.id || ':0';
  insert into bank.postings (entry_id, ledger_id, currency, amount)
    select r.id, p.ledger_id, p.currency, -p.amount
    from bank.entries r join bank.postings p on p.entry_id = r.reverses
    where r.household_id = undone.user_id and r.event_key like 'undo:' || undone.id || ':%';
  select sum(p.amount), max(p.entry_id) into total, newest
    from bank.entries r join bank.postings p on p.entry_id = r.id
      and p.ledger_id = coalesce(undone.account_id, undone.card_id)
    where r.household_id = undone.user_id and r.event_key like 'undo:' || undone.id || ':%';
  update public.accounts a
    set balance = a.balance + coalesce(total, 0), last_entry = coalesce(newest, a.last_entry),
    updated_at = reverse_import.at where a.id = undone.account_id;
  update public.credit_cards c set balance = c.balance - total, last_entry = newest,
    updated_at = reverse_import.at where c.id = undone.card_id and newest is not null;
  return coalesce(total, 0);
end $$;
comment on function bank.reverse_import is 'Reverses every entry of an import and updates the balance of '
  'its account or card. Returns the amount by which it changed.';

create function bank.delete_imported_transactions(undone public.imports)
returns void language plpgsql volatile set enable_nestloop = off as $$
declare
  since timestamptz;
begin
  with removed as (
    delete from public.transactions t using bank.entries e
      where t.account_id = undone.account_id and e.id = t.entry_id and e.household_id = undone.user_id
        and e.event_key like 'import:' || undone.id || ':%'
        and exists (select from bank.entries r where r.reverses = e.id and r.kind = 'import_reversal')
      returning t.date
  )
  select min(r.date) into since from removed r;
  perform bank.recompute_running_balances(undone.account_id, since);
end $$;
comment on function bank.delete_imported_transactions is
  'Deletes the transactions of an import; a trigger deletes their annotations.';

create function bank.delete_imported_movements(undone public.imports)
returns void language plpgsql volatile set enable_nestloop = off as $$
declare
  keys text[];
begin
  with removed as (
    delete from bank.card_movements m using bank.entries e
      where m.card_id = undone.card_id and e.id = m.entry_id and e.household_id = undone.user_id
        and e.event_key like 'import:' || undone.id || ':%'
      returning m.transaction_key
  )
  select array_agg(r.transaction_key) into keys from removed r;
  delete from public.transaction_details d where d.user_id = undone.user_id
    and d.transaction_key = any (keys);
  delete from public.transaction_tags d where d.user_id = undone.user_id
    and d.transaction_key = any (keys);
  delete from public.transaction_splits d where d.user_id = undone.user_id
    and d.transaction_key = any (keys);
  delete from public.transaction_attachments d where d.user_id = undone.user_id
    and d.transaction_key = any (keys);
  perform bank.recompute_card_balances(array[undone.card_id]);
end $$;
comment on function bank.delete_imported_movements is
  'Deletes the card activity of an import with its annotations. The journal keeps the entries.';

-- A cycle can forget an import until its statement closes or a payment was due. After that, the statement,
-- the interest, or the late fee depends on the import.
create function bank.check_card_undo(card public.credit_cards, undone public.imports)
returns void language plpgsql volatile as $$
declare
  zone text := coalesce((select c.time_zone from public.customers c where c.id = card.user_id), 'UTC');
  -- Postings in the last millisecond of a day count on the next day.
  imported_on date := (select ((min(e.at) + interval '1 millisecond') at time zone zone)::date
    from bank.entries e where e.household_id = undone.user_id
      and e.event_key like 'import:' || undone.id || ':%');
  closed_on date := (select min(s.to_date) from public.card_statements s where s.card_id = card.id
    and s.to_date >= imported_on);
  due_on date := (select max(coalesce(s.pay_by, s.due_date)) from public.card_statements s
    where s.card_id = card.id and s.to_date < imported_on
      and coalesce(s.pay_by, s.due_date) between imported_on and bank.today_for(card.user_id) - 1);
begin
  perform bank.refuse_if(closed_on is not null,
    'STMNT', 'Your card statement already includes this import, so we can''t undo it.',
    jsonb_build_object('reason', 'closed', 'date', closed_on));
  perform bank.refuse_if(due_on is not null and undone.money_in > 0,
    'STMNT', 'This import''s payments counted toward your due date, so we can''t undo it.',
    jsonb_build_object('reason', 'due', 'date', due_on));
end $$;
comment on function bank.check_card_undo is
  'Refuses to undo an import into a card after its statement closed or its payments were due (STMNT).';

create function bank.undo_card_import(undone public.imports)
returns public.imports language plpgsql volatile as $$
declare
  card public.credit_cards := bank.lock_card(undone.card_id);
  at timestamptz;
begin
  select * into undone from public.imports i where i.id = undone.id for update;
  if undone.undone_at is not null then
    return undone; -- repeated request
  end if;
  perform bank.check_card_undo(card, undone);
  at := bank.now_for(card.user_id);
  perform bank.reverse_import(undone, at);
  perform bank.delete_imported_movements(undone);
  update public.imports i set undone_at = at where i.id = undone.id returning * into undone;
  if undone.opened_account then perform bank.close_import_card(undone.card_id, at); end if;
  return undone;
end $$;
comment on function bank.undo_card_import is
  'Undoes an import into a card, as if it had never been posted. Refuses: NTFND, CLOSD, STMNT.';

create function bank.close_import_card(card_id uuid, at timestamptz)
returns void language plpgsql volatile as $$
declare
  card public.credit_cards;
  entry bigint;
begin
  select * into card from public.credit_cards c where c.id = close_import_card.card_id;
  -- The opening balance is the only other entry of a card that was opened for the import and never used.
  if exists (select from bank.card_movements m where m.card_id = card.id and m.kind <> 'opening')
    or exists (select from public.card_statements s where s.card_id = card.id)
    or exists (select from public.virtual_cards v where v.card_id = card.id) then
    return;
  end if;
  if card.balance <> 0 then
    entry := bank.change_debt(card.user_id, card.id, card.currency, -card.balance, 'closing',
      'Import undone', bank.system_account('charge_offs'));
    update public.credit_cards c set balance = 0, last_entry = entry where c.id = card.id;
  end if;
  update public.credit_cards c set closed_at = close_import_card.at, autopay = null,
    autopay_account_id = null, autopay_amount = null where c.id = card.id;
end $$;
comment on function bank.close_import_card is
  'Closes a card that an import opened and that was never used, with its opening balance.';

create function public.undo_import(import_id uuid) returns public.imports language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' set enable_nestloop = off as $$
declare
  undone public.imports;
  account public.accounts;
  put_right numeric;
  total numeric;
begin
  select * into undone from public.imports i where i.id = undo_import.import_id and i.user_id = bank.caller();
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that import.');
  if undone.card_id is not null then return bank.undo_card_import(undone); end if;
  account := bank.lock_account(undone.account_id);
  select * into undone from public.imports i where i.id = undo_import.import_id for update;
  if undone.undone_at is not null then
    return undone; -- repeated request
  end if;
  perform bank.refuse_if(
    exists (select from public.reconciled_transactions r join bank.entries e on e.id = r.entry_id
    where r.account_id = account.id and e.event_key like 'import:' || undone.id || ':%'),
    'RECON', 'Some of these transactions are reconciled. Undo the reconciliation first.',
    jsonb_build_object('reason', 'reconciled'));
  perform bank.refuse_if(account.currency <> undone.currency,
    'BADCU', 'We can''t undo this import because the account''s currency has changed since then.',
    jsonb_build_object('currency', undone.currency, 'account_currency', account.currency));
  select coalesce(sum(case r.direction when 'in' then r.amount else -r.amount end), 0) into put_right
    from bank.corrected_transactions(undone) r;
  select put_right + coalesce(sum(p.amount), 0) into total from bank.entries e
    join bank.postings p on p.entry_id = e.id and p.ledger_id = account.id
    where e.household_id = account.user_id and e.event_key like 'import:' || undone.id || ':%'
      -- Excludes entries that were already corrected separately.
      and not exists (select from bank.entries r where r.reverses = e.id);
  perform bank.refuse_if(public.available_balance(account) - total < 0,
    'INSUF', 'There isn''t enough money in this account to undo the import. Add money and try again.',
    jsonb_build_object('available', public.available_balance(account), 'amount', total,
      'short', total - public.available_balance(account)));
  if put_right <= 0 then perform bank.reverse_corrections(undone); end if;
  perform bank.reverse_import(undone, bank.next_instant(account.user_id, array[account.id]));
  if put_right > 0 then perform bank.reverse_corrections(undone); end if;
  perform bank.delete_imported_transactions(undone);
  update public.imports i set undone_at = bank.now_for(account.user_id) where i.id = undone.id
    returning * into undone;
  if undone.opened_account and not exists (select from public.transactions t
      where t.account_id = account.id and t.corrected_by is null and t.kind <> 'correction') then
    update public.accounts a set closed_at = bank.now_for(account.user_id) where a.id = account.id;
  end if;
  return undone;
end $$;
comment on function public.undo_import is
  'Undoes an import completely or not at all. Reverses its entries, removes its transactions, and undoes '
  'corrections. Closes an account or card that the import opened. Refuses: NTFND, CLOSD, INSUF, RECON, '
  'BADCU, STMNT.';

-- If an imported line was corrected, the correction is also undone. The correction and its reversal remain in
-- the history, but they don't count, and the next import doesn't treat them as duplicates.
create function bank.corrected_transactions(undone public.imports)
returns setof public.transactions language sql stable set enable_nestloop = off as $$
  with recursive chain as (
    select t.id from bank.entries e join public.transactions t on t.entry_id = e.id
      and t.account_id = undone.account_id
    where e.household_id = undone.user_id and e.event_key like 'import:' || undone.id || ':%'
      and t.corrected_by is not null
    union all
    select t.id from chain c join public.transactions t on t.corrects = c.id and t.user_id = undone.user_id
    where t.kind <> 'correction'
  )
  select t.* from chain c join public.transactions t on t.id = c.id
  where t.corrected_by is null
$$;
comment on function bank.corrected_transactions is
  'Returns the current corrections of an import''s transactions, even if they were corrected several times.';

create function bank.reverse_corrections(undone public.imports) returns void language plpgsql volatile as $$
declare
  correction public.transactions;
begin
  -- Reversals that credit the account come first, so that no debit exceeds the balance.
  for correction in
    select r.* from bank.corrected_transactions(undone) r order by r.direction = 'in', r.amount, r.id
  loop
    perform bank.reverse_movement(correction);
  end loop;
end $$;
comment on function bank.reverse_corrections is
  'Reverses the corrections of an import''s transactions. Refuses: INSUF.';
call bank.broadcast('public.reconciliations');

grant execute on function
  public.finish_reconciliation, public.undo_reconciliation, public.undo_import to authenticated;
