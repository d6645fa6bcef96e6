-- A whole household at once: products and their history, for demo copies and imports. Set-based, so that thousands of
-- entries take a moment; the books are kept as strictly as for a single deposit.
create type bank.household_line as (
  ordinal bigint,
  entry_id bigint,
  at timestamptz,
  kind text,
  description text,
  merchant text,
  category_id uuid,
  ledger_id uuid,
  currency text,
  amount numeric,
  type text,
  product text
);
comment on type bank.household_line is 'One side of an entry that is being loaded.';

create function bank.refuse_household(words text, detail jsonb) returns void language plpgsql as $$
begin
  raise exception using errcode = 'HOUSE', message = words, detail = detail::text;
end
$$;
comment on function bank.refuse_household(text, jsonb) is 'Refuses (HOUSE) a household that contradicts itself.';

create function bank.household_ledgers(household jsonb) returns table (ledger text, ledger_id uuid, product text, currency text, created_at timestamptz)
language sql immutable as $$
  select system.ledger, system.ledger_id, 'system', null, null
  from (values ('outside', bank.outside()), ('interest', bank.interest()), ('fees', bank.fees()), ('rewards', bank.rewards()),
    ('opening', bank.opening()), ('exchange', bank.exchange())) as system (ledger, ledger_id)
  union all
  select lower(owned.row ->> 'id'), (owned.row ->> 'id')::uuid, kinds.product, coalesce(owned.row ->> 'currency', 'USD'),
    (owned.row ->> 'created_at')::timestamptz
  from (values ('account', 'accounts'), ('card', 'cards'), ('loan', 'loans'), ('mortgage', 'mortgages')) as kinds (product, list),
    lateral jsonb_array_elements(coalesce(household -> kinds.list, '[]')) as owned (row)
$$;
comment on function bank.household_ledgers(jsonb) is 'The pages a household that is being loaded may write on: its own products and the bank''s.';

create function bank.household_lines(customer_id uuid, household jsonb) returns bank.household_line[]
language sql volatile as $$
  with sent as materialized (
    select e.ordinal, e.entry from jsonb_array_elements(coalesce(household -> 'entries', '[]')) with ordinality as e (entry, ordinal)
  ), numbers as materialized (
    -- In the order of the file, whatever order the numbers were drawn in.
    select row_number() over (order by drawn.id) as ordinal, drawn.id
    from (select nextval(pg_get_serial_sequence('bank.entries', 'id')) as id from sent) as drawn
  ), ledgers as materialized (
    select * from bank.household_ledgers(household)
  ), known_categories as materialized (
    select distinct on (lower(c.name)) lower(c.name) as name, c.id from public.categories c
    where c.user_id = household_lines.customer_id or c.user_id is null order by lower(c.name), c.user_id nulls last, c.kind desc
  )
  select array_agg(row(sent.ordinal, numbers.id, (sent.entry ->> 'at')::timestamptz, sent.entry ->> 'kind', sent.entry ->> 'description',
      sent.entry ->> 'merchant', known_categories.id, ledgers.ledger_id, coalesce(line.currency, ledgers.currency, 'USD'), line.amount,
      line.type, ledgers.product)::bank.household_line order by sent.ordinal)
  from sent
    join numbers using (ordinal)
    cross join lateral jsonb_to_recordset(sent.entry -> 'lines') as line (ledger text, amount numeric, currency text, type text)
    left join ledgers on ledgers.ledger = lower(line.ledger)
    left join known_categories on known_categories.name = lower(sent.entry ->> 'category')
$$;
comment on function bank.household_lines(uuid, jsonb) is 'Every side of every entry of a household that is being loaded, numbered in order.';

create function bank.check_household_entries(customer_id uuid, household jsonb, lines bank.household_line[]) returns void
language plpgsql volatile as $$
declare
  present timestamptz := bank.now_for(customer_id);
  wrong record;
begin
  select l.ordinal into wrong from unnest(lines) l
    where l.ledger_id is null or l.amount is null or l.amount = 0 or l.amount <> round(l.amount, 2) or abs(l.amount) > 999999999.99 limit 1;
  if found then
    perform bank.refuse_household('An entry names an unknown page or an impossible amount.', to_jsonb(wrong));
  end if;
  select l.ordinal, l.kind into wrong from unnest(lines) l
    where (l.kind ~ '^[a-z_]{1,40}$') is not true or char_length(l.description) > 500 or char_length(l.merchant) > 120
      or l.type not in ('DEPOSIT', 'WITHDRAWAL', 'TRANSFER', 'AUTO_DEPOSIT') limit 1;
  if found then
    perform bank.refuse_household('An entry is of an impossible kind or says too much.', to_jsonb(wrong));
  end if;
  select l.ordinal, l.currency into wrong from unnest(lines) l
    group by l.ordinal, l.currency having sum(l.amount) <> 0 limit 1;
  if found or jsonb_array_length(coalesce(household -> 'entries', '[]')) <> (select count(distinct l.ordinal) from unnest(lines) l) then
    perform bank.refuse_household('An entry does not sum to zero.', coalesce(to_jsonb(wrong), '{}'));
  end if;
  select l.ordinal, l.at into wrong from unnest(lines) l
    where l.at is null or l.at > present limit 1;
  if found then
    raise exception using errcode = 'BADDT', message = 'An entry lies in the future or has no date.', detail = to_jsonb(wrong)::text;
  end if;
  select l.ordinal, l.at into wrong from (
    select entry.ordinal, entry.at, entry.ledger_id, entry.product,
      lag(entry.at) over (order by entry.ordinal) as before,
      lag(entry.at) over (partition by entry.ledger_id order by entry.ordinal) as before_here
    from unnest(lines) entry) l
    join bank.household_ledgers(household) as ledger on ledger.ledger_id = l.ledger_id
    where l.at < l.before or (l.product = 'account' and l.at <= l.before_here) or l.at < ledger.created_at limit 1;
  if found then
    raise exception using errcode = 'BADDT', message = 'Entries are not in order of time, or begin before their product does.', detail = to_jsonb(wrong)::text;
  end if;
  select l.ordinal, l.currency into wrong from unnest(lines) l join bank.household_ledgers(household) as ledger using (ledger_id)
    where ledger.currency <> l.currency limit 1;
  if found then
    raise exception using errcode = 'BADCU', message = 'An entry is in another currency than its product.', detail = to_jsonb(wrong)::text;
  end if;
end
$$;
comment on function bank.check_household_entries(uuid, jsonb, bank.household_line[]) is
  'Refuses entries that do not sum to zero, name unknown pages or lie outside time. Refuses: HOUSE, BADDT, BADCU.';

create function bank.check_household_balances(lines bank.household_line[]) returns void language plpgsql stable as $$
declare
  wrong record;
begin
  select l.ordinal, l.ledger_id, l.product, l.balance into wrong from (
    select line.ordinal, line.ledger_id, line.product,
      sum(line.amount) over (partition by line.ledger_id order by line.ordinal) as balance
    from unnest(lines) line where line.product <> 'system') l
    where (l.product = 'account' and l.balance < 0) or (l.product in ('loan', 'mortgage') and l.balance > 0)
    order by l.ordinal limit 1;
  if found then
    raise exception using errcode = case wrong.product when 'account' then 'INSUF' else 'OVPAY' end,
      message = 'An account would be overdrawn, or more paid than is owed.', detail = to_jsonb(wrong)::text;
  end if;
end
$$;
comment on function bank.check_household_balances(bank.household_line[]) is
  'Refuses accounts that are overdrawn at any moment (INSUF) and debts paid beyond what is owed (OVPAY).';
