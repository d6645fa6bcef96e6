set check_function_bodies = off;

create function public.my_household() returns jsonb language sql stable
security definer -- because it reads the carryover of the caller's household
set search_path = '' as $$
  select row
    || jsonb_build_object(
      'disputes', (select coalesce(jsonb_agg(d.dispute - 'outcome' order by d.ordinal), '[]')
        from jsonb_array_elements(row -> 'disputes') with ordinality as d (dispute, ordinal)))
    || coalesce((select jsonb_build_object('distributions', d.year)
      from bank.engine_distributions(bank.caller()) as d (year) where d.year is not null), '{}')
    || case when row -> 'carryover' ? 'play'
      then jsonb_build_object('carryover', row -> 'carryover' || jsonb_build_object(
      'shocks', (select coalesce(jsonb_agg(s.shock order by s.ordinal), '[]')
        from jsonb_array_elements(row #> '{carryover,shocks}') with ordinality as s (shock, ordinal)
        where s.shock ? 'begun' or not s.shock ? 'story'))) else '{}' end
  from (select h::jsonb from public.engine_households(array[bank.caller()]) as h) as mine (row)
$$;
comment on function public.my_household is 'Returns the caller''s household in the engine''s format, with '
  'this year''s required distributions, but without dispute outcomes and hidden scenario events; null if '
  'there are no products.';

-- Household files and checkpoints. A file contains everything about a household except its owner. Amounts are
-- exact numbers. System accounts and categories are identified by name.
create function bank.system_accounts() returns table (name text, ledger_id uuid) language sql immutable as $$
  values ('outside', bank.system_account('cash_clearing')), ('interest', bank.system_account('interest')),
    ('fees', bank.system_account('fee_income')), ('rewards', bank.system_account('rewards')),
    ('adjustments', bank.system_account('adjustments')),
      ('opening', bank.system_account('opening_balances')),
      ('exchange', bank.system_account('currency_exchange')),
      ('closed', bank.system_account('closed_accounts')),
    ('written_off', bank.system_account('charge_offs')),
      ('deposits', bank.system_account('security_deposits')),
      ('clearing', bank.system_account('transfer_clearing'))
$$;
comment on function bank.system_accounts is 'Returns the system accounts by their names in household files.';

create function bank.file_list(household uuid, list_name text) returns jsonb language plpgsql stable as $$
declare
  source bank.household_tables;
  pairs text;
  file_rows jsonb;
begin
  select * into strict source from bank.household_tables h where h.list = list_name;
  select string_agg(format('%L, t.%I', named.name, named.name), ', ') into pairs
    from unnest(source.columns) as named (name);
  if source.category_column is not null then
    pairs := pairs || $sql$, 'category', c.name, 'category_kind', nullif(c.kind, 'spending')$sql$;
  end if;
  execute format(
    'select coalesce(jsonb_agg(%s(jsonb_build_object(%s)) order by %s), ''[]'') from %s t %s
      where t.%I = $1 and (%s)',
    case when not source.keeps_nulls then 'jsonb_strip_nulls' end, pairs, source.sorted_by, source.table_name,
    'left join public.categories c on c.id = t.' || quote_ident(source.category_column),
    source.owner_column, source.condition) into file_rows using household;
  return file_rows;
end $$;
comment on function bank.file_list is 'Returns one list of a household file: the columns that '
  'bank.household_tables names, with categories by name.';

-- Rows that refer to an entry use the entry's position in the file.
create function bank.file_disputes(household uuid) returns jsonb language sql stable as $$
  -- Omits the outcome, because it follows from the ledger.
  select coalesce(jsonb_agg(f.row || jsonb_build_object(
    'entry', (select count(*) from bank.entries e where e.household_id = household and e.id <= d.entry_id))
    order by f.ordinal), '[]')
  from jsonb_array_elements(bank.file_list(household, 'disputes')) with ordinality as f (row, ordinal)
    join public.disputes d on d.id = (f.row ->> 'id')::uuid
$$;
comment on function bank.file_disputes is 'Returns the disputes of a household for a file.';

create function bank.file_refunds(household uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(f.row || jsonb_build_object(
    'entry', (select count(*) from bank.entries e where e.household_id = household and e.id <= r.entry_id))
    order by f.ordinal), '[]')
  from jsonb_array_elements(bank.file_list(household, 'refunds')) with ordinality as f (row, ordinal)
    join public.refunds r on r.id = (f.row ->> 'id')::uuid
$$;
comment on function bank.file_refunds is 'Returns the refunds of a household for a file.';

create function bank.file_imports(household uuid) returns jsonb language sql stable as $$
  with places as materialized (
    select e.id, row_number() over (order by e.id) as place from bank.entries e
      where e.household_id = household
  )
  select jsonb_build_object(
    'imports', (select coalesce(jsonb_agg(f.row || jsonb_build_object(
        'lines', (select coalesce(jsonb_agg(
            jsonb_strip_nulls(to_jsonb(l) - '{id,user_id,import_id,entry_id}'::text[])
            order by l.position), '[]')
          from public.imported_lines l where l.import_id = (f.row ->> 'id')::uuid)) order by f.ordinal), '[]')
      from jsonb_array_elements(bank.file_list(household, 'imports')) with ordinality as f (row, ordinal)),
    'reconciliations', (select coalesce(jsonb_agg(f.row || jsonb_build_object(
        'entries', (select coalesce(jsonb_agg(p.place order by p.place), '[]')
          from public.reconciled_transactions m join places p on p.id = m.entry_id
          where m.reconciliation_id = (f.row ->> 'id')::uuid)) order by f.ordinal), '[]')
      from jsonb_array_elements(bank.file_list(household, 'reconciliations'))
        with ordinality as f (row, ordinal)))
$$;
comment on function bank.file_imports is
  'Returns imports with their reports, and reconciliations, for a household file.';

create function bank.file_entries(household uuid) returns jsonb language sql stable as $$
  with entries as materialized (
    select e.* from bank.entries e where e.household_id = household
  ), shown as materialized (
    -- Exports the transaction as the customer sees it, including annotations made after posting.
    select t.entry_id, t.account_id,
      jsonb_strip_nulls(jsonb_build_object('type', t.type, 'date', t.date, 'description', t.description,
      'merchant', t.merchant, 'category', c.name, 'category_kind', nullif(c.kind, 'spending'),
      'counter_account_id', t.counter_account_id, 'exchange_rate', t.exchange_rate)) as row
    from public.transactions t left join public.categories c on c.id = t.category_id
      where t.user_id = household
  ), lines as materialized (
    select p.entry_id,
      jsonb_agg(jsonb_strip_nulls(
      jsonb_build_object('ledger', coalesce(pages.name, p.ledger_id::text), 'amount', p.amount,
      'currency', p.currency, 'shown', s.row)) order by p.ledger_id, p.currency) as list
    from entries e join bank.postings p on p.entry_id = e.id
      left join bank.system_accounts() as pages on pages.ledger_id = p.ledger_id
      left join shown s on s.entry_id = p.entry_id and s.account_id = p.ledger_id
    group by p.entry_id
  )
  select coalesce(
    jsonb_agg(jsonb_strip_nulls(jsonb_build_object('at', e.at, 'value_at', nullif(e.value_at, e.at),
      'kind', e.kind, 'description', e.description, 'merchant', e.merchant,
      'category', c.name, 'category_kind', nullif(c.kind, 'spending'),
      'event_key', e.event_key, 'lines', l.list)) order by e.id), '[]')
  from entries e join lines l on l.entry_id = e.id left join public.categories c on c.id = e.category_id
$$;
comment on function bank.file_entries is
  'Returns the entries of a household for a file in order, with their transactions.';

create function bank.household_file(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('version', 2, 'exported_at', clock_timestamp(),
      -- The clock is never before the last entry, because entries at the same instant are stored microseconds
      -- apart.
      'clock', greatest(bank.now_for(household), k.simulated_until,
        (select max(e.at) from bank.entries e where e.household_id = household)),
      'time_zone', coalesce(c.time_zone, 'UTC'), 'base_currency', coalesce(c.base_currency, 'USD'),
      'categories', (select coalesce(
        jsonb_agg(jsonb_build_object('name', k.name, 'kind', k.kind) order by k.kind, k.name), '[]')
        from public.categories k where k.user_id = household),
      'entries', bank.file_entries(household))
    || case when k.household_id is null then '{}'
      else jsonb_build_object('seed', k.seed, 'simulated_until', k.simulated_until, 'carryover', k.carryover,
        'entries_seen', (select count(*) from bank.entries e
          where e.household_id = household and e.id <= k.last_entry)) end
    || (select jsonb_object_agg(h.list, bank.file_list(household, h.list)) from bank.household_tables h)
    || bank.file_imports(household) || bank.file_scenario_run(household)
    || jsonb_build_object('disputes', bank.file_disputes(household),
      'refunds', bank.file_refunds(household),
      'budget_moves', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('month', m.month,
          'from_category', f.name, 'to_category', t.name, 'currency', m.currency, 'amount', m.amount,
          'at', m.at)) order by m.at, m.id), '[]')
        from public.budget_moves m left join public.categories f on f.id = m.from_category_id
          left join public.categories t on t.id = m.to_category_id where m.user_id = household),
      'transaction_details', bank.file_transaction_details(household))
  from (select household as id) as wanted
    left join public.customers c on c.id = wanted.id left join bank.clocks k on k.household_id = wanted.id
$$;
comment on function bank.household_file is
  'Returns a household as a file: products, entries, rules, events, clock, and carryover at one moment.';

create function public.export_household(customer_id uuid default null) returns jsonb language plpgsql stable
security definer -- because it reads the household's whole journal
set search_path = '' as $$
begin
  perform bank.refuse_if(auth.uid() is null and current_setting('role') in ('anon', 'authenticated'),
    'NOUSR', 'Please sign in first.');
  perform bank.refuse_if(auth.uid() is not null and customer_id is not null and customer_id <> auth.uid(),
    'NTFND', 'You can only export your own household.');
  return bank.household_file(coalesce(customer_id, bank.caller()));
end $$;
comment on function public.export_household is 'Returns a household as one file: the caller''s, or any '
  'customer''s for the service role. Refuses: NTFND, NOUSR.';

create table public.checkpoints (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  entries integer not null,
  net_worth numeric not null,
  currency text not null,
  automatic boolean not null default false,
  is_before_fast_forward boolean not null default false
);
create index checkpoints_user_id_idx on public.checkpoints (user_id, created_at desc);
comment on table public.checkpoints is
  'Moments of a household that its customer can return to. The household data is stored separately.';
comment on column public.checkpoints.at is 'The customer''s simulated time.';
comment on column public.checkpoints.created_at is 'Real time, not simulated time.';
comment on column public.checkpoints.entries is 'The number of entries.';
comment on column public.checkpoints.net_worth is 'The net worth at the checkpoint, in `currency`.';
comment on column public.checkpoints.currency is 'The base currency at the checkpoint.';
comment on column public.checkpoints.automatic is
  'True if the bank saved the checkpoint before it replaced the household, or before a fast-forward.';
comment on column public.checkpoints.is_before_fast_forward is
  'True if the bank saved the checkpoint before a fast-forward. The last 10 of these are kept.';

-- Checkpoint files are stored separately, so that lists and live changes stay small.
create table bank.checkpoint_files (
  checkpoint_id uuid primary key references public.checkpoints on delete cascade,
  file jsonb not null
);
comment on table bank.checkpoint_files is 'The household file of each checkpoint.';
alter table bank.checkpoint_files enable row level security;

call bank.restrict_to_owner('public.checkpoints', 'select', 'update', 'delete');
grant select, update (name), delete on public.checkpoints to authenticated, service_role;

create function bank.check_checkpoint_limit(customer_id uuid) returns void language plpgsql volatile as $$
begin
  -- Locks the customer, so that concurrent saves can't exceed the limit.
  perform from public.customers c where c.id = customer_id for no key update;
  perform bank.refuse_if((select count(*) from public.checkpoints c
      where c.user_id = customer_id and not c.automatic) >= 20,
    'LIMIT', 'You''ve reached the limit of 20 checkpoints. Delete one first.',
    jsonb_build_object('highest', 20));
end $$;
comment on function bank.check_checkpoint_limit is
  'Refuses (LIMIT) more than 20 of a customer''s own checkpoints.';

-- A checkpoint that its customer has named is the customer's own, so no automatic one replaces it.
create function bank.claim_renamed_checkpoint() returns trigger language plpgsql
security definer -- because it locks the customer
set search_path = '' as $$
begin
  if old.automatic then perform bank.check_checkpoint_limit(old.user_id); end if;
  new.automatic := false;
  new.is_before_fast_forward := false;
  return new;
end $$;
comment on function bank.claim_renamed_checkpoint is
  'Makes a renamed automatic checkpoint one of the customer''s own. Refuses: LIMIT.';
create trigger claim_renamed_checkpoint before update of name on public.checkpoints
  for each row when (new.name is distinct from old.name) execute function bank.claim_renamed_checkpoint();

create trigger check_checkpoint before insert or update of name on public.checkpoints
  for each row execute function bank.check_name();

create function bank.prune_checkpoints(customer_id uuid, automatic boolean, is_before_fast_forward boolean)
returns void language plpgsql volatile as $$
begin
  if not automatic then
    perform bank.check_checkpoint_limit(customer_id);
    return;
  end if;
  -- Keeps the checkpoints that lead back from a scenario, and those at which a run was left.
  delete from public.checkpoints c where c.id in (select old.id from public.checkpoints old
    where old.user_id = customer_id and old.automatic
      and old.is_before_fast_forward = prune_checkpoints.is_before_fast_forward
      and not exists (select from public.scenario_runs p where p.user_id = customer_id
        and (p.is_current and p.checkpoint_before = old.id
          or p.state = 'playing' and p.last_checkpoint = old.id))
    order by old.created_at desc offset 9);
end $$;
comment on function bank.prune_checkpoints is 'Makes room for a checkpoint: keeps the last 10 automatic '
  'checkpoints, and the last 10 before fast-forwards. Refuses (LIMIT) more than 20 of the customer''s own.';

create function bank.save_checkpoint(customer_id uuid, name text, automatic boolean,
  is_before_fast_forward boolean default false)
returns public.checkpoints language plpgsql volatile as $$
declare
  file jsonb;
  kept public.checkpoints;
begin
  perform bank.clean_name(save_checkpoint.name);
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  perform bank.prune_checkpoints(customer_id, automatic, is_before_fast_forward);
  file := bank.household_file(customer_id);
  insert into public.checkpoints (user_id, name, at, entries, net_worth, currency, automatic,
      is_before_fast_forward)
    select customer_id, save_checkpoint.name, (file ->> 'clock')::timestamptz,
      jsonb_array_length(file -> 'entries'), w.amount, w.currency, save_checkpoint.automatic,
      save_checkpoint.is_before_fast_forward
    from public.customer_net_worth(customer_id) w
    returning * into kept;
  insert into bank.checkpoint_files (checkpoint_id, file) values (kept.id, file);
  return kept;
end $$;
comment on function bank.save_checkpoint is 'Saves a household under a name. Refuses: BADNM, LIMIT.';

create function bank.lock_peer_payments(household uuid) returns void language plpgsql volatile as $$
begin
  -- Locks the peer payments before the clock, in the same order as a payment does. A concurrent payment is
  -- then posted either before or after the checkpoint.
  perform set_config('lock_timeout', '5s', true);
  perform bank.lock_records(household, 'peer payments');
exception when lock_not_available then
  perform bank.refuse('CLOCK', 'One of your payments is in progress. Try again in a moment.');
end $$;
comment on function bank.lock_peer_payments is
  'Locks the peer payments of a household until the transaction ends; waits up to 5 s, then refuses (CLOCK).';

create function public.save_checkpoint(name text) returns public.checkpoints language plpgsql volatile
security definer -- because it reads the caller's whole journal
set search_path = '' as $$
begin
  perform bank.lock_peer_payments(bank.caller());
  perform bank.lock_clock(bank.caller());
  return bank.save_checkpoint(bank.caller(), name, false);
end $$;
comment on function public.save_checkpoint is
  'Saves the caller''s household as a checkpoint. Refuses: BADNM, LIMIT, CLOCK, NOUSR.';

create function public.save_fast_forward_checkpoint(customer_id uuid, name text) returns uuid
language plpgsql volatile security definer -- because it reads the household's whole journal
set search_path = '' as $$
begin
  perform bank.lock_peer_payments(customer_id);
  perform bank.lock_clock(customer_id);
  return (bank.save_checkpoint(customer_id, name, true, true)).id;
exception when lock_not_available or deadlock_detected then
  perform bank.refuse('CLOCK', 'Another change is in progress. Try again in a moment.');
end $$;
comment on function public.save_fast_forward_checkpoint is 'Saves a checkpoint before a fast-forward, and '
  'keeps the last 10. For the server''s functions. Refuses: BADNM, CLOCK.';

create function public.read_checkpoint(checkpoint_id uuid) returns jsonb language plpgsql stable
security definer -- because it reads the private file of the caller's checkpoint
set search_path = '' as $$
declare
  found_file jsonb;
begin
  select f.file into found_file from public.checkpoints c
    join bank.checkpoint_files f on f.checkpoint_id = c.id
    where c.id = read_checkpoint.checkpoint_id and c.user_id = bank.caller();
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that checkpoint.');
  return found_file;
end $$;
comment on function public.read_checkpoint is
  'Returns the household of one of the caller''s checkpoints as a file. Refuses: NTFND.';

call bank.broadcast('public.checkpoints');

-- Import of exported households. A file that has no `version` gets all the usual checks. An exported file is
-- restored exactly, including unusual data: late entries, accounts with a changed currency, rules of closed
-- accounts, reset rates.
create table bank.import_locks (
  household_id uuid primary key,
  transaction_id xid8 not null default pg_current_xact_id()
);
comment on table bank.import_locks is
  'The household that a running transaction is importing from a file. Empty at all other times.';
alter table bank.import_locks enable row level security;

create function bank.is_being_loaded(household uuid) returns boolean language sql volatile as $$
  select exists (select from bank.import_locks where household_id = household
    and transaction_id = pg_current_xact_id_if_assigned())
$$;
comment on function bank.is_being_loaded is
  'Returns true if the current transaction is importing the household.';

create function bank.check_household_order(household jsonb, lines bank.household_line[])
returns void language plpgsql volatile as $$
declare
  violation record;
begin
  select l.ordinal, l.at into violation from (
    select entry.ordinal, entry.at, entry.ledger_id, entry.product,
      lag(entry.at) over (order by entry.ordinal) as before,
      lag(entry.at) over (partition by entry.ledger_id order by entry.ordinal) as before_here
    from unnest(lines) entry) l
    join bank.household_ledgers(household) as ledger on ledger.ledger_id = l.ledger_id
    where l.at < l.before or (l.product = 'account' and l.at <= l.before_here) or l.at < ledger.created_at
      limit 1;
  perform bank.refuse_if(found,
    'BADDT', 'Entries are out of order, or date from before their account was opened.', to_jsonb(violation));
  select l.ordinal, l.currency into violation from unnest(lines) l
    join bank.household_ledgers(household) as ledger using (ledger_id)
    where ledger.currency <> l.currency limit 1;
  perform bank.refuse_if(found,
    'BADCU', 'An entry''s currency doesn''t match its account.', to_jsonb(violation));
  perform bank.check_household_balances(household, lines);
end $$;
comment on function bank.check_household_order is 'Checks a generated household: chronological order, '
  'product currencies, and no overdrawn account. Refuses: BADDT, BADCU, INSUF, OVPAY.';

-- Returns to a checkpoint or imports a household file. A large file arrives in chunks, but the import itself
-- is one transaction.
create table bank.upload_chunks (
  upload_id uuid not null,
  ordinal integer not null,
  piece text not null,
  arrived_at timestamptz not null default clock_timestamp(),
  primary key (upload_id, ordinal)
);
create index upload_chunks_arrived_at_idx on bank.upload_chunks (arrived_at);
comment on table bank.upload_chunks is
  'Uploaded chunks of household files. Deleted after the import, or after an hour.';
alter table bank.upload_chunks enable row level security;

create function public.upload_household_part(upload_id uuid, ordinal integer, piece text) returns void
language sql volatile security definer -- because it uses a table that no API role can read
set search_path = '' as $$
  delete from bank.upload_chunks a where a.arrived_at < clock_timestamp() - interval '1 hour';
  insert into bank.upload_chunks (upload_id, ordinal, piece)
    values (upload_household_part.upload_id, upload_household_part.ordinal, upload_household_part.piece);
$$;
comment on function public.upload_household_part is
  'Stores one chunk of a household file for restore_household. For the server''s functions.';

create function public.discard_upload(upload_id uuid) returns void language sql volatile
security definer -- because it uses a table that no API role can read
set search_path = '' as $$
  delete from bank.upload_chunks a where a.upload_id = discard_upload.upload_id
$$;
comment on function public.discard_upload is
  'Deletes the uploaded chunks of a refused file. For the server''s functions.';

create function bank.assemble_upload(upload_id uuid) returns jsonb language plpgsql volatile as $$
declare
  file text;
begin
  select string_agg(a.piece, '' order by a.ordinal) into file from bank.upload_chunks a
    where a.upload_id = assemble_upload.upload_id;
  delete from bank.upload_chunks a where a.upload_id = assemble_upload.upload_id;
  perform bank.refuse_if(file is null, 'HOUSE', 'There is no household to load.', '{}');
  return file::jsonb;
end $$;
comment on function bank.assemble_upload is 'Returns an uploaded household file. Refuses: HOUSE.';

create function bank.lock_clock_exclusively(household uuid) returns void language plpgsql volatile as $$
begin
  -- Clock changes hold this lock exclusively; postings share it.
  perform set_config('lock_timeout', '5s', true);
  perform pg_advisory_xact_lock(hashtextextended(household::text, 1));
exception when lock_not_available then
  perform bank.refuse('CLOCK', 'A fast-forward is in progress. Try again in a moment.');
end $$;
comment on function bank.lock_clock_exclusively is 'Locks the simulated clock of a household exclusively '
  'until the transaction ends; waits up to 5 s, then refuses (CLOCK).';

create function bank.clear_household(household uuid) returns void language sql volatile as $$
  insert into bank.erasures (household_id) values (household);
  delete from public.scheduled_payments where user_id = household;
  delete from public.auto_deposits where user_id = household;
  delete from public.pay_stubs where user_id = household;
  delete from public.tax_returns where user_id = household;
  delete from public.shocks where user_id = household;
  delete from public.household_events where user_id = household;
  delete from public.goal_movements where user_id = household;
  delete from public.refinance_offers where user_id = household;
  delete from public.loan_applications where user_id = household;
  delete from public.card_applications where user_id = household;
  delete from public.credit_cards where user_id = household;
  delete from public.loans where user_id = household;
  delete from public.mortgages where user_id = household;
  delete from public.accounts where user_id = household;
  delete from bank.clocks where household_id = household;
  delete from bank.ledger_hashes where household_id = household;
  select bank.erase_ledger(household);
  delete from bank.erasures where household_id = household;
$$;
comment on function bank.clear_household is 'Deletes the products, rules, and ledger of a household; '
  'customer, categories, and checkpoints remain. Records the number of deleted ledger rows.';

create function bank.begin_generation(customer_id uuid, file jsonb)
returns void language plpgsql volatile as $$
begin
  update public.customers c
    set generation = c.generation + 1, time_zone = coalesce(file ->> 'time_zone', c.time_zone),
    base_currency = coalesce(file ->> 'base_currency', c.base_currency),
    clock_offset = greatest(interval '0', (file ->> 'clock')::timestamptz - clock_timestamp())
    where c.id = customer_id;
  insert into public.categories (user_id, name, kind)
    select customer_id, k.name, k.kind
      from jsonb_to_recordset(coalesce(file -> 'categories', '[]')) as k (name text, kind text)
    on conflict do nothing;
end $$;
comment on function bank.begin_generation is
  'Sets a customer''s clock, time zone, and currency from a file, and adds its categories.';

create function bank.replace_household(customer_id uuid, file jsonb, checkpoint_name text)
returns jsonb language plpgsql volatile as $$
declare
  kept public.checkpoints;
  loaded integer;
  in_clearing jsonb;
  in_scenario boolean;
  return_checkpoint uuid;
begin
  perform bank.refuse_if(file ->> 'version' is distinct from '2',
    'HOUSE', 'This isn''t a household file that Sandbank can read.', '{}');
  perform bank.lock_peer_payments(customer_id);
  perform bank.lock_clock_exclusively(customer_id);
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  in_clearing := bank.clearing_balances(customer_id);
  select p.checkpoint_before into return_checkpoint from public.scenario_runs p where p.user_id = customer_id
    and p.is_current;
  in_scenario := found;
  if exists (select from bank.ledger_accounts l where l.household_id = customer_id) then
    kept := bank.save_checkpoint(customer_id, checkpoint_name, true);
    -- The customer can resume an unfinished scenario from here.
    update public.scenario_runs p set last_checkpoint = kept.id
      where p.user_id = customer_id and p.is_current and p.state = 'playing';
  end if;
  perform bank.clear_household(customer_id);
  perform bank.begin_generation(customer_id, file);
  loaded := public.load_household(customer_id, file);
  -- Leaving a scenario restores the household from just before it. A run that was saved earlier refers to an
  -- older checkpoint, so the run is updated.
  update public.scenario_runs p
    set checkpoint_before = coalesce(case when in_scenario then return_checkpoint else kept.id end,
      p.checkpoint_before)
    where p.user_id = customer_id and p.is_current;
  -- Posts payments again only for the bank's own checkpoints, because only the bank sets a checkpoint's save
  -- time. A file from outside the bank counts as another household.
  if coalesce((file ->> 'keeps_numbers')::boolean, false) then
    perform bank.reapply_peer_payments(customer_id, (file ->> 'exported_at')::timestamptz);
  end if;
  perform bank.settle_clearing(customer_id, in_clearing);
  return jsonb_build_object('entries', loaded, 'kept', case when kept.id is not null then to_jsonb(kept) end,
    'generation', (select c.generation from public.customers c where c.id = customer_id),
    'now', bank.now_for(customer_id));
end $$;
comment on function bank.replace_household is 'Saves the current household as a checkpoint, clears it, and '
  'loads a file. For a checkpoint, posts the later payments with other customers again. Refuses: CLOCK, '
  'LIMIT, HOUSE, INSUF, and the refusals of the import.';

create function public.restore_household(customer_id uuid, upload_id uuid, checkpoint_name text,
  is_own boolean default false) returns jsonb language plpgsql volatile
security definer -- because it erases and writes ledgers
set search_path = '' as $$
declare
  code text;
  problem text;
begin
  return bank.replace_household(customer_id,
    bank.assemble_upload(upload_id) - 'demo_until'::text || jsonb_build_object('keeps_numbers', is_own),
      bank.clean_name(checkpoint_name));
exception
  when lock_not_available or deadlock_detected or serialization_failure then
    perform bank.refuse('CLOCK', 'A fast-forward is in progress. Try again in a moment.');
  when data_exception or integrity_constraint_violation then
    get stacked diagnostics code = returned_sqlstate, problem = message_text;
    perform bank.refuse('HOUSE', 'The file is inconsistent: ' || problem, jsonb_build_object('code', code));
end $$;
comment on function public.restore_household is 'Replaces a customer''s household with an uploaded file in '
  'one transaction, as a new generation. Saves the current household as a checkpoint. For the server''s '
  'functions. Refuses: CLOCK, LIMIT, HOUSE, and the refusals of the import.';

-- Household files contain annotations and categorization rules.
create function bank.file_transaction_details(household uuid) returns jsonb language sql stable as $$
  with places as materialized (
    select e.id as entry_id, row_number() over (order by e.id) as place from bank.entries e
      where e.household_id = household
  ), tags as materialized (
    select g.transaction_key, jsonb_agg(g.tag order by g.tag) as list
    from public.transaction_tags g where g.user_id = household group by 1
  ), attachments as materialized (
    select a.transaction_key, jsonb_agg(a.document_id order by a.document_id) as list
    from public.transaction_attachments a where a.user_id = household group by 1
  ), splits as materialized (
    select s.transaction_key, jsonb_agg(
      jsonb_strip_nulls(jsonb_build_object('amount', s.amount, 'note', s.note, 'category', k.name,
      'category_kind', nullif(k.kind, 'spending'))) order by s.position) as list
    from public.transaction_splits s left join public.categories k on k.id = s.category_id
      where s.user_id = household group by 1
  ), details as materialized (
    select * from public.transaction_details x where x.user_id = household
  ), named as materialized (
    select t.id::text as transaction_key, t.entry_id, t.account_id as ledger_id, t.rule_id, t.corrects,
      t.corrected_by
    from public.transactions t where t.user_id = household
    union all
    select k.transaction_key, split_part(k.transaction_key, ':', 2)::bigint, split_part(k.transaction_key,
      ':', 1)::uuid, d.rule_id, null, null
    from (select transaction_key from details union select transaction_key from tags
        union select transaction_key from splits union select transaction_key from attachments) as k
      left join details d on d.transaction_key = k.transaction_key
    where position(':' in k.transaction_key) > 0
  ), corrections as materialized (
    select n.transaction_key, p.place from named n join places p on p.entry_id = n.entry_id
      where n.transaction_key in (select unnest(array[o.corrects, o.corrected_by])::text from named o
        where o.corrects is not null or o.corrected_by is not null)
  ), annotations as (
    select p.place, n.ledger_id,
      jsonb_strip_nulls(jsonb_build_object('entry', p.place, 'ledger', n.ledger_id, 'note', d.note,
      'by_hand', nullif(d.by_hand, false), 'has_category', nullif(d.has_category, false), 'category', c.name,
      'category_kind', nullif(c.kind, 'spending'), 'merchant', d.merchant, 'rule_id', n.rule_id,
      'corrects', o.place, 'corrected_by', b.place, 'tags', g.list, 'documents', a.list,
      'splits', s.list)) as annotation
    from named n join places p on p.entry_id = n.entry_id
      left join details d on d.transaction_key = n.transaction_key
      left join public.categories c on c.id = d.category_id
      left join tags g on g.transaction_key = n.transaction_key
      left join attachments a on a.transaction_key = n.transaction_key
      left join splits s on s.transaction_key = n.transaction_key
      left join corrections o on o.transaction_key = n.corrects::text
      left join corrections b on b.transaction_key = n.corrected_by::text
    where d.transaction_key is not null or g.list is not null or a.list is not null or s.list is not null
      or n.rule_id is not null or n.corrects is not null or n.corrected_by is not null
  )
  select coalesce(jsonb_agg(s.annotation order by s.place, s.ledger_id), '[]') from annotations s
    where s.annotation - '{entry,ledger}'::text[] <> '{}'
$$;
comment on function bank.file_transaction_details is 'Returns annotations for a household file. A '
  'transaction is identified by the position of its entry and by its account or card.';

create function bank.load_categorization_rules(customer_id uuid, household jsonb)
returns void language plpgsql volatile as $$
begin
  -- If a file has no rules, the existing rules remain.
  if not household ? 'categorization_rules' then return; end if;
  delete from public.categorization_rules r where r.user_id = customer_id;
  insert into public.categorization_rules
    select (bank.clean_rule(
      jsonb_populate_record(null::public.categorization_rules, l.rule || jsonb_build_object(
        'user_id', customer_id, 'id', coalesce(l.rule ->> 'id', gen_random_uuid()::text),
        'position', l.place, 'is_on', coalesce((l.rule ->> 'is_on')::boolean, true),
        'add_tags', coalesce(l.rule -> 'add_tags', '[]'), 'set_category_id', c.id,
        'created_at', coalesce(l.rule ->> 'created_at', now()::text))))).*
    from jsonb_array_elements(household -> 'categorization_rules') with ordinality as l (rule, place)
      cross join lateral (select bank.category_named(customer_id, l.rule ->> 'category',
        coalesce(l.rule ->> 'category_kind', 'spending')) as id) as c
    -- Leaves out rules that would have no effect because their category is missing.
    where l.place <= 100
      and (l.rule ?| array['set_merchant', 'set_note'] or coalesce(l.rule -> 'add_tags', '[]') <> '[]'
      or c.id is not null);
end $$;
comment on function bank.load_categorization_rules is
  'Replaces the categorization rules with those of an imported household. Refuses: NTFND, BADRU, BADTX.';

create function bank.check_transaction_details(annotation jsonb, amount numeric) returns void language plpgsql
  volatile as $$
begin
  perform bank.refuse_if(char_length(annotation ->> 'note') > 2000
    or char_length(annotation ->> 'merchant') > 120
    or jsonb_array_length(bank.clean_tags(annotation -> 'tags')) > 20,
    'HOUSE', 'The notes about a transaction are too long.', annotation);
  if annotation ? 'splits' then perform bank.check_parts(annotation -> 'splits', amount); end if;
end $$;
comment on function bank.check_transaction_details is
  'Refuses annotations in a file that a customer couldn''t have written.';

create type bank.file_annotation as (transaction_key text, transaction_id uuid, is_card boolean,
  amount numeric, annotation jsonb, corrects uuid, corrected_by uuid);
comment on type bank.file_annotation is 'An annotation in a file with its current transaction id.';

create function bank.transaction_details_by_key(customer_id uuid, household jsonb,
  lines bank.household_line[]) returns bank.file_annotation[] language sql volatile as $$
  with rows as materialized (
    select l.ordinal, l.ledger_id, l.product,
      coalesce(t.id::text, l.ledger_id || ':' || l.entry_id) as transaction_key, t.id as transaction_id,
      abs(l.amount) as amount
    from unnest(lines) l left join public.transactions t on t.user_id = customer_id
      and t.account_id = l.ledger_id and t.entry_id = l.entry_id
    where l.product = 'card' or t.id is not null
  )
  select coalesce(
    array_agg(row(r.transaction_key, r.transaction_id, r.product = 'card', r.amount, w.annotation,
    o.transaction_id, b.transaction_id)::bank.file_annotation), '{}')
  from jsonb_array_elements(coalesce(household -> 'transaction_details', '[]')) as w (annotation)
    join rows r on r.ordinal = (w.annotation ->> 'entry')::bigint
      and r.ledger_id::text = w.annotation ->> 'ledger'
    left join rows o on o.ordinal = (w.annotation ->> 'corrects')::bigint and o.ledger_id = r.ledger_id
    left join rows b on b.ordinal = (w.annotation ->> 'corrected_by')::bigint and b.ledger_id = r.ledger_id
$$;
comment on function bank.transaction_details_by_key is
  'Returns a file''s annotations, keyed by the current transaction ids.';

create function bank.load_transaction_details(customer_id uuid, household jsonb, lines bank.household_line[])
returns void language plpgsql volatile as $$
declare
  annotations bank.file_annotation[] := bank.transaction_details_by_key(customer_id, household, lines);
begin
  delete from public.transaction_edits e where e.user_id = customer_id;
  delete from public.transaction_details d where d.user_id = customer_id;
  delete from public.transaction_tags g where g.user_id = customer_id;
  delete from public.transaction_splits s where s.user_id = customer_id;
  delete from public.transaction_attachments a where a.user_id = customer_id;
  perform bank.check_transaction_details(s.annotation, s.amount) from unnest(annotations) s;
  update public.transactions t set rule_id = (s.annotation ->> 'rule_id')::uuid, corrects = s.corrects,
    corrected_by = s.corrected_by
    from unnest(annotations) s where t.id = s.transaction_id
      and s.annotation ?| array['rule_id', 'corrects', 'corrected_by'];
  perform bank.write_annotations(customer_id,
    (select coalesce(array_agg(row(s.transaction_key, jsonb_strip_nulls(jsonb_build_object(
      'note', s.annotation -> 'note', 'by_hand', s.annotation -> 'by_hand',
      'tags', bank.clean_tags(s.annotation -> 'tags')))
      || case when s.is_card then jsonb_build_object(
        'has_category', coalesce((s.annotation ->> 'has_category')::boolean, false),
        'rule_id', s.annotation ->> 'rule_id', 'merchant', s.annotation ->> 'merchant',
        'category_id', bank.category_named(customer_id, s.annotation ->> 'category',
          coalesce(s.annotation ->> 'category_kind', 'spending')))
      else '{}' end)::bank.annotation_change), '{}') from unnest(annotations) s));
  insert into public.transaction_splits (user_id, transaction_key, position, category_id, amount, note)
    select customer_id, s.transaction_key, p.place,
      bank.category_named(customer_id, p.part ->> 'category',
      coalesce(p.part ->> 'category_kind', 'spending')),
      (p.part ->> 'amount')::numeric, left(p.part ->> 'note', 200)
    from unnest(annotations) s,
      jsonb_array_elements(coalesce(s.annotation -> 'splits', '[]')) with ordinality as p (part, place);
  insert into public.transaction_attachments (user_id, transaction_key, document_id)
    select customer_id, s.transaction_key, d.id
    from unnest(annotations) s,
      jsonb_array_elements_text(coalesce(s.annotation -> 'documents', '[]')) as a (id)
      join public.documents d on d.id::text = a.id
    where d.user_id = customer_id on conflict do nothing;
end $$;
comment on function bank.load_transaction_details is
  'Writes the annotations of a file, which replace existing ones. Refuses: HOUSE, LIMIT, BADAM, NOSUM.';

-- Household files contain contacts and peer payments. Importing a file never reverses a payment in another
-- household and never pays the same payment twice.
create function bank.load_people(customer_id uuid, household jsonb)
returns void language plpgsql volatile as $$
begin
  delete from public.peer_payments p where p.user_id = customer_id;
  -- Existing contacts remain, and blocked contacts stay blocked.
  perform bank.load_rows(customer_id, 'contacts', household -> 'contacts');
  perform bank.load_rows(customer_id, 'peer_payments', (
    select jsonb_agg(p.row || jsonb_build_object('entry_id', e.id) order by p.ordinal)
    from jsonb_array_elements(household -> 'peer_payments') with ordinality as p (row, ordinal)
      left join bank.entries e on e.household_id = customer_id
        and e.event_key = 'person:' || (p.row ->> 'peer_transfer_id') || ':' || (p.row ->> 'direction')),
    '{entry_id}');
  if not household ? 'version' then
    insert into public.peer_transfers (id, user_id, kind, from_name, to_address, amount, currency, note,
      expires_at)
      select p.peer_transfer_id, customer_id, p.kind, bank.person_name(customer_id), p.address, p.amount,
        p.currency, p.note, p.expires_at
      from public.peer_payments p where p.user_id = customer_id and p.state = 'pending'
        and p.kind = 'request' and p.direction = 'in';
  end if;
  perform bank.reconcile_peer_transfers(customer_id);
  perform bank.schedule_transfer_expiry(customer_id);
end $$;
comment on function bank.load_people is
  'Writes contacts and peer payments of an imported household, and reconciles them with later events.';

create function bank.reconcile_peer_transfers(household uuid) returns void language plpgsql volatile as $$
declare
  kept public.peer_payments;
  truth text;
begin
  -- In the restored household, transfers from after the checkpoint were never sent, so they can't be
  -- accepted.
  update public.peer_transfers l set state = 'undone', closed_at = clock_timestamp()
  where l.user_id = household and l.state = 'pending' and not exists (
    select from public.peer_payments p where p.user_id = household and p.peer_transfer_id = l.id
      and p.state = 'pending'
      and (l.kind = 'request' or p.entry_id is not null));
  for kept in select * from public.peer_payments p where p.user_id = household
    and p.state = 'pending' order by p.peer_transfer_id loop
    select l.state into truth from public.peer_transfers l where l.id = kept.peer_transfer_id
      and l.user_id = household;
    continue when truth = 'pending';
    if kept.kind = 'payment' and kept.direction = 'out' and kept.entry_id is not null and truth is distinct
      from 'completed' then
      -- Also returns the money in this household if the transfer was returned after the checkpoint, or if the
      -- transfer was copied from another household's past.
      if not bank.return_to_sender(kept, coalesce(truth, 'undone')) then
        perform bank.open_payments_account(household, kept.currency);
        perform bank.return_to_sender(kept, coalesce(truth, 'undone'));
      end if;
      continue;
    end if;
    -- This ledger doesn't contain payments from after the checkpoint. Their recipients keep the money.
    update public.peer_payments p set expires_at = null, closed_at = bank.now_for(household), state = case
        when kept.kind = 'request' and truth = 'completed' then 'undone' else coalesce(truth, 'undone') end
      where p.id = kept.id;
  end loop;
end $$;
comment on function bank.reconcile_peer_transfers is
  'Reconciles a restored household with its peer transfers: undoes transfers sent after the checkpoint, '
  'refunds transfers that were returned, and updates the state of all others.';

grant execute on function
  public.my_household, public.save_checkpoint, public.read_checkpoint to authenticated;
grant execute on function public.export_household to authenticated, service_role;
grant execute on function
  public.upload_household_part, public.discard_upload, public.restore_household,
  public.save_fast_forward_checkpoint to service_role;
