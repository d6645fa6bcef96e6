-- Posting a file and taking it back. The journal keeps both; the history of the account shows what counts, so the rows of
-- an import that was undone leave it. Both are known by the keys of their entries: `import:<import>:<position>` and `undo:…`.
create function bank.import_instants(account public.accounts, lines bank.import_line[]) returns bank.import_line[] language sql volatile as $$
  with clock as materialized (
    select bank.now_for(account.user_id) as present, coalesce((select c.time_zone from public.customers c where c.id = account.user_id), 'UTC') as zone
  ), days as materialized (
    select d.day, greatest(least((d.day + time '12:00') at time zone clock.zone, clock.present), account.created_at) as noon
    from clock, (select distinct l.day from unnest(lines) l where l.outcome = 'posted') d
  ), free as materialized (
    -- After what happened within the hour: no two movements on an account share an instant.
    select d.day, greatest(d.noon, (select max(t.date) from public.transactions t
      where t.account_id = account.id and t.date >= d.noon and t.date < d.noon + interval '1 hour')) as after
    from days d
  )
  select array_agg(row(l.position, l.line, l.day, l.amount, l.description, l.merchant, l.category, l.external_id, l.balance, l.problem, l.wish,
    l.outcome, l.why, l.balance_after, case when l.outcome = 'posted' then f.after + l.nth * interval '1 microsecond' end,
    case when l.outcome = 'posted' then nextval(pg_get_serial_sequence('bank.entries', 'id')) end)::bank.import_line order by l.position)
  from (select u.*, row_number() over (partition by u.day, u.outcome order by u.position) as nth from unnest(lines) u order by u.position) l
    left join free f on f.day = l.day
$$;
comment on function bank.import_instants(public.accounts, bank.import_line[]) is
  'Gives the rows that are posted their instants, around noon of their day in the customer''s zone, and their numbers in the books.';

create function bank.post_import(account public.accounts, import_id uuid, lines bank.import_line[], at timestamptz) returns public.accounts
language plpgsql volatile as $$
declare
  changed public.accounts;
begin
  insert into bank.entries (id, household_id, at, value_at, kind, description, actor, channel, merchant, category_id, event_key) overriding system value
    select l.entry_id, account.user_id, coalesce(post_import.at, l.value_at), l.value_at, case when l.amount > 0 then 'deposit' else 'withdrawal' end,
      l.description, auth.uid(), 'import', l.merchant, bank.category_named(account.user_id, l.category, case when l.amount < 0 then 'spending' end),
      'import:' || import_id || ':' || l.position
    from unnest(lines) l where l.outcome = 'posted' order by l.position;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
    select l.entry_id, side.ledger_id, account.currency, side.amount
    from unnest(lines) l cross join lateral (values (account.id, l.amount), (bank.outside(), -l.amount)) as side (ledger_id, amount)
    where l.outcome = 'posted' order by l.position;
  insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction, currency, category_id, merchant,
      balance_after, entry_id)
    select account.id, account.user_id, abs(l.amount), case when l.amount > 0 then 'DEPOSIT' else 'WITHDRAWAL' end, l.description, l.value_at,
      e.kind, case when l.amount > 0 then 'in' else 'out' end, account.currency, e.category_id, l.merchant, l.balance_after, l.entry_id
    from unnest(lines) l join bank.entries e on e.id = l.entry_id where l.outcome = 'posted' order by l.position;
  perform bank.restate_balances(account.id, (select min(l.value_at) from unnest(lines) l where l.outcome = 'posted'));
  update public.accounts a set updated_at = bank.now_for(account.user_id),
      balance = account.balance + coalesce((select sum(l.amount) from unnest(lines) l where l.outcome = 'posted'), 0),
      last_entry = coalesce((select max(l.entry_id) from unnest(lines) l where l.outcome = 'posted'), account.last_entry)
    where a.id = account.id returning * into changed;
  return changed;
end
$$;
comment on function bank.post_import(public.accounts, uuid, bank.import_line[], timestamptz) is
  'Writes the rows of a file that are posted: entries against the outside world, what the customer sees, and the balance they make.';

create function bank.new_import_account(wanted jsonb) returns public.accounts language plpgsql volatile as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select time_zone from public.customers where id = household), 'UTC');
  begins_on date := coalesce((wanted ->> 'begins_on')::date, bank.today_for(household));
  account public.accounts;
begin
  if begins_on > bank.today_for(household) or begins_on < date '1950-01-01' then
    raise exception using errcode = 'BADDT', message = 'An account begins between 1950 and today.',
      detail = jsonb_build_object('date', begins_on, 'earliest', '1950-01-01', 'latest', bank.today_for(household))::text;
  end if;
  account.user_id := household;
  account.name := wanted ->> 'name';
  account.type := coalesce(wanted ->> 'type', 'CHECKING');
  account.currency := coalesce(wanted ->> 'currency', 'USD');
  account.balance := coalesce((wanted ->> 'starting_balance')::numeric, 0);
  account.created_at := least(begins_on::timestamp at time zone zone, bank.now_for(household));
  if account.balance <> 0 then
    perform bank.check_amount(account.balance);
  end if;
  account.balance := round(account.balance, 2);
  return account;
end
$$;
comment on function bank.new_import_account(jsonb) is
  'The account that would be opened for a file: `name`, `type`, `currency`, `begins_on`, `starting_balance`. Refuses: BADDT, BADAM.';

create function bank.open_import_account(wanted public.accounts, import_id uuid) returns public.accounts language plpgsql volatile as $$
declare
  account public.accounts;
  entry bigint;
begin
  insert into public.accounts (name, type, currency, user_id, created_at)
    values (wanted.name, wanted.type, wanted.currency, wanted.user_id, wanted.created_at) returning * into account;
  if wanted.balance > 0 then
    entry := bank.post(account.user_id, 'opening', 'Initial deposit', account.created_at, account.created_at, 'import',
      array[account.id, bank.opening()], array[account.currency, account.currency], array[wanted.balance, -wanted.balance],
      event_key => 'import:' || import_id || ':0');
    account := bank.put_into_account(account, wanted.balance, 'opening', 'Initial deposit', entry, account.created_at);
  end if;
  return account;
end
$$;
comment on function bank.open_import_account(public.accounts, uuid) is 'Opens the account of a file as of the day it begins, with the balance it began with.';

create function public.preview_import(account_id uuid default null, new_account jsonb default null, draft text default null, rows jsonb default null)
returns jsonb language plpgsql volatile
security definer -- reads the draft and the private clock; moves nothing
set search_path = '' as $$
declare
  lines bank.import_line[] := bank.import_lines(draft, rows);
  account public.accounts;
begin
  if new_account is not null then
    account := bank.new_import_account(new_account);
  else
    select * into account from public.accounts a where a.id = preview_import.account_id and a.user_id = bank.caller();
    if not found then
      raise exception using errcode = 'NTFND', message = 'There is no such account of yours.';
    end if;
  end if;
  lines := bank.judge_import(account, lines);
  return jsonb_build_object('balance_before', account.balance, 'currency', account.currency,
    'balance_after', (select l.balance_after from unnest(lines) l order by l.position desc limit 1),
    'posted', (select count(*) from unnest(lines) l where l.outcome = 'posted'),
    'money_in', (select coalesce(sum(l.amount), 0) from unnest(lines) l where l.outcome = 'posted' and l.amount > 0),
    'money_out', (select coalesce(-sum(l.amount), 0) from unnest(lines) l where l.outcome = 'posted' and l.amount < 0),
    'rows', (select jsonb_agg(jsonb_build_object('line', l.line, 'outcome', l.outcome, 'why', l.why, 'balance', l.balance_after) order by l.position)
      from unnest(lines) l));
end
$$;
comment on function public.preview_import(uuid, jsonb, text, jsonb) is
  'What taking rows into an account would do, row by row, and its balance afterwards. Moves nothing. Refuses: NTFND, LIMIT, BADDT, BADAM.';
grant execute on function public.preview_import(uuid, jsonb, text, jsonb) to authenticated;

create function public.import_rows(
  account_id uuid default null, new_account jsonb default null, draft text default null, rows jsonb default null, file_name text default null,
  format text default 'csv', request_id text default null
) returns public.imports language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  words text := left(coalesce(bank.clean_text(file_name), 'Rows'), 200);
  params jsonb := jsonb_build_object('verb', 'import_rows', 'account', account_id, 'new_account', new_account, 'draft', draft,
    'rows', encode(sha256(convert_to(rows::text, 'UTF8')), 'hex'), 'file', words, 'format', format);
  answer jsonb := bank.replay(request_id, params);
  made public.imports;
  lines bank.import_line[];
  account public.accounts;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.imports, answer);
  end if;
  if format is null or format not in ('csv', 'ofx', 'qif', 'json') then
    raise exception using errcode = 'BADTY', message = 'Rows come from a file of the kind csv, ofx, qif or json.';
  end if;
  lines := bank.import_lines(draft, rows);
  made.id := gen_random_uuid();
  if new_account is null then
    account := bank.lock_account(account_id);
  else
    perform bank.hold_clock(bank.caller());
    account := bank.open_import_account(bank.new_import_account(new_account), made.id);
  end if;
  lines := bank.import_instants(account, bank.judge_import(account, lines));
  perform bank.post_import(account, made.id, lines, case when new_account is null then bank.next_instant(account.user_id, array[account.id]) end);
  insert into public.imports (id, user_id, account_id, file_name, format, currency, imported_at, first_day, last_day, posted, left_out, money_in,
      money_out, opened_account)
    select made.id, account.user_id, account.id, words, import_rows.format, account.currency, bank.now_for(account.user_id), min(l.day), max(l.day),
      count(*) filter (where l.outcome = 'posted'), count(*) filter (where l.outcome <> 'posted'),
      coalesce(sum(l.amount) filter (where l.outcome = 'posted' and l.amount > 0), 0),
      coalesce(-sum(l.amount) filter (where l.outcome = 'posted' and l.amount < 0), 0), new_account is not null
    from unnest(lines) l returning * into made;
  insert into public.imported_lines (user_id, import_id, position, line, day, amount, description, external_id, outcome, why, entry_id)
    select account.user_id, made.id, l.position, l.line, l.day, l.amount, l.description, l.external_id, l.outcome, l.why, l.entry_id
    from unnest(lines) l order by l.position;
  delete from bank.import_drafts d where d.user_id = account.user_id and d.draft = import_rows.draft;
  perform bank.remember(request_id, params, to_jsonb(made));
  return made;
end
$$;
comment on function public.import_rows(uuid, jsonb, text, jsonb, text, text, text) is
  'Takes rows of a file into one of the caller''s accounts, or into a new one, and returns the import; its lines tell what became of each. All or nothing. Refuses: NTFND, CLOSD, LIMIT, BADTY, BADDT, BADAM, BADNM, BADCU, RQDIF.';
grant execute on function public.import_rows(uuid, jsonb, text, jsonb, text, text, text) to authenticated;
