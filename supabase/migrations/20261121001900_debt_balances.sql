-- What happened on loans and mortgages, and what the proof adds up.
create view public.debt_activity with (security_invoker = true) as
  select l.product, p.ledger_id as debt_id, e.id as entry_id, e.value_at as at, e.kind, e.description, -p.amount as amount,
    -sum(p.amount) over (partition by p.ledger_id order by e.value_at, e.id) as balance_after, l.currency
  from bank.ledger_accounts l
    join bank.postings p on p.ledger_id = l.id
    join bank.entries e on e.id = p.entry_id
  where l.product in ('loan', 'mortgage') and l.household_id = (select auth.uid()) and l.closed_at is null
    and e.household_id = (select auth.uid());
comment on view public.debt_activity is 'Everything that happened on the caller''s own loans and mortgages.';
comment on column public.debt_activity.at is 'The business day: the local day of this instant.';
comment on column public.debt_activity.amount is 'What it changed about what is owed: below zero for payments.';
comment on column public.debt_activity.balance_after is 'The amount owed after it, in the order of `at`.';
grant select on public.debt_activity to authenticated;

create or replace view bank.product_balances as
  select id as ledger_id, user_id as household_id, 'account'::text as product, currency, balance, last_entry from public.accounts
  union all
  select id, user_id, 'card'::text, currency, -balance, last_entry from public.credit_cards
  union all
  select id, user_id, 'loan'::text, currency, -remaining_balance, last_entry from public.loans
  union all
  select id, user_id, 'mortgage'::text, currency, -remaining_balance, last_entry from public.mortgages;
