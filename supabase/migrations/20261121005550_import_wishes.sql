-- What a customer decides about single rows is small and changes often, the rows themselves are neither: it is told apart.
drop function public.preview_import(uuid, jsonb, text, jsonb);
drop function public.import_rows(uuid, jsonb, text, jsonb, text, text, text);
drop function bank.import_lines(text, jsonb);

create function bank.import_lines(draft text, rows jsonb, wishes jsonb) returns bank.import_line[] language plpgsql volatile as $$
declare
  sent jsonb := coalesce(rows, (select jsonb_agg(r.row order by d.ordinal, r.nth) from bank.import_drafts d,
    jsonb_array_elements(d.rows) with ordinality as r (row, nth) where d.user_id = bank.caller() and d.draft = import_lines.draft));
begin
  if sent is null or jsonb_typeof(sent) <> 'array' or jsonb_array_length(sent) = 0 then
    raise exception using errcode = 'NTFND', message = 'There are no rows to take in.';
  end if;
  if jsonb_array_length(sent) > 20000 then
    raise exception using errcode = 'LIMIT', message = 'A file of at most 20,000 rows can be taken in at once.', detail = jsonb_build_object('highest', 20000)::text;
  end if;
  return (select array_agg(row(s.nth, coalesce(s.line, s.nth), s.day, case when s.amount = round(s.amount, 2) then round(s.amount, 2) else s.amount end, left(bank.clean_text(s.description), 500),
      left(bank.clean_text(s.merchant), 120), left(s.category, 80), left(bank.clean_text(s.external_id), 255), s.balance,
      case when s.problem is not null then left(bank.clean_text(s.problem), 200)
        when s.day is null or not isfinite(s.day) then 'This row has no date.'
        when (s.amount <> 0 and abs(s.amount) <= 999999999.99 and s.amount = round(s.amount, 2)) is not true then 'This row has no amount that the bank can post.' end,
      coalesce((wishes ->> coalesce(s.line, s.nth)::text)::boolean, s.wish), null, null, null, null, null)::bank.import_line order by s.nth)
    from (select (r.row ->> 'line')::integer as line, (r.row ->> 'day')::date as day, (r.row ->> 'amount')::numeric as amount,
        r.row ->> 'description' as description, r.row ->> 'merchant' as merchant, r.row ->> 'category' as category,
        r.row ->> 'external_id' as external_id, (r.row ->> 'balance')::numeric as balance, r.row ->> 'problem' as problem,
        (r.row ->> 'wish')::boolean as wish, row_number() over (order by (r.row ->> 'day')::date nulls last, r.nth)::integer as nth
      from jsonb_array_elements(sent) with ordinality as r (row, nth)) as s);
end
$$;
comment on function bank.import_lines(text, jsonb, jsonb) is
  'The rows of a file in the order of time, each with what is wrong with it and what the customer wishes, by its line. Rows of one day keep the order in which they were sent. Refuses: NTFND, LIMIT.';

create function public.preview_import(account_id uuid default null, new_account jsonb default null, draft text default null, rows jsonb default null, wishes jsonb default null)
returns jsonb language plpgsql volatile
security definer -- reads the draft and the private clock; moves nothing
set search_path = '' as $$
declare
  lines bank.import_line[] := bank.import_lines(draft, rows, wishes);
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
comment on function public.preview_import(uuid, jsonb, text, jsonb, jsonb) is
  'What taking rows into an account would do, row by row, and its balance afterwards. Moves nothing. Refuses: NTFND, LIMIT, BADDT, BADAM.';
grant execute on function public.preview_import(uuid, jsonb, text, jsonb, jsonb) to authenticated;

create function public.import_rows(
  account_id uuid default null, new_account jsonb default null, draft text default null, rows jsonb default null, wishes jsonb default null, file_name text default null,
  format text default 'csv', request_id text default null
) returns public.imports language plpgsql volatile
security definer -- balances and books are written by the bank alone
set search_path = '' as $$
declare
  words text := left(coalesce(bank.clean_text(file_name), 'Rows'), 200);
  params jsonb := jsonb_build_object('verb', 'import_rows', 'account', account_id, 'new_account', new_account, 'draft', draft,
    'rows', encode(sha256(convert_to(rows::text, 'UTF8')), 'hex'), 'wishes', wishes, 'file', words, 'format', format);
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
  lines := bank.import_lines(draft, rows, wishes);
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
comment on function public.import_rows(uuid, jsonb, text, jsonb, jsonb, text, text, text) is
  'Takes rows of a file into one of the caller''s accounts, or into a new one, and returns the import; its lines tell what became of each. All or nothing. Refuses: NTFND, CLOSD, LIMIT, BADTY, BADDT, BADAM, BADNM, BADCU, RQDIF.';
grant execute on function public.import_rows(uuid, jsonb, text, jsonb, jsonb, text, text, text) to authenticated;

-- A single row of an import can be taken back like any other of the customer's own: its key is none of a rule.
create or replace function bank.find_correctable(household uuid, row_id text) returns public.transactions language plpgsql volatile as $$
declare
  named record;
  old public.transactions;
begin
  select * into named from bank.rows_named(household, array[row_id]);
  if named is null then
    raise exception using errcode = 'NTFND', message = 'There is no such row of yours.';
  end if;
  if named.transaction_id is null then
    perform bank.refuse_correction('card', null, null);
  end if;
  select * into old from public.transactions t where t.id = named.transaction_id;
  if old.corrected_by is not null then
    perform bank.refuse_correction('corrected', old.kind, old.corrected_by);
  elsif old.kind = 'correction' then
    perform bank.refuse_correction('correction', old.kind, null);
  elsif old.kind not in ('deposit', 'withdrawal', 'transfer') then
    perform bank.refuse_correction('bank', old.kind, null);
  elsif exists (select from bank.entries e where e.id = old.entry_id and e.event_key not like 'import:%') then
    perform bank.refuse_correction('rule', old.kind, null);
  elsif old.kind = 'transfer' and not exists (select from public.accounts a where a.id = old.counter_account_id and a.user_id = household) then
    perform bank.refuse_correction('account', old.kind, null);
  elsif exists (select from bank.postings p join public.accounts a on a.id = p.ledger_id where p.entry_id = old.entry_id and a.currency <> p.currency) then
    perform bank.refuse_correction('currency', old.kind, null);
  end if;
  return old;
end
$$;
