-- Files of households carry imports, with the report of every line, and reconciliations. Rows are named in them by the
-- place of their entry in the file; what was taken back stays out of the history when a file is loaded.
create function bank.file_imports(household uuid) returns jsonb language sql stable as $$
  with places as materialized (
    select e.id, row_number() over (order by e.id) as place from bank.entries e where e.household_id = household
  )
  select jsonb_build_object(
    'imports', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(i) - 'user_id'::text) || jsonb_build_object('lines',
        (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(l) - '{id,user_id,import_id,entry_id}'::text[]) order by l.position), '[]')
          from public.imported_lines l where l.import_id = i.id)) order by i.imported_at, i.id), '[]')
      from public.imports i where i.user_id = household),
    'reconciliations', (select coalesce(jsonb_agg(to_jsonb(r) - 'user_id'::text || jsonb_build_object('entries',
        (select coalesce(jsonb_agg(p.place order by p.place), '[]')
          from public.reconciled_rows m join places p on p.id = m.entry_id where m.reconciliation_id = r.id)) order by r.reconciled_at, r.id), '[]')
      from public.reconciliations r where r.user_id = household))
$$;
comment on function bank.file_imports(uuid) is 'Imports with their reports, and reconciliations with the places of their entries, as they stand in a file.';

create function bank.load_imports(customer_id uuid, household jsonb) returns void language sql volatile as $$
  insert into public.imports (id, user_id, account_id, file_name, format, currency, imported_at, first_day, last_day, posted, left_out, money_in,
    money_out, opened_account, undone_at)
  select i.id, customer_id, a.id, i.file_name, i.format, i.currency, i.imported_at, i.first_day, i.last_day, i.posted, i.left_out, i.money_in,
    i.money_out, i.opened_account, i.undone_at
  from jsonb_to_recordset(coalesce(household -> 'imports', '[]')) as i (id uuid, account_id uuid, file_name text, format text, currency text,
      imported_at timestamptz, first_day date, last_day date, posted integer, left_out integer, money_in numeric, money_out numeric,
      opened_account boolean, undone_at timestamptz)
    join public.accounts a on a.id = i.account_id and a.user_id = customer_id;
  insert into public.imported_lines (user_id, import_id, position, line, day, amount, description, external_id, outcome, why, entry_id)
  select customer_id, i.id, l.position, l.line, l.day, l.amount, l.description, l.external_id, l.outcome, coalesce(l.why, '{}'), e.id
  from jsonb_array_elements(coalesce(household -> 'imports', '[]')) as f (row)
    join public.imports i on i.id = (f.row ->> 'id')::uuid and i.user_id = customer_id
    cross join lateral jsonb_to_recordset(coalesce(f.row -> 'lines', '[]')) as l (position integer, line integer, day date, amount numeric,
      description text, external_id text, outcome text, why jsonb)
    left join bank.entries e on e.household_id = customer_id and e.event_key = 'import:' || i.id || ':' || l.position;
  insert into public.reconciliations (id, user_id, account_id, statement_date, statement_balance, opening_balance, rows, reconciled_at)
  select r.id, customer_id, a.id, r.statement_date, r.statement_balance, r.opening_balance, r.rows, r.reconciled_at
  from jsonb_to_recordset(coalesce(household -> 'reconciliations', '[]')) as r (id uuid, account_id uuid, statement_date date,
      statement_balance numeric, opening_balance numeric, rows integer, reconciled_at timestamptz)
    join public.accounts a on a.id = r.account_id and a.user_id = customer_id;
  with places as materialized (
    select e.id, row_number() over (order by e.id) as place from bank.entries e where e.household_id = customer_id
  )
  insert into public.reconciled_rows (user_id, reconciliation_id, account_id, entry_id)
  select customer_id, r.id, r.account_id, p.id
  from jsonb_array_elements(coalesce(household -> 'reconciliations', '[]')) as f (row)
    join public.reconciliations r on r.id = (f.row ->> 'id')::uuid and r.user_id = customer_id
    cross join lateral jsonb_array_elements_text(f.row -> 'entries') as wanted (place)
    join places p on p.place = wanted.place::bigint;
$$;
comment on function bank.load_imports(uuid, jsonb) is 'Writes the imports and reconciliations of a household that is being loaded.';

create or replace function bank.file_past(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'applications', (select coalesce(jsonb_agg(to_jsonb(a) - '{id,user_id}'::text[] order by a.submitted_at, a.id), '[]')
      from public.loan_applications a where a.user_id = household),
    'happenings', (select coalesce(jsonb_agg(to_jsonb(h) - '{id,user_id}'::text[] order by h.id), '[]')
      from public.happenings h where h.user_id = household),
    'statements', (select coalesce(jsonb_agg(to_jsonb(s) - '{id,user_id}'::text[] order by s.to_date, s.card_id), '[]')
      from public.card_statements s where s.user_id = household))
    || bank.file_budgets(household) || bank.file_imports(household)
$$;

create or replace function bank.load_past(customer_id uuid, household jsonb) returns void language sql volatile as $$
  insert into public.payment_exceptions (id, payment_id, planned_date, user_id, amount)
  select x.id, p.id, x.planned_date, customer_id, x.amount
  from jsonb_to_recordset(coalesce(household -> 'exceptions', '[]')) as x (id uuid, payment_id uuid, planned_date date, amount numeric)
    join public.scheduled_payments p on p.id = x.payment_id and p.user_id = customer_id;
  insert into public.shocks (id, user_id, shock, on_date, size, months, product_id, created_at)
  select s.id, customer_id, s.shock, s.on_date, s.size, s.months, s.product_id, s.created_at
  from jsonb_to_recordset(coalesce(household -> 'shocks', '[]')) as s (id uuid, shock text, on_date date, size numeric, months integer,
    product_id uuid, created_at timestamptz);
  insert into public.happenings (user_id, at, due_at, kind, description, subject, event_key, facts)
  select customer_id, (h.row ->> 'at')::timestamptz, (h.row ->> 'due_at')::timestamptz, h.row ->> 'kind', h.row ->> 'description',
    h.row ->> 'subject', h.row ->> 'event_key', h.row -> 'facts'
  from jsonb_array_elements(coalesce(household -> 'happenings', '[]')) with ordinality as h (row, ordinal) order by h.ordinal;
  insert into public.card_statements (card_id, user_id, from_date, to_date, due_date, opening_balance, charges, payments, interest, fees,
    closing_balance, minimum_payment, rewards)
  select c.id, customer_id, s.from_date, s.to_date, s.due_date, s.opening_balance, s.charges, s.payments, s.interest, s.fees,
    s.closing_balance, s.minimum_payment, s.rewards
  from jsonb_to_recordset(coalesce(household -> 'statements', '[]')) as s (card_id uuid, from_date date, to_date date, due_date date,
    opening_balance numeric, charges numeric, payments numeric, interest numeric, fees numeric, closing_balance numeric,
    minimum_payment numeric, rewards numeric)
    join public.credit_cards c on c.id = s.card_id and c.user_id = customer_id;
  select bank.load_budgets(customer_id, household);
  select bank.load_imports(customer_id, household);
$$;

create or replace function bank.load_books(customer_id uuid, lines bank.household_line[]) returns void language sql volatile as $$
  -- What takes an import back says so in its key, so that it needs no number of its own in the file.
  insert into bank.entries (id, household_id, at, value_at, kind, description, channel, merchant, category_id, event_key, reverses) overriding system value
  select distinct on (l.ordinal) l.entry_id, customer_id, l.at, l.value_at, l.kind, l.description, 'import', l.merchant, l.category_id, l.event_key,
    taken_back.entry_id
  from unnest(lines) l
    left join (select distinct t.event_key, t.entry_id from unnest(lines) t where t.event_key like 'import:%') as taken_back
      on l.kind = 'import_reversal' and taken_back.event_key = 'import:' || substr(l.event_key, 6)
  order by l.ordinal;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
  select l.entry_id, l.ledger_id, l.currency, l.amount from unnest(lines) l order by l.ordinal;
$$;

create or replace function bank.load_transactions(customer_id uuid, lines bank.household_line[]) returns void language sql volatile as $$
  with sides as materialized (
    select l.*, sum(l.amount) over (partition by l.ledger_id order by l.ordinal) as balance_after
    from unnest(lines) l where l.product = 'account'
  ), pairs as materialized (
    -- Between two own accounts: the other one, and what one unit of the source bought of its currency.
    select source.entry_id, source.ledger_id as source_id, target.ledger_id as target_id,
      case when source.currency <> target.currency then round(target.amount / -source.amount, 8) end as rate
    from sides source join sides target on target.entry_id = source.entry_id and source.amount < 0 and target.amount > 0
    where source.shown is null
  ), taken_back as materialized (
    select 'import:' || substr(l.event_key, 6) as event_key from unnest(lines) l where l.kind = 'import_reversal' and l.event_key is not null
  )
  insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction, currency,
    counter_account_id, category_id, merchant, balance_after, exchange_rate, entry_id)
  select s.ledger_id, customer_id, abs(s.amount),
    coalesce(s.shown ->> 'type', s.type, case when p.entry_id is not null then 'TRANSFER' when s.amount > 0 then 'DEPOSIT' else 'WITHDRAWAL' end),
    case when s.shown is null then s.description else s.shown ->> 'description' end, coalesce((s.shown ->> 'date')::timestamptz, s.value_at, s.at), s.kind,
    case when s.amount > 0 then 'in' else 'out' end, s.currency,
    coalesce(s.shown_counter_id, case s.ledger_id when p.source_id then p.target_id when p.target_id then p.source_id end),
    case when s.shown is null then s.category_id else s.shown_category_id end,
    case when s.shown is null then s.merchant else s.shown ->> 'merchant' end, s.balance_after,
    coalesce((s.shown ->> 'exchange_rate')::numeric, p.rate), s.entry_id
  from sides s left join pairs p on p.entry_id = s.entry_id and s.ledger_id in (p.source_id, p.target_id)
  where s.kind <> 'import_reversal' and not exists (select from taken_back t where t.event_key = s.event_key)
  order by s.ordinal;
  -- Balances run in the order of dates, entries in the order of posting.
  select bank.restate_balances(l.ledger_id, '-infinity') from unnest(lines) l where l.product = 'account'
  group by l.ledger_id having bool_or(l.kind = 'import_reversal' or coalesce((l.shown ->> 'date')::timestamptz, l.value_at, l.at) <> l.at);
$$;
