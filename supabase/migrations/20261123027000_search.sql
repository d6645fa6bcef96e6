set check_function_bodies = off;

-- Stores card activity in the form of transactions, so that accounts and cards share one indexed list. Each
-- posting updates the list from the journal.
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

create function bank.search_text(description text, merchant text)
returns text language sql immutable parallel safe as $$
  select lower(coalesce(description, '') || e'\n' || coalesce(merchant, ''))
$$;
comment on function bank.search_text is 'Returns a transaction''s search text, as stored in the indexes.';

create table bank.card_movements (
  card_id uuid not null references public.credit_cards on delete cascade,
  entry_id bigint not null,
  user_id uuid not null references public.customers on delete cascade,
  transaction_key text collate "C" not null,
  date timestamptz not null,
  amount numeric not null,
  direction text not null,
  currency text not null,
  kind text not null,
  description text,
  merchant text,
  category_id uuid,
  balance_after numeric not null,
  primary key (card_id, entry_id)
);
create index card_movements_user_id_date_idx on bank.card_movements (user_id, date desc,
  transaction_key desc);
comment on table bank.card_movements is
  'All card activity as the card''s owner sees it, derived from the journal.';
comment on column bank.card_movements.transaction_key is
  'The transaction key used throughout the bank: card and entry. Sorted as bytes, like transaction ids.';
comment on column bank.card_movements.amount is
  'Always positive. `direction` is in or out from the customer''s point of view.';
comment on column bank.card_movements.category_id is
  'The entry''s category. Not a foreign key, because the journal outlives categories.';
comment on column bank.card_movements.balance_after is
  'The amount owed after this transaction, in date order.';
alter table bank.card_movements enable row level security;

-- Most entries aren't on cards and most customers have no rules, so these checks come first.
create function bank.recompute_card_balances(card_ids uuid[]) returns void language sql volatile as $$
  update bank.card_movements m set balance_after = running.balance
  from (
    select r.card_id, r.entry_id, sum(case r.direction when 'in' then -r.amount else r.amount end)
      over (partition by r.card_id order by r.date, r.entry_id) as balance
    from bank.card_movements r where r.card_id = any (card_ids)
  ) as running
  where m.card_id = running.card_id and m.entry_id = running.entry_id and m.balance_after <> running.balance
$$;
comment on function bank.recompute_card_balances is
  'Recomputes the balances of these cards after each transaction, in date order.';

create function bank.show_on_cards()
returns trigger language plpgsql security definer -- because it writes the list of card activity
set search_path = '' as $$
declare
  late uuid[];
begin
  if not exists (select from added p join public.credit_cards c on c.id = p.ledger_id) then
    return null;
  end if;
  insert into bank.card_movements (card_id, entry_id, user_id, transaction_key, date, amount, direction,
    currency, kind, description, merchant, category_id, balance_after)
  select c.id, e.entry_id, c.user_id, c.id || ':' || e.entry_id, e.value_at, abs(e.amount),
    case when e.amount > 0 then 'in' else 'out' end, e.currency, e.kind,
    e.description, e.merchant, e.category_id,
    coalesce(newest.balance_after, 0) - sum(e.amount) over (partition by c.id order by e.entry_id)
  from (select distinct p.ledger_id from added p) as changed
    join public.credit_cards c on c.id = changed.ledger_id
    left join lateral (select m.balance_after from bank.card_movements m
      where m.user_id = c.user_id and m.card_id = c.id order by m.date desc, m.entry_id desc limit 1)
      as newest on true
    join added p on p.ledger_id = c.id
    join bank.card_entries e on e.card_id = c.id and e.entry_id = p.entry_id
  on conflict do nothing;
  -- Finds the cards with a backdated charge, which changes all later balances.
  select array_agg(distinct m.card_id) into late
  from added p join bank.card_movements m on m.card_id = p.ledger_id and m.entry_id = p.entry_id
    cross join lateral (select from bank.card_movements later
      where later.user_id = m.user_id and later.card_id = m.card_id and later.date > m.date
        and later.entry_id < m.entry_id limit 1) as affected;
  if late is not null then perform bank.recompute_card_balances(late); end if;
  return null;
end $$;
comment on function bank.show_on_cards is 'Adds new card postings to the card activity.';

create trigger show_on_cards after insert on bank.postings referencing new table as added
  for each statement execute function bank.show_on_cards();

-- Lists the existing entries of new cards, because a household's entries can be loaded before its cards.
create function bank.show_card() returns trigger language plpgsql
security definer -- because it writes a column that has no API grants
set search_path = '' as $$
begin
  insert into bank.card_movements (card_id, entry_id, user_id, transaction_key, date, amount, direction,
    currency, kind, description, merchant, category_id, balance_after)
  select c.id, e.entry_id, c.user_id, c.id || ':' || e.entry_id, e.value_at, abs(e.amount),
    case when e.amount > 0 then 'in' else 'out' end, e.currency, e.kind, e.description, e.merchant,
    e.category_id, -sum(e.amount) over (partition by c.id order by e.value_at, e.entry_id)
  from added c join bank.card_entries e on e.card_id = c.id
  on conflict do nothing;
  return null;
end $$;
comment on function bank.show_card is 'Adds a new card''s existing postings to its activity.';

create trigger show_card after insert on public.credit_cards referencing new table as added
  for each statement execute function bank.show_card();

-- Searches transactions on accounts and cards. web/src/lib converts the customer's query to conditions. Each
-- condition becomes a piece of SQL with quoted literals, because the planner needs the values to choose the
-- best index.
create function bank.like_pattern(search text) returns text language sql immutable as $$
  select '%' || replace(replace(replace(lower(left(search, 500)), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
comment on function bank.like_pattern is 'Returns a LIKE pattern that matches this text at any position.';

create function bank.named_clause(rows text[], side text) returns text language sql immutable as $$
  select case when cardinality(rows) = 0 then 'false'
    when side = 'card' then format('r.transaction_key = any(%L::text[])', rows)
    else format('r.id = any(%L::uuid[])', array(select name from unnest(rows) as name where name !~ ':')) end
$$;
comment on function bank.named_clause is 'Returns SQL that matches transactions by id.';

create function bank.text_clause(search text, side text, household uuid)
returns text language plpgsql stable as $$
declare
  pattern text := bank.like_pattern(search);
  categories uuid[] := array(select c.id from public.categories c
    where (c.user_id = household or c.user_id is null) and lower(c.name) like pattern);
  rows text[] := array(
    select d.transaction_key from public.transaction_details d where d.user_id = household
      and (lower(d.note) like pattern or lower(d.merchant) like pattern)
    union select s.transaction_key from public.transaction_splits s where s.user_id = household
      and (s.category_id = any(categories) or lower(s.note) like pattern));
  clause text := format('bank.search_text(r.description, r.merchant) like %L', pattern);
begin
  if cardinality(categories) > 0 then
    clause := clause || format(' or %s = any(%L::uuid[])', bank.category_of(side), categories);
  end if;
  return '(' || clause || case when cardinality(rows) > 0 then ' or ' || bank.named_clause(rows, side)
    else '' end || ')';
end $$;
comment on function bank.text_clause is
  'Returns SQL that matches a word in description, merchant, note, or category.';

create function bank.category_of(side text) returns text language sql immutable as $$
  select case side when 'card' then '(case when d.has_category then d.category_id else r.category_id end)'
    else 'r.category_id' end
$$;
comment on function bank.category_of is
  'Returns SQL for a transaction''s category: the customer''s choice, or else the entry''s category.';

create function bank.category_clause(condition jsonb, side text, household uuid)
returns text language plpgsql stable as $$
declare
  ids uuid[] := array(select jsonb_array_elements_text(condition -> 'ids'));
  or_none boolean := coalesce((condition ->> 'none')::boolean, false);
  split text[] := array(select distinct s.transaction_key from bank.transaction_parts s
    where s.user_id = household);
  parts text[] := array(select distinct s.transaction_key from bank.transaction_parts s
    where s.user_id = household and (s.category_id = any(ids) or (or_none and s.category_id is null)));
  whole text := format('(%s = any(%L::uuid[])%s)', bank.category_of(side), ids,
    case when or_none then format(' or %s is null', bank.category_of(side)) else '' end);
begin
  if cardinality(split) = 0 then return whole; end if;
  return format('((%s and not %s) or %s)', whole, bank.named_clause(split, side),
    bank.named_clause(parts, side));
end $$;
comment on function bank.category_clause is
  'Returns SQL that matches transactions, or their splits, in these categories.';

create function bank.amount_clause(condition jsonb) returns text language sql immutable as $$
  select coalesce(
    string_agg(format('r.amount %s %L::numeric', bound.sign, (condition ->> bound.name)::numeric), ' and '),
    'true')
  from (values ('from', '>='), ('to', '<='), ('above', '>'), ('below', '<')) as bound (name, sign)
    where condition ->> bound.name is not null
$$;
comment on function bank.amount_clause is
  'Returns SQL that matches amounts within bounds, ignoring their sign.';

create function bank.day_clause(condition jsonb, zone text) returns text language sql stable as $$
  select concat_ws(' and ', 'true',
    case when condition ->> 'from' is not null
      then format('r.date >= %L::timestamptz', (condition ->> 'from')::date::timestamp at time zone zone) end,
    case when condition ->> 'to' is not null
      then format('r.date < %L::timestamptz',
      ((condition ->> 'to')::date + 1)::timestamp at time zone zone) end)
$$;
comment on function bank.day_clause is 'Returns SQL that matches days in the customer''s time zone.';

create function bank.counts_spending(query jsonb) returns boolean language sql immutable as $$
  select exists (select from jsonb_array_elements(query -> 'conditions') as c (condition)
    where c.condition ->> 'on' = 'is' and c.condition ->> 'what' = 'spending'
      and not coalesce((c.condition ->> 'not')::boolean, false))
$$;
comment on function bank.counts_spending is 'Returns true for a search for spending.';

create function bank.counted_day_clause(condition jsonb, side text, household uuid, zone text)
returns text language plpgsql stable as $$
declare
  day text := bank.day_clause(condition, zone);
  refunds text[] := array(select r.transaction_key from bank.refunded_purchases r
    where r.user_id = household);
  counted text[];
begin
  if cardinality(refunds) = 0 then return day; end if;
  counted := array(select r.transaction_key from bank.refunded_purchases r where r.user_id = household
    and (r.purchased_at at time zone zone)::date
      between coalesce((condition ->> 'from')::date, '-infinity')
        and coalesce((condition ->> 'to')::date, 'infinity'));
  return format('((%s and not %s) or %s)', day, bank.named_clause(refunds, side),
    bank.named_clause(counted, side));
end $$;
comment on function bank.counted_day_clause is 'Returns SQL that matches the days on which transactions '
  'count as spending: as in the view `spending`, a refund counts on the day of its purchase.';

create function bank.counted_date_sql(query jsonb, household uuid) returns text language sql stable as $$
  -- Reads the refunds once, not for each found transaction.
  select case when bank.counts_spending(query) then format(
    'case when f.kind = ''refund'' then coalesce((%L::jsonb ->> f.transaction_key)::timestamptz, f.date) '
    'else f.date end', (select coalesce(jsonb_object_agg(r.transaction_key, r.purchased_at), '{}')
      from bank.refunded_purchases r where r.user_id = household))
    else 'f.date' end
$$;
comment on function bank.counted_date_sql is
  'Returns SQL for the instant at which a found transaction counts.';

create function bank.card_payment_clause(row_name text) returns text language sql immutable as $$
  select format('%I.kind in (''card_payment'', ''imported_payment'')', row_name)
$$;
comment on function bank.card_payment_clause is 'Returns SQL that matches payments on cards.';

create function bank.state_clause(what text, side text, household uuid)
returns text language plpgsql volatile as $$
declare
  transaction_key text := case side when 'card' then 'r.transaction_key' else 'r.id::text' end;
begin
  return case
    when what in ('in', 'out') then format('r.direction = %L', what)
    when what in ('spending', 'income') then bank.flow_clause(what, side, household)
    when what = 'pending' then format('r.date > %L::timestamptz', bank.now_for(household))
    when what = 'card' then (side = 'card')::text
    when what = 'transfer' then case side when 'card' then bank.card_payment_clause('r')
      else '(r.type = ''TRANSFER'' or r.kind = ''card_payment'')' end
    -- Lists that leave out the receiving side show each transfer as one row.
    when what = 'received_transfer' then format(
      'r.direction = ''in'' and %s and exists (select from bank.postings p '
      'join public.accounts a on a.id = p.ledger_id and a.user_id = %L '
      'where p.entry_id = r.entry_id and p.amount < 0 and a.id <> r.%s_id)',
      case side when 'card' then bank.card_payment_clause('r') else 'r.type = ''TRANSFER''' end,
      household, side)
    when what = 'category' then bank.category_of(side) || ' is not null'
    when what = 'merchant' then case side when 'card' then 'coalesce(d.merchant, r.merchant) is not null'
      else 'r.merchant is not null' end
    when what = 'split'
      then bank.named_clause(array(select distinct s.transaction_key from public.transaction_splits s
      where s.user_id = household), side)
    when what in ('note', 'tag', 'attachment') then format(
      'exists (select from public.%I x where x.user_id = %L and x.transaction_key = %s%s)',
      case what when 'note' then 'transaction_details' else format('transaction_%ss', what) end,
      household, transaction_key, case what when 'note' then ' and x.note is not null' end)
    else 'false' end;
end $$;
comment on function bank.state_clause is
  'Returns SQL that matches a state. An unknown state matches nothing.';

create function bank.condition_clause(condition jsonb, side text, household uuid, zone text,
  counted boolean default false)
returns text language plpgsql volatile as $$
declare
  pattern text := bank.like_pattern(condition ->> 'text');
  accepted_values text[] := array(select jsonb_array_elements_text(condition -> 'values'));
  clause text := case condition ->> 'on'
    when 'words' then bank.text_clause(condition ->> 'text', side, household)
    when 'merchant' then case side
      when 'card' then format('lower(coalesce(d.merchant, r.merchant)) like %L', pattern)
      else format('(bank.search_text(r.description, r.merchant) like %1$L and lower(r.merchant) like %1$L)',
        pattern) end
    when 'note' then bank.named_clause(array(select d.transaction_key from public.transaction_details d
      where d.user_id = household and lower(d.note) like pattern
      union select s.transaction_key from public.transaction_splits s where s.user_id = household
        and lower(s.note) like pattern), side)
    when 'tag' then bank.named_clause(array(select g.transaction_key from public.transaction_tags g
      where g.user_id = household and g.tag = any(accepted_values)), side)
    when 'category' then bank.category_clause(condition, side, household)
    when 'place'
      then format('r.%s_id = any(%L::uuid[])', side,
      array(select jsonb_array_elements_text(condition -> 'ids')))
    when 'type' then case side when 'card' then ('CARD' = any(accepted_values))::text
      else format('r.type = any(%L::text[])', accepted_values) end
    when 'kind' then format('r.kind = any(%L::text[])', accepted_values)
    when 'currency' then format('r.currency = any(%L::text[])', accepted_values)
    when 'amount' then bank.amount_clause(condition)
    when 'day' then case when counted then bank.counted_day_clause(condition, side, household, zone)
      else bank.day_clause(condition, zone) end
    when 'is' then bank.state_clause(condition ->> 'what', side, household)
    when 'has' then bank.state_clause(condition ->> 'what', side, household)
    else 'false' end;
begin
  return case when coalesce((condition ->> 'not')::boolean, false)
    then format('not coalesce((%s), false)', clause) else clause end;
end $$;
comment on function bank.condition_clause is
  'Returns SQL for one condition. An unknown condition matches nothing, so that it never widens a search.';

create function bank.own_clause(query jsonb, side text, household uuid) returns text language sql stable as $$
  -- Accounts that have no owner are searched only if the query names them.
  select format('r.user_id = %L', household)
    || coalesce((select format(' or (r.user_id is null and r.account_id = any(%L::uuid[]))', array_agg(a.id))
    from jsonb_array_elements(query -> 'conditions') as c (condition),
      jsonb_array_elements_text(c.condition -> 'ids') as named (id)
      join public.accounts a on a.id::text = named.id
    where side = 'account' and c.condition ->> 'on' = 'place' and a.user_id is null having count(*) > 0), '')
$$;
comment on function bank.own_clause is
  'Returns SQL that matches the customer''s transactions, or those of a named account that has no owner.';

create function bank.cursor_clause(sort text, before jsonb, side text)
returns text language sql immutable as $$
  select case when before is null then 'true' else (
    select case sort
      when 'oldest'
        then format('r.date >= %1$L::timestamptz and (r.date > %1$L::timestamptz or %3$s > %2$L)', at, id,
        transaction_key)
      when 'amount' then 'true'
      when 'smallest' then 'true'
      else format('r.date <= %1$L::timestamptz and (r.date < %1$L::timestamptz or %3$s < %2$L)', at, id,
        transaction_key) end
    from (select (before ->> 'date')::timestamptz as at, before ->> 'transaction_key' as id,
      case side when 'card' then 'r.transaction_key' else 'r.id::text collate "C"' end as transaction_key) as
        last) end
$$;
comment on function bank.cursor_clause is 'Returns SQL that matches transactions after the end of the '
  'previous page; for sorting by amount, see `amount_cursor`.';

create function bank.amount_cursor(sort text, before jsonb, counted text)
returns text language sql immutable as $$
  select case when before is null or (sort in ('amount', 'smallest')) is not true then 'true'
    else format('((%1$s) %2$s %3$L::numeric or ((%1$s) = %3$L::numeric and (f.date < %4$L::timestamptz '
      'or (f.date = %4$L::timestamptz and f.transaction_key < %5$L))))', counted,
      case sort when 'amount' then '<' else '>' end, (before ->> 'amount')::numeric,
      (before ->> 'date')::timestamptz, before ->> 'transaction_key') end
$$;
comment on function bank.amount_cursor is
  'Returns SQL that matches found transactions after the end of the previous page, sorted by amount.';

create function bank.search_order(sort text, transaction_key text, counted text default 'amount')
returns text language sql immutable as $$
  select case sort when 'oldest' then 'date, ' || transaction_key
    when 'amount' then counted || ' desc, date desc, ' || transaction_key || ' desc'
    when 'smallest' then counted || ', date desc, ' || transaction_key || ' desc'
      else 'date desc, ' || transaction_key || ' desc' end
$$;
comment on function bank.search_order is
  'Returns the sort order. The id comes last, so that paging neither repeats nor skips transactions.';

create function bank.search_clauses(query jsonb, side text, household uuid, zone text, indexed boolean)
returns text language plpgsql volatile as $$
declare
  clauses text;
begin
  perform bank.refuse_if(coalesce(jsonb_array_length(query -> 'conditions'), 0) > 60,
    'BADTX', 'This search has too many conditions. Remove some and try again.',
    jsonb_build_object('field', 'query', 'longest', 60));
  select string_agg(bank.condition_clause(c.condition, side, household, zone, bank.counts_spending(query)),
    ' and ') into clauses
    from jsonb_array_elements(query -> 'conditions') as c (condition)
    where not indexed or c.condition ->> 'on' in ('place', 'day');
  return coalesce(clauses, 'true');
end $$;
comment on function bank.search_clauses is
  'Returns SQL for all conditions, or only for those that a date-ordered index supports. Refuses: BADTX.';

create function bank.search_source(query jsonb, side text, household uuid, zone text, before jsonb,
  walk integer, skipped integer default 0) returns text language sql volatile as $$
  select format('(select r.* from %s r where (%s) and %s and %s order by %s limit %s offset %s)',
    case side when 'card' then 'bank.card_movements' else 'public.transactions' end,
    bank.own_clause(query, side, household), bank.cursor_clause(query ->> 'sort', before, side),
    bank.search_clauses(query, side, household, zone, true),
    bank.search_order(query ->> 'sort', case side when 'card' then 'transaction_key' else 'id' end),
    coalesce(walk::text, 'all'), skipped)
$$;
comment on function bank.search_source is
  'Returns SQL for a limited number of the customer''s transactions on accounts or cards, in search order.';

create function bank.search_sql(query jsonb, side text, household uuid, zone text, before jsonb, walk integer)
returns text language sql volatile as $$
  select format(case side when 'card' then
    $sql$select r.transaction_key, r.date, r.amount, r.direction, r.currency, r.kind, 'CARD'::text as type,
      r.description, coalesce(d.merchant, r.merchant) as merchant,
      %s as category_id, null::uuid as account_id, r.card_id, r.balance_after, r.entry_id
      from %s r left join public.transaction_details d on d.user_id = r.user_id
        and d.transaction_key = r.transaction_key
        where %s and %s$sql$
    else
    $sql$select r.id::text collate "C" as transaction_key, r.date, r.amount, r.direction, r.currency, r.kind,
      r.type,
      r.description, r.merchant,
      %s as category_id, r.account_id, null::uuid as card_id, r.balance_after, r.entry_id from %s r
        where %s and %s$sql$ end,
    bank.category_of(side),
    case when walk is not null then bank.search_source(query, side, household, zone, before, walk)
      when side = 'card' then 'bank.card_movements' else 'public.transactions' end,
    case when walk is not null then 'true'
      else format('(%s) and %s', bank.own_clause(query, side, household),
        bank.cursor_clause(query ->> 'sort', before, side)) end,
    bank.search_clauses(query, side, household, zone, false))
$$;
comment on function bank.search_sql is
  'Returns SQL for a search on accounts or cards. If `walk` is set, searches only the latest transactions.';

create function bank.part_sql(query jsonb, household uuid) returns text language plpgsql stable as $$
declare
  category_condition jsonb := (select c.condition
    from jsonb_array_elements(query -> 'conditions') as c (condition)
    where c.condition ->> 'on' = 'category' and not coalesce((c.condition ->> 'not')::boolean, false)
      limit 1);
  is_spending boolean := bank.counts_spending(query);
  -- As in the view `spending`, principal doesn't count.
  principal constant text := '(select t.principal from public.transactions t '
    'where t.account_id = f.account_id and t.date = f.date)';
  is_debt constant text := 'f.kind in (''loan_payment'', ''mortgage_payment'', ''extra_payment'', '
    '''recast_payment'', ''payoff'')';
  ids uuid[] := array(select jsonb_array_elements_text(category_condition -> 'ids')::uuid);
  or_none boolean := coalesce((category_condition ->> 'none')::boolean, false);
  counted text := 's.amount';
  refunded jsonb;
begin
  if category_condition is null
    or not exists (select from public.transaction_splits s where s.user_id = household
      union all select from public.refunds r where r.user_id = household and r.status = 'credited') then
    return case when is_spending then format('case when %s then f.amount - %s end', is_debt, principal)
      else 'null::numeric' end;
  end if;
  if is_spending then
    -- As in the view `spending`, principal is subtracted from the first splits.
    counted := format('(select greatest(0, s.so_far - p.principal) '
      '- greatest(0, s.so_far - s.amount - p.principal) '
      'from (select case when %s then coalesce(%s, 0) else 0 end as principal) p)', is_debt, principal);
  end if;
  -- Reads the parts of refunds once, not for each found transaction.
  select coalesce(jsonb_object_agg(p.transaction_key, p.amount), '{}') into refunded
    from (select s.transaction_key, sum(s.amount) as amount from bank.transaction_parts s
      where s.user_id = household and (s.category_id = any(ids) or (or_none and s.category_id is null))
      group by 1) as p;
  return format(
    'case when f.kind = ''refund'' then (%L::jsonb ->> f.transaction_key)::numeric else '
    '(select sum(%s)::numeric from (select s.transaction_key, s.category_id, s.amount, '
    'sum(s.amount) over (order by s.position) as so_far from public.transaction_splits s '
    'where s.user_id = %L and s.transaction_key = f.transaction_key) s '
    'where (s.category_id = any(%L::uuid[])%s)) end', refunded, counted, household, ids,
    case when or_none then ' or s.category_id is null' else '' end);
end $$;
comment on function bank.part_sql is 'Returns SQL for the part of a transaction that counts: the splits in '
  'the given categories, excluding principal for spending. Returns null if the whole transaction counts.';

create function bank.counted_sql(query jsonb, household uuid) returns text language sql stable as $$
  select case part when 'null::numeric' then 'f.amount' else format('coalesce(%s, f.amount)', part) end
  from bank.part_sql(query, household) as part
$$;
comment on function bank.counted_sql is
  'Returns SQL for the amount that a search sorts by: the part that counts, or the whole transaction.';

-- Search results, page positions, and totals for accounts and cards together.
create type bank.found_transaction as (transaction_key text, date timestamptz, amount numeric, direction text,
  currency text, kind text, type text, description text, merchant text, category_id uuid, account_id uuid,
  card_id uuid, balance_after numeric, entry_id bigint);

create function bank.found_sql(query jsonb, household uuid, zone text, before jsonb, walk integer,
  of_each text) returns text language sql volatile as $$
  select '(' || string_agg(
    format('(select * from (%s) f where %s %s)', bank.search_sql(query, side, household, zone, before, walk),
      bank.amount_cursor(query ->> 'sort', before, bank.counted_sql(query, household)), of_each),
    ' union all ') || ')'
  from unnest(array['account', 'card']) as side
$$;
comment on function bank.found_sql is
  'Returns SQL for a search on accounts and cards. `of_each` sorts and limits each of the two lists.';

create function bank.find_page(query jsonb, household uuid, zone text, before jsonb, page_size integer)
returns bank.found_transaction[] language plpgsql volatile as $$
declare
  walk constant integer := 4000;
  sort text := query ->> 'sort';
  page text := format('order by %s limit %s',
    bank.search_order(sort, 'transaction_key', bank.counted_sql(query, household)), page_size);
  -- Text conditions use their own index. For all other conditions, transactions are read in date order.
  is_found_by_index boolean := exists (select
    from jsonb_array_elements(query -> 'conditions') as c (condition)
    where c.condition ->> 'on' in ('words', 'merchant', 'note', 'tag', 'category')
      and not coalesce((c.condition ->> 'not')::boolean, false));
  found bank.found_transaction[];
  walked_to timestamptz;
begin
  if is_found_by_index and coalesce(sort, 'date') = 'date' then
    -- If matches are frequent, fills the page from the latest transactions. The result is complete only back
    -- to the later of the two dates at which the account list and the card list end.
    execute format('select array(select f::bank.found_transaction from %s f %s)',
      bank.found_sql(query, household, zone, before, walk, page), page) into found;
    execute format('select max(date) from (select date from %s r union all select date from %s r) ends',
      bank.search_source(query, 'account', household, zone, before, 1, walk - 1),
      bank.search_source(query, 'card', household, zone, before, 1, walk - 1)) into walked_to;
    if walked_to is null or (cardinality(found) = page_size and found[page_size].date > walked_to) then
      return found;
    end if;
  end if;
  -- If matches are rare, finds them through their index and sorts them afterward.
  execute format('select array(select f::bank.found_transaction from %s f %s)',
    bank.found_sql(query, household, zone, before, null, case when is_found_by_index then '' else page end),
      page) into found;
  return found;
end $$;
comment on function bank.find_page is 'Returns the next rows of a search in search order.';

create function bank.day_balance(found bank.found_transaction, zone text) returns numeric language sql stable
  as $$
  select case when found.card_id is null then (
      select t.balance_after from public.transactions t
      where t.account_id = found.account_id
        and t.date < (
        (found.date at time zone zone)::date + 1)::timestamp at time zone zone order by t.date desc limit 1)
    else (select m.balance_after from bank.card_movements m
      where m.user_id = (select c.user_id from public.credit_cards c where c.id = found.card_id)
        and m.card_id = found.card_id
        and m.date < (
          (found.date at time zone zone)::date + 1)::timestamp at time zone zone order by m.date desc,
          m.transaction_key desc limit 1) end
$$;
comment on function bank.day_balance is
  'Returns the account balance or card balance at the end of a transaction''s day.';

create function public.search_transactions(query jsonb, before jsonb default null,
  page_size integer default 100)
returns table (transaction_key text, date timestamptz, day date, amount numeric, direction text,
  currency text, kind text, type text, description text, merchant text, category_id uuid, account_id uuid,
  card_id uuid, balance_after numeric, day_balance numeric, entry_id bigint, base_amount numeric,
  part_amount numeric, note text, tags text[], parts integer, attachments integer, counterpart_id uuid)
language plpgsql volatile
security definer -- because row-level security would bypass the text index; filters rows by the caller's id
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
  base text := coalesce((select c.base_currency from public.customers c where c.id = household), 'USD');
  found bank.found_transaction[] := bank.find_page(query, household, zone, before,
    least(greatest(page_size, 1), 1000));
  is_one_place boolean := (select count(*) = 1
    from jsonb_array_elements(query -> 'conditions') as c (condition),
    jsonb_array_elements(c.condition -> 'ids') where c.condition ->> 'on' = 'place'
      and not coalesce((c.condition ->> 'not')::boolean, false));
begin
  return query execute format($sql$
    with refund_parts as materialized (
      select p.transaction_key, p.category_id from bank.refund_parts p where p.user_id = $5
    )
    select f.transaction_key, f.date, (f.date at time zone $2)::date, f.amount, f.direction, f.currency,
      f.kind,
      f.type, f.description, f.merchant,
      case when f.kind = 'refund' then (select case count(*) when 1 then (array_agg(p.category_id))[1]
        else f.category_id end from refund_parts p
          where p.transaction_key = f.transaction_key) else f.category_id end,
      f.account_id, f.card_id, f.balance_after,
        case when $3
        then bank.day_balance(
        row(f.transaction_key, f.date, f.amount, f.direction, f.currency, f.kind, f.type, f.description,
          f.merchant,
        f.category_id, f.account_id, f.card_id, f.balance_after, f.entry_id)::bank.found_transaction, $2) end,
        f.entry_id,
      round(case when f.currency = $4 then 1 else (select x.rate from public.exchange_rates x
        where x.base = f.currency and x.quote = $4 and x.rate_date = (%2$s at time zone $2)::date) end
        * coalesce(%1$s, f.amount) * case f.direction when 'in' then 1 else -1 end, 2),
      %1$s, (select d.note from public.transaction_details d where d.user_id = $5
        and d.transaction_key = f.transaction_key),
      array(select g.tag from public.transaction_tags g where g.user_id = $5
        and g.transaction_key = f.transaction_key order by g.tag),
      (select count(*)::integer from public.transaction_splits s where s.user_id = $5
        and s.transaction_key = f.transaction_key),
      (select count(*)::integer from public.transaction_attachments a where a.user_id = $5
        and a.transaction_key = f.transaction_key),
      (select p.ledger_id from bank.postings p where (f.type = 'TRANSFER' or f.kind = 'card_payment')
        and p.entry_id = f.entry_id and (p.amount > 0) = (f.direction = 'out') and p.ledger_id in (
          select a.id from public.accounts a where a.user_id = $5
          union all select c.id from public.credit_cards c where c.user_id = $5) limit 1)
    from unnest($1) with ordinality as f (transaction_key, date, amount, direction, currency, kind, type,
      description, merchant, category_id, account_id, card_id, balance_after, entry_id,
      ordinal) order by f.ordinal$sql$, bank.part_sql(query, household),
        bank.counted_date_sql(query, household))
        using found, zone, is_one_place, base, household;
end $$;
comment on function public.search_transactions is
  'Returns the next transactions on accounts and cards for a search (`conditions` and `sort`), after '
  '`before` (`date`, `transaction_key`, `amount`: part_amount or amount). base_amount: signed, in the base '
  'currency at the day''s rate; null if there is no rate. part_amount: the splits in the given categories, '
  'excluding principal for spending. day_balance: only for a single account or card. counterpart_id: the '
  'customer''s account or card on the other side of a transfer. Refuses: BADTX.';

create function public.search_page_ends(query jsonb, page_size integer default 100)
returns table (nth bigint, date timestamptz, transaction_key text, amount numeric) language plpgsql volatile
security definer -- for the same reason as search_transactions
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
begin
  return query execute format($sql$
    select n.nth, n.date, n.transaction_key, n.amount from (
      select f.date, f.transaction_key, %s as amount, row_number() over sorted as nth,
        lead(true) over sorted is null as is_last from %s f window sorted as (order by %s)
    ) n where (n.nth %% $1 = 0 or n.is_last) and n.nth <= 100000 order by n.nth$sql$,
    bank.counted_sql(query, household),
      bank.found_sql(query, household, zone, null, bank.walk_of_all(query, household, zone), ''),
      bank.search_order(query ->> 'sort', 'transaction_key', bank.counted_sql(query, household)))
      using greatest(page_size, 20);
end $$;
comment on function public.search_page_ends is 'Returns the last transaction of each page of a search, up to '
  '100,000 transactions, so that a list can start at any page. `nth` of the last row is the '
  'number of transactions, at most 100,000. Refuses: BADTX.';

create function public.search_totals(query jsonb) returns table (currency text, times bigint,
  money_in numeric, money_out numeric, moved_in numeric, moved_out numeric, without_rate bigint)
language plpgsql volatile security definer -- for the same reason as search_transactions
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
  base text := coalesce((select c.base_currency from public.customers c where c.id = household), 'USD');
begin
  return query execute format($sql$
    with counted as (
      select f.currency, f.direction,
        f.type = 'TRANSFER' or f.kind in ('card_payment', 'imported_payment') as is_own,
        coalesce(%s, f.amount) as amount,
        case when f.currency = $1 then null else (%s at time zone $2)::date end as rate_day
      from %s f
    ), converted as (
      select c.currency, c.direction, c.is_own, count(*) as times, sum(c.amount) as amount,
        count(*) filter (where c.currency <> $1 and x.rate is null) as without_rate,
        sum(case when c.currency = $1 then c.amount else round(c.amount * x.rate, 2) end) as in_base
      from counted c left join public.exchange_rates x on c.rate_day is not null and x.base = c.currency
        and x.quote = $1 and x.rate_date = c.rate_day
      group by 1, 2, 3
    )
    select t.currency, sum(t.times)::bigint, coalesce(sum(t.amount) filter (where t.direction = 'in'), 0),
      coalesce(sum(t.amount) filter (where t.direction = 'out'), 0),
      coalesce(sum(t.amount) filter (where t.direction = 'in' and t.is_own), 0),
        coalesce(sum(t.amount) filter (where t.direction = 'out' and t.is_own), 0), 0::bigint
    from converted t group by t.currency
    union all
    select null, coalesce(sum(t.times), 0)::bigint,
      coalesce(sum(t.in_base) filter (where t.direction = 'in'), 0),
      coalesce(sum(t.in_base) filter (where t.direction = 'out'), 0),
      coalesce(sum(t.in_base) filter (where t.direction = 'in' and t.is_own), 0),
        coalesce(sum(t.in_base) filter (where t.direction = 'out' and t.is_own), 0),
      coalesce(sum(t.without_rate), 0)::bigint
    from converted t order by 1 nulls first$sql$,
    bank.part_sql(query, household), bank.counted_date_sql(query, household),
      bank.found_sql(query, household, zone, null, bank.walk_of_all(query, household, zone), ''))
      using base, zone;
end $$;
comment on function public.search_totals is 'Returns the number of transactions in a search, income, '
  'outflow, and transfers between the customer''s accounts: first in the base currency at daily rates '
  '(currency null; without_rate counts excluded transactions), then per currency. Refuses: BADTX.';

create function public.search_terms() returns table (term text, kind text, times bigint)
language plpgsql volatile security definer -- for the same reason as search_transactions
set search_path = '' as $$
declare
  household uuid := bank.caller();
begin
  return query
    (select m.merchant, 'merchant', count(*) from (
        (select t.merchant from public.transactions t
          where t.user_id = household order by t.date desc, t.id desc limit 5000)
        union all
        (select c.merchant from bank.card_movements c
          where c.user_id = household order by c.date desc, c.transaction_key desc limit 5000)) m
      where m.merchant is not null group by m.merchant order by 3 desc, 1 limit 200)
    union all
    (select g.tag, 'tag', count(*) from public.transaction_tags g where g.user_id = household
      group by g.tag order by 3 desc, 1 limit 200);
end $$;
comment on function public.search_terms is
  'Returns the most frequent recent merchants and tags that the caller can search for.';

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.customers on delete cascade,
  name text not null,
  query text not null check (char_length(query) between 1 and 500),
  position integer not null default 0,
  created_at timestamptz not null default clock_timestamp()
);
create unique index saved_views_user_id_name_key on public.saved_views (user_id, lower(name));
comment on table public.saved_views is 'A customer''s saved transaction searches.';
comment on column public.saved_views.query is
  'The query as typed. Relative dates such as last-month are evaluated on each use.';
comment on column public.saved_views.position is
  'The display order. If positions are equal, the oldest comes first.';
comment on column public.saved_views.created_at is 'The real time at which the search was saved.';

call bank.restrict_to_owner('public.saved_views', 'select', 'insert', 'update', 'delete');
grant select, insert (id, name, query, position), update (name, query, position),
  delete on public.saved_views to authenticated;

create trigger check_saved_view before insert or update of name on public.saved_views
  for each row execute function bank.check_name();

call bank.broadcast('public.saved_views');

-- `is:spending` and `is:income` match exactly the transactions that budgets and analytics count, so that
-- totals agree.
create function bank.flow_clause(what text, side text, household uuid)
returns text language plpgsql stable as $$
declare
  -- These rules match those of the view `spending`. Tests compare the results for every row.
  own_money text[] := array['transfer', 'card_payment', 'imported_payment', 'opening', 'adjustment',
    'closing', 'currency_change', 'market_change', 'loan_proceeds', 'home_purchase', 'refinance',
    'correction', 'cash_advance', 'balance_transfer', 'biweekly_refund', 'charge_off', 'security_deposit',
    'deposit_return', 'credit_balance_refund'];
  spent_on uuid[] := array(select c.id from public.categories c
    where (c.user_id = household or c.user_id is null)
    and (c.kind = 'spending' or c.id = '00000000-0000-4000-8000-000000000103'));
  counts text := format('r.kind <> all(%L::text[])', own_money) || case side when 'card' then ''
    else ' and r.type <> ''TRANSFER'' and r.corrected_by is null and r.amount > coalesce(r.principal, 0)'
      || format(' and (r.kind <> ''check_deposit'' or r.category_id is not null or exists ('
        'select from public.transaction_splits s where s.user_id = %L and s.transaction_key = r.id::text))',
        household)
    end;
  -- Refunds reduce spending and are not income.
  is_spent text := case side when 'card' then '(r.direction = ''out'' or r.kind <> ''reward_redemption'')'
    else format('(r.direction = ''out'' or (r.kind <> ''reward_redemption'' and (r.kind in '
      '(''refund'', ''provisional_credit'') or '
      'coalesce(r.category_id = any(%L::uuid[]), false))))', spent_on) end;
begin
  return format(case what when 'spending' then '(%s and %s)' else '(%s and not %s)' end, counts, is_spent);
end $$;
comment on function bank.flow_clause is
  'Returns SQL that matches transactions that count as spending or income in budgets and analytics.';
create index transactions_words_idx on public.transactions
  using gin (user_id, category_id,
    lower(coalesce(description, '') || e'\n' || coalesce(merchant, '')) extensions.gin_trgm_ops);
create index card_movements_words_idx on bank.card_movements
  using gin (user_id, category_id,
    lower(coalesce(description, '') || e'\n' || coalesce(merchant, '')) extensions.gin_trgm_ops);

-- The date index of an account is the fastest way to read a page. If a query also filters by owner, the
-- planner multiplies both selectivities and expects less than one row. It then reads all rows of the account
-- and of the customer. This setting makes the planner expect one or two rows per account, so that it uses the
-- date index. The row counts of the largest accounts stay accurate.
alter table public.transactions alter column account_id set (n_distinct = -1);
analyze public.transactions (account_id);

grant execute on function
  public.search_transactions, public.search_page_ends, public.search_totals, public.search_terms
  to authenticated;
