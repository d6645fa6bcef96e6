-- Two folders of one name would be one folder too many: said beside the field, before the index says it.
create or replace function bank.check_folder() returns trigger language plpgsql
security definer -- calls private functions for whoever writes
set search_path = '' as $$
begin
  new.name := bank.clean_name(new.name);
  if exists (select from public.document_folders f where f.user_id = new.user_id and lower(f.name) = lower(new.name) and f.id <> new.id) then
    raise exception using errcode = 'BADNM', message = 'You have a folder of this name already.', detail = '{}';
  end if;
  if tg_op = 'INSERT' then
    perform bank.ensure_customer(new.user_id);
    if (select count(*) from public.document_folders f where f.user_id = new.user_id) >= 100 then
      raise exception using errcode = 'LIMIT', message = 'You have 100 folders, as many as the bank keeps.',
        detail = jsonb_build_object('highest', 100)::text;
    end if;
  end if;
  return new;
end
$$;
comment on function bank.check_folder() is 'Refuses names that make no sense or are taken (BADNM) and more than 100 folders (LIMIT).';
