-- What was spent and what came in, whichever way it was paid: the one view that budgets, analytics and goals read.
--
-- Out of it stay moves of one's own money (transfers, card payments, opening balances, corrections, what a market did to
-- an investment) and the borrowing and early repaying of principal. An instalment of a loan or mortgage is a bill like
-- any other and is spending; interest and fees of a card are, those of a loan are not: its instalment pays for them.
create view public.spending with (security_invoker = true) as
  with own_money (kinds) as (
    values (array['transfer', 'card_payment', 'opening', 'adjustment', 'closing', 'currency_change', 'market_change', 'loan_proceeds',
      'home_purchase', 'extra_payment', 'recast_payment', 'payoff', 'refinance'])
  ), moved as (
    select t.id::text as id, t.date as at, case t.direction when 'out' then t.amount else -t.amount end as amount, t.currency, t.category_id,
      t.merchant, t.description, t.account_id, null::uuid as card_id, t.kind, t.entry_id
    from public.transactions t
    where t.user_id = (select auth.uid()) and t.type <> 'TRANSFER' and t.kind <> all ((select kinds from own_money)::text[])
    union all
    select l.id || ':' || e.id, e.value_at, -p.amount, l.currency, e.category_id, e.merchant, e.description, null::uuid, l.id, e.kind, e.id
    from bank.ledger_accounts l
      join bank.postings p on p.ledger_id = l.id
      join bank.entries e on e.id = p.entry_id
    where l.product = 'card' and l.household_id = (select auth.uid()) and l.closed_at is null
      and e.household_id = (select auth.uid()) and e.kind <> all ((select kinds from own_money)::text[])
  ), parts as (
    -- The place for splits: one row for each part of what is divided between categories.
    select m.* from moved m
  )
  select p.id, p.at, (p.at at time zone coalesce(mine.time_zone, 'UTC'))::date as day,
    case side.direction when 'out' then p.amount else -p.amount end as amount, p.currency, side.direction, p.category_id, c.name as category,
    c.kind as category_kind, p.merchant, p.description, p.account_id, p.card_id, p.kind, p.entry_id
  from parts p
    left join public.customers mine on mine.id = (select auth.uid())
    left join public.categories c on c.id = p.category_id
    -- What comes back from a shop lowers what was spent, it is no income.
    cross join lateral (select case
      when p.amount > 0 then 'out'
      when p.kind = 'reward_redemption' then 'in'
      when p.card_id is not null or c.kind = 'spending' or p.kind = 'refund' or p.category_id = '00000000-0000-4000-8000-000000000103' then 'out'
      else 'in' end as direction) as side;
comment on view public.spending is
  'What the caller spent and earned, once each, by account and by card: without moves between their own accounts, card payments and the borrowing and early repaying of principal.';
comment on column public.spending.id is 'The id of the transaction, or card and entry of what a card was charged.';
comment on column public.spending.day is 'The day it counts for, in the customer''s own time zone.';
comment on column public.spending.amount is 'Spending (`out`): above zero what was spent, below zero what came back. Income (`in`): above zero what came in.';
comment on column public.spending.direction is 'out: it counts as spending, refunds too; in: it counts as income.';
comment on column public.spending.category_id is 'Null for what is in no category.';
comment on column public.spending.card_id is 'The card that was charged; then account_id is null.';
grant select on public.spending to authenticated;
