set check_function_bodies = off;

-- Spending and income. A refund counts in the month and categories of its purchase, so that it restores the
-- budget of that month.
create index transactions_returned_idx on public.transactions (entry_id) where kind in ('payment', 'refund');

create view bank.refunded_purchases with (security_invoker = true) as
  with linked as (
    select r.id, r.user_id, back.id::text as transaction_key, bought.id::text as purchase_key,
      bought.date as purchased_at, r.amount, bought.amount as charged, bought.category_id, back.date as at,
      back.category_id as own_category_id, r.entry_id, back.currency, back.merchant, back.description,
      back.account_id, null::uuid as card_id, back.entry_id as refund_entry_id
    from public.refunds r
      join public.transactions back on back.entry_id = r.refund_entry_id and back.kind = 'refund'
        and back.user_id = r.user_id
      join public.transactions bought on bought.entry_id = r.entry_id and bought.kind = 'payment'
        and bought.account_id = r.account_id
    where r.status = 'credited' and back.currency = bought.currency
    union all
    select r.id, r.user_id, r.card_id || ':' || r.refund_entry_id, r.card_id || ':' || r.entry_id,
      bought.value_at, r.amount, -bought.amount,
      case when d.has_category then d.category_id else bought.category_id end, back.value_at,
      case when own.has_category then own.category_id else back.category_id end, r.entry_id,
      back.card_currency, coalesce(own.merchant, back.merchant), back.description, null, r.card_id,
      r.refund_entry_id
    from public.refunds r
      join bank.card_entries bought on bought.card_id = r.card_id and bought.entry_id = r.entry_id
      join bank.card_entries back on back.card_id = r.card_id and back.entry_id = r.refund_entry_id
      left join public.transaction_details d on d.user_id = r.user_id
        and d.transaction_key = r.card_id || ':' || r.entry_id
      left join public.transaction_details own on own.user_id = r.user_id
        and own.transaction_key = r.card_id || ':' || r.refund_entry_id
    where r.status = 'credited' and back.closed_at is null
  )
  select l.*, sum(l.amount) over (partition by l.user_id, l.entry_id order by l.at, l.id) as refunded,
    coalesce(d.by_hand, false) as has_own_category
  from linked l left join public.transaction_details d on d.user_id = l.user_id
    and d.transaction_key = l.transaction_key;
comment on view bank.refunded_purchases is
  'The credited refunds with their purchases. `refunded` is the sum of the refunds of the purchase so far.';
grant select on bank.refunded_purchases to authenticated, service_role;

create view bank.refund_parts with (security_invoker = true) as
  with parts as (
    select r.user_id, r.transaction_key, s.position, r.amount, r.charged, r.refunded,
      coalesce(s.amount, r.charged) as part,
      case when s.amount is null then r.category_id else s.category_id end as category_id,
      sum(coalesce(s.amount, r.charged)) over (partition by r.user_id, r.transaction_key
        order by s.position) as parts
    from bank.refunded_purchases r left join public.transaction_splits s on s.user_id = r.user_id
      and s.transaction_key = r.purchase_key
    where not r.has_own_category
  )
  select p.user_id, p.transaction_key, coalesce(p.position, 1) as position, p.category_id,
    -- Rounds the sums, not the shares, so that the shares of all parts and of all refunds add up.
    round(p.parts * p.refunded / p.charged, 2)
      - round((p.parts - p.part) * p.refunded / p.charged, 2)
      - round(p.parts * (p.refunded - p.amount) / p.charged, 2)
      + round((p.parts - p.part) * (p.refunded - p.amount) / p.charged, 2) as amount
  from parts p
  union all
  select r.user_id, r.transaction_key, 1, r.own_category_id, r.amount
    from bank.refunded_purchases r where r.has_own_category;
comment on view bank.refund_parts is 'The categories of refunds: those of the purchase in proportion, or the '
  'category that the customer chose for the refund.';
grant select on bank.refund_parts to authenticated, service_role;

create view bank.transaction_parts with (security_invoker = true) as
  select s.user_id, s.transaction_key, s.position, s.category_id, s.amount from public.transaction_splits s
  union all
  select p.user_id, p.transaction_key, p.position, p.category_id, p.amount
  from bank.refund_parts p
  where not exists (select from public.transaction_splits s where s.user_id = p.user_id
    and s.transaction_key = p.transaction_key);
comment on view bank.transaction_parts is 'The parts of transactions in different categories: splits by the '
  'customer, and the parts of refunds. The parts of a transaction add up to its amount.';
grant select on bank.transaction_parts to authenticated, service_role;

-- Corrected transactions and their reversals don't count.
create view public.spending with (security_invoker = true) as with own_money (kinds) as (
    values (array['transfer', 'card_payment', 'imported_payment', 'opening', 'adjustment', 'closing',
      'currency_change', 'market_change', 'loan_proceeds', 'home_purchase', 'refinance', 'correction',
      'cash_advance', 'balance_transfer', 'biweekly_refund', 'charge_off', 'security_deposit',
      'deposit_return', 'credit_balance_refund'])
  ), refunded as materialized (
    select r.* from bank.refunded_purchases r where r.user_id = (select auth.uid())
  ), refund_parts as materialized (
    select r.*, s.amount as part_amount, s.category_id as part_category_id,
      case when count(*) over (partition by r.transaction_key) > 1 then s.position end as part
    from refunded r join bank.transaction_parts s on s.user_id = (select auth.uid())
      and s.transaction_key = r.transaction_key
  ), moved as (
    select t.id::text as id, t.date as at,
      case t.direction when 'out' then t.amount else -t.amount end as amount, t.currency, t.category_id,
      t.merchant, t.description, t.account_id, null::uuid as card_id, t.kind, t.entry_id,
      coalesce(t.principal, 0) as principal
    from public.transactions t
    where t.user_id = (select auth.uid()) and t.type <> 'TRANSFER' and t.corrected_by is null
      and t.kind <> all ((select kinds from own_money)::text[])
      -- A check can be the customer's own money, so it counts once it has a category.
      and (t.kind <> 'check_deposit' or t.category_id is not null or exists (
        select from public.transaction_splits s where s.user_id = (select auth.uid())
          and s.transaction_key = t.id::text))
      and (t.kind <> 'refund' or t.entry_id not in (select r.refund_entry_id from refunded r))
    union all
    select e.card_id || ':' || e.entry_id, e.value_at, -e.amount, e.card_currency,
      case when d.has_category then d.category_id else e.category_id end,
      coalesce(d.merchant, e.merchant), e.description, null::uuid, e.card_id, e.kind, e.entry_id, 0
    from bank.card_entries e
      left join public.transaction_details d on d.user_id = (select auth.uid())
        and d.transaction_key = e.card_id || ':' || e.entry_id
    where e.household_id = (select auth.uid()) and e.closed_at is null
      and e.kind <> all ((select kinds from own_money)::text[])
      and (e.kind <> 'refund' or e.entry_id not in (select r.refund_entry_id from refunded r))
  ), parts as (
    -- One row per split. Splits add up to the transaction and have its direction. Principal isn't spending,
    -- so it is subtracted from the transaction, or from its splits in order.
    select m.id, m.at, case when s.amount is null then m.amount - m.principal when m.amount < 0 then -s.amount
      when m.principal = 0 then s.amount
      else (select greatest(0, sum(x.amount) - m.principal)
          - greatest(0, sum(x.amount) - s.amount - m.principal)
        from public.transaction_splits x
        where x.user_id = s.user_id and x.transaction_key = s.transaction_key and x.position <= s.position)
      end as amount, m.currency,
      case when s.amount is null then m.category_id else s.category_id end as category_id, m.merchant,
      m.description, m.account_id, m.card_id, m.kind, m.entry_id, s.position as part
    from moved m left join public.transaction_splits s on s.user_id = (select auth.uid())
      and s.transaction_key = m.id
    union all
    select r.transaction_key, r.purchased_at, -r.part_amount, r.currency, r.part_category_id, r.merchant,
      r.description, r.account_id, r.card_id, 'refund', r.refund_entry_id, r.part
    from refund_parts r
  )
  select p.id, p.at, (p.at at time zone coalesce(mine.time_zone, 'UTC'))::date as day,
    case side.direction when 'out' then p.amount else -p.amount end as amount, p.currency, side.direction,
      p.category_id, c.name as category,
    c.kind as category_kind, p.merchant, p.description, p.account_id, p.card_id, p.kind, p.entry_id, p.part
  from (select * from parts where amount <> 0) p
    left join public.customers mine on mine.id = (select auth.uid())
    left join public.categories c on c.id = p.category_id
    -- Refunds reduce spending and are not income.
    cross join lateral (select case
      when p.amount > 0 then 'out'
      when p.kind = 'reward_redemption' then 'in'
      when p.card_id is not null or c.kind = 'spending' or p.kind in ('refund', 'provisional_credit')
        or p.category_id = '00000000-0000-4000-8000-000000000103' then 'out'
      else 'in' end as direction) as side;
comment on view public.spending is 'The caller''s spending and income by account and card. Each transaction '
  'is counted once. Excludes internal transfers, card payments, market changes, and loan principal. '
  'Includes interest and fees in debt payments. A refund counts on the day of its purchase. '
  'A check without a category doesn''t count.';
comment on column public.spending.id is 'The transaction id, or the card and entry ids joined by a colon.';
comment on column public.spending.day is
  'The day in the customer''s time zone; for a refund, that of its purchase.';
comment on column public.spending.amount is
  'Spending (`out`): positive for spending, negative for refunds. Income (`in`): positive.';
comment on column public.spending.direction is
  'out: counts as spending, including refunds; in: counts as income.';
comment on column public.spending.category_id is 'Null if the transaction has no category.';
comment on column public.spending.card_id is 'The charged card; account_id is null in this case.';
grant select on public.spending to authenticated;
comment on column public.spending.part is 'The number of the split; null for a whole transaction.';

