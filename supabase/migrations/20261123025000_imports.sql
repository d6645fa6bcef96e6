set check_function_bodies = off;

-- Statement imports. Each line is posted immediately, with its original date. The other side of each posting
-- is `cash_clearing`. Lines that would overdraw the customer's account, or that are dated before it was
-- opened, are reported but not posted. On a card, all lines count from the day of the import.
create table public.imports (
  id uuid primary key,
  user_id uuid not null references public.customers on delete cascade,
  account_id uuid references public.accounts on delete cascade,
  card_id uuid references public.credit_cards on delete cascade,
  file_name text not null,
  format text not null check (format in ('csv', 'ofx', 'qif', 'json', 'camt', 'mt940')),
  currency text not null,
  imported_at timestamptz not null,
  first_day date,
  last_day date,
  posted integer not null,
  left_out integer not null,
  money_in bank.money not null,
  money_out bank.money not null,
  opened_account boolean not null,
  undone_at timestamptz,
  constraint imports_target_check check (num_nonnulls(account_id, card_id) = 1)
);
create index imports_user_id_idx on public.imports (user_id, imported_at desc);
create index imports_account_id_idx on public.imports (account_id);
create index imports_card_id_idx on public.imports (card_id) where card_id is not null;
comment on table public.imports is 'Imported statement files, including those that were undone.';
comment on column public.imports.imported_at is 'The simulated instant at which the lines were posted.';
comment on column public.imports.left_out is
  'The number of lines that were not posted. The reasons are in imported_lines.';
comment on column public.imports.card_id is 'The card, if the file was imported into a card.';
comment on column public.imports.money_in is 'The sum of the deposits, or of a card''s payments and credits.';
comment on column public.imports.money_out is 'The sum of the withdrawals, or of a card''s charges.';
comment on column public.imports.opened_account is
  'True if the account or card was opened for this import. Undoing the import closes it.';

create table public.imported_lines (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  import_id uuid not null references public.imports on delete cascade,
  position integer not null,
  line integer not null,
  day date,
  amount numeric,
  description text,
  external_id text,
  outcome text not null check (
    outcome in ('posted', 'duplicate', 'overdraws', 'before', 'future', 'too_much', 'left_out',
    'unreadable')),
  why jsonb not null default '{}',
  entry_id bigint,
  constraint imported_lines_import_id_position_key unique (import_id, position)
);
create index imported_lines_user_id_idx on public.imported_lines (user_id);
create index imported_lines_entry_id_idx on public.imported_lines (entry_id) where entry_id is not null;
comment on table public.imported_lines is 'The outcome of every line of an imported file.';
comment on column public.imported_lines.user_id is
  'The customer of the import, copied so that row-level security needs no join.';
comment on column public.imported_lines.position is
  'The posting order. 0 is the opening balance of a new account.';
comment on column public.imported_lines.line is 'The line number in the file.';
comment on column public.imported_lines.external_id is
  'The other bank''s id (FITID). Two transactions with the same id are the same transaction.';

call bank.show_to_owner('public.imports', 'public.imported_lines');

-- Large files arrive in chunks, which are stored while the customer previews the import.
create table bank.import_drafts (
  user_id uuid not null references public.customers on delete cascade,
  draft text not null,
  ordinal integer not null,
  rows jsonb not null,
  sent_at timestamptz not null default clock_timestamp(),
  primary key (user_id, draft, ordinal)
);
alter table bank.import_drafts enable row level security;
comment on table bank.import_drafts is
  'Uploaded chunks of statement files. They are deleted after posting or after one day.';

create type bank.import_target as (id uuid, user_id uuid, is_card boolean, currency text, balance numeric,
  created_at timestamptz, credit_limit numeric);
comment on type bank.import_target is
  'The account or card that receives the lines. `balance` is in the customer''s favor: negative if owed.';

create type bank.import_line as (position integer, line integer, day date, amount numeric, description text,
  merchant text, category text, external_id text, balance numeric, problem text, choice boolean, outcome text,
  why jsonb, balance_after numeric, value_at timestamptz, entry_id bigint);
comment on type bank.import_line is
  'One line of a file to import. `choice`: true to post a suspected duplicate, false to skip the line.';

create function public.upload_import_chunk(draft text, ordinal integer, rows jsonb) returns void
language plpgsql volatile
security definer -- because it uses a table that no API role can read
set search_path = '' as $$
declare
  household uuid := bank.caller();
begin
  perform bank.refuse_if(jsonb_typeof(rows) is distinct from 'array' or ordinal not between 0 and 1000
    or (char_length(draft) between 1 and 80) is not true, 'BADTX', 'An import draft needs a name and rows.',
    jsonb_build_object('field', 'draft', 'longest', 80));
  -- The first chunk replaces other drafts. Chunks of a replaced draft that arrive later are refused, so that
  -- two uploads at once never mix or lose rows.
  if ordinal = 0 then delete from bank.import_drafts d where d.user_id = household; end if;
  perform bank.refuse_if(ordinal > 0 and not exists (select from bank.import_drafts d
    where d.user_id = household and d.draft = upload_import_chunk.draft
      and d.ordinal = upload_import_chunk.ordinal - 1),
    'NTFND', 'Another upload replaced this one. Choose the file again.');
  insert into bank.import_drafts (user_id, draft, ordinal, rows)
    values (household, upload_import_chunk.draft, upload_import_chunk.ordinal, upload_import_chunk.rows)
    on conflict on constraint import_drafts_pkey do update
      set rows = excluded.rows, sent_at = clock_timestamp();
end $$;
comment on function public.upload_import_chunk is 'Uploads one chunk of a file for preview_import and '
  'import_transactions. The first chunk of a draft replaces the customer''s previous draft. Chunks are '
  'sent in order. Refuses: BADTX, NTFND.';

create function bank.import_lines(draft text, rows jsonb, choices jsonb)
returns bank.import_line[] language plpgsql volatile as $$
declare
  chunks jsonb[] := case when rows is not null then array[rows]
    else array(select d.rows from bank.import_drafts d where d.user_id = bank.caller()
      and d.draft = import_lines.draft order by d.ordinal) end;
  count bigint;
begin
  perform bank.refuse_if(exists (select from unnest(chunks) c
    where jsonb_typeof(c) <> 'array'
      or jsonb_path_exists(c, 'strict $[*] ? (@.type() != "object")', silent => true)), 'NTFND',
    'There are no transactions to import.');
  count := (select sum(jsonb_array_length(c)) from unnest(chunks) c);
  perform bank.refuse_if(coalesce(count, 0) = 0, 'NTFND', 'There are no transactions to import.');
  perform bank.refuse_if(count > 100000,
    'LIMIT', 'You can import at most 100,000 transactions at once.', jsonb_build_object('highest', 100000));
  return (select array_agg(
    row(s.nth, coalesce(s.line, s.nth), s.day,
    case when s.amount = round(s.amount, 2) then round(s.amount, 2) else s.amount end,
    left(bank.clean_text(s.description), 500), left(bank.clean_text(s.merchant), 120), left(s.category, 80),
    left(bank.clean_text(s.external_id), 255), s.balance,
      case when s.problem is not null then left(bank.clean_text(s.problem), 200)
        when s.day is null or not isfinite(s.day) then 'This row has no date.'
        when (s.amount <> 0 and abs(s.amount) <= 999999999.99 and s.amount = round(s.amount, 2)) is not true
          then 'This row''s amount is missing or invalid.' end,
      coalesce((choices ->> coalesce(s.line, s.nth)::text)::boolean, s.choice), null, null, null, null,
        null)::bank.import_line order by s.nth)
    from (select r.*, row_number() over (order by r.day nulls last, c.ordinal, r.place)::integer as nth
      from unnest(chunks) with ordinality as c (rows, ordinal),
        rows from (jsonb_to_recordset(c.rows) as (line integer, day date, amount numeric, description text,
          merchant text, category text, external_id text, balance numeric, problem text, choice boolean))
          with ordinality as r (line, day, amount, description, merchant, category, external_id, balance,
          problem, choice, place)) as s);
end $$;
comment on function bank.import_lines is 'Returns a file''s lines in chronological order, with their '
  'problems and the customer''s choices. Lines with the same date keep their order. Refuses: NTFND, LIMIT.';

create function bank.normalize_text(description text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(lower(coalesce(description, '')), '[[:space:][:punct:]]+', ' ', 'g'))
$$;
comment on function bank.normalize_text is 'Normalizes text for comparison: lowercase, no punctuation.';

create function bank.are_alike(first_text text, second_text text)
returns boolean language sql immutable parallel safe as $$
  select first_text = '' or second_text = '' or first_text = second_text or exists (
    select from (select array_agg(distinct w) as words from unnest(string_to_array(first_text, ' ')) w) a,
      (select array_agg(distinct w) as words from unnest(string_to_array(second_text, ' ')) w) b
    where 2 * (select count(*) from unnest(a.words) w where w = any (b.words)) >= least(cardinality(a.words),
      cardinality(b.words)))
$$;
comment on function bank.are_alike is 'Returns true if two normalized texts are similar: they share at least '
  'half the words of the shorter text, or one of them is empty.';

create function bank.count_shared_words(first_text text, second_text text)
returns bigint language sql immutable parallel safe as $$
  select count(*) from (select unnest(string_to_array(first_text, ' '))
    intersect select unnest(string_to_array(second_text, ' '))) as shared
$$;
comment on function bank.count_shared_words is
  'Returns the number of different words that two normalized texts have in common.';

create function bank.duplicate_key(day date, amount numeric, text text, nth bigint,
  has_id boolean default false) returns text language sql stable parallel safe as $$
  select (day - date '2000-01-01') || '|' || trim_scale(amount) || '|' || nth || '|' || has_id || '|' || text
$$;
comment on function bank.duplicate_key is
  'Returns one key for transactions with the same day, amount, text, and number.';

create function bank.nearby_transactions(target bank.import_target, zone text, lines bank.import_line[])
returns table (id text, day date, amount numeric, text text, external_id text, file_name text)
  language sql stable set enable_nestloop = off as $$
  -- Materialized, because the planner would otherwise compute the dates again for each transaction.
  with span as materialized (select min(l.day) - 10 as first_day, max(l.day) + 10 as last_day
    from unnest(lines) l where l.problem is null), earlier as materialized (
    select l.entry_id, l.external_id, l.description, i.file_name from public.imports i
      join public.imported_lines l on l.import_id = i.id
    where target.id in (i.account_id, i.card_id) and i.undone_at is null and l.entry_id is not null
  )
  select t.id::text, (t.date at time zone zone)::date,
    case t.direction when 'in' then t.amount else -t.amount end,
    bank.normalize_text(coalesce(e.description, concat_ws(' ', t.description, t.merchant))), e.external_id,
      e.file_name
  from span join public.transactions t on t.account_id = target.id
      and t.date >= span.first_day::timestamp at time zone zone
        and t.date < (span.last_day + 1)::timestamp at time zone zone
    left join earlier e on e.entry_id = t.entry_id
  -- Reversed transactions don't count, unless an active import contains them.
  where t.kind <> 'correction' and (t.corrected_by is null or e.entry_id is not null)
  union all
  select m.transaction_key, (m.date at time zone zone)::date,
    case m.direction when 'in' then m.amount else -m.amount end,
    bank.normalize_text(coalesce(e.description, concat_ws(' ', m.description, m.merchant))), e.external_id,
      e.file_name
  from span join bank.card_movements m on target.is_card and m.card_id = target.id
      and m.date >= span.first_day::timestamp at time zone zone
        and m.date < (span.last_day + 1)::timestamp at time zone zone
    left join earlier e on e.entry_id = m.entry_id
$$;
comment on function bank.nearby_transactions is 'Returns the transactions of the account or card around the '
  'dates in a file, with the other bank''s ids and the imported texts.';

-- New rows have no statistics yet, so the planner would choose nested loops. This setting forces a hash join.
-- Equal rows are numbered and joined by one key with their number, because a join of all equal rows with each
-- other grows with the square of their count. Each text is compared with at most 50 texts of the same day and
-- amount.
create function bank.number_import_lines(lines bank.import_line[])
returns table ("position" integer, day date, amount numeric, external_id text, text text, nth bigint,
  repeated_line integer) language sql stable as $$
  with texts as materialized (
    select l.position, l.line, l.day, l.amount, l.external_id, l.balance,
      bank.normalize_text(l.description) as text from unnest(lines) l where l.problem is null
  )
  select t.position, t.day, t.amount, t.external_id, t.text,
    row_number() over (partition by t.day, t.amount, t.text order by t.position),
    -- Equal rows without an id can be two purchases at the same place on one day.
    case when t.external_id is not null and row_number() over same > 1 then first_value(t.line) over same end
  from texts t
  window same as (partition by t.day, t.amount, t.text, t.external_id, t.balance order by t.position)
$$;
comment on function bank.number_import_lines is 'Returns the valid rows of a file, numbered among the rows '
  'with the same day, amount, and text. A row that repeats an earlier row with its id names its line.';

create function bank.import_duplicates(target bank.import_target, zone text, lines bank.import_line[])
returns table ("position" integer, why jsonb) language sql stable set enable_nestloop = off as $$
  with sent as materialized (select * from bank.number_import_lines(lines)), known as materialized (
    select k.*, row_number() over (partition by k.day, k.amount, k.text order by k.id) as nth
    from bank.nearby_transactions(target, import_duplicates.zone, lines) k
  ), known_ids as materialized (
    select distinct on (k.external_id, k.amount, k.day) k.* from known k where k.external_id is not null
    order by k.external_id, k.amount, k.day, k.id
  ), named as materialized (
    select distinct on (s.position) s.position, k.id, k.day, k.file_name from sent s
      join known_ids k on k.external_id = s.external_id and k.amount = s.amount
    order by s.position, abs(k.day - s.day), k.id
  ), same as materialized (
    select s.position, k.id, k.day, k.file_name from sent s
      join known k on bank.duplicate_key(k.day, k.amount, k.text, k.nth)
        = bank.duplicate_key(s.day, s.amount, s.text, s.nth)
    where not exists (select from named n where n.position = s.position)
      and not exists (select from named n where n.id = k.id)
      and (s.external_id is null or k.external_id is null)
  ), sent_left as materialized (
    -- Compares text only if nothing else matched, because the comparison is expensive.
    select s.position, s.day, s.amount, s.text, s.external_id is not null as has_id, row_number() over (
      partition by s.day, s.amount, s.text, s.external_id is not null order by s.position) as nth
    from sent s where not exists (select from named n where n.position = s.position)
      and not exists (select from same m where m.position = s.position)
  ), known_left as materialized (
    select k.id, k.file_name, k.day, k.amount, k.text, k.external_id is not null as has_id,
      row_number() over (partition by k.day, k.amount, k.text, k.external_id is not null order by k.id) as nth
    from known k where not exists (select from named n where n.id = k.id)
      and not exists (select from same m where m.id = k.id)
  ), compared as materialized (
    select k.*, row_number() over (partition by k.day, k.amount order by k.id) as nth_text
    from known_left k where k.nth = 1
  ), alike_texts as materialized (
    select distinct on (pairs.day, pairs.amount, pairs.known_text, pairs.known_has_id) pairs.* from (
      select distinct on (s.day, s.amount, s.text, s.has_id) s.position, s.day, s.amount, s.text, s.has_id,
        k.text as known_text, k.has_id as known_has_id
      from sent_left s join compared k on k.day = s.day and k.amount = s.amount
      where s.nth = 1 and k.nth_text <= 50 and not (s.has_id and k.has_id)
        and bank.are_alike(s.text, k.text)
      order by s.day, s.amount, s.text, s.has_id, k.text = s.text desc,
        bank.count_shared_words(s.text, k.text) desc, k.id) as pairs
    order by pairs.day, pairs.amount, pairs.known_text, pairs.known_has_id, pairs.position
  ), alike as materialized (
    select s.position, k.id, k.day, k.file_name from alike_texts a
      join sent_left s on bank.duplicate_key(s.day, s.amount, s.text, 0, s.has_id)
        = bank.duplicate_key(a.day, a.amount, a.text, 0, a.has_id)
      join known_left k on bank.duplicate_key(k.day, k.amount, k.text, k.nth, k.has_id)
        = bank.duplicate_key(a.day, a.amount, a.known_text, s.nth, a.known_has_id)
  )
  select f.position, jsonb_strip_nulls(jsonb_build_object('by', f.by, 'transaction_key', f.id, 'day', f.day,
    'file', f.file_name))
  from (select 'name' as by, * from named union all select 'same', * from same union all select 'alike', *
    from alike) as f
  union all
  select s.position, jsonb_build_object('by', 'file', 'line', s.repeated_line) from sent s
  where s.repeated_line is not null and s.position not in (select n.position from named n
    union all select m.position from same m union all select a.position from alike a)
$$;
comment on function bank.import_duplicates is 'Returns a file''s duplicates with the reason: the other '
  'bank''s id, the same or similar text on the same day, or an id that the file repeats.';

create function bank.judge_import(target bank.import_target, lines bank.import_line[])
returns bank.import_line[] language plpgsql volatile as $$
declare
  zone text := coalesce((select time_zone from public.customers where id = target.user_id), 'UTC');
  today date := bank.today_for(target.user_id);
  opened date := (target.created_at at time zone zone)::date;
  running numeric := target.balance;
  duplicates jsonb := (select coalesce(jsonb_object_agg(d.position, d.why), '{}')
    from bank.import_duplicates(target, zone, lines) d);
  judged bank.import_line[] := '{}';
  each_line bank.import_line;
begin
  foreach each_line in array lines loop
    each_line.why := coalesce(duplicates -> each_line.position::text, '{}');
    each_line.outcome := case
      when each_line.problem is not null then 'unreadable'
      when each_line.choice is false then 'left_out'
      when each_line.day < opened then 'before'
      when each_line.day > today then 'future'
      when each_line.why <> '{}' and each_line.choice is not true then 'duplicate'
      when running + each_line.amount < 0 and not target.is_card then 'overdraws'
      when running + each_line.amount > 999999999999.99 then 'too_much'
      else 'posted' end;
    each_line.why := each_line.why || case each_line.outcome
      when 'unreadable' then jsonb_build_object('problem', each_line.problem)
      when 'before' then jsonb_build_object('opened', opened)
      when 'future' then jsonb_build_object('today', today)
      when 'overdraws' then jsonb_build_object('available', running, 'short', -(running + each_line.amount))
      else '{}' end;
    if each_line.outcome = 'posted' then running := running + each_line.amount; end if;
    each_line.balance_after := running;
    judged := array_append(judged, each_line);
  end loop;
  return judged;
end $$;
comment on function bank.judge_import is
  'Returns each line''s outcome in chronological order: posted, or the reason why it wasn''t posted. A card '
  'has no order to keep, because its lines change the balance together.';

-- Posts and undoes imports. The journal keeps all entries, but undone transactions are removed from the
-- history. Entries are identified by their keys: `import:<import>:<position>` and `undo:…`.
create function bank.import_instants(target bank.import_target, lines bank.import_line[])
returns bank.import_line[] language sql volatile set enable_nestloop = off as $$
  with clock as materialized (
    select bank.now_for(target.user_id) as present,
      coalesce((select c.time_zone from public.customers c where c.id = target.user_id), 'UTC') as zone
  ), days as materialized (
    select d.day,
      greatest(least((d.day + time '12:00') at time zone clock.zone, clock.present),
      target.created_at) as noon
    from clock, (select distinct l.day from unnest(lines) l where l.outcome = 'posted') d
  ), free as materialized (
    -- Starts after any existing transactions between noon and 1 p.m. on that day, because instants on an
    -- account must be unique.
    select d.day, greatest(d.noon, (select max(t.date) from public.transactions t
      where t.account_id = target.id and t.date >= d.noon and t.date < d.noon + interval '1 hour')) as after
    from days d
  )
  select array_agg(row(l.position, l.line, l.day, l.amount, l.description, l.merchant, l.category,
    l.external_id, l.balance, l.problem, l.choice, l.outcome, l.why, l.balance_after,
    case when l.outcome = 'posted' then f.after + l.nth * interval '1 microsecond' end,
    case when l.outcome = 'posted'
      then nextval('bank.entries_id_seq') end)::bank.import_line order by l.position)
  from (select u.*, row_number() over (partition by u.day, u.outcome order by u.position) as nth
    from unnest(lines) u) l
    left join free f on f.day = l.day
$$;
comment on function bank.import_instants is
  'Assigns an entry number and an instant around noon of its day to each line that will be posted.';

-- Store numbers and dates in bank texts differ between visits to the same merchant. A check number doesn't
-- identify the payee.
create function bank.merchant_key(merchant text, description text)
returns text language sql immutable parallel safe as $$
  select case when n.key ~ '^(che(ck|que)|chk|ck)( (paid|number|no|nr|num))*$' then '' else n.key end
  from (select btrim(regexp_replace(bank.normalize_text(coalesce(merchant, description)),
    '[0-9 ]+', ' ', 'g')) as key) as n
$$;
comment on function bank.merchant_key is
  'Returns normalized text without numbers, for comparing merchants. Empty for numbered checks.';

create function bank.usual_categories(household uuid)
returns table (merchant_key text, flow text, category_id uuid) language sql stable as $$
  select distinct on (h.merchant_key, h.flow) h.merchant_key, h.flow, h.category_id
  from (
    select bank.merchant_key(f.title, null) as merchant_key, f.flow, f.category_id, count(*) as times
    from bank.customer_transactions(household) f
    where f.category_id is not null and f.title <> initcap(f.type) group by 1, 2, 3
  ) as h
  where h.merchant_key <> ''
  order by h.merchant_key, h.flow, h.times desc, h.category_id
$$;
comment on function bank.usual_categories is
  'Returns the most frequent category of each merchant in the customer''s history, by direction.';

-- On a card, money in is a payment unless the text names a refund or a credit.
create function bank.card_import_kind(amount numeric, description text)
returns text language sql immutable parallel safe as $$
  select case when amount < 0 then 'imported_charge'
    when description ~* '\m(refund|return(ed)?|reversal|rebate|cash ?back|rewards?|credit|gutschrift)\M'
      and description !~* '\mcredit card\M' then 'imported_credit'
    when description ~* ('\m(payments?|pymt|pmt|auto-?pay|bill ?pay|thank ?you|transfer|zahlung|einzahlung|'
      'lastschrift|überweisung|paiement|betaling)\M') then 'imported_payment'
    else 'imported_credit' end
$$;
comment on function bank.card_import_kind is
  'Returns the kind of a line on a card: imported_charge, imported_payment, or imported_credit.';

create function bank.write_import_entries(target bank.import_target, import_id uuid,
  lines bank.import_line[], at timestamptz) returns void language sql volatile set enable_nestloop = off as $$
  -- Without a history, no line's merchant needs to be compared.
  with usual as materialized (select * from bank.usual_categories(target.user_id))
  insert into bank.entries (id, household_id, at, value_at, kind, description, actor, channel, merchant,
    category_id, event_key) overriding system value
    select l.entry_id, target.user_id, coalesce(write_import_entries.at, l.value_at), l.value_at,
      case when target.is_card then bank.card_import_kind(l.amount, l.description)
        when l.amount > 0 then 'deposit' else 'withdrawal' end,
      l.description, auth.uid(), 'import', l.merchant,
      coalesce(case when l.category is not null then bank.category_named(target.user_id, l.category,
        case when l.amount < 0 then 'spending' end) end, u.category_id),
      'import:' || import_id || ':' || l.position
    from unnest(lines) l left join usual u
      on u.merchant_key = case when exists (select from usual)
        then bank.merchant_key(l.merchant, l.description) end
      and u.flow = case when l.amount > 0 then 'in' else 'out' end
    where l.outcome = 'posted';
  insert into bank.postings (entry_id, ledger_id, currency, amount)
    select l.entry_id, side.ledger_id, target.currency, side.amount
    from unnest(lines) l cross
      join lateral (values (target.id, l.amount),
      (bank.system_account('cash_clearing'), -l.amount)) as side (ledger_id, amount)
    where l.outcome = 'posted';
$$;
comment on function bank.write_import_entries is
  'Posts the entries of a file''s lines. Without `at`, each is posted on its own date.';

create function bank.post_import(target bank.import_target, import_id uuid, lines bank.import_line[],
  at timestamptz) returns void language plpgsql volatile set enable_nestloop = off as $$
declare
  account public.accounts;
  first_at timestamptz := (select min(l.value_at) from unnest(lines) l where l.outcome = 'posted');
  is_backdated boolean := exists (select from public.transactions t where t.account_id = target.id
    and t.date > first_at);
begin
  perform bank.write_import_entries(target, import_id, lines, post_import.at);
  insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction,
    currency, category_id, merchant, balance_after, entry_id)
    select target.id, target.user_id, abs(l.amount),
      case when l.amount > 0 then 'DEPOSIT' else 'WITHDRAWAL' end, l.description, l.value_at,
      e.kind, case when l.amount > 0 then 'in' else 'out' end, target.currency, e.category_id, l.merchant,
        l.balance_after, l.entry_id
    from unnest(lines) l join bank.entries e on e.id = l.entry_id
      where l.outcome = 'posted' order by l.position;
  -- The lines already have the right balances if all of them are newer than the account's transactions.
  if is_backdated then perform bank.recompute_running_balances(target.id, first_at); end if;
  update public.accounts a set updated_at = bank.now_for(target.user_id), balance = a.balance + posted.amount,
      last_entry = posted.newest
    from (select sum(l.amount) as amount, max(l.entry_id) as newest from unnest(lines) l
      where l.outcome = 'posted') as posted
    where a.id = target.id and posted.newest is not null returning a.* into account;
  if account.tax_treatment is not null then perform bank.check_yearly_contribution(account, 0); end if;
end $$;
comment on function bank.post_import is 'Posts a file''s lines to an account: entries, transactions, and the '
  'balance. Refuses (CONTR) contributions above the limit of the year.';

create function bank.post_card_import(target bank.import_target, import_id uuid, lines bank.import_line[])
returns void language plpgsql volatile as $$
declare
  posted record;
begin
  select coalesce(sum(l.amount), 0) as amount, max(l.entry_id) as newest,
    array_agg(l.entry_id order by l.position) as entries into posted
    from unnest(lines) l where l.outcome = 'posted';
  if posted.newest is null then return; end if;
  perform bank.refuse_if(posted.amount < 0 and posted.amount + target.balance < -target.credit_limit,
    'OVRLM', 'This import would exceed the card''s credit limit.',
    jsonb_build_object('limit', target.credit_limit, 'balance', -target.balance,
      'available', greatest(target.credit_limit + target.balance, 0), 'amount', -posted.amount));
  perform bank.refuse_if(abs(posted.amount + target.balance) > 999999999.99,
    'BADAM', 'The card''s balance would be too large.', jsonb_build_object('highest', 999999999.99));
  perform bank.write_import_entries(target, import_id, lines, bank.now_for(target.user_id));
  perform bank.apply_card_categorization_rules(target.user_id, posted.entries);
  update public.credit_cards c set balance = c.balance - posted.amount, last_entry = posted.newest,
    updated_at = bank.now_for(target.user_id)
    where c.id = target.id;
end $$;
comment on function bank.post_card_import is 'Posts a file''s lines to a card. All of them count from now, '
  'so closed statements don''t change. Refuses: OVRLM, BADAM.';

create function bank.new_import_account(requested jsonb)
returns public.accounts language plpgsql volatile as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select time_zone from public.customers where id = household), 'UTC');
  begins_on date := coalesce((requested ->> 'begins_on')::date, bank.today_for(household));
  account public.accounts;
begin
  perform bank.refuse_if(begins_on > bank.today_for(household) or begins_on < date '1950-01-01',
    'BADDT', 'Choose an opening date between 1950 and today.',
    jsonb_build_object('date', begins_on, 'earliest', '1950-01-01', 'latest', bank.today_for(household)));
  account.user_id := household;
  account.name := requested ->> 'name';
  account.type := coalesce(requested ->> 'type', 'CHECKING');
  account.currency := coalesce(requested ->> 'currency', 'USD');
  account.balance := coalesce((requested ->> 'starting_balance')::numeric, 0);
  account.created_at := least(begins_on::timestamp at time zone zone, bank.now_for(household));
  if account.balance <> 0 then perform bank.check_amount(account.balance); end if;
  account.balance := round(account.balance, 2);
  return account;
end $$;
comment on function bank.new_import_account is 'Returns the account that an import would open: `name`, '
  '`type`, `currency`, `begins_on`, `starting_balance`. Refuses: BADDT, BADAM.';

create function bank.account_target(account public.accounts) returns bank.import_target
language sql immutable as $$
  select account.id, account.user_id, false, account.currency, account.balance, account.created_at,
    null::numeric
$$;
comment on function bank.account_target is 'Returns an account as the target of an import.';

create function bank.card_target(card public.credit_cards) returns bank.import_target
language sql immutable as $$
  select card.id, card.user_id, true, card.currency, -card.balance, card.created_at, card.credit_limit
$$;
comment on function bank.card_target is 'Returns a card as the target of an import.';

create function bank.new_import_card(requested jsonb)
returns public.credit_cards language plpgsql volatile as $$
declare
  -- The checks of an opening date and an opening balance are those of an account.
  account public.accounts := bank.new_import_account(requested);
  card public.credit_cards;
begin
  card.user_id := account.user_id;
  card.name := account.name;
  card.currency := account.currency;
  card.created_at := account.created_at;
  card.balance := account.balance;
  card.credit_limit := (requested ->> 'credit_limit')::numeric;
  card.apr := coalesce((requested ->> 'apr')::numeric, 0);
  perform bank.check_amount(card.credit_limit);
  return card;
end $$;
comment on function bank.new_import_card is 'Returns the card that an import would open: `name`, '
  '`credit_limit`, `apr`, `currency`, `begins_on`, `starting_balance`. Refuses: BADDT, BADAM.';

create function bank.open_import_card(requested public.credit_cards)
returns public.credit_cards language plpgsql volatile as $$
declare
  card public.credit_cards;
begin
  insert into public.credit_cards (name, credit_limit, apr, currency, user_id, created_at, balance)
    values (requested.name, requested.credit_limit, requested.apr, requested.currency, requested.user_id,
      requested.created_at, requested.balance)
    returning * into card;
  select * into card from public.credit_cards c where c.id = card.id;
  return card;
end $$;
comment on function bank.open_import_card is
  'Opens the card for an imported file on its first day, with the balance owed at that time.';

create function bank.open_import_account(requested public.accounts, import_id uuid)
returns public.accounts language plpgsql volatile as $$
declare
  account public.accounts;
begin
  insert into public.accounts (name, type, currency, user_id, created_at)
    values (requested.name, requested.type, requested.currency, requested.user_id, requested.created_at)
      returning * into account;
  if requested.balance > 0 then
    account := bank.post_initial_deposit(account, requested.balance, 'import',
      'import:' || import_id || ':0');
  end if;
  return account;
end $$;
comment on function bank.open_import_account is
  'Opens the account for an imported file on its first day, with the opening balance.';

create function bank.preview_target(account_id uuid, new_account jsonb, card_id uuid, new_card jsonb)
returns bank.import_target language plpgsql volatile as $$
declare
  account public.accounts;
  card public.credit_cards;
begin
  if new_account is not null then return bank.account_target(bank.new_import_account(new_account)); end if;
  if new_card is not null then return bank.card_target(bank.new_import_card(new_card)); end if;
  if card_id is not null then
    select * into card from public.credit_cards c where c.id = preview_target.card_id
      and c.user_id = bank.caller();
    perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that card.');
    return bank.card_target(card);
  end if;
  select * into account from public.accounts a where a.id = preview_target.account_id
    and a.user_id = bank.caller();
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that account.');
  perform bank.refuse_cd(account);
  return bank.account_target(account);
end $$;
comment on function bank.preview_target is
  'Returns the caller''s account or card that would receive an import. Refuses: NTFND, CDLCK, BADDT, BADAM.';

create function bank.lock_target(account_id uuid, new_account jsonb, card_id uuid, new_card jsonb,
  import_id uuid) returns bank.import_target language plpgsql volatile as $$
declare
  account public.accounts;
begin
  if card_id is not null then return bank.card_target(bank.lock_card(card_id)); end if;
  if new_account is null and new_card is null then
    account := bank.lock_account(account_id);
    perform bank.refuse_cd(account);
    return bank.account_target(account);
  end if;
  perform bank.lock_clock(bank.caller());
  if new_card is not null then
    return bank.card_target(bank.open_import_card(bank.new_import_card(new_card)));
  end if;
  return bank.account_target(bank.open_import_account(bank.new_import_account(new_account), import_id));
end $$;
comment on function bank.lock_target is 'Locks or opens the account or card that receives an import. '
  'Refuses: NTFND, CLOSD, CDLCK, BADDT, BADAM, BADNM, BADCU, BADRT, LIMIT.';

create function bank.preview_contributions(target bank.import_target, lines bank.import_line[])
returns jsonb language sql stable as $$
  select jsonb_build_object('kind', bank.contribution_kind(a.tax_treatment), 'limit', y.highest,
    'used', y.used, 'added', (select coalesce(sum(l.amount), 0) from unnest(lines) l
      where l.outcome = 'posted' and l.amount > 0 and extract(year from l.day) = y.year))
  from public.accounts a
    cross join lateral bank.yearly_contributions(a.user_id, bank.contribution_kind(a.tax_treatment)) as y
  where a.id = target.id and not target.is_card and a.tax_treatment is not null
$$;
comment on function bank.preview_contributions is 'Returns the contributions of the current year that an '
  'import would add to a tax-advantaged account, and their limit; null for other accounts.';

create function public.preview_import(account_id uuid default null, new_account jsonb default null,
  draft text default null, rows jsonb default null, choices jsonb default null, card_id uuid default null,
  new_card jsonb default null) returns json language plpgsql volatile
security definer -- because it reads the draft and bank.clocks, and moves no money
set search_path = '' as $$
declare
  lines bank.import_line[] := bank.import_lines(draft, rows, choices);
  target bank.import_target := bank.preview_target(account_id, new_account, card_id, new_card);
  -- The balance of a card is the amount owed.
  sign integer := case when target.is_card then -1 else 1 end;
begin
  lines := bank.judge_import(target, lines);
  -- A row of a large file costs half as much in json as in jsonb.
  return json_strip_nulls(json_build_object('balance_before', sign * target.balance,
    'currency', target.currency, 'credit_limit', target.credit_limit,
    'contributions', bank.preview_contributions(target, lines),
    'balance_after', (select sign * l.balance_after from unnest(lines) l order by l.position desc limit 1),
    'posted', (select count(*) from unnest(lines) l where l.outcome = 'posted'),
    'money_in', (select coalesce(sum(l.amount), 0) from unnest(lines) l
      where l.outcome = 'posted' and l.amount > 0),
    'money_out', (select coalesce(-sum(l.amount), 0) from unnest(lines) l
      where l.outcome = 'posted' and l.amount < 0),
    'rows', (select json_agg(
      json_build_object('line', l.line, 'outcome', l.outcome, 'why', l.why,
        'kind', case when target.is_card then bank.card_import_kind(l.amount, l.description) end,
        'balance', sign * l.balance_after) order by l.position)
      from unnest(lines) l)));
end $$;
comment on function public.preview_import is 'Previews an import line by line, with the final balance. '
  'On a card, the balance is the amount owed, and each line has its kind. `contributions` are those of this '
  'year to a tax-advantaged account; above their limit, the import is refused. Doesn''t move money. Refuses: '
  'NTFND, LIMIT, BADDT, BADAM.';

create function public.import_transactions(account_id uuid default null, new_account jsonb default null,
  draft text default null, rows jsonb default null, choices jsonb default null, file_name text default null,
  format text default 'csv', request_id text default null, card_id uuid default null,
  new_card jsonb default null) returns public.imports language plpgsql volatile
security definer -- because it writes balances and the ledger
set search_path = '' as $$
declare
  clean_file_name text := left(coalesce(bank.clean_text(file_name), 'Rows'), 200);
  params jsonb := jsonb_build_object('verb', 'import_transactions', 'account', account_id,
    'new_account', new_account, 'draft', draft, 'rows', encode(sha256(convert_to(rows::text, 'UTF8')), 'hex'),
    'choices', choices, 'file', clean_file_name, 'format', format)
    || case when card_id is null and new_card is null then '{}'
      else jsonb_build_object('card', card_id, 'new_card', new_card) end;
  imported public.imports := bank.replay_row(request_id, params, null::public.imports);
  lines bank.import_line[];
  target bank.import_target;
begin
  if imported.id is not null then return imported; end if;
  perform bank.refuse_if(format is null or format not in ('csv', 'ofx', 'qif', 'json', 'camt', 'mt940'),
    'BADTY', 'Choose a CSV, OFX, QIF, camt, MT940, or JSON file.');
  perform bank.refuse_if(num_nonnulls(account_id, new_account, card_id, new_card) <> 1,
    'NTFND', 'Choose one account or card for the transactions.');
  lines := bank.import_lines(draft, rows, choices);
  imported.id := gen_random_uuid();
  target := bank.lock_target(account_id, new_account, card_id, new_card, imported.id);
  lines := bank.import_instants(target, bank.judge_import(target, lines));
  if target.is_card then
    perform bank.post_card_import(target, imported.id, lines);
  else
    perform bank.post_import(target, imported.id, lines,
      case when new_account is null then bank.next_instant(target.user_id, array[target.id]) end);
  end if;
  imported := bank.save_import(target, imported.id, lines, clean_file_name, format,
    num_nonnulls(new_account, new_card) > 0);
  delete from bank.import_drafts d where d.user_id = target.user_id and d.draft = import_transactions.draft;
  return bank.remember(request_id, params, imported);
end $$;
comment on function public.import_transactions is 'Imports a file into one of the caller''s accounts or '
  'cards or into a new one, all or nothing. Returns the import. Its lines contain the outcomes. Lines on '
  'a card keep their dates, but count for statements and interest from now. Refuses: NTFND, CLOSD, LIMIT, '
  'BADTY, BADDT, BADAM, BADNM, BADCU, BADRT, OVRLM, CONTR, RQDIF.';

create function bank.save_import(target bank.import_target, import_id uuid, lines bank.import_line[],
  file_name text, format text, opened boolean) returns public.imports language plpgsql volatile as $$
declare
  imported public.imports;
begin
  insert into public.imports (id, user_id, account_id, card_id, file_name, format, currency, imported_at,
    first_day, last_day, posted, left_out, money_in, money_out, opened_account)
    select import_id, target.user_id, case when not target.is_card then target.id end,
      case when target.is_card then target.id end, save_import.file_name, save_import.format,
      target.currency, bank.now_for(target.user_id), min(l.day), max(l.day),
      count(*) filter (where l.outcome = 'posted'), count(*) filter (where l.outcome <> 'posted'),
      coalesce(sum(l.amount) filter (where l.outcome = 'posted' and l.amount > 0), 0),
      coalesce(-sum(l.amount) filter (where l.outcome = 'posted' and l.amount < 0), 0), opened
    from unnest(lines) l returning * into imported;
  insert into public.imported_lines (user_id, import_id, position, line, day, amount, description,
    external_id, outcome, why, entry_id)
    select target.user_id, imported.id, l.position, l.line, l.day, l.amount, l.description, l.external_id,
      l.outcome, l.why, l.entry_id
    from unnest(lines) l;
  return imported;
end $$;
comment on function bank.save_import is 'Saves the report of an import, and returns the import.';
call bank.broadcast('public.imports');

grant execute on function
  public.upload_import_chunk, public.preview_import, public.import_transactions to authenticated;
