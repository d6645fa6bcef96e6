set check_function_bodies = off;

-- Household import: loads products with their history for demos and files. It processes sets of rows, so that
-- thousands of entries load quickly. The ledger checks are as strict as for a single deposit.
create type bank.household_line as (ordinal bigint, entry_id bigint, at timestamptz, kind text,
  description text, merchant text, category_id uuid, ledger_id uuid, currency text, amount numeric, type text,
  product text, value_at timestamptz, event_key text, shown jsonb, shown_category_id uuid,
  shown_counter_id uuid);
comment on type bank.household_line is 'One posting of an imported household.';
comment on column bank.household_line.shown is 'The customer''s transaction, if it differs from the entry.';

-- Lists the tables of a household file, one row per list. Exports and imports use this table, so a file can
-- set only the columns that are named here.
create table bank.household_tables (
  list text primary key,
  position bigint not null unique generated always as identity,
  table_name text not null,
  columns text[] not null,
  sorted_by text not null,
  owner_column text not null default 'user_id',
  condition text not null default 'true',
  parent_column text,
  parent_table text,
  category_column text,
  requires_category boolean not null default false,
  keeps_nulls boolean not null default false,
  skips_duplicates boolean not null default false,
  has_loader boolean not null default false
);
alter table bank.household_tables enable row level security;
comment on table bank.household_tables is
  'The lists of a household file and the tables that they are read from and written to.';
comment on column bank.household_tables.position is 'The order of the import. Parents come before children.';
comment on column bank.household_tables.columns is
  'The columns in the file, which an import writes. A missing value becomes the column''s default.';
comment on column bank.household_tables.sorted_by is 'The sort order of the rows. The table''s alias is t.';
comment on column bank.household_tables.condition is 'The condition for rows in the file. The table is t.';
comment on column bank.household_tables.parent_column is
  'A reference to another row of the household. An import leaves out rows whose parent is missing.';
comment on column bank.household_tables.category_column is
  'The column that refers to a category. The file identifies the category by name.';
comment on column bank.household_tables.requires_category is
  'True if an import leaves out rows whose spending category is missing.';
comment on column bank.household_tables.keeps_nulls is 'True if missing values are null in the file.';
comment on column bank.household_tables.skips_duplicates is 'True if an import leaves out duplicate rows.';
comment on column bank.household_tables.has_loader is
  'True if a function completes the rows before they are written. Otherwise, rows are written unchanged.';

create procedure bank.add_household_table(list text, table_name text, columns text[],
  sorted_by text default 't.created_at, t.id', owner_column text default 'user_id',
  condition text default 'true', parent_column text default null, category_column text default null,
  requires_category boolean default false, keeps_nulls boolean default false,
  skips_duplicates boolean default false, has_loader boolean default false) language sql as $$
  insert into bank.household_tables (list, table_name, columns, sorted_by, owner_column, condition,
    parent_column, parent_table, category_column, requires_category, keeps_nulls, skips_duplicates,
    has_loader)
  select list, table_name, columns, sorted_by, owner_column, condition, parent_column,
    (select format('%I.%I', p.relnamespace::regnamespace, p.relname) from pg_catalog.pg_constraint k
      join pg_catalog.pg_class p on p.oid = k.confrelid
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and array[a.attnum] = k.conkey
      where k.contype = 'f' and k.conrelid = table_name::regclass and a.attname = parent_column),
    category_column, requires_category, keeps_nulls, skips_duplicates, has_loader
$$;
comment on procedure bank.add_household_table is
  'Adds a table to household files, after all tables that were added earlier. For migrations.';

call bank.add_household_table('accounts', 'public.accounts',
  '{id, name, type, currency, created_at, account_number, closed_at, overdraft, overdraft_account_id,
    overdraft_product, overdraft_cards, overdraft_limit, plan, plan_before, plan_since,
    tax_treatment, tax_treatment_since}',
  has_loader => true);
call bank.add_household_table('certificates', 'public.certificates',
  '{account_id, term_months, rate, penalty_days, principal, started_on, matures_on, renewals, at_maturity,
    payout_account_id, interest_account_id}',
  sorted_by => 't.started_on, t.account_id', parent_column => 'account_id');
call bank.add_household_table('cards', 'public.credit_cards',
  '{id, name, credit_limit, apr, due_date, currency, created_at, card_number, autopay_account_id, autopay,
    autopay_amount, autopay_retries, frozen, allows_recurring, rewards_balance, closed_at, product,
    opened_on, activated_quarters, security_deposit, deposit_account_id, over_limit}',
  has_loader => true);
call bank.add_household_table('loans', 'public.loans',
  '{id, name, amount, interest_rate, term, monthly_payment, start_date, currency, created_at,
    next_due_date, autopay_account_id, autopay_extra, past_due, days_past_due, paused_until, paused_on,
    payment_day, origination_fee, underwriting_fee, draw_months, rate_margin, rate_cap, home_id}',
  has_loader => true);
call bank.add_household_table('mortgages', 'public.mortgages',
  '{id, name, property_value, down_payment, interest_rate, term, monthly_payment, start_date, currency,
    created_at, next_due_date, autopay_account_id, autopay_extra, past_due, days_past_due, paused_until,
    paused_on, payment_day, current_value, rate_type, rate_margin, rate_reset_at, refinanced_at,
    origination_fee, underwriting_fee, points_fee, pmi_rate, pmi_ended_on}',
  has_loader => true);
call bank.add_household_table('debt_reserves', 'public.debt_reserves',
  '{id, mortgage_id, loan_id, kind, name, currency, created_at, next_deposit, property_tax, home_insurance,
    next_collection, ended_on}',
  has_loader => true);
-- Deleted products have only a ledger account.
call bank.add_household_table('pages', 'bank.ledger_accounts',
  '{id, product, name, currency, created_at, closed_at}', owner_column => 'household_id', has_loader => true,
  condition => 'not exists (select from bank.product_balances b where b.ledger_id = t.id)');
call bank.add_household_table('refinance_offers', 'public.refinance_offers',
  '{debt_ids, product, term, currency, rate, payoff, fee, amount, monthly_payment, total_interest,
    reasons, policy, offered_at, expires_on, accepted_at, debt_id, points, points_fee}',
  sorted_by => 't.offered_at, t.id');
call bank.add_household_table('applications', 'public.loan_applications',
  '{email, applicant_name, status, loan_amount, submitted_at, loan_type, purpose, term_months,
    annual_income, employment_status, monthly_debt, decided_at, decision, collateral_value, down_payment,
    form, reviewed_at, expires_at, accepted_at, ended_at, offer_index, loan_id, mortgage_id, home_id,
    lien}',
  sorted_by => 't.submitted_at, t.id', keeps_nulls => true, has_loader => true);
call bank.add_household_table('auto_deposits', 'public.auto_deposits',
  '{id, account_id, name, amount, frequency, is_pay, pay_details, start_date, start_time, end_date,
    occurrences, paused, yearly_adjustment, yearly_percent, next_occurrence, next_at, created_at, updated_at,
    resumed_at}',
  category_column => 'category_id');
call bank.add_household_table('scheduled_payments', 'public.scheduled_payments',
  '{id, account_id, name, payee, to_account_id, fund, card_id, loan_id, mortgage_id, amount, amount_kind,
    frequency, start_date, end_date, occurrences, weekend, speed, paused, yearly_adjustment, yearly_percent,
    next_occurrence, next_at, retry_at, created_at, updated_at, resumed_at}',
  category_column => 'category_id');
call bank.add_household_table('pay_stubs', 'public.pay_stubs',
  '{id, auto_deposit_id, account_id, event_key, employer, pay_date, frequency, filing_status, gross,
    retirement, health, hsa, federal_tax, social_security, medicare, state_tax, net, employer_match,
    federal_wages, social_security_wages, medicare_wages, children}',
  sorted_by => 't.pay_date, t.event_key');
call bank.add_household_table('tax_returns', 'public.tax_returns',
  '{id, tax_year, filing_status, wages, interest, withheld, short_term_gain, long_term_gain, dividends,
    qualified_dividends, children, distributions, early_distributions, deductions, unemployment,
    missed_distributions, corrected_distributions, is_senior, inflation, account_id, filed_on}',
  sorted_by => 't.tax_year');
call bank.add_household_table('exceptions', 'public.payment_exceptions',
  '{id, payment_id, planned_date, amount}',
  sorted_by => 't.planned_date, t.id', parent_column => 'payment_id');
call bank.add_household_table('shocks', 'public.shocks',
  '{id, shock, on_date, size, months, product_id, created_at}', sorted_by => 't.on_date, t.id');
call bank.add_household_table('household_events', 'public.household_events',
  '{at, due_at, kind, description, subject, event_key, facts}', sorted_by => 't.id', keeps_nulls => true);
call bank.add_household_table('statements', 'public.card_statements',
  '{card_id, from_date, to_date, due_date, pay_by, opening_balance, charges, payments, interest, fees,
    closing_balance, minimum_payment, rewards, cash_balance, transfer_balance, pending, purchase_apr,
    intro_until, penalty_from}',
  sorted_by => 't.to_date, t.card_id', parent_column => 'card_id');
call bank.add_household_table('card_controls', 'public.card_controls',
  '{id, card_id, kind, amount, created_at}',
  parent_column => 'card_id', category_column => 'category_id', requires_category => true);
call bank.add_household_table('virtual_cards', 'public.virtual_cards',
  '{id, card_id, name, card_number, expires_on, spend_limit, spent, merchant, single_use, status,
    created_at}',
  parent_column => 'card_id', has_loader => true);
call bank.add_household_table('card_replacements', 'public.card_replacements',
  '{id, card_id, old_last4, reason, replaced_at}',
  sorted_by => 't.replaced_at, t.id', parent_column => 'card_id');
call bank.add_household_table('card_applications', 'public.card_applications',
  '{id, product, outcome, card_id, annual_income, employment_status, monthly_debt, decision,
    decided_at}',
  sorted_by => 't.decided_at, t.id', has_loader => true);
call bank.add_household_table('limit_requests', 'public.card_limit_requests',
  '{id, card_id, requested, granted, previous, currency, decision, reasons, facts, policy, decided_at}',
  sorted_by => 't.decided_at, t.id', parent_column => 'card_id', keeps_nulls => true);
call bank.add_household_table('disputes', 'public.disputes',
  '{id, account_id, card_id, charged_on, merchant, category, amount, currency, reason, description, status,
    opened_at, decide_on, decided_at, outcome, credit_days, credited_at, reversed}',
  sorted_by => 't.opened_at, t.id', has_loader => true);
call bank.add_household_table('refunds', 'public.refunds',
  '{id, account_id, card_id, purchased_on, merchant, category, amount, currency, status, returned_at,
    returned_on, ended_at, event_key}',
  sorted_by => 't.returned_at, t.entry_id, t.id', has_loader => true);
-- Ended holds of purchases state what was pending on earlier statements, and what the customer approved.
call bank.add_household_table('holds', 'public.holds',
  '{id, account_id, card_id, kind, purchase, deposit, check_kind, merchant, amount, remaining_amount,
    cleared_amount, final_amount, placed_at, expires_at, status, ended_at, event_key}',
  sorted_by => 't.placed_at, t.event_key', condition => 't.ended_at is null or t.kind = ''authorization''',
  category_column => 'category_id');
call bank.add_household_table('goal_movements', 'public.goal_movements',
  '{goal_id, at, kind, amount, saved_after, account_id}', sorted_by => 't.at, t.id',
  condition => 'exists (select from public.goals g where g.id = t.goal_id)', has_loader => true);
call bank.add_household_table('goals', 'public.goals',
  '{id, name, target, target_date, picture, photo, account_id, portion, contribution, contribution_amount,
    contribution_percent, frequency, start_date, from_account_id, priority, status, next_occurrence,
    next_at, reached_at, created_at, updated_at, completed_at}',
  sorted_by => 't.priority, t.created_at, t.id', has_loader => true);
call bank.add_household_table('fund_accounts', 'public.fund_accounts',
  '{account_id, converted_at, dividend_account_id, cost_method, us_stocks, world_stocks, bonds,
    money_market, rebalances}',
  sorted_by => 't.converted_at, t.account_id', parent_column => 'account_id');
call bank.add_household_table('holdings', 'public.holdings',
  '{account_id, fund, units, posted_value, price, value}', sorted_by => 't.account_id, t.fund',
  has_loader => true);
call bank.add_household_table('lots', 'public.lots', '{account_id, fund, acquired_on, units, cost}',
  sorted_by => 't.account_id, t.fund, t.id', has_loader => true);
call bank.add_household_table('fund_orders', 'public.fund_orders',
  '{id, account_id, order_key, side, fund, amount, units, cash_account_id, us_stocks, world_stocks, bonds,
    money_market, status, placed_at, completed_at, filled_price, filled_units, filled_amount, basis, gain,
    long_term_gain, settles_on}',
  sorted_by => 't.placed_at, t.order_key, t.id', has_loader => true);
call bank.add_household_table('budgets', 'public.budgets',
  '{currency, amount, rollover, rollover_cap, starts_on, created_at, updated_at}',
  sorted_by => 'c.name, t.id', category_column => 'category_id', requires_category => true,
  skips_duplicates => true, has_loader => true);
call bank.add_household_table('budget_limits', 'public.budget_limits',
  '{month, amount, currency, rollover, rollover_cap}', sorted_by => 't.month, c.name, t.id',
  category_column => 'category_id', requires_category => true, skips_duplicates => true, has_loader => true);
call bank.add_household_table('budget_settings', 'public.budget_settings', '{mode, since}',
  sorted_by => 't.id', skips_duplicates => true, has_loader => true);
call bank.add_household_table('imports', 'public.imports',
  '{id, account_id, card_id, file_name, format, currency, imported_at, first_day, last_day, posted, left_out,
    money_in, money_out, opened_account, undone_at}',
  sorted_by => 't.imported_at, t.id', has_loader => true);
call bank.add_household_table('reconciliations', 'public.reconciliations',
  '{id, account_id, statement_date, statement_balance, opening_balance, rows, reconciled_at}',
  sorted_by => 't.reconciled_at, t.id', parent_column => 'account_id', has_loader => true);
call bank.add_household_table('contacts', 'public.contacts', '{name, address, favorite, blocked, created_at}',
  condition => 't.address is not null', skips_duplicates => true, has_loader => true);
call bank.add_household_table('peer_payments', 'public.peer_payments',
  '{peer_transfer_id, kind, direction, state, name, address, amount, currency, account_id, account_amount,
    account_currency, exchange_rate, note, answer, split_id, at, day, closed_at, expires_at, reminded_on}',
  sorted_by => 't.at, t.id', has_loader => true);
call bank.add_household_table('categorization_rules', 'public.categorization_rules',
  '{id, position, is_on, words, lowest, highest, account_id, card_id, flow, type, set_merchant, set_note,
    add_tags, created_at}',
  sorted_by => 't.position', category_column => 'set_category_id', has_loader => true);

create function bank.household_ledgers(household jsonb)
returns table (ledger text, ledger_id uuid, product text, currency text, created_at timestamptz)
language sql immutable as $$
  select system.name, system.ledger_id, 'system', null, null from bank.system_accounts() as system
  union all
  select lower(owned.row ->> 'id'), (owned.row ->> 'id')::uuid, kinds.product,
    coalesce(owned.row ->> 'currency', 'USD'), (owned.row ->> 'created_at')::timestamptz
  from (values ('account', 'accounts'), ('card', 'cards'), ('loan', 'loans'), ('mortgage', 'mortgages'),
    ('reserve', 'debt_reserves'), ('page', 'pages')) as kinds (product, list),
    lateral jsonb_array_elements(coalesce(household -> kinds.list, '[]')) as owned (row)
$$;
comment on function bank.household_ledgers is
  'Returns the ledger accounts that an imported household can use: its products and the system accounts.';

create function bank.household_lines(customer_id uuid, household jsonb) returns bank.household_line[]
language sql volatile as $$
  with sent as materialized (
    select e.ordinal, e.entry
      from jsonb_array_elements(coalesce(household -> 'entries', '[]')) with ordinality as e (entry, ordinal)
  ), numbers as materialized (
    -- Assigns increasing entry numbers in file order.
    select row_number() over (order by drawn.id) as ordinal, drawn.id
    from (select nextval(pg_get_serial_sequence('bank.entries', 'id')) as id from sent) as drawn
  ), ledgers as materialized (
    select * from bank.household_ledgers(household)
  ), categories as materialized (
    -- Finds categories by name, and by name and kind.
    select distinct on (lower(c.name), kinds.kind) lower(c.name) as name, kinds.kind, c.id
    from public.categories c, lateral (values (c.kind), ('')) as kinds (kind)
    where c.user_id = household_lines.customer_id or c.user_id is null
    order by lower(c.name), kinds.kind, c.user_id nulls last, c.kind desc
  )
  select array_agg(row(sent.ordinal, numbers.id, (sent.entry ->> 'at')::timestamptz, sent.entry ->> 'kind',
    sent.entry ->> 'description', sent.entry ->> 'merchant', c.id, ledgers.ledger_id,
    coalesce(line.currency, ledgers.currency, 'USD'), line.amount, line.type, ledgers.product,
    coalesce((sent.entry ->> 'value_at')::timestamptz, (sent.entry ->> 'at')::timestamptz),
    sent.entry ->> 'event_key', line.shown, s.id,
    counter.ledger_id)::bank.household_line order by sent.ordinal)
  from sent
    join numbers using (ordinal)
    cross join lateral jsonb_to_recordset(sent.entry -> 'lines') as line (ledger text, amount numeric,
      currency text, type text, shown jsonb)
    left join ledgers on ledgers.ledger = lower(line.ledger)
    left join categories c on c.name = lower(sent.entry ->> 'category')
      and c.kind = coalesce(sent.entry ->> 'category_kind', '')
    left join categories s on s.name = lower(line.shown ->> 'category')
      and s.kind = coalesce(line.shown ->> 'category_kind', '')
    left join ledgers counter on counter.ledger = lower(line.shown ->> 'counter_account_id')
      and counter.product = 'account'
$$;
comment on function bank.household_lines is
  'Returns all postings of an imported household, numbered in order.';

create function bank.check_household_entries(customer_id uuid, household jsonb, lines bank.household_line[])
returns void language plpgsql volatile as $$
declare
  present timestamptz := bank.now_for(customer_id);
  violation record;
begin
  select l.ordinal into violation from unnest(lines) l
    where l.ledger_id is null or l.amount is null or l.amount = 0 or l.amount <> round(l.amount, 2)
      or abs(l.amount) > 999999999.99 limit 1;
  perform bank.refuse_if(found,
    'HOUSE', 'An entry has an unknown ledger account or an invalid amount.', to_jsonb(violation));
  select l.ordinal, l.kind into violation from unnest(lines) l
    where (l.kind ~ '^[a-z_]{1,40}$') is not true or char_length(l.description) > 500
      or char_length(l.merchant) > 120
      or coalesce(l.shown ->> 'type', l.type) not in ('DEPOSIT', 'WITHDRAWAL', 'TRANSFER', 'AUTO_DEPOSIT')
      or char_length(l.shown ->> 'description') > 500 or char_length(l.shown ->> 'merchant') > 120 limit 1;
  perform bank.refuse_if(found,
    'HOUSE', 'An entry has an invalid kind, or its text is too long.', to_jsonb(violation));
  select l.ordinal, l.currency into violation from unnest(lines) l
    group by l.ordinal, l.currency having sum(l.amount) <> 0 limit 1;
  perform bank.refuse_if(found or jsonb_array_length(coalesce(household -> 'entries', '[]'))
    <> (select count(distinct l.ordinal) from unnest(lines) l),
    'HOUSE', 'An entry doesn''t sum to zero.', coalesce(to_jsonb(violation), '{}'));
  select l.ordinal, l.at into violation from unnest(lines) l
    where l.at is null or l.at > present or (l.shown ->> 'date')::timestamptz > present limit 1;
  perform bank.refuse_if(found, 'BADDT', 'An entry is in the future or has no date.', to_jsonb(violation));
end $$;
comment on function bank.check_household_entries is
  'Refuses entries that don''t sum to zero, use unknown ledger accounts, or are in the future.';

create function bank.file_overdraft_limit(household jsonb, ledger_id uuid)
returns numeric language sql immutable as $$
  -- A deleted account has no row, so its limit isn't known.
  select case when count(*) = 0 then bank.highest_overdraft()
    else coalesce(max((a.row ->> 'overdraft_limit')::numeric), 0) end
  from jsonb_array_elements(coalesce(household -> 'accounts', '[]')) as a (row)
  where (a.row ->> 'id')::uuid = file_overdraft_limit.ledger_id
$$;
comment on function bank.file_overdraft_limit is
  'Returns how far below zero the balance of an account in a household file may be.';

create function bank.check_household_balances(household jsonb, lines bank.household_line[])
returns void language plpgsql stable as $$
declare
  violation record;
begin
  select l.ordinal, l.ledger_id, l.product, l.balance into violation from (
    select line.ordinal, line.ledger_id, line.product,
      sum(line.amount) over (partition by line.ledger_id order by line.ordinal) as balance
    from unnest(lines) line where line.product <> 'system') l
    where (l.product = 'account' and case when l.balance < 0
      then l.balance < -bank.file_overdraft_limit(household, l.ledger_id) end)
      or (l.product in ('loan', 'mortgage') and l.balance > 0)
    order by l.ordinal limit 1;
  perform bank.refuse_if(found, case violation.product when 'account' then 'INSUF' else 'OVPAY' end,
    'A transaction would overdraw an account or pay more than a debt''s balance.', to_jsonb(violation));
end $$;
comment on function bank.check_household_balances is 'Refuses accounts that are overdrawn (INSUF) and debts '
  'that are overpaid (OVPAY) at any point in the history.';

create function bank.load_rows(customer_id uuid, list_name text, file_rows jsonb,
  bank_columns text[] default '{}') returns integer language plpgsql volatile as $$
declare
  target bank.household_tables;
  names text;
  definitions text;
  row_values text;
  loaded integer;
begin
  select * into strict target from bank.household_tables h where h.list = list_name;
  select string_agg(format('%I', a.attname), ', '),
    string_agg(format('%I %s', a.attname, format_type(a.atttypid, null)), ', '),
    string_agg(case when d.adbin is null then format('r.%I', a.attname)
      else format('coalesce(r.%I, %s)', a.attname, pg_get_expr(d.adbin, d.adrelid)) end, ', ')
    into names, definitions, row_values
    from pg_catalog.pg_attribute a
      left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = target.table_name::regclass and a.attname = any (target.columns || bank_columns);
  if target.category_column is not null then
    names := names || format(', %I', target.category_column);
    definitions := definitions || ', category text, category_kind text';
    row_values := row_values || ', c.id';
  end if;
  execute format('insert into %s (%I, %s) select $1, %s from rows from (jsonb_to_recordset($2) as (%s))
      with ordinality as r', target.table_name, target.owner_column, names, row_values, definitions)
    || case when target.category_column is null then '' else format(
      ' cross join lateral (select bank.category_named($1, r.category, coalesce(r.category_kind, %L)) as id)
        as c', case when target.requires_category then 'spending' end) end
    || ' where true'
    || case when target.requires_category then ' and (r.category is null or c.id is not null)' else '' end
    || case when target.parent_column is null then '' else format(
      ' and exists (select from %s p where p.id = r.%I and p.user_id = $1)', target.parent_table,
      target.parent_column) end
    || ' order by r.ordinality'
    || case when target.skips_duplicates then ' on conflict do nothing' else '' end
    using customer_id, file_rows;
  get diagnostics loaded = row_count;
  return loaded;
end $$;
comment on function bank.load_rows is 'Writes rows of one list of an imported household, and returns their '
  'number. Ignores keys that are neither columns of the list nor columns that the bank has added.';

create function bank.load_products(customer_id uuid, household jsonb, lines bank.household_line[])
returns void language plpgsql volatile as $$
declare
  is_exported boolean := household ? 'version';
  -- Only the bank's own files keep their account numbers. Any other file could contain a number that is later
  -- assigned to another customer.
  keeps_numbers boolean := coalesce((household ->> 'keeps_numbers')::boolean, false);
  totals jsonb;
  kind record;
begin
  select jsonb_object_agg(l.ledger_id, jsonb_build_object('balance', l.balance, 'entry', l.last_entry))
    into totals from (select l.ledger_id, sum(l.amount) as balance, max(l.entry_id) as last_entry
      from unnest(lines) l group by l.ledger_id) as l;
  for kind in select * from (values ('accounts', 'balance', 1,
      '{overdraft,overdraft_account_id,overdraft_product,overdraft_cards}'::text[]),
    -- These columns are written later, after the accounts and rules that they depend on.
    ('cards', 'balance', -1, '{autopay,autopay_account_id,autopay_amount,closed_at}'),
    -- The installment after a rate reset doesn't follow from the original terms, so it is written afterward.
    ('loans', 'remaining_balance', -1, '{autopay_account_id,autopay_extra,home_id}'::text[]
      || case when is_exported then '{monthly_payment}'::text[] end),
    ('mortgages', 'remaining_balance', -1, '{autopay_account_id,autopay_extra}'::text[]
      || case when is_exported then '{monthly_payment}'::text[] end),
    ('debt_reserves', 'balance', 1, '{}')
  ) as kinds (list, balance, sign, written_later) loop
    perform bank.load_rows(customer_id, kind.list, (
      select jsonb_agg(p.row - kind.written_later
        || jsonb_build_object(kind.balance, kind.sign * (total.found ->> 'balance')::numeric,
          'last_entry', total.found -> 'entry',
          'account_number', case when keeps_numbers and kind.list = 'accounts'
            then bank.reusable_account_number(p.row ->> 'account_number') end,
          'card_number', case when keeps_numbers and kind.list = 'cards'
            then bank.reusable_card_number(p.row ->> 'card_number') end)
        order by p.ordinal)
      from jsonb_array_elements(household -> kind.list) with ordinality as p (row, ordinal),
        lateral (select totals -> (p.row ->> 'id')::uuid::text as found) as total
      -- Money that is held for a debt that isn't in the file is left out.
      where kind.list <> 'debt_reserves' or exists (select from bank.debts d where d.user_id = customer_id
        and d.id = coalesce(p.row ->> 'mortgage_id', p.row ->> 'loan_id')::uuid)
    ), array[kind.balance, 'last_entry']);
  end loop;
  if is_exported then perform bank.load_installments(customer_id, household); end if;
  perform bank.load_rows(customer_id, 'pages', (
    select jsonb_agg(jsonb_build_object('closed_at', p.row -> 'created_at') || jsonb_strip_nulls(p.row))
    from jsonb_array_elements(household -> 'pages') as p (row)));
  update bank.ledger_accounts l set closed_at = a.closed_at from public.accounts a
    where a.id = l.id and a.user_id = customer_id and a.closed_at is not null;
end $$;
comment on function bank.load_products is 'Opens the products of an imported household with their final '
  'balances, and the ledger accounts of deleted products.';

create function bank.load_applications(customer_id uuid, household jsonb)
returns void language sql volatile as $$
  select bank.load_rows(customer_id, 'applications', (
    select jsonb_agg(a.row || jsonb_build_object(
      'loan_id', (select l.id from public.loans l
        where l.id = (a.row ->> 'loan_id')::uuid and l.user_id = customer_id),
      'mortgage_id', (select m.id from public.mortgages m
        where m.id = (a.row ->> 'mortgage_id')::uuid and m.user_id = customer_id),
      'home_id', (select m.id from public.mortgages m
        where m.id = (a.row ->> 'home_id')::uuid and m.user_id = customer_id),
      -- Offers in older files have no expiration date, so approved offers expire 30 days after the decision.
      'expires_at', coalesce((a.row ->> 'expires_at')::timestamptz, case a.row ->> 'status'
        when 'approved' then (a.row ->> 'decided_at')::timestamptz + interval '30 days' end))
      order by a.ordinal)
    from jsonb_array_elements(household -> 'applications') with ordinality as a (row, ordinal)))
$$;
comment on function bank.load_applications is
  'Writes the loan applications of an imported household with their outcomes.';

create function bank.load_product_settings(customer_id uuid, household jsonb)
returns void language sql volatile as $$
  update public.accounts a set overdraft = r.overdraft, overdraft_account_id = s.id,
    overdraft_product = r.overdraft_product, overdraft_cards = r.overdraft_cards,
    overdraft_limit = case r.overdraft when 'covered' then bank.highest_overdraft() else a.overdraft_limit end
  from jsonb_to_recordset(household -> 'accounts') as r (id uuid, overdraft text, overdraft_account_id uuid,
    overdraft_product text, overdraft_cards boolean)
    left join public.accounts s on s.id = r.overdraft_account_id and s.user_id = customer_id
  where a.id = r.id and a.user_id = customer_id and r.overdraft is not null;
  update public.credit_cards c set autopay = r.autopay, autopay_account_id = r.autopay_account_id,
    autopay_amount = r.autopay_amount, closed_at = r.closed_at
  from jsonb_to_recordset(household -> 'cards') as r (id uuid, autopay text, autopay_account_id uuid,
    autopay_amount numeric, closed_at timestamptz)
  where c.id = r.id and c.user_id = customer_id and num_nonnulls(r.autopay, r.closed_at) > 0;
  update public.loans l
    set autopay_account_id = r.autopay_account_id, autopay_extra = coalesce(r.autopay_extra, 0)
  from jsonb_to_recordset(household -> 'loans') as r (id uuid, autopay_account_id uuid, autopay_extra numeric)
  where l.id = r.id and l.user_id = customer_id
    and (r.autopay_account_id is not null or r.autopay_extra <> 0);
  update public.loans l set home_id = m.id
  from jsonb_to_recordset(household -> 'loans') as r (id uuid, home_id uuid)
    join public.mortgages m on m.id = r.home_id and m.user_id = customer_id
  where l.id = r.id and l.user_id = customer_id;
  update public.mortgages m
    set autopay_account_id = r.autopay_account_id, autopay_extra = coalesce(r.autopay_extra, 0)
  from jsonb_to_recordset(household -> 'mortgages') as r (id uuid, autopay_account_id uuid,
    autopay_extra numeric)
  where m.id = r.id and m.user_id = customer_id
    and (r.autopay_account_id is not null or r.autopay_extra <> 0);
$$;
comment on function bank.load_product_settings is
  'Sets autopay and overdraft for the products of an imported household, after its accounts exist, and '
  'closes cards.';

create function bank.load_engine_state(customer_id uuid, household jsonb)
returns void language sql volatile as $$
  update bank.clocks k set seed = coalesce((household ->> 'seed')::integer, k.seed),
    carryover = coalesce(household -> 'carryover', k.carryover),
    simulated_until = coalesce((household ->> 'simulated_until')::timestamptz, k.simulated_until),
    last_entry = (select coalesce(max(seen.id), 0)
      from (select e.id from bank.entries e where e.household_id = customer_id
      order by e.id limit (household ->> 'entries_seen')::bigint) as seen)
  where k.household_id = customer_id;
$$;
comment on function bank.load_engine_state is
  'Writes the engine''s seed, carryover, and progress for an imported household.';

create function bank.load_entries(customer_id uuid, lines bank.household_line[])
returns void language sql volatile as $$
  -- A reversal's key identifies the import entry that it reverses, so the file needs no entry number.
  insert into bank.entries (id, household_id, at, value_at, kind, description, channel, merchant,
    category_id, event_key, reverses) overriding system value
  select distinct on (l.ordinal) l.entry_id, customer_id, l.at, l.value_at, l.kind, l.description, 'import',
    l.merchant, l.category_id, l.event_key, taken_back.entry_id
  from unnest(lines) l
    left join (select distinct t.event_key, t.entry_id from unnest(lines) t
      where t.event_key like 'import:%') as taken_back
      on l.kind = 'import_reversal' and taken_back.event_key = 'import:' || substr(l.event_key, 6)
  order by l.ordinal;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
  select l.entry_id, l.ledger_id, l.currency, l.amount from unnest(lines) l order by l.ordinal;
$$;
comment on function bank.load_entries is 'Posts the entries of an imported household.';

create function bank.load_transactions(customer_id uuid, lines bank.household_line[])
returns void language sql volatile as $$
  with sides as materialized (
    select l.*, sum(l.amount) over (partition by l.ledger_id order by l.ordinal) as balance_after
    from unnest(lines) l where l.product = 'account'
  ), pairs as materialized (
    -- Finds the other account and the exchange rate of each transfer between the customer's accounts.
    select source.entry_id, source.ledger_id as source_id, target.ledger_id as target_id,
      case when source.currency <> target.currency then round(target.amount / -source.amount, 8) end as rate
    from sides source join sides target on target.entry_id = source.entry_id and source.amount < 0
      and target.amount > 0
    where source.shown is null
  ), taken_back as materialized (
    select 'import:' || substr(l.event_key, 6) as event_key from unnest(lines) l
      where l.kind = 'import_reversal' and l.event_key is not null
  )
  insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction,
    currency, counter_account_id, category_id, merchant, balance_after, exchange_rate, entry_id)
  select s.ledger_id, customer_id, abs(s.amount),
    coalesce(s.shown ->> 'type', s.type,
      case when p.entry_id is not null then 'TRANSFER' when s.amount > 0 then 'DEPOSIT'
        else 'WITHDRAWAL' end),
    case when s.shown is null then s.description else s.shown ->> 'description' end,
    coalesce((s.shown ->> 'date')::timestamptz, s.value_at, s.at), s.kind,
    case when s.amount > 0 then 'in' else 'out' end, s.currency,
    coalesce(s.shown_counter_id,
      case s.ledger_id when p.source_id then p.target_id when p.target_id then p.source_id end),
    case when s.shown is null then s.category_id else s.shown_category_id end,
    case when s.shown is null then s.merchant else s.shown ->> 'merchant' end, s.balance_after,
    coalesce((s.shown ->> 'exchange_rate')::numeric, p.rate), s.entry_id
  from sides s left join pairs p on p.entry_id = s.entry_id and s.ledger_id in (p.source_id, p.target_id)
  where s.kind <> 'import_reversal' and not exists (select from taken_back t where t.event_key = s.event_key)
  order by s.ordinal;
  -- Running balances are in date order, while entries are in posting order.
  select bank.recompute_running_balances(l.ledger_id, '-infinity') from unnest(lines) l where l.product =
    'account'
  group by l.ledger_id
    having bool_or(l.kind = 'import_reversal'
    or coalesce((l.shown ->> 'date')::timestamptz, l.value_at, l.at) <> l.at);
$$;
comment on function bank.load_transactions is 'Writes the transactions of an imported household.';

create function public.load_household(customer_id uuid, household jsonb) returns integer
language plpgsql volatile security definer -- because it writes the ledger
set search_path = '' as $$
declare
  -- An exported household is restored exactly, including data that customers couldn't write.
  is_exported boolean := household ? 'version';
  lines bank.household_line[];
  violation jsonb;
begin
  perform bank.refuse_if(customer_id is null or jsonb_typeof(household) is distinct from 'object',
    'HOUSE', 'There is no household to load.', '{}');
  perform bank.lock_clock(customer_id);
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  if exists (select from bank.ledger_accounts l where l.household_id = customer_id) then
    return 0;
  end if;
  lines := coalesce(bank.household_lines(customer_id, household), '{}');
  perform bank.check_household_entries(customer_id, household, lines);
  -- Runs before the carryover is loaded, because the carryover belongs to the new scenario run.
  perform bank.load_scenario_run(customer_id, household);
  if is_exported then
    insert into bank.import_locks (household_id) values (customer_id);
  else
    perform bank.check_household_order(household, lines);
  end if;
  perform bank.load_products(customer_id, household, lines);
  perform bank.load_entries(customer_id, lines);
  perform bank.load_transactions(customer_id, lines);
  perform bank.load_rows(customer_id, h.list, household -> h.list)
    from (select t.list from bank.household_tables t where not t.has_loader order by t.position) as h;
  perform bank.load_applications(customer_id, household);
  perform bank.load_product_settings(customer_id, household);
  perform bank.load_goals(customer_id, household);
  perform bank.load_funds(customer_id, household);
  perform bank.load_engine_state(customer_id, household);
  perform bank.load_budgets(customer_id, household);
  perform bank.load_imports(customer_id, household);
  perform bank.load_card_applications(customer_id, household);
  perform bank.load_virtual_cards(customer_id, household);
  perform bank.load_refunds(customer_id, household, lines);
  -- The outcome of a dispute can depend on a missing refund.
  perform bank.load_disputes(customer_id, household, lines);
  perform bank.load_categorization_rules(customer_id, household);
  perform bank.load_transaction_details(customer_id, household, lines);
  if is_exported then
    perform bank.check_household_references(customer_id);
    delete from bank.import_locks where household_id = customer_id;
  end if;
  perform bank.load_people(customer_id, household);
  if household ? 'demo_until' then
    update public.customers c set demo_until = (household ->> 'demo_until')::timestamptz
      where c.id = customer_id;
  end if;
  violation := (select to_jsonb(found_violation) from bank.audit(customer_id) as found_violation limit 1);
  perform bank.refuse_if(violation is not null,
    'HOUSE', 'This household''s books wouldn''t balance.', violation);
  return jsonb_array_length(coalesce(household -> 'entries', '[]'));
end $$;
comment on function public.load_household is 'Loads products, rules, and their history for a customer '
  'without products, and returns the number of entries. Returns 0 and changes nothing if the customer has '
  'products. Refuses: HOUSE, INSUF, OVPAY, BADDT, BADCU, BADNM, BADTY, BADAM, BADRT, BADTM, BADFM, NTFND.';

create function public.purge_demos() returns setof uuid language plpgsql volatile
security definer -- because it erases any household
set search_path = '' as $$
declare
  expired uuid;
begin
  for expired in select c.id from public.customers c
    where c.demo_until < clock_timestamp() order by c.demo_until for update skip locked loop
    perform public.erase_household(expired);
    return next expired;
  end loop;
end $$;
comment on function public.purge_demos is
  'Erases expired demo households and returns their customers, so that their sign-ins can be deleted.';

-- A demo becomes permanent when its customer adds a sign-in method.
create function public.convert_demo() returns public.customers language plpgsql volatile
security definer -- because it writes demo_until, which customers can't change
set search_path = '' as $$
declare
  kept public.customers;
begin
  perform bank.refuse_if(coalesce((auth.jwt() ->> 'is_anonymous')::boolean, true),
    'NOUSR', 'Add an email and a password first.');
  update public.customers set demo_until = null where id = bank.caller() returning * into kept;
  return kept;
end $$;
comment on function public.convert_demo is
  'Makes the caller''s demo household permanent. Refuses (NOUSR) an anonymous sign-in.';

create function bank.reusable_account_number(number text) returns text language sql volatile as $$
  select case when number ~ '^000[0-9]{9}$'
    and not exists (select from public.accounts a where a.account_number = number) then number end
$$;
comment on function bank.reusable_account_number is
  'Returns the account''s old number if it is free; otherwise null, so that the account gets a new number.';

create function bank.reusable_card_number(number text) returns text language sql volatile as $$
  select case when number ~ '^0000[0-9]{12}$'
    and not exists (select from public.credit_cards c where c.card_number = number)
    and not exists (select from public.virtual_cards v where v.card_number = number) then number end
$$;
comment on function bank.reusable_card_number is
  'Returns the card''s old number if it is free; otherwise null, so that the card gets a new number.';

create function bank.load_card_applications(customer_id uuid, household jsonb)
returns void language sql volatile as $$
  select bank.load_rows(customer_id, 'card_applications', (
    select jsonb_agg(a.row || jsonb_build_object(
      'card_id', (select c.id from public.credit_cards c
        where c.id = (a.row ->> 'card_id')::uuid and c.user_id = customer_id)) order by a.ordinal)
    from jsonb_array_elements(household -> 'card_applications') with ordinality as a (row, ordinal)))
$$;
comment on function bank.load_card_applications is
  'Writes the card applications of an imported household, without cards of other customers.';

create function bank.load_virtual_cards(customer_id uuid, household jsonb)
returns void language sql volatile as $$
  select bank.load_rows(customer_id, 'virtual_cards', (
    select jsonb_agg(v.row || jsonb_build_object('card_number', coalesce(
      case when (household ->> 'keeps_numbers')::boolean
        then bank.reusable_card_number(v.row ->> 'card_number') end, bank.next_card_number()))
      order by v.ordinal)
    from jsonb_array_elements(household -> 'virtual_cards') with ordinality as v (row, ordinal)))
$$;
comment on function bank.load_virtual_cards is 'Writes the virtual cards of an imported household. Keeps '
  'their card numbers only if the bank wrote the file.';

create function bank.load_disputes(customer_id uuid, household jsonb, lines bank.household_line[])
returns void language plpgsql volatile as $$
declare
  loaded integer;
begin
  loaded := bank.load_rows(customer_id, 'disputes', (
    select jsonb_agg(d.row || jsonb_build_object('entry_id', l.entry_id) order by d.ordinal)
    from jsonb_array_elements(household -> 'disputes') with ordinality as d (row, ordinal)
      join unnest(lines) l on l.ordinal = (d.row ->> 'entry')::bigint
        and l.kind = case when d.row ->> 'account_id' is null then 'card_charge' else 'payment' end
        and l.ledger_id = coalesce(d.row ->> 'account_id', d.row ->> 'card_id')::uuid), '{entry_id}');
  perform bank.refuse_if(loaded <> jsonb_array_length(coalesce(household -> 'disputes', '[]')),
    'HOUSE', 'A dispute refers to a charge that isn''t in the file.', '{}');
  insert into bank.dispute_outcomes (dispute_id, outcome, explanation)
    select d.id, o.outcome, o.explanation from public.disputes d, bank.dispute_outcome(d) as o
      where d.user_id = customer_id;
end $$;
comment on function bank.load_disputes is
  'Writes the disputes of an imported household, and computes their outcomes. Refuses: HOUSE.';

create function bank.load_refunds(customer_id uuid, household jsonb, lines bank.household_line[])
returns void language plpgsql volatile as $$
declare
  loaded integer;
begin
  loaded := bank.load_rows(customer_id, 'refunds', (
    select jsonb_agg(r.row || jsonb_build_object('entry_id', l.entry_id, 'refund_entry_id', (
        select f.entry_id from unnest(lines) f
          where f.event_key = coalesce(r.row ->> 'event_key', r.row ->> 'id') || ':refund' limit 1))
      order by r.ordinal)
    from jsonb_array_elements(household -> 'refunds') with ordinality as r (row, ordinal)
      join unnest(lines) l on l.ordinal = (r.row ->> 'entry')::bigint
        and l.kind in ('card_charge', 'payment')
        and l.ledger_id = coalesce(r.row ->> 'account_id', r.row ->> 'card_id')::uuid
        and -l.amount >= (r.row ->> 'amount')::numeric), '{entry_id, refund_entry_id}');
  perform bank.refuse_if(loaded <> jsonb_array_length(coalesce(household -> 'refunds', '[]')),
    'HOUSE', 'A refund refers to a purchase that isn''t in the file.', '{}');
end $$;
comment on function bank.load_refunds is 'Writes the refunds of an imported household. Refuses: HOUSE.';

create function bank.load_budgets(customer_id uuid, household jsonb)
returns void language plpgsql volatile as $$
begin
  -- If a file has no budgets, the existing budgets remain.
  if not household ? 'budgets' then return; end if;
  delete from public.budget_moves m where m.user_id = customer_id;
  delete from public.budgets b where b.user_id = customer_id;
  delete from public.budget_settings s where s.user_id = customer_id;
  perform bank.load_rows(customer_id, 'budgets', (
    select jsonb_agg(jsonb_build_object('currency', 'USD', 'created_at', b.row -> 'starts_on',
      'updated_at', coalesce(b.row -> 'created_at', b.row -> 'starts_on')) || jsonb_strip_nulls(b.row)
      order by b.ordinal)
    from jsonb_array_elements(household -> 'budgets') with ordinality as b (row, ordinal)));
  -- A file contains past budget limits. In a generated household, the limits start with the budget.
  delete from public.budget_limits l where l.user_id = customer_id;
  perform bank.load_rows(customer_id, 'budget_limits', household -> 'budget_limits');
  insert into public.budget_limits (user_id, category_id, month, amount, currency, rollover, rollover_cap)
    select b.user_id, b.category_id, b.starts_on, b.amount, b.currency, b.rollover, b.rollover_cap
      from public.budgets b
    where b.user_id = customer_id
      and not exists (select from public.budget_limits l where l.user_id = customer_id
      and l.category_id = b.category_id);
  insert into public.budget_moves (user_id, month, from_category_id, to_category_id, currency, amount, at)
    select customer_id, m.month, f.id, t.id, coalesce(m.currency, 'USD'), m.amount, m.at
    from jsonb_to_recordset(household -> 'budget_moves') as m (month date, from_category text,
      to_category text, currency text, amount numeric, at timestamptz)
      cross join lateral (select bank.category_named(customer_id, m.from_category, 'spending') as id) as f
      cross join lateral (select bank.category_named(customer_id, m.to_category, 'spending') as id) as t
    where f.id is distinct from t.id and (f.id is null) = (m.from_category is null)
      and (t.id is null) = (m.to_category is null);
  perform bank.load_rows(customer_id, 'budget_settings', household -> 'budget_settings');
end $$;
comment on function bank.load_budgets is 'Replaces the budgets with those of an imported household.';

create function bank.load_goals(customer_id uuid, household jsonb)
returns void language plpgsql volatile as $$
declare
  unknown_account uuid;
begin
  select g.id into unknown_account
    from jsonb_to_recordset(household -> 'goals') as g (id uuid, account_id uuid, from_account_id uuid),
      unnest(array[g.account_id, coalesce(g.from_account_id, g.account_id)]) as named (id)
    where not exists (select from public.accounts a where a.id = named.id and a.user_id = customer_id)
    limit 1;
  perform bank.refuse_if(found,
    'HOUSE', 'A goal uses an account that isn''t in the file.', jsonb_build_object('id', unknown_account));
  -- Loads the movements before the goals. Otherwise, the bank would record the portion of each goal as a new
  -- movement.
  perform bank.load_rows(customer_id, 'goal_movements', (
    select jsonb_agg(m.row order by m.ordinal)
    from jsonb_array_elements(household -> 'goal_movements') with ordinality as m (row, ordinal)
    where m.row ->> 'goal_id' in (select g.row ->> 'id'
      from jsonb_array_elements(household -> 'goals') as g (row))));
  perform bank.load_rows(customer_id, 'goals', (
    select jsonb_agg(g.row || jsonb_build_object('currency', a.currency) order by g.ordinal)
    from jsonb_array_elements(household -> 'goals') with ordinality as g (row, ordinal)
      join public.accounts a on a.id = (g.row ->> 'account_id')::uuid), '{currency}');
end $$;
comment on function bank.load_goals is
  'Writes the goals of an imported household and their movements. Refuses: HOUSE.';

create function bank.load_funds(customer_id uuid, household jsonb) returns void
language plpgsql volatile as $$
declare
  list text;
  unknown_account uuid;
begin
  foreach list in array '{holdings,lots,fund_orders}'::text[] loop
    select r.account_id into unknown_account
      from jsonb_to_recordset(household -> list) as r (account_id uuid)
      where not exists (select from public.fund_accounts f where f.account_id = r.account_id
        and f.user_id = customer_id) limit 1;
    perform bank.refuse_if(found,
      'HOUSE', 'A fund is in an account that isn''t in the file.', jsonb_build_object('id', unknown_account));
    perform bank.load_rows(customer_id, list, household -> list);
  end loop;
  select a.id into unknown_account from public.accounts a join public.fund_accounts f on f.account_id = a.id
    where a.user_id = customer_id and bank.invested_value(a.id) not between 0 and a.balance limit 1;
  perform bank.refuse_if(found, 'HOUSE', 'The funds of an account are worth more than its balance.',
    jsonb_build_object('id', unknown_account));
end $$;
comment on function bank.load_funds is
  'Writes the holdings, lots, and orders of an imported household. Refuses: HOUSE.';

create function bank.load_imports(customer_id uuid, household jsonb) returns void language sql volatile as $$
  -- Leaves out imports whose account or card is missing.
  select bank.load_rows(customer_id, 'imports', (select jsonb_agg(f.row order by f.ordinal)
    from jsonb_array_elements(household -> 'imports') with ordinality as f (row, ordinal)
    where exists (select from public.accounts a where a.id = (f.row ->> 'account_id')::uuid
        and a.user_id = customer_id)
      or exists (select from public.credit_cards c where c.id = (f.row ->> 'card_id')::uuid
        and c.user_id = customer_id)));
  insert into public.imported_lines (user_id, import_id, position, line, day, amount, description,
    external_id, outcome, why, entry_id)
  select customer_id, i.id, l.position, l.line, l.day, l.amount, l.description, l.external_id, l.outcome,
    coalesce(l.why, '{}'), e.id
  from jsonb_array_elements(household -> 'imports') as f (row)
    join public.imports i on i.id = (f.row ->> 'id')::uuid and i.user_id = customer_id
    cross join lateral jsonb_to_recordset(f.row -> 'lines') as l (position integer, line integer, day date,
      amount numeric, description text, external_id text, outcome text, why jsonb)
    left join bank.entries e on e.household_id = customer_id
      and e.event_key = 'import:' || i.id || ':' || l.position;
  select bank.load_rows(customer_id, 'reconciliations', household -> 'reconciliations');
  with places as materialized (
    select e.id, row_number() over (order by e.id) as place from bank.entries e
      where e.household_id = customer_id
  )
  insert into public.reconciled_transactions (user_id, reconciliation_id, account_id, entry_id)
  select customer_id, r.id, r.account_id, p.id
  from jsonb_array_elements(household -> 'reconciliations') as f (row)
    join public.reconciliations r on r.id = (f.row ->> 'id')::uuid and r.user_id = customer_id
    cross join lateral jsonb_array_elements_text(f.row -> 'entries') as entry_places (place)
    join places p on p.place = entry_places.place::bigint;
$$;
comment on function bank.load_imports is 'Writes the imports and reconciliations of an imported household.';

create function bank.load_installments(customer_id uuid, household jsonb)
returns void language sql volatile as $$
  -- Also negates `last_entry`, because a change of `last_entry` identifies the bank as the writer. The
  -- correct value is restored afterward.
  update public.loans l set monthly_payment = r.monthly_payment, last_entry = -l.last_entry
  from jsonb_to_recordset(coalesce(household -> 'loans', '[]')) as r (id uuid, monthly_payment numeric)
  where l.id = r.id and l.user_id = customer_id and l.last_entry > 0;
  update public.loans l set last_entry = -l.last_entry where l.user_id = customer_id and l.last_entry < 0;
  update public.mortgages m set monthly_payment = r.monthly_payment, last_entry = -m.last_entry
  from jsonb_to_recordset(coalesce(household -> 'mortgages', '[]')) as r (id uuid, monthly_payment numeric)
  where m.id = r.id and m.user_id = customer_id and m.last_entry > 0;
  update public.mortgages m set last_entry = -m.last_entry where m.user_id = customer_id and m.last_entry < 0;
$$;
comment on function bank.load_installments is
  'Writes the installments of a simulated household, including those after rate resets.';

create function bank.category_named(customer_id uuid, name text, kind text)
returns uuid language sql stable as $$
  select c.id from public.categories c
  where lower(c.name) = lower(category_named.name) and (c.user_id = customer_id or c.user_id is null)
    and (category_named.kind is null or c.kind = category_named.kind)
  order by c.user_id nulls last, c.kind desc limit 1
$$;
comment on function bank.category_named is
  'Returns a category of the customer or the bank by name, and by kind if given; null if there is none.';

create function bank.check_household_references(customer_id uuid) returns void language plpgsql stable as $$
declare
  unknown_id uuid;
begin
  with own as (
    select l.id from bank.ledger_accounts l where l.household_id = customer_id
  ), named (id) as (
    select unnest(array[d.account_id, (d.pay_details ->> 'retirement_account_id')::uuid,
      (d.pay_details ->> 'hsa_account_id')::uuid]) from public.auto_deposits d where d.user_id = customer_id
    union all select r.account_id from public.tax_returns r where r.user_id = customer_id
    union all select unnest(array[p.account_id, p.to_account_id, p.card_id, p.loan_id, p.mortgage_id])
      from public.scheduled_payments p where p.user_id = customer_id
    union all select coalesce(h.account_id, h.card_id) from public.holds h where h.user_id = customer_id
    union all select unnest(array[c.autopay_account_id, c.deposit_account_id])
      from public.credit_cards c where c.user_id = customer_id
    union all select l.autopay_account_id from public.loans l where l.user_id = customer_id
    union all select m.autopay_account_id from public.mortgages m where m.user_id = customer_id
    union all select coalesce(r.mortgage_id, r.loan_id) from public.debt_reserves r
      where r.user_id = customer_id
    union all select f.dividend_account_id from public.fund_accounts f where f.user_id = customer_id
    union all select unnest(array[d.payout_account_id, d.interest_account_id]) from public.certificates d
      where d.user_id = customer_id
    union all select o.cash_account_id from public.fund_orders o where o.user_id = customer_id
  )
  select n.id into unknown_id from named n where n.id is not null
    and not exists (select from own where own.id = n.id) limit 1;
  perform bank.refuse_if(found,
    'HOUSE', 'A rule uses a product that isn''t in the file.', jsonb_build_object('id', unknown_id));
end $$;
comment on function bank.check_household_references is
  'Refuses (HOUSE) an imported household whose rules use products of other customers.';

grant execute on function public.load_household, public.purge_demos to service_role;
grant execute on function public.convert_demo to authenticated;
