-- A household as one file, and files kept under a name: checkpoints. A file says everything about a household and
-- nothing about who it belongs to; amounts stand in it as exact numbers, the bank's pages and categories by name.
create function bank.system_pages() returns table (name text, ledger_id uuid) language sql immutable as $$
  values ('outside', bank.outside()), ('interest', bank.interest()), ('fees', bank.fees()), ('rewards', bank.rewards()),
    ('adjustments', bank.adjustments()), ('opening', bank.opening()), ('exchange', bank.exchange()), ('closed', bank.closed()),
    ('written_off', bank.written_off()), ('clearing', bank.clearing())
$$;
comment on function bank.system_pages() is 'The bank''s own pages by the names they have in a household''s file.';

create function bank.file_categories(household uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'kind', c.kind) order by c.kind, c.name), '[]')
  from public.categories c where c.user_id = household
$$;
comment on function bank.file_categories(uuid) is 'The customer''s own categories as they stand in a file.';

create function bank.file_products(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'accounts', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(a) - '{user_id,balance,last_entry,updated_at}'::text[])
        order by a.created_at, a.id), '[]') from public.accounts a where a.user_id = household),
    'cards', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(c) - '{user_id,balance,last_entry,updated_at}'::text[])
        order by c.created_at, c.id), '[]') from public.credit_cards c where c.user_id = household),
    'loans', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(l) - '{user_id,remaining_balance,last_entry,updated_at}'::text[])
        order by l.created_at, l.id), '[]') from public.loans l where l.user_id = household),
    'mortgages', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(m) - '{user_id,loan_amount,remaining_balance,last_entry,updated_at}'::text[])
        order by m.created_at, m.id), '[]') from public.mortgages m where m.user_id = household),
    -- What was deleted: pages of the books and nothing more.
    'pages', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(p) - 'household_id'::text) order by p.created_at, p.id), '[]')
      from bank.ledger_accounts p
      where p.household_id = household and not exists (select from bank.product_balances b where b.ledger_id = p.id)))
$$;
comment on function bank.file_products(uuid) is 'The products of a household as they stand in a file, without balances: these are what the entries add up to.';

create function bank.file_rules(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'auto_deposits', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(d) - '{user_id,category_id}'::text[]
        || jsonb_build_object('category', c.name, 'category_kind', nullif(c.kind, 'spending'))) order by d.created_at, d.id), '[]')
      from public.auto_deposits d left join public.categories c on c.id = d.category_id where d.user_id = household),
    'scheduled_payments', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(p) - '{user_id,category_id}'::text[]
        || jsonb_build_object('category', c.name, 'category_kind', nullif(c.kind, 'spending'))) order by p.created_at, p.id), '[]')
      from public.scheduled_payments p left join public.categories c on c.id = p.category_id where p.user_id = household),
    'exceptions', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(x) - 'user_id'::text) order by x.planned_date, x.id), '[]')
      from public.payment_exceptions x where x.user_id = household),
    'shocks', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(s) - 'user_id'::text) order by s.on_date, s.id), '[]')
      from public.shocks s where s.user_id = household))
$$;
comment on function bank.file_rules(uuid) is 'Rules with their next occurrence, exceptions and planned shocks as they stand in a file.';

create function bank.file_past(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'applications', (select coalesce(jsonb_agg(to_jsonb(a) - '{id,user_id}'::text[] order by a.submitted_at, a.id), '[]')
      from public.loan_applications a where a.user_id = household),
    'happenings', (select coalesce(jsonb_agg(to_jsonb(h) - '{id,user_id}'::text[] order by h.id), '[]')
      from public.happenings h where h.user_id = household),
    'statements', (select coalesce(jsonb_agg(to_jsonb(s) - '{id,user_id}'::text[] order by s.to_date, s.card_id), '[]')
      from public.card_statements s where s.user_id = household))
$$;
comment on function bank.file_past(uuid) is 'Loan applications, what happened and card statements as they stand in a file.';

create function bank.file_entries(household uuid) returns jsonb language sql stable as $$
  with entries as materialized (
    select e.* from bank.entries e where e.household_id = household
  ), shown as materialized (
    -- What the customer sees of it, which may have been described anew since.
    select t.entry_id, t.account_id, jsonb_strip_nulls(jsonb_build_object('type', t.type, 'date', t.date, 'description', t.description,
      'merchant', t.merchant, 'category', c.name, 'category_kind', nullif(c.kind, 'spending'), 'counter_account_id', t.counter_account_id,
      'exchange_rate', t.exchange_rate)) as row
    from public.transactions t left join public.categories c on c.id = t.category_id where t.user_id = household
  ), lines as materialized (
    select p.entry_id, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('ledger', coalesce(pages.name, p.ledger_id::text), 'amount', p.amount,
      'currency', p.currency, 'shown', s.row)) order by p.ledger_id, p.currency) as list
    from entries e join bank.postings p on p.entry_id = e.id left join bank.system_pages() as pages on pages.ledger_id = p.ledger_id
      left join shown s on s.entry_id = p.entry_id and s.account_id = p.ledger_id
    group by p.entry_id
  )
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('at', e.at, 'value_at', nullif(e.value_at, e.at), 'kind', e.kind,
    'description', e.description, 'merchant', e.merchant, 'category', c.name, 'category_kind', nullif(c.kind, 'spending'),
    'event_key', e.event_key, 'lines', l.list)) order by e.id), '[]')
  from entries e join lines l on l.entry_id = e.id left join public.categories c on c.id = e.category_id
$$;
comment on function bank.file_entries(uuid) is 'The books of a household in order as they stand in a file, with what the customer sees of them.';

create function bank.household_file(household uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('version', 1, 'exported_at', clock_timestamp(),
      -- Never before what has happened: movements of one instant stand microseconds apart.
      'clock', greatest(bank.now_for(household), k.lived_to, (select max(e.at) from bank.entries e where e.household_id = household)),
      'time_zone', coalesce(c.time_zone, 'UTC'), 'base_currency', coalesce(c.base_currency, 'USD'),
      'categories', bank.file_categories(household), 'entries', bank.file_entries(household))
    || case when k.household_id is null then '{}' else jsonb_build_object('seed', k.seed, 'lived_to', k.lived_to, 'memory', k.memory,
      'entries_seen', (select count(*) from bank.entries e where e.household_id = household and e.id <= k.last_entry)) end
    || bank.file_products(household) || bank.file_rules(household) || bank.file_past(household)
  from (select household as id) as wanted
    left join public.customers c on c.id = wanted.id left join bank.clocks k on k.household_id = wanted.id
$$;
comment on function bank.household_file(uuid) is
  'A whole household as one file: products, books, rules, what happened, the clock and what the engine remembers, as of one moment.';

create function public.export_household(customer_id uuid default null) returns jsonb language plpgsql stable
security definer -- reads the whole journal of the household
set search_path = '' as $$
begin
  if auth.uid() is null and current_setting('role') in ('anon', 'authenticated') then
    raise exception using errcode = 'NOUSR', message = 'Please sign in first.';
  end if;
  if auth.uid() is not null and customer_id is not null and customer_id <> auth.uid() then
    raise exception using errcode = 'NTFND', message = 'You can only export your own household.';
  end if;
  return bank.household_file(coalesce(customer_id, bank.caller()));
end
$$;
comment on function public.export_household(uuid) is
  'The caller''s whole household as one file (for the service role: of any customer). Refuses: NTFND, NOUSR.';
grant execute on function public.export_household(uuid) to authenticated, service_role;

-- Files kept under a name, to return to.
create table public.checkpoints (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  entries integer not null,
  automatic boolean not null default false
);
create index checkpoints_user_id_idx on public.checkpoints (user_id, created_at desc);
comment on table public.checkpoints is 'Moments of a household to which its customer can return. The household as it was is kept apart.';
comment on column public.checkpoints.at is 'What time it was for the customer.';
comment on column public.checkpoints.created_at is 'Real time.';
comment on column public.checkpoints.entries is 'How many entries the books had.';
comment on column public.checkpoints.automatic is 'Whether the bank kept it, before the customer returned to another one.';

-- In a table of its own, so that lists and what follows them stay light.
create table bank.checkpoint_files (
  checkpoint_id uuid primary key references public.checkpoints on delete cascade,
  file jsonb not null
);
comment on table bank.checkpoint_files is 'The households of checkpoints as files.';
alter table bank.checkpoint_files enable row level security;

alter table public.checkpoints enable row level security;
create policy "customers read their own checkpoints" on public.checkpoints for select to authenticated
  using (user_id = (select auth.uid()));
create policy "customers rename their own checkpoints" on public.checkpoints for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "customers delete their own checkpoints" on public.checkpoints for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, update (name), delete on public.checkpoints to authenticated, service_role;

create function bank.check_checkpoint() returns trigger language plpgsql
security definer -- calls private functions for whoever renames
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  return new;
end
$$;
comment on function bank.check_checkpoint() is 'Keeps names clean. Refuses: BADNM.';
create trigger check_checkpoint before insert or update of name on public.checkpoints
  for each row execute function bank.check_checkpoint();

create function bank.make_room_for_checkpoint(customer_id uuid, automatic boolean) returns void language plpgsql volatile as $$
begin
  if (select count(*) from public.checkpoints c where c.user_id = customer_id) < 20 then
    return;
  end if;
  if automatic then
    delete from public.checkpoints c where c.id = (select oldest.id from public.checkpoints oldest
      where oldest.user_id = customer_id and oldest.automatic order by oldest.created_at limit 1);
  end if;
  if not automatic or not found then
    raise exception using errcode = 'LIMIT', message = 'You have 20 checkpoints, as many as the bank keeps. Delete one first.',
      detail = jsonb_build_object('highest', 20)::text;
  end if;
end
$$;
comment on function bank.make_room_for_checkpoint(uuid, boolean) is
  'Refuses (LIMIT) one checkpoint too many; where the bank keeps one by itself, the oldest of its own gives way.';

create function bank.keep_checkpoint(customer_id uuid, name text, automatic boolean) returns public.checkpoints
language plpgsql volatile as $$
declare
  file jsonb;
  kept public.checkpoints;
begin
  perform bank.clean_name(keep_checkpoint.name);
  perform bank.ensure_customer(customer_id);
  perform from public.customers c where c.id = customer_id for no key update;
  perform bank.make_room_for_checkpoint(customer_id, automatic);
  file := bank.household_file(customer_id);
  insert into public.checkpoints (user_id, name, at, entries, automatic)
    values (customer_id, keep_checkpoint.name, (file ->> 'clock')::timestamptz, jsonb_array_length(file -> 'entries'), keep_checkpoint.automatic)
    returning * into kept;
  insert into bank.checkpoint_files (checkpoint_id, file) values (kept.id, file);
  return kept;
end
$$;
comment on function bank.keep_checkpoint(uuid, text, boolean) is 'Keeps a household as it is under a name. Refuses: BADNM, LIMIT.';

create function bank.hold_peer_payments(household uuid) returns void language plpgsql volatile as $$
begin
  -- Before the clock, as payments do. What is being paid is then on one side of a checkpoint or on the other.
  perform set_config('lock_timeout', '5s', true);
  perform pg_advisory_xact_lock(hashtextextended(household::text, 6));
exception when lock_not_available then
  raise exception using errcode = 'CLOCK', message = 'A payment of yours is being made. Please try again in a moment.';
end
$$;
comment on function bank.hold_peer_payments(uuid) is
  'Holds the payments of a household with other customers until the transaction ends; waits up to 5 s, then refuses (CLOCK).';

create function public.save_checkpoint(name text) returns public.checkpoints language plpgsql volatile
security definer -- reads the whole journal of the caller
set search_path = '' as $$
begin
  perform bank.hold_peer_payments(bank.caller());
  perform bank.hold_clock(bank.caller());
  return bank.keep_checkpoint(bank.caller(), name, false);
end
$$;
comment on function public.save_checkpoint(text) is
  'Keeps the caller''s household as it is under a name, to return to later. Refuses: BADNM, LIMIT, CLOCK, NOUSR.';
grant execute on function public.save_checkpoint(text) to authenticated;

create function public.read_checkpoint(checkpoint_id uuid) returns jsonb language plpgsql stable
security definer -- reads the private file of the caller's checkpoint
set search_path = '' as $$
declare
  found_file jsonb;
begin
  select f.file into found_file from public.checkpoints c join bank.checkpoint_files f on f.checkpoint_id = c.id
    where c.id = read_checkpoint.checkpoint_id and c.user_id = bank.caller();
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such checkpoint of yours.';
  end if;
  return found_file;
end
$$;
comment on function public.read_checkpoint(uuid) is 'The household of one of the caller''s checkpoints as a file. Refuses: NTFND.';
grant execute on function public.read_checkpoint(uuid) to authenticated;

call bank.broadcast('public.checkpoints');
