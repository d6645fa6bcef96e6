-- Assigning what came in to categories, and covering one category from another. No money moves.
create function bank.check_budget_category(household uuid, category_id uuid) returns text language plpgsql stable as $$
declare
  found_name text;
begin
  if check_budget_category.category_id is null then
    return null;
  end if;
  select c.name into found_name from public.categories c
    where c.id = check_budget_category.category_id and c.kind = 'spending' and (c.user_id = household or c.user_id is null);
  if not found then
    raise exception using errcode = 'NTFND', message = 'There is no such category of yours to spend on.';
  end if;
  return found_name;
end
$$;
comment on function bank.check_budget_category(uuid, uuid) is 'The name of a category the customer spends on. Refuses others (NTFND).';

create function public.move_budget(
  from_category_id uuid default null, to_category_id uuid default null, amount numeric default null, request_id text default null
) returns public.budget_moves language plpgsql volatile
security definer -- reads the private clock and writes what customers only read
set search_path = '' as $$
declare
  household uuid := bank.caller();
  params jsonb := jsonb_build_object('verb', 'move_budget', 'from', from_category_id, 'to', to_category_id, 'amount', trim_scale(amount)::text);
  answer jsonb := bank.replay(request_id, params);
  source text := bank.check_budget_category(household, from_category_id);
  present date := bank.budget_month(household);
  here record;
  spare numeric;
  moved public.budget_moves;
begin
  if answer is not null then
    return jsonb_populate_record(null::public.budget_moves, answer);
  end if;
  perform bank.check_budget_category(household, to_category_id);
  perform bank.check_amount(amount);
  if from_category_id is not distinct from to_category_id then
    raise exception using errcode = 'SAMAC', message = 'Choose two different categories.';
  end if;
  perform bank.ensure_customer(household);
  -- Two moves at once would both see what is left.
  perform from public.customers c where c.id = household for no key update;
  select * into here from public.budget_month();
  if here.mode = 'limits' and (from_category_id is null or to_category_id is null) then
    raise exception using errcode = 'BADTY', message = 'Money is assigned to categories only when you budget with envelopes.';
  end if;
  if from_category_id is null then
    spare := here.to_assign;
  else
    select s.remaining into spare from public.budget_status() s where s.category_id = from_category_id;
  end if;
  if amount > coalesce(spare, 0) then
    raise exception using errcode = 'NOLFT', message = 'There is not that much left there.',
      detail = jsonb_build_object('available', greatest(coalesce(spare, 0), 0), 'amount', amount, 'category', source)::text;
  end if;
  insert into public.budget_moves (user_id, month, from_category_id, to_category_id, currency, amount, at)
    values (household, present, move_budget.from_category_id, move_budget.to_category_id, here.currency, move_budget.amount, bank.now_for(household))
    returning * into moved;
  perform bank.remember(request_id, params, to_jsonb(moved));
  return moved;
end
$$;
comment on function public.move_budget(uuid, uuid, numeric, text) is
  'Moves an amount between two categories of the present month; with envelopes also from (null) and back to what is to be assigned. Refuses: BADAM, BADTY, NTFND, SAMAC, NOLFT, RQDIF.';
grant execute on function public.move_budget(uuid, uuid, numeric, text) to authenticated;
