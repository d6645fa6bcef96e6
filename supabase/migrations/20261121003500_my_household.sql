-- The customer's own household as the engine lives it: for forecasts and what-ifs in the browser.
create function public.my_household() returns jsonb language sql stable
security definer -- reads the engine's memory of the caller's own household
set search_path = '' as $$
  select row from public.engine_households(array[bank.caller()]) as row
$$;
comment on function public.my_household() is 'The caller''s own household as the engine lives it; null before there is a product.';
grant execute on function public.my_household() to authenticated;
