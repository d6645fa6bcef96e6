-- How two sets of rows are put together is planned once on each connection, for as many rows as were changed that first time:
-- after one clock alone, a thousand were held against a thousand. Who has something that waits is asked first, by index, and
-- is hardly anybody.
create or replace function bank.end_what_waited() returns trigger language plpgsql
security definer -- gives money back and writes states for the engine's steps
set search_path = '' as $$
declare
  waiting uuid[];
  household uuid;
begin
  waiting := array(select n.household_id from clocks_after n
    where exists (select from public.person_letters l where l.user_id = n.household_id and l.state = 'pending')
      or exists (select from public.loan_applications a where a.user_id = n.household_id and a.status in ('approved', 'countered')));
  if cardinality(waiting) = 0 then
    return null;
  end if;
  waiting := array(select n.household_id from clocks_after n join clocks_before o on o.household_id = n.household_id
    where n.household_id = any(waiting) and n.lived_to is distinct from o.lived_to order by 1);
  foreach household in array waiting loop
    if exists (select from public.person_letters l where l.user_id = household and l.state = 'pending') then
      perform bank.expire_letters(household);
      perform bank.wake_for_letters(household);
    end if;
  end loop;
  foreach household in array waiting loop
    if exists (select from public.loan_applications a where a.user_id = household and a.status in ('approved', 'countered')) then
      perform bank.expire_offers(household);
    end if;
  end loop;
  return null;
end
$$;
