-- `is:spending` and `is:income`: the rows that budgets and analytics count, so that what they lead to comes to the same.
create function bank.flow_clause(what text, side text, household uuid) returns text language plpgsql stable as $$
declare
  -- As in the view `spending`, of which the tests compare every row.
  own_money text[] := array['transfer', 'card_payment', 'opening', 'adjustment', 'closing', 'currency_change', 'market_change', 'loan_proceeds',
    'home_purchase', 'extra_payment', 'recast_payment', 'payoff', 'refinance', 'correction'];
  spent_on uuid[] := array(select c.id from public.categories c where (c.user_id = household or c.user_id is null)
    and (c.kind = 'spending' or c.id = '00000000-0000-4000-8000-000000000103'));
  counts text := format('r.kind <> all(%L::text[])', own_money) || case side when 'card' then '' else ' and r.type <> ''TRANSFER'' and r.corrected_by is null' end;
  -- What comes back from a shop lowers what was spent, it is no income.
  is_spent text := case side when 'card' then '(r.direction = ''out'' or r.kind <> ''reward_redemption'')'
    else format('(r.direction = ''out'' or (r.kind <> ''reward_redemption'' and (r.kind = ''refund'' or coalesce(r.category_id = any(%L::uuid[]), false))))', spent_on) end;
begin
  return format(case what when 'spending' then '(%s and %s)' else '(%s and not %s)' end, counts, is_spent);
end
$$;
comment on function bank.flow_clause(text, text, uuid) is 'That a row counts as spending, or as income, as budgets and analytics count it.';

create or replace function bank.state_clause(what text, side text, household uuid) returns text language plpgsql volatile as $$
declare
  row_id text := case side when 'card' then 'r.row_id' else 'r.id::text' end;
begin
  return case
    when what in ('in', 'out') then format('r.direction = %L', what)
    when what in ('spending', 'income') then bank.flow_clause(what, side, household)
    when what = 'pending' then format('r.date > %L::timestamptz', bank.now_for(household))
    when what = 'card' then (side = 'card')::text
    when what = 'transfer' then case side when 'card' then 'r.kind = ''card_payment''' else '(r.type = ''TRANSFER'' or r.kind = ''card_payment'')' end
    when what = 'category' then bank.category_of(side) || ' is not null'
    when what = 'merchant' then case side when 'card' then 'coalesce(d.merchant, r.merchant) is not null' else 'r.merchant is not null' end
    when what = 'split' then bank.named_clause(array(select distinct s.row_id from public.row_splits s where s.user_id = household), side)
    when what = 'note' then format('exists (select from public.row_details x where x.user_id = %L and x.row_id = %s and x.note is not null)', household, row_id)
    when what = 'tag' then format('exists (select from public.row_tags x where x.user_id = %L and x.row_id = %s)', household, row_id)
    when what = 'attachment' then format('exists (select from public.row_attachments x where x.user_id = %L and x.row_id = %s)', household, row_id)
    else 'false' end;
end
$$;
