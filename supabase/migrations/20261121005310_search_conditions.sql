-- One search over accounts and cards. What is asked comes as conditions (web/src/lib/row-query-meaning.ts makes them of the
-- customer's words); each becomes a piece of SQL in which every value is a quoted literal, because only a plan that knows the
-- values finds the right index.
create function bank.like_pattern(words text) returns text language sql immutable as $$
  select '%' || replace(replace(replace(lower(left(words, 500)), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
comment on function bank.like_pattern(text) is 'A pattern that means exactly these words, wherever they stand.';

create function bank.named_clause(rows text[], side text) returns text language sql immutable as $$
  select case when cardinality(rows) = 0 then 'false'
    when side = 'card' then format('r.row_id = any(%L::text[])', rows)
    else format('r.id = any(%L::uuid[])', array(select name from unnest(rows) as name where name !~ ':')) end
$$;
comment on function bank.named_clause(text[], text) is 'That a row is one of these.';

create function bank.words_clause(words text, side text, household uuid) returns text language plpgsql stable as $$
declare
  pattern text := bank.like_pattern(words);
  categories uuid[] := array(select c.id from public.categories c where (c.user_id = household or c.user_id is null) and lower(c.name) like pattern);
  rows text[] := array(
    select d.row_id from public.row_details d where d.user_id = household and (lower(d.note) like pattern or lower(d.merchant) like pattern)
    union select s.row_id from public.row_splits s where s.user_id = household and (s.category_id = any(categories) or lower(s.note) like pattern));
  clause text := format('bank.row_words(r.description, r.merchant) like %L', pattern);
begin
  if cardinality(categories) > 0 then
    clause := clause || format(' or %s = any(%L::uuid[])', bank.category_of(side), categories);
  end if;
  return '(' || clause || case when cardinality(rows) > 0 then ' or ' || bank.named_clause(rows, side) else '' end || ')';
end
$$;
comment on function bank.words_clause(text, text, uuid) is 'That a word stands in the description, merchant, note or category of a row.';

create function bank.category_of(side text) returns text language sql immutable as $$
  select case side when 'card' then '(case when d.has_category then d.category_id else r.category_id end)' else 'r.category_id' end
$$;
comment on function bank.category_of(text) is 'Where the category of a row stands: what the customer says before what the entry says.';

create function bank.category_clause(condition jsonb, side text, household uuid) returns text language plpgsql stable as $$
declare
  ids uuid[] := array(select jsonb_array_elements_text(condition -> 'ids'));
  or_none boolean := coalesce((condition ->> 'none')::boolean, false);
  split text[] := array(select distinct s.row_id from public.row_splits s where s.user_id = household);
  parts text[] := array(select distinct s.row_id from public.row_splits s
    where s.user_id = household and (s.category_id = any(ids) or (or_none and s.category_id is null)));
  whole text := format('(%s = any(%L::uuid[])%s)', bank.category_of(side), ids, case when or_none then format(' or %s is null', bank.category_of(side)) else '' end);
begin
  if cardinality(split) = 0 then
    return whole;
  end if;
  return format('((%s and not %s) or %s)', whole, bank.named_clause(split, side), bank.named_clause(parts, side));
end
$$;
comment on function bank.category_clause(jsonb, text, uuid) is 'That a row, or a part of it where it is split, is in one of these categories.';

create function bank.amount_clause(condition jsonb) returns text language sql immutable as $$
  select coalesce(string_agg(format('r.amount %s %L::numeric', bound.sign, (condition ->> bound.name)::numeric), ' and '), 'true')
  from (values ('from', '>='), ('to', '<='), ('above', '>'), ('below', '<')) as bound (name, sign) where condition ->> bound.name is not null
$$;
comment on function bank.amount_clause(jsonb) is 'That an amount, without its sign, lies within bounds.';

create function bank.day_clause(condition jsonb, zone text) returns text language sql stable as $$
  select concat_ws(' and ', 'true',
    case when condition ->> 'from' is not null then format('r.date >= %L::timestamptz', (condition ->> 'from')::date::timestamp at time zone zone) end,
    case when condition ->> 'to' is not null then format('r.date < %L::timestamptz', ((condition ->> 'to')::date + 1)::timestamp at time zone zone) end)
$$;
comment on function bank.day_clause(jsonb, text) is 'That a row counts for one of these days in the customer''s time zone.';

create function bank.state_clause(what text, side text, household uuid) returns text language plpgsql volatile as $$
declare
  row_id text := case side when 'card' then 'r.row_id' else 'r.id::text' end;
begin
  return case what
    when 'in' then 'r.direction = ''in''' when 'out' then 'r.direction = ''out'''
    when 'pending' then format('r.date > %L::timestamptz', bank.now_for(household))
    when 'card' then (side = 'card')::text
    when 'transfer' then case side when 'card' then 'r.kind = ''card_payment''' else '(r.type = ''TRANSFER'' or r.kind = ''card_payment'')' end
    when 'category' then bank.category_of(side) || ' is not null'
    when 'merchant' then case side when 'card' then 'coalesce(d.merchant, r.merchant) is not null' else 'r.merchant is not null' end
    when 'split' then bank.named_clause(array(select distinct s.row_id from public.row_splits s where s.user_id = household), side)
    when 'note' then format('exists (select from public.row_details x where x.user_id = %L and x.row_id = %s and x.note is not null)', household, row_id)
    when 'tag' then format('exists (select from public.row_tags x where x.user_id = %L and x.row_id = %s)', household, row_id)
    when 'attachment' then format('exists (select from public.row_attachments x where x.user_id = %L and x.row_id = %s)', household, row_id)
    else 'false' end;
end
$$;
comment on function bank.state_clause(text, text, uuid) is 'That a row is, or has, this. What is not known holds for no row.';

create function bank.row_clause(condition jsonb, side text, household uuid, zone text) returns text language plpgsql volatile as $$
declare
  pattern text := bank.like_pattern(condition ->> 'text');
  said text[] := array(select jsonb_array_elements_text(condition -> 'values'));
  clause text := case condition ->> 'on'
    when 'words' then bank.words_clause(condition ->> 'text', side, household)
    when 'merchant' then case side when 'card' then format('lower(coalesce(d.merchant, r.merchant)) like %L', pattern)
      else format('(bank.row_words(r.description, r.merchant) like %1$L and lower(r.merchant) like %1$L)', pattern) end
    when 'note' then bank.named_clause(array(select d.row_id from public.row_details d where d.user_id = household and lower(d.note) like pattern
      union select s.row_id from public.row_splits s where s.user_id = household and lower(s.note) like pattern), side)
    when 'tag' then bank.named_clause(array(select g.row_id from public.row_tags g where g.user_id = household and g.tag = any(said)), side)
    when 'category' then bank.category_clause(condition, side, household)
    when 'place' then format('r.%s_id = any(%L::uuid[])', side, array(select jsonb_array_elements_text(condition -> 'ids')))
    when 'type' then case side when 'card' then ('CARD' = any(said))::text else format('r.type = any(%L::text[])', said) end
    when 'kind' then format('r.kind = any(%L::text[])', said)
    when 'currency' then format('r.currency = any(%L::text[])', said)
    when 'amount' then bank.amount_clause(condition)
    when 'day' then bank.day_clause(condition, zone)
    when 'is' then bank.state_clause(condition ->> 'what', side, household)
    when 'has' then bank.state_clause(condition ->> 'what', side, household)
    else 'false' end;
begin
  return case when coalesce((condition ->> 'not')::boolean, false) then format('not coalesce((%s), false)', clause) else clause end;
end
$$;
comment on function bank.row_clause(jsonb, text, uuid, text) is 'One condition of a search as SQL. What is not known holds for no row: nothing asked is ever widened.';

create function bank.own_clause(query jsonb, side text, household uuid) returns text language sql stable as $$
  -- Accounts without an owner are everybody's: they are searched when they are named.
  select format('r.user_id = %L', household) || coalesce((select format(' or (r.user_id is null and r.account_id = any(%L::uuid[]))', array_agg(a.id))
    from jsonb_array_elements(query -> 'conditions') as c (condition), jsonb_array_elements_text(c.condition -> 'ids') as named (id)
      join public.accounts a on a.id::text = named.id
    where side = 'account' and c.condition ->> 'on' = 'place' and a.user_id is null having count(*) > 0), '')
$$;
comment on function bank.own_clause(jsonb, text, uuid) is 'That a row is the customer''s, or on an account without an owner that they ask for by name.';

create function bank.cursor_clause(sort text, before jsonb, side text) returns text language sql immutable as $$
  select case when before is null then 'true' else (
    select case sort
      when 'oldest' then format('r.date >= %1$L::timestamptz and (r.date > %1$L::timestamptz or %3$s > %2$L)', at, id, row_id)
      when 'amount' then format('(r.amount < %1$L::numeric or (r.amount = %1$L::numeric and (r.date < %2$L::timestamptz or (r.date = %2$L::timestamptz and %4$s < %3$L))))', amount, at, id, row_id)
      when 'smallest' then format('(r.amount > %1$L::numeric or (r.amount = %1$L::numeric and (r.date < %2$L::timestamptz or (r.date = %2$L::timestamptz and %4$s < %3$L))))', amount, at, id, row_id)
      else format('r.date <= %1$L::timestamptz and (r.date < %1$L::timestamptz or %3$s < %2$L)', at, id, row_id) end
    from (select (before ->> 'date')::timestamptz as at, before ->> 'row_id' as id, (before ->> 'amount')::numeric as amount,
      case side when 'card' then 'r.row_id' else 'r.id::text collate "C"' end as row_id) as last) end
$$;
comment on function bank.cursor_clause(text, jsonb, text) is 'That a row comes after the last one that was read.';

create function bank.search_order(sort text, row_id text) returns text language sql immutable as $$
  select case sort when 'oldest' then 'date, ' || row_id when 'amount' then 'amount desc, date desc, ' || row_id || ' desc'
    when 'smallest' then 'amount, date desc, ' || row_id || ' desc' else 'date desc, ' || row_id || ' desc' end
$$;
comment on function bank.search_order(text, text) is 'The order of what is found; the last word is the id''s, so that no row is read twice or left out.';

create function bank.search_clauses(query jsonb, side text, household uuid, zone text, indexed boolean) returns text language plpgsql volatile as $$
declare
  clauses text;
begin
  if coalesce(jsonb_array_length(query -> 'conditions'), 0) > 60 then
    raise exception using errcode = 'BADTX', message = 'This search is too long.', detail = jsonb_build_object('field', 'query', 'longest', 60)::text;
  end if;
  select string_agg(bank.row_clause(c.condition, side, household, zone), ' and ') into clauses
    from jsonb_array_elements(query -> 'conditions') as c (condition)
    where not indexed or c.condition ->> 'on' in ('place', 'day');
  return coalesce(clauses, 'true');
end
$$;
comment on function bank.search_clauses(jsonb, text, uuid, text, boolean) is
  'All conditions of a search, or those alone that an index in the order of time can follow. Refuses: BADTX.';

create function bank.search_source(query jsonb, side text, household uuid, zone text, before jsonb, walk integer, skipped integer default 0) returns text
language sql volatile as $$
  select format('(select r.* from %s r where (%s) and %s and %s order by %s limit %s offset %s)',
    case side when 'card' then 'bank.card_movements' else 'public.transactions' end, bank.own_clause(query, side, household),
    bank.cursor_clause(query ->> 'sort', before, side), bank.search_clauses(query, side, household, zone, true),
    bank.search_order(query ->> 'sort', case side when 'card' then 'row_id' else 'id' end), coalesce(walk::text, 'all'), skipped)
$$;
comment on function bank.search_source(jsonb, text, uuid, text, jsonb, integer, integer) is 'The customer''s rows of one side in the order of the search, so many at most.';

create function bank.search_sql(query jsonb, side text, household uuid, zone text, before jsonb, walk integer) returns text language sql volatile as $$
  select format(case side when 'card' then
    $sql$select r.row_id, r.date, r.amount, r.direction, r.currency, r.kind, 'CARD'::text as type, r.description, coalesce(d.merchant, r.merchant) as merchant,
      %s as category_id, null::uuid as account_id, r.card_id, r.balance_after, r.entry_id
      from %s r left join public.row_details d on d.user_id = r.user_id and d.row_id = r.row_id where %s and %s$sql$
    else
    $sql$select r.id::text collate "C" as row_id, r.date, r.amount, r.direction, r.currency, r.kind, r.type, r.description, r.merchant,
      %s as category_id, r.account_id, null::uuid as card_id, r.balance_after, r.entry_id from %s r where %s and %s$sql$ end,
    bank.category_of(side),
    case when walk is not null then bank.search_source(query, side, household, zone, before, walk)
      when side = 'card' then 'bank.card_movements' else 'public.transactions' end,
    case when walk is not null then 'true'
      else format('(%s) and %s', bank.own_clause(query, side, household), bank.cursor_clause(query ->> 'sort', before, side)) end,
    bank.search_clauses(query, side, household, zone, false))
$$;
comment on function bank.search_sql(jsonb, text, uuid, text, jsonb, integer) is
  'The rows of one side, accounts or cards, that a search asks for; with `walk`, among so many of the latest alone.';

create function bank.part_sql(query jsonb, household uuid) returns text language plpgsql stable as $$
declare
  asked jsonb := (select c.condition from jsonb_array_elements(query -> 'conditions') as c (condition)
    where c.condition ->> 'on' = 'category' and not coalesce((c.condition ->> 'not')::boolean, false) limit 1);
begin
  if asked is null or not exists (select from public.row_splits s where s.user_id = household) then
    return 'null::numeric';
  end if;
  return format('(select sum(s.amount)::numeric from public.row_splits s where s.user_id = %L and s.row_id = f.row_id and (s.category_id = any(%L::uuid[])%s))',
    household, array(select jsonb_array_elements_text(asked -> 'ids')), case when (asked ->> 'none')::boolean then ' or s.category_id is null' else '' end);
end
$$;
comment on function bank.part_sql(jsonb, uuid) is 'What of a found row counts, where it is split and categories are asked for; else null.';
