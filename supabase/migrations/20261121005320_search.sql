-- Pages, places to jump to and totals of a search. One question is asked of accounts and cards alike.
create type bank.found_row as (row_id text, date timestamptz, amount numeric, direction text, currency text, kind text, type text, description text,
  merchant text, category_id uuid, account_id uuid, card_id uuid, balance_after numeric, entry_id bigint);

create function bank.found_sql(query jsonb, household uuid, zone text, before jsonb, walk integer, of_each text) returns text language sql volatile as $$
  select '(' || string_agg(format('(select * from (%s) f %s)', bank.search_sql(query, side, household, zone, before, walk), of_each), ' union all ') || ')'
  from unnest(array['account', 'card']) as side
$$;
comment on function bank.found_sql(jsonb, uuid, text, jsonb, integer, text) is 'What a search finds on accounts and cards; `of_each` orders and limits each of the two.';

create function bank.find_page(query jsonb, household uuid, zone text, before jsonb, page_size integer) returns bank.found_row[] language plpgsql volatile as $$
declare
  walk constant integer := 4000;
  sort text := query ->> 'sort';
  page text := format('order by %s limit %s', bank.search_order(sort, 'row_id'), page_size);
  -- Words and the like have an index of their own; the rest is read in the order of time.
  is_found_by_index boolean := exists (select from jsonb_array_elements(query -> 'conditions') as c (condition)
    where c.condition ->> 'on' in ('words', 'merchant', 'note', 'tag', 'category') and not coalesce((c.condition ->> 'not')::boolean, false));
  found bank.found_row[];
  walked_to timestamptz;
begin
  if is_found_by_index and coalesce(sort, 'date') = 'date' then
    -- What is frequent fills a page from the latest rows. Behind the row that the walk ended with on either side, the other's are not all known.
    execute format('select array(select f::bank.found_row from %s f %s)', bank.found_sql(query, household, zone, before, walk, page), page) into found;
    execute format('select max(date) from (select date from %s r union all select date from %s r) ends',
      bank.search_source(query, 'account', household, zone, before, 1, walk - 1),
      bank.search_source(query, 'card', household, zone, before, 1, walk - 1)) into walked_to;
    if walked_to is null or (cardinality(found) = page_size and found[page_size].date > walked_to) then
      return found;
    end if;
  end if;
  -- What is rare comes whole from the index that finds it, and is sorted then.
  execute format('select array(select f::bank.found_row from %s f %s)',
    bank.found_sql(query, household, zone, before, null, case when is_found_by_index then '' else page end), page) into found;
  return found;
end
$$;
comment on function bank.find_page(jsonb, uuid, text, jsonb, integer) is 'The next rows of a search, in its order.';

create function bank.day_balance(found bank.found_row, zone text) returns numeric language sql stable as $$
  select case when found.card_id is null then (
      select t.balance_after from public.transactions t
      where t.account_id = found.account_id and t.date < ((found.date at time zone zone)::date + 1)::timestamp at time zone zone order by t.date desc limit 1)
    else (select m.balance_after from bank.card_movements m
      where m.user_id = (select c.user_id from public.credit_cards c where c.id = found.card_id) and m.card_id = found.card_id
        and m.date < ((found.date at time zone zone)::date + 1)::timestamp at time zone zone order by m.date desc, m.row_id desc limit 1) end
$$;
comment on function bank.day_balance(bank.found_row, text) is 'What was on the account, or owed on the card, at the end of a row''s day.';

create function public.search_rows(query jsonb, before jsonb default null, page_size integer default 100)
returns table (row_id text, date timestamptz, day date, amount numeric, direction text, currency text, kind text, type text, description text, merchant text,
  category_id uuid, account_id uuid, card_id uuid, balance_after numeric, day_balance numeric, entry_id bigint, base_amount numeric, part_amount numeric,
  note text, tags text[], parts integer, attachments integer) language plpgsql volatile
security definer -- filters by the caller itself: row rules would keep words from their index; card rows are not the interface's to read
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
  base text := coalesce((select c.base_currency from public.customers c where c.id = household), 'USD');
  found bank.found_row[] := bank.find_page(query, household, zone, before, least(greatest(page_size, 1), 1000));
  is_one_place boolean := (select count(*) = 1 from jsonb_array_elements(query -> 'conditions') as c (condition),
    jsonb_array_elements(c.condition -> 'ids') where c.condition ->> 'on' = 'place' and not coalesce((c.condition ->> 'not')::boolean, false));
begin
  return query execute format($sql$
    select f.row_id, f.date, (f.date at time zone $2)::date, f.amount, f.direction, f.currency, f.kind, f.type, f.description, f.merchant, f.category_id,
      f.account_id, f.card_id, f.balance_after, case when $3 then bank.day_balance(row(f.row_id, f.date, f.amount, f.direction, f.currency, f.kind, f.type, f.description, f.merchant, f.category_id, f.account_id, f.card_id, f.balance_after, f.entry_id)::bank.found_row, $2) end, f.entry_id,
      round(case when f.currency = $4 then 1 else (select x.rate from public.exchange_rates x
        where x.base = f.currency and x.quote = $4 and x.rate_date = (f.date at time zone $2)::date) end
        * coalesce(%1$s, f.amount) * case f.direction when 'in' then 1 else -1 end, 2),
      %1$s, (select d.note from public.row_details d where d.user_id = $5 and d.row_id = f.row_id),
      array(select g.tag from public.row_tags g where g.user_id = $5 and g.row_id = f.row_id order by g.tag),
      (select count(*)::integer from public.row_splits s where s.user_id = $5 and s.row_id = f.row_id),
      (select count(*)::integer from public.row_attachments a where a.user_id = $5 and a.row_id = f.row_id)
    from unnest($1) with ordinality as f (row_id, date, amount, direction, currency, kind, type, description, merchant, category_id, account_id, card_id,
      balance_after, entry_id, ordinal) order by f.ordinal$sql$, bank.part_sql(query, household)) using found, zone, is_one_place, base, household;
end
$$;
comment on function public.search_rows(jsonb, jsonb, integer) is
  'The next rows on accounts and cards that fit a search (`conditions` and `sort`), after the row `before` (`date`, `row_id`, `amount`). base_amount: with its sign, in the base currency at the day''s rate; null without a rate. part_amount: what of a split row is in the categories asked for. day_balance: with one account or card asked for. Refuses: BADTX.';
grant execute on function public.search_rows(jsonb, jsonb, integer) to authenticated;

create function public.search_places(query jsonb, page_size integer default 100) returns table (nth bigint, date timestamptz, row_id text, amount numeric)
language plpgsql volatile
security definer -- as search_rows
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
begin
  return query execute format($sql$
    select n.nth, n.date, n.row_id, n.amount from (
      select f.date, f.row_id, f.amount, row_number() over (order by %s) as nth from %s f
    ) n where n.nth %% $1 = 0 and n.nth <= 100000 order by n.nth$sql$,
    bank.search_order(query ->> 'sort', 'row_id'), bank.found_sql(query, household, zone, null, null, '')) using greatest(page_size, 20);
end
$$;
comment on function public.search_places(jsonb, integer) is
  'The last row of each page of a search, up to 100,000 rows: where search_rows goes on, so that a list can be entered anywhere. Refuses: BADTX.';
grant execute on function public.search_places(jsonb, integer) to authenticated;

create function public.search_totals(query jsonb)
returns table (currency text, times bigint, money_in numeric, money_out numeric, moved_in numeric, moved_out numeric, without_rate bigint) language plpgsql volatile
security definer -- as search_rows
set search_path = '' as $$
declare
  household uuid := bank.caller();
  zone text := coalesce((select c.time_zone from public.customers c where c.id = household), 'UTC');
  base text := coalesce((select c.base_currency from public.customers c where c.id = household), 'USD');
begin
  return query execute format($sql$
    with counted as (
      select f.currency, f.direction, f.type = 'TRANSFER' or f.kind = 'card_payment' as is_own, coalesce(%s, f.amount) as amount,
        case when f.currency = $1 then null else (f.date at time zone $2)::date end as rate_day
      from %s f
    ), told as (
      select c.currency, c.direction, c.is_own, count(*) as times, sum(c.amount) as amount, count(*) filter (where c.currency <> $1 and x.rate is null) as without_rate,
        sum(case when c.currency = $1 then c.amount else round(c.amount * x.rate, 2) end) as in_base
      from counted c left join public.exchange_rates x on c.rate_day is not null and x.base = c.currency and x.quote = $1 and x.rate_date = c.rate_day
      group by 1, 2, 3
    )
    select t.currency, sum(t.times)::bigint, coalesce(sum(t.amount) filter (where t.direction = 'in'), 0), coalesce(sum(t.amount) filter (where t.direction = 'out'), 0),
      coalesce(sum(t.amount) filter (where t.direction = 'in' and t.is_own), 0), coalesce(sum(t.amount) filter (where t.direction = 'out' and t.is_own), 0), 0::bigint
    from told t group by t.currency
    union all
    select null, coalesce(sum(t.times), 0)::bigint, coalesce(sum(t.in_base) filter (where t.direction = 'in'), 0), coalesce(sum(t.in_base) filter (where t.direction = 'out'), 0),
      coalesce(sum(t.in_base) filter (where t.direction = 'in' and t.is_own), 0), coalesce(sum(t.in_base) filter (where t.direction = 'out' and t.is_own), 0),
      coalesce(sum(t.without_rate), 0)::bigint
    from told t order by 1 nulls first$sql$,
    bank.part_sql(query, household), bank.found_sql(query, household, zone, null, null, '')) using base, zone;
end
$$;
comment on function public.search_totals(jsonb) is
  'How many rows a search finds, what came in and went out with them, and how much of it moved between the customer''s own accounts and cards: first in the base currency at the rates of the days (currency null; without_rate counts what has none and is left out), then in each currency. Refuses: BADTX.';
grant execute on function public.search_totals(jsonb) to authenticated;

create function public.search_terms() returns table (term text, kind text, times bigint) language plpgsql volatile
security definer -- as search_rows
set search_path = '' as $$
declare
  household uuid := bank.caller();
begin
  return query
    (select m.merchant, 'merchant', count(*) from (
        (select t.merchant from public.transactions t where t.user_id = household order by t.date desc, t.id desc limit 5000)
        union all
        (select c.merchant from bank.card_movements c where c.user_id = household order by c.date desc, c.row_id desc limit 5000)) m
      where m.merchant is not null group by m.merchant order by 3 desc, 1 limit 200)
    union all
    (select g.tag, 'tag', count(*) from public.row_tags g where g.user_id = household group by g.tag order by 3 desc, 1 limit 200);
end
$$;
comment on function public.search_terms() is 'Merchants and tags that a customer may look for: the most frequent ones of late.';
grant execute on function public.search_terms() to authenticated;
