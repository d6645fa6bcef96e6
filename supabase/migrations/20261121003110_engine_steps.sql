-- What the engine decided, written down: the entries of one or many households in one call, their products, rules and
-- clocks. Whole steps only: a household that has changed since the engine read it is left as it is.
create type bank.engine_line as (
  ordinal bigint,
  entry_id bigint,
  household_id uuid,
  at timestamptz,
  value_at timestamptz,
  kind text,
  description text,
  merchant text,
  category_id uuid,
  event_key text,
  ledger_id uuid,
  product text,
  currency text,
  amount numeric
);
comment on type bank.engine_line is 'One side of an entry that the engine decided.';

create function bank.hold_engine_steps(steps jsonb) returns table (customer_id uuid, outcome text) language plpgsql volatile as $$
begin
  return query
  with wanted as materialized (
    select (s.step ->> 'customer_id')::uuid as id, s.step -> 'version' as version from jsonb_array_elements(steps) as s (step) order by 1
  ), held as materialized (
    -- Nobody else may post meanwhile: this lock is the one that verbs share.
    select w.id, w.version, pg_try_advisory_xact_lock(hashtextextended(w.id::text, 1)) as is_held from wanted w
  ), clocks as materialized (
    select k.* from bank.clocks k where k.household_id in (select h.id from held h where h.is_held) order by k.household_id for update
  )
  select h.id, case
      when not h.is_held then 'busy'
      when k.household_id is null or c.id is null then 'gone'
      when (h.version ->> 'rules')::bigint = k.rules_version and (h.version ->> 'generation')::integer = c.generation
        and (h.version ->> 'lived_to')::bigint = bank.millis(k.lived_to)
        and (h.version ->> 'entry')::bigint = (select coalesce(max(e.id), 0) from bank.entries e where e.household_id = h.id) then 'applied'
      else 'changed' end
  from held h left join clocks k on k.household_id = h.id left join public.customers c on c.id = h.id;
end
$$;
comment on function bank.hold_engine_steps(jsonb) is
  'Holds the clocks of the households of these steps and says which of them are still as the engine read them.';

create function bank.engine_lines(steps jsonb) returns bank.engine_line[] language sql volatile as $$
  with sent as materialized (
    select row_number() over (order by s.ordinal, e.ordinal) as ordinal, (s.step ->> 'customer_id')::uuid as household_id, e.event
    from jsonb_array_elements(steps) with ordinality as s (step, ordinal),
      jsonb_array_elements(s.step -> 'events') with ordinality as e (event, ordinal)
    where e.event ? 'lines'
  ), numbers as materialized (
    select row_number() over (order by drawn.id) as ordinal, drawn.id
    from (select nextval((select pg_get_serial_sequence('bank.entries', 'id'))::regclass) as id from sent) as drawn
  ), numbered as materialized (
    -- Instants on an account only grow: what happens in the same millisecond is a microsecond apart.
    select sent.ordinal, numbers.id as entry_id, sent.household_id, sent.event,
      bank.instant_of((sent.event ->> 'at')::bigint) + interval '1 microsecond'
        * (row_number() over (partition by sent.household_id, sent.event ->> 'at' order by sent.ordinal) - 1) as at
    from sent join numbers using (ordinal)
  ), pages (name, id) as (
    values ('outside', bank.outside()), ('interest', bank.interest()), ('fees', bank.fees()), ('rewards', bank.rewards())
  ), known_categories as materialized (
    select distinct on (n.household_id, c.name) n.household_id, c.name, c.id
    from (select distinct household_id from numbered) n join public.categories c on c.user_id = n.household_id or c.user_id is null
    order by n.household_id, c.name, c.user_id nulls last, c.kind desc
  )
  select array_agg(row(n.ordinal, n.entry_id, n.household_id, n.at, coalesce(bank.instant_of((n.event ->> 'dueAt')::bigint), n.at),
      n.event ->> 'kind', n.event ->> 'description', n.event ->> 'merchant', k.id, n.event ->> 'key',
      coalesce(pages.id, l.id), coalesce(l.product, 'system'), line.currency, bank.major(line.amount))::bank.engine_line order by n.ordinal)
  from numbered n
    cross join lateral jsonb_to_recordset(n.event -> 'lines') as line (ledger text, amount numeric, currency text)
    left join pages on pages.name = line.ledger
    -- The case guards the cast: conditions of a join are tried in any order.
    left join bank.ledger_accounts l on l.id = case when pages.id is null then line.ledger::uuid end and l.household_id = n.household_id
    left join known_categories k on k.household_id = n.household_id and k.name = n.event ->> 'category'
$$;
comment on function bank.engine_lines(jsonb) is 'Every side of every entry of these steps, numbered in order.';

create function bank.write_engine_entries(lines bank.engine_line[]) returns void language plpgsql volatile as $$
begin
  if exists (select from unnest(lines) l group by l.ordinal, l.currency having sum(l.amount) <> 0)
    or exists (select from unnest(lines) l where l.ledger_id is null) then
    raise exception using errcode = 'XX000', message = 'An entry must sum to zero in every currency, on pages that exist.';
  end if;
  insert into bank.entries (id, household_id, at, value_at, kind, description, channel, merchant, category_id, event_key) overriding system value
    select distinct on (l.ordinal) l.entry_id, l.household_id, l.at, l.value_at, l.kind, l.description, 'engine', l.merchant, l.category_id, l.event_key
    from unnest(lines) l order by l.ordinal;
  insert into bank.postings (entry_id, ledger_id, currency, amount)
    select l.entry_id, l.ledger_id, l.currency, l.amount from unnest(lines) l order by l.ordinal;
end
$$;
comment on function bank.write_engine_entries(bank.engine_line[]) is 'Writes the entries of the engine into the books.';

create function bank.move_engine_balances(lines bank.engine_line[]) returns void language sql volatile as $$
  -- What customers see, with the balance after each, while the balances are still those before.
  with sides as materialized (
    select l.*, a.balance + sum(l.amount) over (partition by l.ledger_id order by l.ordinal) as balance_after
    from unnest(lines) l join public.accounts a on a.id = l.ledger_id where l.product = 'account'
  )
  insert into public.transactions (account_id, user_id, amount, type, description, date, kind, direction, currency,
    counter_account_id, category_id, merchant, balance_after, entry_id)
  select s.ledger_id, s.household_id, abs(s.amount),
    case when other.ledger_id is not null then 'TRANSFER' when s.kind = 'auto_deposit' then 'AUTO_DEPOSIT'
      when s.amount > 0 then 'DEPOSIT' else 'WITHDRAWAL' end,
    s.description, s.at, s.kind, case when s.amount > 0 then 'in' else 'out' end, s.currency, other.ledger_id, s.category_id, s.merchant,
    s.balance_after, s.entry_id
  from sides s left join sides other on other.entry_id = s.entry_id and other.ledger_id <> s.ledger_id
  order by s.ordinal;
  with totals as materialized (
    select l.product, l.ledger_id, sum(l.amount) as amount, max(l.entry_id) as entry_id, max(l.at) as at
    from unnest(lines) l where l.product <> 'system' group by l.product, l.ledger_id
  ), accounts as (
    update public.accounts a set balance = a.balance + t.amount, last_entry = t.entry_id, updated_at = t.at
    from totals t where t.product = 'account' and a.id = t.ledger_id
  ), cards as (
    update public.credit_cards c set balance = c.balance - t.amount, last_entry = t.entry_id, updated_at = t.at
    from totals t where t.product = 'card' and c.id = t.ledger_id
  ), loans as (
    update public.loans d set remaining_balance = d.remaining_balance - t.amount, last_entry = t.entry_id, updated_at = t.at
    from totals t where t.product = 'loan' and d.id = t.ledger_id
  )
  update public.mortgages d set remaining_balance = d.remaining_balance - t.amount, last_entry = t.entry_id, updated_at = t.at
  from totals t where t.product = 'mortgage' and d.id = t.ledger_id;
$$;
comment on function bank.move_engine_balances(bank.engine_line[]) is 'Moves the balances of the engine''s entries and writes what customers see of them.';
