-- A demo copy stays once its customer has a sign-in of their own.
create function public.keep_demo() returns public.customers language plpgsql volatile
security definer -- demo_until is not the customer's to write
set search_path = '' as $$
declare
  kept public.customers;
begin
  if coalesce((auth.jwt() ->> 'is_anonymous')::boolean, true) then
    raise exception using errcode = 'NOUSR', message = 'Add an e-mail and a password first.';
  end if;
  update public.customers set demo_until = null where id = bank.caller() returning * into kept;
  return kept;
end
$$;
comment on function public.keep_demo() is 'Keeps the caller''s demo household for good; refused (NOUSR) while the caller signs in anonymously.';
revoke execute on function public.keep_demo() from public;
grant execute on function public.keep_demo() to authenticated;
