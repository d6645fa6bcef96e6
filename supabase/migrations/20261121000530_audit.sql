-- The proof: whatever could be wrong with the books is looked for, over everything or over one household.
create view bank.product_balances as
  select id as ledger_id, user_id as household_id, 'account'::text as product, currency, balance, last_entry from public.accounts;
comment on view bank.product_balances is
  'What every account, card, loan and mortgage says it holds, in the customer''s favour. Migrations that add products add theirs.';

create function bank.audit_entries(household uuid) returns table (violation text, subject text, detail jsonb)
language plpgsql stable as $$
begin
  return query
    select 'entry does not sum to zero', p.entry_id::text, jsonb_build_object('currency', p.currency, 'sum', sum(p.amount))
    from bank.postings p
    where household is null or p.entry_id in (select e.id from bank.entries e where e.household_id = household)
    group by p.entry_id, p.currency having sum(p.amount) <> 0;
  return query
    select 'entry without two sides', e.id::text, jsonb_build_object('kind', e.kind)
    from bank.entries e left join bank.postings p on p.entry_id = e.id
    where household is null or e.household_id = household
    group by e.id having count(p.entry_id) < 2;
  return query
    select 'posting on a page of somebody else or of nobody', p.entry_id::text, jsonb_build_object('ledger', p.ledger_id)
    from bank.entries e join bank.postings p on p.entry_id = e.id left join bank.ledger_accounts l on l.id = p.ledger_id
    where (household is null or e.household_id = household)
      and (l.id is null or (l.product <> 'system' and l.household_id is distinct from e.household_id));
  if household is null then
    return query
      select 'posting without an entry', p.entry_id::text, jsonb_build_object('ledger', p.ledger_id)
      from bank.postings p where not exists (select from bank.entries e where e.id = p.entry_id);
  end if;
end
$$;
comment on function bank.audit_entries(uuid) is 'Entries that do not sum to zero, have one side, or touch pages that are not theirs.';

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
      jsonb_build_object('currency', coalesce(products.currency, booked.currency), 'balance', coalesce(products.balance, 0),
        'booked', coalesce(booked.amount, 0))
    from products full join booked on booked.ledger_id = products.ledger_id and booked.currency = products.currency
    where coalesce(products.balance, 0) <> coalesce(booked.amount, 0)
    union all
    select 'product without a page in the books', products.ledger_id::text, jsonb_build_object('product', products.product)
    from products where not exists (select from pages where pages.id = products.ledger_id)
    union all
    select 'balance was not made by its last entry', products.ledger_id::text,
      jsonb_build_object('last_entry', products.last_entry, 'booked', latest.last_entry)
    from products left join latest on latest.ledger_id = products.ledger_id
    where products.last_entry is distinct from latest.last_entry
    union all
    select 'account below zero', products.ledger_id::text, jsonb_build_object('balance', products.balance)
    from products where products.product = 'account' and products.balance < 0;
end
$$;
comment on function bank.audit_balances(uuid) is 'Products whose balance is not the sum of their postings, or was not made by the last of them.';

create function bank.audit_rows(household uuid) returns table (violation text, subject text, detail jsonb)
language plpgsql stable as $$
begin
  return query
    with shown as (
      select t.account_id, t.entry_id, sum(case t.direction when 'in' then t.amount else -t.amount end) as amount
      from public.transactions t where household is null or t.user_id = household
      group by t.account_id, t.entry_id
    ), booked as (
      select p.ledger_id as account_id, p.entry_id, sum(p.amount) as amount
      from public.accounts a join bank.postings p on p.ledger_id = a.id join bank.entries e on e.id = p.entry_id
      where (household is null or a.user_id = household) and e.kind <> 'currency_change'
      group by p.ledger_id, p.entry_id
    )
    select 'history differs from the books', coalesce(shown.account_id, booked.account_id)::text,
      jsonb_build_object('entry', coalesce(shown.entry_id, booked.entry_id), 'shown', shown.amount, 'booked', booked.amount)
    from shown full join booked on booked.account_id = shown.account_id and booked.entry_id = shown.entry_id
    where shown.amount is distinct from booked.amount;
end
$$;
comment on function bank.audit_rows(uuid) is 'Movements that customers see and the books do not know, or the other way round.';

create function bank.audit_clearing(household uuid) returns table (violation text, subject text, detail jsonb)
language plpgsql stable as $$
begin
  if household is not null then
    return;
  end if;
  return query
    with booked as (
      select p.currency, sum(p.amount) as amount from bank.postings p where p.ledger_id = bank.clearing() group by p.currency
    ), open as (
      select l.currency, sum(l.amount) as amount from public.person_letters l
      where l.kind = 'payment' and l.state = 'pending' group by l.currency
    )
    select 'clearing differs from open transfers', coalesce(booked.currency, open.currency),
      jsonb_build_object('booked', coalesce(booked.amount, 0), 'open', coalesce(open.amount, 0))
    from booked full join open on open.currency = booked.currency
    where coalesce(booked.amount, 0) <> coalesce(open.amount, 0);
end
$$;
comment on function bank.audit_clearing(uuid) is 'Over the whole bank: currencies in which clearing is not what payments between customers have on their way.';

create function bank.audit(household uuid default null) returns table (violation text, subject text, detail jsonb)
language sql stable as $$
  select * from bank.audit_entries(household)
  union all select * from bank.audit_balances(household)
  union all select * from bank.audit_rows(household)
  union all select * from bank.audit_clearing(household)
$$;
comment on function bank.audit(uuid) is 'Every violation in the books of one household, or of all. There must be none.';

create function public.audit_my_books() returns jsonb language sql stable
security definer -- sums the books without asking for every posting
set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(found)), '[]') from bank.audit(bank.caller()) as found
$$;
comment on function public.audit_my_books() is 'Every violation in the caller''s own books: an empty list when all is well.';
grant execute on function public.audit_my_books() to authenticated;

create function public.my_books() returns jsonb language sql stable
security definer -- counts the books without asking for every posting
set search_path = '' as $$
  select jsonb_build_object(
    'entries', count(distinct e.id), 'postings', count(p.entry_id), 'first_at', min(e.at), 'last_at', max(e.at),
    'violations', jsonb_array_length(public.audit_my_books()))
  from (select bank.caller() as id) as caller
    left join bank.entries e on e.household_id = caller.id left join bank.postings p on p.entry_id = e.id
$$;
comment on function public.my_books() is 'How much is written in the caller''s own books, since when, and how many violations there are.';
grant execute on function public.my_books() to authenticated;
