-- A customer's own view of their spending converts by the rates that they may read themselves.
create or replace view public.spending_in_base with (security_invoker = true) as
  select s.id, s.at, s.day, s.amount, s.currency, s.direction, s.category_id, s.category, s.category_kind, s.merchant, s.description,
    s.account_id, s.card_id, s.kind, s.entry_id, mine.base_currency,
    case when s.currency = mine.base_currency then s.amount
      else round(s.amount * (select r.rate from public.exchange_rates r
        where r.base = s.currency and r.quote = mine.base_currency and r.rate_date <= s.day order by r.rate_date desc limit 1), 2) end as base_amount
  from public.spending s cross join (select c.base_currency from public.customers c where c.id = (select auth.uid())) as mine;
