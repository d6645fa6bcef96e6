-- Thousands of rows that came a moment ago are in no statistics yet: taken for a handful, they would be looked at one by one
-- for each other. Here they are always hashed.
create or replace function bank.import_duplicates(account_id uuid, zone text, lines bank.import_line[])
returns table ("position" integer, why jsonb) language sql stable set enable_nestloop = off as $$
  with sent as materialized (
    select l.position, l.line, l.day, l.amount, l.external_id, l.balance, bank.plain_words(l.description) as words,
      row_number() over (partition by l.day, l.amount, bank.plain_words(l.description) order by l.position) as nth,
      row_number() over (partition by l.day, l.amount, bank.plain_words(l.description), l.external_id, l.balance order by l.position) as nth_same,
      first_value(l.line) over (partition by l.day, l.amount, bank.plain_words(l.description), l.external_id, l.balance order by l.position) as first_line
    from unnest(lines) l where l.problem is null
  ), known as materialized (
    select k.*, row_number() over (partition by k.day, k.amount, k.words order by k.id) as nth
    from bank.known_rows(import_duplicates.account_id, import_duplicates.zone, lines) k
  ), named as materialized (
    select distinct on (s.position) s.position, k.id, k.day, k.file_name from sent s join known k on k.external_id = s.external_id and k.amount = s.amount
    order by s.position, abs(k.day - s.day), k.id
  ), same as materialized (
    select s.position, k.id, k.day, k.file_name from sent s
      join known k on k.day = s.day and k.amount = s.amount and k.words = s.words and k.nth = s.nth
    where not exists (select from named n where n.position = s.position) and not exists (select from named n where n.id = k.id)
      and (s.external_id is null or k.external_id is null)
  ), sent_left as materialized (
    -- Words are compared only where nothing surer was found: that is the dear part.
    select s.* from sent s where not exists (select from named n where n.position = s.position) and not exists (select from same m where m.position = s.position)
  ), known_left as materialized (
    select k.* from known k where not exists (select from named n where n.id = k.id) and not exists (select from same m where m.id = k.id)
  ), alike as materialized (
    select distinct on (pairs.id) pairs.* from (
      select distinct on (s.position) s.position, k.id, k.day, k.file_name from sent_left s join known_left k on k.day = s.day and k.amount = s.amount
      where (s.external_id is null or k.external_id is null) and bank.are_alike(s.words, k.words)
      order by s.position, k.words = s.words desc, k.nth, k.id) as pairs
    order by pairs.id, pairs.position
  )
  select f.position, jsonb_strip_nulls(jsonb_build_object('by', f.by, 'row_id', f.id, 'day', f.day, 'file', f.file_name))
  from (select 'name' as by, * from named union all select 'same', * from same union all select 'alike', * from alike) as f
  union all
  select s.position, jsonb_build_object('by', 'file', 'line', s.first_line) from sent s
  where s.nth_same > 1 and not exists (select from named n where n.position = s.position)
    and not exists (select from same m where m.position = s.position) and not exists (select from alike a where a.position = s.position)
$$;
alter function bank.known_rows(uuid, text, bank.import_line[]) set enable_nestloop = off;
alter function bank.import_instants(public.accounts, bank.import_line[]) set enable_nestloop = off;
alter function bank.reverse_import(public.imports, timestamptz) set enable_nestloop = off;
alter function bank.forget_imported_rows(public.imports) set enable_nestloop = off;
alter function public.undo_import(uuid) set enable_nestloop = off;
alter function bank.post_import(public.accounts, uuid, bank.import_line[], timestamptz) set enable_nestloop = off;
