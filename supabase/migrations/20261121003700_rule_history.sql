-- What one rule has done: money it moved, and what it could not do.
create view public.rule_history with (security_invoker = true) as
  -- Kept apart: worked out within the join, the keys would have to wait behind the row rules, and no index would be used.
  with rules as materialized (
    select r.id, r.user_id, r.id::text as subject, r.id || ':0000' as first_key, r.id || ':9999' as last_key
    from (
      select d.id, d.user_id from public.auto_deposits d where d.user_id = (select auth.uid())
      union all
      select p.id, p.user_id from public.scheduled_payments p where p.user_id = (select auth.uid())
    ) r
  )
  select r.id as rule_id, e.event_key, e.at, e.value_at as due_at, e.kind, e.description, e.id as entry_id, m.amount, m.currency,
    '{}'::jsonb as facts
  from rules r
    -- Rule, colon, planned instant: these bounds hold in every collation.
    join bank.entries e on e.household_id = r.user_id and e.event_key >= r.first_key and e.event_key < r.last_key
    cross join lateral (
      select max(p.amount) as amount, min(p.currency) as currency from bank.postings p where p.entry_id = e.id
    ) m
  union all
  select r.id, h.event_key, h.at, coalesce(h.due_at, h.at), h.kind, h.description, null, (h.facts ->> 'amount')::numeric / 100, null, h.facts
  from rules r join public.happenings h on h.user_id = r.user_id and h.subject = r.subject;
comment on view public.rule_history is
  'What the caller''s own rules have done: each entry they brought about, and each time nothing moved and why.';
comment on column public.rule_history.rule_id is 'The auto deposit or the scheduled payment.';
comment on column public.rule_history.event_key is 'Names the occurrence, so that a list can keep it apart.';
comment on column public.rule_history.due_at is 'The instant for which it was planned: earlier than `at` when it was made up for.';
comment on column public.rule_history.kind is 'auto_deposit, payment, transfer … for money that moved; payment_failed, payment_retry, payment_skipped, pay_missed … where none did.';
comment on column public.rule_history.entry_id is 'The entry in the books; null where no money moved.';
comment on column public.rule_history.amount is 'What moved, or would have; above zero.';
comment on column public.rule_history.currency is 'The currency of what moved; null where none did.';
comment on column public.rule_history.facts is 'The numbers of what happened without money moving: amounts in minor units.';
grant select on public.rule_history to authenticated;
