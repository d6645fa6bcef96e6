set check_function_bodies = off;

-- The maximum number of rows per customer in each table. The limits are far above what a person needs in
-- decades of simulated time. They keep one customer from filling the database that all customers share.
create table bank.row_limits (
  table_name text primary key,
  owner_column text not null,
  highest integer not null check (highest >= 0),
  label text not null
);
alter table bank.row_limits enable row level security;
comment on table bank.row_limits is
  'The maximum number of rows per customer in a table. An operator can change it.';
comment on column bank.row_limits.table_name is 'The table, with its schema.';
comment on column bank.row_limits.owner_column is 'The column with the customer''s id.';
comment on column bank.row_limits.label is 'The plural noun for refusal messages.';

create function bank.check_row_limit() returns trigger language plpgsql
security definer -- because it counts every row of the customer
set search_path = '' as $$
declare
  always_counted_up_to constant integer := 5000;
  counted_share constant double precision := 0.01;
  row_limit bank.row_limits;
  is_exceeded boolean;
begin
  select * into row_limit from bank.row_limits l where l.table_name = tg_table_schema || '.' || tg_table_name;
  if not found then return null; end if;
  -- Counting a large table costs more than inserting a row, so only one insert in a hundred is checked.
  -- Inserts of at least 100 rows are always checked.
  if row_limit.highest > always_counted_up_to and random() >= counted_share
    and (select count(*) from (select from added limit 100) as first_rows) < 100 then
    return null;
  end if;
  execute format(
    'select exists (select from (select distinct %1$I as id from added where %1$I is not null) as owner where
       (select count(*) from (
         select from %2$s as counted_rows where counted_rows.%1$I = owner.id limit $1 + 1) as counted) > $1)',
    row_limit.owner_column, tg_relid::regclass) into is_exceeded using row_limit.highest;
  if is_exceeded then
    perform bank.refuse('LIMIT',
      format('You''ve reached the limit of %s %s.', to_char(row_limit.highest, 'FM999,999,999'),
      row_limit.label), jsonb_build_object('highest', row_limit.highest));
  end if;
  return null;
end $$;
comment on function bank.check_row_limit is 'Refuses (LIMIT) an insert that gives a customer more rows in '
  'the table than its limit. For large tables, only a random share of the inserts is checked.';

create procedure bank.limit_rows(limited regclass, highest integer, label text) language plpgsql as $$
declare
  owner_column text;
begin
  select a.attname into strict owner_column from pg_catalog.pg_attribute a
    where a.attrelid = limited and a.attname in ('user_id', 'household_id') and not a.attisdropped;
  insert into bank.row_limits (table_name, owner_column, highest, label)
    select n.nspname || '.' || c.relname, owner_column, limit_rows.highest, limit_rows.label
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = limited;
  execute format('create trigger check_row_limit after insert on %s referencing new table as added
    for each statement execute function bank.check_row_limit()', limited);
end $$;
comment on procedure bank.limit_rows is
  'Sets the maximum number of rows per customer in a table. For migrations.';

call bank.limit_rows('public.accounts', 2000, 'accounts, including closed ones');
call bank.limit_rows('public.account_deletions', 1, 'scheduled account deletions');
call bank.limit_rows('public.assistant_conversations', 2000, 'conversations with the assistant');
call bank.limit_rows('public.assistant_messages', 100000, 'messages to the assistant');
call bank.limit_rows('public.assistant_proposals', 100000, 'assistant proposals');
call bank.limit_rows('public.auto_deposits', 1000, 'auto deposits, including ended ones');
call bank.limit_rows('public.budget_limits', 50000, 'monthly budget amounts');
call bank.limit_rows('public.budget_moves', 50000, 'moves between budgets');
call bank.limit_rows('public.budget_settings', 1, 'budget settings');
call bank.limit_rows('public.budgets', 1000, 'budgets');
call bank.limit_rows('public.card_applications', 1000, 'card applications');
call bank.limit_rows('public.card_controls', 5000, 'card controls');
call bank.limit_rows('public.disputes', 10000, 'disputes');
call bank.limit_rows('public.card_limit_requests', 10000, 'credit limit requests');
call bank.limit_rows('public.card_replacements', 10000, 'card replacements');
call bank.limit_rows('public.card_statements', 1000000, 'card statements');
call bank.limit_rows('public.categories', 500, 'categories');
call bank.limit_rows('public.certificates', 2000, 'certificates of deposit');
call bank.limit_rows('public.changes', 2000, 'changes');
call bank.limit_rows('public.checkpoints', 100, 'checkpoints');
call bank.limit_rows('public.contacts', 500, 'contacts');
call bank.limit_rows('public.credit_cards', 2000, 'credit cards, including closed ones');
call bank.limit_rows('public.debt_reserves', 2000, 'escrow accounts');
call bank.limit_rows('public.document_folders', 100, 'folders');
call bank.limit_rows('public.documents', 1000000, 'documents');
call bank.limit_rows('public.fund_accounts', 2000, 'accounts with funds');
call bank.limit_rows('public.fund_orders', 200000, 'fund orders');
call bank.limit_rows('public.goal_movements', 1000000, 'goal contributions');
call bank.limit_rows('public.goals', 500, 'goals');
call bank.limit_rows('public.holdings', 6000, 'holdings');
call bank.limit_rows('public.holds', 100000, 'holds');
call bank.limit_rows('public.household_events', 2000000, 'events');
call bank.limit_rows('public.help_votes', 500, 'help article ratings');
call bank.limit_rows('public.imported_lines', 500000, 'imported lines');
call bank.limit_rows('public.imports', 5000, 'imports');
call bank.limit_rows('public.insight_dismissals', 10000, 'dismissed insights');
call bank.limit_rows('public.lesson_progress', 200, 'lessons');
call bank.limit_rows('public.loan_applications', 500, 'loan applications');
call bank.limit_rows('public.loans', 2000, 'loans');
call bank.limit_rows('public.lots', 500000, 'lots of fund units');
call bank.limit_rows('public.mortgages', 2000, 'mortgages');
call bank.limit_rows('public.notification_preferences', 5000, 'notification settings');
call bank.limit_rows('public.refunds', 10000, 'returned purchases');
call bank.limit_rows('public.scenario_packs', 100, 'imported scenarios');
call bank.limit_rows('public.payment_exceptions', 10000, 'changed payments');
call bank.limit_rows('public.pay_stubs', 100000, 'pay stubs');
call bank.limit_rows('public.peer_transfers', 100000, 'payments and requests between people');
call bank.limit_rows('public.peer_payments', 100000, 'payments and requests between people');
call bank.limit_rows('public.scenario_runs', 2000, 'scenario runs');
call bank.limit_rows('public.push_subscriptions', 20, 'browsers with notifications');
call bank.limit_rows('public.reconciled_transactions', 1000000, 'reconciled transactions');
call bank.limit_rows('public.reconciliations', 10000, 'reconciliations');
call bank.limit_rows('public.refinance_offers', 10000, 'refinance offers');
call bank.limit_rows('public.transaction_attachments', 20000, 'attachments');
call bank.limit_rows('public.transaction_details', 500000, 'transaction notes');
call bank.limit_rows('public.transaction_edits', 500000, 'transaction edits');
call bank.limit_rows('public.categorization_rules', 100, 'categorization rules');
call bank.limit_rows('public.transaction_splits', 200000, 'split parts');
call bank.limit_rows('public.transaction_tags', 200000, 'tags on transactions');
call bank.limit_rows('public.saved_views', 50, 'saved views');
call bank.limit_rows('public.scheduled_payments', 1000, 'scheduled payments, including ended ones');
call bank.limit_rows('public.shocks', 1000, 'scenario events');
call bank.limit_rows('public.ticket_attachments', 10000, 'message attachments');
call bank.limit_rows('public.ticket_messages', 20000, 'messages to support');
call bank.limit_rows('public.tax_returns', 200, 'tax returns');
call bank.limit_rows('public.tickets', 2000, 'support requests');
call bank.limit_rows('public.transactions', 1000000, 'transactions');
call bank.limit_rows('public.virtual_cards', 5000, 'virtual cards');
call bank.limit_rows('bank.linked_payees', 10000, 'known people');
call bank.limit_rows('bank.card_movements', 1000000, 'card transactions');
call bank.limit_rows('bank.exchange_quotes', 1000, 'exchange quotes');
call bank.limit_rows('bank.entries', 2000000, 'journal entries');
call bank.limit_rows('bank.import_drafts', 100000, 'lines of unfinished imports');
call bank.limit_rows('bank.ledger_accounts', 20000, 'products, including deleted ones');
call bank.limit_rows('bank.peer_legs', 100000, 'payments to and from other customers');
call bank.limit_rows('bank.requests', 1000000, 'requests');
call bank.limit_rows('bank.ledger_hashes', 2000000, 'ledger fingerprints');
