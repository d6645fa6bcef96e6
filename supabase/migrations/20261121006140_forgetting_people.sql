-- Who has left is nobody any more in the address books of others: the name they gave and the address stay theirs.
create index contacts_person_id_idx on public.contacts (person_id) where person_id is not null;
create function bank.forget_person() returns trigger language plpgsql volatile
security definer -- the rows are other customers'
set search_path = '' as $$
begin
  -- Blocked without an address: there is nothing left to be blocked.
  delete from public.contacts where person_id = old.id and address is null;
  update public.contacts set person_id = null where person_id = old.id;
  return null;
end
$$;
comment on function bank.forget_person() is 'Takes the id of a customer who has left out of the contacts of others.';
create trigger forget_person after delete on public.customers for each row execute function bank.forget_person();
