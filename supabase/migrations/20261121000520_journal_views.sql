-- A customer's own books, to look at.
create view public.journal_entries with (security_invoker = true) as
  select e.id, e.at, e.value_at, e.recorded_at, e.kind, e.description, e.channel, e.reverses
  from bank.entries e
  where e.household_id = (select auth.uid());
comment on view public.journal_entries is 'Every entry in the caller''s own books.';
grant select on public.journal_entries to authenticated;

create view public.journal_postings with (security_invoker = true) as
  select p.entry_id, p.ledger_id, l.name as ledger_name, p.currency, p.amount, l.household_id is not null as is_own
  from bank.entries e
    join bank.postings p on p.entry_id = e.id
    join bank.ledger_accounts l on l.id = p.ledger_id
  where e.household_id = (select auth.uid());
comment on view public.journal_postings is 'Every side of every entry in the caller''s own books. In the caller''s favour is positive; each currency of an entry sums to zero.';
comment on column public.journal_postings.is_own is 'Whether this side is the caller''s own page, or one of the bank''s.';
grant select on public.journal_postings to authenticated;
