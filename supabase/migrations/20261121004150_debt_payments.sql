-- What was paid on a debt, each payment in its parts. A payment takes the interest first that was posted and not paid yet,
-- then fees, then what was lent. What goes beyond the instalment of its period, and beyond what was missed before, is extra.
create view public.debt_payments with (security_invoker = true) as
  with debts as (
    select l.id, l.start_date, l.monthly_payment, l.autopay_account_id, l.next_due_date from public.loans l where l.user_id = (select auth.uid())
    union all
    select m.id, m.start_date, m.monthly_payment, m.autopay_account_id, m.next_due_date from public.mortgages m where m.user_id = (select auth.uid())
  ), posted as (
    select l.product, l.currency, d.*, e.id as entry_id, e.at, e.value_at, e.kind as entry_kind, e.description, e.event_key, p.amount,
      e.value_at at time zone c.time_zone as local_at, p.amount > 0 and e.kind not in ('interest', 'fee', 'adjustment', 'closing') as is_payment
    from bank.ledger_accounts l
      join public.customers c on c.id = l.household_id
      join debts d on d.id = l.id
      join bank.postings p on p.ledger_id = l.id
      join bank.entries e on e.id = p.entry_id
    where l.product in ('loan', 'mortgage') and l.household_id = (select auth.uid()) and e.household_id = (select auth.uid())
  ), charged as (
    select posted.*,
      sum(case when is_payment then -amount when entry_kind = 'interest' then -amount else 0 end) over so_far as interest_left,
      sum(case when is_payment then -amount when entry_kind in ('interest', 'fee') then -amount else 0 end) over so_far as charges_left,
      -sum(amount) over so_far as balance_after
    from posted window so_far as (partition by id order by entry_id)
  ), unpaid as (
    -- A sum that may not fall below zero: the sum, less the lowest it has been.
    select charged.*, interest_left - least(0, min(interest_left) over so_far) as interest_unpaid,
      charges_left - least(0, min(charges_left) over so_far) as charges_unpaid
    from charged window so_far as (partition by id order by entry_id)
  ), parts as (
    select unpaid.*, coalesce(lag(interest_unpaid) over so_far, 0) - interest_unpaid as interest,
      coalesce(lag(charges_unpaid) over so_far, 0) - charges_unpaid as charges
    from unpaid window so_far as (partition by id order by entry_id)
  ), numbered as (
    select parts.*, event_key like '%:instalment:%' as is_drawn,
      case when event_key like '%:instalment:%' then split_part(event_key, ':', 3)::integer
        -- At noon of the due date the instalment falls due; what comes a second later is for the next.
        else greatest(1, months.passed + case when local_at > start_date + make_interval(months => months.passed) + interval '12:00:01' then 1 else 0 end)
        end as number,
      coalesce((select (h.facts ->> 'payment_before')::numeric / 100 from public.happenings h
        where h.user_id = (select auth.uid()) and h.subject = parts.id::text and h.kind in ('rate_reset', 'recast')
          and h.at >= date_trunc('milliseconds', parts.value_at) order by h.at, h.id limit 1), monthly_payment) as level
    from parts, lateral (select (12 * (extract(year from local_at) - extract(year from start_date)) + extract(month from local_at)
        - extract(month from start_date))::integer as passed) as months
    where is_payment
  ), beyond as (
    select numbered.*,
      case when entry_kind in ('extra_payment', 'recast_payment') then amount
        when is_drawn then greatest(0, amount - level)
        when bool_or(is_drawn) over in_period or (autopay_account_id is not null and (start_date + make_interval(months => number))::date >= next_due_date)
          then amount
        else greatest(0, least(amount, sum(amount) filter (where entry_kind not in ('extra_payment', 'recast_payment')) over until_here - level)) end as excess,
      coalesce((select sum((h.facts ->> 'amount')::numeric) / 100 from public.happenings h
        where h.user_id = (select auth.uid()) and h.subject = numbered.id::text and h.kind in ('payment_missed', 'payment_failed')
          and h.at <= numbered.value_at and h.at > coalesce(numbered.before, '-infinity')), 0) as missed
    from (select numbered.*, lag(value_at) over (partition by id order by entry_id) as before from numbered) as numbered
    window in_period as (partition by id, number), until_here as (partition by id, number order by entry_id)
  ), short as (
    select beyond.*, sum(missed - excess) over so_far as shortage from beyond window so_far as (partition by id order by entry_id)
  ), owed as (
    select short.*, shortage - least(0, min(shortage) over so_far) as behind from short window so_far as (partition by id order by entry_id)
  ), told as (
    select owed.*, case entry_kind when 'payoff' then amount - charges when 'refinance' then 0
      else behind - coalesce(lag(behind) over so_far, 0) - missed + excess end as extra
    from owed window so_far as (partition by id order by entry_id)
  )
  select product, id as debt_id, entry_id, at, local_at::date as day, number,
    case when entry_kind in ('payoff', 'refinance') then entry_kind when extra = amount then 'extra' else 'instalment' end as kind,
    amount, interest, charges - interest as fees, amount - charges as principal, extra,
    case when entry_kind = 'recast_payment' then 'lower' when extra > 0 then 'shorten' end as effect, balance_after, description, currency
  from told;
comment on view public.debt_payments is 'What the caller paid on their own loans and mortgages: interest, fees and principal of each payment, and what of it was extra.';
comment on column public.debt_payments.day is 'The day on which it was paid, in the customer''s zone.';
comment on column public.debt_payments.number is 'Of the instalment that fell due next, or was paid by it.';
comment on column public.debt_payments.kind is 'instalment, extra (all of it beyond the instalments), payoff or refinance.';
comment on column public.debt_payments.principal is 'What it paid back of what was lent.';
comment on column public.debt_payments.extra is 'What of it went beyond the instalment of its period and what was missed before.';
comment on column public.debt_payments.effect is 'Of an extra payment: shorten, or lower when the instalments were worked out anew.';
comment on column public.debt_payments.balance_after is 'What was owed right after it.';
grant select on public.debt_payments to authenticated;
