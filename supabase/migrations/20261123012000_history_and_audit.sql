set check_function_bodies = off;

-- Balance history, computed from the journal. Days use the customer's time zone.
create function bank.check_days("from" date, "to" date) returns void language plpgsql immutable as $$
begin
  perform bank.refuse_if(not isfinite("from") or not isfinite("to") or "from" > "to" or "to" > "from" + 3660,
    'BADDT', 'Choose a period of at most ten years that ends after it starts.');
end $$;
comment on function bank.check_days is
  'Refuses (BADDT) a period that ends before it starts or is longer than ten years.';

create function public.balance_history(account_id uuid, "from" date default null, "to" date default null)
returns table (day date, balance numeric) language plpgsql stable set search_path = ''
security definer -- because it reads bank.clocks, and sums postings without row-level security
as $$
declare
  zone text := coalesce((select time_zone from public.customers where id = bank.caller()), 'UTC');
  opened date;
  last_day date := coalesce("to", bank.today_for(bank.caller()));
  first_day date;
begin
  select (created_at at time zone zone)::date into opened from public.accounts a
    where a.id = balance_history.account_id and (a.user_id = bank.caller() or a.user_id is null);
  perform bank.refuse_if(not found, 'NTFND', 'We couldn''t find that account.');
  first_day := coalesce("from", greatest(least(opened, last_day), last_day - 3660));
  perform bank.check_days(first_day, last_day);
  return query with changes as (
      -- Includes all currencies, so that the sum continues when an account changes its currency.
      select greatest((e.value_at at time zone zone)::date, first_day) as day, sum(p.amount) as change
      from bank.postings p join bank.entries e on e.id = p.entry_id
      where p.ledger_id = balance_history.account_id
        and e.value_at < ((last_day + 1)::timestamp at time zone zone)
      group by 1
    )
    select days.day::date, sum(coalesce(changes.change, 0)) over (order by days.day)
    from generate_series(first_day, last_day, interval '1 day') as days (day)
      left join changes on changes.day = days.day
    order by 1;
end $$;
comment on function public.balance_history is
  'Returns the balance of an account at the end of each day. The default period starts when the account was '
  'opened, at most ten years ago, and ends today. Refuses: NTFND, BADDT.';

-- Income and spending, computed in the same way as in budgets, analytics, and the assistant.
create function public.month_flow()
returns table (currency text, money_in numeric, money_out numeric, left_out text[]) language sql stable
security definer -- because it reads bank.clocks; returns only the caller's rows
set search_path = '' as $$
  with caller as (
    select bank.caller() as id
  ), mine as (
    select c.id, c.base_currency, coalesce(c.time_zone, 'UTC') as zone from caller
      join public.customers c on c.id = caller.id
  ), flows as (
    select s.currency, s.direction,
      bank.convert_amount(s.amount, s.currency, mine.base_currency, s.day) as amount
    from mine cross join public.spending s
    where s.at >= (select date_trunc('month', bank.today_for(mine.id)::timestamp) at time zone mine.zone)
  )
  select mine.base_currency, coalesce(sum(f.amount) filter (where f.direction = 'in'), 0),
    coalesce(sum(f.amount) filter (where f.direction = 'out'), 0),
    coalesce(array_agg(distinct f.currency) filter (where f.amount is null), '{}')
  from mine join flows f on true group by mine.base_currency
$$;
comment on function public.month_flow is
  'Returns the caller''s income and spending in the current month, as in the view `spending`, in the base '
  'currency at daily rates. `left_out` names the currencies that have no rate and aren''t counted.';

-- Views of the customer's own ledger.
create view public.journal_entries with (security_invoker = true) as
  select e.id, e.at, e.value_at, e.recorded_at, e.kind, e.description, e.channel, e.reverses
  from bank.entries e
  where e.household_id = (select auth.uid());
comment on view public.journal_entries is 'All entries in the caller''s ledger.';
grant select on public.journal_entries to authenticated;

create view public.journal_postings with (security_invoker = true) as
  select p.entry_id, p.ledger_id, l.name as ledger_name, p.currency, p.amount,
    l.household_id is not null as is_own
  from bank.entries e
    join bank.postings p on p.entry_id = e.id
    join bank.ledger_accounts l on l.id = p.ledger_id
  where e.household_id = (select auth.uid());
comment on view public.journal_postings is 'All postings in the caller''s ledger. Amounts in the caller''s '
  'favor are positive; the amounts of an entry sum to zero in each currency.';
comment on column public.journal_postings.is_own is
  'True for the caller''s ledger account, false for a system account.';
grant select on public.journal_postings to authenticated;

create function bank.audit_entries(household uuid) returns table (violation text, subject text, detail jsonb)
language plpgsql stable as $$
begin
  return query
    select 'entry does not sum to zero', p.entry_id::text,
      jsonb_build_object('currency', p.currency, 'sum', sum(p.amount))
    from bank.postings p
    where household is null
      or p.entry_id in (select e.id from bank.entries e where e.household_id = household)
    group by p.entry_id, p.currency having sum(p.amount) <> 0;
  return query
    select 'entry without two sides', e.id::text, jsonb_build_object('kind', e.kind)
    from bank.entries e left join bank.postings p on p.entry_id = e.id
    where household is null or e.household_id = household
    group by e.id having count(p.entry_id) < 2;
  return query
    select 'posting on a page of somebody else or of nobody', p.entry_id::text,
      jsonb_build_object('ledger', p.ledger_id)
    from bank.entries e join bank.postings p on p.entry_id = e.id
      left join bank.ledger_accounts l on l.id = p.ledger_id
    where (household is null or e.household_id = household)
      and (l.id is null or (l.product <> 'system' and l.household_id is distinct from e.household_id));
  if household is null then
    return query
      select 'posting without an entry', p.entry_id::text, jsonb_build_object('ledger', p.ledger_id)
      from bank.postings p where not exists (select from bank.entries e where e.id = p.entry_id);
  end if;
end $$;
comment on function bank.audit_entries is 'Returns entries that don''t sum to zero, have only one posting, '
  'or use ledger accounts of other customers.';

create function bank.audit_balances(household uuid) returns table (violation text, subject text, detail jsonb)
language plpgsql stable as $$
begin
  return query
    with pages as (
      select l.id from bank.ledger_accounts l
      where l.product <> 'system' and (household is null or l.household_id = household)
    ), booked as (
      select p.ledger_id, p.currency, sum(p.amount) as amount, max(p.entry_id) as last_entry
      from bank.postings p where p.ledger_id in (select id from pages) group by p.ledger_id, p.currency
    ), products as (
      select * from bank.product_balances b where household is null or b.household_id = household
    ), latest as (
      select ledger_id, max(last_entry) as last_entry from booked group by ledger_id
    )
    select 'balance differs from its postings', coalesce(products.ledger_id, booked.ledger_id)::text,
      jsonb_build_object('currency', coalesce(products.currency, booked.currency),
        'balance', coalesce(products.balance, 0), 'booked', coalesce(booked.amount, 0))
    from products full join booked on booked.ledger_id = products.ledger_id
      and booked.currency = products.currency
    where coalesce(products.balance, 0) <> coalesce(booked.amount, 0)
    union all
    select 'product without a page in the books', products.ledger_id::text,
      jsonb_build_object('product', products.product)
    from products where not exists (select from pages where pages.id = products.ledger_id)
    union all
    select 'balance was not made by its last entry', products.ledger_id::text,
      jsonb_build_object('last_entry', products.last_entry, 'booked', latest.last_entry)
    from products left join latest on latest.ledger_id = products.ledger_id
    where products.last_entry is distinct from latest.last_entry
    union all
    select 'account below zero', products.ledger_id::text, jsonb_build_object('balance', products.balance)
    from products left join public.accounts a on a.id = products.ledger_id
    where products.product = 'account' and products.balance < -coalesce(a.overdraft_limit, 0);
end $$;
comment on function bank.audit_balances is
  'Returns products whose balance is not the sum of their postings, or whose last entry doesn''t match.';

create function bank.audit_transactions(household uuid)
returns table (violation text, subject text, detail jsonb) language plpgsql stable as $$
begin
  return query
    with shown as (
      select t.account_id, t.entry_id,
        sum(case t.direction when 'in' then t.amount else -t.amount end) as amount
      from public.transactions t where household is null or t.user_id = household
      group by t.account_id, t.entry_id
    ), booked as (
      -- An undone import remains in the journal with its reversal, but not in the transactions.
      select p.ledger_id as account_id, p.entry_id, sum(p.amount) as amount
      from public.accounts a join bank.postings p on p.ledger_id = a.id
        join bank.entries e on e.id = p.entry_id
      where (household is null or a.user_id = household) and e.kind <> 'import_reversal'
        and not exists (select from bank.entries r where r.reverses = e.id and r.kind = 'import_reversal')
      group by p.ledger_id, p.entry_id
    )
    select 'history differs from the books', coalesce(shown.account_id, booked.account_id)::text,
      jsonb_build_object('entry', coalesce(shown.entry_id, booked.entry_id), 'shown', shown.amount,
        'booked', booked.amount)
    from shown full join booked on booked.account_id = shown.account_id and booked.entry_id = shown.entry_id
    where shown.amount is distinct from booked.amount;
  return query
    select 'reversal differs from what it takes back', r.id::text, jsonb_build_object('entry', r.reverses)
    from bank.entries r
    where (household is null or r.household_id = household) and r.kind = 'import_reversal' and exists (
      select from bank.postings p where p.entry_id in (r.id, r.reverses) group by p.ledger_id, p.currency
        having sum(p.amount) <> 0);
end $$;
comment on function bank.audit_transactions is
  'Returns transactions without an entry, and entries without a transaction.';

create function bank.audit_clearing(household uuid) returns table (violation text, subject text, detail jsonb)
language plpgsql stable as $$
begin
  if household is not null then return; end if;
  return query
    with booked as (
      select p.currency, sum(p.amount) as amount from bank.postings p
        where p.ledger_id = bank.system_account('transfer_clearing') group by p.currency
    ), open as (
      select l.currency, sum(l.amount) as amount from public.peer_transfers l
      where l.kind = 'payment' and l.state = 'pending' group by l.currency
    )
    select 'clearing differs from open transfers', coalesce(booked.currency, open.currency),
      jsonb_build_object('booked', coalesce(booked.amount, 0), 'open', coalesce(open.amount, 0))
    from booked full join open on open.currency = booked.currency
    where coalesce(booked.amount, 0) <> coalesce(open.amount, 0);
end $$;
comment on function bank.audit_clearing is 'Returns the currencies in which transfer clearing differs from '
  'the open payments between customers. Covers the whole bank.';

create function bank.audit_deposits(household uuid)
returns table (violation text, subject text, detail jsonb) language plpgsql stable as $$
begin
  return query
    with booked as (
      select e.household_id, p.currency, sum(p.amount) as amount
      from bank.entries e join bank.postings p on p.entry_id = e.id
      where p.ledger_id = bank.system_account('security_deposits')
        and (household is null or e.household_id = household)
      group by 1, 2
    ), held as (
      select c.user_id, c.currency, sum(c.security_deposit) as amount from public.credit_cards c
      where c.security_deposit is not null and (household is null or c.user_id = household) group by 1, 2
    )
    select 'security deposits differ from the books', coalesce(booked.household_id, held.user_id)::text,
      jsonb_build_object('currency', coalesce(booked.currency, held.currency),
        'booked', coalesce(booked.amount, 0), 'held', coalesce(held.amount, 0))
    from booked full join held on held.user_id = booked.household_id and held.currency = booked.currency
    where coalesce(booked.amount, 0) <> coalesce(held.amount, 0);
end $$;
comment on function bank.audit_deposits is
  'Returns the households whose cards have other security deposits than their journal.';

create function bank.audit(household uuid default null)
returns table (violation text, subject text, detail jsonb) language sql stable as $$
  select * from bank.audit_entries(household)
  union all select * from bank.audit_balances(household)
  union all select * from bank.audit_transactions(household)
  union all select * from bank.audit_clearing(household)
  union all select * from bank.audit_deposits(household)
$$;
comment on function bank.audit is
  'Returns all violations in the ledger of one household, or of all households. A correct ledger has none.';

create function public.audit_my_books() returns jsonb language sql stable
security definer -- because it sums postings without row-level security
set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(found)), '[]') from bank.audit(bank.caller()) as found
$$;
comment on function public.audit_my_books is
  'Returns all violations in the caller''s ledger, or an empty list if the ledger balances.';

create function public.my_books() returns jsonb language sql stable
security definer -- because it counts postings without row-level security
set search_path = '' as $$
  select jsonb_build_object(
    'entries', count(distinct e.id), 'postings', count(p.entry_id), 'first_at', min(e.at),
    'last_at', max(e.at), 'violations', jsonb_array_length(public.audit_my_books()))
  from (select bank.caller() as id) as caller
    left join bank.entries e on e.household_id = caller.id left join bank.postings p on p.entry_id = e.id
$$;
comment on function public.my_books is
  'Returns the number of entries in the caller''s ledger, its first day, and the number of violations.';

create function bank.erase_ledger(household uuid)
returns bank.erased_households language plpgsql volatile as $$
declare
  counts bank.erased_households;
begin
  delete from bank.requests where user_id = household;
  delete from bank.postings p using bank.entries e where e.id = p.entry_id and e.household_id = household;
  get diagnostics counts.postings = row_count;
  delete from bank.entries where household_id = household;
  get diagnostics counts.entries = row_count;
  delete from bank.ledger_accounts where household_id = household;
  get diagnostics counts.ledger_accounts = row_count;
  insert into bank.erased_households (entries, postings, ledger_accounts)
    values (counts.entries, counts.postings, counts.ledger_accounts);
  return counts;
end $$;
comment on function bank.erase_ledger is
  'Erases the ledger of a household that is being erased. Returns the counts, which the bank keeps.';

-- The effect of an erasure on each table:
--   customers → accounts, categories, and all products        cascade
--   requests                                                  deleted by the function below
--   accounts → transactions                                   cascade: the journal remains until it is erased
--   accounts ← transactions.counter_account_id                set null by a trigger
--   categories ← transactions.category_id                     set null
--   journal (entries, postings, ledger_accounts)              no foreign keys refer to it
--   auth.users                                                no foreign keys refer to it
-- Erasing the household is the only way to delete its ledger.
create function public.erase_household(customer_id uuid default null) returns jsonb language plpgsql volatile
security definer -- as the only exception to the append-only journal
set search_path = '' as $$
declare
  household uuid := coalesce(customer_id, auth.uid());
  counts bank.erased_households;
  in_clearing jsonb;
begin
  perform bank.refuse_if(
    household is null or (auth.uid() is null and current_setting('role') in ('anon', 'authenticated')),
    'NOUSR', 'Please sign in first.');
  perform bank.refuse_if(auth.uid() is not null and household <> auth.uid(),
    'NTFND', 'You can only delete your own household.');
  perform pg_advisory_xact_lock(hashtextextended(household::text, 1));
  in_clearing := bank.clearing_balances(household);
  insert into bank.erasures (household_id) values (household);
  delete from public.customers where id = household;
  counts := bank.erase_ledger(household);
  delete from bank.erasures where household_id = household;
  perform bank.settle_clearing(household, in_clearing);
  return jsonb_build_object('entries', counts.entries, 'postings', counts.postings,
    'ledger_accounts', counts.ledger_accounts);
end $$;
comment on function public.erase_household is 'Erases all of the caller''s data (any customer''s for the '
  'service role): products, history, and ledger. Only counts remain.';

grant execute on function
  public.balance_history, public.month_flow, public.audit_my_books, public.my_books to authenticated;
grant execute on function public.erase_household to authenticated, service_role;
